/* characters.h: the characters of texts that come from files: which bytes are one, and which a terminal would obey.
 *
 * What this module cannot do: how wide a character is. */
#ifndef BASE_CHARACTERS_H
#define BASE_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the UTF-8 character at s, of which there are `left` bytes, or 0 where there is none: longer forms than are needed, surrogates and what is
 * beyond U+10FFFF are none. A text that ends in a NUL may be said to have any number left; the NUL itself is a character. */
size_t character_bytes(const char *s, size_t left);
/* Whether the character at s controls a terminal: U+0000 to U+001F, among them the tab and ends of lines, and U+007F to U+009F. The text ends in a
 * NUL or has two bytes. */
bool character_controls(const char *s);

#endif
