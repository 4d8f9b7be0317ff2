/* replay.c: runs the kept inputs of a fuzz target: a main for builds without libFuzzer.
 *   fuzz-NAME           runs $srcdir/tests/fuzz/corpus-fuzz-NAME.bin (or .bin.gz), prints TAP. For each input that file has its length, 4 bytes
 *                       little-endian, and its bytes
 *   fuzz-NAME FILE...   runs these inputs */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "base/wholefile.h"

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
	struct simt_error e;
	uint8_t *data;

	name = name ? name + 1 : program;
	if (!strncmp(name, "lt-", 3)) /* libtool's name for a program that is not installed */
		name += 3;
	snprintf(path, sizeof path, "%s/tests/fuzz/corpus-%s.bin", root ? root : ".", name);
	data = wholefile_read(path, WHOLEFILE_BYTES_MAX, &size, &e);
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
		struct simt_error e;
		uint8_t *data = wholefile_read(argv[i], WHOLEFILE_BYTES_MAX, &size, &e);

		if (!data) {
			fprintf(stderr, "%s\n", e.text);
			return 1;
		}
		run(data, size);
		free(data);
	}
	return 0;
}
