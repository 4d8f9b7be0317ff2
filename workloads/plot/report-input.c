/* report-input.c: reads what a report is made from, and sees that it belongs together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "base/wholefile.h"
#include "workloads/plot/report-page.h"

/* ---- members of JSON ---- */

const char *
page_text(const json_t *object, const char *key)
{
	const char *s = json_string_value(json_object_get(object, key));

	return s ? s : "";
}

double
page_number(const json_t *object, const char *key)
{
	const json_t *x = json_object_get(object, key);

	return json_is_number(x) ? json_number_value(x) : NAN;
}

uint64_t
page_count(const json_t *object, const char *key)
{
	const json_int_t n = json_integer_value(json_object_get(object, key));

	return n > 0 ? (uint64_t)n : 0;
}

const json_t *
page_list(const json_t *object, const char *key)
{
	const json_t *list = json_object_get(object, key);

	return json_is_array(list) ? list : NULL;
}

double
page_metric(const json_t *launch, const char *metric)
{
	return page_number(json_object_get(json_object_get(launch, "metrics"), metric), "value");
}

uint64_t
page_sum(const json_t *object)
{
	uint64_t sum = 0;
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)object, key, value) sum += page_count(object, key);
	return sum;
}

const char *
page_largest(const json_t *object, uint64_t *most)
{
	const char *key, *largest = NULL;
	json_t *value;

	*most = 0;
	json_object_foreach((json_t *)(uintptr_t)object, key, value) if (page_count(object, key) > *most)
	{
		*most = page_count(object, key);
		largest = key;
	}
	return largest;
}

double
page_percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : NAN;
}

const struct page_result *
page_shown(const struct page *p)
{
	return p->nresults ? p->result + p->nresults - 1 : NULL;
}

const char *
page_state_meaning(const char *state)
{
	static const struct {
		const char *name, *meaning;
	} states[] = {
#define STALL(name, meaning) {#name, meaning},
#include "sim/runtime/stall.def"
#undef STALL
	};

	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if (!strcmp(states[i].name, state))
			return states[i].meaning;
	return "";
}

/* ---- files ---- */

static bool
is_recording(const char *path)
{
	char first[sizeof RECORD_MARK] = "";
	FILE *f = fopen(path, "re");
	const bool is = f && fread(first, 1, sizeof RECORD_MARK - 1, f) == sizeof RECORD_MARK - 1 && !strcmp(first, RECORD_MARK);

	if (f)
		fclose(f);
	return is;
}

static bool
take_recording(struct page *p, const char *path, struct simt_error *e)
{
	if (p->recording)
		return simt_fail(e, SIMT_USAGE, "%s and %s are both recordings, and a report shows one", p->recording_name, path);
	p->recording_name = path;
	p->recording = recording_read(path, e);
	return p->recording;
}

/* Takes `all`, a result of simt-why. */
static bool
take_why(struct page *p, const char *path, json_t *all, struct simt_error *e)
{
	if (p->why) {
		json_decref(all);
		return simt_fail(e, SIMT_USAGE, "%s and %s are both results of simt-why, and a report shows one", p->why_name,
				 path);
	}
	p->why_name = path;
	p->why = all;
	return page_list(all, "launches") || simt_fail(e, SIMT_BAD_INPUT, "%s: there is no list 'launches'", path);
}

/* Takes `all`, which is in `data`. */
static bool
take_result(struct page *p, const char *path, const char *data, size_t bytes, json_t *all, struct simt_error *e)
{
	struct page_result *x = p->result + p->nresults;
	const json_t *cases = page_list(all, "cases");
	size_t n = 0;

	if (p->nresults == 2) {
		json_decref(all);
		return simt_fail(e, SIMT_USAGE, "%s is a third result of simt-sim, and a report shows one, or two side by side",
				 path);
	}
	x->name = path;
	x->all = all;
	p->nresults++;
	if (!(x->r = result_parse(data, bytes, path, e)))
		return false;
	if (!x->r->n)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: there is no launch in it%s%s", path, x->r->incomplete ? ": " : "",
				 x->r->incomplete ? x->r->incomplete : "");
	x->launch = zeroed(x->r->n, sizeof *x->launch);
	x->of_case = zeroed(x->r->n, sizeof *x->of_case);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *of_case = json_array_get(cases, i), *launches = json_object_get(of_case, "launches");

		for (size_t k = 0; k < json_array_size(launches); k++) {
			x->launch[n] = json_array_get(launches, k);
			x->of_case[n++] = of_case;
		}
	}
	return true;
}

static bool
take_json(struct page *p, const char *path, const char *data, size_t bytes, struct simt_error *e)
{
	json_error_t why;
	json_t *all = json_loadb(data, bytes, 0, &why);

	if (!all)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "%s:%d:%d: this is no result of simt-sim --json or simt-why --json, and no recording: %s", path,
				 why.line, why.column, why.text);
	if (!strcmp(page_text(all, "source"), "simt-why"))
		return take_why(p, path, all, e);
	if (page_list(all, "cases"))
		return take_result(p, path, data, bytes, all, e);
	json_decref(all);
	return simt_fail(e, SIMT_BAD_INPUT,
			 "%s: this is no result of simt-sim --json or simt-why --json, and no recording: it has no list 'cases'",
			 path);
}

