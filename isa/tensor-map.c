/* tensor-map.c: see tensor-map.h; doc/tensor-maps.md has the format. */
#include "isa/tensor-map.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Places in the map, in words of 32 bits, and of its flags in their word. */
enum {
	W_FLAGS = 2,
	W_STRIDE = 3,
	W_STRIDE_HIGH = 7,
	W_SIZE = 8,
	W_STEP = 13,
	W_BOX = 14,
	W_PIXELS = 15,
	W_BYTES = 16,
	W_ALIGN = 18,
	WORDS = 32
};
enum {
	F_IM2COL = 0,
	F_RANK = 4,
	F_TYPE = 7,
	F_INTERLEAVE = 11,
	F_SWIZZLE = 13,
	F_NAN = 15,
	F_TF32 = 16,
	F_PROMOTION = 17,
	F_INNER = 24, /* of W_STEP: the innermost dimension of the box */
	F_HIGH = 16   /* of W_BOX of im2col: the upper corner */
};
enum {
	STRIDE_SHIFT = 4,
	STRIDE_BITS = 40,
	PIECE = 16,
	LEAST_IM2COL = 3,
	CHANNELS_MOST = 256,
	PIXELS_MOST = 1024,
	BOX_MOST = 256,
	STEP_MOST = 8
};
/* A GPU faults on more, though a map can say so. */
#define SIZE_MOST (UINT64_C(1) << 31)
/* What a map may say. */
#define SIZE_LIMIT (UINT64_C(1) << 32)

/* In the order of the code of a map. TF32 is FP32 with a flag. */
static const uint8_t types[] = {TENSOR_U8,  TENSOR_U16, TENSOR_U32,     TENSOR_S32, TENSOR_U64, TENSOR_S64,
				TENSOR_F16, TENSOR_F32, TENSOR_F32_FTZ, TENSOR_F64, TENSOR_BF16};
/* Bits of a corner of the pixels of tensors with 3, 4 and 5 dimensions. */
static const uint8_t corner_bits[] = {16, 8, 5};

unsigned
tensor_type_bytes(unsigned type)
{
	static const uint8_t bytes[TENSOR_TYPES] = {1, 2, 4, 4, 8, 8, 2, 4, 4, 8, 2, 4, 4};

	return type < TENSOR_TYPES ? bytes[type] : 0;
}

/* ---- decoding ---- */

static uint32_t
bits(uint32_t word, unsigned at, unsigned n)
{
	return word >> at & ((UINT32_C(1) << n) - 1);
}

static int32_t
signed_bits(uint32_t word, unsigned at, unsigned n)
{
	const uint32_t sign = UINT32_C(1) << (n - 1);

	return (int32_t)(bits(word, at, n) ^ sign) - (int32_t)sign;
}

static bool
decode_flags(uint32_t flags, struct tensor_map *t, const char **why)
{
	const unsigned code = bits(flags, F_TYPE, 4), slices = bits(flags, F_INTERLEAVE, 2), swizzle = bits(flags, F_SWIZZLE, 2);

	*t = (struct tensor_map){.rank = (uint8_t)(bits(flags, F_RANK, 3) + 1),
				 .im2col = bits(flags, F_IM2COL, 1),
				 .nan = bits(flags, F_NAN, 1),
				 .swizzle = (uint8_t)(swizzle ? PIECE << swizzle : 0),
				 .interleave = (uint8_t)(slices ? 8u << slices : 0),
				 .promotion = (uint16_t)(bits(flags, F_PROMOTION, 2) ? 32u << bits(flags, F_PROMOTION, 2) : 0)};
	*why = code >= sizeof types                              ? "the type of its elements is none"
	       : t->rank > TENSOR_RANK                           ? "it has more than 5 dimensions"
	       : slices > 2                                      ? "the code of its interleaving is none"
	       : (t->im2col || slices) && t->rank < LEAST_IM2COL ? "im2col and interleaved tensors have 3 to 5 dimensions"
								 : NULL;
	if (*why)
		return false;
	t->type = types[code];
	if (bits(flags, F_TF32, 1) && (t->type == TENSOR_F32 || t->type == TENSOR_F32_FTZ))
		t->type = t->type == TENSOR_F32 ? TENSOR_TF32 : TENSOR_TF32_FTZ;
	return true;
}

