#include "workloads/report/report-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/csvfile.h"
#include "workloads/report/keys.h"

const char *
report_status(enum simt_status status, bool started)
{
	switch (status) {
	case SIMT_OK:
		return started ? "ok" : "not run";
	case SIMT_MISMATCH:
		return "mismatch";
	case SIMT_FAULT:
		return started ? "fault" : "not run";
	case SIMT_LIMIT:
		return started ? "limit" : "not run";
	case SIMT_INTERRUPTED:
		return started ? "interrupted" : "not run";
	default:
		return "bad input";
	}
}

/* ---- CSV ---- */
static const char *
machine_value(const void *arg, const char *name)
{
	return simt_machine_get(arg, name);
}

static struct keys
keys_of(const struct report *r)
{
	return (struct keys){.w = r->run->w,
			     .source = r->source,
			     .run = r->run_name,
			     .machine = r->machine,
			     .swept = r->swept,
			     .nswept = r->nswept,
			     .swept_value = machine_value,
			     .no_params = r->no_params,
			     .arg = r->run->machine};
}

void
report_header(const struct report *r, FILE *out, const char *rest)
{
	struct keys k = keys_of(r);

	keys_header(&k, out, rest);
}

struct text
report_keys(const struct report *r, const struct workload_case *c, const struct run_launch *l)
{
	struct keys k = keys_of(r);
	struct text t = {.s = NULL};
	FILE *out = must(open_memstream(&t.s, &t.n));

	keys_put(&k, out, c, l ? l->launch : SIZE_MAX, l ? l->id : 0);
	fclose(out);
	must(t.s);
	t.room = t.n;
	return t;
}

static double
machine_clock(const struct report *r)
{
	const char *text = simt_machine_get(r->run->machine, "clock");
	double mhz = text ? atof(text) : 0;

	return mhz > 0 ? mhz : 1;
}

/* Cycles of the case in `before` over those of the case; 0 if one of them did not come to its end. */
static double
speedup(const struct report *r, size_t i)
{
	int before = r->run->w->cases[i].before;
	const struct run_case *c = &r->run->cases[i], *b = before < 0 ? NULL : &r->run->cases[before];
	const struct run_case *both[] = {c, b};

	for (int k = 0; k < 2; k++)
		if (!both[k] || !both[k]->started || !both[k]->cycles ||
		    (both[k]->status != SIMT_OK && both[k]->status != SIMT_MISMATCH))
			return 0;
	return (double)b->cycles / (double)c->cycles;
}

static double
lanes(const uint64_t *v)
{
	return v[SIMT_STAT_inst_executed] ? (double)v[SIMT_STAT_thread_inst_executed] / (double)v[SIMT_STAT_inst_executed] : 0;
}

size_t
report_values(const struct report *r, size_t i, const struct run_launch *l, struct value *v)
{
	const struct run_case *c = &r->run->cases[i];
	struct simt_launch_stats s;

	if (l ? !l->started : !c->started)
		return 0;
	if (l)
		s = run_launch_stats(l);
	return values_list(&r->values,
			   &(struct values_of){.count = l ? s.v : c->v,
					       .stall = l ? s.stall : c->stall,
					       .launch = l ? &s : NULL,
					       .sampled = l ? s.sampled : c->sampled,
					       .timed = r->run->o.mode == SIMT_CYCLE,
					       .speedup = l ? 0 : speedup(r, i)},
			   v);
}

static void
put_metrics(const struct report *r, FILE *out, size_t i, const struct run_launch *l)
{
	const struct workload_case *c = &r->run->w->cases[i];
	const struct run_case *rc = &r->run->cases[i];
	const char *status = l ? report_status(l->status, l->started) : report_status(rc->status, rc->started);
	struct value v[VALUES_MAX];
	size_t n = report_values(r, i, l, v);
	struct text keys = report_keys(r, c, l), row = {.s = NULL};

	if (!n)
		fprintf(out, "%.*s%s,%s,,%s\n", (int)keys.n, keys.s, simt_stat_info[SIMT_STAT_cycles].metric,
			simt_stat_info[SIMT_STAT_cycles].unit, status);
	for (size_t k = 0; k < n; k++) {
		text_bytes(&row, keys.s, keys.n);
		text_put(&row, v[k].metric);
		text_put(&row, ",");
		text_put(&row, v[k].unit);
		text_put(&row, ",");
		if (v[k].whole)
			text_count(&row, v[k].n);
		else
			text_decimals(&row, v[k].x, v[k].decimals);
		text_put(&row, ",");
		text_put(&row, status);
		text_put(&row, "\n");
	}
	if (n)
		fwrite(row.s, 1, row.n, out);
	text_free(&row);
	text_free(&keys);
}

