/* exec.c: operands, guards, special registers and constants: what every kind of operation needs. See isa.h and exec.h. */
#include "isa/exec.h"

#include <assert.h>

#include "base/host-cache.h"

_Alignas(HOST_LINE) const uint32_t isa_zero_row[ISA_LANES];

#define BITS8(i)                                                                                                         \
	1u << (i), 1u << ((i) + 1), 1u << ((i) + 2), 1u << ((i) + 3), 1u << ((i) + 4), 1u << ((i) + 5), 1u << ((i) + 6), \
		1u << ((i) + 7)
_Alignas(HOST_LINE) const uint32_t isa_lane_bit[ISA_LANES] = {BITS8(0), BITS8(8), BITS8(16), BITS8(24)};

static const char no_bank[] = "the instruction reads a constant bank that this launch does not have";
static const char beyond_bank[] = "the instruction reads a constant beyond the end of its bank";
static const char unaligned[] = "the instruction reads a constant at an address that is not a multiple of its size";
static const char bindless[] = "the instruction reads a constant buffer that a uniform register names, which is not simulated";
static const char unmodelled[] = "this form can be printed but not executed yet";
static const char no_register[] = "the instruction reads a special register that is not simulated";

/* Bytes of an access, by the size field. */
static const uint8_t size_bytes[] = {1, 1, 2, 2, 4, 8, 16, 16};

uint32_t
isa_constant(struct exec *x, unsigned bank, uint32_t offset, unsigned size)
{
	const uint32_t bytes = size_bytes[size & 7] < 4 ? size_bytes[size & 7] : 4;
	uint32_t v = 0;

	if (bank >= ISA_BANKS || !x->block->bank[bank])
		x->fault = no_bank;
	else if (offset & (bytes - 1)) /* a power of two */
		x->fault = unaligned;
	else if (offset >= x->block->bank_bytes[bank] || x->block->bank_bytes[bank] - offset < bytes)
		x->fault = beyond_bank;
	else
		memcpy(&v, x->block->bank[bank] + offset, bytes);
	if (size == 1)
		return (uint32_t)(int8_t)v;
	if (size == 3)
		return (uint32_t)(int16_t)v;
	return v;
}

uint32_t
isa_scalar_slow(const struct isa_source *s, struct exec *x, unsigned offset)
{
	switch (s->kind) {
	case SRC_UREG:
		return s->index == ISA_URZ ? 0 : x->u->r[s->index + offset / 4];
	case SRC_IMM:
		return offset ? -(s->value >> 31) : s->value;
	case SRC_CONST:
		return isa_constant(x, s->index, s->value + offset, 4);
	case SRC_BINDLESS:
		x->fault = bindless;
		return 0;
	default:
		return 0;
	}
}

const uint32_t *
isa_int_slow(const struct isa_source *s, struct exec *x, uint32_t *t)
{
	const uint32_t flip = s->neg || s->inv ? UINT32_MAX : 0, one = s->neg && !s->inv;
	uint32_t spreading[ISA_LANES];
	const uint32_t *r = bits_of(s, x, spreading);

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = (r[l] ^ flip) + one;
	return t;
}

uint32_t
isa_guard(const struct inst *in, const struct exec *x)
{
	if (in->guard == ISA_PT)
		return x->active;
	if (in->op->ureg_guard)
		return uniform_predicate(x, in->guard) ? x->active : 0;
	return x->active & predicate(x, in->guard);
}

void
isa_exec_nop(const struct inst *in, struct exec *x)
{
	(void)in;
	(void)x;
}

/* For rows that print but do not run. */
void
isa_exec_unmodelled(const struct inst *in, struct exec *x)
{
	(void)in;
	x->fault = unmodelled;
}

