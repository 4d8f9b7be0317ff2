#include "workloads/plot/report-html.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/characters.h"

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

void
html_text(FILE *out, const char *s)
{
	while (s && *s) {
		const size_t n = character_bytes(s, SIZE_MAX);

		if (*s == '<')
			fputs("&lt;", out);
		else if (*s == '>')
			fputs("&gt;", out);
		else if (*s == '&')
			fputs("&amp;", out);
		else if (*s == '"')
			fputs("&quot;", out);
		else if (*s == '\'')
			fputs("&#39;", out);
		else if (!n || (*s > 0 && *s < ' ' && *s != '\t' && *s != '\n') || *s == 0x7f)
			fputs(replacement, out);
		else
			fwrite(s, 1, n, out);
		s += n ? n : 1;
	}
}

void
html_printf(FILE *out, const char *format, ...)
{
	va_list args, again;
	char *text;
	int n;

	va_start(args, format);
	va_copy(again, args);
	n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = n < 0 ? NULL : malloc((size_t)n + 1);
	if (!text)
		simt_no_memory();
	vsnprintf(text, (size_t)n + 1, format, again);
	va_end(again);
	html_text(out, text);
	free(text);
}

void
html_json(FILE *out, const char *s)
{
	if (!s) {
		fputs("null", out);
		return;
	}
	putc('"', out);
	while (*s) {
		const size_t n = character_bytes(s, SIZE_MAX);

		if (!n)
			fputs(replacement, out);
		else if (n == 1 && (*s < ' ' || *s == 0x7f || strchr("<>&\"\\'", *s)))
			fprintf(out, "\\u%04x", (unsigned)*s);
		else
			fwrite(s, 1, n, out);
		s += n ? n : 1;
	}
	putc('"', out);
}

/* The digits of a number, with commas. */
static void
put_grouped(FILE *out, const char *digits)
{
	size_t whole = strspn(digits, "0123456789");

	for (size_t i = 0; i < whole; i++) {
		if (i && (whole - i) % 3 == 0)
			putc(',', out);
		putc(digits[i], out);
	}
	fputs(digits + whole, out);
}

void
html_count(FILE *out, uint64_t n)
{
	char digits[32];

	snprintf(digits, sizeof digits, "%" PRIu64, n);
	put_grouped(out, digits);
}

void
html_decimals(FILE *out, double x, int decimals)
{
	char digits[340];

	if (!isfinite(x)) {
		fputs("\xe2\x80\x93", out);
		return;
	}
	snprintf(digits, sizeof digits, "%.*f", decimals > 9 ? 9 : decimals, fabs(x));
	if (x < 0 && strspn(digits, "0.") != strlen(digits))
		fputs("\xe2\x88\x92", out);
	put_grouped(out, digits);
}
