/* accuracy-report.c: the tables and the CSV of simt-check --accuracy. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "validate/accuracy/accuracy.h"
#include "validate/check/check-grid.h"
#include "base/csvfile.h"

/* ---- which launches a line is about ---- */
enum { ANY = -1, JUDGED = -2 };
struct pick {
	const struct accuracy *a;
	int set, technique; /* or ANY */
	int class;          /* or ANY, or JUDGED: all but the shortest */
	size_t in_group;    /* or SIZE_MAX */
};

static bool
takes(const struct accuracy_launch *l, const void *arg)
{
	const struct pick *p = arg;
	int class = accuracy_class(l);

	return (p->set == ANY || p->set == (int)l->set) && (p->technique == ANY || p->technique == l->technique) &&
	       (p->class == ANY || p->class == class || (p->class == JUDGED && class > 0)) &&
	       (p->in_group == SIZE_MAX || p->in_group == l->in_group);
}

static struct pick
all_of(const struct accuracy *a, int set)
{
	return (struct pick){.a = a, .set = set, .technique = ANY, .class = JUDGED, .in_group = SIZE_MAX};
}

/* ---- cells ---- */
static void
percent(char *to, double v)
{
	if (isnan(v))
		snprintf(to, GRID_CELL, "-");
	else
		snprintf(to, GRID_CELL, fabs(v) < 10 ? "%.1f %%" : "%.0f %%", 100 * v);
}

static void
signed_percent(char *to, double v)
{
	if (isnan(v))
		snprintf(to, GRID_CELL, "-");
	else
		snprintf(to, GRID_CELL, fabs(v) < 10 ? "%+.1f %%" : "%+.0f %%", 100 * v);
}

static void
number(char *to, size_t n)
{
	snprintf(to, GRID_CELL, "%zu", n);
}

static void
ratio(char *to, double v)
{
	if (isnan(v))
		snprintf(to, GRID_CELL, "-");
	else
		snprintf(to, GRID_CELL, "%.3f", v);
}

/* "tiled-matmul,w=500-1999: plain-8-500" */
static void
name_of(char *to, const struct accuracy *a, const struct accuracy_launch *l)
{
	int n = snprintf(to, GRID_CELL, "%s: %s%s%s%s", a->group[l->in_group].name, l->of_case, *l->launch ? " " : "", l->launch,
			 l->extrapolated ? " (extrapolated)" : "");

	if (n > 0 && n < GRID_CELL && l->ordinal)
		snprintf(to + n, GRID_CELL - (size_t)n, " #%u", l->ordinal + 1);
}

static void
put(const struct accuracy_show *s, struct grid *g, const struct grid_head *head, FILE *out)
{
	if (s->markdown)
		grid_markdown(g, head, out);
	else
		grid_put(g, head, out, s->width);
	grid_clear(g);
}

static void
title(const struct accuracy_show *s, FILE *out, const char *text)
{
	fprintf(out, s->markdown ? "\n**%s**\n\n" : "\n%s\n", text);
}

/* ---- errors by set ---- */
static const struct grid_head error_head[] = {{"launches of more than 20 us", "", true},
					      {"launches", "", false},
					      {"not", "simulated", false},
					      {"MAPE", "", false},
					      {"median", "", false},
					      {"worst", "", false},
					      {"mean", "signed", false},
					      {"null model", "MAPE", false},
					      {"", "median", false},
					      {"", "worst", false}};

static void
error_line(struct grid *g, const char *name, struct pick p)
{
	struct accuracy_errors r = accuracy_errors(p.a, takes, &p);
	char(*cell)[GRID_CELL];

	if (!r.n && !r.missing)
		return;
	cell = grid_add(g);
	snprintf(cell[0], GRID_CELL, "%s", name);
	number(cell[1], r.n);
	if (r.missing)
		number(cell[2], r.missing);
	percent(cell[3], r.mape);
	percent(cell[4], r.median);
	signed_percent(cell[5], r.worst);
	signed_percent(cell[6], r.bias);
	if (r.null_n) {
		percent(cell[7], r.null_mape);
		percent(cell[8], r.null_median);
		percent(cell[9], r.null_worst);
	}
}

