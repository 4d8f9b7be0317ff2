#include "workloads/analysis/remedies.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "workloads/generators/pieces.h"
#include "workloads/analysis/cause-facts.h"
#include "workloads/analysis/remedy-limits.h"

enum {
#define THRESHOLD(name, value, unit, meaning) name = (value),
#include "workloads/analysis/advice.def"
};

struct rule {
	enum remedy remedy;
	enum cause_limit limit;
	const char *reason;
	bool holds;
};

enum { RULES_MOST = 64 };

/* Fills `rule`, of RULES_MOST; returns how many there are. */
static size_t
ask_rules(const struct cause_facts *x, struct rule *rule)
{
	const struct rule all[] = {
#define MENDS(remedy, limit, reason, condition) {REMEDY_##remedy, CAUSE_##limit, reason, condition},
#include "workloads/analysis/advice.def"
	};
	const size_t n = sizeof all / sizeof *all;

	_Static_assert(sizeof all / sizeof *all <= RULES_MOST, "RULES_MOST is too small");
	for (size_t i = 0; i < n; i++)
		rule[i] = all[i];
	return n;
}

/* ---- the list of a launch ---- */

/* Adds a remedy, or lets one that is there mend the limit that gains more. */
static void
add(struct causes *c, const struct cause_remedy *x)
{
	size_t i = 0;

	while (i < c->nremedies && (x->remedy == REMEDIES || c->remedy[i].remedy != x->remedy))
		i++;
	if (i < c->nremedies && c->remedy[i].gain >= x->gain)
		return;
	if (i == c->nremedies) {
		c->remedy = xrealloc(c->remedy, (c->nremedies + 1) * sizeof *c->remedy);
		c->nremedies++;
	}
	c->remedy[i] = *x;
	c->remedy[i].place = i;
}

/* Those of roots of divergence, the costliest root first. Returns whether there are any. */
static bool
add_of_roots(struct causes *c, const struct run_launch *l, const struct simt_function *f, struct cause_remedy like)
{
	bool any = false;

	for (size_t i = 0; l->roots && i < l->roots->n; i++) {
		struct advice advice[REMEDIES];
		struct root_facts facts;

		if (!root_facts(l->roots, i, f, &facts))
			continue;
		like.share = facts.loss;
		like.pc = l->roots->root[i].pc;
		for (size_t k = 0, n = advise(&facts, advice); k < n; k++) {
			like.remedy = advice[k].remedy;
			like.reason = advice[k].reason;
			add(c, &like);
			any = true;
		}
	}
	return any;
}

/* Those of rules that hold, or else of the limit's own row, where nothing else was found. */
static void
add_of_rules(struct causes *c, const struct rule *rule, size_t n, const struct cause_facts *facts, struct cause_remedy like,
	     bool found)
{
	const double share = like.share;

	for (size_t i = 0; i < n; i++) {
		if (rule[i].limit != like.limit || !rule[i].holds)
			continue;
		like.remedy = rule[i].remedy;
		like.reason = rule[i].reason;
		like.share = rule[i].remedy == REMEDY_compaction ? facts->exited : share;
		add(c, &like);
		found = true;
	}
	like.remedy = REMEDIES;
	like.reason = NULL;
	like.share = share;
	if (!found)
		add(c, &like);
}

/* Whether the limit holds the launch back so much that something should be done. */
static bool
is_worth(const struct cause *x, bool quick)
{
	return quick ? x->share >= least_value[LEAST_worth_pairing] : x->gain >= 1 + least_value[LEAST_worth_telling] / 100;
}

static struct cause_remedy
remedy_of(const struct cause *x)
{
	return (struct cause_remedy){
		.limit = x->limit, .with = CAUSES, .gain = x->gain, .share = x->share, .trial = TRIALS, .pc = ROOT_NONE};
}

