/* element.h: types of the elements of buffers and of scalar arguments.
 * What this module cannot do: types narrower than a byte, FP16, vectors. */
#ifndef WORKLOADS_ELEMENT_H
#define WORKLOADS_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "workloads/reader/expr.h"

enum element_type {
	ELEMENT_S8,
	ELEMENT_U8,
	ELEMENT_S16,
	ELEMENT_U16,
	ELEMENT_S32,
	ELEMENT_U32,
	ELEMENT_S64,
	ELEMENT_U64,
	ELEMENT_F32,
	ELEMENT_F64,
	ELEMENT_TYPES
};

struct element_info {
	const char *name; /* "s32" */
	uint8_t bytes;
	bool is_signed, real;
};
extern const struct element_info element_info[ELEMENT_TYPES];

/* The type whose name is the n bytes at s. */
bool element_parse(const char *s, size_t n, enum element_type *type);
/* A number as the bits of an element, in the low bytes of *bits. */
bool element_bits(enum element_type type, const struct number *v, uint64_t *bits, const char *at, struct parse_error *pe);
/* Range of an integer type. */
wide element_min(enum element_type type);
wide element_max(enum element_type type);
/* An integer element, the first of the array at `from`. */
wide element_wide(enum element_type type, const void *from);
/* A double as the bits of an element of a float type. */
uint64_t element_real_bits(enum element_type type, double v);
/* Element i of the array at `from` as text: 17 or 9 significant digits for floats. Returns buf, of at least 48 bytes. */
char *element_text(enum element_type type, const void *from, uint64_t i, char *buf);

#endif
