/* check-run.h: the simulation that simt-check runs, and where its list of exempt kernels is. It is part of the program, and of no
 * library.
 * What this module cannot do: choose what is compared. */
#ifndef VALIDATE_MAIN_CHECK_RUN_H
#define VALIDATE_MAIN_CHECK_RUN_H

#include "validate/check/check-measured.h"
#include "programs/common.h"

/* How the simulation runs. */
struct check_run_options {
	const char *machine;
	const struct list *set; /* its parameters, NAME=VALUE */
	bool per_pc;            /* count by instruction, too */
	simt_stop stop;
};

/* Runs the selected cases and passes their counts to the check. Returns the status, as run_all does: SIMT_INTERRUPTED if `stop` was set,
 * with the counts of cases that had ended. *e is set if the machine or the workload is wrong. */
enum simt_status check_simulate(struct check *check, const struct check_run_options *how, const bool *selected,
				struct simt_error *e);

/* Adds exempt kernels: those of the file `given`, unless NULL, and of exempt.csv from the data directory (where machines/ is), or beside the
 * sources. */
bool check_find_exempt(struct check *check, const char *given, struct simt_error *e);

#endif
