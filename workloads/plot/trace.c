#include "workloads/plot/trace.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "workloads/plot/json-text.h"

enum { SECTOR = 32 /* bytes */ };

struct trace {
	const struct recording *r;
	const struct recording_case *c;
	const struct pick *p;
	struct text *t;
	size_t events;
};

/* ---- JSON ---- */

static void
put_member(struct text *t, const char *name, uint64_t n)
{
	text_put(t, ",\"");
	text_put(t, name);
	text_put(t, "\":");
	text_count(t, n);
}

static void
put_lanes(struct text *t, const char *name, const struct simt_lanes *x)
{
	char s[64];

	if (x->word[1])
		snprintf(s, sizeof s, ",\"%s\":\"0x%" PRIx64 "%016" PRIx64 "\"", name, x->word[1], x->word[0]);
	else
		snprintf(s, sizeof s, ",\"%s\":\"0x%08" PRIx64 "\"", name, x->word[0]);
	text_put(t, s);
}

/* {"ph":"X","pid":...,"tid":...: an event up to there. */
static void
begin_event(struct trace *x, const char *phase, uint64_t process, uint64_t thread)
{
	text_put(x->t, x->events++ ? ",\n{\"ph\":\"" : "\n{\"ph\":\"");
	text_put(x->t, phase);
	text_put(x->t, "\"");
	put_member(x->t, "pid", process);
	put_member(x->t, "tid", thread);
}

static void
put_name(struct trace *x, const char *kind, uint64_t process, uint64_t thread, const char *name)
{
	begin_event(x, "M", process, thread);
	text_put(x->t, ",\"name\":\"");
	text_put(x->t, kind);
	text_put(x->t, "\",\"args\":{\"name\":");
	json_text(x->t, name);
	text_put(x->t, "}}");
}

/* A slice up to its arguments. */
static void
begin_slice(struct trace *x, uint64_t process, uint64_t thread, uint64_t from, uint64_t to, const char *category)
{
	begin_event(x, "X", process, thread);
	put_member(x->t, "ts", from);
	put_member(x->t, "dur", to - from);
	text_put(x->t, ",\"cat\":\"");
	text_put(x->t, category);
	text_put(x->t, "\",\"name\":");
}

/* ---- warps ---- */

/* The states of a span, before or inside its issues. Returns the one that took longest. */
static const char *
put_states(const struct trace *x, const struct recording_span *s, bool inside, struct text *args)
{
	const struct recording_state *most = NULL;

	for (uint32_t i = s->state; i < s->state + s->nstates; i++) {
		const struct recording_state *k = x->c->state + i;

		if (k->inside != inside || !k->cycles)
			continue;
		put_member(args, x->r->state[k->state], k->cycles);
		most = !most || k->cycles > most->cycles ? k : most;
	}
	return most ? x->r->state[most->state] : "wait";
}

/* "file.cu:22", or the code. */
static void
name_of_code(const struct recording_function *f, uint32_t pc, char *s, size_t size)
{
	const struct recording_instruction *in = f->inst + pc;

	if (in->file == RECORD_NONE)
		snprintf(s, size, "0x%04" PRIx64 " %.40s", UINT64_C(16) * pc, in->sass);
	else
		snprintf(s, size, "%.80s:%" PRIu32, path_base(f->file[in->file]), in->line);
}

static void
put_wait(struct trace *x, const struct recording_function *f, const struct recording_span *s, uint64_t process, uint64_t thread)
{
	struct text args = {.n = 0};
	const char *name = put_states(x, s, false, &args);
	char code[128];

	name_of_code(f, s->pc, code, sizeof code);
	begin_slice(x, process, thread, s->from, s->begin, "wait");
	json_text(x->t, name);
	text_put(x->t, ",\"args\":{\"before\":");
	json_text(x->t, code);
	put_lanes(x->t, "lanes", &s->active);
	text_bytes(x->t, args.s, args.n);
	text_put(x->t, "}}");
	text_free(&args);
}