static void
csv_head(const struct report *r, FILE *out)
{
	report_header(r, out, "metric,unit,value,status");
}

static void
csv_case(const struct report *r, FILE *out, size_t i, bool first)
{
	const struct run_case *c = &r->run->cases[i];

	(void)first;
	put_metrics(r, out, i, NULL);
	for (size_t k = 0; k < c->nlaunches; k++)
		put_metrics(r, out, i, &c->launches[k]);
}

void
report_csv_tail(const struct report *r, FILE *out, bool none)
{
	(void)none;
	if (r->incomplete)
		fprintf(out, "# incomplete: %s\n", r->incomplete);
}

const struct report_form report_csv = {csv_head, csv_case, report_csv_tail};

/* ---- CSV of instructions ---- */
static void
put_pcs(const struct report *r, FILE *out, size_t i, const struct run_launch *l)
{
	const struct simt_function *f = r->run->function[l->launch];
	struct text keys = report_keys(r, &r->run->w->cases[i], l);
	char sass[512];

	for (size_t k = 0; l->pc && k < l->npc; k++) {
		const struct simt_pc_stats *pc = &l->pc[k];
		const char *file = "";
		unsigned line = 0;

		if (!simt_function_sass(f, k, sass, sizeof sass))
			break;
		fwrite(keys.s, 1, keys.n, out);
		fprintf(out, "0x%04zx,", k * 16);
		csvfile_put(out, sass);
		putc(',', out);
		if (simt_function_line(f, k, &file, &line)) {
			csvfile_put(out, file);
			fprintf(out, ",%u", line);
		} else {
			putc(',', out);
		}
		fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, pc->inst_executed, pc->thread_inst_executed,
			pc->thread_inst_executed_true, pc->inst_partial);
		for (int s = 0; l->states && s < SIMT_STALLS; s++)
			fprintf(out, ",%" PRIu64, l->states[k][s]);
		putc('\n', out);
	}
	text_free(&keys);
}

static void
pcs_head(const struct report *r, FILE *out)
{
	char head[1024] = "pc,sass,file,line,inst_executed,thread_inst_executed,thread_inst_executed_true,inst_partial";
	size_t n = strlen(head);

	for (int k = 0; r->run->o.mode == SIMT_CYCLE && k < SIMT_STALLS; k++)
		n += (size_t)snprintf(head + n, sizeof head - n, ",%s", simt_stall_name[k]);
	report_header(r, out, head);
}

static void
pcs_case(const struct report *r, FILE *out, size_t i, bool first)
{
	(void)first;
	for (size_t k = 0; k < r->run->cases[i].nlaunches; k++)
		put_pcs(r, out, i, &r->run->cases[i].launches[k]);
}

const struct report_form report_per_pc = {pcs_head, pcs_case, report_csv_tail};

/* ---- table ---- */
enum column { NAME, CYCLES, TIME, WARP_INST, THREAD_INST, LANES, WAITING, WAITING_SHARE, ISSUE, STATES, SPEEDUP, STATUS, COLUMNS };

static const char *const head[COLUMNS][2] = {
	[NAME] = {"case", ""},
	[CYCLES] = {"", "cycles"},
	[TIME] = {"", "time"},
	[WARP_INST] = {"warp", "inst"},
	[THREAD_INST] = {"thread", "inst"},
	[LANES] = {"active", "lanes"},
	[WAITING] = {"lane-slots", "waiting"},
	[WAITING_SHARE] = {"", "%"},
	[ISSUE] = {"issue", "use %"},
	[STATES] = {"warp states", "% of warp cycles"},
	[SPEEDUP] = {"speed-", "up"},
	[STATUS] = {"", ""},
};

/* The rows are made once to measure them, and again to be written: there may be a million of them. */
enum { CELL = 96 };
struct table {
	size_t width[COLUMNS]; /* of what is in each column; 0: nothing */
	bool compact;          /* 12.3M instead of 12345678 */
	FILE *out;             /* NULL: rows are measured */
};

