#include "programs/again.h"

#include <stdlib.h>
#include <string.h>

#include "programs/common.h"
#include "workloads/runner/contents.h"

bool
again_take_split(struct again_wish *wish, const char *text, struct simt_error *e)
{
	struct split_wish *w = &wish->how;

	wish->split = true;
	w->npc = 0;
	for (const char *s = text; strcmp(text, "auto"); s++) {
		char *end;
		unsigned long pc = strtoul(s, &end, 16);

		if (strncmp(s, "0x", 2) || end == s + 2 || (*end && *end != ',') || pc % 16 || pc / 16 >= UINT32_MAX)
			return simt_fail(e, SIMT_USAGE, "--split %s: auto, or offsets of instructions such as 0x01a0,0x0200", text);
		if (w->npc == SIGNATURE_ROOTS)
			return simt_fail(e, SIMT_USAGE, "--split %s: at most %d instructions", text, SIGNATURE_ROOTS);
		for (size_t i = 0; i < w->npc; i++)
			if (w->pc[i] == pc / 16)
				return simt_fail(e, SIMT_USAGE, "--split %s: 0x%04lx is given twice", text, pc);
		w->pc[w->npc++] = (uint32_t)(pc / 16);
		s = end;
		if (!*s)
			break;
	}
	return true;
}

bool
again_take_launches(struct again_wish *w, const char *text, struct simt_error *e)
{
	return take_number("split-launches", text, 1, 64, &w->launches, e);
}

bool
again_take_order(struct again_wish *w, const char *text, struct simt_error *e)
{
	return take_word("split-order", text, (const char *const[]){"sorted", "dealt"}, &w->how.dealt, e);
}

void
again_settle(struct again_wish *w)
{
	w->how.launches = w->launches ? w->launches : heuristic_info[HEURISTIC_split_launches].value;
}

bool
again_wanted(const struct again_wish *w, enum simt_mode mode)
{
	return w->split || (w->advise && mode == SIMT_CYCLE);
}

void
again_begin(struct again *a, const struct workload *w, enum simt_mode mode)
{
	if (again_wanted(a->wish, mode))
		a->left = contents_new(w);
	a->trials = trials_new(w, a->left);
}

void
again_run(struct again *a, const struct run *run)
{
	/* for --advise alone it does not matter where it cannot be */
	if (a->left)
		a->split = split_run(run, &a->wish->how, a->left, &a->not_split);
}

static void
part(bool apart)
{
	if (apart)
		putchar('\n');
}

bool
again_advice(struct again *a, const struct report *r, bool apart)
{
	const bool tried = r->run->o.mode == SIMT_CYCLE;

	/* some kernels cannot run so */
	if (tried)
		trials_run(a->trials, r->run);
	if (simt_stopped(r->run->o.stop))
		return false;
	part(apart);
	report_advice(r, stdout, tried ? a->trials : NULL, tried ? a->split : NULL);
	return true;
}

enum simt_status
again_split(const struct again *a, bool apart)
{
	struct simt_error e = a->not_split;

	if (!a->split)
		return (enum simt_status)complain(&e);
	part(apart);
	report_split(a->split, stdout);
	if (a->wish->split_to && !split_write(a->split, a->wish->split_to, &e))
		return (enum simt_status)complain(&e);
	return a->split->status;
}

void
again_end(struct again *a)
{
	trials_free(a->trials);
	split_free(a->split);
	contents_free(a->left);
}
