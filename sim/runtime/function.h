/* function.h: kernels made ready to run; private to sim/. See struct simt_function in code.h.
 * What this module cannot do: functions in sections of their own that have constants of their own. */
#ifndef SIMT_FUNCTION_H
#define SIMT_FUNCTION_H

#include "isa/cubin.h"

struct simt_error;
struct simt_function;
struct simt_module;

/* Decodes kernel k. NULL where it cannot be run: *e says why. */
struct simt_function *function_new(struct simt_module *m, const struct cubin_kernel *k, struct simt_error *e);
/* f with code behind it at which its threads start, which reads the thread's entry in a list and then goes to f's first instruction. It is
 * f's, and made once. Of each thread R5 is its number in the launch and R2 and R3 the list's address. NULL: *e. */
struct simt_function *function_regrouped(struct simt_function *f, struct simt_error *e);
void function_free(struct simt_function *f);
/* Whether what is there has an address in this simulator (struct simt_module.address). */
bool function_has_address(enum cubin_place place);

/* Addresses of the functions of CUBIN_EXTERNAL: beyond all code. */
#define EXTERNAL_CODE UINT64_C(0x7ff200000000)
/* Where a CALL.REL goes that calls one of them. */
#define EXTERNAL_NEAR UINT32_C(0xf0000000)

#endif
