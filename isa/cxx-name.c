#include "isa/cxx-name.h"

#include <ctype.h>
#include <fnmatch.h>
#include <libiberty/demangle.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum {
	SYMBOL_MAX = 4096, /* bytes; those of CUB have up to a few thousand */
	DEPTH_MAX = 200,
	OPTIONS = DMGL_PARAMS | DMGL_ANSI | DMGL_NO_RECURSE_LIMIT /* ours are the limits */
};

typedef struct demangle_component piece;

/* ---- reading symbols ---- */

/* What may be in a piece of a name: nothing, one other piece, or two. Others are of no kernel's name. */
static const enum {
	NOTHING = 1,
	ONE,
	TWO
} holds[] = {
	[DEMANGLE_COMPONENT_NAME] = NOTHING,
	[DEMANGLE_COMPONENT_TEMPLATE_PARAM] = NOTHING,
	[DEMANGLE_COMPONENT_FUNCTION_PARAM] = NOTHING,
	[DEMANGLE_COMPONENT_SUB_STD] = NOTHING,
	[DEMANGLE_COMPONENT_BUILTIN_TYPE] = NOTHING,
	[DEMANGLE_COMPONENT_OPERATOR] = NOTHING,
	[DEMANGLE_COMPONENT_NUMBER] = NOTHING,
	[DEMANGLE_COMPONENT_CHARACTER] = NOTHING,
	[DEMANGLE_COMPONENT_UNNAMED_TYPE] = NOTHING,
	[DEMANGLE_COMPONENT_LAMBDA] = ONE,
	[DEMANGLE_COMPONENT_DEFAULT_ARG] = ONE,
	[DEMANGLE_COMPONENT_QUAL_NAME] = TWO,
	[DEMANGLE_COMPONENT_LOCAL_NAME] = TWO,
	[DEMANGLE_COMPONENT_TYPED_NAME] = TWO,
	[DEMANGLE_COMPONENT_TEMPLATE] = TWO,
	[DEMANGLE_COMPONENT_RESTRICT] = TWO,
	[DEMANGLE_COMPONENT_VOLATILE] = TWO,
	[DEMANGLE_COMPONENT_CONST] = TWO,
	[DEMANGLE_COMPONENT_RESTRICT_THIS] = TWO,
	[DEMANGLE_COMPONENT_VOLATILE_THIS] = TWO,
	[DEMANGLE_COMPONENT_CONST_THIS] = TWO,
	[DEMANGLE_COMPONENT_REFERENCE_THIS] = TWO,
	[DEMANGLE_COMPONENT_RVALUE_REFERENCE_THIS] = TWO,
	[DEMANGLE_COMPONENT_VENDOR_TYPE_QUAL] = TWO,
	[DEMANGLE_COMPONENT_POINTER] = TWO,
	[DEMANGLE_COMPONENT_REFERENCE] = TWO,
	[DEMANGLE_COMPONENT_RVALUE_REFERENCE] = TWO,
	[DEMANGLE_COMPONENT_COMPLEX] = TWO,
	[DEMANGLE_COMPONENT_VENDOR_TYPE] = TWO,
	[DEMANGLE_COMPONENT_FUNCTION_TYPE] = TWO,
	[DEMANGLE_COMPONENT_ARRAY_TYPE] = TWO,
	[DEMANGLE_COMPONENT_PTRMEM_TYPE] = TWO,
	[DEMANGLE_COMPONENT_VECTOR_TYPE] = TWO,
	[DEMANGLE_COMPONENT_ARGLIST] = TWO,
	[DEMANGLE_COMPONENT_TEMPLATE_ARGLIST] = TWO,
	[DEMANGLE_COMPONENT_INITIALIZER_LIST] = TWO,
	[DEMANGLE_COMPONENT_CAST] = TWO,
	[DEMANGLE_COMPONENT_CONVERSION] = TWO,
	[DEMANGLE_COMPONENT_NULLARY] = TWO,
	[DEMANGLE_COMPONENT_UNARY] = TWO,
	[DEMANGLE_COMPONENT_BINARY] = TWO,
	[DEMANGLE_COMPONENT_BINARY_ARGS] = TWO,
	[DEMANGLE_COMPONENT_TRINARY] = TWO,
	[DEMANGLE_COMPONENT_TRINARY_ARG1] = TWO,
	[DEMANGLE_COMPONENT_TRINARY_ARG2] = TWO,
	[DEMANGLE_COMPONENT_LITERAL] = TWO,
	[DEMANGLE_COMPONENT_LITERAL_NEG] = TWO,
	[DEMANGLE_COMPONENT_DECLTYPE] = TWO,
	[DEMANGLE_COMPONENT_PACK_EXPANSION] = TWO,
	[DEMANGLE_COMPONENT_TAGGED_NAME] = TWO,
};

