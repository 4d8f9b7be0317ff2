/* recording.c: reads recordings. Nothing in a file is trusted: each number is checked before it is used. */
#include "workloads/record/recording.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/wholefile.h"
#include "workloads/record/bytes.h"

/* ---- the file ---- */

/* Decompresses the stream into *t; *whole: it has its end. False: *e says why not. */
static bool
decompress(const char *path, const unsigned char *from, size_t n, struct text *t, struct simt_error *e)
{
	enum { PIECE = 1 << 20 };
	z_stream z = {.next_in = (unsigned char *)(uintptr_t)from, .avail_in = (uInt)n};
	int status = inflateInit(&z);

	if (status != Z_OK)
		simt_no_memory();
	while (status == Z_OK && t->n < RECORD_BYTES) {
		t->s = grow(t->s, &t->room, t->n + PIECE, 1);
		z.next_out = (unsigned char *)t->s + t->n;
		z.avail_out = PIECE;
		status = inflate(&z, Z_NO_FLUSH);
		t->n += PIECE - z.avail_out;
	}
	inflateEnd(&z);
	if (status == Z_STREAM_END)
		return true;
	if (status == Z_OK)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: the recording has more than %d bytes", path, RECORD_BYTES);
	return simt_fail(e, SIMT_BAD_INPUT, "%s: the recording %s", path,
			 status == Z_BUF_ERROR ? "is cut off; was the run that wrote it stopped?" : "is damaged");
}

/* ---- parts of it ---- */

static uint32_t
take_u32(struct bytes *b)
{
	return (uint32_t)bytes_take_most(b, UINT32_MAX);
}

static bool
take_bool(struct bytes *b)
{
	return bytes_take_most(b, 1);
}

static struct simt_lanes
take_lanes(struct bytes *b)
{
	struct simt_lanes x;

	x.word[0] = bytes_take(b);
	x.word[1] = bytes_take(b);
	return x;
}

/* A sum that no honest recording exceeds. */
static uint64_t
add(struct bytes *b, uint64_t x, uint64_t y)
{
	if (x + y >= x)
		return x + y;
	b->bad = true;
	return x;
}

static void
take_machine(struct recording *r, struct bytes *b)
{
	static const char *const counted[] = {
#define RECORD_COUNT(name) #name,
		RECORD_COUNTS(RECORD_COUNT)
#undef RECORD_COUNT
	};

	b->bad = b->bad || r->machine;
	if (b->bad)
		return;
	r->version = bytes_take_text(b);
	r->machine = bytes_take_text(b);
	r->workload = bytes_take_text(b);
	r->sms = take_u32(b);
	r->subcores = (uint32_t)bytes_take_most(b, UINT16_MAX);
	r->slots = (uint32_t)bytes_take_most(b, UINT16_MAX);
	r->warp_size = (uint32_t)bytes_take_most(b, 2 * 64);
	r->clock = bytes_take(b);
	r->together = take_bool(b);
	r->nstates = bytes_take_count(b, 1);
	r->state = zeroed(r->nstates, sizeof *r->state);
	for (size_t i = 0; i < r->nstates; i++)
		r->state[i] = bytes_take_text(b);
	b->bad = b->bad || bytes_take(b) != RECORD_NCOUNTS || !r->warp_size || !r->clock || r->nstates > UINT8_MAX;
	for (size_t i = 0; i < RECORD_NCOUNTS && !b->bad; i++) {
		char *name = bytes_take_text(b);

		b->bad = b->bad || strcmp(name, counted[i]);
		free(name);
	}
}

static void
take_function(struct recording_function *f, struct bytes *b)
{
	f->name = bytes_take_text(b);
	f->nfiles = bytes_take_count(b, 1);
	f->file = zeroed(f->nfiles, sizeof *f->file);
	for (size_t i = 0; i < f->nfiles; i++)
		f->file[i] = bytes_take_text(b);
	f->n = bytes_take_count(b, 3);
	f->inst = zeroed(f->n, sizeof *f->inst);
	for (size_t i = 0; i < f->n && !b->bad; i++) {
		struct recording_instruction *x = f->inst + i;

		x->part = (uint32_t)bytes_take_most(b, f->n - 1);
		x->file = (uint32_t)bytes_take_most(b, f->nfiles) - 1;
		x->line = x->file == RECORD_NONE ? 0 : take_u32(b);
		x->sass = bytes_take_text(b);
	}
	b->bad = b->bad || !f->n;
}

