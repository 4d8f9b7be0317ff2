/* banks.c: how the lanes of an access are spread over the banks of the data array, which shared memory and L1 share: the number of
 * wavefronts, and how many of these are conflicts. Both are counted as on an H200 (doc/validation.md, DEVIATIONS.md).
 *
 * What this module cannot do: conflicts of global atomics. Conflicts of local memory, which has none while lanes stay together.
 * Conflicts between accesses of several warps. */
#include "sim/memory/banks.h"

#include <string.h>

#include "isa/span.h"
#include "sim/memory/access.h"
#include "sim/memory/tag-store.h"

/* Lanes with equal words share a wavefront, or take one each. */
enum repeats { REPEATS_SHARE, REPEATS_COUNT };

enum { BANKS_MOST = 128, FEW = 32 }; /* banks of a machine at the most; of most machines */

/* The largest number of distinct units of 1 << shift bytes in one of `banks` banks of that width, of the lanes `mask`; each has `units` of them. */
static inline __attribute__((always_inline)) unsigned
worst_of(const struct mem_request *r, uint32_t mask, unsigned shift, unsigned units, unsigned banks, enum repeats repeats)
{
	uint32_t seen[ISA_LANES * 4 + 1]; /* number of a unit */
	uint8_t next[ISA_LANES * 4 + 1];  /* the one before it in its bank + 1 */
	uint8_t head[BANKS_MOST], depth[BANKS_MOST];
	const unsigned low = banks & (banks - 1) ? 0 : banks - 1;
	unsigned n = 0, worst = 0;

	for (unsigned b = 0; b < banks; b += FEW) {
		if (repeats == REPEATS_SHARE)
			memset(head + b, 0, FEW);
		memset(depth + b, 0, FEW);
	}
	for (; mask; mask &= mask - 1) {
		const uint32_t first = (uint32_t)(r->address[__builtin_ctz(mask)] >> shift);

		for (uint32_t unit = first; unit != first + units; unit++) {
			const uint32_t bank = low || banks == 1 ? unit & low : unit % banks;
			unsigned k = repeats == REPEATS_COUNT ? 0 : head[bank];

			while (k && seen[k] != unit)
				k = next[k];
			if (k)
				continue;
			if (repeats == REPEATS_SHARE) {
				seen[++n] = unit;
				next[n] = head[bank];
				head[bank] = (uint8_t)n;
			}
			worst = ++depth[bank] > worst ? depth[bank] : worst;
		}
	}
	return worst;
}

/* Wavefronts of the lanes `mask`: the largest number of distinct words in one bank. */
static unsigned
worst_bank(const struct mem_request *r, const struct isa_span *s, uint32_t mask, unsigned banks, enum repeats repeats)
{
	const unsigned words = r->bytes > 4 ? r->bytes / 4u : 1, shift = words == 1 ? 2 : words == 2 ? 3 : 4;

	/* as many banks as words go together, since addresses are multiples of the size */
	if (words > 1 && (!s || !s->aligned || banks % words))
		return worst_of(r, mask, 2, words, banks, repeats);
	/* no word is there twice */
	if (s && s->upwards && r->bytes >= 4) {
		const unsigned few = banks / words;

		if (few && few <= FEW && !(few & (few - 1)) && !s->row)
			return isa_span_fullest(s, mask, shift, few);
		repeats = REPEATS_COUNT;
	}
	return repeats == REPEATS_COUNT ? worst_of(r, mask, shift, 1, banks / words, REPEATS_COUNT)
					: worst_of(r, mask, shift, 1, banks / words, REPEATS_SHARE);
}

/* Whether the first and the last byte of these words lie so near to each other that no two words share a bank. */
static bool
no_two_share(uint64_t low, uint64_t high, unsigned bytes, unsigned banks)
{
	return high / 4 - low / 4 + (bytes + 3u) / 4 <= banks;
}

/* Whether these lanes do. */
static bool
near(const struct mem_request *r, uint32_t mask, unsigned banks)
{
	uint64_t low = UINT64_MAX, high = 0;

	for (; mask; mask &= mask - 1) {
		uint64_t address = r->address[__builtin_ctz(mask)];

		low = address < low ? address : low;
		high = address > high ? address : high;
	}
	return no_two_share(low, high, r->bytes, banks);
}

/* Whether no two words of lanes that go together share a bank, as is seen of all lanes at once; s may be NULL. */
static bool
all_near(const struct mem_request *r, const struct isa_span *s, unsigned banks)
{
	return s && ((s->row && banks >= ISA_LANES) || no_two_share(s->first, s->first + s->last, r->bytes, banks));
}

/* Whether each lane has a bank of its own, as far as that is quick to see. */
static bool
own_banks(const struct mem_request *r, const struct isa_span *s, unsigned banks)
{
	return s && r->bytes == 4 && banks <= FEW && !(banks & (banks - 1)) && isa_span_own_banks(s, r->mask, banks);
}

/* Whether each of these lanes has the address of the lane whose number differs in `bit`, or that one takes no part. */
static bool
in_pairs(const struct mem_request *r, uint32_t mask, unsigned bit)
{
	for (uint32_t m = mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m), k = l ^ bit;

		if (mask >> k & 1 && r->address[k] != r->address[l])
			return false;
	}
	return true;
}

/* 32-bit accesses go whole, 64-bit ones by half-warps, 128-bit ones by quarter-warps. */
static unsigned
lanes_together(const struct mem_request *r)
{
	return r->bytes == 16 ? 8 : r->bytes == 8 ? 16 : 32;
}

static uint32_t
lanes_from(unsigned first, unsigned n)
{
	return n == 32 ? UINT32_MAX : ((UINT32_C(1) << n) - 1) << first;
}

