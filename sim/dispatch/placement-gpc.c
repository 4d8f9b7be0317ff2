/* placement-gpc.c: placement of blocks by GPC, as an H200 does it in the records of validate/data/h200/placement/.
 *
 * SMs belong to TPCs, TPCs to GPCs. A few TPCs are apart: they belong to no GPC, and form two halves. GPCs take turns. In its turn each
 * SM of a GPC that has room gets a block, TPC by TPC. The SMs apart come first in a launch; after that they have one turn of every
 * apart_turns. Their two halves take turns, except that the half that had the last turn before a launch has the launch's first. Whose
 * turn it is is kept from launch to launch. In the very first launch, the SMs apart have one turn of every apart_cold until each GPC has
 * had a turn. Then it continues as if the launch began.
 *
 * A launch that has fewer blocks left than there are SMs with room spreads them. They go to the SMs with the fewest blocks; of these
 * first to the SMs apart, then to TPCs with the fewest blocks, one block to each GPC after the other. This settles which SMs get one.
 * The turns remain as before, except that the SMs apart wait until no other SM that gets one has fewer blocks. They wait less if only
 * few blocks are left beyond whole rounds of all SMs. Then they wait for a number of turns that grows with these blocks (last_wait), as
 * if each had to be searched for.
 *
 * For a launch beside another one, SMs differ. They count by how many more blocks of it they can hold, whatever blocks are there. SMs
 * that can hold fewer than others join a round of all GPCs later for each block. Where that keeps the SMs apart from coming first, the
 * GPC whose turn it is has that turn at the end of the round.
 *
 * What this module cannot do: say why the SMs apart come more often than others. */
#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/dispatch/placement.h"
#include "sim/runtime/gpu.h"

enum { APART = GPCS_MOST, MOST_SMS = GPC_SMS_MOST };

/* One way of seeing the machine, worked out for each turn: of its SMs, no more than there are of each array. */
struct plan {
	struct gpu *gpu;
	const struct launch_state *l;
	unsigned sms, tpc, gpcs;     /* SMs; of a TPC; GPCs */
	unsigned from, to;           /* no SM before `from`, or from `to` on, has room: mostly one has, where a block has ended */
	const uint8_t *group;        /* of an SM: its GPC, or APART */
	uint16_t lacks[MOST_SMS];    /* blocks of the launch that it holds less than the SM that holds most */
	uint16_t load[MOST_SMS];     /* the same, those of the plan included */
	uint16_t tpc_load[MOST_SMS]; /* of a TPC */
	bool room[MOST_SMS], gets[MOST_SMS]; /* has room; gets a block at least */
	unsigned left[MOST_SMS];             /* further blocks it has room for */
};

/* How many further blocks the SM has room for. */
static unsigned
room_for(struct gpu *gpu, const struct launch_state *l, unsigned i)
{
	return sm_takes(gpu, gpu->sm + i, l) ? sm_blocks_room(gpu->sm + i, l) : 0;
}

static void
see(struct plan *p, struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	unsigned most = 0, idle = UINT32_MAX, i;

	p->gpu = gpu;
	p->l = l;
	p->sms = gpu_sms(gpu);
	p->tpc = gpu->m->chip.tpc_sms;
	p->gpcs = gpu->gpc->gpcs;
	p->group = gpu->gpc->group;
	p->from = p->to = 0;
	memset(p->tpc_load, 0, p->sms * sizeof *p->tpc_load);
	memset(p->room, 0, p->sms * sizeof *p->room);
	memset(p->left, 0, p->sms * sizeof *p->left);
	for (i = first; i < end; i++) {
		/* mostly all but one are full */
		if (gpu->gpc->full[i] == l->number)
			continue;
		/* those without any block are alike */
		if (!gpu->sm[i].awake && idle == UINT32_MAX)
			idle = room_for(gpu, l, i);
		p->left[i] = gpu->sm[i].awake ? room_for(gpu, l, i) : idle;
		p->room[i] = p->left[i];
		if (!p->room[i]) {
			gpu->gpc->full[i] = l->number;
			continue;
		}
		most = p->left[i] > most ? p->left[i] : most;
		p->from = p->to ? p->from : i;
		p->to = i + 1;
	}
	/* of all TPCs that have room */
	for (i = p->from / p->tpc * p->tpc; i < p->sms && i < (p->to + p->tpc - 1) / p->tpc * p->tpc; i++) {
		p->lacks[i] = p->load[i] = (uint16_t)(most - p->left[i]);
		p->tpc_load[i / p->tpc] = (uint16_t)(p->tpc_load[i / p->tpc] + (i >= first && i < end ? p->load[i] : 0));
	}
}

