/* advice.h: likely remedies for roots of divergence, by the rules of advice.def.
 *
 * What this module cannot do: know what a kernel is meant to compute. The reader decides whether a remedy is possible. */
#ifndef WORKLOADS_ADVICE_H
#define WORKLOADS_ADVICE_H

#include "workloads/analysis/roots.h"

enum remedy {
#define REMEDY(name, title, folder, what) REMEDY_##name,
#include "workloads/analysis/advice.def"
	REMEDIES
};

struct remedy_info {
	const char *name, *title, *folder, *what;
};
extern const struct remedy_info remedy_info[REMEDIES];

/* What the rules look at. Shares in per cent. */
struct root_facts {
	bool branch;        /* of kind branch; else predicate */
	bool unknown;       /* a branch to several targets */
	bool loop;          /* it jumps back */
	bool collective;    /* compilers make it of shuffles, votes and the like, for lanes that are not together there */
	double rate;        /* share of executions that separate lanes */
	double loss;        /* of all lane-slots */
	double like_others; /* share of its divergences with the same lanes as in other warps; -1: there was one warp */
	bool again;         /* some warp diverged more than once */
	double again_same;  /* share of the repeated divergences with the same lanes as the time before; 100 where there are none */
	bool straight;      /* a forward branch; between it and its merge are only computations and loads */
	uint32_t length;    /* instructions between the branch and its merge */
	bool two_sides;     /* a forward branch with code on both sides */
	uint32_t block_warps; /* warps of a block */
};

struct advice {
	enum remedy remedy;
	const char *reason;
};

/* The facts about root i. False if its kind gets no advice, or it costs too little. */
bool root_facts(const struct root_list *l, size_t i, const struct simt_function *f, struct root_facts *x);
/* The remedies, the likeliest first, each once; returns how many there are. */
size_t advise(const struct root_facts *x, struct advice advice[REMEDIES]);

/* The share of all lane-slots, in per cent, that branches and guards lose together, and whether a remedy gains little. */
bool roots_lose_little(const struct root_list *l, double *share);

#endif
