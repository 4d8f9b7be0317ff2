/* test-effects.c: what accesses of a window have yet to do to device memory: in which order it is done, who gets the results, and which loads have to
 * wait for an atomic under way. */
#include "tests/helpers/unit.h"

#include <stdlib.h>
#include <string.h>

#include "isa/span.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/effects.h"
#include "sim/runtime/gpu.h"

enum { SMS = 2, WAY = 50, REGS = 8, AGE = 9 };

static struct stage {
	struct simt_machine m;
	struct gpu gpu;
	struct sm sm[SMS], *awake[SMS];
	struct warp w;
	struct block b;
	struct home_row row;
	uint32_t r[REGS][ISA_LANES];
	uint64_t address;
} * t;

static const struct opcode op;
static const struct inst in = {.op = &op, .guard = ISA_PT, .d = 4, .nd = 1};

static void
setup(void)
{
	struct simt_error e;

	t = calloc(1, sizeof *t);
	assert_non_null(t);
	t->m.chip.sms = SMS;
	t->m.l2.atomic_latency = WAY;
	t->gpu.m = &t->m;
	t->gpu.sm = t->sm;
	t->gpu.awake = t->awake;
	t->gpu.nawake = SMS;
	t->gpu.memory = backing_store_new();
	t->gpu.effects = effects_order_new();
	assert_true(t->gpu.memory && t->gpu.effects);
	assert_true(backing_store_alloc(t->gpu.memory, 256, &t->address, &e));
	for (unsigned i = 0; i < SMS; i++) {
		t->sm[i].gpu = &t->gpu;
		t->sm[i].m = &t->m;
		t->sm[i].id = i;
		t->awake[i] = t->sm + i;
		assert_true(effects_init(&t->sm[i].effects));
	}
	t->w.block = &t->b;
	t->w.age = AGE;
	t->row.r = t->r;
}

static void
done(void)
{
	for (unsigned i = 0; i < SMS; i++)
		effects_free(&t->sm[i].effects);
	effects_order_free(t->gpu.effects);
	backing_store_free(t->gpu.memory);
	free(t);
}

static uint32_t
word(unsigned n)
{
	uint32_t v;

	memcpy(&v, backing_store_at(t->gpu.memory, t->address + 4 * n, 4, NULL), 4);
	return v;
}

static void
store(unsigned sm, uint64_t cycle, unsigned n, uint32_t v)
{
	t->sm[sm].now = cycle;
	memcpy(effects_store(t->sm + sm, t->address + 4 * n, 4), &v, 4);
}

/* Of the lanes in the mask, all at one word; an atomic adds v, a load reads it. */
static struct mem_request
access_of(enum mem_kind kind, unsigned n, uint32_t mask, uint32_t v)
{
	struct mem_request r = {.kind = (uint8_t)kind, .bytes = 4, .atomic = ATOM_ADD, .mask = mask};

	for (unsigned l = 0; l < ISA_LANES; l++) {
		r.address[l] = t->address + 4 * n;
		r.data[0][l] = v;
	}
	return r;
}

static void
keep(unsigned sm, uint64_t cycle, const struct mem_request *r)
{
	t->sm[sm].now = cycle;
	effects_keep(t->sm + sm, &t->w, &in, &t->row, r);
}

/* With the lanes' span as without it. */
static bool
is_pending(struct sm *sm, const struct mem_request *r)
{
	const bool is = effects_pending(sm, r, NULL);
	struct isa_span s;

	assert_true(isa_span(r, &s));
	assert_int_equal(effects_pending(sm, r, &s), is);
	return is;
}

/* By cycle; in a cycle SM by SM, and of an SM as they came. Nothing is there before the end of the window. */
static void
order(void **state)
{
	(void)state;
	setup();
	store(0, 6, 0, 10);
	store(1, 5, 0, 20);
	store(0, 7, 1, 30);
	store(1, 7, 1, 40);
	store(0, 8, 2, 50);
	store(0, 8, 2, 60);
	store(0, 8, 3, 65);
	store(0, 9, 2, 70);
	store(1, 8, 2, 80);
	assert_int_equal(word(0), 0);
	effects_take(&t->gpu);
	assert_int_equal(word(0), 10);
	assert_int_equal(word(1), 40);
	assert_int_equal(word(2), 70);
	assert_int_equal(word(3), 65);
	/* each takes effect once */
	memset(backing_store_at(t->gpu.memory, t->address + 8, 4, NULL), 0, 4);
	store(1, 20, 0, 5);
	effects_take(&t->gpu);
	assert_int_equal(word(0), 5);
	assert_int_equal(word(1), 40);
	assert_int_equal(word(2), 0);
	done();
}

/* An atomic comes behind the stores of its SM in its cycle, and each lane in turn. */
static void
atomics(void **state)
{
	struct mem_request r;

	(void)state;
	setup();
	r = access_of(MEM_ATOMIC, 0, 0x13, 3);
	keep(0, 5, &r);
	store(0, 5, 0, 100);
	store(0, 6, 0, 1000);
	effects_take(&t->gpu);
	assert_int_equal(word(0), 1000);
	assert_int_equal(t->r[4][0], 100);
	assert_int_equal(t->r[4][1], 103);
	assert_int_equal(t->r[4][4], 106);
	assert_int_equal(t->r[4][2], 0);
	/* once */
	effects_take(&t->gpu);
	assert_int_equal(word(0), 1000);
	r = access_of(MEM_ATOMIC, 0, 1, 3);
	keep(1, 30, &r);
	r = access_of(MEM_LOAD, 0, 1, 7);
	keep(0, 31, &r);
	effects_take(&t->gpu);
	assert_int_equal(word(0), 1003);
	assert_int_equal(t->r[4][0], 1003);
	done();
}

