/* report-causes.c: prints what holds each launch back: a verdict, the limits without which it would be faster, limits that hide each other,
 * and, where lanes that do nothing are among them, the source lines that lose most. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/csvfile.h"
#include "workloads/analysis/advice.h"
#include "workloads/report/report-causes.h"
#include "workloads/report/report-text.h"

enum { TITLE = 60 /* the longest */, BAR = 20, ROOTS_TOLD = 3, REMEDIES_TOLD = 4, WIDTH = 100 };

static double
percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

/* Where the device's cycles are, if that is known. */
static void
put_interval(FILE *out, double cycles, const struct interval *i)
{
	char low[32], high[32];

	if (i->high > 0)
		fprintf(out, " (%d %%: %s to %s%s)", INTERVALS_LEVEL,
			report_grouped((uint64_t)interval_cycles(cycles, i->low), low, sizeof low),
			report_grouped((uint64_t)interval_cycles(cycles, i->high), high, sizeof high),
			i->distance > 1 ? ", unlike all that was measured" : "");
}

static void
put_head(FILE *out, const struct simt_launch_stats *s, const struct simt_machine *m, const struct interval *interval)
{
	const double slots = (double)s->v[SIMT_STAT_slots_issued], cycles = (double)s->v[SIMT_STAT_cycles];
	const double all = cycles * simt_machine_number(m, "sms") * simt_machine_number(m, "subcores");
	char text[32];

	fprintf(out, "  %s cycles", report_grouped(s->v[SIMT_STAT_cycles], text, sizeof text));
	put_interval(out, cycles, interval);
	fprintf(out, ", %.2f us; instructions issue in %.1f %% of the issue slots of the machine.\n",
		cycles / simt_machine_number(m, "clock"), percent(slots, all));
}

/* Of what the lane-slots of a launch are lost to, in words. */
static void
put_lanes(FILE *out, const struct simt_launch_stats *s)
{
	const double active = (double)s->v[SIMT_STAT_thread_inst_executed], on = (double)s->v[SIMT_STAT_thread_inst_executed_true];
	const double waiting = (double)s->v[SIMT_STAT_lanes_waiting], exited = (double)s->v[SIMT_STAT_lanes_exited];
	const double never = (double)s->v[SIMT_STAT_lanes_never], unfilled = (double)s->v[SIMT_STAT_lanes_unfilled];
	const double all = active + waiting + exited + never + unfilled;

	fprintf(out,
		"    Of the lane-slots %.1f %% compute, %.1f %% are guarded off, %.1f %% wait for other lanes of their warp, "
		"%.1f %% have exited.\n",
		percent(on, all), percent(active - on, all), percent(waiting, all), percent(exited, all));
}

void
report_verdict(const struct causes *c, char *text, size_t size)
{
	const struct cause *first = causes_first(c);
	const struct cause_pair *pair = causes_first_pair(c);

	if (pair)
		snprintf(text, size,
			 "First limit: two that hide each other, %s and %s. Without both the launch would be %.2f times as fast.",
			 cause_info[pair->a].title, cause_info[pair->b].title, pair->gain);
	else if (first)
		snprintf(text, size, "First limit: %s. Without it the launch would be %.2f times as fast.",
			 cause_info[first->limit].title, first->gain);
	else if (c->tried)
		snprintf(text, size, "No single limit holds it back: without any one of them it would be less than %.0f %% faster.",
			 least_value[LEAST_worth_telling]);
	else
		snprintf(text, size,
			 "By its counts alone, most may be due to %s (%.1f %% at the most). Without --quick it is tried.",
			 cause_info[c->cause[0].limit].title, c->cause[0].share);
}

static void
put_verdict(FILE *out, const struct causes *c)
{
	char text[400];

	report_verdict(c, text, sizeof text);
	fprintf(out, "  %s\n", text);
}

static void
put_row(FILE *out, const struct cause *x, double most)
{
	int bar = most > 1 && x->gain > 1 ? (int)((x->gain - 1) / (most - 1) * BAR + 0.5) : 0;

	if (x->gain > 0)
		fprintf(out, "    %-*s %5.2f  ", TITLE, cause_info[x->limit].title, x->gain);
	else
		fprintf(out, "    %-*s %5s  ", TITLE, cause_info[x->limit].title, "-");
	for (int i = 0; i < BAR; i++)
		putc(i < bar ? '#' : ' ', out);
	fprintf(out, " %5.1f %%\n", x->share);
}

