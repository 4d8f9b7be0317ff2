#include "workloads/record/recorder.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file-names.h"
#include "workloads/record/bytes.h"
#include "workloads/record/chunks.h"
#include "workloads/record/recorder-warps.h"
#include "workloads/record/recording.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

enum { BANK_LANES = 16 }; /* of a warp, on one issue bank */

/* A launch of the case. */
struct launch {
	struct recorder_launch known; /* launch: NULL once it has its name, since another one may come to its place in memory */
	char *name;
	uint32_t number, function;
	uint32_t grid[3], block[3];
	uint64_t start, end;
	bool ended;
	uint64_t stays, stay_cycles, every;
};

/* A function that launches have had, and how its parts are. */
struct function {
	const struct simt_function *of;
	uint32_t *part;
};

struct recorder {
	struct simt *s;
	struct recorder_wish wish;
	char *machine, *workload;
	uint32_t sms, subcores, slots, warp_size;
	uint64_t clock;
	uint32_t ways, bank_lanes; /* see recorder_sm_new */
	struct function *function;
	size_t nfunctions, functions_room, functions_written;
	/* of the case that runs */
	struct launch **launch;                /* each keeps its place in memory, since warps have it */
	size_t nlaunches, launches_room, live; /* live: all before it have their names, and run no more */
	uint64_t left_out;
	struct launch none; /* that of launches for which there was no room */
	struct recording_stay *stay;
	size_t nstays, stays_room;
	struct recording_sample *sample;
	size_t nsamples;
	uint64_t width; /* samples are not nearer to each other */
	struct recorder_sm **sm;
	/* cases that have ended, as bytes, until they are written */
	struct text *ended;
	size_t ended_room;
	uint64_t bytes; /* of all of them so far */
	struct chunks *chunks;
};

/* ---- launches ---- */

static uint32_t
function_number(struct recorder *r, const struct simt_function *f)
{
	struct simt_function_info info;
	size_t i = 0;

	while (i < r->nfunctions && r->function[i].of != f)
		i++;
	if (i < r->nfunctions)
		return (uint32_t)i;
	r->function = grow(r->function, &r->functions_room, r->nfunctions + 1, sizeof *r->function);
	simt_function_info(f, &info);
	r->function[i].of = f;
	r->function[i].part = zeroed(info.ninst, sizeof *r->function[i].part);
	simt_function_parts(f, r->function[i].part);
	r->nfunctions++;
	return (uint32_t)i;
}

static void
on_launch_start(void *arg, const struct simt_tap_launch *x)
{
	struct recorder *r = arg;
	struct launch *l;

	if (r->nlaunches == RECORDER_LAUNCHES) {
		r->left_out++;
		return;
	}
	l = zeroed(1, sizeof *l);
	l->function = function_number(r, x->function);
	l->known = (struct recorder_launch){x->launch, (uint32_t)r->nlaunches, r->function[l->function].part};
	l->number = RECORD_NONE;
	l->start = x->cycle;
	l->every = 1;
	memcpy(l->grid, x->grid, sizeof l->grid);
	memcpy(l->block, x->block, sizeof l->block);
	r->launch = grow(r->launch, &r->launches_room, r->nlaunches + 1, sizeof(struct launch *));
	r->launch[r->nlaunches++] = l;
}

/* Launches that run are among the last. */
static struct launch *
find(struct recorder *r, const struct simt_launch *launch)
{
	for (size_t i = r->nlaunches; i-- > r->live;)
		if (r->launch[i]->known.launch == launch)
			return r->launch[i];
	return &r->none;
}

static void
on_launch_end(void *arg, const struct simt_tap_launch *x)
{
	struct launch *l = find(arg, x->launch);

	l->end = x->cycle;
	l->ended = simt_launch_stats(x->launch)->ended;
}

void
recorder_name(struct recorder *r, const struct simt_launch *launch, const char *name, uint32_t number)
{
	struct launch *l = find(r, launch);

	if (l == &r->none)
		return;
	l->name = must(strdup(name));
	l->number = number;
	l->known.launch = NULL;
	while (r->live < r->nlaunches && !r->launch[r->live]->known.launch)
		r->live++;
}

/* ---- blocks ---- */

/* Whether a block's stay is one of those that are kept. Long ones are what a launch's end waits for. */
static bool
keeps(const struct launch *l, const struct recording_stay *x, bool long_ones)
{
	return x->block % l->every == 0 || (long_ones && (x->end - x->start) * l->stays > 2 * l->stay_cycles);
}

