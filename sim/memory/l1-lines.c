/* l1-lines.c: see l1-lines.h. */
#include "sim/memory/l1-lines.h"

#include <string.h>

#include "sim/machine/machine.h"
#include "sim/memory/access.h"
#include "sim/memory/tag-store.h"

enum { BANKS = 4 };

/* Lines whose banks are worked out together. */
enum { TOGETHER = 8 };
typedef uint32_t together_t __attribute__((vector_size(TOGETHER * sizeof(uint32_t))));

/* The banks of tags that the lines belong to: the parities of some bits of their numbers. All masks are of the lower half. */
static void
tag_banks(const struct simt_machine *m, const struct l1_lines *l, uint32_t *bank)
{
	enum { HALF = 16 };

	for (unsigned i = 0; i < l->n; i += TOGETHER) {
		together_t number, low, high;

		memcpy(&number, l->low + i, sizeof number);
		low = number & m->l1.bank_low;
		high = number & m->l1.bank_high;
		/* of each half of a word the parity comes to its lowest bit */
		low ^= low >> HALF;
		high ^= high << HALF;
		low = (low & UINT16_MAX) | (high & ~(uint32_t)UINT16_MAX);
		low ^= low >> 8;
		low ^= low >> 4;
		low ^= low >> 2;
		low ^= low >> 1;
		low = (low & 1) | (low >> (HALF - 1) & 2);
		memcpy(bank + i, &low, sizeof low);
	}
}

/* A new part, number n. */
static inline __attribute__((always_inline)) void
new_part(struct l1_lines *l, unsigned n, uint64_t number, bool store)
{
	l->room[0][n] = (struct l1_part){.number = number};
	l->low[n] = (uint32_t)number;
	if (store)
		l->bytes_room[0][n] = (struct l1_bytes){{0}};
}

/* Sector number i of the access belongs to part `at`. Of an atomic: how often each sector counts, and its lanes. */
static inline __attribute__((always_inline)) void
add_sector(const struct access *a, unsigned i, struct l1_lines *l, unsigned at, bool store, bool atomic)
{
	const unsigned sector = a->sectors[i] % LINE_SECTORS;
	struct l1_part *part = l->room[0] + at;

	part->sectors |= (uint8_t)(1u << sector);
	if (atomic) {
		part->turns++;
		part->words = (uint8_t)(part->words + a->written[i]);
	}
	if (store) {
		l->bytes_room[0][at].of[sector] = a->written[i];
		part->full |= (uint8_t)((a->written[i] == UINT32_MAX) << sector);
	}
}

/* A filter of lines: it says of most new ones that they are. Returns whether that line may have been there, and from now on is. */
static inline bool
seen_before(uint64_t *filter, uint64_t number)
{
	const uint32_t hash = (uint32_t)number * UINT32_C(0x9e3779b1) >> 24;
	const uint64_t bit = UINT64_C(1) << hash % 64, word = filter[hash / 64];

	filter[hash / 64] = word | bit;
	return word & bit;
}

/* The part of the n so far that is of that line; n: none. Lanes may touch as many lines as they are. */
static inline unsigned
part_of(const struct l1_lines *l, unsigned n, uint64_t *filter, uint64_t number)
{
	if (seen_before(filter, number))
		for (unsigned i = n; i-- > 0;)
			if (l->room[0][i].number == number)
				return i;
	return n;
}

/* The lines of the sectors from number i on, where n were found before. Returns how many they are. */
static inline __attribute__((always_inline)) unsigned
further_lines(const struct access *a, unsigned i, struct l1_lines *l, unsigned n, bool store, bool atomic)
{
	uint64_t filter[4] = {0};
	unsigned at = n - 1;

	for (unsigned k = 0; k < n; k++)
		(void)seen_before(filter, l->room[0][k].number);
	for (; i < a->nsectors; i++) {
		const uint64_t number = a->sectors[i] / LINE_SECTORS;

		/* neighbours mostly lie in one line */
		if (l->room[0][at].number != number) {
			at = part_of(l, n, filter, number);
			if (at == n)
				new_part(l, n++, number, store);
		}
		add_sector(a, i, l, at, store, atomic);
	}
	return n;
}

/* The lines, in the order in which their first sectors are listed. As long as each is behind those before it, none has to be looked for. */
static inline __attribute__((always_inline)) unsigned
distinct_lines(const struct access *a, struct l1_lines *l, bool store, bool atomic)
{
	const bool apart = a->apart;
	uint64_t last = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < a->nsectors; i++) {
		const uint64_t number = a->sectors[i] / LINE_SECTORS;

		if (!n || number != last) {
			if (number < last && !apart)
				return further_lines(a, i, l, n, store, atomic);
			new_part(l, n++, number, store);
			last = number;
		}
		add_sector(a, i, l, n - 1, store, atomic);
	}
	return n;
}

