/* l2-steps.c: see l2-steps.h. */
#include "sim/memory/l2-steps.h"

#include "base/alloc.h"
#include "sim/machine/machine.h"
#include "sim/memory/atomic-units.h"
#include "sim/memory/dram.h"
#include "sim/memory/interconnect.h"

/* So many turns before one does its step what it needs is brought into the host's caches. */
enum { AHEAD = 8 };

static uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* ---- what a step does for one turn ---- */

/* Lines are completed for a store that has written sectors in part. Returns how many. */
static __attribute__((noinline)) uint8_t
complete(struct l2_service *s, const struct l2_request *r, unsigned partition, uint8_t parts)
{
	unsigned n;

	s->completed = grow(s->completed, &s->completed_room, s->ncompleted + LINE_SECTORS, sizeof *s->completed);
	n = l2_tags_keep(s->tags, r, partition, parts, s->completed + s->ncompleted);
	s->ncompleted += n;
	return (uint8_t)n;
}

/* Where a line belongs is kept with it, since working that out takes as long as all the rest. */
static __attribute__((noinline)) void
set_place(const struct l2_service *s, struct l2_line *line, uint64_t number)
{
	const struct address_place place = address_map(&s->map, number);

	line->slice = place.slice % L2_PLACES_MOST;
	line->channel = place.channel % L2_PLACES_MOST;
	line->side = place.side & 1;
}

static void
copy_place(struct l2_line *line, const struct l2_line *from)
{
	line->slice = from->slice;
	line->channel = from->channel;
	line->side = from->side;
}

/* The same for lines that were not there; one of them may know it. */
static inline void
set_places(const struct l2_service *s, const struct l2_found *f, uint64_t number)
{
	if (f->new_home && (f->new_line || f->home == f->line))
		set_place(s, f->home, number);
	else if (f->new_home)
		copy_place(f->home, f->line);
	if (f->new_line)
		copy_place(f->line, f->home);
}

static inline __attribute__((always_inline)) void
turn_tags(struct l2_service *s, struct l2_turn *t, const struct l2_request *r, const struct port_place *at)
{
	struct l2_found f;

	l2_tags_look_up(s->tags, at, r, t->partition, t->set, &f);
	if (f.new_line | f.new_home)
		set_places(s, &f, r->line);
	t->line = f.line;
	t->home = f.home;
	t->is_new = (uint8_t)((f.new_line ? NEW_LINE : 0) | (f.new_home ? NEW_HOME : 0));
	t->copied = f.copied;
	t->fetched = f.fetched;
	t->written_back = f.written_back;
	t->parts = f.parts;
	t->completed = 0;
	t->far = f.line->side != at->side;
	t->channel = f.line->channel;
	t->slice = f.line->slice;
	if (t->remote && t->kind == L2_LOAD)
		t->slice = (uint16_t)address_map_copy_slice(&s->map, t->slice);
}

/* Turn i is the next one of its port. */
static inline void
add_to_port(struct l2_service *s, size_t i, unsigned port)
{
	struct l2_port_turns *p = s->of_port + port;

	p->turn[p->n++] = (uint32_t)i;
}

/* A store waits for what makes room for it; what a load brings comes behind that on its channel. shares: a load that shares an answer. */
static inline __attribute__((always_inline)) void
turn_paths(struct l2_service *s, struct l2_turn *t, const struct l2_request *r, const struct l2_sectors *completed, bool shares)
{
	const uint64_t start = t->start;

	t->in = 0;
	for (unsigned k = 0; k < t->completed; k++)
		interconnect_fill(s->interconnect, start, sectors_count(completed[k].sectors));
	if (t->kind == L2_STORE)
		t->in = interconnect_store(s->interconnect, start, r);
	else if (t->fetched)
		t->in = interconnect_fill(s->interconnect, start, sectors_count(t->fetched));
	if (t->kind == L2_LOAD) {
		if (!shares)
			t->start = interconnect_leave(s->interconnect, start, sectors_count(t->sectors), t->slice);
		return;
	}
	if (r->target)
		t->start = interconnect_results(s->interconnect, start, r->packets);
	t->start = later(t->in, t->start);
	if (t->kind == L2_ATOMIC)
		t->in = atomic_units_come(s->atomics, t->start);
}

