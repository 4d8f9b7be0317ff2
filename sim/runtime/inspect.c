#include "sim/runtime/inspect.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/csvfile.h"
#include "base/wholefile.h"
#include "isa/isa.h"

struct cubin *
inspect_open(const char *path, struct simt_error *e)
{
	size_t bytes;
	unsigned char *data = wholefile_read(path, WHOLEFILE_BYTES_MAX, &bytes, e);
	struct cubin *c = data ? cubin_open(data, bytes, path, e) : NULL;

	free(data);
	return c;
}

void
inspect_kernels(const struct cubin *c, FILE *out)
{
	fputs("symbol,registers,shared,local,instructions,max_threads,parameters,name\n", out);
	for (size_t i = 0; i < cubin_kernels(c); i++) {
		const struct cubin_kernel *k = cubin_kernel(c, i);

		csvfile_put(out, k->symbol);
		fprintf(out, ",%u,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", k->registers, k->shared_bytes, k->local_bytes, k->ninst);
		if (k->max_threads)
			fprintf(out, "%u", k->max_threads);
		putc(',', out);
		for (unsigned p = 0; p < k->nparams; p++)
			fprintf(out, "%s%" PRIu32 ":%" PRIu32, p ? " " : "", k->params[p].offset, k->params[p].size);
		putc(',', out);
		csvfile_put(out, k->signature);
		putc('\n', out);
	}
}

size_t
inspect_disassemble(const struct cubin *c, FILE *out)
{
	char text[512];
	size_t unknown = 0;

	for (size_t i = 0; i < cubin_kernels(c); i++) {
		const struct cubin_kernel *k = cubin_kernel(c, i);

		fprintf(out, "\t\tFunction : %s\n", k->symbol);
		for (uint32_t n = 0; n < k->ninst; n++) {
			struct inst in;
			uint64_t lo, hi;

			cubin_inst(k, n, &lo, &hi);
			if (isa_decode(lo, hi, n * ISA_INST_BYTES, cubin_sm(c), &in)) {
				isa_print(&in, text, sizeof text);
			} else {
				unknown++;
				const char *name = isa_name(lo, hi);

				snprintf(text, sizeof text, "%s%snot in opcodes.def: 0x%016" PRIx64 " 0x%016" PRIx64,
					 name ? name : "", name ? ", form " : "", lo, hi);
			}
			fprintf(out, "        /*%04" PRIx32 "*/                   %s ;\n", n * ISA_INST_BYTES, text);
		}
	}
	return unknown;
}

void
inspect_opcodes(FILE *out)
{
	char form[1024];
	size_t n;
	const struct opcode *op = isa_opcodes(&n);

	fputs("opcode,code,pipe,latency,form,runs,meaning\n", out);
	for (size_t i = 0; i < n; i++) {
		fprintf(out, "%s,0x%04x,%s,%s,", op[i].name, op[i].code, isa_pipe_name((enum isa_pipe)op[i].pipe),
			op[i].variable ? "variable" : "fixed");
		isa_form(&op[i], form, sizeof form);
		csvfile_put(out, form);
		fputs(isa_prints_only(&op[i]) ? ",no," : ",yes,", out);
		csvfile_put(out, op[i].doc);
		putc('\n', out);
	}
	for (size_t i = 0; isa_refused(i); i++)
		if (!i || strcmp(isa_refused(i), isa_refused(i - 1)))
			fprintf(out, "%s,,,,,refused,\n", isa_refused(i));
}