/* Wavefronts of a load or store of one lane or all 32, if it is seen at once that each part of them takes one; else 0. Lanes that are all at one place go in
 * parts of which so many are joined. */
static inline unsigned
whole_parts(const struct mem_request *r, const struct isa_span *s, unsigned banks, unsigned joined)
{
	const unsigned words = (r->bytes + 3u) / 4;

	if (r->kind == MEM_ATOMIC)
		return 0;
	if (!(r->mask & (r->mask - 1)))
		return r->mask && banks >= words;
	if (r->mask != UINT32_MAX || !s)
		return 0;
	if (s->row)
		return banks >= ISA_LANES ? words : 0;
	if (!s->last)
		return banks < words ? 0 : words == 1 ? 1 : words / joined;
	return words == 1 && all_near(r, s, banks);
}

/* Conflicts are wavefronts beyond one for each part that has lanes. Loads join two parts if all lanes go in pairs, with the neighbour or
 * with the next but one. */
static __attribute__((noinline)) void
shared_parts(const struct simt_machine *m, const struct mem_request *r, const struct isa_span *s, struct access *a)
{
	unsigned lanes = lanes_together(r), banks = m->shared.banks, parts = 0;
	enum repeats repeats = r->kind == MEM_ATOMIC && !r->together ? REPEATS_COUNT : REPEATS_SHARE;
	const bool one = (repeats == REPEATS_SHARE && all_near(r, s, banks)) || own_banks(r, s, banks);
	unsigned times = r->kind == MEM_ATOMIC && r->atomic == ATOM_CAS ? 2 : 1; /* reads, then writes */

	if (one && lanes == ISA_LANES) {
		a->wavefronts += times;
		return;
	}
	for (unsigned first = 0; first < ISA_LANES; first += lanes) {
		uint32_t part = lanes_from(first, lanes), two = part | part << lanes % 32;
		unsigned n;

		if (lanes < 32 && r->kind == MEM_LOAD && first % (2 * lanes) == 0 && (r->mask & two) != (r->mask & part) &&
		    ((s && !s->last) || in_pairs(r, r->mask & two, 1) || in_pairs(r, r->mask & two, 2))) {
			part = two;
			first += lanes;
		}
		n = one ? (r->mask & part) != 0 : worst_bank(r, s, r->mask & part, banks, repeats);
		n = (r->spin || !m->shared.bank_conflicts) && n ? 1 : n;
		a->wavefronts += n * times;
		a->conflicts += n ? n - 1 : 0;
		parts += n != 0;
	}
	a->parts += parts ? parts - 1 : 0;
}

void
banks_shared(const struct simt_machine *m, const struct mem_request *r, const struct isa_span *s, struct access *a)
{
	const unsigned n = whole_parts(r, s, m->shared.banks, r->kind == MEM_LOAD ? 2 : 1);

	if (!n) {
		shared_parts(m, r, s, a);
		return;
	}
	a->wavefronts += n;
	a->parts += n - 1;
}

/* Those of the lanes `mask` that lie in its first `lines` lines, in the order of lanes. */
static uint32_t
first_lines(const struct mem_request *r, uint32_t mask, unsigned lines)
{
	uint64_t line[LINES_MOST];
	unsigned n = 0;
	uint32_t in = 0;

	for (; mask; mask &= mask - 1) {
		unsigned l = (unsigned)__builtin_ctz(mask), k = 0;
		uint64_t number = r->address[l] / LINE_BYTES;

		while (k < n && line[k] != number)
			k++;
		if (k == n && n == lines)
			continue;
		if (k == n)
			line[n++] = number;
		in |= mask & -mask;
	}
	return in;
}

/* L1 looks up some lines at a time, the lanes of which then store together; what is loaded is gathered from all lines of a part. Conflicts
 * are wavefronts beyond one for each part of a load, and for each such group of a store. */
static __attribute__((noinline)) void
line_parts(const struct simt_machine *m, const struct mem_request *r, const struct isa_span *s, bool apart, struct access *a)
{
	const enum repeats repeats = apart ? REPEATS_COUNT : REPEATS_SHARE; /* there are none */
	unsigned lanes = lanes_together(r), banks = m->shared.banks, parts = 0;
	const bool one = all_near(r, s, banks) || (r->kind == MEM_LOAD && own_banks(r, s, banks));

	if (one && lanes == ISA_LANES) {
		a->line_wavefronts++;
		return;
	}
	/* of a span it is known where parts are the whole; what few lanes load is counted as soon */
	const bool look = s ? lanes < ISA_LANES : r->kind == MEM_STORE;

	for (unsigned first = 0; first < ISA_LANES; first += lanes) {
		uint32_t rest = r->mask & lanes_from(first, lanes);

		parts += rest != 0;
		while (rest) {
			bool together = one || (look && near(r, rest, banks));
			uint32_t now = together || r->kind == MEM_LOAD ? rest : first_lines(r, rest, m->l1.tags);
			unsigned n = together ? 1 : worst_bank(r, s, now, banks, repeats);

			a->line_wavefronts += n;
			a->line_conflicts += n - 1;
			rest &= ~now;
		}
	}
	a->line_parts += parts ? parts - 1 : 0;
}

void
banks_global(const struct simt_machine *m, const struct mem_request *r, const struct isa_span *s, bool apart, struct access *a)
{
	const unsigned n = whole_parts(r, s, m->shared.banks, 1);

	if (!n) {
		line_parts(m, r, s, apart, a);
		return;
	}
	a->line_wavefronts += n;
	a->line_parts += n - 1;
}
