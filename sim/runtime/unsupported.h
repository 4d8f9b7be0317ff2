/* unsupported.h: the instructions of a kernel that are not simulated, all of them in a few words; private to sim/.
 * What this module cannot do: say what an instruction would do. */
#ifndef SIMT_UNSUPPORTED_H
#define SIMT_UNSUPPORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct inst;

/* Whether a decoded instruction cannot be executed: one that can only be printed, or a form of control flow that the policies do not know. */
bool unsupported_is(const struct inst *in);

/* What stands in place of instruction i, whose word is unknown: it does nothing, and nobody knows its guard. */
struct inst unsupported_stand_in(size_t i);

/* text (size bytes, NUL-terminated) gets what instructions are not simulated, by name where one is known and how many of each, and whether
 * control flow can come to them: a part of a sentence, behind which the words of the first one follow. bytes: the code of a kernel for
 * compute capability sm, n instructions. inst (n entries) is written over: every entry is decoded. At least one must be unsupported. */
void unsupported_text(const uint8_t *bytes, struct inst *inst, size_t n, unsigned sm, char *text, size_t size);

#endif
