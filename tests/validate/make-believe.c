#include "tests/validate/make-believe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers/unit.h"

struct cu_stream_s {
	int number; /* 0: the one that holds the others, made first; named ones from 1 */
};
struct cu_event_s {
	float ms;
	int stream;
};

struct gpu gpu;

static void __attribute__((format(printf, 1, 2))) say(const char *format, ...)
{
	size_t used = strlen(gpu.log);
	va_list ap;

	va_start(ap, format);
	vsnprintf(gpu.log + used, sizeof gpu.log - used, format, ap);
	va_end(ap);
}

static cu_result
text(cu_result r, const char **s)
{
	*s = r == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "another error";
	return 0;
}

static cu_result
synchronize(void)
{
	return gpu.faults ? 700 : 0;
}

static cu_result
module_load(cu_module *m, const void *image, unsigned n, int *option, void **value)
{
	assert_memory_equal(image, "\177ELF", 4);
	assert_int_equal(n, 2);
	assert_int_equal(option[0], 5);
	assert_non_null(value[0]);
	*m = (cu_module)&gpu;
	return 0;
}

static cu_result
module_unload(cu_module m)
{
	(void)m;
	return 0;
}

static cu_result
module_function(cu_function *f, cu_module m, const char *symbol)
{
	static const char *const known[] = {"_Z5helloPf", "_ZN5inner6lonelyEi", "fixed", "nothing"};

	(void)m;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(known[i], symbol))
			continue;
		*f = (cu_function)(uintptr_t)known[i];
		return 0;
	}
	return 500;
}

static cu_result
module_global(cu_pointer *address, size_t *bytes, cu_module m, const char *symbol)
{
	void *p = !strcmp(symbol, "zeros") ? gpu.zeros : !strcmp(symbol, "initial") ? gpu.initial : NULL;

	(void)m;
	*address = (uintptr_t)p;
	*bytes = p == gpu.zeros ? sizeof gpu.zeros : sizeof gpu.initial;
	return p ? 0 : 500;
}

static cu_result
function_set(cu_function f, int attribute, int value)
{
	enum { DYNAMIC_SHARED = 8, NON_PORTABLE_CLUSTERS = 14 };

	(void)f;
	if (attribute == NON_PORTABLE_CLUSTERS) {
		gpu.large_clusters = value;
		return 0;
	}
	assert_int_equal(attribute, DYNAMIC_SHARED);
	gpu.shared = (unsigned)value;
	return 0;
}

static cu_result
memory_alloc(cu_pointer *address, size_t bytes)
{
	void *p = malloc(bytes);

	for (size_t i = 0; i < sizeof gpu.memory / sizeof *gpu.memory; i++)
		if (!gpu.memory[i]) {
			gpu.memory[i] = p;
			*address = (uintptr_t)p;
			return 0;
		}
	free(p);
	return 2;
}

static cu_result
memory_free(cu_pointer address)
{
	void *p = (void *)(uintptr_t)address;

	for (size_t i = 0; i < sizeof gpu.memory / sizeof *gpu.memory; i++)
		gpu.memory[i] = gpu.memory[i] == p ? NULL : gpu.memory[i];
	free(p);
	return 0;
}

void
make_believe_end(void)
{
	for (size_t i = 0; i < sizeof gpu.memory / sizeof *gpu.memory; i++) {
		free(gpu.memory[i]);
		gpu.memory[i] = NULL;
	}
}

static cu_result
memory_write(cu_pointer to, const void *from, size_t bytes)
{
	memcpy((void *)(uintptr_t)to, from, bytes);
	return 0;
}

static cu_result
memory_read(void *to, cu_pointer from, size_t bytes)
{
	memcpy(to, (const void *)(uintptr_t)from, bytes);
	return 0;
}

/* Named streams obey the default stream; the one that holds them all must not. */
static cu_result
stream_create(cu_stream *s, unsigned flags)
{
	assert_int_equal(flags, gpu.streams == 0 ? 1 : 0);
	*s = malloc(sizeof **s);
	(*s)->number = gpu.streams++;
	return 0;
}

static int
number_of(cu_stream s)
{
	return s ? s->number : -1;
}

static cu_result
stream_destroy(cu_stream s)
{
	assert_non_null(s);
	free(s);
	gpu.streams--;
	return 0;
}

static cu_result
stream_query(cu_stream s)
{
	enum { NOT_READY = 600 };

	(void)s;
	if (!gpu.unready)
		return 0;
	gpu.unready--;
	return NOT_READY;
}

