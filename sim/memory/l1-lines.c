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

/* The part of the n so far that is of that line, or a new one behind them. A filter says of most new lines that they are: lanes may
 * touch as many lines as they are. */
static inline unsigned
part_of(struct l1_lines *l, unsigned *n, uint64_t *seen, uint64_t number)
{
	struct l1_part *part = l->room[0];
	const uint32_t hash = (uint32_t)number * UINT32_C(0x9e3779b1) >> 24;
	uint64_t *in = seen + hash / 64;

	if (*in >> hash % 64 & 1)
		for (unsigned i = *n; i-- > 0;)
			if (part[i].number == number)
				return i;
	*in |= UINT64_C(1) << hash % 64;
	part[*n] = (struct l1_part){.number = number};
	l->low[*n] = (uint32_t)number;
	return (*n)++;
}

/* The lines, in the order in which their first sectors are listed. Of an atomic: how often each sector counts, and its lanes. */
static inline __attribute__((always_inline)) unsigned
distinct_lines(const struct access *a, struct l1_lines *l, bool store, bool atomic)
{
	struct l1_part *part = l->room[0];
	uint64_t seen[4] = {0};
	unsigned n = 0, at = 0;

	for (unsigned i = 0; i < a->nsectors; i++) {
		const uint64_t number = a->sectors[i] / LINE_SECTORS;
		const unsigned sector = a->sectors[i] % LINE_SECTORS;

		/* neighbours mostly lie in one line */
		if (!n || part[at].number != number) {
			const unsigned before = n;

			at = part_of(l, &n, seen, number);
			if (store && n > before)
				l->bytes_room[0][at] = (struct l1_bytes){{0}};
		}
		part[at].sectors |= (uint8_t)(1u << sector);
		if (atomic) {
			part[at].turns++;
			part[at].words = (uint8_t)(part[at].words + a->written[i]);
		}
		if (store) {
			l->bytes_room[0][at].of[sector] = a->written[i];
			part[at].full |= (uint8_t)((a->written[i] == UINT32_MAX) << sector);
		}
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
