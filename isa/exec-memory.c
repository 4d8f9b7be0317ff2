/* exec-memory.c: loads, stores and atomics as requests, what comes back, and SHFL. See isa.h and exec.h.
 *
 * Atomics: mem.data[0..] holds the operand; of CAS the value to compare with, then the new one. The caller puts the old value in
 * their place. mem.sign is set for signed minimum and maximum.
 *
 * What this module cannot do: generic addresses and descriptors: the register pair is taken as the whole address. CAST looks at its
 * comparand again when the old value comes back, so that register must still hold it then. */
#include "isa/exec.h"

static const char atomic_predicate[] = "atomic operations that write a predicate are not simulated";
static const char no_atomic[] = "this atomic operation is not simulated";
static const char qspc_register[] = "a QSPC that writes a register is not simulated";

/* Bytes of an access, by the size field. */
static const uint8_t size_bytes[] = {1, 1, 2, 2, 4, 8, 16, 16};

enum { CAST_SPIN = 3 }; /* of field cast */

/* ATOMS: the low nine bits of the opcode of CAS, and values of fields. */
enum { CODE_MASK = 0x1ff, CODE_CAS = 0x18d, MODE_POPC_INC = 10, TYPE_U32 = 0, TYPE_S32, TYPE_64, TYPE_S64, TYPE_128 };

static unsigned
words_of(const struct mem_request *m)
{
	return (m->bytes + 3u) / 4;
}

/* Copies `words` consecutive registers of a data source into the request, from data[first] on. */
static void
take_data(struct exec *x, const struct isa_source *s, unsigned first, unsigned words)
{
	uint32_t t[ISA_LANES];

	for (unsigned w = 0; w < words; w++)
		memcpy(x->mem->data[first + w],
		       s->kind == SRC_REG && s->index != ISA_RZ ? x->row->r[s->index + w] : bits_of(s, x, t), sizeof t);
}

/* ---- addresses ---- */

/* What the uniform part of an address adds, of 32 bits. */
static uint32_t
uniform_part(const struct inst *in, struct exec *x)
{
	return (in->c.kind == SRC_NONE ? 0 : scalar(&in->c, x)) + (uint32_t)in->displacement;
}

CLONES static void
add_wide(uint64_t *restrict address, const uint32_t *low, const uint32_t *high, uint64_t offset)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		address[l] = ((uint64_t)high[l] << 32 | low[l]) + offset;
}

CLONES static void
add_scaled(uint64_t *restrict address, const uint32_t *a, unsigned scale, uint32_t offset)
{
	for (unsigned l = 0; l < ISA_LANES; l++)
		address[l] = (a[l] << scale) + offset;
}

static void
global_addresses(const struct inst *in, struct exec *x)
{
	uint32_t tl[ISA_LANES], th[ISA_LANES];
	/* [R.U32+UR]: only the uniform part has 64 bits */
	const bool pair = in->f[F_e] && !(in->c.kind == SRC_UREG && in->na == 1);
	const uint32_t *low = bits_of(&in->a, x, tl), *high = pair ? high_bits_of(&in->a, x, th) : isa_zero_row;
	uint64_t offset = (uint64_t)(int64_t)in->displacement;

	/* A uniform part has 64 bits. Of CAS, c is the new value. */
	if (in->c.kind == SRC_UREG)
		offset += scalar(&in->c, x) | (uint64_t)isa_scalar_slow(&in->c, x, 4) << 32;
	add_wide(x->mem->address, low, high, offset);
}

static __attribute__((noinline)) void
shared_addresses_slow(const struct inst *in, struct exec *x, unsigned scale, uint32_t base)
{
	uint32_t t[ISA_LANES];

	add_scaled(x->mem->address, bits_of(&in->a, x, t), scale, uniform_part(in, x) - base);
}

/* A register scaled, a uniform register and a displacement, in 32 bits, less `base`. */
INLINE void
shared_addresses(const struct inst *in, struct exec *x, uint32_t base)
{
	const unsigned scale = in->f[F_scale] ? in->f[F_scale] + 1 : 0;

	if (in->a.kind == SRC_REG && in->c.kind == SRC_NONE)
		add_scaled(x->mem->address, row_of(x, in->a.index), scale, (uint32_t)in->displacement - base);
	else
		shared_addresses_slow(in, x, scale, base);
}

/* Offsets in the thread's own memory, in 32 bits. */
static void
local_addresses(const struct inst *in, struct exec *x)
{
	uint32_t t[ISA_LANES];

	add_scaled(x->mem->address, bits_of(&in->a, x, t), 0, uniform_part(in, x));
}

