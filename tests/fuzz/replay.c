/* replay.c: runs the kept inputs of a fuzz target: a main for builds without libFuzzer.
 *   fuzz-NAME           runs $srcdir/tests/fuzz/corpus-fuzz-NAME.bin, prints TAP. For each input that file has its length, 4 bytes
 *                       little-endian, and its bytes
 *   fuzz-NAME FILE...   runs these inputs */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static uint8_t *
read_all(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;
	long n;

	if (f && !fseek(f, 0, SEEK_END) && (n = ftell(f)) >= 0) {
		rewind(f);
		data = malloc((size_t)n + 1);
		*size = data ? fread(data, 1, (size_t)n, f) : 0;
	}
	if (f)
		fclose(f);
	return data;
}

/* A copy that ends where the input ends, so that a sanitizer sees who reads on. */
static void
run(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static int
replay(const char *program)
{
	const char *root = getenv("srcdir"), *name = strrchr(program, '/');
	size_t size = 0, n = 0, at = 0;
	char path[4096];
	uint8_t *data;

	name = name ? name + 1 : program;
	if (!strncmp(name, "lt-", 3)) /* libtool's name for a program that is not installed */
		name += 3;
	snprintf(path, sizeof path, "%s/tests/fuzz/corpus-%s.bin", root ? root : ".", name);
	data = read_all(path, &size);
	while (data && at + 4 <= size) {
		size_t length = data[at] | (size_t)data[at + 1] << 8 | (size_t)data[at + 2] << 16 | (size_t)data[at + 3] << 24;

		at += 4;
		if (length > size - at)
			break;
		run(data + at, length);
		at += length;
		n++;
	}
	printf("%sok 1 - %s: %zu inputs\n1..1\n", n && at == size ? "" : "not ", path, n);
	free(data);
	return !(n && at == size);
}

int
main(int argc, char **argv)
{
	if (argc < 2)
		return replay(argv[0]);
	for (int i = 1; i < argc; i++) {
		size_t size = 0;
		uint8_t *data = read_all(argv[i], &size);

		if (!data) {
			fprintf(stderr, "%s: cannot read\n", argv[i]);
			return 1;
		}
		run(data, size);
		free(data);
	}
	return 0;
}
