/* fuzz-decode.c: the input is machine code, 16 bytes an instruction. What decodes prints, in a buffer of any size, the same each time. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "isa/isa.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t at = 0; at + 16 <= size && at < 4096; at += 16) {
		uint64_t w[2];
		struct inst in, again;
		char whole[512], cut[24];
		size_t n;

		memcpy(w, data + at, 16);
		if (!isa_decode(w[0], w[1], (uint32_t)at, 90, &in))
			continue;
		n = isa_print(&in, whole, sizeof whole);
		if (!n || n >= sizeof whole || strlen(whole) != n)
			abort();
		/* a short buffer gets the beginning */
		if (isa_print(&in, cut, 1 + at / 16 % sizeof cut) != n || strncmp(cut, whole, strlen(cut)))
			abort();
		/* nothing of an instruction is left from before */
		memset(&again, 0xa5, sizeof again);
		if (!isa_decode(w[0], w[1], (uint32_t)at, 90, &again) || isa_print(&again, cut, sizeof cut) != n ||
		    strncmp(cut, whole, sizeof cut - 1))
			abort();
	}
	return 0;
}
