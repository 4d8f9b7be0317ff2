// Integers: sorts, sums, tables, checks, a small interpreter. workloads/development/README.md says what they are for.

#define KERNEL(name) extern "C" __global__ void name

// A bitonic sort of 1024 values for each block of 512 threads, in shared memory.
KERNEL(bitonic)(const unsigned *in, unsigned *out)
{
	__shared__ unsigned v[1024];
	int t = threadIdx.x;

	v[t] = in[blockIdx.x * 1024 + t];
	v[t + 512] = in[blockIdx.x * 1024 + t + 512];
	for (int size = 2; size <= 1024; size *= 2)
		for (int k = size / 2; k; k /= 2) {
			int i = 2 * t - (t & (k - 1));
			unsigned a, b;

			__syncthreads();
			a = v[i];
			b = v[i + k];
			if ((a > b) == !(i & size)) {
				v[i] = b;
				v[i + k] = a;
			}
		}
	__syncthreads();
	out[blockIdx.x * 1024 + t] = v[t];
	out[blockIdx.x * 1024 + t + 512] = v[t + 512];
}

// A pass of a radix sort by four bits over 2048 values for each block of 256 threads: ranks by votes, sums over warps, then each value
// to its place within the block's.
KERNEL(radix)(const unsigned *in, unsigned *out, unsigned *totals, int shift)
{
	__shared__ unsigned count[16][8], start[16];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	unsigned v[8], rank[8];

	if (t < 128)
		count[t / 8][t % 8] = 0;
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; k++) {
		unsigned digit, same = 0xffffffffu;

		v[k] = in[blockIdx.x * 2048 + warp * 256 + k * 32 + lane];
		digit = v[k] >> shift & 15;
#pragma unroll
		for (int b = 0; b < 4; b++) {
			unsigned set = __ballot_sync(0xffffffffu, digit >> b & 1);

			same &= digit >> b & 1 ? set : ~set;
		}
		rank[k] = count[digit][warp] + __popc(same & ((1u << lane) - 1));
		__syncwarp();
		if (!(same >> lane >> 1))
			count[digit][warp] += __popc(same);
		__syncwarp();
	}
	__syncthreads();
	if (t < 16) {
		unsigned sum = 0;

		for (int w = 0; w < 8; w++) {
			unsigned c = count[t][w];

			count[t][w] = sum;
			sum += c;
		}
		totals[blockIdx.x * 16 + t] = sum;
		start[t] = sum;
		for (int k = 1; k < 16; k *= 2) {
			unsigned other = __shfl_up_sync(0xffffu, sum, k, 16);

			if (t >= k)
				sum += other;
		}
		start[t] = sum - start[t];
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; k++) {
		unsigned digit = v[k] >> shift & 15;

		out[blockIdx.x * 2048 + start[digit] + count[digit][warp] + rank[k]] = v[k];
	}
}

// Running sums of 1024 values for each block of 256 threads, by shuffles; the blocks' sums to `total`.
KERNEL(scan)(const int4 *in, int4 *out, int *total)
{
	__shared__ int sums[8];
	int t = threadIdx.x, lane = t % 32, warp = t / 32, sum, before = 0;
	int4 v = in[blockIdx.x * 256 + t];

	v.y += v.x;
	v.z += v.y;
	v.w += v.z;
	sum = v.w;
#pragma unroll
	for (int k = 1; k < 32; k *= 2) {
		int other = __shfl_up_sync(0xffffffffu, sum, k);

		if (lane >= k)
			sum += other;
	}
	if (lane == 31)
		sums[warp] = sum;
	__syncthreads();
	for (int w = 0; w < warp; w++)
		before += sums[w];
	if (t == 255)
		total[blockIdx.x] = before + sum;
	before += sum - v.w;
	out[blockIdx.x * 256 + t] = make_int4(before + v.x, before + v.y, before + v.z, before + v.w);
}

// How often each byte occurs, in a table of each block, which then goes to the table of all.
KERNEL(bytes)(const unsigned *in, unsigned *count, int n)
{
	__shared__ unsigned table[256];

	table[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
		unsigned v = in[i];

		atomicAdd(&table[v & 255], 1);
		atomicAdd(&table[v >> 8 & 255], 1);
		atomicAdd(&table[v >> 16 & 255], 1);
		atomicAdd(&table[v >> 24], 1);
	}
	__syncthreads();
	atomicAdd(&count[threadIdx.x], table[threadIdx.x]);
}

// Sums: a value a thread at a time, then a tree in shared memory, the last warp by shuffles, then one atomic for each block.
KERNEL(sum)(const int *in, int *out, int n)
{
	__shared__ int part[256];
	int t = threadIdx.x, sum = 0;

	for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
		sum += in[i];
	part[t] = sum;
	__syncthreads();
	for (int k = 128; k >= 32; k /= 2) {
		if (t < k)
			part[t] += part[t + k];
		__syncthreads();
	}
	if (t < 32) {
		sum = part[t];
		for (int k = 16; k; k /= 2)
			sum += __shfl_down_sync(0xffffffffu, sum, k);
		if (t == 0)
			atomicAdd(out, sum);
	}
}

