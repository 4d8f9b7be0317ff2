// graphs: shortest paths, PageRank, union-find, breadth-first search, triangles, colouring.
#include "programs.cuh"
extern "C" __global__ void
sssp(const int *rp, const int *ci, const int *w, int *dist, int *rounds, int n)
{
	__shared__ int changed;
	int t = threadIdx.x, r = 0;
	do {
		__syncthreads();
		if (!t)
			changed = 0;
		__syncthreads();
		for (int u = t; u < n; u += blockDim.x) {
			int du = *(volatile int *)&dist[u];
			if (du == 0x7fffffff)
				continue;
			for (int e = rp[u]; e < rp[u + 1]; e++)
				if (atomicMin(&dist[ci[e]], du + w[e]) > du + w[e])
					changed = 1;
		}
		__syncthreads();
		r++;
	} while (changed && r < 1000);
	if (!t)
		*rounds = r > 1;
}
extern "C" __global__ void
pr_pull(const int *rp, const int *ci, const float *rank, const float *inv, float *out, int n)
{
	int v = TID;
	if (v >= n)
		return;
	float s = 0;
	for (int e = rp[v]; e < rp[v + 1]; e++)
		s += rank[ci[e]] * inv[ci[e]];
	out[v] = 0.15f / n + 0.85f * s;
}
extern "C" __global__ void
pr_push(const int *rp, const int *ci, const unsigned *rank, unsigned long long *acc, int n)
{
	for (int u = TID; u < n; u += gridDim.x * blockDim.x) {
		int d = rp[u + 1] - rp[u];
		if (!d)
			continue;
		unsigned long long share = (unsigned long long)rank[u] * 1000003ull / d;
		for (int e = rp[u]; e < rp[u + 1]; e++)
			atomicAdd(&acc[ci[e]], share);
	}
}
__device__ int
uf_find(int *p, int x)
{
	volatile int *v = p;
	while (v[x] != x) {
		int g = v[v[x]];
		v[x] = g;
		x = g;
	}
	return x;
}
extern "C" __global__ void
unionfind(const int *a, const int *b, int *p, int n, int m)
{
	for (int i = threadIdx.x; i < m; i += blockDim.x) {
		int x = a[i], y = b[i];
		for (;;) {
			x = uf_find(p, x);
			y = uf_find(p, y);
			if (x == y)
				break;
			if (x < y) {
				int s = x;
				x = y;
				y = s;
			}
			if (atomicCAS(&p[x], x, y) == x)
				break;
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		int r = uf_find(p, i);
		__syncwarp(~0u);
		p[i] = r;
	}
}
extern "C" __global__ void
bfs_queue(const int *rp, const int *ci, int *level, int *q, int n, int cap)
{
	__shared__ int head, tail, next;
	int t = threadIdx.x;
	if (!t) {
		q[0] = 0;
		level[0] = 0;
		head = 0;
		tail = 1;
		next = 1;
	}
	__syncthreads();
	for (int d = 1; head < tail; d++) {
		for (int i = head + t; i < tail; i += blockDim.x) {
			int u = q[i];
			for (int e = rp[u]; e < rp[u + 1]; e++)
				if (atomicCAS(&level[ci[e]], -1, d) == -1) {
					int at = atomicAdd(&next, 1);
					if (at < cap)
						q[at] = ci[e];
				}
		}
		__syncthreads();
		if (!t) {
			head = tail;
			tail = next;
		}
		__syncthreads();
	}
	for (int i = t; i < cap; i += blockDim.x)
		q[i] = 0;
}
extern "C" __global__ void
triangles(const int *rp, const int *ci, unsigned *cnt, unsigned long long *total, int n)
{
	int u = TID;
	unsigned c = 0;
	if (u < n)
		for (int e = rp[u]; e < rp[u + 1]; e++) {
			int v = ci[e];
			if (v <= u)
				continue;
			int i = rp[u], j = rp[v];
			while (i < rp[u + 1] && j < rp[v + 1]) {
				int a = ci[i], b = ci[j];
				if (a == b) {
					c += a > v;
					i++;
					j++;
				} else if (a < b)
					i++;
				else
					j++;
			}
		}
	if (u < n)
		cnt[u] = c;
	for (int d = 16; d; d /= 2)
		c += __shfl_down_sync(~0u, c, d);
	if (!(threadIdx.x & 31))
		atomicAdd(total, (unsigned long long)c);
}
__device__ unsigned
hash32(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}
extern "C" __global__ void
coloring(const int *rp, const int *ci, int *color, int n)
{
	__shared__ int left;
	int t = threadIdx.x;
	for (int round = 0; round < 200; round++) {
		if (!t)
			left = 0;
		__syncthreads();
		unsigned long long pick = 0;
		int picks[8], np = 0;
		for (int u = t; u < n; u += blockDim.x, pick++) {
			if (color[u] >= 0)
				continue;
			bool top = true;
			unsigned h = hash32(u);
			for (int e = rp[u]; e < rp[u + 1] && top; e++) {
				int v = ci[e];
				if (v != u && color[v] < 0) {
					unsigned k = hash32(v);
					if (k > h || (k == h && v > u))
						top = false;
				}
			}
			if (top)
				picks[np++] = u;
			else
				left = 1;
		}
		__syncthreads();
		for (int i = 0; i < np; i++) {
			unsigned long long used = 0;
			int u = picks[i];
			for (int e = rp[u]; e < rp[u + 1]; e++)
				if (ci[e] != u) {
					int c = color[ci[e]];
					if (c >= 0 && c < 64)
						used |= 1ull << c;
				}
			color[u] = __ffsll(~used) - 1;
		}
		__syncthreads();
		int l = left;
		__syncthreads();
		if (!l)
			return;
	}
}
// delta-stepping-ish worklists with warp-aggregated pushes
__device__ int
agg_push(int *count)
{
	unsigned m = __activemask();
	int leader = __ffs(m) - 1, lane = threadIdx.x & 31, b = 0;
	if (lane == leader)
		b = atomicAdd(count, __popc(m));
	b = __shfl_sync(m, b, leader);
	return b + __popc(m & ((1u << lane) - 1));
}
extern "C" __global__ void
filter(const int *in, int *out, int *count, int n)
{
	int i = TID;
	if (i < n && (in[i] % 3 == 0 || hash32(in[i]) & 1)) {
		int at = agg_push(count);
		atomicAdd(&out[at / n], in[i]);
	}
}
