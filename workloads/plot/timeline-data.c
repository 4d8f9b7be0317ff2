#include "workloads/plot/timeline-data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "workloads/plot/numbering.h"
#include "workloads/plot/parts.h"
#include "workloads/plot/pick.h"
#include "workloads/plot/report-html.h"

/* A case on its way. */
struct sheet {
	const struct recording *r;
	const struct recording_case *c;
	struct thin thin;
	struct parts parts;
	struct numbering launches, code, masks, kinds;
	struct text *t;
};

/* ---- pieces of JSON ---- */

static void
put_string(struct text *t, const char *s)
{
	char *bytes = NULL;
	size_t n;
	FILE *out = open_memstream(&bytes, &n);

	if (!out)
		simt_no_memory();
	html_json(out, s);
	if (fclose(out))
		simt_no_memory();
	text_bytes(t, bytes, n);
	free(bytes);
}

/* A comma where something comes before. */
static void
put_comma(struct text *t)
{
	if (t->n && !strchr("[{:", t->s[t->n - 1]))
		text_put(t, ",");
}

static void
put_count(struct text *t, uint64_t n)
{
	put_comma(t);
	text_count(t, n);
}

/* Number + 1 of what may be none, less 1. */
static void
put_or_none(struct text *t, uint64_t number)
{
	put_comma(t);
	if (number)
		text_count(t, number - 1);
	else
		text_put(t, "-1");
}

static void
put_difference(struct text *t, uint64_t from, uint64_t to)
{
	put_comma(t);
	if (to < from)
		text_put(t, "-");
	text_count(t, to < from ? from - to : to - from);
}

static void
put_name(struct text *t, const char *name)
{
	put_comma(t);
	text_put(t, "\"");
	text_put(t, name);
	text_put(t, "\":");
}

static void
put_member(struct text *t, const char *name, uint64_t n)
{
	put_name(t, name);
	text_count(t, n);
}

static void
begin_list(struct text *t, const char *name)
{
	put_name(t, name);
	text_put(t, "[");
}

/* ---- numbers of things ---- */

static uint32_t
launch_of(struct sheet *x, uint32_t launch)
{
	return numbering_of(&x->launches, &(struct numbering_key){{launch}});
}

static uint32_t
code_of(struct sheet *x, uint32_t function, uint32_t pc)
{
	return numbering_of(&x->code, &(struct numbering_key){{function, pc}});
}

static uint32_t
mask_of(struct sheet *x, const struct simt_lanes *m)
{
	return numbering_of(&x->masks, &(struct numbering_key){{m->word[0], m->word[1]}});
}

/* The state, and 1, in which a span waited longest before it issued; 0: it did not wait. */
static unsigned
wait_of(const struct sheet *x, const struct recording_span *s)
{
	uint64_t most = 0;
	unsigned state = 0;

	for (uint32_t i = s->state; i < s->state + s->nstates; i++)
		if (!x->c->state[i].inside && x->c->state[i].cycles > most) {
			most = x->c->state[i].cycles;
			state = x->c->state[i].state + 1u;
		}
	return state;
}

static uint32_t
kind_of(struct sheet *x, const struct recording_warp *w, const struct thin_span *p)
{
	const struct recording_span *s = &p->s;
	const uint32_t function = x->c->launch[w->launch].function;
	const size_t part = parts_find(&x->parts, x->c, w, s);
	uint64_t flags = pick_parted(s) ? TIMELINE_PARTED : 0;
	struct numbering_key key;

	flags |= p->several ? TIMELINE_SEVERAL : 0;
	flags |= p->joined > 1 || s->mixed ? TIMELINE_JOINED : 0;
	flags |= 2 * s->guarded_off > s->inst * pick_lanes(&s->off) ? TIMELINE_GUARDED : 0;
	flags |= part < x->parts.n ? TIMELINE_PART * (part + 1) : 0;
	/* one after the other: a new thing gets a number when it is asked for */
	key.word[0] = code_of(x, function, s->pc);
	key.word[1] = code_of(x, function, s->last);
	key.word[2] = mask_of(x, &s->active);
	key.word[3] = mask_of(x, &s->alive);
	key.word[4] = mask_of(x, &s->off);
	key.word[5] = wait_of(x, s);
	key.word[6] = flags;
	return numbering_of(&x->kinds, &key);
}

/* ---- lists of many numbers ---- */

