/* plan.h: the points of a sweep, in their order.
 *
 * A plan is a product of parts. An axis with its values is a part; so are the rows of a file of points, and what is drawn within ranges. Each row
 * of a part goes with each row of the others; the last part turns fastest. Of these points the ones that all constraints allow are kept.
 *
 * A point has a value, or none, for each axis. From that follow its machine, the columns that it sets and how it is simulated. Points are numbered
 * from 0.
 *
 * What this module cannot do: know whether a machine's parameters fit each other; a point whose parameters do not is found when it runs. */
#ifndef WORKLOADS_SWEEP_PLAN_H
#define WORKLOADS_SWEEP_PLAN_H

#include "workloads/sweep/axis.h"
#include "workloads/sweep/draw.h"

enum { PLAN_POINTS_MAX = 1000000, PLAN_TRIED_MAX = 20000000 };

/* What a plan is made from. Texts and pointers belong to the caller and outlive the plan. */
struct plan_wish {
	const char *machine;    /* where no axis says which: a name or file */
	const char *const *set; /* "parameter=value", of all machines */
	size_t nset;
	const struct axis_alias *alias;
	size_t naliases;
	const struct workload *const *workload; /* for the names of their columns */
	size_t nworkloads;
	const char *const *let; /* "column=value", of all points */
	size_t nlet;
	const char *const *axis; /* "warp=8,16,32" */
	size_t naxes;
	const char *points;       /* a CSV file whose columns are axes and whose rows are points, or NULL */
	const char *const *range; /* "l2_bytes=1000000:50000000", or with the step between values as a third number */
	size_t nranges;
	enum draw_kind draw; /* how `drawn` points are drawn within the ranges */
	unsigned drawn;
	unsigned seed;
	const char *const *change; /* values of an axis "change"; before them comes a point without one */
	size_t nchanges;
	const char *const *constraint; /* "warp<=16*banks" */
	size_t nconstraints;
	bool equal_silicon;  /* where no axis says whether */
	enum simt_mode mode; /* where no axis says which */
	enum simt_sampling sampling;
};

struct plan {
	struct axis *axis;
	size_t naxes, npoints;
	uint32_t *at; /* naxes indices of values for each point, or AXIS_NONE */
	struct plan_wish wish;
	struct plan_machine {
		struct simt_machine *loaded, *set; /* without and with wish.set */
	} base, *machine;                          /* wish.machine; each value of axis "machine" */
	size_t nmachines;
	size_t machine_axis; /* its index; SIZE_MAX: no axis says which machine */
	struct arena arena;
};

/* Makes the points. NULL: *e says what is wrong with which option, or with which place of the file of points. Free it with plan_free. */
struct plan *plan_new(const struct plan_wish *wish, struct simt_error *e);
void plan_free(struct plan *p); /* NULL is allowed */

/* The value of an axis at a point; NULL: none. */
const char *plan_value(const struct plan *p, size_t point, size_t axis);
/* The index of the axis that a user calls so, or SIZE_MAX. */
size_t plan_axis(const struct plan *p, const char *name, size_t bytes);
/* The machine of a point, which the caller frees. Where values contradict each other, or it cannot be made of equal silicon, *e
 * says so, and the machine is what could be set. */
struct simt_machine *plan_machine(const struct plan *p, size_t point, struct simt_error *e);
/* How a point is simulated. */
enum simt_mode plan_mode(const struct plan *p, size_t point);
enum simt_sampling plan_sampling(const struct plan *p, size_t point);
/* The "column=value" of a workload at a point: those of the wish, then those of the axes, as far as the workload has such a column. let has room
 * for wish.nlet + naxes texts, which belong to the arena. Returns how many there are. */
size_t plan_lets(const struct plan *p, size_t point, const struct workload *w, struct arena *arena, const char **let);

#endif