static void
take_launches(const struct recording *r, struct recording_case *c, struct bytes *b)
{
	c->nlaunches = bytes_take_count(b, 15);
	c->launch = zeroed(c->nlaunches, sizeof *c->launch);
	for (size_t i = 0; i < c->nlaunches && !b->bad; i++) {
		struct recording_launch *l = c->launch + i;

		l->name = bytes_take_text(b);
		l->number = take_u32(b);
		l->function = take_u32(b);
		for (unsigned k = 0; k < 3; k++) {
			l->grid[k] = take_u32(b);
			l->block[k] = take_u32(b);
		}
		l->start = bytes_take(b);
		l->end = add(b, l->start, bytes_take(b));
		l->ended = take_bool(b);
		l->stays = bytes_take(b);
		l->stay_cycles = bytes_take(b);
		l->every = bytes_take(b);
		b->bad = b->bad || l->function >= r->nfunctions || !l->every;
	}
	c->launches_left_out = bytes_take(b);
}

static void
take_samples(struct recording_case *c, struct bytes *b)
{
	struct recording_sample last = {.cycle = 0};

	c->nsamples = bytes_take_count(b, RECORD_NCOUNTS + 3);
	c->sample = zeroed(c->nsamples, sizeof *c->sample);
	for (size_t i = 0; i < c->nsamples && !b->bad; i++) {
		last.cycle = add(b, last.cycle, bytes_take(b));
		for (unsigned k = 0; k < RECORD_NCOUNTS; k++)
			last.count[k] = add(b, last.count[k], bytes_take(b));
		last.warps = bytes_take(b);
		last.sms = bytes_take(b);
		c->sample[i] = last;
	}
}

static void
take_stays(const struct recording *r, struct recording_case *c, struct bytes *b)
{
	uint64_t start = 0, block = 0;

	c->nstays = bytes_take_count(b, 5);
	c->stay = zeroed(c->nstays, sizeof *c->stay);
	for (size_t i = 0; i < c->nstays && !b->bad; i++) {
		struct recording_stay *x = c->stay + i;

		x->launch = take_u32(b);
		x->sm = take_u32(b);
		x->block = block = bytes_take_difference(b, block);
		x->start = start = bytes_take_difference(b, start);
		x->end = add(b, start, bytes_take(b));
		b->bad = b->bad || x->launch >= c->nlaunches || x->sm >= r->sms;
	}
}

/* ---- warps ---- */

/* Arrays that grow. */
struct rooms {
	size_t warp, span, state;
};

static uint64_t
lanes_of(const struct simt_lanes *x)
{
	return (uint64_t)(__builtin_popcountll(x->word[0]) + __builtin_popcountll(x->word[1]));
}

/* The span's states; they have to add up to its time. */
static void
take_states(const struct recording *r, struct recording_case *c, struct recording_span *s, struct rooms *room, struct bytes *b)
{
	uint64_t before = 0, inside = 0;

	s->state = (uint32_t)c->nstates;
	c->state = grow(c->state, &room->state, c->nstates + s->nstates, sizeof *c->state);
	for (uint32_t i = 0; i < s->nstates; i++) {
		const uint64_t key = bytes_take_most(b, 2 * r->nstates - 1);
		struct recording_state *x = c->state + c->nstates++;

		*x = (struct recording_state){(uint8_t)(key >> 1), key & 1, bytes_take(b)};
		if (x->inside)
			inside = add(b, inside, x->cycles);
		else
			before = add(b, before, x->cycles);
	}
	if (r->together)
		return;
	b->bad = b->bad || c->nstates > UINT32_MAX || before != s->begin - s->from || add(b, inside, s->slots) != s->end - s->begin;
}

