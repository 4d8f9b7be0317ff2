/* parameters.h: the parameters of machine.def by name, for the reader of machine files and for whoever sets or prints them. The
 * simulation reads fields of struct simt_machine instead. A parameter is an index below MACHINE_PARAMS, in the order of machine.def.
 * What this module cannot do: parameters that depend on each other (machine_check). */
#ifndef SIMT_PARAMETERS_H
#define SIMT_PARAMETERS_H

#include "sim/machine/machine.h"

/* The source of a value that simt_machine_set gave. */
#define PARAM_GIVEN "given on the command line"

/* The index of a parameter, whose name may have its section before it ("l2.l2_far", "l2.far"), or -1. */
int param_find(const char *name, size_t bytes);
/* Name and unit ("" where there is none). */
const char *param_name(int p);
const char *param_unit(int p);
/* The names that have taken the place of an old one, with blanks between, or NULL. */
const char *param_new_names(const char *name, size_t bytes);
/* The next of the parameters in *names, which then points to the rest; -1: there are no more. */
int param_next(const char **names);
/* The value of p; of a word its place among the words. */
uint32_t param_value(const struct simt_machine *m, enum machine_param p);
/* Sets p from text. Where it is no value of p, false, and into why what it must be ("a whole number from ..."). */
bool param_parse(struct simt_machine *m, int p, const char *text, char *why, size_t size);
/* p as another machine has it; the source says which one. false where there is no memory. */
bool param_take_over(struct simt_machine *m, int p, const struct simt_machine *from);
/* false where there is no memory. */
bool param_source(struct simt_machine *m, int p, const char *source);
/* The same of a parameter by its name; false, too, where there is none of that name. */
bool param_source_of(struct simt_machine *m, const char *name, const char *source);
/* "there is no machine parameter 'x'", with what is likely meant, into why. Returns why. */
const char *param_unknown(const char *name, size_t bytes, char *why, size_t size);
/* Notes for whoever asks simt_machine_remark that `name` is an old one; place: position in front of it, or "". false: no memory. */
bool param_remark_old(struct simt_machine *m, const char *place, const char *name, const char *names);

#endif
