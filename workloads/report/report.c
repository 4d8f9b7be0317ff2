#include "workloads/report/report-text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/csvfile.h"
#include "workloads/report/keys.h"

const char *
report_status(enum simt_status status, bool started)
{
	switch (status) {
	case SIMT_OK:
		return started ? "ok" : "not run";
	case SIMT_MISMATCH:
		return "mismatch";
	case SIMT_FAULT:
		return started ? "fault" : "not run";
	case SIMT_LIMIT:
		return started ? "limit" : "not run";
	case SIMT_INTERRUPTED:
		return started ? "interrupted" : "not run";
	default:
		return "bad input";
	}
}

/* ---- CSV ---- */
static const char *
machine_value(const void *arg, const char *name)
{
	return simt_machine_get(arg, name);
}

static struct keys
keys_of(const struct report *r)
{
	return (struct keys){.w = r->run->w,
			     .source = r->source,
			     .run = r->run_name,
			     .machine = r->machine,
			     .swept = r->swept,
			     .nswept = r->nswept,
			     .swept_value = machine_value,
			     .no_params = r->no_params,
			     .arg = r->run->machine};
}

void
report_header(const struct report *r, FILE *out, const char *rest)
{
	struct keys k = keys_of(r);

	keys_header(&k, out, rest);
}

struct text
report_keys(const struct report *r, const struct workload_case *c, const struct run_launch *l)
{
	struct keys k = keys_of(r);
	struct text t = {.s = NULL};
	FILE *out = must(open_memstream(&t.s, &t.n));

	keys_put(&k, out, c, l ? l->launch : SIZE_MAX, l ? l->id : 0);
	fclose(out);
	must(t.s);
	t.room = t.n;
	return t;
}

double
report_speedup(const struct report *r, size_t i)
{
	int before = r->run->w->cases[i].before;
	const struct run_case *c = &r->run->cases[i], *b = before < 0 ? NULL : &r->run->cases[before];
	const struct run_case *both[] = {c, b};

	for (int k = 0; k < 2; k++)
		if (!both[k] || !both[k]->started || !both[k]->cycles ||
		    (both[k]->status != SIMT_OK && both[k]->status != SIMT_MISMATCH))
			return 0;
	return (double)b->cycles / (double)c->cycles;
}

struct interval
report_interval(const struct report *r, size_t i, const struct run_launch *l)
{
	struct value v[VALUES_MAX];
	struct interval interval = {.high = 0};

	if (r->values.intervals && l->status == SIMT_OK && r->run->o.mode == SIMT_CYCLE && !run_launch_stats(l).sampled.passed)
		values_interval(&r->values, v, report_values(r, i, l, v), &interval);
	return interval;
}

/* Whether a case is one launch that came to its end in detail. */
static bool
is_single(const struct run_case *c)
{
	return c->nlaunches == 1 && c->launches[0].status == SIMT_OK && !c->sampled.passed;
}

struct interval
report_speedup_interval(const struct report *r, size_t i)
{
	const int before = r->run->w->cases[i].before;
	struct interval change;

	if (!r->values.intervals || !(report_speedup(r, i) > 0) || !is_single(r->run->cases + i) ||
	    !is_single(r->run->cases + before))
		return (struct interval){.high = 0};
	change = intervals_change(r->values.intervals, (double)r->run->cases[before].cycles, (double)r->run->cases[i].cycles);
	/* the speed-up is the change of time, upside down */
	return (struct interval){report_speedup(r, i) / change.high, report_speedup(r, i) / change.low, change.distance};
}

size_t
report_values(const struct report *r, size_t i, const struct run_launch *l, struct value *v)
{
	const struct run_case *c = &r->run->cases[i];
	struct simt_launch_stats s;

	if (l ? !l->started : !c->started)
		return 0;
	if (l)
		s = run_launch_stats(l);
	return values_list(
		&r->values,
		&(struct values_of){.count = l ? s.v : c->v,
				    .stall = l ? s.stall : c->stall,
				    .launch = l ? &s : NULL,
				    .bound = l && l->bound ? bound_cycles(l->bound) : 0,
				    .sampled = l ? s.sampled : c->sampled,
				    .timed = r->run->o.mode == SIMT_CYCLE,
				    .speedup = l ? 0 : report_speedup(r, i),
				    .whole = l && l->status == SIMT_OK && !s.sampled.passed,
				    .speedup_interval = l ? (struct interval){.high = 0} : report_speedup_interval(r, i)},
		v);
}

