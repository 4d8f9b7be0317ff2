/* test-thin.c: what is shown of a recording where a page has no room for all: no divergence and nothing rare is hidden, sums stay, and what is left
 * out is told. The recordings are made here, span by span. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/plot/report-timeline.h"
#include "workloads/plot/thin.h"

enum { PARTS = 200, LANES = 32, MOST = 4000 };
static const uint64_t all = 0xffffffff, half = 0xffff, fewer = 0x7fff0000;

/* A case with spans of warps, one behind the other. */
struct made {
	struct recording r;
	struct recording_case c;
	struct recording_function f;
	struct recording_instruction inst[PARTS];
	struct recording_launch launch;
	struct recording_warp warp[64];
	struct recording_span span[MOST];
	struct recording_stay stay[MOST];
};

static struct made *
made_new(void)
{
	static char name[] = "kernel", sass[] = "NOP ;";
	struct made *m = calloc(1, sizeof *m);

	assert_non_null(m);
	for (uint32_t i = 0; i < PARTS; i++)
		m->inst[i] = (struct recording_instruction){.part = i, .file = RECORD_NONE, .sass = sass};
	m->f = (struct recording_function){.name = name, .inst = m->inst, .n = PARTS};
	m->launch = (struct recording_launch){.name = name, .grid = {8, 1, 1}, .block = {32, 1, 1}, .every = 1};
	m->c = (struct recording_case){
		.name = name, .launch = &m->launch, .nlaunches = 1, .warp = m->warp, .span = m->span, .stay = m->stay};
	m->r = (struct recording){
		.machine = name, .sms = 4, .warp_size = LANES, .function = &m->f, .nfunctions = 1, .cases = &m->c, .ncases = 1};
	return m;
}

static void
add_warp(struct made *m)
{
	m->warp[m->c.nwarps] = (struct recording_warp){.block = m->c.nwarps, .whole = true, .span = (uint32_t)m->c.nspans};
	m->c.nwarps++;
}

/* A span of the last warp: 2 cycles of wait and 8 in which it issues, behind `gap` cycles of which nothing is known. */
static struct recording_span *
add_span(struct made *m, uint64_t gap, uint32_t pc, uint64_t active, uint64_t alive)
{
	struct recording_warp *w = m->warp + m->c.nwarps - 1;
	const uint64_t from = (w->nspans ? m->span[m->c.nspans - 1].end : 0) + gap;
	struct recording_span *s = m->span + m->c.nspans++;

	assert_true(m->c.nspans <= MOST);
	w->nspans++;
	*s = (struct recording_span){.from = from,
				     .begin = from + 2,
				     .end = from + 10,
				     .pc = pc,
				     .last = pc,
				     .active = {{active, 0}},
				     .alive = {{alive, 0}},
				     .inst = 4,
				     .slots = 4};
	s->threads = s->inst * (uint64_t)__builtin_popcountll(active);
	s->present = s->inst * (uint64_t)__builtin_popcountll(alive);
	return s;
}

static bool
is_parted(const struct recording_span *s)
{
	return s->threads < s->present;
}

/* Each recorded span of a warp that is shown is in one that is parted if it is; sums are those of the recorded ones. */
static void
assert_honest(const struct thin *t, const struct recording_case *c)
{
	for (size_t i = 0; i < t->nwarps; i++) {
		const struct recording_warp *w = t->warp[i].w;
		uint32_t k = w->span;

		for (size_t j = t->warp[i].span; j < t->warp[i].span + t->warp[i].nspans; j++) {
			const struct thin_span *x = t->span + j;
			uint64_t inst = 0, wait = 0;

			assert_int_equal(x->s.from, c->span[k].from);
			for (uint32_t of = 0; of < x->joined; of++, k++) {
				assert_int_equal(is_parted(&x->s), is_parted(c->span + k));
				assert_int_equal(x->s.alive.word[0], c->span[k].alive.word[0]);
				inst += c->span[k].inst;
				wait += c->span[k].begin - c->span[k].from;
			}
			assert_int_equal(x->s.end, c->span[k - 1].end);
			assert_int_equal(x->s.inst, inst);
			assert_int_equal(x->s.begin - x->s.from, wait);
			assert_true(x->joined == 1 || x->s.end - x->s.from <= t->grain);
		}
		assert_int_equal(k, w->span + w->nspans);
	}
	assert_int_equal(t->nwarps + t->warps_left_out, c->nwarps);
}

