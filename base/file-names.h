/* file-names.h: file names relative to a folder.
 * What this module cannot do: resolve links or remove "..". */
#ifndef WORKLOADS_PATHS_H
#define WORKLOADS_PATHS_H

#include <stdbool.h>

#include "base/error.h"

/* The folder of a file name: what comes before the last '/', or "." where there is none. The caller frees it. */
char *path_folder(const char *file);
/* The name without its folder: what comes behind the last '/'. Part of the argument. */
const char *path_base(const char *file);
/* `name` itself where it starts with '/' or the folder is ".", else folder/name. The caller frees it. */
char *path_join(const char *folder, const char *name);
/* Makes a folder where there is none. Fails where it cannot be made or is another kind of file. */
bool path_make_folder(const char *folder, struct simt_error *e);

#endif
