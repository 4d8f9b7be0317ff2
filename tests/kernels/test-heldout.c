/* test-heldout.c: every element that the held-out kernels write, against references in plain C: the small sizes in cycle mode and in
 * functional mode, whose counts must be equal; the large ones in functional mode, with SIMT_LONG=1 in the environment (`make check-long`). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/kernels/heldout.h"
#include "workloads/runner/run.h"
#include "tests/helpers/source.h"

/* ---- a case ---- */
static struct heldout_buffer *
find(const struct heldout *x, const char *name)
{
	for (size_t i = 0; i < x->nbuffers; i++)
		if (!strcmp(x->buffer[i].name, name))
			return (struct heldout_buffer *)(uintptr_t)&x->buffer[i];
	fail_msg("no buffer %s", name);
	return NULL;
}

const void *
heldout_data(const struct heldout *x, const char *name)
{
	return find(x, name)->data;
}

static void *
zeros(uint64_t n, size_t size)
{
	void *p = calloc(n, size);

	assert_non_null(p);
	return p;
}

void *
heldout_want(struct heldout *x, const char *name)
{
	struct heldout_buffer *b = find(x, name);

	return b->want = zeros(b->count, b->size);
}

double *
heldout_slack(struct heldout *x, const char *name)
{
	struct heldout_buffer *b = find(x, name);

	return b->slack = zeros(b->count, sizeof(double));
}

/* ---- comparison ---- */
struct session {
	struct workload *w;
	struct heldout x; /* of the case that ends */
	size_t checked, elements;
	unsigned failures;
};

static bool
is_nan(const struct heldout_buffer *b, const void *at)
{
	if (!b->real)
		return false;
	return b->size == sizeof(float) ? isnan(*(const float *)at) : isnan(*(const double *)at);
}

static bool
equal(const struct heldout_buffer *b, uint64_t i)
{
	const char *have = (const char *)b->data + i * b->size, *want = (const char *)b->want + i * b->size;

	if (b->slack)
		return fabs((double)*(const float *)have - (double)*(const float *)want) <= b->slack[i];
	return !memcmp(have, want, b->size) || (is_nan(b, have) && is_nan(b, want));
}

static void
compare(struct session *s, const char *name, const struct heldout_buffer *b)
{
	for (uint64_t i = 0; i < b->count; i++)
		if (!equal(b, i)) {
			s->failures++;
			print_error("%s: %s[%" PRIu64 "] is not what the reference has\n", name, b->name, i);
			return;
		}
	s->elements += b->count;
}

static bool
refer(const struct heldout_reference *r, const char *kernel, struct heldout *x)
{
	for (; r->kernel; r++)
		if (!strcmp(r->kernel, kernel)) {
			r->fill(x);
			return true;
		}
	return false;
}

static void
check_case(struct session *s, const struct workload_case *c)
{
	const struct workload_launch *l = &s->w->launch[c->launches[0]];
	struct heldout *x = &s->x;
	bool any = false;

	x->n = case_param(s->w, c, "n");
	x->m = case_param(s->w, c, "m");
	x->blocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
	if (!refer(heldout_integer, l->cell[COLUMN_kernel], x) && !refer(heldout_real, l->cell[COLUMN_kernel], x))
		fail_msg("no reference for %s", c->name);
	for (size_t i = 0; i < x->nbuffers; i++)
		if (x->buffer[i].want) {
			compare(s, c->name, &x->buffer[i]);
			any = true;
		}
	if (!any)
		fail_msg("%s: the reference says nothing", c->name);
	s->checked++;
}