static cu_result
stream_wait(cu_stream s, cu_event e, unsigned flags)
{
	(void)flags;
	say("%d waits for %d;", number_of(s), e->stream);
	return 0;
}

static cu_result
stream_call(cu_stream s, void (*function)(void *), void *arg)
{
	assert_int_equal(number_of(s), 0);
	if (!gpu.held)
		gpu.held = gpu.launches + 1;
	(void)function; /* it would wait for ever: nothing here runs beside the host */
	(void)arg;
	return 0;
}

static cu_result
event_create(cu_event *e, unsigned flags)
{
	(void)flags;
	*e = calloc(1, sizeof **e);
	return 0;
}

static cu_result
event_destroy(cu_event e)
{
	free(e);
	return 0;
}

static cu_result
event_record(cu_event e, cu_stream s)
{
	e->ms = gpu.clock;
	e->stream = number_of(s);
	gpu.records++;
	return 0;
}

static cu_result
event_elapsed(float *ms, cu_event from, cu_event to)
{
	*ms = to->ms - from->ms;
	return 0;
}

/* Each launch takes as many milliseconds as there were launches, so that times differ. */
static cu_result
launch(cu_function f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
       unsigned shared, cu_stream s, void **params, void **extra)
{
	const char *symbol = (const char *)f;

	assert_null(extra);
	(void)shared;
	say("launch %d;", number_of(s));
	gpu.clock += (float)++gpu.launches;
	if (gpu.launches == gpu.stop_at) {
		gpu.stop = 1;
		gpu.unready = gpu.then_unready;
	}
	if (!strcmp(symbol, "_Z5helloPf")) {
		float *p = *(float **)params[0];

		for (unsigned i = 0; i < grid_x * block_x; i++)
			p[i] += 1;
	} else if (!strcmp(symbol, "_ZN5inner6lonelyEi")) {
		int32_t a;

		memcpy(&a, params[0], sizeof a);
		gpu.zeros[0] += a;
		gpu.initial[0] += a;
	} else if (!strcmp(symbol, "fixed")) {
		int32_t *p = *(int32_t **)params[0];

		p[0] = gpu.zeros[0];
		p[1] = gpu.initial[0];
		p[2] = (int32_t)(grid_x + 10 * grid_y + 100 * grid_z + 1000 * block_x + 100000 * block_y + 1000000 * block_z);
	} else {
		gpu.faults = 1;
	}
	return 0;
}

static cu_result
launch_cooperative(cu_function f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
		   unsigned block_z, unsigned shared, cu_stream s, void **params)
{
	say("cooperative ");
	return launch(f, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, s, params, NULL);
}

/* What cuda.h says of the attributes of a launch: 4 are the blocks of a cluster, 2 makes it cooperative. */
static cu_result
launch_extended(const struct launch_config *c, cu_function f, void **params, void **extra)
{
	enum { COOPERATIVE = 2, CLUSTER_DIMENSION = 4, PORTABLE = 8, INVALID_CLUSTER_SIZE = 912 };

	for (unsigned i = 0; i < c->nattributes; i++) {
		const struct launch_attribute *a = c->attribute + i;

		if (a->id == COOPERATIVE) {
			assert_int_equal(a->value[0], 1);
			say("cooperative ");
			continue;
		}
		assert_int_equal(a->id, CLUSTER_DIMENSION);
		if (a->value[0] * a->value[1] * a->value[2] > PORTABLE && !gpu.large_clusters)
			return INVALID_CLUSTER_SIZE;
		say("clusters %ux%ux%u of %ux%ux%u, %u bytes, ", a->value[0], a->value[1], a->value[2], c->grid[0], c->grid[1],
		    c->grid[2], c->shared);
	}
	return launch(f, c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2], c->shared, c->stream, params,
		      extra);
}

const struct driver make_believe = {.error_name = text,
				    .error_string = text,
				    .context_synchronize = synchronize,
				    .module_load = module_load,
				    .module_unload = module_unload,
				    .module_function = module_function,
				    .module_global = module_global,
				    .function_set = function_set,
				    .memory_alloc = memory_alloc,
				    .memory_free = memory_free,
				    .memory_write = memory_write,
				    .memory_read = memory_read,
				    .stream_create = stream_create,
				    .stream_destroy = stream_destroy,
				    .stream_query = stream_query,
				    .stream_wait = stream_wait,
				    .stream_call = stream_call,
				    .event_create = event_create,
				    .event_destroy = event_destroy,
				    .event_record = event_record,
				    .event_elapsed = event_elapsed,
				    .launch = launch,
				    .launch_cooperative = launch_cooperative,
				    .launch_extended = launch_extended};
