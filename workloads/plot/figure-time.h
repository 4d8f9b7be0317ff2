/* figure-time.h: which time a figure of several warps has, and what it says of them.
 * What this module cannot do: choose warps; pick.h does. */
#ifndef WORKLOADS_FIGURE_TIME_H
#define WORKLOADS_FIGURE_TIME_H

#include "workloads/plot/recording-figures.h"

/* The warps that are picked: their time as far as it is picked, their number, and SMs that they are on. */
struct figure_time {
	uint64_t first, end; /* cycles; first < end */
	size_t warps;
	uint32_t sms, sm; /* how many; one of them */
	bool whole;       /* all warps that ran on these SMs are in the recording, with all of their lives */
};

/* False: no warp is picked. */
bool figure_time_of(const struct recording_figure *f, struct figure_time *t, struct simt_error *e);
/* "SM 3: 64 warps of case x", or "64 recorded warps" where others are not recorded, of at most `size` bytes. */
void figure_time_text(const struct recording_figure *f, const struct figure_time *t, char *to, size_t size);
/* So many columns of equal width have the time: how much of column k is between cycles a and b, from 0 to 1. */
double figure_time_part(const struct figure_time *t, unsigned columns, unsigned k, uint64_t a, uint64_t b);
/* The column of a cycle, or the last one. */
unsigned figure_time_column(const struct figure_time *t, unsigned columns, uint64_t cycle);

#endif
