// sorting: networks, radix and merge sorts, recursive quicksort, merge paths.
#include "programs.cuh"
template <class T>
__device__ void
cswap(T &a, T &b, bool up)
{
	if ((a > b) == up) {
		T t = a;
		a = b;
		b = t;
	}
}
extern "C" __global__ void
bitonic(unsigned *d, int n)
{
	DYN(unsigned, s_bit);
	int t = threadIdx.x;
	for (int i = t; i < n; i += blockDim.x)
		s_bit[i] = d[blockIdx.x * n + i];
	for (int k = 2; k <= n; k *= 2)
		for (int j = k / 2; j; j /= 2) {
			__syncthreads();
			for (int i = t; i < n / 2; i += blockDim.x) {
				int a = 2 * i - (i & (j - 1));
				cswap(s_bit[a], s_bit[a + j], !(a & k));
			}
		}
	__syncthreads();
	for (int i = t; i < n; i += blockDim.x)
		d[blockIdx.x * n + i] = s_bit[i];
}
extern "C" __global__ void
oddeven(double *d, int n)
{
	__shared__ double s[512];
	int t = threadIdx.x;
	s[t] = d[t];
	s[t + blockDim.x] = d[t + blockDim.x];
	for (int i = 0; i < n; i++) {
		__syncthreads();
		int a = 2 * t + (i & 1);
		if (a + 1 < n)
			cswap(s[a], s[a + 1], true);
	}
	__syncthreads();
	d[t] = s[t];
	d[t + blockDim.x] = s[t + blockDim.x];
}
extern "C" __global__ void
batcher(short *d)
{
	__shared__ short s[256];
	int t = threadIdx.x;
	s[t] = d[t];
	for (int p = 1; p < 256; p <<= 1)
		for (int k = p; k >= 1; k >>= 1) {
			__syncthreads();
			int j = k % p;
			if (t >= j && (t - j) % (2 * k) < k && t + k < 256 && t / (p * 2) == (t + k) / (p * 2))
				cswap(s[t], s[t + k], true);
		}
	__syncthreads();
	d[t] = s[t];
}
extern "C" __global__ void
radix4(unsigned *d, unsigned *tmp, int n)
{
	__shared__ unsigned cnt[16][33], base[16];
	int t = threadIdx.x, w = t / 32, l = t % 32, nw = blockDim.x / 32;
	for (int sh = 0; sh < 32; sh += 4) {
		if (t < 16)
			base[t] = 0;
		__syncthreads();
		for (int i = t; i < n; i += blockDim.x)
			atomicAdd(&base[d[i] >> sh & 15], 1u);
		__syncthreads();
		if (t < 32) {
			unsigned v = t < 16 ? base[t] : 0, x = v;
			for (int o = 1; o < 32; o *= 2) {
				unsigned y = __shfl_up_sync(~0u, x, o);
				if (l >= o)
					x += y;
			}
			if (t < 16)
				base[t] = x - v;
		}
		__syncthreads();
		for (int b = 0; b < n; b += blockDim.x) {
			int i = b + t;
			bool ok = i < n;
			unsigned v = ok ? d[i] : 0, dig = v >> sh & 15, m = ~0u;
			for (int q = 0; q < 4; q++) {
				unsigned bal = __ballot_sync(~0u, dig >> q & 1);
				m &= dig >> q & 1 ? bal : ~bal;
			}
			m &= __ballot_sync(~0u, ok);
			if (l < 16)
				cnt[l][w] = 0;
			__syncwarp();
			if (ok && __ffs(m) - 1 == l)
				cnt[dig][w] = __popc(m);
			__syncthreads();
			if (t < 16) {
				unsigned s = base[t];
				for (int k = 0; k < nw; k++) {
					unsigned c = cnt[t][k];
					cnt[t][k] = s;
					s += c;
				}
				base[t] = s;
			}
			__syncthreads();
			if (ok)
				tmp[cnt[dig][w] + __popc(m & ((1u << l) - 1))] = v;
			__syncthreads();
		}
		for (int i = t; i < n; i += blockDim.x)
			d[i] = tmp[i];
		__syncthreads();
	}
}
__device__ __noinline__ void
qsort_rec(int *a, int lo, int hi)
{
	while (lo < hi) {
		int p = a[(lo + hi) >> 1], i = lo, j = hi;
		while (i <= j) {
			while (a[i] < p)
				i++;
			while (a[j] > p)
				j--;
			if (i <= j) {
				int x = a[i];
				a[i] = a[j];
				a[j] = x;
				i++;
				j--;
			}
		}
		if (j - lo < hi - i) {
			qsort_rec(a, lo, j);
			lo = i;
		} else {
			qsort_rec(a, i, hi);
			hi = j;
		}
	}
}
extern "C" __global__ void
quick(int *d, int m)
{
	int loc[48];
	int *p = d + TID * m;
	for (int i = 0; i < m; i++)
		loc[i] = p[i];
	qsort_rec(loc, 0, m - 1);
	for (int i = 0; i < m; i++)
		p[i] = loc[i];
}
extern "C" __global__ void
warpsort(long long *d)
{
	long long v = d[TID];
	int l = threadIdx.x & 31;
	for (int k = 2; k <= 32; k *= 2)
		for (int j = k / 2; j; j /= 2) {
			long long o = __shfl_xor_sync(~0u, v, j);
			bool up = !(l & k) == !(l & j);
			v = up ? (v < o ? v : o) : (v > o ? v : o);
		}
	d[TID] = v;
}
extern "C" __global__ void
heap(unsigned char *d, int m)
{
	unsigned char *a = d + TID * m;
	auto sift = [&](int i, int n) {
		for (;;) {
			int c = 2 * i + 1;
			if (c >= n)
				break;
			if (c + 1 < n && a[c + 1] > a[c])
				c++;
			if (a[i] >= a[c])
				break;
			unsigned char x = a[i];
			a[i] = a[c];
			a[c] = x;
			i = c;
		}
	};
	for (int i = m / 2; i-- > 0;)
		sift(i, m);
	for (int n = m - 1; n > 0; n--) {
		unsigned char x = a[0];
		a[0] = a[n];
		a[n] = x;
		sift(0, n);
	}
}
extern "C" __global__ void
mergepath(const int *a, int na, const int *b, int nb, int *o)
{
	int per = 7, d = TID * per;
	if (d >= na + nb)
		return;
	int lo = d > nb ? d - nb : 0, hi = d < na ? d : na;
	while (lo < hi) {
		int m = (lo + hi) / 2;
		if (a[m] <= b[d - 1 - m])
			lo = m + 1;
		else
			hi = m;
	}
	int i = lo, j = d - lo;
	for (int k = 0; k < per && d + k < na + nb; k++)
		o[d + k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}
extern "C" __global__ void
shell(float *d, int m)
{
	float v[32];
#pragma unroll 1
	for (int i = 0; i < m; i++)
		v[i] = d[TID * m + i];
#pragma unroll 1
	for (int g = m / 2; g > 0; g /= 2)
#pragma unroll 1
		for (int i = g; i < m; i++) {
			float x = v[i];
			int j = i;
			for (; j >= g && v[j - g] > x; j -= g)
				v[j] = v[j - g];
			v[j] = x;
		}
#pragma unroll 1
	for (int i = 0; i < m; i++)
		d[TID * m + i] = v[i];
}
extern "C" __global__ void
nth(const int *in, int *med, int n) // nth element with local copy and Hoare's partition
{
	int v[33];
	for (int i = 0; i < n; i++)
		v[i] = in[TID + i * 64];
	int lo = 0, hi = n - 1, k = n / 2;
	while (lo < hi) {
		int p = v[k], i = lo, j = hi;
		do {
			while (v[i] < p)
				i++;
			while (p < v[j])
				j--;
			if (i <= j) {
				int t = v[i];
				v[i] = v[j];
				v[j] = t;
				i++;
				j--;
			}
		} while (i <= j);
		if (j < k)
			lo = i;
		if (k < i)
			hi = j;
	}
	med[TID] = v[k];
}