static void
put_warps(struct sheet *x)
{
	begin_list(x->t, "warps");
	for (size_t i = 0; i < x->thin.nwarps; i++) {
		const struct recording_warp *w = x->thin.warp[i].w;
		const struct recording_span *s = x->c->span + w->span;
		uint64_t lost = 0, present = 0;
		uint64_t word[12];

		for (uint32_t k = 0; k < w->nspans; k++) {
			lost += s[k].present - s[k].threads;
			present += s[k].present;
		}
		memcpy(word,
		       (const uint64_t[]){w->sm, w->subcore, w->slot, launch_of(x, w->launch), w->block, w->warp, w->first_thread,
					  w->whole, lost, present, s->from, x->thin.warp[i].nspans},
		       sizeof word);
		for (size_t k = 0; k < sizeof word / sizeof *word; k++)
			put_count(x->t, word[k]);
	}
	text_put(x->t, "]");
}

static void
put_spans(struct sheet *x)
{
	begin_list(x->t, "spans");
	for (size_t i = 0; i < x->thin.nwarps; i++) {
		const struct thin_warp *w = x->thin.warp + i;
		uint64_t was = x->c->span[w->w->span].from;

		for (size_t k = w->span; k < w->span + w->nspans; k++) {
			const struct recording_span *s = &x->thin.span[k].s;

			put_count(x->t, s->from - was);
			put_count(x->t, s->begin - s->from);
			put_count(x->t, s->end - s->begin);
			put_count(x->t, kind_of(x, w->w, x->thin.span + k));
			put_count(x->t, s->inst);
			was = s->end;
		}
	}
	text_put(x->t, "]");
}

static void
put_stays(struct sheet *x)
{
	uint64_t block = 0, start = 0;

	begin_list(x->t, "stays");
	for (size_t i = 0; i < x->thin.nstays; i++) {
		const struct thin_stay *s = x->thin.stay + i;

		put_count(x->t, s->s.sm);
		put_count(x->t, 2 * (uint64_t)launch_of(x, s->s.launch) + (s->weight > 1));
		put_difference(x->t, block, s->s.block);
		put_difference(x->t, start, s->s.start);
		put_count(x->t, s->s.end - s->s.start);
		block = s->s.block;
		start = s->s.start;
	}
	text_put(x->t, "]");
}

/* ---- what they refer to ---- */

static void
put_launches(struct sheet *x)
{
	begin_list(x->t, "launches");
	for (size_t i = 0; i < x->launches.n; i++) {
		const struct recording_launch *l = x->c->launch + x->launches.key[i].word[0];
		const uint64_t word[] = {l->function,
					 (uint64_t)l->grid[0] * l->grid[1] * l->grid[2],
					 (uint64_t)l->block[0] * l->block[1] * l->block[2],
					 l->start,
					 l->end,
					 l->stays ? l->stay_cycles / l->stays : 0,
					 l->every * x->thin.every};

		put_comma(x->t);
		text_put(x->t, "[");
		put_string(x->t, *l->name ? l->name : x->r->function[l->function].name);
		for (size_t k = 0; k < sizeof word / sizeof *word; k++)
			put_count(x->t, word[k]);
		text_put(x->t, "]");
	}
	text_put(x->t, "]");
}

static void
put_code(struct sheet *x)
{
	begin_list(x->t, "code");
	for (size_t i = 0; i < x->code.n; i++) {
		const uint64_t *key = x->code.key[i].word;
		const struct recording_instruction *in = x->r->function[key[0]].inst + key[1];

		put_comma(x->t);
		text_put(x->t, "[");
		put_count(x->t, key[0]);
		put_count(x->t, key[1]);
		put_or_none(x->t, in->file == RECORD_NONE ? 0 : in->file + UINT64_C(1));
		put_count(x->t, in->line);
		text_put(x->t, ",");
		put_string(x->t, in->sass);
		text_put(x->t, "]");
	}
	text_put(x->t, "]");
	begin_list(x->t, "parts");
	for (size_t i = 0; i < x->parts.n; i++) {
		char name[PARTS_NAME];

		parts_name(&x->parts, i, name);
		put_comma(x->t);
		text_put(x->t, "[");
		put_string(x->t, name);
		put_count(x->t, canvas_color(i, x->parts.n));
		text_put(x->t, "]");
	}
	text_put(x->t, "]");
}

static void
put_kinds(struct sheet *x)
{
	begin_list(x->t, "masks");
	for (size_t i = 0; i < x->masks.n; i++) {
		const uint64_t *word = x->masks.key[i].word;
		char s[64];

		snprintf(s, sizeof s, word[1] ? "\"%" PRIx64 "%016" PRIx64 "\"" : "\"%.0" PRIx64 "%" PRIx64 "\"", word[1], word[0]);
		put_comma(x->t);
		text_put(x->t, s);
	}
	text_put(x->t, "]");
	begin_list(x->t, "kinds");
	for (size_t i = 0; i < x->kinds.n; i++) {
		const uint64_t *word = x->kinds.key[i].word;

		for (size_t k = 0; k < NUMBERING_WORDS; k++)
			if (k == 5)
				put_or_none(x->t, word[k]);
			else
				put_count(x->t, word[k]);
	}
	text_put(x->t, "]");
}

