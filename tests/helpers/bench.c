#include "tests/helpers/bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/helpers/asm.h"

static void
on_block_start(void *arg, const struct simt_tap_block *x)
{
	struct bench *b = arg;

	assert_true(b->nseen < sizeof b->seen / sizeof *b->seen);
	b->seen[b->nseen++] = (struct seen){x->launch, x->block, x->cycle, 0, x->sm};
}

static void
on_block_end(void *arg, const struct simt_tap_block *x)
{
	struct bench *b = arg;

	for (unsigned i = 0; i < b->nseen; i++)
		if (b->seen[i].launch == x->launch && b->seen[i].block == x->block)
			b->seen[i].end = x->cycle + 1;
}

struct bench *
bench(unsigned sms, const char *const *more)
{
	const char *setting[32] = {"subcores=4", "threads_per_sm=128", "blocks_per_sm=4", NULL, NULL};
	char count[16];
	struct bench *b = calloc(1, sizeof *b);
	unsigned n = 3;

	assert_non_null(b);
	snprintf(count, sizeof count, "sms=%u", sms);
	setting[n++] = count;
	while (more && *more)
		setting[n++] = *more++;
	setting[n] = NULL;
	b->sms = sms;
	b->s = asm_machine(setting);
	assert_true(
		simt_add_tap(b->s, &(struct simt_tap){.arg = b, .block_start = on_block_start, .block_end = on_block_end}, NULL));
	return b;
}

unsigned
queue(struct bench *b, unsigned stream, unsigned blocks, unsigned threads, unsigned cycles, unsigned shared)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_function *f;
	uint64_t params[3] = {0};
	struct program p;

	asm_init(&p);
	for (unsigned left = cycles - 1; left;) {
		unsigned stall = left < 15 ? left : 15;

		nop(&p);
		ctl(&p, stall, NO_SB, NO_SB, 0);
		left -= stall;
	}
	exit_(&p);
	f = asm_load(b->s, &p, &e);
	if (!f)
		fail_msg("%s", e.text);
	assert_true(b->n < MOST);
	b->l[b->n] = simt_launch(b->s, f, (struct simt_dim){blocks, 1, 1}, (struct simt_dim){threads, 1, 1}, shared, params, 20,
				 stream, &e);
	if (!b->l[b->n])
		fail_msg("%s", e.text);
	return b->n++;
}

void
after(struct bench *b, unsigned l, unsigned other)
{
	struct simt_error e = {.status = SIMT_OK};

	if (!simt_launch_after(b->l[l], b->l[other], &e))
		fail_msg("%s", e.text);
}

void
run(struct bench *b)
{
	struct simt_error e = {.status = SIMT_OK};
	const struct simt_launch_stats *total;
	uint64_t issued = 0;

	if (!simt_synchronize(b->s, &e))
		fail_msg("%s", e.text);
	total = simt_total_stats(b->s);
	assert_laws(total, b->sms, SUBCORES);
	assert_int_equal(total->v[SIMT_STAT_cycles], total->end - total->start);
	for (unsigned i = 0; i < b->n; i++) {
		const struct simt_launch_stats *t = simt_launch_stats(b->l[i]);
		uint64_t states = 0;

		assert_true(t->started && t->ended && !t->failed);
		for (int k = 0; k < SIMT_STALLS; k++)
			states += t->stall[k];
		assert_int_equal(states, t->v[SIMT_STAT_warp_cycles]);
		assert_int_equal(t->v[SIMT_STAT_cycles], t->end - t->start);
		issued += t->v[SIMT_STAT_slots_issued];
		if (!t->shared)
			assert_laws(t, b->sms, SUBCORES);
	}
	assert_int_equal(issued, total->v[SIMT_STAT_slots_issued]);
}

void
done(struct bench *b)
{
	simt_destroy(b->s);
	free(b);
}

void
times(const struct bench *b, unsigned l, uint64_t start, uint64_t end)
{
	const struct simt_launch_stats *t = simt_launch_stats(b->l[l]);

	if (t->start != start || t->end != end)
		fail_msg("launch %u from %llu to %llu, not from %llu to %llu", l, (unsigned long long)t->start,
			 (unsigned long long)t->end, (unsigned long long)start, (unsigned long long)end);
}

void
block(const struct bench *b, unsigned l, unsigned k, unsigned sm, uint64_t start, uint64_t end)
{
	for (unsigned i = 0; i < b->nseen; i++) {
		const struct seen *x = b->seen + i;

		if (x->launch != b->l[l] || x->block != k)
			continue;
		if (x->sm != sm || x->start != start || x->end != end)
			fail_msg("block %u of launch %u was on SM %u from %llu to %llu, not on SM %u from %llu to %llu", k, l,
				 x->sm, (unsigned long long)x->start, (unsigned long long)x->end, sm, (unsigned long long)start,
				 (unsigned long long)end);
		return;
	}
	fail_msg("block %u of launch %u was not seen", k, l);
}
