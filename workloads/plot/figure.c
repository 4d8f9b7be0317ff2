#include "workloads/plot/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "base/wholefile.h"

bool
plot_format_of(const char *picture, enum plot_format *format, struct simt_error *e)
{
	static const char *const suffix[] = {".svg", ".png", ".pdf"};
	const size_t n = strlen(picture);

	for (int i = 0; i < 3; i++)
		if (n > 4 && picture[n - 5] != '/' && !strcmp(picture + n - 4, suffix[i])) {
			*format = (enum plot_format)i;
			return true;
		}
	return simt_fail(e, SIMT_USAGE, "-o %s: the name of a picture has to end in .svg, .png or .pdf", picture);
}

size_t
plot_text_width(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

/* ---- words ---- */

static const struct {
	const char *name, *column, *label;
} words[] = {
#define PLOT_WORD(name, column, label) {name, column, label},
#include "workloads/plot/words.def"
#undef PLOT_WORD
};

/* Whether the label says the unit already: "cycles", of unit "cycle". */
static bool
says_unit(const char *label, const char *unit)
{
	return !*unit || !strcmp(unit, "1") || !strcmp(unit, "ratio") || strstr(label, unit);
}

char *
plot_label(const struct plot_request *r, const char *column, const char *unit)
{
	const char *label = column;
	struct text s = {.n = 0};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(words[i].column, column))
			label = words[i].label;
	if (label != column)
		unit = NULL;
	else if (!unit && r->unit)
		unit = r->unit(column);
	text_put(&s, label);
	if (unit && !says_unit(label, unit)) {
		text_put(&s, " (");
		text_put(&s, unit);
		text_put(&s, ")");
	}
	text_bytes(&s, "", 1);
	return s.s;
}

static const char *
text_or_none(const char *text)
{
	return *text ? text : "(none)";
}

char *
plot_value_name(const struct plot_axis *a, size_t i)
{
	const struct plot_request none = {.unit = NULL};
	struct text s = {.n = 0};

	if (a->number && a->name) {
		char *label = plot_label(&none, a->name, NULL);

		text_put(&s, label);
		text_put(&s, " = ");
		free(label);
	}
	if (a->name || *a->text[i])
		text_put(&s, text_or_none(a->text[i]));
	text_bytes(&s, "", 1);
	return s.s;
}

/* ---- scales ---- */

enum { STEPS = 5 }; /* about so many on an axis */
#define SAME 1e-9   /* values that differ by less of their size are shown as one */

static double
even_step(double range)
{
	const double rough = range / STEPS, power = pow(10, floor(log10(rough)));

	return rough / power < 1.5 ? power : rough / power < 3.5 ? 2 * power : rough / power < 7.5 ? 5 * power : 10 * power;
}

struct plot_scale
plot_scale_of(double least, double most, bool logarithmic)
{
	struct plot_scale s = {.low = least, .high = most};

	if (logarithmic) {
		const double margin = most > least ? pow(most / least, 0.05) : 2;

		s.low = least / margin;
		s.high = most * margin;
		return s;
	}
	if (!(most - least > SAME * fmax(fabs(least), fabs(most)))) {
		const double half = least < 0 ? -least / 2 : least > 0 ? least / 2 : 1;

		s.low = least - half;
		s.high = most + half;
	}
	s.step = even_step(s.high - s.low);
	/* what lies within a thousandth of a step of a multiple is one */
	s.low = floor(s.low / s.step + 1e-3) * s.step;
	s.high = ceil(s.high / s.step - 1e-3) * s.step;
	return s;
}

