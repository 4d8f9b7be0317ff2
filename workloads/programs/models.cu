// models: softmax, norms, rotary embedding, quantised products, top-k, paged attention, mixture of experts.
#include "programs.cuh"
typedef unsigned u32;
typedef unsigned long long u64;
typedef unsigned char u8;
__device__ __forceinline__ float
exp2_(float x)
{ // exact arithmetic in both worlds
	if (x < -125)
		return 0;
	float r = floorf(x), f = x - r, p = 1.5353362e-4f;
	p = fmaf(p, f, 1.3398874e-3f);
	p = fmaf(p, f, 9.6184373e-3f);
	p = fmaf(p, f, 5.5503324e-2f);
	p = fmaf(p, f, 2.4022648e-1f);
	p = fmaf(p, f, 6.9314718e-1f);
	p = fmaf(p, f, 1.0f);
	return p * __int_as_float(((int)r + 127) << 23);
}
__device__ float
wmax(float v)
{
	for (int o = 16; o; o >>= 1)
		v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
	return v;
}
__device__ float
wsum(float v)
{
	for (int o = 16; o; o >>= 1)
		v += __shfl_xor_sync(~0u, v, o);
	return v;
}
template <int N>
__device__ float
bsum(float v)
{
	__shared__ float s[N / 32];
	v = wsum(v);
	__syncthreads();
	if (!(threadIdx.x & 31))
		s[threadIdx.x / 32] = v;
	__syncthreads();
	v = 0;
	for (int i = 0; i < N / 32; i++)
		v += s[i];
	return v;
}
extern "C" __global__ void
softmax(const float *x, float *y, int cols)
{
	const float *r = x + blockIdx.x * cols;
	float m = -3e38f, s = 0;
	__shared__ float sm[4], ss[4];
	int w = threadIdx.x / 32, l = threadIdx.x & 31;
	for (int i = threadIdx.x; i < cols; i += 128)
		m = fmaxf(m, r[i]);
	m = wmax(m);
	if (!l)
		sm[w] = m;
	__syncthreads();
	m = fmaxf(fmaxf(sm[0], sm[1]), fmaxf(sm[2], sm[3]));
	for (int i = threadIdx.x; i < cols; i += 128)
		s += exp2_((r[i] - m) * 1.4426950f);
	s = wsum(s);
	if (!l)
		ss[w] = s;
	__syncthreads();
	s = (ss[0] + ss[1]) + (ss[2] + ss[3]);
	for (int i = threadIdx.x; i < cols; i += 128)
		y[blockIdx.x * cols + i] = exp2_((r[i] - m) * 1.4426950f) / s;
}
extern "C" __global__ void
layernorm(const float4 *x, const float4 *g, float4 *y, int n4)
{
	const float4 *r = x + blockIdx.x * n4;
	float s = 0, q = 0;
	for (int i = threadIdx.x; i < n4; i += 64) {
		float4 v = r[i];
		s += v.x + v.y + v.z + v.w;
		q += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
	}
	s = bsum<64>(s) / (n4 * 4);
	q = bsum<64>(q) / (n4 * 4) - s * s;
	float inv = 1.0f / sqrtf(q + 1e-5f);
	for (int i = threadIdx.x; i < n4; i += 64) {
		float4 v = r[i], w = g[i];
		y[blockIdx.x * n4 + i] = {(v.x - s) * inv * w.x, (v.y - s) * inv * w.y, (v.z - s) * inv * w.z,
					  (v.w - s) * inv * w.w};
	}
}
extern "C" __global__ void
rope(float2 *q, const float2 *cs, const int *pos, int heads, int hd2)
{
	int t = blockIdx.x, p = pos[t];
	for (int i = threadIdx.x; i < heads * hd2; i += blockDim.x) {
		float2 v = q[t * heads * hd2 + i], c = cs[p * hd2 + i % hd2];
		q[t * heads * hd2 + i] = {v.x * c.x - v.y * c.y, v.x * c.y + v.y * c.x};
	}
}
extern "C" __global__ void
gemv_i8(const int4 *w, const int4 *x, const float *sc, float *y, int k16)
{
	int row = TID / 32, l = threadIdx.x & 31, a = 0;
	for (int i = l; i < k16; i += 32) {
		int4 u = w[row * k16 + i], v = x[i];
		a = __dp4a(u.x, v.x, a);
		a = __dp4a(u.y, v.y, a);
		a = __dp4a(u.z, v.z, a);
		a = __dp4a(u.w, v.w, a);
	}
	for (int o = 16; o; o >>= 1)
		a += __shfl_down_sync(~0u, a, o);
	if (!l)
		y[row] = a * sc[row];
}
extern "C" __global__ void
fp8_dequant(const u8 *in, float *o, unsigned short *h, int n)
{
	int i = TID;
	if (i >= n)
		return;
	__nv_fp8_e4m3 a;
	a.__x = in[i];
	__nv_fp8_e5m2 b;
	b.__x = in[i];
	o[2 * i] = (float)a;
	o[2 * i + 1] = (float)b;
	__half x = __half(a), y = __half(b);
	memcpy(&h[2 * i], &x, 2);
	memcpy(&h[2 * i + 1], &y, 2);
}
extern "C" __global__ void
fp8_quant(const float *in, u8 *o, int n)
{
	int i = TID;
	if (i >= n)
		return;
	__nv_fp8_e4m3 a(in[i]);
	__nv_fp8_e5m2 b(in[i]);
	o[2 * i] = a.__x;
	o[2 * i + 1] = b.__x;
}
extern "C" __global__ void
int4_dequant(const u32 *w, const unsigned short *sc, unsigned short *o, int n)
{
	int i = TID;
	if (i >= n)
		return;
	u32 v = w[i];
	__half s;
	memcpy(&s, &sc[i / 8], 2);
	for (int k = 0; k < 8; k++) {
		__half q = __int2half_rn((int)(v >> 4 * k & 15) - 8);
		__half r = __float2half_rn(__half2float(q) * __half2float(s));
		o[8 * i + k] = *(unsigned short *)&r;
	}
}
extern "C" __global__ void
bf16_add(const unsigned short *a, const unsigned short *b, unsigned short *o, float *f, int n)
{
	int i = TID;
	if (i >= n)
		return;
	__nv_bfloat16 x, y;
	memcpy(&x, &a[i], 2);
	memcpy(&y, &b[i], 2);
	float s = __bfloat162float(x) + __bfloat162float(y);
	__nv_bfloat16 r = __float2bfloat16_rn(s), z = __float2bfloat16_rz(s * 3);
	o[2 * i] = *(unsigned short *)&r;
	o[2 * i + 1] = *(unsigned short *)&z;
	f[i] = s;
}
extern "C" __global__ void
topk(const float *x, int *idx, float *val, int n, int k)
{
	int row = TID / 32, l = threadIdx.x & 31;
	const float *r = x + row * n;
	u64 taken = 0;
	for (int j = 0; j < k; j++) {
		float b = -3e38f;
		int bi = 0x7fffffff;
		for (int i = l, c = 0; i < n; i += 32, c++)
			if (!(taken >> c & 1) && (r[i] > b || (r[i] == b && i < bi))) {
				b = r[i];
				bi = i;
			}
		for (int o = 16; o; o >>= 1) {
			float ob = __shfl_xor_sync(~0u, b, o);
			int oi = __shfl_xor_sync(~0u, bi, o);
			if (ob > b || (ob == b && oi < bi)) {
				b = ob;
				bi = oi;
			}
		}
		if ((bi & 31) == l)
			taken |= 1ull << (bi >> 5);
		if (!l) {
			idx[row * k + j] = bi;
			val[row * k + j] = b;
		}
	}
}
extern "C" __global__ void
paged_attn(const float *q, const float *kc, const float *vc, const int *bt, const int *len, float *o, int hd, int bs, int mb)
{
	DYN(float, s_pa);
	int b = blockIdx.x, h = blockIdx.y, t = threadIdx.x, n = len[b], H = gridDim.y;
	float *logit = s_pa;
	__shared__ float m_, s_;
	for (int i = t / 8; i < n; i += blockDim.x / 8) {
		const float *k = kc + ((bt[b * mb + i / bs] * bs + i % bs) * H + h) * hd;
		float a = 0;
		for (int d = t & 7; d < hd; d += 8)
			a = fmaf(q[(b * H + h) * hd + d], k[d], a);
		u32 mask = 0xffu << (t & 24);
		for (int x = 4; x; x >>= 1)
			a += __shfl_xor_sync(mask, a, x, 8);
		if (!(t & 7))
			logit[i] = a * 0.25f;
	}
	__syncthreads();
	if (t < 32) {
		float m = -3e38f;
		for (int i = t; i < n; i += 32)
			m = fmaxf(m, logit[i]);
		m = wmax(m);
		float s = 0;
		for (int i = t; i < n; i += 32) {
			float e = exp2_((logit[i] - m) * 1.4426950f);
			logit[i] = e;
			s += e;
		}
		s = wsum(s);
		if (!t) {
			m_ = m;
			s_ = s;
		}
	}
	__syncthreads();
	for (int d = t; d < hd; d += blockDim.x) {
		float a = 0;
		for (int i = 0; i < n; i++)
			a = fmaf(logit[i], vc[((bt[b * mb + i / bs] * bs + i % bs) * H + h) * hd + d], a);
		o[(b * H + h) * hd + d] = a / s_;
	}
}
extern "C" __global__ void
moe_route(const float *gate, int *expert, int *slot, int *count, int tokens, int E, int cap)
{
	__shared__ int c[16];
	int t = threadIdx.x;
	if (t < 16)
		c[t] = 0;
	__syncthreads();
	int e = -1;
	if (t < tokens) {
		float b = -1e30f;
		for (int k = 0; k < E; k++)
			if (gate[t * E + k] > b) {
				b = gate[t * E + k];
				e = k;
			}
		expert[t] = e;
	}
	for (int w = 0; w < (int)blockDim.x / 32; w++) {
		if (t / 32 == w && e >= 0) {
			u32 act = tokens - w * 32 >= 32 ? ~0u : (1u << (tokens - w * 32)) - 1, m = __match_any_sync(act, e);
			int base = c[e];
			__syncwarp(act);
			int s = base + __popc(m & ((1u << (t & 31)) - 1));
			slot[t] = s < cap ? s : -1;
			if (__ffs(m) - 1 == (t & 31))
				c[e] = base + __popc(m);
		}
		__syncthreads();
	}
	if (t < E)
		count[t] = c[t];
}
extern "C" __global__ void
sample(const float *p, const float *u, int *tok, int n)
{
	int row = TID / 32, l = threadIdx.x & 31;
	float target = u[row], base = 0;
	int found = -1;
	for (int b = 0; b < n && found < 0; b += 32) {
		float v = b + l < n ? p[row * n + b + l] : 0, x = v;
		for (int o = 1; o < 32; o *= 2) {
			float y = __shfl_up_sync(~0u, x, o);
			if (l >= o)
				x += y;
		}
		u32 m = __ballot_sync(~0u, base + x > target);
		if (m)
			found = b + __ffs(m) - 1;
		base += __shfl_sync(~0u, x, 31);
	}
	if (!l)
		tok[row] = found;
}
extern "C" __global__ void
kv_copy(const uint4 *src, uint4 *dst, const int2 *map, int per, int n)
{
	for (int i = blockIdx.x; i < n; i += gridDim.x) {
		int2 m = map[i];
		for (int j = threadIdx.x; j < per; j += blockDim.x)
			dst[m.y * per + j] = src[m.x * per + j];
	}
}
extern "C" __global__ void
silu_mul(const float2 *x, float *o, int n)
{
	for (int i = TID; i < n; i += gridDim.x * blockDim.x) {
		float2 v = x[i];
		o[i] = v.x / (1.0f + exp2_(-v.x * 1.442695f)) * v.y;
	}
}
extern "C" __global__ void
half_gemm(const unsigned short *a, const unsigned short *b, float *c, int n)
{
	__shared__ __half s[2][16 * 17];
	int tx = threadIdx.x, ty = threadIdx.y;
	float acc = 0;
	for (int k = 0; k < n; k += 16) {
		memcpy(&s[0][ty * 17 + tx], &a[(blockIdx.y * 16 + ty) * n + k + tx], 2);
		memcpy(&s[1][ty * 17 + tx], &b[(k + ty) * n + blockIdx.x * 16 + tx], 2);
		__syncthreads();
		for (int j = 0; j < 16; j++)
			acc = fmaf(__half2float(s[0][ty * 17 + j]), __half2float(s[1][j * 17 + tx]), acc);
		__syncthreads();
	}
	c[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx] = acc;
}
extern "C" __global__ void
tiles(const int *in, int *out)
{
	auto b = cg::this_thread_block();
	auto t8 = cg::tiled_partition<8>(b);
	auto t4 = cg::tiled_partition<4>(b);
	auto t32 = cg::tiled_partition<32>(b);
	int v = in[b.thread_rank()], s = v;
	for (int o = 4; o; o /= 2)
		s += t8.shfl_down(s, o);
	s = t8.shfl(s, 0);
	int m = v;
	for (int o = 2; o; o /= 2)
		m = max(m, t4.shfl_xor(m, o));
	int r = (int)t8.ballot(v & 1) * 1000 + t4.any(v > 90) * 100 + t4.all(v > 20) * 10;
	if (t32.meta_group_rank() & 1)
		r += t32.shfl_up(v, 3);
	b.sync();
	out[b.thread_rank() * 3] = s;
	out[b.thread_rank() * 3 + 1] = m;
	out[b.thread_rank() * 3 + 2] = r;
}
