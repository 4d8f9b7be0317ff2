/* access.h: what becomes of a memory access, private to sim/: lanes to lines and banks (banks.c, coalesced.c, local.c), the load and store unit
 * with its copies (lsu.c, lsu-timing.c, async-copies.c, bulk-copies.c), what a window has stored (stores.c), what kernels allocate (heap.c), and messages to
 * L2 (l2.c). L1 has a header of its own (l1.h), and so has what is behind L2's door (l2-tags.h, address-map.h, interconnect.h, dram.h, atomic-units.h).
 *
 * What this module cannot do: fences stronger than what windows give. */
#ifndef SIMT_ACCESS_H
#define SIMT_ACCESS_H

#include "sim/core/core.h"

/* ---- local.c ---- */
/* A byte of a thread's own memory: lane l of home row sm->row. False where there is none. */
bool local_byte(struct sm *sm, struct warp *w, unsigned l, uint64_t address, uint8_t *byte);

/* ---- async-copies.c ---- */
/* An asynchronous copy: a load and a store. False: a fault. */
bool copies_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		   struct access *a);
/* A copy of the running group that is done from cycle `until` on. */
void copies_known(struct warp *w, uint64_t until);
/* One whose end is not known yet; returns the group's number for copies_arrive(). */
uint64_t copies_load(struct warp *w);
void copies_arrive(struct warp *w, uint64_t number, uint64_t cycle);
void copies_end_group(struct warp *w);
/* The cycle from which a DEPBAR may issue, NEVER where that is not known yet; 0 for any other instruction. */
uint64_t copies_free(const struct warp *w, const struct inst *in);

/* ---- banks.c ---- */
struct access;
enum { LINES_MOST = 32 }; /* lines that L1 looks up at a time */
/* Add the wavefronts and bank conflicts of one row's access of shared memory; of a load or store of global memory. */
void banks_shared(const struct simt_machine *m, const struct mem_request *r, struct access *a);
void banks_global(const struct simt_machine *m, const struct mem_request *r, struct access *a);
/* The same of 32 lanes, each of which has the bytes behind those of the lane before. */
void banks_coalesced(const struct simt_machine *m, const struct mem_request *r, struct access *a);

/* ---- lsu.c ---- */
/* What one instruction's access costs, over all its home rows. */
struct access {
	uint64_t sectors[ISA_LANES * 16]; /* distinct sectors of global and local memory that it touches */
	uint32_t written[ISA_LANES * 16]; /* stores: the bytes of each that are written; atomics: how many lanes */
	unsigned nsectors;
	unsigned sent;                                        /* messages to other SMs of the cluster */
	unsigned wavefronts, conflicts;                       /* in shared memory; those beyond the least for the width */
	unsigned parts;                                       /* half- or quarter-warps of wide accesses there, beyond the first */
	unsigned line_wavefronts, line_conflicts, line_parts; /* the same in L1, for global memory */
	uint8_t kind, words;                                  /* enum mem_kind; 32-bit words of a lane, at least 1 */
	uint8_t atomic, bytes;                                /* an atomic: its operation, bytes of a lane */
	bool any, global, shared, local;                      /* kinds of memory; global: local too */
	bool load;                                            /* has a result */
	bool at_l2;                                           /* L1 cannot answer it */
	bool late;   /* at the end of the window: so is a strong load, whatever window it is in */
	bool strong; /* a load that L1 may not answer, since it must see what other SMs have stored */
};
/* An access of which no lane has been looked at. The list of sectors needs no clearing. */
static inline void
access_clear(struct access *a)
{
	a->sent = a->nsectors = a->wavefronts = a->conflicts = a->parts = a->line_wavefronts = a->line_conflicts = a->line_parts =
		0;
	a->kind = MEM_LOAD;
	a->words = 1;
	a->any = a->global = a->shared = a->local = a->load = a->at_l2 = a->late = a->strong = false;
}
/* An access of one kind of memory. Afterwards r->mask holds the lanes whose result is there. False: a fault. */
bool lsu_part(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r, struct access *a);
/* Performs the access of one home row and adds its cost to `a`. False: a fault. */
bool lsu_access(struct sm *sm, struct warp *w, const struct inst *in, struct home_row *row, struct mem_request *r,
		struct access *a);
/* The same, of lanes that all access the thread's own memory. */
bool local_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a);
/* coalesced.c: the same of lanes that follow each other, as one piece, on global memory that L1 may have. False: nothing is done, go lane by
 * lane. */
