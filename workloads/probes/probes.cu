// probes: small kernels whose counters show how a warp diverges and meets again. Each reads a number per thread (0..15, at random) and
// leaves one; none depends on timing, so that its counters repeat. The launches are in probes.csv, the H200's counters in
// validate/data/. A probe stands for one shape of control flow.

#define PROBE(name) extern "C" __global__ void name(const int *in, int *out)
#define START                                                              \
	int i = blockIdx.x * blockDim.x + threadIdx.x;                     \
	int n = in[i], x = n
#define END out[i] = x
// Work that stays where it is: a load that depends on x keeps the compiler from turning a branch into a select.
#define WORK(a) x = x * (a) + in[(x >> 2) & 31]
#define LOOP _Pragma("unroll 1")

PROBE(p_if)
{
	START;
	if (n & 1) {
		WORK(3);
		WORK(5);
		WORK(7);
		WORK(9);
	}
	END;
}

PROBE(p_if_else)
{
	START;
	if (n & 1) {
		LOOP for (int k = 0; k < 3; k++) WORK(3);
	} else {
		LOOP for (int k = 0; k < 4; k++) WORK(5);
	}
	END;
}

PROBE(p_if_chain)
{
	START;
	if (n < 3) {
		LOOP for (int k = 0; k < 2; k++) WORK(3);
	} else if (n < 6) {
		LOOP for (int k = 0; k < 3; k++) WORK(5);
	} else if (n < 11) {
		LOOP for (int k = 0; k < 4; k++) WORK(7);
	} else {
		LOOP for (int k = 0; k < 5; k++) WORK(9);
	}
	END;
}

PROBE(p_if_nested)
{
	START;
	if (n & 1) {
		if (n & 2) {
			LOOP for (int k = 0; k < 3; k++) WORK(3);
		} else {
			LOOP for (int k = 0; k < 2; k++) WORK(5);
		}
		WORK(11);
	} else {
		if (n & 4) {
			LOOP for (int k = 0; k < 4; k++) WORK(7);
		}
		WORK(13);
	}
	END;
}

PROBE(p_loop)
{
	START;
	LOOP for (int k = 0; k < n; k++) WORK(3);
	END;
}

PROBE(p_do)
{
	START;
	int k = 0;
	LOOP do {
		WORK(3);
	} while (++k < n);
	END;
}

PROBE(p_loop_nested)
{
	START;
	LOOP for (int k = 0; k < (n & 3) + 1; k++) {
		LOOP for (int j = 0; j < ((n >> 2) & 3) + k; j++) WORK(3);
		WORK(5);
	}
	END;
}

PROBE(p_loop_three)
{
	START;
	LOOP for (int k = 0; k < (n & 1) + 1; k++)
		LOOP for (int j = 0; j < ((n >> 1) & 1) + 1; j++)
			LOOP for (int l = 0; l < ((n >> 2) & 3); l++) WORK(3);
	END;
}

PROBE(p_break)
{
	START;
	LOOP for (int k = 0; k < 12; k++) {
		WORK(3);
		if (k == n)
			break;
		WORK(5);
	}
	END;
}

PROBE(p_break_two)
{
	START;
	LOOP for (int k = 0; k < 12; k++) {
		WORK(3);
		if (k == n)
			break;
		WORK(5);
		if ((x & 31) == 7) {
			WORK(7);
			break;
		}
		WORK(9);
	}
	END;
}

PROBE(p_break_outer)
{
	START;
	LOOP for (int k = 0; k < 4; k++) {
		LOOP for (int j = 0; j < 4; j++) {
			WORK(3);
			if (4 * k + j == n)
				goto done;
		}
		WORK(5);
	}
done:
	END;
}

PROBE(p_continue)
{
	START;
	LOOP for (int k = 0; k < n; k++) {
		WORK(3);
		if (x & 4)
			continue;
		WORK(5);
		WORK(7);
		WORK(9);
	}
	END;
}

PROBE(p_if_in_loop)
{
	START;
	LOOP for (int k = 0; k < n; k++) {
		if ((x >> k) & 1) {
			LOOP for (int j = 0; j < 2; j++) WORK(3);
		} else {
			LOOP for (int j = 0; j < 3; j++) WORK(5);
		}
	}
	END;
}

PROBE(p_loop_in_if)
{
	START;
	if (n & 8) {
		LOOP for (int k = 0; k < n; k++) WORK(3);
	} else {
		LOOP for (int k = 0; k < 2 * n; k++) WORK(5);
	}
	END;
}

PROBE(p_exit)
{
	START;
	if (n < 5) {
		END;
		return;
	}
	LOOP for (int k = 0; k < n; k++) WORK(3);
	END;
}

PROBE(p_exit_in_loop)
{
	START;
	LOOP for (int k = 0; k < 12; k++) {
		WORK(3);
		if (k >= n) {
			out[i] = x + 1;
			return;
		}
	}
	END;
}

PROBE(p_exit_in_nested_loop)
{
	START;
	LOOP for (int k = 0; k < 4; k++) {
		LOOP for (int j = 0; j < (n & 3) + 1; j++) {
			WORK(3);
			if (4 * k + j > n) {
				out[i] = x + k;
				return;
			}
		}
		WORK(5);
	}
	END;
}

