/* report-parts.c: what several parts of a report write. */
#include <math.h>
#include <string.h>

#include "base/file-names.h"
#include "workloads/plot/report-page.h"

void
page_put_name(const json_t *of_case, const json_t *launch, FILE *out)
{
	const char *name = page_text(of_case, "case"), *own = page_text(launch, "launch"), *kernel = page_text(launch, "kernel");

	html_text(out, name);
	if (*own && strcmp(own, name) != 0 && strcmp(own, kernel) != 0)
		html_printf(out, ", %s", own);
	if (strcmp(kernel, name) != 0)
		html_printf(out, " (%s)", kernel);
}

void
page_put_share(FILE *out, double percent, int decimals)
{
	const double most = percent > 100 ? 100 : percent;

	if (!isfinite(percent)) {
		fputs("<td></td>", out);
		return;
	}
	if (most >= 0.05)
		fprintf(out, "<td class=\"bar\" style=\"--v:%.1f%%\">", most);
	else
		fputs("<td>", out);
	html_decimals(out, percent, decimals);
	fputs("</td>", out);
}

void
page_put_whole(FILE *out, double x)
{
	fputs("<td>", out);
	if (isfinite(x))
		html_decimals(out, x, 0);
	fputs("</td>", out);
}

/* The line's entry in `lines`; SIZE_MAX: it has none. */
static size_t
line_of(const struct page_launch *l, const char *file, uint64_t line)
{
	const json_t *lines = page_list(l->launch, "lines");

	for (size_t i = 0; i < json_array_size(lines); i++) {
		const json_t *x = json_array_get(lines, i);

		if (page_count(x, "line") == line && !strcmp(page_text(x, "file"), file))
			return i;
	}
	return SIZE_MAX;
}

const json_t *
page_line_of(const struct page_launch *l, uint64_t pc)
{
	const json_t *lines = page_list(l->launch, "lines");

	for (size_t i = 0; i < json_array_size(lines); i++) {
		const json_t *x = json_array_get(lines, i), *pcs = page_list(x, "pcs");

		for (size_t k = 0; k < json_array_size(pcs); k++)
			if (json_integer_value(json_array_get(pcs, k)) == (json_int_t)pc)
				return *page_text(x, "file") ? x : NULL;
	}
	return NULL;
}

void
page_put_place(const struct page_launch *l, const char *file, uint64_t line, FILE *out)
{
	const size_t at = file && *file ? line_of(l, file, line) : SIZE_MAX;
	const bool linked = at < SIZE_MAX && l->code;

	if (!file || !*file)
		return;
	if (linked)
		fprintf(out, "<a class=\"place\" href=\"#l%zu-%zu\">", l->index, at);
	html_printf(out, "%s:%llu", path_base(file), (unsigned long long)line);
	fputs(linked ? "</a>" : "", out);
}

/* ---- bars of parts ---- */

static void
put_bar(FILE *out, const char *what, const struct page_part *part, size_t n, bool before)
{
	double all = 0;

	for (size_t i = 0; i < n; i++)
		all += before ? part[i].before : part[i].value;
	fputs("<div class=\"parts\" role=\"img\" aria-label=\"", out);
	html_text(out, what);
	for (size_t i = 0; i < n; i++) {
		const double share = page_percent(before ? part[i].before : part[i].value, all);

		if (share >= 0.05)
			html_printf(out, ", %s %.1f %%", part[i].name, share);
	}
	fputs("\">", out);
	for (size_t i = 0; i < n; i++) {
		const double share = page_percent(before ? part[i].before : part[i].value, all);

		if (!(share >= 0.05))
			continue;
		fprintf(out, "<span class=\"%s\" style=\"flex:%.2f 0 0\" title=\"", part[i].style, share);
		html_printf(out, "%s %.1f %%", part[i].name, share);
		fputs("\">", out);
		if (share >= 9)
			html_printf(out, "%s %.0f %%", part[i].name, share);
		fputs("</span>", out);
	}
	fputs("</div>\n", out);
}

void
page_put_parts(FILE *out, const char *what, const char *unit, const struct page_part *part, size_t n, bool two)
{
	double all = 0, before = 0;

	for (size_t i = 0; i < n; i++) {
		all += isfinite(part[i].value) ? part[i].value : 0;
		before += two && isfinite(part[i].before) ? part[i].before : 0;
	}
	if (two) {
		fputs("<p class=\"small\">before</p>\n", out);
		put_bar(out, what, part, n, true);
		fputs("<p class=\"small\">after</p>\n", out);
	}
	put_bar(out, what, part, n, false);
	fputs("<table class=\"numbers\" aria-label=\"", out);
	html_text(out, what);
	fputs("\"><thead><tr><th scope=\"col\">", out);
	html_text(out, what);
	fprintf(out, "</th>%s<th scope=\"col\">",
		two ? "<th scope=\"col\">before %</th><th scope=\"col\">after %</th>" : "<th scope=\"col\">%</th>");
	html_text(out, unit);
	fputs("</th><th scope=\"col\" class=\"words\">meaning</th></tr></thead><tbody>\n", out);
	for (size_t i = 0; i < n; i++) {
		if (!(part[i].value > 0) && !(two && part[i].before > 0))
			continue;
		fprintf(out, "<tr><th scope=\"row\"><span class=\"key %s\" aria-hidden=\"true\"></span>", part[i].style);
		html_text(out, part[i].name);
		fputs("</th>", out);
		if (two)
			page_put_share(out, page_percent(part[i].before, before), 1);
		page_put_share(out, page_percent(part[i].value, all), 1);
		page_put_whole(out, part[i].value);
		fputs("<td class=\"words\">", out);
		html_text(out, part[i].meaning);
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table>\n", out);
}
