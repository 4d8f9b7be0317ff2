/* workload.h: reads a workload.csv, the list of launches that the simulator and the real GPU run; see workload.csv(5).
 *
 * workload_read expands the whole file: every row becomes a launch for each combination of its $parameters. It groups launches into
 * cases, parses arguments and expects, and resolves names. It checks all that can be checked without the cubins. All pointers belong to
 * the struct workload.
 *
 * What this module cannot do: know kernels (workloads/runner/run.h checks their parameters), write files other than the expanded one. */
#ifndef WORKLOADS_WORKLOAD_H
#define WORKLOADS_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/csvfile.h"
#include "base/error.h"
#include "workloads/generators/generate.h"

enum {
	WORKLOAD_LAUNCHES_MAX = 100000, /* rows after expansion */
	WORKLOAD_ARGS_MAX = 512,        /* words of an args cell */
	WORKLOAD_REPEAT_MAX = 1000000,
	WORKLOAD_CLUSTER_MAX = 16,        /* blocks of a cluster */
	WORKLOAD_STRUCT_BYTES_MAX = 32764 /* of a structure passed by value: all the parameters that CUDA 12 takes */
};
#define WORKLOAD_BUFFER_BYTES_MAX ((uint64_t)1 << 40)

/* Columns; the names are the enum's without prefix. */
enum workload_column {
#define COLUMN(name, needed, doc) COLUMN_##name,
#include "workloads/reader/columns.def"
#undef COLUMN
	WORKLOAD_COLUMNS
};

struct workload_dim {
	uint32_t x, y, z;
};

struct workload_buffer {
	const char *name;
	enum element_type type;
	uint64_t count;        /* elements */
	struct generator init; /* where copy_of < 0 */
	bool given;            /* init is written in the file, not the zeros that are there without */
	int copy_of;           /* buffer of the case that is copied before launch `launch` starts, or -1 */
	size_t launch;         /* the launch that defines it, index into workload.launch */
};

enum workload_arg_kind {
	ARG_VALUE,  /* scalar or structure: bytes */
	ARG_BUFFER, /* address of a buffer plus offset */
	ARG_NULL,   /* a null pointer */
	ARG_SYMBOL  /* sets a module variable before the launch; no parameter */
};

/* An address within a structure. */
struct workload_pointer {
	size_t at; /* byte of the structure */
	size_t buffer;
	uint64_t offset;
};

struct workload_arg {
	enum workload_arg_kind kind;
	const char *name;                        /* or NULL; ARG_SYMBOL: the symbol */
	size_t at;                               /* offset in the args cell, for messages */
	size_t bytes;                            /* of the parameter; 0 for ARG_SYMBOL */
	const unsigned char *value;              /* ARG_VALUE; zeros where a pointer is */
	const struct workload_pointer *pointers; /* ARG_VALUE: those of a structure */
	size_t npointers;
	size_t align;           /* ARG_VALUE: bytes that its place in a structure divides by */
	size_t buffer;          /* ARG_BUFFER: index into the case's buffers */
	uint64_t offset;        /* ARG_BUFFER */
	enum element_type type; /* ARG_SYMBOL, and scalars */
	uint64_t count;         /* ARG_SYMBOL */
	struct generator init;  /* ARG_SYMBOL */
};

struct workload_launch {
	size_t row;                         /* of the file, from 0 */
	const char *cell[WORKLOAD_COLUMNS]; /* with {names} replaced; "" where empty or without such a column */
	const char *const *value;           /* of the parameters, workload.nparams; NULL: the cell is empty */
	size_t in_case;                     /* index into workload.cases */
	const char *name;
	const char *path; /* of the module */
	struct workload_dim grid, block;
	struct workload_dim cluster; /* 0 0 0: the launch says nothing of it */
	uint32_t shared, repeat;
	uint32_t cooperative; /* 1 or 0 */
	unsigned stream;      /* 0: the default stream; named ones count from 1 within the case */
	struct workload_arg *args;
	size_t nargs;
	size_t *after; /* launches that must have ended */
	size_t nafter;
};

enum workload_expect_kind { EXPECT_EQUAL, EXPECT_SUM, EXPECT_SORTED };