/* The n lines in the order of their lookups, in the second rooms, where two of one bank follow each other too soon and fewer lines than
 * there are banks go at a time. */
static void
order_by_heads(struct l1_lines *l, unsigned tags, const uint32_t *bank)
{
	const unsigned n = l->n;
	unsigned first[BANKS] = {n, n, n, n};
	uint16_t next[L1_LINES_MOST];

	/* the first line of each bank, and the next one of the bank of each */
	for (unsigned i = n; i--;) {
		next[i] = (uint16_t)first[bank[i]];
		first[bank[i]] = i;
	}
	for (unsigned done = 0; done < n;) {
		unsigned now[BANKS];

		for (unsigned b = 0; b < BANKS; b++)
			now[b] = first[b];
		for (unsigned k = 0; k < tags; k++) {
			unsigned head = 0;

			for (unsigned b = 1; b < BANKS; b++)
				head = now[b] < now[head] ? b : head;
			if (now[head] == n)
				break;
			l->bytes_room[1][done] = l->bytes_room[0][now[head]];
			l->room[1][done++] = l->room[0][now[head]];
			first[head] = next[now[head]];
			now[head] = n;
		}
		l->room[1][done - 1].looked_up = true;
	}
}

/* The same where a line of each bank goes at a time: each line goes with those that come as late in their banks. The first `lookups` of
 * with[] say how many lines these are, rank[] is the lookup of each line. */
static void
order_by_ranks(struct l1_lines *l, bool store, unsigned lookups, const uint16_t *with, const uint16_t *rank)
{
	uint16_t at[L1_LINES_MOST];
	unsigned sum = 0;

	for (unsigned k = 0; k < lookups; k++) {
		at[k] = (uint16_t)sum;
		sum += with[k];
	}
	for (unsigned i = 0; i < l->n; i++) {
		const unsigned to = at[rank[i]]++;

		l->room[1][to] = l->room[0][i];
		if (store)
			l->bytes_room[1][to] = l->bytes_room[0][i];
	}
	for (unsigned k = 0; k < lookups; k++)
		l->room[1][at[k] - 1].looked_up = true;
}

/* Puts the lines in the order in which they are looked up. */
static void
look_up_together(const struct simt_machine *m, struct l1_lines *l, bool store)
{
	const unsigned tags = m->l1.tags, n = l->n;
	uint32_t bank[L1_LINES_MOST + TOGETHER];
	uint16_t rank[L1_LINES_MOST], with[L1_LINES_MOST], had[BANKS] = {0};
	unsigned lookups = 0;

	if (!(m->l1.bank_low | m->l1.bank_high)) {
		for (unsigned i = tags - 1; i < n; i += tags)
			l->part[i].looked_up = true;
		l->part[n - 1].looked_up = true;
		return;
	}
	tag_banks(m, l, bank);
	for (unsigned i = 0; i < n; i++) {
		rank[i] = had[bank[i]]++;
		if (rank[i] < lookups) {
			with[rank[i]]++;
		} else {
			with[lookups++] = 1;
		}
	}
	if (lookups == 1 && n <= tags) {
		l->part[n - 1].looked_up = true;
		return;
	}
	if (tags >= BANKS)
		order_by_ranks(l, store, lookups, with, rank);
	else
		order_by_heads(l, tags, bank);
	l->part = l->room[1];
	l->bytes = l->bytes_room[1];
}

void
l1_lines_of(const struct simt_machine *m, const struct access *a, enum l2_kind kind, struct l1_lines *l)
{
	struct l1_part *p = l->part = l->room[0];

	l->bytes = l->bytes_room[0];
	if (kind == L2_LOAD)
		l->n = distinct_lines(a, l, false, false);
	else if (kind == L2_STORE)
		l->n = distinct_lines(a, l, true, false);
	else
		l->n = distinct_lines(a, l, false, a->kind == MEM_ATOMIC);
	for (unsigned i = 0; kind != L2_LOAD && i < l->n; i++) {
		if (a->kind != MEM_ATOMIC)
			p[i].words = (uint8_t)(p[i].turns = (uint16_t)sectors_count(p[i].sectors));
		p[i].packets = p[i].turns;
	}
	if (l->n != 1) {
		look_up_together(m, l, kind == L2_STORE);
		return;
	}
	/* all lanes are on one sector */
	if (kind != L2_LOAD && !(p->sectors & (p->sectors - 1)))
		p->packets = 1;
	p->looked_up = true;
}
