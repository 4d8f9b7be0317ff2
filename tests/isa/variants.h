/* variants.h: instructions that compute, each variant with operands and inputs made from seeds: for the comparison of executors with a
 * GPU. Shared by test-variants.c and golden/make-variants.c, which runs them on the device.
 *
 * A variant is a row of opcodes.def with one choice of its modifier fields, named by its base word: the opcode, the fixed bits and the
 * fields, all operands 0. Word i of a variant has operands in the places below, and random immediates, signs, halves and guards, which
 * depend only on the base word, i and their place in the word: new rows and variants do not change those that are there.
 *
 *   a in R4 or R10, b in R6 or R12, c in R8 or R14 (pairs; UR alike; or RZ), d in R16:17; P0 and P1 written, P2 to P4 read, P5 guards;
 *   c[0x0][0x220] and up: 32 pairs of constants; all other bits of the inputs: variant_inputs().
 *
 * What this module cannot do: memory, control flow, barriers, special registers that differ from run to run. Such rows have no
 * variants here. */
#ifndef TESTS_VARIANTS_H
#define TESTS_VARIANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/exec.h"

enum {
	VARIANT_THREADS = 512,
	VARIANT_WARPS = VARIANT_THREADS / ISA_LANES,
	VARIANT_SETS = 8,       /* of inputs; word i runs on set i % VARIANT_SETS */
	VARIANT_LANE_WORDS = 8, /* words of a variant whose results are lanes' */
	VARIANT_UNIFORM_WORDS = 64,
	VARIANT_SOURCES = 12, /* R4 to R15, UR4 to UR15 */
	VARIANT_CONSTANTS = 64,
	VARIANT_CONSTANT_AT = 0x220, /* in bank 0, behind two pointers */
	VARIANT_RESULTS = 4          /* words that a thread leaves */
};

#define VARIANT_OLD_UNIFORM UINT32_C(0xa5a55a5a) /* UR16 and UR17 before the instruction */

struct variant {
	uint64_t base[2];
	const struct opcode *op;
	uint8_t f[ISA_FIELDS];
	bool uniform; /* results are uniform registers or predicates */
	unsigned words;
};

/* What a thread starts with; the last half is the same for a whole warp. 128 bytes, as the device reads them. */
struct variant_thread {
	uint32_t source[VARIANT_SOURCES], old[2], predicates, zero;
	uint32_t uniform[VARIANT_SOURCES], uniform_predicates, zeros[3];
};

struct variant_inputs {
	struct variant_thread thread[VARIANT_THREADS];
	uint32_t constant[VARIANT_CONSTANTS]; /* the same in every set */
	uint32_t set;                         /* and the block that runs on it */
};

/* Every variant, in the order of the table. The caller frees the list. *left_out: rows that have none though they can be executed. */
struct variant *variants_list(size_t *n, size_t *left_out);
/* Word i, 0 to v->words - 1. False: there is no such word because isa_decode refuses it. */
bool variant_word(const struct variant *v, unsigned i, struct inst *in);
/* Inputs of a set. */
void variant_inputs(unsigned set, struct variant_inputs *in);
/* What the threads leave: R16, R17, predicates 0 to 6, 0; of uniform variants UR16, UR17, UP0, predicates and bit 8 for UP1. Returns false
 * where the instruction cannot be executed. */
bool variant_run(const struct variant *v, const struct inst *in, const struct variant_inputs *inputs,
		 uint32_t results[VARIANT_THREADS][VARIANT_RESULTS]);
/* Sum over the results r at positions p of mix(p << 32 | r) modulo 2^64, p = i * 2048 + thread * 4 + word; mix: see
 * golden/make-mufu.py. The sums of a variant's words are added. */
uint64_t variant_hash(unsigned i, uint32_t results[VARIANT_THREADS][VARIANT_RESULTS]);

#endif
