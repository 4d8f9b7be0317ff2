/* span.c: the addresses of a row's lanes taken together; see span.h. */
#include "isa/span.h"

#include "isa/exec.h"

/* Of any words that lie in memory, whatever type they were stored as. */
typedef uint32_t __attribute__((may_alias, aligned(1))) memory_word;
typedef uint16_t __attribute__((may_alias, aligned(1))) memory_half;

/* ---- where lanes are ---- */

/* Eight lanes, and what the lane before each of them has; `first` is for the lane before them all. Lanes are moved in registers: hosts are slow to
 * read what lies across two places that have just been written. */
typedef uint32_t eight __attribute__((vector_size(32)));

INLINE uint32_t
any_of(const eight *v)
{
	uint32_t any = 0;

	for (unsigned i = 0; i < 8; i++)
		any |= (*v)[i];
	return any;
}

INLINE void
before(eight *to, const eight *these, const eight *first)
{
	*to = __builtin_shufflevector(*first, *these, 7, 8, 9, 10, 11, 12, 13, 14);
}

/* Whether each lane is behind the one before; none is UINT32_MAX beyond another. */
INLINE bool
all_upwards(const uint32_t *at)
{
	eight last = (eight){0} - 1, other = {0};

	for (unsigned l = 0; l < ISA_LANES; l += 8) {
		eight these, lower;

		memcpy(&these, at + l, sizeof these);
		before(&lower, &these, &last);
		other |= (eight)((lower + 1) > these);
		last = these;
	}
	return !any_of(&other);
}

/* What there is to say of addresses that are at[] beyond `base`. */
INLINE void
describe(struct isa_span *s, uint64_t base, const int32_t *at, unsigned bytes, bool all)
{
	int32_t least = at[0], most = at[0];
	uint32_t low = 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		least = at[l] < least ? at[l] : least;
		most = at[l] > most ? at[l] : most;
		low |= (uint32_t)at[l];
	}
	for (unsigned l = 0; l < ISA_LANES; l++)
		s->at[l] = (uint32_t)at[l] - (uint32_t)least;
	s->first = base + (uint64_t)(int64_t)least;
	s->last = (uint32_t)most - (uint32_t)least;
	s->aligned = !((low | base) & (bytes - 1));
	s->upwards = false;
	if (!all || most == least)
		return;
	s->upwards = all_upwards(s->at);
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
	describe(s, base, at, bytes, false);
	return !(far >> 31);
}

/* Of all 32 lanes, whose addresses have 64 bits. */
INLINE bool
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
	describe(s, address[0], at, bytes, true);
	return !(far >> 31);
}

/* The same where they have 32 bits, as those of shared memory. */
INLINE bool
span_of_short(struct isa_span *s, const uint64_t *address, unsigned bytes)
{
	int32_t at[ISA_LANES];

	for (unsigned l = 0; l < ISA_LANES; l++)
		at[l] = (int32_t)address[l];
	describe(s, 0, at, bytes, true);
	return true;
}

/* Whether each lane is `step` behind the one before. */
INLINE bool
in_steps(const uint64_t *address, unsigned step)
{
	uint64_t other = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		other |= address[l] ^ (address[0] + (uint64_t)l * step);
	return !other;
}

/* Whether all lanes are at one place. */
INLINE bool
in_one_place(struct isa_span *s, const uint64_t *address)
{
	uint64_t other = 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		other |= address[l] ^ address[0];
		s->at[l] = 0;
	}
	return !other;
}

CLONES static bool
span_of_whole(const struct mem_request *r, struct isa_span *s)
{
	const uint64_t *address = r->address;
	const unsigned bytes = r->bytes;
	const uint64_t last = address[ISA_LANES - 1] - address[0];

	/* most that are neither a row nor all at one place differ here */
	if (last == (ISA_LANES - 1u) * bytes ? in_steps(address, bytes) : !last && in_one_place(s, address)) {
		s->first = address[0];
		s->last = (uint32_t)last;
		s->aligned = !(address[0] & (bytes - 1u));
		s->row = s->upwards = last;
		return true;
	}
	s->row = false;
	return r->space == MEM_SHARED ? span_of_short(s, address, bytes) : span_of_all(s, address, bytes);
}

bool
isa_span(const struct mem_request *r, struct isa_span *s)
{
	if (r->mask == UINT32_MAX)
		return span_of_whole(r, s);
	s->row = false;
	return span_of(s, r->address, r->address[__builtin_ctz(r->mask)], r->mask, r->bytes);
}

