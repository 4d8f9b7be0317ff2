/* lines.h: the counts of a launch by source line. An instruction belongs to the innermost line that the cubin gives it.
 *
 * What this module cannot do: lines of a cubin without line information (nvcc -lineinfo writes it): all its instructions are one entry
 * without a file. Sectors and wavefronts, which are counted for launches alone. */
#ifndef WORKLOADS_LINES_H
#define WORKLOADS_LINES_H

#include "workloads/runner/run.h"

struct source_line {
	const char *file;                             /* owned by the module; NULL: not known */
	unsigned line;                                /* from 1; 0 where the file is not known */
	uint64_t inst, thread_inst, thread_inst_true; /* as struct simt_pc_stats has them, summed */
	uint64_t lost[ROOT_KINDS];   /* lane-slots whose root is an instruction of the line; 0 without run_options.roots */
	uint64_t cycles;             /* warp-cycles with an instruction of the line next; 0 in functional mode */
	uint64_t state[SIMT_STALLS]; /* the same by warp state */
	uint32_t *pc;                /* its instructions that were executed, in the order of the code; owned by the line */
	size_t npc;
};

struct source_lines {
	struct source_line *line; /* the one with most warp-cycles first; in functional mode that with most instructions */
	size_t n;
	uint64_t inst, cycles, lost; /* sums over all lines */
};

/* The lines of a launch that has counts of each instruction (run_options.per_pc). Free with source_lines_free. */
struct source_lines *source_lines_of(const struct run_launch *l, const struct simt_function *f);
void source_lines_free(struct source_lines *s);         /* NULL is allowed */
uint64_t source_line_lost(const struct source_line *s); /* to roots of all kinds */

#endif