/* Every second block goes, of each launch. */
static void
thin_stays(struct recorder *r)
{
	for (size_t i = 0; i < r->nlaunches; i++)
		r->launch[i]->every *= 2;
	for (unsigned turn = 0; turn < 2 && r->nstays > RECORDER_STAYS / 4 * 3; turn++) {
		size_t n = 0;

		for (size_t i = 0; i < r->nstays; i++)
			if (keeps(r->launch[r->stay[i].launch], r->stay + i, turn == 0))
				r->stay[n++] = r->stay[i];
		r->nstays = n;
	}
}

static void
on_stay(void *arg, const struct simt_tap_stay *x)
{
	struct recorder *r = arg;
	struct launch *l = find(r, x->launch);
	const struct recording_stay stay = {l->known.index, x->sm, x->block, x->start, x->end};

	if (l == &r->none)
		return;
	l->stays++;
	l->stay_cycles += x->end - x->start;
	if (!keeps(l, &stay, true))
		return;
	if (r->nstays == RECORDER_STAYS)
		thin_stays(r);
	if (r->nstays == RECORDER_STAYS)
		return;
	r->stay = grow(r->stay, &r->stays_room, r->nstays + 1, sizeof *r->stay);
	r->stay[r->nstays++] = stay;
}

/* ---- samples ---- */

/* Every second sample goes: what it has counted is in the next one. */
static void
thin_samples(struct recorder *r)
{
	size_t n = 0;

	for (size_t i = 1; i < r->nsamples; i += 2)
		r->sample[n++] = r->sample[i];
	r->nsamples = n;
	r->width =
		2 * r->width > r->sample[n - 1].cycle / RECORDER_SAMPLES ? 2 * r->width : r->sample[n - 1].cycle / RECORDER_SAMPLES;
}

static uint64_t
on_counts(void *arg, const struct simt_tap_counts *x)
{
	struct recorder *r = arg;
	struct recording_sample *last;

	/* the GPU has become idle before the end of a window, or soon after the last sample */
	while (r->nsamples && x->cycle <= r->sample[r->nsamples - 1].cycle)
		r->nsamples--;
	if (r->nsamples > 1 && x->cycle < r->sample[r->nsamples - 2].cycle + r->width)
		r->nsamples--;
	if (r->nsamples == RECORDER_SAMPLES)
		thin_samples(r);
	last = r->sample + r->nsamples++;
	*last = (struct recording_sample){.cycle = x->cycle,
					  .count =
						  {
#define RECORD_COUNT(name) x->v[SIMT_STAT_##name],
							  RECORD_COUNTS(RECORD_COUNT)
#undef RECORD_COUNT
						  },
					  .warps = x->warps,
					  .sms = x->sms};
	return x->cycle + r->width;
}

/* ---- warps ---- */

static struct recorder_sm *
sm_of(struct recorder *r, uint32_t sm)
{
	if (!r->sm[sm])
		r->sm[sm] = recorder_sm_new(&r->wish, r->subcores * r->slots, r->slots, r->ways, r->bank_lanes);
	return r->sm[sm];
}

static void
on_state(void *arg, const struct simt_tap_warp *at, const struct simt_tap_state *x)
{
	recorder_sm_state(sm_of(arg, at->sm), &find(arg, at->launch)->known, at, x);
}

static void
on_issue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_issue *x)
{
	recorder_sm_issue(sm_of(arg, at->sm), &find(arg, at->launch)->known, at, x);
}

static void
on_reissue(void *arg, const struct simt_tap_warp *at, const struct simt_tap_reissue *x)
{
	recorder_sm_reissue(sm_of(arg, at->sm), at, x);
}

static void
on_block_end(void *arg, const struct simt_tap_block *x)
{
	recorder_sm_block_end(sm_of(arg, x->sm), x);
}

static bool
on_enough(void *arg, uint32_t sm)
{
	struct recorder *r = arg;

	return r->sm[sm] && recorder_sm_is_full(r->sm[sm]);
}

/* ---- */

struct recorder *
recorder_new(struct simt *s, const struct simt_machine *m, const char *workload, const struct recorder_wish *wish,
	     struct simt_error *e)
{
	struct recorder *r = zeroed(1, sizeof *r);
	struct simt_tap tap = {.arg = r,
			       .sms = wish->sms,
			       .launch_start = on_launch_start,
			       .launch_end = on_launch_end,
			       .stay = on_stay,
			       .counts = on_counts,
			       .enough = on_enough,
			       .state = on_state,
			       .issue = on_issue,
			       .reissue = on_reissue,
			       .block_end = on_block_end};

