#include "validate/gpu/measured.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"

/* ---- provenance ---- */
static void
put_word(FILE *out, const char *word)
{
	bool plain = *word && !strpbrk(word, " \t\n'\"\\$*?[]|&;<>()`!#~");

	fprintf(out, plain ? " %s" : " '%s'", word);
}

void
measured_provenance(const struct measured *m, FILE *out)
{
	const struct replay *r = m->replay;
	const struct device *d = r->device;
	const char *slash = strrchr(m->argv[0], '/');
	const char *profiler = m->profiler && *m->profiler ? m->profiler : NULL;

	fprintf(out, "# %s, %s, compute capability %d.%d, %d SMs, L2 %d KiB\n", d->name, *d->uuid ? d->uuid : "no UUID", d->major,
		d->minor, d->sms, d->l2_bytes / 1024);
	fprintf(out, "# driver %s, CUDA %d.%d", *d->driver_version ? d->driver_version : "unknown", d->cuda_version / 1000,
		d->cuda_version % 1000 / 10);
	if (d->sm_mhz)
		fprintf(out, "; clocks after the run: SM %u MHz (at most %u), memory %u MHz (at most %u)\n", d->sm_mhz,
			d->sm_max_mhz, d->memory_mhz, d->memory_max_mhz);
	else
		fprintf(out, "; clocks: SM at most %u MHz, memory at most %u MHz\n", d->sm_max_mhz, d->memory_max_mhz);
	fprintf(out, "# %s; simt-gpu %s%s%s:", m->date, m->version, profiler ? ", " : "", profiler ? profiler : "");
	put_word(out, slash ? slash + 1 : m->argv[0]);
	for (int i = 1; i < m->argc; i++)
		put_word(out, m->argv[i]);
	putc('\n', out);
	for (size_t i = 0; i < r->ncode; i++)
		fprintf(out, "# %s: %zu bytes, fnv1a64 %016" PRIx64 "\n", r->code[i]->path, r->code[i]->file_bytes,
			r->code[i]->fnv1a);
}

/* ---- results ---- */
static const char *
status_text(enum simt_status s, bool started)
{
	if (!started)
		return "not run";
	if (s == SIMT_INTERRUPTED)
		return "interrupted";
	return s == SIMT_OK ? "ok" : s == SIMT_MISMATCH ? "mismatch" : s == SIMT_FAULT ? "fault" : "bad input";
}

struct row {
	const struct measured *m;
	FILE *out;
	const struct workload_case *c;
	size_t launch; /* SIZE_MAX: the case */
	unsigned id;
	const char *status;
};

static void
put(const struct row *r, const char *metric, const char *unit, double value, int digits)
{
	keys_put(&r->m->keys, r->out, r->c, r->launch, r->id);
	fprintf(r->out, "%s,%s,%.*f,%s\n", metric, unit, digits, value, r->status);
}

static void
put_times(const struct row *r, const double *ns, unsigned n)
{
	double *v = malloc((n + 1) * sizeof *v), mid;

	if (!v)
		simt_no_memory();
	memcpy(v, ns, n * sizeof *v);
	mid = statistics_median(v, n);
	if (n && mid > 0) {
		put(r, "simt__event_time.median", "ns", mid, 0);
		put(r, "simt__event_time.min", "ns", v[0], 0);
		put(r, "simt__event_time.max", "ns", v[n - 1], 0);
		put(r, "simt__event_time.spread", "ratio", (v[n - 1] - v[0]) / mid, 4);
	}
	free(v);
}

static void
put_start(const struct row *r, const double *start, unsigned n)
{
	double *v = malloc((n + 1) * sizeof *v);

	if (!v)
		simt_no_memory();
	memcpy(v, start, n * sizeof *v);
	put(r, "simt__event_start.median", "ns", statistics_median(v, n), 0);
	free(v);
}