static void
put_run(struct trace *x, const struct recording_function *f, const struct recording_span *s, uint64_t process, uint64_t thread)
{
	char code[128], range[64];

	name_of_code(f, s->pc, code, sizeof code);
	snprintf(range, sizeof range, "0x%04" PRIx64 "-0x%04" PRIx64, UINT64_C(16) * s->pc, UINT64_C(16) * s->last);
	begin_slice(x, process, thread, s->begin, s->end, s->mixed ? "mixed" : "run");
	json_text(x->t, s->mixed ? "several paths" : code);
	text_put(x->t, ",\"args\":{\"code\":");
	json_text(x->t, range);
	text_put(x->t, ",\"first\":");
	json_text(x->t, f->inst[s->pc].sass);
	put_lanes(x->t, "lanes", &s->active);
	put_lanes(x->t, "alive", &s->alive);
	put_member(x->t, "instructions", s->inst);
	put_member(x->t, "threads", s->threads);
	put_member(x->t, "waiting", s->present - s->threads);
	put_member(x->t, "guarded off", s->guarded_off);
	put_member(x->t, "selected", s->slots);
	put_states(x, s, true, x->t);
	text_put(x->t, "}}");
}

static void
put_warp(struct trace *x, const struct recording_warp *w)
{
	const struct recording_launch *l = x->c->launch + w->launch;
	const struct recording_function *f = x->r->function + l->function;
	const uint64_t thread = (uint64_t)w->subcore * x->r->slots + w->slot;
	const struct recording_span *first = x->c->span + w->span, *end = first + w->nspans;
	char name[64];

	while (first < end && !pick_span(x->p, first))
		first++;
	while (end > first && !pick_span(x->p, end - 1))
		end--;
	if (first == end)
		return;
	snprintf(name, sizeof name, "block %" PRIu64 " warp %" PRIu32, w->block, w->warp);
	begin_slice(x, w->sm, thread, first->from, end[-1].end, "warp");
	json_text(x->t, name);
	text_put(x->t, ",\"args\":{\"launch\":");
	json_text(x->t, l->name);
	text_put(x->t, ",\"kernel\":");
	json_text(x->t, f->name);
	put_member(x->t, "first thread", w->first_thread);
	text_put(x->t, w->whole ? ",\"whole\":true}}" : ",\"whole\":false}}");
	for (const struct recording_span *s = first; s < end; s++) {
		if (s->begin > s->from)
			put_wait(x, f, s, w->sm, thread);
		if (s->end > s->begin)
			put_run(x, f, s, w->sm, thread);
	}
}

/* Those that are picked, as far as there is room. Returns how many there was none for. */
static size_t
put_warps(struct trace *x, size_t most)
{
	const uint32_t slots = x->r->subcores * x->r->slots;
	bool *named = zeroed(slots, sizeof *named);
	size_t left = 0;

	for (size_t i = 0; i < x->c->nsms; i++) {
		const struct recording_sm *sm = x->c->sm + i;
		char name[64];

		if (!pick_has(&x->p->sms, sm->sm))
			continue;
		snprintf(name, sizeof name, "SM %" PRIu32, sm->sm);
		put_name(x, "process_name", sm->sm, 0, name);
		memset(named, 0, slots * sizeof *named);
		for (uint32_t k = 0; k < sm->nwarps; k++) {
			const struct recording_warp *w = x->c->warp + sm->warp + k;
			const uint32_t thread = w->subcore * x->r->slots + w->slot;

			if (!pick_warp(x->c, x->p, w))
				continue;
			if (x->t->n > most) {
				left++;
				continue;
			}
			snprintf(name, sizeof name, "sub-core %" PRIu32 ", slot %" PRIu32, w->subcore, w->slot);
			if (!named[thread])
				put_name(x, "thread_name", sm->sm, thread, name);
			named[thread] = true;
			put_warp(x, w);
		}
	}
	free(named);
	return left;
}

/* ---- the GPU ---- */

/* Launches that run at the same time are on threads of their own. */
static void
put_launches(struct trace *x, uint64_t process)
{
	uint64_t *until = NULL;
	size_t n = 0, room = 0;

	for (size_t i = 0; i < x->c->nlaunches; i++) {
		const struct recording_launch *l = x->c->launch + i;
		size_t k = 0;
		char name[64];

		if (l->end <= x->p->cycles.first || l->start > x->p->cycles.last)
			continue;
		while (k < n && until[k] > l->start)
			k++;
		until = grow(until, &room, k + 1, sizeof *until);
		until[k] = l->end;
		if (k == n) {
			snprintf(name, sizeof name, "launches %zu", ++n);
			put_name(x, "thread_name", process, k, name);
		}
		begin_slice(x, process, k, l->start, l->end, "launch");
		json_text(x->t, *l->name ? l->name : x->r->function[l->function].name);
		text_put(x->t, ",\"args\":{\"kernel\":");
		json_text(x->t, x->r->function[l->function].name);
		put_member(x->t, "blocks", (uint64_t)l->grid[0] * l->grid[1] * l->grid[2]);
		put_member(x->t, "threads of a block", (uint64_t)l->block[0] * l->block[1] * l->block[2]);
		text_put(x->t, "}}");
	}
	free(until);
}

