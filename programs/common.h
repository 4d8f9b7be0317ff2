/* common.h: what the command lines of the programs have in common. It is part of each program, and of no library.
 * What this module cannot do: anything that a library should do; it prints. */
#ifndef SIMT_COMMON_H
#define SIMT_COMMON_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "sim/runtime/simt.h"
#include "workloads/reader/workload.h"

/* Each program has its own. */
extern const char program_name[];

/* Arguments of an option that may be repeated; the texts are not copied. */
struct list {
	const char **v;
	size_t n;
};
void append(struct list *l, const char *text);

/* Tells an error on standard error; returns the exit status. */
int complain(const struct simt_error *e);
/* Tells what simt_machine_remark has, on standard error. NULL is allowed. */
void tell_remarks(const struct simt_machine *m);
/* At the end of a program: the exit status, which is no longer that of success where standard output did not take all; that is told. */
int all_told(int status);
/* From now on a lack of memory is told, and ends the program with the status of bad input. What results have been marked by then stays
 * beside their files. */
void tell_no_memory(void);
/* From now on Ctrl-C and SIGTERM ask the program to end: the flag that is returned is set. A second one ends it at once. */
simt_stop catch_stop(void);
/* What an option that is no more than that sets in the program's own struct. */
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
/* Where an option has an effect. A program runs in one of several ways, each a bit of `ways`, which are the program's business. */
struct option_use {
	int option;       /* as getopt_long returns it */
	unsigned effects; /* ways in which it does something */
	unsigned idle;    /* ways in which it does nothing, which is remarked; in all others it is a mistake */
	int needs;        /* option without which it does nothing, or 0 */
};
enum { OPTION_VALUES = 512 }; /* what getopt_long returns is below */
/* The options of a program. */
struct command_line {
	const struct option *options; /* as of getopt_long */
	const char *letters;          /* short ones, as of getopt_long; ':' in front */
	int help, version;            /* which options these are */
	void (*print_help)(void);
	const struct option_target *target;
	size_t ntarget;
	/* Takes options that no target is for. False: *e says why not. */
	bool (*take)(void *command, int option, const char *argument, struct simt_error *e);
	const struct option_use *use;
	size_t nuse;
};
/* Takes the options off the arguments, and notes which were given; what is no option follows from argv[optind] on. Returns false where the
 * program is to end now, with *status: --help, --version, a mistake, which is told. */
bool options_take(const struct command_line *l, int argc, char **argv, void *command, bool given[OPTION_VALUES], int *status);
/* Whether each option that was given has an effect. `way` is how the program runs, `how` the words for that ("with --list"); remarks may be
 * left away. Options that the table does not have always have an effect. */
bool options_fit(const struct command_line *l, const bool given[OPTION_VALUES], unsigned way, const char *how, bool remarks,
		 struct simt_error *e);
/* Whether at most one of n kinds of results goes to standard output. file[i]: that of option[i], or NULL. */
bool one_to_stdout(const char *const *option, const char *const *file, size_t n, struct simt_error *e);
/* A whole number from low to high. */
bool take_number(const char *option, const char *text, unsigned low, unsigned high, unsigned *to, struct simt_error *e);
void print_version(void);

/* Which cases --only chooses; all without it. *e is set where it names a case that is not there, or all its globs choose none. The caller
 * frees it. */
bool *select_cases(const struct workload *w, const struct list *only, struct simt_error *e);
/* Whether each of the files that are written is another one, and none is one that is read; to be asked before they are
 * begun (result_open). NULL and "-" are no files, nor are devices. */
bool files_are_distinct(const struct list *written, const struct list *read, struct simt_error *e);
/* Remarks that --placement will find nothing. */
void remark_placement(const struct workload *w, const bool *selected);
/* Columns of the terminal, or `otherwise` where standard output is none. */
unsigned terminal_width(unsigned otherwise);
/* Where a file or folder of the project is, as "validate/exempt.csv", into path: installed beside machines/, in the source tree beside sim/, which
 * machines/ is in. False: it is not there. */
bool find_data(const char *name, char *path, size_t size);

#endif
