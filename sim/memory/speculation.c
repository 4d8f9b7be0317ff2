/* speculation.c: see speculation.h. */
#include "sim/memory/speculation.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/memory/backing-store.h"

/* Bytes of a piece of memory. Larger ones are copied for less that is stored, of smaller ones there are more to find. */
enum { PIECE = 1024, WORD = 64, WORDS = PIECE / WORD };
/* All sets together keep no more pieces, 256 MiB; a set knows no more allocations. */
enum { PIECES_MOST = 1 << 18, ALLOCATIONS_MOST = 64 };

/* Part of an allocation: what the set has stored there, bit for bit what it has stored and loaded. */
struct piece {
	uint32_t allocation, index; /* of those that the set knows; of the pieces of that */
	bool copied;                /* data[] has what the set sees there */
	uint64_t stored[WORDS], loaded[WORDS];
	uint8_t data[PIECE];
};

/* An allocation that the set has accessed. */
struct known {
	struct seen_allocation at;
	bool exact;           /* its loads are noted byte by byte */
	bool loaded, stored;  /* somewhere; the first one where loads are not noted */
	struct piece **piece; /* NULL: not touched */
};

struct speculative_set {
	struct speculation *all;
	struct known known[ALLOCATIONS_MOST];
	unsigned nknown, last; /* the one that was found last */
	struct piece **piece;  /* those in use come first */
	size_t n, made, room;
	bool refused, full;    /* in this round */
	bool conflict, learns; /* what the check has found */
};

struct speculation {
	struct backing_store *store;
	uint64_t changes; /* of the store, of which the sets know */
	unsigned n;
	uint64_t stored[ALLOCATIONS_MOST]; /* addresses of allocations that have been stored to */
	unsigned nstored;
	struct speculative_set set[];
};

struct speculation *
speculation_new(struct backing_store *m, unsigned sets)
{
	struct speculation *s = zeroed(1, sizeof *s + sets * sizeof *s->set);

	s->store = m;
	s->n = sets;
	for (unsigned i = 0; i < sets; i++)
		s->set[i].all = s;
	return s;
}

static void
forget_allocations(struct speculative_set *set)
{
	for (unsigned i = 0; i < set->nknown; i++)
		free(set->known[i].piece);
	set->nknown = set->last = 0;
}

void
speculation_free(struct speculation *s)
{
	for (unsigned i = 0; s && i < s->n; i++) {
		forget_allocations(s->set + i);
		for (size_t k = 0; k < s->set[i].made; k++)
			free(s->set[i].piece[k]);
		free(s->set[i].piece);
	}
	free(s);
}

unsigned
speculation_sets(const struct speculation *s)
{
	return s->n;
}

struct speculative_set *
speculation_set(struct speculation *s, unsigned i)
{
	return s->set + i;
}

/* ---- in a round ---- */

static bool
is_stored_to(const struct speculation *s, uint64_t address)
{
	unsigned i = 0;

	while (i < s->nstored && s->stored[i] != address)
		i++;
	return i < s->nstored;
}

/* The allocation that has these bytes; NULL: none has. */
static struct known *
find_known(struct speculative_set *set, uint64_t address, uint64_t bytes)
{
	struct seen_allocation at;
	struct known *k = set->known + set->last;
	unsigned i = 0;

	if (set->nknown && address - k->at.address < k->at.bytes)
		return bytes <= k->at.bytes - (address - k->at.address) ? k : NULL;
	while (i < set->nknown && !(address - set->known[i].at.address < set->known[i].at.bytes))
		i++;
	if (i == set->nknown) {
		if (!backing_store_allocation(set->all->store, address, &at) || !(address - at.address < at.bytes))
			return NULL;
		if (i == ALLOCATIONS_MOST) {
			set->full = true;
			return NULL;
		}
		set->known[i] = (struct known){.at = at, .exact = is_stored_to(set->all, at.address)};
		set->nknown++;
	}
	set->last = i;
	k = set->known + i;
	return bytes <= k->at.bytes - (address - k->at.address) ? k : NULL;
}

/* Piece `index` of k; NULL: there is no room. */
static struct piece *
take_piece(struct speculative_set *set, struct known *k, uint64_t index)
{
	struct piece *p;

	if (set->n == set->made) {
		if (set->made >= PIECES_MOST / set->all->n) {
			set->full = true;
			return NULL;
		}
		set->piece = grow(set->piece, &set->room, set->made + 1, sizeof *set->piece);
		set->piece[set->made++] = xrealloc(NULL, sizeof *p);
	}
	if (!k->piece)
		k->piece = zeroed((k->at.bytes + PIECE - 1) / PIECE, sizeof *k->piece);
	p = set->piece[set->n++];
	p->allocation = (uint32_t)(k - set->known);
	p->index = (uint32_t)index;
	p->copied = false;
	memset(p->stored, 0, sizeof p->stored);
	memset(p->loaded, 0, sizeof p->loaded);
	k->piece[index] = p;
	return p;
}

