/* heap.h: the heap of device memory for malloc() and free() of threads; private to sim/. See heap.c.
 * What this module cannot do: give an SM memory that another one has freed, before the next epoch. */
#ifndef SIMT_HEAP_H
#define SIMT_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gpu;
struct sm;

/* What the threads of an SM have asked for, in order of addresses; `freed` pieces only wait to be taken away. */
enum { HEAP_EPOCHS = 32 };
struct heap_share {
	struct heap_piece {
		uint64_t address, bytes;
		bool freed;
	} * piece;
	size_t n, room, freed;
	/* bytes that they have taken less those that they have given back, whoever took these: now, and at the start of epochs up to that of
	 * the last change */
	int64_t used, before[HEAP_EPOCHS];
	uint64_t epoch;
};
struct heap {
	struct heap_share *share; /* of each SM; NULL: nobody has asked yet */
	int64_t used;             /* of all */
	bool freed;               /* some share has pieces to be taken away */
};

/* malloc() of a thread of the SM; 0 where there is no room. */
uint64_t heap_alloc(struct sm *sm, uint64_t bytes);
/* free(); false: it is no piece of the heap. */
bool heap_free(struct sm *sm, uint64_t address);
/* Removes memory that has been freed, when no store to it is under way. */
void heap_tidy(struct gpu *gpu);
/* Nothing runs: all SMs know what the others have taken. */
void heap_settle(struct gpu *gpu);
void heap_reset(struct gpu *gpu);

#endif
