/* checks.h: what --check-init, --check-races, --check-barriers and --check-hazards share; private to sim/.
 *
 * Each check is a client of the event tap and knows nothing but its events. What it finds it notes here, by kind and place in the code:
 * the first of its kind is described, the others are counted. Findings are told at the end of the launch.
 *
 * What this module cannot do: see what the compiler has taken out, or what this run did not do. */
#ifndef SIMT_CHECKS_H
#define SIMT_CHECKS_H

#include "sim/runtime/tap.h"
#include "sim/runtime/simt.h"

struct simt;
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

struct check_init;
struct races;
struct barriers;
struct hazards;

struct checks {
	struct simt *s;
	simt_finding *tell;
	void *arg;
	struct finding *finding;
	size_t n, last;
	uint64_t beyond; /* the limit */
	struct check_init *init;
	struct races *races;
	struct barriers *barriers;
	struct hazards *hazards;
};

/* Counts a finding. Where it is the first of its kind, instruction and `other`, a new one is returned for finding_say, else NULL. */
struct finding *checks_note(struct checks *c, const struct simt_function *f, enum finding_kind kind, uint32_t pc, uint32_t other);
/* Its sentence: kernel, PC, source line, block and thread first. `thread` is the number in the block. */
void finding_say(struct finding *x, enum simt_status status, const struct simt_tap_warp *at, uint32_t thread, const char *format,
		 ...) __attribute__((format(printf, 5, 6)));
/* Names a block among those of all launches, for a map. */
uint64_t checks_block(const struct simt_launch *l, uint64_t block);
void checks_free(struct checks *c);

enum { PLACE_BYTES = 320, THREAD_BYTES = 40 };
/* "PC 0x80 (faults.cu:5)", into text of PLACE_BYTES; returns it. In explain.c. */
const char *explain_place(const struct simt_function *f, uint32_t pc, char *text);
/* "(5,0,0)": thread number t of a block of the launch, or block number b of its grid, into text of THREAD_BYTES; returns it. */
const char *explain_thread(const struct simt_launch *l, uint32_t t, char *text);
const char *explain_block(const struct simt_launch *l, uint64_t b, char *text);

/* The checks themselves. Each adds its client. */
bool check_init_start(struct checks *c, struct simt_error *e);
void check_init_end(struct check_init *x);
bool races_start(struct checks *c, struct simt_error *e);
void races_end(struct races *x);
bool barriers_start(struct checks *c, struct simt_error *e);
void barriers_end(struct barriers *x);
bool hazards_start(struct checks *c, struct simt_error *e);
void hazards_end(struct hazards *h);

#endif
