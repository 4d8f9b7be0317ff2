/* args.c: the args column of a workload.csv. */
#include "workloads/reader/reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "isa/tensor-map.h"

/* One args cell while it is read. Errors are left in pe and get their position at the end. */
struct reading {
	struct workload *w;
	size_t launch;
	struct workload_case *c;
	struct expr_names names;
	struct parse_error *pe;
};

static struct workload_launch *
launch_of(const struct reading *r)
{
	return &r->w->launch[r->launch];
}

static int
shown(size_t n)
{
	return (int)(n < 80 ? n : 80);
}

static const char *
buffer_name(size_t i, const void *arg)
{
	const struct workload_case *c = arg;

	return c->buffers[i].name;
}

static bool
no_buffer(const struct reading *r, const char *at, size_t n)
{
	const char *near = nearest(at, n, buffer_name, r->c->nbuffers, r->c);

	return parse_fail(r->pe, at, "no buffer '%.*s' in the rows of case '%.80s' so far%s%s%s", shown(n), at, r->c->name,
			  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Line of the row that defines a buffer. */
static unsigned
line_of(const struct reading *r, const struct workload_buffer *b)
{
	return csvfile_cell(r->w->file, r->w->launch[b->launch].row, 0)->line;
}

static struct workload_buffer *
add_buffer(const struct reading *r, const char *name, size_t n)
{
	struct workload_case *c = r->c;
	struct workload_buffer *b;

	c->buffers = grow(c->buffers, &c->room_buffers, c->nbuffers + 1, sizeof *c->buffers);
	b = &c->buffers[c->nbuffers++];
	*b = (struct workload_buffer){.name = arena_copy(&r->w->arena, name, n), .copy_of = -1, .launch = r->launch};
	names_set(&c->buffer_names, b->name, c->nbuffers - 1);
	return b;
}

/* A type that is none; those of C are told their names here. `more`: what may stand in place of one. */
static bool
unknown_type(const struct reading *r, const char *at, size_t n, const char *more)
{
	static const char *const of_c[][2] = {{"int", "s32"},     {"unsigned", "u32"}, {"uint", "u32"},    {"float", "f32"},
					      {"double", "f64"},  {"char", "s8"},      {"short", "s16"},   {"long", "s64"},
					      {"bool", "u8"},     {"size_t", "u64"},   {"int8_t", "s8"},   {"uint8_t", "u8"},
					      {"int16_t", "s16"}, {"uint16_t", "u16"}, {"int32_t", "s32"}, {"uint32_t", "u32"},
					      {"int64_t", "s64"}, {"uint64_t", "u64"}, {"half", "u16"},    {"__half", "u16"},
					      {"i8", "s8"},       {"i16", "s16"},      {"i32", "s32"},     {"i64", "s64"}};

	for (size_t i = 0; i < sizeof of_c / sizeof *of_c; i++)
		if (strlen(of_c[i][0]) == n && !memcmp(of_c[i][0], at, n))
			return parse_fail(r->pe, at, "type %s is written %s here", of_c[i][0], of_c[i][1]);
	return parse_fail(r->pe, at, "unknown type '%.*s'; types are s8 u8 s16 u16 s32 u32 s64 u64 f32 f64%s", shown(n), at, more);
}

/* Parses "[expr]" at *at and moves *at to its end. */
static bool
parse_count(const struct reading *r, const char **at, const char *end, uint64_t unit, uint64_t max, uint64_t *count)
{
	const char *open = *at;
	wide v;
	char buf[48];

	(*at)++;
	if (!expr_parse(at, end, &r->names, true, &v, r->pe))
		return false;
	if (*at == end || **at != ']')
		return parse_fail(r->pe, *at == end ? open : *at,
				  *at == end ? "']' is missing" : "'%c' does not belong to the size", *at == end ? ' ' : **at);
	if (v < 1)
		return parse_fail(r->pe, open + 1, "a size of %s elements", wide_text(v, buf));
	if (v > (wide)(max / unit))
		return parse_fail(r->pe, open + 1, "%s elements are more than %" PRIu64 " bytes", wide_text(v, buf), max);
	(*at)++;
	*count = (uint64_t)v;
	return true;
}

static bool
parse_scalar(const struct reading *r, const char *at, const char *end, enum element_type type, struct workload_arg *a)
{
	struct number v;
	uint64_t bits;
	unsigned char *value = arena_alloc(&r->w->arena, sizeof bits);

	if (!number_parse(at, (size_t)(end - at), &r->names, &v, r->pe) || !element_bits(type, &v, &bits, at, r->pe))
		return false;
	memcpy(value, &bits, sizeof bits); /* little-endian: the low bytes come first */
	a->kind = ARG_VALUE;
	a->type = type;
	a->align = element_info[type].bytes;
	a->bytes = element_info[type].bytes;
	a->value = value;
	return true;
}

static bool parse_word(const struct reading *r, const char *s, size_t n, struct workload_arg *a);

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The structure has an address at byte `at` of it. */
static void
add_pointer(const struct reading *r, struct workload_arg *a, size_t at, size_t buffer, uint64_t offset)
{
	struct workload_pointer *all = (struct workload_pointer *)(uintptr_t)a->pointers;

	/* it has room for the next power of two */
	if (!(a->npointers & (a->npointers - 1))) {
		all = arena_alloc(&r->w->arena, (a->npointers ? 2 * a->npointers : 1) * sizeof *all);
		if (a->npointers)
			memcpy(all, a->pointers, a->npointers * sizeof *all);
	}
	all[a->npointers++] = (struct workload_pointer){.at = at, .buffer = buffer, .offset = offset};
	a->pointers = all;
}

/* "&name", "&name+bytes" or "&name:type[n]=contents" at *at, within a structure of which `digits` are read; *at is left on its last byte. */
static bool
parse_pointer(const struct reading *r, const char **at, const char *end, size_t digits, uint64_t bytes, struct workload_arg *a)
{
	const char *start = *at, *word = start + 1, *stop = word;
	struct workload_arg inner = {.kind = ARG_VALUE};

	for (int open = 0; stop < end && (open > 0 || !is_blank(*stop)); stop++)
		open += (*stop == '(' || *stop == '[') - (*stop == ')' || *stop == ']');
	if (digits % 2)
		return parse_fail(
			r->pe, start,
			"an address after %zu digits starts in the middle of a byte; write an even number of digits before it",
			digits);
	if (digits / 2 + 8 > bytes)
		return parse_fail(r->pe, start, "an address has 8 bytes, which do not fit after %zu of %" PRIu64 " bytes",
				  digits / 2, bytes);
	if (stop == word || !parse_word(r, word, (size_t)(stop - word), &inner))
		return stop > word ? false : parse_fail(r->pe, start, "the name of a buffer is missing");
	if (inner.kind != ARG_BUFFER || r->c->buffers[inner.buffer].copy_of >= 0)
		return parse_fail(r->pe, word, "an address in a structure is &name, &name+bytes or &name:type[n]=contents");
	add_pointer(r, a, digits / 2, inner.buffer, inner.offset);
	*at = stop - 1;
	return true;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Parses "[n]=hex(...)" at `at`. An address is '&' and then whatever an argument that is an address can have. */
static bool
parse_bytes(const struct reading *r, const char *at, const char *end, struct workload_arg *a)
{
	const char *start;
	uint64_t bytes = 0;
	size_t digits = 0;
	unsigned char *value;

	if (!parse_count(r, &at, end, 1, WORKLOAD_STRUCT_BYTES_MAX, &bytes))
		return false;
	if (end - at < 6 || memcmp(at, "=hex(", 5) || end[-1] != ')')
		return parse_fail(r->pe, at, "bytes[%" PRIu64 "] needs =hex(...)", bytes);
	value = arena_alloc(&r->w->arena, (size_t)bytes);
	for (start = at += 5, end--; at < end; at++) {
		int digit = hex_digit(*at);

		if (is_blank(*at) || (*at == EXPR_GUESS && at == start))
			continue;
		if (*at == '&') {
			if (!parse_pointer(r, &at, end, digits, bytes, a))
				return false;
			digits += 16;
			continue;
		}
		if (digit < 0)
			return parse_fail(r->pe, at, "'%c' is no hexadecimal digit", *at);
		if (digits < 2 * bytes)
			value[digits / 2] = (unsigned char)(value[digits / 2] << 4 | digit);
		digits++;
	}
	if (digits != 2 * bytes)
		return parse_fail(r->pe, start, "%zu hexadecimal digits, %" PRIu64 " bytes need %" PRIu64, digits, bytes,
				  2 * bytes);
	a->kind = ARG_VALUE;
	a->type = ELEMENT_TYPES;
	a->align = 1;
	a->bytes = (size_t)bytes;
	a->value = value;
	return true;
}

static size_t
up_to(size_t n, size_t multiple)
{
	return (n + multiple - 1) / multiple * multiple;
}

/* One field at the next place of the structure that fits it; value: room for the largest structure. */
static bool
add_field(const struct reading *r, const char *word, size_t n, unsigned char *value, struct workload_arg *a)
{
	struct workload_arg field = {.align = sizeof(uint64_t)};

	if (!parse_word(r, word, n, &field)) {
		generator_free(&field.init);
		return false;
	}
	generator_free(&field.init);
	if (field.kind == ARG_SYMBOL)
		return parse_fail(r->pe, word, "a variable is no field of a structure");
	if (field.kind == ARG_BUFFER && r->c->buffers[field.buffer].copy_of >= 0 && r->c->buffers[field.buffer].launch == r->launch)
		return parse_fail(r->pe, word, "a buffer is copied for an argument of its own, not for a field");
	a->align = field.align > a->align ? field.align : a->align;
	a->bytes = up_to(a->bytes, field.align);
	if (a->bytes + field.bytes > WORKLOAD_STRUCT_BYTES_MAX)
		return parse_fail(r->pe, word, "a structure of more than %d bytes", WORKLOAD_STRUCT_BYTES_MAX);
	if (field.kind == ARG_VALUE)
		memcpy(value + a->bytes, field.value, field.bytes);
	if (field.kind == ARG_BUFFER)
		add_pointer(r, a, a->bytes, field.buffer, field.offset);
	for (size_t i = 0; i < field.npointers; i++)
		add_pointer(r, a, a->bytes + field.pointers[i].at, field.pointers[i].buffer, field.pointers[i].offset);
	a->bytes += field.bytes;
	return true;
}

/* "fields)" at `at`: words as those of the arguments, laid out as C does it. */
static bool
parse_fields(const struct reading *r, const char *at, const char *end, struct workload_arg *a)
{
	unsigned char *value = calloc(1, WORKLOAD_STRUCT_BYTES_MAX + sizeof(uint64_t)), *kept;
	const char *start = at, *word;
	size_t n;
	bool ok = *--end == ')' || parse_fail(r->pe, end, "the fields of a structure end with ')', not '%c'", *end);

	if (!value)
		simt_no_memory();
	a->kind = ARG_VALUE;
	a->type = ELEMENT_TYPES;
	a->align = 1;
	while (ok && word_next(&at, end, &word, &n))
		ok = add_field(r, word, n, value, a);
	ok = ok && (a->bytes || parse_fail(r->pe, start, "a structure without fields"));
	a->bytes = up_to(a->bytes, a->align);
	kept = arena_alloc(&r->w->arena, a->bytes + 1);
	memcpy(kept, value, a->bytes);
	a->value = kept;
	free(value);
	return ok;
}

/* "buffer type ...)" at `at`: a tensor map for the buffer. */
static bool
parse_tensormap(const struct reading *r, const char *at, const char *end, struct workload_arg *a)
{
	struct workload_arg of = {.kind = ARG_VALUE};
	unsigned char *bytes = arena_alloc(&r->w->arena, TENSOR_MAP_BYTES);
	const char *start = at, *word;
	size_t n;

	if (*--end != ')')
		return parse_fail(r->pe, end, "a tensor map ends with ')', not '%c'", *end);
	if (!word_next(&at, end, &word, &n))
		return parse_fail(r->pe, start, "the buffer of the tensor map is missing");
	if (!parse_word(r, word, n, &of))
		return false;
	if (of.kind != ARG_BUFFER || r->c->buffers[of.buffer].copy_of >= 0)
		return parse_fail(r->pe, word, "a tensor map is of a buffer: name, name+bytes or name:type[n]=contents");
	if (of.offset % 16)
		return parse_fail(r->pe, word, "a tensor begins at a multiple of 16 bytes of its buffer");
	a->kind = ARG_VALUE;
	a->type = ELEMENT_TYPES;
	a->align = 64;
	a->bytes = TENSOR_MAP_BYTES;
	a->value = bytes;
	add_pointer(r, a, 0, of.buffer, of.offset);
	return reader_tensormap(at, end, &r->names, bytes, r->pe);
}

/* "[n]" or "[n]=init" at `at`: what buffers and module variables share. */
static bool
parse_contents(const struct reading *r, const char *at, const char *end, enum element_type type, uint64_t *count,
	       struct generator *init)
{
	if (!parse_count(r, &at, end, element_info[type].bytes, WORKLOAD_BUFFER_BYTES_MAX, count))
		return false;
	if (at == end)
		return true;
	if (*at != '=')
		return parse_fail(r->pe, at,
				  *at == ',' ? "'%c' after the size; arguments are separated by blanks"
					     : "'%c' after the size; contents come after =",
				  *at);
	at++;
	return generator_parse(at, (size_t)(end - at), type, &r->names, init, r->pe) && reader_may_fill(r->w, init, at, r->pe);
}

/* The first parameter that differs between two launches of the same row, or NULL. */
static const char *
differing(const struct reading *r, const struct workload_buffer *b)
{
	const struct workload_launch *one = &r->w->launch[b->launch], *other = launch_of(r);

	for (size_t k = 0; one != other && one->row == other->row && k < r->w->nparams; k++)
		if (one->value[k] && other->value[k] && strcmp(one->value[k], other->value[k]) != 0)
			return r->w->param[k];
	return NULL;
}

static bool
redefined(const struct reading *r, const struct workload_buffer *b, const char *at, enum element_type type)
{
	const char *param = differing(r, b);

	if (param)
		return parse_fail(
			r->pe, at,
			"the row makes buffer '%.80s' for each value of $%.80s, and all of them are case '%.80s'; with {%.80s} "
			"in its name each is a case of its own",
			b->name, param, r->c->name, param);
	if (b->type != type)
		return parse_fail(r->pe, at, "buffer '%.80s' is %s since line %u, here %s", b->name, element_info[b->type].name,
				  line_of(r, b), element_info[type].name);
	return parse_fail(r->pe, at,
			  "buffer '%.80s' of case '%.80s' exists since line %u; write '%.80s' alone to use it again, or give "
			  "the row a case of its own",
			  b->name, r->c->name, line_of(r, b), b->name);
}

/* Parses a name that is used again, with an offset after '+' if `at` is not at the end. */
static bool
parse_reuse(const struct reading *r, const char *name, size_t n, const char *at, const char *end, struct workload_arg *a)
{
	int i = workload_find_buffer(r->c, name, n);
	wide offset = 0;
	char buf[48];

	if (i < 0)
		return no_buffer(r, name, n);
	if (at < end && !expr_integer(at + 1, (size_t)(end - at - 1), &r->names, &offset, r->pe))
		return false;
	if (offset < 0 || offset > (wide)workload_buffer_bytes(&r->c->buffers[i]))
		return parse_fail(r->pe, at + 1, "offset %s; buffer '%.80s' has %" PRIu64 " bytes", wide_text(offset, buf),
				  r->c->buffers[i].name, workload_buffer_bytes(&r->c->buffers[i]));
	a->kind = ARG_BUFFER;
	a->buffer = (size_t)i;
	a->offset = (uint64_t)offset;
	a->bytes = 8;
	return true;
}

/* name=copy(other), `at` at the '='. */
static bool
parse_copy(const struct reading *r, const char *name, size_t n, const char *at, const char *end, struct workload_arg *a)
{
	struct workload_buffer *b;
	int i;

	if (end - at < 7 || memcmp(at, "=copy(", 6) || end[-1] != ')')
		return parse_fail(r->pe, name, "'%.*s' has no type; write %.*s:s32=... or %.*s=copy(buffer)", shown(n), name,
				  shown(n), name, shown(n), name);
	at += 6;
	end--;
	i = workload_find_buffer(r->c, at, (size_t)(end - at));
	if (i < 0)
		return no_buffer(r, at, (size_t)(end - at));
	if (workload_find_buffer(r->c, name, n) >= 0)
		return redefined(r, &r->c->buffers[workload_find_buffer(r->c, name, n)], name, r->c->buffers[i].type);
	b = add_buffer(r, name, n);
	b->type = r->c->buffers[i].type;
	b->count = r->c->buffers[i].count;
	b->copy_of = i;
	return parse_reuse(r, name, n, end, end, a);
}

/* Parses what follows "name:"; `at` is at the type. */
static bool
parse_typed(const struct reading *r, const char *name, size_t n, const char *at, const char *end, struct workload_arg *a)
{
	size_t word = strcspn(at += *at == EXPR_GUESS, "[=");
	enum element_type type;
	int known = workload_find_buffer(r->c, name, n);
	struct workload_buffer b = {0}, *to;

	if (word > (size_t)(end - at))
		word = (size_t)(end - at);
	a->name = arena_copy(&r->w->arena, name, n);
	if (word == 5 && !memcmp(at, "bytes", 5) && at[5] == '[')
		return parse_bytes(r, at + 5, end, a);
	if (end - at > 7 && !memcmp(at, "struct(", 7))
		return parse_fields(r, at + 7, end, a);
	if (end - at > 10 && !memcmp(at, "tensormap(", 10))
		return parse_tensormap(r, at + 10, end, a);
	if (!element_parse(at, word, &type))
		return unknown_type(r, at, word, ", bytes[n], struct(...) and tensormap(...)");
	if (at + word == end) {
		if (known < 0)
			return parse_fail(r->pe, name, "'%.*s' has neither a value (=...) nor a size ([...])", shown(n), name);
		if (r->c->buffers[known].type != type)
			return redefined(r, &r->c->buffers[known], at, type);
		return parse_reuse(r, name, n, end, end, a);
	}
	at += word;
	if (*at == '=')
		return parse_scalar(r, at + 1, end, type, a);
	if (known >= 0)
		return redefined(r, &r->c->buffers[known], name, type);
	if (!parse_contents(r, at, end, type, &b.count, &b.init)) {
		generator_free(&b.init);
		return false;
	}
	to = add_buffer(r, name, n);
	to->type = type;
	to->count = b.count;
	to->init = b.init;
	to->given = memchr(at, '=', (size_t)(end - at)) != NULL;
	return parse_reuse(r, name, n, end, end, a);
}

/* "@symbol:type[n]=init" */
static bool
parse_symbol(const struct reading *r, const char *s, const char *end, struct workload_arg *a)
{
	const char *colon = memchr(s, ':', (size_t)(end - s)), *open;

	a->kind = ARG_SYMBOL;
	if (!colon || colon == s + 1)
		return parse_fail(r->pe, s, "write @symbol:type[n]=init");
	open = memchr(colon, '[', (size_t)(end - colon));
	if (!open)
		return parse_fail(r->pe, s, "write @symbol:type[n]=init");
	a->name = arena_copy(&r->w->arena, s + 1, (size_t)(colon - s - 1));
	if (!element_parse(colon + 1, (size_t)(open - colon - 1), &a->type))
		return unknown_type(r, colon + 1, (size_t)(open - colon - 1), "");
	return parse_contents(r, open, end, a->type, &a->count, &a->init);
}

/* A number without its type. */
static bool
is_value(const char *s, size_t n)
{
	return (*s >= '0' && *s <= '9') || ((*s == '-' || *s == '.' || *s == '+') && n > 1);
}

static const char *
type_of_value(const char *s, size_t n)
{
	struct parse_error pe;
	struct number v;

	return (n > 1 && s[n - 1] == 'f' && (n < 2 || memcmp(s, "0x", 2))) || (number_parse(s, n, NULL, &v, &pe) && v.real) ? "f32"
															    : "s32";
}

/* Words whose contents stand in brackets. */
static bool
is_bracketed(const char *s, const char *at, const char *end)
{
	return at < end && *at == '(' && ((at - s == 6 && !memcmp(s, "struct", 6)) || (at - s == 9 && !memcmp(s, "tensormap", 9)));
}

static bool
parse_word(const struct reading *r, const char *s, size_t n, struct workload_arg *a)
{
	const char *end = s + n, *at = s;
	enum element_type type;

	if (n == 4 && !memcmp(s, "null", 4)) {
		a->kind = ARG_NULL;
		a->bytes = 8;
		return true;
	}
	if (*s == '@')
		return parse_symbol(r, s, end, a);
	while (at < end && reader_is_name(s, (size_t)(at - s) + 1))
		at++;
	if (is_value(s, n))
		return parse_fail(r->pe, s, "'%.*s' has no type; write %s=%.*s", shown(n), s, type_of_value(s, n), shown(n), s);
	if (at == s || (at < end && !strchr(":=[+", *at) && !is_bracketed(s, at, end)))
		return parse_fail(
			r->pe, at,
			"'%c' does not belong here; an argument is [name:]type=value, name:type[n]=contents, name, "
			"name+bytes, new=copy(name), name:bytes[n]=hex(...), name:struct(fields), name:tensormap(buffer ...), "
			"@symbol:type[n]=contents "
			"or null",
			*at);
	if (at < end && *at == ':')
		return parse_typed(r, s, (size_t)(at - s), at + 1, end, a);
	if (at - s == 5 && !memcmp(s, "bytes", 5) && at < end && *at == '[')
		return parse_bytes(r, at, end, a);
	if (at < end && *at == '(')
		return at - s == 6 ? parse_fields(r, at + 1, end, a) : parse_tensormap(r, at + 1, end, a);
	if (element_parse(s, (size_t)(at - s), &type)) {
		if (at == end || *at != '=')
			return parse_fail(r->pe, s, "'%.*s' is a type; write %.*s=value, or name:%.*s[n] for a buffer",
					  shown((size_t)(at - s)), s, shown((size_t)(at - s)), s, shown((size_t)(at - s)), s);
		return parse_scalar(r, at + 1, end, type, a);
	}
	if (at < end && *at == '=')
		return parse_copy(r, s, (size_t)(at - s), at, end, a);
	if (at < end && *at == '[')
		return parse_fail(r->pe, s, "'%.*s' has no type; write %.*s:type[n]", shown((size_t)(at - s)), s,
				  shown((size_t)(at - s)), s);
	return parse_reuse(r, s, (size_t)(at - s), at, end, a);
}

void
workload_arg_bytes(const struct workload_arg *a, const uint64_t *address, unsigned char *to)
{
	const uint64_t pointer = a->kind == ARG_BUFFER ? address[a->buffer] + a->offset : 0;

	memcpy(to, a->kind == ARG_VALUE ? (const void *)a->value : (const void *)&pointer, a->bytes);
	for (size_t i = 0; i < a->npointers; i++) {
		const uint64_t inner = address[a->pointers[i].buffer] + a->pointers[i].offset;

		memcpy(to + a->pointers[i].at, &inner, sizeof inner);
	}
}

bool
reader_args(struct workload *w, size_t launch, struct simt_error *e)
{
	struct workload_launch *l = &w->launch[launch];
	const char *text = l->cell[COLUMN_args], *at = text, *end = text + strlen(text), *word;
	struct expr_name *v = malloc((BUILTIN_NAMES + w->nparams) * sizeof *v);
	struct parse_error pe;
	struct reading r = {.w = w, .launch = launch, .c = &w->cases[l->in_case], .pe = &pe};
	size_t n, room = 0;
	bool ok = true;

	if (!v)
		simt_no_memory();
	r.names = reader_names(w, launch, 2, v);
	while (ok && word_next(&at, end, &word, &n)) {
		if (l->nargs == WORKLOAD_ARGS_MAX) {
			ok = parse_fail(&pe, word, "more than %d arguments", WORKLOAD_ARGS_MAX);
			break;
		}
		l->args = grow(l->args, &room, l->nargs + 1, sizeof *l->args);
		launch_of(&r)->args[l->nargs] = (struct workload_arg){.at = (size_t)(word - text)};
		ok = parse_word(&r, word, n, &l->args[l->nargs++]);
	}
	free(v);
	return ok || reader_parse_fail(w, launch, COLUMN_args, &pe, e);
}
