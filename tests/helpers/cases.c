#include "tests/helpers/cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers/source.h"

uint32_t *
cases_first(const struct checked *x, const struct workload_case *c, const char *name, uint64_t *n)
{
	const int i = workload_find_buffer(c, name, strlen(name));
	struct simt_error e = {.status = SIMT_OK};
	const struct workload_buffer *b;
	uint32_t *v;

	assert_true(i >= 0);
	b = c->buffers + i;
	v = calloc(b->count, sizeof *v);
	assert_non_null(v);
	if (!generator_fill(&b->init, b->type, x->w->folder, v, b->count, &e))
		fail_msg("%s", e.text);
	*n = b->count;
	return v;
}

uint32_t
cases_scalar(const struct workload_launch *l, const char *name)
{
	uint32_t v = 0;

	for (size_t i = 0; i < l->nargs; i++)
		if (l->args[i].kind == ARG_VALUE && l->args[i].name && !strcmp(l->args[i].name, name)) {
			assert_int_equal(l->args[i].bytes, sizeof v);
			memcpy(&v, l->args[i].value, sizeof v);
			return v;
		}
	fail_msg("no argument %s", name);
	return 0;
}

void
cases_compare(struct checked *x, const struct workload_case *c, const struct workload_buffer *b, const void *data,
	      const uint32_t *want)
{
	const uint32_t *is = data;

	x->buffers++;
	for (uint64_t i = 0; i < b->count; i++)
		if (is[i] != want[i]) {
			print_error("%s, %s[%" PRIu64 "]: %" PRIu32 ", not %" PRIu32 "\n", c->name, b->name, i, is[i], want[i]);
			x->failures++;
			return;
		}
}

static void
message(void *arg, const struct simt_error *e)
{
	struct checked *x = arg;

	snprintf(x->said, sizeof x->said, "%.1000s", e->text);
}

enum simt_status
cases_run(struct checked *x, const struct cases *cases)
{
	const struct run_options o = {
		.mode = cases->mode, .arg = x, .message = message, .contents = cases->contents, .max_cycles = cases->max_cycles};
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load(cases->machine ? cases->machine : "h200", &e);
	enum simt_status status;
	char path[1024];
	struct run *r;

	source_path(path, sizeof path, "%s", cases->path);
	x->w = cases->text ? workload_parse(cases->text, strlen(cases->text), path, NULL, &e) : workload_read(path, NULL, &e);
	if (!m || !x->w)
		fail_msg("%s", e.text);
	for (const char *const *s = cases->set; s && *s; s++)
		if (!simt_machine_set(m, *s, &e))
			fail_msg("%s", e.text);
	r = run_create(x->w, m, NULL, &o, &e);
	if (!r)
		fail_msg("%s", e.text);
	status = run_all(r);
	x->cycles = r->cases[0].v[SIMT_STAT_cycles];
	run_free(r);
	workload_free(x->w);
	simt_machine_free(m);
	return status;
}

void
cases_hold(const struct cases *cases, unsigned buffers)
{
	struct checked x = {.failures = 0};

	if (cases_run(&x, cases) != SIMT_OK)
		fail_msg("%s", x.said);
	assert_int_equal(x.failures, 0);
	assert_int_equal(x.buffers, buffers);
}
