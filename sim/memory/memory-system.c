#include "sim/memory/memory-system.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host-cache.h"
#include "sim/machine/machine.h"
#include "sim/memory/atomic-units.h"
#include "sim/memory/dram.h"
#include "sim/memory/interconnect.h"
#include "sim/memory/l2-steps.h"
#include "sim/memory/memory-clock.h"
#include "sim/memory/request-order.h"

_Static_assert(sizeof(struct l2_turn) == HOST_LINE, "a line of a host's cache");

struct memory_system {
	const struct simt_machine *m;
	struct memory_port *port;
	unsigned nports, nactive;
	struct memory_port **active; /* those that have sent something, by number */
	/* in parts of a cycle: what so many sectors take into an SM, and a packet with results of atomics */
	uint64_t fill[LINE_SECTORS + 1], packet;
	/* what passes until the answer is there, by enum l2_kind, the way to a near slice and back included; in parts of a cycle */
	uint64_t latency[L2_ATOMIC + 1];
	struct l2_service l2;
	struct memory_clock clock; /* its time, of which ports know nothing */
	/* what is being served, and for whom */
	size_t n;
	size_t turns, places; /* there is room for */
	uint32_t *by_port;    /* the turns of port after port */
	struct request_order order;
	uint64_t until;
	const struct memory_client *client;
	const struct memory_beside *beside; /* or NULL */
	unsigned parts, gpc_parts;          /* of each step, and of those by GPC; powers of 2 */
	unsigned gpcs;                      /* as many as there are, or more; the same */
	bool at_once;                       /* tags are looked up in one part */
};

struct memory_system *
memory_system_new(const struct simt_machine *m, const struct port_place *place, unsigned n)
{
	struct memory_system *s = calloc(1, sizeof *s);
	unsigned gpcs = 0;

	if (!s)
		return NULL;
	for (unsigned i = 0; i < n; i++)
		gpcs = place[i].gpc >= gpcs ? place[i].gpc + 1u : gpcs;
	s->m = s->l2.m = m;
	for (unsigned sectors = 0; sectors <= LINE_SECTORS; sectors++)
		s->fill[sectors] = sectors * (uint64_t)SECTOR_BYTES * CYCLE_PARTS / m->interconnect.fill_rate;
	s->packet = m->atomics.answer * CYCLE_PARTS / CYCLE_HUNDREDTHS;
	s->latency[L2_LOAD] = m->l2.load_latency * (uint64_t)CYCLE_PARTS;
	s->latency[L2_STORE] = m->l2.store_latency * (uint64_t)CYCLE_PARTS;
	s->latency[L2_ATOMIC] = m->l2.atomic_latency * (uint64_t)CYCLE_PARTS;
	address_map_init(&s->l2.map, m);
	s->l2.tags = l2_tags_new(m);
	s->l2.atomics = atomic_units_new(m);
	s->l2.interconnect = interconnect_new(m, gpcs);
	s->l2.dram = dram_new(m);
	s->l2.place = calloc(n, sizeof *s->l2.place);
	s->port = aligned_alloc(HOST_APART, n * sizeof *s->port);
	s->l2.of_port = aligned_alloc(HOST_APART, n * sizeof *s->l2.of_port);
	s->active = calloc(n, sizeof(struct memory_port *));
	for (s->gpcs = 1; s->gpcs < gpcs;)
		s->gpcs *= 2;
	for (unsigned i = 0; s->port && i < n; i++)
		memory_port_init(s->port + i, i);
	s->nports = s->port ? n : 0;
	if (!s->l2.tags || !s->l2.atomics || !s->l2.interconnect || !s->l2.dram || !s->l2.place || !s->port || !s->l2.of_port ||
	    !s->active) {
		memory_system_free(s);
		return NULL;
	}
	for (unsigned i = 0; i < n; i++)
		s->l2.place[i] = place[i];
	return s;
}

