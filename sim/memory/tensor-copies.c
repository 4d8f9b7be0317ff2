/* tensor-copies.c: copies and reductions of boxes of a tensor, and bulk copies that reduce. See tensor-copies.h.
 *
 * As of other bulk copies all is done when the instruction issues, but for reductions in device memory, which are atomics and take effect at
 * L2. The barrier hears of the bytes when they would have come.
 *
 * What this module cannot do: keep maps that it has read: a change of one is seen at once, whatever fences there are. */
#include "sim/memory/tensor-copies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/cubin.h"
#include "isa/tensor-map.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/dispatch/cluster.h"
#include "sim/memory/access.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/bulk-copies.h"
#include "sim/memory/cluster-memory.h"
#include "sim/memory/effects.h"
#include "sim/memory/lane-atomics.h"
#include "sim/memory/tag-store.h"
#include "sim/memory/transaction-bytes.h"
#include "sim/observe/fault.h"
#include "sim/observe/tap.h"
#include "sim/runtime/gpu.h"

enum { PIECE = 16, LINE = 128, MAP_ALIGN = 64, BOX_ALIGN = 128, ROW_MOST = 2048 };

/* A box on its way. */
struct tensor_copy {
	struct sm *sm;
	struct warp *w;
	const struct inst *in;
	struct home_row *row;
	const struct mem_request *r;
	struct tensor_map map;
	struct tensor_box box;
	uint32_t to;    /* where it lies in the window of a block's shared memory */
	uint8_t *bytes; /* of it as it lies there, to the end of its last line */
	uint8_t *there; /* which pieces of 16 of these it has */
	uint32_t pieces;
	struct bulk_load load;   /* what it takes of the way from L2 */
	struct bulk_store store; /* ... to L2 */
};

static bool
tensor_fault(const struct tensor_copy *c, const char *why)
{
	static const char *const what[] = {"load", "store", "reduction"};

	return fault_at(c->sm, c->w, (unsigned)__builtin_ctz(c->r->mask), "%s of a box by the tensor map at 0x%" PRIx64 ": %s",
			what[c->r->kind], c->r->address[0], why);
}

static bool
no_memory(const struct tensor_copy *c, uint64_t address, uint32_t n)
{
	char where[160], why[224];

	backing_store_describe(c->sm->gpu->memory, address, where, sizeof where);
	snprintf(why, sizeof why, "%" PRIu32 " bytes at 0x%" PRIx64 ": %s", n, address, where);
	return tensor_fault(c, why);
}

/* n bytes of device memory as the SM sees them. False: they are not there. */
static bool
read_global(const struct tensor_copy *c, uint64_t address, uint8_t *bytes, uint32_t n)
{
	const uint8_t *p = backing_store_view_at(&c->sm->memory, address, n);

	if (!p)
		return false;
	memcpy(bytes, p, n);
	if (!c->sm->untimed && effects_near(&c->sm->effects, address, n))
		effects_overlay(&c->sm->effects, address, bytes, n);
	return true;
}

static bool
read_map(struct tensor_copy *c)
{
	const uint64_t address = c->r->address[0];
	uint8_t bytes[TENSOR_MAP_BYTES];
	const char *why;

	if (address % MAP_ALIGN)
		return tensor_fault(c, "its address is not a multiple of 64");
	if (!read_global(c, address, bytes, sizeof bytes))
		return no_memory(c, address, sizeof bytes);
	if (!tensor_map_decode(bytes, &c->map, &why))
		return tensor_fault(c, why);
	if (c->map.rank != c->r->rank)
		return tensor_fault(c, "it has not the dimensions that the instruction names");
	if (c->map.im2col != (c->r->box == BOX_IM2COL))
		return tensor_fault(c, c->map.im2col ? "it is made for im2col, the instruction takes tiles"
						     : "it is made for tiles, the instruction takes im2col");
	for (unsigned i = 0; i < TENSOR_RANK; i++)
		c->box.at[i] = (int32_t)c->r->data[BOX_COORDINATES][i];
	for (unsigned i = 0; i < TENSOR_PIXEL_RANK; i++)
		c->box.offset[i] = (uint16_t)c->r->data[BOX_OFFSETS][i];
	why = tensor_map_refuses(&c->map, &c->box, c->r->kind != MEM_LOAD);
	return !why || tensor_fault(c, why);
}

