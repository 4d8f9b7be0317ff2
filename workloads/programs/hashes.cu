// hashes: hash tables, SHA-256, ChaCha, AES, CRC, SipHash, xxHash, long numbers.
#include "programs.cuh"
typedef unsigned u32;
typedef unsigned long long u64;
typedef unsigned char u8;
__device__ u32
h1(u32 x, u32 s)
{
	x ^= s;
	x *= 0x9e3779b1u;
	x ^= x >> 15;
	x *= 0x85ebca77u;
	return x ^ x >> 13;
}
extern "C" __global__ void
cuckoo(const u32 *keys, const u32 *query, u64 *table, int *val, int *fails, int n, int cap)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		u64 kv = (u64)keys[i] << 32 | (u32)(i + 1);
		u32 slot = h1(keys[i], 1) % cap;
		int k;
		for (k = 0; k < 64; k++) {
			kv = atomicExch(&table[slot], kv);
			if (!kv)
				break;
			u32 key = (u32)(kv >> 32), a = h1(key, 1) % cap, b = h1(key, 2) % cap;
			slot = slot == a ? b : a;
		}
		if (k == 64)
			atomicAdd(fails, 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		u32 q = query[i];
		int v = -1;
		for (int s = 1; s <= 2; s++) {
			u64 e = table[h1(q, s) % cap];
			if (e && (u32)(e >> 32) == q)
				v = (int)(u32)e;
		}
		val[i] = v;
	}
	__syncthreads();
	for (int i = threadIdx.x; i < cap; i += blockDim.x)
		table[i] = 0;
}
extern "C" __global__ void
probing(const u32 *keys, u32 *tab, u32 *cnt, u32 *out, int n, int cap)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		u32 s = h1(keys[i], 7) & (cap - 1);
		for (;;) {
			u32 o = atomicCAS(&tab[s], 0u, keys[i]);
			if (!o || o == keys[i]) {
				atomicAdd(&cnt[s], 1u);
				break;
			}
			s = (s + 1) & (cap - 1);
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		u32 s = h1(keys[i], 7) & (cap - 1);
		while (tab[s] != keys[i])
			s = (s + 1) & (cap - 1);
		out[i] = cnt[s];
	}
	__syncthreads();
	for (int i = threadIdx.x; i < cap; i += blockDim.x)
		tab[i] = cnt[i] = 0;
}
__constant__ u32 k256[64] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
			     0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
			     0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
			     0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
			     0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
			     0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
			     0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
			     0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
__device__ __forceinline__ u32
ror(u32 x, int n)
{
	return x >> n | x << (32 - n);
}
extern "C" __global__ void
sha256(const u8 *msg, u32 *out, int len)
{
	u32 h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, w[16];
	const u8 *m = msg + TID * len;
	int total = len + 9, blocks = (total + 63) / 64;
	for (int b = 0; b < blocks; b++) {
		for (int i = 0; i < 16; i++) {
			u32 x = 0;
			for (int k = 0; k < 4; k++) {
				int p = b * 64 + i * 4 + k;
				u32 c = p < len                ? m[p]
					: p == len             ? 0x80
					: p >= blocks * 64 - 4 ? (u32)(len * 8) >> (8 * (blocks * 64 - 1 - p)) & 255
							       : 0;
				x = x << 8 | c;
			}
			w[i] = x;
		}
		u32 a = h[0], bb = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], hh = h[7];
		for (int i = 0; i < 64; i++) {
			if (i >= 16) {
				u32 s0 = w[(i + 1) & 15], s1 = w[(i + 14) & 15];
				w[i & 15] += (ror(s0, 7) ^ ror(s0, 18) ^ s0 >> 3) + w[(i + 9) & 15] +
					     (ror(s1, 17) ^ ror(s1, 19) ^ s1 >> 10);
			}
			u32 t1 = hh + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + ((e & f) ^ (~e & g)) + k256[i] + w[i & 15];
			u32 t2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + ((a & bb) ^ (a & c) ^ (bb & c));
			hh = g;
			g = f;
			f = e;
			e = d + t1;
			d = c;
			c = bb;
			bb = a;
			a = t1 + t2;
		}
		h[0] += a;
		h[1] += bb;
		h[2] += c;
		h[3] += d;
		h[4] += e;
		h[5] += f;
		h[6] += g;
		h[7] += hh;
	}
	for (int i = 0; i < 8; i++)
		out[TID * 8 + i] = h[i];
}
#define QR(a, b, c, d)         \
	a += b;                \
	d ^= a;                \
	d = d << 16 | d >> 16; \
	c += d;                \
	b ^= c;                \
	b = b << 12 | b >> 20; \
	a += b;                \
	d ^= a;                \
	d = d << 8 | d >> 24;  \
	c += d;                \
	b ^= c;                \
	b = b << 7 | b >> 25;
