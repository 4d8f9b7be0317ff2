#include "isa/cfg.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Basic blocks are nodes 0 .. n - 1, the virtual end is node n. Dominators are those of the reversed graph, found by the iteration of
 * Cooper, Harvey and Kennedy over its reverse postorder. */
struct graph {
	size_t ninst, n;
	uint32_t *block;    /* ninst entries: block of an instruction */
	uint32_t *first;    /* n + 1 entries: first instruction of a block; first[n] = ninst */
	uint32_t (*to)[2];  /* n entries: successors; CFG_NONE: none */
	uint32_t *from;     /* predecessors of all nodes, one after another */
	uint32_t *from_at;  /* n + 2 entries: node i has from[from_at[i]] .. from[from_at[i + 1] - 1] */
	uint32_t *order;    /* n + 1 entries: nodes in postorder of the reversed graph */
	uint32_t *position; /* n + 1 entries: place of a node in `order`; CFG_NONE: not seen yet */
	uint32_t *idom;     /* n + 1 entries: immediate dominator in the reversed graph, as a node */
};

static void
release(struct graph *g)
{
	free(g->block);
	free(g->first);
	free(g->to);
	free(g->from);
	free(g->from_at);
	free(g->order);
	free(g->position);
	free(g->idom);
}

/* Every array by the number of instructions, which bounds the number of blocks. */
static bool
allocate(struct graph *g, size_t n, struct simt_error *e)
{
	*g = (struct graph){.ninst = n};
	g->block = malloc(n * sizeof *g->block);
	g->first = malloc((n + 1) * sizeof *g->first);
	g->to = malloc(n * sizeof *g->to);
	g->from = malloc(2 * n * sizeof *g->from);
	g->from_at = calloc(n + 2, sizeof *g->from_at);
	g->order = malloc((n + 1) * sizeof *g->order);
	g->position = malloc((n + 1) * sizeof *g->position);
	g->idom = malloc((n + 1) * sizeof *g->idom);
	if (g->block && g->first && g->to && g->from && g->from_at && g->order && g->position && g->idom)
		return true;
	return simt_fail(e, SIMT_LIMIT, "not enough memory for the control-flow graph of %zu instructions", n);
}

/* What a branch or exit does: where it leads besides or instead of the next instruction. */
enum effect { NEVER, PERHAPS, ALWAYS };

static enum effect
effect(const struct inst *in)
{
	if (in->op->flow != FLOW_BRANCH && in->op->flow != FLOW_EXIT)
		return NEVER;
	if (in->guard == (ISA_PT | 8) || in->ps[0] == (ISA_PT | 8) || in->ps[1] == (ISA_PT | 8))
		return NEVER;
	/* BRA.DIV and BRA.CONV depend on which lanes are together. */
	return in->guard == ISA_PT && in->ps[0] == ISA_PT && in->ps[1] == ISA_PT && in->f[F_dest] < 2 ? ALWAYS : PERHAPS;
}

static size_t
target_of(const struct inst *code, size_t i)
{
	return (size_t)(code[i].target - code[0].offset) / ISA_INST_BYTES;
}

static bool
find_blocks(struct graph *g, const struct inst *code, struct simt_error *e)
{
	uint32_t *leader = g->block; /* flags first, numbers later */
	const size_t n = g->ninst;

	for (size_t i = 0; i < n; i++)
		leader[i] = i == 0;
	for (size_t i = 0; i < n; i++) {
		if (effect(&code[i]) == NEVER)
			continue;
		if (i + 1 < n)
			leader[i + 1] = 1;
		if (code[i].op->flow != FLOW_BRANCH)
			continue;
		if (code[i].target % ISA_INST_BYTES || target_of(code, i) >= n)
			return simt_fail(e, SIMT_BAD_INPUT, "offset 0x%x: the branch to 0x%x leaves the function", code[i].offset,
					 code[i].target);
		leader[target_of(code, i)] = 1;
	}
	for (size_t i = 0; i < n; i++) {
		if (leader[i])
			g->first[g->n++] = (uint32_t)i;
		g->block[i] = (uint32_t)g->n - 1;
	}
	g->first[g->n] = (uint32_t)n;
	return true;
}