/* What a piece consists of. False: nobody knows. */
static bool
below(const piece *p, const piece **left, const piece **right)
{
	const size_t type = (size_t)p->type;

	*left = *right = NULL;
	if (type >= sizeof holds / sizeof *holds || !holds[type])
		return false;
	if (holds[type] == ONE)
		*left = p->u.s_unary_num.sub;
	if (holds[type] == TWO) {
		*left = p->u.s_binary.left;
		*right = p->u.s_binary.right;
	}
	return true;
}

/* How much there is to print: names may repeat parts of themselves, and these theirs. */
struct extent {
	unsigned pieces, templates;
	unsigned scopes; /* T& and T&&: for each, libiberty makes room for all templates on the stack */
};
enum { PIECES_MAX = 20000, COPIES_MAX = 20000 };

/* Counts a piece and those below it; false: they are too many, or too deep. */
static bool
measure(const piece *p, unsigned depth, struct extent *x)
{
	const piece *a, *b;
	bool list;

	if (!p)
		return true;
	if (++x->pieces > PIECES_MAX || !depth || !below(p, &a, &b))
		return false;
	x->templates += p->type == DEMANGLE_COMPONENT_TEMPLATE;
	x->scopes += p->type == DEMANGLE_COMPONENT_REFERENCE || p->type == DEMANGLE_COMPONENT_RVALUE_REFERENCE;
	list = p->type == DEMANGLE_COMPONENT_ARGLIST || p->type == DEMANGLE_COMPONENT_TEMPLATE_ARGLIST;
	return measure(a, depth - 1, x) && measure(b, depth - !list, x) && x->templates * x->scopes <= COPIES_MAX;
}

/* The pieces of a mangled symbol, or NULL; *memory is to be freed then. */
static piece *
read_symbol(const char *symbol, void **memory)
{
	struct extent x = {.pieces = 0};
	piece *p;

	if (strncmp(symbol, "_Z", 2) || strnlen(symbol, SYMBOL_MAX) == SYMBOL_MAX)
		return NULL;
	p = cplus_demangle_v3_components(symbol, OPTIONS, memory);
	if (p && measure(p, DEPTH_MAX, &x))
		return p;
	if (p)
		free(*memory);
	return NULL;
}

/* The caller frees it; NULL: it cannot be printed. */
static char *
print(piece *p)
{
	size_t room;

	return cplus_demangle_print(OPTIONS, p, 100, &room);
}

/* The name of a function or variable, without what is around it. */
static piece *
name_of(piece *p)
{
	return p->type == DEMANGLE_COMPONENT_TYPED_NAME ? p->u.s_binary.left : p;
}

/* ---- spelling ---- */
static bool
in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A cast in front of a number, "(int)3": its bytes, or 0. */
static size_t
cast(const char *s)
{
	size_t n = 1;

	if (*s != '(')
		return 0;
	while (in_word(s[n]) || s[n] == ' ' || s[n] == ':')
		n++;
	return s[n] == ')' && n > 1 && (isdigit((unsigned char)s[n + 1]) || (s[n + 1] == '-' && isdigit((unsigned char)s[n + 2])))
		       ? n + 1
		       : 0;
}

/* Takes out what does not count. `to` has room for `from`. */
static void
squeeze(const char *from, char *to)
{
	size_t n = 0;
	bool gap = false;

	while (*from) {
		size_t skip = cast(from);

		if (skip || *from == ' ' || *from == ',' || *from == '\t') {
			gap = gap || !skip;
			from += skip ? skip : 1;
			continue;
		}
		if (gap && n && in_word(to[n - 1]) && in_word(*from))
			to[n++] = ' ';
		gap = false;
		if (isdigit((unsigned char)*from) && (!n || !in_word(to[n - 1]))) { /* a number */
			while (isdigit((unsigned char)*from))
				to[n++] = *from++;
			from += strspn(from, "uUlL");
			continue;
		}
		to[n++] = *from++;
	}
	to[n] = '\0';
}

/* Moves each "const " behind the type that it stands in front of. */
static void
move_const(char *s)
{
	static const char word[] = "const ";
	const size_t n = sizeof word - 1;

	for (size_t i = 0; s[i]; i++) {
		size_t end = i + n, depth = 0;

		if ((i && in_word(s[i - 1])) || (i && s[i - 1] == ' ') || strncmp(s + i, word, n))
			continue;
		while (s[end] && (depth || in_word(s[end]) || s[end] == ' ' || s[end] == ':' || s[end] == '<')) {
			depth += s[end] == '<';
			depth -= s[end] == '>' && depth;
			end++;
		}
		/* "const short" is "short const", of as many bytes; "const a<b>" is "a<b>const" */
		memmove(s + i, s + i + n, end - i - n);
		memcpy(s + end - n, " const", n);
		if (!in_word(s[end - n - 1]))
			memmove(s + end - n, s + end - n + 1, strlen(s + end - n));
	}
}

