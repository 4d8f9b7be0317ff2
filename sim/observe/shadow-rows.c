#include "sim/observe/shadow-rows.h"

#include "isa/clones.h"

_Static_assert((int)SHADOW_ROW == (int)ISA_LANES, "a row is what EACH_LANE goes over");

/* Whether lane l of a row is not known to be ordered after what has these parts; no access is before all. */
static inline __attribute__((always_inline)) uint32_t
is_open(const struct shadow_row *r, unsigned l, bool same_who, uint32_t who, uint32_t epoch, uint32_t by)
{
	const uint32_t other = same_who ? who != r->who[l] : (uint32_t)(epoch >= r->epoch) & (uint32_t)((by ^ r->by[l]) << 16 != 0);

	return other & (uint32_t)(by != 0);
}

static inline __attribute__((always_inline)) bool
row_reads(struct shadow_page *p, unsigned at, const struct shadow_row *r, bool same_who)
{
	uint32_t bad = 0, second[SHADOW_ROW];
	uint32_t *who[2], *epoch[2], *pc[2], *by[2];
	const uint32_t *const wwho = p->access[SHADOW_WRITE].who + at, *const wepoch = p->access[SHADOW_WRITE].epoch + at,
			      *const wby = p->access[SHADOW_WRITE].by + at;

	for (unsigned k = 0; k < 2; k++) {
		who[k] = p->access[SHADOW_READ + k].who + at;
		epoch[k] = p->access[SHADOW_READ + k].epoch + at;
		pc[k] = p->access[SHADOW_READ + k].pc + at;
		by[k] = p->access[SHADOW_READ + k].by + at;
	}
	EACH_LANE
	{
		const uint32_t open = is_open(r, l, same_who, who[0][l], epoch[0][l], by[0][l]),
			       own = !same_who & (uint32_t)((by[0][l] & STAMP_THREAD) - r->warp < r->width);

		bad |= is_open(r, l, same_who, wwho[l], wepoch[l], wby[l]) | (open & own);
		second[l] = 0 - open;
	}
	if (bad)
		return false;
	/* one that this one comes after says no more than this one */
	EACH_LANE
	{
		const uint32_t m = second[l];

		who[0][l] = (who[0][l] & m) | (r->who[l] & ~m);
		epoch[0][l] = (epoch[0][l] & m) | (r->epoch & ~m);
		pc[0][l] = (pc[0][l] & m) | (r->pc & ~m);
		by[0][l] = (by[0][l] & m) | (r->by[l] & ~m);
		who[1][l] = (who[1][l] & ~m) | (r->who[l] & m);
		epoch[1][l] = (epoch[1][l] & ~m) | (r->epoch & m);
		pc[1][l] = (pc[1][l] & ~m) | (r->pc & m);
		by[1][l] = (by[1][l] & ~m) | (r->by[l] & m);
	}
	return true;
}

static inline __attribute__((always_inline)) bool
row_writes(struct shadow_page *p, unsigned at, const struct shadow_row *r, const uint32_t *value, bool same_who)
{
	uint32_t bad = 0;
	uint32_t *const who = p->access[SHADOW_WRITE].who + at, *const epoch = p->access[SHADOW_WRITE].epoch + at,
			*const pc = p->access[SHADOW_WRITE].pc + at, *const by = p->access[SHADOW_WRITE].by + at,
			*const first = p->access[SHADOW_READ].by + at, *const second = p->access[SHADOW_READ + 1].by + at,
			*const left = p->value + at;

	EACH_LANE
	{
		const uint32_t other = (uint32_t)(left[l] != value[l]) | (uint32_t)((by[l] & STAMP_ATOMIC) != 0);

		bad |= (is_open(r, l, same_who, who[l], epoch[l], by[l]) & other) |
		       is_open(r, l, same_who, p->access[SHADOW_READ].who[at + l], p->access[SHADOW_READ].epoch[at + l], first[l]) |
		       is_open(r, l, same_who, p->access[SHADOW_READ + 1].who[at + l], p->access[SHADOW_READ + 1].epoch[at + l],
			       second[l]);
	}
	if (bad)
		return false;
	EACH_LANE
	{
		who[l] = r->who[l];
		epoch[l] = r->epoch;
		pc[l] = r->pc;
		by[l] = r->by[l];
		left[l] = value[l];
		first[l] = second[l] = 0;
	}
	return true;
}

/* Clones are static: the code that picks one is seen outside of the library otherwise. */
static CLONES bool
any_reads(struct shadow_page *p, unsigned i, const struct shadow_row *r)
{
	return r->same_who ? row_reads(p, i, r, true) : row_reads(p, i, r, false);
}

static CLONES bool
any_writes(struct shadow_page *p, unsigned i, const struct shadow_row *r, const uint32_t *value)
{
	return r->same_who ? row_writes(p, i, r, value, true) : row_writes(p, i, r, value, false);
}

bool
shadow_rows_read(struct shadow_page *p, unsigned i, const struct shadow_row *r)
{
	return any_reads(p, i, r);
}

bool
shadow_rows_write(struct shadow_page *p, unsigned i, const struct shadow_row *r, const uint32_t *value)
{
	return any_writes(p, i, r, value);
}
