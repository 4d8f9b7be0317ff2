/* record.h: what the files of record.c share. */
#ifndef RECORD_H
#define RECORD_H

#include <cuda_runtime_api.h>

#include "simt.h"

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

/* What the last function that failed has returned. */
extern cudaError_t record_last;
/* A kernel by the address of its stub or its handle; loads its module. Ends the program where there is none, or it is refused. */
struct kernel *record_kernel(const void *host);
/* Is that an address of device memory? */
bool record_on_device(const void *p);

#endif
