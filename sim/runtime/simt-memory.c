/* simt-memory.c: the functions of simt.h for device memory. */
#include <inttypes.h>
#include <string.h>

#include "sim/memory/backing-store.h"
#include "sim/observe/tap.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"

bool
simt_malloc(struct simt *s, size_t bytes, uint64_t *address, struct simt_error *e)
{
	if (!backing_store_alloc(s->memory, bytes, address, e))
		return false;
	if (s->gpu.tap)
		tap_host(s->gpu.tap, SIMT_TAP_HOST_ALLOC, *address, bytes);
	return true;
}

bool
simt_free(struct simt *s, uint64_t address, struct simt_error *e)
{
	if (!backing_store_release(s->memory, address, e))
		return false;
	if (s->gpu.tap)
		tap_host(s->gpu.tap, SIMT_TAP_HOST_FREE, address, 0);
	return true;
}

bool
simt_name(struct simt *s, uint64_t address, const char *name, struct simt_error *e)
{
	return backing_store_name(s->memory, address, name, e);
}

static uint8_t *
host_place(struct simt *s, uint64_t address, size_t bytes, struct simt_error *e)
{
	uint8_t *p = backing_store_at(s->memory, address, bytes, NULL);

	if (!p)
		simt_fail(e, SIMT_BAD_INPUT, "%zu bytes at 0x%" PRIx64 " are not inside one allocation", bytes, address);
	return p;
}

bool
simt_write(struct simt *s, uint64_t address, const void *from, size_t bytes, struct simt_error *e)
{
	uint8_t *p = host_place(s, address, bytes, e);

	if (p && bytes)
		memcpy(p, from, bytes);
	if (p && s->gpu.tap)
		tap_host(s->gpu.tap, SIMT_TAP_HOST_WRITE, address, bytes);
	return p;
}

bool
simt_read(struct simt *s, uint64_t address, void *to, size_t bytes, struct simt_error *e)
{
	const uint8_t *p = host_place(s, address, bytes, e);

	if (p && bytes)
		memcpy(to, p, bytes);
	return p;
}

const void *
simt_view(struct simt *s, uint64_t address, size_t bytes, struct simt_error *e)
{
	return host_place(s, address, bytes, e);
}