static void
put_counter(struct trace *x, uint64_t process, uint64_t cycle, const char *name, const char *unit, double value)
{
	begin_event(x, "C", process, 0);
	put_member(x->t, "ts", cycle);
	text_put(x->t, ",\"name\":\"");
	text_put(x->t, name);
	text_put(x->t, "\",\"args\":{\"");
	text_put(x->t, unit);
	text_put(x->t, "\":");
	text_decimals(x->t, value, 6);
	text_put(x->t, "}}");
}

static void
put_counters(struct trace *x, uint64_t process)
{
	static const struct recording_sample zero;
	const struct recording_sample *last = &zero;
	const double subcores = (double)x->r->sms * x->r->subcores, slots = subcores * x->r->slots;

	for (size_t i = 0; i < x->c->nsamples; i++) {
		const struct recording_sample *s = x->c->sample + i;
		const double cycles = (double)(s->cycle - last->cycle), seconds = cycles / (1e3 * (double)x->r->clock);
		double d[RECORD_NCOUNTS], inst;

		for (unsigned k = 0; k < RECORD_NCOUNTS; k++)
			d[k] = (double)(s->count[k] - last->count[k]);
		inst = d[RECORD_inst_executed] > 0 ? d[RECORD_inst_executed] : 1;
		if (s->cycle > last->cycle && s->cycle > x->p->cycles.first && last->cycle <= x->p->cycles.last) {
			const uint64_t t = last->cycle;

			put_counter(x, process, t, "occupancy", "% of warp slots", 100 * d[RECORD_warp_cycles] / (slots * cycles));
			put_counter(x, process, t, "issue slots", "% used", 100 * d[RECORD_slots_issued] / (subcores * cycles));
			put_counter(x, process, t, "active lanes", "of an instruction", d[RECORD_thread_inst_executed] / inst);
			put_counter(x, process, t, "waiting lanes", "of an instruction", d[RECORD_lanes_waiting] / inst);
			put_counter(x, process, t, "L2", "GB/s", SECTOR * d[RECORD_l2_sectors] / seconds / 1e9);
			put_counter(x, process, t, "DRAM", "GB/s", SECTOR * d[RECORD_dram_sectors] / seconds / 1e9);
		}
		last = s;
	}
}

/* ---- all ---- */

void
trace_make(const struct recording *r, const struct recording_case *c, const struct pick *p, size_t most, struct text *t,
	   struct trace_left *left)
{
	struct trace x = {.r = r, .c = c, .p = p, .t = t};

	text_put(t, "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"unit\":\"a microsecond is a cycle\",\"machine\":");
	json_text(t, r->machine);
	text_put(t, ",\"workload\":");
	json_text(t, r->workload);
	text_put(t, ",\"case\":");
	json_text(t, c->name);
	put_member(t, "clock in kHz", r->clock);
	text_put(t, "},\"traceEvents\":[");
	put_name(&x, "process_name", r->sms, 0, "GPU");
	put_launches(&x, r->sms);
	put_counters(&x, r->sms);
	left->warps = put_warps(&x, most);
	text_put(t, "\n]}\n");
}

void
trace_write(const struct text *t, bool compress, FILE *out)
{
	enum { GZIP = 31, MEMORY = 8, PIECE = 1 << 16 };
	unsigned char piece[PIECE];
	z_stream z = {.next_in = (unsigned char *)t->s};
	size_t left = t->n;
	int status = Z_OK;

	if (!compress) {
		fwrite(t->s, 1, t->n, out);
		return;
	}
	if (deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
		simt_no_memory();
	while (status != Z_STREAM_END) {
		if (!z.avail_in) {
			z.avail_in = left > UINT_MAX ? UINT_MAX : (uInt)left;
			left -= z.avail_in;
		}
		z.next_out = piece;
		z.avail_out = PIECE;
		status = deflate(&z, left ? Z_NO_FLUSH : Z_FINISH);
		fwrite(piece, 1, PIECE - z.avail_out, out);
	}
	deflateEnd(&z);
}