/* The scale of y. Bars begin at 0, or at the end of a logarithmic axis. */
static struct plot_scale
scale_of_y(const struct plot_figure *f)
{
	const struct plot_points *p = f->points;
	const struct plot_request *r = f->request;
	const bool zero = (p->kind == PLOT_BARS && !r->log_y) || (p->kind == PLOT_TORNADO && !r->has_reference);
	double least = p->least, most = p->most;
	struct plot_scale s;

	if (zero) {
		least = fmin(least, 0);
		most = fmax(most, 0);
	}
	if (r->has_reference && p->kind != PLOT_HEAT && (!r->log_y || r->reference > 0)) {
		least = fmin(least, r->reference);
		most = fmax(most, r->reference);
	}
	s = plot_scale_of(least, most, r->log_y);
	if (p->kind == PLOT_HEAT && most > least) {
		/* all colours are used */
		s.low = least;
		s.high = most;
	}
	return s;
}

/* ---- layout ---- */

static size_t
widest(const struct plot_axis *a)
{
	size_t most = 0;

	for (size_t i = 0; i < a->n; i++) {
		const size_t n = plot_text_width(text_or_none(a->text[i]));

		most = n > most ? n : most;
	}
	return most < PLOT_LABEL_MOST ? most : PLOT_LABEL_MOST;
}

static bool
has_facets(const struct plot_figure *f)
{
	return f->points->facet.name != NULL;
}

/* Each entry of the key has a sample beside its name. */
static void
lay_out_key(struct plot_figure *f)
{
	const struct plot_points *p = f->points;
	double entry = 55, name = 0;

	if (p->kind == PLOT_HEAT || (!p->by.name && p->kind != PLOT_TORNADO))
		return;
	for (size_t i = 0; i < p->by.n; i++) {
		char *s = plot_value_name(&p->by, i);

		name = fmax(name, (double)plot_text_width(s) * PLOT_CHARACTER);
		free(s);
	}
	entry += name;
	f->key_columns = (size_t)fmax(1, floor((f->request->width - f->left - f->right) / entry));
	f->key_columns = f->key_columns < p->by.n ? f->key_columns : p->by.n;
	f->key_rows = (p->by.n + f->key_columns - 1) / f->key_columns;
}

size_t
plot_caption_lines(const struct plot_figure *f)
{
	const size_t line = (size_t)((f->request->width - 20) / PLOT_SMALL_CHARACTER), n = plot_text_width(f->caption);

	/* lines end between words: some room is lost at each */
	return n <= line ? n > 0 : (n + line - 21) / (line - 20);
}

/* Whether names along x do not fit beside each other. */
static bool
need_slant(const struct plot_figure *f)
{
	const struct plot_axis *x = &f->points->x;
	const bool names = f->points->kind != PLOT_TORNADO && (f->points->kind != PLOT_LINES || !x->number);

	return names && (double)((widest(x) + 1) * PLOT_CHARACTER) > f->panel_width / (double)x->n;
}

static void
lay_out_panels(struct plot_figure *f)
{
	const size_t n = f->points->facet.n;

	f->columns = (size_t)ceil(sqrt((double)n));
	f->rows = (n + f->columns - 1) / f->columns;
	f->gap_x = f->columns > 1 ? 18 : 0;
	f->gap_y = f->rows > 1 ? 32 : 0;
	f->panel_width = (f->request->width - f->left - f->right - f->gap_x * (double)(f->columns - 1)) / (double)f->columns;
	f->slanted = need_slant(f);
	/* slanted names go down by the sine of 35 degrees */
	f->bottom = 24 + (f->slanted ? (double)widest(&f->points->x) * PLOT_CHARACTER * 0.58 + 4 : PLOT_LINE) + PLOT_LINE +
		    (double)plot_caption_lines(f) * PLOT_SMALL_LINE;
	f->panel_height = (f->request->height - f->top - f->bottom - f->gap_y * (double)(f->rows - 1)) / (double)f->rows;
}