/* A row that begins with `title` and names limits. Those that gain so much as `low`, and less than `high`. */
static void
put_names(FILE *out, const struct causes *c, const char *title, double low, double high)
{
	int at = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct cause *x = c->cause + i;
		const char *name = cause_info[x->limit].title;

		if (x->gain < low || x->gain >= high || x->share < least_value[LEAST_worth_trying])
			continue;
		if (at && at + (int)strlen(name) + 3 > WIDTH)
			at = fprintf(out, ",\n      %s", name) - 2;
		else
			at += fprintf(out, "%s%s", at ? ", " : title, name);
	}
	if (at)
		fputs(".\n", out);
}

static void
put_table(FILE *out, const struct causes *c)
{
	const double row = 1 + least_value[LEAST_worth_a_row] / 100;

	fprintf(out, "\n    %-*s %-*s %7s\n", TITLE, c->tried ? "without ..." : "may be due to ...", BAR + 7,
		c->tried ? "times as fast" : "", "at most");
	for (size_t i = 0; i < c->n; i++)
		if (c->cause[i].gain >= row || (!c->tried && c->cause[i].share >= least_value[LEAST_worth_trying]))
			put_row(out, c->cause + i, c->tried ? c->cause[0].gain : 0);
	if (c->tried) {
		put_names(out, c, "    No faster without ", 1e-9, row);
		put_names(out, c, "    Could not be tried: ", 0, 1e-9);
	}
	for (size_t i = 0; i < c->npairs; i++)
		fprintf(out, "    Without both %s and %s: %.2f times as fast. Each hides what the other costs.\n",
			cause_info[c->pair[i].a].title, cause_info[c->pair[i].b].title, c->pair[i].gain);
}

/* ---- what to do ---- */

/* `text` in lines of WIDTH characters. The first one has been begun, as far as `at`; the others begin at `indent`. */
static void
put_wrapped(FILE *out, const char *text, int at, int indent)
{
	bool first = true;

	while (*text) {
		const int word = (int)strcspn(text, " ");

		if (!first && at + 1 + word > WIDTH)
			at = fprintf(out, "\n%*s", indent, "") - 1;
		else if (!first)
			at += fprintf(out, " ");
		at += fprintf(out, "%.*s", word, text);
		text += word;
		text += strspn(text, " ");
		first = false;
	}
	putc('\n', out);
}

enum { NUMBER = 7 }; /* characters in front of a remedy's text */

/* How its gain is known. */
static void
put_gain(FILE *out, const struct cause_remedy *x)
{
	char text[400];

	if (x->trial != TRIALS)
		snprintf(text, sizeof text, "Tried itself, %s: %.2f times as fast.", trial_info[x->trial].title, x->gain);
	else if (!(x->gain > 0))
		snprintf(text, sizeof text, "Not tried. At most %.1f %% may be due to %s.", x->share, cause_info[x->limit].title);
	else if (x->with != CAUSES)
		snprintf(text, sizeof text, "Not tried itself. Without %s and %s: %.2f times as fast.", cause_info[x->limit].title,
			 cause_info[x->with].title, x->gain);
	else
		snprintf(text, sizeof text, "Not tried itself. Without %s: %.2f times as fast.", cause_info[x->limit].title,
			 x->gain);
	put_wrapped(out, text, fprintf(out, "%*s", NUMBER, ""), NUMBER);
	if (x->all > x->gain)
		fprintf(out, "%*sWithout all limits that it may mend: %.2f times as fast.\n", NUMBER, "", x->all);
}

static void
put_remedy(FILE *out, const struct cause_remedy *x, size_t number, const struct simt_function *f)
{
	char source[80] = "", text[800];

	if (x->pc != ROOT_NONE)
		report_own_source(f, x->pc, source, sizeof source);
	snprintf(text, sizeof text, "%s%s%s%s%s%s%s.", cause_remedy_title(x), *source ? ", at " : "", source, x->reason ? ": " : "",
		 x->reason ? x->reason : "", x->reason ? ". That is: " : "", x->reason ? remedy_info[x->remedy].what : "");
	put_wrapped(out, text, fprintf(out, "    %zu. ", number), NUMBER);
	put_gain(out, x);
}

