/* tornado.h: which parameters of a machine matter for a workload: each is multiplied and divided by a factor, one at a time, and each word and
 * switch takes its other values.
 *
 * tornado_new says which changes a sweep has to run (struct plan_wish, change); tornado_rank reads what became of them out of its table.
 *
 * What this module cannot do: find what two parameters change together; effects.h does. */
#ifndef WORKLOADS_STUDY_TORNADO_H
#define WORKLOADS_STUDY_TORNADO_H

#include <stdio.h>

#include "sim/runtime/simt.h"
#include "workloads/study/measured.h"

#define TORNADO_FACTOR_MOST 1000.0

enum { TORNADO_LOW, TORNADO_HIGH, TORNADO_SIDES };

/* What is varied: a number of the machine, or one other value of a word or switch. */
struct tornado_item {
	const char *name; /* the parameter, or "parameter=word" */
	bool word;        /* it has no low side */
	const char *now;  /* what the machine has */
	struct tornado_side {
		const char *value;  /* NULL: nothing differs on this side, because of `why` */
		const char *change; /* "parameter=value" */
		const char *why;
	} side[TORNADO_SIDES];
};

struct tornado {
	double factor;
	struct tornado_item *item; /* in the order of machine.def, then knobs */
	size_t n, room;
	const char **change; /* of all sides that differ */
	size_t nchanges;
	struct arena arena;
};

/* What to vary around a machine.
 * globs: names of parameters and knobs with commas between, in which * ? [ ] are as in a shell; NULL: all, where gpu_sms stands for sms and the
 * GPCs, and l1_data_bytes for l1_bytes. Masks are never varied: a multiple of a mask is no other one of the same kind. factor: above 1 and at most
 * TORNADO_FACTOR_MOST. A number stays within its range and, where it is above 0, above 0, since 0 often means that there is no limit.
 * False: *e (SIMT_USAGE). To be cleared in any case. */
bool tornado_new(struct tornado *t, const struct simt_machine *m, const char *globs, double factor, struct simt_error *e);
void tornado_clear(struct tornado *t);

/* What became of an item. */
struct tornado_row {
	const struct tornado_item *item;
	double change[TORNADO_SIDES];   /* of the metric, in per cent; of no use unless `ran` */
	double measured[TORNADO_SIDES]; /* the metric; 0 for all cases */
	bool ran[TORNADO_SIDES];
	bool refused;  /* a side was to run, and has no value */
	double effect; /* the larger change without its sign, in per cent; negative: no side has run */
	char *remark;  /* why a side has no value, what is to be said of the machine, or that nothing has an effect; "" */
};

/* Rows of all items for one case or MEASURED_ALL, the largest effect first; what has the same effect stays in the order of the items. Of all
 * cases a change is that of the geometric mean of those that ran at the point and without any change. False: the case has not run without a
 * change, and *e says why. The caller frees the rows with tornado_rows_free. */
bool tornado_rank(const struct tornado *t, const struct measured *m, int c, struct tornado_row **rows, struct simt_error *e);
void tornado_rows_free(const struct tornado *t, struct tornado_row *rows);

/* Who made the table, for its head. */
struct tornado_words {
	const char *machine, *program; /* "h200", "simt-sweep 0.1.0" */
};
/* Writes a table that simt-plot draws: first the rows of all cases, whose `case` is empty, then those of each case. */
void tornado_write(const struct tornado *t, const struct measured *m, const struct tornado_words *words, FILE *out);
/* What a person wants to know: a sentence, the largest effects, and how many have none. out NULL: nothing is printed. False: nothing has run
 * without a change. */
bool tornado_tell(const struct tornado *t, const struct measured *m, const char *machine, FILE *out, struct simt_error *e);

#endif