/* Bytes of the box along dimension 0. */
static uint64_t
inner_bytes(const struct tensor_map *t)
{
	return (uint64_t)(t->im2col ? t->channels : t->box[0]) * tensor_type_bytes(t->type);
}

/* Maps that a GPU faults on, though each part of them is one. */
static bool
is_map_sound(const struct tensor_map *t, const char **why)
{
	*why = t->address % PIECE       ? "the address of its tensor is not a multiple of 16"
	       : inner_bytes(t) % PIECE ? "the innermost dimension of its box is no multiple of 16 bytes"
	       : t->swizzle && !t->interleave && inner_bytes(t) > t->swizzle
		       ? "the innermost dimension of its box is more than the span of its swizzle"
		       : NULL;
	for (unsigned i = 0; i < t->rank && !*why; i++)
		if (t->size[i] > SIZE_MOST)
			*why = "one of its dimensions has more than 2^31 elements";
	return !*why;
}

bool
tensor_map_decode(const uint8_t bytes[TENSOR_MAP_BYTES], struct tensor_map *t, const char **why)
{
	const char *unused;
	uint32_t w[WORDS];

	why = why ? why : &unused;
	memcpy(w, bytes, sizeof w);
	if (!decode_flags(w[W_FLAGS], t, why))
		return false;
	t->address = w[0] | (uint64_t)w[1] << 32;
	t->stride[0] = tensor_type_bytes(t->type);
	for (unsigned i = 0; i < TENSOR_RANK; i++) {
		const bool there = i < t->rank;

		t->size[i] = there ? UINT64_C(1) + w[W_SIZE + i] : 1;
		t->step[i] = there ? 1 + bits(w[W_STEP], 3 * i, 3) : 1;
		t->box[i] = !there || t->im2col ? 1 : i ? 1 + bits(w[W_BOX], 8 * (i - 1), 8) : 1 + bits(w[W_STEP], F_INNER, 8);
		if (i && there)
			t->stride[i] = ((uint64_t)bits(w[W_STRIDE_HIGH], 4 * (i - 1), 4) << 32 | w[W_STRIDE + i - 1])
				       << STRIDE_SHIFT;
	}
	if (t->im2col) {
		const unsigned n = corner_bits[t->rank - LEAST_IM2COL];

		for (unsigned i = 0; i + 2 < t->rank; i++) {
			t->low[i] = signed_bits(w[W_BOX], i * n, n);
			t->high[i] = signed_bits(w[W_BOX], F_HIGH + i * n, n);
		}
		t->channels = 1 + bits(w[W_STEP], F_INNER, 8);
		t->pixels = 1 + bits(w[W_PIXELS], 0, 10);
	}
	return is_map_sound(t, why);
}

/* ---- encoding ---- */

/* A sentence for a map that cannot be made. */
struct refusal {
	char *why;
	size_t size;
};

static bool __attribute__((format(printf, 2, 3))) refuse(const struct refusal *r, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	if (r->size)
		vsnprintf(r->why, r->size, format, ap);
	va_end(ap);
	return false;
}

static bool
check_sizes(const struct tensor_map *t, const struct refusal *no)
{
	const unsigned align = t->interleave == 32 ? 32 : PIECE;

	for (unsigned i = 0; i < t->rank; i++) {
		if (!t->size[i] || t->size[i] > SIZE_LIMIT)
			return refuse(no, "dimension %u has %" PRIu64 " elements; 1 to 2^32 are possible", i, t->size[i]);
		if (i && (t->stride[i] % align || t->stride[i] >> STRIDE_BITS))
			return refuse(no, "the stride of dimension %u is %" PRIu64 " bytes; it must be a multiple of %u below 2^40",
				      i, t->stride[i], align);
		if (!t->step[i] || t->step[i] > STEP_MOST)
			return refuse(no, "the step in dimension %u is %" PRIu32 "; 1 to 8 are possible", i, t->step[i]);
		if (!t->im2col && (!t->box[i] || t->box[i] > BOX_MOST))
			return refuse(no, "the box has %" PRIu32 " elements in dimension %u; 1 to 256 are possible", t->box[i], i);
	}
	if (t->address % align)
		return refuse(no, "the tensor must begin at a multiple of %u bytes", align);
	return true;
}