static void
gather(const struct run *r, const struct run_launch *l, struct causes *c, bool quick)
{
	const struct simt_function *f = r->function[l->launch];
	const struct cause_pair *pair = causes_first_pair(c);
	struct rule rule[RULES_MOST];
	struct cause_facts facts;
	size_t n;

	cause_facts(l, f, r->machine, &facts);
	n = ask_rules(&facts, rule);
	for (size_t i = 0; i < c->n; i++) {
		const struct cause *x = c->cause + i;
		const bool hidden = pair && (x->limit == pair->a || x->limit == pair->b);
		struct cause_remedy like = remedy_of(x);

		if (x->limit == CAUSE_start || (!hidden && !is_worth(x, quick)))
			continue;
		if (hidden) {
			like.with = x->limit == pair->a ? pair->b : pair->a;
			like.gain = pair->gain;
		}
		add_of_rules(c, rule, n, &facts, like, x->limit == CAUSE_lanes && add_of_roots(c, l, f, like));
	}
	/* a kernel hardly mends the start of a launch: that is advised where it stands first and nothing else is worth while */
	if (!c->nremedies && c->cause[0].limit == CAUSE_start && is_worth(c->cause, quick))
		add_of_rules(c, rule, n, &facts, remedy_of(c->cause), false);
}

static int
by_gain(const void *va, const void *vb)
{
	const struct cause_remedy *a = va, *b = vb;

	if (a->refuted != b->refuted)
		return a->refuted ? 1 : -1;
	if (a->gain != b->gain)
		return a->gain < b->gain ? 1 : -1;
	if (a->share != b->share)
		return a->share < b->share ? 1 : -1;
	return (a->place > b->place) - (a->place < b->place);
}

/* ---- remedies that are tried themselves: blocks of another size ---- */

enum size { AS_IT_IS, SMALLER, LARGER, SIZES };
static const enum trial size_trial[SIZES] = {TRIALS, TRIAL_blocks, TRIAL_joined};

/* What a run left in its buffers, as a hash of each. */
struct left {
	const struct run *r;
	uint64_t **hash;       /* by case and buffer */
	bool *cases;           /* that it runs */
	struct workload other; /* with blocks of that size */
};

/* Pieces of zeros count for nothing, whether somebody has touched them or not. */
static uint64_t
hash_of(const void *data, size_t bytes, simt_stop stop)
{
	uint64_t hash = FNV1A64_START;
	struct pages pages = {.n = 0};

	pages_begin(&pages);
	for (size_t at = 0; at < bytes && !simt_stopped(stop); at += PIECE) {
		const size_t some = bytes - at < PIECE ? bytes - at : PIECE;
		const char *piece = (const char *)data + at;

		if (!pages_untouched(&pages, piece, some) && !all_zeros(piece, some))
			hash = fnv1a64_more(fnv1a64_step(hash, at), piece, some);
	}
	pages_end(&pages);
	return hash;
}

static void
on_contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	const struct left *l = arg;

	l->hash[c - l->r->w->cases][b - c->buffers] = hash_of(data, (size_t)workload_buffer_bytes(b), l->r->o.stop);
}

static struct cause_remedy *
asks_for_size(const struct causes *c)
{
	for (size_t i = 0; i < c->nremedies; i++)
		if (c->remedy[i].remedy == REMEDY_block_size)
			return c->remedy + i;
	return NULL;
}

static void
begin(struct left *l, const struct run *r)
{
	*l = (struct left){.r = r, .hash = zeroed(r->w->ncases, sizeof *l->hash), .cases = zeroed(r->w->ncases, sizeof *l->cases)};
	for (size_t i = 0; i < r->w->ncases; i++)
		l->hash[i] = zeroed(r->w->cases[i].nbuffers, sizeof **l->hash);
}

static void
end(struct left *l)
{
	for (size_t i = 0; i < l->r->w->ncases; i++)
		free(l->hash[i]);
	free(l->hash);
	free(l->cases);
	free(l->other.launch);
}