static struct piece *
piece_at(struct speculative_set *set, struct known *k, uint64_t at)
{
	struct piece *p = k->piece ? k->piece[at / PIECE] : NULL;

	return p ? p : take_piece(set, k, at / PIECE);
}

/* The same for a store. */
static struct piece *
piece_to_store(struct speculative_set *set, struct known *k, uint64_t at)
{
	struct piece *p = piece_at(set, k, at);
	const uint64_t first = at / PIECE * PIECE;

	k->stored = k->exact = true;
	if (p && !p->copied) {
		memcpy(p->data, k->at.data + first, k->at.bytes - first < PIECE ? k->at.bytes - first : PIECE);
		p->copied = true;
	}
	return p;
}

/* Aligned bytes, at most 16: they do not go beyond a word. */
static inline __attribute__((always_inline)) void
note(uint64_t *bits, uint32_t at, uint32_t bytes)
{
	bits[at / WORD] |= ((UINT64_C(1) << bytes) - 1) << at % WORD;
}

static void
note_row(uint64_t *bits, uint32_t at, uint32_t bytes)
{
	while (bytes) {
		const uint32_t from = at % WORD, n = bytes < WORD - from ? bytes : WORD - from;

		bits[at / WORD] |= (n == WORD ? UINT64_MAX : (UINT64_C(1) << n) - 1) << from;
		at += n;
		bytes -= n;
	}
}

/* The lanes of a request, the lowest of which is at place `at` of the piece. */
static void
note_lanes(uint64_t *bits, uint32_t at, const struct mem_request *r, const struct isa_span *s)
{
	if (s->row) {
		note_row(bits, at, ISA_LANES * r->bytes);
		return;
	}
	for (uint32_t m = r->mask; m; m &= m - 1)
		note(bits, at + (uint32_t)(r->address[__builtin_ctz(m)] - s->first), r->bytes);
}

/* Loads of lanes in several pieces, of which the set has stored to none. */
static uint8_t *
load_apart(struct speculative_set *set, struct known *k, const struct mem_request *r, const struct isa_span *s)
{
	for (uint32_t m = r->mask; m; m &= m - 1) {
		const uint64_t at = r->address[__builtin_ctz(m)] - k->at.address;
		struct piece *p = piece_at(set, k, at);

		if (!p || p->copied)
			return NULL;
		note(p->loaded, at % PIECE, r->bytes);
	}
	return k->at.data + (s->first - k->at.address);
}

uint8_t *
speculation_span(struct speculative_set *set, const struct mem_request *r, const struct isa_span *s)
{
	const uint64_t bytes = (uint64_t)s->last + r->bytes;
	struct known *k = find_known(set, s->first, bytes);
	const uint64_t at = k ? s->first - k->at.address : 0;
	const uint32_t in_piece = at % PIECE;
	struct piece *p;

	if (!k)
		return NULL;
	if (r->kind == MEM_LOAD && !k->exact) {
		k->loaded = true;
		return k->at.data + at;
	}
	if (in_piece + bytes > PIECE)
		return r->kind == MEM_LOAD && !s->row ? load_apart(set, k, r, s) : NULL;
	p = r->kind == MEM_LOAD ? piece_at(set, k, at) : piece_to_store(set, k, at);
	if (!p)
		return NULL;
	note_lanes(r->kind == MEM_LOAD ? p->loaded : p->stored, in_piece, r, s);
	return p->copied ? p->data + in_piece : k->at.data + at;
}

uint8_t *
speculation_row(struct speculative_set *set, uint64_t address, uint32_t bytes, bool store)
{
	struct known *k = find_known(set, address, bytes);
	const uint64_t at = k ? address - k->at.address : 0;
	struct piece *p;

	if (!k)
		return NULL;
	if (!store && !k->exact) {
		k->loaded = true;
		return k->at.data + at;
	}
	if (at % PIECE + bytes > PIECE)
		return NULL;
	p = store ? piece_to_store(set, k, at) : piece_at(set, k, at);
	if (!p)
		return NULL;
	note_row(store ? p->stored : p->loaded, at % PIECE, bytes);
	return p->copied ? p->data + at % PIECE : k->at.data + at;
}

uint8_t *
speculation_lane(struct speculative_set *set, uint64_t address, uint32_t bytes, bool store)
{
	return speculation_row(set, address, bytes, store);
}

