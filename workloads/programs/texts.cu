// texts: string matching, LZ and Huffman codes, alignment, a regular-expression machine, UTF-8, 128-bit decimals.
#include "programs.cuh"
typedef unsigned u32;
typedef unsigned long long u64;
typedef unsigned char u8;
extern "C" __global__ void
kmp(const u8 *text, const u8 *pat, int m, int *cnt, int per)
{
	int f[32];
	f[0] = 0;
	for (int i = 1, k = 0; i < m; i++) {
		while (k && pat[i] != pat[k])
			k = f[k - 1];
		if (pat[i] == pat[k])
			k++;
		f[i] = k;
	}
	int c = 0, k = 0;
	const u8 *t = text + TID * per;
	for (int i = 0; i < per; i++) {
		while (k && t[i] != pat[k])
			k = f[k - 1];
		if (t[i] == pat[k])
			k++;
		if (k == m) {
			c++;
			k = f[k - 1];
		}
	}
	cnt[TID] = c;
}
extern "C" __global__ void
lz_decode(const u8 *in, const int *off, u8 *out, int *len, int cap)
{
	const u8 *p = in + off[TID], *e = in + off[TID + 1];
	u8 *o = out + TID * cap;
	int n = 0;
	while (p < e) {
		u8 tok = *p++;
		int lit = tok >> 4, m = tok & 15;
		if (lit == 15) {
			u8 x;
			do {
				x = *p++;
				lit += x;
			} while (x == 255);
		}
		for (int i = 0; i < lit; i++)
			o[n++] = *p++;
		if (p >= e)
			break;
		int d = p[0] | p[1] << 8;
		p += 2;
		if (m == 15) {
			u8 x;
			do {
				x = *p++;
				m += x;
			} while (x == 255);
		}
		m += 4;
		for (int i = 0; i < m; i++, n++)
			o[n] = o[n - d];
	}
	len[TID] = n;
}
extern "C" __global__ void
huffman(const u32 *bits, const u32 *start, const short *tree, u8 *out, int per)
{
	u32 pos = start[TID];
	for (int i = 0; i < per; i++) {
		int node = 0;
		do {
			u32 w = bits[pos >> 5];
			node = tree[2 * node + (w >> (pos & 31) & 1)];
			pos++;
		} while (node >= 0);
		out[TID * per + i] = (u8)~node;
	}
}
extern "C" __global__ void
rle(const u8 *in, int *outpos, u8 *val, int *total, int n)
{
	__shared__ int warps[32];
	int t = threadIdx.x, l = t & 31, w = t / 32, head = t < n && (!t || in[t] != in[t - 1]), x = head;
	for (int o = 1; o < 32; o *= 2) {
		int y = __shfl_up_sync(~0u, x, o);
		if (l >= o)
			x += y;
	}
	if (l == 31)
		warps[w] = x;
	__syncthreads();
	if (w == 0) {
		int v = l < (int)blockDim.x / 32 ? warps[l] : 0;
		for (int o = 1; o < 32; o *= 2) {
			int y = __shfl_up_sync(~0u, v, o);
			if (l >= o)
				v += y;
		}
		warps[l] = v;
	}
	__syncthreads();
	if (w)
		x += warps[w - 1];
	if (head) {
		outpos[x - 1] = t;
		val[x - 1] = in[t];
	}
	if (t == (int)blockDim.x - 1)
		*total = x;
}
__constant__ char b64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
extern "C" __global__ void
base64(const u8 *in, char *out, int n)
{
	for (int i = TID; i * 3 < n; i += gridDim.x * blockDim.x) {
		u32 v = in[3 * i] << 16;
		int left = n - 3 * i;
		if (left > 1)
			v |= in[3 * i + 1] << 8;
		if (left > 2)
			v |= in[3 * i + 2];
		out[4 * i] = b64[v >> 18];
		out[4 * i + 1] = b64[v >> 12 & 63];
		out[4 * i + 2] = left > 1 ? b64[v >> 6 & 63] : '=';
		out[4 * i + 3] = left > 2 ? b64[v & 63] : '=';
	}
}
extern "C" __global__ void
levenshtein(const char *a, const char *b, int *o, int la, int lb)
{
	unsigned char row[40];
	const char *x = a + TID * la, *y = b + TID * lb;
	for (int j = 0; j <= lb; j++)
		row[j] = (u8)j;
	for (int i = 1; i <= la; i++) {
		u8 diag = row[0];
		row[0] = (u8)i;
		for (int j = 1; j <= lb; j++) {
			u8 up = row[j];
			int v = min(min(up + 1, row[j - 1] + 1), diag + (x[i - 1] != y[j - 1]));
			diag = up;
			row[j] = (u8)v;
		}
	}
	o[TID] = row[lb];
}
extern "C" __global__ void
nw(const u8 *a, const u8 *b, int *score, int n, int gap)
{
	DYN(int, s_nw); // three antidiagonals
	int *p0 = s_nw, *p1 = p0 + n + 1, *p2 = p1 + n + 1, t = threadIdx.x;
	for (int d = 0; d <= 2 * n; d++) {
		for (int i = t; i <= n; i += blockDim.x) {
			int j = d - i;
			if (j < 0 || j > n)
				continue;
			int v;
			if (!i)
				v = j * gap;
			else if (!j)
				v = i * gap;
			else
				v = max(p0[i - 1] + (a[i - 1] == b[j - 1] ? 3 : -2), max(p1[i - 1], p1[i]) + gap);
			p2[i] = v;
			if (i == n || j == n)
				score[i == n ? j : n + 1 + i] = v;
		}
		__syncthreads();
		int *x = p0;
		p0 = p1;
		p1 = p2;
		p2 = x;
	}
}
extern "C" __global__ void
smith(const u8 *q, const u8 *db, int *best, int lq, int ld)
{
	int l = threadIdx.x & 31, w = TID / 32, m = 0, h = 0, up = 0;
	const u8 *s = db + w * ld;
	int mine = q[l];
	for (int d = 0; d < ld + 31; d++) {
		int left = h, diag = up;
		up = __shfl_up_sync(~0u, h, 1);
		if (!l)
			up = 0;
		int j = d - l;
		if (j >= 0 && j < ld && l < lq) {
			int x = max(0, diag + (s[j] == mine ? 2 : -1));
			x = max(x, max(left, up) - 1);
			h = x;
			m = max(m, x);
		}
	}
	for (int o = 16; o; o >>= 1)
		m = max(m, __shfl_xor_sync(~0u, m, o));
	if (!l)
		best[w] = m;
}
// a regular expression machine: ops 0 char, 1 any, 2 split, 3 jmp, 4 match, 5 class
extern "C" __global__ void
regex(const u8 *prog, const u8 *text, int *end, int per)
{
	const u8 *s = text + TID * per;
	u32 stack[64];
	int sp = 0, best = -1, steps = 0;
	u32 st = 0;
	stack[sp++] = 0;
	while (sp && steps < 2000) {
		st = stack[--sp];
		int pc = st & 255, i = st >> 8;
		bool go = true;
		while (go && steps++ < 2000)
			switch (prog[pc]) {
			case 0:
				if (i < per && s[i] == prog[pc + 1]) {
					i++;
					pc += 2;
				} else
					go = false;
				break;
			case 1:
				if (i < per) {
					i++;
					pc++;
				} else
					go = false;
				break;
			case 2:
				if (sp < 64)
					stack[sp++] = (u32)i << 8 | prog[pc + 2];
				pc = prog[pc + 1];
				break;
			case 3:
				pc = prog[pc + 1];
				break;
			case 4:
				best = max(best, i);
				go = false;
				break;
			case 5:
				if (i < per && s[i] >= prog[pc + 1] && s[i] <= prog[pc + 2]) {
					i++;
					pc += 3;
				} else
					go = false;
				break;
			default:
				go = false;
			}
	}
	end[TID] = best * 10000 + steps;
}
extern "C" __global__ void
utf8(const u8 *in, u32 *cp, int *n, int per)
{
	const u8 *p = in + TID * per, *e = p + per;
	int k = 0;
	while (p < e) {
		u32 c = *p++;
		if (c < 0x80)
			;
		else if (c < 0xc0)
			c = 0xfffd;
		else if (c < 0xe0) {
			c = p < e && (*p & 0xc0) == 0x80 ? (c & 31) << 6 | (*p++ & 63) : 0xfffd;
		} else if (c < 0xf0) {
			if (p + 1 < e && (p[0] & 0xc0) == 0x80 && (p[1] & 0xc0) == 0x80) {
				c = (c & 15) << 12 | (p[0] & 63) << 6 | (p[1] & 63);
				p += 2;
			} else
				c = 0xfffd;
		} else
			c = 0xfffd;
		cp[TID * per + k++] = c;
	}
	n[TID] = k;
}
extern "C" __global__ void
decimal(const u64 *v, char *out)
{
	u64 x = v[TID];
	char buf[24];
	int n = 0;
	do {
		buf[n++] = (char)('0' + x % 10);
		x /= 10;
	} while (x);
	char *o = out + TID * 24;
	for (int i = 0; i < n; i++)
		o[i] = buf[n - 1 - i];
	o[n] = 0;
}
extern "C" __global__ void
decimal128(const u64 *v, char *out)
{
	unsigned __int128 x = (unsigned __int128)v[2 * TID] << 64 | v[2 * TID + 1];
	char *o = out + TID * 48;
	int n = 0;
	do {
		o[n++] = (char)('0' + (int)(x % 10));
		x /= 10;
	} while (x);
}
extern "C" __global__ void
parseint(const char *in, long long *out, int per)
{
	const char *p = in + TID * per;
	bool neg = false;
	long long v = 0;
	while (*p == ' ')
		p++;
	if (*p == '-' || *p == '+')
		neg = *p++ == '-';
	while (*p >= '0' && *p <= '9')
		v = v * 10 + (*p++ - '0');
	out[TID] = neg ? -v : v;
}
extern "C" __global__ void
wordcount(const char *s, int *n, int len)
{
	int c = 0;
	bool in = false;
	for (const char *p = s + TID * len, *e = p + len; p != e; ++p) {
		bool sp = *p == ' ' || *p == '\n' || *p == '\t';
		if (!sp && !in)
			c++;
		in = !sp;
	}
	c = (int)__reduce_add_sync(~0u, (u32)c);
	if (!(threadIdx.x & 31))
		atomicAdd(n, c);
}
extern "C" __global__ void
bwt_mtf(u8 *d, int per) // move to front in a local table of 256 bytes
{
	u8 tab[256];
	for (int i = 0; i < 256; i++)
		tab[i] = (u8)i;
	u8 *p = d + TID * per;
	for (int i = 0; i < per; i++) {
		u8 c = p[i];
		int k = 0;
		while (tab[k] != c)
			k++;
		for (int j = k; j; j--)
			tab[j] = tab[j - 1];
		tab[0] = c;
		p[i] = (u8)k;
	}
}
extern "C" __global__ void
arith(const u8 *d, u32 *out, int per) // adaptive binary range coder
{
	unsigned short pr[16];
	for (int i = 0; i < 16; i++)
		pr[i] = 2048;
	u32 lo = 0, hi = ~0u, ctx = 0, h = 2166136261u;
	int n = 0;
	for (int i = 0; i < per; i++)
		for (int b = 7; b >= 0; b--) {
			u32 bit = d[TID * per + i] >> b & 1, mid = lo + (u32)((u64)(hi - lo) * pr[ctx] >> 12);
			if (bit) {
				hi = mid;
				pr[ctx] += (4096 - pr[ctx]) >> 5;
			} else {
				lo = mid + 1;
				pr[ctx] -= pr[ctx] >> 5;
			}
			ctx = (ctx << 1 | bit) & 15;
			while (!((lo ^ hi) >> 24)) {
				h = (h ^ hi >> 24) * 16777619u;
				lo <<= 8;
				hi = hi << 8 | 255;
				n++;
			}
		}
	out[2 * TID] = h;
	out[2 * TID + 1] = (u32)n;
}