/* Whether SM a is to get one of the last blocks rather than b: neither has to, but both could. */
static bool
is_rather(const struct plan *p, unsigned a, unsigned b)
{
	bool apart = p->group[a] == APART, other = p->group[b] == APART;

	if (p->load[a] != p->load[b])
		return p->load[a] < p->load[b];
	if (apart != other)
		return apart;
	return p->tpc_load[a / p->tpc] < p->tpc_load[b / p->tpc];
}

/* The SM of a group that gets a block before the others of the group, or MOST_SMS. */
static unsigned
best_of(const struct plan *p, unsigned group)
{
	unsigned best = MOST_SMS;

	for (unsigned i = p->from; i < p->to; i++)
		if (p->left[i] && p->group[i] == group && (best == MOST_SMS || is_rather(p, i, best)))
			best = i;
	return best;
}

/* Settles which SMs get the last n blocks. */
static void
spread(struct plan *p, uint64_t n)
{
	struct gpc_turns *t = p->gpu->gpc;
	unsigned first[APART + 1];

	memset(t->last, 0, p->sms * sizeof *t->last);
	for (unsigned g = 0; g <= APART; g++)
		first[g] = MOST_SMS;
	for (unsigned i = p->from; i < p->to; i++)
		if (p->left[i] && (first[p->group[i]] == MOST_SMS || is_rather(p, i, first[p->group[i]])))
			first[p->group[i]] = i;
	for (unsigned turn = 0; n; n--) {
		unsigned best = first[APART], group = turn;

		for (unsigned k = 0; k < p->gpcs; k++) {
			unsigned g = (turn + k) % p->gpcs, i = first[g];

			if (i < MOST_SMS && (best == MOST_SMS || is_rather(p, i, best))) {
				best = i;
				group = g + 1;
			}
		}
		if (best == MOST_SMS)
			return;
		if (p->group[best] != APART)
			turn = group % p->gpcs;
		t->last[best]++;
		p->load[best]++;
		p->tpc_load[best / p->tpc]++;
		p->left[best]--;
		first[p->group[best]] = best_of(p, p->group[best]);
	}
}

/* Whether the last blocks are settled, and some of the SMs that are to get them have room: these get one. */
static bool
settled(struct plan *p)
{
	bool any = false;

	for (unsigned i = p->from; i < p->to; i++) {
		p->gets[i] = p->room[i] && p->gpu->gpc->last[i];
		any = any || p->gets[i];
	}
	return any;
}

/* The SMs apart wait while another one that gets a block has room for more. */
static bool
apart_waits(const struct plan *p)
{
	unsigned apart = UINT32_MAX, other = UINT32_MAX;

	for (unsigned i = p->from; i < p->to; i++) {
		unsigned *least = p->group[i] == APART ? &apart : &other;

		if (p->gets[i] && p->lacks[i] < *least)
			*least = p->lacks[i];
	}
	return other < apart;
}

/* Adds the SMs of a group that get a block, from number `first` to before `end`. */
static void
add_group(const struct plan *p, unsigned group, unsigned first, unsigned end)
{
	struct gpc_turns *t = p->gpu->gpc;

	first = first > p->from ? first : p->from;
	end = end < p->to ? end : p->to;
	for (unsigned i = first; i < end; i++)
		if (p->gets[i] && p->group[i] == group)
			t->sm[t->n++] = (uint16_t)i;
}

/* The SMs apart form two halves by number. The first half ends before this SM. */
static unsigned
middle(const struct plan *p)
{
	unsigned first = 0;

	while (first < p->sms && p->group[first] != APART)
		first++;
	return first + (p->sms - first + 1) / 2;
}

static void
add_sms_apart(const struct plan *p)
{
	struct gpc_turns *t = p->gpu->gpc;
	const unsigned half_way = p->from < p->to ? middle(p) : 0, from[2] = {0, half_way}, to[2] = {half_way, p->sms};
	bool first = t->half;

	for (unsigned k = 0; k < 2; k++) {
		unsigned n = t->n, half = first != (k == 1);

		add_group(p, APART, from[half], to[half]);
		/* a half that got none has had no turn */
		if (t->n > n) {
			t->half = !half;
			t->had_turn = true;
		}
	}
	t->apart++;
}

/* Whether the SMs apart get the launch's last blocks now, before others have had their whole rounds, and which of them do. Only where there
 * is nothing else on the machine. */
