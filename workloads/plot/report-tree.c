/* report-tree.c: roots of divergence of a launch, each below the branch in whose region it lies. */
#include <math.h>
#include <string.h>

#include "workloads/plot/report-page.h"

/* Roots that lose less of the lane-slots are counted together. */
#define WORTH_PERCENT 0.05

enum { DEPTH_MOST = 40, NO_PARENT = -1 };

struct tree {
	const struct page_launch *l;
	const json_t *list;
	double all; /* lane-slots of the launch */
	FILE *out;
};

static const char *
kind_words(const char *kind)
{
	static const char *const words[][2] = {{"branch", "lanes branch apart"},
					       {"barrier", "lanes wait at a barrier"},
					       {"predicate", "a guard switches lanes off"},
					       {"exit", "threads end"}};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(words[i][0], kind))
			return words[i][1];
	return kind;
}

static json_int_t
parent_of(const json_t *root)
{
	const json_t *parent = json_object_get(root, "parent");

	return json_is_integer(parent) ? json_integer_value(parent) : NO_PARENT;
}

/* Remedies of the launch that this root asks for. */
static void
put_remedies(const struct tree *t, uint64_t pc)
{
	const json_t *list = page_list(t->l->verdict, "remedies");
	bool any = false;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *x = json_array_get(list, i);

		if (!json_is_integer(json_object_get(x, "pc")) || page_count(x, "pc") != pc ||
		    json_is_true(json_object_get(x, "refuted")))
			continue;
		fputs(any ? "; " : "<p class=\"small\">Likely remedies: ", t->out);
		html_text(t->out, page_text(x, "title"));
		any = true;
	}
	fputs(any ? ".</p>" : "", t->out);
}

static void
put_root(const struct tree *t, const json_t *root)
{
	const double own = page_percent((double)page_count(root, "lane_slots"), t->all);
	const double nested = page_percent((double)page_count(root, "lane_slots_nested"), t->all);
	const double diverged = (double)page_count(root, "diverged"), run = (double)page_count(root, "inst_executed");
	const json_t *line = page_line_of(t->l, page_count(root, "pc")), *at = line ? line : root;
	const uint64_t compared = page_count(root, "compared");
	FILE *out = t->out;

	fprintf(out, "<span class=\"share bar\" style=\"--v:%.1f%%\">%.1f %%</span> ", fmin(fmax(own, 0), 100), fmax(own, 0));
	html_text(out, kind_words(page_text(root, "kind")));
	fputs(" at ", out);
	page_put_place(t->l, page_text(at, "file"), page_count(at, "line"), out);
	fputs(" <code>", out);
	html_printf(out, "0x%04llx %s", (unsigned long long)page_count(root, "pc"), page_text(root, "sass"));
	fputs("</code>", out);
	if (nested > own + 0.05)
		fprintf(out, " <span class=\"small\">with what is inside: %.1f %%</span>", nested);
	fputs("<p class=\"small\">Lanes parted in ", out);
	html_decimals(out, diverged, 0);
	fputs(" of ", out);
	html_decimals(out, run, 0);
	fputs(" executions", out);
	if (run > 0)
		fprintf(out, " (%.0f %%)", 100 * diverged / run);
	if (compared)
		fprintf(out, ". Of these, %.0f %% parted the same lanes as in other warps",
			100 * (double)page_count(root, "alike") / (double)compared);
	fputs(".</p>", out);
	put_remedies(t, page_count(root, "pc"));
}

/* Whether it, or what is inside of it, loses as much as can be read on the page. */
static bool
worth(const struct tree *t, const json_t *root)
{
	return page_percent(fmax((double)page_count(root, "lane_slots"), (double)page_count(root, "lane_slots_nested")), t->all) >=
	       WORTH_PERCENT;
}

/* Those whose parent is the branch at `parent`. */
static void
put_roots(const struct tree *t, json_int_t parent, unsigned depth)
{
	bool any = false;

	for (size_t i = 0; i < json_array_size(t->list) && depth < DEPTH_MOST; i++) {
		const json_t *root = json_array_get(t->list, i);
		const json_int_t pc = json_integer_value(json_object_get(root, "pc"));

		if (parent_of(root) != parent || pc == parent || !worth(t, root))
			continue;
		fputs(any ? "" : "<ul class=\"tree\">\n", t->out);
		any = true;
		fputs("<li>", t->out);
		put_root(t, root);
		if (!strcmp(page_text(root, "kind"), "branch"))
			put_roots(t, pc, depth + 1);
		fputs("</li>\n", t->out);
	}
	fputs(any ? "</ul>\n" : "", t->out);
}

void
page_put_roots(const struct page_launch *l, FILE *out)
{
	const json_t *roots = json_object_get(l->launch, "roots");
	const struct tree t = {l, page_list(roots, "list"), page_number(roots, "lane_slots"), out};

	size_t small = 0;

	fprintf(out, "<section class=\"part\" aria-labelledby=\"l%zu-roots\"><h3 id=\"l%zu-roots\">Roots of divergence</h3>\n",
		l->index, l->index);
	if (!roots) {
		fputs("<p>The result has no roots of divergence. <code>simt-sim --json=FILE --explain</code> writes them, but not "
		      "where paths "
		      "of a warp run at the same time.</p>\n",
		      out);
	} else if (json_array_size(t.list)) {
		fputs("<p>Where lanes part, and the share of all lane-slots that is lost until they run together again. "
		      "What is indented happens inside of the branch above it.</p>\n",
		      out);
		put_roots(&t, NO_PARENT, 0);
		for (size_t i = 0; i < json_array_size(t.list); i++)
			small += !worth(&t, json_array_get(t.list, i));
		if (small)
			fprintf(out, "<p class=\"small\">%zu more lose less than 0.05 %% each.</p>\n", small);
	} else {
		fputs("<p>All lanes of its warps run together: no lane-slot is lost to divergence.</p>\n", out);
	}
	fputs("</section>\n", out);
}
