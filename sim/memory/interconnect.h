/* interconnect.h: the paths into L2 and out of it, each a server with a rate in bytes or sectors a cycle: what stores and DRAM bring
 * into L2; the slice that answers a load, L2 as a whole, the path to the GPC of the SM.
 *
 * What SMs of a GPC ask for soon after each other leaves L2 once: SMs of gpc_join_tpcs neighbouring TPCs share an answer. Requests of
 * one TPC do not share: its second request for the same sectors is that of the second answer, its third that of the third.
 *
 * Times are in parts of a cycle (server.h).
 *
 * What this module cannot do: say how long an answer is open to others, which is as long as there are new ones; rates of a slice for
 * stores. */
#ifndef SIMT_INTERCONNECT_H
#define SIMT_INTERCONNECT_H

#include "sim/memory/memory-port.h"

struct interconnect;
struct simt_machine;

/* gpc_join_tpcs at most. */
enum { JOIN_TPCS_MOST = 16 };

/* With so many GPCs, numbered from 0 on in struct port_place. NULL: no memory. */
struct interconnect *interconnect_new(const struct simt_machine *m, unsigned gpcs);
void interconnect_free(struct interconnect *w);
void interconnect_reset(struct interconnect *w);

/* Each returns when what comes at `start` goes through. */
/* Sectors from DRAM into L2. */
uint64_t interconnect_fill(struct interconnect *w, uint64_t start, unsigned sectors);
/* What a store brings. */
uint64_t interconnect_store(struct interconnect *w, uint64_t start, const struct l2_request *r);
/* ---- the answer to a load, on its way to the SM's GPC, in three steps ---- */

/* Where the answers are, among those to the GPC, that a load of an SM at that place may share. Lines and TPCs that have the same place push
 * each other out. */
unsigned interconnect_place(const struct interconnect *w, uint64_t line, const struct port_place *at);
/* Brings what the next step will look at into the host's caches. */
void interconnect_prefetch(const struct interconnect *w, const struct port_place *at, unsigned place);
/* Whether a load is answered together with an earlier one to its GPC. Other GPCs have nothing in common with this. */
bool interconnect_shares(struct interconnect *w, const struct l2_request *r, const struct port_place *at, unsigned place);
/* One that is not leaves that slice and L2. */
uint64_t interconnect_leave(struct interconnect *w, uint64_t start, unsigned sectors, unsigned slice);
/* On the path to a GPC, on which others do not depend. `shares`: together with the last answer of that place that did not. */
uint64_t interconnect_arrive(struct interconnect *w, uint64_t start, unsigned sectors, unsigned gpc, unsigned place, bool shares);

/* Results of atomics. */
uint64_t interconnect_results(struct interconnect *w, uint64_t start, unsigned packets);

#endif
