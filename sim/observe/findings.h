/* findings.h: what the checks of the simulated program have found, each kind once for each place in the code; private to sim/.
 * What this module cannot do: tell it, which checks.c does at the end of a launch. */
#ifndef SIMT_FINDINGS_H
#define SIMT_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/runtime/simt.h"
#include "sim/runtime/tap.h"

struct checks;
struct simt_function;
struct simt_launch;

/* Distinct findings that are told, from one simt_reset to the next. The rest is counted in a last sentence. */
enum { CHECKS_FINDINGS = 100 };

enum finding_kind {
	FIND_INIT_GLOBAL,
	FIND_INIT_SHARED,
	FIND_RACE_SHARED,
	FIND_RACE_GLOBAL,
	FIND_BARRIER,
	FIND_BARRIER_EXIT,
	FIND_HAZARD_READ,
	FIND_HAZARD_GUARD,
	FIND_HAZARD_WRITE,
	FIND_HAZARD_SOURCE
};

struct finding {
	const struct simt_function *f;
	uint32_t kind, pc, other; /* enum finding_kind; instructions: the second one or UINT32_MAX; of a race the lower one first */
	uint64_t count;
	bool told;
	const struct simt_launch *launch; /* that is described */
	struct simt_error e;              /* SIMT_FAULT; SIMT_OK: a remark */
};

/* Counts a finding. Where it is the first of its kind, instruction and `other`, a new one is returned for findings_say(), else NULL. */
struct finding *findings_note(struct checks *c, const struct simt_function *f, enum finding_kind kind, uint32_t pc, uint32_t other);
/* Its sentence: kernel, PC, source line, block and thread first. `thread` is the number in the block. */
void findings_say(struct finding *x, enum simt_status status, const struct simt_tap_warp *at, uint32_t thread, const char *format,
		  ...) __attribute__((format(printf, 5, 6)));
/* Names a block among those of all launches, for a map. */
uint64_t findings_block(const struct simt_launch *l, uint64_t block);

#endif
