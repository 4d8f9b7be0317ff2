/* equal-silicon.c: an SM with other warps, issue banks or sub-cores out of the same silicon.
 *
 * What stays the same is the number of lanes, and what equal-silicon.def has. Threads and registers of an SM, L1, shared memory and their data path
 * are given for the SM and stay by themselves; so do widths of pipes, which are shares of the lanes. What a sub-core has once for an instruction
 * cannot stay: warp schedulers, and pipes that take an instruction every cycle, such as that of branches.
 *
 * What this module cannot do: banks of less than 16 lanes, so that in narrower warps lanes are idle. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/parameters.h"

enum { BANK_LANES = 16 };

enum rule { ENTRIES_SUBCORE, ENTRIES_SM, PART_SUBCORE, RATE_SUBCORE };

static const struct {
	enum rule rule;
	enum machine_param p;
	const char *what;
} held[] = {
#define HELD(rule, parameter, what) {rule, M_##parameter, what},
#include "sim/machine/equal-silicon.def"
#undef HELD
};

/* The SM's shape before or after. */
struct shape {
	uint64_t warp, banks, subcores;
};

static struct shape
shape_of(const struct simt_machine *m)
{
	return (struct shape){m->sm.warp_size, m->pipes.banks, m->sm.subcores};
}

static uint64_t
shape_lanes(const struct shape *s)
{
	return BANK_LANES * s->banks * s->subcores;
}

static bool
is_given(const struct simt_machine *m, enum machine_param p)
{
	return !strcmp(m->source[p], PARAM_GIVEN);
}

static bool __attribute__((format(printf, 2, 3))) note(struct simt_machine *m, const char *format, ...)
{
	char **all = realloc(m->note, (m->nnotes + 1) * sizeof *all), text[400];
	va_list args;

	if (!all)
		return false;
	m->note = all;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	m->note[m->nnotes] = strdup(text);
	return m->note[m->nnotes] && ++m->nnotes;
}

/* Sets p, with the reason as its source. */
static bool
follow(struct simt_machine *m, enum machine_param p, uint64_t value, struct simt_error *e)
{
	char text[32], why[256];

	if (param_value(m, p) == value)
		return true;
	snprintf(text, sizeof text, "%" PRIu64, value);
	if (!param_parse(m, p, text, why, sizeof why))
		return simt_fail(e, SIMT_USAGE, "equal silicon: %s would have to be %s, and it must be %s", param_name(p), text,
				 why);
	return param_source(m, p, "equal silicon") || simt_fail(e, SIMT_USAGE, "not enough memory");
}

/* Banks and sub-cores that make as many lanes as before. */
static bool
shape(struct simt_machine *m, const struct shape *old, struct simt_error *e)
{
	const bool banks = is_given(m, M_banks), subcores = is_given(m, M_subcores);
	const uint64_t all = shape_lanes(old) / BANK_LANES;
	struct shape new = shape_of(m);

	if (!banks && !subcores) {
		/* a full-rate pipe takes a warp in as many cycles as before, unless a bank is already wider than that */
		new.banks = old->banks *new.warp / old->warp;
		new.banks = new.banks ? new.banks : 1;
	}
	if (!subcores)
		new.subcores = all / new.banks;
	else if (!banks)
		new.banks = all / new.subcores;
	if (!new.banks || shape_lanes(&new) != shape_lanes(old))
		return simt_fail(e, SIMT_USAGE,
				 "equal silicon: %" PRIu64 " lanes of an SM cannot be divided into banks of %d: %s=%" PRIu64
				 " leaves a rest",
				 shape_lanes(old), BANK_LANES, subcores ? "subcores" : "banks",
				 subcores ? new.subcores : new.banks);
	return follow(m, M_banks, new.banks, e) && follow(m, M_subcores, new.subcores, e);
}

/* Values that are in proportion to part / whole, rounded. */
static uint64_t
scaled(uint64_t value, uint64_t part, uint64_t whole)
{
	const uint64_t x = (2 * value * part + whole) / (2 * whole);

	return value && !x ? 1 : x;
}

static uint64_t
value_after(enum rule rule, uint64_t value, const struct shape *old, const struct shape *new)
{
	switch (rule) {
	case ENTRIES_SUBCORE:
		return scaled(value, old->subcores * old->warp, new->subcores *new->warp);
	case ENTRIES_SM:
		return scaled(value, old->warp, new->warp);
	case PART_SUBCORE:
		return scaled(value, old->subcores, new->subcores);
	default:
		return scaled(value, new->subcores, old->subcores);
	}
}

/* The first lines say what stays and what does not. */
static bool
note_shape(struct simt_machine *m, const struct simt_machine *base, const struct shape *old)
{
	const struct shape new = shape_of(m);

	return note(m,
		    "equal silicon with %.80s: an SM has %" PRIu64 " lanes, %" PRIu32 " registers, %" PRIu32
		    " threads, the same L1, shared memory, data path and widths of pipes",
		    base->name, shape_lanes(&new), m->sm.registers, m->sm.threads) &&
	       note(m,
		    "warps of %" PRIu64 " in place of %" PRIu64 ", %" PRIu64 " in place of %" PRIu64 " sub-cores of %" PRIu64
		    " in place of %" PRIu64
		    " banks of %d lanes; warp schedulers, and pipes that take an instruction every cycle, are as "
		    "many as sub-cores",
		    new.warp, old->warp, new.subcores, old->subcores, new.banks, old->banks, BANK_LANES) &&
	       (new.warp >= BANK_LANES ||
		note(m, "of the %d lanes of a bank a warp of %" PRIu64 " uses %" PRIu64, BANK_LANES, new.warp, new.warp)) &&
	       note(m, "what follows is rounded to the nearest whole number in its range, 1 at least:");
}

/* The value that the range of p has nearest to it. */
static uint64_t
within_range(const struct simt_machine *m, enum machine_param p, uint64_t value)
{
	struct simt_parameter is;

	if (!simt_machine_describe(m, param_name((int)p), &is, NULL))
		return value;
	return value > (uint64_t)is.most ? (uint64_t)is.most : value < (uint64_t)is.least ? (uint64_t)is.least : value;
}

bool
simt_machine_equal_silicon(struct simt_machine *m, const struct simt_machine *base, struct simt_error *e)
{
	const struct shape old = shape_of(base);
	struct shape new;

	if (!shape(m, &old, e))
		return false;
	if (!note_shape(m, base, &old))
		return simt_fail(e, SIMT_USAGE, "not enough memory");
	new = shape_of(m);
	for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
		const uint64_t value = param_value(base, held[i].p),
			       after = within_range(m, held[i].p, value_after(held[i].rule, value, &old, &new));

		if (is_given(m, held[i].p))
			continue;
		if (!follow(m, held[i].p, after, e))
			return false;
		if (after != value && !note(m, "%s: %" PRIu64 " in place of %" PRIu64 " (%s)", param_name((int)held[i].p), after,
					    value, held[i].what))
			return simt_fail(e, SIMT_USAGE, "not enough memory");
	}
	return true;
}