/* ---- special registers ---- */
/* Numbers as S2R encodes them. */
enum {
	SR_LANEID = 0x00,
	SR_VIRTCFG = 0x02,
	SR_VIRTID = 0x03,
	SR_TID_X = 0x21,
	SR_TID_Y = 0x22,
	SR_TID_Z = 0x23,
	SR_CTAID_X = 0x25,
	SR_CTAID_Y = 0x26,
	SR_CTAID_Z = 0x27,
	SR_LWINHI = 0x2e,
	SR_SWINHI = 0x2f,
	SR_SWINLO = 0x30,
	SR_LWINLO = 0x34,
	SR_LMEMHIOFF = 0x37,
	SR_EQMASK = 0x38,
	SR_LTMASK = 0x39,
	SR_LEMASK = 0x3a,
	SR_GTMASK = 0x3b,
	SR_GEMASK = 0x3c,
	SR_VIRTUALSMID = 0x43,
	SR_CLOCKLO = 0x50,
	SR_CLOCKHI = 0x51,
	SR_GLOBALTIMERLO = 0x52,
	SR_GLOBALTIMERHI = 0x53,
	SR_SMEMSZ = 0x32,
	SR_CGACTAID = 0x88,
	SRZ = 0xff
};

bool
isa_reads_time(const struct inst *in)
{
	const unsigned sr = in->f[F_sreg];

	return sr == SR_VIRTUALSMID || (sr >= SR_CLOCKLO && sr <= SR_GLOBALTIMERHI);
}

/* A GPU's own timer goes in steps of some 32 ns, this one in cycles. */
static uint64_t
nanoseconds(struct exec *x)
{
	if (!x->block->mhz)
		x->fault = no_register;
	return x->block->mhz ? x->clock * 1000 / x->block->mhz : 0;
}

/* Mask of the lanes whose number is in a relation to `lane`. It has only lanes that the warp has. */
static uint32_t
lane_mask(const struct exec *x, unsigned sr, unsigned lane)
{
	const uint32_t warp = x->width < 32 ? (1u << x->width) - 1 : UINT32_MAX, bit = 1u << (lane & 31);

	switch (sr) {
	case SR_EQMASK:
		return bit;
	case SR_LTMASK:
		return bit - 1;
	case SR_LEMASK:
		return bit | (bit - 1);
	case SR_GTMASK:
		return ~(bit | (bit - 1)) & warp;
	default:
		return ~(bit - 1) & warp;
	}
}

uint32_t
isa_special(struct exec *x, unsigned sr, unsigned l)
{
	/* The lane's number counts from the warp's first lane. */
	const unsigned lane = l - x->lane0;

	switch (sr) {
	case SR_LANEID:
		return lane;
	case SR_VIRTCFG: /* %nwarpid from bits 8..15 */
		return x->block->warps_per_sm << 8;
	case SR_VIRTID: /* the machine code takes the warp's number from bits 8.. */
		return x->warp_id << 8;
	case SR_LMEMHIOFF: /* where the thread's own memory begins: code without optimisation traps if its stack comes below */
		return 0;
	case SR_TID_X:
	case SR_TID_Y:
	case SR_TID_Z:
		return x->row->tid[sr - SR_TID_X][l];
	case SR_CTAID_X:
	case SR_CTAID_Y:
	case SR_CTAID_Z:
		return x->block->ctaid[sr - SR_CTAID_X];
	case SR_EQMASK:
	case SR_LTMASK:
	case SR_LEMASK:
	case SR_GTMASK:
	case SR_GEMASK:
		return lane_mask(x, sr, lane);
	case SR_LWINHI:
		return (uint32_t)(x->block->local_window >> 32);
	case SR_LWINLO:
		return (uint32_t)x->block->local_window;
	case SR_SWINHI:
		return (uint32_t)(x->block->shared_window >> 32);
	case SR_SWINLO:
		return (uint32_t)x->block->shared_window;
	case SR_VIRTUALSMID:
		return x->sm_id;
	case SR_CLOCKLO:
		return (uint32_t)x->clock;
	case SR_CLOCKHI:
		return (uint32_t)(x->clock >> 32);
	case SR_GLOBALTIMERLO:
		return (uint32_t)nanoseconds(x);
	case SR_GLOBALTIMERHI:
		return (uint32_t)(nanoseconds(x) >> 32);
	case SR_SMEMSZ:
		return x->block->shared_taken;
	case SR_CGACTAID:
		return x->block->rank;
	case SRZ:
		return 0;
	default:
		x->fault = no_register;
		return 0;
	}
}

/* All lanes of the mask get v in register d, which is not RZ. */
CLONES static void
put_one(struct exec *x, unsigned d, uint32_t v)
{
	KEEP(x, d, v);
}

