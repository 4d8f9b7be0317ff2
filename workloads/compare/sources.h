/* sources.h: the text of source lines, from a folder.
 *
 * What this module cannot do: tell whether a file is the one that a cubin was compiled from. */
#ifndef WORKLOADS_COMPARE_SOURCES_H
#define WORKLOADS_COMPARE_SOURCES_H

#include <stddef.h>

struct sources;

/* The files of a folder; NULL: there is none, and no line has a text. Free with sources_free. */
struct sources *sources_new(const char *folder);
void sources_free(struct sources *s); /* NULL is allowed */
/* The text of a line (from 1) of a file that a cubin names, without the white space around it. The file is looked for in the
 * folder under its path, without the first folder of that, and so on up to its name alone. At last it is read where the cubin says that it
 * is. NULL: it is not known. Belongs to s. */
const char *sources_line(struct sources *s, const char *file, unsigned line);

#endif
