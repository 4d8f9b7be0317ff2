#include "workloads/analysis/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

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
	if (a->file && b->file && strcmp(a->file, b->file) != 0)
		return strcmp(a->file, b->file);
	return (a->line > b->line) - (a->line < b->line);
}

static void
add_instruction(struct source_line *s, const struct run_launch *l, uint32_t i)
{
	const struct simt_pc_stats *pc = l->pc + i;

	s->inst += pc->inst_executed;
	s->thread_inst += pc->thread_inst_executed;
	s->thread_inst_true += pc->thread_inst_executed_true;
	for (int k = 0; l->states && k < SIMT_STALLS; k++) {
		s->state[k] += l->states[i][k];
		s->cycles += l->states[i][k];
	}
	for (size_t r = 0; l->roots && r < l->roots->n; r++)
		if (l->roots->root[r].pc == i)
			s->lost[l->roots->root[r].kind] += l->roots->root[r].lost;
	s->pc[s->npc++] = i;
}

static bool
same_line(const struct place *a, const struct place *b)
{
	return a->line == b->line && !strcmp(a->file ? a->file : "", b->file ? b->file : "");
}

struct source_lines *
source_lines_of(const struct run_launch *l, const struct simt_function *f)
{
	struct source_lines *s = zeroed(1, sizeof *s);
	struct place *place = zeroed(l->npc, sizeof *place);
	size_t n = 0, room = 0;

	for (uint32_t i = 0; i < l->npc; i++) {
		if (!l->pc[i].inst_executed)
			continue;
		place[n].i = i;
		if (!simt_function_line(f, i, &place[n].file, &place[n].line))
			place[n].file = NULL;
		n++;
	}
	if (n)
		qsort(place, n, sizeof *place, by_place);
	for (size_t k = 0, end; k < n; k = end) {
		struct source_line *x;

		for (end = k + 1; end < n && same_line(place + k, place + end);)
			end++;
		s->line = grow(s->line, &room, s->n + 1, sizeof *s->line);
		x = s->line + s->n++;
		*x = (struct source_line){.file = place[k].file, .line = place[k].line, .pc = zeroed(end - k, sizeof *x->pc)};
		for (size_t i = k; i < end; i++)
			add_instruction(x, l, place[i].i);
	}
	for (size_t k = 0; k < s->n; k++) {
		s->inst += s->line[k].inst;
		s->cycles += s->line[k].cycles;
		s->lost += source_line_lost(s->line + k);
	}
	if (s->n)
		qsort(s->line, s->n, sizeof *s->line, by_weight);
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
	free(s->line);
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
