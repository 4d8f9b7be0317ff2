/* check-init.c: loads and atomics of bytes that nobody has written. For device memory that is the host or a kernel, for a block's shared
 * memory its own threads.
 *
 * There is a bit for each byte. Device memory that was allocated before the check began counts as written.
 *
 * What this module cannot do: local memory and registers. It does not follow a value that was not written, so copying padding is
 * reported like any other read. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash-map.h"
#include "sim/memory/backing-store.h"
#include "sim/observe/checks.h"
#include "sim/runtime/context.h"

/* Bytes from `address` on, and which of them have been written. */
struct area {
	uint64_t address, bytes;
	uint8_t written[];
};

struct check_init {
	struct checks *c;
	struct area **area; /* device memory, in order of addresses */
	size_t n, cap;
	size_t last;       /* where the last access was */
	struct map blocks; /* shared memory by block: struct area */
	unsigned running;  /* launches */
};

/* Bits of an access, at most, which may begin in the middle of a byte of them: there is room for such a word at each. */
enum { ACCESS_BYTES = 16 };

/* What nobody touches of a large one takes no memory. */
static struct area *
area_new(uint64_t address, uint64_t bytes)
{
	struct area *a = zeroed(1, sizeof *a + (size_t)(bytes + 7) / 8 + sizeof(uint32_t));

	a->address = address;
	a->bytes = bytes;
	return a;
}

static void
set_written(struct area *a, uint64_t address, uint64_t bytes)
{
	uint64_t i = address - a->address, end = i + bytes;

	for (; i < end && i % 8; i++)
		a->written[i / 8] |= (uint8_t)(1u << i % 8);
	if (i < end) {
		memset(a->written + i / 8, 0xff, (size_t)((end - i) / 8));
		i += (end - i) / 8 * 8;
	}
	for (; i < end; i++)
		a->written[i / 8] |= (uint8_t)(1u << i % 8);
}

/* Bytes of an access, ACCESS_BYTES at most: bit i is for byte i. */
static uint32_t
all_bytes(unsigned bytes)
{
	return (UINT32_C(1) << bytes) - 1;
}

/* Which of the bytes have not been written. Host and device are little-endian, as everywhere here. */
static inline uint32_t
not_written(const struct area *a, uint64_t address, unsigned bytes)
{
	const uint64_t i = address - a->address;
	uint32_t word;

	memcpy(&word, a->written + i / 8, sizeof word);
	return all_bytes(bytes) & ~(word >> i % 8);
}

/* set_written() of an access. */
static inline void
set_accessed(struct area *a, uint64_t address, unsigned bytes)
{
	const uint64_t i = address - a->address;
	uint32_t word;

	memcpy(&word, a->written + i / 8, sizeof word);
	word |= all_bytes(bytes) << i % 8;
	memcpy(a->written + i / 8, &word, sizeof word);
}

/* ---- device memory ---- */

/* The area of an address; NULL: none. */
static struct area *
find_area(struct check_init *x, uint64_t address)
{
	size_t lo = 0, hi = x->n;

	if (x->last < x->n && address - x->area[x->last]->address < x->area[x->last]->bytes)
		return x->area[x->last];
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (x->area[mid]->address <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || address - x->area[lo - 1]->address >= x->area[lo - 1]->bytes)
		return NULL;
	x->last = lo - 1;
	return x->area[x->last];
}

static void
add_area(struct check_init *x, uint64_t address, uint64_t bytes)
{
	size_t i = x->n;

	x->area = grow(x->area, &x->cap, x->n + 1, sizeof *x->area);
	for (; i && x->area[i - 1]->address > address; i--)
		x->area[i] = x->area[i - 1];
	x->area[i] = area_new(address, bytes);
	x->n++;
}

static void
remove_area(struct check_init *x, uint64_t address)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->area[i]->address == address) {
			free(x->area[i]);
			memmove(x->area + i, x->area + i + 1, (x->n - i - 1) * sizeof *x->area);
			x->n--;
			return;
		}
}

