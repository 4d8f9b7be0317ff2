/* lines.h: the counts of a launch by source line and by loop. An instruction belongs to the innermost line that the
 * cubin gives it, outside of the headers of the toolkit: a call of atomicAdd() belongs to the line that has the call.
 *
 * The lines of a loop are those of the function that it is in: what is inlined there counts for the line of its call. Machine code may have several
 * loops for one of the source, as where it is unrolled.
 *
 * What this module cannot do: lines of a cubin without line information (nvcc -lineinfo writes it): each instruction is an entry of its own.
 * Loops with indirect branches (isa/cfg.h). */
#ifndef WORKLOADS_LINES_H
#define WORKLOADS_LINES_H

#include "workloads/runner/run.h"

#define LINES_NONE UINT32_MAX

/* A line, an instruction, or a loop. */
struct source_line {
	const char *file; /* owned by the module; NULL: not known */
	unsigned line;    /* from 1; of a loop the first one; 0 where the file is not known */
	unsigned last_line;
	uint32_t first_pc, last_pc;                   /* its instructions lie there, which are executed */
	uint32_t head;                                /* of a loop: the instruction with which each round begins */
	uint64_t rounds;                              /* of a loop: how often warps execute that one */
	uint32_t around;                              /* of a loop: the one around it, or LINES_NONE */
	unsigned depth;                               /* of a loop: so many are around it */
	uint64_t inst, thread_inst, thread_inst_true; /* as struct simt_pc_stats has them, summed */
	uint64_t idle;             /* lanes of a warp that did not take part, summed: they waited, had exited or were never there */
	uint64_t lost[ROOT_KINDS]; /* lane-slots whose root is an instruction of it; 0 without run_options.roots */
	uint64_t cycles;           /* warp-cycles with an instruction of it next; 0 in functional mode */
	uint64_t state[SIMT_STALLS];  /* the same by warp state */
	struct simt_pc_memory memory; /* sums over its instructions */
	uint32_t *pc;                 /* its instructions that were executed, in the order of the code; owned by the line */
	size_t npc;
};

struct source_lines {
	struct source_line *line; /* the one with most warp-cycles first; in functional mode that with most instructions */
	size_t n;
	struct source_line *loop; /* in the same order; a loop comes before those in it */
	size_t nloops;
	bool by_instruction;         /* the cubin has no line information */
	uint64_t inst, cycles, lost; /* sums over all lines */
};

/* The lines and loops of a launch that has counts of each instruction (run_options.per_pc), whose warps have so many lanes. Free with
 * source_lines_free. */
struct source_lines *source_lines_of(const struct run_launch *l, const struct simt_function *f, unsigned warp_size);
void source_lines_free(struct source_lines *s);         /* NULL is allowed */
uint64_t source_line_lost(const struct source_line *s); /* to roots of all kinds */

#endif
