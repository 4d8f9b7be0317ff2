/* whole.c: accesses of all lanes of a row without a request; see whole.h. */
#include "isa/whole.h"

#include "isa/exec.h"

/* Of any words that lie in memory, whatever type they were stored as. */
typedef uint32_t __attribute__((may_alias, aligned(1))) memory_word;

/* Values of the field of an access's size. */
enum { SIZE_4 = 4, SIZE_8 = 5, SIZE_16 = 6 };

bool
isa_whole_can(const struct inst *in)
{
	const bool load = in->op->exec == isa_exec_lds, store = in->op->exec == isa_exec_sts;

	if ((!load && !store) || in->a.kind != SRC_REG || in->c.kind != SRC_NONE || in->f[F_size] < SIZE_4 ||
	    in->f[F_size] > SIZE_16)
		return false;
	return load ? in->d != ISA_RZ : in->b.kind == SRC_REG && in->b.index != ISA_RZ;
}

/* Whether each lane is `step` behind the one before. */
CLONES static bool
in_steps(const uint32_t *a, unsigned scale, unsigned step)
{
	const uint32_t first = a[0] << scale;
	uint32_t other = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		other |= (a[l] << scale) ^ (first + l * step);
	return !other;
}

bool
isa_whole_at(const struct inst *in, const struct exec *x, struct isa_whole *w)
{
	const uint32_t *a = row_of(x, in->a.index);
	const unsigned scale = in->f[F_scale] ? in->f[F_scale] + 1u : 0;

	w->bytes = (uint8_t)(4u << (in->f[F_size] - SIZE_4));
	w->first = (a[0] << scale) + (uint32_t)in->displacement - x->block->shared_base;
	w->last = (a[ISA_LANES - 1] - a[0]) << scale;
	w->row = w->last == (ISA_LANES - 1u) * w->bytes;
	w->store = in->op->exec == isa_exec_sts;
	if (!w->row && (w->last || w->store))
		return false;
	return in_steps(a, scale, w->row ? w->bytes : 0);
}

CLONES static void
load_row(uint32_t (*restrict to)[ISA_LANES], const memory_word *restrict word, unsigned words)
{
	switch (words) {
	case 1:
		for (unsigned l = 0; l < ISA_LANES; l++)
			to[0][l] = word[l];
		return;
	case 2:
		for (unsigned l = 0; l < ISA_LANES; l++) {
			to[0][l] = word[2 * l];
			to[1][l] = word[2 * l + 1];
		}
		return;
	default:
		for (unsigned k = 0; k < 4; k++)
			for (unsigned l = 0; l < ISA_LANES; l++)
				to[k][l] = word[4 * l + k];
	}
}

CLONES static void
load_place(uint32_t (*restrict to)[ISA_LANES], const memory_word *restrict word, unsigned words)
{
	for (unsigned k = 0; k < words; k++) {
		const uint32_t v = word[k];

		for (unsigned l = 0; l < ISA_LANES; l++)
			to[k][l] = v;
	}
}

void
isa_whole_load(const struct inst *in, struct exec *x, const struct isa_whole *w, const uint8_t *p)
{
	uint32_t(*to)[ISA_LANES] = x->row->r + in->d;

	if (w->row)
		load_row(to, (const memory_word *)p, w->bytes / 4u);
	else
		load_place(to, (const memory_word *)p, w->bytes / 4u);
}

CLONES static void
store_row(memory_word *restrict word, uint32_t (*restrict from)[ISA_LANES], unsigned words)
{
	switch (words) {
	case 1:
		for (unsigned l = 0; l < ISA_LANES; l++)
			word[l] = from[0][l];
		return;
	case 2:
		for (unsigned l = 0; l < ISA_LANES; l++) {
			word[2 * l] = from[0][l];
			word[2 * l + 1] = from[1][l];
		}
		return;
	default:
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned k = 0; k < 4; k++)
				word[4 * l + k] = from[k][l];
	}
}

void
isa_whole_store(const struct inst *in, const struct exec *x, const struct isa_whole *w, uint8_t *p)
{
	store_row((memory_word *)p, x->row->r + in->b.index, w->bytes / 4u);
}