// For each key, the bucket of four tags that its hash names, and those behind it, until a tag is equal or `reach` buckets were seen.
KERNEL(probe)(const unsigned *key, const uint4 *bucket, unsigned *found, int n, unsigned mask, int reach)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned h, tag, at, result = 0xffffffffu;

	if (i >= n)
		return;
	h = key[i];
	h ^= h >> 16;
	h *= 0x85ebca6bu;
	h ^= h >> 13;
	h *= 0xc2b2ae35u;
	h ^= h >> 16;
	tag = h % 11;
	at = (h >> 8) & mask;
	for (int k = 0; k < reach && result == 0xffffffffu; k++, at = (at + 1) & mask) {
		uint4 b = bucket[at];

		if (b.x == tag)
			result = at * 4;
		else if (b.y == tag)
			result = at * 4 + 1;
		else if (b.z == tag)
			result = at * 4 + 2;
		else if (b.w == tag)
			result = at * 4 + 3;
	}
	found[i] = result;
}

// CRC-32 of records of `length` bytes, one for each thread, by a table in constant memory, or in shared memory.
__constant__ unsigned crc_table[256] = {
	0x00000000, 0x77073096, 0xee0e612c, 0x990951ba, 0x076dc419, 0x706af48f, 0xe963a535, 0x9e6495a3,
	0x0edb8832, 0x79dcb8a4, 0xe0d5e91e, 0x97d2d988, 0x09b64c2b, 0x7eb17cbd, 0xe7b82d07, 0x90bf1d91,
	0x1db71064, 0x6ab020f2, 0xf3b97148, 0x84be41de, 0x1adad47d, 0x6ddde4eb, 0xf4d4b551, 0x83d385c7,
	0x136c9856, 0x646ba8c0, 0xfd62f97a, 0x8a65c9ec, 0x14015c4f, 0x63066cd9, 0xfa0f3d63, 0x8d080df5,
	0x3b6e20c8, 0x4c69105e, 0xd56041e4, 0xa2677172, 0x3c03e4d1, 0x4b04d447, 0xd20d85fd, 0xa50ab56b,
	0x35b5a8fa, 0x42b2986c, 0xdbbbc9d6, 0xacbcf940, 0x32d86ce3, 0x45df5c75, 0xdcd60dcf, 0xabd13d59,
	0x26d930ac, 0x51de003a, 0xc8d75180, 0xbfd06116, 0x21b4f4b5, 0x56b3c423, 0xcfba9599, 0xb8bda50f,
	0x2802b89e, 0x5f058808, 0xc60cd9b2, 0xb10be924, 0x2f6f7c87, 0x58684c11, 0xc1611dab, 0xb6662d3d,
	0x76dc4190, 0x01db7106, 0x98d220bc, 0xefd5102a, 0x71b18589, 0x06b6b51f, 0x9fbfe4a5, 0xe8b8d433,
	0x7807c9a2, 0x0f00f934, 0x9609a88e, 0xe10e9818, 0x7f6a0dbb, 0x086d3d2d, 0x91646c97, 0xe6635c01,
	0x6b6b51f4, 0x1c6c6162, 0x856530d8, 0xf262004e, 0x6c0695ed, 0x1b01a57b, 0x8208f4c1, 0xf50fc457,
	0x65b0d9c6, 0x12b7e950, 0x8bbeb8ea, 0xfcb9887c, 0x62dd1ddf, 0x15da2d49, 0x8cd37cf3, 0xfbd44c65,
	0x4db26158, 0x3ab551ce, 0xa3bc0074, 0xd4bb30e2, 0x4adfa541, 0x3dd895d7, 0xa4d1c46d, 0xd3d6f4fb,
	0x4369e96a, 0x346ed9fc, 0xad678846, 0xda60b8d0, 0x44042d73, 0x33031de5, 0xaa0a4c5f, 0xdd0d7cc9,
	0x5005713c, 0x270241aa, 0xbe0b1010, 0xc90c2086, 0x5768b525, 0x206f85b3, 0xb966d409, 0xce61e49f,
	0x5edef90e, 0x29d9c998, 0xb0d09822, 0xc7d7a8b4, 0x59b33d17, 0x2eb40d81, 0xb7bd5c3b, 0xc0ba6cad,
	0xedb88320, 0x9abfb3b6, 0x03b6e20c, 0x74b1d29a, 0xead54739, 0x9dd277af, 0x04db2615, 0x73dc1683,
	0xe3630b12, 0x94643b84, 0x0d6d6a3e, 0x7a6a5aa8, 0xe40ecf0b, 0x9309ff9d, 0x0a00ae27, 0x7d079eb1,
	0xf00f9344, 0x8708a3d2, 0x1e01f268, 0x6906c2fe, 0xf762575d, 0x806567cb, 0x196c3671, 0x6e6b06e7,
	0xfed41b76, 0x89d32be0, 0x10da7a5a, 0x67dd4acc, 0xf9b9df6f, 0x8ebeeff9, 0x17b7be43, 0x60b08ed5,
	0xd6d6a3e8, 0xa1d1937e, 0x38d8c2c4, 0x4fdff252, 0xd1bb67f1, 0xa6bc5767, 0x3fb506dd, 0x48b2364b,
	0xd80d2bda, 0xaf0a1b4c, 0x36034af6, 0x41047a60, 0xdf60efc3, 0xa867df55, 0x316e8eef, 0x4669be79,
	0xcb61b38c, 0xbc66831a, 0x256fd2a0, 0x5268e236, 0xcc0c7795, 0xbb0b4703, 0x220216b9, 0x5505262f,
	0xc5ba3bbe, 0xb2bd0b28, 0x2bb45a92, 0x5cb36a04, 0xc2d7ffa7, 0xb5d0cf31, 0x2cd99e8b, 0x5bdeae1d,
	0x9b64c2b0, 0xec63f226, 0x756aa39c, 0x026d930a, 0x9c0906a9, 0xeb0e363f, 0x72076785, 0x05005713,
	0x95bf4a82, 0xe2b87a14, 0x7bb12bae, 0x0cb61b38, 0x92d28e9b, 0xe5d5be0d, 0x7cdcefb7, 0x0bdbdf21,
	0x86d3d2d4, 0xf1d4e242, 0x68ddb3f8, 0x1fda836e, 0x81be16cd, 0xf6b9265b, 0x6fb077e1, 0x18b74777,
	0x88085ae6, 0xff0f6a70, 0x66063bca, 0x11010b5c, 0x8f659eff, 0xf862ae69, 0x616bffd3, 0x166ccf45,
	0xa00ae278, 0xd70dd2ee, 0x4e048354, 0x3903b3c2, 0xa7672661, 0xd06016f7, 0x4969474d, 0x3e6e77db,
	0xaed16a4a, 0xd9d65adc, 0x40df0b66, 0x37d83bf0, 0xa9bcae53, 0xdebb9ec5, 0x47b2cf7f, 0x30b5ffe9,
	0xbdbdf21c, 0xcabac28a, 0x53b39330, 0x24b4a3a6, 0xbad03605, 0xcdd70693, 0x54de5729, 0x23d967bf,
	0xb3667a2e, 0xc4614ab8, 0x5d681b02, 0x2a6f2b94, 0xb40bbe37, 0xc30c8ea1, 0x5a05df1b, 0x2d02ef8d,
};

