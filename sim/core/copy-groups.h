/* copy-groups.h: groups of asynchronous copies of a warp; private to sim/. See copy-groups.c.
 * What this module cannot do: tell the groups of diverged splits apart. */
#ifndef SIMT_COPY_GROUPS_H
#define SIMT_COPY_GROUPS_H

#include <stdint.h>

struct inst;
struct warp;

/* A copy of the running group that is done from cycle `until` on. */
void copy_groups_known(struct warp *w, uint64_t until);
/* One whose end is not known yet; returns the group's number for copy_groups_arrive(). */
uint64_t copy_groups_load(struct warp *w);
void copy_groups_arrive(struct warp *w, uint64_t number, uint64_t cycle);
/* The running group is closed; it is not done before cycle `least`. */
void copy_groups_end(struct warp *w, uint64_t least);
/* The cycle from which a DEPBAR may issue, NEVER where that is not known yet; 0 for any other instruction. */
uint64_t copy_groups_done(const struct warp *w, const struct inst *in);

#endif
