/* span.c: the addresses of a row's lanes taken together; see span.h. */
#include "isa/span.h"

#include "isa/exec.h"

/* Of any words that lie in memory, whatever type they were stored as. */
typedef uint32_t __attribute__((may_alias)) memory_word;
typedef uint16_t __attribute__((may_alias)) memory_half;

/* ---- where lanes are ---- */

/* What there is to say of addresses that are at[] beyond `base`. */
INLINE void
describe(struct isa_span *s, uint64_t base, const int32_t *at, unsigned bytes)
{
	int32_t least = at[0], most = at[0];
	uint32_t low = 0, gap = 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		least = at[l] < least ? at[l] : least;
		most = at[l] > most ? at[l] : most;
		low |= (uint32_t)at[l];
		gap |= ((uint32_t)at[l] - (uint32_t)at[0]) ^ l * bytes;
	}
	for (unsigned l = 0; l < ISA_LANES; l++)
		s->at[l] = (uint32_t)at[l] - (uint32_t)least;
	s->first = base + (uint64_t)(int64_t)least;
	s->last = (uint32_t)most - (uint32_t)least;
	s->aligned = !((low | base) & (bytes - 1));
	s->row = !gap;
}

/* The lanes that take part, as if all others were where `base` is, which is where one of them is. */
CLONES static bool
span_of(struct isa_span *s, const uint64_t *address, uint64_t base, uint32_t mask, unsigned bytes)
{
	enum { APART = 1 << 30 };
	int32_t at[ISA_LANES];
	uint64_t far = 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint64_t apart = address[l] - base + APART;

		far |= mask & isa_lane_bit[l] ? apart : 0;
		at[l] = mask & isa_lane_bit[l] ? (int32_t)((uint32_t)apart - APART) : 0;
	}
	describe(s, base, at, bytes);
	return !(far >> 31);
}

CLONES static bool
span_of_all(struct isa_span *s, const uint64_t *address, unsigned bytes)
{
	enum { APART = 1 << 30 };
	int32_t at[ISA_LANES];
	uint64_t far = 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint64_t apart = address[l] - address[0] + APART;

		far |= apart;
		at[l] = (int32_t)((uint32_t)apart - APART);
	}
	describe(s, address[0], at, bytes);
	return !(far >> 31);
}

/* Addresses of shared and local memory have 32 bits. */
CLONES static bool
span_of_short(struct isa_span *s, const uint64_t *address, unsigned bytes)
{
	int32_t at[ISA_LANES];

	for (unsigned l = 0; l < ISA_LANES; l++)
		at[l] = (int32_t)address[l];
	describe(s, 0, at, bytes);
	return true;
}

bool
isa_span(const struct mem_request *r, struct isa_span *s)
{
	bool near;

	if (r->mask == UINT32_MAX)
		return r->space == MEM_SHARED ? span_of_short(s, r->address, r->bytes) : span_of_all(s, r->address, r->bytes);
	near = span_of(s, r->address, r->address[__builtin_ctz(r->mask)], r->mask, r->bytes);
	s->row = false;
	return near;
}

CLONES static uint32_t
banks_of(const uint32_t *at, unsigned banks)
{
	uint32_t set = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		set |= UINT32_C(1) << (at[l] / 4 & (banks - 1));
	return set;
}

uint32_t
isa_span_banks(const struct isa_span *s, unsigned banks)
{
	return banks_of(s->at, banks);
}

/* ---- loads ---- */

CLONES static void
load_row(uint32_t (*data)[ISA_LANES], const memory_word *p, unsigned words)
{
	if (words == 1)
		memcpy(data, p, sizeof *data);
	else if (words == 2)
		for (unsigned l = 0; l < ISA_LANES; l++) {
			data[0][l] = p[2 * l];
			data[1][l] = p[2 * l + 1];
		}
	else
		for (unsigned w = 0; w < words; w++)
			for (unsigned l = 0; l < ISA_LANES; l++)
				data[w][l] = p[4 * l + w];
}

