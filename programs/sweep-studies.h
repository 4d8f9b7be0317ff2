/* sweep-studies.h: the options of simt-sweep that say what the table of a sweep means: --tornado. It is part of the program, and of no library.
 * What this module cannot do: run a sweep; it says what to run, and reads the table. */
#ifndef SIMT_SWEEP_STUDIES_H
#define SIMT_SWEEP_STUDIES_H

#include "programs/common.h"
#include "workloads/study/tornado.h"
#include "workloads/sweep/sweep.h"

/* As the command line gives them; NULL: not given. "-": an option without its argument, which it may leave out. */
struct study_options {
	const char *tornado, *around, *factor;
};

struct studies {
	const struct study_options *o;
	struct tornado tornado;
};

/* Whether the options go together and with the rest of the wish, and what a sweep has to run for them: it is added to the wish, and belongs to
 * the studies. False: *e. To be cleared in any case. */
bool studies_prepare(struct studies *s, const struct study_options *o, struct sweep_wish *wish, struct simt_error *e);
void studies_clear(struct studies *s);
/* Reads the table of the sweep, writes those of the studies beside it, and, unless quiet, prints them in short. */
bool studies_tell(const struct studies *s, const struct sweep *sweep, const struct sweep_wish *wish, bool quiet,
		  struct simt_error *e);

#endif
