/* evaluate.h: many simulations, shared out to processes, and a file that keeps what they gave.
 *
 * A fit asks for the same simulations again when it was interrupted, or comes back to a value. What they gave is kept under a key, a hash
 * of what they depend on: the machine's parameters, and what the caller adds, the names of cases.
 *
 * What this module cannot do: tell that the program itself, or a file of a workload, has changed. */
#ifndef VALIDATE_EVALUATE_H
#define VALIDATE_EVALUATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt.h"

/* Calls task(arg, i, values) for each i from 0 to n - 1, in `jobs` processes. A task writes what it finds into `values`, of which there are
 * `nvalues` for all tasks together, NAN before; it must not write where another does. False: a process ended before its time. */
bool evaluate(unsigned jobs, size_t n, void (*task)(const void *arg, size_t i, double *values), const void *arg, double *values,
	      size_t nvalues, struct simt_error *e);

/* Hash of a machine's parameters. */
uint64_t evaluate_key(const struct simt_machine *m);
/* The same with a text more. */
uint64_t evaluate_key_more(uint64_t key, const char *text);
/* Finds the values of a key in the file; false: they are not there, or there is no file. NULL: no file. */
bool evaluate_recall(const char *file, uint64_t key, double *values, size_t n);
/* Adds them to it; where that cannot be done nothing is kept. */
void evaluate_remember(const char *file, uint64_t key, const double *values, size_t n);

#endif
