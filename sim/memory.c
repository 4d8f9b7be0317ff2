#include "memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first address is one that no 32-bit computation produces, so that a truncated pointer is found. */
#define FIRST_ADDRESS UINT64_C(0x700000000000)
#define ALIGNMENT     256u
#define GUARD         512u
#define MOST_BYTES    (UINT64_C(1) << 40)

struct allocation {
	uint64_t address, bytes;
	uint8_t *data;
	char name[MEMORY_NAME];
};

/* Allocations in order of addresses; freed ones leave a hole that is not used again. */
struct memory {
	struct allocation *a;
	size_t n, cap, last;
	uint64_t next;
};

struct memory *
memory_new(void)
{
	struct memory *m = calloc(1, sizeof *m);

	if (m)
		m->next = FIRST_ADDRESS;
	return m;
}

void
memory_clear(struct memory *m)
{
	for (size_t i = 0; i < m->n; i++)
		free(m->a[i].data);
	m->n = m->last = 0;
	m->next = FIRST_ADDRESS;
}

void
memory_free(struct memory *m)
{
	if (!m)
		return;
	memory_clear(m);
	free(m->a);
	free(m);
}

uint64_t
memory_from(struct memory *m, uint64_t address)
{
	m->next = address > m->next ? address : m->next;
	return m->next;
}

bool
memory_alloc(struct memory *m, size_t bytes, uint64_t *address, struct simt_error *e)
{
	struct allocation a = {.address = m->next, .bytes = bytes, .name = "an allocation"};

	if (bytes > MOST_BYTES)
		return simt_fail(e, SIMT_BAD_INPUT, "%zu bytes of device memory are more than the limit of 2^40", bytes);
	a.data = calloc(bytes ? bytes : 1, 1);
	if (!a.data)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory for %zu bytes of device memory", bytes);
	if (m->n == m->cap) {
		size_t cap = m->cap ? 2 * m->cap : 16;
		struct allocation *more = realloc(m->a, cap * sizeof *more);

		if (!more) {
			free(a.data);
			return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
		}
		m->a = more;
		m->cap = cap;
	}
	m->a[m->n++] = a;
	m->next += (bytes + GUARD + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	*address = a.address;
	return true;
}

/* Index of the last allocation that begins at or below the address; m->n where there is none. */
static size_t
find(const struct memory *m, uint64_t address)
{
	size_t lo = 0, hi = m->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (m->a[mid].address <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? lo - 1 : m->n;
}

bool
memory_release(struct memory *m, uint64_t address, struct simt_error *e)
{
	size_t i = find(m, address);

	if (i == m->n || m->a[i].address != address)
		return simt_fail(e, SIMT_BAD_INPUT, "0x%" PRIx64 " is not the address of an allocation", address);
	free(m->a[i].data);
	memmove(m->a + i, m->a + i + 1, (m->n - i - 1) * sizeof *m->a);
	m->n--;
	m->last = 0;
	return true;
}

static uint8_t *
inside(const struct allocation *a, uint64_t address, uint64_t bytes, uint64_t *room)
{
	uint64_t at = address - a->address;

	if (address < a->address || at > a->bytes || bytes > a->bytes - at)
		return NULL;
	if (room)
		*room = a->bytes - at;
	return a->data + at;
}

uint8_t *
memory_at(struct memory *m, uint64_t address, uint64_t bytes, uint64_t *room)
{
	uint8_t *p = NULL;
	size_t i;

	if (m->last < m->n)
		p = inside(m->a + m->last, address, bytes, room);
	if (p)
		return p;
	i = find(m, address);
	if (i == m->n)
		return NULL;
	m->last = i;
	return inside(m->a + i, address, bytes, room);
}

bool
memory_name(struct memory *m, uint64_t address, const char *name, struct simt_error *e)
{
	size_t i = find(m, address);

	if (i == m->n || m->a[i].address != address)
		return simt_fail(e, SIMT_BAD_INPUT, "0x%" PRIx64 " is not the address of an allocation", address);
	snprintf(m->a[i].name, sizeof m->a[i].name, "%s", name);
	return true;
}

/* Beyond this, saying how far an address is from an allocation explains nothing. */
#define NEAR (UINT64_C(1) << 32)

void
memory_describe(const struct memory *m, uint64_t address, char *text, size_t size)
{
	size_t i = find(m, address), next = i == m->n ? 0 : i + 1;
	const struct allocation *before = i < m->n ? m->a + i : NULL, *after = next < m->n ? m->a + next : NULL;
	uint64_t past = before ? address - before->address : NEAR, ahead = after ? after->address - address : NEAR;

	if (before && past < before->bytes) {
		snprintf(text, size, "%" PRIu64 " byte%s before the end of %s of %" PRIu64 " bytes", before->bytes - past,
			 before->bytes - past == 1 ? "" : "s", before->name, before->bytes);
		return;
	}
	past -= before ? before->bytes : 0;
	if (past >= NEAR && ahead >= NEAR)
		snprintf(text, size, address < NEAR ? "this is no device address (a null pointer?)" : "no allocation is near");
	else if (past <= ahead && !past)
		snprintf(text, size, "just past the end of %s of %" PRIu64 " bytes", before->name, before->bytes);
	else if (past <= ahead)
		snprintf(text, size, "%" PRIu64 " bytes past the end of %s of %" PRIu64 " bytes", past, before->name,
			 before->bytes);
	else
		snprintf(text, size, "%" PRIu64 " byte%s before %s of %" PRIu64 " bytes", ahead, ahead == 1 ? "" : "s", after->name,
			 after->bytes);
}

void
memory_place(const struct memory *m, uint64_t address, char *text, size_t size)
{
	size_t i = find(m, address);

	if (i < m->n)
		snprintf(text, size, "byte %" PRIu64 " of %s", address - m->a[i].address, m->a[i].name);
	else
		*text = 0;
}