static inline __attribute__((always_inline)) void
turn_gpc(struct l2_service *s, struct l2_turn *t, unsigned gpc, bool shares)
{
	t->start = later(t->in, interconnect_arrive(s->interconnect, t->start, sectors_count(t->sectors), gpc, t->place, shares));
}

/* Completes what L2 cannot keep in part. Returns when there is room for it. */
static __attribute__((noinline)) uint64_t
complete_lines(struct l2_service *s, const struct l2_sectors *completed, unsigned n, uint64_t start)
{
	uint64_t room = 0;

	for (unsigned k = 0; k < n; k++) {
		const uint64_t gone = dram_complete(s->dram, address_map_channel(&s->map, completed[k].line),
						    sectors_count(completed[k].sectors), start);

		room = later(gone, room);
	}
	return room;
}

static bool
needs_dram(const struct l2_turn *t)
{
	return t->fetched | t->written_back | t->completed;
}

/* What a request displaces, and completes, goes there; what it did not find comes from there. */
static inline __attribute__((always_inline)) void
turn_dram(struct l2_service *s, struct l2_turn *t, const struct l2_request *r, const struct l2_sectors *completed)
{
	uint64_t room = 0;

	/* the channel is that of the line that comes, which makes no difference to the whole */
	if (t->written_back)
		room = dram_write(s->dram, t->channel, sectors_count(t->written_back), r->cycle * CYCLE_PARTS);
	if (t->completed)
		room = later(complete_lines(s, completed, t->completed, r->cycle * CYCLE_PARTS), room);
	if (t->kind == L2_STORE)
		t->start = later(room, t->start);
	else if (t->fetched)
		t->came = dram_read(s->dram, r->line, t->channel, t->fetched, t->start);
}

/* Sectors that a request waits for, in its SM's partition: when they are there. */
static void
sectors_come(struct l2_line *line, uint8_t sectors, uint64_t now, uint64_t cycle)
{
	if (line->ready > now) {
		line->late |= sectors;
		line->ready = later(line->ready, cycle);
	} else {
		line->late = sectors;
		line->ready = cycle;
	}
}

/* What the request did not find comes from DRAM to the line's home, from there to the partition of its SM. */
static inline __attribute__((always_inline)) void
turn_lines(struct l2_service *s, struct l2_turn *t, const struct l2_request *r)
{
	const struct simt_machine *m = s->m;
	const uint64_t now = t->start / CYCLE_PARTS;
	struct l2_line *line = t->line;

	if (t->is_new & NEW_HOME) {
		t->home->ready = 0;
		t->home->late = 0;
	}
	if (t->is_new & NEW_LINE) {
		line->ready = 0;
		line->late = 0;
	}
	if (t->fetched)
		sectors_come(t->home, t->fetched, now, t->came);
	if (t->copied) {
		uint64_t there = now + m->l2.copy_latency;

		if (t->home->late & t->copied)
			there = later(t->home->ready, there);
		sectors_come(line, t->copied, now, there + m->l2.remote);
	}
	t->came = r->target && line->late & t->sectors ? line->ready : 0;
}

static inline __attribute__((always_inline)) void
turn_atomic(struct l2_service *s, struct l2_turn *t, const struct l2_request *r)
{
	t->in = atomic_units_perform(s->atomics, r, t->slice, sectors_count(t->fetched & t->sectors), t->in);
}

/* ---- the steps ---- */

