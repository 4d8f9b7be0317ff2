#include "sim/observe/open-registers.h"

#include "base/alloc.h"

static void
put_open(struct opens *o, const struct open *x)
{
	o->v = grow(o->v, &o->cap, o->n + 1, sizeof *o->v);
	for (int i = 0; i < REGSET_WORDS; i++)
		o->regs.w[i] |= x->regs.w[i];
	o->v[o->n++] = *x;
}

/* Forgets those without lanes. */
static void
sweep(struct opens *o)
{
	size_t n = 0;

	o->regs = (struct regset){{0}};
	for (size_t i = 0; i < o->n; i++) {
		if (!o->v[i].lanes && !o->v[i].issued)
			continue;
		for (int k = 0; k < REGSET_WORDS; k++)
			o->regs.w[k] |= o->v[i].regs.w[k];
		o->v[n++] = o->v[i];
	}
	o->n = n;
}

static bool
waits_for(const struct open *x, unsigned mask)
{
	return mask >> x->sb[0] & 1 || mask >> x->sb[1] & 1;
}

void
open_registers_waited(struct opens *o, unsigned mask, lanes_t lanes)
{
	bool ended = false;
	lanes_t read = 0,
		there[ORDERS] = {0}; /* lanes whose earlier accesses have read their operands; whose earlier results are there */

	for (size_t i = mask ? o->n : 0; i--;) {
		struct open *x = o->v + i;
		lanes_t done = x->kind == OPEN_SOURCE && x->lsu ? read : there[x->order];

		if (waits_for(x, mask)) {
			done = lanes;
			read |= x->lsu ? x->issued & lanes : 0;
			if (x->order != ORDER_NONE && mask >> x->sb[0] & 1)
				there[x->order] |= x->issued & lanes;
		}
		x->lanes &= ~done;
		x->issued &= ~done;
		ended = ended || (!x->lanes && !x->issued);
	}
	if (ended)
		sweep(o);
}

void
open_registers_exited(struct opens *o, lanes_t lanes)
{
	for (size_t i = 0; i < o->n; i++) {
		o->v[i].lanes &= ~lanes;
		o->v[i].issued &= ~lanes;
	}
	sweep(o);
}

void
open_registers_add(struct opens *o, const struct open *x)
{
	bool ended = false;

	for (size_t i = 0; i < o->n; i++) {
		struct open *v = o->v + i;

		if (v->pc != x->pc || v->kind != x->kind)
			continue;
		v->lanes &= ~x->issued;
		v->issued &= ~x->issued;
		ended = ended || (!v->lanes && !v->issued);
	}
	if (ended)
		sweep(o);
	put_open(o, x);
}
