/* machine.c: machines, and checks of their parameters against each other. */
#include <stdlib.h>
#include <string.h>

#include "sim/machine/rules.h"

void
simt_machine_free(struct simt_machine *m)
{
	if (!m)
		return;
	for (int p = 0; p < MACHINE_PARAMS; p++)
		free(m->source[p]);
	for (size_t i = 0; i < m->nremarks; i++)
		free(m->remark[i]);
	free(m->remark);
	for (size_t i = 0; i < m->nnotes; i++)
		free(m->note[i]);
	free(m->note);
	free(m->name);
	free(m->path);
	free(m);
}

struct simt_machine *
simt_machine_copy(const struct simt_machine *m)
{
	struct simt_machine *c = malloc(sizeof *c);
	bool ok;

	if (!c)
		return NULL;
	*c = *m;
	c->remark = NULL;
	c->nremarks = 0;
	c->note = NULL;
	c->nnotes = 0;
	c->name = strdup(m->name);
	c->path = strdup(m->path);
	ok = c->name && c->path;
	for (int p = 0; p < MACHINE_PARAMS; p++) {
		c->source[p] = strdup(m->source[p]);
		ok = ok && c->source[p];
	}
	if (ok)
		return c;
	simt_machine_free(c);
	return NULL;
}

bool
machine_check(const struct simt_machine *m, struct simt_error *e)
{
	char text[400];

	return !rules_broken(m, RULE_REFUSED, 0, text, sizeof text) || simt_fail(e, SIMT_USAGE, "%s", text);
}

unsigned
machine_pipe_cycles(const struct simt_machine *m, unsigned rate, unsigned lanes)
{
	const unsigned width = 16 * m->pipes.banks, n = (lanes * m->pipes.share[rate] + width - 1) / width;

	return n ? n : 1;
}

unsigned
machine_pipe_latency(const struct simt_machine *m, enum isa_pipe p)
{
	return (unsigned)m->pipes.latency[p];
}