	r->s = s;
	r->wish = *wish;
	r->machine = must(strdup(wish->machine));
	r->workload = must(strdup(path_base(workload)));
	r->sms = simt_machine_number(m, "sms");
	r->subcores = simt_machine_number(m, "subcores");
	r->warp_size = simt_machine_number(m, "warp_size");
	r->slots = simt_machine_number(m, "threads_per_sm") / r->warp_size / r->subcores;
	r->clock = UINT64_C(1000) * simt_machine_number(m, "clock");
	r->ways = simt_machine_packs(m)                                      ? r->warp_size
		  : strcmp(simt_machine_get(m, "bank_issue"), "independent") ? 1
									     : simt_machine_number(m, "banks");
	r->bank_lanes = simt_machine_packs(m) ? 1 : BANK_LANES;
	r->sample = zeroed(RECORDER_SAMPLES, sizeof *r->sample);
	r->sm = zeroed(r->sms, sizeof(struct recorder_sm *));
	r->none.known.index = RECORD_NONE;
	/* a split waits for another than its warp */
	if (r->ways > 1)
		tap.state = NULL;
	if (simt_add_tap(s, &tap, e))
		return r;
	r->s = NULL;
	recorder_free(r);
	return NULL;
}

/* What belongs to the case alone. */
static void
forget(struct recorder *r)
{
	for (size_t i = 0; i < r->nlaunches; i++) {
		free(r->launch[i]->name);
		free(r->launch[i]);
	}
	r->nlaunches = r->live = r->nstays = r->nsamples = 0;
	r->left_out = r->width = 0;
}

void
recorder_free(struct recorder *r)
{
	if (!r)
		return;
	if (r->s)
		simt_remove_tap(r->s, r);
	forget(r);
	for (uint32_t i = 0; i < r->sms; i++)
		recorder_sm_free(r->sm[i]);
	for (size_t i = 0; i < r->nfunctions; i++)
		free(r->function[i].part);
	for (size_t i = 0; i < r->ended_room; i++)
		text_free(r->ended + i);
	chunks_free(r->chunks);
	free(r->ended);
	free(r->function);
	free(r->launch);
	free(r->stay);
	free(r->sample);
	free(r->sm);
	free(r->machine);
	free(r->workload);
	free(r);
}

/* ---- the case as bytes ---- */

static void
put_launch(const struct launch *l, struct text *t)
{
	bytes_text(t, l->name ? l->name : "");
	bytes_number(t, l->number);
	bytes_number(t, l->function);
	for (unsigned k = 0; k < 3; k++) {
		bytes_number(t, l->grid[k]);
		bytes_number(t, l->block[k]);
	}
	bytes_number(t, l->start);
	bytes_number(t, l->end > l->start ? l->end - l->start : 0);
	bytes_number(t, l->ended);
	bytes_number(t, l->stays);
	bytes_number(t, l->stay_cycles);
	bytes_number(t, l->every);
}

static void
put_stays(const struct recorder *r, struct text *t)
{
	uint64_t start = 0, block = 0;

	bytes_number(t, r->nstays);
	for (size_t i = 0; i < r->nstays; i++) {
		const struct recording_stay *x = r->stay + i;

		bytes_number(t, x->launch);
		bytes_number(t, x->sm);
		bytes_difference(t, block, x->block);
		bytes_difference(t, start, x->start);
		bytes_number(t, x->end - x->start);
		block = x->block;
		start = x->start;
	}
}

static void
put_samples(const struct recorder *r, struct text *t)
{
	struct recording_sample last = {.cycle = 0};

	bytes_number(t, r->nsamples);
	for (size_t i = 0; i < r->nsamples; i++) {
		const struct recording_sample *x = r->sample + i;

		bytes_number(t, x->cycle - last.cycle);
		for (unsigned k = 0; k < RECORD_NCOUNTS; k++)
			bytes_number(t, x->count[k] - last.count[k]);
		bytes_number(t, x->warps);
		bytes_number(t, x->sms);
		last = *x;
	}
}