KERNEL(crc_constant)(const unsigned *in, unsigned *out, int n, int words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned crc = 0xffffffffu;

	if (i >= n)
		return;
	for (int k = 0; k < words; k++) {
		crc ^= in[k * n + i];
		for (int b = 0; b < 4; b++)
			crc = crc >> 8 ^ crc_table[crc & 255];
	}
	out[i] = ~crc;
}

KERNEL(crc_shared)(const unsigned *in, const unsigned *table, unsigned *out, int n, int words)
{
	__shared__ unsigned t[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned crc = 0xffffffffu;

	for (int k = threadIdx.x; k < 256; k += blockDim.x)
		t[k] = table[k];
	__syncthreads();
	if (i >= n)
		return;
	for (int k = 0; k < words; k++) {
		crc ^= in[k * n + i];
		for (int b = 0; b < 4; b++)
			crc = crc >> 8 ^ t[crc & 255];
	}
	out[i] = ~crc;
}

// Random walks on a line by xorshift, with a step that is tested, counted and multiplied.
KERNEL(walk)(unsigned *out, int steps)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = i * 2654435761u + 12345, sum = 0;
	int at = 0, most = 0;

	for (int k = 0; k < steps; k++) {
		v ^= v << 13;
		v ^= v >> 17;
		v ^= v << 5;
		at += (int)(v & 2) - 1;
		most = max(most, abs(at));
		sum += __umulhi(v, 1000) * 3;
	}
	out[i] = sum + most;
}

// Greatest common divisors, by remainders: division in software, and loops of different length.
KERNEL(divisors)(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x, y;

	if (i >= n)
		return;
	x = a[i];
	y = b[i];
	while (y) {
		unsigned r = x % y;

		x = y;
		y = r;
	}
	out[i] = x;
}

// An interpreter: each thread runs a program of `length` bytes of its own group of `same` threads on a value of its own.
KERNEL(interpret)(const unsigned char *program, const int *in, int *out, int length, int same)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, a = in[i], b = i;
	const unsigned char *p = program + i / same * length;

	for (int k = 0; k < length; k++) {
		int op = p[k];

		switch (op & 7) {
		case 0: a += b; break;
		case 1: b ^= a << (op >> 3); break;
		case 2: a *= b | 1; break;
		case 3: b = __popc(a) + op; break;
		case 4: if (a < b) k++; break;
		case 5: a = b - a; break;
		case 6: b = a >> 3; break;
		default: a = __clz(b) * 5 + a; break;
		}
	}
	out[i] = a ^ b;
}