static void
put_refuted(FILE *out, const struct cause_remedy *x, const char *before)
{
	char text[400];

	snprintf(text, sizeof text, "Not advised: %s. Tried itself, %s: ", cause_remedy_title(x), trial_info[x->trial].title);
	if (x->gain > 0)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%.2f times as fast.", x->gain);
	else
		snprintf(text + strlen(text), sizeof text - strlen(text),
			 "other results. The kernel relies on the size of its blocks.");
	fputs(before, out);
	put_wrapped(out, text, fprintf(out, "    "), NUMBER);
}

static void
put_what_to_do(FILE *out, const struct causes *c, const struct simt_function *f)
{
	size_t told = 0, refuted = 0;

	for (size_t i = 0; i < c->nremedies; i++)
		refuted += c->remedy[i].refuted;
	if (c->nremedies > refuted)
		fprintf(out, "\n    What to do, %s:\n",
			c->tried ? "by what an experiment gained" : "by what may be due to the limit");
	for (size_t i = 0; i < c->nremedies - refuted && told < REMEDIES_TOLD; i++)
		put_remedy(out, c->remedy + i, ++told, f);
	if (c->nremedies - refuted > told)
		fprintf(out, "    %zu more come after these.\n", c->nremedies - refuted - told);
	for (size_t i = c->nremedies - refuted; i < c->nremedies; i++)
		put_refuted(out, c->remedy + i, i || told ? "" : "\n");
}

/* ---- roots of divergence ---- */

/* Roots of one kind at one source line, or at one instruction where lines are not known. */
struct line_root {
	const struct root *first; /* the one that loses most */
	size_t roots;
	uint64_t lost;
	char source[80];
};

static int
by_lost(const void *va, const void *vb)
{
	const struct line_root *a = va, *b = vb;

	return a->lost == b->lost ? (a->first->pc > b->first->pc) - (a->first->pc < b->first->pc) : a->lost < b->lost ? 1 : -1;
}

/* Fills `to`, of l->n; returns how many there are. */
static size_t
gather_lines(const struct root_list *l, const struct simt_function *f, struct line_root *to)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++) {
		const struct root *r = l->root + i;
		char source[80];
		size_t k = 0;

		report_own_source(f, r->pc, source, sizeof source);
		while (k < n && (!*source || to[k].first->kind != r->kind || strcmp(to[k].source, source) != 0))
			k++;
		if (k == n) {
			to[n++] = (struct line_root){.first = r};
			memcpy(to[k].source, source, sizeof source);
		}
		to[k].roots++;
		to[k].lost += r->lost;
	}
	if (n)
		qsort(to, n, sizeof *to, by_lost);
	return n;
}

static void
put_remedies(FILE *out, const struct root_list *l, const struct root *r, const struct simt_function *f)
{
	struct advice advice[REMEDIES];
	struct root_facts facts;
	size_t n;

	if (!root_facts(l, (size_t)(r - l->root), f, &facts) || !(n = advise(&facts, advice)))
		return;
	fprintf(out, "      Likely remedies:");
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%s %s", i ? ";" : "", remedy_info[advice[i].remedy].title);
	fputs(".\n", out);
}

static void
put_roots(FILE *out, const struct run_launch *l, const struct simt_function *f)
{
	static const char *const verb[ROOT_KINDS] = {"lanes wait since they branched at", "lanes wait since a barrier at",
						     "lanes are guarded off at", "lanes have exited at"};
	struct line_root *line = zeroed(l->roots->n, sizeof *line);
	const size_t n = gather_lines(l->roots, f, line);

	for (size_t i = 0; i < n && i < ROOTS_TOLD; i++) {
		const double share = percent((double)line[i].lost, (double)root_list_all(l->roots));

		if (share < least_value[LEAST_worth_trying])
			break;
		fprintf(out, "    %.1f %% of all lane-slots: %s %s", share, verb[line[i].first->kind],
			*line[i].source ? line[i].source : "");
		if (line[i].roots == 1 || !*line[i].source)
			fprintf(out, "%s0x%04x", *line[i].source ? ", " : "", 16 * line[i].first->pc);
		else
			fprintf(out, ", %zu instructions", line[i].roots);
		fputs(".\n", out);
		put_remedies(out, l->roots, line[i].first, f);
	}
	free(line);
}

/* ---- a launch ---- */

