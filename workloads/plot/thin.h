/* thin.h: fewer intervals of a case's warps, and fewer stays of its blocks, for a page that has no room for all. What is rare stays.
 *
 * The rule for warps. Where there are too many intervals, neighbours of one warp become one. An interval in which lanes are parted only joins others of its
 * kind, one in which none are parted only joins those; the lanes and the code that are shown are those of the longest one. So no merge hides a divergence,
 * and none hides that lanes have exited or that nothing was recorded. Rare intervals join none: those whose part of the code has run with the same lanes
 * few times in the case. What has joined is no longer than a grain, which is the shortest power of two cycles that makes enough room. If none does, warps
 * are left out, those with the fewest waiting lane-slots first.
 *
 * The rule for blocks is that of a recording (recorder.h): of each launch those stay whose number is divided by some power of two, and those that took
 * more than twice the mean. If there are too many of the latter, the longest ones stay.
 *
 * What this module cannot do: give back what has joined. */
#ifndef WORKLOADS_PLOT_THIN_H
#define WORKLOADS_PLOT_THIN_H

#include "workloads/record/recording.h"

enum { THIN_RARE = 64 /* times at most, where there is room */ };

/* One or several spans of a warp, one behind the other. */
struct thin_span {
	struct recording_span
		s; /* sums and lanes; begin: where the run would begin if all waits came first; state, nstates: of the shown one */
	uint32_t joined; /* how many spans of the recording it has, from 1 on */
	bool several;    /* they are of several parts of the code: s.pc and s.last are those of the shown one */
	uint64_t weight; /* of the shown one: its cycles; 0: it is mixed */
};

struct thin_warp {
	const struct recording_warp *w;
	size_t span, nspans; /* of thin.span */
};

struct thin {
	struct thin_warp *warp; /* by launch, block and number */
	size_t nwarps;
	struct thin_span *span;
	size_t nspans;
	size_t recorded; /* spans of the case */
	uint64_t grain;  /* cycles; 0: nothing has joined */
	unsigned rare;   /* times at most */
	size_t warps_left_out;
	struct thin_stay {
		struct recording_stay s;
		uint64_t weight; /* so many blocks it stands for */
	} * stay;                /* by SM, then by start */
	size_t nstays;
	uint64_t every; /* of the stays in the recording those whose number this divides are here, and long ones; 1: all are */
};

/* Of case c of r: at most `spans` intervals and `stays` stays. thin_free frees it. */
struct thin thin_case(const struct recording_case *c, const struct recording *r, size_t spans, size_t stays);
void thin_free(struct thin *t);

#endif