static bool
take_file(struct page *p, const char *path, struct simt_error *e)
{
	unsigned char *data;
	size_t bytes;
	bool ok;

	if (is_recording(path))
		return take_recording(p, path, e);
	data = wholefile_read(path, WHOLEFILE_BYTES_MAX, &bytes, e);
	ok = data && take_json(p, path, (const char *)data, bytes, e);
	free(data);
	return ok;
}

/* ---- what belongs together ---- */

/* The launch of a result of simt-why or of a recording; SIZE_MAX: there is none. */
static size_t
find(const struct page *p, const char *of_case, const char *name, uint64_t id)
{
	for (size_t i = 0; i < p->nlaunches; i++)
		if (!strcmp(page_text(p->launch[i].of_case, "case"), of_case) &&
		    !strcmp(page_text(p->launch[i].launch, "launch"), name) &&
		    (id == UINT64_MAX || page_count(p->launch[i].launch, "id") == id))
			return i;
	return SIZE_MAX;
}

/* Verdicts of simt-why take the place of those of the result. */
static bool
join_why(struct page *p, struct simt_error *e)
{
	const json_t *list = page_list(p->why, "launches");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *x = json_array_get(list, i);
		const char *of_case = page_text(x, "case"), *name = page_text(x, "launch");
		const size_t at = find(p, of_case, name, page_count(x, "id"));
		const double there = page_number(x, "cycles");
		double here;

		if (at == SIZE_MAX)
			return simt_fail(e, SIMT_BAD_INPUT,
					 "%s: launch '%.100s' of case '%.100s' is not in %s; give results of the same run",
					 p->why_name, name, of_case, page_shown(p)->name);
		here = page_metric(p->launch[at].launch, "sm__cycles_elapsed.max");
		if (isfinite(here) && isfinite(there) && here != there)
			return simt_fail(
				e, SIMT_BAD_INPUT,
				"%s: launch '%.100s' of case '%.100s' takes %.0f cycles there, and %.0f in %s; give results of "
				"the same run",
				p->why_name, name, of_case, there, here, page_shown(p)->name);
		if (!json_object_get(x, "verdict"))
			continue;
		p->launch[at].verdict = x;
		for (size_t k = 0; k < json_array_size(page_list(x, "limits")); k++)
			p->launch[at].tried =
				p->launch[at].tried || json_object_get(json_array_get(page_list(x, "limits"), k), "gain");
	}
	return true;
}

static bool
same_dimension(const json_t *list, const uint32_t d[3])
{
	for (size_t k = 0; k < 3; k++)
		if (json_integer_value(json_array_get(list, k)) != (json_int_t)d[k])
			return false;
	return true;
}

/* The recording is one of the run that is shown. */
static bool
join_recording(const struct page *p, struct simt_error *e)
{
	const struct recording *r = p->recording;

	for (size_t i = 0; i < r->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nlaunches; k++) {
			const struct recording_launch *x = r->cases[i].launch + k;
			const size_t at = find(p, r->cases[i].name, x->name, UINT64_MAX);
			const json_t *l = at < SIZE_MAX ? p->launch[at].launch : NULL;
			const double start = page_metric(l, "simt__launch_start.cycle"),
				     end = page_metric(l, "simt__launch_end.cycle");

			if (!l || !same_dimension(json_object_get(l, "grid"), x->grid) ||
			    !same_dimension(json_object_get(l, "block"), x->block))
				return simt_fail(
					e, SIMT_BAD_INPUT,
					"%s: launch '%.100s' of case '%.100s' is not in %s with this grid and block; give the "
					"recording of the same run",
					p->recording_name, x->name, r->cases[i].name, page_shown(p)->name);
			if (x->ended && isfinite(start) && isfinite(end) && r->cases[i].nlaunches == 1 &&
			    (double)(x->end - x->start) != end - start)
				return simt_fail(
					e, SIMT_BAD_INPUT,
					"%s: launch '%.100s' of case '%.100s' takes %.0f cycles there, and %.0f in %s; give the "
					"recording of the same run",
					p->recording_name, x->name, r->cases[i].name, (double)(x->end - x->start), end - start,
					page_shown(p)->name);
		}
	return true;
}

