/* cause-facts.h: what the counts of a launch say of the limits that may hold it back and of what may mend them; private to causes.c and
 * remedies.c.
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
	double state[SIMT_STALLS]; /* of the warp-cycles */
	/* Of the warp-cycles: math_pipe_throttle with a next instruction on this pipe, and not_selected in proportion to the instructions on it:
	 * who else was selected may have taken the pipe. */
	double pipe[CAUSE_PIPES];
	double inst[CAUSE_PIPES];        /* of the warp instructions: on this pipe */
	double lost;                     /* of the lane-slots that threads were launched for: waiting, exited or guarded off */
	double conflicts;                /* of the wavefronts of shared memory: beyond the fewest */
	double shared, global;           /* of the warp instructions: accesses of shared memory; of global and local memory */
	double atomics;                  /* of the warp instructions: on global memory */
	double l2_traffic, dram_traffic; /* sectors */
	double start; /* of the launch's cycles: before its first blocks start, and while blocks start one by one */
	double idle;  /* of the launch's cycles: see idle_cycles */
	bool by_registers, by_shared, by_slots; /* decides how many blocks an SM holds, and there are more blocks than SMs hold */
	/* Of the lane-slots that threads were launched for; `loops`: lost to lanes that wait because trip counts of a loop differ, 0 where roots are
	 * not known. */
	double exited, loops;
	double scatter; /* quotient: sectors of loads and stores of global memory over the fewest that hold as many words; 0: there are none */
	double width;       /* bytes that a lane loads or stores in global memory at a time, on average; 0: there are none */
	double reread;      /* of the sectors of loads and stores: L1 had them, or they were written together */
	double local;       /* of the sectors of loads and stores: local memory */
	double each;        /* quotient: blocks over SMs */
	double block_warps; /* warps of a block */
};

/* For how many cycles an SM has no resident warp on average, from when the first blocks start to when the last one ends. 0 if other launches
 * ran at the same time: then no launch has a share of it. */
double idle_cycles(const struct simt_launch_stats *s, const struct simt_machine *m);
/* Launch l, of function f, ended in cycle mode with counts of each instruction. */
void cause_facts(const struct run_launch *l, const struct simt_function *f, const struct simt_machine *m, struct cause_facts *x);

#endif
