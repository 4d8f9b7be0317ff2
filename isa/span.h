/* span.h: the addresses of a row's lanes taken together where they lie near to each other, and data between there and the rows of a request.
 *
 * What this module cannot do: addresses that are far from each other; say whether there is memory. */
#ifndef ISA_SPAN_H
#define ISA_SPAN_H

#include "isa/memory-request.h"

/* The addresses of the lanes of a request. */
struct isa_span {
	uint64_t first; /* the lowest */
	uint32_t last;  /* the highest, less the lowest */
	bool aligned;   /* all are multiples of the size */
	bool upwards;   /* 32 lanes, each of which is behind the one before */
	bool row;       /* 32 lanes, each of which has the bytes behind those of the lane before */
	/* Of each lane, less the lowest one. Where a lane takes no part, that of the first lane that does: what all lanes have in common is
	 * the same with it. Of a row it is not filled in. */
	uint32_t at[ISA_LANES];
};

/* The span of a request that has lanes. False: they are too far apart. */
bool isa_span(const struct mem_request *r, struct isa_span *s);
/* The request gets its data from there; p is the place of the lowest address. */
void isa_span_load(struct mem_request *r, const struct isa_span *s, const uint8_t *p);
/* Its data go there. Of lanes that store to one place the lowest counts; but of 8 bytes each half of the warp, and of 16 each quarter, is
 * written after the one before. */
void isa_span_store(const struct mem_request *r, const struct isa_span *s, uint8_t *p);
/* Whether the first words of the lanes of the mask, which are those of the request, lie in as many banks. There are 1, 2, 4 .. 32 banks. */
bool isa_span_own_banks(const struct isa_span *s, uint32_t mask, unsigned banks);

/* Of a span that goes upwards and is no row: lane 0, and the lanes that begin in another piece of 1 << shift bytes than the lane before. */
uint32_t isa_span_begins(const struct isa_span *s, unsigned shift);
/* How many of the lanes `mask`, none of which has the unit of another, are in the bank that has most. Units are 1 << shift bytes, lie in the banks
 * in turn, and there are 1, 2, 4 .. 32 banks. Not of a row. */
unsigned isa_span_fullest(const struct isa_span *s, uint32_t mask, unsigned shift, unsigned banks);
/* Whether no two of all 32 lanes begin in one piece of 1 << shift bytes. Not of a row. */
bool isa_span_apart(const struct isa_span *s, unsigned shift);

#endif
