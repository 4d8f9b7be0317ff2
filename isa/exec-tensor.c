/* exec-tensor.c: copies and reductions of boxes of a tensor, and of plain bytes that reduce. See isa.h, exec.h and tensor-map.h.
 *
 * They are executed for one thread. Register b is the place in shared memory, for loads the barrier behind it, and behind these the
 * coordinates. The pair a is the address of the map. The lower half of c has the offsets of pixels, packed by the rank, and the upper half
 * the blocks of the cluster that get the box.
 *
 * What this module cannot do: read the map; sim/memory/ does. */
#include "isa/exec.h"
#include "isa/tensor-map.h"

enum { HALF = 16, WORD = 4, LEAST_IM2COL = 3 };

/* The uniform register so many behind a source; beyond the last one there is 0. */
static uint32_t
word_behind(const struct isa_source *s, struct exec *x, unsigned n)
{
	return s->kind != SRC_UREG || s->index + n >= ISA_URZ ? 0 : isa_scalar_slow(s, x, n * WORD);
}

/* The packed offsets of pixels: one of 16 bits, two of 8 or three of 5. */
static void
take_offsets(struct mem_request *m, uint32_t packed)
{
	static const uint8_t bits[] = {16, 8, 5};
	const unsigned n = m->rank >= LEAST_IM2COL ? m->rank - LEAST_IM2COL + 1u : 0;

	for (unsigned i = 0; i < n; i++)
		m->data[BOX_OFFSETS][i] = packed >> i * bits[n - 1] & ((UINT32_C(1) << bits[n - 1]) - 1);
}

static void
box(const struct inst *in, struct exec *x, enum mem_kind kind)
{
	struct mem_request *m = x->mem;
	const unsigned first = kind == MEM_LOAD ? 2 : 1;

	*m = (struct mem_request){.space = MEM_GLOBAL,
				  .kind = (uint8_t)kind,
				  .bulk = 1,
				  .box = in->f[F_im2col] ? BOX_IM2COL : BOX_TILED,
				  .rank = (uint8_t)(in->f[F_rank] + 1),
				  .bytes = HALF,
				  .mask = x->mask & -x->mask};
	m->address[0] = scalar(&in->a, x) | (uint64_t)word_behind(&in->a, x, 1) << 32;
	m->to[0] = scalar(&in->b, x);
	m->to[1] = kind == MEM_LOAD ? word_behind(&in->b, x, 1) : 0;
	for (unsigned i = 0; i < m->rank; i++)
		m->data[BOX_COORDINATES][i] = word_behind(&in->b, x, first + i);
}

void
isa_exec_utmaldg(const struct inst *in, struct exec *x)
{
	const uint32_t c = in->c.kind == SRC_UREG ? scalar(&in->c, x) : 0;

	box(in, x, MEM_LOAD);
	if (x->mem->box == BOX_IM2COL)
		take_offsets(x->mem, c & ((1 << HALF) - 1));
	x->mem->data[BOX_BLOCKS][0] = in->f[F_multicast] ? c >> HALF : 0;
}

void
isa_exec_utmastg(const struct inst *in, struct exec *x)
{
	box(in, x, MEM_STORE);
}

void
isa_exec_utmaredg(const struct inst *in, struct exec *x)
{
	box(in, x, MEM_ATOMIC);
	x->mem->atomic = in->f[F_mode];
}

/* Shared memory a is added to b: global memory, or shared memory of the cluster and the barrier behind it. */
void
isa_exec_ublkred(const struct inst *in, struct exec *x)
{
	enum { UNIT = 16, SIZE = (1 << HALF) - 1 };
	const bool to_shared = in->f[F_bulk] != ISA_BULK_TO_GLOBAL;
	struct mem_request *m = x->mem;

	*m = (struct mem_request){.space = to_shared ? MEM_SHARED : MEM_GLOBAL,
				  .kind = MEM_ATOMIC,
				  .atomic = in->f[F_mode],
				  .bulk = (scalar(&in->c, x) & SIZE) * UNIT,
				  .box = BOX_BYTES,
				  .type = in->f[F_vtype],
				  .bytes = UNIT,
				  .mask = x->mask & -x->mask};
	m->to[0] = scalar(&in->a, x);
	m->address[0] = scalar(&in->b, x);
	if (to_shared)
		m->to[1] = word_behind(&in->b, x, 1);
	else
		m->address[0] |= (uint64_t)word_behind(&in->b, x, 1) << 32;
	if (!m->bulk)
		m->mask = 0;
}
