/* whole.h: loads and stores of shared memory that all 32 lanes of a row make at places one behind the other, or all at one place, without a
 * request: data goes between memory and the registers. Other accesses are requests (isa.h).
 *
 * What this module cannot do: say whether there is memory, and all other accesses. */
#ifndef ISA_WHOLE_H
#define ISA_WHOLE_H

#include "isa/isa.h"

/* Where lanes access shared memory, as offsets in the block's window. */
struct isa_whole {
	uint32_t first; /* of the first lane: the lowest */
	uint32_t last;  /* of the last lane, less that */
	uint8_t bytes;  /* of a lane: 4, 8 or 16 */
	bool row;       /* each lane has the bytes behind those of the lane before; else all have the same ones */
	bool store;
};

/* Whether an instruction may be such an access: LDS or STS of whole words, to or from registers. */
bool isa_whole_can(const struct inst *in);
/* Where it accesses, x->mask being all lanes. False: it is no such access. Stores to one place are none. */
bool isa_whole_at(const struct inst *in, const struct exec *x, struct isa_whole *w);
/* Its registers get the data that p points to, the place of the first lane. */
void isa_whole_load(const struct inst *in, struct exec *x, const struct isa_whole *w, const uint8_t *p);
/* The data of its registers go there. */
void isa_whole_store(const struct inst *in, const struct exec *x, const struct isa_whole *w, uint8_t *p);

#endif
