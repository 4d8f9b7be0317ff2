#include "workloads/analysis/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* What is looked at. */
struct looked_at {
	const struct run_launch *l;
	const struct simt_function *f;
	unsigned warp_size;
	const uint32_t *loop, *around; /* as simt_function_loops() says */
};

/* Where instruction i is in the source. */
struct place {
	const char *file;
	unsigned line;
	uint32_t i;
};

static int
by_place(const void *va, const void *vb)
{
	const struct place *a = va, *b = vb;
	const int file = strcmp(a->file ? a->file : "", b->file ? b->file : "");

	if (file)
		return file;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a->i > b->i) - (a->i < b->i);
}

static int
by_weight(const void *va, const void *vb)
{
	const struct source_line *a = va, *b = vb;

	if (a->cycles != b->cycles)
		return a->cycles < b->cycles ? 1 : -1;
	if (a->inst != b->inst)
		return a->inst < b->inst ? 1 : -1;
	if (a->depth != b->depth)
		return a->depth < b->depth ? -1 : 1;
	if (a->file && b->file && strcmp(a->file, b->file) != 0)
		return strcmp(a->file, b->file);
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a->first_pc > b->first_pc) - (a->first_pc < b->first_pc);
}

/* Instruction i, which comes after those that are there. */
static void
add_instruction(struct source_line *s, const struct looked_at *at, uint32_t i)
{
	const struct run_launch *l = at->l;
	const struct simt_pc_stats *pc = l->pc + i;
	const uint64_t lanes = pc->inst_executed * at->warp_size;

	s->inst += pc->inst_executed;
	s->thread_inst += pc->thread_inst_executed;
	s->thread_inst_true += pc->thread_inst_executed_true;
	/* under policy `ideal` some have lanes of several warps */
	s->idle += lanes > pc->thread_inst_executed ? lanes - pc->thread_inst_executed : 0;
	for (int k = 0; l->states && k < SIMT_STALLS; k++) {
		s->state[k] += l->states[i][k];
		s->cycles += l->states[i][k];
	}
	if (l->memory) {
		s->memory.sectors += l->memory[i].sectors;
		s->memory.sectors_ideal += l->memory[i].sectors_ideal;
		s->memory.wavefronts += l->memory[i].wavefronts;
		s->memory.wavefronts_ideal += l->memory[i].wavefronts_ideal;
	}
	for (size_t r = 0; l->roots && r < l->roots->n; r++)
		if (l->roots->root[r].pc == i)
			s->lost[l->roots->root[r].kind] += l->roots->root[r].lost;
	if (!s->npc)
		s->first_pc = i;
	s->last_pc = i;
	s->pc[s->npc++] = i;
}

static bool
same_line(const struct place *a, const struct place *b)
{
	return a->line == b->line && !strcmp(a->file ? a->file : "", b->file ? b->file : "");
}

/* ---- loops ---- */

/* How many functions were inlined at instruction i. */
static unsigned
depth_of(const struct simt_function *f, uint32_t i)
{
	const char *name, *file;
	unsigned line, depth = 0;

	while (simt_function_inlined(f, i, depth, &name, &file, &line))
		depth++;
	return depth;
}

/* Where instruction i is, seen from the function with so many around it. */
static bool
place_in(const struct simt_function *f, uint32_t i, unsigned around, const char **file, unsigned *line)
{
	const unsigned depth = depth_of(f, i);
	const char *name;

	return depth > around ? simt_function_inlined(f, i, depth - around - 1, &name, file, line)
			      : simt_function_line(f, i, file, line);
}

/* The lines of a loop in the function with so many around it, where it has some there. */
static void
take_lines(struct source_line *s, const struct simt_function *f, unsigned around)
{
	const char *file;
	unsigned line;

	s->file = NULL;
	for (size_t k = 0; k < s->npc; k++) {
		if (!place_in(f, s->pc[k], around, &file, &line) || !line)
			continue;
		if (!s->file) {
			s->file = file;
			s->line = s->last_line = line;
		} else if (!strcmp(s->file, file)) {
			s->line = line < s->line ? line : s->line;
			s->last_line = line > s->last_line ? line : s->last_line;
		}
	}
}

/* A loop is in the function in which all its instructions are, by themselves or what is inlined there; one in a header of the toolkit is where
 * that is called. */
static void
find_lines(struct source_line *s, const struct simt_function *f)
{
	unsigned around = UINT32_MAX, line;
	const char *file;

	for (size_t k = 0; k < s->npc; k++)
		if (simt_function_line(f, s->pc[k], &file, &line)) {
			const unsigned depth = depth_of(f, s->pc[k]);

			around = depth < around ? depth : around;
		}
	if (around == UINT32_MAX)
		return;
	take_lines(s, f, around);
	while (around && s->file && simt_file_is_toolkit(s->file))
		take_lines(s, f, --around);
}

