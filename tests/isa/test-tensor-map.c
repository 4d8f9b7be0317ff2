/* test-tensor-map.c: tensor maps against a GPU of sm_90 (tests/golden/README.md): the bytes that cuTensorMapEncode*() made and refused, what loads
 * of boxes left in shared memory, what stores left in memory, and which it faulted on. Random maps against one element after the other, and
 * random bytes, which must be refused or safe. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers/unit.h"

#include "base/wholefile.h"
#include "isa/tensor-map.h"

enum { REGION = 256 << 10, ROOM = 64 << 10, FIELDS = 16, RUNS = 640, ENCODED = 720, ROUNDS = 3000 };

static uint8_t region[REGION], after[REGION], shared[ROOM];
static uint64_t seed = 1;

static uint32_t
below(uint32_t n)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % n;
}

static uint64_t
fnv(const uint8_t *b, size_t n)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	while (n--)
		h = (h ^ *b++) * UINT64_C(0x100000001b3);
	return h;
}

/* The numbers of a field, separated by blanks. */
static void
numbers(const char *text, int64_t *to, unsigned n)
{
	char *end;

	for (unsigned i = 0; i < n; i++, text = end)
		to[i] = (int64_t)strtoull(text, &end, 10);
}

static unsigned
words(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += *text != ' ' && (text[1] == ' ' || !text[1]);
	return n;
}

static size_t
hex(const char *text, uint8_t *to)
{
	size_t n = 0;
	unsigned v;

	while (sscanf(text + 2 * n, "%2x", &v) == 1)
		to[n++] = (uint8_t)v;
	return n;
}

/* ---- what a GPU did ---- */

/* The bytes that were in shared memory before a store. */
static void
fill_shared(uint32_t from, uint32_t bytes)
{
	for (uint32_t k = 0; k < bytes; k++) {
		uint32_t h = (k + from) * UINT32_C(2654435761);

		h ^= h >> 15;
		h *= UINT32_C(0x85ebca6b);
		h ^= h >> 13;
		shared[k] = from ? (uint8_t)(h >> 8) : 0xab;
	}
}

static void
load(const struct tensor_map *t, const struct tensor_box *b, uint32_t at)
{
	uint8_t bytes[2048];
	struct tensor_row r;

	for (uint32_t i = 0; i < tensor_map_rows(t); i++) {
		tensor_map_row(t, b, i, &r);
		tensor_map_fill(t, bytes, r.bytes);
		if (r.first < r.end) {
			memcpy(bytes + r.first, region + r.from + r.first, r.end - r.first);
			tensor_map_round(t, bytes + r.first, r.end - r.first);
		}
		for (uint32_t k = 0; k < r.bytes; k++)
			shared[tensor_map_swizzle(t, at + r.to + k)] = bytes[k];
	}
}

static void
store(const struct tensor_map *t, const struct tensor_box *b, uint32_t at)
{
	struct tensor_row r;

	memcpy(after, region, sizeof after);
	for (uint32_t i = 0; i < tensor_map_rows(t); i++) {
		tensor_map_row(t, b, i, &r);
		/* pieces of 16 bytes are stored as a whole */
		for (uint32_t k = r.first; k < (r.end + 15) / 16 * 16; k++)
			after[r.from + k] = shared[tensor_map_swizzle(t, at + r.to + k)];
	}
}

static void
check_run(char **f)
{
	const bool stores = f[0][0] == 's';
	const uint32_t at = (uint32_t)atoi(f[6]), size = (uint32_t)atoi(f[7]);
	const uint64_t word = strtoull(f[8], NULL, 16), want = strtoull(f[9], NULL, 16), base = strtoull(f[2], NULL, 10);
	uint8_t bytes[TENSOR_MAP_BYTES] = {0};
	int64_t c[TENSOR_RANK], o[TENSOR_PIXEL_RANK];
	struct tensor_box b = {.at = {0}};
	struct tensor_map t;
	const char *why;

	memcpy(bytes, &base, sizeof base);
	hex(f[3], bytes + sizeof base);
	numbers(f[4], c, TENSOR_RANK);
	numbers(f[5], o, TENSOR_PIXEL_RANK);
	for (unsigned i = 0; i < TENSOR_RANK; i++)
		b.at[i] = (int32_t)c[i];
	for (unsigned i = 0; i < TENSOR_PIXEL_RANK; i++)
		b.offset[i] = (uint16_t)o[i];
	assert_true(tensor_map_decode(bytes, &t, &why));
	why = tensor_map_refuses(&t, &b, stores);
	assert_int_equal(why != NULL, atoi(f[1]) != 0);
	if (why)
		return;
	fill_shared(stores ? (uint32_t)word : 0, size);
	if (stores) {
		store(&t, &b, at);
		assert_true(fnv(after, sizeof after) == want);
		return;
	}
	load(&t, &b, at);
	assert_true(fnv(shared, size) == want);
	/* its barrier counts the bytes from bit 21 on */
	assert_int_equal(word >> 21 & 0x1fffff, tensor_map_box_bytes(&t));
}

