// arch: sm_90a
// Copies by tensor maps: boxes of tensors between global and shared memory, their swizzles, what is outside the tensor, pixels of images,
// several blocks at once, reductions, maps that the kernel changes; and bulk copies that reduce.
#define AS(x) static_cast<unsigned>(__cvta_generic_to_shared(x))

struct alignas(64) map {
	unsigned word[32];
};

// ---- what all use ----
__device__ static void
init(unsigned long long *barrier, unsigned count)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster; fence.proxy.async;" ::"r"(AS(barrier)), "r"(count) : "memory");
}

__device__ static void
expect(unsigned long long *barrier, unsigned bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(AS(barrier)), "r"(bytes) : "memory");
}

__device__ static void
arrive(unsigned long long *barrier)
{
	asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(AS(barrier)) : "memory");
}

__device__ static void
wait(unsigned long long *barrier, unsigned parity)
{
	asm volatile("{\n.reg .pred p;\nagain: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra again;\n}" ::"r"(AS(barrier)), "r"(parity) : "memory");
}

__device__ static void
load(void *to, const map *m, int x, int y, unsigned long long *barrier)
{
	asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(AS(to)), "l"(m), "r"(x), "r"(y), "r"(AS(barrier)) : "memory");
}

__device__ static void
store(const map *m, int x, int y, const void *from)
{
	asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(m), "r"(x), "r"(y), "r"(AS(from)) : "memory");
}

__device__ static void
stored()
{
	asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}

__device__ static void
visible()
{
	asm volatile("fence.proxy.async;" ::: "memory");
	__syncthreads();
}

// Element i of row r of a tile of 32 x 32 words with a swizzle of 128 bytes.
__device__ static unsigned
swizzled(unsigned r, unsigned i)
{
	return r * 32 + (i ^ r % 8 * 4);
}

// ---- tiles ----
extern "C" __global__ void
transpose(const __grid_constant__ map in, const __grid_constant__ map out)
{
	__shared__ alignas(1024) int tile[1024], turned[1024];
	__shared__ unsigned long long barrier;
	const unsigned x = threadIdx.x % 32;

	if (!threadIdx.x)
		init(&barrier, 1);
	__syncthreads();
	if (!threadIdx.x) {
		expect(&barrier, sizeof tile);
		load(tile, &in, blockIdx.x * 32, blockIdx.y * 32, &barrier);
	}
	wait(&barrier, 0);
	for (unsigned y = threadIdx.x / 32; y < 32; y += blockDim.x / 32)
		turned[swizzled(x, y)] = tile[swizzled(y, x)];
	visible();
	if (!threadIdx.x) {
		store(&out, blockIdx.y * 32, blockIdx.x * 32, turned);
		stored();
	}
}

// A warp loads, the others add up: tiles of 64 rows of 128 bytes, as many as fit into STAGES.
extern "C" __global__ void
stream(const __grid_constant__ map in, float *out, int tiles)
{
	constexpr int STAGES = 4, WORDS = 64 * 32;
	extern __shared__ __align__(1024) float stage[];
	__shared__ unsigned long long full[STAGES], empty[STAGES];
	const int consumers = blockDim.x / 32 - 1;
	float sum = 0;

	if (!threadIdx.x)
		for (int s = 0; s < STAGES; s++) {
			init(full + s, 1);
			init(empty + s, consumers);
		}
	__syncthreads();
	for (int i = 0; i < tiles; i++) {
		const int s = i % STAGES, parity = i / STAGES % 2;

		if (threadIdx.x < 32) {
			if (threadIdx.x == 0) {
				wait(empty + s, parity ^ 1);
				expect(full + s, WORDS * 4);
				load(stage + s * WORDS, &in, 0, (blockIdx.x * tiles + i) * 64, full + s);
			}
			continue;
		}
		wait(full + s, parity);
		for (int k = threadIdx.x - 32; k < WORDS; k += consumers * 32)
			sum += stage[s * WORDS + k];
		__syncwarp();
		if (threadIdx.x % 32 == 0)
			arrive(empty + s);
	}
	if (threadIdx.x >= 32)
		out[blockIdx.x * consumers * 32 + threadIdx.x - 32] = sum;
}

// Sums of each cell and its six neighbours; outside the tensor there are zeros.
extern "C" __global__ void
halo(const __grid_constant__ map in, int *out, int n)
{
	__shared__ alignas(128) int cell[6][6][16];
	__shared__ unsigned long long barrier;
	const int x = threadIdx.x % 4, y = threadIdx.x / 4 % 4, z = threadIdx.x / 16;

	if (!threadIdx.x) {
		init(&barrier, 1);
		expect(&barrier, sizeof cell);
		asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(AS(cell)), "l"(&in), "r"((int)blockIdx.x * 4 - 4), "r"((int)blockIdx.y * 4 - 1), "r"((int)blockIdx.z * 4 - 1), "r"(AS(&barrier)) : "memory");
	}
	__syncthreads();
	wait(&barrier, 0);
	out[((blockIdx.z * 4 + z) * n + blockIdx.y * 4 + y) * n + blockIdx.x * 4 + x] =
		cell[z + 1][y + 1][x + 4] + cell[z][y + 1][x + 4] + cell[z + 2][y + 1][x + 4] + cell[z + 1][y][x + 4] +
		cell[z + 1][y + 2][x + 4] + cell[z + 1][y + 1][x + 3] + cell[z + 1][y + 1][x + 5];
}

