/* l2-steps.c: see l2-steps.h. */
#include "sim/memory/l2-steps.h"

#include "base/alloc.h"
#include "sim/machine/machine.h"
#include "sim/memory/atomic-units.h"
#include "sim/memory/dram.h"
#include "sim/memory/interconnect.h"

/* So many turns before one does its step what it needs is brought into the host's caches. */
enum { AHEAD = 8 };

static bool
is_of_part(const struct l2_span *w, unsigned key)
{
	return (key & w->mask) == w->part;
}

void
l2_steps_begin(const struct l2_span *w)
{
	struct l2_service *s = w->s;

	for (size_t i = w->first; i < w->end; i++) {
		const struct l2_request *r = s->request[s->order[i]];
		const struct port_place *at = s->place + r->port;
		const unsigned partition = address_map_partition(&s->map, r->line);
		struct l2_turn *t = s->turn + i;

		if (i + AHEAD < w->end)
			__builtin_prefetch(s->request[s->order[i + AHEAD]]);
		t->r = r;
		t->start = r->cycle * CYCLE_PARTS;
		t->port = r->port;
		t->kind = r->kind & 3;
		t->sectors = r->sectors & 15;
		t->partition = partition & 1;
		t->remote = s->m->l2.partitions && partition != at->partition;
		t->set = l2_tags_set(s->tags, r->line);
		if (r->kind == L2_LOAD)
			t->place = (uint16_t)interconnect_place(s->interconnect, r->line, at);
	}
}

/* Lines are completed for a turn whose store has written sectors in part. */
static void
complete(struct l2_service *s, struct l2_turn *t)
{
	unsigned n;

	s->completed = grow(s->completed, &s->completed_room, s->ncompleted + LINE_SECTORS, sizeof *s->completed);
	n = l2_tags_keep(s->tags, t->r, t->partition, t->parts, s->completed + s->ncompleted);
	t->completed = n & 7;
	s->ncompleted += n;
}

/* Where a line belongs is kept with it, since working that out takes as long as all the rest. */
static void
set_place(const struct l2_service *s, struct l2_line *line, uint64_t number)
{
	const struct address_place place = address_map(&s->map, number);

	line->slice = place.slice;
	line->channel = (uint16_t)(place.channel & 0x7fff);
	line->side = place.side & 1;
}

/* What a request has found. */
static void
note_found(const struct l2_service *s, struct l2_turn *t, const struct l2_found *f)
{
	t->line = f->line;
	t->home = f->home;
	t->new_line = f->new_line;
	t->new_home = f->new_home;
	t->copied = f->copied & 15;
	t->fetched = f->fetched & 15;
	t->written_back = f->written_back & 15;
	t->parts = f->parts & 15;
	t->completed = 0;
	if (f->new_line)
		set_place(s, f->line, t->r->line);
	if (f->new_home)
		set_place(s, f->home, t->r->line);
	t->target = t->r->target != 0;
	t->far = f->line->side != s->place[t->port].side;
	t->channel = f->line->channel % L2_PLACES_MOST;
	t->slice = (t->remote && t->kind == L2_LOAD ? address_map_copy_slice(&s->map, f->line->slice) : f->line->slice) %
		   L2_PLACES_MOST;
}

unsigned
l2_steps_touch(struct l2_service *s, const struct l2_request *r)
{
	const unsigned home = address_map_partition(&s->map, r->line);
	struct l2_sectors done[LINE_SECTORS];
	struct l2_found f;

	l2_tags_look_up(s->tags, s->place + r->port, r, home, l2_tags_set(s->tags, r->line), &f);
	if (f.new_line)
		set_place(s, f.line, r->line);
	if (f.new_home)
		set_place(s, f.home, r->line);
	if (f.parts)
		(void)l2_tags_keep(s->tags, r, home, f.parts, done);
	return r->kind == L2_ATOMIC ? 0 : sectors_count(f.fetched);
}

void
l2_steps_tags(const struct l2_span *w, bool at_once)
{
	struct l2_service *s = w->s;
	struct l2_turn *const turn = s->turn;

	for (size_t i = w->first; i < w->end; i++) {
		struct l2_turn *t = turn + i;
		struct l2_found f;

		if (i + AHEAD < w->end && is_of_part(w, t[AHEAD].set))
			l2_tags_prefetch(s->tags, s->place + t[AHEAD].port, t[AHEAD].r, t[AHEAD].partition, t[AHEAD].set);
		if (!is_of_part(w, t->set))
			continue;
		l2_tags_look_up(s->tags, s->place + t->port, t->r, t->partition, t->set, &f);
		note_found(s, t, &f);
		if (f.parts && at_once)
			complete(s, t);
	}
}

void
l2_steps_share(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	struct l2_turn *const turn = s->turn;

	for (size_t i = w->first; i < w->end; i++) {
		const struct port_place *at = s->place + turn[i].port;

		if (i + AHEAD < w->end && turn[i + AHEAD].kind == L2_LOAD && is_of_part(w, s->place[turn[i + AHEAD].port].gpc))
			interconnect_prefetch(s->interconnect, s->place + turn[i + AHEAD].port, turn[i + AHEAD].place);
		if (turn[i].kind == L2_LOAD && is_of_part(w, at->gpc))
			turn[i].shares = interconnect_shares(s->interconnect, turn[i].r, at, turn[i].place);
	}
}

