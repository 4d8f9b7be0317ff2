/* syntax.c: see syntax.h; the language is described in opcodes.def. */
#include "isa/syntax.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const field_names[ISA_FIELDS] = {
#define FIELD(name, doc) #name,
#include "isa/fields.def"
#undef FIELD
};

static const struct {
	const char *name;
	enum syntax_role role;
} roles[] = {{"d", ROLE_D},   {"a", ROLE_A},    {"b", ROLE_B},       {"c", ROLE_C},      {"p0", ROLE_P0},
	     {"p1", ROLE_P1}, {"s0", ROLE_S0},  {"s1", ROLE_S1},     {"s2", ROLE_S2},    {"m", ROLE_MEMORY},
	     {"n", ROLE_TO},  {"k", ROLE_BANK}, {"B", ROLE_BARRIER}, {"T", ROLE_TARGET}, {"#", ROLE_FIELD}};

static const struct {
	const char *name;
	enum syntax_kind kind;
	int width; /* where the string gives none */
} kinds[] = {{"R", KIND_R, 8},         {"U", KIND_U, 6},           {"P", KIND_P, 3},
	     {"UP", KIND_UP, 3},       {"X", KIND_X, 0},           {"S", KIND_S, 0},
	     {"F", KIND_F, 32},        {"D", KIND_D, 32},          {"I", KIND_I, 0},
	     {"H", KIND_H, 32},        {"C", KIND_C, 0},           {"CX", KIND_CX, 6},
	     {"RX", KIND_RX, 6},       {"DESC", KIND_DESC, 6},     {"U64", KIND_U64, 6},
	     {"U32", KIND_U32, 6},     {"SHARED", KIND_SHARED, 6}, {"SHAREDU", KIND_SHAREDU, 6},
	     {"AT", KIND_AT, 6},       {"ROWS", KIND_ROWS, 6},     {"LONG", KIND_LONG, 8},
	     {"ASYNC", KIND_ASYNC, 6}, {"PAIR", KIND_PAIR, 8},     {"T", KIND_T, 0},
	     {"B", KIND_B, 4},         {"GDESC", KIND_GDESC, 6}};

static bool
same(const char *name, const char *word, size_t length)
{
	return strlen(name) == length && memcmp(name, word, length) == 0;
}

static int
field_called(const char *word, size_t length)
{
	for (int i = 0; i < ISA_FIELDS; i++)
		if (same(field_names[i], word, length))
			return i;
	assert(!"no such field");
	return 0;
}

/* Reads "@bit" and "*width" at s. */
static void
place(struct syntax_item *item, const char *s)
{
	char *end;

	if (*s != '@')
		return;
	item->bit = (int)strtol(s + 1, &end, 10);
	if (*end == '*')
		item->width = (int)strtol(end + 1, &end, 10);
	if (*end == '+') {
		item->more_bit = (int)strtol(end + 1, &end, 10);
		item->more_width = (int)strtol(end + 1, NULL, 10);
	}
}

/* A condition "F", "!F" or "F=V" of `length` characters. */
static void
condition(struct syntax_item *item, const char *word, size_t length)
{
	struct syntax_condition *c = &item->condition[item->conditions++];
	const char *equals = memchr(word, '=', length);

	assert(item->conditions <= SYNTAX_CONDITIONS);
	c->not = *word == '!';
	c->value = equals ? atoi(equals + 1) : SYNTAX_NONE;
	word += c->not ;
	length -= c->not ;
	c->field = (uint8_t)field_called(word, equals ? (size_t)(equals - word) : length);
}

/* The word at *at, which moves to the one after it. Returns its length, 0 at the end of the part. */
static size_t
next_word(const char **at, const char *end, const char **word)
{
	size_t length = 0;

	while (*at < end && **at == ' ')
		++*at;
	*word = *at;
	while (*at + length < end && (*at)[length] != ' ')
		length++;
	*at += length;
	return length;
}