static void
put_metrics(const struct report *r, FILE *out, size_t i, const struct run_launch *l)
{
	const struct workload_case *c = &r->run->w->cases[i];
	const struct run_case *rc = &r->run->cases[i];
	const char *status = l ? report_status(l->status, l->started) : report_status(rc->status, rc->started);
	struct value v[VALUES_MAX];
	size_t n = report_values(r, i, l, v);
	struct text keys = report_keys(r, c, l), row = {.s = NULL};

	if (!n)
		fprintf(out, "%.*s%s,%s,,%s\n", (int)keys.n, keys.s, simt_stat_info[SIMT_STAT_cycles].metric,
			simt_stat_info[SIMT_STAT_cycles].unit, status);
	for (size_t k = 0; k < n; k++) {
		text_bytes(&row, keys.s, keys.n);
		text_put(&row, v[k].metric);
		text_put(&row, ",");
		text_put(&row, v[k].unit);
		text_put(&row, ",");
		if (v[k].whole)
			text_count(&row, v[k].n);
		else
			text_decimals(&row, v[k].x, v[k].decimals);
		text_put(&row, ",");
		text_put(&row, status);
		text_put(&row, "\n");
	}
	if (n)
		fwrite(row.s, 1, row.n, out);
	text_free(&row);
	text_free(&keys);
}

static void
csv_head(const struct report *r, FILE *out)
{
	report_header(r, out, "metric,unit,value,status");
}

static void
csv_case(const struct report *r, FILE *out, size_t i, bool first)
{
	const struct run_case *c = &r->run->cases[i];

	(void)first;
	put_metrics(r, out, i, NULL);
	for (size_t k = 0; k < c->nlaunches; k++)
		put_metrics(r, out, i, &c->launches[k]);
}

void
report_csv_tail(const struct report *r, FILE *out, bool none)
{
	(void)none;
	if (r->incomplete)
		fprintf(out, "# incomplete: %s\n", r->incomplete);
}

const struct report_form report_csv = {csv_head, csv_case, report_csv_tail};

/* ---- CSV of instructions ---- */
static void
put_pcs(const struct report *r, FILE *out, size_t i, const struct run_launch *l)
{
	const struct simt_function *f = r->run->function[l->launch];
	struct text keys = report_keys(r, &r->run->w->cases[i], l);
	char sass[512];

	for (size_t k = 0; l->pc && k < l->npc; k++) {
		const struct simt_pc_stats *pc = &l->pc[k];
		const char *file = "";
		unsigned line = 0;

		if (!simt_function_sass(f, k, sass, sizeof sass))
			break;
		fwrite(keys.s, 1, keys.n, out);
		fprintf(out, "0x%04zx,", k * 16);
		csvfile_put(out, sass);
		putc(',', out);
		if (simt_function_line(f, k, &file, &line)) {
			csvfile_put(out, file);
			fprintf(out, ",%u", line);
		} else {
			putc(',', out);
		}
		fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, pc->inst_executed, pc->thread_inst_executed,
			pc->thread_inst_executed_true, pc->inst_partial);
		for (int s = 0; l->states && s < SIMT_STALLS; s++)
			fprintf(out, ",%" PRIu64, l->states[k][s]);
		putc('\n', out);
	}
	text_free(&keys);
}

static void
pcs_head(const struct report *r, FILE *out)
{
	char head[1024] = "pc,sass,file,line,inst_executed,thread_inst_executed,thread_inst_executed_true,inst_partial";
	size_t n = strlen(head);

	for (int k = 0; r->run->o.mode == SIMT_CYCLE && k < SIMT_STALLS; k++)
		n += (size_t)snprintf(head + n, sizeof head - n, ",%s", simt_stall_name[k]);
	report_header(r, out, head);
}

static void
pcs_case(const struct report *r, FILE *out, size_t i, bool first)
{
	(void)first;
	/* a launch that was interrupted has counts up to there, which would look like all */
	for (size_t k = 0; k < r->run->cases[i].nlaunches; k++)
		if (r->run->cases[i].launches[k].status != SIMT_INTERRUPTED)
			put_pcs(r, out, i, &r->run->cases[i].launches[k]);
}

const struct report_form report_per_pc = {pcs_head, pcs_case, report_csv_tail};
