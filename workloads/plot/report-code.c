/* report-code.c: source lines and machine code of a launch, side by side, with what each costs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "workloads/plot/report-page.h"

enum {
	FEW = 4,    /* with fewer lines most of the room is for machine code */
	AROUND = 3, /* lines without code that are shown around those with code */
	GAP = 8,    /* so many lines without code between two with code are shown as a whole */
	CODE_BYTES = 16
};

/* A line with code. */
struct line {
	const json_t *json;
	size_t index, rank; /* rank: its file comes in this place, that with the most costly line first */
};

struct code {
	struct page *p;
	const struct page_launch *l;
	FILE *out;
	struct line *line; /* by file and line */
	size_t nlines;
	const json_t *instructions;
	size_t *of_inst;   /* line.index of an instruction, or SIZE_MAX */
	double time, inst; /* warp-cycles and executions of the launch */
	double lanes;      /* its lane-slots */
	bool by_line, has_time, has_causes, has_sectors, has_wavefronts, has_change;
};

/* ---- what there is ---- */

static int
by_place(const void *va, const void *vb)
{
	const struct line *a = va, *b = vb;
	const uint64_t x = page_count(a->json, "line"), y = page_count(b->json, "line");

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return x == y ? (a->index > b->index) - (a->index < b->index) : x < y ? -1 : 1;
}

static void
take_lines(struct code *c)
{
	const json_t *lines = page_list(c->l->launch, "lines");
	const size_t n = json_array_size(lines), ninst = json_array_size(c->instructions);

	c->line = zeroed(n, sizeof *c->line);
	c->of_inst = zeroed(ninst, sizeof *c->of_inst);
	c->nlines = n;
	for (size_t i = 0; i < ninst; i++)
		c->of_inst[i] = SIZE_MAX;
	for (size_t i = 0; i < n; i++) {
		const json_t *x = json_array_get(lines, i), *pcs = page_list(x, "pcs");

		c->line[i] = (struct line){x, i, i};
		for (size_t k = 0; k < i; k++)
			if (!strcmp(page_text(c->line[k].json, "file"), page_text(x, "file"))) {
				c->line[i].rank = c->line[k].rank;
				break;
			}
		for (size_t k = 0; k < json_array_size(pcs); k++) {
			const json_int_t pc = json_integer_value(json_array_get(pcs, k));

			if (pc >= 0 && (size_t)pc / CODE_BYTES < ninst)
				c->of_inst[(size_t)pc / CODE_BYTES] = i;
		}
		c->has_causes = c->has_causes || page_sum(json_object_get(x, "lane_slots_lost"));
		c->has_sectors = c->has_sectors || page_count(x, "sectors");
		c->has_wavefronts = c->has_wavefronts || page_count(x, "wavefronts");
	}
	if (n)
		qsort(c->line, n, sizeof *c->line, by_place);
}

static void
take_all(struct code *c)
{
	c->instructions = page_list(c->l->launch, "instructions");
	c->by_line = !strcmp(page_text(c->l->launch, "lines_by"), "line");
	c->has_change = c->l->d && c->l->d->nlines;
	for (size_t i = 0; i < json_array_size(c->instructions); i++) {
		const json_t *x = json_array_get(c->instructions, i);

		c->time += (double)page_sum(json_object_get(x, "warp_cycles"));
		c->inst += (double)page_count(x, "inst_executed");
	}
	c->has_time = c->time > 0;
	c->lanes = c->inst * page_shown(c->p)->r->warp_size;
	take_lines(c);
}

/* ---- cells ---- */

/* A share of the launch, and nothing where it is next to none. */
static void
put_share(const struct code *c, double part, double whole)
{
	const double percent = page_percent(part, whole);

	page_put_share(c->out, percent >= 0.05 ? percent : NAN, 1);
}