/* What request i is. */
static inline __attribute__((always_inline)) void
turn_begin(const struct l2_service *s, struct l2_turn *t, const struct l2_request *r, bool two)
{
	const struct port_place *at = s->place + r->port;

	t->start = r->cycle * CYCLE_PARTS;
	t->port = r->port;
	t->kind = r->kind;
	t->sectors = r->sectors;
	t->partition = (uint8_t)address_map_partition(&s->map, r->line);
	t->remote = two && t->partition != at->partition;
	t->set = l2_tags_set(s->tags, r->line);
	if (r->kind == L2_LOAD)
		t->place = (uint16_t)interconnect_place(s->interconnect, r->line, at);
}

/* What a turn needs of the tags. */
static inline __attribute__((always_inline)) void
prefetch_tags(const struct l2_service *s, const struct l2_turn *t)
{
	l2_tags_prefetch(s->tags, t->partition, t->remote && t->kind == L2_LOAD, t->set);
}

/* What else a turn needs, whose tags are near. */
static inline __attribute__((always_inline)) void
prefetch(const struct l2_service *s, const struct l2_turn *t)
{
	l2_tags_prefetch_line(s->tags, t->partition, t->remote && t->kind == L2_LOAD, t->set);
	if (t->kind == L2_LOAD)
		interconnect_prefetch(s->interconnect, s->place + t->port, t->place);
}

/* All steps for one request. What a variable of this function has is not read again whenever something else is written, so r is best a
 * copy of what is needed; where its kind is known, only that is compiled. */
static inline __attribute__((always_inline)) void
serve(struct l2_service *s, struct l2_turn *turn, const struct l2_request *r, const struct port_place *at)
{
	const unsigned gpc = at->gpc;
	bool shares;
	struct l2_turn t = {
		.start = turn->start,
		.kind = r->kind,
		.sectors = r->sectors,
		.partition = turn->partition,
		.remote = turn->remote,
		.set = turn->set,
	};

	turn_tags(s, &t, r, at);
	if (r->kind == L2_STORE && t.parts) {
		s->ncompleted = 0;
		t.completed = complete(s, r, t.partition, t.parts);
	}
	if (r->kind == L2_LOAD) {
		t.place = turn->place;
		shares = interconnect_shares(s->interconnect, r, at, t.place);
		turn_paths(s, &t, r, NULL, shares);
		turn_gpc(s, &t, gpc, shares);
	} else {
		turn_paths(s, &t, r, s->completed, false);
	}
	if (needs_dram(&t))
		turn_dram(s, &t, r, s->completed);
	turn_lines(s, &t, r);
	if (r->kind == L2_ATOMIC) {
		turn_atomic(s, &t, r);
		turn->in = t.in;
	}
	turn->start = t.start;
	turn->came = t.came;
	turn->far = t.far;
	turn->fetched = t.fetched;
}

static inline __attribute__((always_inline)) void
serve_load(struct l2_service *s, struct l2_turn *turn, const struct l2_request *r, const struct port_place *at)
{
	const struct l2_request copy = {
		.cycle = r->cycle,
		.line = r->line,
		.target = r->target,
		.sectors = r->sectors,
		.kind = L2_LOAD,
	};

	serve(s, turn, &copy, at);
}

static inline __attribute__((always_inline)) void
serve_atomic(struct l2_service *s, struct l2_turn *turn, const struct l2_request *r, const struct port_place *at)
{
	const struct l2_request copy = {
		.cycle = r->cycle,
		.line = r->line,
		.target = r->target,
		.turns = r->turns,
		.packets = r->packets,
		.sectors = r->sectors,
		.words = r->words,
		.kind = L2_ATOMIC,
		.atomic = r->atomic,
	};

	serve(s, turn, &copy, at);
}

static inline __attribute__((always_inline)) void
serve_store(struct l2_service *s, struct l2_turn *turn, const struct l2_request *r, const struct port_place *at)
{
	serve(s, turn, r, at);
}

