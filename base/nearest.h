/* nearest.h: the known word that is nearest to a mistyped one, for messages: "did you mean 'warp_size'?"
 * What this module cannot do: use more than the spelling; words of more than 63 characters. */
#ifndef SIM_NEAREST_H
#define SIM_NEAREST_H

#include <stddef.h>

/* The name, of the `count` names name(i, arg), that is nearest to the n bytes at s. Of names that are equally near it is the one that begins
 * with the most letters of s, and the first of these. NULL if none is near enough for a typing mistake. */
const char *nearest(const char *s, size_t n, const char *(*name)(size_t i, const void *arg), size_t count, const void *arg);

#endif