static void
request(const struct inst *in, struct exec *x, enum mem_space space, enum mem_kind kind)
{
	struct mem_request *m = x->mem;

	m->space = (uint8_t)space;
	m->kind = (uint8_t)kind;
	m->atomic = 0;
	m->ftz = m->together = m->copy = m->counted = false;
	m->bulk = 0;
	m->spin = kind == MEM_ATOMIC && in->f[F_cast] == CAST_SPIN;
	m->bytes = size_bytes[in->f[F_size] & 7];
	m->sign = in->f[F_size] == 1 || in->f[F_size] == 3;
	m->mask = x->mask;
	if (space == MEM_SHARED)
		shared_addresses(in, x, x->block->shared_base);
	else if (space == MEM_CLUSTER)
		shared_addresses(in, x, 0);
	else if (space == MEM_LOCAL)
		local_addresses(in, x);
	else
		global_addresses(in, x);
}

void
isa_shared_request(const struct inst *in, struct exec *x, enum mem_kind kind)
{
	request(in, x, MEM_SHARED, kind);
}

void
isa_cluster_request(const struct inst *in, struct exec *x, enum mem_kind kind)
{
	request(in, x, MEM_CLUSTER, kind);
}

void
isa_exec_ldg(const struct inst *in, struct exec *x)
{
	request(in, x, MEM_GLOBAL, MEM_LOAD);
}

void
isa_exec_lds(const struct inst *in, struct exec *x)
{
	request(in, x, MEM_SHARED, MEM_LOAD);
}

void
isa_exec_stg(const struct inst *in, struct exec *x)
{
	request(in, x, MEM_GLOBAL, MEM_STORE);
	take_data(x, &in->b, 0, words_of(x->mem));
}

void
isa_exec_sts(const struct inst *in, struct exec *x)
{
	request(in, x, MEM_SHARED, MEM_STORE);
	take_data(x, &in->b, 0, words_of(x->mem));
}

void
isa_exec_ld(const struct inst *in, struct exec *x)
{
	request(in, x, MEM_GENERIC, MEM_LOAD);
}

void
isa_exec_st(const struct inst *in, struct exec *x)
{
	request(in, x, MEM_GENERIC, MEM_STORE);
	take_data(x, &in->b, 0, words_of(x->mem));
}

void
isa_exec_ldl(const struct inst *in, struct exec *x)
{
	request(in, x, MEM_LOCAL, MEM_LOAD);
}

void
isa_exec_stl(const struct inst *in, struct exec *x)
{
	request(in, x, MEM_LOCAL, MEM_STORE);
	take_data(x, &in->b, 0, words_of(x->mem));
}

void
isa_exec_atoms(const struct inst *in, struct exec *x)
{
	struct mem_request *m = x->mem;

	request(in, x, MEM_SHARED, MEM_ATOMIC);
	m->bytes = in->f[F_type] == TYPE_128 ? 16 : in->f[F_type] == TYPE_64 ? 8 : 4;
	m->sign = in->f[F_type] == TYPE_S32;
	if (in->f[F_mode] == MODE_POPC_INC) {
		/* adds the number of lanes at the address: 1 for each */
		m->atomic = ATOM_ADD;
		m->together = true;
		spread(m->data[0], 1);
		return;
	}
	m->atomic = (in->op->code & CODE_MASK) == CODE_CAS ? ATOM_CAS : in->f[F_mode];
	if (m->atomic > ATOM_CAS || in->f[F_type] > TYPE_128)
		x->fault = no_atomic;
	take_data(x, &in->b, 0, words_of(m));
	if (m->atomic == ATOM_CAS)
		take_data(x, &in->c, words_of(m), words_of(m));
}

/* The first of three operations by field vtype. */
enum { VTYPE_F32_FTZ = 9, VTYPE_F32 = 12 };
static const uint8_t atomic_of_vtype[] = {
	ATOM_HADD, ATOM_HADD,    ATOM_HADD,    ATOM_BADD, ATOM_BADD,    ATOM_BADD,    0,        0, 0,
	ATOM_FADD, ATOM_FADD_X2, ATOM_FADD_X2, ATOM_FADD, ATOM_FADD_X2, ATOM_FADD_X2, ATOM_FADD};

/* Lanes whose address is in the space. */
static uint32_t
lanes_in(const struct exec *x, enum mem_space space)
{
	enum { WINDOW = 1 << CLUSTER_SHIFT };
	uint32_t lanes = 0;

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint64_t address = x->mem->address[l], shared = address - x->block->shared_window;
		const enum mem_space is = shared >> 32 == 0                           ? MEM_CLUSTER
					  : address - x->block->local_window < WINDOW ? MEM_LOCAL
										      : MEM_GLOBAL;

		if (is == space || (is == MEM_CLUSTER && space == MEM_SHARED && shared >> CLUSTER_SHIFT == x->block->rank))
			lanes |= isa_lane_bit[l];
	}
	return lanes;
}

