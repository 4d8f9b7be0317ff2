/* splitter.h: does what --split asks for. It finds out how threads branch at roots of divergence, and runs cases again with threads in
 * the same warps that branch the same way. They are regrouped within blocks, and divided into several launches that run at the same
 * time.
 *
 * What this module cannot do: launches that are repeated; cases that failed. */
#ifndef WORKLOADS_SPLITTER_H
#define WORKLOADS_SPLITTER_H

#include "workloads/runner/contents.h"
#include "workloads/runner/run.h"
#include "workloads/analysis/split-plan.h"

struct split_wish {
	uint32_t pc[SIGNATURE_ROOTS]; /* instructions, by index, the most important one first */
	size_t npc;                   /* 0: as the heuristics say */
	size_t launches;              /* the most that one is divided into */
	bool dealt;                   /* warps of regrouped blocks are dealt out to sub-cores; else the longest come first */
};

/* What the splitter knows of a launch of the workload. */
struct split_launch {
	bool wanted;                  /* it was run, and its threads branched in different ways */
	bool indexed;                 /* the kernel is built to read a list */
	bool shares;                  /* threads of a block share memory or wait for each other */
	uint64_t threads;             /* that take part */
	uint32_t pc[SIGNATURE_ROOTS]; /* instructions whose sides are noted */
	size_t npc;
	char why[OBSTACLE_TEXT];                 /* it is left as it is; "": it is not */
	char refused[SPLIT_WAYS][OBSTACLE_TEXT]; /* it may not be run so; "": it may */
	struct split_lists lists;                /* where wanted */
};

/* A case that was run again. */
struct split_case {
	char failed[OBSTACLE_TEXT]; /* why it did not come to its end; "": it did */
	char differs[200];          /* which buffer differs first from what the case left; "": all are equal */
	bool *written;              /* buffers that the case has left other than it found them; NULL where it was not run again */
};

struct splitter {
	const struct run *before;
	struct split_launch *launch;           /* of the workload */
	struct split_case *cases[SPLIT_WAYS];  /* of the workload */
	struct run_change *change[SPLIT_WAYS]; /* by launch */
	struct run *run[SPLIT_WAYS];           /* NULL: no launch may be run in this way */
	enum simt_status status;               /* the worst of the runs, SIMT_MISMATCH where outputs differ */
};

/* Whether the kernels of all selected cases have the instructions, and lanes can diverge there; to be asked before a run. */
bool split_wish_fits(const struct run *r, const struct split_wish *wish, struct simt_error *e);
/* `before` has run all its cases, with roots, and `left` holds all their buffers. The other runs have its options. NULL: *e. Free with
 * split_free. */
struct splitter *split_run(const struct run *before, const struct split_wish *wish, const struct contents *left,
			   struct simt_error *e);
void split_free(struct splitter *s); /* NULL is allowed */

/* What came out, for people. */
void report_split(const struct splitter *s, FILE *out);
/* Name of the workload.csv that split_write writes into a folder. The caller frees it. */
char *split_workload(const char *folder);
/* Makes the folder where it is not there. */
bool split_folder(const char *folder, struct simt_error *e);
/* Writes the lists and a workload.csv into a folder, which is made if it does not exist. The workload has the cases as they are. Cases
 * whose kernels read a list are also there as they were run again. */
bool split_write(const struct splitter *s, const char *folder, struct simt_error *e);

#endif