bool
plot_figure_lay_out(struct plot_figure *f, struct simt_error *e)
{
	const struct plot_points *p = f->points;
	const bool rows = p->kind == PLOT_HEAT || p->kind == PLOT_TORNADO;

	f->y = scale_of_y(f);
	f->left = 68;
	if (rows)
		f->left = (p->kind == PLOT_HEAT ? 40 : 18) + (double)widest(p->kind == PLOT_HEAT ? &p->by : &p->x) * PLOT_CHARACTER;
	f->right = p->kind == PLOT_HEAT ? 90 : 16;
	lay_out_key(f);
	f->top = 14 + (f->request->title ? PLOT_LINE + 6 : 0) + (double)f->key_rows * PLOT_LINE + (f->key_rows ? 6 : 0) +
		 (has_facets(f) ? PLOT_LINE + 4 : 0);
	lay_out_panels(f);
	if (f->panel_width >= 60 && f->panel_height >= 40)
		return true;
	return simt_fail(e, SIMT_USAGE, "--size %ux%u: it leaves no room for %zu panel%s; try a larger one", f->request->width,
			 f->request->height, p->facet.n, p->facet.n == 1 ? "" : "s");
}

void
plot_figure_clear(struct plot_figure *f)
{
	free(f->caption);
	f->caption = NULL;
}

/* ---- caption ---- */

static void
say_count(struct text *s, size_t n, const char *one, const char *many)
{
	if (!n)
		return;
	if (s->n)
		text_put(s, ". ");
	text_count(s, n);
	text_put(s, n == 1 ? one : many);
}

static void
say_how(struct text *s, const struct plot_points *p)
{
	if (p->most_rows < 2)
		return;
	if (s->n)
		text_put(s, ". ");
	text_put(s, p->kind == PLOT_HEAT || p->kind == PLOT_BARS ? "Medians of up to " : "Points are medians of up to ");
	text_count(s, p->most_rows);
	text_put(s, " values");
	if (p->varies) {
		text_put(s, " that differ in ");
		text_put(s, p->varies);
	}
	if (p->spread && p->kind != PLOT_HEAT)
		text_put(s, "; thin bars go from the least to the most");
}

static bool
is_drawn(const struct plot_points *p, const char *column)
{
	const struct plot_axis *a[] = {&p->x, &p->by, &p->facet};

	for (size_t i = 0; i < 3; i++)
		if (a[i]->name && !strcmp(a[i]->name, column))
			return true;
	return false;
}

/* "machine h200, simt-sim 0.1.0, 2026-11-26", as far as the table says. */
static void
say_origin(struct text *s, const struct plot_table *t, const struct plot_points *p)
{
	static const char *const said[] = {"machine", "version", "date"};

	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		char *text = is_drawn(p, said[i]) ? NULL : plot_table_said(t, said[i]);
		const char *kind = i == 0 ? text && strstr(text, ", ") ? "machines " : "machine " : "";

		if (text && i == 1 && *text >= '0' && *text <= '9')
			kind = "version ";
		if (text && *text) {
			if (s->n)
				text_put(s, ", ");
			if (*kind)
				text_put(s, kind);
			text_put(s, text);
		}
		free(text);
	}
}

char *
plot_caption(const struct plot_table *t, const struct plot_points *p, const struct plot_request *r)
{
	struct text s = {.n = 0};

	say_origin(&s, t, p);
	for (size_t i = 0; i < r->nwhere; i++) {
		text_put(&s, i ? ", " : s.n ? "; where " : "where ");
		text_put(&s, r->where[i]);
	}
	if (s.n && *s.s >= 'a' && *s.s <= 'z')
		*s.s = (char)(*s.s - 'a' + 'A');
	say_how(&s, p);
	say_count(&s, p->smaller, " parameter with a smaller effect is left out", " parameters with smaller effects are left out");
	say_count(&s, p->without_effect, " parameter without an effect is left out", " parameters without an effect are left out");
	say_count(&s, t->failed, " row of a point that failed is left out", " rows of points that failed are left out");
	say_count(&s, p->empty, " row without a value is left out", " rows without a value are left out");
	if (s.n)
		text_put(&s, ".");
	text_bytes(&s, "", 1);
	return s.s;
}
