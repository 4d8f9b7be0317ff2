/* report-split.c: what --split came to, for people. */
#include <inttypes.h>

#include "workloads/report/report-text.h"
#include "workloads/analysis/splitter.h"

static const char *const way_name[SPLIT_WAYS] = {"regrouped within blocks", "divided into launches"};

static void
put_numbers(FILE *out, const struct run_case *c, const struct run_case *before, bool timed)
{
	uint64_t slots = c->v[SIMT_STAT_inst_executed];
	char text[32];

	if (timed)
		fprintf(out, " %14s %6.2f", report_grouped(c->cycles, text, sizeof text),
			c->cycles ? (double)before->cycles / (double)c->cycles : 0);
	fprintf(out, " %16s %6.2f", report_grouped(slots, text, sizeof text),
		slots ? (double)c->v[SIMT_STAT_thread_inst_executed] / (double)slots : 0);
}

static void
put_roots(FILE *out, const struct split_launch *l, const struct simt_function *f)
{
	char source[80], sass[100], text[32];

	for (size_t i = 0; i < l->npc; i++) {
		report_source(f, l->pc[i], source, sizeof source);
		simt_function_sass(f, l->pc[i], sass, sizeof sass);
		fprintf(out, "    %s 0x%04x  %s  %s\n", i ? "then by" : "split by", 16 * l->pc[i], source, sass);
	}
	fprintf(out, "    %zu signature%s of %s threads", l->lists.classes, l->lists.classes == 1 ? "" : "s",
		report_grouped(l->lists.blocks.n, text, sizeof text));
	for (size_t k = 0; k < l->lists.nlaunches; k++) {
		const struct split_list *x = l->lists.launch + k;

		fprintf(out, "%s %s",
			k                        ? ","
			: l->lists.nlaunches > 1 ? "; launches of"
						 : "; one launch of",
			report_grouped(x->n, text, sizeof text));
		if (x->classes > 1)
			fprintf(out, " (%zu signatures)", x->classes);
	}
	fputs(l->indexed ? "; the kernel reads the list\n" : "; a load of the list is put in front of the kernel\n", out);
}

static void
put_launch(FILE *out, const struct splitter *s, const struct run_launch *x)
{
	const struct split_launch *l = s->launch + x->launch;

	fprintf(out, "  %s\n", s->before->w->launch[x->launch].name);
	if (*l->why) {
		fprintf(out, "    as it is: %s\n", l->why);
		return;
	}
	if (!l->wanted)
		return;
	put_roots(out, l, s->before->function[x->launch]);
	for (int way = 0; way < SPLIT_WAYS; way++)
		if (*l->refused[way])
			fprintf(out, "    not %s: %s\n", way_name[way], l->refused[way]);
}

static void
put_way(FILE *out, const struct splitter *s, size_t i, int way, bool timed)
{
	const struct split_case *c = s->cases[way] + i;
	const struct run *r = s->run[way];

	if (!r || !r->cases[i].selected)
		return;
	fprintf(out, "    %-25s", way_name[way]);
	if (*c->failed) {
		fprintf(out, " %s\n", c->failed);
		return;
	}
	put_numbers(out, r->cases + i, s->before->cases + i, timed);
	fprintf(out, "  %s\n", *c->differs ? c->differs : "equal");
}

void
report_split(const struct splitter *s, FILE *out)
{
	const struct run *b = s->before;
	bool timed = b->o.mode == SIMT_CYCLE;

	for (size_t i = 0; i < b->w->ncases; i++) {
		if (!b->cases[i].selected || !b->cases[i].started)
			continue;
		fprintf(out, "%s\n", b->w->cases[i].name);
		for (size_t k = 0; k < b->cases[i].nlaunches; k++)
			put_launch(out, s, b->cases[i].launches + k);
		if ((s->run[SPLIT_BLOCKS] && s->run[SPLIT_BLOCKS]->cases[i].selected) ||
		    (s->run[SPLIT_LAUNCHES] && s->run[SPLIT_LAUNCHES]->cases[i].selected)) {
			fprintf(out, "    %-25s", "");
			if (timed)
				fprintf(out, " %14s %6s", "cycles", "gain");
			fprintf(out, " %16s %6s  outputs\n    %-25s", "warp inst", "active", "as it is");
			put_numbers(out, b->cases + i, b->cases + i, timed);
			putc('\n', out);
			for (int way = 0; way < SPLIT_WAYS; way++)
				put_way(out, s, i, way, timed);
		}
		putc('\n', out);
	}
}
