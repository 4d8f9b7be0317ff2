/* check-files.c: the list of exempt kernels, and where files of measurements are. */
#include <stdlib.h>
#include <string.h>

#include "validate/check/check-measured.h"
#include "base/wholefile.h"

bool
check_read_exempt(struct check *c, const char *path, struct simt_error *e)
{
	struct csvfile *f = csvfile_read(path, e);
	int kernel, reason;

	if (!f)
		return false;
	kernel = csvfile_find(f, "kernel");
	reason = csvfile_find(f, "reason");
	if (kernel < 0 || reason < 0)
		simt_fail(e, SIMT_BAD_INPUT, "%s: the columns kernel and reason are needed", path);
	for (size_t row = 0; kernel >= 0 && reason >= 0 && row < f->nrows; row++) {
		const struct csv_cell *k = csvfile_cell(f, row, (size_t)kernel), *why = csvfile_cell(f, row, (size_t)reason);

		c->exempt = grow(c->exempt, &c->room_exempt, c->nexempt + 1, sizeof *c->exempt);
		c->exempt[c->nexempt++] = (struct check_exempt){arena_copy(&c->arena, k->text, k->bytes),
								arena_copy(&c->arena, why->text, why->bytes)};
	}
	csvfile_free(f);
	return kernel >= 0 && reason >= 0;
}

const char *
check_data_path(struct arena *a, const char *folder, const char *file)
{
	const char *path = arena_printf(a, "%s/%s", folder, file);
	char *name = wholefile_name(path);
	bool there = name;

	free(name);
	return there ? path : NULL;
}
