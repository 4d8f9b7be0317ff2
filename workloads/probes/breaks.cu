// breaks: loops left from within, by BREAK, and recursion, which keeps barriers in registers (BMOV) while lanes of one path are at
// different depths. They were written as tests of the simulator by a program that did not know its rules, and showed two of them wrong.

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

__device__ __noinline__ int queens(unsigned columns, unsigned left, unsigned right, unsigned all)
{
	if (columns == all)
		return 1;
	int n = 0;
	unsigned free = all & ~(columns | left | right);
	while (free) {
		unsigned b = free & (0 - free);
		free ^= b;
		n += queens(columns | b, (left | b) << 1, (right | b) >> 1, all);
	}
	return n;
}

// Solutions on boards of 4 to 7, with the first queen given.
extern "C" __global__ void nqueens(int *out)
{
	int n = 4 + THREAD % 4;
	out[THREAD] = queens(1u << (THREAD % n), 2u << (THREAD % n), 1u << (THREAD % n) >> 1, (1u << n) - 1);
}

// A machine whose program the lanes begin in five places; instruction 24 ends it.
extern "C" __global__ void jumps(const unsigned char *code, int *out, int n)
{
	int a = THREAD, b = 1, c = 0;
	const unsigned char *p = code + (THREAD % 5);
	for (int i = 0; i < n; i++)
		switch (p[i] & 31) {
		case 0: a += b; break;
		case 1: a -= c; break;
		case 2: b ^= a; break;
		case 3: c = a & b; break;
		case 4: a = a * 5 + 1; break;
		case 5: b = b >> 1; break;
		case 6: c++; break;
		case 7: a = -a; break;
		case 8: b = ~b; break;
		case 9: a = a % 1000; break;
		case 10: c = c * c; break;
		case 11: if (a > b) c = 1; break;
		case 12: a ^= 0xff; /* falls through */
		case 13: b += 13; break;
		case 14: c -= 2; break;
		case 15: a = __popc(a); break;
		case 16: b = __clz(b); break;
		case 17: a = b; b = c; c = i; break;
		case 18: a |= 1; break;
		case 19: b &= 0xffff; break;
		case 20: c <<= 1; break;
		case 21: if (c & 1) i++; break;
		case 22: a += 22; break;
		case 23: a -= 23; break;
		case 24: goto end;
		case 25: b = (int)__brev(b); break;
		case 26: a = a / 3; break;
		case 27: b = b / 7; break;
		case 28: c = c % 11; break;
		case 29: a = max(a, b); break;
		case 30: a = min(a, c); break;
		default: c = a + b;
		}
end:
	out[THREAD] = a ^ b * 3 ^ c * 7;
}

// Three loops, and ways out of one, two and all of them.
extern "C" __global__ void nested(const int *in, int *out)
{
	int t = THREAD, a = 0, g = 0;
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
next:
		a += 7;
	}
done:
	out[t] = a;
}

__device__ __noinline__ void sort(int *a, int lo, int hi)
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
			sort(a, lo, j);
			lo = i;
		} else {
			sort(a, i, hi);
			hi = j;
		}
	}
}

// Each thread sorts n numbers, at most 48, in local memory.
extern "C" __global__ void quick(int *data, int n)
{
	int own[48], *p = data + THREAD * n;
	for (int i = 0; i < n; i++)
		own[i] = p[i];
	sort(own, 0, n - 1);
	for (int i = 0; i < n; i++)
		p[i] = own[i];
}