void
l2_steps_all(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	const struct l2_request *const *const request = s->request;
	struct l2_turn *const turn = s->turn;
	const struct port_place *const place = s->place;
	const bool two = s->m->l2.partitions;
	const size_t end = w->end;

	for (size_t i = w->first; i < end; i++) {
		if (i + AHEAD < end)
			__builtin_prefetch(request[i + AHEAD]);
		turn_begin(s, turn + i, request[i], two);
	}
	for (size_t i = w->first; i < end; i++) {
		const struct l2_request *r = request[i];
		const struct port_place *at = place + r->port;

		if (i + 2 * AHEAD < end)
			prefetch_tags(s, turn + i + 2 * AHEAD);
		if (i + AHEAD < end)
			prefetch(s, turn + i + AHEAD);
		add_to_port(s, i, r->port);
		if (r->kind == L2_LOAD)
			serve_load(s, turn + i, r, at);
		else if (r->kind == L2_STORE)
			serve_store(s, turn + i, r, at);
		else
			serve_atomic(s, turn + i, r, at);
	}
}

/* ---- the same by several threads ---- */

void
l2_steps_begin(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	struct l2_bins *bins = s->bins;
	struct l2_range *range = bins->range + w->part;
	const bool two = s->m->l2.partitions;

	for (size_t i = w->first; i < w->end; i++) {
		const struct l2_request *r = l2_steps_request(s, i);
		struct l2_turn *t = s->turn + i;

		if (i + AHEAD < w->end)
			__builtin_prefetch(l2_steps_request(s, i + AHEAD));
		turn_begin(s, t, r, two);
		l2_bin_add(range->sets + (t->set & bins->mask), i);
		l2_bin_add(range->gpcs + (s->place[t->port].gpc & bins->gpc_mask), i);
		if (t->kind == L2_STORE)
			range->partial += sectors_count(r->sectors & (uint8_t)~r->full);
	}
}

/* Turn number k + AHEAD of a bin, or the last one. */
static inline size_t
soon(const struct l2_bin *b, size_t k)
{
	return b->turn[k + AHEAD < b->n ? k + AHEAD : b->n - 1];
}

static inline void
find_tags(struct l2_service *s, size_t i)
{
	const struct l2_request *r = l2_steps_request(s, i);

	turn_tags(s, s->turn + i, r, s->place + r->port);
}

void
l2_steps_tags(const struct l2_span *w)
{
	struct l2_service *s = w->s;

	for (unsigned i = 0; i < s->bins->ranges; i++) {
		const struct l2_bin *b = s->bins->range[i].sets + w->part;

		for (size_t k = 0; k < b->n; k++) {
			const size_t next = soon(b, k);

			prefetch_tags(s, s->turn + next);
			__builtin_prefetch(l2_steps_request(s, next));
			find_tags(s, b->turn[k]);
		}
	}
}

void
l2_steps_tags_at_once(const struct l2_span *w)
{
	struct l2_service *s = w->s;

	for (size_t i = w->first; i < w->end; i++) {
		struct l2_turn *t = s->turn + i;

		if (i + AHEAD < w->end)
			prefetch_tags(s, t + AHEAD);
		find_tags(s, i);
		if (t->parts)
			t->completed = complete(s, l2_steps_request(s, i), t->partition, t->parts);
	}
}

void
l2_steps_share(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	struct l2_shares *shares = s->bins->shares + w->part;
	size_t n = 0;

	for (unsigned i = 0; i < s->bins->ranges; i++)
		n += s->bins->range[i].gpcs[w->part].n;
	shares->is = grow(shares->is, &shares->room, n, sizeof *shares->is);
	n = 0;
	for (unsigned i = 0; i < s->bins->ranges; i++) {
		const struct l2_bin *b = s->bins->range[i].gpcs + w->part;

		for (size_t k = 0; k < b->n; k++) {
			const struct l2_turn *t = s->turn + b->turn[k], *next = s->turn + soon(b, k);
			const struct port_place *at = s->place + t->port;

			if (next->kind == L2_LOAD)
				interconnect_prefetch(s->interconnect, s->place + next->port, next->place);
			add_to_port(s, b->turn[k], t->port);
			shares->is[n++] = t->kind == L2_LOAD &&
					  interconnect_shares(s->interconnect, l2_steps_request(s, b->turn[k]), at, t->place);
		}
	}
	shares->n = n;
}