bool coalesced_access(struct sm *sm, struct mem_request *r, struct access *a);
/* Sectors of an atomic: one counts as often as the most used of its words is used, for atomics on one word follow each other. */
void access_atomic(const struct mem_request *r, struct access *a);
/* The bytes address .. address + n - 1 of global or local memory, which lie in one sector, become part of the access. */
void access_bytes(struct access *a, uint64_t address, unsigned n);
/* heap.c: malloc() of a thread of the SM; 0 where there is no room. */
uint64_t heap_alloc(struct sm *sm, uint64_t bytes);
/* free(); false: it is no piece of the heap. */
bool heap_free(struct sm *sm, uint64_t address);
/* Takes away what has been freed, when no store to it is under way. */
void heap_tidy(struct gpu *gpu);
/* Nothing runs: all SMs know what the others have taken. */
void heap_settle(struct gpu *gpu);
void heap_reset(struct gpu *gpu);
/* bulk-copies.c: a bulk copy of one thread; what has come of the block's bulk copies by now arrives at their barriers. */
bool bulk_access(struct sm *sm, struct warp *w, struct mem_request *r, struct access *a);
void bulk_arrive(struct sm *sm, struct block *b);
/* The barrier at an address of the cluster counts n bytes. */
void count_bytes(struct block *b, uint32_t barrier, uint32_t n);
/* A fault of the access of a lane: "<space> load of 4 bytes at 0x10: <what>". Returns false. */
bool lsu_fault(struct sm *sm, struct warp *w, const struct mem_request *r, unsigned lane, const char *space, const char *what);
/* Lane l of a request: data from r->bytes bytes at `bytes`; the atomic on the bytes at p, which gives the lane the old value. */
void request_put(struct mem_request *r, unsigned l, const uint8_t *bytes);
/* ... the lane's data, to r->bytes bytes. */
void request_get(const struct mem_request *r, unsigned l, uint8_t *bytes);
void request_atomic(struct mem_request *r, unsigned l, uint8_t *p);
/* Between windows: forgets atomics that cannot be under way any more. */
void lsu_window_end(struct sm *sm, uint64_t now);
/* Whether a memory access is .STRONG.GPU, .STRONG.SYS or .MMIO. */
bool lsu_strong(const struct inst *in);

/* ---- lsu-timing.c; load_answer() is in core.h ---- */
/* From this cycle on the data path has room for another access of shared memory. */
uint64_t shared_ready(const struct sm *sm);
/* Wavefronts follow each other on the data path that shared memory and L1 have in common, from cycle `from` on at the earliest. Returns
 * when the first goes. */
uint64_t data_path(struct sm *sm, struct subcore *c, uint64_t from, unsigned wavefronts, bool global);
/* The same for one that takes the path for so many cycles, not for memory: shuffles, S2R, REDUX, MATCH. */
uint64_t unit_path(struct sm *sm, struct subcore *c, uint64_t from, unsigned cycles);
/* A load that is new, all of whose fields are to be set. */
uint32_t load_new(struct sm *sm);
/* MEMBAR, CCTL. */
void lsu_fence(struct sm *sm, struct warp *w, enum fence fence);
/* Requests, sectors and wavefronts of an access. */
void lsu_count(struct warp *w, const struct access *a);
/* Counts of a finished access, and its time: scoreboards, pending registers, messages to L2. */
void lsu_finish(struct sm *sm, struct warp *w, struct subcore *c, unsigned slot, const struct inst *in, struct access *a);
/* A result of `in` that comes at cycle `done`, or, where `load` is not 0, with the answer to that load. */
void expect_result(struct sm *sm, struct warp *w, const struct inst *in, uint64_t done, uint32_t load, unsigned state);

/* ---- stores.c ---- */
bool stores_init(struct store_log *s);
void stores_free(struct store_log *s);
/* A store of n bytes; returns where to put them, before anything else is stored. */
uint8_t *stores_add(struct store_log *s, uint64_t cycle, uint64_t address, unsigned n);
/* False: no store, or mark, is on any of these bytes. */
static inline bool
stores_near(const struct store_log *s, uint64_t address, unsigned n)
{
	return address < s->high && address + n > s->low;
}
/* Overwrites those of the n bytes read at `address` that a store of this window has written. */
void stores_overlay(struct store_log *s, uint64_t address, uint8_t *bytes, unsigned n);
/* Marks the words of n bytes at `address`, in a log of marks alone: an access of this cycle takes effect on them at L2. */
void stores_mark(struct store_log *s, uint64_t cycle, uint64_t address, unsigned n);
/* Whether any word of these bytes has been marked since that cycle. */
bool stores_marked(struct store_log *s, uint64_t since, uint64_t address, unsigned n);
/* What is older may be forgotten. */
void stores_forget(struct store_log *s, uint64_t before);
void stores_clear(struct store_log *s);
/* The lanes of a store that write, in order: of those that store to one place the lowest; but of 8 bytes each half of the warp, and of 16
 * each quarter, is written after the one before. Places are multiples of their size, so two are the same or apart. */
uint32_t stores_staying(const struct mem_request *r);

/* ---- l2.c ---- */
bool l2_init(struct gpu *gpu);
void l2_free(struct gpu *gpu);
/* Empties L2; no request is under way. */
void l2_reset(struct gpu *gpu);
/* Puts a message on its way; sm is filled in. */
void sm_request(struct sm *sm, const struct l2_request *r);
/* When the first message leaves that has not been served; NEVER: there is none. */
uint64_t l2_next(const struct sm *sm);
/* All that the SMs have sent before gpu->now: stores and atomics take effect, loads are answered. */
void l2_window_end(struct gpu *gpu);

#endif