static void
find_edges(struct graph *g, const struct inst *code)
{
	const uint32_t end = (uint32_t)g->n;

	for (size_t b = 0; b < g->n; b++) {
		const size_t last = g->first[b + 1] - 1u;
		const enum effect effect_of_last = effect(&code[last]);

		g->to[b][0] = effect_of_last == ALWAYS ? CFG_NONE : (uint32_t)b + 1;
		g->to[b][1] = CFG_NONE;
		if (effect_of_last != NEVER)
			g->to[b][1] = code[last].op->flow == FLOW_EXIT ? end : g->block[target_of(code, last)];
	}
	/* Predecessors: count, sum up, fill. */
	for (size_t b = 0; b < g->n; b++)
		for (unsigned k = 0; k < 2; k++)
			if (g->to[b][k] != CFG_NONE)
				g->from_at[g->to[b][k] + 1]++;
	for (size_t b = 0; b <= g->n; b++)
		g->from_at[b + 1] += g->from_at[b];
	for (size_t b = 0; b < g->n; b++)
		for (unsigned k = 0; k < 2; k++)
			if (g->to[b][k] != CFG_NONE)
				g->from[g->from_at[g->to[b][k]]++] = (uint32_t)b;
	/* Filling has moved every start to the next one's place. */
	for (size_t b = g->n + 1; b > 0; b--)
		g->from_at[b] = g->from_at[b - 1];
	g->from_at[0] = 0;
}

/* Depth-first walk against the edges from `root`; appends what it finds to `order`, `count` nodes long so far. The stack and the
 * counters of edges lie in idom and position, which are not needed yet: position holds the place of the next edge + 1. */
static size_t
walk(struct graph *g, uint32_t root, uint32_t *next, size_t count)
{
	uint32_t *stack = g->idom;
	size_t depth = 0;

	stack[depth++] = root;
	next[root] = g->from_at[root];
	while (depth) {
		const uint32_t b = stack[depth - 1];

		if (next[b] == g->from_at[b + 1]) {
			g->order[count++] = b;
			depth--;
			continue;
		}
		const uint32_t p = g->from[next[b]++];

		if (next[p] == CFG_NONE) {
			next[p] = g->from_at[p];
			stack[depth++] = p;
		}
	}
	return count;
}

/* Blocks that never reach the end come after all others, as if each were one more predecessor of it; the end itself comes last. */
static void
find_order(struct graph *g)
{
	const uint32_t end = (uint32_t)g->n;
	uint32_t *next = g->position;
	size_t count;

	for (size_t b = 0; b <= g->n; b++)
		next[b] = CFG_NONE;
	count = walk(g, end, next, 0) - 1;
	for (uint32_t b = end; b-- > 0;)
		if (next[b] == CFG_NONE) {
			count = walk(g, b, next, count);
			g->to[b][g->to[b][0] == CFG_NONE ? 0 : 1] = end;
		}
	g->order[count] = end;
	assert(count == g->n);
	for (size_t i = 0; i <= g->n; i++)
		g->position[g->order[i]] = (uint32_t)i;
}

static uint32_t
intersect(const struct graph *g, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (g->position[a] < g->position[b])
			a = g->idom[a];
		while (g->position[b] < g->position[a])
			b = g->idom[b];
	}
	return a;
}

