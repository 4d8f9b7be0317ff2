/* memory-clock.h: time of SMs and time of the memory system, which run apart while SMs have a slower clock; private to sim/. Times are cycles.
 * What this module cannot do: SMs with different clocks at the same time; cycles so long before a change that memory had none yet. */
#ifndef SIMT_MEMORY_CLOCK_H
#define SIMT_MEMORY_CLOCK_H

#include <stdint.h>

/* From cycle `from` of the SMs on, which is cycle `at` of memory, memory has `percent` % more cycles than SMs. All 0: both are the same. */
struct memory_clock {
	uint64_t from, at;
	uint32_t percent;
};

/* Whether the two are the same. */
static inline int
memory_clock_is_same(const struct memory_clock *c)
{
	return !c->percent && c->from == c->at;
}

/* The cycle of memory at cycle `cycle` of the SMs, rounded down. */
static inline uint64_t
memory_clock_of(const struct memory_clock *c, uint64_t cycle)
{
	const uint64_t whole = 100;

	if (cycle < c->from)
		return c->at - ((c->from - cycle) * (whole + c->percent) + whole - 1) / whole;
	return c->at + (cycle - c->from) * (whole + c->percent) / whole;
}

/* The cycle of the SMs at cycle `cycle` of memory, rounded up. */
static inline uint64_t
memory_clock_back(const struct memory_clock *c, uint64_t cycle)
{
	const uint64_t whole = 100, faster = whole + c->percent;

	if (cycle < c->at)
		return c->from - (c->at - cycle) * whole / faster;
	return c->from + ((cycle - c->at) * whole + faster - 1) / faster;
}

/* From cycle `from` of the SMs on, memory is faster by `percent` %. */
static inline void
memory_clock_set(struct memory_clock *c, uint64_t from, uint32_t percent)
{
	*c = (struct memory_clock){from, memory_clock_of(c, from), percent};
}

#endif