static bool
comes_early(struct plan *p)
{
	struct gpc_turns *t = p->gpu->gpc;
	const struct simt_machine *m = p->gpu->m;
	uint64_t rounds = p->l->blocks / p->sms, n = p->l->blocks % p->sms, apart = 0, wait;

	if (!m->dispatch.last_wait || !n || !t->due || t->apart != rounds || p->to - p->from < p->sms)
		return false;
	for (unsigned i = 0; i < p->sms; i++) {
		bool here = p->group[i] == APART;

		if (!p->room[i] || sm_blocks_count(&p->gpu->sm[i].blocks) > rounds ||
		    (here && sm_blocks_count(&p->gpu->sm[i].blocks) != rounds))
			return false;
		apart += here;
	}
	wait = m->dispatch.last_wait + (n - 1) * m->dispatch.last_block + (n > apart / p->tpc ? m->dispatch.last_second : 0);
	if ((t->turns - t->due) * UINT64_C(100) < wait)
		return false;
	if (!settled(p)) {
		/* as it will be after the whole rounds */
		for (unsigned i = 0; i < p->sms; i++) {
			p->load[i] = (uint16_t)rounds;
			p->tpc_load[i / p->tpc] = (uint16_t)(rounds * p->tpc);
		}
		spread(p, n);
		settled(p);
		memset(t->last, 0, p->sms * sizeof *t->last);
	}
	return true;
}

/* A launch's first turn: with which round each SM joins, and how many whole rounds there are for the SMs apart. */
static void
begin(struct plan *p)
{
	struct gpc_turns *t = p->gpu->gpc;
	uint64_t blocks = p->l->blocks;
	unsigned room = 0;

	t->apart_joins = t->last_joins = 0;
	for (unsigned i = 0; i < p->sms; i++) {
		t->joins[i] = p->room[i] && p->gpcs ? p->lacks[i] : 0;
		t->last_joins = t->joins[i] > t->last_joins ? t->joins[i] : t->last_joins;
	}
	t->whole = blocks / p->sms;
	if (!t->last_joins)
		return;
	t->apart_joins = UINT16_MAX;
	for (unsigned i = 0; i < p->sms; i++) {
		room += p->room[i];
		if (p->room[i] && p->group[i] == APART && t->joins[i] < t->apart_joins)
			t->apart_joins = t->joins[i];
	}
	for (unsigned round = 0; round < t->last_joins; round++) {
		unsigned n = 0;

		for (unsigned i = 0; i < p->sms; i++)
			n += p->room[i] && t->joins[i] <= round;
		blocks -= n < blocks ? n : blocks;
	}
	t->whole = blocks / room + (t->last_joins > t->apart_joins ? t->last_joins - t->apart_joins : 0);
}

static unsigned
round_now(const struct plan *p)
{
	return p->gpcs ? p->gpu->gpc->passed / p->gpcs : 0;
}

/* Whether an SM that has joined gets a block in what is left of this round. */
static bool
round_goes_on(const struct plan *p)
{
	const struct gpc_turns *t = p->gpu->gpc;

	for (unsigned i = p->from; i < p->to; i++) {
		unsigned group = p->group[i];

		if (p->room[i] && t->joins[i] <= round_now(p) && group != APART &&
		    (group + p->gpcs - t->gpc) % p->gpcs < p->gpcs - t->passed % p->gpcs)
			return true;
	}
	return false;
}

/* Those get a block that have joined. */
static void
let_join(struct plan *p)
{
	struct gpc_turns *t = p->gpu->gpc;

	while (round_now(p) < t->last_joins && !round_goes_on(p)) {
		unsigned rest = p->gpcs - t->passed % p->gpcs;

		t->gpc = (t->gpc + rest) % p->gpcs;
		t->passed += rest;
	}
	for (unsigned i = p->from; i < p->to; i++)
		p->gets[i] = p->room[i] && t->joins[i] <= round_now(p);
}

/* Adds the next GPC of which an SM gets a block; it has had its turn. */
static void
add_next(const struct plan *p)
{
	struct gpc_turns *t = p->gpu->gpc;

	for (unsigned k = 0; !t->n && k < p->gpcs; k++) {
		add_group(p, t->gpc, 0, p->sms);
		t->gpc = (t->gpc + 1) % p->gpcs;
		t->passed++;
	}
}

