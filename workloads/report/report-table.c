/* report-table.c: the table that simt-sim prints: a row for each case and launch, with where its lane-slots went.
 *
 * Where the terminal is too narrow, large numbers are shortened and speed-ups have no interval, then long names are shortened, then columns
 * are left out, those of TOO_MUCH first.
 *
 * What this module cannot do: rows of more than one line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/report/report-text.h"

enum column {
	NAME,
	CYCLES,
	ERROR,
	TIME,
	WARP_INST,
	THREAD_INST,
	ACTIVE, /* from here to UNFILLED: lane-slots */
	GUARDED,
	WAITING,
	EXITED,
	NEVER,
	UNFILLED,
	ISSUE,
	OCCUPANCY,
	STATES,
	SPEEDUP,
	STATUS,
	COLUMNS
};

static const char lane_slots[] = "lane-slots in %, * most lost";

static const char *const head[COLUMNS][2] = {
	[NAME] = {"case", ""},
	[CYCLES] = {"", "cycles"},
	[ERROR] = {"80 %:", "error"},
	[TIME] = {"", "time"},
	[WARP_INST] = {"warp", "inst"},
	[THREAD_INST] = {"thread", "inst"},
	[ACTIVE] = {"", "active"},
	[GUARDED] = {"", "guarded"},
	[WAITING] = {"", "waiting"},
	[EXITED] = {"", "exited"},
	[NEVER] = {"", "never"},
	[UNFILLED] = {"", "unfilled"},
	[ISSUE] = {"issue", "use %"},
	[OCCUPANCY] = {"occu-", "pancy"},
	[STATES] = {"warp states", "% of warp cycles"},
	[SPEEDUP] = {"speed-", "up"},
	[STATUS] = {"", ""},
};

/* Columns that are left out, one after the other. */
static const enum column too_much[] = {THREAD_INST, WARP_INST, TIME};

/* Names are not made shorter than this before columns are left out, and after that; what is left of the states is worth showing. */
enum { NAME_FIRST = 24, NAME_LEAST = 8, STATES_LEAST = 18 };

/* The rows are made once to measure them, and again to be written: there may be a million of them. */
enum { CELL = 96 };
struct table {
	size_t width[COLUMNS]; /* of what is in each column; 0: nothing */
	bool unlike;           /* a launch is further from all that were measured than these are from each other */
	bool compact;          /* 12.3M instead of 12345678 */
	bool bold;             /* what is largest is bold */
	FILE *out;             /* NULL: rows are measured */
};

