#include "metrics.h"

#include <stdlib.h>
#include <string.h>

const struct metric_info metric_info[METRICS] = {
#define STAT(name, metric, unit, doc) {metric, unit, METRIC_##name != METRIC_cycles},
#include "stats.def"
#undef STAT
	{"gpu__time_duration.sum", "ns", false},
	{"simt__cycles_elapsed.spread", "ratio", false},
};

bool
metric_is_measured(enum metric m)
{
	return strncmp(metric_info[m].name, "simt__", 6) != 0;
}

/* What simt-check claims. */
static bool
has_to_be_equal(enum metric m)
{
	return m == METRIC_inst_executed || m == METRIC_thread_inst_executed || m == METRIC_thread_inst_executed_true ||
	       m == METRIC_warps_launched;
}

char *
metric_request(bool few)
{
	size_t room = 1;
	char *text;

	for (int m = 0; m < METRICS; m++)
		room += strlen(metric_info[m].name) + 1;
	text = calloc(1, room);
	if (!text)
		abort();
	for (int m = 0; m < METRICS; m++) {
		if (!metric_is_measured((enum metric)m) || (few && !has_to_be_equal((enum metric)m)))
			continue;
		strcat(text, *text ? "," : "");
		strcat(text, metric_info[m].name);
	}
	return text;
}
