/* tensormap.c: what stands behind the buffer of a tensormap(...) in the args column of a workload.csv. See reader.h. */
#include <inttypes.h>
#include <string.h>

#include "isa/tensor-map.h"
#include "workloads/reader/reader.h"

/* A tensormap(...) while it is read. */
struct reading_map {
	const struct expr_names *names;
	struct parse_error *pe;
	struct tensor_map *t;
	bool strides; /* they are given */
};

static const struct {
	const char *name;
	enum tensor_type type;
} types[] = {
	{"u8", TENSOR_U8},
	{"u16", TENSOR_U16},
	{"u32", TENSOR_U32},
	{"s32", TENSOR_S32},
	{"u64", TENSOR_U64},
	{"s64", TENSOR_S64},
	{"f16", TENSOR_F16},
	{"f32", TENSOR_F32},
	{"f32.ftz", TENSOR_F32_FTZ},
	{"f64", TENSOR_F64},
	{"bf16", TENSOR_BF16},
	{"tf32", TENSOR_TF32},
	{"tf32.ftz", TENSOR_TF32_FTZ},
};

static bool
is_word(const char *s, size_t n, const char *word)
{
	return strlen(word) == n && !memcmp(s, word, n);
}

/* Numbers separated by blanks, in brackets; *n gets how many. */
static bool
parse_list(const struct reading_map *r, const char *at, const char *end, int64_t *to, unsigned *n)
{
	const char *word, *start = at;
	size_t length;

	*n = 0;
	if (end[-1] != ')')
		return parse_fail(r->pe, end - 1, "the list ends with ')', not '%c'", end[-1]);
	end--;
	while (word_next(&at, end, &word, &length)) {
		wide v;

		if (*n == TENSOR_RANK)
			return parse_fail(r->pe, word, "a tensor has at most 5 dimensions");
		if (!expr_integer(word, length, r->names, &v, r->pe))
			return false;
		if (v < INT64_MIN || v > INT64_MAX)
			return parse_fail(r->pe, word, "that number is too large");
		to[(*n)++] = (int64_t)v;
	}
	return *n || parse_fail(r->pe, start, "the list is empty");
}

static uint32_t
narrow(int64_t v)
{
	return v < 0 || v > INT32_MAX ? 0 : (uint32_t)v;
}

/* "name(...)": a list for the dimensions of the tensor, of which the first is the innermost. */
static bool
parse_dimensions(struct reading_map *r, const char *s, size_t name, const char *end)
{
	struct tensor_map *t = r->t;
	const bool size = is_word(s, name, "dims"), stride = is_word(s, name, "strides"), box = is_word(s, name, "box"),
		   step = is_word(s, name, "steps"), low = is_word(s, name, "low"), high = is_word(s, name, "high");
	const unsigned want = stride ? t->rank - 1u : low || high ? t->rank - 2u : t->rank;
	int64_t v[TENSOR_RANK];
	unsigned n;

	if (!size && !stride && !box && !step && !low && !high)
		return parse_fail(r->pe, s, "'%.*s' is none of dims, strides, box, steps, low and high", (int)name, s);
	if (!size && !t->rank)
		return parse_fail(r->pe, s, "dims(...) comes before '%.*s'", (int)name, s);
	if ((low || high) && t->rank < 3)
		return parse_fail(r->pe, s, "tensors with corners of pixels have 3 to 5 dimensions");
	if (!parse_list(r, s + name + 1, end, v, &n))
		return false;
	if (!size && n != want)
		return parse_fail(r->pe, s, "'%.*s' has %u numbers; a tensor of %u dimensions has %u", (int)name, s, n,
				  (unsigned)t->rank, want);
	t->rank = size ? (uint8_t)n : t->rank;
	t->im2col = t->im2col || low || high;
	r->strides = r->strides || stride;
	for (unsigned i = 0; i < n; i++) {
		if (size)
			t->size[i] = (uint64_t)v[i];
		if (stride)
			t->stride[i + 1] = (uint64_t)v[i];
		if (box)
			t->box[i] = narrow(v[i]);
		if (step)
			t->step[i] = narrow(v[i]);
		if (low || high)
			*(low ? t->low + i : t->high + i) = v[i] < INT32_MIN || v[i] > INT32_MAX ? INT32_MAX : (int32_t)v[i];
	}
	return true;
}

