#include "workloads/compare/code-lines.h"

#include <string.h>

#include "workloads/compare/sass-text.h"

enum {
	KIND_BYTES = 256,
	CODE_BYTES = 16 /* of an instruction */
};

static uint64_t
waits_for_data(const struct result_instruction *i)
{
	return i->state[SIMT_STALL_long_scoreboard] + i->state[SIMT_STALL_short_scoreboard];
}

/* The instructions that i waits for: hands half of the wait to them, in equal parts. */
static void
hand_on(const struct result_launch *l, const struct sass *sass, size_t i, double *cost)
{
	const double wait = (double)waits_for_data(l->inst + i) / 2;
	struct sass_registers need = sass[i].reads;
	size_t from[8], n = 0;

	for (int k = 0; k < SASS_WORDS; k++)
		need.word[k] |= sass[i].writes.word[k];
	for (size_t step = 1; step < l->ninst && n < sizeof from / sizeof *from; step++) {
		const size_t at = (i + l->ninst - step) % l->ninst;

		if (!l->inst[at].inst || !sass_meet(&sass[at].writes, &need))
			continue;
		sass_without(&need, &sass[at].writes);
		if (sass[at].variable)
			from[n++] = at;
	}
	if (!n)
		return;
	cost[i] -= wait;
	for (size_t k = 0; k < n; k++)
		cost[from[k]] += wait / (double)n;
}

/* What each instruction costs. The caller frees it. */
static double *
costs(const struct result_launch *l)
{
	double *cost = zeroed(l->ninst, sizeof *cost);
	struct sass *sass = zeroed(l->ninst, sizeof *sass);

	for (size_t i = 0; i < l->ninst; i++) {
		sass_read(l->inst[i].sass, sass + i);
		for (int k = 0; k < SIMT_STALLS; k++)
			cost[i] += (double)l->inst[i].state[k];
	}
	for (size_t i = 0; i < l->ninst; i++)
		if (waits_for_data(l->inst + i))
			hand_on(l, sass, i, cost);
	free(sass);
	return cost;
}

/* ---- lines ---- */

static bool
same_place(const struct result_instruction *a, const struct result_instruction *b)
{
	return a->line == b->line && a->file && b->file && !strcmp(a->file, b->file);
}

/* The instructions of the compiler's subroutine that begins at `first`: up to its return all have the line of the instruction before it.
 * 0: it is no such subroutine. */
static size_t
subroutine(const struct result_launch *l, size_t first)
{
	if (first == 0)
		return 0;
	for (size_t i = first; i < l->ninst && same_place(l->inst + i, l->inst + first - 1); i++)
		if (sass_returns(l->inst[i].sass))
			return i + 1 - first;
	return 0;
}

/* For each instruction the one that has its place: itself, or the call of the subroutine that it is in. The caller frees it. */
static const struct result_instruction **
places(const struct result_launch *l)
{
	const struct result_instruction **at = zeroed(l->ninst, sizeof *at);
	uint64_t target;

	for (size_t i = 0; i < l->ninst; i++)
		at[i] = l->inst + i;
	for (size_t i = 0; i < l->ninst; i++) {
		size_t first, n;

		if (!l->inst[i].inst || !sass_call(l->inst[i].sass, &target) || target / CODE_BYTES >= l->ninst)
			continue;
		first = (size_t)target / CODE_BYTES;
		n = subroutine(l, first);
		for (size_t k = first; k < first + n; k++)
			if (at[k] == l->inst + k || at[k]->inst < l->inst[i].inst)
				at[k] = l->inst + i;
	}
	return at;
}

/* An instruction on its way to its line, which is that of `place`. */
struct item {
	const struct result_instruction *inst, *place;
	const char *kind;
	double cost;
	bool by_instruction;
};

static int
by_place(const struct item *x, const struct item *y)
{
	const char *a = x->place->file, *b = y->place->file;
	int order;

	if (x->by_instruction)
		return (x->inst->pc > y->inst->pc) - (x->inst->pc < y->inst->pc);
	order = a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
	return order ? order : (x->place->line > y->place->line) - (x->place->line < y->place->line);
}

static int
by_place_and_kind(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	int order = by_place(x, y);

	order = order ? order : strcmp(x->kind, y->kind);
	return order ? order : (x->inst->pc > y->inst->pc) - (x->inst->pc < y->inst->pc);
}

static void
take_kind(struct code_line *line, const struct item *x)
{
	struct code_kind *last = line->nkinds ? line->kind + line->nkinds - 1 : NULL;

	if (sass_is_move(x->inst->sass))
		return;
	if (!last || strcmp(last->text, x->kind) != 0) {
		last = line->kind + line->nkinds++;
		last->text = x->kind;
	}
	last->inst += x->inst->inst;
}

/* Items are sorted; those of a line are next to each other, and so are its kinds, for which there is room from `kind` on. */
static void
take(struct code_lines *c, const struct item *item, size_t n, unsigned warp_size)
{
	struct code_kind *kind = arena_alloc(&c->arena, (n + 1) * sizeof *kind);

	c->line = arena_alloc(&c->arena, (n + 1) * sizeof *c->line);
	for (size_t i = 0; i < n; i++) {
		const struct result_instruction *in = item[i].inst;
		struct code_line *line;

		if (!i || by_place(item + i - 1, item + i) != 0)
			c->line[c->n++] = (struct code_line){.file = c->by_instruction ? NULL : item[i].place->file,
							     .line = c->by_instruction ? 0 : item[i].place->line,
							     .pc = in->pc,
							     .sass = in->sass,
							     .kind = kind + i};
		line = c->line + c->n - 1;
		if (in->pc < line->pc) {
			line->pc = in->pc;
			line->sass = in->sass;
		}
		line->inst += in->inst;
		line->lost += in->inst * warp_size > in->thread_inst_true ? in->inst * warp_size - in->thread_inst_true : 0;
		line->cost += item[i].cost;
		for (int k = 0; k < SIMT_STALLS; k++) {
			line->state[k] += in->state[k];
			c->cycles += in->state[k];
		}
		line->memory.sectors += in->memory.sectors;
		line->memory.sectors_ideal += in->memory.sectors_ideal;
		line->memory.wavefronts += in->memory.wavefronts;
		line->memory.wavefronts_ideal += in->memory.wavefronts_ideal;
		take_kind(line, item + i);
	}
}

bool
code_lines_known(const struct result_launch *l)
{
	for (size_t i = 0; i < l->ninst; i++)
		if (l->inst[i].file)
			return true;
	return false;
}

struct code_lines *
code_lines_of(const struct result *r, const struct result_launch *l, bool by_instruction)
{
	struct code_lines *c = zeroed(1, sizeof *c);
	struct item *item = zeroed(l->ninst, sizeof *item);
	const struct result_instruction **place = places(l);
	double *cost = costs(l);
	char kind[KIND_BYTES];
	size_t n = 0;

	c->by_instruction = by_instruction;
	for (size_t i = 0; i < l->ninst; i++)
		if (l->inst[i].inst) {
			sass_kind(l->inst[i].sass, kind, sizeof kind);
			item[n++] = (struct item){.inst = l->inst + i,
						  .place = place[i],
						  .kind = arena_copy(&c->arena, kind, strlen(kind)),
						  .cost = cost[i],
						  .by_instruction = c->by_instruction};
		}
	qsort(item, n, sizeof *item, by_place_and_kind);
	take(c, item, n, r->warp_size);
	free(item);
	free(place);
	free(cost);
	return c;
}

void
code_lines_free(struct code_lines *c)
{
	if (!c)
		return;
	arena_free(&c->arena);
	free(c);
}
