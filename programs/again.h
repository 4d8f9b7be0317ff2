/* again.h: what --advise and --split run again, and what is said of it: of simt-why, and of simt-sim, which still takes these options.
 * What this module cannot do: run the cases themselves. */
#ifndef SIMT_AGAIN_H
#define SIMT_AGAIN_H

#include "workloads/analysis/splitter.h"
#include "workloads/report/report.h"

/* The options. */
struct again_wish {
	bool advise, split;
	struct split_wish how;
	unsigned launches;    /* --split-launches; 0: not given */
	const char *split_to; /* folder or NULL */
};

/* Offsets of instructions, as --roots shows them, or "auto": the value of --split. */
bool again_take_split(struct again_wish *w, const char *text, struct simt_error *e);
/* The values of --split-launches and --split-order. */
bool again_take_launches(struct again_wish *w, const char *text, struct simt_error *e);
bool again_take_order(struct again_wish *w, const char *text, struct simt_error *e);
/* After all options. */
void again_settle(struct again_wish *w);

struct again {
	const struct again_wish *wish;
	struct contents *left; /* in buffers, by cases that are run again; NULL: none are */
	struct splitter *split;
	struct trials *trials;
	struct simt_error not_split; /* why there is no splitter */
};

/* Whether something is run again: trials take time to compare. */
bool again_wanted(const struct again_wish *w, enum simt_mode mode);
/* a->wish is set, and all else 0. */
void again_begin(struct again *a, const struct workload *w, enum simt_mode mode);
/* After the run has ended, whose buffers a->left has. */
void again_run(struct again *a, const struct run *run);
/* The advice, with what could be tried without other code. apart: an empty line comes first. False: it was stopped. */
bool again_advice(struct again *a, const struct report *r, bool apart);
/* What the cases came to when they were run again, divided; the worst of the statuses. */
enum simt_status again_split(const struct again *a, bool apart);
void again_end(struct again *a);

#endif