struct workload_expect {
	enum workload_expect_kind kind;
	const char *text;  /* "out=same(naive)" */
	size_t launch, at; /* whose expect cell, offset there */
	size_t buffer;     /* of the case */
	uint64_t ulp;      /* EXPECT_EQUAL: allowed distance; 0: the same bits */
	bool same;         /* EXPECT_EQUAL: against buffer other_buffer of case other_case, else against init */
	size_t other_case, other_buffer;
	struct generator init;
	struct number sum;
};

struct workload_case {
	const char *name;
	int before;                  /* case this one is compared with, or -1 */
	size_t *launches, nlaunches; /* in the order of the file */
	size_t *order;               /* launches in an order that `after` and streams allow */
	struct workload_buffer *buffers;
	size_t nbuffers;
	struct names buffer_names; /* to their index */
	struct workload_expect *expects;
	size_t nexpects;
	size_t room_launches, room_buffers, room_expects;
};

struct workload {
	struct csvfile *file;
	char *folder;                 /* folder of the file; paths are relative to it */
	int column[WORKLOAD_COLUMNS]; /* index in the file or -1 */
	size_t nparams;
	const char **param;   /* names without '$' */
	size_t *param_column; /* index in the file */
	const char **let;     /* value that --let gives, or NULL */
	struct workload_launch *launch;
	size_t nlaunches, room_launches;
	struct workload_case *cases;
	size_t ncases, room_cases;
	struct names case_names; /* to their index */
	char **allowed;          /* real names of the folders that it may read from; they are its own */
	size_t nallowed, room_allowed;
	struct arena arena;
	const char *isa;
};

struct workload_options {
	const char *isa;        /* "sass" or "ptx": ending of modules without one; NULL: sass */
	const char *const *let; /* "name=value" */
	size_t nlet;
	const char *const *allow; /* folders, or files, that it may read beside its own folder and those of SIMT_ALLOW_PATH */
	size_t nallow;
};

/* Reads a workload.csv, which may name regular files below its own folder and below those of the options, and no others; "-" is standard input, where paths are relative to the working directory. Returns NULL and sets *e on failure.
 * The caller frees it with workload_free. */
struct workload *workload_read(const char *path, const struct workload_options *o, struct simt_error *e);
/* Reads a workload from memory. `path` is used in messages and for relative paths. */
struct workload *workload_parse(const void *data, size_t bytes, const char *path, const struct workload_options *o,
				struct simt_error *e);
void workload_free(struct workload *w); /* NULL is allowed */

/* Whether no guess of simt-sim --template is left in the cases that are selected (NULL: all): what they hold has not been looked at.
 * False: *e has the places. */
bool workload_guesses_none(const struct workload *w, const bool *selected, struct simt_error *e);

/* Writes the file that --expand prints: one row per launch, nothing left to replace. */
void workload_expand(const struct workload *w, FILE *out);

/* simt_fail with SIMT_BAD_INPUT, and the position of byte `offset` of a launch's expanded cell in front of the message. No struct has
 * the place, because no caller has one at hand: each of them would have to fill one in. */
bool workload_fail(const struct workload *w, size_t launch, enum workload_column column, size_t offset, struct simt_error *e,
		   const char *format, ...) __attribute__((format(printf, 6, 7)));
/* That position, "file:line:column", into buf. Returns buf. */
char *workload_where(const struct workload *w, size_t launch, enum workload_column column, size_t offset, char *buf, size_t size);

/* Index of the $ column whose name, without the $, is the n bytes at s, or -1. */
int workload_find_param(const struct workload *w, const char *s, size_t n);
/* The name, of *n bytes, of the column that a text "name=value" or "$name=value" of --let sets. */
const char *workload_let_name(const char *let, size_t *n);
/* Index of the case of that name, or -1. */
int workload_find_case(const struct workload *w, const char *name);
/* Finds the case whose name is the n bytes at s. */
int workload_find_case_n(const struct workload *w, const char *s, size_t n);
/* Writes the a->bytes bytes of a parameter. address[b]: where buffer b of the case is. Not for ARG_SYMBOL. */
void workload_arg_bytes(const struct workload_arg *a, const uint64_t *address, unsigned char *to);
/* Index of a buffer of a case, or -1. */
int workload_find_buffer(const struct workload_case *c, const char *name, size_t n);
uint64_t workload_buffer_bytes(const struct workload_buffer *b);

#endif