static void
check_encoding(char **f)
{
	static const uint8_t types[] = {TENSOR_U8,      TENSOR_U16,  TENSOR_U32,     TENSOR_S32, TENSOR_U64,
					TENSOR_S64,     TENSOR_F16,  TENSOR_F32,     TENSOR_F64, TENSOR_BF16,
					TENSOR_F32_FTZ, TENSOR_TF32, TENSOR_TF32_FTZ};
	struct tensor_map t = {.address = strtoull(f[8], NULL, 16)};
	uint8_t bytes[TENSOR_MAP_BYTES], want[TENSOR_MAP_BYTES] = {0};
	const bool fine = !atoi(f[1]);
	int64_t k[6], v[8];
	char why[200];

	numbers(f[3], k, 6);
	t.type = types[k[0]];
	t.rank = (uint8_t)k[1];
	t.interleave = (uint8_t)(k[2] ? 8 << k[2] : 0);
	t.swizzle = (uint8_t)(k[3] ? 16 << k[3] : 0);
	t.promotion = (uint16_t)(k[4] ? 32 << k[4] : 0);
	t.nan = k[5];
	numbers(f[4], v, TENSOR_RANK);
	for (unsigned i = 0; i < TENSOR_RANK; i++)
		t.size[i] = (uint64_t)v[i];
	numbers(f[5], v, TENSOR_RANK - 1);
	for (unsigned i = 1; i < TENSOR_RANK; i++)
		t.stride[i] = (uint64_t)v[i - 1];
	t.im2col = words(f[6]) > TENSOR_RANK;
	numbers(f[6], v, t.im2col ? 8 : 5);
	for (unsigned i = 0; i < TENSOR_RANK; i++)
		t.box[i] = (uint32_t)v[i];
	for (unsigned i = 0; i < TENSOR_PIXEL_RANK && t.im2col; i++) {
		t.low[i] = (int32_t)v[i];
		t.high[i] = (int32_t)v[3 + i];
	}
	t.channels = t.im2col ? (uint32_t)v[6] : 0;
	t.pixels = t.im2col ? (uint32_t)v[7] : 0;
	numbers(f[7], v, TENSOR_RANK);
	for (unsigned i = 0; i < TENSOR_RANK; i++)
		t.step[i] = (uint32_t)v[i];
	assert_int_equal(tensor_map_encode(&t, bytes, why, sizeof why), fine);
	assert_true(fine || *why);
	if (!fine)
		return;
	hex(f[2], want);
	assert_memory_equal(bytes, want, sizeof want);
}

static void
golden(void **state)
{
	const char *folder = getenv("srcdir");
	unsigned runs = 0, encoded = 0;
	struct simt_error e;
	char path[4096], *text, *line, *rest;
	size_t n;

	(void)state;
	snprintf(path, sizeof path, "%s/tests/golden/tensor-maps.csv", folder ? folder : ".");
	text = (char *)wholefile_read(path, 1 << 20, &n, &e);
	assert_non_null(text);
	for (size_t k = 0; k < sizeof region; k++)
		region[k] = (uint8_t)((uint32_t)k * UINT32_C(2654435761) >> 13 ^ k >> 9);
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char *f[FIELDS] = {0}, *at = line;

		for (unsigned i = 0; i < FIELDS && at; i++)
			f[i] = strsep(&at, ",");
		if (*line == '#')
			continue;
		if (f[0][0] == 'e') {
			check_encoding(f);
			encoded++;
		} else {
			check_run(f);
			runs++;
		}
	}
	free(text);
	assert_true(runs > RUNS);
	assert_true(encoded >= ENCODED);
}

/* ---- one element after the other ---- */

