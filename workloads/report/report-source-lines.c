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

enum { LINES_TOLD = 40, LOOPS_TOLD = 15, NARROW = 40, UNLIMITED = 100, CODE_BYTES = 16 /* of an instruction */ };

/* Lanes wait since a branch or a barrier, are guarded off, or have exited. */
enum loss { LOSS_WAITS, LOSS_GUARD, LOSS_EXITS, LOSSES };

/* The table of a launch: it has the columns that are not empty. */
struct table {
	const struct run_launch *l;
	const struct simt_function *f;
	const struct source_lines *all;
	FILE *out;
	bool loss[LOSSES], sectors, wavefronts;
	bool code;     /* the machine code below each line */
	unsigned room; /* columns for the source text */
};

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

static uint64_t
loss_of(const struct source_line *s, enum loss kind)
{
	if (kind == LOSS_WAITS)
		return s->lost[ROOT_BRANCH] + s->lost[ROOT_BARRIER];
	return s->lost[kind == LOSS_GUARD ? ROOT_PREDICATE : ROOT_EXIT];
}

/* Cells of the lines that are not in every table: what `of` is, over its ideal number. */
static void
put_ratio(FILE *out, bool shown, uint64_t of, uint64_t ideal)
{
	if (shown && of)
		fprintf(out, " %6.2f", ideal ? (double)of / (double)ideal : 0);
	else if (shown)
		fprintf(out, " %6s", "");
}

static void
put_memory(const struct table *t, const struct simt_pc_memory *m)
{
	put_ratio(t->out, t->sectors, m->sectors, m->sectors_ideal);
	put_ratio(t->out, t->wavefronts, m->wavefronts, m->wavefronts_ideal);
}

static void
put_code(const struct table *t, const struct source_line *s)
{
	const struct run_launch *l = t->l;
	char *before = NULL;

	for (size_t i = 0; i < s->npc; i++) {
		const struct simt_pc_stats *p = l->pc + s->pc[i];
		char *chain = call_chain(t->f, s->pc[i]);
		uint64_t cycles = 0;
		char sass[512];

		if (chain && (!before || strcmp(chain, before) != 0))
			fprintf(t->out, "        %s\n", chain);
		free(before);
		before = chain;

		for (int k = 0; l->states && k < SIMT_STALLS; k++)
			cycles += l->states[s->pc[i]][k];
		simt_function_sass(t->f, s->pc[i], sass, sizeof sass);
		if (l->states)
			fprintf(t->out, "        %14" PRIu64, cycles);
		fprintf(t->out, "  %12" PRIu64 " %6.2f", p->inst_executed,
			p->inst_executed ? (double)p->thread_inst_executed / (double)p->inst_executed : 0);
		if (l->memory)
			put_memory(t, l->memory + s->pc[i]);
		fprintf(t->out, "  0x%04x  %s\n", CODE_BYTES * s->pc[i], sass);
	}
	free(before);
}

/* ---- the table ---- */

static struct table
table_of(const struct run_launch *l, const struct simt_function *f, const struct source_lines *all, FILE *out)
{
	struct table t = {.l = l, .f = f, .all = all, .out = out};

	for (size_t i = 0; i < all->n; i++) {
		for (int k = 0; k < LOSSES; k++)
			t.loss[k] = t.loss[k] || percent(loss_of(all->line + i, k), all->lost) >= 0.05;
		t.sectors = t.sectors || all->line[i].memory.sectors;
		t.wavefronts = t.wavefronts || all->line[i].memory.wavefronts;
	}
	return t;
}

static void
put_heads(const struct table *t)
{
	static const char *const loss[LOSSES] = {"waits", "guard", "exits"};
	FILE *out = t->out;

	fprintf(out, "  %5s %12s %6s", t->all->cycles ? "time" : "inst", "executed", "active");
	for (int k = 0; k < LOSSES; k++)
		if (t->loss[k])
			fprintf(out, " %6s", loss[k]);
	fprintf(out, "%s%s  %s%s\n  %5s %12s %6s", t->sectors ? "  sect." : "", t->wavefronts ? "  wave." : "",
		t->all->cycles ? "most in          " : "", t->all->by_instruction ? "instruction" : "line", "%", "", "lanes");
	for (int k = 0; k < LOSSES; k++)
		if (t->loss[k])
			fprintf(out, " %6s", "lost%");
	fprintf(out, "%s%s%s\n", t->sectors ? " /ideal" : "", t->wavefronts ? " /ideal" : "", t->all->cycles ? "  state" : "");
}

