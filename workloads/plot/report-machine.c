/* report-machine.c: the machine, and where a result comes from. */
#include <string.h>

#include "base/file-names.h"
#include "workloads/plot/report-page.h"

/* A value of a parameter: a number or a word. */
static void
put_value(const json_t *value, FILE *out)
{
	if (json_is_integer(value))
		html_printf(out, "%lld", (long long)json_integer_value(value));
	else if (json_is_string(value))
		html_text(out, json_string_value(value));
}

static bool
was_given(const json_t *parameter)
{
	const char *source = page_text(parameter, "source");

	return !strcmp(source, "given on the command line") || !strcmp(source, "equal silicon");
}

/* Parameters that are not as the machine comes. Old results do not say what they were. */
static void
put_changed(const struct page_result *x, FILE *out)
{
	const json_t *machine = json_object_get(x->all, "machine"), *shipped = json_object_get(machine, "shipped");
	json_t *parameters = json_object_get(machine, "parameters"), *parameter;
	const char *name;
	bool any = false;

	json_object_foreach(parameters, name, parameter)
	{
		const json_t *was = json_object_get(shipped, name);

		if (!was && (shipped || !was_given(parameter)))
			continue;
		if (!any)
			fputs("<table class=\"numbers\"><caption>Parameters that are not as the machine comes</caption><thead><tr>"
			      "<th scope=\"col\">parameter</th><th scope=\"col\">here</th><th scope=\"col\">as it comes</th>"
			      "<th scope=\"col\" class=\"words\">unit</th></tr></thead><tbody>\n",
			      out);
		any = true;
		fputs("<tr><th scope=\"row\">", out);
		html_text(out, name);
		fputs("</th><td>", out);
		put_value(json_object_get(parameter, "value"), out);
		fputs("</td><td>", out);
		put_value(was, out);
		fputs("</td><td class=\"words\">", out);
		html_text(out, page_text(parameter, "unit"));
		fputs("</td></tr>\n", out);
	}
	fputs(any ? "</tbody></table>\n" : "<p>All its parameters are as it comes.</p>\n", out);
}

static void
put_row(const char *name, const char *text, bool code, FILE *out)
{
	if (!*text)
		return;
	fprintf(out, "<dt>%s</dt><dd>%s", name, code ? "<code>" : "");
	html_text(out, text);
	fprintf(out, "%s</dd>\n", code ? "</code>" : "");
}

static void
put_inputs(const struct page_result *x, FILE *out)
{
	const json_t *list = page_list(x->all, "inputs");

	if (!json_array_size(list))
		return;
	fputs("<table class=\"numbers\"><caption>Files that were read, with the 64-bit FNV-1a hash of each</caption><thead><tr>"
	      "<th scope=\"col\">file</th><th scope=\"col\">bytes</th><th scope=\"col\">hash</th></tr></thead><tbody>\n",
	      out);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *file = json_array_get(list, i);

		fputs("<tr><th scope=\"row\">", out);
		html_text(out, page_text(file, "file"));
		fputs("</th>", out);
		page_put_whole(out, page_number(file, "bytes"));
		fputs("<td><code>", out);
		html_text(out, page_text(file, "fnv1a64"));
		fputs("</code></td></tr>\n", out);
	}
	fputs("</tbody></table>\n", out);
}

static void
put_result(const struct page_result *x, const char *head, FILE *out)
{
	const char *version = page_text(x->all, "version");

	if (*head)
		fprintf(out, "<h3>%s</h3>\n", head);
	fputs("<dl class=\"origin\">\n", out);
	put_row("Machine", page_text(json_object_get(x->all, "machine"), "name"), false, out);
	put_row("Workload", page_text(x->all, "workload"), false, out);
	put_row("Command", page_text(x->all, "command"), true, out);
	put_row("Mode", page_text(x->all, "mode"), false, out);
	put_row("Version", version, false, out);
	put_row("Result", path_base(x->name), false, out);
	put_row("Not complete", page_text(x->all, "incomplete"), false, out);
	fputs("</dl>\n", out);
	put_changed(x, out);
	put_inputs(x, out);
}

void
page_put_machine(const struct page *p, FILE *out)
{
	fputs("<section class=\"part\" id=\"machine\" aria-labelledby=\"machine-h\"><h2 id=\"machine-h\">Machine and origin</h2>\n",
	      out);
	for (size_t i = 0; i < p->nresults; i++)
		put_result(p->result + i, p->nresults == 1 ? "" : i ? "After" : "Before", out);
	fputs("<dl class=\"origin\">\n", out);
	if (p->recording) {
		put_row("Recording", path_base(p->recording_name), false, out);
		put_row("Its version", p->recording->version, false, out);
		if (!p->nresults) {
			put_row("Machine", p->recording->machine, false, out);
			put_row("Workload", p->recording->workload, false, out);
		}
		if (!p->recording->complete)
			put_row("Not complete", "the recorded run did not come to its end", false, out);
	}
	if (p->why)
		put_row("Verdict from", path_base(p->why_name), false, out);
	put_row("Page made by simt-plot", p->wish->version, false, out);
	fputs("</dl>\n</section>\n", out);
}
