#include "workloads/plot/figure-parts.h"

#include <inttypes.h>
#include <stdio.h>

void
figure_axis(struct canvas *c, const struct figure_box *b, uint64_t first, uint64_t end, const char *label)
{
	const uint64_t step = canvas_step(end - first, (unsigned)b->width / 90);
	const double foot = b->y + b->height;

	for (uint64_t t = (first + step - 1) / step * step; t <= end; t += step) {
		const double x = b->x + b->width * (double)(t - first) / (double)(end - first);
		char text[24];

		snprintf(text, sizeof text, "%" PRIu64, t);
		canvas_line(c, x, foot, x, foot + 5);
		canvas_text(c, x, foot + 5 + FIGURE_FONT, CANVAS_MIDDLE, text);
	}
	canvas_text(c, b->x + b->width / 2, foot + 7 + 2 * FIGURE_FONT, CANVAS_MIDDLE, label);
}

void
figure_axis_up(struct canvas *c, const struct figure_box *b, double most, const char *label)
{
	const uint64_t step = canvas_step((uint64_t)most, (unsigned)b->height / 40);

	for (uint64_t k = 0; (double)k <= most; k += step) {
		const double y = b->y + b->height * (1 - (double)k / most);
		char text[24];

		snprintf(text, sizeof text, "%" PRIu64, k);
		canvas_line(c, b->x - 5, y, b->x, y);
		canvas_text(c, b->x - 8, y + FIGURE_FONT * 0.35, CANVAS_END, text);
	}
	canvas_text_up(c, b->x - 46, b->y + b->height / 2, label);
}

double
figure_key(struct canvas *c, double x, double y, unsigned style, const char *text)
{
	canvas_area(c, style, x, y - FIGURE_FONT + 3, FIGURE_SWATCH, FIGURE_KEY);
	canvas_flush(c);
	canvas_frame(c, x, y - FIGURE_FONT + 3, FIGURE_SWATCH, FIGURE_KEY);
	canvas_text(c, x + FIGURE_SWATCH + 7, y, CANVAS_START, text);
	return y + FIGURE_LINE;
}
