// paths: what compilers make of locks among the lanes of a warp, calls of functions chosen at run time, tables of jumps, barriers in
// divergent code and synchronisation of parts of a warp. As in probes.cu, each thread reads a number (0..15) and leaves one. `shared` is
// 16 words of global memory that are 0 at first: locks and counters. All waiting is bounded, so that every launch ends.

#define PROBE(name) extern "C" __global__ void name(const int *in, int *out, int *shared)
#define START                                                              \
	int i = blockIdx.x * blockDim.x + threadIdx.x;                     \
	int n = in[i], x = n
#define END out[i] = x
#define WORK(a) x = x * (a) + in[(x >> 2) & 31]
#define LOOP _Pragma("unroll 1")
// In a critical section: who comes when.
#define ENTER x = 100 + shared[8]++

// ---- locks ----

PROBE(p_lock_inside)
{
	START;
	bool done = false;
	LOOP for (int t = 0; t < 400 && !done; t++) {
		if (atomicCAS(&shared[0], 0, 1) == 0) {
			ENTER;
			__threadfence();
			atomicExch(&shared[0], 0);
			done = true;
		}
	}
	END;
}

PROBE(p_lock_outside)
{
	START;
	int t = 0;
	LOOP while (atomicCAS(&shared[0], 0, 1) != 0 && t < 50) t++;
	if (t < 50) {
		ENTER;
		__threadfence();
		atomicExch(&shared[0], 0);
	} else {
		x = -t;
	}
	END;
}

PROBE(p_lock_some)
{
	START;
	bool done = n < 6;
	LOOP for (int t = 0; t < 400 && !done; t++) {
		if (atomicExch(&shared[n & 3], 1) == 0) {
			WORK(3);
			x += 16 * atomicAdd(&shared[8], 1);
			__threadfence();
			atomicExch(&shared[n & 3], 0);
			done = true;
		} else {
			WORK(5);
		}
	}
	END;
}

PROBE(p_lock_block)
{
	__shared__ int lock, count;
	START;
	bool done = false;
	lock = count = 0;
	__syncthreads();
	LOOP for (int t = 0; t < 400 && !done; t++) {
		if (atomicCAS(&lock, 0, 1) == 0) {
			x = 100 + count++;
			__threadfence_block();
			atomicExch(&lock, 0);
			done = true;
		}
	}
	END;
}

PROBE(p_lock_sleep)
{
	START;
	bool done = false;
	LOOP for (int t = 0; t < 400 && !done; t++) {
		if (atomicCAS(&shared[n & 1], 0, 1) == 0) {
			ENTER;
			__threadfence();
			atomicExch(&shared[n & 1], 0);
			done = true;
		} else {
			__nanosleep(20);
		}
	}
	END;
}

PROBE(p_lock_two)
{
	START;
	int first = n & 3, second = (n >> 2) & 3;
	bool done = false;
	LOOP for (int t = 0; t < 400 && !done; t++) {
		if (atomicCAS(&shared[first], 0, 1) == 0) {
			if (first == second || atomicCAS(&shared[second], 0, 1) == 0) {
				x = 100 + atomicAdd(&shared[8], 1);
				if (first != second)
					atomicExch(&shared[second], 0);
				done = true;
			}
			atomicExch(&shared[first], 0);
		}
	}
	END;
}

PROBE(p_ticket)
{
	START;
	int mine = atomicAdd(&shared[0], 1), t = 0;
	LOOP while (atomicAdd(&shared[1], 0) != mine && t < 100) t++;
	x = 1000 * t + mine;
	if (t < 100)
		atomicAdd(&shared[1], 1);
	END;
}

PROBE(p_flag)
{
	START;
	if (n < 3) {
		LOOP for (int k = 0; k < 4; k++) WORK(3);
		atomicExch(&shared[0], 1);
	} else {
		int t = 0;
		LOOP while (atomicAdd(&shared[0], 0) == 0 && t < 60) t++;
		x = t;
	}
	END;
}

// ---- calls ----

// The functions need no stack.
typedef int function(int);
static __device__ __noinline__ int
triple(int x)
{
	LOOP for (int k = 0; k < (x & 3); k++) x = x * 3 + 1;
	return x;
}
static __device__ __noinline__ int
halve(int x)
{
	return x & 2 ? x * 5 + 3 : x >> 1;
}
static __device__ __noinline__ int
flip(int x)
{
	LOOP do x = x & 1 ? x * 3 + 1 : x >> 1;
	while (x & 12);
	return x & 0xff;
}
static __device__ __noinline__ int
same(int x)
{
	return x + 1;
}
static __device__ function *const table[4] = {triple, halve, flip, same};

PROBE(p_call_sides)
{
	START;
	if (n & 4)
		x = triple(n);
	else
		x = halve(n) + triple(n + 1);
	END;
}

PROBE(p_call_loop)
{
	START;
	LOOP for (int k = 0; k < (n & 7); k++) x = (k & 1 ? flip(x + k) : triple(x + k)) & 0xffff;
	END;
}

PROBE(p_call_table)
{
	START;
	x = table[n & 3](n);
	END;
}

PROBE(p_call_table_loop)
{
	START;
	LOOP for (int k = 0; k < 3 + (n & 1); k++) x = table[(x + k) & 3](x) & 0xffff;
	END;
}