static void
put_errors(const struct accuracy *a, const struct accuracy_show *s, struct grid *g, FILE *out)
{
	struct pick p = all_of(a, ACCURACY_TRAINING);
	char name[GRID_CELL];

	g->columns = sizeof error_head / sizeof *error_head;
	error_line(g, "training", p);
	for (p.in_group = 0; p.in_group < a->ngroup; p.in_group++) {
		snprintf(name, sizeof name, "  %.80s", a->group[p.in_group].name);
		error_line(g, name, p);
	}
	error_line(g, "microbenchmarks", all_of(a, ACCURACY_MICRO));
	error_line(g, "development", all_of(a, ACCURACY_DEVELOPMENT));
	p = all_of(a, ACCURACY_HELD_OUT);
	error_line(g, "held-out", p);
	p.technique = false;
	error_line(g, "  kernels that are no technique", p);
	p.technique = true;
	error_line(g, "  techniques at other sizes", p);
	put(s, g, error_head, out);
}

/* ---- order, by size class ---- */
static const struct grid_head class_head[] = {{"set", "", true},   {"measured time", "", true}, {"launches", "", false},
					      {"MAPE", "", false}, {"Pearson", "", false},      {"Kendall", "tau-b", false}};

static void
put_classes(const struct accuracy *a, const struct accuracy_show *s, struct grid *g, FILE *out)
{
	static const char *const class_name[ACCURACY_CLASSES] = {"up to 20 us", "20 to 100 us", "100 to 1000 us", "over 1000 us"};

	g->columns = sizeof class_head / sizeof *class_head;
	for (int set = 0; set < ACCURACY_SETS; set++) {
		struct pick p = all_of(a, set);
		struct accuracy_errors r;
		char(*cell)[GRID_CELL];

		for (p.class = 0; p.class < ACCURACY_CLASSES; p.class ++) {
			r = accuracy_errors(a, takes, &p);
			if (!r.n)
				continue;
			cell = grid_add(g);
			snprintf(cell[0], GRID_CELL, "%s", accuracy_set_name[set]);
			snprintf(cell[1], GRID_CELL, "%s", class_name[p.class]);
			number(cell[2], r.n);
			percent(cell[3], r.mape);
			ratio(cell[4], r.pearson);
			ratio(cell[5], r.tau);
		}
		p.class = ANY;
		r = accuracy_errors(a, takes, &p);
		if (!r.n)
			continue;
		cell = grid_add(g);
		snprintf(cell[0], GRID_CELL, "%s", accuracy_set_name[set]);
		snprintf(cell[1], GRID_CELL, "pairs within a class");
		number(cell[2], r.n);
		percent(cell[3], r.mape);
		ratio(cell[5], r.tau_within);
	}
	if (g->n) {
		title(s, out, "By measured time: does the order agree?");
		put(s, g, class_head, out);
	}
}

/* ---- short launches ---- */
static const struct grid_head short_head[] = {{"launches up to 20 us", "", true},
					      {"launches", "", false},
					      {"MAPE", "", false},
					      {"median", "", false},
					      {"mean", "signed", false},
					      {"median", "noise", false},
					      {"within", "their noise", false}};

static void
put_short(const struct accuracy *a, const struct accuracy_show *s, struct grid *g, FILE *out)
{
	g->columns = sizeof short_head / sizeof *short_head;
	for (int set = 0; set < ACCURACY_SETS; set++) {
		struct pick p = all_of(a, set);
		struct accuracy_errors r;
		char(*cell)[GRID_CELL];

		p.class = 0;
		r = accuracy_errors(a, takes, &p);
		if (!r.n)
			continue;
		cell = grid_add(g);
		snprintf(cell[0], GRID_CELL, "%s", accuracy_set_name[set]);
		number(cell[1], r.n);
		percent(cell[2], r.mape);
		percent(cell[3], r.median);
		signed_percent(cell[4], r.bias);
		percent(cell[5], r.noise);
		number(cell[6], r.within_noise);
	}
	if (g->n) {
		title(s, out, "Short launches beside their noise: (highest - lowest) / median of passes or runs");
		put(s, g, short_head, out);
	}
}

/* ---- worst ---- */
static const struct grid_head worst_head[] = {
	{"set", "", true},    {"launch", "", true}, {"cycles", "measured", false}, {"", "simulated", false},
	{"error", "", false}, {"noise", "", false}, {"null model", "error", false}};

