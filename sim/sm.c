/* sm.c: a streaming multiprocessor: its clock, its warp schedulers, its blocks.
 *
 * Each sub-core knows the first cycle in which it may issue; the SM goes from one such cycle to the next. Issue slots in between are
 * counted when they are passed, as without eligible warp or without any warp. */
#include <stdlib.h>
#include <string.h>

#include "abi.h"
#include "context.h"
#include "events.h"
#include "fetch.h"
#include "l1.h"
#include "regroup.h"
#include "simulate.h"

void *
xrealloc(void *p, size_t bytes)
{
	p = realloc(p, bytes ? bytes : 1);
	if (!p)
		abort();
	return p;
}

bool
sm_init(struct sm *sm, struct gpu *gpu, uint32_t id, const struct policy *policy)
{
	const int32_t *v = gpu->m->v;
	unsigned n = (unsigned)v[M_subcores], slots = (unsigned)(v[M_threads_per_sm] / v[M_warp_size]) / n;

	*sm = (struct sm){.gpu = gpu, .m = gpu->m, .id = id, .policy = policy, .packs = policy->may_join};
	/* packed lanes have no bank of their own: what is not there is skipped */
	sm->skips = v[M_bank_issue] == BANK_SKIP || (sm->packs && v[M_bank_issue] == BANK_INDEPENDENT);
	sm->halves = v[M_fma_halves];
	pipes_held(sm);
	sm->subcore = calloc(n, sizeof *sm->subcore);
	sm->l1 = l1_new(gpu->m);
	if (!sm->subcore || !sm->l1 || !stores_init(&sm->stores) || !stores_init(&sm->recent))
		return false;
	for (unsigned i = 0; i < n; i++) {
		struct subcore *c = sm->subcore + i;

		c->nslots = slots;
		l1_queue(sm->m, &c->lg);
		c->next = NEVER;
		c->warps = calloc(slots, sizeof *c->warps);
		c->ready = calloc(slots, sizeof *c->ready);
		c->pipe_of = calloc(slots, sizeof *c->pipe_of);
		c->bank = calloc(banks_of(gpu->m), sizeof *c->bank);
		if (!c->warps || !c->ready || !c->pipe_of || !c->bank)
			return false;
		c->pipe = c->bank->pipe;
	}
	return fetch_init(sm);
}

static void
block_free(struct block *b)
{
	free(b->rows);
	free(b->registers);
	free(b->shared);
	free(b->local);
	regroup_block_free(b->regrouped);
	free(b);
}

void
sm_abandon(struct sm *sm)
{
	for (unsigned k = 0; k < (unsigned)sm->m->v[M_subcores]; k++) {
		struct subcore *c = sm->subcore + k;

		for (unsigned i = 0; i < c->used; i++) {
			struct warp *w = c->warps + i;

			if (!w->block)
				continue;
			if (w->runs)
				split_free_all(&w->runs);
			split_free_all(&w->also);
			if (sm->policy->warp_end)
				sm->policy->warp_end(w);
			split_free_all(&w->others);
			split_free_all(&w->c.slot);
			w->block = NULL;
		}
		c->used = c->resident = 0;
		c->next = NEVER;
	}
	while (sm->blocks) {
		struct block *b = sm->blocks;

		sm->blocks = b->next;
		block_free(b);
	}
	sm->nblocks = 0;
	sm->registers_used = sm->shared_used = sm->warps_used = 0;
	sm->resident = 0;
	sm->nstart = sm->nrequest = sm->nblock_end = 0;
	sm->nload = sm->load_free = 0;
	sm->naccess = 0;
	if (sm->l1)
		l1_abandon(sm->l1);
	for (unsigned k = 0; k < (unsigned)sm->m->v[M_subcores]; k++)
		l1_queue(sm->m, &sm->subcore[k].lg);
	stores_clear(&sm->stores);
	stores_clear(&sm->recent);
}

