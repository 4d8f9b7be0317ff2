/* run.h: runs the cases of a workload on the simulator, through simt.h alone, and keeps the counts.
 *
 * Each case starts with fresh memory, cold caches and clock 0. Its launches are queued in an order that streams and `after` allow, and
 * run together as far as these do. Copies of buffers and contents of variables are made when all launches queued before have ended. If a
 * case fails, the others still run. Every sentence about a failure goes to the `message` function.
 *
 * What this module cannot do: run cases side by side, print. */
#ifndef WORKLOADS_RUN_H
#define WORKLOADS_RUN_H

#include "workloads/runner/compact.h"
#include "workloads/analysis/bound.h"
#include "workloads/analysis/lanes.h"
#include "workloads/analysis/reach.h"
#include "workloads/analysis/roots.h"
#include "workloads/analysis/signatures.h"
#include "sim/runtime/simt.h"
#include "workloads/analysis/split-lists.h"
#include "workloads/reader/workload.h"
#include "workloads/record/recorder.h"

/* One execution of a launch; `repeat` gives several. */
struct run_launch {
	size_t launch;                /* index into workload.launch */
	unsigned id;                  /* ordinal over the whole run, from 0 */
	bool started;                 /* something was counted */
	bool ended, failed;           /* as struct simt_launch_stats has them */
	enum simt_status status;      /* SIMT_OK, or why it did not come to its end */
	const struct compact *counts; /* counts, for run_launch_stats; NULL: there are none */
	size_t place;
	const struct simt_pc_stats *pc; /* of each of npc instructions, unless NULL: run_options.per_pc */
	size_t npc;
	struct record *lanes;          /* picture of a warp, unless NULL: run_options.show */
	struct root_list *roots;       /* where divergence starts, unless NULL: run_options.roots */
	struct bound *bound;           /* what it cannot be faster than, unless NULL: run_options.bound, and bounds_take had one */
	struct signatures *signatures; /* of its threads, unless NULL: run_options.change wants them */
	uint64_t (*states)[SIMT_STALLS]; /* warp states by instruction, unless NULL: run_options.per_pc in cycle mode */
	struct simt_pc_memory *memory;   /* accesses by instruction, unless NULL: run_options.per_pc */
};

struct run_case {
	bool selected, started;
	bool ended;              /* all its launches have, and its buffers were handed on: nothing of its contents is missing */
	enum simt_status status; /* SIMT_OK, SIMT_MISMATCH, or of the launch that failed */
	struct run_launch *launches;
	size_t nlaunches;
	uint64_t cycles;        /* first start to last end */
	uint64_t v[SIMT_STATS]; /* simt_total_stats */
	uint64_t stall[SIMT_STALLS];
	struct simt_sampled sampled;
};

/* How a launch is changed from what the workload says. */
struct run_change {
	/* Its threads' signatures are wanted at these instructions; npc 0: they are not. */
	const uint32_t *pc;
	size_t npc;
	/* It is run as launches of these lists of its threads, all at the same time; nparts 0: as it is. Each thread reads its place in
	 * the list first. */
	const struct split_list *part;
	size_t nparts;
	/* The kernel reads the list itself: an argument of its launch is a buffer `index`, a scalar `index_n` its length. */
	bool indexed;
};

struct run_options {
	bool per_pc; /* keep counts and warp states per instruction */
	bool roots;  /* find the roots of divergence */
	bool bound;  /* work out what launches cannot be faster than */
	enum simt_mode mode;
	const struct run_change *change;    /* by launch of the workload, or NULL */
	const struct lanes_wish *show;      /* record a warp for a picture of its lanes; NULL: no */
	const struct recorder_wish *record; /* record a timeline, for recorder_write_... of run.recorder; NULL: no */
	unsigned checks;             /* sum of enum simt_check; what they find goes to `message`, and the case has SIMT_FAULT */
	bool trap_unsupported;       /* see simt_trap_unsupported */
	uint64_t spare;              /* bytes behind each buffer, which hold zeros; others than 0: see reach.h */
	bool leave_refused;          /* cases that the machine does not run are not selected, instead of none being run */
	enum simt_sampling sampling; /* see simt_set_sampling */
	unsigned jobs;               /* threads of the host, see simt_set_jobs; 0: one */
	uint64_t max_cycles;         /* per launch; 0: no limit */
	uint64_t max_instructions;   /* limit of warp instructions in functional mode */
	simt_stop stop;              /* asked between launches and pieces of buffers: the run ends with SIMT_INTERRUPTED; or NULL */
	void *arg;                   /* of the functions below; each may be NULL */
	void (*message)(void *arg, const struct simt_error *e);
	simt_output *output; /* what kernels print */
	/* Called at the end of a case for each of its buffers, in the order of their definition. `data` is valid during the call. Long
	 * data should be read in pieces (pieces.h), between which `stop` is asked. */
	void (*contents)(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data);
	/* Called with the index of a case that has ended, after all messages about it. An exception is an expect that compares it with a
	 * later case; see run_final. */
	void (*ended)(void *arg, size_t of_case);
	/* Called now and then; `at` counts the selected cases from 0. Return false to stop: the run ends with SIMT_INTERRUPTED. */
	bool (*progress)(void *arg, size_t at, size_t of, const struct workload_case *c, uint64_t cycles, uint64_t inst_executed);
};

struct running;

struct run {
	const struct workload *w;
	const struct simt_machine *machine;
	struct run_options o;
	struct simt *s;
	struct simt_function **function; /* of each launch of the workload */
	struct run_case *cases;          /* of the workload */
	struct simt_launch **last;       /* of each launch of the workload, that was queued last */
	struct simt_module **module;     /* loaded, one per path */
	size_t room_modules;
	struct names loaded;              /* paths, to the place in `module` */
	size_t nselected, unchecked;      /* unchecked: expects whose other case is not selected */
	bool *selected;                   /* by case */
	struct lanes *lanes;              /* NULL where no picture is wanted */
	struct roots *roots;              /* NULL where roots are not wanted */
	struct bounds *bounds;            /* NULL where bounds are not wanted */
	struct signature_tap *signatures; /* NULL where no signatures are wanted */
	struct recorder *recorder;        /* NULL where nothing is recorded */
	struct reach *reach;              /* NULL where buffers have nothing behind them */
	struct compact counts;            /* of all executions */
	struct kept *kept;                /* contents of buffers that expects still need */
	enum simt_status status;          /* of the run so far */
	size_t at;
	struct running *running; /* the case that runs, or NULL */
};

/* Loads the modules, finds the kernels and checks the arguments against their parameters; what --check does. `selected` says which cases
 * take part, NULL: all. Returns NULL and sets *e on failure, unless that is of one case and options say to leave it out. w and m must
 * outlive the run; free it with run_free. */
struct run *run_create(const struct workload *w, const struct simt_machine *m, const bool *selected, const struct run_options *o,
		       struct simt_error *e);
/* Checks the files that contents and expects name, without running. */
bool run_check_files(const struct run *r, struct simt_error *e);
/* Runs the selected cases. Returns SIMT_OK, SIMT_MISMATCH where some expect does not hold, or the status of the first failure. */
enum simt_status run_all(struct run *r);
/* The case after whose end nothing that is known of case i changes any more. It is i, or a later selected case that it is compared with
 * by `before` or an expect. */
size_t run_final(const struct run *r, size_t i);
void run_free(struct run *r); /* NULL is allowed */

/* The counts of an execution, all 0 if there are none. stats.pc is NULL unless run_options.per_pc; the run owns it. */
struct simt_launch_stats run_launch_stats(const struct run_launch *l);

#endif
