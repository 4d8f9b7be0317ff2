/* Text in a script of gnuplot, which must show it and must not obey it. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/characters.h"
#include "workloads/plot/script.h"

enum { TIC_CHARACTERS = 5 }; /* of a number such as -100 and the blank beside it */

/* Bytes of the character at s; 0: it is none, or a control character. */
static size_t
character(const char *s)
{
	return character_controls(s) ? 0 : character_bytes(s, SIZE_MAX);
}

/* Writes the character at s; returns its bytes. */
static size_t
put(FILE *out, const char *s)
{
	const size_t n = character(s);

	if (n)
		fwrite(s, 1, n, out);
	else
		putc((unsigned char)*s >= 0x80 ? '?' : ' ', out);
	return n ? n : 1;
}

static void
put_quoted(FILE *out, const char *s, bool tic)
{
	const size_t width = plot_text_width(s);
	size_t at = 0;

	putc('\'', out);
	while (*s) {
		/* the middle of a long name: dots in place of what is more than PLOT_LABEL_MOST */
		if (tic && width > PLOT_LABEL_MOST && at == PLOT_LABEL_MOST / 2) {
			fputs("...", out);
			while (*s && at < width - PLOT_LABEL_MOST / 2 + 3) {
				s += character(s) ? character(s) : 1;
				at++;
			}
			continue;
		}
		if (*s == '\'' || (tic && *s == '%'))
			putc(*s, out);
		s += put(out, s);
		at++;
	}
	putc('\'', out);
}

void
plot_quote(FILE *out, const char *text)
{
	put_quoted(out, text, false);
}

void
plot_quote_tic(FILE *out, const char *text)
{
	put_quoted(out, text, true);
}

void
plot_comment(FILE *out, const char *text)
{
	while (*text)
		text += put(out, text);
}

void
plot_quote_file(FILE *out, const char *name)
{
	const bool plain = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') || (*name >= '0' && *name <= '9');

	putc('\'', out);
	fputs(plain ? "" : "./", out);
	for (; *name; name++) {
		if (*name == '\'')
			putc('\'', out);
		putc(*name, out);
	}
	putc('\'', out);
}

/* ---- numbers ---- */

#define LEAST_PLAIN 1e-4 /* numbers with a power of ten are smaller than this, */
#define MOST_PLAIN  1e15 /* or this large */

struct unit_prefix {
	double factor;
	const char *name;
};

static struct unit_prefix
prefix_of(double most)
{
	static const struct unit_prefix prefix[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e4, "k"}};

	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
		if (most >= prefix[i].factor)
			return (struct unit_prefix){i == 3 ? 1e3 : prefix[i].factor, prefix[i].name};
	return (struct unit_prefix){1, ""};
}

void
plot_short_number(char *to, size_t room, double x, double most)
{
	const struct unit_prefix u = prefix_of(most);
	const double size = most / u.factor;

	if ((size < 1e-2 && most > 0) || most >= MOST_PLAIN)
		snprintf(to, room, "%.2g", x);
	else
		snprintf(to, room, "%.*f%s", size < 10 ? 2 : size < 100 ? 1 : 0, x / u.factor, u.name);
}

/* Tics of a logarithmic axis: 1, 2 and 5, or of a long one powers of ten. */
static void
put_log_tics(FILE *out, const struct plot_scale *s, bool named)
{
	static const int digit[] = {1, 2, 5};
	const int count = s->high / s->low < 1e3 ? 3 : 1;
	const char *next = "";

	for (int power = (int)floor(log10(s->low)); power <= (int)ceil(log10(s->high)); power++)
		for (int i = 0; i < count; i++) {
			const double x = digit[i] * pow(10, power);
			const struct unit_prefix u = prefix_of(x);

			if (x < s->low || x > s->high)
				continue;
			if (named)
				fprintf(out, "%s'%.12g%s' %.12g", next, x / u.factor, u.name, x);
			else
				fprintf(out, "%s'' %.12g", next, x);
			next = ", ";
		}
}

static void
put_even_tics(FILE *out, const struct plot_scale *s, bool named)
{
	const double most = fmax(fabs(s->low), fabs(s->high));
	const struct unit_prefix u = prefix_of(most);
	const int places = (int)ceil(-log10(s->step / u.factor) - 1e-9);
	const long first = lround(ceil(s->low / s->step - 1e-3)), last = lround(floor(s->high / s->step + 1e-3));

	for (long i = first; i <= last; i++) {
		const double x = (double)i * s->step;

		fputs(i > first ? ", " : "", out);
		if (!named)
			fputs("''", out);
		else if (most < LEAST_PLAIN || most >= MOST_PLAIN)
			fprintf(out, "'%.6g'", x);
		else
			fprintf(out, "'%.*f%s'", places > 0 ? places : 0, x / u.factor, x < 0 || x > 0 ? u.name : "");
		fprintf(out, " %.12g", x);
	}
}

struct plot_scale
plot_roomy_tics(const struct plot_scale *s, double pixels)
{
	struct plot_scale even = *s;

	while ((even.high - even.low) / even.step * TIC_CHARACTERS * PLOT_CHARACTER > pixels && even.high - even.low > even.step) {
		const double power = pow(10, floor(log10(even.step) + 1e-9));

		/* 1, 2, 5, 10 */
		even.step *= lround(even.step / power) == 2 ? 2.5 : 2;
	}
	even.low = ceil(even.low / even.step - 1e-3) * even.step;
	even.high = floor(even.high / even.step + 1e-3) * even.step;
	return even;
}

void
plot_tics(FILE *out, const char *name, const struct plot_scale *s, bool named)
{
	struct plot_scale even = *s;

	fprintf(out, "set %s (", name);
	if (s->step > 0 || s->high < 5 * s->low) {
		/* a short logarithmic axis has even steps, too */
		even.step = s->step > 0 ? s->step : plot_scale_of(s->low, s->high, false).step;
		put_even_tics(out, &even, named);
	} else {
		put_log_tics(out, s, named);
	}
	fputs(")\n", out);
}
