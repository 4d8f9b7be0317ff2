/* run-parts.c: a launch that is run as lists of its threads. */
#include <stdlib.h>
#include <string.h>

#include "base/file-names.h"
#include "workloads/runner/run-case.h"
#include "workloads/analysis/split-plan.h"

static uint32_t
block_threads(const struct workload_launch *l)
{
	return l->block.x * l->block.y * l->block.z;
}

/* The list in device memory. For kernels that read it themselves: the numbers that the workload's own list has in the threads' places. */
static bool
write_list(struct running *x, size_t launch, const struct run_change *change, const struct split_list *part, uint64_t *address)
{
	const struct run *r = x->r;
	struct simt_error inner = {.status = SIMT_OK};
	uint32_t *list = change->indexed ? split_index(r->w, launch, part, &inner) : part->thread;
	bool ok = list && simt_malloc(r->s, part->n * sizeof *list, address, &inner) &&
		  simt_write(r->s, *address, list, part->n * sizeof *list, &inner);

	if (change->indexed)
		free(list);
	return ok || workload_fail(r->w, launch, COLUMN_args, 0, x->e, "%s", inner.text);
}

/* The kernel's own list and its length, in a copy of the parameter block. */
static void
put_list(const struct running *x, size_t launch, uint64_t address, uint32_t n, unsigned char *block)
{
	const struct workload_launch *l = &x->r->w->launch[launch];
	struct simt_function_info info;
	size_t k = 0;

	simt_function_info(x->r->function[launch], &info);
	for (size_t i = 0; i < l->nargs; i++) {
		if (l->args[i].kind == ARG_SYMBOL)
			continue;
		if (split_is_index(x->r->w, launch, l->args + i))
			memcpy(block + info.params[k].offset, &address, sizeof address);
		if (split_is_length(l->args + i))
			memcpy(block + info.params[k].offset, &n, sizeof n);
		k++;
	}
}

static bool
queue_part(struct running *x, size_t launch, const struct split_list *part, unsigned stream, unsigned char *block, size_t bytes)
{
	const struct workload_launch *l = &x->r->w->launch[launch];
	const struct run_change *change = x->r->o.change + launch;
	struct simt_error inner = {.status = SIMT_OK};
	struct workload_dim grid = l->grid;
	struct simt_launch *made;
	uint64_t address;

	if (!write_list(x, launch, change, part, &address))
		return false;
	if (change->indexed) {
		put_list(x, launch, address, (uint32_t)part->n, block);
		grid = (struct workload_dim){(uint32_t)((part->n + block_threads(l) - 1) / block_threads(l)), 1, 1};
	}
	made = run_queue(x, launch, grid, block, bytes, stream);
	if (!made)
		return false;
	return change->indexed || simt_regroup(made, part->thread, part->n, address, &inner) ||
	       workload_fail(x->r->w, launch, COLUMN_kernel, 0, x->e, "%s", inner.text);
}

bool
run_queue_parts(struct running *x, size_t launch, const unsigned char *block, size_t bytes)
{
	const struct run_change *change = x->r->o.change + launch;
	unsigned char *copy = malloc(bytes + 1);
	bool ok = true;
	unsigned free_stream = 1;

	if (!copy)
		simt_no_memory();
	memcpy(copy, block, bytes);
	for (size_t i = 0; i < x->c->nlaunches; i++)
		if (x->r->w->launch[x->c->launches[i]].stream >= free_stream)
			free_stream = x->r->w->launch[x->c->launches[i]].stream + 1;
	/* like a launch in the default stream: all launches queued before it end first, and all queued after it wait */
	if (change->nparts > 1)
		ok = run_synchronize(x);
	for (size_t i = 0; ok && i < change->nparts; i++)
		ok = queue_part(x, launch, change->part + i,
				change->nparts > 1 ? free_stream + (unsigned)i : x->r->w->launch[launch].stream, copy, bytes);
	if (ok && change->nparts > 1)
		ok = run_synchronize(x);
	free(copy);
	return ok;
}
