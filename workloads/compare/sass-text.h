/* sass-text.h: what the text of an instruction says of it, as simt-sim prints it ("@P0 LDG.E R5, desc[UR4][R2.64+0x10]").
 *
 * What this module cannot do: operands that only the opcode tells, such as how many registers a matrix instruction reads. It is good enough to
 * find which load an instruction waits for. */
#ifndef WORKLOADS_COMPARE_SASS_TEXT_H
#define WORKLOADS_COMPARE_SASS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers R0 to R254, UR0 to UR62, P0 to P6, UP0 to UP6, each a bit. */
enum { SASS_R = 0, SASS_UR = 256, SASS_P = 320, SASS_UP = 328, SASS_WORDS = 6 };
struct sass_registers {
	uint64_t word[SASS_WORDS];
};

struct sass {
	struct sass_registers reads, writes;
	bool variable; /* its result comes after a time that is not fixed: a load, a special function, a conversion ... */
};

void sass_read(const char *text, struct sass *to);
/* Whether they have a register in common. */
bool sass_meet(const struct sass_registers *a, const struct sass_registers *b);
/* Takes those of b out of a. */
void sass_without(struct sass_registers *a, const struct sass_registers *b);

/* Whether it only moves a value from one register to another: such instructions come and go with the allocation of registers. */
bool sass_is_move(const char *text);
/* Whether it calls the function that begins at byte *target of the code. */
bool sass_call(const char *text, uint64_t *target);
/* Whether it always returns from a function. */
bool sass_returns(const char *text);
/* The instruction without the numbers of its registers and without the target of its branch, and as if there were no uniform datapath: two
 * compilations of a line that differ in these alone give the same. Returns buf, cut where it is too short. */
char *sass_kind(const char *text, char *buf, size_t size);

#endif
