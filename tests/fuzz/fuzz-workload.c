/* fuzz-workload.c: the input is a workload.csv. It is read, and written again expanded. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "workloads/reader/workload.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct simt_error e;
	struct workload *w = workload_parse(data, size, "fuzz.csv", &(struct workload_options){.isa = NULL}, &e);
	FILE *out;

	if (!w)
		return 0;
	out = fopen("/dev/null", "w");
	if (!out)
		abort();
	workload_expand(w, out);
	fclose(out);
	workload_free(w);
	return 0;
}