/* Lanes whose atomic m is carried out. These are all in global memory; in shared memory exchanges, and in that of other blocks of the
 * cluster 64-bit sums, too. If other 64-bit operations reach it together, an H200 loses results; it never loses sums. */
static uint32_t
lanes_done(const struct exec *x, const struct mem_request *m)
{
	const uint32_t global = lanes_in(x, MEM_GLOBAL), shared = lanes_in(x, MEM_SHARED), far = lanes_in(x, MEM_CLUSTER) & ~shared;

	if (m->atomic == ATOM_EXCH || m->atomic == ATOM_CAS)
		return global | shared | far;
	return m->atomic == ATOM_ADD ? global | far : global;
}

/* p0 of ATOM holds in the lanes that were carried out; compiled code then does the others by other means. That of ATOMG has no known
 * meaning other than PT. */
static void
global_atomic(const struct inst *in, struct exec *x, enum mem_space space)
{
	const unsigned type = in->f[F_type];
	struct mem_request *m = x->mem;

	request(in, x, space, MEM_ATOMIC);
	m->bytes = (uint8_t)(4 * in->nb);
	m->sign = type == TYPE_S32 || type == TYPE_S64;
	m->atomic = in->f[F_mode];
	if (in->f[F_fp]) {
		m->atomic = (uint8_t)(atomic_of_vtype[in->f[F_vtype]] + in->f[F_mode]);
		m->ftz = in->f[F_vtype] >= VTYPE_F32_FTZ && in->f[F_vtype] < VTYPE_F32;
	}
	if (in->pd[0] != ISA_PT && space == MEM_GENERIC) {
		const uint32_t done = lanes_done(x, m);

		put_predicate(x, in->pd[0], done);
		m->mask &= done;
	} else if (in->pd[0] != ISA_PT) {
		x->fault = atomic_predicate;
	}
	take_data(x, &in->b, 0, words_of(m));
	if (m->atomic == ATOM_CAS)
		take_data(x, &in->c, words_of(m), words_of(m));
}

void
isa_exec_atomg(const struct inst *in, struct exec *x)
{
	global_atomic(in, x, MEM_GLOBAL);
}

void
isa_exec_atom(const struct inst *in, struct exec *x)
{
	global_atomic(in, x, MEM_GENERIC);
}

/* CAST answers whether the new value was stored: 1 or 0, as wide as the value. */
static void
cast_answer(const struct inst *in, struct exec *x)
{
	uint32_t t[ISA_LANES];

	for (unsigned w = 0; w < words_of(x->mem); w++) {
		const struct isa_source *s = &in->b;
		const uint32_t *b = s->kind == SRC_REG && s->index != ISA_RZ ? x->row->r[s->index + w] : isa_zero_row;

		for (unsigned l = 0; l < ISA_LANES; l++)
			t[l] = (w == 0 || t[l]) && x->mem->data[w][l] == b[l];
	}
	put(x, in->d, t);
	if (words_of(x->mem) == 2)
		put(x, in->d + 1u, isa_zero_row);
}

/* Puts the words of the request into registers from d on, in its lanes. */
CLONES static void
put_words(struct exec *x, unsigned d)
{
	const unsigned words = words_of(x->mem);
	const uint32_t mask = x->mask;

	x->mask = x->mem->mask;
	for (unsigned w = 0; w < words; w++)
		put(x, d + w, x->mem->data[w]);
	x->mask = mask;
}

/* The same of instructions that make something else of what they get. */
static __attribute__((noinline)) void
put_other(const struct inst *in, struct exec *x)
{
	const uint32_t mask = x->mask;

	if (in->op->exec == isa_exec_ldsm) {
		isa_spread_rows(in, x);
		return;
	}
	x->mask = x->mem->mask;
	if (in->op->exec == isa_exec_syncs_phase)
		isa_phase_known(in, x);
	else if (x->mem->atomic == ATOM_BARRIER)
		put(x, in->d + 1u, x->mem->data[1]);
	else
		cast_answer(in, x);
	x->mask = mask;
}

