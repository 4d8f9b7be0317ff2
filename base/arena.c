#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

struct arena_chunk {
	struct arena_chunk *before;
	size_t used, room;
	_Alignas(max_align_t) unsigned char data[];
};

void *
arena_alloc(struct arena *a, size_t bytes)
{
	size_t align = _Alignof(max_align_t), need = (bytes + align - 1) / align * align;
	struct arena_chunk *c = a->last;
	void *p;

	if (!c || c->room - c->used < need) {
		size_t room = need > 65536 ? need : 65536;

		c = must(calloc(1, sizeof *c + room));
		c->room = room;
		c->before = a->last;
		a->last = c;
	}
	p = c->data + c->used;
	c->used += need;
	return p;
}

char *
arena_copy(struct arena *a, const char *s, size_t n)
{
	char *t = arena_alloc(a, n + 1);

	if (n)
		memcpy(t, s, n);
	return t;
}

char *
arena_printf(struct arena *a, const char *format, ...)
{
	va_list ap;
	char *t;
	int n;

	va_start(ap, format);
	n = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	t = arena_alloc(a, (size_t)n + 1);
	va_start(ap, format);
	vsnprintf(t, (size_t)n + 1, format, ap);
	va_end(ap);
	return t;
}

void
arena_free(struct arena *a)
{
	while (a->last) {
		struct arena_chunk *before = a->last->before;

		free(a->last);
		a->last = before;
	}
}

/* Whether the key is the n bytes at s. */
static bool
is_key(const char *key, const char *s, size_t n)
{
	return !strncmp(key, s, n) && !key[n];
}

static size_t
slot_of(const struct names *t, const char *s, size_t n)
{
	size_t i = (size_t)fnv1a64(s, n) & (t->room - 1);

	for (; t->key[i] && !is_key(t->key[i], s, n); i = (i + 1) & (t->room - 1))
		;
	return i;
}

bool
names_find_n(const struct names *t, const char *s, size_t n, size_t *value)
{
	size_t i = t->n ? slot_of(t, s, n) : 0;

	if (!t->n || !t->key[i])
		return false;
	*value = t->value[i];
	return true;
}

bool
names_find(const struct names *t, const char *name, size_t *value)
{
	return names_find_n(t, name, strlen(name), value);
}

void
names_set(struct names *t, const char *name, size_t value)
{
	size_t i;

	if (t->n * 2 >= t->room) {
		struct names more = {.room = t->room ? t->room * 2 : 64};

		more.key = must(calloc(more.room, sizeof *more.key));
		more.value = must(calloc(more.room, sizeof *more.value));
		for (i = 0; i < t->room; i++)
			if (t->key[i])
				names_set(&more, t->key[i], t->value[i]);
		names_free(t);
		*t = more;
	}
	i = slot_of(t, name, strlen(name));
	t->n += !t->key[i];
	t->key[i] = name;
	t->value[i] = value;
}

void
names_free(struct names *t)
{
	free(t->key);
	free(t->value);
	*t = (struct names){0};
}