static bool
check_pixels(const struct tensor_map *t, const struct refusal *no)
{
	const unsigned first = t->interleave ? 0 : 1;
	const int32_t most = (INT32_C(1) << (corner_bits[t->rank - LEAST_IM2COL] - 1)) - 1;

	if (!t->channels || t->channels > CHANNELS_MOST)
		return refuse(no, "a pixel has %" PRIu32 " channels; 1 to 256 are possible", t->channels);
	if (!t->pixels || t->pixels > PIXELS_MOST)
		return refuse(no, "a column has %" PRIu32 " pixels; 1 to 1024 are possible", t->pixels);
	for (unsigned i = 0; i + 2 < t->rank; i++) {
		if (t->low[i] < -most - 1 || t->low[i] > most || t->high[i] < -most - 1 || t->high[i] > most)
			return refuse(no,
				      "corners of the pixels lie from %" PRId32 " to %" PRId32 " where a tensor has %u dimensions",
				      -most - 1, most, t->rank);
		/* 2^32 elements count as 0 here */
		if ((int64_t)(uint32_t)t->size[i + first] + t->high[i] - t->low[i] < 1)
			return refuse(no, "between the corners there are no pixels in dimension %u", i + first);
	}
	return true;
}

static bool
check_all(const struct tensor_map *t, const struct refusal *no)
{
	if (!t->rank || t->rank > TENSOR_RANK)
		return refuse(no, "a tensor has 1 to 5 dimensions, not %u", t->rank);
	if ((t->interleave || t->im2col) && t->rank < LEAST_IM2COL)
		return refuse(no, "im2col and interleaved tensors have 3 to 5 dimensions, not %u", t->rank);
	if (!check_sizes(t, no) || (t->im2col && !check_pixels(t, no)))
		return false;
	if (t->nan && t->type < TENSOR_F16)
		return refuse(no, "only elements of floating point can be filled with NaN");
	if (inner_bytes(t) % PIECE)
		return refuse(no, "the innermost dimension of the box has %" PRIu64 " bytes; it must be a multiple of 16",
			      inner_bytes(t));
	if (t->swizzle && !t->interleave && inner_bytes(t) > t->swizzle)
		return refuse(no,
			      "the innermost dimension of the box has %" PRIu64 " bytes; with swizzle=%u at most %u are possible",
			      inner_bytes(t), t->swizzle, t->swizzle);
	return true;
}

/* The number of bytes that cuTensorMapEncode*() notes, which a GPU does not read: steps do not round up there. */
static uint32_t
noted_bytes(const struct tensor_map *t)
{
	uint32_t n = tensor_type_bytes(t->type);

	if (t->im2col)
		return n * t->channels * t->pixels;
	for (unsigned i = 0; i < t->rank; i++)
		n *= t->box[i] / t->step[i];
	return n;
}

/* The logarithm of a power of two, or 0 for 0, less `shift`. */
static uint32_t
code_of(unsigned value, unsigned shift)
{
	return value ? (uint32_t)__builtin_ctz(value) - shift : 0;
}

static void
encode_box(const struct tensor_map *t, uint32_t *w)
{
	w[W_STEP] = ((t->im2col ? t->channels : t->box[0]) - 1) << F_INNER;
	for (unsigned i = 0; i < t->rank; i++) {
		w[W_STEP] |= (t->step[i] - 1) << 3 * i;
		if (i && !t->im2col)
			w[W_BOX] |= (t->box[i] - 1) << 8 * (i - 1);
	}
	for (unsigned i = 0; t->im2col && i + 2 < t->rank; i++) {
		const unsigned n = corner_bits[t->rank - LEAST_IM2COL];
		const uint32_t mask = (UINT32_C(1) << n) - 1;

		w[W_BOX] |= ((uint32_t)t->low[i] & mask) << i * n | ((uint32_t)t->high[i] & mask) << (F_HIGH + i * n);
	}
	w[W_PIXELS] = t->im2col ? t->pixels - 1 : 0;
}

