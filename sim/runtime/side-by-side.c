/* side-by-side.c: see side-by-side.h. */
#include "sim/runtime/side-by-side.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/memory/speculation.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/jobs.h"

/* Times of the host in ns. SMs with less work than WORTH are not given to threads, nor less than BEGIN to threads that have yet to begin. */
enum { WORTH = 200000, BEGIN = 1000000, WEIGHT = 4 /* of the mean so far, against one SM */ };
/* SMs for each thread in the first round of a kernel: most that cannot run side by side are found out there. */
enum { FIRST = 2 };
/* After a round that has not paid no SM goes to threads for a turn of all, and for twice as long after each further one, up to 2^PAUSES. */
enum { PAUSES = 8 };
/* How often in a turn of all SMs it is thought of, where they run alone: it takes a look at each. */
enum { LOOKS = 8 };
/* Kernels that are remembered as not to be run so, and how often a round is repeated that may hold then. */
enum { BAD = 16, REPEATS = 2 };
/* From so many pieces on, the threads share what is to be done after a round. */
enum { SHARED_PIECES = 256 };

/* An SM before its turn. */
struct sm_before {
	bool ran; /* has had it */
	uint64_t now, resident_since, cycles_active, slots_no_eligible, slots_no_warp;
	struct flow_unit flow;
	struct barrier_unit barrier;
	struct data_path data;
	struct sm_blocks_kept blocks;
	struct launch_counts *counts; /* a copy, with what is behind it */
	size_t counts_room;
	bool had_runs;
	struct plain_runs *runs;
	size_t runs_room;
};

struct side_by_side {
	struct gpu *gpu;
	struct jobs *jobs; /* whose threads these are */
	struct speculation *memory;
	unsigned threads;
	const struct simt_function *f;        /* of the launch that ran last: */
	bool held;                            /* a round of it has held */
	uint64_t rounds;                      /* that have, of all launches */
	uint64_t block_ns;                    /* a block takes about so long; 0: not known */
	bool off;                             /* no more in this launch */
	unsigned failed;                      /* rounds in a row that have not paid */
	unsigned wait;                        /* so many SMs run alone before that is thought of again */
	bool timed;                           /* a stretch of SMs that run alone has begun: */
	uint64_t alone_since;                 /* time of the host */
	unsigned alone_blocks;                /* that have been run in it */
	const struct simt_function *bad[BAD]; /* not to be run so; the next one to be forgotten */
	unsigned next_bad;
	/* of this round */
	side_by_side_turn *turn;
	void *arg;
	unsigned first, n;
	_Atomic unsigned next;
	_Atomic bool fault;
	bool holds;
	struct sm_before kept[]; /* of each SM of the machine */
};

static struct side_by_side *
make(struct gpu *gpu)
{
	struct side_by_side *s = zeroed(1, sizeof *s + gpu_sms(gpu) * sizeof *s->kept);

	s->gpu = gpu;
	s->jobs = gpu->jobs;
	s->threads = jobs_threads(gpu->jobs);
	s->memory = speculation_new(gpu->memory, s->threads);
	return s;
}

void
side_by_side_free(struct side_by_side *s)
{
	if (!s)
		return;
	for (unsigned i = 0; i < gpu_sms(s->gpu); i++) {
		sm_blocks_drop_kept(&s->kept[i].blocks);
		free(s->kept[i].counts);
		free(s->kept[i].runs);
	}
	speculation_free(s->memory);
	free(s);
}

static bool
is_bad(const struct side_by_side *s, const struct simt_function *f)
{
	for (unsigned i = 0; i < BAD; i++)
		if (s->bad[i] == f)
			return true;
	return false;
}

/* Whether all that an SM does for the launch is in device memory or its own. */
static bool
may_run(const struct gpu *gpu)
{
	const struct launch_state *l = gpu->running[0];
	const struct simt_module *m = l->f->module;

	/* one block has one SM; constants in device memory are read past the sets */
	return l->blocks > 1 && !gpu->tap && !l->cooperative && l->cluster_blocks == 1 && !m->allocates && m->constants == m->bank3;
}

