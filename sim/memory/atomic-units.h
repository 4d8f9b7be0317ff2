/* atomic-units.h: the units that carry out atomics at L2, one in each slice.
 *
 * A unit takes a sector at a time, with all words of it that an instruction uses; a word that several lanes use takes as many turns.
 * Turns on one sector begin atomic_again apart. Those that go on with the one integer that has just been there are atomic_cycles apart,
 * words in a row take atomic_words. Turns on other sectors fill the time between. A compare-and-swap takes longer where it is on several
 * sectors.
 *
 * Times are in parts of a cycle (server.h).
 *
 * What this module cannot do: take turns of several requests alternately. Where a unit would, each takes as long as if it did. */
#ifndef SIMT_ATOMIC_UNITS_H
#define SIMT_ATOMIC_UNITS_H

#include "isa/isa.h"
#include "sim/machine/machine.h"
#include "sim/memory/memory-port.h"
#include "sim/memory/server.h"
#include "sim/memory/tag-store.h"

/* The last requests of a unit that matter, with a further one. */
enum { ATOMIC_SECTORS_MOST = 4 };

/* The unit of a slice. */
struct atomic_unit {
	struct server server;
	/* the first sectors of the last three requests, the latest first; number + 1, 0: none. Whether the second one is another sector than the
	 * first, and the third another one than both. */
	uint64_t recent[3];
	bool second, third;
};

struct atomic_units {
	const struct simt_machine *m;
	struct atomic_unit *unit; /* of slices */
	struct server in;         /* the path to all of them */
	uint64_t message, last;   /* in parts of a cycle: what a message takes there, and the last operation of a request */
	/* How long a request of one lane holds its unit that is no compare-and-swap and has its sector there, in parts of a cycle: of floating
	 * point or not; on the sector of the one before it or not; among how many sectors it is, 0: it does not come to a queue. */
	uint64_t lone[2][2][ATOMIC_SECTORS_MOST + 1];
};

/* NULL when there is no memory. */
struct atomic_units *atomic_units_new(const struct simt_machine *m);
void atomic_units_free(struct atomic_units *u);
void atomic_units_reset(struct atomic_units *u);
/* A request is there at `from`. Returns when it comes to its slice, by the path to all of them. */
static inline uint64_t
atomic_units_come(struct atomic_units *u, uint64_t from)
{
	return server_pass(&u->in, from, u->message);
}

/* A request on `place` is now the latest. Returns among how many sectors it and the last ones are: from 1 to 4. */
static inline unsigned
atomic_units_among(struct atomic_unit *u, uint64_t place)
{
	const bool first = u->recent[0] && u->recent[0] != place, second = u->second & (u->recent[1] != place);
	const bool third = u->third & (u->recent[2] != place);

	u->third = second;
	u->second = first;
	u->recent[2] = u->recent[1];
	u->recent[1] = u->recent[0];
	u->recent[0] = place;
	return 1u + first + second + third;
}

/* What each further turn of a request takes that is on so many sectors; `among`: with those of the last ones. */
static inline uint64_t
atomic_units_further(const struct simt_machine *m, const struct l2_request *r, unsigned sectors, unsigned among)
{
	const uint64_t one = m->atomics.cycles;
	uint64_t t = m->atomics.again;

	if (sectors > 1)
		t /= sectors;
	else if (r->words > r->turns)
		t = m->atomics.words;
	else if (among > 1)
		t /= 2;
	else if (r->atomic < ATOM_FADD) /* it goes on with what has just been there */
		t = 0;
	return t > one ? t : one;
}

/* How long a request holds its unit, in parts of a cycle. Where it comes to a queue, `among` is not 0, the unit divides its turns among its
 * sectors and those of the last ones, as far as they are no more than three. again: it is on the sector of the one before it. */
static inline uint64_t
atomic_units_hold(const struct simt_machine *m, const struct l2_request *r, unsigned missing, unsigned among, bool again)
{
	const unsigned sectors = sectors_count(r->sectors), all = among ? among + sectors - 1 : sectors;
	const uint64_t further = atomic_units_further(m, r, sectors, all);
	uint64_t t = m->atomics.cycles + (sectors - 1) * m->atomics.sector;

	if (among && sectors < 3 && (all == 2 || again))
		t = sectors * further;
	t += (r->turns - sectors) * further;
	if (r->atomic == ATOM_CAS)
		t += m->atomics.compare + (sectors - 1) * m->atomics.compare_sector +
		     (r->words - r->turns) * m->atomics.compare_word;
	return (t + missing * m->atomics.fill) * CYCLE_PARTS / CYCLE_HUNDREDTHS;
}

/* It has come to that slice; `missing` of its sectors have to be fetched first. Returns when its last turn begins. Units have nothing in
 * common. */
static inline __attribute__((always_inline)) uint64_t
atomic_units_perform(struct atomic_units *u, const struct l2_request *r, unsigned slice, unsigned missing, uint64_t come)
{
	struct atomic_unit *unit = u->unit + slice;
	const uint64_t place = r->line * LINE_SECTORS + (unsigned)__builtin_ctz(r->sectors) + 1;
	const bool queued = come < unit->server.free, again = unit->recent[0] == place;
	const unsigned all = atomic_units_among(unit, place), among = queued ? all : 0;
	uint64_t parts;

	if (r->turns == 1 && r->words == 1 && !missing && r->atomic != ATOM_CAS)
		parts = u->lone[r->atomic >= ATOM_FADD][again][among];
	else
		parts = atomic_units_hold(u->m, r, missing, among, again);
	return server_pass(&unit->server, come, parts) + (parts > u->last ? parts - u->last : 0);
}

#endif