/* "name=value" */
static bool
parse_option(struct reading_map *r, const char *s, size_t name, const char *value, size_t n)
{
	struct tensor_map *t = r->t;
	const bool swizzle = is_word(s, name, "swizzle"), interleave = is_word(s, name, "interleave"),
		   promotion = is_word(s, name, "promotion");
	wide v;

	if (is_word(s, name, "fill")) {
		t->nan = is_word(value, n, "nan");
		return t->nan || is_word(value, n, "0") || parse_fail(r->pe, value, "fill is 0 or nan");
	}
	if (!swizzle && !interleave && !promotion && !is_word(s, name, "channels") && !is_word(s, name, "pixels"))
		return parse_fail(r->pe, s, "'%.*s' is none of swizzle, interleave, promotion, fill, channels and pixels",
				  (int)name, s);
	if (!expr_integer(value, n, r->names, &v, r->pe))
		return false;
	if (swizzle || interleave || promotion) {
		const bool fits = !v || (swizzle && (v == 32 || v == 64 || v == 128)) || (interleave && (v == 16 || v == 32)) ||
				  (promotion && (v == 64 || v == 128 || v == 256));

		if (!fits)
			return parse_fail(r->pe, value, "%s",
					  swizzle      ? "swizzle is 0, 32, 64 or 128 bytes"
					  : interleave ? "interleave is 0, 16 or 32 bytes"
						       : "promotion is 0, 64, 128 or 256 bytes");
		if (swizzle)
			t->swizzle = (uint8_t)v;
		else if (interleave)
			t->interleave = (uint8_t)v;
		else
			t->promotion = (uint16_t)v;
		return true;
	}
	t->im2col = true;
	*(is_word(s, name, "channels") ? &t->channels : &t->pixels) = v < 0 || v > INT32_MAX ? 0 : (uint32_t)v;
	return true;
}

static bool
parse_type(struct reading_map *r, const char *s, size_t n)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (is_word(s, n, types[i].name)) {
			r->t->type = (uint8_t)types[i].type;
			return true;
		}
	return parse_fail(r->pe, s,
			  "'%.*s' is no type of a tensor; types are u8 u16 u32 s32 u64 s64 f16 bf16 f32 f32.ftz f64 tf32 tf32.ftz",
			  (int)(n < 40 ? n : 40), s);
}

/* What was not given: strides without gaps, steps of 1. */
static void
complete(const struct reading_map *r)
{
	struct tensor_map *t = r->t;

	t->stride[0] = tensor_type_bytes(t->type);
	for (unsigned i = 0; i < TENSOR_RANK; i++) {
		t->step[i] = t->step[i] || i >= t->rank ? t->step[i] : 1;
		if (!r->strides && i)
			t->stride[i] = i == 1 && t->interleave ? t->size[0] * t->interleave : t->size[i - 1] * t->stride[i - 1];
	}
}

bool
reader_tensormap(const char *s, const char *end, const struct expr_names *names, unsigned char *bytes, struct parse_error *pe)
{
	struct tensor_map t = {.step = {1, 1, 1, 1, 1}};
	struct reading_map r = {names, pe, &t, false};
	const char *at = s, *word;
	char why[200];
	size_t n;

	if (!word_next(&at, end, &word, &n))
		return parse_fail(pe, s, "the type of the tensor is missing; write tensormap(buffer type dims(n ...) box(n ...))");
	if (!parse_type(&r, word, n))
		return false;
	while (word_next(&at, end, &word, &n)) {
		const char *open = memchr(word, '(', n), *equals = memchr(word, '=', n);

		if (open && (!equals || open < equals)) {
			if (!parse_dimensions(&r, word, (size_t)(open - word), word + n))
				return false;
		} else if (!equals) {
			return parse_fail(pe, word, "write name(n ...) or name=value, not '%.*s'", (int)(n < 40 ? n : 40), word);
		} else if (!parse_option(&r, word, (size_t)(equals - word), equals + 1, (size_t)(word + n - equals - 1))) {
			return false;
		}
	}
	if (!t.rank)
		return parse_fail(pe, s, "dims(...) is missing");
	complete(&r);
	return tensor_map_encode(&t, bytes, why, sizeof why) || parse_fail(pe, s, "%s", why);
}