static void
find_dominators(struct graph *g)
{
	bool changed = true;

	for (size_t b = 0; b < g->n; b++)
		g->idom[b] = CFG_NONE;
	g->idom[g->n] = (uint32_t)g->n;
	while (changed) {
		changed = false;
		for (size_t i = g->n; i-- > 0;) {
			const uint32_t b = g->order[i];
			uint32_t dom = CFG_NONE;

			for (unsigned k = 0; k < 2; k++) {
				const uint32_t s = g->to[b][k];

				if (s == CFG_NONE || g->idom[s] == CFG_NONE)
					continue;
				dom = dom == CFG_NONE ? s : intersect(g, dom, s);
			}
			if (g->idom[b] != dom) {
				g->idom[b] = dom;
				changed = true;
			}
		}
	}
}

bool
isa_postdominators(const struct inst *code, size_t n, uint32_t *ipdom, struct simt_error *e)
{
	struct graph g;
	bool ok;

	for (size_t i = 0; i < n; i++)
		ipdom[i] = CFG_NONE;
	if (n == 0)
		return true;
	assert(n < CFG_NONE / 2);
	ok = allocate(&g, n, e) && find_blocks(&g, code, e);
	if (ok) {
		find_edges(&g, code);
		find_order(&g);
		find_dominators(&g);
		for (size_t i = 0; i < n; i++) {
			const uint32_t dom = g.idom[g.block[i]];

			if (code[i].op->flow == FLOW_BRANCH && effect(&code[i]) != NEVER && dom != g.n)
				ipdom[i] = g.first[dom];
		}
	}
	release(&g);
	return ok;
}

static bool
is_beyond(const struct inst *code, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (code[i].op->flow == FLOW_BRX || code[i].op->flow == FLOW_CALL || code[i].op->flow == FLOW_RET)
			return true;
	return false;
}

/* Marks with `mark` what branch i leads to, up to and with instruction `last`. `stack` has room for all instructions. */
static void
mark_region(const struct inst *code, size_t n, size_t i, uint32_t last, uint32_t *mark, uint32_t *stack)
{
	size_t depth = 0;
	size_t to[2] = {target_of(code, i), i + 1};

	for (;;) {
		size_t at;

		for (int k = 0; k < 2; k++)
			if (to[k] < n && mark[to[k]] != i) {
				mark[to[k]] = (uint32_t)i;
				stack[depth++] = (uint32_t)to[k];
			}
		if (!depth)
			return;
		at = stack[--depth];
		to[0] = at != last && code[at].op->flow == FLOW_BRANCH && effect(&code[at]) != NEVER ? target_of(code, at) : n;
		to[1] = at != last && effect(&code[at]) != ALWAYS ? at + 1 : n;
	}
}

bool
isa_branch_region(const struct inst *code, size_t n, size_t i, uint32_t *merge, bool *inside, struct simt_error *e)
{
	uint32_t *ipdom, *mark, *stack;
	bool ok;

	if (i >= n || code[i].op->flow != FLOW_BRANCH || effect(&code[i]) != PERHAPS || is_beyond(code, n))
		return false;
	ipdom = malloc(3 * n * sizeof *ipdom);
	if (!ipdom)
		return simt_fail(e, SIMT_LIMIT, "not enough memory for a control-flow graph");
	mark = ipdom + n;
	stack = mark + n;
	ok = isa_postdominators(code, n, ipdom, e);
	for (size_t k = 0; k < n; k++)
		mark[k] = CFG_NONE;
	if (ok) {
		*merge = ipdom[i];
		mark_region(code, n, i, *merge, mark, stack);
		for (size_t k = 0; k < n; k++)
			inside[k] = mark[k] == i && k != *merge;
	}
	free(ipdom);
	return ok;
}

