/* exec-barrier.c: barriers in shared memory (mbarrier), bulk copies, ELECT. See isa.h and exec.h.
 *
 * The word of a barrier has 64 bits. From bit 1 on it has the arrivals that each phase expects, from bit 21 on the bytes under way, and
 * from bit 43 on the pending arrivals. All three count up to 0. The highest bit is the phase. A token is the upper half of this word
 * before the arrival. An H200 leaves the register of the lower half as it was.
 *
 * An H200 keeps these words beside shared memory until SYNCS.CCTL: loads of a barrier's word see what was there before. Here they see
 * the word.
 *
 * What this module cannot do: .TMASK, which tells a thread which others arrive with it (mbarrier.arrive.noComplete). */
#include "isa/exec.h"

enum { PHASE = 63, PENDING = 43, EXPECTED = 1, BYTES = 21, COUNT_BITS = 20, BYTES_BITS = 21, UNIT = 16 };

#define COUNT_MASK ((UINT64_C(1) << COUNT_BITS) - 1)
#define BYTES_MASK ((UINT64_C(1) << BYTES_BITS) - 1)

uint64_t
isa_barrier_arrive(uint64_t old, uint32_t arrivals, uint32_t bytes, bool drop)
{
	const uint64_t expected = ((old >> EXPECTED & COUNT_MASK) + (drop ? arrivals : 0)) & COUNT_MASK,
		       left = ((old >> BYTES & BYTES_MASK) - bytes) & BYTES_MASK;
	const bool over = !left;
	uint64_t pending = ((old >> PENDING & COUNT_MASK) + arrivals) & COUNT_MASK, phase = old >> PHASE;

	if (over && !pending) {
		pending = expected;
		phase ^= 1;
	}
	return (old & 1) | expected << EXPECTED | left << BYTES | pending << PENDING | phase << PHASE;
}

/* Every lane arrives so many times at the barrier that its address names, and expects so many bytes more. */
static void
arrive(const struct inst *in, struct exec *x, const uint32_t *arrivals, const uint32_t *bytes)
{
	struct mem_request *m = x->mem;

	if (in->f[F_red] && in->op->exec == isa_exec_syncs_arrive)
		isa_cluster_request(in, x, MEM_ATOMIC);
	else
		isa_shared_request(in, x, MEM_ATOMIC);
	m->bytes = 8;
	m->atomic = ATOM_BARRIER;
	memcpy(m->data[0], arrivals, sizeof m->data[0]);
	memcpy(m->data[1], bytes, sizeof m->data[1]);
	spread(m->data[2], in->f[F_drop]);
}

void
isa_exec_syncs_arrive(const struct inst *in, struct exec *x)
{
	enum { ONE_AND_BYTES, ONE, ONE_BYTE, BYTES_ALONE, BYTES_GONE, SOME };
	uint32_t tb[ISA_LANES], one[ISA_LANES], gone[ISA_LANES];
	const uint32_t *b = bits_of(&in->b, x, tb), *none = isa_zero_row;

	spread(one, 1);
	for (unsigned l = 0; l < ISA_LANES; l++)
		gone[l] = -b[l];
	switch (in->f[F_arrive]) {
	case ONE_AND_BYTES:
		arrive(in, x, one, b);
		break;
	case ONE:
		arrive(in, x, one, none);
		break;
	case ONE_BYTE:
		arrive(in, x, none, one);
		break;
	case BYTES_ALONE:
		arrive(in, x, none, b);
		break;
	case BYTES_GONE:
		arrive(in, x, none, gone);
		break;
	default:
		arrive(in, x, b, none);
		break;
	}
}

/* p0 gets its value when the word is there: isa_phase_known(). */
void
isa_exec_syncs_phase(const struct inst *in, struct exec *x)
{
	arrive(in, x, isa_zero_row, isa_zero_row);
}

/* The phase that b's uppermost bit names is over where the barrier is in the other one. */
void
isa_phase_known(const struct inst *in, struct exec *x)
{
	uint32_t tb[ISA_LANES], over = 0;
	const uint32_t *b = bits_of(&in->b, x, tb);

	for (unsigned l = 0; l < ISA_LANES; l++)
		over |= (b[l] ^ x->mem->data[1][l]) >> 31 ? isa_lane_bit[l] : 0;
	put_predicate(x, in->pd[0], over);
}

/* A store of one thread. */
void
isa_exec_syncs_exch(const struct inst *in, struct exec *x)
{
	struct mem_request *m = x->mem;

	isa_shared_request(in, x, MEM_STORE);
	m->bytes = 8;
	m->mask &= -m->mask;
	spread(m->data[0], scalar(&in->b, x));
	spread(m->data[1], isa_scalar_slow(&in->b, x, 4));
}

/* The copies that the thread has started arrive. They are complete, as far as the program can see. */
void
isa_exec_arrives(const struct inst *in, struct exec *x)
{
	enum { ARRIVALS = 1 };
	uint32_t one[ISA_LANES], gone[ISA_LANES];

	spread(one, 1);
	spread(gone, UINT32_MAX);
	if (in->f[F_arrive] == ARRIVALS)
		arrive(in, x, one, isa_zero_row);
	else
		arrive(in, x, isa_zero_row, gone);
}

/* Executed for one thread. b is the destination in shared memory, followed by its barrier; a is the source; c is the size. If several
 * blocks of the cluster get the data, their mask is above the size, and goes to data[0][0]. */
void
isa_exec_ublkcp(const struct inst *in, struct exec *x)
{
	enum { BLOCKS = 16, SIZE = (1 << BLOCKS) - 1 };
	const bool to_shared = in->f[F_bulk] != ISA_BULK_TO_GLOBAL, from_shared = in->f[F_bulk] != ISA_BULK_TO_SHARED;
	const uint32_t size = scalar(&in->c, x);
	struct mem_request *m = x->mem;

	*m = (struct mem_request){.space = to_shared && from_shared ? MEM_SHARED : MEM_GLOBAL,
				  .kind = to_shared ? MEM_LOAD : MEM_STORE,
				  .bulk = (in->f[F_multicast] ? size & SIZE : size) * UNIT,
				  .bytes = UNIT,
				  .mask = x->mask & -x->mask};
	if (to_shared && from_shared) {
		m->address[0] = scalar(&in->a, x) - x->block->shared_base;
	} else {
		const struct isa_source *global = to_shared ? &in->a : &in->b;

		m->address[0] = scalar(global, x) | (uint64_t)isa_scalar_slow(global, x, 4) << 32;
	}
	m->to[0] = scalar(to_shared ? &in->b : &in->a, x);
	m->to[1] = to_shared ? isa_scalar_slow(&in->b, x, 4) : 0;
	m->data[0][0] = in->f[F_multicast] ? size >> BLOCKS : 0;
	if (!m->bulk)
		m->mask = 0;
}

/* One of the lanes: the first of them, whose number d gets. */
void
isa_exec_elect(const struct inst *in, struct exec *x)
{
	const uint32_t lanes = x->mask & predicate(x, in->ps[0]);

	put_predicate(x, in->pd[0], lanes & -lanes);
	if (lanes)
		put_uniform(x, in->d, (uint32_t)__builtin_ctz(lanes) - x->lane0);
}
