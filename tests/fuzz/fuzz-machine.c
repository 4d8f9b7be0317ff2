/* fuzz-machine.c: the input is a machine file; behind its first zero byte come settings, one a line. What loads is written, read again,
 * and written the same; a context is made of it where its parameters agree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "sim/runtime/simt.h"

/* A machine file of n bytes, or NULL. */
static struct simt_machine *
load(const void *data, size_t n)
{
	struct simt_error e = {.status = SIMT_OK};
	FILE *f = tmpfile();
	struct simt_machine *m;
	char path[64];

	if (!f || fwrite(data, 1, n, f) != n || fflush(f))
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
	m = simt_machine_load(path, &e);
	fclose(f);
	return m;
}

static char *
dump(const struct simt_machine *m, size_t *n)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, n);

	if (!f)
		abort();
	simt_machine_dump(m, f);
	fclose(f);
	return text;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *zero = memchr(data, 0, size);
	const size_t file = zero ? (size_t)(zero - data) : size;
	struct simt_machine *m = load(data, file), *again;
	struct simt_error e = {.status = SIMT_OK};
	char *set, *text, *second;
	size_t n, n2;
	struct simt *s;

	if (!m)
		m = simt_machine_load("tiny", &e);
	if (!m)
		abort();
	set = malloc(size - file + 1);
	if (!set)
		abort();
	memcpy(set, data + file, size - file);
	set[size - file] = 0;
	for (char *line, *rest = set + (size > file); (line = strtok_r(rest, "\n", &rest));)
		simt_machine_set(m, line, &e);
	free(set);
	text = dump(m, &n);
	again = load(text, n);
	if (!again)
		abort();
	second = dump(again, &n2);
	if (n != n2 || memcmp(text, second, n) != 0)
		abort();
	s = simt_create(m, &e);
	simt_destroy(s);
	simt_machine_free(m);
	simt_machine_free(again);
	free(text);
	free(second);
	return 0;
}
