#include "workloads/reader/element.h"

#include <stdio.h>
#include <string.h>

const struct element_info element_info[ELEMENT_TYPES] = {
	[ELEMENT_S8] = {"s8", 1, true, false},   [ELEMENT_U8] = {"u8", 1, false, false},
	[ELEMENT_S16] = {"s16", 2, true, false}, [ELEMENT_U16] = {"u16", 2, false, false},
	[ELEMENT_S32] = {"s32", 4, true, false}, [ELEMENT_U32] = {"u32", 4, false, false},
	[ELEMENT_S64] = {"s64", 8, true, false}, [ELEMENT_U64] = {"u64", 8, false, false},
	[ELEMENT_F32] = {"f32", 4, true, true},  [ELEMENT_F64] = {"f64", 8, true, true},
};

bool
element_parse(const char *s, size_t n, enum element_type *type)
{
	for (int i = 0; i < ELEMENT_TYPES; i++) {
		if (strlen(element_info[i].name) == n && !memcmp(element_info[i].name, s, n)) {
			*type = (enum element_type)i;
			return true;
		}
	}
	return false;
}

wide
element_min(enum element_type type)
{
	return element_info[type].is_signed ? -((wide)1 << (8 * element_info[type].bytes - 1)) : 0;
}

wide
element_max(enum element_type type)
{
	return ((wide)1 << (8 * element_info[type].bytes - element_info[type].is_signed)) - 1;
}

static uint64_t
f32_bits(float v)
{
	uint32_t b;

	memcpy(&b, &v, sizeof b);
	return b;
}

static uint64_t
f64_bits(double v)
{
	uint64_t b;

	memcpy(&b, &v, sizeof b);
	return b;
}

uint64_t
element_real_bits(enum element_type type, double v)
{
	return type == ELEMENT_F32 ? f32_bits((float)v) : f64_bits(v);
}

bool
element_bits(enum element_type type, const struct number *v, uint64_t *bits, const char *at, struct parse_error *pe)
{
	char low[48], high[48], value[48];

	if (element_info[type].real) {
		*bits = element_real_bits(type, v->d);
		return true;
	}
	if (v->real)
		return parse_fail(pe, at, "a real number for type %s", element_info[type].name);
	if (v->i < element_min(type) || v->i > element_max(type))
		return parse_fail(pe, at, "%s does not fit %s (%s .. %s)", wide_text(v->i, value), element_info[type].name,
				  wide_text(element_min(type), low), wide_text(element_max(type), high));
	*bits = (uint64_t)v->i;
	return true;
}

wide
element_wide(enum element_type type, const void *from)
{
	uint64_t u = 0;
	unsigned up = 64 - 8u * element_info[type].bytes;

	memcpy(&u, from, element_info[type].bytes);
	return element_info[type].is_signed ? (wide)((int64_t)(u << up) >> up) : (wide)u;
}

char *
element_text(enum element_type type, const void *from, uint64_t i, char *buf)
{
	const unsigned char *at = (const unsigned char *)from + i * element_info[type].bytes;
	float f;
	double d;

	if (type == ELEMENT_F32) {
		memcpy(&f, at, sizeof f);
		snprintf(buf, 48, "%.9g", (double)f);
	} else if (type == ELEMENT_F64) {
		memcpy(&d, at, sizeof d);
		snprintf(buf, 48, "%.17g", d);
	} else {
		wide_text(element_wide(type, at), buf);
	}
	return buf;
}
