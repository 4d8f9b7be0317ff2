#include "validate/gpu/metrics.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

const struct metric_info metric_info[METRICS] = {
#define STAT(name, metric, unit, doc) {metric, unit, METRIC_##name != METRIC_cycles, 0, false},
#include "sim/runtime/stats.def"
#undef STAT
	{"gpu__time_duration.sum", "ns", false, 0, false},
	{"simt__cycles_elapsed.spread", "ratio", false, 4, false},
#define STATE(name)      {"smsp__average_warps_issue_stalled_" #name "_per_issue_active.ratio", "cycle", false, 6, true},
#define STALL(name, doc) STATE(name)
#include "sim/runtime/stall.def"
#undef STALL
	STATE(tex_throttle) STATE(gmma)
#undef STATE
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

bool
metric_is_part(enum metric m, enum metric_part part)
{
	if (!metric_is_measured(m))
		return false;
	switch (part) {
	case METRIC_PART_FEW:
		return has_to_be_equal(m);
	case METRIC_PART_COUNTERS:
		return !metric_info[m].is_state;
	case METRIC_PART_CYCLES:
		return m == METRIC_cycles;
	case METRIC_PART_STATES:
		return metric_info[m].is_state;
	}
	return false;
}

char *
metric_request(enum metric_part part)
{
	size_t room = 1;
	char *text;

	for (int m = 0; m < METRICS; m++)
		room += strlen(metric_info[m].name) + 1;
	text = calloc(1, room);
	if (!text)
		simt_no_memory();
	for (int m = 0; m < METRICS; m++) {
		if (!metric_is_part((enum metric)m, part))
			continue;
		strcat(text, *text ? "," : "");
		strcat(text, metric_info[m].name);
	}
	return text;
}