/* Where its warps are for the longest time, and of an instruction or line that takes hardly any, nothing. */
static void
put_state(const struct code *c, const json_t *x)
{
	const json_t *states = json_object_get(x, "warp_cycles");
	const double cycles = (double)page_sum(states);
	uint64_t most;
	const char *state = page_largest(states, &most);

	if (!state || cycles < c->time / 2000) {
		fputs("<td></td>", c->out);
		return;
	}
	fputs("<td class=\"words\">", c->out);
	html_printf(c->out, "%s %.0f %%", state, 100 * (double)most / cycles);
	fputs("</td>", c->out);
}

static void
put_quotient(FILE *out, double a, double b, int decimals)
{
	fputs("<td>", out);
	if (b > 0 && a > 0)
		html_decimals(out, a / b, decimals);
	fputs("</td>", out);
}

/* Cells that both tables have: the first ones, and the last ones. */
static void
put_first(const struct code *c, const json_t *x)
{
	const double inst = (double)page_count(x, "inst_executed");

	if (c->has_time)
		put_share(c, (double)page_sum(json_object_get(x, "warp_cycles")), c->time);
	put_quotient(c->out, (double)page_count(x, "thread_inst_executed_true"), inst, 1);
}

static void
put_rest(const struct code *c, const json_t *x)
{
	if (c->has_sectors)
		put_quotient(c->out, (double)page_count(x, "sectors"), (double)page_count(x, "sectors_ideal"), 2);
	if (c->has_wavefronts)
		put_quotient(c->out, (double)page_count(x, "wavefronts"), (double)page_count(x, "wavefronts_ideal"), 2);
	if (c->has_time)
		put_state(c, x);
	page_put_whole(c->out, page_number(x, "inst_executed"));
}

static void
put_first_heads(const struct code *c)
{
	if (c->has_time)
		fputs("<th scope=\"col\" title=\"share of all warp-cycles of the launch\">time&nbsp;%</th>", c->out);
	fputs("<th scope=\"col\" title=\"lanes that do something, on average\">lanes</th>", c->out);
}

static void
put_rest_heads(const struct code *c)
{
	if (c->has_sectors)
		fputs("<th scope=\"col\" title=\"sectors of global and local memory, as a multiple of the fewest that would do\">"
		      "sectors&nbsp;&times;</th>",
		      c->out);
	if (c->has_wavefronts)
		fputs("<th scope=\"col\" title=\"wavefronts of shared memory, as a multiple of those without bank conflicts\">"
		      "wavefr.&nbsp;&times;</th>",
		      c->out);
	if (c->has_time)
		fputs("<th scope=\"col\" class=\"words\" title=\"the state in which warps are longest here, and its share of that "
		      "time\">mostly</th>",
		      c->out);
	fputs("<th scope=\"col\" title=\"executions by a warp\">executed</th>", c->out);
}

/* Cycles of the launch that the line takes more than before. */
static void
put_change(const struct code *c, const json_t *x)
{
	const struct launch_difference *d = c->l->d;

	for (size_t i = 0; i < d->nlines; i++) {
		const struct line_difference *y = d->line + i;

		if (!y->after || !y->after->file || y->after->line != page_count(x, "line") ||
		    strcmp(y->after->file, page_text(x, "file")) != 0)
			continue;
		fprintf(c->out, "<td class=\"%s\">", y->cycles > 0 ? "worse" : "better");
		html_decimals(c->out, y->cycles, 0);
		fputs("</td>", c->out);
		return;
	}
	fputs("<td></td>", c->out);
}

/* ---- source ---- */

static unsigned
columns(const struct code *c)
{
	return 3u + 2 * c->has_time + c->has_causes + c->has_sectors + c->has_wavefronts + c->has_change;
}

static void
put_text(const struct code *c, const char *file, uint64_t line)
{
	const char *text = sources_line_indented(c->p->sources, file, (unsigned)line);

	fputs("<td class=\"text\">", c->out);
	html_text(c->out, text);
	fputs("</td>", c->out);
}