PROBE(p_while_data)
{
	START;
	int fuel = 20;
	LOOP while ((x & 7) != 3 && --fuel) WORK(3);
	END;
}

PROBE(p_short_circuit)
{
	START;
	if ((n & 1) && (in[(n + 5) & 31] & 1) && (in[(n + 9) & 31] & 2)) {
		LOOP for (int k = 0; k < 3; k++) WORK(3);
	}
	END;
}

PROBE(p_or)
{
	START;
	if ((n & 8) || (in[(n + 5) & 31] & 1)) {
		LOOP for (int k = 0; k < 3; k++) WORK(3);
	} else {
		LOOP for (int k = 0; k < 2; k++) WORK(5);
	}
	END;
}

PROBE(p_search)
{
	START;
	int lo = 0, hi = 31;
	LOOP while (lo < hi) {
		int mid = (lo + hi) / 2;

		if (in[mid] + mid < 2 * n) {
			lo = mid + 1;
			WORK(3);
		} else {
			hi = mid;
		}
	}
	x += lo;
	END;
}

PROBE(p_collatz)
{
	START;
	unsigned v = n + 7;
	int steps = 0;
	LOOP while (v != 1 && steps < 40) {
		if (v & 1)
			v = 3 * v + 1;
		else
			v >>= 1;
		steps++;
	}
	x = steps;
	END;
}

PROBE(p_gcd)
{
	START;
	unsigned a = n + 1, b = (i & 15) + 3;
	LOOP while (b) {
		unsigned c = a;

		LOOP while (c >= b) c -= b;
		a = b;
		b = c;
	}
	x = a;
	END;
}

PROBE(p_two_loops)
{
	START;
	LOOP for (int k = 0; k < n; k++) WORK(3);
	LOOP for (int k = 0; k < 15 - n; k++) WORK(5);
	END;
}

PROBE(p_sync_warp)
{
	START;
	if (n & 1) {
		LOOP for (int k = 0; k < n; k++) WORK(3);
	}
	__syncwarp();
	x += __shfl_xor_sync(0xffffffffu, x, 1);
	END;
}

PROBE(p_sync_warp_loop)
{
	START;
	LOOP for (int r = 0; r < 4; r++) {
		LOOP for (int k = 0; k < ((n >> r) & 3); k++) WORK(3);
		__syncwarp();
		x += __shfl_down_sync(0xffffffffu, x, 1 << r);
	}
	END;
}

PROBE(p_vote)
{
	START;
	LOOP while (__any_sync(0xffffffffu, n > 0)) {
		if (n > 0) {
			LOOP for (int k = 0; k < (n & 3) + 1; k++) WORK(3);
			n -= 2;
		}
	}
	END;
}

// Blocks of several warps: a loop before a barrier, the barrier in a loop, an exit before a barrier.
PROBE(p_block_barrier)
{
	__shared__ int s[256];
	START;
	LOOP for (int k = 0; k < n; k++) WORK(3);
	s[threadIdx.x] = x;
	__syncthreads();
	x += s[(threadIdx.x + 33) & (blockDim.x - 1)];
	END;
}

PROBE(p_block_barrier_loop)
{
	__shared__ int s[256];
	START;
	LOOP for (int r = 0; r < 3; r++) {
		LOOP for (int k = 0; k < ((n >> r) & 3); k++) WORK(3);
		s[threadIdx.x] = x;
		__syncthreads();
		x += s[(threadIdx.x + 32) & (blockDim.x - 1)];
		__syncthreads();
	}
	END;
}

PROBE(p_reduce)
{
	__shared__ int s[256];
	START;
	s[threadIdx.x] = x;
	__syncthreads();
	LOOP for (int d = 1; d < blockDim.x; d *= 2) {
		if ((threadIdx.x & (2 * d - 1)) == 0 && threadIdx.x + d < blockDim.x)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	x = s[0];
	END;
}

PROBE(p_partial_warp)
{
	START;
	if (threadIdx.x < 20) {
		LOOP for (int k = 0; k < n; k++) WORK(3);
	} else {
		LOOP for (int k = 0; k < 3; k++) WORK(5);
	}
	END;
}

PROBE(p_deep)
{
	START;
	if (n & 1) {
		WORK(3);
		if (n & 2) {
			WORK(5);
			if (n & 4) {
				WORK(7);
				if (n & 8) {
					LOOP for (int k = 0; k < 3; k++) WORK(9);
				} else {
					LOOP for (int k = 0; k < 2; k++) WORK(11);
				}
				WORK(13);
			} else {
				LOOP for (int k = 0; k < 4; k++) WORK(15);
			}
			WORK(17);
		} else {
			LOOP for (int k = 0; k < 5; k++) WORK(19);
		}
	} else {
		LOOP for (int k = 0; k < 6; k++) WORK(21);
	}
	END;
}

PROBE(p_state)
{
	START;
	int state = 0;
	LOOP for (int k = 0; k < 12; k++) {
		if (state == 0) {
			WORK(3);
			state = (x & 1) ? 1 : 2;
		} else if (state == 1) {
			WORK(5);
			state = (x & 2) ? 0 : 2;
		} else {
			WORK(7);
			if ((x & 7) == n)
				break;
			state = x & 1;
		}
	}
	END;
}
