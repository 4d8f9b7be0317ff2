/* test-local.c: memory of the threads' own alone: where each thread's bytes lie, for it and for the caches, and what is refused. Nothing else of
 * sim/ is linked; the test notes what is accessed. */
#include "tests/helpers/unit.h"

#include <stdlib.h>
#include <string.h>

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/machine/machine.h"
#include "sim/memory/coalescer.h"
#include "sim/memory/local.h"
#include "sim/runtime/context.h"

enum { SIZE = 24, WARPS = 3, SLOTS = 8, MOST = 128 };

static struct stage {
	struct simt_machine m;
	struct sm sm;
	struct warp w;
	struct block b;
	struct launch_state launch;
	struct simt_function f;
	/* what was accessed for the caches; what was wrong */
	uint64_t at[MOST];
	unsigned bytes[MOST], n, lane;
	char what[200];
} * t;

bool
access_fault(struct sm *sm, struct warp *w, const struct mem_request *r, unsigned lane, const char *space, const char *what)
{
	assert_true(sm == &t->sm && w == &t->w && r);
	assert_string_equal(space, "local");
	strcpy(t->what, what);
	t->lane = lane;
	return false;
}

void
coalescer_bytes(struct access *a, uint64_t address, unsigned n)
{
	(void)a;
	assert_true(t->n < MOST);
	t->at[t->n] = address;
	t->bytes[t->n++] = n;
}

void
access_get(const struct mem_request *r, unsigned l, uint8_t *bytes)
{
	for (unsigned i = 0; i < r->bytes; i++)
		bytes[i] = (uint8_t)(r->data[i / 4][l] >> 8 * (i % 4));
}

void
access_put(struct mem_request *r, unsigned l, const uint8_t *bytes)
{
	memset(r->data[0] + l, 0, sizeof **r->data);
	for (unsigned i = 0; i < r->bytes; i++)
		r->data[i / 4][l] = (i % 4 ? r->data[i / 4][l] : 0) | (uint32_t)bytes[i] << 8 * (i % 4);
}

/* Warps of that width; warp 0 of the block, in slot 0 of SM 0. */
static void
setup(int32_t width)
{
	t = calloc(1, sizeof *t);
	assert_non_null(t);
	t->m.sm.warp_size = (uint32_t)width;
	t->m.sm.threads = SLOTS * (uint32_t)width;
	t->sm.m = &t->m;
	t->launch.local_bytes = SIZE;
	t->b.launch = &t->launch;
	t->b.nwarps = WARPS;
	t->w.block = &t->b;
	t->w.f = &t->f;
}

static void
done(void)
{
	free(t->b.local);
	free(t);
}

/* Lane l of the running home row; up to four words. */
static bool
accesses(enum mem_kind kind, unsigned l, uint64_t address, unsigned bytes, uint32_t data[4])
{
	static struct access a;
	struct mem_request r = {.kind = (uint8_t)kind, .bytes = (uint8_t)bytes, .mask = UINT32_C(1) << l};
	bool ok;

	a = (struct access){.load = false};
	r.address[l] = address;
	for (unsigned i = 0; i < 4; i++)
		r.data[i][l] = data[i];
	t->n = 0;
	ok = local_access(&t->sm, &t->w, &r, &a);
	for (unsigned i = 0; i < 4; i++)
		data[i] = r.data[i][l];
	if (ok) {
		assert_true(a.global && a.local);
		assert_int_equal(a.load, kind == MEM_LOAD);
	}
	return ok;
}

