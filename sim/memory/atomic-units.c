#include "sim/memory/atomic-units.h"

#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "sim/machine/machine.h"
#include "sim/memory/server.h"
#include "sim/memory/tag-store.h"

enum { RECENT = 3 };

struct unit {
	struct server server;
	uint64_t recent[RECENT]; /* the first sectors of the last requests, the latest first; number + 1 */
};

struct atomic_units {
	const struct simt_machine *m;
	struct unit *unit;      /* of slices */
	struct server in;       /* the path to all of them */
	uint64_t message, last; /* in parts of a cycle: what a message takes there, and the last operation of a request */
};

struct atomic_units *
atomic_units_new(const struct simt_machine *m)
{
	struct atomic_units *u = calloc(1, sizeof *u);

	if (!u)
		return NULL;
	u->m = m;
	u->message = m->atomics.message * CYCLE_PARTS / CYCLE_HUNDREDTHS;
	u->last = m->atomics.cycles * CYCLE_PARTS / CYCLE_HUNDREDTHS;
	u->unit = calloc(m->l2.slices, sizeof *u->unit);
	if (u->unit)
		return u;
	free(u);
	return NULL;
}

void
atomic_units_free(struct atomic_units *u)
{
	if (!u)
		return;
	free(u->unit);
	free(u);
}

void
atomic_units_reset(struct atomic_units *u)
{
	memset(u->unit, 0, u->m->l2.slices * sizeof *u->unit);
	u->in = (struct server){0};
}

/* Among how many sectors, from 1 to 3, the unit divides its turns: those of this request, and of the last ones where it comes to a
 * queue. */
static unsigned
mixed(const struct unit *u, uint64_t place, unsigned sectors, bool queued)
{
	const uint64_t a = u->recent[0], b = u->recent[1], c = u->recent[2];
	unsigned n = sectors;

	if (!queued || n >= 3)
		return n < 3 ? n : 3;
	n += a && a != place;
	n += b && b != place && b != a;
	n += c && c != place && c != a && c != b;
	return n < 3 ? n : 3;
}

/* What each further turn of a request takes. */
static uint64_t
further_turn(const struct simt_machine *m, const struct l2_request *r, unsigned sectors, unsigned among)
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

/* How long a request holds its unit, in hundredths of a cycle. */
static uint64_t
hold(const struct simt_machine *m, struct unit *u, const struct l2_request *r, unsigned missing, bool queued)
{
	const uint64_t place = r->line * LINE_SECTORS + (unsigned)__builtin_ctz(r->sectors) + 1;
	const unsigned sectors = sectors_count(r->sectors), among = mixed(u, place, sectors, queued);
	const uint64_t one = m->atomics.cycles, further = further_turn(m, r, sectors, among);
	uint64_t t = one + (sectors - 1) * m->atomics.sector;

	if (queued && sectors < 3 && (among == 2 || u->recent[0] == place))
		t = sectors * further;
	t += (r->turns - sectors) * further;
	u->recent[2] = u->recent[1];
	u->recent[1] = u->recent[0];
	u->recent[0] = place;
	if (r->atomic == ATOM_CAS)
		t += m->atomics.compare + (sectors - 1) * m->atomics.compare_sector +
		     (r->words - r->turns) * m->atomics.compare_word;
	return t + missing * m->atomics.fill;
}

uint64_t
atomic_units_come(struct atomic_units *u, uint64_t from)
{
	return server_pass(&u->in, from, u->message);
}

uint64_t
atomic_units_perform(struct atomic_units *u, const struct l2_request *r, unsigned slice, unsigned missing, uint64_t come)
{
	const struct simt_machine *m = u->m;
	struct unit *unit = u->unit + slice;
	const uint64_t all = hold(m, unit, r, missing, come < unit->server.free) * CYCLE_PARTS / CYCLE_HUNDREDTHS;

	return server_pass(&unit->server, come, all) + (all > u->last ? all - u->last : 0);
}