static void
all_that_fits_is_shown(void **state)
{
	struct made *m = made_new();
	struct thin t;

	(void)state;
	add_warp(m);
	for (int i = 0; i < 20; i++)
		add_span(m, 0, 1, all, all);
	t = thin_case(&m->c, &m->r, 20, 10);
	assert_int_equal(t.nspans, 20);
	assert_int_equal(t.grain, 0);
	assert_honest(&t, &m->c);
	thin_free(&t);
	t = thin_case(&m->c, &m->r, 19, 10);
	assert_true(t.nspans < 20 && t.grain >= 16);
	assert_honest(&t, &m->c);
	thin_free(&t);
	free(m);
}

/* One span in the middle of many that join. Returns how many it is joined with, itself included. */
static uint32_t
joined_with(struct made *m, const struct recording_span *s)
{
	struct thin t = thin_case(&m->c, &m->r, 50, 10);
	uint32_t joined = 0;

	assert_honest(&t, &m->c);
	assert_true(t.nspans <= 50 && t.grain > 16);
	for (size_t i = 0; i < t.nspans; i++)
		if (t.span[i].s.from <= s->from && s->end <= t.span[i].s.end)
			joined = t.span[i].joined;
	thin_free(&t);
	return joined;
}

static void
what_is_unlike_joins_nothing(void **state)
{
	enum { PLAIN, PARTED, EXITED, RARE, KINDS };

	(void)state;
	for (int kind = PLAIN; kind < KINDS; kind++) {
		struct made *m = made_new();
		const struct recording_span *s = NULL;

		add_warp(m);
		for (int i = 0; i < 1000; i++) {
			const bool here = i == 500 || (kind == PARTED && i % 100 == 0);
			const uint64_t alive = here && kind == EXITED ? half : all;
			const struct recording_span *x =
				add_span(m, 0, here && kind == RARE ? 7 : 1, here && kind == PARTED ? half : alive, alive);

			s = i == 500 ? x : s;
		}
		if (kind == PLAIN)
			assert_true(joined_with(m, s) > 10);
		else
			assert_int_equal(joined_with(m, s), 1);
		free(m);
	}
}

/* What has joined shows the lanes of the longest span that is not mixed. */
static void
parted_spans_join_each_other(void **state)
{
	struct made *m = made_new();
	struct thin t;

	(void)state;
	add_warp(m);
	for (int i = 0; i < 1000; i++) {
		struct recording_span *s = add_span(m, 0, 1, i % 2 ? half : fewer, all);

		s->end += i % 2 ? 0 : 3;
		s->mixed = i % 4 == 1;
		s->end += s->mixed ? 5 : 0;
	}
	t = thin_case(&m->c, &m->r, 50, 10);
	assert_honest(&t, &m->c);
	for (size_t i = 0; i < t.nspans; i++)
		assert_int_equal(t.span[i].s.active.word[0], fewer);
	thin_free(&t);
	free(m);
}

static void
a_gap_stays(void **state)
{
	struct made *m = made_new();
	struct thin t;

	(void)state;
	add_warp(m);
	for (int i = 0; i < 1000; i++)
		add_span(m, i == 500 ? 1 : 0, 1, all, all);
	t = thin_case(&m->c, &m->r, 2, 10);
	assert_int_equal(t.nspans, 2);
	assert_int_equal(t.span[1].s.from, t.span[0].s.end + 1);
	assert_honest(&t, &m->c);
	thin_free(&t);
	free(m);
}

/* Warps that alternate cannot be joined: those that lose most stay. */
static void
warps_that_lose_least_are_left_out(void **state)
{
	struct made *m = made_new();
	struct thin t;

	(void)state;
	for (unsigned k = 0; k < 10; k++) {
		add_warp(m);
		for (int i = 0; i < 100; i++)
			add_span(m, 0, 1, i % 2 ? all >> (k + 1) : all, all);
	}
	t = thin_case(&m->c, &m->r, 350, 10);
	assert_int_equal(t.nwarps, 3);
	assert_int_equal(t.warps_left_out, 7);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(t.warp[i].w->block, 7 + i);
	assert_honest(&t, &m->c);
	thin_free(&t);
	free(m);
}

