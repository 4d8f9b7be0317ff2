/* source.h: files of the source tree, what a list of launches says, and the text of a kernel. For tests. */
#ifndef TESTS_SOURCE_H
#define TESTS_SOURCE_H

#include <string.h>

#include "sim/runtime/simt.h"
#include "tests/helpers/unit.h"
#include "workloads/reader/workload.h"

/* The path of a file in the source tree, named as printf does; returns `path`. */
const char *source_path(char *path, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A file of the source tree, whole; free(data). Fails the test where it cannot be read. */
struct file {
	uint8_t *data;
	size_t size;
};
struct file source_read(const char *path);
/* The value of $name of a case's first launch; fails the test where there is no such column. */
int64_t case_param(const struct workload *w, const struct workload_case *c, const char *name);

/* A kernel's text, one instruction a row; free(text). */
enum { SASS = 160 };
struct code {
	char (*text)[SASS];
	size_t n;
};
struct code code_of(const struct simt_function *f);
/* An instruction without its guard. */
const char *code_opcode(const char *text);
/* Guard of an instruction: number of the predicate, with `negated`; -1 without. Guards that are uniform predicates do not occur. */
int code_guard(const char *text, bool *negated);
/* The index of the instruction that a BRA goes to. */
size_t code_target(const char *text);
/* How many instructions there are whose opcode starts so; those with a guard alone, if wanted. */
unsigned code_count(const struct code *k, const char *of, bool guarded);

static inline bool
starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

#endif
