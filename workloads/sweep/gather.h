/* gather.h: the table of a sweep, made of the files of its points.
 *
 * A row is a case at a point, or with `launches` also each execution of its launches; a point that could not run at all has one row. Rows are in
 * the order of points, then workloads, then cases. Columns are:
 *
 *   point, workload                            number of the point from 1; file of the workload
 *   machine                                    its name
 *   warp_size, banks, subcores, bank_issue, sms, reconvergence, scheduler, block_scheduler, mode   whatever varies
 *   the axes that are none of these            in the order of the sweep
 *   remark                                     what of the machine's parameters fits badly (simt_machine_doubt)
 *   technique, variant, case, launch, id, kernel, status, error   as in the file of the point (point.h)
 *   the metrics that were chosen
 *   baseline_speedup                           cycles of the same row at the baseline over those of this one; empty without one
 *
 * What this module cannot do: run anything; a point without a file is an error. */
#ifndef WORKLOADS_SWEEP_GATHER_H
#define WORKLOADS_SWEEP_GATHER_H

#include "workloads/sweep/plan.h"
#include "workloads/sweep/store.h"

/* A short name that may be written for a metric; of several rows with one name the first counts whose metric there is. */
struct metric_word {
	const char *name, *metric;
};

struct gather_wish {
	const struct plan *plan;
	const struct store *store;
	const char *const *workload; /* files, as the user has called them */
	size_t nworkloads;
	const uint64_t *key; /* of each point, then workload */
	const struct metric_word *word;
	size_t nwords;
	const char *metrics;      /* names, short names and globs with commas between; NULL: those of GATHER_METRICS */
	const char *baseline;     /* "warp=32,banks=2", or NULL */
	const char *const *needs; /* metrics that have to be among those that are chosen */
	size_t nneeds;
	bool launches;
	/* Of a point that never came to its end: why; else NULL. */
	const char *(*failed)(const void *arg, size_t point, size_t workload);
	const void *arg;
};

/* The metrics without --metrics. */
#define GATHER_METRICS                                                                                                            \
	"sm__cycles_elapsed.max,gpu__time_duration.sum,smsp__inst_executed.sum,smsp__thread_inst_executed.sum,"                   \
	"smsp__thread_inst_executed_per_inst_executed.ratio,simt__lane_slots_waiting.pct,sm__inst_executed.avg.per_cycle_active," \
	"sm__warps_active.avg.pct_of_peak_sustained_active,l1tex__t_sectors.sum,lts__t_sectors_srcunit_tex.sum,"                  \
	"simt__l2_sector_hit_rate.pct,dram__bytes_read.sum,speedup"

/* Counts of the rows that were written. */
struct gathered {
	size_t rows, failed; /* failed: of a case or point whose status is neither ok nor mismatch */
	size_t mismatch;
};

/* Whether metrics and baseline fit the plan, before hours are spent. False: *e (SIMT_USAGE). */
bool gather_fits(const struct gather_wish *w, struct simt_error *e);
/* Writes DIR/results.csv. False: *e says what is wrong; an earlier table then stays. */
bool gather(const struct gather_wish *w, struct gathered *count, struct simt_error *e);

#endif
