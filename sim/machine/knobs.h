/* knobs.h: the knobs of knobs.def, each of which stands for several parameters; private to sim/. A knob is an index, from 0.
 * What this module cannot do: keep a knob where its parameters are set later on; its value is what they come to. */
#ifndef SIMT_KNOBS_H
#define SIMT_KNOBS_H

#include "sim/machine/machine.h"

enum {
#define KNOB(name, unit, least, most, meaning) KNOB_##name,
#include "sim/machine/knobs.def"
#undef KNOB
	KNOBS
};

const char *knobs_name(int knob);
/* The index of a knob, or -1. */
int knobs_find(const char *name, size_t bytes);
/* What the machine has; 0 where it comes to nothing. */
uint32_t knobs_value(const struct simt_machine *m, int knob);
/* A parameter that follows from a knob. */
struct knob_setting {
	enum machine_param p;
	uint64_t value; /* which may be out of the parameter's range */
};
enum { KNOB_SETTINGS_MAX = 9 };
/* What follows from a knob on this machine, at most KNOB_SETTINGS_MAX settings. Returns how many; 0: *e (SIMT_USAGE) says what the value must be. */
size_t knobs_settings(const struct simt_machine *m, int knob, const char *value, struct knob_setting *to, struct simt_error *e);
/* Its description; the source is a text of its own. */
void knobs_describe(int knob, struct simt_parameter *to);

#endif
