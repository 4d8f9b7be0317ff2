#include "sim/observe/hazard-steps.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sim/core/issue.h"
#include "sim/core/scoreboard.h"

int32_t
hazard_steps_soonest_write(const struct simt_machine *m, const struct inst *in, const struct timing *tm)
{
	if (in->op->flow != FLOW_MEMORY)
		return tm->latency;
	return m->shared.latency < m->l1.latency ? m->shared.latency : m->l1.latency;
}

int32_t
hazard_steps_read_early(const struct timing *from, const struct timing *to, int32_t age, unsigned *r)
{
	int32_t most = 0;

	for (int i = 0; i < REGSET_WORDS; i++)
		for (uint64_t m = to->reads.w[i] & from->defs.w[i]; m; m &= m - 1) {
			unsigned k = 64 * (unsigned)i + (unsigned)__builtin_ctzll(m);
			int32_t early = (int32_t)scoreboard_result_latency(from, to, k) - age;

			if (early > most) {
				most = early;
				*r = k;
			}
		}
	return most;
}

int32_t
hazard_steps_age(const struct simt_machine *m, const struct simt_function *f, uint32_t first, uint32_t second)
{
	const struct timing *from = f->timing + first, *to = f->timing + second;
	const int r = regset_first(&to->guard, &from->defs);
	const int32_t guards = r < 0 ? 0 : (int32_t)scoreboard_guard_latency(from, to, (unsigned)r);
	unsigned k;
	int32_t age = hazard_steps_read_early(from, to, 0, &k);

	age = guards > age ? guards : age;
	if (regset_first(&to->defs, &from->defs) >= 0) {
		const int32_t over = from->latency - hazard_steps_soonest_write(m, f->code + second, to) + 1;

		age = over > age ? over : age;
	}
	return age;
}

struct hazard_step *
hazard_steps_of(struct steps **all, const struct simt_function *f)
{
	struct steps **p = all, *s;

	while (*p && (*p)->function != f)
		p = &(*p)->next;
	s = *p;
	if (!s) {
		s = xrealloc(NULL, sizeof *s);
		*s = (struct steps){f, zeroed(f->n, sizeof *s->v), *all};
		*all = s;
	} else if (s != *all) {
		*p = s->next;
		s->next = *all;
		*all = s;
	}
	return s->v;
}

void
hazard_steps_forget(struct steps **all)
{
	while (*all) {
		struct steps *s = *all;

		*all = s->next;
		free(s->v);
		free(s);
	}
}

void
hazard_steps_fill(struct hazard_step *v, const struct simt_function *f, uint32_t i)
{
	uint32_t end = i;

	while (end < f->n && !v[end].known && f->code[end].op->flow <= FLOW_MEMORY)
		end++;
	for (uint32_t k = end; k-- > i;) {
		const struct timing *tm = f->timing + k;
		const bool scored = is_scored(f->code + k);

		for (int r = 0; r < REGSET_WORDS; r++)
			v[k].touches.w[r] = tm->uses.w[r] | tm->guard.w[r];
		v[k].fine = k;
		v[k].cycles = (uint8_t)control_cycles(f->code + k);
		v[k].writes = !scored && !regset_is_empty(&tm->defs);
		v[k].scored = scored ? k : k + 1 < end || (end < f->n && v[end].known) ? v[k + 1].scored : (uint32_t)f->n;
		v[k].known = true;
	}
}

/* Whether instruction `to` accesses no result of those from instruction `from` on too early, if all of them have issued straight before it. */
static bool
is_fine(const struct hazard_code *c, uint32_t from, uint32_t to)
{
	int32_t age = 0;

	for (uint32_t k = to; k-- > from && age < c->longest;) {
		age += c->v[k].cycles;
		if (c->v[k].writes && age < hazard_steps_age(c->machine, c->function, k, to))
			return false;
	}
	return true;
}

bool
hazard_steps_are_fine(const struct hazard_code *c, uint32_t first, uint32_t n)
{
	while (c->v[first].fine < first + n && is_fine(c, first, c->v[first].fine))
		c->v[first].fine++;
	return c->v[first].fine >= first + n;
}