void
sm_free(struct sm *sm)
{
	if (!sm->gpu)
		return;
	if (sm->subcore) {
		fetch_free(sm);
		sm_abandon(sm);
		for (unsigned i = 0; i < (unsigned)sm->m->v[M_subcores]; i++) {
			for (unsigned k = 0; sm->subcore[i].warps && k < sm->subcore[i].nslots; k++)
				free(sm->subcore[i].warps[k].pending);
			free(sm->subcore[i].bank);
			free(sm->subcore[i].warps);
			free(sm->subcore[i].ready);
			free(sm->subcore[i].pipe_of);
		}
	}
	free(sm->subcore);
	free(sm->start);
	free(sm->request);
	free(sm->load);
	free(sm->block_end);
	free(sm->access);
	l1_free(sm->l1);
	stores_free(&sm->stores);
	stores_free(&sm->recent);
}

void
sm_reset(struct sm *sm, uint64_t now)
{
	l1_reset(sm->l1);
	fetch_reset(sm);
	stores_clear(&sm->recent);
	sm->data_free = sm->arrivals_free = sm->parting_free = sm->choices_free = 0;
	sm->data_global = false;
	sm->data_lost = 0;
	memset(sm->shared_taken, 0, sizeof sm->shared_taken);
	sm->fill = (struct server){0};
	sm->answers = (struct server){0};
	sm->now = sm->resident_since = now;
	sm->started = 0;
	sm->first = 0;
	for (unsigned i = 0; i < (unsigned)sm->m->v[M_subcores]; i++) {
		struct subcore *c = sm->subcore + i;

		c->next = NEVER;
		c->counted = now;
		c->last = c->front = 0;
		c->behind = 0;
		c->data_free = c->choices_free = now;
		l1_queue(sm->m, &c->lg);
		c->last_at = 0;
		for (unsigned b = 0; b < banks_of(sm->m); b++)
			bank_reset(c->bank + b, now);
	}
}

/* ---- counting ---- */

/* Issue slots from c->counted to `cycle`, in which nothing was issued. */
static void
pass(struct sm *sm, struct subcore *c, uint64_t cycle)
{
	if (cycle <= c->counted)
		return;
	if (c->resident)
		sm->slots_no_eligible += cycle - c->counted;
	else
		sm->slots_no_warp += cycle - c->counted;
	c->counted = cycle;
}

/* Before the number of a launch's resident warps changes at `cycle`. */
static void
residence(struct sm *sm, struct launch_counts *n, uint64_t cycle)
{
	n->v[SIMT_STAT_warp_cycles] += n->resident * (cycle - n->resident_since);
	n->resident_since = cycle;
	sm->cycles_active += sm->resident ? cycle - sm->resident_since : 0;
	sm->resident_since = cycle;
}

void
sm_settle(struct sm *sm, uint64_t cycle)
{
	for (unsigned i = 0; i < sm->gpu->nrunning; i++)
		residence(sm, sm->gpu->running[i]->counts + sm->id, cycle);
	sm->cycles_active += sm->resident ? cycle - sm->resident_since : 0;
	sm->resident_since = cycle;
	for (unsigned k = 0; k < (unsigned)sm->m->v[M_subcores]; k++) {
		struct subcore *c = sm->subcore + k;

		pass(sm, c, cycle);
		for (unsigned i = 0; i < c->used; i++)
			if (c->warps[i].block)
				account(sm, c, i, cycle);
	}
}

/* ---- blocks ---- */

bool
sm_fits(const struct sm *sm, const struct launch_state *l)
{
	const int32_t *v = sm->m->v;

	return l->counts[sm->id].blocks + 1 <= l->fit.blocks && sm->nblocks + 1 <= (unsigned)v[M_blocks_per_sm] &&
	       sm->warps_used + l->warps_per_block <=
		       (unsigned)(v[M_threads_per_sm] / v[M_warp_size] / v[M_subcores] * v[M_subcores]) &&
	       sm->registers_used + l->regs_block <= (unsigned)v[M_registers_per_sm] &&
	       sm->shared_used + l->shared_block <= (sm->nblocks ? sm->shared_room : (uint64_t)v[M_shared_per_sm]);
}