/* Lines without code. */
static void
put_around(const struct code *c, const char *file, uint64_t from, uint64_t to)
{
	for (uint64_t line = from; line <= to; line++) {
		if (!sources_line_indented(c->p->sources, file, (unsigned)line))
			return;
		fprintf(c->out, "<tr class=\"around\"><td>%llu</td>", (unsigned long long)line);
		put_text(c, file, line);
		fprintf(c->out, "<td colspan=\"%u\"></td></tr>\n", columns(c));
	}
}

static void
put_between(const struct code *c, const char *file, uint64_t before, uint64_t after)
{
	if (after <= before + 1)
		return;
	if (after - before - 1 <= GAP) {
		put_around(c, file, before + 1, after - 1);
		return;
	}
	put_around(c, file, before + 1, before + AROUND);
	fprintf(c->out, "<tr class=\"around\"><td>&#8942;</td><td colspan=\"%u\"></td></tr>\n", columns(c) + 1);
	put_around(c, file, after - AROUND, after - 1);
}

static void
put_line(const struct code *c, const struct line *x)
{
	const json_t *j = x->json, *lost = json_object_get(j, "lane_slots_lost");
	const char *file = page_text(j, "file");
	const uint64_t line = page_count(j, "line");

	fprintf(c->out, "<tr id=\"l%zu-%zu\" class=\"line\" data-line=\"%llu\"><th scope=\"row\">", c->l->index, x->index,
		(unsigned long long)line);
	if (*file)
		fprintf(c->out, "<a href=\"#l%zu-%zu\">%llu</a></th>", c->l->index, x->index, (unsigned long long)line);
	else
		fputs("?</th>", c->out);
	put_text(c, file, line);
	put_first(c, j);
	put_share(c, (double)page_count(j, "lane_slots_idle") + (double)page_count(j, "lane_slots_guarded"), c->lanes);
	if (c->has_causes)
		put_share(c, (double)page_sum(lost), c->lanes);
	if (c->has_change)
		put_change(c, j);
	put_rest(c, j);
	fputs("</tr>\n", c->out);
}

static void
put_source_heads(const struct code *c)
{
	fputs("<th scope=\"col\">line</th><th scope=\"col\" class=\"words\">source</th>", c->out);
	put_first_heads(c);
	fputs("<th scope=\"col\" title=\"lane-slots in which a lane does nothing here, of all of the launch\">idle&nbsp;%</th>",
	      c->out);
	if (c->has_causes)
		fputs("<th scope=\"col\" title=\"lane-slots lost because lanes part here, of all of the "
		      "launch\">causes&nbsp;%</th>",
		      c->out);
	if (c->has_change)
		fputs("<th scope=\"col\" title=\"cycles of the launch more than before\">change</th>", c->out);
	put_rest_heads(c);
}

static void
put_source(const struct code *c)
{
	FILE *out = c->out;

	fputs("<div class=\"pane source\" tabindex=\"0\" role=\"region\" aria-label=\"Source lines\"><table "
	      "class=\"sorted\" aria-label=\"Source lines\"><thead><tr>",
	      out);
	put_source_heads(c);
	fputs("</tr></thead>\n", out);
	for (size_t i = 0; i < c->nlines; i++) {
		const struct line *x = c->line + i;
		const bool first = !i || x[-1].rank != x->rank, last = i + 1 == c->nlines || x[1].rank != x->rank;
		const char *file = page_text(x->json, "file");
		const uint64_t line = page_count(x->json, "line");

		if (first) {
			fputs("<tbody data-file=\"", out);
			html_text(out, file);
			fprintf(out, "\">\n<tr class=\"file\"><th scope=\"rowgroup\" colspan=\"%u\">", columns(c) + 2);
			html_text(out, *file ? file : "no line is known");
			fputs("</th></tr>\n", out);
			put_around(c, file, line > AROUND ? line - AROUND : 1, line - (line > 0));
		} else {
			put_between(c, file, page_count(x[-1].json, "line"), line);
		}
		put_line(c, x);
		if (last) {
			put_around(c, file, line + 1, line + AROUND);
			fputs("</tbody>\n", out);
		}
	}
	fputs("</table></div>\n", out);
}

