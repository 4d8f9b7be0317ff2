/* inspect.h: what simt-sim shows of a cubin without running it.
 * What this module cannot do: names of parameters, and types of those of kernels that are no C++; a cubin does not have them. */
#ifndef SIMT_INSPECT_H
#define SIMT_INSPECT_H

#include <stdbool.h>
#include <stdio.h>

#include "isa/cubin.h"

/* Reads a cubin file. NULL: *e says why. Close it with cubin_close. */
struct cubin *inspect_open(const char *path, struct simt_error *e);
/* CSV: symbol,registers,shared,local,instructions,max_threads,parameters,name; sizes in bytes; parameters as offset:size; the
 * name with the types of the parameters, where it is C++. */
void inspect_kernels(const struct cubin *c, FILE *out);
/* Prints a workload.csv to start from: a case for each kernel. A ? is in front of what is guessed: what a parameter holds, how large a
 * grid is, and types where the kernel's name has none. `path` is the cubin's. */
void inspect_template(const struct cubin *c, const char *path, FILE *out);
/* Prints all kernels in cuobjdump's layout. A word that the opcode table does not have is printed as a number. Returns how many of these
 * there are. */
size_t inspect_disassemble(const struct cubin *c, FILE *out);
/* CSV of the opcode table: opcode,code,pipe,latency,form,runs,meaning; then the opcodes that are refused by name: runs is "refused". */
void inspect_opcodes(FILE *out);

#endif
