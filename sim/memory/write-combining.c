#include "sim/memory/write-combining.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"
#include "sim/memory/memory-port.h"
#include "sim/memory/tag-store.h"

struct open_store {
	uint64_t line, until;           /* others join before that cycle */
	struct launch_state *launch;    /* NULL: there is none */
	uint8_t sectors, partial;       /* those that it has, of these those that are not written entirely */
	uint32_t written[LINE_SECTORS]; /* bytes of each */
};

bool
write_combining_init(struct write_combining *j, const struct simt_machine *m)
{
	j->m = m;
	j->line = calloc(m->stores.join + 1, sizeof *j->line);
	return j->line;
}

void
write_combining_free(struct write_combining *j)
{
	free(j->line);
}

void
write_combining_clear(struct write_combining *j)
{
	memset(j->line, 0, j->m->stores.join * sizeof *j->line);
	j->next = 0;
}

/* A whole line goes by itself. */
static bool
may_combine(const struct write_combining *j, const struct l2_request *r)
{
	return j->m->stores.join && r->kind == L2_STORE && r->full != (1 << LINE_SECTORS) - 1;
}

struct open_store *
write_combining_find(const struct write_combining *j, const struct l2_request *r, uint64_t cycle)
{
	const int32_t n = may_combine(j, r) ? j->m->stores.join : 0;

	for (int32_t i = 0; i < n; i++) {
		struct open_store *l = j->line + i;

		if (l->line == r->line && l->launch == r->launch && cycle < l->until)
			return l;
	}
	return NULL;
}

unsigned
write_combining_added(const struct open_store *l, const struct l2_request *r)
{
	return sectors_count(r->sectors & (uint8_t)~l->sectors);
}

void
write_combining_join(struct open_store *l, struct l2_request *r)
{
	r->combined = true;
	r->before = l->sectors;
	r->before_partial = l->partial;
	l->sectors |= r->sectors;
	l->partial = 0;
	for (unsigned i = 0; i < LINE_SECTORS; i++) {
		l->written[i] |= r->written[i];
		if (l->sectors >> i & 1 && l->written[i] != UINT32_MAX)
			l->partial |= (uint8_t)(1u << i);
	}
	r->with = l->sectors;
	r->with_partial = l->partial;
}

void
write_combining_open(struct write_combining *j, const struct l2_request *r)
{
	struct open_store *l = j->line + j->next;

	if (!may_combine(j, r))
		return;
	*l = (struct open_store){
		.line = r->line,
		.until = r->cycle + j->m->stores.join_cycles,
		.launch = r->launch,
		.sectors = r->sectors,
		.partial = r->sectors & (uint8_t)~r->full,
	};
	memcpy(l->written, r->written, sizeof l->written);
	j->next = j->next + 1 < j->m->stores.join ? j->next + 1 : 0;
}
