/* own-lines.c: lines of the source that somebody has written, not of the toolkit's headers. */
#include <fnmatch.h>
#include <string.h>

#include "base/file-names.h"
#include "sim/runtime/simt.h"

/* Headers of the toolkit whose functions are inlined into kernels, as their names begin in cubins of nvcc 13. */
static const char *const toolkit_header[] = {"sm_[0-9]*_*.h*",
					     "device_*functions.h*",
					     "math_functions.h*",
					     "cuda_fp*.h*",
					     "cuda_bf16.h*",
					     "cooperative_groups*",
					     "mma.h*",
					     "cuda_pipeline*",
					     "surface_*functions.h*",
					     "texture_*fetch*.h*"};

bool
simt_file_is_toolkit(const char *file)
{
	const char *base = path_base(file);

	for (size_t i = 0; i < sizeof toolkit_header / sizeof *toolkit_header; i++)
		if (!fnmatch(toolkit_header[i], base, 0))
			return true;
	return strstr(file, "/cuda") && strstr(file, "/include/");
}

bool
simt_function_own_line(const struct simt_function *f, size_t i, const char **file, unsigned *line)
{
	const char *name;

	if (!simt_function_line(f, i, file, line))
		return false;
	for (unsigned depth = 0; simt_file_is_toolkit(*file) && simt_function_inlined(f, i, depth, &name, file, line);)
		depth++;
	return true;
}