unsigned
side_by_side_begin(struct gpu *gpu)
{
	struct side_by_side *s = gpu->side_by_side;
	const struct simt_function *f = gpu->running[0]->f;

	if (!gpu->jobs || jobs_threads(gpu->jobs) < 2 || !may_run(gpu))
		return 0;
	if (s && (s->jobs != gpu->jobs || s->threads != jobs_threads(gpu->jobs))) {
		side_by_side_free(s);
		s = NULL;
	}
	if (!s)
		s = gpu->side_by_side = make(gpu);
	if (s->f != f) {
		s->f = f;
		s->block_ns = 0;
		s->held = false;
		s->wait = s->failed ? s->wait : 0;
		speculation_forget(s->memory);
	}
	s->timed = false;
	s->off = is_bad(s, f);
	return s->off ? 0 : s->threads;
}

void
side_by_side_ran_alone(struct gpu *gpu, unsigned blocks)
{
	gpu->side_by_side->alone_blocks += blocks;
}

/* SMs have run alone up to now, a time of the host: what that says of how long a block takes. */
static void
end_alone(struct side_by_side *s, uint64_t now)
{
	const uint64_t each = s->timed && s->alone_blocks ? (now - s->alone_since) / s->alone_blocks : 0;

	if (each)
		s->block_ns = s->block_ns ? (WEIGHT * s->block_ns + each) / (WEIGHT + 1) : each;
	s->timed = false;
}

/* They will, for some more. */
static void
begin_alone(struct side_by_side *s, uint64_t now)
{
	s->timed = true;
	s->alone_since = now;
	s->alone_blocks = 0;
	/* of the first one nothing is known */
	s->wait = s->block_ns ? s->gpu->nawake / LOOKS : 0;
}

/* ---- an SM as it was ---- */

static void
keep_sm(struct sm_before *k, const struct sm *sm, const struct launch_state *l)
{
	const struct launch_counts *n = l->counts[sm->id];
	const size_t bytes = launches_counts_bytes(n, l->f->n);

	k->now = sm->now;
	k->resident_since = sm->resident_since;
	k->cycles_active = sm->cycles_active;
	k->slots_no_eligible = sm->slots_no_eligible;
	k->slots_no_warp = sm->slots_no_warp;
	k->flow = sm->flow_unit;
	k->barrier = sm->barrier_unit;
	k->data = sm->data_path;
	sm_blocks_keep(sm, &k->blocks);
	k->counts = grow(k->counts, &k->counts_room, bytes, 1);
	memcpy(k->counts, n, bytes);
	k->had_runs = n->runs;
	if (!n->runs)
		return;
	k->runs = grow(k->runs, &k->runs_room, l->f->n + 1, sizeof *k->runs);
	memcpy(k->runs, n->runs, (l->f->n + 1) * sizeof *k->runs);
}

static void
put_sm_back(struct sm *sm, const struct sm_before *k, const struct launch_state *l)
{
	struct launch_counts *n = l->counts[sm->id];
	struct plain_runs *runs = n->runs;

	sm_abandon(sm);
	sm_blocks_put_back(sm, &k->blocks);
	sm->now = k->now;
	sm->resident_since = k->resident_since;
	sm->cycles_active = k->cycles_active;
	sm->slots_no_eligible = k->slots_no_eligible;
	sm->slots_no_warp = k->slots_no_warp;
	sm->flow_unit = k->flow;
	sm->barrier_unit = k->barrier;
	sm->data_path = k->data;
	sm->error.status = SIMT_OK;
	memcpy(n, k->counts, launches_counts_bytes(n, l->f->n));
	n->runs = k->had_runs ? runs : NULL;
	if (!k->had_runs)
		free(runs);
	else
		memcpy(runs, k->runs, (l->f->n + 1) * sizeof *runs);
}

/* ---- a round ---- */

/* A thread takes SM after SM, in their order: its set sees them one after the other. */
static void
work(void *arg, unsigned worker)
{
	struct side_by_side *s = arg;
	unsigned i;

	while (!atomic_load(&s->fault) && (i = atomic_fetch_add(&s->next, 1)) < s->n) {
		struct sm *sm = s->gpu->awake[s->first + i];

		keep_sm(s->kept + i, sm, s->gpu->running[0]);
		s->kept[i].ran = true;
		sm->memory.set = speculation_set(s->memory, worker);
		if (!s->turn(s->arg, worker, sm))
			atomic_store(&s->fault, true);
		sm->memory.set = NULL;
	}
}

static void
check_set(void *arg, unsigned worker)
{
	speculation_check(((struct side_by_side *)arg)->memory, worker);
}

static void
end_set(void *arg, unsigned worker)
{
	const struct side_by_side *s = arg;

	speculation_end(s->memory, worker, s->holds);
}