bool
isa_branch_regions(const struct inst *code, size_t n, uint8_t *regions, struct simt_error *e)
{
	uint32_t *ipdom = malloc((3 * n + 1) * sizeof *ipdom), *mark = ipdom + n, *stack = mark + n;
	bool ok = ipdom ? isa_postdominators(code, n, ipdom, e)
			: simt_fail(e, SIMT_LIMIT, "not enough memory for a control-flow graph");

	memset(regions, ok && is_beyond(code, n) ? 255 : 0, n);
	for (size_t i = 0; ok && i < n; i++)
		mark[i] = CFG_NONE;
	for (size_t i = 0; ok && i < n; i++) {
		bool joins = ipdom[i] != CFG_NONE && code[ipdom[i]].op->flow == FLOW_BSYNC;

		if (code[i].op->flow != FLOW_BRANCH || effect(&code[i]) != PERHAPS)
			continue;
		mark_region(code, n, i, joins ? ipdom[i] : CFG_NONE, mark, stack);
		for (size_t k = 0; k < n; k++)
			regions[k] = (uint8_t)(regions[k] + (mark[k] == i && regions[k] < 255));
	}
	free(ipdom);
	return ok;
}

/* ---- loops ---- */

/* What isa_loops() works with; arrays of n entries. */
struct search {
	const struct inst *code;
	size_t n;
	uint32_t *stack, *size; /* size: of the loop of a head; 0: not a head */
	bool *root;             /* where functions begin */
	bool *candidate;        /* a path from a root comes back to it */
	bool *open, *seen;
	bool *body; /* of the loop that is looked at */
};

/* Where control goes behind instruction i: to[0], to[1]; n: nowhere. */
static void
successors(const struct search *s, size_t i, size_t to[2])
{
	const struct inst *in = s->code + i;
	const bool ends = in->op->flow == FLOW_RET || in->op->flow == FLOW_BRX;

	to[0] = to[1] = s->n;
	if (effect(in) != ALWAYS && !(ends && in->guard == ISA_PT))
		to[0] = i + 1;
	if (in->op->flow == FLOW_BRANCH && effect(in) != NEVER && target_of(s->code, i) < s->n)
		to[1] = target_of(s->code, i);
}

/* Marks in `seen` what can be reached from `first` without passing `without` (n: no matter what is passed). `open` has the path that led there;
 * `back`: candidates become those of its instructions to which a branch leads back. */
static void
reach(struct search *s, size_t first, size_t without, bool back)
{
	size_t depth = 0;

	if (s->seen[first] || first == without)
		return;
	s->stack[depth++] = (uint32_t)first;
	s->seen[first] = s->open[first] = true;
	while (depth) {
		const uint32_t at = s->stack[depth - 1];
		size_t to[2], next = s->n;

		successors(s, at, to);
		for (int k = 0; k < 2; k++) {
			if (to[k] >= s->n || to[k] == without)
				continue;
			if (back && s->open[to[k]])
				s->candidate[to[k]] = true;
			if (!s->seen[to[k]])
				next = to[k];
		}
		if (next == s->n) {
			s->open[at] = false;
			depth--;
		} else {
			s->stack[depth++] = (uint32_t)next;
			s->seen[next] = s->open[next] = true;
		}
	}
}

/* Reaches all, from the roots first. `root` gets where nothing leads to. */
static void
find_candidates(struct search *s)
{
	s->root[0] = true;
	for (size_t i = 0; i < s->n; i++)
		if (s->code[i].op->flow == FLOW_CALL && s->code[i].target % ISA_INST_BYTES == 0 && target_of(s->code, i) < s->n)
			s->root[target_of(s->code, i)] = true;
	for (size_t i = 0; i < s->n; i++)
		if (s->root[i])
			reach(s, i, s->n, true);
	for (size_t i = 0; i < s->n; i++)
		if (!s->seen[i]) {
			s->root[i] = true;
			reach(s, i, s->n, true);
		}
}

/* The body of the loop whose head this is; its size, 0: it is none. */
static uint32_t
find_body(struct search *s, size_t head)
{
	uint32_t size = 1;
	bool changed = true, any = false;

	/* what the head dominates is what is not seen without it */
	memset(s->seen, 0, s->n);
	memset(s->body, 0, s->n);
	for (size_t i = 0; i < s->n; i++)
		if (s->root[i] && i != head)
			reach(s, i, head, false);
	s->body[head] = true;
	while (changed) {
		changed = false;
		for (size_t i = s->n; i-- > 0;) {
			size_t to[2];

			if (s->seen[i] || (s->body[i] && (i != head || any)))
				continue;
			successors(s, i, to);
			if (!(to[0] < s->n && s->body[to[0]]) && !(to[1] < s->n && s->body[to[1]]))
				continue;
			any = any || to[0] == head || to[1] == head;
			if (i == head)
				continue;
			s->body[i] = changed = true;
			size++;
		}
	}
	return any ? size : 0;
}