bool
tensor_map_encode(const struct tensor_map *t, uint8_t bytes[TENSOR_MAP_BYTES], char *why, size_t size)
{
	const struct refusal no = {why, size};
	const bool tf32 = t->type == TENSOR_TF32 || t->type == TENSOR_TF32_FTZ;
	const unsigned type = t->type == TENSOR_TF32 ? TENSOR_F32 : t->type == TENSOR_TF32_FTZ ? TENSOR_F32_FTZ : t->type;
	uint32_t w[WORDS] = {(uint32_t)t->address, (uint32_t)(t->address >> 32)}, code = 0;

	if (!check_all(t, &no))
		return false;
	while (types[code] != type)
		code++;
	w[W_FLAGS] = (uint32_t)t->im2col << F_IM2COL | (t->rank - 1u) << F_RANK | code << F_TYPE |
		     code_of(t->interleave, 3) << F_INTERLEAVE | code_of(t->swizzle, 4) << F_SWIZZLE | (uint32_t)t->nan << F_NAN |
		     (uint32_t)tf32 << F_TF32 | code_of(t->promotion, 5) << F_PROMOTION;
	for (unsigned i = 0; i < t->rank; i++) {
		w[W_SIZE + i] = (uint32_t)(t->size[i] - 1);
		if (i) {
			w[W_STRIDE + i - 1] = (uint32_t)(t->stride[i] >> STRIDE_SHIFT);
			w[W_STRIDE_HIGH] |= (uint32_t)(t->stride[i] >> (STRIDE_SHIFT + 32)) << 4 * (i - 1);
		}
	}
	encode_box(t, w);
	w[W_BYTES] = noted_bytes(t);
	w[W_ALIGN] = t->swizzle ? 8u * t->swizzle : PIECE;
	memcpy(bytes, w, TENSOR_MAP_BYTES);
	return true;
}

/* ---- rows of a box ---- */

/* Dimensions of pixels begin here. An interleaved tensor has a slice of channels inside its dimension 0, and the slices are its last dimension
 * but one, of which a box has a single one. */
static unsigned
first_pixel(const struct tensor_map *t)
{
	return t->interleave ? 0 : 1;
}

/* Elements that a box takes of dimension i. */
static uint32_t
taken(const struct tensor_map *t, unsigned i)
{
	return t->interleave && i + 2 == t->rank ? 1 : (t->box[i] + t->step[i] - 1) / t->step[i];
}

static uint32_t
row_bytes(const struct tensor_map *t)
{
	return t->interleave ? t->interleave : (t->im2col ? t->channels : t->box[0]) * tensor_type_bytes(t->type);
}

/* From one row of a box to the next in shared memory: with swizzling a row has a span of its own. */
static uint32_t
row_pitch(const struct tensor_map *t)
{
	return t->swizzle && !t->interleave ? t->swizzle : row_bytes(t);
}

uint32_t
tensor_map_rows(const struct tensor_map *t)
{
	uint32_t n = t->im2col ? t->pixels : 1;

	for (unsigned i = first_pixel(t); i < t->rank && !t->im2col; i++)
		n *= taken(t, i);
	return n;
}

uint32_t
tensor_map_box_bytes(const struct tensor_map *t)
{
	return tensor_map_rows(t) * row_bytes(t);
}

uint32_t
tensor_map_box_room(const struct tensor_map *t)
{
	return (tensor_map_rows(t) - 1) * row_pitch(t) + (t->swizzle ? t->swizzle : row_bytes(t));
}

/* The first and the last coordinate of the pixels of dimension k. */
static void
pixel_range(const struct tensor_map *t, unsigned k, int64_t *low, int64_t *last)
{
	const unsigned i = k - first_pixel(t);

	*low = t->low[i];
	*last = (int64_t)t->size[k] - 1 + t->high[i];
}

const char *
tensor_map_refuses(const struct tensor_map *t, const struct tensor_box *b, bool stores)
{
	const unsigned first = first_pixel(t);

	if (!t->interleave && (int64_t)b->at[0] * (int64_t)t->stride[0] % PIECE)
		return "its innermost coordinate is no multiple of 16 bytes";
	for (unsigned k = 0; k < t->rank && stores; k++)
		if (b->at[k] < 0)
			return "a store at a negative coordinate";
	for (unsigned k = first; t->im2col && k + 2 < t->rank + first; k++) {
		int64_t low, last;

		pixel_range(t, k, &low, &last);
		if (b->at[k] < low || b->at[k] > last)
			return "its first pixel is outside the corners of the pixels";
		if (stores && (low < 0 || last >= (int64_t)t->size[k]))
			return "a store of pixels whose corners are outside the tensor";
	}
	return NULL;
}

