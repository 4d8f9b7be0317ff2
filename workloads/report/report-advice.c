/* report-advice.c: prints the roots that cost most: the facts about each, which remedies are likely, and what was gained by those that
 * could be tried. */
#include <inttypes.h>

#include "workloads/analysis/advice.h"
#include "workloads/report/report-text.h"

enum { TOLD = 5, ROOM = 60 };

/* A launch of a run. */
struct watched {
	const struct run_launch *l;
	const struct simt_function *f;
	const struct trials *t;   /* or NULL */
	const struct splitter *s; /* or NULL */
	size_t in_case, k;
};

/* Prints the facts that speak for a remedy. */
static void
put_facts(FILE *out, const struct root *r, const struct root_facts *x)
{
	char executed[32];

	report_grouped(r->executions, executed, sizeof executed);
	fprintf(out, "      %.1f %% of all lane-slots; separates lanes ", x->loss);
	/* what sends lanes to several places is issued once for each */
	if (x->rate > 100)
		fprintf(out, "%.1f times in each of %s executions", x->rate / 100, executed);
	else
		fprintf(out, "in %.1f %% of %s executions", x->rate, executed);
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

/* Whether an earlier guard separates the same lanes equally often. Guards by one value often follow each other, and get one advice. */
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

/* Whether threads were regrouped by what they do at the root. */
static bool
is_split_by(const struct split_launch *l, const struct root *r)
{
	for (size_t i = 0; i < l->npc; i++)
		if (l->pc[i] == r->pc)
			return l->wanted;
	return false;
}

/* Prints what was gained by regrouping threads that branch the same way, as --split does. */
static void
put_split(FILE *out, const struct watched *x, const struct root *r)
{
	static const char *const way_name[SPLIT_WAYS] = {"regrouped within blocks", "divided into launches"};
	const struct split_launch *l = x->s ? x->s->launch + x->l->launch : NULL;

	if (!l || !is_split_by(l, r))
		return;
	for (int way = 0; way < SPLIT_WAYS; way++) {
		const struct run *again = x->s->run[way];
		const struct split_case *c = x->s->cases[way] + x->in_case;
		uint64_t before = x->s->before->cases[x->in_case].cycles;

		if (*l->refused[way])
			fprintf(out, "         Not tried, %s: %s.\n", way_name[way], l->refused[way]);
		else if (again && again->cases[x->in_case].selected && *c->failed)
			fprintf(out, "         Tried, %s: %s.\n", way_name[way], c->failed);
		else if (again && again->cases[x->in_case].selected && *c->differs)
			fprintf(out, "         Tried, %s: other results, %s.\n", way_name[way], c->differs);
		else if (again && again->cases[x->in_case].selected && again->cases[x->in_case].cycles)
			fprintf(out, "         Tried, %s (--split): %s%.2f times as fast.\n", way_name[way],
				x->s->before->cases[x->in_case].nlaunches > 1 ? "the whole case " : "",
				(double)before / (double)again->cases[x->in_case].cycles);
	}
}

/* Whether threads were regrouped by what they do at the root, with the same results, and it gained nothing in any way that was tried. */
static bool
split_is_no_faster(const struct watched *x, const struct root *r)
{
	const struct split_launch *l = x->s ? x->s->launch + x->l->launch : NULL;
	bool tried = false;

	if (!l || !is_split_by(l, r))
		return false;
	for (int way = 0; way < SPLIT_WAYS; way++) {
		const struct run *again = x->s->run[way];
		const struct split_case *c = x->s->cases[way] + x->in_case;

		if (*l->refused[way] || !again || !again->cases[x->in_case].selected || *c->failed || *c->differs ||
		    !again->cases[x->in_case].cycles)
			continue;
		if (again->cases[x->in_case].cycles < x->s->before->cases[x->in_case].cycles)
			return false;
		tried = true;
	}
	return tried;
}

static void
put_advice(FILE *out, const struct watched *x, size_t i, const struct root_facts *facts)
{
	const struct root_list *l = x->l->roots;
	const struct root *r = l->root + i;
	struct advice advice[REMEDIES];
	size_t n = advise(facts, advice), others = 0, told = 0;
	const bool slower = split_is_no_faster(x, r);
	char source[80], sass[512];

	report_own_source(x->f, r->pc, source, sizeof source);
	simt_function_sass(x->f, r->pc, sass, sizeof sass);
	for (size_t k = i + 1; r->kind == ROOT_PREDICATE && k < l->n; k++)
		others += l->root[k].kind == r->kind && l->root[k].divergences == r->divergences && l->root[k].lost == r->lost;
	fprintf(out, "    0x%04x %s  %s  %.*s", 16 * r->pc, root_kind_name[r->kind], source, ROOM, sass);
	if (others)
		fprintf(out, ", and %zu like it", others);
	putc('\n', out);
	put_facts(out, r, facts);
	for (size_t k = 0; k < n; k++) {
		const struct remedy_info *info = &remedy_info[advice[k].remedy];

		if (advice[k].remedy == REMEDY_regrouping && slower)
			continue;
		fprintf(out, "      %zu. %s%s%s%s: %s.\n         That is: %s.\n", ++told, info->title, *info->folder ? " (" : "",
			info->folder, *info->folder ? ")" : "", advice[k].reason, info->what);
		if (advice[k].remedy == REMEDY_regrouping)
			put_split(out, x, r);
	}
	if (!slower)
		return;
	fprintf(out, "      Not advised: %s. It was tried, and made it no faster.\n", remedy_info[REMEDY_regrouping].title);
	put_split(out, x, r);
}

/* Prints how much faster the launch could be at all, the estimate without divergence, and what trials gained. Another division of work among
 * threads may exceed the bound: it can shorten the work of the slowest thread. */
static void
put_trials(FILE *out, const struct report *r, const struct watched *x)
{
	if (!x->t || !run_launch_stats(x->l).timed || x->l->status != SIMT_OK)
		return;
	if (x->l->bound)
		fprintf(out,
			"    It could be at most %.2f times as fast while each thread does the same work in the same order "
			"(--bound).\n",
			(double)run_launch_stats(x->l).v[SIMT_STAT_cycles] / (double)bound_cycles(x->l->bound));
	for (unsigned i = 0; i < TRIALS; i++) {
		double gain = trials_gain(x->t, i, r->run, x->in_case, x->k);

		if (i == TRIAL_ideal && gain >= 1)
			fprintf(out, "    Without divergence it is about %.2f times as fast, as policy ideal estimates.\n", gain);
		else if (i == TRIAL_ideal && gain > 0)
			fprintf(out,
				"    Without divergence it is no faster (%.2f), as policy ideal estimates: waiting lanes are not "
				"what costs "
				"time.\n",
				gain);
		else if (i == TRIAL_ideal)
			fputs("    Policy ideal cannot run it, as --reconvergence ideal says: there is no estimate without "
			      "divergence.\n",
			      out);
		else if (gain > 0)
			fprintf(out, "    Tried, %s: %.2f times as fast.\n", trial_info[i].title, gain);
	}
}

static void
put_launch(FILE *out, const struct report *r, const struct watched *x)
{
	const struct root_list *roots = x->l->roots;
	size_t told = 0, left = 0;

	for (size_t i = 0; i < roots->n; i++) {
		struct root_facts facts;

		if (!root_facts(roots, i, x->f, &facts) || is_like_before(roots, i))
			continue;
		if (told == TOLD) {
			left++;
			continue;
		}
		if (!told++) {
			double share;

			if (roots_lose_little(roots, &share))
				fprintf(out,
					"    Branches and guards lose %.1f %% of all lane-slots together: a remedy gains little, "
					"unless it spares the test itself.\n",
					share);
			put_trials(out, r, x);
		}
		put_advice(out, x, i, &facts);
	}
	if (left)
		fprintf(out, "    %zu more cost less.\n", left);
	if (!told)
		fputs("    No branch or guard separates the lanes of a warp: there is nothing to remedy.\n"
		      "    Without --advise simt-why tries other limits.\n",
		      out);
}

void
report_advice(const struct report *r, FILE *out, const struct trials *t, const struct splitter *s)
{
	const struct run *run = r->run;

	for (size_t i = 0; i < run->w->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++) {
			const struct run_launch *l = &run->cases[i].launches[k];

			report_title(run, out, i, l);
			if (l->roots)
				put_launch(out, r, &(struct watched){l, run->function[l->launch], t, s, i, k});
			putc('\n', out);
		}
}