/* Whether the box keeps to shared memory, and where it should be aligned is. */
static bool
check_shared(const struct tensor_copy *c)
{
	const struct exec_block *x = &c->w->block->x;
	const uint64_t end = (uint64_t)c->to + c->pieces * PIECE;
	const uint32_t barrier = c->r->to[1] & CLUSTER_OFFSET;

	if (c->to % BOX_ALIGN)
		return tensor_fault(c, "the address in shared memory is not a multiple of 128");
	if (c->to < CUBIN_RESERVED_SHARED || end > x->shared_bytes)
		return tensor_fault(c, "the box is outside the block's shared memory");
	if (c->r->kind == MEM_LOAD && (barrier < CUBIN_RESERVED_SHARED || barrier % 8 || barrier + 8 > x->shared_bytes))
		return tensor_fault(c, "the barrier is outside the block's shared memory, or its address is no multiple of 8");
	return true;
}

/* The piece of the box in which piece `at` of a row lies, once it has traded places. */
static uint32_t
piece_of(const struct tensor_copy *c, const struct tensor_row *r, uint32_t at)
{
	return (tensor_map_swizzle(&c->map, c->to + r->to + at) - c->to) / PIECE;
}

/* Marks the pieces that rows have; c->pieces is then behind the last of them. */
static void
mark_pieces(struct tensor_copy *c)
{
	const uint32_t rows = tensor_map_rows(&c->map), room = (tensor_map_box_room(&c->map) + LINE - 1) / LINE * LINE;
	struct tensor_row r;

	c->bytes = xrealloc(NULL, room);
	c->there = xrealloc(NULL, room / PIECE);
	memset(c->there, 0, room / PIECE);
	c->pieces = 0;
	for (uint32_t i = 0; i < rows; i++) {
		tensor_map_row(&c->map, &c->box, i, &r);
		for (uint32_t at = 0; at < r.bytes; at += PIECE) {
			const uint32_t piece = piece_of(c, &r, at);

			c->there[piece] = 1;
			c->pieces = c->pieces > piece ? c->pieces : piece + 1;
		}
	}
}

/* Tells who watches of n bytes of device memory that the box has. */
static void
watch(const struct tensor_copy *c, uint64_t address, const uint8_t *bytes, uint32_t n)
{
	const uint32_t step = (address | n) % PIECE ? tensor_type_bytes(c->map.type) : PIECE;
	struct mem_request g = {.space = MEM_GLOBAL, .kind = c->r->kind, .bytes = (uint8_t)step};

	for (uint32_t done = 0; done < n;) {
		g.mask = 0;
		for (unsigned l = 0; l < ISA_LANES && done < n; l++, done += step) {
			g.address[l] = address + done;
			access_put(&g, l, bytes + done);
			g.mask |= UINT32_C(1) << l;
		}
		tap_memory(c->sm, c->w, c->sm->row, &g, true);
	}
}

/* Units of so many bytes that n bytes at `address` have a part of. */
static uint64_t
touched(uint64_t address, uint32_t n, uint32_t unit)
{
	return (address % unit + n + unit - 1) / unit;
}

/* ---- loads ---- */

