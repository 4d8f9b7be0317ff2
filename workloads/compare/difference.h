/* difference.h: in what two results differ, by launch and by source line.
 *
 * Cycles of a line are the launch's cycles, shared out by the warp-cycles that its lines cost (code-lines.h). The difference of two lines is
 * that of these cycles, so that those of all lines add up to that of the launch.
 *
 * Lines whose instructions have changed come first, since a change shows up in lines that it did not touch as well: they wait longer, or are
 * executed more often. Of these the first one is that with most cycles more, times the share of its executions that are of kinds of
 * instructions which only one version has. Where a launch has become faster, it is that with most cycles less.
 *
 * Where the texts of both versions are known, lines with another text come before the others whose instructions have changed: those are a
 * consequence. A line with the same instructions and another text counts as one of which a quarter has changed, if it takes at least a
 * hundredth of the difference.
 *
 * What this module cannot do: say by which right two launches are compared; blame a declaration, which has no instructions. */
#ifndef WORKLOADS_COMPARE_DIFFERENCE_H
#define WORKLOADS_COMPARE_DIFFERENCE_H

#include "workloads/analysis/intervals.h"
#include "workloads/compare/align.h"
#include "workloads/compare/match.h"

/* A difference of time below this share does not matter: a change that only moves instructions changes the time by as much. Of the 20 pairs
 * of workloads/compare-pairs that differ in nothing that costs time, one differs by 0.4 %, the others by nothing. */
#define DIFFERENCE_MATTERS 0.005

enum line_change {
	LINE_CODE,   /* its instructions are others; also a line that only one version has */
	LINE_COUNTS, /* the same instructions are executed another number of times */
	LINE_TIME    /* neither, but it takes another time */
};

struct line_difference {
	const struct code_line *before, *after; /* NULL: only the other version has the line */
	const char *text;                       /* of the source, of `after` where it has the line; NULL: not known */
	enum line_change change;
	bool edited;         /* both texts are known and differ, or only one version has the line */
	double share;        /* of executions that changed (align_share_changed) */
	double cycles;       /* more than before */
	double inst, lost;   /* executions and lost lane-slots more than before */
	int state;           /* the warp state whose cycles differ most in the direction of the launch, or -1 */
	double state_cycles; /* by so many */
};

enum verdict {
	VERDICT_SAME,    /* nothing differs: neither time nor any count of an instruction */
	VERDICT_EVEN,    /* time differs by less than DIFFERENCE_MATTERS */
	VERDICT_SLOWER,  /* takes longer */
	VERDICT_FASTER,  /* takes less time */
	VERDICT_UNTIMED, /* results of functional mode: something else differs */
	VERDICT_FAILED   /* one of them did not come to its end */
};

struct launch_difference {
	const struct result_launch *before, *after;
	enum match_by by;
	enum verdict verdict;
	double cycles[2];         /* before and after; instructions in results without time */
	double change;            /* the second over the first, less 1; 0 where the first is 0 */
	bool same_code;           /* no line is LINE_CODE or LINE_COUNTS, as far as instructions are in the results */
	bool uncertain;           /* by --sample: the intervals of their cycles meet */
	struct interval interval; /* of cycles[1] / cycles[0] on the device, by differences_judge; high 0: not known */
	bool within_error;        /* it has 1 in it: on the device the direction may be another one */
	struct code_lines *code
		[2]; /* by instruction where one has no line information. NULL: without --per-pc, or failed before anything was counted */
	struct line_difference *line; /* those that differ, in the order above; owned */
	size_t nlines;
};

struct differences {
	const struct result *before, *after;
	struct launch_difference *launch; /* what failed first, then the largest difference of cycles first */
	size_t n;
	const struct result_launch **missing, **added; /* launches that only `before`, only `after` has */
	size_t nmissing, nadded;
	double cycles[2]; /* of all launches that came to their end in both */
	size_t count[VERDICT_FAILED + 1];
};

/* Texts belong to the results and to the sources, which have to live as long. Free with differences_free. */
struct differences *differences_of(const struct result *before, struct sources *before_text, const struct result *after,
				   struct sources *after_text);
void differences_free(struct differences *d); /* NULL is allowed */

/* Gives an interval to each launch whose time differs, if both results are of the machine that the intervals are of: then their launches
 * have intervals of cycles. */
void differences_judge(struct differences *d, const struct intervals *t);
/* Whether a launch takes longer by more than this share, as far as one can tell. */
bool difference_is_slower(const struct launch_difference *l, double share);
/* A metric of launches before and after; false where one of them does not have it. */
bool difference_metric(const struct launch_difference *l, const char *name, double value[2]);

#endif
