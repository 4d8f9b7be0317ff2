/* simt-machine.h: machines of libsimt: sets of parameters with a name; see simt-machine(5) and machine.def. Included by simt.h.
 * What this module cannot do: check parameters against each other; simt_create does. */
#ifndef SIMT_SIMT_MACHINE_H
#define SIMT_SIMT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* the rest of the library is hidden */

struct simt_machine; /* opaque */

/* Loads machines/<name>.csv from the data directory ($SIMT_DATADIR, else where it was installed), or the file `name` where it holds a
 * '/' or ends in .csv. What a file leaves out is taken over from the installed machine that its row `base` names. "h200+wide.csv+slow.csv" is the first machine
 * with what the files behind it have, one after the other: they may leave out whatever they like. The caller frees it with
 * simt_machine_free. */
struct simt_machine *simt_machine_load(const char *name, struct simt_error *e);
void simt_machine_free(struct simt_machine *m);
/* A machine of its own with the same values and no remarks, which the caller frees; NULL where there is not enough memory. */
struct simt_machine *simt_machine_copy(const struct simt_machine *m);
/* "name=value", with the value in the parameter's unit; a knob of knobs.def sets several parameters. Fails, and leaves the machine as it was, if there is no such parameter or its
 * value is out of range. simt_create checks parameters against each other. */
bool simt_machine_set(struct simt_machine *m, const char *assignment, struct simt_error *e);
/* Value of a parameter as text, or NULL where there is none of that name. Valid until the next call on m. */
const char *simt_machine_get(const struct simt_machine *m, const char *name);
/* The value of a parameter as a number. A word counts by its place in the list of words, from 0. 0 if there is no parameter of that
 * name. */
uint32_t simt_machine_number(const struct simt_machine *m, const char *name);
/* Name, unit and source of the value of parameter i, counted from 0 in the order of machine.def; false where there are no more. */
bool simt_machine_parameter(const struct simt_machine *m, size_t i, const char **name, const char **unit, const char **source);
/* Whether an issue slot takes lanes of any splits of a sub-core's warps under the machine's reconvergence policy: no lane waits for another
 * one, some places of an issue slot may be unfilled, and there is no functional mode. */
bool simt_machine_packs(const struct simt_machine *m);
/* A hash of the values of all parameters and nothing else: the same on every host, and for every way to the same values. */
uint64_t simt_machine_hash(const struct simt_machine *m);
/* Writes the machine as a machine file: parameter,value,unit,source. */
void simt_machine_write(const struct simt_machine *m, FILE *f);
/* Prints the machine file with the section, the range or words, and the meaning of each parameter, which readers of machine files
 * ignore. Lines with '#' in front say how it was made, if there is more to say of that than values and sources. */
void simt_machine_dump(const struct simt_machine *m, FILE *f);

/* A description of a parameter. Texts are valid until the machine changes. */
struct simt_parameter {
	const char *section, *name, *old_name; /* old_name: NULL, or what older versions called it and others */
	const char *unit, *meaning, *source;
	const char *words;         /* "a|b": the words that it can be; NULL for a number from least to most */
	const char *word_meanings; /* lines "word: meaning", or NULL */
	int32_t least, most;
};
/* Fails where there is no parameter of that name. */
bool simt_machine_describe(const struct simt_machine *m, const char *name, struct simt_parameter *to, struct simt_error *e);
/* Remark i on how the machine was made, counted from 0: a sentence about an old name in its file or in simt_machine_set. NULL where there
 * are no more. */
const char *simt_machine_remark(const struct simt_machine *m, size_t i);

/* Makes an SM whose warp_size, banks or subcores simt_machine_set has changed out of the silicon of that of `base`, the machine as it was loaded:
 * as many lanes, in other sub-cores and banks, and queues and instruction caches of the same size altogether. What was set stays. simt_machine_dump
 * then begins with comments that say what was kept the same. False: the lanes cannot be divided so, and the machine may be half changed. */
bool simt_machine_equal_silicon(struct simt_machine *m, const struct simt_machine *base, struct simt_error *e);
/* Sentence i, counted from 0, on parameters that fit each other badly: the machine runs, but is hardly what was meant, as one whose L1 has nothing
 * left beside shared memory. The sentence goes to text, of 300 bytes or more. False: there are no more. */
bool simt_machine_doubt(const struct simt_machine *m, size_t i, char *text, size_t size);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
