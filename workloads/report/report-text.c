#include "workloads/report/report-text.h"

#include <inttypes.h>
#include <string.h>

#include "base/file-names.h"

const char *
report_grouped(uint64_t n, char *text, size_t size)
{
	char digits[24];
	size_t len = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, n), at = 0;

	for (size_t i = 0; i < len && at + 2 < size; i++) {
		if (i && (len - i) % 3 == 0)
			text[at++] = ',';
		text[at++] = digits[i];
	}
	text[at] = '\0';
	return text;
}

void
report_source(const struct simt_function *f, size_t i, char *text, size_t size)
{
	const char *file;
	unsigned line;

	*text = '\0';
	if (!simt_function_line(f, i, &file, &line))
		return;
	snprintf(text, size, "%.60s:%u", path_base(file), line);
}

void
report_own_source(const struct simt_function *f, size_t i, char *text, size_t size)
{
	const char *file;
	unsigned line;

	*text = '\0';
	if (simt_function_own_line(f, i, &file, &line))
		snprintf(text, size, "%.60s:%u", path_base(file), line);
}

void
report_title(const struct run *run, FILE *out, size_t i, const struct run_launch *l)
{
	const struct workload_launch *x = &run->w->launch[l->launch];
	const char *status = report_status(l->status, l->started);

	fprintf(out, "%s, launch %u: %s (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")x(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")%s%s\n",
		run->w->cases[i].name, l->id, x->cell[COLUMN_kernel], x->grid.x, x->grid.y, x->grid.z, x->block.x, x->block.y,
		x->block.z, strcmp(status, "ok") ? ", " : "", strcmp(status, "ok") ? status : "");
}
