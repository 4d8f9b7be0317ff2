/* uncertainty.h: how far the cycles of a launch may be off of which stretches were passed over, for sampling.c; private to sim/. Times are cycles.
 *
 * Four causes, none of which a single comparison of rates tells:
 *
 * - Between two parts that were measured the rate of a stretch is their mean, which is as far off as rates are that follow each other. That is
 *   estimated from their differences; where there are few, from how far a rate may move and still count as the same.
 * - Beyond the last part that was measured nothing was compared. Such a stretch is as far off as a rate may be from another one, and all are off
 *   in the same direction, since they end where something changes.
 * - Blocks that are passed over need not be whole waves, so the last wave may begin up to a block sooner or later; and warps that go on find empty
 *   pipelines.
 * - What runs afterwards does so on other SMs, with other lines in caches, so it takes another time, too.
 *
 * What this module cannot do: see that a launch executes more or fewer instructions where time passes, as one does that waits for a lock. */
#ifndef SIMT_UNCERTAINTY_H
#define SIMT_UNCERTAINTY_H

/* A rate counts as the same that has moved by no larger share: what is known of a launch before it was measured. It counts as that of two stretches. */
#define UNCERTAINTY_STAYS 0.05

/* All 0: nothing was passed over. */
struct uncertainty {
	unsigned n;     /* stretches between two parts */
	double squares; /* by how much the rates of these differed, as shares; squared and summed */
	double weights; /* squares of the cycles for which the rate of each part stands, summed */
	double last;    /* cycles of the stretch before, if it was between two parts */
	double beyond;  /* cycles of all other stretches */
	double ends;    /* square of cycles by which pipelines that fill shift the end */
	double wave;    /* cycles by which the last wave may begin sooner or later, at most */
};

/* A stretch of so many cycles lies between two parts, whose rates differ by a share. */
void uncertainty_between(struct uncertainty *u, double cycles, double differs);
/* A stretch lies beyond the last part. */
void uncertainty_beyond(struct uncertainty *u, double cycles);
/* Pipelines have filled at its end, which took up to so many cycles. */
void uncertainty_filled(struct uncertainty *u, double most);
/* Blocks that take so many cycles have been passed over. */
void uncertainty_blocks(struct uncertainty *u, double cycles);

/* Half the interval in which all cycles are, 9 times out of 10. `since`: cycles from where something was passed over first to the end, estimated ones
 * included. */
double uncertainty_half(const struct uncertainty *u, double since);

#endif
