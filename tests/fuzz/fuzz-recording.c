/* fuzz-recording.c: the input is what a recording holds: the chunks behind its mark, before they are compressed, since no mutation gets through
 * zlib. Its first byte chooses a part of the recording. What is read as a recording is made a trace and figures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fuzz.h"
#include "workloads/plot/recording-figures.h"
#include "workloads/plot/trace.h"
#include "workloads/record/recording.h"

enum { TRACE_BYTES = 1 << 16 };

/* A recording with these chunks, read; NULL: it is none. */
static struct recording *
load(const uint8_t *data, size_t n)
{
	struct simt_error e = {.status = SIMT_OK};
	uLongf room = compressBound(n);
	uint8_t *z = malloc(room);
	FILE *f = tmpfile();
	struct recording *r;
	char path[64];

	if (!z || !f || compress2(z, &room, data, n, 1) != Z_OK)
		abort();
	if (fputs(RECORD_MARK, f) < 0 || putc(RECORD_VERSION, f) < 0 || fwrite(z, 1, room, f) != room || fflush(f))
		abort();
	free(z);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
	r = recording_read(path, &e);
	if (!r && e.status != SIMT_BAD_INPUT)
		abort();
	fclose(f);
	return r;
}

/* All of it, or single SMs, blocks, warps or a few cycles. */
static struct pick
choose(unsigned x)
{
	const struct pick_range all = {0, UINT64_MAX}, few = {x >> 5, (x >> 5) + 1}, some = {100 * (uint64_t)x, 200 * (uint64_t)x};

	return (struct pick){NULL, x & 1 ? few : all, x & 2 ? few : all, x & 4 ? few : all, x & 8 ? some : all};
}

static void
draw(const struct recording *r, const struct recording_case *c, const struct pick *p, bool slots)
{
	const struct recording_figure f = {.r = r, .c = c, .pick = *p, .width = FIGURE_WIDTH_LEAST, .slots = slots};
	struct simt_error e = {.status = SIMT_OK};
	bool (*const figure[])(const struct recording_figure *, struct canvas *,
			       struct simt_error *) = {figure_lanes, figure_blocks, figure_states, figure_heat};
	struct trace_left left;
	struct text t = {.n = 0};

	trace_make(r, c, p, TRACE_BYTES, &t, &left);
	for (size_t i = 0; i < sizeof figure / sizeof *figure; i++) {
		struct canvas canvas = {.n = 0};

		t.n = 0;
		e.status = SIMT_OK;
		if (figure[i](&f, &canvas, &e))
			canvas_svg(&canvas, &t);
		canvas_clear(&canvas);
	}
	text_free(&t);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const unsigned x = size ? data[0] : 0;
	struct recording *r = size ? load(data + 1, size - 1) : NULL;
	const struct pick p = choose(x);

	for (size_t i = 0; r && i < r->ncases && i < 4; i++)
		draw(r, r->cases + i, &p, x & 16);
	recording_free(r);
	return 0;
}