static void
put_count(const struct table *t, char *to, uint64_t v)
{
	static const char unit[] = {'k', 'M', 'G', 'T', 'P'};
	double d = (double)v;
	int k = -1;

	if (!t->compact || v < 100000) {
		snprintf(to, CELL, "%" PRIu64, v);
		return;
	}
	while (d >= 999.95 && k < 4) {
		d /= 1000;
		k++;
	}
	snprintf(to, CELL, "%.*f%c", d < 100 ? 2 : 1, d, unit[k]);
}

static void
put_time(char *to, double ns)
{
	if (ns < 1e6)
		snprintf(to, CELL, "%.2f us", ns / 1e3);
	else
		snprintf(to, CELL, "%.2f ms", ns / 1e6);
}

static void
put_share(char *to, double part, double whole)
{
	if (whole > 0)
		snprintf(to, CELL, "%.1f", 100 * part / whole);
}

/* The two states that take most of the time, being selected left out: "long_scoreboard 61, wait 20". */
static void
put_states(char *to, const uint64_t *stall, uint64_t warp_cycles)
{
	int top[2] = {-1, -1};
	size_t used = 0;

	for (int k = 0; k < SIMT_STALLS; k++) {
		if (k == SIMT_STALL_selected || !stall[k])
			continue;
		if (top[0] < 0 || stall[k] > stall[top[0]]) {
			top[1] = top[0];
			top[0] = k;
		} else if (top[1] < 0 || stall[k] > stall[top[1]]) {
			top[1] = k;
		}
	}
	for (int i = 0; i < 2 && top[i] >= 0 && warp_cycles; i++)
		used += (size_t)snprintf(to + used, CELL - used, "%s%s %.0f", i ? ", " : "", simt_stall_name[top[i]],
					 100 * (double)stall[top[i]] / (double)warp_cycles);
}

/* Characters, not bytes. */
static size_t
text_width(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += (*s & 0xc0) != 0x80;
	return n;
}

static void
measure_line(const char *const *text, size_t *width)
{
	for (int k = 0; k < COLUMNS; k++) {
		const size_t n = text_width(text[k]);

		width[k] = n > width[k] ? n : width[k];
	}
}

/* Writes a cell; names to the left, numbers to the right. A text that is too wide ends in '~'. */
static void
put_cell(FILE *out, const char *text, size_t width, bool left, bool last)
{
	size_t n = text_width(text), pad = n < width ? width - n : 0, shown = 0;

	if (!left)
		fprintf(out, "%*s", (int)pad, "");
	for (; *text; text++) {
		if ((*text & 0xc0) != 0x80 && ++shown == width && n > width) {
			putc('~', out);
			break;
		}
		putc(*text, out);
	}
	if (left && !last)
		fprintf(out, "%*s", (int)pad, "");
}

static void
put_line(FILE *out, const char *const *text, const size_t *width)
{
	int last = COLUMNS - 1;

	while (last > 0 && (!width[last] || !*text[last]))
		last--;
	for (int k = 0; k <= last; k++) {
		if (!width[k])
			continue;
		if (k)
			fputs("  ", out);
		put_cell(out, text[k], width[k], k == NAME || k == STATES || k == STATUS, k == last);
	}
	putc('\n', out);
}

/* What a row of the table is about: a case, or a launch of one. */
struct row {
	const char *name;
	const uint64_t *v, *stall;
	bool shared;    /* the machine ran others, too */
	double speedup; /* 0: none */
	const char *status;
	bool started;
	struct simt_sampled sampled;
};

/* These cycles, of those of a row. */
static double
percent_of_cycles(uint64_t cycles, const uint64_t *v)
{
	return 100 * (double)cycles / (double)v[SIMT_STAT_cycles];
}