/* Whether the SMs apart, which would come first in a launch, get nothing because others hold more blocks. */
static bool
apart_lacks(const struct plan *p)
{
	bool lacks = false;

	for (unsigned i = p->from; i < p->to; i++)
		if (p->group[i] == APART) {
			if (p->gets[i])
				return false;
			lacks = lacks || (p->room[i] && p->lacks[i]);
		}
	return lacks;
}

/* Works out who gets a block in the next turn. */
static void
turn(struct plan *p)
{
	struct gpc_turns *t = p->gpu->gpc;
	uint64_t n = p->l->blocks - p->l->next_block;
	unsigned room = 0, get = 0, every = t->cold ? p->gpu->m->dispatch.apart_cold : p->gpu->m->dispatch.apart_turns;
	bool apart, due;

	for (unsigned i = p->from; i < p->to; i++)
		room += p->room[i];
	if (t->turns == 0)
		begin(p);
	/* the SMs apart do not wait longer than so, and with them all come that have joined by then */
	if (t->turns == t->apart_joins * every && n >= room && round_now(p) < t->apart_joins)
		t->passed = t->apart_joins * p->gpcs;
	let_join(p);
	if (t->apart_first == UINT32_MAX && round_now(p) >= t->apart_joins)
		t->apart_first = t->turns;
	due = t->turns >= t->apart_first && (t->turns == t->apart_first || (t->turns - t->apart_first) % every == every - 1);
	if (due && t->cold && t->passed >= p->gpcs) {
		t->cold = false;
		t->apart_first = t->turns;
	}
	if (due && !t->due && t->apart && t->apart == t->whole)
		t->due = t->turns;
	if (!settled(p) && n < room)
		spread(p, n);
	if (comes_early(p)) {
		apart = true;
	} else if (settled(p)) {
		apart = !apart_waits(p);
	} else {
		let_join(p);
		apart = due && t->apart < t->whole;
	}
	if (apart && t->turns == 0 && t->had_turn)
		t->half = !t->half;
	if (t->turns == 0 && apart_lacks(p)) {
		add_next(p);
		t->n = t->passed = 0;
	}
	t->turns++;
	if (apart)
		add_sms_apart(p);
	for (unsigned i = p->from; i < p->to; i++)
		get += p->gets[i];
	if (get)
		add_next(p);
	if (!t->n)
		add_sms_apart(p);
}

/* The next SM of the turn that takes a block. */
static struct sm *
next_of(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	struct gpc_turns *t = gpu->gpc;

	while (t->next < t->n) {
		struct sm *sm = gpu->sm + t->sm[t->next++];

		if (sm->id < first || sm->id >= end || !sm_takes(gpu, sm, l))
			continue;
		if (t->last[sm->id])
			t->last[sm->id]--;
		return sm;
	}
	return NULL;
}

static struct gpc_turns *
turns_new(const struct simt_machine *m)
{
	struct gpc_turns *t = zeroed(1, sizeof *t);
	uint8_t group[MOST_SMS];

	t->gpcs = gpcs_of(m, group);
	for (unsigned i = 0; i < m->chip.sms; i++)
		t->group[i] = group[i / m->chip.tpc_sms];
	return t;
}

/* The clock is 0, and no block has been placed yet. */
static void
begin_turns(struct gpu *gpu)
{
	struct gpc_turns *t = gpu->gpc;

	t->begun = true;
	t->gpc = t->gpcs ? gpu->m->dispatch.gpc_first % t->gpcs : 0; /* a machine may have fewer than that */
	t->half = gpu->m->dispatch.apart_first;
	t->cold = gpu->m->dispatch.apart_cold;
	t->had_turn = false;
	t->launch = t->n = t->next = 0;
	memset(t->full, 0, gpu_sms(gpu) * sizeof *t->full);
}

struct sm *
placement_gpc(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end)
{
	struct gpc_turns *t = gpu->gpc;
	struct sm *sm;
	struct plan p;

	if (!t)
		t = gpu->gpc = turns_new(gpu->m);
	if (!t->begun)
		begin_turns(gpu);
	if (t->launch != l->number) {
		t->cold = t->cold && !t->launch;
		t->turns = t->apart = t->due = t->n = t->passed = 0;
		t->apart_first = UINT32_MAX;
		memset(t->last, 0, gpu_sms(gpu) * sizeof *t->last);
	}
	t->launch = l->number;
	sm = next_of(gpu, l, first, end);
	if (sm)
		return sm;
	t->n = t->next = 0;
	see(&p, gpu, l, first, end);
	turn(&p);
	return next_of(gpu, l, first, end);
}
