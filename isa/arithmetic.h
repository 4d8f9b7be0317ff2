/* arithmetic.h: operations on words that lanes and the uniform datapath share. Private to isa/.
 * What this module cannot do: read operands; exec.h does. */
#ifndef ISA_ARITHMETIC_H
#define ISA_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

/* Helpers must be inlined into the function that is cloned: a helper that is called is compiled for the plain machine only. */
#define INLINE static inline __attribute__((always_inline))

/* LEA's left shift; .HI takes the upper word of c:a << shift. shift 0..31. */
INLINE uint32_t
lea_shift(uint32_t a, uint32_t c, unsigned shift, bool hi)
{
	if (!hi)
		return a << shift;
	return shift ? c << shift | a >> (32 - shift) : c;
}

/* BMSK: b ones from bit a up; SGXT: the lower b bits of a, continued with their sign or with 0. wrap: amounts modulo 32. */
INLINE uint32_t
isa_bit_mask(uint32_t a, uint32_t b, bool wrap)
{
	const uint32_t at = wrap ? a & 31 : a, n = wrap ? b & 31 : b, ones = n < 32 ? (1u << (n & 31)) - 1 : UINT32_MAX;

	return at < 32 ? ones << (at & 31) : 0;
}

INLINE uint32_t
isa_extend(uint32_t a, uint32_t b, bool wrap, bool sign)
{
	const uint32_t n = wrap ? b & 31 : b < 32 ? b : 32, ones = n < 32 ? (1u << (n & 31)) - 1 : UINT32_MAX;
	const uint32_t top = n ? a >> ((n - 1) & 31) & 1 : 0;

	return (a & ones) | (sign && top ? ~ones : 0);
}

/* PRMT: bytes of c:a chosen by sel; mode as field prmt. */
uint32_t isa_prmt(uint32_t a, uint32_t sel, uint32_t c, unsigned mode);

/* Bit 31 - i becomes bit i. */
uint32_t isa_reverse(uint32_t v);

/* The function of three bits whose truth table is lut, bit (a << 2 | b << 1 | c), for all 32 bits. */
uint32_t isa_table(unsigned lut, uint32_t a, uint32_t b, uint32_t c);

/* MUFU of a, without modifiers. function: as field mufu, 0 to 9. */
uint32_t isa_mufu(unsigned function, uint32_t a);

#endif
