/* rules.h: the rules of rules.def, by which the parameters of a machine fit each other; private to sim/.
 * What this module cannot do: check the values of single parameters; param_parse does. */
#ifndef SIMT_RULES_H
#define SIMT_RULES_H

#include "sim/machine/machine.h"

enum rule_kind { RULE_REFUSED, RULE_DOUBTED };

/* The sentence of the i-th rule of this kind that the machine breaks, counted from 0, into text. False: there are no more. */
bool rules_broken(const struct simt_machine *m, enum rule_kind kind, size_t i, char *text, size_t size);

#endif
