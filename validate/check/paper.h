/* paper.h: published speed-ups beside those of the simulator and of a device.
 *
 * Published files are result files (simt-results(5)) whose metric is simt__event_time. `run` is the table, `machine` the GPU, and
 * technique and case are those of the workload. A speed-up is the time of the case `before` over that of the case, on the same GPU. If
 * several GPUs were published, the median counts. Absolute times are not compared: those GPUs are of 2010 to 2013.
 *
 * What this module cannot do: compare other metrics than time; speed-ups over another case than the workload's `before`. */
#ifndef VALIDATE_PAPER_H
#define VALIDATE_PAPER_H

#include "validate/check/check-measured.h"

enum paper_side { PAPER_SIMULATED, PAPER_CYCLES, PAPER_TIME, PAPER_SIDES };

/* A case of the workload that has a published speed-up. */
struct paper_row {
	size_t in_case;
	const char *source, *table;
	unsigned machines;
	double published, low, high; /* median, least, most */
	double v[PAPER_SIDES];       /* simulated cycles, measured cycles, measured time; NaN: not there */
};

struct paper_time {
	const char *source, *table, *machine, *technique, *of_case;
	double time;
};

struct paper {
	const struct workload *w;
	struct arena arena;
	struct paper_time *time;
	size_t ntime, room_time;
	const char **ours, **theirs; /* variants of the workload, and the published variant that is also shown for each */
	size_t nvariant, room_ours, room_theirs;
	struct paper_row *row; /* after paper_join: rows by tables, and then by variants for which others are shown */
	size_t nrow, room_row;
};

/* Free with paper_free. */
struct paper *paper_new(const struct workload *w);
void paper_free(struct paper *p);
bool paper_read(struct paper *p, const char *path, struct simt_error *e);
/* "OURS=PUBLISHED": cases of variant OURS also get the published speed-up of the case of variant PUBLISHED with the same `before`. */
bool paper_stands_for(struct paper *p, const char *text, struct simt_error *e);
/* The rows, without simulated and measured values. Clears selected[i] of cases that are in none and before none of them. */
void paper_join(struct paper *p, bool *selected);
/* Takes the speed-ups that a check has. */
void paper_take(struct paper *p, struct check *c);

/* For people, at most `width` columns where it is not 0. */
void paper_table(const struct paper *p, FILE *out, unsigned width);
void paper_markdown(const struct paper *p, FILE *out);
/* source,table,technique,variant,case,before,what,n,machines,published,low,high,simulated,measured_cycles,measured_time. what: speedup,
 * then for each table, and each variant that stands for
 * another, same_side (how many of n cases are on the same side of 1 as published), tau_b and spearman. */
void paper_csv(const struct paper *p, FILE *out);

#endif
