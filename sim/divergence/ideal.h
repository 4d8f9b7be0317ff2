/* ideal.h: the data that policy ideal keeps for each instruction; private to sim/. */
#ifndef SIMT_IDEAL_H
#define SIMT_IDEAL_H

#include <stdbool.h>
#include <stdint.h>

struct simt_error;
struct simt_function;

/* What is known of an instruction. */
struct ideal {
	uint64_t live;  /* uniform registers that are read later on, or here */
	uint8_t live_p; /* the same for uniform predicates */
	bool binds;     /* BSYNC: waits. BSSY: of a BSYNC that does */
	bool joins;     /* paths may become one here */
	bool asks;      /* an instruction that takes lanes to be together comes next, or before the next WARPSYNC.ALL */
	bool seen;      /* scratch */
};

/* Works that out for a function: struct policy. Refuses one that moves barriers to registers (BMOV) while a BSYNC of it waits. */
bool ideal_prepare(struct simt_function *f, struct simt_error *e);

#endif
