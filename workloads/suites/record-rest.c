/* record-rest.c: the functions of the CUDA runtime that neither touch device memory nor launch: what the machine is, memory of the host,
 * errors, streams and events, which have nothing to do since every launch runs to its end at once. See record.c. */
#include <stdlib.h>
#include <string.h>

#include "record.h"

/* ---- the machine ---- */
cudaError_t
cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
	(void)device;
	memset(p, 0, sizeof *p);
	strcpy(p->name, "simt-sim h200");
	p->totalGlobalMem = (size_t)1 << 34;
	p->sharedMemPerBlock = 49152;
	p->sharedMemPerBlockOptin = 232448;
	p->sharedMemPerMultiprocessor = 233472;
	p->regsPerBlock = p->regsPerMultiprocessor = 65536;
	p->warpSize = 32;
	p->maxThreadsPerBlock = 1024;
	p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
	p->maxThreadsDim[2] = 64;
	p->maxGridSize[0] = 2147483647;
	p->maxGridSize[1] = p->maxGridSize[2] = 65535;
	p->totalConstMem = 65536;
	p->major = 9;
	p->multiProcessorCount = 132;
	p->maxThreadsPerMultiProcessor = 2048;
	p->maxBlocksPerMultiProcessor = 32;
	p->concurrentKernels = p->cooperativeLaunch = p->unifiedAddressing = 1;
	p->l2CacheSize = 60 << 20;
	return cudaSuccess;
}

/* Attributes of the device; all others are 0. */
static const struct {
	enum cudaDeviceAttr attribute;
	int value;
} attributes[] = {
	{cudaDevAttrMultiProcessorCount, 132},
	{cudaDevAttrMaxThreadsPerBlock, 1024},
	{cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
	{cudaDevAttrComputeCapabilityMajor, 9},
	{cudaDevAttrWarpSize, 32},
	{cudaDevAttrMaxSharedMemoryPerBlock, 49152},
	{cudaDevAttrMaxSharedMemoryPerBlockOptin, 232448},
	{cudaDevAttrMaxSharedMemoryPerMultiprocessor, 233472},
	{cudaDevAttrReservedSharedMemoryPerBlock, 1024},
	{cudaDevAttrMaxRegistersPerBlock, 65536},
	{cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
	{cudaDevAttrMaxGridDimX, 2147483647},
	{cudaDevAttrMaxGridDimY, 65535},
	{cudaDevAttrMaxGridDimZ, 65535},
	{cudaDevAttrMaxBlockDimX, 1024},
	{cudaDevAttrMaxBlockDimY, 1024},
	{cudaDevAttrCooperativeLaunch, 1},
	{cudaDevAttrUnifiedAddressing, 1},
	{cudaDevAttrClockRate, 1980000},
	{cudaDevAttrMaxBlocksPerMultiprocessor, 32},
};

cudaError_t
cudaDeviceGetAttribute(int *v, enum cudaDeviceAttr a, int device)
{
	(void)device;
	*v = 0;
	for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
		if (attributes[i].attribute == a)
			*v = attributes[i].value;
	return cudaSuccess;
}

cudaError_t
cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *f)
{
	struct kernel *k = record_kernel(f);

	memset(a, 0, sizeof *a);
	a->maxThreadsPerBlock = k->info.max_threads ? (int)k->info.max_threads : 1024;
	a->numRegs = (int)k->info.registers;
	a->sharedSizeBytes = k->info.shared;
	a->binaryVersion = a->ptxVersion = 90;
	a->maxDynamicSharedSizeBytes = 49152;
	return cudaSuccess;
}

cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *f, int block, size_t shared, unsigned flags)
{
	struct kernel *k = record_kernel(f);
	size_t bytes = (k->info.shared + shared + 1024 + 127) / 128 * 128;
	int warps = (block + 31) / 32, registers = (int)(k->info.registers * 32 + 255) / 256 * 256, by;

	(void)flags;
	if (warps < 1)
		return record_last = cudaErrorInvalidValue;
	*n = 64 / warps;
	by = registers ? 65536 / registers / warps : *n;
	*n = by < *n ? by : *n;
	by = (int)(233472 / bytes);
	*n = by < *n ? by : *n;
	*n = *n > 32 ? 32 : *n;
	return cudaSuccess;
}

cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *f, int block, size_t shared)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, f, block, shared, 0);
}

cudaError_t
cudaGetLastError(void)
{
	cudaError_t e = record_last;

	record_last = cudaSuccess;
	return e;
}

