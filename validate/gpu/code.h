/* code.h: modules on the device. A cubin is loaded as it is; PTX goes through the driver's compiler first.
 *
 * If the simulator's reader can read the machine code (sm_90), kernels and variables are also known by their plain names. The contents
 * of all variables are then remembered and restored before a repetition. Otherwise (PTX on other GPUs) names are symbols, and only
 * variables that a workload sets with @symbol are restored.
 *
 * What this module cannot do: textures, launches from kernels. */
#ifndef VALIDATE_CODE_H
#define VALIDATE_CODE_H

#include "isa/cubin.h"
#include "validate/gpu/device.h"

struct code_variable {
	cu_pointer address;
	size_t bytes;
	void *start; /* contents after loading */
};

struct code {
	struct device *device;
	const char *path;
	void *image; /* machine code */
	size_t bytes;
	uint64_t fnv1a; /* of the file */
	size_t file_bytes;
	struct cubin *cubin; /* NULL where the reader does not take it */
	cu_module module;
	struct code_variable *variable;
	size_t nvariables;
};

/* Reads the file and, for .ptx, compiles it for the device. `path` is kept, not copied. NULL and *e on failure. */
struct code *code_read(struct device *d, const char *path, struct simt_error *e);
/* Loads it into the device's context. */
bool code_load(struct code *c, struct simt_error *e);
void code_free(struct code *c); /* NULL is allowed; unloads it */

bool code_function(const struct code *c, const char *name, cu_function *f, struct simt_error *e);
bool code_variable(const struct code *c, const char *name, cu_pointer *address, size_t *bytes, struct simt_error *e);
/* Number and sizes of a kernel's parameters: false where parameter i does not exist. *known is false where the driver cannot tell. */
bool code_param(const struct code *c, const char *name, cu_function f, size_t i, size_t *bytes, bool *known);
/* Puts the contents of all variables back. */
bool code_restore(const struct code *c, struct simt_error *e);

#endif
