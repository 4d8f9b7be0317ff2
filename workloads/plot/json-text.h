/* json-text.h: texts of JSON that is put together piece by piece, which takes less time than jansson does for many small values.
 * What this module cannot do: keep characters that are not ASCII; each of their bytes becomes a character. */
#ifndef WORKLOADS_PLOT_JSON_TEXT_H
#define WORKLOADS_PLOT_JSON_TEXT_H

#include "base/text.h"

/* Appends s in quotes. What is written has no '<', so that it can stand in a page. */
static inline void
json_text(struct text *t, const char *s)
{
	static const char hex[] = "0123456789abcdef";

	text_put(t, "\"");
	for (; *s; s++) {
		const unsigned char c = (unsigned char)*s;
		const char escaped[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};

		/* what is no ASCII may be no UTF-8 either */
		if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\' || c == '<')
			text_bytes(t, escaped, sizeof escaped);
		else
			text_bytes(t, s, 1);
	}
	text_put(t, "\"");
}

#endif