void
recorder_end_case(struct recorder *r, size_t number, const char *name)
{
	struct text *t;
	uint32_t n = 0;

	if (number >= r->ended_room) {
		const size_t had = r->ended_room;

		r->ended = grow(r->ended, &r->ended_room, number + 1, sizeof *r->ended);
		memset(r->ended + had, 0, (r->ended_room - had) * sizeof *r->ended);
	}
	t = r->ended + number;
	t->n = 0;
	bytes_text(t, name);
	bytes_number(t, r->nlaunches);
	for (size_t i = 0; i < r->nlaunches; i++)
		put_launch(r->launch[i], t);
	bytes_number(t, r->left_out);
	put_samples(r, t);
	put_stays(r, t);
	for (uint32_t i = 0; i < r->sms; i++)
		n += r->sm[i] && recorder_sm_has(r->sm[i]);
	bytes_number(t, n);
	for (uint32_t i = 0; i < r->sms; i++)
		if (r->sm[i] && recorder_sm_has(r->sm[i]))
			recorder_sm_take(r->sm[i], i, t);
	forget(r);
	/* what is too much is not kept, though it has been taken */
	if (r->bytes > RECORDER_BYTES)
		t->n = 0;
	r->bytes += t->n;
}

/* ---- the file ---- */

static void
put_machine(const struct recorder *r, struct text *t)
{
	static const char *const state[] = {
#define STALL(name, meaning) #name,
#include "sim/runtime/stall.def"
#undef STALL
	};
	static const char *const counted[] = {
#define RECORD_COUNT(name) #name,
		RECORD_COUNTS(RECORD_COUNT)
#undef RECORD_COUNT
	};

	bytes_text(t, PACKAGE_VERSION);
	bytes_text(t, r->machine);
	bytes_text(t, r->workload);
	bytes_number(t, r->sms);
	bytes_number(t, r->subcores);
	bytes_number(t, r->slots);
	bytes_number(t, r->warp_size);
	bytes_number(t, r->clock);
	bytes_number(t, r->ways > 1);
	bytes_number(t, SIMT_STALLS);
	for (unsigned i = 0; i < SIMT_STALLS; i++)
		bytes_text(t, state[i]);
	bytes_number(t, RECORD_NCOUNTS);
	for (unsigned i = 0; i < RECORD_NCOUNTS; i++)
		bytes_text(t, counted[i]);
}

/* Names of files are owned by their module, so that each has one place in memory. */
static void
put_function(const struct function *f, struct text *t)
{
	struct simt_function_info info;
	const char **file = NULL;
	size_t nfiles = 0, room = 0;
	struct text inst = {.n = 0};

	simt_function_info(f->of, &info);
	for (size_t i = 0; i < info.ninst; i++) {
		const char *name;
		char sass[256] = "";
		unsigned line;
		size_t k = 0;

		bytes_number(&inst, f->part[i]);
		if (simt_function_line(f->of, i, &name, &line)) {
			while (k < nfiles && file[k] != name)
				k++;
			file = grow(file, &room, nfiles + 1, sizeof *file);
			file[k] = name;
			nfiles += k == nfiles;
			bytes_number(&inst, k + 1);
			bytes_number(&inst, line);
		} else {
			bytes_number(&inst, 0);
		}
		simt_function_sass(f->of, i, sass, sizeof sass);
		bytes_text(&inst, sass);
	}
	bytes_text(t, info.name);
	bytes_number(t, nfiles);
	for (size_t k = 0; k < nfiles; k++)
		bytes_text(t, file[k]);
	bytes_number(t, info.ninst);
	text_bytes(t, inst.s, inst.n);
	text_free(&inst);
	free(file);
}

void
recorder_write_head(struct recorder *r, FILE *out)
{
	struct text t = {.n = 0};

	r->chunks = chunks_new(out);
	put_machine(r, &t);
	chunks_put(r->chunks, out, RECORD_CHUNK_MACHINE, &t);
	text_free(&t);
}

void
recorder_write_case(struct recorder *r, FILE *out, size_t number)
{
	struct text t = {.n = 0};

	if (number >= r->ended_room || !r->ended[number].n)
		return;
	for (; r->functions_written < r->nfunctions; r->functions_written++) {
		t.n = 0;
		put_function(r->function + r->functions_written, &t);
		chunks_put(r->chunks, out, RECORD_CHUNK_FUNCTION, &t);
	}
	text_free(&t);
	chunks_put(r->chunks, out, RECORD_CHUNK_CASE, r->ended + number);
	text_free(r->ended + number);
}

void
recorder_write_tail(struct recorder *r, FILE *out, bool complete)
{
	struct text t = {.n = 0};

	bytes_number(&t, complete);
	chunks_put(r->chunks, out, RECORD_CHUNK_END, &t);
	text_free(&t);
	chunks_end(r->chunks, out);
}
