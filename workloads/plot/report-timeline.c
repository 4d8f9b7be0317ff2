#include "workloads/plot/report-timeline.h"

#include "workloads/plot/report-html.h"

void
report_timeline(FILE *out, const struct recording *r, size_t most)
{
	(void)most;
	fputs("<section id=\"timeline\" class=\"part\" aria-labelledby=\"timeline-h\">\n<h2 id=\"timeline-h\">Over time</h2>\n",
	      out);
	html_printf(out, "The recording has %zu cases.", r->ncases);
	fputs("\n<script type=\"application/json\" id=\"timeline-data\">{}</script>\n</section>\n", out);
}
