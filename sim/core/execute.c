#include "sim/core/execute.h"

#include "sim/core/regroup.h"
#include "sim/divergence/split.h"

/* The lanes of the mask join the access of the other sets of their row. */
static void
merge(struct mem_request *to, const struct mem_request *from)
{
	for (uint32_t m = from->mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m);

		to->address[l] = from->address[l];
		to->zeros[l] = from->zeros[l];
		to->to[l] = from->to[l];
		for (size_t k = 0; k < sizeof to->data / sizeof *to->data; k++)
			to->data[k][l] = from->data[k][l];
	}
	to->mask |= from->mask;
}

/* The set whose lanes x->active of home row `row` are: its access joins that of the sets of the row before it, which is in x->mem. */
static inline __attribute__((always_inline)) bool
execute_one_of(struct sm *sm, struct warp *w, const struct inst *in, struct exec *x, unsigned row)
{
	struct mem_request *all = x->mem, own;
	bool ok;

	if (in->op->flow != FLOW_MEMORY || !all->mask)
		return execute_set(sm, w, in, x, row);
	own.mask = 0;
	x->mem = &own;
	ok = execute_set(sm, w, in, x, row);
	x->mem = all;
	if (ok)
		merge(all, &own);
	return ok;
}

/* execute_sets(), where g is what regrouped the block, or NULL: then each home row is one set, and what is asked of g costs nothing. The
 * parameters are those of execute_sets(), whose way into the two is a jump; a struct of them would be filled for each instruction. */
static inline __attribute__((always_inline)) bool
execute_sets_of(const struct regroup_block *g, struct sm *sm, struct warp *w, const struct inst *in, struct exec *x,
		lanes_t *guarded, struct access *access)
{
	struct split *s = w->runs;

	*guarded = 0;
	for (unsigned i = 0; i < s->nu;) {
		const unsigned row = g ? split_set_row(s, i) : i;
		uint32_t mask = 0;

		x->row = w->row + row;
		x->mem->mask = 0;
		do {
			const lanes_t here = g ? s->mask & split_set(s, i) : s->mask;

			x->active = (uint32_t)(here >> (ISA_LANES * row)) << x->lane0;
			if (!x->active)
				continue;
			x->u = s->u + i;
			if (g) {
				x->block = g->home + g->first[w->index] + i;
				sm->row = row;
				if (!regroup_allows(in, x))
					return execute_fault(sm, w, x);
			}
			if (!(g ? execute_one_of(sm, w, in, x, row) : execute_set(sm, w, in, x, row)))
				return false;
			mask |= x->mask;
		} while (++i < s->nu && g && split_set_row(s, i) == row);
		x->mask = mask;
		*guarded |= (lanes_t)(mask >> x->lane0) << (ISA_LANES * row);
		if (x->mem->mask && !access_row(sm, w, in, x, access))
			return false;
	}
	return true;
}

bool
execute_sets(struct sm *sm, struct warp *w, const struct inst *in, struct exec *x, lanes_t *guarded, struct access *access)
{
	const struct regroup_block *g = w->block->regrouped;

	return g ? execute_sets_of(g, sm, w, in, x, guarded, access) : execute_sets_of(NULL, sm, w, in, x, guarded, access);
}