/* What is to be done after a round, for each set. */
static void
for_each_set(struct side_by_side *s, void (*what)(void *arg, unsigned worker))
{
	if (jobs_are_eager(s->jobs) || speculation_pieces(s->memory) >= SHARED_PIECES) {
		jobs_share(s->jobs, s->threads, what, s);
		return;
	}
	for (unsigned i = 0; i < s->threads; i++)
		what(s, i);
}

/* The SMs of the round run. True: it holds, and is done; else all is as before it. */
static bool
try_round(struct side_by_side *s, uint64_t most, uint64_t *n, enum speculation_outcome *outcome)
{
	for (unsigned i = 0; i < s->n; i++)
		s->kept[i].ran = false;
	atomic_store(&s->next, 0);
	atomic_store(&s->fault, false);
	speculation_begin(s->memory);
	jobs_share(s->jobs, s->threads, work, s);
	*n = 0;
	for (unsigned i = 0; i < s->n; i++)
		*n += s->kept[i].ran ? s->gpu->awake[s->first + i]->now - s->kept[i].now : 0;
	if (!atomic_load(&s->fault))
		for_each_set(s, check_set);
	*outcome = speculation_outcome(s->memory);
	s->holds = !atomic_load(&s->fault) && *n <= most && *outcome == SPECULATION_HOLDS;
	for_each_set(s, end_set);
	for (unsigned i = 0; !s->holds && i < s->n; i++)
		if (s->kept[i].ran)
			put_sm_back(s->gpu->awake[s->first + i], s->kept + i, s->gpu->running[0]);
	return s->holds;
}

/* Which SMs are to be of a round, and how many blocks these have. */
static unsigned
choose_sms(struct side_by_side *s, unsigned first, unsigned *blocks)
{
	const struct gpu *gpu = s->gpu;
	const bool eager = jobs_are_eager(s->jobs);
	const unsigned most = eager || s->held ? gpu->nawake : FIRST * s->threads;
	unsigned all = 0, n = 0;

	*blocks = 0;
	for (unsigned i = first; i < gpu->nawake && !sm_blocks_resident(&gpu->awake[i]->blocks); i++) {
		const unsigned here = sm_blocks_count(&gpu->awake[i]->blocks);

		all += here;
		*blocks += n < most ? here : 0;
		n += n < most;
	}
	if (n < 2 || (!eager && (!s->block_ns || all * s->block_ns < (jobs_have_begun(s->jobs) ? WORTH : BEGIN))))
		return 0;
	return n;
}

/* A round of the SMs that have been chosen. False: all is as it was, and they are to run alone. */
static bool
run_round(struct side_by_side *s, uint64_t most, uint64_t *n)
{
	enum speculation_outcome outcome = SPECULATION_LEARNS;
	bool holds = false;

	for (unsigned i = 0; i <= REPEATS && !holds && outcome == SPECULATION_LEARNS; i++)
		holds = try_round(s, most, n, &outcome);
	if (!holds) {
		s->off = true;
		if (outcome != SPECULATION_HOLDS && outcome != SPECULATION_FULL)
			s->bad[s->next_bad++ % BAD] = s->f;
		return false;
	}
	s->held = true;
	s->rounds++;
	return true;
}

unsigned
side_by_side_run(struct gpu *gpu, unsigned first, uint64_t most, uint64_t *n, side_by_side_turn *turn, void *arg)
{
	struct side_by_side *s = gpu->side_by_side;
	const bool eager = jobs_are_eager(s->jobs);
	uint64_t start;
	unsigned blocks;

	if (s->off || (s->wait && !eager)) {
		s->wait -= s->wait > 0;
		return 0;
	}
	start = jobs_host_ns();
	end_alone(s, start);
	s->n = choose_sms(s, first, &blocks);
	if (!s->n) {
		begin_alone(s, start);
		return 0;
	}
	s->first = first;
	s->turn = turn;
	s->arg = arg;
	if (!run_round(s, most, n))
		return 0;
	if (jobs_host_ns() - start < blocks * s->block_ns) {
		s->failed = 0;
	} else {
		s->failed += s->failed < PAUSES;
		s->wait = gpu->nawake << s->failed;
	}
	return s->n;
}

uint64_t
side_by_side_held(const struct gpu *gpu)
{
	return gpu->side_by_side ? gpu->side_by_side->rounds : 0;
}
