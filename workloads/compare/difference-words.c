#include "workloads/compare/difference-words.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/file-names.h"
const struct shown_metric shown_metric[] = {
	{"blocks", "launch__grid_size", 0},
	{"threads of a block", "launch__block_size", 0},
	{"instructions", "smsp__inst_executed.sum", 0},
	{"active lanes", "smsp__thread_inst_executed_per_inst_executed.ratio", 2},
	{"lane-slots waiting", "simt__lane_slots_waiting.sum", 0},
	{"lane-slots exited", "simt__lane_slots_exited.sum", 0},
	{"registers", "launch__registers_per_thread", 0},
	{"shared memory of a block", "launch__shared_mem_per_block_allocated", 0},
	{"theoretical occupancy, %", "sm__maximum_warps_per_active_cycle_pct", 1},
	{"achieved occupancy, %", "sm__warps_active.avg.pct_of_peak_sustained_active", 1},
	{"L1 sectors", "l1tex__t_sectors.sum", 0},
	{"local memory loads, sectors", "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", 0},
	{"L2 sectors", "lts__t_sectors_srcunit_tex.sum", 0},
	{"DRAM sectors", "lts__t_sectors_srcunit_tex_lookup_miss.sum", 0},
	{"shared memory wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 0},
	{"bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu.sum", 0},
};
const size_t shown_metrics = sizeof shown_metric / sizeof *shown_metric;

const char *const verdict_name[VERDICT_FAILED + 1] = {"same", "even", "slower", "faster", "untimed", "failed"};
const char *const line_change_name[LINE_TIME + 1] = {"code", "counts", "time"};

/* Adds to the text in buf. */
static void __attribute__((format(printf, 3, 4))) more(char *buf, size_t size, const char *format, ...)
{
	const size_t n = strlen(buf);
	va_list args;

	va_start(args, format);
	vsnprintf(buf + n, size - n, format, args);
	va_end(args);
}

char *
words_number(double x, int decimals, bool sign, char *buf, size_t size)
{
	char digits[64];
	const char *from = digits;
	size_t whole, n = 0;

	snprintf(digits, sizeof digits, sign ? "%+.*f" : "%.*f", decimals, x);
	if (!strpbrk(digits, "123456789")) /* not -0 */
		snprintf(digits, sizeof digits, "%.*f", decimals, 0.0);
	whole = strcspn(digits, ".");
	for (size_t left = whole; *from && n + 2 < size; from++, left -= left > 0) {
		if (from > digits && left && left % 3 == 0 && from[-1] != '-' && from[-1] != '+' && from < digits + whole)
			buf[n++] = ',';
		buf[n++] = *from;
	}
	buf[n] = '\0';
	return buf;
}

char *
words_percent(double share, char *buf, size_t size)
{
	words_number(100 * share, 1, true, buf, size);
	more(buf, size, " %%");
	return buf;
}

char *
words_verdict(const struct launch_difference *l, char *buf, size_t size)
{
	const char *unit = l->verdict == VERDICT_UNTIMED ? "instructions" : "cycles";
	char a[48], b[48], percent[48];

	words_number(l->cycles[0], 0, false, a, sizeof a);
	words_number(l->cycles[1], 0, false, b, sizeof b);
	words_percent(l->change, percent, sizeof percent);
	switch (l->verdict) {
	case VERDICT_SAME:
		snprintf(buf, size, "no difference, %s cycles", a);
		break;
	case VERDICT_EVEN:
		snprintf(buf, size, "no difference that matters%s: %s -> %s cycles, %s",
			 l->same_code ? "" : ", with other instructions", a, b, percent);
		break;
	case VERDICT_UNTIMED:
		snprintf(buf, size, "%s -> %s %s, %s; there is no time in functional mode", a, b, unit, percent);
		break;
	case VERDICT_FAILED:
		snprintf(buf, size, "did not come to its end: %s before, %s after", l->before->status, l->after->status);
		break;
	default:
		words_number(100 * fabs(l->change), 1, false, percent, sizeof percent);
		snprintf(buf, size, "takes %s %% %s, %s -> %s cycles", percent, l->change > 0 ? "longer" : "less time", a, b);
	}
	if (l->interval.high > 0 && l->verdict != VERDICT_EVEN) {
		words_percent(l->interval.low - 1, a, sizeof a);
		words_percent(l->interval.high - 1, b, sizeof b);
		more(buf, size, " (%d %%: %s to %s)%s", INTERVALS_LEVEL, a, b, l->within_error ? ", within the model's error" : "");
	}
	if (l->uncertain)
		more(buf, size, "; the intervals of --sample meet, so it may be no difference");
	return buf;
}

const char *
words_change(const struct line_difference *x)
{
	return !x->before ? "new" : !x->after ? "gone" : x->edited ? "text" : line_change_name[x->change];
}

char *
words_place(const struct line_difference *x, char *buf, size_t size)
{
	const struct code_line *at = x->after ? x->after : x->before;
	if (!at->file) {
		snprintf(buf, size, "0x%04x", at->pc);
		return buf;
	}
	snprintf(buf, size, "%.60s:%u", path_base(at->file), at->line);
	return buf;
}

bool
words_has_lines(const struct launch_difference *l)
{
	return l->nlines && l->verdict != VERDICT_SAME && l->verdict != VERDICT_EVEN && l->verdict != VERDICT_FAILED;
}

const char *
words_no_lines(const struct launch_difference *l)
{
	if (code_lines_known(l->before) || code_lines_known(l->after))
		return "One of the cubins has no line information (nvcc -lineinfo writes it): by instruction.";
	return "The cubins have no line information (nvcc -lineinfo writes it): by instruction.";
}

/* The line with most cycles more, or less where the launch is faster. */
static const struct line_difference *
costliest(const struct launch_difference *l)
{
	const double direction = l->change < 0 ? -1 : 1;
	const struct line_difference *most = l->line;

	for (size_t i = 1; i < l->nlines; i++)
		if (direction * l->line[i].cycles > direction * most->cycles)
			most = l->line + i;
	return most;
}

/* What a line accesses, where its share of the ideal number has changed by a tenth. */
static void
accesses(char *buf, size_t size, const char *what, const uint64_t of[2], const uint64_t ideal[2])
{
	const double before = ideal[0] ? (double)of[0] / (double)ideal[0] : 0,
		     after = ideal[1] ? (double)of[1] / (double)ideal[1] : 0;
	char a[48], b[48];

	if (!(before > 0) || !(after > 0) || (after < 1.1 * before && before < 1.1 * after))
		return;
	more(buf, size, "; %s %s -> %s", what, words_number((double)of[0], 0, false, a, sizeof a),
	     words_number((double)of[1], 0, false, b, sizeof b));
	more(buf, size, ", %.2f -> %.2f times the ideal number", before, after);
}

static void
accesses_of(char *buf, size_t size, const struct line_difference *x)
{
	const struct simt_pc_memory *m = x->before ? &x->before->memory : NULL, *n = x->after ? &x->after->memory : NULL;

	if (!m || !n)
		return;
	accesses(buf, size, "sectors", (const uint64_t[]){m->sectors, n->sectors},
		 (const uint64_t[]){m->sectors_ideal, n->sectors_ideal});
	accesses(buf, size, "wavefronts of shared memory", (const uint64_t[]){m->wavefronts, n->wavefronts},
		 (const uint64_t[]){m->wavefronts_ideal, n->wavefronts_ideal});
}

char *
words_first(const struct launch_difference *l, char *buf, size_t size)
{
	static const char *const why[] = {"its instructions changed", "it is executed another number of times",
					  "no instruction changed, but it takes another time"};
	const struct line_difference *x = l->line, *most;
	char number[48], place[96];

	*buf = '\0';
	if (!words_has_lines(l))
		return buf;
	more(buf, size, "%s",
	     !x->before  ? "it is new"
	     : !x->after ? "it is gone"
	     : x->edited ? "its text changed"
			 : why[x->change]);
	if (l->verdict == VERDICT_UNTIMED) {
		more(buf, size, ", %s executions", words_number(x->inst, 0, true, number, sizeof number));
		return buf;
	}
	more(buf, size, ", %s cycles", words_number(x->cycles, 0, true, number, sizeof number));
	if (x->state >= 0)
		more(buf, size, ", most in state %s", simt_stall_name[x->state]);
	accesses_of(buf, size, x);
	most = costliest(l);
	/* what it slows down may be another line */
	if (most != x && fabs(most->cycles) > 2 * fabs(x->cycles)) {
		more(buf, size, "; %s has %s", words_place(most, place, sizeof place),
		     words_number(most->cycles, 0, true, number, sizeof number));
		accesses_of(buf, size, most);
	}
	return buf;
}

char *
words_launch(const struct result_launch *l, char *buf, size_t size)
{
	snprintf(buf, size, "%s", l->case_name);
	if (*l->name && strcmp(l->name, l->case_name) != 0 && strcmp(l->name, l->kernel) != 0)
		more(buf, size, ", %s", l->name);
	if (strcmp(l->kernel, l->case_name) != 0)
		more(buf, size, " (%s)", l->kernel);
	return buf;
}

char *
words_summary(const struct difference_report *r, char *buf, size_t size)
{
	static const char *const what[] = {"without a difference", "with none that matters",        "slower", "faster",
					   "without time",         "that did not come to their end"};
	static const enum verdict order[] = {VERDICT_FAILED,  VERDICT_SLOWER, VERDICT_FASTER,
					     VERDICT_UNTIMED, VERDICT_EVEN,   VERDICT_SAME};
	const struct differences *d = r->d;
	char a[48], b[48];

	snprintf(buf, size, "%zu launch%s", d->n, d->n == 1 ? "" : "es");
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (d->count[order[i]])
			more(buf, size, ", %zu %s", d->count[order[i]], what[order[i]]);
	if (d->cycles[0] > 0 && !d->count[VERDICT_UNTIMED]) {
		more(buf, size, "; together %s", words_number(d->cycles[0], 0, false, a, sizeof a));
		more(buf, size, " -> %s cycles, %s", words_number(d->cycles[1], 0, false, a, sizeof a),
		     words_percent(d->cycles[1] / d->cycles[0] - 1, b, sizeof b));
	}
	return buf;
}

bool
words_state(const struct launch_difference *l, int state, double cycles[2])
{
	char metric[96];
	double all[2];

	snprintf(metric, sizeof metric, "simt__warp_cycles_%s.sum", simt_stall_name[state]);
	if (!difference_metric(l, metric, cycles) || !difference_metric(l, "smsp__warps_active.sum", all))
		return false;
	for (int k = 0; k < 2; k++)
		cycles[k] = all[k] > 0 ? cycles[k] / all[k] * l->cycles[k] : 0;
	return true;
}
