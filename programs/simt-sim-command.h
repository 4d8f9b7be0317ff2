/* simt-sim-command.h: the command line of simt-sim.
 * What this module cannot do: act on it. */
#ifndef SIMT_SIMT_SIM_COMMAND_H
#define SIMT_SIMT_SIM_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "workloads/analysis/lanes.h"
#include "programs/again.h"
#include "programs/common.h"
#include "programs/machine-options.h"
#include "sim/runtime/simt.h"
#include "workloads/record/recorder.h"

enum action { RUN, CHECK, LIST, EXPAND, DUMP_MACHINE, KERNELS, TEMPLATE, DISASSEMBLE, LIST_OPCODES };

struct command {
	enum action action;
	const char *file; /* of the action; the parameter of --dump-machine, or NULL */
	const char *workload;
	struct machine_options machine;
	struct list let, only, allow;
	const char *csv, *per_pc, *json, *roots_csv; /* file name; "-": standard output; NULL: not wanted */
	const char *placement, *outputs;             /* likewise */
	const char *save;                            /* folder or NULL */
	const char *isa;
	uint64_t max_cycles, max_instructions;
	unsigned checks;   /* of enum simt_check */
	unsigned max_time; /* seconds; 0: no limit */
	unsigned jobs;     /* threads of the host */
	bool trap_unsupported;
	enum simt_mode mode;
	enum simt_sampling sampling;
	struct again_wish again;
	bool details, roots, bound, lanes; /* show lanes as `show` says */
	struct lanes_wish show;
	const char *record; /* file name or NULL */
	struct recorder_wish recording;
	bool explain; /* in JSON, what holds launches back and where the result comes from */
	char *line;   /* the command line, where explain wants it */
	bool quiet, no_params;
};

/* Returns false where the program is to end now, with *status: --help, --version, a mistake. */
bool command_parse(int argc, char **argv, struct command *c, int *status);
void command_free(struct command *c);

#endif
