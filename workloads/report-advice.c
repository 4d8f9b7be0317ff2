/* report-advice.c: the roots that cost most, in words with numbers: what is known of them and which remedies are likely. */
#include <inttypes.h>

#include "advice.h"
#include "report-text.h"

enum { TOLD = 5, ROOM = 60 };

/* What says so. */
static void
put_facts(FILE *out, const struct root *r, const struct root_facts *x)
{
	char executed[32];

	fprintf(out, "      %.1f %% of all lane-slots; parts lanes in %.1f %% of %s executions", x->loss, x->rate,
		report_grouped(r->executions, executed, sizeof executed));
	if (x->like_others >= 0)
		fprintf(out, ", in %.1f %% of them the same lanes as in other warps", x->like_others);
	if (x->again)
		fprintf(out, ", in %.1f %% the same as the time before", x->again_same);
	if (x->loop)
		fprintf(out, "; a loop, blocks of %" PRIu32 " warp%s", x->block_warps, x->block_warps == 1 ? "" : "s");
	else if (x->length)
		fprintf(out, "; %" PRIu32 " instructions on %s%s", x->length, x->two_sides ? "two sides" : "one side",
			x->straight ? "" : ", with stores, barriers or branches");
	fputs(".\n", out);
}

/* Guards of one value stand in a row: one advice for those that part the same lanes as often. */
static bool
is_like_before(const struct root_list *l, size_t i)
{
	const struct root *r = l->root + i;

	for (size_t k = 0; k < i; k++) {
		const struct root *o = l->root + k;

		if (r->kind == ROOT_PREDICATE && o->kind == r->kind && o->divergences == r->divergences && o->lost == r->lost)
			return true;
	}
	return false;
}

static void
put_advice(FILE *out, const struct root_list *l, size_t i, const struct simt_function *f, const struct root_facts *x)
{
	const struct root *r = l->root + i;
	struct advice advice[REMEDIES];
	size_t n = advise(x, advice), others = 0;
	char source[80], sass[512];

	report_source(f, r->pc, source, sizeof source);
	simt_function_sass(f, r->pc, sass, sizeof sass);
	for (size_t k = i + 1; r->kind == ROOT_PREDICATE && k < l->n; k++)
		others += l->root[k].kind == r->kind && l->root[k].divergences == r->divergences && l->root[k].lost == r->lost;
	fprintf(out, "    0x%04x %s  %s  %.*s", 16 * r->pc, root_kind_name[r->kind], source, ROOM, sass);
	if (others)
		fprintf(out, ", and %zu like it", others);
	putc('\n', out);
	put_facts(out, r, x);
	for (size_t k = 0; k < n; k++)
		fprintf(out, "      %zu. %s (%s): %s.\n         That is: %s.\n", k + 1, remedy_info[advice[k].remedy].title,
			remedy_info[advice[k].remedy].folder, advice[k].reason, remedy_info[advice[k].remedy].what);
}

/* What no reconvergence could beat. Other work for a thread may: it can shorten what the slowest of them does. */
static void
put_bound(FILE *out, const struct run_launch *l, const struct run_launch *ideal)
{
	uint64_t cycles = l->stats.v[SIMT_STAT_cycles], least = ideal ? ideal->stats.v[SIMT_STAT_cycles] : 0;

	if (!l->stats.timed || l->status != SIMT_OK)
		return;
	if (ideal && ideal->status == SIMT_OK && least)
		fprintf(out,
			"    Under policy ideal it is %.2f times as fast: the bound while each thread does the same work in the "
			"same order.\n",
			(double)cycles / (double)least);
	else
		fputs("    Policy ideal cannot run it: no bound is known.\n", out);
}

static void
put_launch(FILE *out, const struct simt_function *f, const struct run_launch *l, const struct run_launch *ideal)
{
	const struct root_list *roots = l->roots;
	size_t told = 0, left = 0;

	for (size_t i = 0; i < roots->n; i++) {
		struct root_facts x;

		if (!root_facts(roots, i, f, &x) || is_like_before(roots, i))
			continue;
		if (told == TOLD) {
			left++;
			continue;
		}
		if (!told++)
			put_bound(out, l, ideal);
		put_advice(out, roots, i, f, &x);
	}
	if (left)
		fprintf(out, "    %zu more cost less.\n", left);
	if (!told)
		fputs("    No branch or guard parts the lanes of a warp: there is nothing to remedy.\n", out);
}

void
report_advice(const struct report *r, FILE *out, const struct run *ideal)
{
	const struct run *run = r->run;

	for (size_t i = 0; i < run->w->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++) {
			const struct run_launch *l = &run->cases[i].launches[k];
			const struct run_case *c = ideal ? &ideal->cases[i] : NULL;

			report_title(run, out, i, l);
			if (l->roots)
				put_launch(out, run->function[l->launch], l, c && k < c->nlaunches ? &c->launches[k] : NULL);
			putc('\n', out);
		}
}