bool
isa_loops(const struct inst *code, size_t n, uint32_t *loop, uint32_t *around, struct simt_error *e)
{
	struct search s = {.code = code, .n = n, .stack = malloc((2 * n + 1) * sizeof *s.stack), .root = calloc(5 * n + 1, 1)};

	if (!s.stack || !s.root) {
		free(s.stack);
		free(s.root);
		return simt_fail(e, SIMT_LIMIT, "not enough memory for a control-flow graph");
	}
	s.size = s.stack + n;
	s.candidate = s.root + n;
	s.open = s.candidate + n;
	s.seen = s.open + n;
	s.body = s.seen + n;
	for (size_t i = 0; i < n; i++)
		loop[i] = around[i] = CFG_NONE;
	if (n)
		find_candidates(&s);
	for (size_t h = 0; h < n; h++)
		s.size[h] = s.candidate[h] ? find_body(&s, h) : 0;
	for (size_t h = 0; h < n; h++) {
		if (!s.size[h])
			continue;
		find_body(&s, h);
		for (size_t i = 0; i < n; i++) {
			if (!s.body[i])
				continue;
			if (loop[i] == CFG_NONE || s.size[loop[i]] > s.size[h])
				loop[i] = (uint32_t)h;
			if (i != h && s.size[i] && (around[i] == CFG_NONE || s.size[around[i]] > s.size[h]))
				around[i] = (uint32_t)h;
		}
	}
	free(s.stack);
	free(s.root);
	return true;
}

/* What is still to be looked at of a walk along the edges. */
struct front {
	bool *reached;
	uint32_t *list;
	size_t n, left;
};

static void
visit(struct front *f, size_t i)
{
	if (i >= f->n || f->reached[i])
		return;
	f->reached[i] = true;
	f->list[f->left++] = (uint32_t)i;
}

/* Where control can go from instruction i. False: anywhere. */
static bool
reach_from(struct front *f, const struct inst *code, size_t i)
{
	const struct inst *in = &code[i];
	const bool always = in->guard == ISA_PT;

	switch (in->op->flow) {
	case FLOW_BRX:
		return false;
	case FLOW_CALL:
		if (in->a.kind != SRC_NONE)
			return false;
		visit(f, target_of(code, i));
		visit(f, i + 1);
		return true;
	case FLOW_RET:
		if (!always)
			visit(f, i + 1);
		return true;
	case FLOW_BSSY:
	case FLOW_WARPSYNC: /* most have no target: 0, where control begins */
		visit(f, target_of(code, i));
		break;
	case FLOW_BRANCH:
		if (effect(in) != NEVER)
			visit(f, target_of(code, i));
		break;
	default:
		break;
	}
	if (effect(in) != ALWAYS)
		visit(f, i + 1);
	return true;
}

bool
isa_reachable(const struct inst *code, size_t n, bool *reached, struct simt_error *e)
{
	struct front f = {.reached = reached, .list = malloc(n * sizeof *f.list), .n = n};
	bool anywhere = false;

	if (n && !f.list)
		return simt_fail(e, SIMT_LIMIT, "not enough memory for the control-flow graph of %zu instructions", n);
	memset(reached, 0, n * sizeof *reached);
	visit(&f, 0);
	while (f.left && !anywhere)
		anywhere = !reach_from(&f, code, f.list[--f.left]);
	if (anywhere)
		memset(reached, 1, n * sizeof *reached);
	free(f.list);
	return true;
}