static bool
read_box(struct tensor_copy *c)
{
	const uint32_t rows = tensor_map_rows(&c->map);
	uint8_t bytes[ROW_MOST];
	struct tensor_row r;

	for (uint32_t i = 0; i < rows; i++) {
		tensor_map_row(&c->map, &c->box, i, &r);
		if (r.first || r.end < r.bytes)
			tensor_map_fill(&c->map, bytes, r.bytes);
		if (r.first < r.end) {
			c->load.bytes += r.end - r.first;
			c->load.requests += touched(r.from + r.first, r.end - r.first, LINE);
			if (!read_global(c, r.from + r.first, bytes + r.first, r.end - r.first))
				return no_memory(c, r.from + r.first, r.end - r.first);
			if (c->sm->tap)
				watch(c, r.from + r.first, bytes + r.first, r.end - r.first);
			tensor_map_round(&c->map, bytes + r.first, r.end - r.first);
		}
		for (uint32_t at = 0; at < r.bytes; at += PIECE)
			memcpy(c->bytes + (size_t)piece_of(c, &r, at) * PIECE, bytes + at, PIECE);
	}
	return true;
}

/* Tells who watches of n bytes of shared memory at `to`. */
static void
watch_shared(const struct tensor_copy *c, uint32_t to, uint32_t n, bool stored)
{
	struct mem_request s = {.space = MEM_SHARED, .kind = stored ? MEM_STORE : MEM_LOAD, .bytes = PIECE};

	for (uint32_t done = 0; done < n;) {
		s.mask = 0;
		for (unsigned l = 0; l < ISA_LANES && done < n; l++, done += PIECE) {
			s.address[l] = to + done;
			access_put(&s, l, c->w->block->shared + to + done);
			s.mask |= UINT32_C(1) << l;
		}
		tap_memory(c->sm, c->w, c->sm->row, &s, true);
	}
}

/* The box goes to block `rank` of the cluster, each run of pieces without a gap by itself. */
static bool
deliver(struct tensor_copy *c, uint32_t rank, uint64_t until)
{
	struct block *b = c->w->block;
	const uint32_t base = rank << CLUSTER_SHIFT, barrier = c->r->to[1] & CLUSTER_OFFSET;
	const bool own = rank == b->x.rank;

	for (uint32_t p = 0, next; p < c->pieces; p = next) {
		const uint32_t to = c->to + p * PIECE;

		for (next = p; next < c->pieces && c->there[next]; next++)
			;
		if (next == p) {
			next++;
			continue;
		}
		if (own) {
			memcpy(b->shared + to, c->bytes + (size_t)p * PIECE, (size_t)(next - p) * PIECE);
			if (c->sm->tap)
				watch_shared(c, to, (next - p) * PIECE, true);
		} else if (!cluster_memory_copy(c->sm, c->w, (unsigned)__builtin_ctz(c->r->mask),
						&(struct cluster_copy){to | base, barrier | base, (next - p) * PIECE,
								       c->bytes + (size_t)p * PIECE,
								       until > c->sm->now ? until - c->sm->now : 0})) {
			return false;
		}
	}
	if (own)
		transaction_bytes_expect(b, until, barrier, tensor_map_box_bytes(&c->map));
	return true;
}

static bool
load_box(struct tensor_copy *c)
{
	const struct mem_request *r = c->r;
	const uint32_t named = r->to[0] >> CLUSTER_SHIFT;
	uint64_t until;
	const uint32_t blocks = r->data[BOX_BLOCKS][0] ? r->data[BOX_BLOCKS][0] : UINT32_C(1) << (named & (CLUSTER_MOST - 1));

	if (!r->data[BOX_BLOCKS][0] && named >= CLUSTER_MOST)
		return tensor_fault(c, "the cluster has no such block");
	if (!read_box(c))
		return false;
	until = bulk_copies_load(c->sm, &c->load);
	for (uint32_t m = blocks; m; m &= m - 1)
		if (!deliver(c, (uint32_t)__builtin_ctz(m), until))
			return false;
	return true;
}

/* ---- stores and reductions ---- */