static void
launch_line(const struct accuracy *a, struct grid *g, const struct accuracy_launch *l)
{
	char(*cell)[GRID_CELL] = grid_add(g);

	snprintf(cell[0], GRID_CELL, "%s", accuracy_set_name[l->set]);
	name_of(cell[1], a, l);
	snprintf(cell[2], GRID_CELL, "%.0f", l->measured);
	if (!isnan(l->simulated))
		snprintf(cell[3], GRID_CELL, "%.0f", l->simulated);
	signed_percent(cell[4], l->simulated / l->measured - 1);
	percent(cell[5], l->noise);
	if (!isnan(l->null))
		signed_percent(cell[6], l->null / l->measured - 1);
}

static void
put_worst(const struct accuracy *a, const struct accuracy_show *s, struct grid *g, FILE *out)
{
	g->columns = sizeof worst_head / sizeof *worst_head;
	for (int set = 0; set < ACCURACY_SETS; set++) {
		struct pick p = all_of(a, set);
		struct accuracy_errors r = accuracy_errors(a, takes, &p);

		for (size_t i = 0; i < r.nworst; i++)
			launch_line(a, g, &a->launch[r.worst_five[i]]);
	}
	if (g->n) {
		title(s, out, "The five worst of each set");
		put(s, g, worst_head, out);
	}
}

static void
put_cases(const struct accuracy *a, const struct accuracy_show *s, struct grid *g, FILE *out)
{
	g->columns = sizeof worst_head / sizeof *worst_head;
	for (size_t i = 0; i < a->nlaunch; i++) {
		const struct accuracy_launch *l = &a->launch[i];

		if (l->wanted && !isnan(l->simulated) && (l->set != ACCURACY_HELD_OUT || s->held_out_cases))
			launch_line(a, g, l);
	}
	if (g->n) {
		title(s, out, s->held_out_cases ? "Every launch" : "Every launch but the held-out ones");
		put(s, g, worst_head, out);
	}
}

/* ---- speed-ups ---- */
static const struct grid_head speedup_head[] = {{"speed-ups of techniques", "", true},
						{"pairs", "", false},
						{"mean", "error", false},
						{"median", "", false},
						{"worst", "", false},
						{"changes", "over 3 %", false},
						{"direction", "right", false},
						{"worst at", "", true},
						{"direction wrong", "", true}};

static void
put_speedups(const struct accuracy *a, const struct accuracy_show *s, struct grid *g, FILE *out)
{
	g->columns = sizeof speedup_head / sizeof *speedup_head;
	for (int set = 0; set < ACCURACY_SETS; set++)
		for (int all = 0; all < 2; all++) {
			struct accuracy_speedups r = accuracy_speedups(a, (enum accuracy_set)set, !all);
			char(*cell)[GRID_CELL];
			size_t length = 0;

			if (!r.n)
				continue;
			cell = grid_add(g);
			snprintf(cell[0], GRID_CELL, "%s%s", accuracy_set_name[set], all ? ", all" : ", one side over 20 us");
			number(cell[1], r.n);
			percent(cell[2], r.mean);
			percent(cell[3], r.median);
			percent(cell[4], r.worst);
			number(cell[5], r.changes);
			number(cell[6], r.right);
			snprintf(cell[7], GRID_CELL, "%s", a->launch[r.worst_at].of_case);
			for (size_t i = 0; i < r.nwrong && length < GRID_CELL; i++)
				length += (size_t)snprintf(cell[8] + length, GRID_CELL - length, "%s%s", i ? " " : "",
							   a->launch[r.wrong_at[i]].of_case);
		}
	if (g->n) {
		title(s, out, "Speed-ups: cases of one launch over the case before");
		put(s, g, speedup_head, out);
	}
}

/* ---- warp states ---- */
static const struct grid_head states_head[] = {
	{"warp states", "", true}, {"launches", "", false}, {"four largest on the device:", "mean difference, points", false}};
static const struct grid_head state_head[] = {
	{"set", "", true}, {"state", "", true}, {"%", "simulated", false}, {"", "measured", false}, {"mean", "difference", false}};

static void
points(char *to, double v)
{
	snprintf(to, GRID_CELL, "%.1f", 100 * v);
}

