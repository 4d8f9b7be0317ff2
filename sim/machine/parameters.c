/* parameters.c: the table of parameters, their values by name and as text. */
#include "sim/machine/parameters.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csvfile.h"
#include "base/hash.h"
#include "base/nearest.h"
#include "sim/machine/knobs.h"

/* clang-format off */
struct param_info {
	const char *section, *field, *name, *unit, *meaning;
	size_t offset, bytes; /* of the field in struct simt_machine */
	int32_t least, most;
	const char *words; /* NULL for a number */
};

#define FIELD(place) offsetof(struct simt_machine, place), sizeof(((struct simt_machine *)NULL)->place)

static const struct param_info info[MACHINE_PARAMS] = {
#define PARAM(section, field, name, type, unit, least, most, meaning) \
	{#section, #field, #name, unit, meaning, FIELD(section.field), least, most, NULL},
/* one of several in a field goes by its name alone */
#define ELEMENT(section, field, name, unit, least, most, meaning) \
	{#section, #name, #name, unit, meaning, FIELD(section.field), least, most, NULL},
#define SWITCH(section, field, name, meaning) \
	{#section, #field, #name, "", meaning, FIELD(section.field), 0, 1, "off|on"},
/* the words become one string, "|gty|gto", from its second character on */
#define CHOICE(section, field, name, meaning) \
	{#section, #field, #name, "", meaning, FIELD(section.field), 0, 0, &""
#define WORD(constant, word, meaning) "|" word
#define END_CHOICE [1]},
#include "sim/machine/machine.def"
};

/* What the words of a CHOICE mean, in lines "word: meaning"; NULL for other parameters. */
static const char *const word_meanings[MACHINE_PARAMS] = {
#define CHOICE(section, field, name, meaning) [M_##name] = ""
#define WORD(constant, word, meaning) word ": " meaning "\n"
#define END_CHOICE ,
#include "sim/machine/machine.def"
};

static const struct {
	const char *name, *names;
} old_names[] = {
#define OLD(name, names) {#name, names},
#include "sim/machine/machine.def"
};

static const struct {
	const char *names, *sentence;
} fixed[] = {
#define FIXED(names, sentence) {names, sentence},
#include "sim/machine/fixed.def"
#undef FIXED
};
/* clang-format on */

/* ---- names ---- */

static bool
same(const char *text, const char *name, size_t n)
{
	return strlen(text) == n && !memcmp(text, name, n);
}

int
param_find(const char *name, size_t n)
{
	const char *dot = memchr(name, '.', n);
	const size_t section = dot ? (size_t)(dot - name) : 0, skip = dot ? section + 1 : 0;

	for (int i = 0; i < MACHINE_PARAMS; i++)
		if (dot ? same(info[i].section, name, section) &&
				    (same(info[i].field, name + skip, n - skip) || same(info[i].name, name + skip, n - skip))
			: same(info[i].name, name, n))
			return i;
	return -1;
}

const char *
param_name(int p)
{
	return info[p].name;
}

const char *
param_unit(int p)
{
	return info[p].unit;
}

const char *
param_new_names(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof old_names / sizeof *old_names; i++)
		if (same(old_names[i].name, name, n))
			return old_names[i].names;
	return NULL;
}

int
param_next(const char **names)
{
	const char *name = *names + strspn(*names, " ");
	const size_t n = strcspn(name, " ");

	*names = name + n;
	return n ? param_find(name, n) : -1;
}

/* The index of a parameter, of the first one that has taken the place of an old name, or -1. */
static int
find_or_first(const char *name)
{
	const char *names = param_new_names(name, strlen(name));

	return names ? param_next(&names) : param_find(name, strlen(name));
}

/* Names of parameters, then old ones, then knobs. */
static const char *
name_at(size_t i, const void *arg)
{
	const size_t old = sizeof old_names / sizeof *old_names;

	(void)arg;
	if (i < MACHINE_PARAMS)
		return info[i].name;
	return i - MACHINE_PARAMS < old ? old_names[i - MACHINE_PARAMS].name : knobs_name((int)(i - MACHINE_PARAMS - old));
}

/* Why there is no parameter of that name, or of that name behind a section; NULL: no reason is known. */
static const char *
fixed_reason(const char *name, size_t n)
{
	const char *dot = memchr(name, '.', n);
	const size_t skip = dot ? (size_t)(dot - name) + 1 : 0;

	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		for (const char *s = fixed[i].names; *s; s += strcspn(s, " "), s += *s == ' ')
			if (strcspn(s, " ") == n - skip && !memcmp(s, name + skip, n - skip))
				return fixed[i].sentence;
	return NULL;
}

/* "a b c" as "a, b, c" into text, which has the room. */
static void
list_names(const char *names, char *text, size_t size)
{
	size_t n = 0;

	for (; *names && n + 2 < size; names++) {
		if (*names == ' ')
			text[n++] = ',';
		text[n++] = *names;
	}
	text[n] = 0;
}

const char *
param_unknown(const char *name, size_t n, char *why, size_t size)
{
	const char *near = nearest(name, n, name_at, MACHINE_PARAMS + sizeof old_names / sizeof *old_names + KNOBS, NULL);
	const char *names = near ? param_new_names(near, strlen(near)) : NULL;
	const char *reason = fixed_reason(name, n);
	const int shown = (int)(n < 80 ? n : 80);
	char list[200];

	if (reason) {
		snprintf(why, size, "%.*s is no machine parameter: %s", shown, name, reason);
		return why;
	}

	list_names(names ? names : "", list, sizeof list);
	if (names && strchr(names, ' '))
		snprintf(why, size, "there is no machine parameter '%.*s'; did you mean one of %s?", shown, name, list);
	else if (near)
		snprintf(why, size, "there is no machine parameter '%.*s'; did you mean '%s'?", shown, name, names ? names : near);
	else
		snprintf(why, size, "there is no machine parameter '%.*s'; simt-sim --dump-machine lists them", shown, name);
	return why;
}

/* ---- values ---- */

/* The index of a word in a list "a|b|c", or -1. */
static int
find_word(const char *words, const char *word)
{
	for (int i = 0; words; i++) {
		const size_t n = strcspn(words, "|");

		if (same(word, words, n))
			return i;
		words = words[n] ? words + n + 1 : NULL;
	}
	return -1;
}

/* A field is a bool, an enum, a uint32_t or a uint64_t. */
static void
put(struct simt_machine *m, int p, uint32_t value)
{
	char *field = (char *)m + info[p].offset;

	if (info[p].bytes == sizeof(bool))
		memcpy(field, &(bool){value != 0}, sizeof(bool));
	else if (info[p].bytes == sizeof(uint32_t))
		memcpy(field, &value, sizeof value);
	else
		memcpy(field, &(uint64_t){value}, sizeof(uint64_t));
}

uint32_t
param_value(const struct simt_machine *m, enum machine_param p)
{
	const char *field = (const char *)m + info[p].offset;
	uint64_t wide;
	uint32_t value;
	bool on;

	if (info[p].bytes == sizeof on) {
		memcpy(&on, field, sizeof on);
		return on;
	}
	if (info[p].bytes == sizeof value) {
		memcpy(&value, field, sizeof value);
		return value;
	}
	assert(info[p].bytes == sizeof wide);
	memcpy(&wide, field, sizeof wide);
	return (uint32_t)wide;
}

bool
param_parse(struct simt_machine *m, int p, const char *text, char *why, size_t size)
{
	char *end;
	long n;

	if (info[p].words) {
		n = find_word(info[p].words, text);
		snprintf(why, size, "one of %s", info[p].words);
		if (n < 0)
			return false;
	} else {
		errno = 0;
		n = strtol(text, &end, 10);
		snprintf(why, size, "a whole number from %" PRId32 " to %" PRId32 " (%s)", info[p].least, info[p].most,
			 info[p].unit);
		if (end == text || *end || errno || n < info[p].least || n > info[p].most)
			return false;
	}
	put(m, p, (uint32_t)n);
	return true;
}

bool
param_source(struct simt_machine *m, int p, const char *source)
{
	free(m->source[p]);
	m->source[p] = strdup(source);
	return m->source[p];
}

bool
param_take_over(struct simt_machine *m, int p, const struct simt_machine *from)
{
	static const char words[] = "taken over from ";
	const size_t size = sizeof words + strlen(from->name) + 2 + strlen(from->source[p]) + 1;
	char *source = malloc(size);

	if (!source)
		return false;
	put(m, p, param_value(from, (enum machine_param)p));
	snprintf(source, size, "%s%s; %s", words, from->name, from->source[p]);
	free(m->source[p]);
	m->source[p] = source;
	return true;
}

bool
param_source_of(struct simt_machine *m, const char *name, const char *source)
{
	int p = param_find(name, strlen(name));

	return p >= 0 && param_source(m, p, source);
}

static bool
set(struct simt_machine *m, int p, const char *name, size_t n, const char *value, struct simt_error *e)
{
	char why[256];

	if (!param_parse(m, p, value, why, sizeof why))
		return simt_fail(e, SIMT_USAGE, "machine parameter %.*s must be %s, not '%s'", (int)n, name, why, value);
	return param_source(m, p, PARAM_GIVEN) || simt_fail(e, SIMT_USAGE, "not enough memory");
}

static bool
set_knob(struct simt_machine *m, int knob, const char *value, struct simt_error *e)
{
	struct knob_setting to[KNOB_SETTINGS_MAX];
	const size_t n = knobs_settings(m, knob, value, to, e);
	bool fine = n > 0;

	for (size_t i = 0; i < n; i++) {
		const struct param_info *is = info + to[i].p;

		if (to[i].value < (uint64_t)is->least || to[i].value > (uint64_t)is->most)
			return simt_fail(e, SIMT_USAGE,
					 "machine parameter %s would be %" PRIu64 ", and must be a whole number from %" PRId32
					 " to %" PRId32 " (%s)",
					 is->name, to[i].value, is->least, is->most, is->unit);
	}
	for (size_t i = 0; fine && i < n; i++) {
		put(m, (int)to[i].p, (uint32_t)to[i].value);
		fine = param_source(m, (int)to[i].p, PARAM_GIVEN) || simt_fail(e, SIMT_USAGE, "not enough memory");
	}
	return fine;
}

bool
simt_machine_set(struct simt_machine *m, const char *assignment, struct simt_error *e)
{
	const char *eq = strchr(assignment, '='), *names;
	const size_t n = eq ? (size_t)(eq - assignment) : 0;
	char why[600];
	int p;

	if (!eq)
		return simt_fail(e, SIMT_USAGE, "'%s' is not of the form parameter=value", assignment);
	names = param_new_names(assignment, n);
	if (names) {
		snprintf(why, sizeof why, "%.*s", (int)n, assignment);
		if (!param_remark_old(m, "", why, names))
			return simt_fail(e, SIMT_USAGE, "not enough memory");
		while ((p = param_next(&names)) >= 0)
			if (!set(m, p, assignment, n, eq + 1, e))
				return false;
		return true;
	}
	if (knobs_find(assignment, n) >= 0)
		return set_knob(m, knobs_find(assignment, n), eq + 1, e);
	p = param_find(assignment, n);
	if (p < 0)
		return simt_fail(e, SIMT_USAGE, "%s", param_unknown(assignment, n, why, sizeof why));
	return set(m, p, assignment, n, eq + 1, e);
}

const char *
simt_machine_get(const struct simt_machine *m, const char *name)
{
	int p = find_or_first(name);
	char *text = ((struct simt_machine *)(uintptr_t)m)->text;
	const char *w;

	if (!strcmp(name, "name"))
		return m->name;
	if (p < 0 && knobs_find(name, strlen(name)) < 0)
		return NULL;
	if (p < 0 || !info[p].words) {
		snprintf(text, sizeof m->text, "%" PRIu32, simt_machine_number(m, name));
		return text;
	}
	w = info[p].words;
	for (uint32_t i = 0; i < param_value(m, (enum machine_param)p); i++)
		w = strchr(w, '|') + 1;
	snprintf(text, sizeof m->text, "%.*s", (int)strcspn(w, "|"), w);
	return text;
}

uint32_t
simt_machine_number(const struct simt_machine *m, const char *name)
{
	const int p = find_or_first(name), knob = knobs_find(name, strlen(name));

	if (knob >= 0)
		return knobs_value(m, knob);
	return p < 0 ? 0 : param_value(m, (enum machine_param)p);
}

/* ---- remarks ---- */

/* "l2_latency is an old name of several machine parameters, which are ...", or "l2_halves is an old name of machine parameter
 * l2_partitions", into text. Returns text. */
static const char *
old_name(const char *name, const char *names, char *text, size_t size)
{
	const char *what = strchr(names, ' ') ? "several machine parameters, which are" : "machine parameter";
	char list[200];

	list_names(names, list, sizeof list);
	snprintf(text, size, "%s is an old name of %s %s", name, what, list);
	return text;
}

bool
param_remark_old(struct simt_machine *m, const char *place, const char *name, const char *names)
{
	char **all = realloc(m->remark, (m->nremarks + 1) * sizeof *all), what[400], text[1400];

	if (!all)
		return false;
	m->remark = all;
	snprintf(text, sizeof text, "%.900s%s%s", place, old_name(name, names, what, sizeof what),
		 strchr(names, ' ') ? "; all of them have its value" : ", which has its value");
	all[m->nremarks] = strdup(text);
	return all[m->nremarks] && ++m->nremarks;
}

const char *
simt_machine_remark(const struct simt_machine *m, size_t i)
{
	return i < m->nremarks ? m->remark[i] : NULL;
}

/* ---- lists ---- */

bool
simt_machine_parameter(const struct simt_machine *m, size_t i, const char **name, const char **unit, const char **source)
{
	if (i >= MACHINE_PARAMS)
		return false;
	*name = info[i].name;
	*unit = info[i].unit;
	*source = m->source[i];
	return true;
}

bool
simt_machine_describe(const struct simt_machine *m, const char *name, struct simt_parameter *to, struct simt_error *e)
{
	const int p = param_find(name, strlen(name));
	const char *names = param_new_names(name, strlen(name));
	char why[600];

	if (knobs_find(name, strlen(name)) >= 0) {
		knobs_describe(knobs_find(name, strlen(name)), to);
		return true;
	}
	if (names)
		return simt_fail(e, SIMT_USAGE, "%s", old_name(name, names, why, sizeof why));
	if (p < 0)
		return simt_fail(e, SIMT_USAGE, "%s", param_unknown(name, strlen(name), why, sizeof why));
	*to = (struct simt_parameter){.section = info[p].section,
				      .name = info[p].name,
				      .unit = info[p].unit,
				      .meaning = info[p].meaning,
				      .words = info[p].words,
				      .word_meanings = word_meanings[p],
				      .source = m->source[p],
				      .least = info[p].least,
				      .most = info[p].most};
	for (size_t i = 0; i < sizeof old_names / sizeof *old_names; i++) {
		names = old_names[i].names;
		if (param_next(&names) == p)
			to->old_name = old_names[i].name;
	}
	return true;
}

uint64_t
simt_machine_hash(const struct simt_machine *m)
{
	uint64_t hash = FNV1A64_START;

	for (int p = 0; p < MACHINE_PARAMS; p++)
		for (int shift = 0; shift < 32; shift += 8)
			hash = fnv1a64_step(hash, param_value(m, (enum machine_param)p) >> shift & 0xff);
	return hash;
}

void
simt_machine_write(const struct simt_machine *m, FILE *f)
{
	fprintf(f, "parameter,value,unit,source\n");
	for (int p = 0; p < MACHINE_PARAMS; p++) {
		fprintf(f, "%s,%s,%s,", info[p].name, simt_machine_get(m, info[p].name), info[p].unit);
		csvfile_put(f, m->source[p]);
		fputc('\n', f);
	}
}

void
simt_machine_dump(const struct simt_machine *m, FILE *f)
{
	for (size_t i = 0; i < m->nnotes; i++)
		fprintf(f, "# %s\n", m->note[i]);
	fprintf(f, "parameter,value,unit,section,range,meaning,source\n");
	for (int p = 0; p < MACHINE_PARAMS; p++) {
		fprintf(f, "%s,%s,%s,%s,", info[p].name, simt_machine_get(m, info[p].name), info[p].unit, info[p].section);
		if (info[p].words)
			fprintf(f, "%s,", info[p].words);
		else
			fprintf(f, "%" PRId32 " to %" PRId32 ",", info[p].least, info[p].most);
		csvfile_put(f, info[p].meaning);
		fputc(',', f);
		csvfile_put(f, m->source[p]);
		fputc('\n', f);
	}
}
