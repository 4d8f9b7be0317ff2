/* row-access.c: see row-access.h. */
#include "isa/row-access.h"

#include "isa/exec.h"

/* Bytes of an access, by the size field; 0: it is none of those here. */
static const uint8_t size_bytes[] = {0, 0, 0, 0, 4, 8, 16, 0};

/* Of any words that lie in memory, whatever type they were stored as. */
typedef uint32_t __attribute__((may_alias, aligned(1))) memory_word;

/* ---- addresses ---- */

enum steps { OTHER, BEHIND_EACH_OTHER, ONE_PLACE };

/* How lanes lie whose addresses have these halves, which are `bytes` apart where they lie behind each other. */
CLONES static enum steps
steps_of(const uint32_t *low, const uint32_t *high, unsigned bytes)
{
	const uint32_t last = low[ISA_LANES - 1] - low[0], step = last ? bytes : 0;
	uint32_t other = 0;

	if (last && last != (ISA_LANES - 1) * bytes)
		return OTHER;
	for (unsigned l = 0; l < ISA_LANES; l++)
		other |= (low[l] ^ (low[0] + l * step)) | (high[l] ^ high[0]);
	/* the lower half does not begin anew within the row */
	if (other || low[ISA_LANES - 1] < low[0])
		return OTHER;
	return last ? BEHIND_EACH_OTHER : ONE_PLACE;
}

/* The same of 32 bits. */
CLONES static enum steps
short_steps_of(const uint32_t *low, unsigned bytes)
{
	const uint32_t last = low[ISA_LANES - 1] - low[0], step = last ? bytes : 0;
	uint32_t other = 0;

	if (last && last != (ISA_LANES - 1) * bytes)
		return OTHER;
	for (unsigned l = 0; l < ISA_LANES; l++)
		other |= low[l] ^ (low[0] + l * step);
	return other ? OTHER : last ? BEHIND_EACH_OTHER : ONE_PLACE;
}

static inline bool
is_row(const struct isa_source *s)
{
	return s->kind == SRC_REG && s->index != ISA_RZ;
}

static inline enum steps
shared_row(const struct inst *in, struct exec *x, struct isa_row_access *a)
{
	const uint32_t *low = x->row->r[in->a.index];

	a->first = low[0] + (in->c.kind == SRC_UREG ? scalar(&in->c, x) : 0) + (uint32_t)in->displacement - x->block->shared_base;
	return short_steps_of(low, a->bytes);
}

static inline enum steps
global_row(const struct inst *in, bool pair, struct exec *x, struct isa_row_access *a)
{
	const uint32_t *low = x->row->r[in->a.index];
	const uint32_t *high = pair ? x->row->r[in->a.index + 1u] : isa_zero_row;

	a->first = ((uint64_t)high[0] << 32 | low[0]) + (uint64_t)(int64_t)in->displacement;
	if (in->c.kind == SRC_UREG)
		a->first += scalar(&in->c, x) | (uint64_t)isa_scalar_slow(&in->c, x, 4) << 32;
	return steps_of(low, high, a->bytes);
}

/* A form: bytes of a lane, and these bits. */
enum { FORM_BYTES = 31, FORM_STORE = 32, FORM_SHARED = 64, FORM_PAIR = 128 };

uint8_t
isa_row_form(const struct inst *in)
{
	const bool lds = in->op->exec == isa_exec_lds, ldg = in->op->exec == isa_exec_ldg, sts = in->op->exec == isa_exec_sts;
	const bool store = !lds && !ldg, shared = lds || sts;
	const unsigned bytes = size_bytes[in->f[F_size] & 7];

	if (!(lds || ldg || sts || in->op->exec == isa_exec_stg) || !is_row(&in->a) || in->f[F_scale] ||
	    (in->c.kind != SRC_NONE && in->c.kind != SRC_UREG) || !bytes || (store ? !is_row(&in->b) : in->d == ISA_RZ))
		return 0;
	return (uint8_t)(bytes | (store ? FORM_STORE : 0) | (shared ? FORM_SHARED : 0) |
			 (in->f[F_e] && !(in->c.kind == SRC_UREG && in->na == 1) ? FORM_PAIR : 0));
}

bool
isa_row_access(const struct inst *in, uint8_t form, struct exec *x, struct isa_row_access *a)
{
	enum steps steps;

	if (x->mask != UINT32_MAX)
		return false;
	a->bytes = form & FORM_BYTES;
	a->store = form & FORM_STORE;
	a->shared = form & FORM_SHARED;
	steps = a->shared ? shared_row(in, x, a) : global_row(in, form & FORM_PAIR, x, a);
	a->one = steps == ONE_PLACE;
	return steps == BEHIND_EACH_OTHER || (a->one && !a->store);
}

/* ---- data ---- */

CLONES static void
load_row(uint32_t (*r)[ISA_LANES], const uint8_t *p, unsigned words)
{
	const memory_word *word = (const memory_word *)p;

	/* of a number that is known the compiler makes vectors */
	switch (words) {
	case 1:
		for (unsigned l = 0; l < ISA_LANES; l++)
			r[0][l] = word[l];
		return;
	case 2:
		for (unsigned l = 0; l < ISA_LANES; l++) {
			r[0][l] = word[2 * l];
			r[1][l] = word[2 * l + 1];
		}
		return;
	default:
		for (unsigned w = 0; w < 4; w++)
			for (unsigned l = 0; l < ISA_LANES; l++)
				r[w][l] = word[4 * l + w];
	}
}

CLONES static void
load_one(uint32_t (*r)[ISA_LANES], const uint8_t *p, unsigned words)
{
	for (unsigned w = 0; w < words; w++)
		spread(r[w], ((const memory_word *)p)[w]);
}

CLONES static void
store_row(uint32_t (*r)[ISA_LANES], uint8_t *p, unsigned words)
{
	memory_word *word = (memory_word *)p;

	switch (words) {
	case 1:
		for (unsigned l = 0; l < ISA_LANES; l++)
			word[l] = r[0][l];
		return;
	case 2:
		for (unsigned l = 0; l < ISA_LANES; l++) {
			word[2 * l] = r[0][l];
			word[2 * l + 1] = r[1][l];
		}
		return;
	default:
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned w = 0; w < 4; w++)
				word[4 * l + w] = r[w][l];
	}
}

void
isa_row_move(const struct inst *in, struct exec *x, const struct isa_row_access *a, uint8_t *p)
{
	const unsigned words = a->bytes / 4u;

	if (a->store)
		store_row(x->row->r + in->b.index, p, words);
	else if (a->one)
		load_one(x->row->r + in->d, p, words);
	else
		load_row(x->row->r + in->d, p, words);
}
