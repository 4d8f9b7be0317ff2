/* indirect.h: lanes of a path that an instruction sends different ways, or has wait for different ones, by what their registers hold: BRX, RET,
 * CALL through registers, WARPSYNC, ENDCOLLECTIVE. The rules are those of doc/divergence.md; all functions are about the running path of w,
 * which stands at `in`, and `guarded`, its lanes whose guard holds. */
#ifndef SIMT_INDIRECT_H
#define SIMT_INDIRECT_H

#include <stdbool.h>
#include "sim/core/lane-set.h"

struct inst;
struct sm;
struct warp;

/* Issues the instruction once (rules 19 and 20): the lanes that leave are the group of the lowest guarded lane, or, where that is more than
 * half of them all, the group of the lowest lane outside it; the others issue it again. Lanes that are not guarded leave first where they
 * are at most half, else last. False: a fault. */
bool indirect_go(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded);

/* At a WARPSYNC.COLLECTIVE or .EXCLUSIVE whose lanes name different ones: those that have to wait for others wait, and are of the path no
 * more (rules 25 and 26). The guarded lanes that are left. */
lanes_t indirect_await(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded);

/* Whether a WARPSYNC is one for indirect_go(). */
bool indirect_part(const struct warp *w, const struct inst *in, lanes_t guarded);

/* Any other WARPSYNC. False: a fault. */
bool indirect_warpsync(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded);

#endif
