/* uncertainty.c: see uncertainty.h. */
#include "sim/runtime/uncertainty.h"

#include <math.h>

/* What is known beforehand counts as so many differences. */
enum { KNOWN = 2 };
/* Other SMs, and other lines in caches: no measurement of rates tells of so large a share of what comes after the first stretch. */
#define BIAS 0.01
/* 9 of 10 of what is normally distributed are within so many standard deviations. */
#define NORMAL 1.645

/* The rate of the part before the stretch stands for so many of its cycles, with those of the stretch before. */
static void
end_rate(struct uncertainty *u, double cycles)
{
	const double weight = (u->last + cycles) / 2;

	u->weights += weight * weight;
	u->last = cycles;
}

void
uncertainty_between(struct uncertainty *u, double cycles, double differs)
{
	end_rate(u, cycles);
	u->squares += differs * differs;
	u->n++;
}

void
uncertainty_beyond(struct uncertainty *u, double cycles)
{
	end_rate(u, 0);
	u->beyond += cycles;
}

/* What lies anywhere from 0 to `most` has the variance of most^2 / 12. */
static double
even(double most)
{
	return most * most / 12;
}

void
uncertainty_filled(struct uncertainty *u, double most)
{
	u->ends += even(most);
}

void
uncertainty_blocks(struct uncertainty *u, double cycles)
{
	u->wave = fmax(u->wave, cycles);
}

double
uncertainty_half(const struct uncertainty *u, double since)
{
	/* of Student's distribution, for 1, 2, ... degrees of freedom */
	static const double t90[] = {6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81};
	const unsigned known = KNOWN + u->n;
	const double t = t90[known < 10 ? known - 1 : 9];
	const double between = u->weights + u->last * u->last / 4;
	const double rates = (KNOWN * UNCERTAINTY_STAYS * UNCERTAINTY_STAYS + u->squares) / known;
	/* a difference is that of two rates, each of which is off */
	const double measured = t * t * rates * (between / 2 + u->beyond * u->beyond);
	const double others = NORMAL * NORMAL * (u->ends + even(u->wave));

	return sqrt(measured + others) + BIAS * since;
}
