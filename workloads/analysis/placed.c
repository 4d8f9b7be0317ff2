#include "workloads/analysis/placed.h"

#include <inttypes.h>
#include <string.h>

void
placed_header(FILE *out)
{
	fputs("case,launch,block,sm,warp,start,end,clock\n", out);
}

static bool
is_placement(const struct workload_buffer *b)
{
	return !strncmp(b->name, "placement", strlen("placement")) && b->type == ELEMENT_U64;
}

bool
placed_any(const struct workload *w, const bool *selected)
{
	for (size_t i = 0; i < w->ncases; i++)
		for (size_t k = 0; selected[i] && k < w->cases[i].nbuffers; k++)
			if (is_placement(&w->cases[i].buffers[k]))
				return true;
	return false;
}

void
placed_put(FILE *out, const struct workload *w, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	const uint64_t *v = data;

	if (!is_placement(b))
		return;
	for (uint64_t i = 0; i < b->count / 4; i++, v += 4) {
		csvfile_put(out, c->name);
		putc(',', out);
		csvfile_put(out, w->launch[b->launch].name);
		fprintf(out, ",%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", i, (uint32_t)v[0],
			(uint32_t)(v[0] >> 32), v[1], v[2], v[3]);
	}
}
