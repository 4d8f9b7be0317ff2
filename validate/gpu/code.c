#include "validate/gpu/code.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/wholefile.h"

/* Numbers of the driver's interface. */
enum { JIT_ERROR_LOG = 5, JIT_ERROR_LOG_BYTES = 6, JIT_LINE_INFO = 13, INPUT_PTX = 1, RESULT_NOT_FOUND = 500, LOG_BYTES = 8192 };

/* The compiler's log as one line: the first sentences, without line ends. */
static const char *
one_line(char *log)
{
	size_t n = strlen(log);

	while (n && (log[n - 1] == '\n' || log[n - 1] == ' ' || log[n - 1] == ';'))
		log[--n] = 0;
	for (size_t i = 0; i < n; i++)
		log[i] = log[i] == '\n' ? ';' : log[i];
	return log;
}

static bool
fail_with_log(const struct code *c, cu_result r, char *log, struct simt_error *e)
{
	struct simt_error inner = {.status = SIMT_OK};

	device_ok(c->device, r, &inner, c->path);
	return simt_fail(e, SIMT_BAD_INPUT, "%.400s%s%.500s", inner.text, *log ? ": " : "", one_line(log));
}

static void *
number(size_t n)
{
	return (void *)(uintptr_t)n;
}

/* PTX to machine code for this device. */
static bool
compile(struct code *c, struct simt_error *e)
{
	const struct driver *d = &c->device->d;
	char *log = must(calloc(1, LOG_BYTES));
	int option[] = {JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES, JIT_LINE_INFO};
	void *value[] = {log, number(LOG_BYTES), number(1)};
	void *image = NULL, *ptx = c->image;
	size_t bytes = 0;
	cu_link link = NULL;
	cu_result r = d->link_create(3, option, value, &link);

	if (r == 0)
		r = d->link_add_data(link, INPUT_PTX, ptx, c->bytes + 1, c->path, 0, NULL, NULL);
	if (r == 0)
		r = d->link_complete(link, &image, &bytes);
	if (r == 0) {
		c->image = must(malloc(bytes));
		memcpy(c->image, image, bytes);
		c->bytes = bytes;
		free(ptx);
	} else {
		fail_with_log(c, r, log, e);
	}
	if (link)
		d->link_destroy(link);
	free(log);
	return r == 0;
}

struct code *
code_read(struct device *d, const char *path, struct simt_error *e)
{
	struct code *c = must(calloc(1, sizeof *c));

	c->device = d;
	c->path = path;
	c->image = wholefile_read(path, WHOLEFILE_BYTES_MAX, &c->bytes, e); /* the driver takes it decompressed */
	c->file_bytes = c->bytes;
	if (c->image)
		c->fnv1a = fnv1a64(c->image, c->bytes);
	if (!c->image || (wholefile_ends(path, ".ptx") && !compile(c, e))) {
		code_free(c);
		return NULL;
	}
	c->cubin = cubin_open(c->image, c->bytes, path, NULL);
	return c;
}

static bool
remember(struct code *c, struct simt_error *e)
{
	const struct driver *d = &c->device->d;
	size_t n = c->cubin ? cubin_variables(c->cubin) : 0;

	c->variable = must(calloc(n + 1, sizeof *c->variable));
	for (size_t i = 0; i < n; i++) {
		struct code_variable *v = &c->variable[c->nvariables];

		/* what the driver does not give by name cannot be put back; the compiler's own constants never change */
		if (d->module_global(&v->address, &v->bytes, c->module, cubin_variable(c->cubin, i)->symbol) != 0 || !v->bytes)
			continue;
		v->start = must(malloc(v->bytes));
		c->nvariables++;
		if (!device_ok(c->device, d->memory_read(v->start, v->address, v->bytes), e, "reading a variable"))
			return false;
	}
	return true;
}

bool
code_load(struct code *c, struct simt_error *e)
{
	char *log;
	cu_result r;

	if (c->module)
		return true;
	log = must(calloc(1, LOG_BYTES));
	r = c->device->d.module_load(&c->module, c->image, 2, (int[]){JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES},
				     (void *[]){log, number(LOG_BYTES)});
	if (r != 0) {
		c->module = NULL;
		fail_with_log(c, r, log, e);
	}
	free(log);
	return r == 0 && remember(c, e);
}

void
code_free(struct code *c)
{
	if (!c)
		return;
	if (c->module)
		c->device->d.module_unload(c->module);
	for (size_t i = 0; i < c->nvariables; i++)
		free(c->variable[i].start);
	free(c->variable);
	cubin_close(c->cubin);
	free(c->image);
	free(c);
}

static const struct cubin_kernel *
kernel(const struct code *c, const char *name, struct simt_error *e)
{
	return c->cubin ? cubin_find_kernel(c->cubin, name, e) : NULL;
}

bool
code_function(const struct code *c, const char *name, cu_function *f, struct simt_error *e)
{
	const struct cubin_kernel *k = kernel(c, name, e);
	const char *symbol = k ? k->symbol : name;
	cu_result r;

	if (c->cubin && !k)
		return false;
	r = c->device->d.module_function(f, c->module, symbol);
	if (r == RESULT_NOT_FOUND)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: no kernel '%.200s'; its symbol is wanted", c->path, name);
	return device_ok(c->device, r, e, symbol);
}

bool
code_variable(const struct code *c, const char *name, cu_pointer *address, size_t *bytes, struct simt_error *e)
{
	const struct cubin_variable *v = c->cubin ? cubin_find_variable(c->cubin, name, e) : NULL;
	const char *symbol = v ? v->symbol : name;
	cu_result r;

	if (c->cubin && !v)
		return false;
	r = c->device->d.module_global(address, bytes, c->module, symbol);
	if (r == RESULT_NOT_FOUND)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: no variable '%.200s'; its symbol is wanted", c->path, name);
	return device_ok(c->device, r, e, symbol);
}

bool
code_param(const struct code *c, const char *name, cu_function f, size_t i, size_t *bytes, bool *known)
{
	const struct cubin_kernel *k = kernel(c, name, NULL);
	size_t offset;

	*known = true;
	if (k) {
		*bytes = i < k->nparams ? k->params[i].size : 0;
		return i < k->nparams;
	}
	*known = c->device->d.function_param != NULL;
	return *known && c->device->d.function_param(f, i, &offset, bytes) == 0;
}

bool
code_restore(const struct code *c, struct simt_error *e)
{
	for (size_t i = 0; i < c->nvariables; i++) {
		const struct code_variable *v = &c->variable[i];

		if (!device_ok(c->device, c->device->d.memory_write(v->address, v->start, v->bytes), e, "writing a variable"))
			return false;
	}
	return true;
}
