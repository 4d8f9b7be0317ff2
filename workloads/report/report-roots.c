/* report-roots.c: the roots of divergence, as a tree for people and as CSV. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/csvfile.h"
#include "workloads/report/report-text.h"

enum { LABEL = 42, NUMBER = 18, SHOWN = 20, TEXT = 512 };

static double
percent(uint64_t part, uint64_t whole)
{
	return whole ? 100 * (double)part / (double)whole : 0;
}

/* ---- for people ---- */

static void
put_sum(FILE *out, const struct root_list *l, const char *label, uint64_t lane_slots)
{
	char text[32];

	fprintf(out, "    %-*s %*s %5.1f %%\n", LABEL, label, NUMBER, report_grouped(lane_slots, text, sizeof text),
		percent(lane_slots, root_list_all(l)));
}

static void
put_sums(FILE *out, const struct root_list *l)
{
	fputs("  Lane-slots\n", out);
	put_sum(out, l, "All", root_list_all(l));
	put_sum(out, l, "Active, at work", l->active - l->lost[ROOT_PREDICATE]);
	put_sum(out, l, "Active, guarded off where others are not", l->lost[ROOT_PREDICATE]);
	put_sum(out, l, "Waiting", l->lost[ROOT_BRANCH] + l->lost[ROOT_BARRIER]);
	put_sum(out, l, "Exited", l->lost[ROOT_EXIT]);
	put_sum(out, l, "Never Launched", l->never);
	if (l->unfilled)
		put_sum(out, l, "Unfilled", l->unfilled);
}

/* Marks the SHOWN roots that lose most, and those around them. */
static bool *
choose(const struct root_list *l)
{
	bool *shown = calloc(l->n + 1, sizeof *shown);

	if (!shown)
		simt_no_memory();
	for (uint32_t i = 0; i < l->n && i < SHOWN; i++)
		for (uint32_t k = i; k != ROOT_NONE; k = l->root[k].parent)
			shown[k] = true;
	return shown;
}

static void
put_root(FILE *out, const struct root_list *l, uint32_t i, const struct simt_function *f, int indent, size_t room)
{
	const struct root *r = l->root + i;
	char lost[32], executed[32], diverged[32], merge[16] = "", source[80], sass[TEXT];

	if (r->merge != ROOT_NONE)
		snprintf(merge, sizeof merge, "0x%04x", 16 * r->merge);
	report_own_source(f, r->pc, source, sizeof source);
	simt_function_sass(f, r->pc, sass, sizeof sass);
	fprintf(out, "    %*s0x%04x%*s %3" PRIu32 "  %-9s %14s %5.1f %6.1f  %12s  %12s  %-6s  %-18s  %.*s\n", (int)(2 * r->depth),
		"", 16 * r->pc, indent - (int)(2 * r->depth), "", i + 1, root_kind_name[r->kind],
		report_grouped(r->lost, lost, sizeof lost), percent(r->lost, root_list_lost(l)),
		percent(r->nested, root_list_lost(l)), report_grouped(r->executions, executed, sizeof executed),
		report_grouped(r->divergences, diverged, sizeof diverged), merge, source, (int)room, sass);
}

static void
put_tree(FILE *out, const struct root_list *l, const struct simt_function *f, unsigned width)
{
	uint32_t *order = calloc(l->n + 1, sizeof *order);
	bool *shown = choose(l);
	unsigned deepest = 0, beside;
	uint64_t hidden = 0;
	size_t nhidden = 0;
	char text[32];

	if (!order)
		simt_no_memory();
	root_list_tree(l, order);
	for (size_t i = 0; i < l->n; i++)
		if (shown[i] && l->root[i].depth > deepest)
			deepest = l->root[i].depth;
	beside = 114 + 2 * deepest;
	fprintf(out, "  Roots\n    %-*s %3s  %-9s %14s %5s %6s  %12s  %12s  %-6s  %-18s  %s\n", (int)(6 + 2 * deepest), "PC", "",
		"kind", "lane-slots", "%", "nested", "executed", "diverged", "merge", "source", "instruction");
	for (size_t i = 0; i < l->n; i++) {
		if (shown[order[i]]) {
			put_root(out, l, order[i], f, (int)(2 * deepest), width > beside + 20 ? width - beside : width ? 20 : 60);
		} else {
			nhidden++;
			hidden += l->root[order[i]].lost;
		}
	}
	if (nhidden)
		fprintf(out, "    and %zu more, of %s lane-slots\n", nhidden, report_grouped(hidden, text, sizeof text));
	free(order);
	free(shown);
}

