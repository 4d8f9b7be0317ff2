/* test-stores.c: the log of stores against plain memory, accesses of all lanes at once against the same ones lane by lane, and whose value
 * stays where lanes store to one place. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/access.h"
#include "sim/memory/coalesced.h"
#include "sim/memory/stores.h"
#include "sim/runtime/gpu.h"
#include "sim/memory/tag-store.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/lsu-spaces.h"
#include "isa/span.h"
#include "tests/helpers/requests.h"

enum { ROOM = 4096, STEPS = 20000 };

/* Numerical Recipes' generator. */
static unsigned
any(uint32_t *state, unsigned below)
{
	*state = *state * 1664525 + 1013904223;
	return (unsigned)((uint64_t)*state * below >> 32);
}

/* What loads see is what plain memory would hold, whenever they look, also after the log has been emptied. */
static void
loads_see_stores(void **state)
{
	static uint8_t plain[ROOM], before[ROOM], seen[ROOM];
	struct store_log log;
	uint32_t chance = 1;

	(void)state;
	assert_true(stores_init(&log));
	for (unsigned i = 0; i < STEPS; i++) {
		const unsigned n = 1u << any(&chance, 5), at = any(&chance, ROOM / n) * n;

		switch (any(&chance, 16)) {
		case 0: /* the end of a window */
			if (any(&chance, 50))
				break;
			stores_clear(&log);
			memcpy(before, plain, sizeof before);
			break;
		case 1:
		case 2:
			memcpy(seen + at, before + at, n);
			if (stores_near(&log, at, n))
				stores_overlay(&log, at, seen + at, n);
			assert_memory_equal(seen + at, plain + at, n);
			break;
		default:
			for (unsigned k = 0; k < n; k++)
				plain[at + k] = (uint8_t)any(&chance, 256);
			memcpy(stores_add(&log, i, at, n), plain + at, n);
		}
	}
	stores_free(&log);
}

/* A word is marked since the cycle of its last mark, and no longer. */
static void
marks_have_a_cycle(void **state)
{
	static uint64_t last[ROOM / 4];
	struct store_log log;
	uint32_t chance = 1;

	(void)state;
	assert_true(stores_init(&log));
	for (unsigned i = 1; i < STEPS; i++) {
		const unsigned n = 4u << any(&chance, 2), at = any(&chance, ROOM / n) * n;
		const uint64_t since = i > 100 ? i - 100 : 1;

		if (any(&chance, 4)) {
			const bool marked = stores_near(&log, at, n) && stores_marked(&log, since, at, n);

			assert_int_equal(marked, last[at / 4] >= since || last[at / 4 + n / 4 - 1] >= since);
		} else {
			stores_mark(&log, i, at, n);
			last[at / 4] = last[at / 4 + n / 4 - 1] = i;
		}
		if (i % 64 == 0)
			stores_forget(&log, since);
	}
	stores_free(&log);
}

/* ---- lanes taken together ---- */

static void
row(struct mem_request *r, enum mem_kind kind, unsigned bytes, uint64_t address)
{
	*r = (struct mem_request){.space = MEM_GLOBAL, .kind = (uint8_t)kind, .bytes = (uint8_t)bytes, .mask = UINT32_MAX};
	r->sign = bytes == 2;
	for (unsigned l = 0; l < ISA_LANES; l++) {
		r->address[l] = address + l * bytes;
		for (unsigned k = 0; k < 4; k++)
			r->data[k][l] = 0x01020304u * (l + 1) ^ k * 0xf0f0f0f0u;
	}
}

/* All lanes at once, and each lane on its own, those of a store that stay: what is loaded must be the same, and sectors and their bytes. */
static void
check_lanes(struct sm *once, struct sm *each, const struct mem_request *q)
{
	static const struct inst in;
	static struct access a, b;
	struct mem_request r = *q, s = *q;
	const uint32_t lanes = q->kind == MEM_STORE ? stores_staying(q) : q->mask;

	access_clear(&a);
	access_clear(&b);
	assert_true(lsu_spaces_access(once, NULL, &in, NULL, &r, &a));
	for (unsigned l = 0; l < ISA_LANES; l++) {
		s.mask = UINT32_C(1) << l & lanes;
		if (s.mask)
			assert_true(lsu_spaces_access(each, NULL, &in, NULL, &s, &b));
	}
	assert_memory_equal(r.data, s.data, sizeof r.data);
	assert_int_equal(a.nsectors, b.nsectors);
	assert_memory_equal(a.sectors, b.sectors, a.nsectors * sizeof *a.sectors);
	if (q->kind == MEM_STORE)
		assert_memory_equal(a.written, b.written, a.nsectors * sizeof *a.written);
}