CLONES static void
put_index(struct exec *x, unsigned d, const uint16_t *tid)
{
	KEEP(x, d, tid[l]);
}

/* Whether it differs from lane to lane. */
static bool
is_of_lane(unsigned sr)
{
	return sr == SR_LANEID || (sr >= SR_EQMASK && sr <= SR_GEMASK);
}

void
isa_exec_s2r(const struct inst *in, struct exec *x)
{
	const unsigned sr = in->f[F_sreg];
	uint32_t t[ISA_LANES];

	if (is_of_lane(sr) || in->d == ISA_RZ) {
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = isa_special(x, sr, l);
		put(x, in->d, t);
	} else if (sr >= SR_TID_X && sr <= SR_TID_Z) {
		put_index(x, in->d, x->row->tid[sr - SR_TID_X]);
	} else {
		put_one(x, in->d, isa_special(x, sr, 0));
	}
}

/* Code starts at address 0 here: an address is the offset in the kernel, as RET.REL and BRX count it too. */
void
isa_exec_lepc(const struct inst *in, struct exec *x)
{
	uint32_t t[ISA_LANES];

	for (unsigned l = 0; l < ISA_LANES; l++)
		t[l] = in->target;
	put(x, in->d, t);
	memset(t, 0, sizeof t);
	put(x, in->d + 1u, t);
}

/* ---- constants ---- */
/* Word w of a constant of 1..4 words. */
static uint32_t
constant_word(struct exec *x, const struct inst *in, uint32_t index, unsigned w, unsigned words)
{
	const uint32_t offset = index + (uint32_t)in->displacement;

	if (words > 1 && offset & (words * 4 - 1)) /* a power of two */
		x->fault = unaligned;
	return isa_constant(x, in->bank, offset + 4 * w, in->f[F_size]);
}

/* Where whole words are that can be read as they are; NULL: look at them one by one. */
static inline const uint8_t *
constant_words(const struct exec *x, const struct inst *in, uint32_t index)
{
	const uint32_t offset = index + (uint32_t)in->displacement, bytes = size_bytes[in->f[F_size] & 7];

	if (in->bank >= ISA_BANKS || bytes < 4 || offset & (bytes - 1) || !x->block->bank[in->bank] ||
	    offset >= x->block->bank_bytes[in->bank] || x->block->bank_bytes[in->bank] - offset < bytes)
		return NULL;
	return x->block->bank[in->bank] + offset;
}

static uint32_t
word_at(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof v);
	return v;
}

void
isa_exec_ldc(const struct inst *in, struct exec *x)
{
	const unsigned words = (size_bytes[in->f[F_size] & 7] + 3u) / 4;
	uint32_t t[ISA_LANES], index[ISA_LANES];

	assert(in->d == ISA_RZ || in->d + words <= ISA_RZ);
	if (in->d == ISA_RZ || !x->mask)
		return;
	if (is_uniform(&in->a)) {
		const uint32_t at = in->a.kind == SRC_REG ? 0 : scalar(&in->a, x);
		const uint8_t *p = constant_words(x, in, at);

		for (unsigned w = 0; w < words; w++)
			put_one(x, in->d + w, p ? word_at(p + 4 * w) : constant_word(x, in, at, w, words));
		return;
	}
	/* a copy: the index may be what is overwritten */
	memcpy(index, bits_of(&in->a, x, t), sizeof index);
	for (unsigned w = 0; w < words; w++) {
		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = x->mask & isa_lane_bit[l] ? constant_word(x, in, index[l], w, words) : 0;
		put(x, in->d + w, t);
	}
}

void
isa_exec_uldc(const struct inst *in, struct exec *x)
{
	const unsigned words = (size_bytes[in->f[F_size] & 7] + 3u) / 4;
	const uint32_t index = uniform_int(&in->a, x);

	const uint8_t *p = constant_words(x, in, index);

	if (in->d == ISA_URZ || !x->mask)
		return;
	for (unsigned w = 0; w < words; w++)
		put_uniform(x, in->d + w, p ? word_at(p + 4 * w) : constant_word(x, in, index, w, words));
}
