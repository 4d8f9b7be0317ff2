/* address-map.h: which part of L2 a line belongs to; private to sim/.
 *
 * The half is the parity of some bits of the line's number, which were found on an H200 (l2_half_mask). Lines are dealt out to slices by
 * page: each page has l2_page_slices slices, all of one half, and 256 pages of a half in a row are spread evenly over its sets of slices,
 * in an order that a hash chooses.
 *
 * What this module cannot do: say which slice a GPU has a line in, since its rule is not known; only how evenly lines are spread. */
#ifndef SIMT_ADDRESS_MAP_H
#define SIMT_ADDRESS_MAP_H

#include <stdint.h>

/* The slice of a line, 0 to l2_slices - 1. v: values of a machine. */
unsigned slices_of(const int32_t *v, uint64_t line);
/* Its half, 0 or 1: that of the DRAM it lies in, where stores and atomics take effect; 0 without l2_half_mask. */
unsigned slices_half(const int32_t *v, uint64_t line);

#endif
