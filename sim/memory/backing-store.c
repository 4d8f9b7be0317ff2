#include "sim/memory/backing-store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* From so many bytes on an allocation is a mapping of its own. The system gives it memory page by page, as they are touched, however large
 * it is, and has it back as soon as it is freed. */
#define MAPPED (UINT64_C(1) << 20)

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
struct part {
	struct allocation *a;
	size_t n, cap;
	uint64_t next;
};

struct backing_store {
	struct part *part; /* part[0] is always there */
	unsigned nparts;
	const struct allocation *near; /* the one that was found last, or NULL */
	uint64_t changes;              /* how often the allocations have changed, from 1 on */
};

static uint64_t
first_address(unsigned part)
{
	return part ? MEMORY_PARTS_ADDRESS + ((uint64_t)(part - 1) << MEMORY_PART_BITS) : FIRST_ADDRESS;
}

unsigned
backing_store_part(uint64_t address)
{
	uint64_t part = (address - MEMORY_PARTS_ADDRESS) >> MEMORY_PART_BITS;

	return address < MEMORY_PARTS_ADDRESS || part >= MEMORY_PARTS ? 0 : (unsigned)part + 1;
}

/* Makes sure that there is a part of that number. */
static bool
has_part(struct backing_store *m, unsigned part)
{
	struct part *more;

	if (part < m->nparts)
		return true;
	more = realloc(m->part, (part + 1) * sizeof *more);
	if (!more)
		return false;
	m->part = more;
	for (; m->nparts <= part; m->nparts++)
		m->part[m->nparts] = (struct part){.next = first_address(m->nparts)};
	return true;
}

