// constructs: locks, queues, recursion, virtual functions, pointers to functions and members, jump tables, 128-bit integers, structures.
#include "programs.cuh"
typedef unsigned u32;
typedef unsigned long long u64;
typedef unsigned char u8;
typedef __int128 i128;
typedef unsigned __int128 u128;
__device__ int g_lock;
__device__ volatile int g_flag[64];
__device__ u32 g_ticket[2];
extern "C" __global__ void
spinlock(int *lock, int *counter, int *order, int n) // every thread for itself, inside of a warp
{
	for (int k = 0; k < n; k++) {
		bool done = false;
		while (!done) {
			if (atomicCAS(lock, 0, 1) == 0) {
				volatile int *c = counter;
				int v = c[0];
				c[0] = v + 1;
				c[1] = c[1] ^ (v * 2654435761u >> 7);
				__threadfence();
				atomicExch(lock, 0);
				done = true;
			}
		}
	}
	atomicAdd(&order[TID % 7], 1);
}
extern "C" __global__ void
spinnaive(int *lock, int *counter) // the classic deadlock of old GPUs: works with independent thread scheduling
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	counter[0] = *(volatile int *)counter + (int)threadIdx.x;
	__threadfence();
	atomicExch(lock, 0);
}
extern "C" __global__ void
ticket(u32 *t, int *sum)
{
	u32 me = atomicAdd(&t[0], 1u);
	volatile u32 *now = t + 1;
	while (*now != me)
		__nanosleep(20);
	volatile int *s = sum;
	s[0] = s[0] + 3;
	__threadfence();
	*now = me + 1;
}
extern "C" __global__ void
pipeline(const int *in, int *out, int n) // warps hand a value on through volatile flags in shared memory
{
	__shared__ volatile int flag[8], val[8];
	int w = threadIdx.x / 32, l = threadIdx.x & 31, nw = blockDim.x / 32;
	if (l == 0) {
		flag[w] = 0;
		val[w] = 0;
	}
	__syncthreads();
	for (int i = 0; i < n; i++) {
		if (l == 0) {
			int v;
			if (w == 0)
				v = in[i];
			else {
				while (flag[w - 1] != i + 1)
					;
				v = val[w - 1];
				__threadfence_block();
				flag[w - 1] = 0;
			}
			v = v * 3 + w;
			if (w < nw - 1) {
				while (flag[w] != 0)
					;
				val[w] = v;
				__threadfence_block();
				flag[w] = i + 1;
			} else
				out[i] = v;
		}
		__syncwarp();
	}
}
extern "C" __global__ void
rwlock(int *state, int *data, int *seen)
{
	int t = TID;
	if (t % 8 == 0) {
		while (atomicCAS(state, 0, -1) != 0)
			__nanosleep(10);
		data[0] = *(volatile int *)&data[0] + 1;
		data[1] = *(volatile int *)&data[1] + 1;
		__threadfence();
		atomicExch(state, 0);
	} else {
		for (;;) {
			int s = *(volatile int *)state;
			if (s >= 0 && atomicCAS(state, s, s + 1) == s)
				break;
			__nanosleep(10);
		}
		int a = *(volatile int *)&data[0], b = *(volatile int *)&data[1];
		__threadfence();
		atomicSub(state, 1);
		seen[t] = a == b;
	}
}
extern "C" __global__ void
lifo(u64 *head, int *next, int *val, int n) // lock-free stack with tags, then popped
{
	int t = TID;
	if (t < n) {
		u64 h = *(volatile u64 *)head, o;
		do {
			o = h;
			*(volatile int *)&next[t] = (int)(u32)o;
			__threadfence();
			u64 nw = (((o >> 32) + 1) << 32) | (u32)(t + 1);
			h = atomicCAS(head, o, nw);
		} while (h != o);
	}
	__syncthreads();
	if (t < n) {
		u64 h = *(volatile u64 *)head, o;
		do {
			o = h;
			int nx = *(volatile int *)&next[(int)(u32)o - 1];
			u64 nw = (((o >> 32) + 1) << 32) | (u32)nx;
			h = atomicCAS(head, o, nw);
		} while (h != o);
		atomicAdd(&val[0], (int)(u32)o);
		atomicXor(&val[1], 1 << ((u32)o % 31));
	}
	__syncthreads();
	if (t < n)
		next[t] = 0;
}
__device__ __noinline__ int
ack(int m, int n)
{
	return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
extern "C" __global__ void
ackermann(int *o)
{
	o[TID] = ack(TID % 3, TID % 5);
}
__device__ __noinline__ bool even(int n);
__device__ __noinline__ bool
odd(int n)
{
	return n == 0 ? false : even(n - 1);
}
__device__ __noinline__ bool
even(int n)
{
	return n == 0 ? true : odd(n - 1);
}
extern "C" __global__ void
mutual(const int *in, u8 *o)
{
	o[TID] = even(in[TID]);
}
__device__ __noinline__ void
hanoi(int n, int a, int b, int c, int *h)
{
	if (!n)
		return;
	hanoi(n - 1, a, c, b, h);
	*h = *h * 31 + a * 3 + b;
	hanoi(n - 1, c, b, a, h);
}
extern "C" __global__ void
towers(int *o)
{
	int h = 7;
	hanoi(TID % 6, 0, 1, 2, &h);
	o[TID] = h;
}
__device__ __noinline__ int
queens(u32 c, u32 l, u32 r, u32 all)
{
	if (c == all)
		return 1;
	int n = 0;
	u32 f = all & ~(c | l | r);
	while (f) {
		u32 b = f & (0 - f);
		f ^= b;
		n += queens(c | b, (l | b) << 1, (r | b) >> 1, all);
	}
	return n;
}
extern "C" __global__ void
nqueens(int *o)
{
	int n = 4 + TID % 4;
	o[TID] = queens(1u << (TID % n), 2u << (TID % n), 1u << (TID % n) >> 1, (1u << n) - 1);
}
struct Sh {
	__device__ virtual int f(int x) = 0;
	__device__ virtual int g(int x)
	{
		return x + 1;
	}
	int k;
};
struct M1 {
	int pad;
	__device__ virtual int h(int x)
	{
		return x ^ pad;
	}
};
struct A1 : Sh {
	__device__ int f(int x) override
	{
		return x * k;
	}
};
struct A2 : M1, Sh {
	__device__ int f(int x) override
	{
		return x - k + h(x);
	}
	__device__ int g(int x) override
	{
		return f(x) * 2;
	}
	__device__ int h(int x) override
	{
		return x ^ 0x55;
	}
};
struct A3 : A2 {
	__device__ int h(int x) override
	{
		return A2::h(x) + 1;
	}
};
extern "C" __global__ void
virtuals(const int *in, int *o)
{
	__shared__ char buf[3][64];
	__shared__ Sh *p[3];
	int t = threadIdx.x;
	if (t == 0) {
		A1 *a = new (buf[0]) A1;
		a->k = 3;
		p[0] = a;
		A2 *b = new (buf[1]) A2;
		b->k = 5;
		b->pad = 1;
		p[1] = b;
		A3 *c = new (buf[2]) A3;
		c->k = 7;
		c->pad = 2;
		p[2] = c;
	}
	__syncthreads();
	Sh *s = p[in[t] % 3];
	o[t] = s->f(in[t]) * 1000 + s->g(t);
}
struct Op {
	int k;
	__device__ __noinline__ int add(int x) const
	{
		return x + k;
	}
	__device__ __noinline__ int mul(int x) const
	{
		return x * k;
	}
	__device__ __noinline__ int sh(int x) const
	{
		return x << (k & 7);
	}
};
extern "C" __global__ void
memptr(const int *in, int *o)
{
	typedef int (Op::*F)(int) const;
	const F fs[3] = {&Op::add, &Op::mul, &Op::sh};
	Op q{in[TID] & 15};
	o[TID] = (q.*fs[in[TID] % 3])(in[TID]);
}
template <class F, class... R>
__device__ int
fold(F f, int a, R... r)
{
	if constexpr (sizeof...(r) == 0)
		return a;
	else
		return f(a, fold(f, r...));
}
struct Tab {
	int v[16];
	constexpr Tab() : v()
	{
		for (int i = 0; i < 16; i++)
			v[i] = i * i * i - 7 * i;
	}
};
__constant__ Tab ctab;
extern "C" __global__ void
lambdas(const int *in, int *o)
{
	int x = in[TID];
	constexpr Tab t{};
	auto pick = [&](int i) { return t.v[i & 15]; };
	o[TID] = fold([=](int a, int b) { return a * 3 - b + x; }, pick(x), pick(x >> 4), x, 9, pick(x + 1));
}
extern "C" __global__ void
jumps(const u8 *code, int *o, int n)
{
	int a = TID, b = 1, c = 0;
	const u8 *p = code + (TID % 5);
	for (int i = 0; i < n; i++)
		switch (p[i] & 31) {
		case 0:
			a += b;
			break;
		case 1:
			a -= c;
			break;
		case 2:
			b ^= a;
			break;
		case 3:
			c = a & b;
			break;
		case 4:
			a = a * 5 + 1;
			break;
		case 5:
			b = b >> 1;
			break;
		case 6:
			c++;
			break;
		case 7:
			a = -a;
			break;
		case 8:
			b = ~b;
			break;
		case 9:
			a = a % 1000;
			break;
		case 10:
			c = c * c;
			break;
		case 11:
			if (a > b)
				c = 1;
			break;
		case 12:
			a ^= 0xff; /* falls */
		case 13:
			b += 13;
			break;
		case 14:
			c -= 2;
			break;
		case 15:
			a = __popc(a);
			break;
		case 16:
			b = __clz(b);
			break;
		case 17:
			a = b;
			b = c;
			c = i;
			break;
		case 18:
			a |= 1;
			break;
		case 19:
			b &= 0xffff;
			break;
		case 20:
			c <<= 1;
			break;
		case 21:
			if (c & 1)
				i++;
			break;
		case 22:
			a += 22;
			break;
		case 23:
			a -= 23;
			break;
		case 24:
			goto out;
		case 25:
			b = (int)__brev(b);
			break;
		case 26:
			a = a / 3;
			break;
		case 27:
			b = b / 7;
			break;
		case 28:
			c = c % 11;
			break;
		case 29:
			a = max(a, b);
			break;
		case 30:
			a = min(a, c);
			break;
		default:
			c = a + b;
		}
out:
	o[TID] = a ^ b * 3 ^ c * 7;
}
extern "C" __global__ void
int128(const u64 *x, u64 *o)
{
	int t = TID;
	u128 a = (u128)x[4 * t] << 64 | x[4 * t + 1], b = ((u128)x[4 * t + 2] << 64 | x[4 * t + 3]) | 1;
	i128 s = (i128)a, d = (i128)(b >> (t % 100)) | 1;
	u128 r[6] = {a * b, a / b, a % (b >> (t % 120) | 1), (u128)(s / d), (u128)(s % d), a >> (t & 127)};
	u64 h = 0;
	for (int i = 0; i < 6; i++) {
		h = h * 0x100000001b3ull ^ (u64)r[i] ^ (u64)(r[i] >> 64);
		o[8 * t + i] = (u64)(r[i] >> 64) ^ (u64)r[i];
	}
	o[8 * t + 6] = h;
	o[8 * t + 7] = (s < d) + 2 * (a < b) + 4 * ((i128)a > 5);
}
extern "C" __global__ void
div64(const long long *a, const long long *b, long long *o)
{
	int t = TID;
	long long x = a[t], y = b[t] ? b[t] : 1;
	u64 ux = x, uy = y;
	if (y == -1)
		y = 3;
	o[8 * t] = x / y;
	o[8 * t + 1] = x % y;
	o[8 * t + 2] = ux / uy;
	o[8 * t + 3] = ux % uy;
	o[8 * t + 4] = x / 10;
	o[8 * t + 5] = ux % 1000000007ull;
	o[8 * t + 6] = (int)x / ((int)y | 1);
	o[8 * t + 7] = (u32)x % ((u32)y | 1);
}
struct Bits {
	u32 a : 3, b : 7;
	int c : 11;
	u64 d : 33;
	short e : 5;
};
struct __attribute__((packed)) Pk {
	u8 a;
	int b;
	short c;
	double d;
};
union Un {
	float f;
	u32 u;
	u8 b[4];
	short s[2];
};
extern "C" __global__ void
structs(const u32 *in, u32 *o, u8 *pk)
{
	int t = TID;
	Bits b{};
	b.a = in[t];
	b.b = in[t] >> 3;
	b.c = (int)in[t] >> 5;
	b.d = (u64)in[t] * 77;
	b.e = (short)in[t];
	Un u;
	u.u = in[t];
	u.b[t & 3] ^= 0x5a;
	u.s[1] += 3;
	o[4 * t] = b.a + b.b * 8;
	o[4 * t + 1] = (u32)b.c;
	o[4 * t + 2] = (u32)(b.d >> 5) + b.e;
	o[4 * t + 3] = u.u;
	Pk p{(u8)t, (int)in[t], (short)b.c, in[t] * 0.5};
	memcpy(pk + t * 16, &p, sizeof p);
}
extern "C" __global__ void
bytes(const signed char *a, const u8 *b, int *o)
{
	int t = TID;
	signed char x = a[t];
	u8 y = b[t];
	short s = x * y;
	x += y;
	y = (u8)(y << 3 | y >> 5);
	unsigned short z = (unsigned short)(s >> 2);
	x = x / 3;
	o[t] = s * 100000 + x * 1000 + y + (z % 7) * 3 + (signed char)(x ^ y) + (y > x) + (b[t] >> (x & 7));
}
extern "C" __global__ void
satur(const float *f, const double *d, long long *o)
{
	int t = TID;
	auto cl = [](double v, double lo, double hi) { return v != v ? 0.0 : v < lo ? lo : v > hi ? hi : v; };
	(void)cl;
	o[4 * t] = __float2int_rz(f[t]);
	o[4 * t + 1] = __double2uint_rz(d[t]);
	o[4 * t + 2] = __float2ll_rz(f[t]);
	o[4 * t + 3] = __float2int_rn(f[t]);
}
extern "C" __global__ void
minmaxnan(const float *a, const float *b, float *o)
{
	int t = TID;
	o[4 * t] = fminf(a[t], b[t]);
	o[4 * t + 1] = fmaxf(a[t], b[t]);
	o[4 * t + 2] = a[t] + b[t] == 0 ? 1 : a[t] < b[t];
	o[4 * t + 3] = floorf(a[t]) + ceilf(b[t]) * 2 + truncf(a[t]) * 4 + rintf(b[t]);
}
extern "C" __global__ void
denorm(const float *a, const float *b, float *o)
{
	int t = TID;
	o[4 * t] = a[t] * b[t];
	o[4 * t + 1] = a[t] / b[t];
	o[4 * t + 2] = sqrtf(fabsf(a[t]));
	o[4 * t + 3] = fmaf(a[t], b[t], -a[t]);
}
extern "C" __global__ void
early(const int *in, int *o, int n) // threads end before barriers
{
	__shared__ int s[256];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	if (t >= n)
		return;
	for (int k = 1; k < n; k *= 2) {
		int v = s[(t + k) % n];
		__syncthreads();
		s[t] += v & 0xff;
		__syncthreads();
		if (t == n - 1 && k > 1000)
			return;
	}
	o[t] = s[t];
}
extern "C" __global__ void
nested(const int *in, int *o)
{
	int t = TID, a = 0, g = 0;
	for (int i = 0; i < (in[t] & 7); i++) {
		if (in[(t + i) % 128] & 1)
			continue;
		for (int j = i;; j++) {
			if (j > 9)
				goto next;
			if ((in[(t + j) % 128] >> 2 & 3) == 3)
				break;
			a += j;
			do {
				a ^= j;
				if (a & 16)
					goto done;
			} while ((a++ & 3) && ++g < 100);
		}
		a *= 3;
	next:;
		a += 7;
	}
done:
	o[t] = a;
}
extern "C" __global__ void
packed_hist(const u8 *in, u32 *o, int n)
{
	__shared__ u32 h[128];
	int t = threadIdx.x;
	if (t < 128)
		h[t] = 0;
	__syncthreads();
	for (int i = t; i < n; i += blockDim.x)
		atomicAdd(&h[in[i] >> 1], in[i] & 1 ? 65536u : 1u);
	__syncthreads();
	if (t < 128)
		o[t] = h[t];
}
extern "C" __global__ void
cube(int *o, int nx, int ny, int nz)
{
	int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y,
	    z = threadIdx.z + blockIdx.z * blockDim.z;
	if (x < nx && y < ny && z < nz) {
		int l = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
		o[(z * ny + y) * nx + x] = l * 1000 + (l & 31);
	}
}
extern "C" __global__ void
wrapinc(u32 *c, u32 *o)
{
	int t = TID;
	atomicInc(&c[0], 9u);
	atomicDec(&c[1], 6u);
	atomicAnd(&c[2], ~(1u << (t & 31)));
	atomicMax((int *)&c[3], t - 50);
	if (t < 7)
		o[t] = t;
}
extern "C" __global__ void
alloca_(const int *n, int *o)
{
	int t = TID, k = n[t];
	int *p = (int *)__builtin_alloca(sizeof(int) * k);
	for (int i = 0; i < k; i++)
		p[i] = i * t;
	int s = 0;
	for (int i = k - 1; i >= 0; i -= 2)
		s = s * 3 + p[i];
	o[t] = s;
}
extern "C" __global__ void
bitrev_perm(const u64 *x, u64 *o)
{
	int t = TID;
	u64 a = x[t];
	o[t] = __brevll(a) ^ (u64)__popcll(a) << 32 ^ (u64)__clzll(a) << 16 ^ (u64)__ffsll((long long)a) ^
	       __umul64hi(a, 0x123456789abcdefull) ^ (u64)__byte_perm((u32)a, (u32)(a >> 32), 0x7421) << 7 ^ (a << (t & 63)) ^
	       (u64)((long long)a >> (t & 63)) ^ (u64)__usad((u32)a, t, 7);
}
