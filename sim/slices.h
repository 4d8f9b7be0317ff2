/* slices.h: which part of L2 a line belongs to; private to sim/.
 *
 * Lines are dealt out by page: each page has l2_page_slices slices, all of one half, and 256 pages in a row are spread evenly over the sets
 * of slices, in an order that a hash chooses.
 *
 * What this module cannot do: say where a GPU has a line, since its rule is not known; only how evenly lines are spread. */
#ifndef SIMT_SLICES_H
#define SIMT_SLICES_H

#include <stdint.h>

/* The slice of a line, 0 to l2_slices - 1. v: values of a machine. */
unsigned slices_of(const int32_t *v, uint64_t line);
/* Its half, 0 or 1: that of the DRAM it lies in, where stores and atomics take effect. */
unsigned slices_half(const int32_t *v, uint64_t line);

#endif