unsigned
sm_room(const struct sm *sm, const struct launch_state *l)
{
	const int32_t *v = sm->m->v;
	uint64_t warps = (uint64_t)(v[M_threads_per_sm] / v[M_warp_size] / v[M_subcores] * v[M_subcores]),
		 shared = sm->nblocks ? sm->shared_room : (uint64_t)v[M_shared_per_sm],
		 n = l->fit.blocks - l->counts[sm->id].blocks, k;

	k = (uint64_t)v[M_blocks_per_sm] - sm->nblocks;
	n = k < n ? k : n;
	k = (warps - sm->warps_used) / l->warps_per_block;
	n = k < n ? k : n;
	k = l->regs_block ? ((uint64_t)v[M_registers_per_sm] - sm->registers_used) / l->regs_block : n;
	n = k < n ? k : n;
	k = l->shared_block ? (shared - sm->shared_used) / l->shared_block : n;
	return (unsigned)(k < n ? k : n);
}

/* An SM without blocks divides its memory anew: shared memory for as many blocks of the launch as it holds, in one of a few sizes; L1 has
 * the rest. */
static void
divide_memory(struct sm *sm, const struct launch_state *l)
{
	const int32_t *v = sm->m->v;
	uint64_t need = (uint64_t)l->fit.blocks * l->shared_block, taken = 0;

	for (int i = M_carveout_1; i <= M_carveout_7; i++)
		if (v[i] && (!taken || taken < need))
			taken = (uint64_t)v[i];
	l1_resize(sm->l1, taken < (uint64_t)v[M_l1_bytes] ? ((uint64_t)v[M_l1_bytes] - taken) * (uint64_t)v[M_l1_share] / 16 : 0);
	/* what no size holds fits all the same; never more than there is */
	sm->shared_room = taken > need ? taken : need;
	if (sm->shared_room > (uint64_t)v[M_shared_per_sm])
		sm->shared_room = (uint64_t)v[M_shared_per_sm];
}

void
sm_assign(struct sm *sm, struct launch_state *l, uint64_t cycle)
{
	struct launch_counts *n = l->counts + sm->id;

	if (!n->pc) {
		n->pc = xrealloc(NULL, l->f->n * sizeof *n->pc);
		memset(n->pc, 0, l->f->n * sizeof *n->pc);
	}
	if (!sm->nblocks)
		divide_memory(sm, l);
	if (sm->nstart == sm->start_cap) {
		sm->start_cap = sm->start_cap ? 2 * sm->start_cap : 32;
		sm->start = xrealloc(sm->start, sm->start_cap * sizeof *sm->start);
	}
	sm->start[sm->nstart++] = (struct block_start){cycle, l->next_block++, l};
	n->blocks++;
	sm->nblocks++;
	sm->warps_used += l->warps_per_block;
	sm->registers_used += l->regs_block;
	sm->shared_used += l->shared_block;
}

void
sm_release(struct sm *sm, const struct launch_state *l)
{
	l->counts[sm->id].blocks--;
	sm->nblocks--;
	sm->warps_used -= l->warps_per_block;
	sm->registers_used -= l->regs_block;
	sm->shared_used -= l->shared_block;
}

/* Threads past the end of the block keep index 0; they are never active. */
static void
set_thread_indices(struct block *b)
{
	for (uint32_t t = 0; t < b->threads; t++) {
		struct home_row *row = b->rows + t / ISA_LANES;

		row->tid[0][t % ISA_LANES] = (uint16_t)(t % b->x.ntid[0]);
		row->tid[1][t % ISA_LANES] = (uint16_t)(t / b->x.ntid[0] % b->x.ntid[1]);
		row->tid[2][t % ISA_LANES] = (uint16_t)(t / b->x.ntid[0] / b->x.ntid[1]);
	}
}

