/* report-source-lines.c: prints the source lines of a launch with what they cost, and the machine code below. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/sources.h"
#include "workloads/analysis/lines.h"
#include "workloads/report/report-causes.h"
#include "workloads/report/report-text.h"

enum { LINES_TOLD = 40, NARROW = 40, COLUMNS_LEFT = 74 };

static double
percent(uint64_t part, uint64_t whole)
{
	return whole ? 100 * (double)part / (double)whole : 0;
}

static const char *
largest_state(const uint64_t *state)
{
	int most = 0;

	for (int k = 1; k < SIMT_STALLS; k++)
		most = state[k] > state[most] ? k : most;
	return state[most] ? simt_stall_name[most] : "";
}

/* The functions that were inlined at instruction i, the innermost first, with the places of their calls; NULL: none. The caller frees it. */
static char *
call_chain(const struct simt_function *f, uint32_t i)
{
	const char *name, *file;
	struct text t = {.n = 0};
	unsigned line;
	char place[80];

	for (unsigned depth = 0; simt_function_inlined(f, i, depth, &name, &file, &line); depth++) {
		text_put(&t, depth ? ", in " : "in ");
		text_put(&t, name);
		snprintf(place, sizeof place, " called at %.60s:%u", path_base(file), line);
		text_put(&t, place);
	}
	if (t.n)
		text_bytes(&t, "", 1);
	return t.s;
}

static void
put_code(FILE *out, const struct run_launch *l, const struct simt_function *f, const struct source_line *s, bool timed)
{
	char *before = NULL;

	for (size_t i = 0; i < s->npc; i++) {
		const struct simt_pc_stats *p = l->pc + s->pc[i];
		char *chain = call_chain(f, s->pc[i]);
		uint64_t cycles = 0;
		char sass[512];

		if (chain && (!before || strcmp(chain, before) != 0))
			fprintf(out, "        %s\n", chain);
		free(before);
		before = chain;

		for (int k = 0; l->states && k < SIMT_STALLS; k++)
			cycles += l->states[s->pc[i]][k];
		simt_function_sass(f, s->pc[i], sass, sizeof sass);
		if (timed)
			fprintf(out, "        %14" PRIu64, cycles);
		fprintf(out, "  %12" PRIu64 " %6.2f  0x%04x  %s\n", p->inst_executed,
			p->inst_executed ? (double)p->thread_inst_executed / (double)p->inst_executed : 0, 16 * s->pc[i], sass);
	}
	free(before);
}

static void
put_line(FILE *out, const struct source_lines *all, const struct source_line *s, const char *text, int room)
{
	char place[48], executed[32];

	if (s->file)
		snprintf(place, sizeof place, "%.30s:%u", path_base(s->file), s->line);
	else
		snprintf(place, sizeof place, "no source line");
	fprintf(out, "  %5.1f %12s %6.2f %5.1f  %-17s %-20s %.*s\n",
		all->cycles ? percent(s->cycles, all->cycles) : percent(s->inst, all->inst),
		report_grouped(s->inst, executed, sizeof executed), s->inst ? (double)s->thread_inst / (double)s->inst : 0,
		percent(source_line_lost(s), all->lost), largest_state(s->state), place, room, text);
}

/* The folders in which the sources of a module are looked for: that of the cubin, then the user's. */
static struct sources *
sources_of(const char *module, const struct source_paths *paths)
{
	const char **folder = zeroed(paths->n + 1, sizeof *folder);
	char *beside = path_folder(module);
	struct sources *s;

	folder[0] = beside;
	for (size_t i = 0; i < paths->n; i++)
		folder[i + 1] = paths->folder[i];
	s = sources_new(folder, paths->n + 1);
	free(beside);
	free(folder);
	return s;
}

static void
put_launch(const struct run *run, const struct run_launch *l, struct sources *sources, bool code, unsigned width, FILE *out)
{
	const struct simt_function *f = run->function[l->launch];
	struct source_lines *all = source_lines_of(l, f);
	const int room = !width ? 100 : width > COLUMNS_LEFT + NARROW ? (int)width - COLUMNS_LEFT : NARROW;
	bool any = false;

	for (size_t i = 0; i < all->n; i++)
		any = any || all->line[i].file;
	if (!any)
		fputs("  The cubin has no line information (nvcc -lineinfo writes it): by instruction, as far as it goes.\n", out);
	fprintf(out, "  %5s %12s %6s %5s  %-17s %-20s %s\n  %5s %12s %6s %5s  %-17s\n", all->cycles ? "time" : "inst", "executed",
		"active", "lost", "most in", "line", "", "%", "", "lanes", "%", "state");
	for (size_t i = 0; i < all->n && i < LINES_TOLD; i++) {
		const char *text = sources_line(sources, all->line[i].file, all->line[i].line);

		put_line(out, all, all->line + i, text ? text : "", room);
		if (code || !any)
			put_code(out, l, f, all->line + i, l->states);
	}
	if (all->n > LINES_TOLD)
		fprintf(out, "  %zu more lines cost less.\n", all->n - LINES_TOLD);
	source_lines_free(all);
}

void
report_source_lines(const struct run *run, const struct source_paths *paths, bool code, unsigned width, FILE *out)
{
	bool any = false;

	for (size_t i = 0; i < run->w->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++) {
			const struct run_launch *l = &run->cases[i].launches[k];
			struct sources *sources;

			if (any)
				putc('\n', out);
			any = true;
			report_title(run, out, i, l);
			if (!l->pc)
				continue;
			sources = sources_of(run->w->launch[l->launch].path, paths);
			put_launch(run, l, sources, code, width, out);
			sources_free(sources);
		}
}
