/* common.h: what the command lines of the programs have in common. It is part of each program, and of no library.
 * What this module cannot do: anything that a library should do; it prints. */
#ifndef SIMT_COMMON_H
#define SIMT_COMMON_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "sim/runtime/simt.h"
#include "workloads/analysis/intervals.h"
#include "workloads/reader/workload.h"

/* Each program has its own. */
extern const char program_name[];

/* Arguments of an option that may be repeated; the texts are not copied. */
struct list {
	const char **v;
	size_t n;
};
void append(struct list *l, const char *text);

/* Prints an error to standard error; returns the exit status. */
int complain(const struct simt_error *e);
/* Prints what simt_machine_remark and simt_machine_doubt say to standard error. NULL is allowed. */
void tell_remarks(const struct simt_machine *m);
/* To be called at the end of a program: returns the exit status. It is not that of success if standard output could not be written
 * completely; this is printed. */
int all_told(int status);
/* From now on a lack of memory is printed, and ends the program with the status of bad input. Results that have been marked by then stay
 * in their .part files. */
void tell_no_memory(void);
/* From now on Ctrl-C and SIGTERM set the flag that is returned, which asks the program to end. A second one ends it at once. */
simt_stop catch_stop(void);
/* Ends the program as Ctrl-C does when so many seconds have passed, from 1 on. */
void limit_time(unsigned seconds);
/* What has ended the program, for messages: "interrupted", or "--max-time reached". */
const char *why_stopped(void);
/* The exit status of what was stopped (SIMT_INTERRUPTED): that of a limit if it was the time. Others stay. */
int stopped_status(int status);
/* Memory that the program may take from now on, as a number of bytes with K, M or G behind it: "2G". More is a lack of memory. */
bool limit_memory(const char *text, struct simt_error *e);
/* How an option that only sets something changes the program's own struct. */
enum option_kind {
	OPTION_FLAG, /* a bool: true */
	OPTION_TEXT, /* a const char *: its argument; "-" where it has none */
	OPTION_LIST  /* a struct list: one more */
};
struct option_target {
	int option; /* as getopt_long returns it */
	enum option_kind kind;
	size_t at; /* offset in the struct */
};
/* In which ways of running the program an option has an effect. Each way is a bit of `ways`; the program defines them. */
struct option_use {
	int option;       /* as getopt_long returns it */
	unsigned effects; /* ways in which it has an effect */
	unsigned idle;    /* ways in which it has none, which gets a remark; in all others it is a mistake */
	int needs;        /* option without which it does nothing, or 0 */
};
enum { OPTION_VALUES = 512 }; /* what getopt_long returns is below */
/* The options of a program. */
struct command_line {
	const struct option *options; /* as of getopt_long */
	const char *letters;          /* short ones, as of getopt_long; ":h" in front, for help */
	int help, version;            /* which options these are */
	void (*print_help)(void);
	const struct option_target *target;
	size_t ntarget;
	/* Takes options that no target is for. False: *e says why not. */
	bool (*take)(void *command, int option, const char *argument, struct simt_error *e);
	/* Which of these may be given more than once, with other arguments. NULL: none. */
	bool (*takes_more)(int option);
	const struct option_use *use;
	size_t nuse;
};
/* Reads the options of the command line, and notes which were given. Arguments that are not options follow from argv[optind] on. Returns
 * false if the program is to end now, with *status: after --help, --version, or a mistake, which is printed. */
bool options_take(const struct command_line *l, int argc, char **argv, void *command, bool given[OPTION_VALUES], int *status);
/* Whether no name of a list of "name=value" has two values. */
bool assigned_once(const struct list *l, struct simt_error *e);
/* Whether each option that was given has an effect. `way` is how the program runs, `how` the words for that ("with --list"). Remarks can
 * be switched off. Options that the table does not have always have an effect. */
bool options_fit(const struct command_line *l, const bool given[OPTION_VALUES], unsigned way, const char *how, bool remarks,
		 struct simt_error *e);
/* Whether at most one of n kinds of results goes to standard output. file[i]: that of option[i], or NULL. */
bool one_to_stdout(const char *const *option, const char *const *file, size_t n, struct simt_error *e);
/* A whole number from low to high. */
bool take_number(const char *option, const char *text, unsigned low, unsigned high, unsigned *to, struct simt_error *e);
/* One of two words; *second: it is the second one. */
bool take_word(const char *option, const char *text, const char *const word[2], bool *second, struct simt_error *e);
/* The values of --mode and --sample; text NULL: --sample has none. */
bool take_mode(const char *text, enum simt_mode *mode, struct simt_error *e);
bool take_sample(const char *text, enum simt_sampling *sampling, struct simt_error *e);
/* The value of --jobs: threads of the host. */
bool take_jobs(const char *text, unsigned *jobs, struct simt_error *e);
/* Where *jobs is 0, since --jobs was not given: as many as SIMT_JOBS in the environment says, else as there are processors. */
bool default_jobs(unsigned *jobs, struct simt_error *e);
void print_version(void);

/* Which cases --only selects; all without it. *e is set if it names a case that does not exist, or none of its globs matches. The caller
 * frees it. */
bool *select_cases(const struct workload *w, const struct list *only, struct simt_error *e);
/* Whether the files to be written are all different, and none is one that is read. To be asked before they are opened (result_open).
 * NULL, "-" and devices are not files. */
bool files_are_distinct(const struct list *written, const struct list *read, struct simt_error *e);
/* The same, where the workload and all files that it names are read besides. */
bool files_spare_inputs(const struct list *written, const struct list *read, const struct workload *w, struct simt_error *e);
/* Remarks that --placement will find nothing. */
void remark_placement(const struct workload *w, const bool *selected);
/* Columns of the terminal, or `otherwise` where standard output is none. */
unsigned terminal_width(unsigned otherwise);
/* Whether standard output is a terminal that can show text in bold, and the user has not set NO_COLOR. */
bool terminal_bold(void);
/* Writes the path of a file or folder of the project, such as "validate/exempt.csv", to `path`. Installed files are beside machines/; in
 * the source tree they are beside sim/, which machines/ is in. False: it does not exist. */
bool find_data(const char *name, char *path, size_t size);
/* The intervals of the machine called `name`, which the caller frees; NULL where its errors are not known, or m has other values than that
 * machine. m may be NULL: then it has its values. A table that cannot be read is told, and is none. */
struct intervals *machine_intervals(const struct simt_machine *m, const char *name);

#endif
