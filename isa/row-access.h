/* row-access.h: loads and stores of all 32 lanes of a row, of words that lie one behind the other, or loads of all of one word. Most accesses
 * are such: they need no request, and their data go from memory to registers at once.
 *
 * What this module cannot do: any other access; say whether there is memory, or whether the address is aligned. */
#ifndef ISA_ROW_ACCESS_H
#define ISA_ROW_ACCESS_H

#include "isa/isa.h"

struct isa_row_access {
	uint64_t first; /* address of lane 0, as in a request */
	uint8_t bytes;  /* of each lane: 4, 8 or 16 */
	bool shared;    /* of shared memory, else of global memory */
	bool store;
	bool one; /* a load of all lanes of what is at `first`; else each has what is behind that of the lane before */
};

/* What is known of `in` before it is executed, for isa_row_access(). 0: it is never such an access. */
uint8_t isa_row_form(const struct inst *in);
/* What `in`, whose form is known and not 0, accesses for the lanes x->mask, into *a. False: it is no such access, or it is not seen at once that it
 * is one. */
bool isa_row_access(const struct inst *in, uint8_t form, struct exec *x, struct isa_row_access *a);
/* Carries it out; p is the place of the first byte. */
void isa_row_move(const struct inst *in, struct exec *x, const struct isa_row_access *a, uint8_t *p);

#endif
