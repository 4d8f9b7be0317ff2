/* check-measured.h: compares simulated with measured results, launch by launch; what simt-check does.
 *
 * A `struct check` holds the launches of a workload and, for each, the values of both sides. A repeated launch is there several times,
 * with ordinals from 0. Values come from the simulator's run or from result files. The columns of a file say what it has:
 *   metric, value                          one value per row, as simt-sim --csv and simt-gpu write them
 *   pc, inst_executed                      counts of an instruction per row, as simt-sim --per-pc writes them
 *   buffer, elements, chunk, fnv1a64       contents of a buffer, 4096 elements per row
 * Rows of launches that the workload does not have are ignored: a file may hold several workloads.
 *
 * These must be equal: contents of buffers; the counters of check_metric.claimed; executions and lanes of instructions at which a warp
 * has at most two splits (isa_branch_regions). The last two need not be equal for an exempt kernel: its claimed counters differ between
 * two measured runs, or its name is on the list of exempt kernels.
 *
 * What this module cannot do: say which element of 4096 differs, compare launches of different workloads. */
#ifndef VALIDATE_CHECK_MEASURED_H
#define VALIDATE_CHECK_MEASURED_H

#include <stdio.h>

#include "base/arena.h"
#include "workloads/runner/run.h"
#include "workloads/reader/workload.h"

enum check_side { CHECK_SIMULATED, CHECK_MEASURED, CHECK_SIDES };

/* Worst last. */
enum check_verdict {
	CHECK_NOTHING, /* one side is missing */
	CHECK_EQUAL,
	CHECK_NEAR,   /* not claimed, within the tolerance */
	CHECK_FAR,    /* not claimed, beyond it */
	CHECK_EXEMPT, /* claimed and different, but the kernel is exempt */
	CHECK_FAILED
};

struct check_metric {
	const char *name, *unit;
	bool claimed;      /* has to be equal */
	bool instrumented; /* counted by instrumented code: smsp__sass_*, source page; splits reconverge a little differently there */
	bool simulated, measured;
};

struct check_value {
	size_t metric;
	enum check_side side;
	unsigned run; /* which run of which file */
	double value;
};

/* Counts of an instruction: executions, lanes, lanes whose guard held. */
enum { CHECK_PC_COUNTS = 3 };
struct check_pc {
	uint32_t pc; /* bytes from the start of the function */
	const char *sass;
	bool has[CHECK_SIDES];
	bool claimed; /* a warp has at most two splits there: executions and lanes must be equal */
	uint64_t v[CHECK_SIDES][CHECK_PC_COUNTS];
};

struct check_launch {
	size_t launch;  /* index into workload.launch; of a whole case: its first */
	size_t in_case; /* index into workload.cases */
	bool whole;     /* stands for the whole case: speed-ups */
	unsigned ordinal, repeat;
	const char *name, *kernel;
	struct check_value *value;
	size_t nvalue, room_value;
	struct check_pc *pc; /* in ascending order of pc after check_compare */
	size_t npc, room_pc;
	unsigned pc_run[CHECK_SIDES]; /* run that the counts come from, +1; further runs are passed over */
	const char *settings
		[CHECK_SIDES];      /* machine and parameters that its values are of, "": files do not say; NULL: no values yet */
	const char *exempt;         /* reason, or NULL */
	enum check_verdict verdict; /* of its claimed counters */
};

struct check_buffer {
	size_t in_case;
	const char *name;
	uint64_t elements[CHECK_SIDES];
	uint64_t *chunk[CHECK_SIDES]; /* hash of each 4096 elements, NULL: not there */
	size_t nchunk[CHECK_SIDES], room_chunk[CHECK_SIDES];
	enum check_verdict verdict;
	uint64_t first; /* FAILED: first chunk that differs */
};

/* A metric of a launch, both sides. */
struct check_row {
	size_t launch, metric;
	double simulated, measured, low, high; /* measured: median of `runs`, which lie between low and high */
	unsigned runs;
	double error; /* simulated / measured - 1; infinite where only measured is 0 */
	enum check_verdict verdict;
};

struct check_exempt {
	const char *glob, *reason;
};

/* A column of simulated results, and the text that a row has to have there to be taken: `machine`, or a machine parameter. */
struct check_choice {
	const char *column, *text;
};

