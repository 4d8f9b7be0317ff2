#include "programs/plot-recording.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/result-file.h"
#include "base/text.h"
#include "programs/common.h"
#include "workloads/plot/figure-parts.h"
#include "workloads/plot/recording-figures.h"
#include "workloads/plot/roofline.h"
#include "workloads/plot/trace.h"

bool
plot_take_figure(const char *text, enum plot_figure_kind *kind, struct simt_error *e)
{
	static const char *const name[PLOT_FIGURES] = {"", "lanes", "blocks", "states", "heat", "roofline"};

	for (int i = PLOT_FIGURE_LANES; i < PLOT_FIGURES; i++)
		if (!strcmp(text, name[i])) {
			*kind = (enum plot_figure_kind)i;
			return true;
		}
	return simt_fail(e, SIMT_USAGE, "--figure %s: one of lanes, blocks, states, heat, roofline", text);
}

/* A number at *s, which goes on behind it. */
static bool
take_number_at(const char **s, uint64_t *n)
{
	char *end;

	if (**s < '0' || **s > '9')
		return false;
	errno = 0;
	*n = strtoull(*s, &end, 10);
	*s = end;
	return !errno;
}

bool
plot_take_range(const char *option, const char *text, struct pick_range *r, struct simt_error *e)
{
	const char *s = text;

	if (take_number_at(&s, &r->first)) {
		r->last = r->first;
		if (*s == '-') {
			s++;
			if (!take_number_at(&s, &r->last))
				s = "-";
		}
		if (!*s && r->first <= r->last && r->last < UINT64_MAX)
			return true;
	}
	return simt_fail(e, SIMT_USAGE, "--%s %s: a number, or the first and the last one, such as 2-5", option, text);
}

static bool
write_text(const char *name, const struct text *t, bool compress, struct simt_error *e)
{
	struct result_file *f = result_open(name, e);

	if (!f)
		return false;
	trace_write(t, compress, result_stream(f));
	return result_close(f, e);
}

static bool
make_trace(const struct plot_recording *x, const struct recording *r, const struct recording_case *c, struct simt_error *e)
{
	const size_t n = strlen(x->trace), mib = (size_t)1 << 20;
	struct trace_left left;
	struct text t = {.n = 0};
	size_t picked = 0;
	bool ok;

	for (size_t i = 0; i < c->nwarps; i++)
		picked += pick_warp(c, &x->pick, c->warp + i);
	trace_make(r, c, &x->pick, x->most * mib, &t, &left);
	ok = write_text(x->trace, &t, n > 3 && !strcmp(x->trace + n - 3, ".gz"), e);
	if (ok && !picked)
		fprintf(stderr, "%s: the trace has counters alone: case '%.200s': %s\n", program_name, c->name,
			pick_no_warps(r, c));
	if (ok && left.warps)
		fprintf(stderr,
			"%s: %zu warps are not in the trace, which would have more than %u MiB; pick others by --sm, --block, "
			"--warp or "
			"--cycles, or give it more by --most\n",
			program_name, left.warps, x->most);
	text_free(&t);
	return ok;
}

/* The picture that was drawn, in the format that its name asks for. */
static bool
write_canvas(const struct plot_recording *x, const struct canvas *c, struct simt_error *e)
{
	struct text t = {.n = 0};
	struct result_file *f;
	bool ok;

	if (x->format == PLOT_SVG) {
		canvas_svg(c, &t);
		ok = write_text(x->picture, &t, false, e);
		text_free(&t);
		return ok;
	}
	f = result_open(x->picture, e);
	if (!f)
		return false;
	if (canvas_cairo(c, x->format, x->picture, result_stream(f), e))
		return result_close(f, e);
	result_discard(f);
	return false;
}

static bool
make_figure(const struct plot_recording *x, const struct recording *r, const struct recording_case *c, struct simt_error *e)
{
	static bool (*const draw[PLOT_FIGURES])(const struct recording_figure *, struct canvas *,
						struct simt_error *) = {[PLOT_FIGURE_LANES] = figure_lanes,
									[PLOT_FIGURE_BLOCKS] = figure_blocks,
									[PLOT_FIGURE_STATES] = figure_states,
									[PLOT_FIGURE_HEAT] = figure_heat};
	const struct recording_figure f = {.r = r,
					   .c = c,
					   .pick = x->pick,
					   .width = x->width,
					   .slots = x->slots,
					   .instructions = x->instructions,
					   .title = x->title};
	struct canvas canvas = {.font = FIGURE_FONT};
	bool ok = draw[x->figure](&f, &canvas, e) && write_canvas(x, &canvas, e);

	canvas_clear(&canvas);
	return ok;
}

bool
plot_roofline(const struct plot_recording *x, char *const *result, int n, struct simt_error *e)
{
	struct canvas canvas = {.font = FIGURE_FONT};
	struct roofline r = {.n = 0};
	bool ok = true;

	for (int i = 0; i < n && ok; i++)
		ok = roofline_add(&r, result[i], x->pick.of_case, e);
	ok = ok && (!x->flop || roofline_to_flop(&r, e));
	ok = ok && figure_roofline(&r, x->width, x->title, &canvas, e) && write_canvas(x, &canvas, e);
	roofline_clear(&r);
	canvas_clear(&canvas);
	return ok;
}

bool
plot_recording(const struct plot_recording *x, struct simt_error *e)
{
	struct recording *r = recording_read(x->recording, e);
	const struct recording_case *c = r ? pick_case(r, &x->pick, x->recording, e) : NULL;
	bool ok = c;

	if (ok && x->trace)
		ok = make_trace(x, r, c, e);
	if (ok && x->figure)
		ok = make_figure(x, r, c, e);
	recording_free(r);
	return ok;
}