static bool
store_row(struct tensor_copy *c, uint64_t address, const uint8_t *bytes, uint32_t n)
{
	uint8_t *p = backing_store_view_at(&c->sm->memory, address, n);

	if (!p)
		return no_memory(c, address, n);
	memcpy(c->sm->untimed ? p : effects_store(c->sm, address, n), bytes, n);
	if (c->sm->tap)
		watch(c, address, bytes, n);
	return true;
}

/* A reduction of `type` by operation `op`: what an atomic of a lane does. False: there is none. */
static bool
reduction(unsigned op, unsigned type, struct mem_request *r)
{
	const bool half = type == TENSOR_F16 || type == TENSOR_BF16, real = type >= TENSOR_F16,
		   sign = type == TENSOR_S32 || type == TENSOR_S64;
	const bool compares = op == ATOM_MIN || op == ATOM_MAX;

	if (type < TENSOR_U32 || (type == TENSOR_S64 && !compares) || (real && !half && op != ATOM_ADD) ||
	    (half && op != ATOM_ADD && !compares) || ((op == ATOM_INC || op == ATOM_DEC) && type != TENSOR_U32))
		return false;
	r->kind = MEM_ATOMIC;
	r->space = MEM_GLOBAL;
	r->bytes = (uint8_t)tensor_type_bytes(type);
	r->sign = sign;
	r->ftz = type == TENSOR_F32_FTZ || type == TENSOR_TF32_FTZ;
	r->atomic = (uint8_t)(type == TENSOR_F16 ? ATOM_HADD + op : type == TENSOR_BF16 ? ATOM_BADD + op : real ? ATOM_FADD : op);
	return true;
}

/* Elements at `address` become the operation of *one on them and n bytes. */
static bool
reduce_row(struct tensor_copy *c, const struct mem_request *one, uint64_t address, const uint8_t *bytes, uint32_t n)
{
	uint8_t *p = backing_store_view_at(&c->sm->memory, address, n);
	struct mem_request r = *one;

	if (!p)
		return no_memory(c, address, n);
	for (uint32_t done = 0; done < n;) {
		r.mask = 0;
		for (unsigned l = 0; l < ISA_LANES && done < n; l++, done += r.bytes) {
			r.address[l] = address + done;
			access_put(&r, l, bytes + done);
			r.mask |= UINT32_C(1) << l;
		}
		if (c->sm->tap)
			tap_memory(c->sm, c->w, c->sm->row, &r, true);
		if (!c->sm->untimed)
			effects_keep(c->sm, c->w, c->in, c->row, &r);
		for (uint32_t m = c->sm->untimed ? r.mask : 0; m; m &= m - 1)
			lane_atomics_perform(&r, (unsigned)__builtin_ctz(m), p + (r.address[__builtin_ctz(m)] - address));
	}
	return true;
}

static void
note_store(struct bulk_store *s, uint64_t address, uint32_t n)
{
	s->bytes += n;
	s->lines += touched(address, n, LINE);
	s->sectors += touched(address, n, SECTOR_BYTES);
	s->partial += (address % SECTOR_BYTES != 0) + ((address + n) % SECTOR_BYTES != 0);
}

/* A piece with an element inside the tensor is stored as a whole, as by an H200; not where its buffer ends before it does. */
static uint32_t
whole_pieces(const struct tensor_copy *c, const struct tensor_row *r)
{
	const uint32_t end = (r->end + PIECE - 1) / PIECE * PIECE;

	return backing_store_view_at(&c->sm->memory, r->from + r->first, end - r->first) ? end : r->end;
}