/* ---- machine code ---- */

static void
put_inlined(const struct code *c, const json_t *x)
{
	const json_t *list = page_list(x, "inlined");

	if (!json_array_size(list))
		return;
	fputs(" title=\"", c->out);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *call = json_array_get(list, i);

		html_printf(c->out, "%sin %.200s, called at %s:%llu", i ? ", " : "", page_text(call, "function"),
			    path_base(page_text(call, "file")), (unsigned long long)page_count(call, "line"));
	}
	fputs("\"", c->out);
}

static void
put_machine_code(const struct code *c)
{
	fprintf(c->out, "<div class=\"pane machine\" tabindex=\"0\" role=\"region\" aria-label=\"Machine code\"><table "
			"class=\"sorted\" aria-label=\"Machine code\">"
			"<thead><tr>");
	fputs("<th scope=\"col\">byte</th><th scope=\"col\" class=\"words\">machine code</th>", c->out);
	put_first_heads(c);
	put_rest_heads(c);
	fputs("</tr></thead>\n<tbody>\n", c->out);
	for (size_t i = 0; i < json_array_size(c->instructions); i++) {
		const json_t *x = json_array_get(c->instructions, i);

		fputs("<tr", c->out);
		if (c->of_inst[i] < SIZE_MAX)
			fprintf(c->out, " data-of=\"l%zu-%zu\"", c->l->index, c->of_inst[i]);
		if (!page_count(x, "inst_executed"))
			fputs(" class=\"never\"", c->out);
		put_inlined(c, x);
		fputs(">", c->out);
		fprintf(c->out, "<th scope=\"row\">%04llx</th><td class=\"text\">", (unsigned long long)page_count(x, "pc"));
		html_text(c->out, page_text(x, "sass"));
		fputs("</td>", c->out);
		put_first(c, x);
		put_rest(c, x);
		fputs("</tr>\n", c->out);
	}
	fputs("</tbody></table></div>\n", c->out);
}

void
page_put_code(struct page *p, const struct page_launch *l, FILE *out)
{
	struct code c = {.p = p, .l = l, .out = out};

	fprintf(out,
		"<section class=\"part code\" aria-labelledby=\"l%zu-code\"><h3 id=\"l%zu-code\">Source and machine code</h3>\n",
		l->index, l->index);
	if (!l->code) {
		fputs(page_list(l->launch, "instructions")
			      ? "<p>The page has the code of those launches alone that take most cycles, as far as there is "
				"room.</p>\n"
			      : "<p>The result has no counts of instructions. <code>simt-sim --json=FILE --explain</code> writes "
				"them.</p>\n",
		      out);
		fputs("</section>\n", out);
		return;
	}
	take_all(&c);
	fputs("<div class=\"tools no-print\" hidden><label>Search <input type=\"search\" placeholder=\"text, state or "
	      "instruction\"></label> <button type=\"button\" class=\"in-order\">In order of the code</button> "
	      "<span class=\"found\" role=\"status\"></span></div>\n",
	      out);
	fprintf(out, "<div class=\"panes%s\">\n", !c.by_line ? " single" : c.nlines < FEW ? " few" : "");
	if (c.by_line)
		put_source(&c);
	else
		fputs(c.inst > 0 ? "<p>The cubin has no line information; <code>nvcc -lineinfo</code> writes it.</p>\n"
				 : "<p>No instruction was executed.</p>\n",
		      out);
	put_machine_code(&c);
	fputs("</div>\n</section>\n", out);
	free(c.line);
	free(c.of_inst);
}