char *
cxx_key(const char *text)
{
	char *key = must(malloc(strlen(text) + 1));

	while (*text == ' ')
		text++;
	squeeze(strncmp(text, "void ", 5) ? text : text + 5, key);
	move_const(key);
	return key;
}

/* ---- names ---- */
static char *
label(const struct cxx_name *n)
{
	const bool fits = n->plain <= CXX_LABEL_MAX - sizeof "<...>";
	char *s;

	if (strlen(n->name) <= CXX_LABEL_MAX)
		return must(strdup(n->name));
	s = must(malloc(CXX_LABEL_MAX + 1));
	snprintf(s, CXX_LABEL_MAX + 1, "%.*s%s", fits ? (int)n->plain : CXX_LABEL_MAX - 3, n->name, fits ? "<...>" : "...");
	return s;
}

void
cxx_name_make(struct cxx_name *n, const char *symbol)
{
	void *memory = NULL;
	piece *p = read_symbol(symbol, &memory), *name = p ? name_of(p) : NULL;
	char *all = p ? print(p) : NULL, *named = name ? print(name) : NULL, *key, *plain;

	if (!all || !named) {
		free(all);
		free(named);
		all = must(strdup(symbol));
		named = must(strdup(symbol));
		name = NULL;
	}
	plain = name && name->type == DEMANGLE_COMPONENT_TEMPLATE ? print(name->u.s_binary.left) : NULL;
	if (!strncmp(all, "void ", 5)) /* only template functions have it */
		memmove(all, all + 5, strlen(all + 5) + 1);
	key = cxx_key(named);
	*n = (struct cxx_name){.name = named, .signature = all, .key = cxx_key(all), .named = strlen(key)};
	n->plain = plain && !strncmp(plain, key, strlen(plain)) ? strlen(plain) : n->named;
	if (strncmp(n->key, key, n->named)) { /* a name that no kernel has */
		free(n->key);
		n->key = key;
		key = NULL;
	}
	n->label = label(n);
	free(key);
	free(plain);
	if (p)
		free(memory);
}

void
cxx_name_free(struct cxx_name *n)
{
	free(n->label);
	free(n->name);
	free(n->signature);
	free(n->key);
}

/* The next place at which a name may begin: behind a "::" of the namespaces. False: there is none. */
static bool
next_start(const struct cxx_name *n, size_t *start)
{
	int depth = 0;

	for (size_t i = *start; i + 2 < n->plain; i++) {
		depth += (n->key[i] == '(' || n->key[i] == '<') - (n->key[i] == ')' || n->key[i] == '>');
		if (!depth && n->key[i] == ':' && n->key[i + 1] == ':') {
			*start = i + 2;
			return true;
		}
	}
	return false;
}

bool
cxx_name_is(const struct cxx_name *n, const char *key)
{
	const size_t ends[] = {n->plain, n->named, strlen(n->key)}, bytes = strlen(key);
	size_t start = 0;

	do
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
			if (bytes == ends[i] - start && !memcmp(n->key + start, key, bytes))
				return true;
	while (next_start(n, &start));
	return false;
}

/* Whether the first `bytes` of s match. */
static bool
like(const char *glob, const char *s, size_t bytes)
{
	char *copy = must(strndup(s, bytes));
	const bool yes = !fnmatch(glob, copy, 0);

	free(copy);
	return yes;
}

bool
cxx_name_like(const struct cxx_name *n, const char *glob)
{
	char *key = cxx_key(glob);
	size_t start = 0;
	bool yes;

	do
		yes = like(key, n->key + start, n->plain - start) || like(key, n->key + start, n->named - start) ||
		      !fnmatch(key, n->key + start, 0);
	while (!yes && next_start(n, &start));
	free(key);
	return yes;
}

