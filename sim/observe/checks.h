/* checks.h: what --check-init, --check-races, --check-barriers and --check-hazards share; private to sim/.
 *
 * Each check is a client of the event tap and knows nothing but its events. What it finds it notes (findings.h), by kind and place in the code:
 * the first of its kind that it hears of is described, the others are counted. Findings are told at the end of the launch.
 *
 * What this module cannot do: see what the compiler has removed, or what this run did not execute. */
#ifndef SIMT_CHECKS_H
#define SIMT_CHECKS_H

#include "sim/observe/findings.h"
#include "sim/runtime/simt.h"
#include "sim/runtime/tap.h"

struct simt;
struct simt_function;
struct simt_launch;

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

void checks_free(struct checks *c);

/* The checks themselves. Each adds its client. */
bool check_init_start(struct checks *c, struct simt_error *e);
void check_init_end(struct check_init *x);
bool check_races_start(struct checks *c, struct simt_error *e);
void check_races_end(struct races *x);
bool check_barriers_start(struct checks *c, struct simt_error *e);
void check_barriers_end(struct barriers *x);
bool check_hazards_start(struct checks *c, struct simt_error *e);
void check_hazards_end(struct hazards *h);

#endif
