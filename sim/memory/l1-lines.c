/* l1-lines.c: see l1-lines.h. */
#include "sim/memory/l1-lines.h"

#include "sim/machine/machine.h"
#include "sim/memory/access.h"
#include "sim/memory/tag-store.h"

enum { BANKS = 4 };

/* The bank of tags that a line belongs to. */
static unsigned
tag_bank(const struct simt_machine *m, uint64_t number)
{
	return (unsigned)__builtin_parityll(number & m->l1.bank_low) | (unsigned)__builtin_parityll(number & m->l1.bank_high) << 1;
}

/* The part of the n so far that is of that line, or a new one behind them. A filter says of most new lines that they are: lanes may
 * touch as many lines as they are. */
static struct l1_part *
part_of(struct l1_part *part, unsigned *n, uint64_t *seen, uint64_t number)
{
	const uint32_t hash = (uint32_t)number * UINT32_C(0x9e3779b1) >> 24;
	uint64_t *in = seen + hash / 64;
	struct l1_part *p;

	if (*in >> hash % 64 & 1)
		for (p = part + *n; p-- > part;)
			if (p->number == number)
				return p;
	*in |= UINT64_C(1) << hash % 64;
	p = part + (*n)++;
	*p = (struct l1_part){.number = number};
	return p;
}

/* The lines, in the order in which their first sectors are listed. */
static unsigned
distinct_lines(const struct access *a, enum l2_kind kind, struct l1_part *part)
{
	const bool atomic = a->kind == MEM_ATOMIC;
	struct l1_part *p = part;
	uint64_t seen[4] = {0};
	unsigned n = 0;

	for (unsigned i = 0; i < a->nsectors; i++) {
		const uint64_t number = a->sectors[i] / LINE_SECTORS;
		const unsigned sector = a->sectors[i] % LINE_SECTORS;

		/* neighbours mostly lie in one line */
		if (!n || p->number != number)
			p = part_of(part, &n, seen, number);
		p->turns++;
		p->words = (uint8_t)(p->words + (atomic ? a->written[i] : 1));
		p->sectors |= (uint8_t)(1u << sector);
		if (kind != L2_STORE)
			continue;
		p->written[sector] = a->written[i];
		p->full |= (uint8_t)((a->written[i] == UINT32_MAX) << sector);
	}
	return n;
}

/* The n lines in the order of their lookups, in `ordered`, where two of one bank follow each other too soon or there are more than go at
 * a time. next[i]: the next line of the bank of line i; first[]: the first of each bank; n: none. */
static void
order_by_turns(const struct l1_part *part, unsigned n, unsigned tags, unsigned *first, const uint16_t *next,
	       struct l1_part *ordered)
{
	for (unsigned done = 0; done < n;) {
		unsigned now[BANKS];

		for (unsigned b = 0; b < BANKS; b++)
			now[b] = first[b];
		for (unsigned k = 0; k < tags; k++) {
			unsigned bank = 0;

			for (unsigned b = 1; b < BANKS; b++)
				bank = now[b] < now[bank] ? b : bank;
			if (now[bank] == n)
				break;
			ordered[done++] = part[now[bank]];
			first[bank] = next[now[bank]];
			now[bank] = n;
		}
		ordered[done - 1].looked_up = true;
	}
}

/* Puts the lines in the order in which they are looked up. */
static void
look_up_together(const struct simt_machine *m, struct l1_lines *l)
{
	const unsigned tags = m->l1.tags, n = l->n;
	unsigned first[BANKS] = {n, n, n, n};
	uint16_t next[L1_LINES_MOST];
	bool crowded = n > tags;

	if (!(m->l1.bank_low | m->l1.bank_high)) {
		for (unsigned i = tags - 1; i < n; i += tags)
			l->part[i].looked_up = true;
		l->part[n - 1].looked_up = true;
		return;
	}
	for (unsigned i = n; i--;) {
		const unsigned bank = tag_bank(m, l->part[i].number);

		crowded |= first[bank] != n;
		next[i] = (uint16_t)first[bank];
		first[bank] = i;
	}
	if (crowded) {
		l->part = l->room[1];
		order_by_turns(l->room[0], n, tags, first, next, l->part);
	} else {
		l->part[n - 1].looked_up = true;
	}
}

void
l1_lines_of(const struct simt_machine *m, const struct access *a, enum l2_kind kind, struct l1_lines *l)
{
	struct l1_part *p = l->part = l->room[0];

	l->n = distinct_lines(a, kind, p);
	for (unsigned i = 0; i < l->n; i++)
		p[i].packets = p[i].turns;
	if (l->n != 1) {
		look_up_together(m, l);
		return;
	}
	/* all lanes are on one sector */
	if (!(p->sectors & (p->sectors - 1)))
		p->packets = 1;
	p->looked_up = true;
}
