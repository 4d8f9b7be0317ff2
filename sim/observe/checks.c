/* checks.c: which checks run, and to whom they report findings. */
#include "sim/observe/checks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/context.h"

/* Reports the new findings of a launch. */
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

		simt_fail(&e, SIMT_FAULT,
			  "kernel %.160s: further findings at other places, %" PRIu64
			  " times in all; only the first %d are reported",
			  l->state.f->kernel->name, c->beyond, CHECKS_FINDINGS);
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
	ok = ok && (!(checks & SIMT_CHECK_RACES) || check_races_start(c, e));
	ok = ok && (!(checks & SIMT_CHECK_BARRIERS) || check_barriers_start(c, e));
	return ok && (!(checks & SIMT_CHECK_HAZARDS) || check_hazards_start(c, e));
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
	check_races_end(c->races);
	check_barriers_end(c->barriers);
	check_hazards_end(c->hazards);
	free(c->finding);
	free(c);
}
