#include "workloads/analysis/advice.h"

#include <stdlib.h>
#include <string.h>

const struct remedy_info remedy_info[REMEDIES] = {
#define REMEDY(name, title, folder, what) {#name, title, folder, what},
#include "workloads/analysis/advice.def"
};

enum {
#define THRESHOLD(name, value, unit, meaning) name = (value),
#include "workloads/analysis/advice.def"
};

static double
percent(uint64_t part, uint64_t whole)
{
	return whole ? 100 * (double)part / (double)whole : 0;
}

/* Instruction i from its name on, in `text`, which has room for so much. */
static const char *
without_guard(const struct simt_function *f, size_t i, char *text, size_t size)
{
	simt_function_sass(f, i, text, size);
	if (*text != '@')
		return text;
	text += strcspn(text, " ");
	return *text ? text + 1 : text;
}

/* Whether compilers have made it to part lanes, or have them wait, at a collective operation. */
static bool
is_collective(const struct simt_function *f, size_t i)
{
	static const char *const made[] = {"BRA.DIV", "BRA.CONV", "WARPSYNC", "ENDCOLLECTIVE"};
	char text[512];
	const char *op = without_guard(f, i, text, sizeof text);

	for (size_t k = 0; k < sizeof made / sizeof *made; k++)
		if (!strncmp(op, made[k], strlen(made[k])))
			return true;
	return false;
}

/* Whether instruction i may be in code that is to run without a branch. */
static bool
is_plain(const struct simt_function *f, size_t i, uint32_t merge)
{
	static const char *const bound[] = {"ST",   "ATOM", "RED",      "BAR",  "EXIT",  "BRX",
					    "CALL", "RET",  "WARPSYNC", "BSSY", "YIELD", "MEMBAR"};
	char text[512];
	const char *op = without_guard(f, i, text, sizeof text);
	unsigned long to;

	for (size_t k = 0; k < sizeof bound / sizeof *bound; k++)
		if (!strncmp(op, bound[k], strlen(bound[k])) && strncmp(op, "REDUX", 5))
			return false;
	if (strncmp(op, "BRA", 3))
		return true;
	/* the first side ends in a jump past the other one */
	op = strstr(op, "0x");
	to = op ? strtoul(op, NULL, 16) : 0;
	return *text != '@' && to > 16 * i && to <= 16 * (unsigned long)merge;
}

/* What lies between a forward branch and where its sides meet. */
static void
look_at_sides(const struct root *r, const struct simt_function *f, struct root_facts *x)
{
	struct simt_function_info info;
	uint32_t merge;
	bool *inside;

	simt_function_info(f, &info);
	inside = calloc(info.ninst + 1u, sizeof *inside);
	if (!inside)
		simt_no_memory();
	if (simt_function_region(f, r->pc, &merge, inside, info.ninst)) {
		x->two_sides = r->target != merge;
		x->straight = merge != ROOT_NONE;
		for (uint32_t i = 0; i < info.ninst; i++) {
			x->length += inside[i];
			x->straight = x->straight && (!inside[i] || is_plain(f, i, merge));
		}
	} else {
		x->two_sides = true;
	}
	free(inside);
}

static bool
is_advised(const struct root *r)
{
	return r->kind == ROOT_BRANCH || r->kind == ROOT_PREDICATE;
}

bool
root_facts(const struct root_list *l, size_t i, const struct simt_function *f, struct root_facts *x)
{
	const struct root *r = l->root + i;
	uint64_t again = r->divergences - r->warps;
	size_t costliest = 0;

	if (!is_advised(r))
		return false;
	while (!is_advised(l->root + costliest))
		costliest++;
	if (100 * r->lost < least_loss * l->root[costliest].lost)
		return false;
	*x = (struct root_facts){
		.branch = r->kind == ROOT_BRANCH,
		.unknown = r->kind == ROOT_BRANCH && r->target == ROOT_NONE,
		.collective = is_collective(f, r->pc),
		.loop = r->target != ROOT_NONE && r->target <= r->pc,
		.rate = percent(r->divergences, r->executions),
		.loss = percent(r->lost, root_list_all(l)),
		.like_others = r->compared ? percent(r->alike, r->compared) : -1,
		.again = again > 0,
		.again_same = again ? percent(r->repeated, again) : 100,
		.block_warps = l->block_warps,
	};
	x->loop = x->loop && !x->collective;
	if (x->branch && !x->unknown && !x->loop && !x->collective)
		look_at_sides(r, f, x);
	return true;
}

bool
roots_lose_little(const struct root_list *l, double *share)
{
	*share = percent(l->lost[ROOT_BRANCH] + l->lost[ROOT_PREDICATE], root_list_all(l));
	return *share < worth;
}

size_t
advise(const struct root_facts *x, struct advice advice[REMEDIES])
{
	const struct {
		enum remedy remedy;
		const char *reason;
		bool holds;
	} rule[] = {
#define RULE(remedy, reason, condition) \
	{REMEDY_##remedy, reason, (condition) && (REMEDY_##remedy == REMEDY_together || !x->collective)},
#include "workloads/analysis/advice.def"
	};
	size_t n = 0;

	for (size_t i = 0; i < sizeof rule / sizeof *rule; i++) {
		bool named = false;

		for (size_t k = 0; k < n; k++)
			named = named || advice[k].remedy == rule[i].remedy;
		if (rule[i].holds && !named)
			advice[n++] = (struct advice){rule[i].remedy, rule[i].reason};
	}
	return n;
}
