/* access.h: a memory access of one instruction, and what accesses of all kinds of memory have in common; private to sim/.
 * What this module cannot do: perform it (lsu.h). */
#ifndef SIMT_ACCESS_H
#define SIMT_ACCESS_H

#include "isa/isa.h"

struct inst;
struct sm;
struct warp;

/* What one instruction's access costs, over all its home rows. */
struct access {
	uint64_t sectors[ISA_LANES * 16]; /* distinct sectors of global and local memory that it touches */
	uint32_t written[ISA_LANES * 16]; /* stores: the bytes of each that are written; atomics: how many lanes */
	unsigned nsectors;
	bool apart;                     /* no two of them lie in one line, as is known */
	uint64_t enters;                /* the cycle in which it leaves the queue of its bank for the load/store unit */
	unsigned sent;                  /* messages to other SMs of the cluster */
	unsigned asked;                 /* bytes of all lanes, whatever they share; kept where launch_counts.memory is */
	unsigned wavefronts, conflicts; /* in shared memory; those beyond the least for the width */
	unsigned parts;                 /* half- or quarter-warps of wide accesses there, beyond the first */
	unsigned line_wavefronts, line_conflicts, line_parts; /* the same in L1, for global memory */
	uint8_t kind, words;                                  /* enum mem_kind; 32-bit words of a lane, at least 1 */
	uint8_t atomic, bytes;                                /* an atomic: its operation, bytes of a lane */
	bool any, global, shared, local;                      /* kinds of memory; global: local too */
	bool load;                                            /* has a result */
	bool at_l2;                                           /* L1 cannot answer it */
	bool late;   /* at the end of the window: so is a strong load, whatever window it is in */
	bool copied; /* an asynchronous copy: what it writes is counted as of shared memory */
	bool bypass; /* one that passes by L1 */
	bool strong; /* a load that L1 may not answer, since it must see what other SMs have stored */
};
/* An access of which no lane has been looked at. The list of sectors needs no clearing. */
static inline void
access_clear(struct access *a)
{
	a->sent = a->asked = a->nsectors = a->wavefronts = a->conflicts = a->parts = a->line_wavefronts = a->line_conflicts =
		a->line_parts = 0;
	a->kind = MEM_LOAD;
	a->words = 1;
	a->apart = a->any = a->global = a->shared = a->local = a->load = a->at_l2 = a->late = a->strong = a->copied = a->bypass =
		false;
}
/* A fault of the access of a lane: "<space> load of 4 bytes at 0x10: <what>". Returns false. */
bool access_fault(struct sm *sm, struct warp *w, const struct mem_request *r, unsigned lane, const char *space, const char *what);
/* It depends on what other SMs do, which run at the same time: they will run one after the other (speculation.h). Returns false. */
bool access_refused(struct sm *sm, struct warp *w, const struct mem_request *r);
/* Lane l of a request gets data from r->bytes bytes at `bytes`. */
void access_put(struct mem_request *r, unsigned l, const uint8_t *bytes);
/* ... the lane's data, to r->bytes bytes. */
void access_get(const struct mem_request *r, unsigned l, uint8_t *bytes);
/* Whether a memory access is .STRONG.GPU, .STRONG.SYS or .MMIO. */
bool access_is_strong(const struct inst *in);

#endif
