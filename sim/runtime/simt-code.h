/* simt-code.h: the machine code of a function of libsimt: text, source lines, pipes, and how its branches lie. Included by simt.h.
 * What this module cannot do: run it. */
#ifndef SIMT_SIMT_CODE_H
#define SIMT_SIMT_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* the rest of the library is hidden */

struct simt_function; /* opaque: simt_function() of simt.h */

/* Text of instruction i as cuobjdump prints it, into buf; false where i is out of range. */
bool simt_function_sass(const struct simt_function *f, size_t i, char *buf, size_t size);
/* The pipe that runs instruction i, "fma" or another name of isa/pipes.def; NULL where i is out of range. */
const char *simt_function_pipe(const struct simt_function *f, size_t i);
/* Whether instruction i is an atomic on global memory, or on memory that its address chooses. */
bool simt_function_atomic(const struct simt_function *f, size_t i);
/* In how many branches' regions each instruction lies (n entries, as isa/cfg.h says). Where this is at most one, a warp has at most two
 * splits. False where it is not known. */
bool simt_function_regions(const struct simt_function *f, uint8_t *regions, size_t n);
/* Where the sides of branch i meet again, and what lies between: isa_branch_region of isa/cfg.h. *merge is UINT32_MAX where they meet
 * only at the end. False where it is not known. */
bool simt_function_region(const struct simt_function *f, size_t i, uint32_t *merge, bool *inside, size_t n);
/* Source position of instruction i, where the cubin has line information; else false. The innermost line counts. *file is owned by the
 * module, *line counts from 1. */
bool simt_function_line(const struct simt_function *f, size_t i, const char **file, unsigned *line);
/* Whether a file that has lines of a kernel is a header of the CUDA toolkit, whose functions are inlined into kernels. */
bool simt_file_is_toolkit(const char *file);
/* As simt_function_line; but what is inlined from the toolkit's headers has the line that calls it. */
bool simt_function_own_line(const struct simt_function *f, size_t i, const char **file, unsigned *line);
/* The function that was inlined at instruction i, and the place of its call: depth 0 is the innermost one, depth 1 the one around it. *name
 * is its symbol; texts are owned by the module. False: there are no more. */
bool simt_function_inlined(const struct simt_function *f, size_t i, unsigned depth, const char **name, const char **file,
			   unsigned *line);
/* The loops of the function: isa_loops of isa/cfg.h. UINT32_MAX: none. loop and around have n entries, one for each instruction. False where it
 * is not known. */
bool simt_function_loops(const struct simt_function *f, uint32_t *loop, uint32_t *around, size_t n);
/* Divides the function's instructions into parts, which begin at targets of branches and after branches. part[i] gets the number of the
 * part that instruction i is in. Returns how many parts there are. */
uint32_t simt_function_parts(const struct simt_function *f, uint32_t *part);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