/* The coordinates of row i of a box of tiles. */
static void
tile_place(const struct tensor_map *t, const struct tensor_box *b, uint32_t i, int64_t *at)
{
	for (unsigned k = first_pixel(t); k < t->rank; k++) {
		const uint32_t n = taken(t, k);

		at[k] = (int64_t)b->at[k] + (int64_t)(i % n * t->step[k]);
		i /= n;
	}
}

/* The coordinates of pixel i of a column. Pixels follow each other to the end of their range, and go on at its begin in the next row of
 * pixels; the offsets move all. */
static void
pixel_place(const struct tensor_map *t, const struct tensor_box *b, uint32_t i, int64_t *at)
{
	const unsigned first = first_pixel(t);
	int64_t left = i;

	for (unsigned k = first; k + 2 < t->rank + first; k++) {
		int64_t low, last, here, span;

		pixel_range(t, k, &low, &last);
		here = last >= b->at[k] ? (last - b->at[k]) / t->step[k] + 1 : 1;
		span = last >= low ? (last - low) / t->step[k] + 1 : 1;
		at[k] = left < here ? b->at[k] + left * t->step[k] : low + (left - here) % span * t->step[k];
		at[k] += b->offset[k - first];
		left = left < here ? 0 : 1 + (left - here) / span;
	}
	if (t->interleave)
		at[t->rank - 2] = b->at[t->rank - 2];
	at[t->rank - 1] = (int64_t)b->at[t->rank - 1] + left * t->step[t->rank - 1];
}

void
tensor_map_row(const struct tensor_map *t, const struct tensor_box *b, uint32_t i, struct tensor_row *r)
{
	const uint32_t bytes = row_bytes(t);
	const int64_t inner = (int64_t)b->at[0] * (int64_t)t->stride[0], size = (int64_t)(t->size[0] * t->stride[0]);
	int64_t at[TENSOR_RANK] = {0}, begin = inner < 0 ? -inner : 0, end = size - inner < bytes ? size - inner : bytes;
	uint64_t from = t->address + (t->interleave ? 0 : (uint64_t)inner);
	bool inside = t->interleave || begin < end;

	if (t->im2col)
		pixel_place(t, b, i, at);
	else
		tile_place(t, b, i, at);
	for (unsigned k = first_pixel(t); k < t->rank; k++) {
		inside = inside && at[k] >= 0 && at[k] < (int64_t)t->size[k];
		from += (uint64_t)at[k] * (k ? t->stride[k] : t->interleave);
	}
	r->from = from;
	r->bytes = bytes;
	r->to = i * row_pitch(t);
	r->first = inside && !t->interleave ? (uint32_t)begin : 0;
	r->end = !inside ? 0 : t->interleave ? bytes : (uint32_t)end;
}

uint32_t
tensor_map_swizzle(const struct tensor_map *t, uint32_t at)
{
	/* bits 4, 4 and 5, or 4 to 6 of the address, by those from bit 7 on */
	enum { LINE_SHIFT = 3 };
	const uint32_t pieces = t->swizzle ? (uint32_t)t->swizzle - PIECE : 0;

	return at ^ (at >> LINE_SHIFT & pieces & ~(uint32_t)(PIECE - 1));
}

void
tensor_map_fill(const struct tensor_map *t, uint8_t *bytes, uint32_t n)
{
	static const uint8_t nan[] = {0xf7, 0x7f};

	for (uint32_t i = 0; i < n; i++)
		bytes[i] = t->nan ? nan[i % sizeof nan] : 0;
}

void
tensor_map_round(const struct tensor_map *t, uint8_t *bytes, uint32_t n)
{
	/* TF32 has 13 bits less; halves are rounded away from 0 */
	enum { CUT = 0x1fff, HALF = 0x1000, INFINITE = 0x7f800000, NOT_A_NUMBER = 0x7fffe000, MAGNITUDE = 0x7fffffff };

	for (uint32_t i = 0; i + 4 <= n && (t->type == TENSOR_TF32 || t->type == TENSOR_TF32_FTZ); i += 4) {
		uint32_t v;

		memcpy(&v, bytes + i, sizeof v);
		v = (v & MAGNITUDE) > INFINITE ? NOT_A_NUMBER : (v + HALF) & ~(uint32_t)CUT;
		memcpy(bytes + i, &v, sizeof v);
	}
}
