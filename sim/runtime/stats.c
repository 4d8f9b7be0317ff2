/* stats.c: the names of counters and of warp states, as stats.def and stall.def have them. */
#include "sim/runtime/simt.h"

const struct simt_stat_info simt_stat_info[SIMT_STATS] = {
#define STAT(name, metric, unit, doc)    {#name, metric, unit, doc, true, false},
#define COUNT(name, metric, unit, doc)   {#name, metric, unit, doc, false, false},
#define MACHINE(name, metric, unit, doc) {#name, metric, unit, doc, true, true},
#include "sim/runtime/stats.def"
#undef STAT
};

const char *const simt_stall_name[SIMT_STALLS] = {
#define STALL(name, doc) #name,
#include "sim/runtime/stall.def"
#undef STALL
};
