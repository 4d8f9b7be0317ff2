/* heldout.h: a case of workloads/heldout/heldout.csv that has run, and what a reference says must be in its buffers. */
#ifndef TESTS_HELDOUT_H
#define TESTS_HELDOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HELDOUT_BUFFERS = 8 };

struct heldout_buffer {
	const char *name;
	void *data, *want; /* want: NULL where the reference says nothing */
	double *slack;     /* NULL: the same bits, or any NaN for a NaN; else how far off each f32 may be */
	uint64_t count;
	size_t size; /* of an element */
	bool real;
};

struct heldout {
	int64_t n, m; /* parameters of the case */
	uint64_t blocks;
	struct heldout_buffer buffer[HELDOUT_BUFFERS];
	size_t nbuffers;
};

/* Contents of a buffer. */
const void *heldout_data(const struct heldout *x, const char *name);
/* Zeros, for what must be in a buffer. */
void *heldout_want(struct heldout *x, const char *name);
/* Zeros, for how far off the elements of a buffer may be. */
double *heldout_slack(struct heldout *x, const char *name);

struct heldout_reference {
	const char *kernel;
	void (*fill)(struct heldout *x);
};
/* Both end with a row without kernel. */
extern const struct heldout_reference heldout_integer[], heldout_real[];

#endif
