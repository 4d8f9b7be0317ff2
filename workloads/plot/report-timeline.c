#include "workloads/plot/report-timeline.h"

#include "workloads/plot/report-html.h"
#include "workloads/plot/timeline-data.h"

/* The JSON, with as much as there is room for. */
static struct text
data_within(const struct recording *r, size_t most)
{
	struct timeline_room room = timeline_room_for(r, most);
	struct text t = {.n = 0};

	timeline_data(r, &room, &t);
	while (t.n > most && room.cases) {
		/* a little less than what would just fit */
		const double part = (double)most / (double)t.n * 0.9;

		/* names of so many cases are what takes the room */
		if (room.spans < room.cases)
			room.cases /= 2;
		room.spans = (size_t)((double)room.spans * part);
		room.stays = (size_t)((double)room.stays * part);
		t.n = 0;
		timeline_data(r, &room, &t);
	}
	return t;
}

void
report_timeline(FILE *out, const struct recording *r, size_t most)
{
	struct text t = data_within(r, most);

	fputs("<section id=\"timeline\" class=\"part\" aria-labelledby=\"timeline-h\">\n<h2 id=\"timeline-h\">Over time</h2>\n"
	      "<div id=\"timeline-view\"><p>These pictures need JavaScript. <code>simt-plot --figure lanes</code> and "
	      "<code>--figure blocks</code> draw the recording without.</p></div>\n"
	      "<script type=\"application/json\" id=\"timeline-data\">",
	      out);
	fwrite(t.s, 1, t.n, out);
	fputs("</script>\n</section>\n", out);
	text_free(&t);
}
