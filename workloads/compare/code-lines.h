/* code-lines.h: the counts of a launch in a result by source line, or by instruction where there is no line information.
 *
 * What a line costs is warp-cycles. A wait for data is seen at the instruction that needs them, often on another line than the load. Either
 * may be what changed, so half of the wait counts for each. The load is the nearest instruction before, in the order of the code, that
 * writes a register which is needed, and whose result takes a time that is not fixed; after the first instruction comes the last one, as in a
 * loop.
 *
 * Subroutines that the compiler adds, such as that of a division, have no lines of their own. They belong to the line that calls them most
 * often.
 *
 * What this module cannot do: follow values through branches. */
#ifndef WORKLOADS_COMPARE_CODE_LINES_H
#define WORKLOADS_COMPARE_CODE_LINES_H

#include "workloads/compare/result.h"

/* Instructions of a line that are of one kind (sass_kind). */
struct code_kind {
	const char *text;
	uint64_t inst; /* executions */
};

struct code_line {
	const char *file; /* NULL: not known */
	unsigned line;
	uint32_t pc;                  /* of its first instruction */
	const char *sass;             /* of the same */
	uint64_t inst;                /* executions */
	uint64_t lost;                /* lane-slots: lanes of a warp that did not take part, over all executions */
	double cost;                  /* warp-cycles, as above */
	uint64_t state[SIMT_STALLS];  /* warp-cycles with an instruction of the line next */
	struct simt_pc_memory memory; /* sums over its instructions */
	struct code_kind *kind;       /* those that were executed, without moves of registers, in the order of their texts */
	size_t nkinds;
};

struct code_lines {
	struct arena arena;
	struct code_line *line; /* in the order of files and lines, or of the code */
	size_t n;
	bool by_instruction; /* each instruction is a line, without a file */
	uint64_t cycles;     /* warp-cycles of all */
};

/* Whether the launch has line information. */
bool code_lines_known(const struct result_launch *l);
/* Texts belong to the result. Instructions that are never executed are left out. by_instruction: line information is not looked at. Free with
 * code_lines_free. */
struct code_lines *code_lines_of(const struct result *r, const struct result_launch *l, bool by_instruction);
void code_lines_free(struct code_lines *c); /* NULL is allowed */

#endif
