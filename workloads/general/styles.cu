// Odd shapes: blocks and grids in three dimensions, structs by value, many parameters, spills, cooperative groups by label, switches.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

struct Matrix {
	double m[3][3];
	char tag[5];
	short s[3];
	unsigned long long bits : 37, flag : 1;
};

extern "C" __global__ void
many(const Matrix a, char c, short s, const float *f, double d, Matrix b, bool on, unsigned char u, long long l, float2 v, const int *p,
     double *out, float3 w, int4 x)
{
	const int i = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
	const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y * blockDim.z;
	const int k = i * n + t;

	out[k] = a.m[t % 3][i % 3] * b.m[i % 3][t % 3] + a.tag[t % 5] + b.s[t % 3] + c + s + f[k % 10] + d + on + u + (double)l + v.x * v.y +
		 p[k % 7] + w.x + w.y * w.z + (&x.x)[t & 3] + a.bits + b.flag;
}

// more than the registers hold
extern "C" __global__ void __launch_bounds__(1024, 2)
spills(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[64];

#pragma unroll
	for (int k = 0; k < 64; k++)
		v[k] = in[(i * 64 + k) % 4096];
#pragma unroll
	for (int r = 0; r < 4; r++)
#pragma unroll
		for (int k = 0; k < 64; k++)
			v[k] = v[k] * v[(k * 5 + 3 + r) % 64] + v[(k + 17) % 64];
	float sum = 0;
#pragma unroll
	for (int k = 0; k < 64; k++)
		sum += v[k] * (k + 1);
	out[i] = sum;
}

__device__ __noinline__ int
collatz(int n, int depth)
{
	return n <= 1 || depth > 60 ? depth : n & 1 ? collatz(3 * n + 1, depth + 1) : collatz(n / 2, depth + 1);
}

typedef int (*Step)(int);
static __device__ int twice(int x) { return 2 * x; }
static __device__ int square(int x) { return x * x; }
static __device__ int less(int x) { return x - 7; }
__device__ Step steps[3] = {twice, square, less};

extern "C" __global__ void
machine(const unsigned char *code, const int *in, int *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	int acc = in[i], stack[16], top = 0;

	for (int pc = 0; pc < n; pc++)
		switch (code[pc] % 14) {
		case 0: acc += pc; break;
		case 1: acc ^= 0x5a5a; break;
		case 2: if (top < 16) stack[top++] = acc; break;
		case 3: if (top) acc += stack[--top]; break;
		case 4: acc = acc < 0 ? -acc : acc; break;
		case 5: acc = collatz(acc & 0xfff, 0); break;
		case 6: acc = steps[(acc & 0x7fff) % 3](acc); break;
		case 7: acc = __popc(acc); break;
		case 8: if (acc & 1) pc += 2; break;
		case 9: acc /= (pc | 1); break;
		case 10: acc %= 1000003; break;
		case 11: acc = acc * 31 + top; break;
		case 12: if (acc > 50000) goto done; break;
		case 13: acc = (int)((float)acc * 1.5f); break;
		}
done:
	out[i] = acc + top;
}

extern "C" __global__ void
labels(const int *in, int *out)
{
	const auto block = cg::this_thread_block();
	const auto tile = cg::tiled_partition<16>(block);
	const int i = block.group_index().x * block.num_threads() + block.thread_rank(), v = in[i];
	const auto same = cg::labeled_partition(tile, v % 3);
	const auto binary = cg::binary_partition(cg::coalesced_threads(), v > 50);
	int *o = out + i * 12;

	o[0] = cg::reduce(same, v, cg::plus<int>());
	o[1] = (int)same.thread_rank() | (int)same.num_threads() << 8;
	o[2] = cg::reduce(binary, v, cg::greater<int>());
	o[3] = cg::inclusive_scan(tile, v);
	o[4] = cg::exclusive_scan(tile, v, cg::bit_xor<int>());
	o[5] = tile.shfl_xor(v, 3) + tile.match_any(v & 3) + (int)tile.ballot(v & 1);
	o[6] = o[7] = o[8] = 0;
	if (v & 1) {
		const auto now = cg::coalesced_threads();
		o[6] = cg::reduce(now, v, cg::less<int>());
		o[7] = now.shfl(v, 0) + (int)now.meta_group_size();
		o[8] = cg::exclusive_scan(now, v);
	}
	const auto quads = cg::tiled_partition<4>(tile);
	o[9] = cg::reduce(quads, make_float2(v, 1).x > 20 ? v : 1, [](int a, int b) { return a * b % 1009; });
	o[10] = (int)(quads.meta_group_rank() * 100 + quads.meta_group_size());
	int added = 0;
	cg::invoke_one(quads, [&] { added = v; });
	o[11] = cg::invoke_one_broadcast(same, [&] { return v; }) + (added == v ? 1 : 0) * 0;
}

extern "C" __global__ void
grid(const int *in, int *part, int *out, int n)
{
	const auto g = cg::this_grid();
	int sum = 0;

	for (unsigned long long i = g.thread_rank(); i < (unsigned)n; i += g.num_threads())
		sum += in[i];
	part[g.thread_rank()] = sum;
	g.sync();
	for (unsigned long long step = g.num_threads() / 2; step; step /= 2) {
		if (g.thread_rank() < step)
			part[g.thread_rank()] += part[g.thread_rank() + step];
		g.sync();
	}
	if (!g.thread_rank())
		*out = *part;
}

template <int N>
struct Tree {
	Tree<N - 1> left, right;
	__device__ float eval(float x) const { return left.eval(x) * 0.5f + right.eval(x + N); }
};
template <>
struct Tree<0> {
	float k;
	__device__ float eval(float x) const { return k * x; }
};

extern "C" __global__ void
structs(const Tree<5> tree, const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	Tree<5> mine = tree;
	float *flat = &mine.left.left.left.left.left.k;

	flat[i % 32] += 1;
	out[i] = mine.eval(in[i]) + tree.eval(flat[(i * 7) % 32]);
}
