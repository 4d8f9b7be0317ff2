/* cases.h: runs the cases of a list of launches and holds what comes out against what a test works out itself. For tests.
 *
 * What this module cannot do: buffers of other elements than 32 bits, counts of launches (run.h). */
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include "workloads/runner/run.h"
#include "tests/helpers/unit.h"

/* What has come of a run; the functions below take it as `x`. */
struct checked {
	struct workload *w; /* while it runs */
	unsigned failures;  /* buffers that were not as they should be */
	unsigned buffers;   /* that were looked at */
	char said[1024];    /* the last message */
	uint64_t cycles;    /* of the first case */
};

/* What is run. */
struct cases {
	const char *machine;    /* NULL: h200 */
	const char *const *set; /* settings of it up to NULL, or NULL: none */
	const char *path;       /* the list, in the source tree; where `text` is given, a file that its modules are beside */
	const char *text;       /* the list itself, or NULL */
	enum simt_mode mode;
	uint64_t max_cycles; /* 0: no limit */
	/* Called with x for each buffer at the end of its case; NULL: not wanted. */
	void (*contents)(void *x, const struct workload_case *c, const struct workload_buffer *b, const void *data);
};
enum simt_status cases_run(struct checked *x, const struct cases *cases);
/* Of a list whose cases are all to end well: so many buffers are looked at, and are as they should be. */
void cases_hold(const struct cases *cases, unsigned buffers);

/* What a buffer of a case holds at first, n elements; free it. */
uint32_t *cases_first(const struct checked *x, const struct workload_case *c, const char *name, uint64_t *n);
/* A scalar argument of the launch. */
uint32_t cases_scalar(const struct workload_launch *l, const char *name);
/* Counts buffer b, and tells where it differs first. */
void cases_compare(struct checked *x, const struct workload_case *c, const struct workload_buffer *b, const void *data,
		   const uint32_t *want);

#endif
