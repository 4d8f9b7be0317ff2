/* coalescer.h: the 32-byte sectors that the lanes of an access touch, each once, in the order in which lanes touch them first. How lanes
 * are spread over the banks of the data array is in banks.h.
 *
 * What this module cannot do: lines, and the order in which L1 takes them (l1.c). */
#ifndef SIMT_COALESCER_H
#define SIMT_COALESCER_H

#include "sim/memory/access.h"

struct isa_span;

/* The bytes address .. address + n - 1 of global or local memory, which lie in one sector, become part of the access. */
void coalescer_bytes(struct access *a, uint64_t address, unsigned n);
/* n bytes that follow each other, in any number of sectors, do. */
void coalescer_piece(struct access *a, uint64_t address, unsigned n);
/* The lanes of a load or store do, each of which lies in one sector. s: their span, or NULL. Returns whether it is
 * known that no two of them share one. */
bool coalescer_lanes(const struct mem_request *r, const struct isa_span *s, struct access *a);
/* The lanes of an atomic do; s: their span, or NULL. A sector counts as often as the most used of its words is used, for atomics on one word follow each other. */
void coalescer_atomic(const struct mem_request *r, const struct isa_span *s, struct access *a);

#endif