static void
put_launch(FILE *out, const struct run *run, const struct causes *c, const struct run_launch *l, const struct interval *interval)
{
	const struct simt_launch_stats s = run_launch_stats(l);
	bool lanes = !c->tried;

	put_head(out, &s, run->machine, interval);
	put_verdict(out, c);
	put_table(out, c);
	put_what_to_do(out, c, run->function[l->launch]);
	for (size_t i = 0; i < c->tried; i++)
		if (c->cause[i].limit == CAUSE_lanes && c->cause[i].gain >= 1 + least_value[LEAST_worth_telling] / 100)
			lanes = true;
	if (!l->roots)
		return;
	putc('\n', out);
	put_lanes(out, &s);
	if (lanes)
		put_roots(out, l, run->function[l->launch]);
	else
		fputs("    Lanes that do nothing cost next to no time here: it is not divergence that holds the launch back.\n",
		      out);
}

void
report_causes(const struct run *run, const struct causes_found *f, const struct intervals *intervals, FILE *out)
{
	struct report r = {.run = run};
	bool any = false;

	values_init(&r.values, run->machine);
	r.values.intervals = intervals;

	for (size_t i = 0; i < run->w->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++) {
			const struct causes *c = causes_of(f, i, k);

			if (any)
				putc('\n', out);
			any = true;
			report_title(run, out, i, &run->cases[i].launches[k]);
			if (c) {
				const struct interval interval = report_interval(&r, i, &run->cases[i].launches[k]);

				put_launch(out, run, c, &run->cases[i].launches[k], &interval);
			}
		}
}

/* ---- for programs ---- */

/* The cells of a row up to `limit`. */
static void
put_cells(FILE *out, const struct run *run, size_t i, const struct run_launch *l)
{
	const struct workload_launch *x = &run->w->launch[l->launch];

	csvfile_put(out, run->w->cases[i].name);
	putc(',', out);
	csvfile_put(out, x->name);
	fprintf(out, ",%u,", l->id);
	csvfile_put(out, x->cell[COLUMN_kernel]);
}

static void
put_pair_row(FILE *out, const struct run *run, size_t i, const struct run_launch *l, const struct cause_pair *x)
{
	put_cells(out, run, i, l);
	fprintf(out, ",%s+%s,,%.4f,,,\n", cause_info[x->a].name, cause_info[x->b].name, x->gain);
}

static void
put_remedy_row(FILE *out, const struct run *run, size_t i, const struct run_launch *l, const struct cause_remedy *x)
{
	put_cells(out, run, i, l);
	fprintf(out, ",%s%s%s,%.3f,", cause_info[x->limit].name, x->with == CAUSES ? "" : "+",
		x->with == CAUSES ? "" : cause_info[x->with].name, x->share);
	if (x->gain > 0)
		fprintf(out, "%.4f", x->gain);
	fprintf(out, ",%s,%s,", cause_remedy_name(x), x->trial == TRIALS ? "" : trial_info[x->trial].name);
	if (x->all > 0)
		fprintf(out, "%.4f", x->all);
	putc('\n', out);
}

static void
put_rows(FILE *out, const struct run *run, size_t i, const struct run_launch *l, const struct causes *c)
{
	const struct cause_pair *first = causes_first_pair(c);

	if (first)
		put_pair_row(out, run, i, l, first);
	for (size_t n = 0; n < c->n; n++) {
		put_cells(out, run, i, l);
		fprintf(out, ",%s,%.3f,", cause_info[c->cause[n].limit].name, c->cause[n].share);
		if (c->cause[n].gain > 0)
			fprintf(out, "%.4f", c->cause[n].gain);
		fputs(",,,\n", out);
	}
	for (size_t n = 0; n < c->npairs; n++)
		if (c->pair + n != first)
			put_pair_row(out, run, i, l, c->pair + n);
	for (size_t n = 0; n < c->nremedies; n++)
		put_remedy_row(out, run, i, l, c->remedy + n);
}

void
report_causes_csv(const struct run *run, const struct causes_found *f, FILE *out)
{
	fputs("case,launch,id,kernel,limit,share,gain,remedy,trial,all\n", out);
	for (size_t i = 0; i < run->w->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++)
			if (causes_of(f, i, k))
				put_rows(out, run, i, &run->cases[i].launches[k], causes_of(f, i, k));
}
