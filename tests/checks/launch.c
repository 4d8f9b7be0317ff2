/* launch.c: runs one kernel of a cubin on a real GPU, for compute-sanitizer to watch; sanitizer.sh uses it. It differs from simt-gpu in
 * that a buffer without an init is left as it was allocated.
 *
 * launch CUBIN KERNEL GRID BLOCK SHARED ARGUMENT...: numbers, and arguments as in planted.csv: name:s32[n], name:s32[n]=iota(0 1),
 * name:s32[n]=fill(0), s32=n; u8 for s32. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
must(CUresult r, const char *what)
{
	if (r == CUDA_SUCCESS)
		return;
	fprintf(stderr, "launch: %s: error %d\n", what, (int)r);
	exit(1);
}

static CUdeviceptr
buffer(const char *arg)
{
	const char *type = strchr(arg, ':') + 1;
	size_t n = strtoul(strchr(type, '[') + 1, NULL, 10), bytes = *type == 'u' ? n : 4 * n;
	CUdeviceptr p;

	must(cuMemAlloc(&p, bytes), "cuMemAlloc");
	if (strstr(arg, "=fill(0)"))
		must(cuMemsetD8(p, 0, bytes), "cuMemsetD8");
	if (strstr(arg, "=iota(0")) {
		int *v = malloc(bytes);

		for (size_t i = 0; v && i < n; i++)
			v[i] = (int)i;
		must(cuMemcpyHtoD(p, v, bytes), "cuMemcpyHtoD");
		free(v);
	}
	return p;
}

int
main(int argc, char **argv)
{
	CUdeviceptr pointer[8];
	int value[8];
	void *params[8];
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUfunction f;

	if (argc < 6 || argc > 14)
		return 2;
	must(cuInit(0), "cuInit");
	must(cuDeviceGet(&device, 0), "cuDeviceGet");
	must(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
	must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
	must(cuModuleLoad(&module, argv[1]), "cuModuleLoad");
	must(cuModuleGetFunction(&f, module, argv[2]), "cuModuleGetFunction");
	for (int i = 6; i < argc; i++) {
		if (strchr(argv[i], ':')) {
			pointer[i - 6] = buffer(argv[i]);
			params[i - 6] = &pointer[i - 6];
		} else {
			value[i - 6] = atoi(strchr(argv[i], '=') + 1);
			params[i - 6] = &value[i - 6];
		}
	}
	must(cuLaunchKernel(f, (unsigned)atoi(argv[3]), 1, 1, (unsigned)atoi(argv[4]), 1, 1, (unsigned)atoi(argv[5]), NULL, params,
			    NULL),
	     "cuLaunchKernel");
	must(cuCtxSynchronize(), "cuCtxSynchronize");
	return 0;
}
