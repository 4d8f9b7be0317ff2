/* split-plan.h: what --split may do with a launch, and at which roots: heuristics and obstacles of split.def.
 *
 * A launch can be regrouped within its blocks, so that warps hold threads that branch the same way. Or it can be divided into several
 * launches that run at the same time. A kernel built for this reads which element each thread takes: its launch has an argument `index`,
 * a buffer of 32-bit numbers, and a scalar `index_n`, how many there are. For other kernels the simulator gives threads each other's
 * indices.
 *
 * What this module cannot do: know whether threads wait for each other through memory. */
#ifndef WORKLOADS_SPLIT_PLAN_H
#define WORKLOADS_SPLIT_PLAN_H

#include "workloads/analysis/roots.h"
#include "workloads/analysis/signatures.h"
#include "workloads/analysis/split-lists.h"
#include "workloads/reader/workload.h"

enum split_way { SPLIT_BLOCKS, SPLIT_LAUNCHES, SPLIT_WAYS };

struct heuristic_info {
	const char *name, *unit, *meaning;
	unsigned value;
};
#define HEURISTIC(name, value, unit, meaning) HEURISTIC_##name,
enum heuristic {
#include "workloads/analysis/split.def"
	HEURISTICS
};
extern const struct heuristic_info heuristic_info[HEURISTICS];

enum { OBSTACLE_TEXT = 400 };

/* Why an instruction (text of simt_function_sass) forbids to regroup or to divide; NULL: it does not. */
const char *split_obstacle(const char *sass, enum split_way way);
/* The first obstacle in the kernel to regrouping and to dividing, with its place: "0x0040 (split.cu:12) SHFL...: threads of a warp ...";
 * "": there is none. *shares: threads of a block share memory or wait for each other. */
void split_obstacles(const struct simt_function *f, char text[SPLIT_WAYS][OBSTACLE_TEXT], bool *shares);
/* Picks roots of a launch of f with `warps` warps by the heuristics. `pc` has room for SIGNATURE_ROOTS. Returns how many there are; 0:
 * none is worth it. */
size_t split_pick(const struct root_list *l, const struct simt_function *f, uint64_t warps, uint32_t *pc);
/* Whether threads can differ at the instruction, by its guard or its targets; and whether a register names its target. */
bool split_has_sides(const struct simt_function *f, uint32_t pc);
bool split_has_targets(const struct simt_function *f, uint32_t pc);

bool split_is_index(const struct workload *w, size_t launch, const struct workload_arg *a);
bool split_is_length(const struct workload_arg *a);
/* Whether the kernel is built to read a list; *n: its length. False with *e: the launch is not as it should be for that. */
bool split_is_indexed(const struct workload *w, size_t launch, uint64_t *n, struct simt_error *e);
/* The entries of the launch's own list for these threads. NULL: *e is set. The caller frees it. */
uint32_t *split_index(const struct workload *w, size_t launch, const struct split_list *part, struct simt_error *e);

#endif