/* A warp that has ended gets no result, nor does the next one in its place. */
static void
ended(void **state)
{
	(void)state;
	for (unsigned other = 0; other < 2; other++) {
		struct mem_request r;

		setup();
		store(0, 1, 0, 100);
		r = access_of(MEM_ATOMIC, 0, 1, 3);
		keep(0, 5, &r);
		if (other)
			t->w.age = AGE + 1;
		else
			t->w.block = NULL;
		effects_take(&t->gpu);
		assert_int_equal(word(0), 103);
		assert_int_equal(t->r[4][0], 0);
		done();
	}
}

/* For as long as an atomic takes to L2 and back a load of its bytes has to see what it has done. */
static void
pending(void **state)
{
	struct mem_request atomic, load, other;

	(void)state;
	setup();
	atomic = access_of(MEM_ATOMIC, 2, 1, 3);
	load = access_of(MEM_LOAD, 2, 4, 0);
	other = access_of(MEM_LOAD, 3, 4, 0);
	t->sm[0].now = 100;
	assert_false(is_pending(t->sm, &load));
	keep(0, 100, &atomic);
	for (uint64_t now = 100; now < 100 + WAY; now += WAY - 1) {
		t->sm[0].now = now;
		assert_true(is_pending(t->sm, &load));
		assert_false(is_pending(t->sm, &other));
		/* any of its lanes; a load of more bytes */
		other.address[3] = load.address[0];
		other.mask = 0xc;
		assert_true(is_pending(t->sm, &other));
		other = access_of(MEM_LOAD, 3, 4, 0);
		other.address[2] -= 4;
		other.bytes = 8;
		assert_true(is_pending(t->sm, &other));
		other = access_of(MEM_LOAD, 3, 4, 0);
	}
	t->sm[0].now = 100 + WAY;
	assert_false(is_pending(t->sm, &load));
	/* the SM's own alone; the end of a window does not end it, being forgotten does */
	t->sm[0].now = t->sm[1].now = 100 + WAY - 1;
	assert_false(is_pending(t->sm + 1, &load));
	t->gpu.now = 100 + WAY - 1;
	effects_take(&t->gpu);
	assert_true(is_pending(t->sm, &load));
	effects_forget(&t->sm[0].effects);
	assert_false(is_pending(t->sm, &load));
	/* a load that takes effect at L2 changes nothing */
	keep(0, 200, &load);
	assert_false(is_pending(t->sm, &load));
	done();
}

/* What is forgotten has no effect. */
static void
forgotten(void **state)
{
	struct mem_request r;

	(void)state;
	setup();
	store(0, 1, 0, 100);
	r = access_of(MEM_ATOMIC, 1, 1, 3);
	keep(0, 5, &r);
	effects_forget(&t->sm[0].effects);
	effects_take(&t->gpu);
	assert_int_equal(word(0), 0);
	assert_int_equal(word(1), 0);
	done();
}

/* A store and an atomic on both sides of a border of parts, whose lanes belong to two of them. */
static void
keep_across(void)
{
	enum { BORDER = 32 };
	uint32_t v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	struct mem_request r;

	setup();
	r = access_of(MEM_ATOMIC, BORDER, 0xf, 10);
	t->sm[0].now = 3;
	memcpy(effects_store(t->sm, t->address + 4 * (BORDER - 4), sizeof v), v, sizeof v);
	store(1, 2, BORDER, 99);
	for (unsigned l = 0; l < 4; l++)
		r.address[l] = t->address + 4 * (BORDER - 2 + l);
	keep(1, 4, &r);
}

/* Parts of the memory may come in any order: what they leave, and the results, are those of one after the other. */
static void
by_parts(void **state)
{
	static const unsigned parts[] = {1, 2, 8};

	(void)state;
	for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
		keep_across();
		assert_int_equal(effects_list(&t->gpu), 3);
		for (unsigned i = parts[k]; i--;) {
			effects_take_part(&t->gpu, i, parts[k]);
			/* a part leaves the others as they are; warps hear later */
			assert_true(parts[k] == 1 || i != parts[k] - 1 || !word(30) || !word(32));
			assert_int_equal(t->r[4][0], 0);
		}
		effects_end(&t->gpu);
		for (unsigned i = 0; i < 8; i++)
			assert_int_equal(word(28 + i), i + 1 + (i >= 2 && i < 6 ? 10 : 0));
		for (unsigned l = 0; l < 4; l++)
			assert_int_equal(t->r[4][l], 3 + l);
		/* nothing is left */
		assert_int_equal(effects_list(&t->gpu), 0);
		done();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order),   cmocka_unit_test(atomics),   cmocka_unit_test(ended),
		cmocka_unit_test(pending), cmocka_unit_test(forgotten), cmocka_unit_test(by_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
