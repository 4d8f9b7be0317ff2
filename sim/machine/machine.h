/* machine.h: the parameters of a machine, constant once a context is made. Names, units, ranges and meanings are in machine.def.
 * What this module cannot do: parameters that depend on each other; rules.def has what they have to fit. */
#ifndef SIMT_MACHINE_H
#define SIMT_MACHINE_H

#include "isa/isa.h"
#include "sim/runtime/simt.h"

/* Rates: those of the pipes, then of instructions that take theirs longer. */
enum machine_rate {
	RATE_WIDE = ISA_PIPES,
	RATE_REDUX,
	RATE_MATCH,
	RATE_TENSOR_HALF,
	RATE_DMMA_4,
	RATE_DMMA_8,
	RATE_DMMA_16,
	MACHINE_RATES
};

/* clang-format off */
/* The words of parameters: enum machine_scheduler { SCHEDULER_GTY, ... } and so on. */
#define CHOICE(section, field, name, meaning) enum machine_##name {
#define WORD(constant, word, meaning)         constant,
#define END_CHOICE                            };
#include "sim/machine/machine.def"

/* Places in lists of all parameters. */
enum machine_param {
#define PARAM(section, field, name, type, unit, least, most, meaning) M_##name,
#define ELEMENT(section, field, name, unit, least, most, meaning)     M_##name,
#define SWITCH(section, field, name, meaning)                         M_##name,
#define CHOICE(section, field, name, meaning)                         M_##name,
#include "sim/machine/machine.def"
	MACHINE_PARAMS
};

/* A struct for each section, in the units of machine.def: m->l2.load_latency, m->issue.scheduler. What counts in other units works out what
 * it needs in these once, when it is made (interconnect_new). */
struct simt_machine {
	char *name; /* as the user gave it: "h200" */
	char *path; /* file it came from */
#define SECTION(section, about)                                       struct machine_##section {
#define END_SECTION(section)                                          } section;
#define PARAM(section, field, name, type, unit, least, most, meaning) type field;
#define ARRAY(section, field, type, size)                             type field[size];
#define SWITCH(section, field, name, meaning)                         bool field;
#define CHOICE(section, field, name, meaning)                         enum machine_##name field;
#include "sim/machine/machine.def"
	char *source[MACHINE_PARAMS]; /* where each value comes from; in its own words where simt_machine_set gave it */
	char **remark;                /* simt_machine_remark */
	size_t nremarks;
	char **note; /* lines about how the machine was made, which a dump begins with */
	size_t nnotes;
	char text[32]; /* for simt_machine_get */
};
/* clang-format on */

/* Fails where parameters contradict each other, in a sentence that names them. */
bool machine_check(const struct simt_machine *m, struct simt_error *e);

/* Warp slots of an SM. */
static inline uint32_t
machine_warps(const struct simt_machine *m)
{
	return m->sm.threads / m->sm.warp_size;
}

/* The soonest answer of L2 to anything that an SM sends it. */
static inline uint64_t
machine_l2_least(const struct simt_machine *m)
{
	const uint64_t load = m->l2.load_latency, atomic = m->l2.atomic_latency, store = m->l2.store_latency,
		       least = load < atomic ? load : atomic;

	return least < store ? least : store;
}

/* The soonest start of a block that waits for the end of another one. */
static inline uint64_t
machine_start_least(const struct simt_machine *m)
{
	const uint64_t block = m->dispatch.next_block, launch = m->dispatch.next_launch;

	return block < launch ? block : launch;
}

/* Cycles that an instruction which takes the room of so many lanes holds its pipe. At least 1. */
unsigned machine_pipe_cycles(const struct simt_machine *m, unsigned rate, unsigned lanes);
/* Cycles from issue on p to the use of a fixed-latency result. */
unsigned machine_pipe_latency(const struct simt_machine *m, enum isa_pipe p);

#endif
