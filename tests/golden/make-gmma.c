/* make-gmma.c CUBIN OUTPUT: runs the kernels of tests/isa/gmma-cases.def, which make-gmma.py wrote, and writes a hash of what each launch leaves: FNV-1a of
 * the registers of d, thread by thread, by words. See make-gmma.py. */
#include <cuda.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/isa/gmma-inputs.h"

enum { DYNAMIC = 0x38000, RESULTS = 65536 };

static void
must(CUresult r, const char *what)
{
	if (!r)
		return;
	fprintf(stderr, "make-gmma: %s: error %d\n", what, (int)r);
	exit(1);
}

/* Columns of a result, by the name of its kernel. */
static unsigned
columns_of(const struct gmma_kernel *k)
{
	return k->tried == WIDE || k->tried == LAYOUT_WIDE        ? 256
	       : !strncmp(k->name, "layB", 4)                     ? 64
	       : !strcmp(k->name, "ss_bf16")                      ? 24
	       : !strncmp(k->name, "ss", 2) || k->tried == LAYOUT ? 16
								  : 8;
}

int
main(int argc, char **argv)
{
	static struct gmma_launch l;
	static uint32_t result[RESULTS / 4];
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUdeviceptr image, a, c, meta, out;
	FILE *f = argc == 3 ? fopen(argv[2], "wb") : NULL;

	if (!f)
		return 2;
	must(cuInit(0), "cuInit");
	must(cuDeviceGet(&device, 0), "device");
	must(cuDevicePrimaryCtxRetain(&context, device), "context");
	must(cuCtxSetCurrent(context), "context");
	must(cuModuleLoad(&module, argv[1]), argv[1]);
	must(cuMemAlloc(&image, IMAGE), "memory");
	must(cuMemAlloc(&a, sizeof l.a), "memory");
	must(cuMemAlloc(&c, sizeof l.c), "memory");
	must(cuMemAlloc(&meta, sizeof l.meta), "memory");
	must(cuMemAlloc(&out, RESULTS), "memory");
	for (unsigned k = 0; k < GMMA_KERNELS; k++) {
		const struct gmma_kernel *of = gmma_kernels + k;
		const unsigned registers = columns_of(of) / (of->sums == NUMBERS_FP16 ? 4 : 2);
		CUfunction function;

		must(cuModuleGetFunction(&function, module, of->name), of->name);
		must(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, DYNAMIC), of->name);
		for (unsigned i = 0; i < gmma_launches(of); i++) {
			uint64_t hash = UINT64_C(0xcbf29ce484222325);
			unsigned words = IMAGE / 4;
			void *args[] = {&image, &words, &l.of_a, &l.of_b, &a, &c, &meta, &l.with_c, &out};

			/* bit 10 of the word: a is in registers */
			gmma_make(k, i, registers, of->lo >> 10 & 1, &l);
			must(cuMemcpyHtoD(image, l.image, IMAGE), of->name);
			must(cuMemcpyHtoD(a, l.a, sizeof l.a), of->name);
			must(cuMemcpyHtoD(c, l.c, sizeof l.c), of->name);
			must(cuMemcpyHtoD(meta, l.meta, sizeof l.meta), of->name);
			must(cuLaunchKernel(function, 1, 1, 1, 128, 1, 1, DYNAMIC, 0, args, 0), of->name);
			must(cuMemcpyDtoH(result, out, 512 * registers), of->name);
			for (unsigned j = 0; j < 128 * registers; j++)
				hash = (hash ^ result[j]) * UINT64_C(0x100000001b3);
			fwrite(&hash, sizeof hash, 1, f);
		}
	}
	return fclose(f) ? 1 : 0;
}
