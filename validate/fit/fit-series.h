/* fit-series.h: makes the series of a fit from cases and measurements; private to fit*.c. */
#ifndef VALIDATE_FIT_SERIES_H
#define VALIDATE_FIT_SERIES_H

#include "validate/fit/fit.h"

/* Whose cycles. */
enum fit_side { FIT_MEASURED, FIT_REFERENCE, FIT_SIMULATED };

/* Slope of the series' cycles over its events; of a single point its cycles. */
struct fit_slope fit_slope(const struct fit *f, const struct fit_series *s, enum fit_side side);
/* Sorts the series and makes the parameters that they determine. */
void fit_make_parameters(struct fit *f);

#endif
