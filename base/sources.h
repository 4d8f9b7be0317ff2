/* sources.h: the text of source lines, from folders.
 *
 * What this module cannot do: tell whether a file is the one that a cubin was compiled from. */
#ifndef SIMT_SOURCES_H
#define SIMT_SOURCES_H

#include <stddef.h>

struct sources;

/* The files of n folders, whose names are copied; n 0: no line has a text. Free with sources_free. */
struct sources *sources_new(const char *const *folder, size_t n);
void sources_free(struct sources *s); /* NULL is allowed */
/* The text of a line (from 1) of a file that a cubin names, without the white space around it. The file is looked for in one folder after
 * the other: under its path, without the first folder of that, and so on up to its name alone. At last it is read where the cubin says that
 * it is. Only regular files that are called as sources are (".cu", ".h", ...) are read, since a cubin may name any file. Characters that
 * control a terminal are "?". NULL: it is not known. Belongs to s. */
const char *sources_line(struct sources *s, const char *file, unsigned line);
/* The same with the white space in front of it. */
const char *sources_line_indented(struct sources *s, const char *file, unsigned line);

#endif
