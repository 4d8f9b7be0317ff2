/* device-calls.h: the functions of the CUDA runtime that kernels call; private to sim/. See device-calls.c.
 * What this module cannot do: any function but assert(), printf(), malloc() and free(). */
#ifndef SIMT_DEVICE_CALLS_H
#define SIMT_DEVICE_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/core/lane-set.h"

struct cubin;
struct gpu;
struct simt_function;
struct sm;
struct warp;

/* Carries out function i of CUBIN_EXTERNAL for the lanes. False: a fault. */
bool device_calls_external(struct sm *sm, struct warp *w, lanes_t lanes, uint32_t i);
/* Whether kernels of the file may call malloc() or free(). */
bool device_calls_allocate(const struct cubin *c);
/* The function that instruction i of f takes the address of, or calls, where that is not simulated, else NULL; `known`: the instruction has
 * been decoded. *apart: the compiler has left the function in a section of its own. */
const char *device_calls_missing(const struct simt_function *f, size_t i, bool known, bool *apart);
/* Hands on what all SMs have printed in this window, in the order of time; `last`, if not NULL, has ended it by a fault. */
void device_calls_tell(struct gpu *gpu, const struct sm *last);
/* Drops what the SM has printed. */
void device_calls_forget(struct sm *sm);

#endif
