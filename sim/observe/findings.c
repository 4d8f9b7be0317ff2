/* findings.c: what the checks of the simulated program have found. See findings.h. */
#include "sim/observe/findings.h"

#include <stdarg.h>
#include <stdio.h>

#include "sim/observe/checks.h"
#include "sim/observe/explain.h"
#include "sim/runtime/context.h"

static bool
is_same_finding(const struct finding *x, const struct simt_function *f, enum finding_kind kind, uint32_t pc, uint32_t other)
{
	return x->pc == pc && x->other == other && x->kind == kind && x->f == f;
}

struct finding *
findings_note(struct checks *c, const struct simt_function *f, enum finding_kind kind, uint32_t pc, uint32_t other)
{
	/* mostly the one of last time */
	if (c->last < c->n && is_same_finding(c->finding + c->last, f, kind, pc, other)) {
		c->finding[c->last].count++;
		return NULL;
	}
	for (size_t i = 0; i < c->n; i++)
		if (is_same_finding(c->finding + i, f, kind, pc, other)) {
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
findings_say(struct finding *x, enum simt_status status, const struct simt_tap_warp *at, uint32_t thread, const char *format, ...)
{
	char what[600], where[PLACE_BYTES], block[THREAD_BYTES], lane[THREAD_BYTES];
	va_list ap;

	va_start(ap, format);
	vsnprintf(what, sizeof what, format, ap);
	va_end(ap);
	x->launch = at->launch;
	simt_fail(&x->e, SIMT_FAULT, "kernel %.160s, %s, block %s, thread %s: %s", x->f->kernel->name,
		  explain_place(x->f, at->pc, where), explain_block(at->launch, at->block, block),
		  explain_thread(at->launch, thread, lane), what);
	x->e.status = status;
}

uint64_t
findings_block(const struct simt_launch *l, uint64_t block)
{
	return (uint64_t)l->state.number << 40 | block;
}
