/* modules.c: the functions of simt.h for modules and their contents: loading, variables, kernels by name.
 *
 * What this module cannot do: addresses of other places than device memory. */
#include "sim/runtime/modules.h"

#include <stdlib.h>
#include <string.h>

#include "base/wholefile.h"
#include "isa/cfg.h"
#include "sim/divergence/control-flow.h"
#include "sim/memory/backing-store.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/device-calls.h"
#include "sim/runtime/function.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/simt.h"

/* Puts the module's variables into device memory, as after loading. */
static bool
place_variables(struct simt_module *m, struct simt_error *e)
{
	static const enum cubin_place places[] = {CUBIN_GLOBAL_INIT, CUBIN_GLOBAL};

	for (int i = 0; i < 2; i++) {
		const struct cubin_blob *b = cubin_blob(m->cubin, places[i]);
		uint64_t *address = m->address + places[i];

		if (!b->size)
			continue;
		if (!simt_malloc(m->context, b->size, address, e))
			return false;
		backing_store_name(m->context->memory, *address, "the module's variables", NULL);
		if (b->data)
			memcpy(backing_store_at(m->context->memory, *address, b->size, NULL), b->data, b->size);
		if (m->context->gpu.tap)
			tap_host(m->context->gpu.tap, SIMT_TAP_HOST_WRITE, *address, b->size);
	}
	return true;
}

static bool
copy_bank(const struct simt_module *m, enum cubin_place place, uint8_t **bank, struct simt_error *e)
{
	const struct cubin_blob *b = cubin_blob(m->cubin, place);

	if (!*bank)
		*bank = calloc(b->size ? b->size : 1, 1);
	if (!*bank)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	if (b->data)
		memcpy(*bank, b->data, b->size);
	return true;
}

bool
modules_place_constants(struct simt_module *m, struct simt_error *e)
{
	const uint64_t size = cubin_blob(m->cubin, CUBIN_BANK3)->size;
	uint64_t *address = m->address + CUBIN_BANK3;
	uint8_t *p;

	if (*address)
		return true;
	if (!simt_malloc(m->context, size, address, e))
		return false;
	backing_store_name(m->context->memory, *address, "the module's constants", NULL);
	p = backing_store_at(m->context->memory, *address, size, NULL);
	memcpy(p, m->bank3, size);
	m->constants = p;
	if (m->context->gpu.tap)
		tap_host(m->context->gpu.tap, SIMT_TAP_HOST_WRITE, *address, size);
	return true;
}

/* Fills in addresses. Those in code are filled in when the kernel is decoded. */
static bool
relocate(struct simt_module *m, struct simt_error *e)
{
	for (size_t i = 0; i < cubin_relocs(m->cubin); i++) {
		const struct cubin_reloc *r = cubin_reloc(m->cubin, i);
		uint8_t *bytes = r->place == CUBIN_BANK3 ? m->bank3 : r->place == CUBIN_BANK4 ? m->bank4 : NULL;

		if (r->place == CUBIN_GLOBAL_INIT)
			bytes = backing_store_at(m->context->memory, m->address[CUBIN_GLOBAL_INIT], 0, NULL);
		if (r->target == CUBIN_BANK3 && !modules_place_constants(m, e))
			return false;
		if (r->place == CUBIN_CODE || r->place == CUBIN_BANK2)
			continue;
		if (!bytes || !function_has_address(r->target))
			return simt_fail(e, SIMT_BAD_INPUT, "%s: the address of %s is needed, which is not simulated",
					 cubin_name(m->cubin), r->symbol);
		cubin_relocate(r, bytes, m->address[r->target]);
	}
	if (m->address[CUBIN_BANK3])
		memcpy(backing_store_at(m->context->memory, m->address[CUBIN_BANK3], 0, NULL), m->bank3,
		       cubin_blob(m->cubin, CUBIN_BANK3)->size);
	return true;
}

bool
modules_place(struct simt_module *m, struct simt_error *e)
{
	/* decoded code has the addresses that there were at loading */
	m->begin = backing_store_from(m->context->memory, m->begin);
	if (!place_variables(m, e) || !copy_bank(m, CUBIN_BANK3, &m->bank3, e) || !copy_bank(m, CUBIN_BANK4, &m->bank4, e))
		return false;
	m->address[CUBIN_BANK3] = 0;
	m->address[CUBIN_EXTERNAL] = EXTERNAL_CODE;
	m->allocates = device_calls_allocate(m->cubin);
	m->constants = m->bank3;
	return relocate(m, e);
}

void
modules_free(struct simt_module *m)
{
	while (m->functions) {
		struct simt_function *f = m->functions;

		m->functions = f->next;
		function_free(f);
	}
	cubin_close(m->cubin);
	free(m->bank3);
	free(m->bank4);
	free(m);
}

struct simt_module *
simt_module_load_data(struct simt *s, const void *image, size_t size, const char *name, struct simt_error *e)
{
	struct simt_module *m = calloc(1, sizeof *m), **last = &s->modules;

	if (!m) {
		simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
		return NULL;
	}
	m->context = s;
	m->cubin = cubin_open(image, size, name, e);
	if (!m->cubin || !modules_place(m, e)) {
		modules_free(m);
		return NULL;
	}
	while (*last)
		last = &(*last)->next;
	*last = m;
	return m;
}

