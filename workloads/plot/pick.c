#include "workloads/plot/pick.h"

#include <string.h>

const struct recording_case *
pick_case(const struct recording *r, const struct pick *p, const char *path, struct simt_error *e)
{
	if (!r->ncases) {
		simt_fail(e, SIMT_BAD_INPUT, "%s: no case is in the recording", path);
		return NULL;
	}
	for (size_t i = 0; i < r->ncases; i++)
		if (!p->of_case || !strcmp(p->of_case, r->cases[i].name))
			return r->cases + i;
	simt_fail(e, SIMT_USAGE, "--case %.200s: the recording does not have it; the first one that it has is '%.200s'", p->of_case,
		  r->cases[0].name);
	return NULL;
}

bool
pick_span(const struct pick *p, const struct recording_span *s)
{
	return s->end > p->cycles.first && s->from <= p->cycles.last;
}

bool
pick_warp(const struct recording_case *c, const struct pick *p, const struct recording_warp *w)
{
	return pick_has(&p->sms, w->sm) && pick_has(&p->blocks, w->block) && pick_has(&p->warps, w->warp) &&
	       c->span[w->span + w->nspans - 1].end > p->cycles.first && c->span[w->span].from <= p->cycles.last;
}

int
pick_by_place(const void *a, const void *b)
{
	const struct recording_warp *const x = *(const struct recording_warp *const *)a,
					   *const y = *(const struct recording_warp *const *)b;

	if (x->launch != y->launch)
		return x->launch < y->launch ? -1 : 1;
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->warp < y->warp ? -1 : x->warp > y->warp;
}

const char *
pick_no_warps(const struct recording *r, const struct recording_case *c)
{
	if (r->together)
		return "splits of a warp run at the same time on this machine, and a recording has no warps then";
	if (!c->nwarps)
		return "no warp was recorded";
	return "no warp that was recorded is one of those that are asked for, in these cycles; simt-sim --record-sms and "
	       "--record-cycles say which are recorded";
}
