/* warp.c: what many ask of a warp. */
#include "sim/core/warp.h"

/* Predicate p (negated from 8 on) of the running lanes. */
lanes_t
warp_predicate_lanes(const struct warp *w, unsigned p)
{
	lanes_t m = 0;

	if (p == ISA_PT)
		return w->runs->mask;
	for (unsigned i = 0; i < w->nrows; i++) {
		uint32_t v = w->row[i].p[p & 7];

		m |= (lanes_t)((p & 8 ? ~v : v) >> (w->first_thread % ISA_LANES)) << (ISA_LANES * i);
	}
	return m & w->runs->mask;
}