/* Fills in the cells of a row, which are empty. */
static void
fill_row(const struct report *r, const struct table *t, char (*c)[CELL], const struct row *row)
{
	const uint64_t *v = row->v;
	double slots, lane_slots;

	snprintf(c[NAME], CELL, "%s", row->name);
	if (strcmp(row->status, "ok"))
		snprintf(c[STATUS], CELL, "%s", row->status);
	else if (row->sampled.passed)
		snprintf(c[STATUS], CELL, "sampled, -%.1f %% +%.1f %%", 100 - percent_of_cycles(row->sampled.low, v),
			 percent_of_cycles(row->sampled.high, v) - 100);
	if (!row->started)
		return;
	if (r->run->o.mode == SIMT_CYCLE) {
		put_count(t, c[CYCLES], v[SIMT_STAT_cycles]);
		put_time(c[TIME], (double)v[SIMT_STAT_cycles] * 1000 / machine_clock(r));
	}
	put_count(t, c[WARP_INST], v[SIMT_STAT_inst_executed]);
	put_count(t, c[THREAD_INST], v[SIMT_STAT_thread_inst_executed]);
	snprintf(c[LANES], CELL, "%.2f", lanes(v));
	put_count(t, c[WAITING], v[SIMT_STAT_lanes_waiting]);
	lane_slots = (double)v[SIMT_STAT_thread_inst_executed] + (double)v[SIMT_STAT_lanes_waiting] +
		     (double)v[SIMT_STAT_lanes_exited] + (double)v[SIMT_STAT_lanes_never] + (double)v[SIMT_STAT_lanes_unfilled];
	put_share(c[WAITING_SHARE], (double)v[SIMT_STAT_lanes_waiting], lane_slots);
	slots = (double)v[SIMT_STAT_slots_issued] + (double)v[SIMT_STAT_slots_no_eligible] + (double)v[SIMT_STAT_slots_no_warp];
	/* slots in which nothing issues belong to the machine */
	put_share(c[ISSUE], (double)v[SIMT_STAT_slots_issued], row->shared ? 0 : slots);
	put_states(c[STATES], row->stall, v[SIMT_STAT_warp_cycles]);
	if (row->speedup > 0)
		snprintf(c[SPEEDUP], CELL, "%.2f", row->speedup);
}

/* Of a case, or, unless l is NULL, of a launch of it. */
static void
put_row(const struct report *r, struct table *t, size_t i, const struct run_launch *l)
{
	const struct run_case *c = &r->run->cases[i];
	char cell[COLUMNS][CELL] = {{0}}, name[CELL];
	const char *text[COLUMNS];

	if (l) {
		const struct simt_launch_stats s = run_launch_stats(l);

		snprintf(name, sizeof name, "  %.*s", CELL - 8, r->run->w->launch[l->launch].name);
		fill_row(r, t, cell,
			 &(struct row){name, s.v, s.stall, s.shared, 0, report_status(l->status, l->started), l->started,
				       s.sampled});
	} else {
		fill_row(r, t, cell,
			 &(struct row){r->run->w->cases[i].name, c->v, c->stall, false, speedup(r, i),
				       report_status(c->status, c->started), c->started, c->sampled});
	}
	for (int k = 0; k < COLUMNS; k++)
		text[k] = cell[k];
	if (t->out)
		put_line(t->out, text, t->width);
	else
		measure_line(text, t->width);
}

static void
put_rows(const struct report *r, struct table *t)
{
	const struct run *run = r->run;

	for (size_t i = 0; i < run->w->ncases; i++) {
		const struct run_case *c = &run->cases[i];

		if (!c->selected)
			continue;
		put_row(r, t, i, NULL);
		for (size_t k = 0; c->nlaunches > 1 && k < c->nlaunches; k++)
			put_row(r, t, i, &c->launches[k]);
	}
}

/* Returns the width of the table. */
static size_t
measure(const struct report *r, struct table *t)
{
	size_t total = 0;

	memset(t->width, 0, sizeof t->width);
	put_rows(r, t);
	for (int k = 0; k < COLUMNS; k++) {
		for (int h = 0; h < 2 && t->width[k]; h++)
			t->width[k] = strlen(head[k][h]) > t->width[k] ? strlen(head[k][h]) : t->width[k];
		total += t->width[k] ? t->width[k] + 2 : 0;
	}
	return total ? total - 2 : 0;
}

void
report_table(const struct report *r, FILE *out, unsigned width)
{
	struct table t = {.out = NULL};
	size_t *columns = t.width, total = measure(r, &t);

	if (width && total > width) {
		t.compact = true;
		total = measure(r, &t);
	}
	if (width && total > width) {
		size_t room = columns[NAME] > 12 ? columns[NAME] - 12 : 0;

		columns[NAME] -= total - width < room ? total - width : room;
		total = total - width < room ? width : total - room;
	}
	if (width && total > width)
		columns[STATES] -= total - width < columns[STATES] ? total - width : columns[STATES];
	for (int h = 0; h < 2; h++) {
		const char *text[COLUMNS];

		for (int k = 0; k < COLUMNS; k++)
			text[k] = head[k][h];
		put_line(out, text, columns);
	}
	t.out = out;
	put_rows(r, &t);
}
