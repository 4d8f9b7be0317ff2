/* lane-atomics.c: what an atomic of one lane does to its word: operations on integers and exchange; those on floating point are isa/'s.
 * What this module cannot do: say in which order lanes come, or what that takes (lsu.c, atomic-units.c). */
#include "sim/memory/lane-atomics.h"

#include <string.h>

#include "isa/isa.h"
#include "isa/span.h"

/* The new value of an atomic on `bits` bits. CAS: v is the value compared, w the new one. */
static inline __attribute__((always_inline)) uint64_t
atomic_result(unsigned op, uint64_t old, uint64_t v, uint64_t w, bool sign, unsigned bits)
{
	/* moving the sign bit to the other end of the order makes signed comparisons unsigned ones */
	uint64_t flip = sign ? UINT64_C(1) << (bits - 1) : 0;

	switch (op) {
	case ATOM_ADD:
		return old + v;
	case ATOM_MIN:
		return (old ^ flip) < (v ^ flip) ? old : v;
	case ATOM_MAX:
		return (old ^ flip) > (v ^ flip) ? old : v;
	case ATOM_INC:
		return old >= v ? 0 : old + 1;
	case ATOM_DEC:
		return old == 0 || old > v ? v : old - 1;
	case ATOM_AND:
		return old & v;
	case ATOM_OR:
		return old | v;
	case ATOM_XOR:
		return old ^ v;
	case ATOM_EXCH:
		return v;
	default:
		return old == v ? w : old;
	}
}

/* Operand i of lane l: words of r->bytes bytes follow each other. */
static uint64_t
operand(const struct mem_request *r, unsigned l, unsigned i)
{
	if (r->bytes == 8)
		return r->data[2 * i][l] | (uint64_t)r->data[2 * i + 1][l] << 32;
	return r->data[i][l];
}

/* Exchanges and compare-and-swap on 16 bytes, and floating-point operations on the numbers in them. */
static void
wide_atomic(struct mem_request *r, unsigned l, uint8_t *p)
{
	enum { WORDS = 4, BYTES = 16 };
	uint32_t old[WORDS], v[WORDS];
	bool same = true;

	memcpy(old, p, BYTES);
	for (unsigned i = 0; i < WORDS; i++) {
		same = same && old[i] == r->data[i][l];
		v[i] = r->data[r->atomic == ATOM_CAS ? WORDS + i : i][l];
	}
	for (unsigned i = 0; r->atomic >= ATOM_FADD && i < WORDS; i += 2) {
		const uint64_t half = isa_atomic_float(r->atomic, 8, r->ftz, old[i] | (uint64_t)old[i + 1] << 32,
						       v[i] | (uint64_t)v[i + 1] << 32);

		v[i] = (uint32_t)half;
		v[i + 1] = (uint32_t)(half >> 32);
	}
	if (r->atomic != ATOM_CAS || same)
		memcpy(p, v, BYTES);
	for (unsigned i = 0; i < WORDS; i++)
		r->data[i][l] = old[i];
}

void
lane_atomics_perform(struct mem_request *r, unsigned l, uint8_t *p)
{
	uint64_t old = 0, v;

	if (r->bytes == 16) {
		wide_atomic(r, l, p);
		return;
	}
	memcpy(&old, p, r->bytes);
	if (r->atomic == ATOM_BARRIER)
		v = isa_barrier_arrive(old, r->data[0][l], r->data[1][l], r->data[2][l]);
	else if (r->atomic >= ATOM_FADD)
		v = isa_atomic_float(r->atomic, r->bytes, r->ftz, old, operand(r, l, 0));
	else
		v = atomic_result(r->atomic, old, operand(r, l, 0), r->atomic == ATOM_CAS ? operand(r, l, 1) : 0, r->sign,
				  8u * r->bytes);
	memcpy(p, &v, r->bytes);
	r->data[0][l] = (uint32_t)old;
	if (r->bytes == 8)
		r->data[1][l] = (uint32_t)(old >> 32);
}

/* One lane after the other does `op` on 32 bits. */
static inline __attribute__((always_inline)) void
do_words(struct mem_request *r, const struct isa_span *s, uint8_t *p, unsigned op)
{
	for (uint32_t m = r->mask; m; m &= m - 1) {
		const unsigned l = (unsigned)__builtin_ctz(m);
		uint8_t *at = p + (r->address[l] - s->first);
		uint32_t old, v;

		memcpy(&old, at, sizeof old);
		v = (uint32_t)atomic_result(op, old, r->data[0][l], r->data[1][l], r->sign, 32);
		memcpy(at, &v, sizeof v);
		r->data[0][l] = old;
	}
}

void
lane_atomics_perform_all(struct mem_request *r, const struct isa_span *s, uint8_t *p)
{
	/* an operation for all lanes is chosen once where it takes less than to choose it */
	switch (r->bytes == 4 ? r->atomic : ATOM_BARRIER) {
	case ATOM_ADD:
		do_words(r, s, p, ATOM_ADD);
		return;
	case ATOM_MIN:
		do_words(r, s, p, ATOM_MIN);
		return;
	case ATOM_MAX:
		do_words(r, s, p, ATOM_MAX);
		return;
	case ATOM_OR:
		do_words(r, s, p, ATOM_OR);
		return;
	case ATOM_EXCH:
		do_words(r, s, p, ATOM_EXCH);
		return;
	case ATOM_CAS:
		do_words(r, s, p, ATOM_CAS);
		return;
	default:
		for (uint32_t m = r->mask; m; m &= m - 1) {
			const unsigned l = (unsigned)__builtin_ctz(m);

			lane_atomics_perform(r, l, p + (r->address[l] - s->first));
		}
	}
}