void
memory_system_free(struct memory_system *s)
{
	if (!s)
		return;
	l2_tags_free(s->l2.tags);
	atomic_units_free(s->l2.atomics);
	interconnect_free(s->l2.interconnect);
	dram_free(s->l2.dram);
	for (unsigned i = 0; i < s->nports; i++)
		memory_port_free(s->port + i);
	free(s->port);
	free(s->l2.place);
	request_order_free(&s->order);
	free(s->l2.turn);
	free(s->l2.of_port);
	free(s->active);
	free(s->by_port);
	l2_bins_free(s->l2.bins);
	free(s->l2.completed);
	free(s);
}

void
memory_system_reset(struct memory_system *s)
{
	l2_tags_clear(s->l2.tags);
	interconnect_reset(s->l2.interconnect);
	atomic_units_reset(s->l2.atomics);
	dram_reset(s->l2.dram);
	s->clock = (struct memory_clock){.from = 0};
}

void
memory_system_faster(struct memory_system *s, uint64_t from, uint32_t percent)
{
	memory_clock_set(&s->clock, from, percent);
}

struct memory_port *
memory_system_port(struct memory_system *s, unsigned i)
{
	return s->port + i;
}

/* ---- their answers ---- */

/* When the answer to a load that would leave L2 at `done` comes to its SM. */
static inline uint64_t
data_comes(const struct memory_system *s, struct memory_port *p, unsigned sectors, uint64_t done)
{
	done = server_pass(&p->fill, done, s->fill[sectors]);
	return (done + CYCLE_PARTS - 1) / CYCLE_PARTS + (sectors - 1) * s->m->l2.sector;
}

/* The same for an atomic, whose packets follow each other. */
static inline uint64_t
results_come(const struct memory_system *s, struct memory_port *p, unsigned packets, uint64_t done)
{
	done = server_pass(&p->results, done, packets * s->packet) + (packets - 1u) * s->packet;
	return (done + CYCLE_PARTS - 1) / CYCLE_PARTS;
}

/* Of what a turn waits for, since another request has fetched it, the last may come later. */
static inline uint64_t
waited(const struct l2_turn *t, uint64_t far, uint64_t done)
{
	const uint64_t came = t->came ? t->came * CYCLE_PARTS + far : 0;

	return came > done ? came : done;
}

/* What a turn came to. far: what it takes longer on its way, in parts of a cycle. */
static inline void
load_answer(const struct memory_system *s, struct memory_port *p, const struct l2_turn *t, uint64_t far, struct memory_answer *a)
{
	a->stored = 0;
	a->answered = data_comes(s, p, sectors_count(t->sectors), waited(t, far, t->start + s->latency[L2_LOAD] + far));
}

static inline void
store_answer(const struct memory_system *s, struct memory_port *p, const struct l2_turn *t, uint64_t far, struct memory_answer *a)
{
	const bool atomic = t->kind == L2_ATOMIC;
	uint64_t done = (atomic ? t->in : t->start) + s->latency[t->kind] + far;

	if (atomic && t->remote)
		done += s->m->atomics.far * (uint64_t)CYCLE_PARTS;
	a->stored = (done + CYCLE_PARTS - 1) / CYCLE_PARTS;
	if (!a->r->target)
		return;
	done = waited(t, far, done);
	a->answered = atomic ? results_come(s, p, a->r->packets, done) : data_comes(s, p, sectors_count(t->sectors), done);
}

/* Adds what a turn came to to the sum of its launch's requests of a port. */
static inline void
add(const struct memory_system *s, struct memory_sum *sum, const struct l2_turn *t, const struct l2_request *r)
{
	const struct memory_client *client = s->client;
	const uint64_t came = (t->kind == L2_ATOMIC ? t->in : t->start) / CYCLE_PARTS;
	const uint64_t stored = memory_clock_is_same(&s->clock) ? came : memory_clock_back(&s->clock, came);

	if (sum->launch != r->launch) {
		if (sum->launch)
			client->summed(client->arg, r->port, sum);
		*sum = (struct memory_sum){.launch = r->launch};
	}
	if (t->kind != L2_ATOMIC)
		sum->dram_sectors += sectors_count(t->fetched);
	if (t->kind == L2_LOAD)
		return;
	sum->stores++;
	sum->last_stored = stored > sum->last_stored ? stored : sum->last_stored;
}