static void
lanes_at_once(void **state)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct gpu gpu = {.m = m, .memory = backing_store_new()};
	struct sm once = {.gpu = &gpu, .m = m}, each = {.gpu = &gpu, .m = m};
	uint64_t address, seed = 1;
	uint8_t *p;

	(void)state;
	assert_non_null(m);
	assert_true(effects_init(&once.effects) && effects_init(&each.effects));
	assert_true(backing_store_alloc(gpu.memory, ROOM, &address, &e));
	backing_store_view(gpu.memory, &once.memory);
	backing_store_view(gpu.memory, &each.memory);
	p = backing_store_at(gpu.memory, address, ROOM, NULL);
	for (unsigned i = 0; i < ROOM; i++)
		p[i] = (uint8_t)(7 * i + i / 256);
	/* loads find what stores of the window have written */
	for (unsigned i = 0; i < 2000; i++) {
		const struct mem_request r = any_request(&seed, any_of(&seed, 3) ? MEM_LOAD : MEM_STORE, address, ROOM);

		check_lanes(&once, &each, &r);
		if (i % 20 == 0) {
			effects_forget(&once.effects);
			effects_forget(&each.effects);
		}
	}
	for (unsigned bytes = 1; bytes <= 16; bytes *= 2)
		for (unsigned first = 0; first < 160; first += bytes)
			for (unsigned kind = MEM_LOAD; kind <= MEM_STORE; kind++) {
				struct mem_request r;

				row(&r, kind, bytes, address + first);
				check_lanes(&once, &each, &r);
			}
	effects_free(&once.effects);
	effects_free(&each.effects);
	backing_store_free(gpu.memory);
	simt_machine_free(m);
}

/* Lanes that are misaligned, partly outside or in several allocations go the other way. */
static void
others_are_none(void **state)
{
	struct simt_error e = {.status = SIMT_OK};
	struct gpu gpu = {.memory = backing_store_new()};
	struct sm sm = {.gpu = &gpu};
	uint64_t address, another;

	(void)state;
	assert_true(backing_store_alloc(gpu.memory, ROOM, &address, &e) && backing_store_alloc(gpu.memory, ROOM, &another, &e));
	backing_store_view(gpu.memory, &sm.memory);
	assert_true(effects_init(&sm.effects));
	for (unsigned i = 0; i < 6; i++) {
		struct mem_request r;
		struct isa_span s;

		row(&r, MEM_LOAD, 4, address + (i == 1 ? 2 : i == 2 ? ROOM - 124 : i == 3 ? ROOM - 128 : 0));
		if (i == 4)
			r.address[17] = another;
		if (i == 5)
			r.address[17] = address + ROOM - 4;
		assert_true(isa_span(&r, &s));
		assert_int_equal(coalesced_access(&sm, &r, &s, i & 1), i == 0 || i == 3 || i == 5);
	}
	effects_free(&sm.effects);
	backing_store_free(gpu.memory);
}

/* ---- lanes that store to one place ---- */

/* Stores of some lanes, at few places, with those of the lanes from the highest down, a half or a quarter of the warp at a time where they
 * are of 8 or 16 bytes: what is left is the same. */