/* Each byte of each thread is its own, in all warps of a block and rows of a warp. */
static void
own(void **state)
{
	static const int32_t width[] = {8, 32, 64};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const unsigned lanes = width[i] < 32 ? 32 : (unsigned)width[i];

		setup(width[i]);
		for (unsigned turn = 0; turn < 2; turn++)
			for (unsigned w = 0; w < WARPS; w++) {
				/* narrow warps share a home row */
				t->w.index = w;
				t->w.first_thread = w * (unsigned)width[i];
				for (unsigned l = 0; l < (unsigned)width[i]; l++)
					for (unsigned at = 0; at < SIZE; at++) {
						const unsigned in_row = (t->w.first_thread % 32 + l) % 32;
						uint32_t data[4] = {(w * 67 + l) * SIZE + at};
						const uint8_t want = (uint8_t)data[0];
						uint8_t byte;

						t->sm.row = lanes > 32 ? l / 32 : 0;
						assert_true(accesses(turn ? MEM_LOAD : MEM_STORE, in_row, at, 1, data));
						assert_int_equal((uint8_t)data[0], want);
						assert_true(local_byte(&t->sm, &t->w, in_row, at, &byte));
						assert_int_equal(byte, want);
					}
			}
		done();
	}
}

/* Wide accesses are words that follow each other, which are bytes, too. */
static void
wide(void **state)
{
	(void)state;
	for (unsigned bytes = 2; bytes <= 16; bytes *= 2) {
		uint32_t data[4] = {0x04030201, 0x08070605, 0x0c0b0a09, 0x100f0e0d}, none[4] = {0};

		setup(32);
		assert_true(accesses(MEM_STORE, 3, bytes < 16 ? bytes : 0, bytes, data));
		for (unsigned i = 0; i < bytes; i++) {
			uint8_t byte;

			assert_true(local_byte(&t->sm, &t->w, 3, (bytes < 16 ? bytes : 0) + i, &byte));
			assert_int_equal(byte, i + 1);
		}
		assert_true(accesses(MEM_LOAD, 3, bytes < 16 ? bytes : 0, bytes, none));
		assert_int_equal(none[0], bytes == 2 ? 0x0201 : 0x04030201);
		if (bytes == 16)
			assert_memory_equal(none, data, sizeof data);
		done();
	}
}

/* For the caches the words of the lanes of a warp lie side by side, and each slot of each SM has its own. */
static void
addresses(void **state)
{
	uint32_t data[4] = {0};
	uint64_t base;

	(void)state;
	setup(32);
	assert_true(accesses(MEM_LOAD, 0, 0, 4, data));
	assert_int_equal(t->n, 1);
	assert_int_equal(t->bytes[0], 4);
	base = t->at[0];
	assert_true(accesses(MEM_LOAD, 5, 0, 4, data));
	assert_int_equal(t->at[0] - base, 5 * 4);
	assert_true(accesses(MEM_LOAD, 5, 6, 2, data));
	assert_int_equal(t->at[0] - base, (32 + 5) * 4 + 2);
	assert_int_equal(t->bytes[0], 2);
	assert_true(accesses(MEM_LOAD, 5, 8, 8, data));
	assert_int_equal(t->n, 2);
	assert_int_equal(t->at[0] - base, (2 * 32 + 5) * 4);
	assert_int_equal(t->at[1] - base, (3 * 32 + 5) * 4);
	/* whichever warp of the block it is */
	t->w.index = 2;
	assert_true(accesses(MEM_LOAD, 0, 0, 4, data));
	assert_int_equal(t->at[0] - base, 0);
	t->w.place = 3;
	assert_true(accesses(MEM_LOAD, 0, 0, 4, data));
	assert_int_equal(t->at[0] - base, 3 * 32 * SIZE);
	t->sm.id = 2;
	assert_true(accesses(MEM_LOAD, 0, 0, 4, data));
	assert_int_equal(t->at[0] - base, (2 * SLOTS + 3) * 32 * SIZE);
	done();
}