/* Both results are of one workload, or some kernel or case of them has the same name. */
static bool
join_results(struct page *p, struct simt_error *e)
{
	const struct page_result *a = p->result, *b = p->result + 1;
	const json_t *inputs = json_object_get(a->all, "inputs");
	const char *one = page_text(a->all, "workload"), *other = page_text(b->all, "workload");
	bool alike = *one && !strcmp(path_base(one), path_base(other));

	/* source files that may have changed since are no text of the first one */
	p->none = sources_new(NULL, 0);
	p->d = differences_of(a->r,
			      json_equal((json_t *)(uintptr_t)inputs, json_object_get(b->all, "inputs")) ? p->sources : p->none,
			      b->r, p->sources);
	for (size_t i = 0; i < p->d->n; i++)
		alike = alike || p->d->launch[i].by < MATCH_POSITION;
	if (!alike || !p->d->n)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "%s and %s are results of different workloads: no case and no kernel of them have the same name",
				 a->name, b->name);
	for (size_t i = 0; i < p->d->n; i++) {
		const struct launch_difference *d = p->d->launch + i;
		struct page_launch *l = p->launch + (d->after - b->r->launch);

		l->d = d;
		l->before = a->launch[d->before - a->r->launch];
	}
	return true;
}

static void
add_launches(struct page *p)
{
	const struct page_result *x = page_shown(p);

	p->nlaunches = x->r->n;
	p->launch = zeroed(x->r->n, sizeof *p->launch);
	for (size_t i = 0; i < x->r->n; i++)
		p->launch[i] = (struct page_launch){.of_case = x->of_case[i],
						    .launch = x->launch[i],
						    .verdict = json_object_get(x->launch[i], "verdict") ? x->launch[i] : NULL,
						    .index = i};
}

/* Source files are looked for in the folders that were given, then beside the workload. */
static void
find_sources(struct page *p)
{
	const struct page_result *x = page_shown(p);
	char *beside = path_folder(x ? page_text(x->all, "workload") : "");
	const char **folder = zeroed(p->wish->nfolders + 1, sizeof *folder);

	for (size_t i = 0; i < p->wish->nfolders; i++)
		folder[i] = p->wish->folder[i];
	folder[p->wish->nfolders] = beside;
	p->sources = sources_new(folder, p->wish->nfolders + 1);
	free(folder);
	free(beside);
}

/* Bytes that the code of a launch takes on the page, more or less. */
static size_t
code_bytes(const json_t *launch)
{
	return 400 * (json_array_size(page_list(launch, "instructions")) + 2 * json_array_size(page_list(launch, "lines")));
}

static int
by_cycles(const void *va, const void *vb)
{
	const struct page_launch *const *a = va, *const *b = vb;
	const double x = page_metric((*a)->launch, "sm__cycles_elapsed.max"),
		     y = page_metric((*b)->launch, "sm__cycles_elapsed.max");

	if (isfinite(x) != isfinite(y) || x > y || x < y)
		return isfinite(x) > isfinite(y) || x > y ? -1 : 1;
	return ((*a)->index > (*b)->index) - ((*a)->index < (*b)->index);
}

/* Those with most cycles are shown, and have their code on the page. */
static void
choose_shown(struct page *p)
{
	const struct page_launch **order = zeroed(p->nlaunches + 1, sizeof *order);
	size_t bytes = 0;

	for (size_t i = 0; i < p->nlaunches; i++)
		order[i] = p->launch + i;
	qsort(order, p->nlaunches, sizeof *order, by_cycles);
	for (size_t i = 0; i < p->nlaunches; i++) {
		struct page_launch *l = p->launch + order[i]->index;
		const size_t more = code_bytes(l->launch);

		l->shown = i < PAGE_LAUNCHES;
		l->code = l->shown && more && bytes + more <= PAGE_CODE_BYTES;
		bytes += l->code ? more : 0;
	}
	free(order);
}

static bool
join(struct page *p, struct simt_error *e)
{
	find_sources(p);
	if (!p->nresults)
		return p->recording ||
		       simt_fail(e, SIMT_USAGE,
				 "%s is a result of simt-why, which has no counts of instructions; give the result of "
				 "simt-sim --json --explain as well",
				 p->why_name);
	add_launches(p);
	choose_shown(p);
	return (p->nresults < 2 || join_results(p, e)) && (!p->why || join_why(p, e)) && (!p->recording || join_recording(p, e));
}

struct page *
page_read(const struct page_wish *wish, struct simt_error *e)
{
	struct page *p = zeroed(1, sizeof *p);
	bool ok = true;

	p->wish = wish;
	for (size_t i = 0; ok && i < wish->nfiles; i++)
		ok = take_file(p, wish->file[i], e);
	if (!ok || !join(p, e)) {
		page_free(p);
		return NULL;
	}
	return p;
}

const char *
page_machine_compared(const struct page *p)
{
	return p->d && !strcmp(p->d->before->machine, p->d->after->machine) ? p->d->after->machine : NULL;
}

void
page_judge(struct page *p, const struct intervals *t)
{
	differences_judge(p->d, t);
}

void
page_free(struct page *p)
{
	if (!p)
		return;
	differences_free(p->d);
	for (size_t i = 0; i < p->nresults; i++) {
		free(p->result[i].launch);
		free(p->result[i].of_case);
		result_free(p->result[i].r);
		json_decref(p->result[i].all);
	}
	json_decref(p->why);
	recording_free(p->recording);
	sources_free(p->sources);
	sources_free(p->none);
	free(p->launch);
	free(p);
}