extern "C" __global__ void
chacha(const u32 *key, uint4 *data, u32 nonce)
{
	u32 s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1], key[2], key[3],
		     key[4],     key[5],     key[6],     key[7],     TID,    nonce,  0,      7},
	    x[16];
	for (int i = 0; i < 16; i++)
		x[i] = s[i];
#pragma unroll 2
	for (int r = 0; r < 10; r++) {
		QR(x[0], x[4], x[8], x[12])
		QR(x[1], x[5], x[9], x[13])
		QR(x[2], x[6], x[10], x[14]) QR(x[3], x[7], x[11], x[15]) QR(x[0], x[5], x[10], x[15]) QR(x[1], x[6], x[11], x[12])
			QR(x[2], x[7], x[8], x[13]) QR(x[3], x[4], x[9], x[14])
	}
	for (int i = 0; i < 4; i++) {
		uint4 v = data[TID * 4 + i];
		v.x ^= x[4 * i] + s[4 * i];
		v.y ^= x[4 * i + 1] + s[4 * i + 1];
		v.z ^= x[4 * i + 2] + s[4 * i + 2];
		v.w ^= x[4 * i + 3] + s[4 * i + 3];
		data[TID * 4 + i] = v;
	}
}
__device__ u8
xt(u8 x)
{
	return (u8)(x << 1 ^ (x & 0x80 ? 0x1b : 0));
}
__device__ u8
gmul(u8 a, u8 b)
{
	u8 p = 0;
	while (b) {
		if (b & 1)
			p ^= a;
		a = xt(a);
		b >>= 1;
	}
	return p;
}
extern "C" __global__ void
aes128(const u8 *key, u8 *data)
{
	__shared__ u8 sbox[256];
	__shared__ u32 te[256];
	__shared__ u32 rk[44];
	int t = threadIdx.x;
	for (int i = t; i < 256; i += blockDim.x) { // the inverse by brute force: divergent
		u8 inv = 0;
		for (int c = 1; c < 256 && i; c++)
			if (gmul((u8)i, (u8)c) == 1) {
				inv = (u8)c;
				break;
			}
		u8 s = inv;
		for (int k = 0; k < 4; k++) {
			inv = (u8)(inv << 1 | inv >> 7);
			s ^= inv;
		}
		sbox[i] = s ^ 0x63;
		s = sbox[i];
		u8 s2 = xt(s), s3 = s2 ^ s;
		te[i] = (u32)s2 | (u32)s << 8 | (u32)s << 16 | (u32)s3 << 24;
	}
	__syncthreads();
	if (!t) {
		for (int i = 0; i < 4; i++)
			rk[i] = key[4 * i] | key[4 * i + 1] << 8 | key[4 * i + 2] << 16 | (u32)key[4 * i + 3] << 24;
		u8 rc = 1;
		for (int i = 4; i < 44; i++) {
			u32 x = rk[i - 1];
			if (i % 4 == 0) {
				x = x >> 8 | x << 24;
				x = sbox[x & 255] | sbox[x >> 8 & 255] << 8 | sbox[x >> 16 & 255] << 16 | (u32)sbox[x >> 24] << 24;
				x ^= rc;
				rc = xt(rc);
			}
			rk[i] = rk[i - 4] ^ x;
		}
	}
	__syncthreads();
	u32 *p = (u32 *)(data + TID * 16), a = p[0] ^ rk[0], b = p[1] ^ rk[1], c = p[2] ^ rk[2], d = p[3] ^ rk[3];
#define R8(x)           ((x) << 8 | (x) >> 24)
#define COL(a, b, c, d) (te[(a)&255] ^ R8(te[(b) >> 8 & 255]) ^ R8(R8(te[(c) >> 16 & 255])) ^ R8(R8(R8(te[(d) >> 24]))))
	for (int r = 1; r < 10; r++) {
		u32 w = COL(a, b, c, d) ^ rk[4 * r], x = COL(b, c, d, a) ^ rk[4 * r + 1], y = COL(c, d, a, b) ^ rk[4 * r + 2],
		    z = COL(d, a, b, c) ^ rk[4 * r + 3];
		a = w;
		b = x;
		c = y;
		d = z;
	}
#define FIN(a, b, c, d) (sbox[(a)&255] | sbox[(b) >> 8 & 255] << 8 | sbox[(c) >> 16 & 255] << 16 | (u32)sbox[(d) >> 24] << 24)
	p[0] = FIN(a, b, c, d) ^ rk[40];
	p[1] = FIN(b, c, d, a) ^ rk[41];
	p[2] = FIN(c, d, a, b) ^ rk[42];
	p[3] = FIN(d, a, b, c) ^ rk[43];
}
extern "C" __global__ void
crc32(const u8 *d, u32 *out, int len)
{
	__shared__ u32 tab[8][256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x) {
		u32 c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
		tab[0][i] = c;
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		for (int k = 1; k < 8; k++)
			tab[k][i] = tab[k - 1][i] >> 8 ^ tab[0][tab[k - 1][i] & 255];
	__syncthreads();
	const u8 *p = d + TID * len;
	int n = len - (TID & 7);
	u32 c = ~0u;
	while (n >= 8) {
		u32 a = (p[0] | p[1] << 8 | p[2] << 16 | (u32)p[3] << 24) ^ c;
		c = tab[7][a & 255] ^ tab[6][a >> 8 & 255] ^ tab[5][a >> 16 & 255] ^ tab[4][a >> 24] ^ tab[3][p[4]] ^ tab[2][p[5]] ^
		    tab[1][p[6]] ^ tab[0][p[7]];
		p += 8;
		n -= 8;
	}
	while (n--)
		c = tab[0][(c ^ *p++) & 255] ^ c >> 8;
	out[TID] = ~c;
}
__device__ __forceinline__ u64
rl(u64 x, int n)
{
	return x << n | x >> (64 - n);
}
extern "C" __global__ void
siphash(const u64 *d, u64 *out, u64 k0, u64 k1, int n)
{
	u64 v0 = k0 ^ 0x736f6d6570736575ull, v1 = k1 ^ 0x646f72616e646f6dull, v2 = k0 ^ 0x6c7967656e657261ull,
	    v3 = k1 ^ 0x7465646279746573ull;
	auto round = [&] {
		v0 += v1;
		v1 = rl(v1, 13);
		v1 ^= v0;
		v0 = rl(v0, 32);
		v2 += v3;
		v3 = rl(v3, 16);
		v3 ^= v2;
		v0 += v3;
		v3 = rl(v3, 21);
		v3 ^= v0;
		v2 += v1;
		v1 = rl(v1, 17);
		v1 ^= v2;
		v2 = rl(v2, 32);
	};
	for (int i = 0; i < n; i++) {
		u64 m = d[TID * n + i];
		v3 ^= m;
		round();
		round();
		v0 ^= m;
	}
	v2 ^= 0xff;
	for (int i = 0; i < 4; i++)
		round();
	out[TID] = v0 ^ v1 ^ v2 ^ v3;
}
extern "C" __global__ void
xxh64(const u8 *d, const int *off, u64 *out, int n)
{
	int i = TID;
	if (i >= n)
		return;
	const u64 P1 = 11400714785074694791ull, P2 = 14029467366897019727ull, P3 = 1609587929392839161ull,
		  P4 = 9650029242287828579ull, P5 = 2870177450012600261ull;
	const u8 *p = d + off[i], *e = d + off[i + 1];
	u64 len = e - p, h;
	auto rd = [](const u8 *q, int k) {
		u64 x = 0;
		for (int j = 0; j < k; j++)
			x |= (u64)q[j] << 8 * j;
		return x;
	};
	if (len >= 32) {
		u64 v[4] = {P1 + P2, P2, 0, 0 - P1};
		while (e - p >= 32)
			for (int k = 0; k < 4; k++, p += 8)
				v[k] = rl(v[k] + rd(p, 8) * P2, 31) * P1;
		h = rl(v[0], 1) + rl(v[1], 7) + rl(v[2], 12) + rl(v[3], 18);
		for (int k = 0; k < 4; k++)
			h = (h ^ rl(v[k] * P2, 31) * P1) * P1 + P4;
	} else
		h = P5;
	h += len;
	while (e - p >= 8) {
		h = rl(h ^ rl(rd(p, 8) * P2, 31) * P1, 27) * P1 + P4;
		p += 8;
	}
	if (e - p >= 4) {
		h = rl(h ^ rd(p, 4) * P1, 23) * P2 + P3;
		p += 4;
	}
	while (p < e) {
		h = rl(h ^ *p++ * P5, 11) * P1;
	}
	h ^= h >> 33;
	h *= P2;
	h ^= h >> 29;
	h *= P3;
	out[i] = h ^ h >> 32;
}
extern "C" __global__ void
md5ish(const u32 *d, u32 *out, const u32 *kt)
{
	u32 a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, e = 0x10325476;
	const u32 *m = d + TID * 16;
	for (int i = 0; i < 64; i++) {
		u32 f;
		int g, r;
		switch (i / 16) {
		case 0:
			f = (b & c) | (~b & e);
			g = i;
			r = (const int[]){7, 12, 17, 22}[i & 3];
			break;
		case 1:
			f = (e & b) | (~e & c);
			g = (5 * i + 1) & 15;
			r = (const int[]){5, 9, 14, 20}[i & 3];
			break;
		case 2:
			f = b ^ c ^ e;
			g = (3 * i + 5) & 15;
			r = (const int[]){4, 11, 16, 23}[i & 3];
			break;
		default:
			f = c ^ (b | ~e);
			g = (7 * i) & 15;
			r = (const int[]){6, 10, 15, 21}[i & 3];
		}
		f += a + kt[i] + m[g];
		a = e;
		e = c;
		c = b;
		b += f << r | f >> (32 - r);
	}
	out[TID * 4] = a;
	out[TID * 4 + 1] = b;
	out[TID * 4 + 2] = c;
	out[TID * 4 + 3] = e;
}
extern "C" __global__ void
bigmul(const u32 *a, const u32 *b, u32 *o) // 256-bit Montgomery-like: schoolbook with carries by 64-bit
{
	u32 x[8], y[8], r[16];
	for (int i = 0; i < 8; i++) {
		x[i] = a[TID * 8 + i];
		y[i] = b[TID * 8 + i];
		r[i] = r[i + 8] = 0;
	}
	for (int i = 0; i < 8; i++) {
		u64 c = 0;
		for (int j = 0; j < 8; j++) {
			u64 t = (u64)x[i] * y[j] + r[i + j] + c;
			r[i + j] = (u32)t;
			c = t >> 32;
		}
		r[i + 8] = (u32)c;
	}
	for (int i = 0; i < 16; i++)
		o[TID * 16 + i] = r[i];
}
extern "C" __global__ void
modpow(const u64 *b, const u64 *e, u64 *o, u64 m)
{
	u64 r = 1, x = b[TID] % m, n = e[TID];
	while (n) {
		if (n & 1)
			r = (u64)((unsigned __int128)r * x % m);
		x = (u64)((unsigned __int128)x * x % m);
		n >>= 1;
	}
	o[TID] = r;
}
extern "C" __global__ void
bloom(const u32 *keys, const u32 *q, u32 *bits, u8 *hit, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		for (u32 k = 0; k < 5; k++) {
			u32 h = h1(keys[i], k * 77 + 1) & 4095;
			atomicOr(&bits[h >> 5], 1u << (h & 31));
		}
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		bool in = true;
		for (u32 k = 0; k < 5 && in; k++) {
			u32 h = h1(q[i], k * 77 + 1) & 4095;
			in = bits[h >> 5] >> (h & 31) & 1;
		}
		hit[i] = in;
	}
}