static void
put_states(const struct accuracy *a, const struct accuracy_show *s, struct grid *g, FILE *out)
{
	g->columns = sizeof states_head / sizeof *states_head;
	for (int set = 0; set < ACCURACY_SETS; set++)
		for (int all = 0; all < 2; all++) {
			struct pick p = all_of(a, set);
			struct accuracy_states r;
			char(*cell)[GRID_CELL];

			p.class = all ? ANY : JUDGED;
			r = accuracy_states(a, takes, &p);
			if (!r.n)
				continue;
			cell = grid_add(g);
			snprintf(cell[0], GRID_CELL, "%s, %s", accuracy_set_name[set], all ? "all" : "over 20 us");
			number(cell[1], r.n);
			points(cell[2], r.four);
		}
	if (!g->n)
		return;
	title(s, out, "Warp states: shares of resident warp-cycles");
	put(s, g, states_head, out);
	g->columns = sizeof state_head / sizeof *state_head;
	for (int set = 0; s->states && set < ACCURACY_SETS; set++) {
		struct pick p = all_of(a, set);
		struct accuracy_states r = accuracy_states(a, takes, &p);

		for (size_t k = 0; r.n && accuracy_state_name(k); k++) {
			char(*cell)[GRID_CELL];

			if (r.off[k] < 0.0005)
				continue;
			cell = grid_add(g);
			snprintf(cell[0], GRID_CELL, "%s", accuracy_set_name[set]);
			snprintf(cell[1], GRID_CELL, "%s", accuracy_state_name(k));
			points(cell[2], r.share[ACCURACY_SIMULATED][k]);
			points(cell[3], r.share[ACCURACY_MEASURED][k]);
			points(cell[4], r.off[k]);
		}
	}
	if (g->n) {
		title(s, out, "Each state, means over launches of more than 20 us");
		put(s, g, state_head, out);
	}
}

/* ---- the whole ---- */
void
accuracy_report(const struct accuracy *a, const struct accuracy_show *s, FILE *out)
{
	struct grid g = {.columns = 0};
	size_t extrapolated = 0;

	for (size_t i = 0; i < a->nlaunch; i++)
		extrapolated += a->launch[i].wanted && a->launch[i].extrapolated;
	if (extrapolated)
		fprintf(out, "Extrapolated: %zu launches were simulated on another machine than %s, or with parameters set.\n\n",
			extrapolated, a->machine);
	put_errors(a, s, &g, out);
	if (a->null.n)
		fprintf(out,
			"%sNull model: cycles = %.0f + %.4g * warp instructions + %.4g * bytes from DRAM, fitted to %zu training "
			"launches.\n",
			s->markdown ? "\n" : "", a->null.launch, a->null.inst, a->null.byte, a->null.n);
	if (a->left_out)
		fprintf(out, "%sLaunches of these sets left out, since their simulation takes longer (--size): %zu.\n",
			s->markdown ? "\n" : "", a->left_out);
	if (a->missing)
		fprintf(out, "%sFiles of measurements that the list names and the folder does not have: %zu.\n",
			s->markdown ? "\n" : "", a->missing);
	put_classes(a, s, &g, out);
	put_short(a, s, &g, out);
	put_worst(a, s, &g, out);
	put_speedups(a, s, &g, out);
	put_states(a, s, &g, out);
	if (s->cases)
		put_cases(a, s, &g, out);
	grid_free(&g);
}

void
accuracy_csv(const struct accuracy *a, const struct accuracy_show *s, FILE *out)
{
	fputs("set,size,workload,let,case,launch,ordinal,kernel,time_ns,measured,noise,simulated,error,null_model,extrapolated,"
	      "four_states\n",
	      out);
	for (size_t i = 0; i < a->nlaunch; i++) {
		const struct accuracy_launch *l = &a->launch[i];

		if (!l->wanted || (l->set == ACCURACY_HELD_OUT && !s->held_out_cases))
			continue;
		fprintf(out, "%s,%s,%s,", accuracy_set_name[l->set], accuracy_size_name[l->size], a->group[l->in_group].workload);
		csvfile_put(out, a->group[l->in_group].let);
		putc(',', out);
		csvfile_put(out, l->of_case);
		putc(',', out);
		csvfile_put(out, l->launch);
		fprintf(out, ",%u,%s,%.0f,%.0f,%.4f,", l->ordinal, l->kernel, l->ns, l->measured, l->noise);
		if (!isnan(l->simulated))
			fprintf(out, "%.0f,%.4f,", l->simulated, l->simulated / l->measured - 1);
		else
			fputs(",,", out);
		if (!isnan(l->null))
			fprintf(out, "%.0f", l->null);
		fprintf(out, ",%s,", l->extrapolated ? "yes" : "");
		if (l->has_states && !isnan(l->simulated))
			fprintf(out, "%.4f", accuracy_four_states(l));
		putc('\n', out);
	}
}
