/* streams.h: in which order launches run; private to sim/. See streams.c.
 * What this module cannot do: priorities of streams. */
#ifndef SIMT_STREAMS_H
#define SIMT_STREAMS_H

struct gpu;
struct simt;
struct simt_launch;

/* l was issued last, in this stream. */
void streams_issue(struct simt *s, struct simt_launch *l, unsigned stream);
/* l waits for the end of `other`, which was issued before it. */
void streams_wait(struct simt_launch *l, struct simt_launch *other);
/* Hands all launches issued so far to the machine: those that wait for none become ready. */
void streams_submit(struct simt *s);
/* l has ended, at l->stats->end: launches that waited for it alone become ready. */
void streams_ended(struct gpu *gpu, struct simt_launch *l);
/* Takes the launch that is ready first. */
struct simt_launch *streams_take(struct gpu *gpu);
void streams_reset(struct simt *s);

#endif