static bool
was_tried(const struct left *left, enum size size, size_t in_case, size_t k)
{
	const struct run *r = left->r;

	return left[size].cases[in_case] && trial_fits(size_trial[size], r->w->launch + r->cases[in_case].launches[k].launch);
}

static bool
leaves_the_same(const struct left *left, enum size size, size_t in_case)
{
	const size_t bytes = left->r->w->cases[in_case].nbuffers * sizeof **left->hash;

	return !bytes || !memcmp(left[AS_IT_IS].hash[in_case], left[size].hash[in_case], bytes);
}

static void
take_sizes(const struct left *left, const struct experiment *x, struct causes *c, size_t in_case, size_t k)
{
	struct cause_remedy *remedy = asks_for_size(c);
	bool tried = false;
	double best = 0;

	for (enum size size = SMALLER; remedy && size < SIZES; size++) {
		if (!was_tried(left, size, in_case, k))
			continue;
		const double gain = leaves_the_same(left, size, in_case) ? experiment_gain(x + size, left->r, in_case, k) : 0;

		if (tried && gain <= best)
			continue;
		tried = true;
		best = gain;
		remedy->trial = size_trial[size];
	}
	if (!tried)
		return;
	remedy->gain = best;
	remedy->with = CAUSES;
	remedy->refuted = best < 1 + least_value[LEAST_worth_a_row] / 100;
}

static size_t
try_sizes(const struct run *r, struct causes **of_case, experiments_progress *progress, void *arg)
{
	struct experiment x[SIZES];
	struct left left[SIZES];
	size_t wanted = 0;

	for (enum size size = AS_IT_IS; size < SIZES; size++) {
		begin(left + size, r);
		x[size] =
			(struct experiment){.settings = "", .cases = left[size].cases, .contents = on_contents, .arg = left + size};
		if (size != AS_IT_IS)
			x[size].w = trial_workload(size_trial[size], r->w, &left[size].other, left[size].cases);
	}
	for (size_t i = 0; i < r->w->ncases; i++) {
		bool asked = false;

		for (size_t k = 0; k < r->cases[i].nlaunches; k++)
			asked = asked || asks_for_size(of_case[i] + k);
		left[SMALLER].cases[i] = left[SMALLER].cases[i] && asked;
		left[LARGER].cases[i] = left[LARGER].cases[i] && asked;
		left[AS_IT_IS].cases[i] = left[SMALLER].cases[i] || left[LARGER].cases[i];
		wanted += left[AS_IT_IS].cases[i];
	}
	if (wanted)
		experiments_run(x, SIZES, r, progress, arg);
	for (size_t i = 0; wanted && i < r->w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++)
			take_sizes(left, x, of_case[i] + k, i, k);
	if (wanted)
		experiments_clear(x, SIZES);
	for (enum size size = AS_IT_IS; size < SIZES; size++)
		end(left + size);
	return wanted ? SIZES : 0;
}

void
remedies_quick(const struct run *r, const struct run_launch *l, struct causes *c)
{
	gather(r, l, c, true);
	if (c->nremedies)
		qsort(c->remedy, c->nremedies, sizeof *c->remedy, by_gain);
}

size_t
remedies_find(const struct run *r, struct causes **of_case, bool quick, experiments_progress *progress, void *arg)
{
	size_t n = 0;

	for (size_t i = 0; i < r->w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++)
			if (of_case[i][k].n)
				gather(r, &r->cases[i].launches[k], of_case[i] + k, quick);
	if (!quick)
		n = try_sizes(r, of_case, progress, arg);
	for (size_t i = 0; i < r->w->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++)
			if (of_case[i][k].nremedies)
				qsort(of_case[i][k].remedy, of_case[i][k].nremedies, sizeof(struct cause_remedy), by_gain);
	if (!quick && !simt_stopped(r->o.stop))
		n += remedies_without_all(r, of_case, progress, arg);
	return n;
}