CLONES static bool
own_banks(const uint32_t *at, uint32_t mask, unsigned banks)
{
	uint32_t set = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		set |= UINT32_C(1) << (at[l] / 4 & (banks - 1));
	return __builtin_popcount(set) == __builtin_popcount(mask);
}

bool
isa_span_own_banks(const struct isa_span *s, uint32_t mask, unsigned banks)
{
	return s->row ? banks >= ISA_LANES : own_banks(s->at, mask, banks);
}

/* Each lane is held against the 16 behind it, which for all of them is each against each. */
CLONES static bool
all_apart(const uint32_t *at, uint32_t beyond, unsigned shift)
{
	uint32_t piece[ISA_LANES + ISA_LANES / 2], same = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		piece[l] = (at[l] + beyond) >> shift;
	memcpy(piece + ISA_LANES, piece, ISA_LANES / 2 * sizeof *piece);
	for (unsigned k = 1; k <= ISA_LANES / 2; k++)
		for (unsigned l = 0; l < ISA_LANES; l++)
			same |= piece[l] == piece[l + k];
	return !same;
}

bool
isa_span_apart(const struct isa_span *s, unsigned shift)
{
	return all_apart(s->at, (uint32_t)(s->first & ((UINT64_C(1) << shift) - 1)), shift);
}

CLONES static uint32_t
begins(const uint32_t *at, uint32_t beyond, unsigned shift)
{
	uint32_t bits[ISA_LANES], all = 0;
	eight last = (eight){0} - 1; /* a piece that no lane is in, since there are bits to shift away */

	for (unsigned l = 0; l < ISA_LANES; l += 8) {
		eight these, lower, bit;

		memcpy(&these, at + l, sizeof these);
		memcpy(&bit, isa_lane_bit + l, sizeof bit);
		these = (these + beyond) >> shift;
		before(&lower, &these, &last);
		last = these;
		bit &= (eight)(these != lower);
		memcpy(bits + l, &bit, sizeof bit);
	}
	for (unsigned l = 0; l < ISA_LANES; l++)
		all |= bits[l];
	return all;
}

uint32_t
isa_span_begins(const struct isa_span *s, unsigned shift)
{
	return begins(s->at, (uint32_t)(s->first & ((UINT64_C(1) << shift) - 1)), shift);
}

CLONES static unsigned
fullest(const uint32_t *at, uint64_t first, uint32_t mask, unsigned shift, unsigned banks)
{
	typedef uint8_t bytes __attribute__((vector_size(ISA_LANES)));
	uint8_t bank[ISA_LANES], in_each[ISA_LANES];
	const uint32_t beyond = (uint32_t)first;
	bytes number, lanes = {0};
	unsigned most = 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		in_each[l] = (uint8_t)l;
	memcpy(&number, in_each, sizeof number);
	for (unsigned l = 0; l < ISA_LANES; l++)
		bank[l] = (uint8_t)(mask & isa_lane_bit[l] ? (at[l] + beyond) >> shift & (banks - 1) : ISA_LANES);
	for (unsigned l = 0; l < ISA_LANES; l++)
		lanes -= (bytes)(number == bank[l]);
	memcpy(in_each, &lanes, sizeof lanes);
	for (unsigned l = 0; l < ISA_LANES; l++)
		most = in_each[l] > most ? in_each[l] : most;
	return most;
}

unsigned
isa_span_fullest(const struct isa_span *s, uint32_t mask, unsigned shift, unsigned banks)
{
	return fullest(s->at, s->first, mask, shift, banks);
}

/* ---- loads ---- */

/* Numbers of 1 or 2 bytes have their sign extended. */
INLINE void
extend(uint32_t *data, unsigned bytes, bool sign)
{
	const uint32_t top = sign ? UINT32_C(1) << (8 * bytes - 1) : 0;

	for (unsigned l = 0; l < ISA_LANES; l++)
		data[l] = (data[l] ^ top) - top;
}

CLONES static void
load_row(uint32_t (*restrict data)[ISA_LANES], const uint8_t *p, unsigned bytes, bool sign)
{
	const memory_word *word = (const memory_word *)p;

	switch (bytes) {
	case 4:
		/* a loop has wider moves than memcpy() */
		for (unsigned l = 0; l < ISA_LANES; l++)
			data[0][l] = word[l];
		return;
	case 8:
		for (unsigned l = 0; l < ISA_LANES; l++) {
			data[0][l] = word[2 * l];
			data[1][l] = word[2 * l + 1];
		}
		return;
	case 16:
		for (unsigned w = 0; w < 4; w++)
			for (unsigned l = 0; l < ISA_LANES; l++)
				data[w][l] = word[4 * l + w];
		return;
	default:
		for (unsigned l = 0; l < ISA_LANES; l++)
			data[0][l] = bytes == 1 ? p[l] : ((const memory_half *)p)[l];
		extend(data[0], bytes, sign);
	}
}

