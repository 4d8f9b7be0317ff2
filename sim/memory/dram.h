/* dram.h: channels of DRAM: when what is read comes, what is written takes; private to sim/. Times are in parts of a cycle (server.h). */
#ifndef SIMT_DRAM_H
#define SIMT_DRAM_H

#include "sim/machine/machine.h"

struct dram;

/* NULL: no memory. */
struct dram *dram_new(const struct simt_machine *m);
void dram_free(struct dram *d);
void dram_reset(struct dram *d);
/* A line lies in a channel (address-map.h). Sectors (a mask, not 0) of it are asked for at `start`. Returns the cycle in which all have come: l2_fetch of them at a time. */
uint64_t dram_read(struct dram *d, uint64_t line, unsigned channel, unsigned sectors, uint64_t start);
/* n sectors of a line go out. Returns when they do. */
uint64_t dram_write(struct dram *d, unsigned channel, unsigned n, uint64_t start);
/* n sectors of a line, parts of which L2 has, come for the rest and go out. Returns when they come. */
uint64_t dram_complete(struct dram *d, unsigned channel, unsigned n, uint64_t start);

#endif
