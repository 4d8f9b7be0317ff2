/* causes.h: what holds a launch back, found by experiment: the workload runs again on machines on which one limit is gone, and the launch
 * that gains most names the limit that comes first. The limits are rows of causes.def.
 *
 * What this module cannot do: distinguish limits that no parameter of the machine stands for. Say what a change of the source would gain: a
 * limit that is gone is the most that its remedies can bring. */
#ifndef WORKLOADS_CAUSES_H
#define WORKLOADS_CAUSES_H

#include "workloads/analysis/advice.h"
#include "workloads/analysis/experiments.h"
#include "workloads/analysis/trials.h"

enum cause_limit {
#define LIMIT(name, title, share, settings, lifted) CAUSE_##name,
#include "workloads/analysis/causes.def"
	CAUSES
};

struct cause_info {
	const char *name;     /* "dram_rate" */
	const char *title;    /* "the bandwidth of DRAM" */
	const char *settings; /* as struct experiment has them, but for *N; "": it is computed */
	const char *lifted;   /* what lifts it in a kernel */
};
extern const struct cause_info cause_info[CAUSES];

enum least {
#define LEAST(name, value, unit, meaning) LEAST_##name,
#include "workloads/analysis/causes.def"
	LEASTS
};
extern const double least_value[LEASTS]; /* per cent */

/* A limit of a launch. */
struct cause {
	enum cause_limit limit;
	double share; /* of what the launch has of warp-cycles, lane-slots or time, that it may account for, per cent */
	double gain;  /* the launch is so many times as fast without it; 0: not tried, or the experiment did not come to its end */
};

/* Two limits without which a launch is faster than what they gain one by one. */
struct cause_pair {
	enum cause_limit a, b;
	double gain;
};

/* A remedy of a launch. */
struct cause_remedy {
	enum remedy remedy;     /* REMEDIES: the one that the limit's row names (cause_info.lifted) */
	const char *reason;     /* why it is likely; NULL: that the limit costs time is all that is known */
	enum cause_limit limit; /* that it mends */
	enum cause_limit with;  /* another limit, that hides this one: the gain is that without both; CAUSES: there is none */
	double gain; /* the launch is so many times as fast without the limit, or in a trial of the remedy itself; 0: nothing was tried */
	double share; /* ranks remedies that gain the same: what the limit, or the root of divergence, may account for, per cent */
	double all;   /* the launch is so many times as fast without all limits that the remedy mends; 0: that was not tried */
	enum trial trial; /* of the remedy itself; TRIALS: there was none */
	bool refuted;     /* it was tried itself, and the launch was no faster, or left other results (gain 0): it is not advised */
	uint32_t pc;      /* of the root of divergence that asks for it; ROOT_NONE: there is none */
	size_t place;     /* among remedies that gain the same and have the same share: as the rules name them */
};

/* Its name and its title: "dram_rate" and what lifts that limit where the remedy is the one of a limit's row. */
const char *cause_remedy_name(const struct cause_remedy *x);
const char *cause_remedy_title(const struct cause_remedy *x);

enum { CAUSE_PAIRS = 3 };

/* Of one launch that ran to its end. */
struct causes {
	struct cause cause[CAUSES];          /* the one that gains most first; those that were not tried last, by share */
	size_t n;                            /* all that may account for anything */
	size_t tried;                        /* those of them with a gain */
	struct cause_pair pair[CAUSE_PAIRS]; /* the one that gains most first */
	size_t npairs;
	struct cause_remedy *remedy; /* the one that gains most first; those that are refuted last */
	size_t nremedies;
};

struct causes_found;

/* Runs the experiments. `r` has ended in cycle mode with run_options.per_pc. quick: none is run, and there are shares alone.
 * `progress` may be NULL. Free with causes_free. */
struct causes_found *causes_find(const struct run *r, bool quick, experiments_progress *progress, void *arg);
void causes_free(struct causes_found *f); /* NULL is allowed */
/* What causes_find finds quickly of the launches of one case, which has ended; of others causes_of must not be asked. */
struct causes_found *causes_of_case(const struct run *r, size_t in_case);
/* Of launch k of a case; NULL: it did not come to its end. */
const struct causes *causes_of(const struct causes_found *f, size_t in_case, size_t k);
/* How many experiments were run. */
size_t causes_experiments(const struct causes_found *f);
/* The limit that holds the launch back: the first one, if it gains as much as least_value says; else NULL. */
const struct cause *causes_first(const struct causes *c);

/* Two limits that hide each other and together hold the launch back more than the first one, which is none of them; NULL: there are none. */
const struct cause_pair *causes_first_pair(const struct causes *c);

#endif
