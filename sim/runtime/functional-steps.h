/* functional-steps.h: straight runs of instructions of a warp in functional mode, and branches that all its lanes take; private to sim/.
 * What this module cannot do: instructions that part lanes, or make them wait or end. */
#ifndef SIMT_FUNCTIONAL_STEPS_H
#define SIMT_FUNCTIONAL_STEPS_H

#include <stdbool.h>

struct sm;
struct warp;

/* Carries out the next instructions of w, at most `most`, as long as no lane goes where another one does not; *n gets how many. There is no
 * client of the event tap, and the policy has no `arrive`. False: a fault, in sm->error. */
bool functional_steps(struct sm *sm, struct warp *w, unsigned most, unsigned *n);

#endif
