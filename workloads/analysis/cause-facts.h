/* cause-facts.h: what the counts of a launch say of the limits that may hold it back; private to causes.c.
 * What this module cannot do: say how much time a limit costs. That takes experiments. */
#ifndef WORKLOADS_CAUSE_FACTS_H
#define WORKLOADS_CAUSE_FACTS_H

#include "workloads/runner/run.h"

enum cause_pipe {
#define PIPE(name, what) PIPE_##name,
#include "isa/pipes.def"
#undef PIPE
	CAUSE_PIPES
};

/* Per cent each, but for those that say otherwise. */
struct cause_facts {
	double state[SIMT_STALLS];       /* of the warp-cycles */
	double math[CAUSE_PIPES];        /* of the warp-cycles: math_pipe_throttle with a next instruction on this pipe */
	double inst[CAUSE_PIPES];        /* of the warp instructions: on this pipe */
	double lost;                     /* of the lane-slots that threads were launched for: waiting, exited or guarded off */
	double conflicts;                /* of the wavefronts of shared memory: beyond the fewest */
	double shared, global;           /* of the warp instructions: accesses of shared memory; of global and local memory */
	double atomics;                  /* of the warp instructions: on global memory */
	double l2_traffic, dram_traffic; /* sectors */
	double start; /* of the launch's cycles: before its first blocks start, and while blocks start one by one */
	double idle;  /* of the SMs' cycles after the start: without a resident warp. 0 if other launches ran as well */
	bool by_registers, by_shared, by_slots; /* decides how many blocks an SM holds, and there are more blocks than SMs hold */
};

/* Launch l, of function f, ended in cycle mode with counts of each instruction. */
void cause_facts(const struct run_launch *l, const struct simt_function *f, const struct simt_machine *m, struct cause_facts *x);

#endif