/* Why warps are missing, and what was thinned. */
static void
put_remarks(struct sheet *x)
{
	const struct recording_case *c = x->c;
	uint64_t end = 0, until = UINT64_MAX, every = 1;

	for (size_t i = 0; i < c->nlaunches; i++) {
		end = c->launch[i].end > end ? c->launch[i].end : end;
		every = c->launch[i].every > every ? c->launch[i].every : every;
	}
	for (size_t i = 0; i < c->nsms; i++)
		until = c->sm[i].until < until ? c->sm[i].until : until;
	put_member(x->t, "end", end);
	put_member(x->t, "recorded", x->thin.recorded);
	put_member(x->t, "grain", x->thin.grain);
	put_member(x->t, "rare", x->thin.rare);
	put_member(x->t, "out", x->thin.warps_left_out);
	put_member(x->t, "every", every * x->thin.every);
	put_name(x->t, "until");
	put_or_none(x->t, until == UINT64_MAX ? 0 : until + 1);
	if (!x->thin.nwarps) {
		put_name(x->t, "none");
		put_string(x->t, c->nwarps ? "there is no room for them in this page" : pick_no_warps(x->r, c));
	}
}

static void
put_case(const struct recording *r, const struct recording_case *c, size_t spans, size_t stays, struct text *t)
{
	struct sheet x = {.r = r, .c = c, .thin = thin_case(c, r, spans, stays), .parts = {.r = r}, .t = t};

	for (size_t i = 0; i < c->nwarps; i++)
		for (uint32_t k = 0; k < c->warp[i].nspans; k++)
			parts_add(&x.parts, c, c->warp + i, c->span + c->warp[i].span + k);
	parts_choose(&x.parts);
	put_comma(t);
	text_put(t, "{");
	put_name(t, "name");
	put_string(t, c->name);
	put_warps(&x);
	put_spans(&x);
	put_stays(&x);
	put_kinds(&x);
	put_code(&x);
	put_launches(&x);
	put_remarks(&x);
	text_put(t, "}\n");
	thin_free(&x.thin);
	free(x.parts.key);
	numbering_free(&x.launches);
	numbering_free(&x.code);
	numbering_free(&x.masks);
	numbering_free(&x.kinds);
}

/* ---- all ---- */

enum { SPANS, STAYS };

static size_t
need_of(const struct recording_case *c, int what)
{
	return what == SPANS ? c->nspans : c->nstays;
}

/* The most that each of the cases may have, so that all have `room` at most: those that need little leave the rest to the others. */
static size_t
share(const struct recording *r, size_t cases, int what, size_t room)
{
	size_t low = 0, high = room;

	while (low < high) {
		const size_t middle = low + (high - low + 1) / 2;
		size_t sum = 0;

		for (size_t i = 0; i < cases; i++)
			sum += need_of(r->cases + i, what) < middle ? need_of(r->cases + i, what) : middle;
		if (sum <= room)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

struct timeline_room
timeline_room_for(const struct recording *r, size_t most)
{
	const size_t span = 30, stay = 64; /* bytes, with what belongs to it; a stay has fewer, and is worth less */

	return (struct timeline_room){most / span, most / stay, r->ncases};
}

void
timeline_data(const struct recording *r, const struct timeline_room *room, struct text *t)
{
	const size_t spans = share(r, room->cases, SPANS, room->spans), stays = share(r, room->cases, STAYS, room->stays);

	text_put(t, "{");
	put_member(t, "sms", r->sms);
	put_member(t, "subcores", r->subcores);
	put_member(t, "lanes", r->warp_size);
	put_member(t, "clock", r->clock);
	begin_list(t, "states");
	for (size_t i = 0; i < r->nstates; i++) {
		put_comma(t);
		put_string(t, r->state[i]);
	}
	text_put(t, "]");
	begin_list(t, "kernels");
	for (size_t i = 0; i < r->nfunctions; i++) {
		put_comma(t);
		text_put(t, "[");
		put_string(t, r->function[i].name);
		for (size_t k = 0; k < r->function[i].nfiles; k++) {
			text_put(t, ",");
			put_string(t, r->function[i].file[k]);
		}
		text_put(t, "]");
	}
	text_put(t, "]");
	put_member(t, "casesOut", r->ncases - room->cases);
	begin_list(t, "cases");
	for (size_t i = 0; i < room->cases; i++)
		put_case(r, r->cases + i, spans, stays, t);
	text_put(t, "]}");
}