CLONES static void
load_words(uint32_t *restrict data, const uint32_t *restrict at, const uint8_t *p)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		data[l] = *(const memory_word *)(p + at[l]);
}

CLONES static void
load_parts(uint32_t *restrict data, const uint32_t *restrict at, const uint8_t *p, unsigned bytes, bool sign)
{
	const uint32_t top = sign ? UINT32_C(1) << (8 * bytes - 1) : 0;

	if (bytes == 1)
		for (unsigned l = 0; l < ISA_LANES; l++)
			data[l] = p[at[l]];
	else
		for (unsigned l = 0; l < ISA_LANES; l++)
			data[l] = *(const memory_half *)(p + at[l]);
	for (unsigned l = 0; l < ISA_LANES; l++)
		data[l] = (data[l] ^ top) - top;
}

CLONES static void
load_one(uint32_t *data, uint32_t word)
{
	spread(data, word);
}

/* Lanes of the mask get what was loaded. */
CLONES static void
keep_lanes(uint32_t *restrict data, const uint32_t *restrict loaded, uint32_t mask)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		data[l] ^= (data[l] ^ loaded[l]) & -(uint32_t)((mask & isa_lane_bit[l]) != 0);
}

static void
load_word(uint32_t *data, const struct isa_span *s, const uint8_t *p)
{
	if (s->last)
		load_words(data, s->at, p);
	else
		load_one(data, *(const memory_word *)p);
}

void
isa_span_load(struct mem_request *r, const struct isa_span *s, const uint8_t *p)
{
	const unsigned words = r->bytes > 4 ? r->bytes / 4u : 1;
	const bool all = r->mask == UINT32_MAX;
	uint32_t t[ISA_LANES];

	if (s->row && r->bytes >= 4) {
		load_row(r->data, (const memory_word *)p, words);
		return;
	}
	for (unsigned w = 0; w < words; w++) {
		uint32_t *to = all ? r->data[w] : t;

		if (r->bytes < 4)
			load_parts(to, s->at, p, r->bytes, r->sign);
		else
			load_word(to, s, p + 4 * (size_t)w);
		if (!all)
			keep_lanes(r->data[w], t, r->mask);
	}
}

/* ---- stores ---- */

CLONES static void
store_row(memory_word *p, const uint32_t (*data)[ISA_LANES], unsigned words)
{
	if (words == 1)
		memcpy(p, data, sizeof *data);
	else if (words == 2)
		for (unsigned l = 0; l < ISA_LANES; l++) {
			p[2 * l] = data[0][l];
			p[2 * l + 1] = data[1][l];
		}
	else
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned w = 0; w < words; w++)
				p[4 * l + w] = data[w][l];
}

INLINE void
store_lane(const struct mem_request *r, const struct isa_span *s, uint8_t *p, unsigned l)
{
	if (r->bytes == 1)
		p[s->at[l]] = (uint8_t)r->data[0][l];
	else if (r->bytes == 2)
		*(memory_half *)(p + s->at[l]) = (uint16_t)r->data[0][l];
	else
		for (unsigned w = 0; w < r->bytes / 4u; w++)
			((memory_word *)(p + s->at[l]))[w] = r->data[w][l];
}

void
isa_span_store(const struct mem_request *r, const struct isa_span *s, uint8_t *p)
{
	const unsigned together = r->bytes > 4 ? 4 * ISA_LANES / r->bytes : ISA_LANES;

	if (s->row && r->bytes >= 4) {
		store_row((memory_word *)p, r->data, r->bytes / 4u);
		return;
	}
	if (r->mask == UINT32_MAX && r->bytes == 4) {
		for (unsigned l = ISA_LANES; l--;)
			*(memory_word *)(p + s->at[l]) = r->data[0][l];
		return;
	}
	for (unsigned first = 0; first < ISA_LANES; first += together)
		for (uint32_t m = r->mask >> first << (ISA_LANES - together) >> (ISA_LANES - together); m;) {
			const unsigned l = 31u - (unsigned)__builtin_clz(m);

			m ^= isa_lane_bit[l];
			store_lane(r, s, p, first + l);
		}
}