/* What an option sets in a struct syntax_item: the int at `bit` to its number, the bool at `flag` to true; 0: nothing. */
static const struct {
	char letter;
	size_t bit, flag;
} options[] = {
#define BIT(field) offsetof(struct syntax_item, field)
	{'x', BIT(negate), BIT(negate_x)},
	{'-', BIT(negate), 0},
	{'~', BIT(invert), 0},
	{'|', BIT(absolute), 0},
	{'h', BIT(half), 0},
	{'y', BIT(byte), 0},
	{'U', BIT(upper), BIT(upper_of_16)},
	{'u', BIT(upper), 0},
	{'o', BIT(turned), 0},
	{'r', BIT(reuse), 0},
	{'!', 0, BIT(always)},
	{'d', 0, BIT(relative)},
	{'g', 0, BIT(sign)},
	{'b', 0, BIT(blank)},
	{'c', 0, BIT(complement)},
	{'?', 0, BIT(optional)},
	{'*', 0, 0}, /* its letter is taken below */
#undef BIT
};

static void
option(struct syntax_item *item, const char *word, size_t length)
{
	const int n = length > 1 ? atoi(word + 1) : SYNTAX_NONE;
	size_t i = 0;

	while (i < sizeof options / sizeof *options && options[i].letter != *word)
		i++;
	assert(i < sizeof options / sizeof *options);
	if (options[i].bit)
		*(int *)((char *)item + options[i].bit) = n;
	if (options[i].flag)
		*(bool *)((char *)item + options[i].flag) = true;
	if (*word == '*')
		item->count = word[1];
	if (*word == '?')
		item->hidden = length > 1                                      ? (uint32_t)n
			       : item->kind == KIND_P || item->kind == KIND_UP ? 7
			       : item->kind == KIND_R                          ? ISA_RZ
			       : item->kind == KIND_U                          ? ISA_URZ
									       : 0;
}

/* Kind and place of an operand: "R@16". */
static void
kind_of(struct syntax_item *item, const char *word, size_t length)
{
	const char *const at = memchr(word, '@', length);
	const size_t letters = at ? (size_t)(at - word) : length;

	item->kind = KIND_X; /* a field: unsigned */
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (same(kinds[i].name, word, letters)) {
			item->kind = kinds[i].kind;
			item->width = kinds[i].width;
		}
	if (at)
		place(item, at);
}

static void
operand(struct syntax_item *item, const char *at, const char *end)
{
	const char *word;
	size_t length = next_word(&at, end, &word);
	size_t i = 0;

	item->part = SYNTAX_OPERAND;
	while (i < sizeof roles / sizeof *roles && !same(roles[i].name, word, length))
		i++;
	assert(i < sizeof roles / sizeof *roles);
	item->role = roles[i].role;
	length = next_word(&at, end, &word);
	kind_of(item, word, length);
	if (item->role == ROLE_FIELD)
		item->field = field_called(word, (size_t)((const char *)memchr(word, '@', length) - word));
	while ((length = next_word(&at, end, &word)) > 0)
		if (same("if", word, length)) {
			length = next_word(&at, end, &word);
			condition(item, word, length);
		} else if (same("else", word, length)) {
			next_word(&at, end, &word);
			item->value = (uint32_t)atoi(word);
		} else {
			option(item, word, length);
		}
}

/* "if C if D" */
static void
conditions(struct syntax_item *item, const char *at, const char *end)
{
	const char *word;
	size_t length;

	while ((length = next_word(&at, end, &word)) > 0)
		if (!same("if", word, length))
			condition(item, word, length);
}

/* Reads bit numbers; returns where they end. */
static const char *
some_bits(struct syntax_item *item, const char *at, const char *end)
{
	const char *word, *rest = at;

	for (int i = 0; i < SYNTAX_BITS; i++) {
		item->one[i] = SYNTAX_NONE;
		if (next_word(&rest, end, &word) > 0 && *word >= '0' && *word <= '9') {
			item->one[i] = atoi(word);
			at = rest;
		} else {
			rest = at;
		}
	}
	return at;
}

