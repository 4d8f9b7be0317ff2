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
	fputs("symbol,registers,shared,local,instructions,max_threads,parameters\n", out);
	for (size_t i = 0; i < cubin_kernels(c); i++) {
		const struct cubin_kernel *k = cubin_kernel(c, i);

		csvfile_put(out, k->symbol);
		fprintf(out, ",%u,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", k->registers, k->shared_bytes, k->local_bytes, k->ninst);
		if (k->max_threads)
			fprintf(out, "%u", k->max_threads);
		putc(',', out);
		for (unsigned p = 0; p < k->nparams; p++)
			fprintf(out, "%s%" PRIu32 ":%" PRIu32, p ? " " : "", k->params[p].offset, k->params[p].size);
		putc('\n', out);
	}
}

static void
put_argument(FILE *out, unsigned p, uint32_t size)
{
	static const char *const type[] = {[1] = "u8", [2] = "u16", [4] = "s32"};

	if (p)
		putc(' ', out);
	if (size == 8) {
		fprintf(out, "p%u:s32[threads]", p);
	} else if (size <= 4 && type[size]) {
		fprintf(out, "p%u:%s=1", p, type[size]);
	} else {
		fprintf(out, "p%u:bytes[%" PRIu32 "]=hex(", p, size);
		for (uint32_t i = 0; i < size; i++)
			fputs("00", out);
		putc(')', out);
	}
}

/* The plain C++ name of a kernel if no other kernel has it, else its symbol; buf has room for that. In a symbol, each name follows its
 * length. */
static const char *
plain_name(const struct cubin *c, const struct cubin_kernel *k, char *buf)
{
	for (const char *s = k->symbol; *s; s++) {
		char *name;
		unsigned long n = *s >= '1' && *s <= '9' ? strtoul(s, &name, 10) : 0;
		struct simt_error e = {.status = SIMT_OK};

		if (!n || n > strlen(name))
			continue;
		snprintf(buf, n + 1, "%s", name);
		if (cubin_find_kernel(c, buf, &e) == k)
			return buf;
		s = name - 1;
	}
	return k->symbol;
}

void
inspect_template(const struct cubin *c, const char *path, FILE *out)
{
	const char *slash = strrchr(path, '/');

	fputs("# Arguments are guessed from the sizes of the parameters: 8 bytes are a buffer of zeros, 4 bytes an s32, other "
	      "sizes a structure. "
	      "Its fields are better written struct(...). Dynamic shared memory is given in bytes, in a column shared. Put this "
	      "file beside the cubin.\n",
	      out);
	fputs("case,module,kernel,grid,block,args,expect\n", out);
	for (size_t i = 0; i < cubin_kernels(c); i++) {
		const struct cubin_kernel *k = cubin_kernel(c, i);
		char *buf = malloc(strlen(k->symbol) + 1);
		const char *name = buf ? plain_name(c, k, buf) : k->symbol;
		unsigned block = k->required_ntid[0]                      ? k->required_ntid[0]
				 : k->max_threads && k->max_threads < 256 ? k->max_threads
									  : 256;

		csvfile_put(out, name);
		putc(',', out);
		csvfile_put(out, slash ? slash + 1 : path);
		putc(',', out);
		csvfile_put(out, name);
		fprintf(out, ",1,%u", block);
		if (k->required_ntid[1] > 1 || k->required_ntid[2] > 1)
			fprintf(out, "x%" PRIu32 "x%" PRIu32, k->required_ntid[1], k->required_ntid[2]);
		putc(',', out);
		for (unsigned p = 0; p < k->nparams; p++)
			put_argument(out, p, k->params[p].size);
		fputs(",\n", out);
		free(buf);
	}
	for (size_t i = 0; i < cubin_variables(c); i++) {
		const struct cubin_variable *v = cubin_variable(c, i);

		if (strchr("_$", v->symbol[0])) /* a library's or the compiler's */
			continue;
		fprintf(out, "# %s variable %s has %" PRIu64 " bytes; @%s:type[n]=contents in args sets it.\n",
			v->place == CUBIN_BANK3 ? "__constant__" : "__device__", v->symbol, v->size, v->symbol);
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
