/* json-values.h: how reports make JSON; private to them. Where memory runs out the program ends (simt_no_memory).
 * What this module cannot do: write it. */
#ifndef WORKLOADS_REPORT_JSON_VALUES_H
#define WORKLOADS_REPORT_JSON_VALUES_H

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* A value that was just made. */
static inline json_t *
json_must(json_t *j)
{
	if (!j)
		simt_no_memory();
	return j;
}

/* The object, or the array, takes the value. */
static inline void
set(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, json_must(value)))
		simt_no_memory();
}

static inline void
append(json_t *array, json_t *value)
{
	if (json_array_append_new(array, json_must(value)))
		simt_no_memory();
}

/* Text as UTF-8; bytes that are none, as a file name may have, become '?'. */
static inline json_t *
text(const char *s)
{
	json_t *j = json_string(s ? s : "");
	char *copy;

	if (j)
		return j;
	copy = strdup(s);
	if (!copy)
		simt_no_memory();
	for (char *c = copy; *c; c++)
		if (*c & 0x80)
			*c = '?';
	j = json_string(copy);
	free(copy);
	return j;
}

static inline json_t *
count(uint64_t n)
{
	return json_integer((json_int_t)n);
}

#endif
