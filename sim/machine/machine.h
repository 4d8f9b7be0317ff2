/* machine.h: the parameters of a machine, const once a context is made. Names, units and ranges are in machine.def.
 * What this module cannot do: parameters that depend on each other; simt_create checks the few rules there are. */
#ifndef SIMT_MACHINE_H
#define SIMT_MACHINE_H

#include "isa/isa.h"
#include "sim/runtime/simt.h"

enum machine_param {
#define PARAM(name, kind, unit, min, max, doc) M_##name,
#define CHOICE(name, words, doc)               M_##name,
#include "sim/machine/machine.def"
#undef PARAM
#undef CHOICE
	MACHINE_PARAMS
};

/* Words of bank_issue, scheduler, block_warps, held_stalls, pipe_queue and greedy, in machine.def's order. */
enum { BANK_LOCKSTEP, BANK_SKIP, BANK_INDEPENDENT };
enum { SCHEDULER_GTY, SCHEDULER_GTO, SCHEDULER_LRR, SCHEDULER_TWO_LEVEL };
enum { BLOCK_WARPS_FEWEST, BLOCK_WARPS_TURNS };
enum { CACHE_INDEX_MODULO, CACHE_INDEX_PRIME };
enum { HELD_STALLS_GO, HELD_STALLS_STAND };
enum { PIPE_QUEUE_OFF, PIPE_QUEUE_ON, PIPE_QUEUE_BLOCKS };
enum { GREEDY_NEXT, GREEDY_STAY, GREEDY_YIELD };

struct simt_machine {
	char *name; /* as the user gave it: "h200" */
	char *path; /* file it came from */
	int32_t v[MACHINE_PARAMS];
	char *source[MACHINE_PARAMS]; /* where each value comes from; in its own words where simt_machine_set gave it */
	char text[32];                /* for simt_machine_get */
};

/* Says where a parameter's value comes from; false: there is no such parameter, or no memory. */
bool machine_source(struct simt_machine *m, const char *name, const char *source);
/* A deep copy; NULL when there is no memory. */
struct simt_machine *machine_copy(const struct simt_machine *m);
/* Fails where parameters contradict each other, in a sentence that names them. */
bool machine_check(const struct simt_machine *m, struct simt_error *e);

/* Rates: those of the pipes, then of instructions that take theirs longer. */
enum machine_rate { RATE_WIDE = ISA_PIPES, RATE_REDUX, RATE_MATCH, MACHINE_RATES };
/* Cycles that an instruction which takes the room of so many lanes holds its pipe. At least 1. */
unsigned machine_pipe_cycles(const struct simt_machine *m, unsigned rate, unsigned lanes);
/* Cycles from issue on p to the use of a fixed-latency result. */
unsigned machine_pipe_latency(const struct simt_machine *m, enum isa_pipe p);

#endif
