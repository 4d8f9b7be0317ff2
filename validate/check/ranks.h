/* ranks.h: rank correlations of two lists of numbers. They are computed here because GSL is optional and under the GPL, and simt-check
 * must do without it.
 * What this module cannot do: say how likely a value is by chance; lists of thousands (the time grows with the square). */
#ifndef VALIDATE_RANKS_H
#define VALIDATE_RANKS_H

#include <stddef.h>

/* Kendall's tau-b of n pairs: (concordant - discordant) / sqrt(pairs not tied in a * pairs not tied in b). NaN if all of a or all of b
 * are the same number, and for n below 2. With classes only pairs within a class are compared, over all classes together. NULL: all are
 * in one class. */
double ranks_tau_b(const double *a, const double *b, const int *class, size_t n);
/* Spearman's rho: the correlation of the ranks, where equal numbers have the mean of their ranks. NaN as above. */
double ranks_spearman(const double *a, const double *b, size_t n);
/* Pearson's correlation of the numbers. NaN if all of a or all of b are the same number. */
double ranks_pearson(const double *a, const double *b, size_t n);

#endif