static void
take_span(const struct recording *r, struct recording_case *c, const struct recording_function *f, struct rooms *room,
	  struct bytes *b)
{
	static const struct recording_span none;
	struct recording_span *s, was = c->nspans > c->warp[c->nwarps].span ? c->span[c->nspans - 1] : none;
	uint64_t flags = bytes_take(b);

	c->span = grow(c->span, &room->span, c->nspans + 1, sizeof *c->span);
	s = c->span + c->nspans++;
	*s = (struct recording_span){.mixed = flags & 1, .active = was.active, .alive = was.alive};
	s->nstates = flags >> 4 <= 2 * r->nstates ? (uint32_t)(flags >> 4) : 0;
	b->bad = b->bad || s->nstates != flags >> 4;
	s->from = add(b, was.end, bytes_take(b));
	s->begin = add(b, s->from, bytes_take(b));
	s->end = add(b, s->begin, bytes_take(b));
	s->pc = (uint32_t)bytes_take_difference(b, was.last);
	s->last = (uint32_t)bytes_take_difference(b, s->pc);
	s->inst = bytes_take(b);
	s->slots = bytes_take(b);
	s->active = flags & 2 ? take_lanes(b) : s->active;
	s->alive = flags & 4 ? take_lanes(b) : s->alive;
	s->threads = s->mixed ? bytes_take(b) : s->inst * lanes_of(&s->active);
	s->present = s->mixed ? bytes_take(b) : s->inst * lanes_of(&s->alive);
	if (flags & 8) {
		s->off = take_lanes(b);
		s->guarded_off = bytes_take(b);
	}
	take_states(r, c, s, room, b);
	b->bad = b->bad || s->pc >= f->n || s->last >= f->n || s->slots > s->inst || s->threads > s->present ||
		 c->nspans > UINT32_MAX;
}

static void
take_warp(const struct recording *r, struct recording_case *c, uint32_t sm, struct rooms *room, struct bytes *b)
{
	struct recording_warp *w;

	c->warp = grow(c->warp, &room->warp, c->nwarps + 1, sizeof *c->warp);
	w = c->warp + c->nwarps;
	*w = (struct recording_warp){.sm = sm, .span = (uint32_t)c->nspans};
	w->subcore = take_u32(b);
	w->slot = take_u32(b);
	w->launch = take_u32(b);
	w->block = bytes_take(b);
	w->warp = take_u32(b);
	w->first_thread = take_u32(b);
	w->whole = take_bool(b);
	w->nspans = (uint32_t)bytes_take_count(b, 8);
	b->bad = b->bad || w->subcore >= r->subcores || w->slot >= r->slots || w->launch >= c->nlaunches || !w->nspans;
	for (uint32_t i = 0; i < w->nspans && !b->bad; i++)
		take_span(r, c, r->function + c->launch[w->launch].function, room, b);
	c->nwarps++;
}

static void
take_sms(const struct recording *r, struct recording_case *c, struct bytes *b)
{
	struct rooms room = {0, 0, 0};

	c->nsms = bytes_take_count(b, 4);
	c->sm = zeroed(c->nsms, sizeof *c->sm);
	for (size_t i = 0; i < c->nsms && !b->bad; i++) {
		struct recording_sm *s = c->sm + i;

		s->sm = (uint32_t)bytes_take_most(b, r->sms ? r->sms - 1 : 0);
		s->whole = take_bool(b);
		s->until = bytes_take(b);
		s->warp = (uint32_t)c->nwarps;
		s->nwarps = (uint32_t)bytes_take_count(b, 8);
		for (uint32_t k = 0; k < s->nwarps && !b->bad; k++)
			take_warp(r, c, s->sm, &room, b);
		b->bad = b->bad || (i && s->sm <= s[-1].sm);
	}
	if (!r->together)
		return;
	c->way = c->warp;
	c->nways = c->nwarps;
	c->warp = NULL;
	c->nwarps = 0;
	for (size_t i = 0; i < c->nsms; i++)
		c->sm[i].nwarps = c->sm[i].warp = 0;
}

/* ---- all ---- */

struct takes {
	size_t function, cases;
	bool ended;
};