/* A map of tiles with a tensor in the region. */
static void
random_tiles(struct tensor_map *t)
{
	uint64_t bytes;

	*t = (struct tensor_map){.rank = (uint8_t)(1 + below(TENSOR_RANK)), .type = (uint8_t)below(TENSOR_TYPES)};
	bytes = t->stride[0] = tensor_type_bytes(t->type);
	t->swizzle = (uint8_t)(below(2) ? 32 << below(3) : 0);
	for (unsigned i = 0; i < t->rank; i++) {
		t->size[i] = 1 + below(9);
		t->step[i] = 1 + below(3);
		t->box[i] = i ? 1 + below(7) : 16 / (uint32_t)t->stride[0] * (1 + below(2));
		if (i)
			t->stride[i] = (bytes + 15) / 16 * 16;
		bytes = i ? t->stride[i] * t->size[i] : bytes * t->size[i];
	}
}

/* Each element of the box by its coordinates, in the order of the box. */
static void
elements(void **state)
{
	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct tensor_map t, again;
		struct tensor_box b = {.at = {0}};
		uint8_t bytes[TENSOR_MAP_BYTES];
		const char *none;
		char why[200];
		uint32_t i = 0;

		random_tiles(&t);
		for (unsigned k = 1; k < t.rank; k++)
			b.at[k] = (int32_t)below(12) - 4;
		b.at[0] = 16 / (int32_t)t.stride[0] * ((int32_t)below(3) - 1);
		assert_true(tensor_map_encode(&t, bytes, why, sizeof why));
		assert_true(tensor_map_decode(bytes, &again, &none));
		assert_null(tensor_map_refuses(&again, &b, false));
		for (int32_t at[TENSOR_RANK] = {0}; i < tensor_map_rows(&again); i++) {
			uint64_t address = 0;
			bool inside = true;
			struct tensor_row r;

			tensor_map_row(&again, &b, i, &r);
			for (unsigned k = 1; k < t.rank; k++) {
				inside = inside && b.at[k] + at[k] >= 0 && b.at[k] + at[k] < (int64_t)t.size[k];
				address += (uint64_t)(b.at[k] + at[k]) * t.stride[k];
			}
			for (uint32_t e = 0; e < t.box[0]; e++) {
				const int64_t x = b.at[0] + (int64_t)e;
				const uint32_t byte = e * (uint32_t)t.stride[0];

				assert_int_equal(byte >= r.first && byte < r.end, inside && x >= 0 && x < (int64_t)t.size[0]);
				assert_true(!inside || r.from + byte == address + (uint64_t)(x * (int64_t)t.stride[0]));
			}
			/* the next row: each dimension goes on in its steps */
			for (unsigned k = 1; k < t.rank; k++) {
				at[k] += (int32_t)t.step[k];
				if (at[k] < (int32_t)t.box[k])
					break;
				at[k] = 0;
			}
		}
		assert_int_equal(tensor_map_box_bytes(&again), i * t.box[0] * t.stride[0]);
	}
}

/* ---- bytes that anybody wrote ---- */

static void
any_bytes(void **state)
{
	unsigned maps = 0;

	(void)state;
	for (unsigned round = 0; round < 20 * ROUNDS; round++) {
		uint8_t bytes[TENSOR_MAP_BYTES];
		struct tensor_box b = {.at = {0}};
		struct tensor_map t;
		struct tensor_row r;
		const char *why = NULL;

		for (unsigned i = 0; i < sizeof bytes; i++)
			bytes[i] = (uint8_t)(below(3) ? below(256) : 0);
		if (below(2))
			bytes[0] &= 0xf0; /* the address is often a multiple of 16 */
		for (unsigned i = 0; i < TENSOR_RANK; i++)
			b.at[i] = (int32_t)(below(UINT32_C(1) << 31) << below(2)) >> below(31);
		if (!tensor_map_decode(bytes, &t, &why)) {
			assert_non_null(why);
			continue;
		}
		maps++;
		if (tensor_map_refuses(&t, &b, below(2)))
			continue;
		for (unsigned i = 0; i < 8; i++) {
			tensor_map_row(&t, &b, below(tensor_map_rows(&t)), &r);
			assert_true(r.first <= r.end && r.end <= r.bytes && r.bytes <= 2048);
			assert_true(r.to + r.bytes <= tensor_map_box_room(&t));
		}
	}
	assert_true(maps > 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(golden), cmocka_unit_test(elements), cmocka_unit_test(any_bytes)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
