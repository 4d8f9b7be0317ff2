/* axis.h: what a sweep varies, and the values that it takes.
 *
 * An axis is a parameter of the machine, the machine itself, how a launch is simulated, or a $column of the workloads. Its values are texts, each
 * of them once. A parameter's value is written as the machine writes it, so that 032 and 32 are one value.
 *
 * What this module cannot do: say which values go together; plan.h does. */
#ifndef WORKLOADS_SWEEP_AXIS_H
#define WORKLOADS_SWEEP_AXIS_H

#include "sim/runtime/simt.h"
#include "workloads/reader/workload.h"

enum axis_kind {
	AXIS_MACHINE,   /* "machine": a name or file, as of simt_machine_load */
	AXIS_PARAMETER, /* of the machine */
	AXIS_MODE,      /* "mode": cycle or functional */
	AXIS_SAMPLE,    /* "sample": off, on or launches, as of simt_set_sampling */
	AXIS_EQUAL,     /* "equal_silicon": off or on, as of simt_machine_equal_silicon */
	AXIS_CHANGE,    /* "change": one parameter of the machine and its value, "warp_size=16" */
	AXIS_LET        /* a $column of a workload */
};

/* Values are AXIS_NONE where a point says nothing of an axis: what the command line and the files say then holds. */
#define AXIS_NONE UINT32_MAX

struct axis {
	enum axis_kind kind;
	const char *name;  /* of its column in results: the parameter's own name, or the column's without '$' */
	const char *given; /* as the user has called it: "warp" */
	bool is_knob;      /* it sets several parameters, after those that are axes themselves */
	const char **value;
	size_t n, room;
	struct names known; /* of values, to their index */
};

/* A short name of a parameter, such as that of an option of the command line. */
struct axis_alias {
	const char *name, *parameter;
};

/* What names of axes may mean. All of it belongs to the caller. */
struct axis_world {
	const struct simt_machine *machine;
	const struct axis_alias *alias;
	size_t naliases;
	const struct workload *const *workload;
	size_t nworkloads;
};

/* The parameter that a name is an alias of, or else the name itself. */
const char *axis_parameter(const struct axis_world *world, const char *name);
/* Makes *a an axis without values. `name` is an alias, a parameter, "machine", "mode", "sample", "equal-silicon", "change" or a column, which may have a '$' in front and
 * needs one where a parameter has the same name. Texts go to the arena. False: *e (SIMT_USAGE) has what is likely meant. */
bool axis_init(struct axis *a, const struct axis_world *world, const char *name, struct arena *arena, struct simt_error *e);
/* The index of a value, which is added where the axis does not have it yet. AXIS_NONE: it is no value of this axis, and *e (SIMT_USAGE) says
 * what is one. A column takes every text; the reader of the workload judges it. */
uint32_t axis_take(struct axis *a, const struct axis_world *world, const char *value, struct arena *arena, struct simt_error *e);
/* Whether a name that a user writes means this axis: its own, or what it was called. A '$' in front is passed over. */
bool axis_is(const struct axis *a, const char *name, size_t bytes);
/* Frees what is not in the arena. */
void axis_clear(struct axis *a);

#endif
