/* robust-list.h: the launches of a joint fit and their cycles on a machine; private to robust-*.c. */
#ifndef VALIDATE_JOINT_LIST_H
#define VALIDATE_JOINT_LIST_H

#include "validate/fit/robust-fit.h"

/* Reads the declared lists and measurements into j->list and j->point. */
bool joint_read(struct joint *j, const struct joint_wish *wish, struct simt_error *e);
void joint_list_free(struct joint *j);
/* Cycles of all points on j->machine with the parameters at `value`; NAN: the launch failed. False: interrupted, or no such machine. */
bool joint_evaluate(struct joint *j, const long *value, const char *what, double *cycles, struct simt_error *e);

#endif
