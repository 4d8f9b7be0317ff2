/* requests.h: requests of random lanes at addresses that lie as those of programs do, or as none does. For tests. */
#ifndef TESTS_REQUESTS_H
#define TESTS_REQUESTS_H

#include "isa/memory-request.h"

static inline uint32_t
any_of(uint64_t *seed, uint32_t of)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return (uint32_t)(*seed >> 20) % of;
}

/* Any lanes, at least one of them. */
static inline uint32_t
any_mask(uint64_t *seed)
{
	const uint32_t some = any_of(seed, UINT32_MAX) | UINT32_C(1) << any_of(seed, 32);

	switch (any_of(seed, 5)) {
	case 0:
		return some;
	case 1: /* the first ones */
		return UINT32_MAX >> any_of(seed, 32);
	case 2: /* a few */
		return (some & any_of(seed, UINT32_MAX) & any_of(seed, UINT32_MAX)) | UINT32_C(1) << any_of(seed, 32);
	default:
		return UINT32_MAX;
	}
}

/* Where a lane is, in units of the access: each pattern is one that hardware or code treats as a case of its own. */
static inline uint32_t
any_place(uint64_t *seed, unsigned pattern, unsigned l, unsigned stride, unsigned wide)
{
	switch (pattern) {
	case 0: /* a row, or all in one place */
	case 1:
		return l * stride;
	case 2: /* a row turned round or shuffled */
		return (l ^ stride) % 32;
	case 3: /* pairs of lanes, rows of a tile */
		return l / 2 * (stride / 32 + 1);
	case 4:
		return l % 8 + l / 8 * stride;
	case 5: /* nearly a row */
		return any_of(seed, 12) ? l : any_of(seed, 64);
	default: /* near to each other, or not */
		return any_of(seed, wide);
	}
}

/* A request of the kind with any size, lanes and data, whose addresses are multiples of the size, from `from` on; below from + `room`. */
static inline struct mem_request
any_request(uint64_t *seed, enum mem_kind kind, uint64_t from, uint32_t room)
{
	const unsigned bytes = 1u << any_of(seed, 5), pattern = any_of(seed, 8), most = room / bytes;
	const unsigned stride = pattern ? any_of(seed, any_of(seed, 2) ? 4 : 70) : 1, wide = 1u << any_of(seed, 16);
	const uint32_t first = any_of(seed, most) & (any_of(seed, 2) ? UINT32_MAX : ~31u);
	struct mem_request r = {.space = MEM_GLOBAL, .kind = (uint8_t)kind, .bytes = (uint8_t)bytes, .mask = any_mask(seed)};

	r.sign = bytes < 4 && any_of(seed, 2);
	for (unsigned l = 0; l < ISA_LANES; l++) {
		r.address[l] = from + (uint64_t)bytes * ((first + any_place(seed, pattern, l, stride, wide)) % most);
		for (unsigned w = 0; w < 8; w++)
			r.data[w][l] = any_of(seed, UINT32_MAX);
	}
	return r;
}

#endif