INLINE uint32_t
word_at(const uint8_t *p)
{
	return *(const memory_word *)p;
}

CLONES static void
load_words(uint32_t *restrict data, const uint32_t *restrict at, const uint8_t *p)
{
	/* eight at a time: hosts are slow to read many words together that have just been written one by one */
	for (unsigned l = 0; l < ISA_LANES; l += 8) {
		const uint32_t *const a = at + l;
		const eight v = {word_at(p + a[0]), word_at(p + a[1]), word_at(p + a[2]), word_at(p + a[3]),
				 word_at(p + a[4]), word_at(p + a[5]), word_at(p + a[6]), word_at(p + a[7])};

		memcpy(data + l, &v, sizeof v);
	}
}

CLONES static void
load_parts(uint32_t *restrict data, const uint32_t *restrict at, const uint8_t *p, unsigned bytes, bool sign)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		data[l] = bytes == 1 ? p[at[l]] : *(const memory_half *)(p + at[l]);
	extend(data, bytes, sign);
}

/* All lanes load one place. */
CLONES static void
load_one(uint32_t (*restrict data)[ISA_LANES], const memory_word *p, unsigned words)
{
	for (unsigned w = 0; w < words; w++)
		spread(data[w], p[w]);
}

/* Lanes of the mask get what was loaded. */
CLONES static void
keep_lanes(uint32_t *restrict data, const uint32_t *restrict loaded, uint32_t mask)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		data[l] ^= (data[l] ^ loaded[l]) & -(uint32_t)((mask & isa_lane_bit[l]) != 0);
}

static __attribute__((noinline)) void
load_lanes(struct mem_request *r, const struct isa_span *s, const uint8_t *p)
{
	const unsigned words = r->bytes > 4 ? r->bytes / 4u : 1;
	const bool all = r->mask == UINT32_MAX;
	uint32_t t[ISA_LANES];

	for (unsigned w = 0; w < words; w++, p += 4) {
		uint32_t *to = all ? r->data[w] : t;

		if (r->bytes < 4)
			load_parts(to, s->at, p, r->bytes, r->sign);
		else
			load_words(to, s->at, p);
		if (!all)
			keep_lanes(r->data[w], t, r->mask);
	}
}

void
isa_span_load(struct mem_request *r, const struct isa_span *s, const uint8_t *p)
{
	if (s->row)
		load_row(r->data, p, r->bytes, r->sign);
	else if (!s->last && r->mask == UINT32_MAX && r->bytes >= 4)
		load_one(r->data, (const memory_word *)p, r->bytes / 4u);
	else
		load_lanes(r, s, p);
}

/* ---- stores ---- */

INLINE void
store_one(const struct mem_request *r, unsigned l, uint8_t *p)
{
	if (r->bytes == 1)
		*p = (uint8_t)r->data[0][l];
	else if (r->bytes == 2)
		*(memory_half *)p = (uint16_t)r->data[0][l];
	else
		for (unsigned w = 0; w < r->bytes / 4u; w++)
			((memory_word *)p)[w] = r->data[w][l];
}

CLONES static void
store_row(const struct mem_request *restrict r, uint8_t *restrict p)
{
	memory_word *word = (memory_word *)p;

	switch (r->bytes) {
	case 4:
		for (unsigned l = 0; l < ISA_LANES; l++)
			word[l] = r->data[0][l];
		return;
	case 8:
		for (unsigned l = 0; l < ISA_LANES; l++) {
			word[2 * l] = r->data[0][l];
			word[2 * l + 1] = r->data[1][l];
		}
		return;
	case 16:
		for (unsigned l = 0; l < ISA_LANES; l++)
			for (unsigned w = 0; w < 4; w++)
				word[4 * l + w] = r->data[w][l];
		return;
	default:
		for (unsigned l = 0; l < ISA_LANES; l++)
			store_one(r, l, p + l * r->bytes);
	}
}

void
isa_span_store(const struct mem_request *r, const struct isa_span *s, uint8_t *p)
{
	const unsigned together = r->bytes > 4 ? 4 * ISA_LANES / r->bytes : ISA_LANES;

	if (s->row) {
		store_row(r, p);
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
			store_one(r, first + l, p + s->at[first + l]);
		}
}