void
speculation_refuse(struct speculative_set *set)
{
	set->refused = true;
}

/* ---- before it and after it ---- */

void
speculation_forget(struct speculation *s)
{
	s->nstored = 0;
}

void
speculation_begin(struct speculation *s)
{
	const uint64_t changes = backing_store_changes(s->store);

	for (unsigned i = 0; i < s->n; i++) {
		struct speculative_set *set = s->set + i;

		if (changes != s->changes)
			forget_allocations(set);
		for (unsigned k = 0; k < set->nknown; k++)
			set->known[k].exact = is_stored_to(s, set->known[k].at.address);
		set->refused = set->full = set->conflict = set->learns = false;
	}
	s->changes = changes;
}

/* The same allocation in another set; NULL: that does not know it. */
static const struct known *
known_there(const struct speculative_set *there, const struct known *k)
{
	for (unsigned i = 0; i < there->nknown; i++)
		if (there->known[i].at.address == k->at.address)
			return there->known + i;
	return NULL;
}

static bool
touch_the_same(const struct piece *stores, const struct piece *other)
{
	uint64_t both = 0;

	for (unsigned i = 0; i < WORDS; i++)
		both |= stores->stored[i] & (other->stored[i] | other->loaded[i]);
	return both;
}

/* What `set` has stored, against what `there` has touched. */
static void
check_against(struct speculative_set *set, const struct speculative_set *there)
{
	const struct known *same[ALLOCATIONS_MOST];

	for (unsigned k = 0; k < set->nknown; k++) {
		same[k] = set->known[k].stored ? known_there(there, set->known + k) : NULL;
		set->learns = set->learns || (same[k] && same[k]->loaded);
	}
	for (size_t i = 0; i < set->n && !set->conflict; i++) {
		const struct piece *p = set->piece[i];
		const struct known *k = same[p->allocation];

		set->conflict = p->copied && k && k->piece && k->piece[p->index] && touch_the_same(p, k->piece[p->index]);
	}
}

void
speculation_check(struct speculation *s, unsigned i)
{
	for (unsigned k = 0; k < s->n; k++)
		if (k != i)
			check_against(s->set + i, s->set + k);
}

enum speculation_outcome
speculation_outcome(struct speculation *s)
{
	bool refused = false, full = false, conflict = false, learns = false;

	for (unsigned i = 0; i < s->n; i++) {
		const struct speculative_set *set = s->set + i;

		refused = refused || set->refused;
		full = full || set->full;
		conflict = conflict || set->conflict;
		learns = learns || set->learns;
		for (unsigned k = 0; k < set->nknown; k++) {
			if (!set->known[k].stored || is_stored_to(s, set->known[k].at.address))
				continue;
			/* the launches after this one begin anew */
			full = full || s->nstored == ALLOCATIONS_MOST;
			s->nstored %= ALLOCATIONS_MOST;
			s->stored[s->nstored++] = set->known[k].at.address;
		}
	}
	return refused    ? SPECULATION_REFUSED
	       : full     ? SPECULATION_FULL
	       : conflict ? SPECULATION_CONFLICT
	       : learns   ? SPECULATION_LEARNS
			  : SPECULATION_HOLDS;
}

uint64_t
speculation_pieces(const struct speculation *s)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < s->n; i++)
		n += s->set[i].n;
	return n;
}

/* The bytes that bits stand for, of 64. */
static void
copy_word(uint8_t *to, const uint8_t *from, uint64_t bits)
{
	enum { STEP = 4 };

	if (bits == UINT64_MAX) {
		memcpy(to, from, WORD);
		return;
	}
	for (unsigned i = 0; i < WORD; i += STEP, bits >>= STEP) {
		if ((bits & 0xf) == 0xf)
			memcpy(to + i, from + i, STEP);
		else
			for (unsigned k = 0; k < STEP; k++)
				if (bits >> k & 1)
					to[i + k] = from[i + k];
	}
}

void
speculation_end(struct speculation *s, unsigned i, bool holds)
{
	struct speculative_set *set = s->set + i;

	for (size_t k = 0; k < set->n; k++) {
		const struct piece *p = set->piece[k];
		const struct known *of = set->known + p->allocation;
		uint8_t *to = of->at.data + (uint64_t)p->index * PIECE;

		for (unsigned w = 0; holds && p->copied && w < WORDS; w++)
			if (p->stored[w])
				copy_word(to + w * WORD, p->data + w * WORD, p->stored[w]);
		of->piece[p->index] = NULL;
	}
	set->n = 0;
	for (unsigned k = 0; k < set->nknown; k++)
		set->known[k].loaded = set->known[k].stored = false;
}
