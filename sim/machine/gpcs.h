/* gpcs.h: how TPCs (groups of tpc_sms neighbouring SMs) are divided among GPCs; private to sim/.
 * What this module cannot do: GPCs that get their TPCs in any other order than in turn. */
#ifndef SIMT_GPCS_H
#define SIMT_GPCS_H

#include <stdint.h>

struct simt_machine;

/* Most GPCs of a machine (parameters gpc_1 to gpc_8), and most SMs. */
enum { GPCS_MOST = 8, GPC_SMS_MOST = 1024 };

/* The GPC of each TPC; GPCS_MOST if it belongs to none. Returns how many GPCs there are. */
unsigned gpcs_of(const struct simt_machine *m, uint8_t *group);

#endif