// A column of 64 pixels of 16 channels, for each of the nine places of a 3 x 3 filter.
extern "C" __global__ void
columns(const __grid_constant__ map in, int *out)
{
	__shared__ alignas(128) int pixel[64 * 16];
	__shared__ unsigned long long barrier;

	if (!threadIdx.x)
		init(&barrier, 1);
	__syncthreads();
	for (int i = 0; i < 9; i++) {
		if (!threadIdx.x) {
			expect(&barrier, sizeof pixel);
			asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};" ::"r"(AS(pixel)), "l"(&in), "r"(0), "r"(-1), "r"(-1), "r"(blockIdx.x), "r"(AS(&barrier)), "h"((unsigned short)(i % 3)), "h"((unsigned short)(i / 3)) : "memory");
		}
		wait(&barrier, i % 2);
		for (int k = threadIdx.x; k < 64 * 16; k += blockDim.x)
			out[(blockIdx.x * 9 + i) * 1024 + k] = pixel[k];
		__syncthreads();
	}
}

// ---- several blocks ----
// Each of two blocks loads half of a tile for both.
extern "C" __global__ void __cluster_dims__(2, 1, 1)
shared_tile(const __grid_constant__ map in, int *out)
{
	__shared__ alignas(1024) int tile[64 * 32];
	__shared__ unsigned long long barrier;
	const unsigned rank = blockIdx.x % 2;

	if (!threadIdx.x) {
		init(&barrier, 1);
		expect(&barrier, sizeof tile);
	}
	asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
	if (!threadIdx.x)
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(AS(tile + rank * 1024)), "l"(&in), "r"(0), "r"((blockIdx.x / 2 * 2 + rank) * 32), "r"(AS(&barrier)), "h"((unsigned short)3) : "memory");
	wait(&barrier, 0);
	for (unsigned i = threadIdx.x; i < 64 * 32; i += blockDim.x)
		out[blockIdx.x * 2048 + i] = tile[swizzled(i / 32, i % 32)];
	asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

// ---- reductions ----
#define REDUCE(name, type)                                                                                                                \
	extern "C" __global__ void name(const __grid_constant__ map out)                                                                  \
	{                                                                                                                                 \
		__shared__ alignas(128) unsigned tile[16 * 16];                                                                           \
                                                                                                                                          \
		for (unsigned i = threadIdx.x; i < 256; i += blockDim.x)                                                                  \
			tile[i] = i * 2654435761u >> blockIdx.x % 16;                                                                     \
		visible();                                                                                                                \
		if (!threadIdx.x) {                                                                                                       \
			asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta." #type ".bulk_group [%0, {%1, %2}], [%3];" ::"l"(&out), "r"(8), "r"(4), "r"(AS(tile)) : "memory"); \
			stored();                                                                                                         \
		}                                                                                                                         \
	}
REDUCE(tile_add, add)
REDUCE(tile_min, min)
REDUCE(tile_max, max)
REDUCE(tile_and, and)
REDUCE(tile_or, or)
REDUCE(tile_xor, xor)

extern "C" __global__ void
bulk_reduce(unsigned *sum, unsigned *most, unsigned short *half)
{
	__shared__ alignas(128) unsigned v[256];
	__shared__ alignas(128) unsigned short h[256];

	for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) {
		v[i] = i * 2654435761u >> blockIdx.x;
		h[i] = 0x3c00 + i;
	}
	visible();
	if (!threadIdx.x) {
		asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 1024;" ::"l"(sum), "r"(AS(v)) : "memory");
		asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%0], [%1], 1024;" ::"l"(most), "r"(AS(v)) : "memory");
		asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.f16 [%0], [%1], 512;" ::"l"(half), "r"(AS(h)) : "memory");
		stored();
	}
}

// ---- maps ----
// Makes a map for the tensor that begins at `at` out of another one, in global memory.
extern "C" __global__ void
changed(const __grid_constant__ map from, map *to, int *at, int *out)
{
	__shared__ alignas(128) map own;
	__shared__ alignas(1024) int tile[1024];
	__shared__ unsigned long long barrier;

	if (threadIdx.x < 32)
		own.word[threadIdx.x] = from.word[threadIdx.x];
	__syncwarp();
	if (!threadIdx.x) {
		asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(AS(&own)), "l"(at) : "memory");
		asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(AS(&own)), "r"(20) : "memory");
		init(&barrier, 1);
	}
	__syncwarp();
	if (threadIdx.x < 32)
		asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(to), "r"(AS(&own)) : "memory");
	__syncthreads();
	if (!threadIdx.x) {
		asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(to) : "memory");
		asm volatile("prefetch.tensormap [%0];" ::"l"(to) : "memory");
		asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global [%0, {%1, %2}];" ::"l"(to), "r"(0), "r"(0) : "memory");
		expect(&barrier, sizeof tile);
		load(tile, to, 0, 0, &barrier);
	}
	wait(&barrier, 0);
	for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x)
		out[i] = tile[swizzled(i / 32, i % 32)];
}