void
isa_write_back(const struct inst *in, struct exec *x)
{
	const struct mem_request *m = x->mem;
	const bool phase = in->op->exec == isa_exec_syncs_phase;

	if ((in->d == ISA_RZ && !phase) || m->kind == MEM_STORE || m->bulk)
		return;
	if (phase || in->op->exec == isa_exec_ldsm || (m->kind == MEM_ATOMIC && (m->atomic == ATOM_BARRIER || in->f[F_cast])))
		put_other(in, x);
	else
		put_words(x, in->d);
}

/* ---- SHFL ---- */
enum { SHFL_IDX, SHFL_UP, SHFL_DOWN, SHFL_BFLY };

/* A lane whose source is outside its segment or the warp keeps its own value, and its predicate is false. A source that does not take
 * part gives 0, as on the H200. Segments count from the warp's first lane. */
void
isa_exec_shfl(const struct inst *in, struct exec *x)
{
	uint32_t ta[ISA_LANES], tb[ISA_LANES], tc[ISA_LANES], t[ISA_LANES], found = 0;
	const uint32_t *a = bits_of(&in->a, x, ta), *b = bits_of(&in->b, x, tb), *c = bits_of(&in->c, x, tc);

	for (unsigned l = 0; l < ISA_LANES; l++) {
		const uint32_t lane = (l - x->lane0) & 31, by = b[l] & 31, clamp = c[l] & 31, segment = c[l] >> 8 & 31;
		const uint32_t first = lane & segment, last = first | (clamp & ~segment);
		uint32_t from;
		bool ok;

		switch (in->f[F_mode]) {
		case SHFL_IDX:
			from = first | (by & ~segment);
			ok = from <= last;
			break;
		case SHFL_UP:
			from = lane - by;
			ok = (int32_t)from >= (int32_t)last;
			break;
		case SHFL_DOWN:
			from = lane + by;
			ok = from <= last;
			break;
		default:
			from = lane ^ by;
			ok = from <= last;
			break;
		}
		ok = ok && from < x->width;
		from = ok ? from + x->lane0 : l;
		t[l] = x->mask & isa_lane_bit[from] ? a[from] : 0;
		found |= ok ? isa_lane_bit[l] : 0;
	}
	put_predicate(x, in->pd[0], found);
	put(x, in->d, t);
}

/* ---- generic addresses, asynchronous copies ---- */
void
isa_exec_qspc(const struct inst *in, struct exec *x)
{
	static const uint8_t spaces[] = {MEM_GLOBAL, MEM_LOCAL, MEM_SHARED, MEM_CLUSTER};

	request(in, x, MEM_GENERIC, MEM_LOAD);
	put_predicate(x, in->pd[0], lanes_in(x, spaces[in->f[F_space]]));
	x->mem->mask = 0;
	if (in->d != ISA_RZ)
		x->fault = qspc_register;
}

/* With .ZFILL the address is beyond that of the whole by the number of bytes that are 0, which are those at the end. */
void
isa_exec_ldgsts(const struct inst *in, struct exec *x)
{
	const uint32_t load = predicate(x, in->ps[0]);
	struct mem_request *m = x->mem;
	uint32_t t[ISA_LANES];
	const uint32_t *to = bits_of(&in->b, x, t);

	request(in, x, MEM_GLOBAL, MEM_LOAD);
	m->copy = true;
	for (unsigned l = 0; l < ISA_LANES; l++) {
		m->zeros[l] = in->f[F_zfill] ? (uint8_t)(m->address[l] & (m->bytes - 1u)) : 0;
		m->address[l] -= m->zeros[l];
		if (!(load & isa_lane_bit[l]))
			m->zeros[l] = m->bytes;
		m->to[l] = to[l] + in->b.value - x->block->shared_base;
	}
}

/* ---- shared memory of another block, which counts the bytes at a barrier there ---- */
/* The pair a is the address and that of the barrier. */
static void
counted(const struct inst *in, struct exec *x, enum mem_kind kind)
{
	uint32_t t[ISA_LANES];
	struct mem_request *m = x->mem;

	request(in, x, MEM_CLUSTER, kind);
	m->counted = true;
	memcpy(m->to, high_bits_of(&in->a, x, t), sizeof m->to);
}

void
isa_exec_stas(const struct inst *in, struct exec *x)
{
	counted(in, x, MEM_STORE);
	take_data(x, &in->b, 0, words_of(x->mem));
}

void
isa_exec_redas(const struct inst *in, struct exec *x)
{
	const unsigned type = in->f[F_type];
	struct mem_request *m = x->mem;

	counted(in, x, MEM_ATOMIC);
	m->bytes = (uint8_t)(4 * in->nb);
	m->sign = type == TYPE_S32 || type == TYPE_S64;
	m->atomic = in->f[F_mode];
	take_data(x, &in->b, 0, words_of(m));
}
