#include "tests/helpers/source.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/wholefile.h"

const char *
source_path(char *path, size_t size, const char *format, ...)
{
	const char *dir = getenv("srcdir");
	int used = snprintf(path, size, "%s/", dir ? dir : ".");
	va_list ap;

	assert_in_range(used, 0, size - 1);
	va_start(ap, format);
	vsnprintf(path + used, size - (size_t)used, format, ap);
	va_end(ap);
	return path;
}

int64_t
case_param(const struct workload *w, const struct workload_case *c, const char *name)
{
	for (size_t i = 0; i < w->nparams; i++)
		if (!strcmp(w->param[i], name))
			return strtoll(w->launch[c->launches[0]].value[i], NULL, 10);
	fail_msg("no parameter %s", name);
	return 0;
}

struct code
code_of(const struct simt_function *f)
{
	struct simt_function_info info;
	struct code k;

	simt_function_info(f, &info);
	k.n = info.ninst;
	k.text = calloc(k.n, sizeof *k.text);
	assert_non_null(k.text);
	for (size_t i = 0; i < k.n; i++)
		assert_true(simt_function_sass(f, (uint32_t)i, k.text[i], sizeof k.text[i]));
	return k;
}

const char *
code_opcode(const char *text)
{
	return *text == '@' ? strchr(text, ' ') + 1 : text;
}

int
code_guard(const char *text, bool *negated)
{
	unsigned p;

	*negated = starts(text, "@!");
	return sscanf(text, "@P%u", &p) == 1 || sscanf(text, "@!P%u", &p) == 1 ? (int)p : -1;
}

size_t
code_target(const char *text)
{
	const char *at = strstr(text, "BRA 0x");

	assert_non_null(at);
	return strtoul(at + 4, NULL, 16) / 16;
}

unsigned
code_count(const struct code *k, const char *of, bool guarded)
{
	unsigned n = 0;

	for (size_t i = 0; i < k->n; i++)
		n += starts(code_opcode(k->text[i]), of) && (!guarded || *k->text[i] == '@');
	return n;
}

struct file
source_read(const char *path)
{
	struct simt_error e;
	struct file f;
	char name[4096];

	f.data = wholefile_read(source_path(name, sizeof name, "%s", path), WHOLEFILE_BYTES_MAX, &f.size, &e);
	if (!f.data)
		fail_msg("%s", e.text);
	return f;
}