PROBE(p_call_table_side)
{
	START;
	if (n > 5)
		x = table[n & 1](n);
	else
		WORK(9);
	x = table[2 + (n & 1)](x);
	END;
}

PROBE(p_switch)
{
	START;
	switch (n) {
	case 0: LOOP for (int k = 0; k < 3; k++) WORK(3); break;
	case 1: WORK(5); WORK(7); break;
	case 2: x = triple(x); break;
	case 3: WORK(9);
	case 4: WORK(11); out[64 + i] = x; break;
	case 5: LOOP for (int k = 0; k < n; k++) WORK(13); break;
	case 6: x = in[x & 31] / 3; break;
	case 7: x = __popc(x * 77); out[64 + i] = 3; break;
	case 8: x = in[3] % 5; out[64 + i] = 1; break;
	case 9: x = in[4] * in[5]; break;
	case 10: x = __clz(in[6]); out[64 + i] = 4; break;
	case 11: LOOP for (int k = 0; k < 4; k++) WORK(15); break;
	case 12: x = in[7] / 7; out[64 + i] = 7; break;
	case 13: x = __brev(in[8]); break;
	default: out[64 + i] = n; x = 5;
	}
	END;
}

PROBE(p_switch_loop)
{
	START;
	int state = n;
	LOOP for (int k = 0; k < 10 && state != 13; k++) {
		switch (state) {
		case 0: WORK(3); state = x & 3; break;
		case 1: LOOP for (int j = 0; j < 2; j++) WORK(5); state = 2; break;
		case 2: WORK(7); state = (x & 1) ? 3 : 5; break;
		case 3: WORK(9); WORK(11); state = x & 7; break;
		case 4: state = 6; out[64 + i] = x; break;
		case 5: x = x / 3; state = 0; break;
		case 6: LOOP for (int j = 0; j < (x & 3); j++) WORK(13); state = 1; break;
		case 7: x = in[x & 31] + 3; out[64 + i] = 3; state = x & 15; break;
		case 8: x = x % 5; out[64 + i] = 1; state = 7; break;
		case 9: x = x * in[5]; state = x & 7; break;
		case 10: x = __clz(x); out[64 + i] = 4; state = 8; break;
		case 11: LOOP for (int j = 0; j < 4; j++) WORK(15); state = 9; break;
		case 12: x = x / 7; out[64 + i] = 7; state = 10; break;
		default: state = 11;
		}
	}
	END;
}

// ---- block barriers in divergent code ----

PROBE(p_barrier_sides)
{
	__shared__ int s[256];
	START;
	if (n & 4) {
		WORK(3);
		s[threadIdx.x] = x;
		__syncthreads();
		WORK(5);
	} else {
		WORK(7);
		s[threadIdx.x] = x;
		__syncthreads();
		WORK(9);
	}
	x += s[threadIdx.x ^ 1] & 1;
	END;
}

PROBE(p_barrier_exit)
{
	__shared__ int s[256];
	START;
	s[threadIdx.x] = n;
	if (n < 4) {
		out[i] = -1;
		return;
	}
	LOOP for (int k = 0; k < 3; k++) {
		__syncthreads();
		WORK(3);
	}
	x += s[threadIdx.x ^ 1];
	END;
}

PROBE(p_barrier_trips)
{
	START;
	LOOP for (int k = 0; k < 2 + (n & 1); k++) {
		WORK(3);
		__syncthreads();
	}
	END;
}

PROBE(p_barrier_vote)
{
	START;
	LOOP for (int k = 0; k < 20; k++) {
		if (k < n)
			WORK(3);
		if (!__syncthreads_or(k < n))
			break;
	}
	x += __syncthreads_count(n & 1);
	END;
}

PROBE(p_barrier_pairs)
{
	__shared__ int s[256];
	START;
	if (n & 1) {
		LOOP for (int k = 0; k < n; k++) WORK(3);
	}
	__syncwarp();
	s[threadIdx.x] = x;
	asm volatile("bar.sync %0, %1;" ::"r"(1), "n"(64) : "memory");
	x += s[threadIdx.x ^ 32];
	END;
}

// ---- parts of a warp ----

PROBE(p_group)
{
	START;
	unsigned all = __activemask();
	if (n & 1) {
		unsigned mine = __ballot_sync(all, true) & __activemask();

		LOOP for (int k = 0; k < n; k++) WORK(3);
		__syncwarp(mine);
		x += __shfl_sync(mine, x, __ffs(mine) - 1);
	} else {
		WORK(5);
	}
	END;
}

PROBE(p_group_match)
{
	START;
	unsigned mine = __match_any_sync(0xffffffffu, n & 3);

	LOOP for (int k = 0; k < n; k++) WORK(3);
	x += __reduce_add_sync(mine, (unsigned)x & 15);
	__syncwarp(mine);
	LOOP for (int k = 0; k < (x & 3); k++) WORK(5);
	x += __shfl_sync(mine, x, __ffs(mine) - 1);
	END;
}

PROBE(p_group_exit)
{
	START;
	if (n & 1) {
		out[i] = n;
		return;
	}
	LOOP for (int k = 0; k < n; k++) WORK(3);
	__syncwarp();
	x += __popc(__activemask());
	END;
}
