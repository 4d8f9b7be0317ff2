/* match.h: which launch of one result is which of another.
 *
 * Launches are matched in steps; each step looks at those that no earlier one has matched, and takes several of a kind in their order:
 * case and name of the launch; case and kernel; kernel; the kernel's name without its parameters and template arguments, so that a kernel
 * that has got another parameter is found; and at last their position, if as many are left on both sides.
 *
 * What this module cannot do: demangle whole names; kernels that differ in template arguments alone are told apart by their order. */
#ifndef WORKLOADS_COMPARE_MATCH_H
#define WORKLOADS_COMPARE_MATCH_H

#include "workloads/compare/result.h"

enum match_by { MATCH_NAME, MATCH_CASE, MATCH_KERNEL, MATCH_SIGNATURE, MATCH_POSITION, MATCH_NONE };
/* "name", "case and kernel" ...: what a launch was matched by. */
extern const char *const match_by_name[MATCH_NONE];

/* For each launch of `before` the index of that of `after`, or SIZE_MAX, and in by[i] what it was matched by, MATCH_NONE where there is none.
 * Both have before->n entries. */
void match_launches(const struct result *before, const struct result *after, size_t *to, enum match_by *by);
/* The name of a kernel without parameters and template arguments: "_ZN1a3addIfEEvPKfi" is "a::add". Names that are not mangled stay as they
 * are. Returns buf, cut where it is too short. */
char *match_kernel(const char *symbol, char *buf, size_t size);

#endif