struct simt_module *
simt_module_load(struct simt *s, const char *path, struct simt_error *e)
{
	size_t bytes;
	unsigned char *image = wholefile_read(path, WHOLEFILE_BYTES_MAX, &bytes, e);
	struct simt_module *m = image ? simt_module_load_data(s, image, bytes, path, e) : NULL;

	free(image);
	return m;
}

void
simt_trap_unsupported(struct simt *s, bool trap)
{
	s->trap_unsupported = trap;
}

struct simt_function *
simt_function(struct simt_module *m, const char *name, struct simt_error *e)
{
	const struct cubin_kernel *k = cubin_find_kernel(m->cubin, name, e);
	struct simt_function *f;

	if (!k)
		return NULL;
	for (f = m->functions; f; f = f->next)
		if (f->kernel == k)
			return f;
	f = function_new(m, k, e);
	if (!f)
		return NULL;
	f->next = m->functions;
	m->functions = f;
	return f;
}

bool
simt_symbol(struct simt_module *m, const char *name, uint64_t *address, size_t *bytes, struct simt_error *e)
{
	const struct cubin_variable *v = cubin_find_variable(m->cubin, name, e);

	if (!v)
		return false;
	if (v->place == CUBIN_BANK3 && !modules_place_constants(m, e))
		return false;
	*address = m->address[v->place] + v->offset;
	*bytes = v->size;
	return true;
}

void
simt_function_info(const struct simt_function *f, struct simt_function_info *info)
{
	const struct cubin_kernel *k = f->kernel;

	*info = (struct simt_function_info){
		.symbol = k->symbol,
		.name = k->name,
		.registers = k->registers,
		.shared = k->shared_bytes,
		.nparams = k->nparams,
		.params = (const struct simt_param *)k->params,
		.param_bytes = k->param_bytes,
		.ninst = k->ninst,
		.max_threads = k->max_threads,
		.cluster = {k->cluster[0], k->cluster[1], k->cluster[2]},
	};
	for (size_t i = 0; i < f->n && !info->uses_shared; i++)
		info->uses_shared = f->code[i].op->traits & TRAIT_SHARED_SPACE;
}
_Static_assert(sizeof(struct simt_param) == sizeof(struct cubin_param) &&
		       offsetof(struct simt_param, size) == offsetof(struct cubin_param, size),
	       "simt.h shows the cubin's parameters as they are");

bool
simt_function_sass(const struct simt_function *f, size_t i, char *buf, size_t size)
{
	if (i >= f->n)
		return false;
	isa_print(f->code + i, buf, size);
	return true;
}

const char *
simt_function_pipe(const struct simt_function *f, size_t i)
{
	return i < f->n ? isa_pipe_name((enum isa_pipe)f->code[i].op->pipe) : NULL;
}

bool
simt_function_atomic(const struct simt_function *f, size_t i)
{
	return i < f->n && f->code[i].op->traits & TRAIT_ATOMIC;
}

bool
simt_function_regions(const struct simt_function *f, uint8_t *regions, size_t n)
{
	struct simt_error e = {.status = SIMT_OK};

	return n == f->n && isa_branch_regions(f->code, n, regions, &e);
}

bool
simt_function_line(const struct simt_function *f, size_t i, const char **file, unsigned *line)
{
	return i < f->n && cubin_line(f->module->cubin, f->kernel, (uint32_t)(i * ISA_INST_BYTES), file, line);
}

bool
simt_function_inlined(const struct simt_function *f, size_t i, unsigned depth, const char **name, const char **file, unsigned *line)
{
	struct cubin_inlining call;

	if (i >= f->n || !cubin_inlined(f->module->cubin, f->kernel, (uint32_t)(i * ISA_INST_BYTES), depth, &call))
		return false;
	*name = call.function;
	*file = call.file;
	*line = call.line;
	return true;
}

uint32_t
simt_function_parts(const struct simt_function *f, uint32_t *part)
{
	uint32_t n = 0;

	memset(part, 0, f->n * sizeof *part);
	for (size_t i = 0; i < f->n; i++) {
		enum isa_flow flow = f->code[i].op->flow;
		bool leaves = flow == FLOW_BRANCH || flow == FLOW_BRX || flow == FLOW_CALL || flow == FLOW_RET;

		if ((flow == FLOW_BRANCH || flow == FLOW_BSSY) && f->code[i].target / ISA_INST_BYTES < f->n)
			part[f->code[i].target / ISA_INST_BYTES] = 1;
		if (leaves && i + 1 < f->n)
			part[i + 1] = 1;
	}
	for (size_t i = 0; i < f->n; i++) {
		n += i && part[i];
		part[i] = n;
	}
	return n + 1;
}

bool
simt_function_loops(const struct simt_function *f, uint32_t *loop, uint32_t *around, size_t n)
{
	struct simt_error e = {.status = SIMT_OK};

	return n == f->n && isa_loops(f->code, n, loop, around, &e);
}

bool
simt_function_region(const struct simt_function *f, size_t i, uint32_t *merge, bool *inside, size_t n)
{
	struct simt_error e = {.status = SIMT_OK};

	return n == f->n && isa_branch_region(f->code, n, i, merge, inside, &e);
}
