#include "workloads/analysis/root-list.h"

#include <stdlib.h>

#include "base/alloc.h"

const char *const root_kind_name[ROOT_KINDS] = {
	[ROOT_BRANCH] = "branch", [ROOT_BARRIER] = "barrier", [ROOT_PREDICATE] = "predicate", [ROOT_EXIT] = "exit"};

uint64_t
root_list_all(const struct root_list *l)
{
	return l->slots * l->warp_size;
}

uint64_t
root_list_lost(const struct root_list *l)
{
	uint64_t sum = 0;

	for (int k = 0; k < ROOT_KINDS; k++)
		sum += l->lost[k];
	return sum;
}

void
root_list_free(struct root_list *l)
{
	if (!l)
		return;
	free(l->root);
	free(l);
}

/* ---- the list ---- */

static void
add(struct root_list *l, enum root_kind kind, uint32_t pc, uint64_t executions, uint64_t divergences, uint64_t lost)
{
	if (!divergences && !lost)
		return;
	l->lost[kind] += lost;
	l->root[l->n++] = (struct root){.pc = pc,
					.kind = kind,
					.merge = ROOT_NONE,
					.target = ROOT_NONE,
					.parent = ROOT_NONE,
					.executions = executions,
					.divergences = divergences,
					.lost = lost,
					.nested = lost};
}

static void
describe(struct root *r, const struct root_counts *c)
{
	r->slots = c->slots;
	r->warps = c->warps;
	r->taken = c->taken;
	r->others = c->others;
	r->compared = c->compared;
	r->alike = c->alike;
	r->repeated = c->repeated;
}

static int
by_loss(const void *a, const void *b)
{
	const struct root *x = a, *y = b;

	if (x->lost != y->lost)
		return x->lost < y->lost ? 1 : -1;
	if (x->pc != y->pc)
		return x->pc < y->pc ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

/* The parent of a root is the branch around it with the smallest region. Regions are those of isa_branch_region: if one branch is in the
 * other's region, its region is a part of that one. Two branches with equal regions, such as two exits of a loop, are not nested. */
static void
find_parents(struct root_list *l, const struct simt_function *f, size_t n)
{
	bool *inside = zeroed(n, sizeof *inside);
	size_t *size = zeroed(l->n, sizeof *size), *around = zeroed(l->n, sizeof *around);

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < l->n; i++) {
			struct root *b = l->root + i;

			if (b->kind != ROOT_BRANCH || !simt_function_region(f, b->pc, &b->merge, inside, n))
				continue;
			for (size_t k = 0; !pass && k < n; k++)
				size[i] += inside[k];
			for (size_t k = 0; pass && k < l->n; k++) {
				struct root *r = l->root + k;

				if (!inside[r->pc] || (r->kind == ROOT_BRANCH && size[k] >= size[i]))
					continue;
				if (r->parent == ROOT_NONE || size[i] < around[k] ||
				    (size[i] == around[k] && b->pc < l->root[r->parent].pc)) {
					r->parent = (uint32_t)i;
					around[k] = size[i];
				}
			}
		}
	free(inside);
	free(size);
	free(around);
	for (size_t i = 0; i < l->n; i++)
		for (uint32_t k = l->root[i].parent; k != ROOT_NONE; k = l->root[k].parent) {
			l->root[i].depth++;
			l->root[k].nested += l->root[i].lost;
		}
}

void
root_list_fill(struct root_list *l, const struct simt_function *f, const struct root_counts *counts, const struct simt_pc_stats *pc,
	       size_t n)
{
	size_t most = 0;

	for (size_t i = 0; i < n; i++)
		most += (counts[i].diverged || counts[i].parted) + (counts[i].partial > 0) + (counts[i].exits > 0);
	l->root = zeroed(most, sizeof *l->root);
	for (size_t i = 0; i < n; i++) {
		const struct root_counts *c = counts + i;
		uint64_t executions = pc ? pc[i].inst_executed : 0;
		size_t first = l->n;

		add(l, c->diverged ? ROOT_BRANCH : ROOT_BARRIER, (uint32_t)i, executions, c->diverged + c->parted, c->waiting);
		if (c->diverged && !c->several)
			l->root[first].target = c->target;
		add(l, ROOT_PREDICATE, (uint32_t)i, executions, c->partial, c->predicated);
		if (l->n > first)
			describe(l->root + first, c);
		/* under policy `ideal` splits reach one EXIT one after the other, at no cost */
		if (c->exited)
			add(l, ROOT_EXIT, (uint32_t)i, executions, c->exits, c->exited);
	}
	qsort(l->root, l->n, sizeof *l->root, by_loss);
	find_parents(l, f, n);
}

/* ---- the tree ---- */

/* Whether root a is shown in front of its sister b. */
static bool
precedes(const struct root_list *l, uint32_t a, uint32_t b)
{
	return l->root[a].nested != l->root[b].nested ? l->root[a].nested > l->root[b].nested : a < b;
}

/* Appends what is below `parent`. */
static uint32_t *
put_below(const struct root_list *l, uint32_t parent, uint32_t *at)
{
	uint32_t last = ROOT_NONE, next;

	do {
		next = ROOT_NONE;
		for (uint32_t i = 0; i < l->n; i++)
			if (l->root[i].parent == parent && i != last && (last == ROOT_NONE || precedes(l, last, i)) &&
			    (next == ROOT_NONE || precedes(l, i, next)))
				next = i;
		if (next != ROOT_NONE) {
			*at++ = next;
			at = put_below(l, next, at);
		}
		last = next;
	} while (next != ROOT_NONE);
	return at;
}

void
root_list_tree(const struct root_list *l, uint32_t *order)
{
	put_below(l, ROOT_NONE, order);
}
