#include "base/file-names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *
path_folder(const char *file)
{
	const char *slash = strrchr(file, '/');
	char *folder = slash ? strndup(file, slash == file ? 1 : (size_t)(slash - file)) : strdup(".");

	if (!folder)
		simt_no_memory();
	return folder;
}

const char *
path_base(const char *file)
{
	const char *slash = strrchr(file, '/');

	return slash ? slash + 1 : file;
}

char *
path_join(const char *folder, const char *name)
{
	size_t room = strlen(folder) + strlen(name) + 2;
	char *path = malloc(room);

	if (!path)
		simt_no_memory();
	if (name[0] == '/' || !strcmp(folder, "."))
		snprintf(path, room, "%s", name);
	else
		snprintf(path, room, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name);
	return path;
}

bool
path_make_folder(const char *folder, struct simt_error *e)
{
	struct stat is;

	if (mkdir(folder, 0777) && errno != EEXIST)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", folder, strerror(errno));
	if (stat(folder, &is) || !S_ISDIR(is.st_mode))
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", folder, strerror(ENOTDIR));
	return true;
}
