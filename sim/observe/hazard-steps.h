/* hazard-steps.h: how old results have to be for other instructions to access them, and what follows from that for straight code, whoever
 * executes it; for --check-hazards; private to sim/. Times are cycles.
 *
 * What this module cannot do: results that a scoreboard covers; know which lanes execute what. */
#ifndef SIMT_HAZARD_STEPS_H
#define SIMT_HAZARD_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/code.h"

struct simt_machine;

/* What a straight run needs of an instruction; worked out when a run first comes to it. */
struct hazard_step {
	struct regset touches; /* registers that it accesses, its guard with them */
	uint32_t
		fine; /* a run from here may go on to this instruction, and no farther, without accessing its own results too early */
	uint32_t scored;    /* the next instruction from here on that a scoreboard covers; or the end of the code */
	uint8_t cycles;     /* control_cycles() */
	bool known, writes; /* the above is; it has a result of fixed latency */
};

/* The steps of a function that launches run; one for each instruction. */
struct steps {
	const struct simt_function *function;
	struct hazard_step *v;
	struct steps *next;
};

/* Code that is executed. */
struct hazard_code {
	const struct simt_machine *machine;
	const struct simt_function *function;
	struct hazard_step *v; /* of the function */
	int32_t longest;       /* no result of fixed latency takes longer */
};

/* Cycles from an instruction's issue, no less, to when it writes its results. */
int32_t hazard_steps_soonest_write(const struct simt_machine *m, const struct inst *in, const struct timing *tm);
/* By how many cycles `to` reads results of `from`, of that age, too early; 0: it does not. *r gets the register that is missing longest. */
int32_t hazard_steps_read_early(const struct timing *from, const struct timing *to, int32_t age, unsigned *r);
/* The age of results of instruction `first` at which instruction `second` may access them. */
int32_t hazard_steps_age(const struct simt_machine *m, const struct simt_function *f, uint32_t first, uint32_t second);

/* The steps of a function, made where there are none. Free with hazard_steps_forget. */
struct hazard_step *hazard_steps_of(struct steps **all, const struct simt_function *f);
void hazard_steps_forget(struct steps **all);
/* Fills in step i of f, and all of its straight code behind it. */
void hazard_steps_fill(struct hazard_step *v, const struct simt_function *f, uint32_t i);
/* Whether a run of n instructions, whose steps are known, does nothing too early with its own results. */
bool hazard_steps_are_fine(const struct hazard_code *c, uint32_t first, uint32_t n);

#endif
