#include "workloads/plot/figure-time.h"

#include <inttypes.h>
#include <stdio.h>

bool
figure_time_of(const struct recording_figure *f, struct figure_time *t, struct simt_error *e)
{
	const struct recording_case *c = f->c;
	uint64_t first = UINT64_MAX, end = 0;

	*t = (struct figure_time){.whole = true};
	for (size_t i = 0; i < c->nsms; i++) {
		const struct recording_sm *sm = c->sm + i;
		const size_t before = t->warps;

		for (uint32_t k = 0; k < sm->nwarps; k++) {
			const struct recording_warp *w = c->warp + sm->warp + k;

			if (!pick_warp(c, &f->pick, w))
				continue;
			t->warps++;
			first = c->span[w->span].from < first ? c->span[w->span].from : first;
			end = c->span[w->span + w->nspans - 1].end > end ? c->span[w->span + w->nspans - 1].end : end;
		}
		t->whole = t->whole && (sm->whole || t->warps == before);
		t->sms += t->warps > before;
		t->sm = t->warps > before ? sm->sm : t->sm;
	}
	t->first = f->pick.cycles.first > first ? f->pick.cycles.first : first;
	t->end = f->pick.cycles.last < end ? f->pick.cycles.last + 1 : end;
	if (t->warps && t->first < t->end)
		return true;
	return simt_fail(e, SIMT_BAD_INPUT, "case '%.200s': %s", c->name, pick_no_warps(f->r, c));
}

void
figure_time_text(const struct recording_figure *f, const struct figure_time *t, char *to, size_t size)
{
	char where[40];

	if (t->sms == 1)
		snprintf(where, sizeof where, "SM %" PRIu32, t->sm);
	else
		snprintf(where, sizeof where, "%" PRIu32 " of %" PRIu32 " SMs", t->sms, f->r->sms);
	snprintf(to, size, "%s: %zu%s warp%s of case %.100s", where, t->warps, t->whole ? "" : " recorded",
		 t->warps == 1 ? "" : "s", f->c->name);
}

double
figure_time_part(const struct figure_time *t, unsigned columns, unsigned k, uint64_t a, uint64_t b)
{
	const double scale = columns / (double)(t->end - t->first);
	const double from = a > t->first ? (double)(a - t->first) * scale : 0,
		     to = b < t->end ? (double)(b - t->first) * scale : columns;
	const double left = from > k ? from : k, right = to < k + 1 ? to : k + 1;

	return right > left ? right - left : 0;
}

unsigned
figure_time_column(const struct figure_time *t, unsigned columns, uint64_t cycle)
{
	const double k = cycle > t->first ? (double)(cycle - t->first) * columns / (double)(t->end - t->first) : 0;

	return k < columns ? (unsigned)k : columns - 1;
}