/* What is not aligned, beyond the last byte, or an atomic. */
static void
refused(void **state)
{
	uint32_t data[4] = {0};
	uint8_t byte;

	(void)state;
	setup(32);
	assert_false(accesses(MEM_LOAD, 7, 2, 4, data));
	assert_int_equal(t->lane, 7);
	assert_non_null(strstr(t->what, "not a multiple of the size"));
	assert_true(accesses(MEM_LOAD, 0, SIZE - 4, 4, data));
	assert_true(accesses(MEM_LOAD, 0, SIZE - 8, 8, data));
	assert_false(accesses(MEM_LOAD, 0, SIZE, 4, data));
	assert_string_equal(t->what, "outside the thread's memory, 0x0 to 0x18");
	assert_false(accesses(MEM_STORE, 0, 8, 16, data));
	assert_non_null(strstr(t->what, "not a multiple"));
	assert_false(accesses(MEM_STORE, 0, 16, 16, data));
	assert_non_null(strstr(t->what, "outside"));
	assert_false(accesses(MEM_LOAD, 0, UINT64_MAX - 3, 4, data));
	t->f.calls = true;
	assert_false(accesses(MEM_LOAD, 0, SIZE, 4, data));
	assert_non_null(strstr(t->what, "stack_bytes"));
	assert_false(accesses(MEM_ATOMIC, 0, 0, 4, data));
	assert_string_equal(t->what, "the thread's own memory has no atomics");
	assert_true(local_byte(&t->sm, &t->w, 0, SIZE - 1, &byte));
	assert_false(local_byte(&t->sm, &t->w, 0, SIZE, &byte));
	done();
}

/* All lanes of a row at one place: each gets and leaves what it does alone, and the caches see the same sectors, in the order of lanes. */
static void
together(void **state)
{
	static const int32_t width[] = {32, 64};

	(void)state;
	for (unsigned i = 0; i < 8; i++)
		for (unsigned bytes = 4; bytes <= 16; bytes *= 2) {
			const unsigned words = bytes / 4, row = i & 1, place = SIZE / bytes - 1;
			struct mem_request r = {.bytes = (uint8_t)bytes, .mask = UINT32_MAX};
			static struct access a;
			uint64_t sector[MOST], seen[MOST];
			unsigned n = 0, got = 0;

			setup(width[i / 4]);
			t->sm.row = width[i / 4] == 64 ? row : 0;
			t->w.index = i % 4 / 2;
			r.kind = MEM_STORE;
			for (unsigned l = 0; l < ISA_LANES; l++) {
				r.address[l] = place * bytes;
				for (unsigned k = 0; k < words; k++)
					r.data[k][l] = 1000 * l + k;
			}
			t->n = 0;
			assert_true(local_access(&t->sm, &t->w, &r, &a));
			for (unsigned k = 0; k < t->n; k++)
				seen[got++] = t->at[k] / 32;
			assert_int_equal(t->n, 4 * words);
			for (unsigned l = 0; l < ISA_LANES; l++) {
				uint32_t data[4] = {0};

				assert_true(accesses(MEM_LOAD, l, place * bytes, bytes, data));
				for (unsigned k = 0; k < words; k++) {
					unsigned s = 0;

					assert_int_equal(data[k], 1000 * l + k);
					while (s < n && sector[s] != t->at[k] / 32)
						s++;
					if (s == n)
						sector[n++] = t->at[k] / 32;
				}
				for (unsigned k = 0; k < words; k++)
					data[k] += 7;
				assert_true(accesses(MEM_STORE, l, place * bytes, bytes, data));
			}
			assert_int_equal(got, n);
			assert_memory_equal(seen, sector, n * sizeof *seen);
			r.kind = MEM_LOAD;
			t->n = 0;
			assert_true(local_access(&t->sm, &t->w, &r, &a));
			for (unsigned l = 0; l < ISA_LANES; l++)
				for (unsigned k = 0; k < words; k++)
					assert_int_equal(r.data[k][l], 1000 * l + k + 7);
			done();
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own),     cmocka_unit_test(wide),     cmocka_unit_test(addresses),
		cmocka_unit_test(refused), cmocka_unit_test(together),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
