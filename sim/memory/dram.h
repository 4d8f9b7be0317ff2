/* dram.h: channels of DRAM. Each is a server with a rate and a latency, which refreshes from time to time; requests that have waited for
 * a refresh follow one after the other. A part of a line takes at least as long as dram_least bytes. Where reads and writes alternate, a
 * channel writes dram_batch sectors in a batch, and loses dram_turn cycles for each batch. address-map.h says which channel has a line.
 *
 * Times are in parts of a cycle (server.h), except where cycles are named.
 *
 * What this module cannot do: banks and rows. Reads do not wait for a batch of writes: each write takes its time when it arrives. */
#ifndef SIMT_DRAM_H
#define SIMT_DRAM_H

#include <stdint.h>

struct dram;
struct simt_machine;

/* NULL: no memory. */
struct dram *dram_new(const struct simt_machine *m);
void dram_free(struct dram *d);
void dram_reset(struct dram *d);
/* A line lies in a channel (address-map.h). Sectors (a mask, not 0) of it are asked for at `start`. Returns the cycle in which all have
 * come: l2_fetch of them at a time. */
uint64_t dram_read(struct dram *d, uint64_t line, unsigned channel, unsigned sectors, uint64_t start);
/* n sectors of a line go out. Returns when they do. */
uint64_t dram_write(struct dram *d, unsigned channel, unsigned n, uint64_t start);
/* n sectors of a line, parts of which L2 has, come for the rest and go out. Returns when they come. */
uint64_t dram_complete(struct dram *d, unsigned channel, unsigned n, uint64_t start);

#endif