struct check {
	const struct workload *w;
	const char *name; /* of the workload, as in outputs files */
	struct arena arena;
	struct check_launch *launch;
	size_t nlaunch, room_launch;
	struct names launches; /* "case\037launch" to the first of its launches */
	struct check_metric *metric;
	size_t nmetric, room_metric;
	struct names metrics;
	struct check_buffer *buffer;
	size_t nbuffer, room_buffer;
	struct names buffers; /* "case\037buffer" */
	unsigned nruns;
	struct check_exempt *exempt;
	size_t nexempt, room_exempt;
	struct check_row *row; /* after check_compare, by launch */
	size_t nrow, room_row;
	bool hardware, instrumented;       /* which counters take part */
	bool times;                        /* speed-ups in time are read as well; set before check_read */
	bool any_values;                   /* rows of other values of the parameters are read as well: cases go by name; likewise */
	const struct check_choice *choice; /* which rows of simulated results are read; contents have no such columns */
	size_t nchoice;
	const char **setting; /* what rows say of the machine, each text once, in memory of the arena */
	size_t nsetting, room_setting;
	struct names settings; /* to their numbers */
	double tolerance;      /* for values that need not be equal; for display only */
	bool launches_shown;   /* else only those that fail */
};

/* ---- check-read.c ---- */
/* The launches and buffers of the selected cases. w must outlive the check. Free with check_free. */
struct check *check_new(const struct workload *w, const char *path, const bool *selected);
void check_free(struct check *c);
/* Adds the values of a result file. Fails if it has values of a launch with several settings of the machine. Of measured files, each is
 * checked by itself. */
bool check_read(struct check *c, const char *path, enum check_side side, struct simt_error *e);
/* Whether some row had the settings of `choice`; if none had, fails with the settings that exist. To be called after the last file. */
bool check_chosen(const struct check *c, struct simt_error *e);
/* Number of a metric, which is added where it is new. */
size_t check_metric(struct check *c, const char *name, const char *unit);
void check_add(struct check *c, struct check_launch *l, size_t metric, enum check_side side, unsigned run, double value);
/* The counts of an instruction, which are added where they are new. */
struct check_pc *check_pc_at(struct check *c, struct check_launch *l, uint32_t pc, const char *sass);
/* A launch of a case, or NULL. launch "": the whole case. */
struct check_launch *check_find(struct check *c, const char *of_case, const char *launch, unsigned ordinal);
struct check_buffer *check_find_buffer(struct check *c, const char *of_case, const char *buffer);
void check_add_chunk(struct check_buffer *b, enum check_side side, uint64_t elements, uint64_t number, uint64_t hash);
/* Measured counts per instruction are there. */
bool check_has_pcs(const struct check *c);

/* ---- check-files.c ---- */
/* Path of a file of measurements in a folder. The file may be FILE.gz (wholefile.h). NULL: there is none. The arena owns the path. */
const char *check_data_path(struct arena *a, const char *folder, const char *file);
/* Adds exempt kernels: columns kernel (a glob) and reason. */
bool check_read_exempt(struct check *c, const char *path, struct simt_error *e);

/* ---- check-compare.c ---- */
/* Takes what the simulator counted. */
void check_take_run(struct check *c, const struct run *r);
/* run_options.contents, with the check as its argument. */
void check_contents(void *arg, const struct workload_case *wc, const struct workload_buffer *b, const void *data);
/* Fills in rows, verdicts and exemptions. */
void check_compare(struct check *c);
/* Summary of verdicts; failed: of a claimed rung. */
struct check_totals {
	size_t launches, equal, exempt, failed, not_measured, not_simulated;
	size_t buffers, buffers_equal, buffers_failed;
	size_t pcs, pcs_equal, pcs_exempt; /* instructions at which a warp has at most two splits, counted by instrumented code */
};
struct check_totals check_totals(const struct check *c);
/* The row of a launch and metric, or NULL. */
const struct check_row *check_row(const struct check *c, size_t launch, const char *metric);

/* ---- check-report.c ---- */
/* One row per value: technique,variant,case,launch,ordinal,kernel,pc,sass,kind,metric,simulated,measured,low,high,runs,error,verdict.
 * kind: outputs, hardware, instrumented. */
void check_csv(const struct check *c, FILE *out);
/* For people, at most `width` columns where it is not 0. */
void check_table(const struct check *c, FILE *out, unsigned width);
/* Prints the comparison as tables of Markdown. */
void check_markdown(const struct check *c, FILE *out);
/* Instructions whose counts differ, at most `most` of a launch. */
void check_pcs(const struct check *c, FILE *out, size_t most);

#endif