static void
put_counters(const struct row *r, const double *value, const bool *counted)
{
	for (int k = 0; k < METRICS; k++)
		if (counted[k])
			put(r, metric_info[k].name, metric_info[k].unit, value[k], metric_info[k].digits);
	if (counted[METRIC_inst_executed] && counted[METRIC_thread_inst_executed] && value[METRIC_inst_executed] > 0)
		put(r, "smsp__thread_inst_executed_per_inst_executed.ratio", "ratio",
		    value[METRIC_thread_inst_executed] / value[METRIC_inst_executed], 6);
}

/* Writes sums over the launches of a case. Values that cannot be summed (times of launches that ran alone) are only there for cases of
 * one launch. */
static void
put_case_counters(const struct row *r, const struct replay_case *rc)
{
	double value[METRICS] = {0};
	bool counted[METRICS];

	for (int k = 0; k < METRICS; k++) {
		counted[k] = rc->nlaunches == 1 || metric_info[k].sums;
		for (size_t i = 0; i < rc->nlaunches; i++) {
			value[k] += rc->launches[i].value[k];
			counted[k] = counted[k] && rc->launches[i].counted[k];
		}
	}
	put_counters(r, value, counted);
}

static double
case_time(const struct replay *r, size_t i)
{
	unsigned n = r->o.repeat;
	double v[1024], mid = 0;

	if (r->selected[i] && r->cases[i].started && (r->cases[i].status == SIMT_OK || r->cases[i].status == SIMT_MISMATCH)) {
		n = n < 1024 ? n : 1024;
		memcpy(v, r->cases[i].ns, n * sizeof *v);
		mid = statistics_median(v, n);
	}
	return mid;
}

/* Cold cycles of a case of one launch; 0 where there are none, or where launches could have overlapped. */
static double
case_cycles(const struct replay *r, size_t i)
{
	const struct replay_case *c = &r->cases[i];

	return r->selected[i] && c->nlaunches == 1 && c->launches[0].counted[METRIC_cycles] ? c->launches[0].value[METRIC_cycles]
											    : 0;
}

static void
put_speedups(const struct row *r, size_t before, size_t i)
{
	const struct replay *p = r->m->replay;

	if (case_time(p, before) > 0 && case_time(p, i) > 0)
		put(r, "simt__event_time.speedup", "ratio", case_time(p, before) / case_time(p, i), 6);
	if (case_cycles(p, before) > 0 && case_cycles(p, i) > 0)
		put(r, "speedup", "ratio", case_cycles(p, before) / case_cycles(p, i), 6);
}

static bool
measured_at_all(const struct replay_case *c)
{
	return c->started && (c->status == SIMT_OK || c->status == SIMT_MISMATCH);
}

void
measured_csv(const struct measured *m, FILE *out)
{
	const struct replay *r = m->replay;

	measured_provenance(m, out);
	keys_header(&m->keys, out, "metric,unit,value,status");
	for (size_t i = 0; i < r->w->ncases; i++) {
		const struct replay_case *rc = &r->cases[i];
		struct row row = {.m = m, .out = out, .c = &r->w->cases[i], .launch = SIZE_MAX};
		int before = row.c->before;

		if (!r->selected[i])
			continue;
		row.status = status_text(rc->status, rc->started);
		if (!measured_at_all(rc)) {
			keys_put(&m->keys, out, row.c, SIZE_MAX, 0);
			fprintf(out, "simt__event_time.median,ns,,%s\n", row.status);
			continue;
		}
		put_times(&row, rc->ns, r->o.repeat);
		put_case_counters(&row, rc);
		if (before >= 0)
			put_speedups(&row, (size_t)before, i);
		row.status = "ok";
		for (size_t k = 0; k < rc->nlaunches; k++) {
			row.launch = rc->launches[k].launch;
			row.id = rc->launches[k].id;
			put_times(&row, rc->launches[k].ns, r->o.repeat);
			if (rc->nlaunches > 1)
				put_start(&row, rc->launches[k].start, r->o.repeat);
			put_counters(&row, rc->launches[k].value, rc->launches[k].counted);
		}
	}
}