static struct block *
block_new(const struct sm *sm, struct launch_state *l, uint64_t number)
{
	struct block *b = xrealloc(NULL, sizeof *b);
	const struct simt_module *mod = l->f->module;
	const struct cubin_kernel *k = l->f->kernel;
	const struct isa_abi *abi = isa_abi(cubin_sm(mod->cubin));
	uint32_t threads = l->block.x * l->block.y * l->block.z, width = (uint32_t)sm->m->v[M_warp_size];

	if (l->regroup)
		threads = regroup_threads(l->regroup, threads, number);
	*b = (struct block){
		.launch = l,
		.counts = l->counts + sm->id,
		.number = number,
		.nrows = l->rows_per_block,
		.nwarps = (threads + width - 1) / width,
		.live_warps = (threads + width - 1) / width,
		.threads = threads,
	};
	b->rows = calloc(b->nrows, sizeof *b->rows);
	b->registers = calloc((size_t)b->nrows * l->regs, sizeof *b->registers);
	b->shared = calloc(l->shared_bytes ? l->shared_bytes : 1, 1);
	if (!b->rows || !b->registers || !b->shared)
		abort();
	b->x = (struct exec_block){
		.ctaid = {(uint32_t)(number % l->grid.x), (uint32_t)(number / l->grid.x % l->grid.y),
			  (uint32_t)(number / l->grid.x / l->grid.y)},
		.nctaid = {l->grid.x, l->grid.y, l->grid.z},
		.ntid = {l->block.x, l->block.y, l->block.z},
		.bank = {l->bank0, NULL, k->blob[CUBIN_BANK2].data, mod->bank3, mod->bank4},
		.bank_bytes = {l->bank0_bytes, 0, (uint32_t)k->blob[CUBIN_BANK2].size,
			       (uint32_t)cubin_blob(mod->cubin, CUBIN_BANK3)->size,
			       (uint32_t)cubin_blob(mod->cubin, CUBIN_BANK4)->size},
		.shared_bytes = l->shared_bytes,
		.shared_window = abi->shared_address,
		.local_window = abi->local_address,
		.mhz = (uint32_t)sm->m->v[M_clock],
	};
	for (uint32_t i = 0; i < b->nrows; i++) {
		b->rows[i].r = b->registers + (size_t)i * l->regs;
		b->rows[i].p[ISA_PT] = UINT32_MAX;
	}
	if (l->regroup)
		regroup_block_new(l->regroup, b, width);
	else
		set_thread_indices(b);
	return b;
}

/* The sub-core with the fewest warps, the first of these. */
static struct subcore *
least_loaded(struct sm *sm)
{
	struct subcore *best = sm->subcore;

	for (unsigned i = 1; i < (unsigned)sm->m->v[M_subcores]; i++)
		if (sm->subcore[i].resident < best->resident)
			best = sm->subcore + i;
	return best;
}

/* The sub-core of a block's warp, by turns: the next one that has a free slot. */
static struct subcore *
in_turn(struct sm *sm, uint32_t index)
{
	unsigned n = (unsigned)sm->m->v[M_subcores], k = (sm->first + index) % n;

	while (sm->subcore[k].resident == sm->subcore[k].nslots)
		k = (k + 1) % n;
	return sm->subcore + k;
}

static void
warp_start(struct sm *sm, struct block *b, uint32_t index, uint64_t cycle)
{
	struct subcore *c = sm->m->v[M_block_warps] == BLOCK_WARPS_TURNS ? in_turn(sm, index) : least_loaded(sm);
	unsigned i = 0, width = (unsigned)sm->m->v[M_warp_size];
	uint32_t first = index * width, n = b->threads - first < width ? b->threads - first : width;
	struct warp *w;

	while (i < c->used && c->warps[i].block)
		i++;
	if (i == c->used)
		c->used++;
	pass(sm, c, cycle);
	w = c->warps + i;
	*w = (struct warp){
		.block = b,
		.counts = b->counts,
		.f = b->launch->f,
		.index = index,
		.launched = lanes_low(n),
		.alive = lanes_low(n),
		.nlaunched = n,
		.nalive = n,
		.stall_until = cycle,
		.accounted = cycle,
		.age = ++sm->started,
		.first_thread = first,
		.nrows = width > ISA_LANES ? (n + ISA_LANES - 1) / ISA_LANES : 1,
		.row = b->rows + first / ISA_LANES,
		.place = (uint32_t)(c - sm->subcore) * c->nslots + i,
		.line = UINT32_MAX,
		.several = sm->several,
		.own = sm->several && (sm->packs || sm->m->v[M_split_scoreboards]),
		.pending = w->pending,
		.pending_cap = w->pending_cap,
	};
	w->simple = w->nrows == 1 && !b->regrouped;
	w->runs = split_first(b->regrouped ? b->regrouped->first[index + 1] - b->regrouped->first[index] : w->nrows, w->alive);
	w->runs->pc = w->f->entry;
	if (b->regrouped)
		w->runs->sets = b->regrouped->lanes + b->regrouped->first[index];
	sm->policy->warp_start(w);
	residence(sm, b->counts, cycle);
	b->counts->resident++;
	sm->resident++;
	c->resident++;
	b->counts->v[SIMT_STAT_warps_launched]++;
	if (sm->fetches)
		fetch(sm, c, w);
	slot_refresh(sm, c, i);
}

