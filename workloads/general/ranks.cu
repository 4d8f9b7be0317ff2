// Which block's barrier counts the bytes of a bulk copy (how 0: from global, 2: from shared memory) or of a st.async (how 1) whose barrier's
// address is of another block than its destination. The first block of the cluster sends; out: by block, 1 where its barrier has got
// all bytes, and the first word of its buffer. ranks.csv has what an H200 left.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void
ranks(const unsigned *in, unsigned *out, int to, int counts, int how)
{
	__shared__ alignas(16) unsigned buffer[16], from[16];
	__shared__ alignas(8) unsigned long long barrier;
	cg::cluster_group g = cg::this_cluster();
	unsigned b = (unsigned)__cvta_generic_to_shared(&barrier), d = (unsigned)__cvta_generic_to_shared(buffer),
		 s = (unsigned)__cvta_generic_to_shared(from), rb, rd, done;
	unsigned bytes = how == 1 ? 4 : 64;

	if (threadIdx.x < 16) {
		buffer[threadIdx.x] = 0;
		from[threadIdx.x] = in[threadIdx.x];
	}
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b) : "memory");
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b), "r"(bytes) : "memory");
		asm volatile("fence.proxy.async;" ::: "memory");
	}
	g.sync();
	if (threadIdx.x == 0 && g.block_rank() == 0) {
		asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rd) : "r"(d), "r"(to));
		asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rb) : "r"(b), "r"(counts));
		if (how == 0)
			asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(rd),
				     "l"(in), "r"(64), "r"(rb)
				     : "memory");
		else if (how == 1)
			asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(rd), "r"(in[0]),
				     "r"(rb)
				     : "memory");
		else
			asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
					     rd),
				     "r"(s), "r"(64), "r"(rb)
				     : "memory");
	}
	for (long long t = clock64(); clock64() - t < 40000;)
		;
	g.sync();
	asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}"
		     : "=r"(done)
		     : "r"(b)
		     : "memory");
	if (threadIdx.x == 0) {
		out[2 * g.block_rank()] = done;
		out[2 * g.block_rank() + 1] = *(volatile unsigned *)buffer;
	}
	g.sync();
}