void
l2_steps_paths(const struct l2_span *w, bool parts_left)
{
	struct l2_service *s = w->s;
	struct l2_bins *bins = s->bins;
	size_t completed = 0, shared[L2_PARTS_MOST] = {0};

	for (size_t i = w->first; i < w->end; i++) {
		const struct l2_request *r = l2_steps_request(s, i);
		struct l2_turn *t = s->turn + i;
		const unsigned gpcs = s->place[t->port].gpc & bins->gpc_mask;

		if (i + 2 * AHEAD < w->end)
			__builtin_prefetch(t + 2 * AHEAD, 1);
		if (parts_left && t->parts)
			t->completed = complete(s, r, t->partition, t->parts);
		turn_paths(s, t, r, s->completed ? s->completed + completed : NULL, bins->shares[gpcs].is[shared[gpcs]++]);
		completed += t->completed;
		if (needs_dram(t))
			l2_bin_add(bins->channels + (t->channel & bins->mask), i);
		if (t->kind == L2_ATOMIC)
			l2_bin_add(bins->slices + (t->slice & bins->mask), i);
	}
}

void
l2_steps_gpcs(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	const uint8_t *shares = s->bins->shares[w->part].is;

	for (unsigned i = 0; i < s->bins->ranges; i++) {
		const struct l2_bin *b = s->bins->range[i].gpcs + w->part;

		for (size_t k = 0; k < b->n; k++, shares++) {
			struct l2_turn *t = s->turn + b->turn[k];

			__builtin_prefetch(s->turn + soon(b, k), 1);
			if (t->kind == L2_LOAD)
				turn_gpc(s, t, s->place[t->port].gpc, *shares);
		}
	}
}

void
l2_steps_dram(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	const struct l2_bin *b = s->bins->channels + w->part;

	for (size_t k = 0; k < b->n; k++) {
		const size_t next = soon(b, k);

		__builtin_prefetch(s->turn + next, 1);
		__builtin_prefetch(l2_steps_request(s, next));
		turn_dram(s, s->turn + b->turn[k], l2_steps_request(s, b->turn[k]), NULL);
	}
}

void
l2_steps_dram_at_once(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	const struct l2_sectors *completed = s->completed;

	for (size_t i = w->first; i < w->end; i++) {
		struct l2_turn *t = s->turn + i;

		if (!needs_dram(t))
			continue;
		turn_dram(s, t, l2_steps_request(s, i), completed);
		completed += t->completed;
	}
}

void
l2_steps_lines(const struct l2_span *w)
{
	struct l2_service *s = w->s;

	for (unsigned i = 0; i < s->bins->ranges; i++) {
		const struct l2_bin *b = s->bins->range[i].sets + w->part;

		for (size_t k = 0; k < b->n; k++) {
			__builtin_prefetch(s->turn + soon(b, k), 1);
			turn_lines(s, s->turn + b->turn[k], l2_steps_request(s, b->turn[k]));
		}
	}
}

void
l2_steps_atomics(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	const struct l2_bin *b = s->bins->slices + w->part;

	for (size_t k = 0; k < b->n; k++)
		turn_atomic(s, s->turn + b->turn[k], l2_steps_request(s, b->turn[k]));
}

/* ---- without time ---- */

unsigned
l2_steps_touch(struct l2_service *s, const struct l2_request *r)
{
	const unsigned home = address_map_partition(&s->map, r->line);
	struct l2_sectors done[LINE_SECTORS];
	struct l2_found f;

	l2_tags_look_up(s->tags, s->place + r->port, r, home, l2_tags_set(s->tags, r->line), &f);
	set_places(s, &f, r->line);
	if (f.parts)
		(void)l2_tags_keep(s->tags, r, home, f.parts, done);
	return r->kind == L2_ATOMIC ? 0 : sectors_count(f.fetched);
}
