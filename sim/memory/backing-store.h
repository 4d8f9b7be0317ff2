/* backing-store.h: the bytes of device memory, in a 64-bit address space of separate allocations. Addresses depend only on the order of
 * allocations, never on those of the host. Functions that return a bool fail with a sentence in *e.
 *
 * What this module cannot do: pages, translation, managed memory; allocations while several threads of the host use it. */
#ifndef SIMT_BACKING_STORE_H
#define SIMT_BACKING_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct backing_store;
struct speculative_set;

enum { MEMORY_NAME = 64 };

/* Besides the memory that the host asks for, part 0, there are parts 1 .. MEMORY_PARTS, each with addresses of its own. */
enum { MEMORY_PARTS = 1024, MEMORY_PART_BITS = 33 };
#define MEMORY_PARTS_ADDRESS UINT64_C(0x740000000000)

struct backing_store *backing_store_new(void);
void backing_store_free(struct backing_store *m);
/* Frees every allocation. */
void backing_store_clear(struct backing_store *m);
/* The next allocation is at `address`, unless there is something behind it already. Returns where it is. */
uint64_t backing_store_from(struct backing_store *m, uint64_t address);
/* Zero-filled, 256-byte aligned, at least 512 bytes away from any other; addresses depend on the order of allocations alone. A size of
 * 0 gets an address that must not be accessed. */
bool backing_store_alloc(struct backing_store *m, size_t bytes, uint64_t *address, struct simt_error *e);
/* The same in another part: there they depend on the order of those of the part alone. */
bool backing_store_alloc_in(struct backing_store *m, unsigned part, size_t bytes, uint64_t *address, struct simt_error *e);
/* The part that the address belongs to. */
unsigned backing_store_part(uint64_t address);
bool backing_store_release(struct backing_store *m, uint64_t address, struct simt_error *e);
/* Host place of the device bytes address .. address + bytes - 1, or NULL where they are not inside one allocation. *room (may be NULL)
 * gets the number of bytes from there to the end of the allocation. */
uint8_t *backing_store_at(struct backing_store *m, uint64_t address, uint64_t bytes, uint64_t *room);
/* The same for one of several threads of the host that read at the same time, while no allocation comes or goes: what was found last is
 * kept by the reader. Others use the functions below. */
struct backing_store_view {
	const struct backing_store *store;
	const uint64_t *changes; /* of the store */
	uint64_t seen;           /* what is below was so after so many of them; 0: nothing was found yet */
	/* Allocations that were found, the newest of them first. */
	struct seen_allocation {
		uint64_t address, bytes;
		uint8_t *data;
	} found[4];
	struct speculative_set *set; /* the reader's of speculation.h, which it asks instead; NULL: it has none */
};
/* The allocation that begins last of those at or below the address, into *a. False: there is none. Several threads may call this at a time. */
bool backing_store_allocation(const struct backing_store *m, uint64_t address, struct seen_allocation *a);
/* How often allocations have come, gone or moved, from 1 on. */
uint64_t backing_store_changes(const struct backing_store *m);
/* The view has found nothing yet. It must not outlive the store. */
void backing_store_view(struct backing_store *m, struct backing_store_view *v);
uint8_t *backing_store_view_find(struct backing_store_view *v, uint64_t address, uint64_t bytes);
static inline uint8_t *
backing_store_view_at(struct backing_store_view *v, uint64_t address, uint64_t bytes)
{
	const uint64_t at = address - v->found->address;

	if (v->seen == *v->changes && at <= v->found->bytes && bytes <= v->found->bytes - at)
		return v->found->data + at;
	return backing_store_view_find(v, address, bytes);
}
/* Names an allocation for backing_store_describe: a phrase such as "buffer 'in'", copied, cut off after MEMORY_NAME - 1 bytes. */
bool backing_store_name(struct backing_store *m, uint64_t address, const char *name, struct simt_error *e);
/* Says in words where an address lies with respect to the nearest allocation, into text. */
void backing_store_describe(const struct backing_store *m, uint64_t address, char *text, size_t size);
/* "byte 4 of buffer 'in'": an address inside an allocation in words, into text. */
void backing_store_place(const struct backing_store *m, uint64_t address, char *text, size_t size);

#endif