static void
take_chunk(struct recording *r, struct takes *room, uint64_t kind, struct bytes *b)
{
	if (!r->machine && kind != RECORD_CHUNK_MACHINE) {
		b->bad = true;
	} else if (kind == RECORD_CHUNK_MACHINE) {
		take_machine(r, b);
	} else if (kind == RECORD_CHUNK_FUNCTION) {
		r->function = grow(r->function, &room->function, r->nfunctions + 1, sizeof *r->function);
		memset(r->function + r->nfunctions, 0, sizeof *r->function);
		take_function(r->function + r->nfunctions++, b);
	} else if (kind == RECORD_CHUNK_CASE) {
		struct recording_case *c;

		r->cases = grow(r->cases, &room->cases, r->ncases + 1, sizeof *r->cases);
		c = r->cases + r->ncases++;
		*c = (struct recording_case){.name = bytes_take_text(b)};
		take_launches(r, c, b);
		take_samples(c, b);
		take_stays(r, c, b);
		take_sms(r, c, b);
	} else if (kind == RECORD_CHUNK_END) {
		r->complete = take_bool(b);
		room->ended = true;
	}
}

static bool
take_all(struct recording *r, struct bytes *b)
{
	struct takes room = {.function = 0};

	while (b->at < b->end && !b->bad && !room.ended) {
		const uint64_t kind = bytes_take(b);
		const size_t n = bytes_take_count(b, 1);
		struct bytes chunk = {.at = b->at, .end = b->at + n};

		if (b->bad)
			break;
		take_chunk(r, &room, kind, &chunk);
		b->bad = chunk.bad || (chunk.at != chunk.end && kind <= RECORD_CHUNK_END);
		b->at += n;
	}
	return room.ended && !b->bad && b->at == b->end;
}

struct recording *
recording_read(const char *path, struct simt_error *e)
{
	const size_t mark = strlen(RECORD_MARK);
	struct recording *r = zeroed(1, sizeof *r);
	struct text t = {.n = 0};
	size_t n;
	unsigned char *file = wholefile_read(path, RECORD_BYTES, &n, e);
	bool ok = file;

	if (ok && (n <= mark || memcmp(file, RECORD_MARK, mark)))
		ok = simt_fail(e, SIMT_BAD_INPUT, "%s: this is no recording; simt-sim --record=FILE writes one", path);
	if (ok && file[mark] != RECORD_VERSION)
		ok = simt_fail(e, SIMT_BAD_INPUT,
			       "%s: the recording has version %u, and this program reads version %d; record again", path,
			       file[mark], RECORD_VERSION);
	ok = ok && decompress(path, file + mark + 1, n - mark - 1, &t, e);
	if (ok) {
		struct bytes b = {.at = (const unsigned char *)t.s, .end = (const unsigned char *)t.s + t.n};

		ok = take_all(r, &b) || simt_fail(e, SIMT_BAD_INPUT, "%s: the recording is damaged", path);
	}
	text_free(&t);
	free(file);
	if (ok)
		return r;
	recording_free(r);
	return NULL;
}

static void
free_case(struct recording_case *c)
{
	for (size_t i = 0; i < c->nlaunches; i++)
		free(c->launch[i].name);
	free(c->name);
	free(c->launch);
	free(c->stay);
	free(c->sample);
	free(c->sm);
	free(c->warp);
	free(c->way);
	free(c->span);
	free(c->state);
}

static void
free_function(struct recording_function *f)
{
	for (size_t i = 0; i < f->nfiles; i++)
		free(f->file[i]);
	for (size_t i = 0; i < f->n; i++)
		free(f->inst[i].sass);
	free(f->name);
	free(f->file);
	free(f->inst);
}

void
recording_free(struct recording *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->nfunctions; i++)
		free_function(r->function + i);
	for (size_t i = 0; i < r->ncases; i++)
		free_case(r->cases + i);
	for (size_t i = 0; i < r->nstates; i++)
		free(r->state[i]);
	free(r->state);
	free(r->function);
	free(r->cases);
	free(r->version);
	free(r->machine);
	free(r->workload);
	free(r);
}