/* 1,000 blocks of 100 cycles, of which every 97th takes long. */
static void
long_stays_are_kept(void **state)
{
	struct made *m = made_new();
	size_t longs = 0, weight = 0;
	struct thin t;

	(void)state;
	for (uint64_t i = 0; i < 1000; i++) {
		const bool takes_long = i % 97 == 1;

		m->stay[m->c.nstays++] = (struct recording_stay){
			.sm = (uint32_t)(i % 4), .block = i, .start = 100 * i, .end = 100 * i + (takes_long ? 500 : 100)};
		m->launch.stays++;
		m->launch.stay_cycles += takes_long ? 500 : 100;
	}
	t = thin_case(&m->c, &m->r, 10, 1000);
	assert_int_equal(t.nstays, 1000);
	assert_int_equal(t.every, 1);
	thin_free(&t);
	t = thin_case(&m->c, &m->r, 10, 100);
	assert_true(t.nstays <= 100);
	for (size_t i = 0; i < t.nstays; i++) {
		longs += t.stay[i].s.end - t.stay[i].s.start == 500;
		weight += t.stay[i].weight;
		assert_true(!i || t.stay[i].s.sm >= t.stay[i - 1].s.sm);
	}
	assert_int_equal(longs, 11);
	assert_in_range(weight, 990, 1030);
	thin_free(&t);
	t = thin_case(&m->c, &m->r, 10, 5);
	assert_int_equal(t.nstays, 5);
	thin_free(&t);
	free(m);
}

static uint32_t
drawn(uint64_t *seed, uint32_t below)
{
	*seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (uint32_t)(*seed >> 33) % below;
}

static void
draw_warps(struct made *m, uint64_t *seed)
{
	const uint32_t warps = 1 + drawn(seed, 8);

	for (uint32_t w = 0; w < warps; w++) {
		uint64_t alive = all;

		add_warp(m);
		for (uint32_t i = 1 + drawn(seed, 300); i; i--) {
			const uint64_t active = drawn(seed, 4) ? alive : alive & ~(UINT64_C(1) << drawn(seed, 32));

			add_span(m, drawn(seed, 50) ? 0 : 5, drawn(seed, 30) ? drawn(seed, 3) : drawn(seed, PARTS), active, alive);
			alive = drawn(seed, 100) ? alive : alive >> 1 | 1;
		}
	}
}

/* The JSON has at most as many bytes as it may, and is JSON. */
static void
assert_data(const struct recording *r, size_t most)
{
	char *page = NULL, *from, *end;
	json_t *j;
	size_t n;
	FILE *f = open_memstream(&page, &n);

	assert_non_null(f);
	report_timeline(f, r, most);
	assert_int_equal(fclose(f), 0);
	from = strstr(page, "id=\"timeline-data\">");
	assert_non_null(from);
	from = strchr(from, '>') + 1;
	end = strstr(from, "</script>");
	assert_true((size_t)(end - from) <= most);
	j = json_loadb(from, (size_t)(end - from), 0, NULL);
	assert_non_null(j);
	json_decref(j);
	free(page);
}

static void
drawn_recordings(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (int round = 0; round < 50; round++) {
		struct made *m = made_new();

		draw_warps(m, &seed);
		for (size_t room = 1; room < 4096; room *= 4) {
			struct thin t = thin_case(&m->c, &m->r, room, 10);

			assert_true(t.nspans <= room);
			assert_int_equal(t.recorded, m->c.nspans);
			assert_honest(&t, &m->c);
			thin_free(&t);
		}
		assert_data(&m->r, 1000 + drawn(&seed, 100000));
		free(m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_that_fits_is_shown),
		cmocka_unit_test(what_is_unlike_joins_nothing),
		cmocka_unit_test(parted_spans_join_each_other),
		cmocka_unit_test(a_gap_stays),
		cmocka_unit_test(warps_that_lose_least_are_left_out),
		cmocka_unit_test(long_stays_are_kept),
		cmocka_unit_test(drawn_recordings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