/* The loop whose head is `head`, if it was executed. */
static void
add_loop(struct source_lines *s, const struct looked_at *x, uint32_t head)
{
	struct source_line new = {.head = head, .around = x->around[head], .pc = zeroed(x->l->npc, sizeof *new.pc)};

	for (uint32_t i = 0; i < x->l->npc; i++) {
		uint32_t at = x->loop[i];

		while (at != LINES_NONE && at != head)
			at = x->around[at];
		if (at == head && x->l->pc[i].inst_executed)
			add_instruction(&new, x, i);
	}
	if (!new.npc) {
		free(new.pc);
		return;
	}
	for (uint32_t at = x->around[head]; at != LINES_NONE; at = x->around[at])
		new.depth++;
	new.rounds = x->l->pc[head].inst_executed;
	find_lines(&new, x->f);
	s->loop[s->nloops++] = new;
}

/* `around` has a head; now it gets the place of that loop. */
static void
number_loops(struct source_lines *s)
{
	for (size_t k = 0; k < s->nloops; k++) {
		const uint32_t head = s->loop[k].around;

		s->loop[k].around = LINES_NONE;
		for (uint32_t j = 0; head != LINES_NONE && j < s->nloops; j++)
			if (s->loop[j].head == head)
				s->loop[k].around = j;
	}
}

static void
find_loops(struct source_lines *s, struct looked_at x)
{
	const size_t n = x.l->npc;
	uint32_t *loop = zeroed(2 * n + 1, sizeof *loop), *around = loop + n;
	size_t heads = 0;

	x.loop = loop;
	x.around = around;
	if (simt_function_loops(x.f, loop, around, n)) {
		for (uint32_t i = 0; i < n; i++)
			heads += loop[i] == i;
		s->loop = zeroed(heads + 1, sizeof *s->loop);
		for (uint32_t i = 0; i < n; i++)
			if (loop[i] == i)
				add_loop(s, &x, i);
		if (s->nloops)
			qsort(s->loop, s->nloops, sizeof *s->loop, by_weight);
		number_loops(s);
	}
	free(loop);
}

/* ---- lines ---- */

/* The places of the instructions that were executed, line by line; how many. */
static size_t
sort_places(const struct run_launch *l, const struct simt_function *f, struct place *place, bool *by_instruction)
{
	size_t n = 0;

	*by_instruction = true;
	for (uint32_t i = 0; i < l->npc; i++) {
		if (!l->pc[i].inst_executed)
			continue;
		place[n].i = i;
		if (simt_function_own_line(f, i, &place[n].file, &place[n].line))
			*by_instruction = false;
		else
			place[n].file = NULL;
		n++;
	}
	if (n)
		qsort(place, n, sizeof *place, by_place);
	return n;
}

struct source_lines *
source_lines_of(const struct run_launch *l, const struct simt_function *f, unsigned warp_size)
{
	struct source_lines *s = zeroed(1, sizeof *s);
	struct place *place = zeroed(l->npc, sizeof *place);
	const size_t n = sort_places(l, f, place, &s->by_instruction);
	const struct looked_at at = {.l = l, .f = f, .warp_size = warp_size};
	size_t room = 0;

	for (size_t k = 0, end; k < n; k = end) {
		struct source_line *x;

		for (end = k + 1; end < n && !s->by_instruction && same_line(place + k, place + end);)
			end++;
		s->line = grow(s->line, &room, s->n + 1, sizeof *s->line);
		x = s->line + s->n++;
		*x = (struct source_line){.file = place[k].file,
					  .line = place[k].line,
					  .last_line = place[k].line,
					  .around = LINES_NONE,
					  .pc = zeroed(end - k, sizeof *x->pc)};
		for (size_t i = k; i < end; i++)
			add_instruction(x, &at, place[i].i);
	}
	for (size_t k = 0; k < s->n; k++) {
		s->inst += s->line[k].inst;
		s->cycles += s->line[k].cycles;
		s->lost += source_line_lost(s->line + k);
	}
	if (s->n)
		qsort(s->line, s->n, sizeof *s->line, by_weight);
	find_loops(s, at);
	free(place);
	return s;
}

void
source_lines_free(struct source_lines *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++)
		free(s->line[i].pc);
	for (size_t i = 0; i < s->nloops; i++)
		free(s->loop[i].pc);
	free(s->line);
	free(s->loop);
	free(s);
}

uint64_t
source_line_lost(const struct source_line *s)
{
	uint64_t sum = 0;

	for (int k = 0; k < ROOT_KINDS; k++)
		sum += s->lost[k];
	return sum;
}
