#include "base/hash-map.h"

#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"

static size_t
home(const struct map *m, uint64_t key)
{
	return (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (m->cap - 1);
}

/* The place of the key, or the free one where it would go. */
static size_t
find(const struct map *m, uint64_t key)
{
	size_t i = home(m, key);

	while (m->entry[i].value && m->entry[i].key != key)
		i = (i + 1) & (m->cap - 1);
	return i;
}

void *
map_get(const struct map *m, uint64_t key)
{
	return m->n ? m->entry[find(m, key)].value : NULL;
}

static void
rehash(struct map *m)
{
	struct map old = *m;

	m->cap = old.cap ? 2 * old.cap : 64;
	m->entry = xrealloc(NULL, m->cap * sizeof *m->entry);
	for (size_t i = 0; i < m->cap; i++)
		m->entry[i].value = NULL;
	for (size_t i = 0; i < old.cap; i++)
		if (old.entry[i].value)
			m->entry[find(m, old.entry[i].key)] = old.entry[i];
	free(old.entry);
}

void
map_put(struct map *m, uint64_t key, void *value)
{
	size_t i;

	if (4 * (m->n + 1) > 3 * m->cap)
		rehash(m);
	i = find(m, key);
	assert(value && !m->entry[i].value);
	m->entry[i] = (struct map_entry){key, value};
	m->n++;
}

void *
map_take(struct map *m, uint64_t key)
{
	size_t i = m->n ? find(m, key) : 0, next = i;
	void *value = m->n ? m->entry[i].value : NULL;

	if (!value)
		return NULL;
	/* later entries move up if the gap would hide them */
	for (;;) {
		size_t h;

		next = (next + 1) & (m->cap - 1);
		if (!m->entry[next].value)
			break;
		h = home(m, m->entry[next].key);
		if (((next - h) & (m->cap - 1)) >= ((next - i) & (m->cap - 1))) {
			m->entry[i] = m->entry[next];
			i = next;
		}
	}
	m->entry[i].value = NULL;
	m->n--;
	return value;
}

void
map_clear(struct map *m, void (*f)(void *value))
{
	for (size_t i = 0; i < m->cap; i++)
		if (m->entry[i].value)
			f(m->entry[i].value);
	free(m->entry);
	*m = (struct map){.n = 0};
}