/* Turn i is the next one of its port. */
static inline void
link_turn(struct l2_service *s, size_t i)
{
	const unsigned port = s->turn[i].port;
	const uint32_t number = (uint32_t)i + 1;

	if (s->first[port])
		s->next[s->last[port] - 1] = number;
	else
		s->first[port] = number;
	s->last[port] = number;
	s->next[i] = 0;
}

/* A store waits for what makes room for it; what a load brings comes behind that on its channel. */
void
l2_steps_paths(const struct l2_span *w, bool parts_left)
{
	struct l2_service *s = w->s;
	const struct l2_sectors *completed = s->completed;

	for (size_t i = w->first; i < w->end; i++) {
		struct l2_turn *t = s->turn + i;
		const uint64_t start = t->start;

		link_turn(s, i);
		if (parts_left && t->parts)
			complete(s, t);
		t->in = 0;
		for (unsigned k = 0; k < t->completed; k++)
			interconnect_fill(s->interconnect, start, sectors_count(completed++->sectors));
		if (t->kind == L2_STORE)
			t->in = interconnect_store(s->interconnect, start, t->r);
		else if (t->fetched)
			t->in = interconnect_fill(s->interconnect, start, sectors_count(t->fetched));
		if (t->kind == L2_LOAD) {
			if (!t->shares)
				t->start = interconnect_leave(s->interconnect, start, sectors_count(t->sectors), t->slice);
			continue;
		}
		if (t->target)
			t->start = interconnect_results(s->interconnect, start, t->r->packets);
		t->start = t->in > t->start ? t->in : t->start;
		if (t->kind == L2_ATOMIC)
			t->in = atomic_units_come(s->atomics, t->start);
	}
}

void
l2_steps_gpcs(const struct l2_span *w)
{
	struct l2_service *s = w->s;

	for (size_t i = w->first; i < w->end; i++) {
		struct l2_turn *t = s->turn + i;
		const unsigned gpc = s->place[t->port].gpc;

		if (t->kind != L2_LOAD || !is_of_part(w, gpc))
			continue;
		t->start = interconnect_arrive(s->interconnect, t->start, sectors_count(t->sectors), gpc, t->place, t->shares);
		t->start = t->in > t->start ? t->in : t->start;
	}
}

/* Completes what L2 cannot keep in part. Returns when there is room for it. */
static uint64_t
complete_lines(struct l2_service *s, const struct l2_sectors *completed, unsigned n, uint64_t start)
{
	uint64_t room = 0;

	for (unsigned k = 0; k < n; k++) {
		const uint64_t gone = dram_complete(s->dram, address_map_channel(&s->map, completed[k].line),
						    sectors_count(completed[k].sectors), start);

		room = gone > room ? gone : room;
	}
	return room;
}

/* What a request displaces, and completes, goes there; what it did not find comes from there. */
void
l2_steps_dram(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	const struct l2_sectors *completed = s->completed;

	for (size_t i = w->first; i < w->end; i++) {
		struct l2_turn *t = s->turn + i;
		uint64_t room = 0, gone;

		if (!(t->fetched | t->written_back | t->completed) || !is_of_part(w, t->channel))
			continue;
		/* the channel is that of the line that comes, which makes no difference to the whole */
		if (t->written_back)
			room = dram_write(s->dram, t->channel, sectors_count(t->written_back), t->r->cycle * CYCLE_PARTS);
		if (t->completed) {
			gone = complete_lines(s, completed, t->completed, t->r->cycle * CYCLE_PARTS);
			completed += t->completed;
			room = gone > room ? gone : room;
		}
		if (t->kind == L2_STORE)
			t->start = room > t->start ? room : t->start;
		else if (t->fetched)
			t->came = dram_read(s->dram, t->r->line, t->channel, t->fetched, t->start);
	}
}

/* Sectors that a request waits for, in its SM's partition: when they are there. */
static void
sectors_come(struct l2_line *line, uint8_t sectors, uint64_t now, uint64_t cycle)
{
	if (line->ready > now) {
		line->late |= sectors;
		line->ready = line->ready > cycle ? line->ready : cycle;
	} else {
		line->late = sectors;
		line->ready = cycle;
	}
}

/* What the request did not find comes from DRAM to the line's home, from there to the partition of its SM. */
void
l2_steps_lines(const struct l2_span *w)
{
	struct l2_service *s = w->s;
	const struct simt_machine *m = s->m;

	for (size_t i = w->first; i < w->end; i++) {
		struct l2_turn *t = s->turn + i;
		const uint64_t now = t->start / CYCLE_PARTS;

		if (!is_of_part(w, t->set))
			continue;
		if (t->new_home) {
			t->home->ready = 0;
			t->home->late = 0;
		}
		if (t->new_line) {
			t->line->ready = 0;
			t->line->late = 0;
		}
		if (t->fetched)
			sectors_come(t->home, t->fetched, now, t->came);
		if (t->copied) {
			uint64_t there = now + m->l2.copy_latency;

			if (t->home->late & t->copied && t->home->ready > there)
				there = t->home->ready;
			sectors_come(t->line, t->copied, now, there + m->l2.remote);
		}
		t->came = t->target && t->line->late & t->sectors ? t->line->ready : 0;
	}
}

void
l2_steps_atomics(const struct l2_span *w)
{
	struct l2_service *s = w->s;

	for (size_t i = w->first; i < w->end; i++) {
		struct l2_turn *t = s->turn + i;

		if (t->kind == L2_ATOMIC && is_of_part(w, t->slice))
			t->in = atomic_units_perform(s->atomics, t->r, t->slice, sectors_count(t->fetched & t->sectors), t->in);
	}
}
