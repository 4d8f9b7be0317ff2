/* report-bound.c: prints what each launch cannot be faster than, the largest limit first. */
#include "workloads/report/report-text.h"

enum { TITLE = 20, NUMBER = 14 };

/* A limit, and its share of the cycles of the launch (0: it has none). */
static void
put_limit(FILE *out, const struct bound *b, enum bound_limit k, uint64_t cycles)
{
	char number[40], title[64];

	if (k == LIMIT_pipe)
		snprintf(title, sizeof title, "%s %s", bound_limit_info[k].title, b->pipe);
	else
		snprintf(title, sizeof title, "%s", bound_limit_info[k].title);
	fprintf(out, "      %-*s %*s", TITLE, title, NUMBER, report_grouped(b->limit[k], number, sizeof number));
	if (cycles)
		fprintf(out, " %5.1f %%", 100 * (double)b->limit[k] / (double)cycles);
	putc('\n', out);
}

static void
put_bound(FILE *out, const struct bound *b, uint64_t cycles)
{
	bool told[LIMITS] = {false};
	char number[40], of[40];

	fprintf(out, "    at least %s cycles", report_grouped(bound_cycles(b), number, sizeof number));
	if (cycles)
		fprintf(out, "; it took %s, %.2f times as many", report_grouped(cycles, of, sizeof of),
			(double)cycles / (double)bound_cycles(b));
	putc('\n', out);
	for (unsigned n = 0; n < LIMITS; n++) {
		unsigned next = LIMITS;

		for (unsigned k = 0; k < LIMITS; k++)
			if (!told[k] && (next == LIMITS || b->limit[k] > b->limit[next]))
				next = k;
		told[next] = true;
		put_limit(out, b, (enum bound_limit)next, cycles);
	}
}

void
report_bound(const struct report *r, FILE *out)
{
	const struct run *run = r->run;

	for (size_t i = 0; i < run->w->ncases; i++)
		for (size_t k = 0; k < run->cases[i].nlaunches; k++) {
			const struct run_launch *l = &run->cases[i].launches[k];
			const struct simt_launch_stats s = run_launch_stats(l);

			report_title(run, out, i, l);
			if (l->bound)
				put_bound(out, l->bound, s.timed ? s.v[SIMT_STAT_cycles] : 0);
			else
				fputs("    No bound is known: it did not come to its end.\n", out);
			putc('\n', out);
		}
}