struct block *
sm_start_block(struct sm *sm)
{
	struct block *b = block_new(sm, sm->start[0].launch, sm->start[0].number);
	const unsigned subcores = (unsigned)sm->m->v[M_subcores];

	b->next = sm->blocks;
	sm->blocks = b;
	if (sm->fetches && !b->counts->v[SIMT_STAT_blocks_launched])
		fetch_launch(sm, b->launch);
	b->counts->v[SIMT_STAT_blocks_launched]++;
	if (sm->tap)
		tap_block(sm, b, true);
	for (uint32_t i = 0; i < b->nwarps; i++)
		warp_start(sm, b, i, sm->now);
	sm->first += b->nwarps % subcores ? b->nwarps % subcores : 1;
	sm->first %= subcores;
	sm->nstart--;
	memmove(sm->start, sm->start + 1, sm->nstart * sizeof *sm->start);
	return b;
}

void
sm_warp_left(struct sm *sm, struct subcore *c, struct launch_counts *n)
{
	residence(sm, n, sm->now + 1);
	n->resident--;
	sm->resident--;
	pass(sm, c, sm->now + 1);
	c->resident--;
	while (c->used && !c->warps[c->used - 1].block)
		c->used--;
}

void
sm_block_end(struct sm *sm, struct block *b)
{
	struct block **p = &sm->blocks;

	if (sm->tap)
		tap_block(sm, b, false);
	while (*p != b)
		p = &(*p)->next;
	*p = b->next;
	if (sm->nblock_end == sm->block_end_cap) {
		sm->block_end_cap = sm->block_end_cap ? 2 * sm->block_end_cap : 32;
		sm->block_end = xrealloc(sm->block_end, sm->block_end_cap * sizeof *sm->block_end);
	}
	sm->block_end[sm->nblock_end++] = (struct block_end){sm->now + 1, b->launch};
	block_free(b);
}

/* ---- warp schedulers ---- */

/* From when on the queue of L1 lets in the next instruction of slot i; 0: it needs none. */
static inline uint64_t
may_enter(const struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;

	return c->pipe_of[i] == PIPE_lsu && w->f->timing[w->runs->pc].lg ? l1_ready(&c->lg) : 0;
}

void
sm_wake(struct sm *sm)
{
	for (unsigned k = 0; k < (unsigned)sm->m->v[M_subcores]; k++) {
		struct subcore *c = sm->subcore + k;

		if (c->resident && l1_ready(&c->lg) < c->next)
			c->next = l1_ready(&c->lg);
	}
}

/* The warp in slot i has become ready: what its pipe, the reading of registers and the queue of L1 have been held up before that does not
 * count as waiting for them. To be called before anything issues in the cycle in which it is ready. */
static inline void
mark(struct subcore *c, unsigned i)
{
	struct warp *w = c->warps + i;

	w->busy_mark = pipe_busy(c->pipe + w->f->timing[w->runs->pc].pipe, c->ready[i]);
	w->read_mark = pipe_busy(c->pipe + PIPE_READ, c->ready[i]);
	if (c->pipe_of[i] == PIPE_lsu)
		w->full_mark = l1_full(&c->lg, c->ready[i]);
	w->marked = true;
}

/* Whether slot i's next instruction finds its pipe free, where it has not waited for that, and can read its registers in time. */
static inline bool
reads(const struct sm *sm, struct subcore *c, unsigned i)
{
	const struct warp *w = c->warps + i;

	if (c->pipe_of[i] == PIPE_NONE && c->pipe[w->f->timing[w->runs->pc].pipe].free > sm->now) {
		c->behind = c->pipe[w->f->timing[w->runs->pc].pipe].free;
		return false;
	}
	return !sm->ports || ports_idle(c->bank, sm->now) || ports_ready(sm, c->bank, i, w->f->timing + w->runs->pc) <= sm->now;
}

