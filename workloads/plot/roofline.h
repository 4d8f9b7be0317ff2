/* roofline.h: what a roofline shows of results that simt-sim has written with --json: cases as points, and ceilings of the machine. All is counted in warp
 * instructions: how many in a nanosecond, over how many for each byte of traffic.
 *
 * Ceilings follow from parameters of the machine that is in the result, whose `source` says where each comes from. What has no parameter has no ceiling.
 *
 * Results that were written with --per-pc can also be counted in floating-point operations: roofline_to_flop.
 *
 * What this module cannot do: count operations of matrix instructions other than HMMA and DMMA. */
#ifndef WORKLOADS_ROOFLINE_H
#define WORKLOADS_ROOFLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "workloads/plot/canvas.h"

/* Memories whose traffic is counted; rates of instructions. */
enum roofline_ceiling {
	ROOFLINE_DRAM,
	ROOFLINE_L2,
	ROOFLINE_MEMORIES,
	ROOFLINE_ISSUE = ROOFLINE_MEMORIES,
	ROOFLINE_FP32,
	ROOFLINE_TENSOR,
	ROOFLINE_CEILINGS
};

struct roofline_point {
	char *name;                      /* of the case */
	char *file;                      /* name of the file that it is from, without folder and .json */
	double rate;                     /* warp instructions in a nanosecond, > 0 */
	double lanes;                    /* active lanes of an instruction, as a part of the warp */
	double bytes[ROOFLINE_MEMORIES]; /* for each warp instruction */
	double flop;                     /* floating-point operations for each warp instruction; NaN: written without --per-pc */
};

struct roofline {
	char *machine;                     /* its name */
	double ceiling[ROOFLINE_CEILINGS]; /* of memories bytes in a nanosecond, else warp instructions in one; 0: not known */
	char *source[ROOFLINE_CEILINGS];   /* the word that its source begins with, such as "measured"; NULL: not known */
	struct roofline_point *point;
	size_t n, room, files;
	double warp_size;
	bool in_flop; /* roofline_to_flop has been called */
};

/* As many can be told apart. */
enum { ROOFLINE_MOST = 8 };

/* Adds the cases of the result whose name the glob has (NULL: all). All results have to be of one machine. False: *e (SIMT_BAD_INPUT) says what is wrong with
 * the file. `r` is all 0 at first. */
bool roofline_add(struct roofline *r, const char *path, const char *of_case, struct simt_error *e);
/* Counts in floating-point operations from here on, each time where warp instructions were counted. False: the result of a case does not say how many there
 * are, or it has none (SIMT_BAD_INPUT). */
bool roofline_to_flop(struct roofline *r, struct simt_error *e);
/* Floating-point operations of a warp instruction, as cuobjdump prints it, for each of its lanes that are on: 2 of a fused multiply-add, 128 of HMMA.16816. 0: none. */
unsigned roofline_flop(const char *sass);
void roofline_clear(struct roofline *r);

/* Draws on the empty canvas. False: there are no points, or more than ROOFLINE_MOST. title: NULL for what it is. */
bool figure_roofline(const struct roofline *r, unsigned width, const char *title, struct canvas *c, struct simt_error *e);

#endif