/* A row, up to where it is. */
static void
put_cells(const struct table *t, const struct source_line *s)
{
	const struct source_lines *all = t->all;
	char executed[32];

	fprintf(t->out, "  %5.1f %12s %6.2f", all->cycles ? percent(s->cycles, all->cycles) : percent(s->inst, all->inst),
		report_grouped(s->inst, executed, sizeof executed), s->inst ? (double)s->thread_inst / (double)s->inst : 0);
	for (int k = 0; k < LOSSES; k++)
		if (t->loss[k])
			fprintf(t->out, " %6.1f", percent(loss_of(s, k), all->lost));
	put_memory(t, &s->memory);
	if (all->cycles)
		fprintf(t->out, "  %-16s ", largest_state(s->state));
	else
		fputs("  ", t->out);
}

static void
put_line(const struct table *t, const struct source_line *s, const char *text)
{
	char place[48], sass[512];

	if (s->file)
		snprintf(place, sizeof place, "%.30s:%u", path_base(s->file), s->line);
	else if (t->all->by_instruction)
		snprintf(place, sizeof place, "0x%04x", CODE_BYTES * s->first_pc);
	else
		snprintf(place, sizeof place, "no source line");
	if (t->all->by_instruction && simt_function_sass(t->f, s->first_pc, sass, sizeof sass))
		text = sass;
	put_cells(t, s);
	fprintf(t->out, "%-20s %.*s\n", place, (int)t->room, text);
	if (t->code && !t->all->by_instruction)
		put_code(t, s);
}

/* Loops: where they are, and how often warps go round. */
static void
put_loop(const struct table *t, const struct source_line *s)
{
	char rounds[32];

	put_cells(t, s);
	fprintf(t->out, "%*s", (int)s->depth, "");
	if (s->file && s->last_line > s->line)
		fprintf(t->out, "%.30s:%u-%u, ", path_base(s->file), s->line, s->last_line);
	else if (s->file)
		fprintf(t->out, "%.30s:%u, ", path_base(s->file), s->line);
	fprintf(t->out, "0x%04x-0x%04x, %s rounds\n", CODE_BYTES * s->first_pc, CODE_BYTES * s->last_pc,
		report_grouped(s->rounds, rounds, sizeof rounds));
}

static void
put_loops(const struct table *t)
{
	const struct source_lines *all = t->all;

	if (!all->nloops)
		return;
	fputs("  Loops, with what is in them:\n", t->out);
	for (size_t i = 0; i < all->nloops && i < LOOPS_TOLD; i++)
		put_loop(t, all->loop + i);
	if (all->nloops > LOOPS_TOLD)
		fprintf(t->out, "  %zu more loops cost less.\n", all->nloops - LOOPS_TOLD);
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

/* Columns of a row in front of the source text. */
static unsigned
columns_left(const struct table *t)
{
	return (t->all->cycles ? 67 : 50) +
	       7 * ((unsigned)t->loss[LOSS_WAITS] + t->loss[LOSS_GUARD] + t->loss[LOSS_EXITS] + t->sectors + t->wavefronts);
}

static void
put_launch(const struct run *run, const struct run_launch *l, struct sources *sources, bool code, unsigned width, FILE *out)
{
	const struct simt_function *f = run->function[l->launch];
	struct source_lines *all = source_lines_of(l, f, (unsigned)simt_machine_number(run->machine, "warp_size"));
	struct table t = table_of(l, f, all, out);
	const unsigned left = columns_left(&t);

	t.code = code;
	t.room = !width ? UNLIMITED : width > left + NARROW ? width - left : NARROW;
	if (all->by_instruction)
		fputs("  The cubin has no line information (nvcc -lineinfo writes it): by instruction, as far as it goes.\n", out);
	put_heads(&t);
	for (size_t i = 0; i < all->n && i < LINES_TOLD; i++) {
		const char *text = sources_line(sources, all->line[i].file, all->line[i].line);

		put_line(&t, all->line + i, text ? text : "");
	}
	if (all->n > LINES_TOLD)
		fprintf(out, "  %zu more %s cost less.\n", all->n - LINES_TOLD, all->by_instruction ? "instructions" : "lines");
	put_loops(&t);
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
