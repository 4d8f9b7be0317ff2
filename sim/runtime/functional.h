/* functional.h: functional mode: what a launch computes and counts, without time; private to sim/.
 * What this module cannot do: anything that needs time, caches included. */
#ifndef SIMT_FUNCTIONAL_H
#define SIMT_FUNCTIONAL_H

#include <stdbool.h>

struct gpu;
struct simt_error;
struct simt_launch;
struct sm;
struct subcore;

/* Runs one launch to its end; fills in its statistics, whatever happens. */
bool functional_run_launch(struct gpu *gpu, struct simt_launch *l, struct simt_error *e);
/* Executes the next instructions of slot i, at most `most`, until its warp ends or waits for others; *n gets how many. False: a fault, in
 * sm->error. */
bool functional_run_warp(struct sm *sm, struct subcore *c, unsigned i, unsigned most, unsigned *n);

#endif