static void
on_host(void *arg, const struct simt_tap_host *h)
{
	struct check_init *x = arg;
	struct area *a;

	switch (h->action) {
	case SIMT_TAP_HOST_ALLOC:
		add_area(x, h->address, h->bytes);
		break;
	case SIMT_TAP_HOST_FREE:
		remove_area(x, h->address);
		break;
	case SIMT_TAP_HOST_WRITE:
		a = h->bytes ? find_area(x, h->address) : NULL;
		if (a)
			set_written(a, h->address, h->bytes);
		break;
	default:
		while (x->n)
			free(x->area[--x->n]);
	}
}

/* ---- launches ---- */

static void
on_launch(void *arg, const struct simt_tap_launch *l)
{
	struct check_init *x = arg;

	(void)l;
	if (!x->running++)
		map_clear(&x->blocks, free); /* of launches that failed */
}

static void
on_launch_end(void *arg, const struct simt_tap_launch *l)
{
	struct check_init *x = arg;

	(void)l;
	x->running--;
}

static void
on_block_start(void *arg, const struct simt_tap_block *b)
{
	struct check_init *x = arg;

	map_put(&x->blocks, findings_block(b->launch, b->block), area_new(0, b->launch->state.shared_bytes));
}

static void
on_block_end(void *arg, const struct simt_tap_block *b)
{
	struct check_init *x = arg;

	free(map_take(&x->blocks, findings_block(b->launch, b->block)));
}

static __attribute__((noinline)) void
init_found(struct check_init *x, const struct simt_tap_warp *at, const struct simt_tap_memory *m, unsigned lane, uint32_t not_there)
{
	const unsigned missing = (unsigned)__builtin_popcount(not_there);
	bool shared = m->space == SIMT_TAP_SHARED;
	struct finding *f = findings_note(x->c, at->function, shared ? FIND_INIT_SHARED : FIND_INIT_GLOBAL, at->pc, UINT32_MAX);
	char where[160] = "", some[48] = "";

	if (!f)
		return;
	if (!shared)
		backing_store_place(x->c->s->memory, m->address[lane], where, sizeof where);
	if (missing < m->bytes)
		snprintf(some, sizeof some, "%u byte%s of it %s ", missing, missing == 1 ? "" : "s", missing == 1 ? "was" : "were");
	findings_say(f, SIMT_FAULT, at, m->first_thread + lane, "%s %s of %u bytes at 0x%" PRIx64 ": %snever written%s%s",
		     shared ? "shared" : "global", m->access == SIMT_TAP_ATOMIC ? "atomic" : "load", m->bytes, m->address[lane],
		     some, *where ? ", " : "", where);
}

static void
on_memory(void *arg, const struct simt_tap_warp *at, const struct simt_tap_memory *m)
{
	struct check_init *x = arg;
	struct area *block = m->space == SIMT_TAP_SHARED ? map_get(&x->blocks, findings_block(at->launch, at->block)) : NULL;

	if (m->space == SIMT_TAP_LOCAL)
		return;
	for (uint32_t lanes = m->mask; lanes; lanes &= lanes - 1) {
		const unsigned l = (unsigned)__builtin_ctz(lanes);
		uint32_t missing;
		struct area *a = block ? block : find_area(x, m->address[l]);

		if (!a)
			continue;
		missing = m->access == SIMT_TAP_STORE ? 0 : not_written(a, m->address[l], m->bytes);
		if (missing)
			init_found(x, at, m, l, missing);
		if (m->access != SIMT_TAP_LOAD)
			set_accessed(a, m->address[l], m->bytes);
	}
}

bool
check_init_start(struct checks *c, struct simt_error *e)
{
	struct check_init *x = calloc(1, sizeof *x);
	struct simt_tap tap = {
		.arg = x,
		.host = on_host,
		.launch_start = on_launch,
		.launch_end = on_launch_end,
		.block_start = on_block_start,
		.block_end = on_block_end,
		.memory = on_memory,
	};

	if (!x)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	x->c = c;
	c->init = x;
	return simt_add_tap(c->s, &tap, e);
}

void
check_init_end(struct check_init *x)
{
	if (!x)
		return;
	while (x->n)
		free(x->area[--x->n]);
	free(x->area);
	map_clear(&x->blocks, free);
	free(x);
}