/* ---- types ---- */
static const struct {
	const char *name;
	struct cxx_type type;
} known[] = {
	{"char", {false, CXX_SIGNED, 1, 1}},
	{"signed char", {false, CXX_SIGNED, 1, 1}},
	{"unsigned char", {false, CXX_UNSIGNED, 1, 1}},
	{"bool", {false, CXX_UNSIGNED, 1, 1}},
	{"short", {false, CXX_SIGNED, 2, 1}},
	{"unsigned short", {false, CXX_UNSIGNED, 2, 1}},
	{"int", {false, CXX_SIGNED, 4, 1}},
	{"unsigned int", {false, CXX_UNSIGNED, 4, 1}},
	{"unsigned", {false, CXX_UNSIGNED, 4, 1}},
	{"long", {false, CXX_SIGNED, 8, 1}},
	{"unsigned long", {false, CXX_UNSIGNED, 8, 1}},
	{"long long", {false, CXX_SIGNED, 8, 1}},
	{"unsigned long long", {false, CXX_UNSIGNED, 8, 1}},
	{"float", {false, CXX_REAL, 4, 1}},
	{"double", {false, CXX_REAL, 8, 1}},
	/* structures of CUDA: bits of 16 */
	{"__half", {false, CXX_UNSIGNED, 2, 1}},
	{"__half2", {false, CXX_UNSIGNED, 2, 2}},
	{"__nv_bfloat16", {false, CXX_UNSIGNED, 2, 1}},
	{"__nv_bfloat162", {false, CXX_UNSIGNED, 2, 2}},
	/* and its vectors, without their 1, 2, 3 or 4 */
	{"uchar", {false, CXX_UNSIGNED, 1, 1}},
	{"ushort", {false, CXX_UNSIGNED, 2, 1}},
	{"uint", {false, CXX_UNSIGNED, 4, 1}},
	{"ulong", {false, CXX_UNSIGNED, 8, 1}},
	{"longlong", {false, CXX_SIGNED, 8, 1}},
	{"ulonglong", {false, CXX_UNSIGNED, 8, 1}},
};

static bool
find_type(const char *s, size_t n, struct cxx_type *t)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strlen(known[i].name) == n && !memcmp(known[i].name, s, n)) {
			*t = known[i].type;
			return true;
		}
	return false;
}

/* Argument number i of those of a template, or NULL. */
static const piece *
argument(const piece *arguments, long i)
{
	for (; arguments && i > 0; i--)
		arguments = arguments->u.s_binary.right;
	return arguments ? arguments->u.s_binary.left : NULL;
}

/* Without what does not change what a value is. */
static const piece *
bare(const piece *p, const piece *arguments)
{
	for (unsigned depth = 0; p && depth < DEPTH_MAX; depth++)
		switch (p->type) {
		case DEMANGLE_COMPONENT_CONST:
		case DEMANGLE_COMPONENT_VOLATILE:
		case DEMANGLE_COMPONENT_RESTRICT:
			p = p->u.s_binary.left;
			break;
		case DEMANGLE_COMPONENT_TEMPLATE_PARAM:
			p = argument(arguments, p->u.s_number.number);
			arguments = NULL; /* those of a template around it are not known */
			break;
		default:
			return p;
		}
	return NULL;
}

static struct cxx_type
type_of(const piece *p, const piece *arguments)
{
	struct cxx_type t = {.kind = CXX_OTHER, .numbers = 1};
	const char *s;
	size_t n;

	p = bare(p, arguments);
	if (!p)
		return t;
	if (p->type == DEMANGLE_COMPONENT_POINTER) {
		p = bare(p->u.s_binary.left, arguments);
		t = p && p->type != DEMANGLE_COMPONENT_POINTER ? type_of(p, arguments) : t;
		t.pointer = true;
		return t;
	}
	if (p->type == DEMANGLE_COMPONENT_BUILTIN_TYPE) {
		char *name = print((piece *)(uintptr_t)p);

		if (name)
			find_type(name, strlen(name), &t);
		free(name);
	} else if (p->type == DEMANGLE_COMPONENT_NAME) {
		s = p->u.s_name.s;
		n = (size_t)p->u.s_name.len;
		if (!find_type(s, n, &t) && n && s[n - 1] >= '1' && s[n - 1] <= '4' && find_type(s, n - 1, &t))
			t.numbers = (unsigned)(s[n - 1] - '0');
	}
	return t;
}

size_t
cxx_params(const char *symbol, struct cxx_type *type, size_t most)
{
	void *memory = NULL;
	piece *p = read_symbol(symbol, &memory);
	const piece *name, *list;
	size_t n = 0;

	if (!p)
		return 0;
	name = name_of(p);
	list = p->type == DEMANGLE_COMPONENT_TYPED_NAME && p->u.s_binary.right->type == DEMANGLE_COMPONENT_FUNCTION_TYPE
		       ? p->u.s_binary.right->u.s_binary.right
		       : NULL;
	for (; list && list->type == DEMANGLE_COMPONENT_ARGLIST && list->u.s_binary.left; list = list->u.s_binary.right) {
		const bool pack = list->u.s_binary.left->type == DEMANGLE_COMPONENT_PACK_EXPANSION; /* nobody knows how many */

		if (n == most || pack) {
			n = 0;
			break;
		}
		type[n++] =
			type_of(list->u.s_binary.left, name->type == DEMANGLE_COMPONENT_TEMPLATE ? name->u.s_binary.right : NULL);
	}
	free(memory);
	return n;
}