static void
contents(void *arg, const struct workload_case *c, const struct workload_buffer *b, const void *data)
{
	struct session *s = arg;
	struct heldout *x = &s->x;
	size_t bytes = (size_t)workload_buffer_bytes(b);

	assert_true(x->nbuffers < HELDOUT_BUFFERS);
	x->buffer[x->nbuffers] = (struct heldout_buffer){.name = b->name,
							 .data = zeros(1, bytes),
							 .count = b->count,
							 .size = element_info[b->type].bytes,
							 .real = element_info[b->type].real};
	memcpy(x->buffer[x->nbuffers++].data, data, bytes);
	if (x->nbuffers < c->nbuffers)
		return;
	check_case(s, c);
	while (x->nbuffers) {
		const struct heldout_buffer *old = &x->buffer[--x->nbuffers];

		free(old->data);
		free(old->want);
		free(old->slack);
	}
}

static void
message(void *arg, const struct simt_error *e)
{
	struct session *s = arg;

	s->failures++;
	print_error("%s\n", e->text);
}

/* ---- the runs ---- */
static bool
is_large(const struct workload_case *c)
{
	const char *dash = strrchr(c->name, '-');

	assert_non_null(dash);
	if (strcmp(dash, "-large") && strcmp(dash, "-small"))
		fail_msg("%s: neither small nor large", c->name);
	return !strcmp(dash, "-large");
}

static struct run *
run_some(struct session *s, const struct simt_machine *m, bool large, enum simt_mode mode)
{
	struct run_options o = {.mode = mode, .arg = s, .message = message, .contents = contents};
	struct simt_error e = {.status = SIMT_OK};
	bool *selected = zeros(s->w->ncases, sizeof *selected);
	struct run *r;

	for (size_t i = 0; i < s->w->ncases; i++)
		selected[i] = is_large(&s->w->cases[i]) == large;
	r = run_create(s->w, m, selected, &o, &e);
	if (!r)
		fail_msg("%s", e.text);
	assert_int_equal(run_all(r), SIMT_OK);
	free(selected);
	return r;
}

/* Threads of these do what the order of warps decides. */
static bool
depends_on_time(const char *name)
{
	return !strncmp(name, "hash_build-", 11) || !strncmp(name, "queue-", 6);
}

static struct session
begin(struct simt_machine **m)
{
	struct simt_error e = {.status = SIMT_OK};
	const char *root = getenv("srcdir");
	struct session s = {.w = NULL};
	char path[1024];

	snprintf(path, sizeof path, "%s/workloads/heldout/heldout.csv", root ? root : ".");
	s.w = workload_read(path, &(struct workload_options){.nlet = 0}, &e);
	*m = simt_machine_load("h200", &e);
	if (!s.w || !*m)
		fail_msg("%s", e.text);
	return s;
}

static void
end(struct session *s, struct simt_machine *m)
{
	workload_free(s->w);
	simt_machine_free(m);
	assert_int_equal(s->failures, 0);
}

static void
small(void **state)
{
	struct simt_machine *m;
	struct session s = begin(&m);
	struct run *a = run_some(&s, m, false, SIMT_CYCLE), *b = run_some(&s, m, false, SIMT_FUNCTIONAL);

	(void)state;
	for (size_t i = 0; i < s.w->ncases; i++)
		for (int k = 0; k < SIMT_STATS; k++)
			if (!simt_stat_info[k].timed && !depends_on_time(s.w->cases[i].name) &&
			    a->cases[i].v[k] != b->cases[i].v[k]) {
				s.failures++;
				print_error("%s: %s differs between the modes\n", s.w->cases[i].name, simt_stat_info[k].metric);
			}
	print_message("# %zu runs, %zu elements\n", s.checked, s.elements);
	assert_true(s.checked == s.w->ncases);
	run_free(a);
	run_free(b);
	end(&s, m);
}

static void
large(void **state)
{
	struct simt_machine *m;
	struct session s = begin(&m);

	(void)state;
	if (getenv("SIMT_LONG")) {
		run_free(run_some(&s, m, true, SIMT_FUNCTIONAL));
		print_message("# %zu runs, %zu elements\n", s.checked, s.elements);
		assert_true(2 * s.checked == s.w->ncases);
	}
	end(&s, m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(small), cmocka_unit_test(large)};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