cudaError_t
cudaPeekAtLastError(void)
{
	return record_last;
}

const char *
cudaGetErrorString(cudaError_t e)
{
	return e == cudaSuccess ? "no error" : "an error";
}

const char *
cudaGetErrorName(cudaError_t e)
{
	return e == cudaSuccess ? "cudaSuccess" : "cudaError";
}

cudaError_t
cudaGetDeviceCount(int *n)
{
	*n = 1;
	return cudaSuccess;
}

cudaError_t
cudaGetDevice(int *d)
{
	*d = 0;
	return cudaSuccess;
}

cudaError_t
cudaRuntimeGetVersion(int *v)
{
	*v = 13000;
	return cudaSuccess;
}

cudaError_t
cudaDriverGetVersion(int *v)
{
	*v = 13000;
	return cudaSuccess;
}

cudaError_t
cudaDeviceGetStreamPriorityRange(int *a, int *b)
{
	*a = *b = 0;
	return cudaSuccess;
}

cudaError_t
cudaStreamCreate(cudaStream_t *s)
{
	static uintptr_t n = 16;

	*s = (cudaStream_t)n++;
	return cudaSuccess;
}

cudaError_t
cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags)
{
	(void)flags;
	return cudaStreamCreate(s);
}

cudaError_t
cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int priority)
{
	(void)flags, (void)priority;
	return cudaStreamCreate(s);
}

cudaError_t
cudaEventCreate(cudaEvent_t *e)
{
	*e = (cudaEvent_t)(uintptr_t)1;
	return cudaSuccess;
}

cudaError_t
cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags)
{
	(void)flags;
	return cudaEventCreate(e);
}

cudaError_t
cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b)
{
	(void)a, (void)b;
	*ms = 1;
	return cudaSuccess;
}

cudaError_t
cudaPointerGetAttributes(struct cudaPointerAttributes *a, const void *p)
{
	memset(a, 0, sizeof *a);
	a->type = record_on_device(p) ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
	a->devicePointer = record_on_device(p) ? (void *)(uintptr_t)p : NULL;
	a->hostPointer = record_on_device(p) ? NULL : (void *)(uintptr_t)p;
	return cudaSuccess;
}

/* Functions that have nothing to do here. */
#define NOTHING(name, ...)            \
	cudaError_t name(__VA_ARGS__) \
	{                             \
		return cudaSuccess;   \
	}
#pragma GCC diagnostic ignored "-Wunused-parameter"
NOTHING(cudaDeviceSynchronize, void)
NOTHING(cudaDeviceReset, void)
NOTHING(cudaSetDevice, int device)
NOTHING(cudaSetDeviceFlags, unsigned flags)
NOTHING(cudaStreamSynchronize, cudaStream_t stream)
NOTHING(cudaStreamDestroy, cudaStream_t stream)
NOTHING(cudaStreamQuery, cudaStream_t stream)
NOTHING(cudaStreamWaitEvent, cudaStream_t stream, cudaEvent_t event, unsigned flags)
NOTHING(cudaEventRecord, cudaEvent_t event, cudaStream_t stream)
NOTHING(cudaEventSynchronize, cudaEvent_t event)
NOTHING(cudaEventQuery, cudaEvent_t event)
NOTHING(cudaEventDestroy, cudaEvent_t event)
NOTHING(cudaFuncSetAttribute, const void *f, enum cudaFuncAttribute a, int v)
NOTHING(cudaFuncSetCacheConfig, const void *f, enum cudaFuncCache c)
NOTHING(cudaDeviceSetCacheConfig, enum cudaFuncCache c)
NOTHING(cudaDeviceSetLimit, enum cudaLimit l, size_t n)

/* ---- memory of the host ---- */
cudaError_t
cudaMallocHost(void **p, size_t n)
{
	*p = calloc(1, n + 64);
	return cudaSuccess;
}

cudaError_t
cudaHostAlloc(void **p, size_t n, unsigned flags)
{
	(void)flags;
	return cudaMallocHost(p, n);
}

cudaError_t
cudaFreeHost(void *p)
{
	free(p);
	return cudaSuccess;
}

cudaError_t
cudaHostRegister(void *p, size_t n, unsigned flags)
{
	(void)p, (void)n, (void)flags;
	return cudaSuccess;
}

cudaError_t
cudaHostUnregister(void *p)
{
	(void)p;
	return cudaSuccess;
}

cudaError_t
cudaMemGetInfo(size_t *available, size_t *total)
{
	*available = *total = (size_t)1 << 34;
	return cudaSuccess;
}