void
report_roots(const struct report *r, FILE *out, unsigned width)
{
	const struct run *run = r->run;

	for (size_t i = 0; i < run->w->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++) {
			const struct run_launch *l = &run->cases[i].launches[k];

			report_title(run, out, i, l);
			if (l->roots) {
				put_sums(out, l->roots);
				if (l->roots->n)
					put_tree(out, l->roots, run->function[l->launch], width);
				else
					fputs("  Nothing diverges.\n", out);
			}
			putc('\n', out);
		}
}

/* ---- CSV ---- */

/* "0x0040", or nothing. */
static void
put_pc(FILE *out, uint32_t pc)
{
	if (pc != ROOT_NONE)
		fprintf(out, "0x%04" PRIx32, 16 * pc);
	putc(',', out);
}

static void
put_row(FILE *out, const struct root_list *l, uint32_t i, const struct simt_function *f)
{
	const struct root *r = l->root + i;
	const char *file = "";
	char sass[TEXT] = "";
	unsigned line = 0;

	fprintf(out, "%s,%" PRIu32 ",", root_kind_name[r->kind], i + 1);
	put_pc(out, r->pc);
	simt_function_sass(f, r->pc, sass, sizeof sass);
	csvfile_put(out, sass);
	putc(',', out);
	if (simt_function_line(f, r->pc, &file, &line)) {
		csvfile_put(out, file);
		fprintf(out, ",%u,", line);
	} else {
		fputs(",,", out);
	}
	put_pc(out, r->merge);
	put_pc(out, r->parent == ROOT_NONE ? ROOT_NONE : l->root[r->parent].pc);
	fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%" PRIu64, r->executions, r->divergences, r->lost,
		percent(r->lost, root_list_lost(l)), r->nested);
	fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", r->slots, r->warps,
		r->taken, r->others, r->compared, r->alike, r->repeated);
}

static void
roots_head(const struct report *r, FILE *out)
{
	report_header(r, out,
		      "kind,rank,pc,sass,file,line,merge,parent,inst_executed,diverged,lane_slots,lane_slots.pct,lane_slots_nested,"
		      "issue_slots,warps,taken,others,compared,alike,repeated");
}

static void
roots_case(const struct report *r, FILE *out, size_t i, bool first)
{
	const struct run *run = r->run;

	(void)first;
	for (size_t k = 0; k < run->cases[i].nlaunches; k++) {
		const struct run_launch *l = &run->cases[i].launches[k];
		/* those of a launch that was interrupted would look like all */
		const struct root_list *roots = l->status == SIMT_INTERRUPTED ? NULL : l->roots;
		struct text keys = report_keys(r, &run->w->cases[i], l);

		for (uint32_t n = 0; roots && n < roots->n; n++) {
			fwrite(keys.s, 1, keys.n, out);
			put_row(out, roots, n, run->function[l->launch]);
		}
		for (int n = 0; roots && n < 3; n++) {
			static const char *const name[] = {"active", "never launched", "unfilled"};
			const uint64_t rest[] = {roots->active - roots->lost[ROOT_PREDICATE], roots->never, roots->unfilled};

			fwrite(keys.s, 1, keys.n, out);
			fprintf(out, "%s,,,,,,,,,,%" PRIu64 ",,,,,,,,,\n", name[n], rest[n]);
		}
		text_free(&keys);
	}
}

const struct report_form report_roots_csv = {roots_head, roots_case, report_csv_tail};