/* What has been chosen already does not hold up the sub-core from this cycle on. */
static inline uint64_t
may_issue(const struct subcore *c)
{
	return c->pipe[PIPE_READ].free > c->behind ? c->pipe[PIPE_READ].free : c->behind;
}

/* One issue slot of a sub-core at sm->now; works out its next one. Compiled twice, so that machines on which one split of a warp runs at a
 * time pay nothing for the others. */
static inline __attribute__((always_inline)) bool
step(struct sm *sm, struct subcore *c, bool several)
{
	prefer *better = sm->m->v[M_pipe_queue] ? is_ahead : warp_schedulers[sm->m->v[M_scheduler]];
	const unsigned none = UINT32_MAX;
	uint64_t now = sm->now, next = NEVER;
	unsigned best = none, fresh = none;
	const bool open = several || may_issue(c) <= now;

	if (sm->m->v[M_scheduler] == SCHEDULER_TWO_LEVEL)
		choose_front(sm, c);
	for (unsigned i = 0; i < c->used; i++) {
		if (c->ready[i] > now)
			continue;
		if (several) {
			several_mark(c, i);
		} else if (!c->warps[i].marked) {
			/* one that issues as soon as it is ready needs no mark */
			if (fresh == none && c->ready[i] == now)
				fresh = i;
			else
				mark(c, i);
		}
		if (open && (several ? several_next(c, i) : c->pipe[c->pipe_of[i]].free) <= now &&
		    (several || may_enter(c, i) <= now) && (best == none || better(sm, c, i, best)))
			best = i;
	}
	if (fresh != none && (fresh != best || c->pipe_of[fresh] == PIPE_NONE || !ports_idle(c->bank, now)))
		mark(c, fresh);
	/* what cannot read its registers in time holds the sub-core back */
	if (sm->dispatches && best != none && !(several ? several_reads(sm, c, best) : reads(sm, c, best))) {
		/* it stays at the head of the sub-core */
		if (!several) {
			c->last = best;
			c->last_at = may_issue(c) - 1;
		}
		best = none;
	}
	if (best != none) {
		pass(sm, c, now);
		c->counted = now + 1;
		c->last = best;
		c->last_at = now;
		c->warps[best].counts->v[SIMT_STAT_slots_issued]++;
		if (!(several ? several_issue(sm, c, best) : issue(sm, c, best)))
			return false;
		/* what held up the sub-core does not make it turn to another warp */
		if (!several && may_issue(c) > now + 1)
			c->last_at = may_issue(c) - 1;
	}
	for (unsigned i = 0; i < c->used; i++) {
		uint64_t t = c->ready[i], f;

		if (t >= next)
			continue;
		f = several ? several_next(c, i) : c->pipe[c->pipe_of[i]].free;
		t = f > t ? f : t;
		f = several ? 0 : may_enter(c, i);
		t = f > t ? f : t;
		next = t < next ? t : next;
		if (next <= now + 1)
			break;
	}
	/* a sub-core issues once a cycle */
	c->next = next <= now ? now + 1 : next;
	if (!several && c->next < may_issue(c))
		c->next = may_issue(c);
	return true;
}

static bool
subcore_step(struct sm *sm, struct subcore *c)
{
	return sm->several ? step(sm, c, true) : step(sm, c, false);
}

uint64_t
sm_next(const struct sm *sm)
{
	uint64_t t = sm->nstart ? sm->start[0].cycle : NEVER;

	for (unsigned i = 0; i < (unsigned)sm->m->v[M_subcores]; i++)
		if (sm->subcore[i].next < t)
			t = sm->subcore[i].next;
	return t;
}

void
sm_run(struct sm *sm, uint64_t until)
{
	unsigned n = (unsigned)sm->m->v[M_subcores];

	for (;;) {
		uint64_t t = sm_next(sm);

		if (t > sm->now)
			sm->now = t < until ? t : until;
		if (sm->now >= until)
			return;
		while (sm->nstart && sm->start[0].cycle <= sm->now)
			sm_start_block(sm);
		for (unsigned i = 0; i < n; i++)
			if (sm->subcore[i].next <= sm->now && !subcore_step(sm, sm->subcore + i))
				return;
	}
}
