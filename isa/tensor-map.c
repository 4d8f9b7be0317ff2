/* tensor-map.c: see tensor-map.h; doc/tensor-maps.md has the format. */
#include "isa/tensor-map.h"

#include <string.h>

/* Places in the map, in words of 32 bits, and of its flags in their word. */
enum { W_FLAGS = 2, W_STRIDE = 3, W_STRIDE_HIGH = 7, W_SIZE = 8, W_STEP = 13, W_BOX = 14, W_PIXELS = 15, W_BYTES = 16, W_ALIGN = 18, WORDS = 32 };
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
enum { STRIDE_UNIT = 16, STRIDE_SHIFT = 4, STRIDE_BITS = 40, PIECE = 16, LEAST_IM2COL = 3, CHANNELS_MOST = 256, PIXELS_MOST = 1024 };

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
	*why = code >= sizeof types                                ? "the type of its elements is none"
	       : t->rank > TENSOR_RANK                             ? "it has more than 5 dimensions"
	       : slices > 2                                        ? "the code of its interleaving is none"
	       : (t->im2col || slices) && t->rank < LEAST_IM2COL ? "im2col and interleaved tensors have 3 to 5 dimensions"
								   : NULL;
	if (*why)
		return false;
	t->type = types[code];
	if (bits(flags, F_TF32, 1) && (t->type == TENSOR_F32 || t->type == TENSOR_F32_FTZ))
		t->type = t->type == TENSOR_F32 ? TENSOR_TF32 : TENSOR_TF32_FTZ;
	return true;
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
			t->stride[i] = ((uint64_t)bits(w[W_STRIDE_HIGH], 4 * (i - 1), 4) << 32 | w[W_STRIDE + i - 1]) << STRIDE_SHIFT;
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
	if ((t->im2col ? t->channels : t->box[0]) * t->stride[0] % PIECE) {
		*why = "the innermost dimension of its box is no multiple of 16 bytes";
		return false;
	}
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
		if (stores && low < 0)
			return "a store of pixels whose lower corner is negative";
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

/* The coordinates of pixel i of a column. Pixels follow each other within their corners; the offsets move all. */
static void
pixel_place(const struct tensor_map *t, const struct tensor_box *b, uint32_t i, int64_t *at)
{
	const unsigned first = first_pixel(t);
	int64_t carry = i;

	for (unsigned k = first; k + 2 < t->rank + first; k++) {
		int64_t low, last, span, from;

		pixel_range(t, k, &low, &last);
		span = last >= low ? (last - low) / t->step[k] + 1 : 1;
		from = ((int64_t)b->at[k] - low) / t->step[k] + carry;
		at[k] = low + from % span * t->step[k] + b->offset[k - first];
		carry = from / span;
	}
	if (t->interleave)
		at[t->rank - 2] = b->at[t->rank - 2];
	at[t->rank - 1] = (int64_t)b->at[t->rank - 1] + carry * t->step[t->rank - 1];
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
	/* TF32 has 13 bits less */
	enum { CUT = 0x1fff, HALF = 0x1000 };

	for (uint32_t i = 0; i + 4 <= n && (t->type == TENSOR_TF32 || t->type == TENSOR_TF32_FTZ); i += 4) {
		uint32_t v;

		memcpy(&v, bytes + i, sizeof v);
		v = (v + HALF) & ~(uint32_t)CUT;
		memcpy(bytes + i, &v, sizeof v);
	}
}
