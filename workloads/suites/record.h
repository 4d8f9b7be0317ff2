/* record.h: what the files of record.c share. */
#ifndef RECORD_H
#define RECORD_H

#include <cuda_runtime_api.h>

#include "sim/runtime/simt.h"

/* What hides behind these names in cuda_runtime_api.h is of no use here. */
#undef cudaGetDeviceProperties
#undef cudaMallocManaged

struct kernel {
	const void *host;
	const char *name;
	int module;
	struct simt_function *f;
	struct simt_function_info info;
	unsigned launches;
};

struct variable {
	const void *host;
	const char *name;
	int module;
	uint64_t address;
	size_t bytes;
	unsigned char *first; /* as loaded */
};

struct buffer {
	uint64_t address;
	size_t bytes;
};

/* How a kernel is launched. */
struct configuration {
	dim3 grid, block;
	size_t shared;
	bool cooperative;
	struct simt_dim cluster; /* x 0: none */
};

/* What the row of a launch says besides the launch. */
struct place {
	struct simt *machine;
	const char *folder;
	uint64_t largest; /* bytes of contents */
	int module;       /* number of the kernel's */
	const struct variable *variables;
	size_t nvariables;
};

/* Says what is wrong, in one line, and ends the program: 99 a launch or what it needs is not possible here, 98 a file cannot be written. */
void record_stop(int status, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));
/* Writes a file. */
void record_keep(const char *path, const void *data, size_t n);
/* Notes that a program's launches come here: record.sh tells others by a file that is not there. */
void record_seen(void);
/* FOLDER/launches.csv, begun. */
FILE *record_rows(const char *folder);
/* The row of a launch that is about to run, without the end of its line; free it. NULL: it cannot be written down, which is told. */
char *record_row(const struct place *place, const struct kernel *k, const struct configuration *c, const unsigned char *params);
/* The allocation that an address is in, or NULL. */
const struct buffer *record_buffer(uint64_t address);
/* What the last function that failed has returned. */
extern cudaError_t record_last;
/* A kernel by the address of its stub or its handle; loads its module. Ends the program where there is none, or it is refused. */
struct kernel *record_kernel(const void *host);
/* Is that an address of device memory? */
bool record_on_device(const void *p);

#endif
