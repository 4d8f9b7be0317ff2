/* modules.h: modules in device memory; private to sim/. What the library shows of them is in simt.h. A module belongs to its context.
 * What this module cannot do: run anything. */
#ifndef SIMT_MODULES_H
#define SIMT_MODULES_H

#include <stdbool.h>

struct simt_error;
struct simt_module;

/* Puts what the module has in memory there, as after loading, and its constant banks beside it. */
bool modules_place(struct simt_module *m, struct simt_error *e);
void modules_free(struct simt_module *m);
/* Puts the module's __constant__ variables into device memory, where kernels read them from now on. Most modules need no address of
 * theirs, and do without. */
bool modules_place_constants(struct simt_module *m, struct simt_error *e);

#endif
