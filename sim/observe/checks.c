/* checks.c: the findings of the checks. */
#include "sim/observe/checks.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/simulate.h"

/* ---- findings ---- */

static bool
is_same(const struct finding *x, const struct simt_function *f, enum finding_kind kind, uint32_t pc, uint32_t other)
{
	return x->pc == pc && x->other == other && x->kind == kind && x->f == f;
}

struct finding *
checks_note(struct checks *c, const struct simt_function *f, enum finding_kind kind, uint32_t pc, uint32_t other)
{
	/* mostly the one of last time */
	if (c->last < c->n && is_same(c->finding + c->last, f, kind, pc, other)) {
		c->finding[c->last].count++;
		return NULL;
	}
	for (size_t i = 0; i < c->n; i++)
		if (is_same(c->finding + i, f, kind, pc, other)) {
			c->finding[i].count++;
			c->last = i;
			return NULL;
		}
	if (c->n == CHECKS_FINDINGS) {
		c->beyond++;
		return NULL;
	}
	c->last = c->n;
	c->finding[c->n] = (struct finding){.f = f, .kind = kind, .pc = pc, .other = other, .count = 1};
	return c->finding + c->n++;
}

void
finding_say(struct finding *x, enum simt_status status, const struct simt_tap_warp *at, uint32_t thread, const char *format, ...)
{
	char what[600], where[PLACE_BYTES], block[THREAD_BYTES], lane[THREAD_BYTES];
	va_list ap;

	va_start(ap, format);
	vsnprintf(what, sizeof what, format, ap);
	va_end(ap);
	x->launch = at->launch;
	simt_fail(&x->e, SIMT_FAULT, "kernel %.160s, %s, block %s, thread %s: %s", x->f->kernel->symbol,
		  explain_place(x->f, at->pc, where), explain_block(at->launch, at->block, block),
		  explain_thread(at->launch, thread, lane), what);
	x->e.status = status;
}

uint64_t
checks_block(const struct simt_launch *l, uint64_t block)
{
	return (uint64_t)l->state.number << 40 | block;
}

/* Tells the new findings of a launch. */
static void
on_launch_end(void *arg, const struct simt_tap_launch *ended)
{
	const struct simt_launch *l = ended->launch;
	struct checks *c = arg;

	for (size_t i = 0; i < c->n; i++) {
		struct finding *x = c->finding + i;
		size_t used = strlen(x->e.text);

		if (x->told || x->launch != l)
			continue;
		x->told = true;
		if (x->count > 1)
			snprintf(x->e.text + used, sizeof x->e.text - used, " (%" PRIu64 " times)", x->count);
		c->tell(c->arg, l, &x->e);
	}
	if (c->beyond) {
		struct simt_error e = {.status = SIMT_OK};

		simt_fail(&e, SIMT_FAULT, "kernel %.160s: findings at other places, %" PRIu64 " times, beyond the %d that are told",
			  l->state.f->kernel->symbol, c->beyond, CHECKS_FINDINGS);
		c->beyond = 0;
		c->tell(c->arg, l, &e);
	}
}

/* ---- the course of a run ---- */

static void
on_host(void *arg, const struct simt_tap_host *x)
{
	struct checks *c = arg;

	if (x->action == SIMT_TAP_HOST_RESET)
		c->n = c->last = c->beyond = 0;
}

bool
simt_set_checks(struct simt *s, unsigned checks, simt_finding *f, void *arg, struct simt_error *e)
{
	struct checks *c;
	struct simt_tap tap = {.host = on_host, .launch_end = on_launch_end};
	bool ok;

	checks_free(s->checks);
	s->checks = NULL;
	if (!checks)
		return true;
	c = s->checks = calloc(1, sizeof *c);
	if (!c)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	*c = (struct checks){.s = s, .tell = f, .arg = arg};
	c->finding = calloc(CHECKS_FINDINGS, sizeof *c->finding);
	tap.arg = c;
	ok = (c->finding || simt_fail(e, SIMT_BAD_INPUT, "not enough memory")) && simt_add_tap(s, &tap, e);
	ok = ok && (!(checks & SIMT_CHECK_INIT) || check_init_start(c, e));
	ok = ok && (!(checks & SIMT_CHECK_RACES) || races_start(c, e));
	ok = ok && (!(checks & SIMT_CHECK_BARRIERS) || barriers_start(c, e));
	return ok && (!(checks & SIMT_CHECK_HAZARDS) || hazards_start(c, e));
}

void
checks_free(struct checks *c)
{
	if (!c)
		return;
	simt_remove_tap(c->s, c);
	if (c->init)
		simt_remove_tap(c->s, c->init);
	if (c->races)
		simt_remove_tap(c->s, c->races);
	if (c->barriers)
		simt_remove_tap(c->s, c->barriers);
	if (c->hazards)
		simt_remove_tap(c->s, c->hazards);
	check_init_end(c->init);
	races_end(c->races);
	barriers_end(c->barriers);
	hazards_end(c->hazards);
	free(c->finding);
	free(c);
}