/* Bytes that are 0, on the host; NULL: it has none. */
static uint8_t *
data_new(uint64_t bytes)
{
	void *p;

	if (bytes < MAPPED)
		return calloc(bytes ? bytes : 1, 1);
	p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

static void
data_free(const struct allocation *a)
{
	if (a->bytes < MAPPED)
		free(a->data);
	else
		munmap(a->data, a->bytes);
}

/* Allocations have come or gone, or lie elsewhere on the host. */
static void
changed(struct backing_store *m)
{
	m->near = NULL;
	m->changes++;
}

struct backing_store *
backing_store_new(void)
{
	struct backing_store *m = calloc(1, sizeof *m);

	if (m && !has_part(m, 0)) {
		free(m);
		return NULL;
	}
	if (m)
		m->changes = 1;
	return m;
}

void
backing_store_clear(struct backing_store *m)
{
	for (unsigned k = 0; k < m->nparts; k++) {
		struct part *p = m->part + k;

		for (size_t i = 0; i < p->n; i++)
			data_free(p->a + i);
		p->n = 0;
		p->next = first_address(k);
	}
	changed(m);
}

void
backing_store_free(struct backing_store *m)
{
	if (!m)
		return;
	backing_store_clear(m);
	for (unsigned k = 0; k < m->nparts; k++)
		free(m->part[k].a);
	free(m->part);
	free(m);
}

uint64_t
backing_store_from(struct backing_store *m, uint64_t address)
{
	m->part->next = address > m->part->next ? address : m->part->next;
	return m->part->next;
}

bool
backing_store_alloc_in(struct backing_store *m, unsigned part, size_t bytes, uint64_t *address, struct simt_error *e)
{
	struct allocation a = {.bytes = bytes, .name = "an allocation"};
	struct part *p;

	if (bytes > MOST_BYTES)
		return simt_fail(e, SIMT_BAD_INPUT, "%zu bytes of device memory are more than the limit of 2^40", bytes);
	if (!has_part(m, part))
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	p = m->part + part;
	if (p->next + bytes + GUARD > (part ? first_address(part + 1) : MEMORY_PARTS_ADDRESS))
		return simt_fail(e, SIMT_BAD_INPUT, "no addresses are left for %zu bytes of device memory", bytes);
	a.address = p->next;
	a.data = data_new(bytes);
	if (!a.data)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory for %zu bytes of device memory", bytes);
	if (p->n == p->cap) {
		size_t cap = p->cap ? 2 * p->cap : 16;
		struct allocation *more = realloc(p->a, cap * sizeof *more);

		if (!more) {
			data_free(&a);
			return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
		}
		p->a = more;
		p->cap = cap;
	}
	changed(m);
	p->a[p->n++] = a;
	p->next += (bytes + GUARD + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	*address = a.address;
	return true;
}

bool
backing_store_alloc(struct backing_store *m, size_t bytes, uint64_t *address, struct simt_error *e)
{
	return backing_store_alloc_in(m, 0, bytes, address, e);
}

/* The last allocation of the part that begins at or below the address; NULL where there is none. */
static struct allocation *
find_allocation(const struct backing_store *m, uint64_t address)
{
	const unsigned part = backing_store_part(address);
	size_t lo = 0, hi;

	if (part >= m->nparts)
		return NULL;
	hi = m->part[part].n;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (m->part[part].a[mid].address <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? m->part[part].a + lo - 1 : NULL;
}

bool
backing_store_release(struct backing_store *m, uint64_t address, struct simt_error *e)
{
	struct allocation *a = find_allocation(m, address);
	struct part *p = m->part + backing_store_part(address);

	if (!a || a->address != address)
		return simt_fail(e, SIMT_BAD_INPUT, "0x%" PRIx64 " is not the address of an allocation", address);
	data_free(a);
	memmove(a, a + 1, (size_t)(p->a + p->n - (a + 1)) * sizeof *a);
	p->n--;
	changed(m);
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
backing_store_at(struct backing_store *m, uint64_t address, uint64_t bytes, uint64_t *room)
{
	const struct allocation *a;
	uint8_t *p = NULL;

	if (m->near)
		p = inside(m->near, address, bytes, room);
	if (p)
		return p;
	a = find_allocation(m, address);
	if (!a)
		return NULL;
	m->near = a;
	return inside(a, address, bytes, room);
}

void
backing_store_view(struct backing_store *m, struct backing_store_view *v)
{
	*v = (struct backing_store_view){.store = m, .changes = &m->changes};
}

uint8_t *
backing_store_view_find(struct backing_store_view *v, uint64_t address, uint64_t bytes)
{
	enum { FOUND = sizeof v->found / sizeof *v->found };
	struct seen_allocation now;
	const struct allocation *a;
	unsigned i = 0;

	if (v->seen != *v->changes) {
		memset(v->found, 0, sizeof v->found);
		v->seen = *v->changes;
	}
	while (i < FOUND && !(address - v->found[i].address < v->found[i].bytes))
		i++;
	if (i < FOUND) {
		now = v->found[i];
	} else {
		a = find_allocation(v->store, address);
		if (!a)
			return NULL;
		now = (struct seen_allocation){a->address, a->bytes, a->data};
		memmove(v->found + 1, v->found, (FOUND - 1) * sizeof *v->found);
		v->found[0] = now;
	}
	address -= now.address;
	return address <= now.bytes && bytes <= now.bytes - address ? now.data + address : NULL;
}

bool
backing_store_allocation(const struct backing_store *m, uint64_t address, struct seen_allocation *a)
{
	const struct allocation *found = find_allocation(m, address);

	if (found)
		*a = (struct seen_allocation){found->address, found->bytes, found->data};
	return found;
}

uint64_t
backing_store_changes(const struct backing_store *m)
{
	return m->changes;
}

bool
backing_store_name(struct backing_store *m, uint64_t address, const char *name, struct simt_error *e)
{
	struct allocation *a = find_allocation(m, address);

	if (!a || a->address != address)
		return simt_fail(e, SIMT_BAD_INPUT, "0x%" PRIx64 " is not the address of an allocation", address);
	snprintf(a->name, sizeof a->name, "%s", name);
	return true;
}

/* Beyond this, saying how far an address is from an allocation explains nothing. */
#define NEAR (UINT64_C(1) << 32)

void
backing_store_describe(const struct backing_store *m, uint64_t address, char *text, size_t size)
{
	const struct allocation *before = find_allocation(m, address), *after = NULL;
	const struct part *part = m->part + (backing_store_part(address) < m->nparts ? backing_store_part(address) : 0);
	uint64_t past = before ? address - before->address : NEAR, ahead;

	if (before ? before + 1 < part->a + part->n : part->n && part->a->address > address)
		after = before ? before + 1 : part->a;
	ahead = after ? after->address - address : NEAR;
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
backing_store_place(const struct backing_store *m, uint64_t address, char *text, size_t size)
{
	const struct allocation *a = find_allocation(m, address);

	if (a)
		snprintf(text, size, "byte %" PRIu64 " of %s", address - a->address, a->name);
	else
		*text = 0;
}
