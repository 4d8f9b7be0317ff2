/* executors.h: the functions that execute instructions, by their names in opcodes.def. Private to isa/; exec.h has what they share.
 * What this module cannot do: say what the functions take and give; isa.h does. */
#ifndef ISA_EXECUTORS_H
#define ISA_EXECUTORS_H

#include "isa/isa.h"

#define EXEC(name) void isa_exec_##name(const struct inst *in, struct exec *x)
EXEC(arrives);
EXEC(atom);
EXEC(atomg);
EXEC(atoms);
EXEC(b2r);
EXEC(bmsk);
EXEC(bpt);
EXEC(brev);
EXEC(cs2r);
EXEC(dadd);
EXEC(dfma);
EXEC(dmma);
EXEC(dmul);
EXEC(dsetp);
EXEC(elect);
EXEC(f2f);
EXEC(f2fp);
EXEC(f2fp8);
EXEC(f2fp_tf32);
EXEC(f2fp_unpack);
EXEC(f2i);
EXEC(f2ip);
EXEC(fadd);
EXEC(fchk);
EXEC(ffma);
EXEC(flo);
EXEC(fmnmx);
EXEC(fmul);
EXEC(frnd);
EXEC(fsel);
EXEC(fset);
EXEC(fsetp);
EXEC(hadd2);
EXEC(hfma2);
EXEC(gmma);
EXEC(hmma);
EXEC(hmnmx2);
EXEC(hmul2);
EXEC(hset2);
EXEC(hsetp2);
EXEC(i2f);
EXEC(i2i);
EXEC(i2ip);
EXEC(iabs);
EXEC(iadd3);
EXEC(idp);
EXEC(imad);
EXEC(imma);
EXEC(isetp);
EXEC(ld);
EXEC(ldc);
EXEC(ldg);
EXEC(ldgsts);
EXEC(ldl);
EXEC(lds);
EXEC(ldsm);
EXEC(lea);
EXEC(lepc);
EXEC(lop3);
EXEC(match);
EXEC(mov);
EXEC(movm);
EXEC(mufu);
EXEC(nop);
EXEC(p2r);
EXEC(plop3);
EXEC(plop3_sign);
EXEC(popc);
EXEC(prmt);
EXEC(qspc);
EXEC(r2p);
EXEC(up2ur);
EXEC(ur2up);
EXEC(r2ur);
EXEC(redux);
EXEC(s2r);
EXEC(s2ur);
EXEC(sel);
EXEC(sgxt);
EXEC(shf);
EXEC(shfl);
EXEC(st);
EXEC(stg);
EXEC(stl);
EXEC(sts);
EXEC(stsm);
EXEC(syncs_arrive);
EXEC(syncs_exch);
EXEC(stas);
EXEC(redas);
EXEC(syncs_phase);
EXEC(ubmsk);
EXEC(ublkcp);
EXEC(ublkred);
EXEC(ubrev);
EXEC(uflo);
EXEC(uiadd3);
EXEC(uiadd3_64);
EXEC(uimad);
EXEC(uimad_wide);
EXEC(utmaldg);
EXEC(utmaredg);
EXEC(utmastg);
EXEC(uisetp);
EXEC(uldc);
EXEC(ulea);
EXEC(ulop3);
EXEC(umov);
EXEC(uplop3);
EXEC(upopc);
EXEC(uprmt);
EXEC(usel);
EXEC(usgxt);
EXEC(ushf);
EXEC(vabsdiff);
EXEC(vabsdiff4);
EXEC(viadd);
EXEC(viaddmnmx);
EXEC(vimnmx);
EXEC(vimnmx_which);
EXEC(vimnmx3);
EXEC(vote);
EXEC(voteu);

/* Clang calls a cloned function by a name of its own, so only static functions are cloned; this gives name##_lanes its public name. */
#define EXPORT(name)                 \
	EXEC(name)                   \
	{                            \
		name##_lanes(in, x); \
	}

#endif