static bool
store_box(struct tensor_copy *c)
{
	const uint32_t rows = tensor_map_rows(&c->map);
	const bool reduces = c->r->kind == MEM_ATOMIC;
	struct mem_request one = {0};
	uint8_t bytes[ROW_MOST];
	struct tensor_row r;

	if (reduces && !reduction(c->r->atomic, c->map.type, &one))
		return tensor_fault(c, "there is no such reduction of its type");
	for (uint32_t i = 0; i < rows; i++) {
		tensor_map_row(&c->map, &c->box, i, &r);
		if (r.first >= r.end)
			continue;
		r.end = whole_pieces(c, &r);
		note_store(&c->store, r.from + r.first, r.end - r.first);
		for (uint32_t at = 0; at < r.bytes; at += PIECE)
			memcpy(bytes + at, c->w->block->shared + c->to + (size_t)piece_of(c, &r, at) * PIECE, PIECE);
		if (!(reduces ? reduce_row(c, &one, r.from + r.first, bytes + r.first, r.end - r.first)
			      : store_row(c, r.from + r.first, bytes + r.first, r.end - r.first)))
			return false;
	}
	for (uint32_t p = 0; c->sm->tap && p < c->pieces; p++)
		if (c->there[p])
			watch_shared(c, c->to + p * PIECE, PIECE, false);
	c->store.reduces = reduces;
	bulk_copies_store(c->sm, c->w, &c->store);
	return true;
}

/* ---- bulk copies that reduce ---- */

/* The types of UBLKRED are those of a map that reduce, in the map's order. */
static bool
bytes_type(struct tensor_copy *c, struct mem_request *one)
{
	static const uint8_t types[] = {TENSOR_U32, TENSOR_S32,     TENSOR_U64, TENSOR_S64, TENSOR_F16,
					TENSOR_F32, TENSOR_F32_FTZ, TENSOR_F64, TENSOR_BF16};

	c->map.type = c->r->type < sizeof types ? types[c->r->type] : TENSOR_U8;
	return reduction(c->r->atomic, c->map.type, one);
}

static bool
reduce_bytes(struct tensor_copy *c)
{
	const struct mem_request *r = c->r;
	const unsigned lane = (unsigned)__builtin_ctz(r->mask);
	struct block *b = c->w->block;
	const uint32_t from = r->to[0] & CLUSTER_OFFSET;
	struct mem_request one = {0};
	const char *why = !bytes_type(c, &one)                    ? "there is no such reduction of its type"
			  : from % PIECE || r->address[0] % PIECE ? "an address is not a multiple of 16"
			  : from < CUBIN_RESERVED_SHARED || from + (uint64_t)r->bulk > b->x.shared_bytes
				  ? "it is outside the block's shared memory"
			  : r->space == MEM_SHARED
				  ? "reductions in shared memory are not simulated; use cp.reduce.async.bulk to global memory"
				  : NULL;

	if (!why && !backing_store_view_at(&c->sm->memory, r->address[0], r->bulk)) {
		char where[160];

		backing_store_describe(c->sm->gpu->memory, r->address[0], where, sizeof where);
		return fault_at(c->sm, c->w, lane, "reduction of %" PRIu32 " bytes at 0x%" PRIx64 ": %s", r->bulk, r->address[0],
				where);
	}
	if (why)
		return fault_at(c->sm, c->w, lane, "reduction of %" PRIu32 " bytes: %s", r->bulk, why);
	note_store(&c->store, r->address[0], r->bulk);
	c->store.reduces = true;
	bulk_copies_store(c->sm, c->w, &c->store);
	return reduce_row(c, &one, r->address[0], b->shared + from, r->bulk);
}

bool
tensor_copies_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		     struct access *a)
{
	struct tensor_copy c = {.sm = sm, .w = w, .in = in, .row = row, .r = r, .to = r->to[0] & CLUSTER_OFFSET};
	bool ok;

	if (r->box == BOX_BYTES) {
		ok = reduce_bytes(&c);
	} else {
		ok = read_map(&c);
		if (ok) {
			mark_pieces(&c);
			ok = check_shared(&c) && (r->kind == MEM_LOAD ? load_box(&c) : store_box(&c));
		}
		free(c.bytes);
		free(c.there);
	}
	a->kind = MEM_STORE;
	r->mask = 0;
	return ok;
}
