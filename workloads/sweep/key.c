#include "workloads/sweep/key.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/wholefile.h"
#include "workloads/reader/inputs.h"

/* Takes a text with its NUL, so that "a", "b" is not "ab". */
static uint64_t
text_more(uint64_t hash, const char *text)
{
	return fnv1a64_more(hash, text, strlen(text) + 1);
}

uint64_t
key_program(const char *version)
{
	struct simt_error no = {.status = SIMT_OK};
	size_t bytes = 0;
	unsigned char *program = wholefile_read("/proc/self/exe", WHOLEFILE_BYTES_MAX, &bytes, &no);
	const uint64_t hash = program ? fnv1a64(program, bytes) : text_more(FNV1A64_START, version);

	free(program);
	return hash;
}

/* Byte by byte, the same on every host. */
static uint64_t
number_more(uint64_t hash, uint64_t number)
{
	for (int shift = 0; shift < 64; shift += 8)
		hash = fnv1a64_step(hash, number >> shift & 0xff);
	return hash;
}

static bool
hash_file(struct key_files *files, const char *path, uint64_t *hash, struct simt_error *e)
{
	size_t at, bytes = 0;
	unsigned char *data;

	if (names_find(&files->known, path, &at)) {
		*hash = files->hash[at];
		return true;
	}
	data = wholefile_read(path, WHOLEFILE_BYTES_MAX, &bytes, e);
	if (!data)
		return false;
	*hash = fnv1a64(data, bytes);
	free(data);
	files->hash = grow(files->hash, &files->room, files->known.n + 1, sizeof *files->hash);
	files->hash[files->known.n] = *hash;
	names_set(&files->known, arena_copy(&files->arena, path, strlen(path)), files->known.n);
	return true;
}

bool
key_inputs(struct key_files *files, const struct workload *w, uint64_t *hash, struct simt_error *e)
{
	struct inputs *inputs = inputs_of(w);
	bool fine = true;

	*hash = FNV1A64_START;
	for (size_t i = 0; fine && i < inputs->n; i++) {
		uint64_t one = 0;

		fine = hash_file(files, inputs->file[i].path, &one, e);
		*hash = number_more(*hash, one);
	}
	inputs_free(inputs);
	return fine;
}

void
key_files_free(struct key_files *files)
{
	names_free(&files->known);
	free(files->hash);
	arena_free(&files->arena);
}

uint64_t
key_of(uint64_t program, uint64_t machine, uint64_t inputs, const struct point_options *o)
{
	const uint64_t number[] = {program,  machine,  inputs, o->mode, o->sampling, o->max_cycles, o->max_instructions,
				   o->bound, o->nonly, o->nlet};
	uint64_t hash = FNV1A64_START;

	for (size_t i = 0; i < sizeof number / sizeof *number; i++)
		hash = number_more(hash, number[i]);
	for (size_t i = 0; i < o->nonly; i++)
		hash = text_more(hash, o->only[i]);
	for (size_t i = 0; i < o->nlet; i++)
		hash = text_more(hash, o->let[i]);
	return hash;
}
