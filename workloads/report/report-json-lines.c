/* report-json-lines.c: see report-json-lines.h. */
#include "workloads/report/report-json-lines.h"

#include "workloads/report/json-values.h"

enum { CODE_BYTES = 16 /* of an instruction */ };

void
report_json_memory(json_t *one, const struct simt_pc_memory *m)
{
	set(one, "sectors", count(m->sectors));
	set(one, "sectors_ideal", count(m->sectors_ideal));
	set(one, "wavefronts", count(m->wavefronts));
	set(one, "wavefronts_ideal", count(m->wavefronts_ideal));
}

json_t *
report_json_states(const uint64_t state[SIMT_STALLS])
{
	json_t *states = json_must(json_object());

	for (int k = 0; k < SIMT_STALLS; k++)
		set(states, simt_stall_name[k], count(state[k]));
	return states;
}

/* What lines and loops have in common. */
static void
put_counts(json_t *one, const struct source_line *s, const struct run_launch *l)
{
	json_t *pcs = json_must(json_array());

	set(one, "inst_executed", count(s->inst));
	set(one, "thread_inst_executed", count(s->thread_inst));
	set(one, "thread_inst_executed_true", count(s->thread_inst_true));
	set(one, "lane_slots_idle", count(s->idle));
	set(one, "lane_slots_guarded", count(s->thread_inst - s->thread_inst_true));
	if (l->roots) {
		json_t *lost = json_must(json_object());

		for (int k = 0; k < ROOT_KINDS; k++)
			set(lost, root_kind_name[k], count(s->lost[k]));
		set(one, "lane_slots_lost", lost);
	}
	if (l->states)
		set(one, "warp_cycles", report_json_states(s->state));
	if (l->memory)
		report_json_memory(one, &s->memory);
	for (size_t i = 0; i < s->npc; i++)
		append(pcs, count((uint64_t)CODE_BYTES * s->pc[i]));
	set(one, "pcs", pcs);
}

static json_t *
line(const struct source_line *s, const struct run_launch *l)
{
	json_t *one = json_must(json_object());

	if (s->file) {
		set(one, "file", text(s->file));
		set(one, "line", count(s->line));
	}
	put_counts(one, s, l);
	return one;
}

static json_t *
loop(const struct source_lines *all, const struct source_line *s, const struct run_launch *l)
{
	json_t *one = json_must(json_object());

	set(one, "head", count((uint64_t)CODE_BYTES * s->head));
	if (s->around != LINES_NONE)
		set(one, "around", count((uint64_t)CODE_BYTES * all->loop[s->around].head));
	if (s->file) {
		set(one, "file", text(s->file));
		set(one, "first_line", count(s->line));
		set(one, "last_line", count(s->last_line));
	}
	set(one, "rounds", count(s->rounds));
	put_counts(one, s, l);
	return one;
}

void
report_json_lines(json_t *launch, const struct run_launch *l, const struct simt_function *f, unsigned warp_size)
{
	struct source_lines *all = source_lines_of(l, f, warp_size);
	json_t *lines = json_must(json_array()), *loops = json_must(json_array());

	for (size_t i = 0; i < all->n; i++)
		append(lines, line(all->line + i, l));
	for (size_t i = 0; i < all->nloops; i++)
		append(loops, loop(all, all->loop + i, l));
	set(launch, "lines_by", text(all->by_instruction ? "instruction" : "line"));
	set(launch, "lines", lines);
	set(launch, "loops", loops);
	source_lines_free(all);
}
