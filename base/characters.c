#include "base/characters.h"

size_t
character_bytes(const char *s, size_t left)
{
	const unsigned char *c = (const unsigned char *)s;
	const size_t n = *c < 0x80                 ? 1
			 : *c >= 0xc2 && *c < 0xe0 ? 2
			 : *c >= 0xe0 && *c < 0xf0 ? 3
			 : *c >= 0xf0 && *c < 0xf5 ? 4
						   : 0;

	if (n > left)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((c[i] & 0xc0) != 0x80)
			return 0;
	if ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) || (*c == 0xf0 && c[1] < 0x90) ||
	    (*c == 0xf4 && c[1] > 0x8f))
		return 0;
	return n;
}

bool
character_controls(const char *s)
{
	const unsigned char *c = (const unsigned char *)s;

	return *c < ' ' || *c == 0x7f || (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0);
}
