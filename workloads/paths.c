#include "paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *
path_folder(const char *file)
{
	const char *slash = strrchr(file, '/');
	char *folder = slash ? strndup(file, slash == file ? 1 : (size_t)(slash - file)) : strdup(".");

	if (!folder)
		abort();
	return folder;
}

char *
path_join(const char *folder, const char *name)
{
	size_t room = strlen(folder) + strlen(name) + 2;
	char *path = malloc(room);

	if (!path)
		abort();
	if (name[0] == '/' || !strcmp(folder, "."))
		snprintf(path, room, "%s", name);
	else
		snprintf(path, room, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name);
	return path;
}
