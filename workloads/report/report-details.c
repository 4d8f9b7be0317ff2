/* report-details.c: prints a launch in sections, as Nsight Compute does: metrics under its labels, warp states as bars, and the
 * instructions at which warps spent their cycles, or that were executed most. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file-names.h"
#include "workloads/report/report-text.h"
#include "workloads/report/values.h"

static const struct {
	const char *section, *label, *metric; /* a section has no metric */
} detail[] = {
#define SECTION(heading)      {heading, NULL, NULL},
#define DETAIL(label, metric) {NULL, label, metric},
#include "workloads/report/details.def"
#undef SECTION
#undef DETAIL
};

enum { DETAILS = sizeof detail / sizeof *detail, LABEL = 42, NUMBER = 18, BAR = 40, HOTTEST = 12 };

static void
put_value(FILE *out, const char *label, const struct value *v)
{
	char text[40];

	if (v->whole || !v->decimals)
		report_grouped((uint64_t)v->x, text, sizeof text);
	else
		snprintf(text, sizeof text, "%.2f", v->x);
	fprintf(out, "    %-*s %*s %s\n", LABEL, label, NUMBER, text, v->unit);
}

static void
put_sections(FILE *out, const struct value *v, size_t n)
{
	const char *section = NULL;

	for (int i = 0; i < DETAILS; i++) {
		const struct value *found;

		if (!detail[i].metric) {
			section = detail[i].section;
			continue;
		}
		found = values_find(v, n, detail[i].metric);
		if (!found)
			continue;
		if (section)
			fprintf(out, "  %s\n", section);
		section = NULL;
		put_value(out, detail[i].label, found);
	}
}

/* ---- warp states ---- */

/* Numbers of the states, that with the most cycles first, those that are equal in the order of stall.def. */
static int
by_cycles(uint64_t const *stall, int *order)
{
	int n = 0;

	for (int k = 0; k < SIMT_STALLS; k++) {
		int at = n;

		if (!stall[k])
			continue;
		while (at > 0 && stall[order[at - 1]] < stall[k]) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = k;
		n++;
	}
	return n;
}

static void
put_states(FILE *out, const struct simt_launch_stats *s)
{
	const uint64_t issued = s->v[SIMT_STAT_slots_issued], all = s->v[SIMT_STAT_warp_cycles];
	int order[SIMT_STALLS], n = by_cycles(s->stall, order);

	for (int i = 0; issued && all && i < n; i++) {
		uint64_t cycles = s->stall[order[i]];
		int bar = (int)((double)cycles / (double)s->stall[order[0]] * BAR + 0.5);

		fprintf(out, "    %-*s %*.2f cycle %5.1f %%%s", LABEL, simt_stall_name[order[i]], NUMBER,
			(double)cycles / (double)issued, 100 * (double)cycles / (double)all, bar ? " " : "");
		for (int k = 0; k < bar; k++)
			putc('#', out);
		putc('\n', out);
	}
}

/* ---- instructions ---- */

static uint64_t
weight(const struct run_launch *l, size_t i)
{
	uint64_t sum = 0;

	if (!l->states)
		return l->pc[i].inst_executed;
	for (int k = 0; k < SIMT_STALLS; k++)
		sum += l->states[i][k];
	return sum;
}

/* The HOTTEST instructions, heaviest first. */
static size_t
hottest(const struct run_launch *l, size_t *pc)
{
	size_t n = 0;

	for (size_t i = 0; i < l->npc; i++) {
		uint64_t w = weight(l, i);
		size_t at = n;

		while (at > 0 && weight(l, pc[at - 1]) < w) {
			if (at < HOTTEST)
				pc[at] = pc[at - 1];
			at--;
		}
		if (!w || at >= HOTTEST)
			continue;
		pc[at] = i;
		n += n < HOTTEST;
	}
	return n;
}

static void
put_instructions(FILE *out, const struct run_launch *l, const struct simt_function *f, unsigned width)
{
	size_t pc[HOTTEST + 1], n = hottest(l, pc), room = width > 100 ? width - 82 : width ? 20 : 60;
	uint64_t total = 0;

	for (size_t i = 0; i < l->npc; i++)
		total += weight(l, i);
	if (!n)
		return;
	fprintf(out, "  Source Counters\n    %6s  %14s %5s  %12s  %6s  %-20s %-18s  %s\n", "PC", l->states ? "warp-cycles" : "",
		"%", "executed", "lanes", l->states ? "most in state" : "", "source", "instruction");
	for (size_t i = 0; i < n; i++) {
		const struct simt_pc_stats *p = l->pc + pc[i];
		char source[80], sass[512], cycles[32], executed[32];
		int order[SIMT_STALLS], states = l->states ? by_cycles(l->states[pc[i]], order) : 0;

		report_source(f, pc[i], source, sizeof source);
		simt_function_sass(f, pc[i], sass, sizeof sass);
		fprintf(out, "    0x%04zx  %14s %5.1f  %12s  %6.2f  %-20s %-18s  %.*s\n", 16 * pc[i],
			l->states ? report_grouped(weight(l, pc[i]), cycles, sizeof cycles) : "",
			100 * (double)weight(l, pc[i]) / (double)total, report_grouped(p->inst_executed, executed, sizeof executed),
			p->inst_executed ? (double)p->thread_inst_executed / (double)p->inst_executed : 0,
			states ? simt_stall_name[order[0]] : "", source, (int)room, sass);
	}
}

/* ---- launches ---- */

static void
put_launch(const struct report *r, FILE *out, size_t i, const struct run_launch *l, unsigned width)
{
	const struct simt_launch_stats s = run_launch_stats(l);
	struct value v[VALUES_MAX];
	size_t n = report_values(r, i, l, v);

	report_title(r->run, out, i, l);
	put_sections(out, v, n);
	if (s.timed)
		put_states(out, &s);
	if (l->pc)
		put_instructions(out, l, r->run->function[l->launch], width);
	putc('\n', out);
}

void
report_details(const struct report *r, FILE *out, unsigned width)
{
	for (size_t i = 0; i < r->run->w->ncases; i++)
		for (size_t k = 0; k < r->run->cases[i].nlaunches; k++)
			put_launch(r, out, i, &r->run->cases[i].launches[k], width);
}

void
report_lanes(const struct report *r, FILE *out, unsigned width)
{
	const struct run *run = r->run;
	/* a page's width, where there is no terminal */
	unsigned columns = width > LANES_BESIDE + 20 ? width - LANES_BESIDE : width ? 20 : 100;

	for (size_t i = 0; i < run->w->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++) {
			const struct run_launch *l = &run->cases[i].launches[k];
			char *folder = path_folder(run->w->launch[l->launch].path);

			report_title(run, out, i, l);
			if (l->lanes)
				record_draw(l->lanes, run->function[l->launch], folder, columns, out);
			putc('\n', out);
			free(folder);
		}
}