/* What all requests of one of the active ports came to. */
static void
tell_port(void *arg, unsigned i)
{
	enum { TOGETHER = 64, AHEAD = 4 };
	struct memory_system *s = arg;
	const struct memory_client *client = s->client;
	const uint64_t farther = s->m->l2.far * (uint64_t)CYCLE_PARTS;
	struct memory_port *p = s->active[i];
	const unsigned port = p->number;
	const struct l2_port_turns turns = s->l2.of_port[port];
	const struct l2_turn *const turn = s->l2.turn;
	const struct l2_request *const *const request = s->l2.request;
	const bool same = memory_clock_is_same(&s->clock);
	struct memory_sum sum = {.launch = NULL};
	struct memory_answer a[TOGETHER];
	size_t n = 0;

	for (size_t k = 0; k < turns.n; k++) {
		const struct l2_turn *t = turn + turns.turn[k];

		if (k + AHEAD < turns.n)
			__builtin_prefetch(turn + turns.turn[k + AHEAD]);
		a[n].r = request[turns.turn[k]];
		if (t->kind == L2_LOAD)
			load_answer(s, p, t, t->far ? farther : 0, a + n);
		else
			store_answer(s, p, t, t->far ? farther : 0, a + n);
		if (!same) {
			a[n].stored = memory_clock_back(&s->clock, a[n].stored);
			a[n].answered = memory_clock_back(&s->clock, a[n].answered);
		}
		add(s, &sum, t, a[n].r);
		if (++n < TOGETHER && k + 1 < turns.n)
			continue;
		client->served(client->arg, port, a, n);
		n = 0;
	}
	if (sum.launch)
		client->summed(client->arg, port, &sum);
	memory_port_served(p, s->until);
	client->heard(client->arg, port);
}

unsigned
memory_system_touch(struct memory_system *s, const struct l2_request *r)
{
	l2_tags_begin(s->l2.tags);
	return l2_steps_touch(&s->l2, r);
}

/* ---- all of them ---- */

/* Memory for so many turns, each of which is a line of a host's cache. */
static void
make_turns(struct memory_system *s, size_t n)
{
	if (n <= s->turns)
		return;
	free(s->l2.turn);
	s->turns = 2 * n;
	s->l2.turn = must(line_alloc(s->turns * sizeof *s->l2.turn));
}

/* What is listed gets the memory's time. No port looks at that of a request again. */
static void
memory_times(struct memory_system *s)
{
	for (unsigned i = 0; i < s->nactive; i++) {
		struct memory_port *p = s->active[i];

		for (size_t k = p->first; k < p->first + p->nrequest; k++)
			if (p->cycle[k] < s->until)
				p->request[k].cycle = memory_clock_of(&s->clock, p->cycle[k]);
	}
}

/* Lists the requests that leave before s->until, in order. False: nothing had been sent. */
static bool
list_requests(struct memory_system *s)
{
	size_t n;

	s->nactive = 0;
	for (unsigned i = 0; i < s->nports; i++)
		if (s->port[i].nrequest)
			s->active[s->nactive++] = s->port + i;
	if (!s->nactive)
		return false;
	request_order_list(&s->order, s->active, s->nactive, s->until);
	n = s->order.n;
	s->l2.request = s->order.request;
	if (!memory_clock_is_same(&s->clock))
		memory_times(s);
	make_turns(s, n);
	s->by_port = grow(s->by_port, &s->places, n ? n : 1, sizeof *s->by_port);
	n = 0;
	for (unsigned i = 0; i < s->nactive; i++) {
		s->l2.of_port[s->active[i]->number] = (struct l2_port_turns){.turn = s->by_port + n};
		n += s->active[i]->nlisted;
	}
	s->n = n;
	return true;
}

/* All steps but the last one, by this thread: by pieces which the nearest of the host's caches holds. */
static void
serve_alone(struct memory_system *s)
{
	enum { PIECE = 256 };

	for (size_t first = 0; first < s->n; first += PIECE) {
		const struct l2_span piece = {.s = &s->l2, .first = first, .end = first + PIECE < s->n ? first + PIECE : s->n};

		l2_steps_all(&piece);
	}
}

/* ---- by several threads ---- */

