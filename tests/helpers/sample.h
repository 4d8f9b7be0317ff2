/* sample.h: which of many cases take part where SIMT_TEST_QUICK is set, so that the tests of slow builds and of many builds are short: one of
 * each so many, another one for each SIMT_SEED (0 by default). SIMT_TEST_QUICK=3 makes three times as many of one of them. All take part
 * where it is not set. tests/helpers/sample.sh has the same for scripts. For tests. */
#ifndef TESTS_SAMPLE_H
#define TESTS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static inline bool
sample_is_taken(void)
{
	return getenv("SIMT_TEST_QUICK") != NULL;
}

/* A number below `of` that follows from SIMT_SEED and n alone. */
static inline uint32_t
sample_choice(uint32_t n, uint32_t of)
{
	const char *seed = getenv("SIMT_SEED");
	uint32_t x = (uint32_t)strtoul(seed ? seed : "0", NULL, 10) * UINT32_C(2654435761) + n * UINT32_C(2246822519);

	x = (x ^ x >> 15) * UINT32_C(2246822519);
	x = (x ^ x >> 13) * UINT32_C(3266489917);
	return (x ^ x >> 16) % of;
}

/* Whether case number `index` takes part: of `of` cases that follow each other, from a multiple of `of` on, one does. A list that is shorter
 * than `of` may have none that does; where one is needed, sample_choice() says which. */
static inline bool
sampled(uint32_t index, uint32_t of)
{
	const char *quick = getenv("SIMT_TEST_QUICK");

	if (!quick)
		return true;
	of *= *quick >= '2' && *quick <= '9' ? (uint32_t)(*quick - '0') : 1;
	return sample_choice(index / of, of) == index % of;
}

#endif
