#include "sim/runtime/rates.h"

#include <math.h>

struct rates
rates_since(const struct reading *from, const struct reading *to)
{
	struct rates r = {.cycles = (double)(to->cycle - from->cycle)};

	for (int k = 0; k < COUNTS && r.cycles > 0; k++)
		r.v[k] = (double)(to->v[k] - from->v[k]) / r.cycles;
	return r;
}

struct rates
rates_joined(const struct rates *a, const struct rates *b)
{
	struct rates r = {.cycles = a->cycles + b->cycles};

	for (int k = 0; k < COUNTS; k++)
		r.v[k] = (a->v[k] * a->cycles + b->v[k] * b->cycles) / r.cycles;
	return r;
}

double
rates_difference(const struct rates *a, const struct rates *b)
{
	const double mean = (rates_executed(a) + rates_executed(b)) / 2;

	return mean > 0 ? (rates_executed(a) - rates_executed(b)) / mean : 0;
}

bool
rates_are_near(const struct rates *a, const struct rates *b)
{
	return fabs(rates_difference(a, b)) <= RATES_SWING;
}

/* The mean of n parts from number `first` on. */
static struct rates
mean_of(const struct rates_recent *recent, uint64_t first, unsigned n)
{
	struct rates mean = recent->r[first % RATES_RECENT];

	for (unsigned i = 1; i < n; i++)
		mean = rates_joined(&mean, recent->r + (first + i) % RATES_RECENT);
	return mean;
}

bool
rates_swing(struct rates_recent *recent, const struct rates *r, struct rates *before)
{
	const unsigned half = RATES_RECENT / 2;
	struct rates mean, halves[2];
	uint64_t first;
	bool swing;

	recent->r[recent->n++ % RATES_RECENT] = *r;
	if (recent->n < RATES_RECENT)
		return false;
	first = recent->n - RATES_RECENT;
	mean = mean_of(recent, first, RATES_RECENT);
	halves[0] = mean_of(recent, first, half);
	halves[1] = mean_of(recent, first + half, half);
	swing = fabs(rates_difference(halves, halves + 1)) <= RATES_HALVES;
	for (unsigned i = 0; i < RATES_RECENT; i++)
		swing = swing && rates_are_near(recent->r + i, &mean);
	if (swing)
		*before = mean_of(recent, first, RATES_RECENT - 1);
	return swing;
}