static void
lanes_at_one_place(void **state)
{
	static const struct inst in;
	static uint8_t shared[2 * ROOM], plain[ROOM], seen[ROOM];
	static struct access a;
	static struct warp w;
	static struct block b;
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct gpu gpu = {.m = m, .memory = backing_store_new()};
	struct sm sm = {.gpu = &gpu, .m = m};
	uint32_t chance = 1;
	uint64_t address;

	(void)state;
	assert_non_null(m);
	assert_true(effects_init(&sm.effects));
	assert_true(backing_store_alloc(gpu.memory, ROOM, &address, &e));
	backing_store_view(gpu.memory, &sm.memory);
	b.shared = shared;
	b.x.shared_bytes = sizeof shared;
	w.block = &b;
	for (unsigned turn = 0; turn < 2000; turn++) {
		const unsigned bytes = 1u << any(&chance, 5), places = 1u << any(&chance, 7);
		const bool in_shared = turn & 1;
		const uint64_t from = in_shared ? ROOM : address;
		struct mem_request r;

		row(&r, MEM_STORE, bytes, from);
		r.space = in_shared ? MEM_SHARED : MEM_GLOBAL;
		if (turn & 2)
			r.mask = any(&chance, UINT32_MAX);
		for (unsigned l = 0; l < ISA_LANES; l++)
			r.address[l] = from + any(&chance, places) * bytes;
		sm.untimed = turn & 4;
		memset(plain, 0, sizeof plain);
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const unsigned part = bytes == 16 ? 7 : bytes == 8 ? 15 : 31, k = l ^ part; /* downwards within the part */

			if (r.mask >> k & 1)
				access_get(&r, k, plain + (r.address[k] - from));
		}
		memset(in_shared ? shared + ROOM : backing_store_at(gpu.memory, address, ROOM, NULL), 0, ROOM);
		access_clear(&a);
		assert_true(lsu_spaces_access(&sm, &w, &in, NULL, &r, &a));
		memcpy(seen, in_shared ? shared + ROOM : backing_store_at(gpu.memory, address, ROOM, NULL), ROOM);
		for (unsigned k = 0; k < ROOM && !in_shared && !sm.untimed; k += 16)
			if (effects_near(&sm.effects, address + k, 16))
				effects_overlay(&sm.effects, address + k, seen + k, 16);
		assert_memory_equal(seen, plain, ROOM);
		effects_forget(&sm.effects);
	}
	effects_free(&sm.effects);
	backing_store_free(gpu.memory);
	simt_machine_free(m);
}

/* What a view has found last it does not find any more once that is gone, or another allocation is there. */
static void
views_follow(void **state)
{
	struct backing_store *m = backing_store_new();
	struct backing_store_view v;
	struct simt_error e;
	uint64_t a, b;

	(void)state;
	assert_non_null(m);
	backing_store_view(m, &v);
	assert_null(backing_store_view_at(&v, 0, 1));
	assert_true(backing_store_alloc(m, 64, &a, &e) && backing_store_alloc(m, 64, &b, &e));
	for (unsigned i = 0; i < 2; i++) {
		const uint64_t at = i ? a : b;

		assert_ptr_equal(backing_store_view_at(&v, at, 64), backing_store_at(m, at, 64, NULL));
		assert_ptr_equal(backing_store_view_at(&v, at + 63, 1), backing_store_at(m, at + 63, 1, NULL));
		assert_null(backing_store_view_at(&v, at + 63, 2));
		assert_null(backing_store_view_at(&v, at + 65, 0));
		assert_null(backing_store_view_at(&v, at - 1, 2));
	}
	assert_true(backing_store_release(m, a, &e));
	assert_null(backing_store_view_at(&v, a, 1));
	assert_non_null(backing_store_view_at(&v, b, 1));
	backing_store_clear(m);
	assert_null(backing_store_view_at(&v, b, 1));
	backing_store_free(m);
}

/* A view finds among more allocations than it keeps what the store finds, in any order. */
static void
views_of_many(void **state)
{
	enum { MANY = 9, BYTES = 96 };
	struct backing_store *m = backing_store_new();
	struct backing_store_view v;
	uint64_t address[MANY], seed = 1;
	struct simt_error e;

	(void)state;
	assert_non_null(m);
	backing_store_view(m, &v);
	for (unsigned i = 0; i < MANY; i++)
		assert_true(backing_store_alloc(m, BYTES, address + i, &e));
	for (unsigned i = 0; i < 20000; i++) {
		const unsigned few = i / 100 % MANY + 1;
		const uint64_t at = address[any_of(&seed, few)] + any_of(&seed, BYTES + 8) - 4, n = any_of(&seed, 8);

		assert_ptr_equal(backing_store_view_at(&v, at, n), backing_store_at(m, at, n, NULL));
	}
	backing_store_free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loads_see_stores), cmocka_unit_test(marks_have_a_cycle), cmocka_unit_test(lanes_at_once),
		cmocka_unit_test(others_are_none),  cmocka_unit_test(lanes_at_one_place), cmocka_unit_test(views_follow),
		cmocka_unit_test(views_of_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