/* All turns, for a step in one part; or part `part` of them. */
static struct l2_span
span_of(struct memory_system *s, unsigned part)
{
	return (struct l2_span){.s = &s->l2, .end = s->n, .part = part};
}

static void
begin_part(void *arg, unsigned i)
{
	struct memory_system *s = arg;
	const struct l2_span w = {.s = &s->l2, .first = s->n * i / s->parts, .end = s->n * (i + 1) / s->parts, .part = i};

	l2_steps_begin(&w);
}

static void
find_part(void *arg, unsigned i)
{
	struct memory_system *s = arg;
	const struct l2_span w = span_of(s, i), of_gpcs = span_of(s, i - s->parts);

	if (i >= s->parts)
		l2_steps_share(&of_gpcs);
	else if (!s->at_once)
		l2_steps_tags(&w);
	else if (!i)
		l2_steps_tags_at_once(&w);
}

/* The paths that all have in common are the first piece, others go beside it. */
static void
paths_part(void *arg, unsigned i)
{
	struct memory_system *s = arg;
	const struct l2_span all = span_of(s, 0);

	if (i)
		s->beside->work(s->beside->arg, i - 1);
	else
		l2_steps_paths(&all, !s->at_once);
}

static void
pass_part(void *arg, unsigned i)
{
	struct memory_system *s = arg;
	const struct l2_span w = span_of(s, i), of_slices = span_of(s, i - s->gpc_parts);

	if (i < s->gpc_parts)
		l2_steps_gpcs(&w);
	else
		l2_steps_atomics(&of_slices);
}

static void
fetch_part(void *arg, unsigned i)
{
	struct memory_system *s = arg;
	const struct l2_span w = span_of(s, i);

	if (!s->l2.ncompleted)
		l2_steps_dram(&w);
	else if (!i)
		l2_steps_dram_at_once(&w);
}

static void
lines_part(void *arg, unsigned i)
{
	struct memory_system *s = arg;
	const struct l2_span w = span_of(s, i);

	l2_steps_lines(&w);
}

/* So many sectors may be written in part by these turns. */
static uint64_t
most_parts(const struct memory_system *s)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < s->parts; i++)
		n += s->l2.bins->range[i].partial;
	return n;
}

static void
serve_together(struct memory_system *s, const struct memory_helpers *h)
{
	for (s->parts = 2; s->parts < h->threads && s->parts < L2_PARTS_MOST;)
		s->parts *= 2;
	s->gpc_parts = s->parts < s->gpcs ? s->parts : s->gpcs;
	if (!s->l2.bins)
		s->l2.bins = l2_bins_new();
	l2_bins_begin(s->l2.bins, s->parts, s->gpc_parts);
	s->l2.ncompleted = 0;
	h->share(h->arg, s->parts, begin_part, s);
	s->at_once = !l2_tags_holds(s->l2.tags, most_parts(s));
	h->share(h->arg, s->parts + s->gpc_parts, find_part, s);
	if (s->beside) {
		h->share(h->arg, 1 + s->beside->n, paths_part, s);
		s->beside->end(s->beside->arg);
	} else {
		paths_part(s, 0);
	}
	h->share(h->arg, s->gpc_parts + s->parts, pass_part, s);
	h->share(h->arg, s->parts, fetch_part, s);
	h->share(h->arg, s->parts, lines_part, s);
	h->share(h->arg, s->nactive, tell_port, s);
}

bool
memory_system_serve(struct memory_system *s, uint64_t until, const struct memory_helpers *helpers,
		    const struct memory_beside *beside, const struct memory_client *client)
{
	bool any, together;

	s->until = until;
	s->client = client;
	s->beside = beside;
	any = list_requests(s);
	together = any && helpers && s->n >= helpers->least;
	if (beside && !together) {
		beside->alone(beside->arg);
		beside->end(beside->arg);
	}
	if (!any)
		return false;
	l2_tags_begin(s->l2.tags);
	if (together) {
		serve_together(s, helpers);
		return true;
	}
	serve_alone(s);
	for (unsigned i = 0; i < s->nactive; i++)
		tell_port(s, i);
	return true;
}
