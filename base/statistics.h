/* statistics.h: medians and the like of a few numbers.
 * What this module cannot do: numbers without an order. A NaN among them may be sorted to any place. */
#ifndef BASE_STATISTICS_H
#define BASE_STATISTICS_H

#include <stddef.h>

/* Sorts n numbers, the least first. */
void statistics_sort(double *v, size_t n);
/* Their median, the mean of the middle two where n is even; sorts them. NAN where there is none. */
double statistics_median(double *v, size_t n);

#endif