/* Reads what is between braces. */
static void
braces(struct syntax_item *item, const char *at, const char *end)
{
	const char *rest = at, *word;
	size_t length = next_word(&rest, end, &word);

	if (same("alias", word, length)) {
		item->part = SYNTAX_ALIAS;
	} else if (same("=", word, length)) {
		item->part = SYNTAX_FIXED;
		next_word(&rest, end, &word);
		place(item, word);
		item->value = (uint32_t)atoi(rest);
	} else if (same("set", word, length)) {
		item->part = SYNTAX_SET;
		length = next_word(&rest, end, &word);
		item->field = field_called(word, length);
		item->value = (uint32_t)atoi(rest);
	} else if (same("text", word, length)) {
		item->part = SYNTAX_WORD;
		item->length = (int)next_word(&rest, end, &item->text);
	} else if (same("say", word, length)) {
		item->part = SYNTAX_SAY;
		item->length = (int)next_word(&rest, end, &item->text);
		conditions(item, rest, end);
	} else if (same("one", word, length)) {
		item->part = SYNTAX_ONE;
		rest = some_bits(item, rest, end);
		conditions(item, rest, end);
	} else if (same("!", word, length)) {
		item->part = SYNTAX_REFUSE;
		conditions(item, rest, end);
	} else {
		operand(item, at, end);
	}
}

/* Reads what is between angle brackets: "F@n=v0|v1 if C". */
static void
field(struct syntax_item *item, const char *at, const char *end)
{
	const char *const sign = memchr(at, '@', (size_t)(end - at)), *const equals = memchr(at, '=', (size_t)(end - at));
	const char *word, *rest = equals + 1;
	int values = 1;

	item->part = SYNTAX_FIELD;
	item->field = field_called(at, (size_t)(sign - at));
	place(item, sign);
	item->text = rest;
	while (rest < end && *rest != ' ')
		values += *rest++ == '|';
	item->length = (int)(rest - item->text);
	for (item->width = 0; 1 << item->width < values; item->width++)
		;
	if (next_word(&rest, end, &word) > 0) {
		const size_t length = next_word(&rest, end, &word);

		condition(item, word, length);
	}
}

bool
syntax_next(const char **at, struct syntax_item *item)
{
	const char *const s = *at;
	const char *end;

	*item = (struct syntax_item){.part = SYNTAX_TEXT, .text = s, .bit = SYNTAX_NONE, .count = '1'};
	item->negate = item->invert = item->absolute = item->half = item->byte = item->upper = item->turned = item->reuse =
		SYNTAX_NONE;
	if (!*s)
		item->part = SYNTAX_END;
	end = *s == '<' ? strchr(s, '>') : *s == '{' ? strchr(s, '}') : NULL;
	if (!end) {
		/* A mnemonic ends at the blank, a separator goes on to the next part. */
		item->length = (int)strcspn(s, *s == ' ' || *s == ',' ? "<{" : "<{ ");
		*at = s + item->length;
	} else {
		*at = end + 1;
		if (*s == '<')
			field(item, s + 1, end);
		else
			braces(item, s + 1, end);
	}
	return item->part != SYNTAX_END;
}

const char *
syntax_field(int f)
{
	return field_names[f];
}

const char *
syntax_value(const struct syntax_item *item, unsigned i, int *length)
{
	const char *v = item->text, *const end = item->text + item->length;

	while (i-- > 0) {
		while (v < end && *v != '|')
			v++;
		if (v == end)
			return NULL;
		v++;
	}
	*length = 0;
	while (v + *length < end && v[*length] != '|')
		++*length;
	return *length == 1 && *v == '!' ? NULL : v;
}

bool
syntax_holds(const struct syntax_item *item, const uint8_t f[ISA_FIELDS])
{
	for (int i = 0; i < item->conditions; i++) {
		const struct syntax_condition *c = &item->condition[i];
		const bool holds = c->value == SYNTAX_NONE ? f[c->field] != 0 : f[c->field] == c->value;

		if (holds == c->not )
			return false;
	}
	return true;
}