/* What a row shows. */
struct cells {
	char text[COLUMNS][CELL];
	int largest; /* column of the largest loss, or -1 */
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

/* How much less and more the device may need, in per cent: "-3 +8"; "?" where the launch is unlike all that were measured. */
static void
put_error(char *to, const struct interval *i)
{
	if (i->high > 0)
		snprintf(to, CELL, "%+.0f %+.0f%s", 100 * (i->low - 1), 100 * (i->high - 1), i->distance > 1 ? "?" : " ");
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

/* ---- lines ---- */

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
measure_line(const struct cells *c, size_t *width)
{
	for (int k = 0; k < COLUMNS; k++) {
		const size_t n = text_width(c->text[k]);

		width[k] = n > width[k] ? n : width[k];
	}
}

/* Blanks in front of a column. */
static size_t
gap(int column)
{
	return column == NAME ? 0 : column > ACTIVE && column <= UNFILLED ? 1 : 2;
}

static bool
is_left(int column)
{
	return column == NAME || column == STATES || column == STATUS;
}

/* Writes a cell; names to the left, numbers to the right. A text that is too wide ends in '~'. */
static void
put_cell(const struct table *t, const struct cells *c, int k, bool last)
{
	const char *text = c->text[k];
	size_t width = t->width[k], n = text_width(text), pad = n < width ? width - n : 0, shown = 0;
	const bool bold = t->bold && k == c->largest;

	fprintf(t->out, "%*s%s", (int)(gap(k) + (is_left(k) ? 0 : pad)), "", bold ? "\033[1m" : "");
	for (; *text; text++) {
		if ((*text & 0xc0) != 0x80 && ++shown == width && n > width) {
			putc('~', t->out);
			break;
		}
		putc(*text, t->out);
	}
	fprintf(t->out, "%s%*s", bold ? "\033[0m" : "", is_left(k) && !last ? (int)pad : 0, "");
}

static void
put_line(const struct table *t, const struct cells *c)
{
	int last = COLUMNS - 1;

	while (last > 0 && (!t->width[last] || !*c->text[last]))
		last--;
	for (int k = 0; k <= last; k++)
		if (t->width[k])
			put_cell(t, c, k, k == last);
	putc('\n', t->out);
}

/* The upper line of the head has one text over all columns of lane-slots. */
static void
put_head(struct table *t)
{
	struct cells c = {.largest = -1};
	size_t *width = t->width, kept[COLUMNS];

	memcpy(kept, width, sizeof kept);
	for (int k = 0; k < COLUMNS; k++)
		snprintf(c.text[k], CELL, "%s", head[k][0]);
	snprintf(c.text[ACTIVE], CELL, "%s", lane_slots);
	for (int k = GUARDED; k <= UNFILLED; k++) {
		width[ACTIVE] += width[k] ? gap(k) + width[k] : 0;
		width[k] = 0;
	}
	put_line(t, &c);
	memcpy(width, kept, sizeof kept);
	for (int k = 0; k < COLUMNS; k++)
		snprintf(c.text[k], CELL, "%s", head[k][1]);
	put_line(t, &c);
}

/* ---- rows ---- */

/* What a row of the table is about: a case, or a launch of one. */
struct row {
	const char *name;
	const uint64_t *v, *stall;
	bool shared;    /* the machine ran others, too */
	double speedup; /* 0: none */
	const char *status;
	bool started;
	struct simt_sampled sampled;
	struct interval cycles_of, speedup_of; /* what they may be on the device; high 0: not known */
};

/* These cycles, of those of a row. */
static double
percent_of_cycles(uint64_t cycles, const uint64_t *v)
{
	return 100 * (double)cycles / (double)v[SIMT_STAT_cycles];
}

/* Where lane-slots went, and which loss is the largest. */
static void
fill_lane_slots(const struct report *r, struct cells *c, const uint64_t *v)
{
	const uint64_t on = v[SIMT_STAT_thread_inst_executed_true], part[] = {on,
									      v[SIMT_STAT_thread_inst_executed] - on,
									      v[SIMT_STAT_lanes_waiting],
									      v[SIMT_STAT_lanes_exited],
									      v[SIMT_STAT_lanes_never],
									      v[SIMT_STAT_lanes_unfilled]};
	double all = 0;
	int largest = GUARDED;

	for (int k = ACTIVE; k <= UNFILLED; k++) {
		all += (double)part[k - ACTIVE];
		if (k > GUARDED && part[k - ACTIVE] > part[largest - ACTIVE])
			largest = k;
	}
	for (int k = ACTIVE; k <= UNFILLED; k++)
		if (k < UNFILLED || simt_machine_packs(r->run->machine))
			put_share(c->text[k], (double)part[k - ACTIVE], all);
	/* what is shown as 0.0 is no loss to speak of */
	if (!all || !strcmp(c->text[largest], "0.0"))
		return;
	c->largest = largest;
	memmove(c->text[largest] + 1, c->text[largest], CELL - 1);
	*c->text[largest] = '*';
}

static double
clock_of(const struct report *r)
{
	const double mhz = (double)simt_machine_number(r->run->machine, "clock");

	return mhz > 0 ? mhz : 1;
}

/* How much of what passes by in time was used. */
static void
fill_time(const struct report *r, const struct table *t, struct cells *c, const struct row *row)
{
	const uint64_t *v = row->v;
	const double slots = (double)v[SIMT_STAT_slots_issued] + (double)v[SIMT_STAT_slots_no_eligible] +
			     (double)v[SIMT_STAT_slots_no_warp],
		     warps = (double)(simt_machine_number(r->run->machine, "threads_per_sm") /
				      simt_machine_number(r->run->machine, "warp_size"));

	put_count(t, c->text[CYCLES], v[SIMT_STAT_cycles]);
	put_error(c->text[ERROR], &row->cycles_of);
	put_time(c->text[TIME], (double)v[SIMT_STAT_cycles] * 1000 / clock_of(r));
	/* slots in which nothing issues belong to the machine, and so do its cycles */
	put_share(c->text[ISSUE], (double)v[SIMT_STAT_slots_issued], row->shared ? 0 : slots);
	put_share(c->text[OCCUPANCY], (double)v[SIMT_STAT_warp_cycles],
		  row->shared ? 0 : (double)v[SIMT_STAT_sm_cycles_active] * warps);
	put_states(c->text[STATES], row->stall, v[SIMT_STAT_warp_cycles]);
}

/* Fills in the cells of a row, which are empty. */
static void
fill_row(const struct report *r, const struct table *t, struct cells *c, const struct row *row)
{
	const uint64_t *v = row->v;

	snprintf(c->text[NAME], CELL, "%s", row->name);
	if (strcmp(row->status, "ok"))
		snprintf(c->text[STATUS], CELL, "%s", row->status);
	else if (row->sampled.passed)
		snprintf(c->text[STATUS], CELL, "sampled, -%.1f %% +%.1f %%", 100 - percent_of_cycles(row->sampled.low, v),
			 percent_of_cycles(row->sampled.high, v) - 100);
	if (!row->started)
		return;
	put_count(t, c->text[WARP_INST], v[SIMT_STAT_inst_executed]);
	put_count(t, c->text[THREAD_INST], v[SIMT_STAT_thread_inst_executed]);
	fill_lane_slots(r, c, v);
	if (r->run->o.mode == SIMT_CYCLE)
		fill_time(r, t, c, row);
	if (row->speedup > 0 && row->speedup_of.high > 0 && !t->compact)
		snprintf(c->text[SPEEDUP], CELL, "%.2f (%.2f to %.2f)", row->speedup, row->speedup_of.low, row->speedup_of.high);
	else if (row->speedup > 0)
		snprintf(c->text[SPEEDUP], CELL, "%.2f", row->speedup);
}

/* Of a case, or, unless l is NULL, of a launch of it. */
static void
put_row(const struct report *r, struct table *t, size_t i, const struct run_launch *l)
{
	const struct run_case *c = &r->run->cases[i];
	struct cells cells = {.largest = -1};
	char name[CELL];

	if (l) {
		const struct simt_launch_stats s = run_launch_stats(l);

		snprintf(name, sizeof name, "  %.*s", CELL - 8, r->run->w->launch[l->launch].name);
		fill_row(r, t, &cells,
			 &(struct row){name, s.v, s.stall, s.shared, 0, report_status(l->status, l->started), l->started, s.sampled,
				       report_interval(r, i, l), (struct interval){.high = 0}});
	} else {
		fill_row(r, t, &cells,
			 &(struct row){r->run->w->cases[i].name, c->v, c->stall, false, report_speedup(r, i),
				       report_status(c->status, c->started), c->started, c->sampled,
				       c->nlaunches == 1 ? report_interval(r, i, c->launches) : (struct interval){.high = 0},
				       report_speedup_interval(r, i)});
	}
	t->unlike = t->unlike || strchr(cells.text[ERROR], '?');
	if (t->out)
		put_line(t, &cells);
	else
		measure_line(&cells, t->width);
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

/* ---- the table ---- */

static size_t
total(const struct table *t)
{
	size_t n = 0;

	for (int k = 0; k < COLUMNS; k++)
		n += t->width[k] ? gap(k) + t->width[k] : 0;
	return n;
}

static void
measure(const struct report *r, struct table *t)
{
	memset(t->width, 0, sizeof t->width);
	put_rows(r, t);
	for (int k = 0; k < COLUMNS; k++)
		for (int h = 0; h < 2 && t->width[k]; h++)
			t->width[k] = strlen(head[k][h]) > t->width[k] ? strlen(head[k][h]) : t->width[k];
}

/* A column becomes narrower by what the table is too wide, down to a width. */
static void
narrow(struct table *t, enum column k, size_t least, size_t width)
{
	const size_t room = t->width[k] > least ? t->width[k] - least : 0, much = total(t) > width ? total(t) - width : 0;

	t->width[k] -= much < room ? much : room;
}

static void
fit(const struct report *r, struct table *t, size_t width)
{
	if (total(t) > width) {
		t->compact = true;
		measure(r, t);
	}
	narrow(t, NAME, NAME_FIRST, width);
	for (size_t i = 0; i < sizeof too_much / sizeof *too_much && total(t) > width; i++)
		t->width[too_much[i]] = 0;
	narrow(t, STATES, STATES_LEAST, width);
	if (total(t) > width)
		t->width[STATES] = 0;
	/* the last one to go, where names cannot be shortened enough */
	if (total(t) > width + (t->width[NAME] > NAME_LEAST ? t->width[NAME] - NAME_LEAST : 0))
		t->width[ERROR] = 0;
	narrow(t, NAME, NAME_LEAST, width);
}

void
report_table(const struct report *r, FILE *out, unsigned width, bool bold)
{
	struct table t = {.bold = bold};

	measure(r, &t);
	if (width)
		fit(r, &t, width);
	t.out = out;
	put_head(&t);
	put_rows(r, &t);
	if (t.unlike && t.width[ERROR])
		fputs("?: unlike all launches that were measured; the error may be larger.\n", out);
}
