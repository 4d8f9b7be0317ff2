// random: 120 kernels with random structured control flow, made by make-random.py 120 2; not to be edited.
extern "C" __global__ void
r_0(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 97 + in[(y + 19) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_1(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 77 + in[(y + 10) & 31];
	switch (n & 3) {
	case 0: {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((n >> 1) & 3) + 1; k1 < ek1; k1++) {
			if ((n & 15) < 4) {
				out[i + 64 * 2 + 1024] = x;
			}
			switch (n & 3) {
			case 0: {
				y = y * 69 + n;
				y = (y >> 1) ^ (x * 77);
			} break;
			case 1: {
				x += in[(x >> 1) & 31] - y;
				x += in[(x >> 3) & 31] - y;
			} break;
			default: {
				x += in[(x >> 2) & 31] - y;
				out[i + 64 * 2 + 1024] = x;
				x += in[(x >> 3) & 31] - y;
			}
			}
		}
		if ((n & 255) % 5 == 1) {
			x += in[(x >> 2) & 31] - y;
			y = y * 67 + n;
			if ((n & 15) < 12) {
				x = x * 45 + in[(y + 0) & 31];
				x = x * 97 + in[(y + 6) & 31];
				y = y * 9 + n;
			} else {
				y = y * 15 + n;
				x = x * 37 + in[(y + 15) & 31];
			}
		}
#pragma unroll 1
		for (int k2 = 0; k2 < ((n >> 1) & 7) + 0 && k2 < 9; k2++) {
			y = y * 5 + n;
			x = x * 5 + in[(y + 2) & 31];
		}
	} break;
	case 1: {
		if ((y & 4) != 0) {
			out[i] = x ^ y;
			return;
		}
		if ((x & 2) != 0) {
			x = x * 41 + in[(y + 28) & 31];
			if ((n & 255) % 5 == 1) {
				x = x * 87 + in[(y + 20) & 31];
				x = x * 59 + in[(y + 8) & 31];
			} else {
				x += in[(x >> 3) & 31] - y;
				x = x * 45 + in[(y + 16) & 31];
				x += in[(x >> 0) & 31] - y;
			}
		}
		if ((x & 1) != 0) {
			if ((n & 15) < 12) {
				out[i + 64 * 2 + 1024] = x;
			} else {
				y = (y >> 1) ^ (x * 69);
				x = x * 7 + in[(y + 24) & 31];
			}
			if ((x & 255) % 3 == 0) {
				x = x * 69 + in[(y + 29) & 31];
			}
		} else {
			y = y * 51 + n;
			x = x * 95 + in[(y + 27) & 31];
		}
	} break;
	case 2: {
		if ((n & 16) != 0) {
#pragma unroll 1
			for (int k3 = 0, ek3 = ((x >> 2) & 3) + 1; k3 < ek3; k3++) {
				x += in[(x >> 0) & 31] - y;
			}
			x = x * 89 + in[(y + 1) & 31];
#pragma unroll 1
			for (int k4 = 0; k4 < ((n >> 1) & 7) + 1 && k4 < 9; k4++) {
				x = x * 39 + in[(y + 1) & 31];
				y = y * 11 + n;
				x += in[(x >> 1) & 31] - y;
			}
		}
		y = (y >> 1) ^ (x * 53);
	} break;
	default: {
		if ((y & 15) < 2) {
			if ((x & 1) != 0) {
				y = (y >> 1) ^ (x * 47);
				x = x * 49 + in[(y + 17) & 31];
				x += in[(x >> 3) & 31] - y;
			}
			if ((n & 15) < 3) {
				out[i] = x ^ y;
				return;
			}
			if ((n & 255) % 3 == 0) {
				x = x * 89 + in[(y + 2) & 31];
				y = (y >> 1) ^ (x * 51);
			}
		}
		y = y * 89 + n;
		x = x * 69 + in[(y + 18) & 31];
	}
	}
	out[i + 64 * 3 + 1024] = x;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_2(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 255) % 5 == 0) {
#pragma unroll 1
		for (int k1 = 0; k1 < ((y >> 2) & 7) + 0 && k1 < 9; k1++) {
			out[i + 64 * 3 + 1024] = x;
			x = x * 53 + in[(y + 3) & 31];
			x += in[(x >> 2) & 31] - y;
		}
		if ((y & 8) != 0) {
			out[i + 64 * 1 + 1024] = x;
			y = y * 51 + n;
			y = y * 3 + n;
		} else {
			y = y * 61 + n;
			x = x * 5 + in[(y + 25) & 31];
		}
	}
	if ((n & 255) % 5 == 0) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_3(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n ^ x) & 10) {
		out[i] = x ^ y;
		return;
	}
	if ((n & 16) != 0) {
		x += in[(x >> 0) & 31] - y;
#pragma unroll 1
		for (int k1 = 0; k1 < ((y >> 2) & 3) + 1 && k1 < 9; k1++) {
			if ((x & 255) % 5 == 0) {
				x += in[(x >> 3) & 31] - y;
			}
			if ((x & 1) != 0) {
				out[i + 64 * 3 + 1024] = x;
				y = y * 41 + n;
				x = x * 63 + in[(y + 19) & 31];
			} else {
				y = (y >> 1) ^ (x * 41);
			}
			y = (y >> 1) ^ (x * 85);
		}
	}
	if ((n & 255) % 3 == 1) {
		if ((y & 15) < 9) {
			if ((x & 15) < 6) {
				out[i] = x ^ y;
				return;
			}
		} else {
			if ((y & 255) % 5 == 1) {
				x = x * 33 + in[(y + 30) & 31];
				y = y * 49 + n;
			}
			x = x * 19 + in[(y + 14) & 31];
		}
		out[i + 64 * 3 + 1024] = x;
		if ((n & 15) < 10) {
			if ((n & 255) % 3 == 1) {
				y = (y >> 1) ^ (x * 59);
				x = x * 43 + in[(y + 24) & 31];
			}
			x = x * 15 + in[(y + 22) & 31];
			x = x * 95 + in[(y + 27) & 31];
		}
	} else {
		if ((x & 255) % 5 == 2) {
			x += in[(x >> 0) & 31] - y;
			switch (x & 3) {
			case 0: {
				y = (y >> 1) ^ (x * 35);
				x = x * 33 + in[(y + 15) & 31];
			} break;
			case 1: {
				y = (y >> 1) ^ (x * 49);
				out[i + 64 * 0 + 1024] = x;
				x = x * 11 + in[(y + 27) & 31];
			} break;
			case 2: {
				x = x * 43 + in[(y + 7) & 31];
				y = y * 81 + n;
			} break;
			default: {
				x = x * 53 + in[(y + 30) & 31];
				y = (y >> 1) ^ (x * 71);
			}
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_4(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	out[i + 64 * 3 + 1024] = x;
	switch (n & 3) {
	case 0: {
		if ((n & 8) != 0) {
			if ((x & 15) < 8) {
				if ((x & 15) < 7) {
					x += in[(x >> 1) & 31] - y;
					x = x * 73 + in[(y + 1) & 31];
					out[i + 64 * 0 + 1024] = x;
				} else {
					x = x * 69 + in[(y + 21) & 31];
				}
			}
			if ((x & 2) != 0) {
				x = x * 9 + in[(y + 13) & 31];
			} else {
				if ((n & 255) % 3 == 2) {
					y = (y >> 1) ^ (x * 45);
				}
				if ((y & 2) != 0) {
					y = (y >> 1) ^ (x * 39);
					x += in[(x >> 2) & 31] - y;
					y = y * 19 + n;
				}
				if ((n & 255) % 3 == 2) {
					y = y * 19 + n;
					y = y * 35 + n;
				} else {
					out[i + 64 * 0 + 1024] = x;
					x = x * 21 + in[(y + 20) & 31];
					x = x * 15 + in[(y + 8) & 31];
				}
			}
			if ((n & 15) < 14) {
				y = (y >> 1) ^ (x * 91);
			} else {
#pragma unroll 1
				for (int k1 = 0; k1 < ((n >> 1) & 3) + 0 && k1 < 9; k1++) {
					y = y * 91 + n;
					x = x * 29 + in[(y + 26) & 31];
					out[i + 64 * 3 + 1024] = x;
				}
				if ((n ^ x) & 13) {
					x += in[(x >> 3) & 31] - y;
					out[i + 64 * 1 + 1024] = x;
				} else {
					x = x * 63 + in[(y + 21) & 31];
					x = x * 49 + in[(y + 30) & 31];
					out[i + 64 * 1 + 1024] = x;
				}
			}
		}
	} break;
	case 1: {
		if ((x & 15) < 1) {
			out[i] = x ^ y;
			return;
		}
		out[i + 64 * 2 + 1024] = x;
#pragma unroll 1
		for (int k2 = 0; k2 < ((y >> 1) & 1) + 1 && k2 < 9; k2++) {
			out[i + 64 * 1 + 1024] = x;
			x = x * 79 + in[(y + 24) & 31];
#pragma unroll 1
			for (int k3 = 0; k3 < ((y >> 1) & 7) + 0 && k3 < 9; k3++) {
				y = (y >> 1) ^ (x * 31);
			}
		}
	} break;
	case 2: {
		if ((y & 255) % 5 == 2) {
			y = y * 33 + n;
			out[i + 64 * 3 + 1024] = x;
#pragma unroll 1
			for (int k4 = 0; k4 < ((n >> 1) & 3) + 1 && k4 < 9; k4++) {
				x = x * 31 + in[(y + 3) & 31];
				if ((x ^ n) & 7) {
					x = x * 49 + in[(y + 23) & 31];
				}
			}
		} else {
			if ((y & 255) % 3 == 2) {
				out[i] = x ^ y;
				return;
			}
			x = x * 63 + in[(y + 2) & 31];
			x = x * 29 + in[(y + 20) & 31];
		}
	} break;
	default: {
		if ((n & 2) != 0) {
			if ((y ^ n) & 5) {
				if ((y & 15) < 6) {
					out[i] = x ^ y;
					return;
				}
			} else {
#pragma unroll 1
				for (int k5 = 0; k5 < ((y >> 1) & 3) + 0 && k5 < 9; k5++) {
					y = y * 3 + n;
					out[i + 64 * 0 + 1024] = x;
				}
#pragma unroll 1
				for (int k6 = 0; k6 < ((n >> 2) & 7) + 1 && k6 < 9; k6++) {
					x = x * 81 + in[(y + 2) & 31];
				}
			}
			y = y * 47 + n;
			if ((y & 1) != 0) {
				out[i + 64 * 0 + 1024] = x;
				out[i + 64 * 1 + 1024] = x;
			} else {
				x += in[(x >> 0) & 31] - y;
			}
		}
	}
	}
	if ((y ^ n) & 9) {
		if ((x & 2) != 0) {
			out[i] = x ^ y;
			return;
		}
		switch (n & 3) {
		case 0: {
#pragma unroll 1
			for (int k7 = 0; k7 < ((y >> 2) & 7) + 1 && k7 < 9; k7++) {
				switch (y & 3) {
				case 0: {
					x = x * 21 + in[(y + 26) & 31];
				} break;
				case 1: {
					x += in[(x >> 3) & 31] - y;
					x += in[(x >> 3) & 31] - y;
					x = x * 47 + in[(y + 2) & 31];
				} break;
				default: {
					x = x * 57 + in[(y + 19) & 31];
					x = x * 73 + in[(y + 30) & 31];
				}
				}
				if ((n ^ y) & 6) {
					out[i + 64 * 1 + 1024] = x;
					y = (y >> 1) ^ (x * 55);
					y = y * 33 + n;
				} else {
					y = y * 51 + n;
					out[i + 64 * 3 + 1024] = x;
					x += in[(x >> 0) & 31] - y;
				}
				switch (y & 3) {
				case 0: {
					y = y * 91 + n;
					out[i + 64 * 2 + 1024] = x;
					x = x * 87 + in[(y + 11) & 31];
				} break;
				case 1: {
					y = y * 95 + n;
					x += in[(x >> 2) & 31] - y;
				} break;
				case 2: {
					x += in[(x >> 2) & 31] - y;
					y = (y >> 1) ^ (x * 87);
				} break;
				default: {
					x += in[(x >> 0) & 31] - y;
					x = x * 17 + in[(y + 0) & 31];
				}
				}
			}
			if ((y & 15) < 7) {
				out[i] = x ^ y;
				return;
			}
#pragma unroll 1
			for (int k8 = 0; k8 < ((y >> 1) & 7) + 0 && k8 < 9; k8++) {
				if ((y & 1) != 0) {
					x += in[(x >> 0) & 31] - y;
				} else {
					out[i + 64 * 1 + 1024] = x;
					out[i + 64 * 2 + 1024] = x;
				}
			}
		} break;
		case 1: {
			x += in[(x >> 3) & 31] - y;
		} break;
		default: {
#pragma unroll 1
			for (int k9 = 0; k9 < ((n >> 2) & 1) + 1 && k9 < 9; k9++) {
				switch (x & 3) {
				case 0: {
					y = y * 81 + n;
					out[i + 64 * 3 + 1024] = x;
					y = (y >> 1) ^ (x * 77);
				} break;
				case 1: {
					x = x * 3 + in[(y + 25) & 31];
				} break;
				default: {
					y = y * 25 + n;
					y = y * 91 + n;
				}
				}
				if ((x & 255) % 3 == 2) {
					x += in[(x >> 1) & 31] - y;
				} else {
					x += in[(x >> 0) & 31] - y;
					x = x * 41 + in[(y + 2) & 31];
					x += in[(x >> 3) & 31] - y;
				}
			}
			x += in[(x >> 1) & 31] - y;
		}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_5(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 1) != 0) {
		out[i] = x ^ y;
		return;
	}
	if ((n & 4) != 0) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_6(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 61);
	out[i] = x ^ y;
}
extern "C" __global__ void
r_7(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 15) < 14) {
		if ((x & 2) != 0) {
			out[i + 64 * 1 + 1024] = x;
			x += in[(x >> 1) & 31] - y;
		} else {
			x = x * 5 + in[(y + 21) & 31];
			y = y * 11 + n;
		}
#pragma unroll 1
		for (int k1 = 0, ek1 = ((y >> 1) & 3) + 1; k1 < ek1; k1++) {
			y = y * 21 + n;
			x = x * 3 + in[(y + 5) & 31];
		}
#pragma unroll 1
		for (int k2 = 0, ek2 = ((y >> 2) & 1) + 0; k2 < ek2; k2++) {
			y = y * 31 + n;
		}
	} else {
		switch (x & 3) {
		case 0: {
			y = y * 7 + n;
		} break;
		case 1: {
			x += in[(x >> 2) & 31] - y;
			out[i + 64 * 0 + 1024] = x;
		} break;
		case 2: {
			x = x * 89 + in[(y + 24) & 31];
			y = y * 31 + n;
			out[i + 64 * 0 + 1024] = x;
		} break;
		default: {
			out[i + 64 * 1 + 1024] = x;
		}
		}
		out[i + 64 * 0 + 1024] = x;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_8(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 33 + in[(y + 29) & 31];
	if ((y ^ y) & 2) {
		if ((n & 255) % 5 == 2) {
			x = x * 95 + in[(y + 10) & 31];
		} else {
			x = x * 85 + in[(y + 19) & 31];
#pragma unroll 1
			for (int k1 = 0; k1 < ((y >> 0) & 1) + 1 && k1 < 9; k1++) {
#pragma unroll 1
				for (int k2 = 0, ek2 = ((x >> 1) & 1) + 0; k2 < ek2; k2++) {
					y = (y >> 1) ^ (x * 75);
					out[i + 64 * 2 + 1024] = x;
				}
			}
		}
	} else {
		if ((y ^ x) & 11) {
#pragma unroll 1
			for (int k3 = 0, ek3 = ((y >> 0) & 3) + 1; k3 < ek3; k3++) {
				if ((x & 255) % 5 == 2) {
					y = y * 31 + n;
					x += in[(x >> 1) & 31] - y;
				}
				switch (x & 3) {
				case 0: {
					y = (y >> 1) ^ (x * 61);
				} break;
				case 1: {
					x = x * 97 + in[(y + 23) & 31];
				} break;
				case 2: {
					out[i + 64 * 0 + 1024] = x;
					x = x * 53 + in[(y + 19) & 31];
					x = x * 95 + in[(y + 25) & 31];
				} break;
				default: {
					x = x * 75 + in[(y + 14) & 31];
				}
				}
				if ((y ^ x) & 1) {
					x = x * 9 + in[(y + 31) & 31];
					y = (y >> 1) ^ (x * 39);
					y = y * 7 + n;
				}
			}
			if ((x ^ y) & 12) {
				if ((y & 255) % 5 == 0) {
					x += in[(x >> 1) & 31] - y;
					y = (y >> 1) ^ (x * 11);
				} else {
					x = x * 55 + in[(y + 4) & 31];
					out[i + 64 * 1 + 1024] = x;
					y = (y >> 1) ^ (x * 29);
				}
				switch (n & 3) {
				case 0: {
					out[i + 64 * 2 + 1024] = x;
					x = x * 11 + in[(y + 13) & 31];
				} break;
				case 1: {
					out[i + 64 * 0 + 1024] = x;
				} break;
				case 2: {
					y = (y >> 1) ^ (x * 17);
				} break;
				default: {
					x = x * 47 + in[(y + 17) & 31];
				}
				}
			}
		} else {
			if ((n & 255) % 5 == 0) {
				if ((n & 1) != 0) {
					x = x * 89 + in[(y + 11) & 31];
				} else {
					x = x * 23 + in[(y + 7) & 31];
					y = y * 33 + n;
					y = y * 13 + n;
				}
#pragma unroll 1
				for (int k4 = 0, ek4 = ((x >> 1) & 7) + 0; k4 < ek4; k4++) {
					y = (y >> 1) ^ (x * 3);
				}
				out[i + 64 * 2 + 1024] = x;
			}
		}
		if ((y ^ y) & 2) {
			if ((n ^ y) & 10) {
#pragma unroll 1
				for (int k5 = 0, ek5 = ((y >> 0) & 1) + 1; k5 < ek5; k5++) {
					x += in[(x >> 0) & 31] - y;
				}
				x = x * 63 + in[(y + 23) & 31];
				if ((x ^ y) & 5) {
					y = (y >> 1) ^ (x * 63);
				}
			} else {
				if ((n ^ y) & 1) {
					out[i] = x ^ y;
					return;
				}
				if ((x ^ x) & 2) {
					out[i] = x ^ y;
					return;
				}
			}
			out[i + 64 * 3 + 1024] = x;
			if ((x & 255) % 3 == 0) {
#pragma unroll 1
				for (int k6 = 0; k6 < ((y >> 2) & 7) + 1 && k6 < 9; k6++) {
					y = (y >> 1) ^ (x * 27);
				}
			} else {
				if ((x ^ n) & 13) {
					out[i + 64 * 0 + 1024] = x;
					x = x * 91 + in[(y + 21) & 31];
				} else {
					y = y * 37 + n;
					x = x * 23 + in[(y + 12) & 31];
					y = (y >> 1) ^ (x * 65);
				}
				switch (y & 3) {
				case 0: {
					out[i + 64 * 1 + 1024] = x;
					x += in[(x >> 3) & 31] - y;
				} break;
				case 1: {
					y = y * 43 + n;
				} break;
				default: {
					x += in[(x >> 0) & 31] - y;
					y = y * 87 + n;
					y = y * 33 + n;
				}
				}
#pragma unroll 1
				for (int k7 = 0, ek7 = ((y >> 1) & 3) + 0; k7 < ek7; k7++) {
					y = y * 55 + n;
					y = y * 23 + n;
				}
			}
		} else {
			x = x * 5 + in[(y + 17) & 31];
			if ((x & 255) % 5 == 2) {
				if ((x & 255) % 3 == 2) {
					y = (y >> 1) ^ (x * 89);
				} else {
					out[i + 64 * 1 + 1024] = x;
				}
				y = (y >> 1) ^ (x * 33);
				x = x * 37 + in[(y + 3) & 31];
			}
#pragma unroll 1
			for (int k8 = 0; k8 < ((n >> 2) & 3) + 1 && k8 < 9; k8++) {
				x += in[(x >> 1) & 31] - y;
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_9(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 2) != 0) {
		y = (y >> 1) ^ (x * 95);
#pragma unroll 1
		for (int k1 = 0, ek1 = ((y >> 2) & 7) + 0; k1 < ek1; k1++) {
			if ((x & 255) % 5 == 2) {
				y = (y >> 1) ^ (x * 9);
				y = y * 65 + n;
				x = x * 93 + in[(y + 3) & 31];
			} else {
				x = x * 43 + in[(y + 10) & 31];
				x = x * 15 + in[(y + 16) & 31];
				y = (y >> 1) ^ (x * 45);
			}
		}
		if ((n & 4) != 0) {
#pragma unroll 1
			for (int k2 = 0, ek2 = ((y >> 1) & 3) + 0; k2 < ek2; k2++) {
				x = x * 79 + in[(y + 22) & 31];
				x = x * 73 + in[(y + 22) & 31];
			}
			y = (y >> 1) ^ (x * 9);
			y = y * 95 + n;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_10(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 15) < 9) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_11(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	out[i + 64 * 3 + 1024] = x;
	if ((y & 15) < 9) {
		if ((n & 15) < 7) {
			x += in[(x >> 2) & 31] - y;
			if ((n & 2) != 0) {
				x = x * 87 + in[(y + 27) & 31];
				x += in[(x >> 1) & 31] - y;
			} else {
				out[i + 64 * 2 + 1024] = x;
				x += in[(x >> 2) & 31] - y;
				x = x * 39 + in[(y + 0) & 31];
			}
		}
		x = x * 25 + in[(y + 20) & 31];
	}
#pragma unroll 1
	for (int k1 = 0, ek1 = ((y >> 0) & 1) + 0; k1 < ek1; k1++) {
		y = y * 17 + n;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_12(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 53 + in[(y + 2) & 31];
	if ((y ^ y) & 3) {
		if ((y ^ x) & 11) {
			y = y * 63 + n;
#pragma unroll 1
			for (int k1 = 0, ek1 = ((x >> 0) & 7) + 1; k1 < ek1; k1++) {
				x = x * 23 + in[(y + 21) & 31];
			}
			out[i + 64 * 1 + 1024] = x;
		}
		if ((n & 15) < 5) {
#pragma unroll 1
			for (int k2 = 0, ek2 = ((x >> 1) & 7) + 1; k2 < ek2; k2++) {
				x += in[(x >> 3) & 31] - y;
				x += in[(x >> 3) & 31] - y;
			}
			x = x * 79 + in[(y + 20) & 31];
			if ((y & 8) != 0) {
				y = y * 89 + n;
			}
		} else {
			if ((n & 15) < 9) {
				out[i] = x ^ y;
				return;
			}
			if ((n ^ x) & 1) {
				x = x * 3 + in[(y + 4) & 31];
			} else {
				x = x * 53 + in[(y + 11) & 31];
				y = (y >> 1) ^ (x * 55);
				out[i + 64 * 0 + 1024] = x;
			}
			if ((n & 255) % 3 == 1) {
				x += in[(x >> 1) & 31] - y;
			} else {
				y = (y >> 1) ^ (x * 9);
				x += in[(x >> 0) & 31] - y;
			}
		}
	} else {
		y = y * 51 + n;
		out[i + 64 * 1 + 1024] = x;
#pragma unroll 1
		for (int k3 = 0; k3 < ((n >> 0) & 1) + 0 && k3 < 9; k3++) {
			y = (y >> 1) ^ (x * 91);
			if ((y & 2) != 0) {
				x = x * 45 + in[(y + 15) & 31];
			}
			x = x * 33 + in[(y + 26) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_13(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = y * 41 + n;
	if ((y & 16) != 0) {
		if ((n ^ y) & 8) {
			out[i] = x ^ y;
			return;
		}
	} else {
		x += in[(x >> 3) & 31] - y;
		if ((x & 15) < 6) {
			y = y * 95 + n;
			if ((y & 255) % 5 == 1) {
				if ((x ^ y) & 2) {
					out[i] = x ^ y;
					return;
				}
			} else {
#pragma unroll 1
				for (int k1 = 0, ek1 = ((n >> 1) & 3) + 0; k1 < ek1; k1++) {
					y = (y >> 1) ^ (x * 21);
				}
				x = x * 29 + in[(y + 13) & 31];
				if ((x & 255) % 3 == 0) {
					out[i + 64 * 2 + 1024] = x;
					out[i + 64 * 1 + 1024] = x;
				} else {
					y = y * 59 + n;
					out[i + 64 * 3 + 1024] = x;
					x += in[(x >> 0) & 31] - y;
				}
			}
			out[i + 64 * 1 + 1024] = x;
		}
		x = x * 63 + in[(y + 1) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_14(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 81);
	out[i] = x ^ y;
}
extern "C" __global__ void
r_15(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 0) & 31] - y;
	switch (n & 3) {
	case 0: {
		x += in[(x >> 2) & 31] - y;
	} break;
	case 1: {
		if ((y ^ y) & 10) {
#pragma unroll 1
			for (int k1 = 0; k1 < ((n >> 0) & 3) + 0 && k1 < 9; k1++) {
#pragma unroll 1
				for (int k2 = 0, ek2 = ((x >> 2) & 1) + 0; k2 < ek2; k2++) {
					x = x * 21 + in[(y + 15) & 31];
					y = (y >> 1) ^ (x * 77);
				}
				x = x * 51 + in[(y + 22) & 31];
			}
#pragma unroll 1
			for (int k3 = 0, ek3 = ((y >> 0) & 1) + 1; k3 < ek3; k3++) {
				y = (y >> 1) ^ (x * 25);
				if ((n & 255) % 5 == 0) {
					out[i + 64 * 3 + 1024] = x;
				} else {
					x = x * 85 + in[(y + 23) & 31];
					x += in[(x >> 0) & 31] - y;
					out[i + 64 * 2 + 1024] = x;
				}
				if ((n & 2) != 0) {
					x += in[(x >> 0) & 31] - y;
					y = y * 47 + n;
				} else {
					y = (y >> 1) ^ (x * 43);
					y = (y >> 1) ^ (x * 53);
				}
			}
		}
		x = x * 85 + in[(y + 30) & 31];
		y = y * 17 + n;
	} break;
	default: {
		if ((y & 16) != 0) {
			x = x * 59 + in[(y + 31) & 31];
		} else {
			y = y * 73 + n;
		}
#pragma unroll 1
		for (int k4 = 0, ek4 = ((x >> 2) & 1) + 0; k4 < ek4; k4++) {
#pragma unroll 1
			for (int k5 = 0, ek5 = ((n >> 0) & 3) + 0; k5 < ek5; k5++) {
				out[i + 64 * 0 + 1024] = x;
			}
#pragma unroll 1
			for (int k6 = 0; k6 < ((y >> 2) & 3) + 1 && k6 < 9; k6++) {
				if ((x & 15) < 5) {
					out[i + 64 * 1 + 1024] = x;
					y = y * 61 + n;
				} else {
					out[i + 64 * 3 + 1024] = x;
				}
				x += in[(x >> 2) & 31] - y;
#pragma unroll 1
				for (int k7 = 0; k7 < ((y >> 2) & 7) + 1 && k7 < 9; k7++) {
					out[i + 64 * 3 + 1024] = x;
					y = (y >> 1) ^ (x * 85);
					out[i + 64 * 3 + 1024] = x;
				}
			}
#pragma unroll 1
			for (int k8 = 0, ek8 = ((y >> 0) & 3) + 1; k8 < ek8; k8++) {
				if ((x & 16) != 0) {
					out[i + 64 * 2 + 1024] = x;
					out[i + 64 * 0 + 1024] = x;
					out[i + 64 * 3 + 1024] = x;
				} else {
					y = y * 7 + n;
					out[i + 64 * 3 + 1024] = x;
					y = (y >> 1) ^ (x * 27);
				}
				switch (n & 3) {
				case 0: {
					y = (y >> 1) ^ (x * 49);
					x = x * 73 + in[(y + 30) & 31];
					y = y * 27 + n;
				} break;
				case 1: {
					x += in[(x >> 1) & 31] - y;
					x += in[(x >> 1) & 31] - y;
					x += in[(x >> 1) & 31] - y;
				} break;
				case 2: {
					x += in[(x >> 2) & 31] - y;
					x += in[(x >> 3) & 31] - y;
					x = x * 41 + in[(y + 6) & 31];
				} break;
				default: {
					y = y * 35 + n;
				}
				}
			}
		}
	}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_16(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((x >> 2) & 3) + 0; k1 < ek1; k1++) {
#pragma unroll 1
		for (int k2 = 0, ek2 = ((n >> 0) & 3) + 1; k2 < ek2; k2++) {
			if ((x & 255) % 5 == 1) {
				x += in[(x >> 0) & 31] - y;
				y = y * 27 + n;
				y = y * 59 + n;
			} else {
				x = x * 87 + in[(y + 4) & 31];
			}
#pragma unroll 1
			for (int k3 = 0, ek3 = ((x >> 1) & 1) + 0; k3 < ek3; k3++) {
				out[i + 64 * 0 + 1024] = x;
			}
			out[i + 64 * 3 + 1024] = x;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_17(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x ^ x) & 7) {
		if ((n & 255) % 3 == 1) {
			out[i] = x ^ y;
			return;
		}
	}
	if ((n & 1) != 0) {
		if ((x & 8) != 0) {
			if ((x & 255) % 5 == 2) {
				out[i] = x ^ y;
				return;
			}
			if ((y & 15) < 7) {
				out[i] = x ^ y;
				return;
			}
#pragma unroll 1
			for (int k1 = 0; k1 < ((n >> 1) & 1) + 1 && k1 < 9; k1++) {
				x += in[(x >> 2) & 31] - y;
				y = (y >> 1) ^ (x * 29);
			}
		} else {
			if ((y ^ y) & 2) {
				y = (y >> 1) ^ (x * 95);
				out[i + 64 * 3 + 1024] = x;
			} else {
				y = y * 39 + n;
			}
			if ((n & 1) != 0) {
				out[i + 64 * 0 + 1024] = x;
			} else {
				x = x * 13 + in[(y + 30) & 31];
				y = y * 31 + n;
			}
#pragma unroll 1
			for (int k2 = 0; k2 < ((y >> 0) & 7) + 1 && k2 < 9; k2++) {
				y = (y >> 1) ^ (x * 57);
				x += in[(x >> 1) & 31] - y;
				x += in[(x >> 3) & 31] - y;
			}
		}
	} else {
#pragma unroll 1
		for (int k3 = 0; k3 < ((y >> 2) & 3) + 0 && k3 < 9; k3++) {
			if ((y & 255) % 3 == 0) {
				y = y * 9 + n;
			}
		}
		x = x * 71 + in[(y + 18) & 31];
	}
	switch (x & 3) {
	case 0: {
#pragma unroll 1
		for (int k4 = 0, ek4 = ((y >> 1) & 7) + 0; k4 < ek4; k4++) {
			x += in[(x >> 3) & 31] - y;
		}
	} break;
	case 1: {
		x = x * 11 + in[(y + 19) & 31];
	} break;
	case 2: {
#pragma unroll 1
		for (int k5 = 0, ek5 = ((y >> 1) & 1) + 1; k5 < ek5; k5++) {
			if ((y ^ n) & 5) {
				x += in[(x >> 2) & 31] - y;
				x += in[(x >> 2) & 31] - y;
				y = (y >> 1) ^ (x * 93);
			}
		}
		if ((y & 1) != 0) {
#pragma unroll 1
			for (int k6 = 0; k6 < ((y >> 1) & 7) + 1 && k6 < 9; k6++) {
				x += in[(x >> 1) & 31] - y;
				out[i + 64 * 3 + 1024] = x;
				x = x * 35 + in[(y + 23) & 31];
			}
			if ((x & 4) != 0) {
				x = x * 21 + in[(y + 26) & 31];
				out[i + 64 * 2 + 1024] = x;
			}
#pragma unroll 1
			for (int k7 = 0, ek7 = ((n >> 2) & 1) + 1; k7 < ek7; k7++) {
				x = x * 91 + in[(y + 21) & 31];
			}
		}
	} break;
	default: {
#pragma unroll 1
		for (int k8 = 0, ek8 = ((x >> 2) & 3) + 0; k8 < ek8; k8++) {
			if ((x & 255) % 5 == 2) {
				y = (y >> 1) ^ (x * 13);
				y = y * 93 + n;
			}
			if ((x & 255) % 3 == 0) {
				out[i + 64 * 2 + 1024] = x;
				out[i + 64 * 0 + 1024] = x;
			} else {
				out[i + 64 * 2 + 1024] = x;
			}
		}
		y = y * 55 + n;
	}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_18(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 15) < 14) {
		out[i + 64 * 3 + 1024] = x;
		if ((n & 15) < 10) {
			if ((y & 1) != 0) {
				x += in[(x >> 0) & 31] - y;
				x = x * 65 + in[(y + 11) & 31];
			}
			if ((y & 255) % 5 == 2) {
				x = x * 23 + in[(y + 14) & 31];
				y = (y >> 1) ^ (x * 93);
			}
		} else {
			if ((n ^ x) & 12) {
				out[i + 64 * 1 + 1024] = x;
				y = (y >> 1) ^ (x * 81);
				x = x * 89 + in[(y + 16) & 31];
			}
		}
		if ((n & 255) % 5 == 0) {
			if ((n & 15) < 5) {
				y = (y >> 1) ^ (x * 29);
				y = y * 11 + n;
			} else {
				x = x * 47 + in[(y + 25) & 31];
			}
			if ((x ^ y) & 2) {
				y = (y >> 1) ^ (x * 31);
				x = x * 13 + in[(y + 15) & 31];
				y = (y >> 1) ^ (x * 33);
			}
#pragma unroll 1
			for (int k1 = 0; k1 < ((y >> 2) & 3) + 1 && k1 < 9; k1++) {
				x = x * 15 + in[(y + 29) & 31];
			}
		} else {
			x += in[(x >> 0) & 31] - y;
		}
	}
	if ((y ^ y) & 4) {
		if ((x ^ n) & 7) {
			out[i] = x ^ y;
			return;
		}
		if ((y & 15) < 14) {
			if ((y & 15) < 6) {
				y = y * 85 + n;
				x += in[(x >> 1) & 31] - y;
			} else {
				y = (y >> 1) ^ (x * 43);
			}
		}
	}
	x = x * 69 + in[(y + 0) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_19(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	switch (y & 3) {
	case 0: {
		x = x * 25 + in[(y + 21) & 31];
		if ((x & 15) < 13) {
			y = y * 15 + n;
			y = (y >> 1) ^ (x * 43);
		} else {
			x = x * 29 + in[(y + 21) & 31];
			y = (y >> 1) ^ (x * 97);
			x += in[(x >> 2) & 31] - y;
		}
	} break;
	case 1: {
		y = y * 83 + n;
		x = x * 81 + in[(y + 7) & 31];
	} break;
	case 2: {
		if ((y & 15) < 10) {
			x = x * 87 + in[(y + 20) & 31];
		}
		if ((x ^ x) & 7) {
			x += in[(x >> 2) & 31] - y;
		}
		x = x * 41 + in[(y + 10) & 31];
	} break;
	default: {
		switch (n & 3) {
		case 0: {
			y = (y >> 1) ^ (x * 29);
		} break;
		case 1: {
			y = y * 75 + n;
			out[i + 64 * 2 + 1024] = x;
			x += in[(x >> 3) & 31] - y;
		} break;
		case 2: {
			x += in[(x >> 0) & 31] - y;
			x = x * 11 + in[(y + 18) & 31];
		} break;
		default: {
			y = (y >> 1) ^ (x * 85);
			x += in[(x >> 3) & 31] - y;
			y = (y >> 1) ^ (x * 47);
		}
		}
		if ((n ^ x) & 11) {
			x += in[(x >> 0) & 31] - y;
			x = x * 23 + in[(y + 18) & 31];
			y = y * 25 + n;
		} else {
			x = x * 87 + in[(y + 5) & 31];
			x = x * 35 + in[(y + 22) & 31];
			x = x * 15 + in[(y + 16) & 31];
		}
		if ((y & 2) != 0) {
			x = x * 63 + in[(y + 18) & 31];
		}
	}
	}
	if ((n & 15) < 6) {
		switch (y & 3) {
		case 0: {
			y = y * 25 + n;
		} break;
		case 1: {
			out[i + 64 * 3 + 1024] = x;
			x = x * 33 + in[(y + 3) & 31];
		} break;
		default: {
			x += in[(x >> 0) & 31] - y;
		}
		}
#pragma unroll 1
		for (int k1 = 0; k1 < ((y >> 1) & 1) + 1 && k1 < 9; k1++) {
			y = y * 71 + n;
			out[i + 64 * 0 + 1024] = x;
			x = x * 69 + in[(y + 18) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_20(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	out[i + 64 * 0 + 1024] = x;
	if ((x & 15) < 4) {
		out[i] = x ^ y;
		return;
	}
	x += in[(x >> 3) & 31] - y;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_21(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0; k1 < ((n >> 0) & 3) + 0 && k1 < 9; k1++) {
		x = x * 23 + in[(y + 2) & 31];
		x += in[(x >> 3) & 31] - y;
		y = y * 95 + n;
	}
	out[i + 64 * 1 + 1024] = x;
	switch (y & 3) {
	case 0: {
		y = y * 43 + n;
	} break;
	case 1: {
		x += in[(x >> 0) & 31] - y;
		if ((x & 15) < 7) {
			x = x * 65 + in[(y + 7) & 31];
		} else {
			out[i + 64 * 3 + 1024] = x;
			x += in[(x >> 3) & 31] - y;
		}
	} break;
	default: {
#pragma unroll 1
		for (int k2 = 0, ek2 = ((n >> 0) & 7) + 1; k2 < ek2; k2++) {
			x = x * 43 + in[(y + 23) & 31];
			y = (y >> 1) ^ (x * 77);
			y = (y >> 1) ^ (x * 23);
		}
	}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_22(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 91 + in[(y + 0) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_23(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 15) < 7) {
		if ((n & 4) != 0) {
			y = y * 67 + n;
		} else {
			if ((x & 8) != 0) {
				x = x * 65 + in[(y + 2) & 31];
			}
		}
		if ((n & 255) % 5 == 1) {
			if ((n ^ x) & 4) {
				out[i + 64 * 1 + 1024] = x;
				if ((x & 15) < 5) {
					x = x * 25 + in[(y + 4) & 31];
					x = x * 5 + in[(y + 16) & 31];
					y = (y >> 1) ^ (x * 5);
				}
			} else {
				if ((x ^ x) & 1) {
					x = x * 37 + in[(y + 29) & 31];
					out[i + 64 * 1 + 1024] = x;
				} else {
					y = (y >> 1) ^ (x * 3);
					y = y * 41 + n;
				}
				if ((n ^ x) & 7) {
					x = x * 17 + in[(y + 18) & 31];
					x += in[(x >> 2) & 31] - y;
				}
#pragma unroll 1
				for (int k1 = 0, ek1 = ((n >> 1) & 3) + 0; k1 < ek1; k1++) {
					y = y * 77 + n;
				}
			}
			if ((y & 255) % 3 == 0) {
				if ((y & 15) < 8) {
					y = (y >> 1) ^ (x * 23);
					x = x * 91 + in[(y + 18) & 31];
					y = y * 67 + n;
				} else {
					y = y * 35 + n;
				}
				y = y * 5 + n;
			} else {
				x += in[(x >> 0) & 31] - y;
				if ((x & 255) % 5 == 0) {
					out[i + 64 * 2 + 1024] = x;
					y = y * 7 + n;
					y = y * 31 + n;
				} else {
					y = y * 65 + n;
					out[i + 64 * 3 + 1024] = x;
				}
				out[i + 64 * 1 + 1024] = x;
			}
		}
		x = x * 41 + in[(y + 21) & 31];
	}
	y = (y >> 1) ^ (x * 83);
	y = (y >> 1) ^ (x * 15);
	out[i] = x ^ y;
}
extern "C" __global__ void
r_24(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 15) < 11) {
		x = x * 31 + in[(y + 0) & 31];
		if ((x & 255) % 5 == 1) {
			y = (y >> 1) ^ (x * 3);
		} else {
			if ((n & 255) % 5 == 1) {
				x += in[(x >> 3) & 31] - y;
				if ((n & 8) != 0) {
					x = x * 25 + in[(y + 14) & 31];
					out[i + 64 * 2 + 1024] = x;
				}
			} else {
				out[i + 64 * 2 + 1024] = x;
				y = y * 11 + n;
#pragma unroll 1
				for (int k1 = 0; k1 < ((y >> 1) & 3) + 1 && k1 < 9; k1++) {
					x = x * 57 + in[(y + 24) & 31];
					y = y * 89 + n;
					x = x * 93 + in[(y + 1) & 31];
				}
			}
			x += in[(x >> 2) & 31] - y;
			y = (y >> 1) ^ (x * 93);
		}
	} else {
		if ((x & 15) < 14) {
			if ((y & 16) != 0) {
				out[i + 64 * 2 + 1024] = x;
#pragma unroll 1
				for (int k2 = 0; k2 < ((n >> 0) & 7) + 0 && k2 < 9; k2++) {
					x = x * 47 + in[(y + 13) & 31];
				}
			} else {
				if ((x ^ y) & 10) {
					x += in[(x >> 2) & 31] - y;
					y = (y >> 1) ^ (x * 31);
					x += in[(x >> 0) & 31] - y;
				} else {
					x = x * 95 + in[(y + 3) & 31];
					y = y * 91 + n;
					y = y * 83 + n;
				}
				if ((y & 255) % 3 == 2) {
					out[i] = x ^ y;
					return;
				}
			}
			if ((y & 15) < 9) {
#pragma unroll 1
				for (int k3 = 0; k3 < ((n >> 2) & 7) + 0 && k3 < 9; k3++) {
					y = (y >> 1) ^ (x * 81);
					x += in[(x >> 3) & 31] - y;
					out[i + 64 * 3 + 1024] = x;
				}
			}
			if ((x & 255) % 5 == 1) {
				y = y * 83 + n;
			}
		} else {
			if ((n & 15) < 6) {
				if ((x & 8) != 0) {
					y = y * 95 + n;
					x += in[(x >> 2) & 31] - y;
				}
#pragma unroll 1
				for (int k4 = 0, ek4 = ((x >> 2) & 7) + 0; k4 < ek4; k4++) {
					x = x * 81 + in[(y + 7) & 31];
				}
			} else {
				x = x * 89 + in[(y + 30) & 31];
			}
		}
#pragma unroll 1
		for (int k5 = 0; k5 < ((y >> 2) & 3) + 0 && k5 < 9; k5++) {
			y = y * 35 + n;
			if ((n ^ x) & 12) {
#pragma unroll 1
				for (int k6 = 0; k6 < ((y >> 1) & 7) + 1 && k6 < 9; k6++) {
					x += in[(x >> 0) & 31] - y;
					x += in[(x >> 1) & 31] - y;
					out[i + 64 * 2 + 1024] = x;
				}
				x = x * 97 + in[(y + 4) & 31];
				out[i + 64 * 2 + 1024] = x;
			}
		}
		if ((x ^ n) & 9) {
			out[i] = x ^ y;
			return;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_25(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 0) & 31] - y;
	switch (y & 3) {
	case 0: {
		if ((y & 15) < 13) {
			x = x * 79 + in[(y + 12) & 31];
			x += in[(x >> 1) & 31] - y;
		} else {
			y = (y >> 1) ^ (x * 53);
			x += in[(x >> 0) & 31] - y;
			x = x * 75 + in[(y + 30) & 31];
		}
		if ((y & 255) % 3 == 2) {
			x += in[(x >> 1) & 31] - y;
		} else {
			y = y * 47 + n;
		}
		y = (y >> 1) ^ (x * 31);
	} break;
	case 1: {
		x += in[(x >> 0) & 31] - y;
	} break;
	case 2: {
		if ((x & 8) != 0) {
			x = x * 47 + in[(y + 15) & 31];
			x = x * 27 + in[(y + 26) & 31];
			y = y * 95 + n;
		} else {
			y = y * 73 + n;
			y = y * 75 + n;
		}
		if ((n & 15) < 14) {
			x = x * 25 + in[(y + 30) & 31];
		}
		y = y * 11 + n;
	} break;
	default: {
		y = (y >> 1) ^ (x * 11);
		y = y * 53 + n;
	}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_26(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 2) != 0) {
		x = x * 75 + in[(y + 18) & 31];
		if ((y ^ n) & 13) {
			y = (y >> 1) ^ (x * 9);
			x = x * 23 + in[(y + 1) & 31];
			x += in[(x >> 2) & 31] - y;
		}
		x += in[(x >> 2) & 31] - y;
	}
	switch (x & 3) {
	case 0: {
		x = x * 23 + in[(y + 19) & 31];
#pragma unroll 1
		for (int k1 = 0; k1 < ((n >> 2) & 1) + 1 && k1 < 9; k1++) {
			x = x * 33 + in[(y + 17) & 31];
			y = (y >> 1) ^ (x * 57);
		}
	} break;
	case 1: {
		y = y * 49 + n;
		out[i + 64 * 2 + 1024] = x;
		switch (n & 3) {
		case 0: {
			out[i + 64 * 3 + 1024] = x;
			y = y * 95 + n;
			x = x * 53 + in[(y + 20) & 31];
		} break;
		case 1: {
			x += in[(x >> 3) & 31] - y;
		} break;
		case 2: {
			y = y * 97 + n;
			y = (y >> 1) ^ (x * 17);
		} break;
		default: {
			x = x * 7 + in[(y + 2) & 31];
			y = (y >> 1) ^ (x * 49);
		}
		}
	} break;
	default: {
		if ((y ^ x) & 7) {
			x = x * 11 + in[(y + 23) & 31];
		} else {
			x = x * 49 + in[(y + 5) & 31];
		}
	}
	}
	x = x * 43 + in[(y + 21) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_27(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 15) < 1) {
		if ((y & 255) % 3 == 2) {
			out[i + 64 * 0 + 1024] = x;
			out[i + 64 * 3 + 1024] = x;
			x = x * 83 + in[(y + 30) & 31];
		} else {
			y = (y >> 1) ^ (x * 11);
		}
		if ((y & 255) % 5 == 0) {
			y = (y >> 1) ^ (x * 89);
			y = y * 45 + n;
		} else {
			x += in[(x >> 3) & 31] - y;
			x = x * 31 + in[(y + 3) & 31];
		}
		x = x * 89 + in[(y + 26) & 31];
	} else {
		if ((x & 255) % 3 == 0) {
			y = (y >> 1) ^ (x * 39);
			y = (y >> 1) ^ (x * 95);
		}
		x += in[(x >> 2) & 31] - y;
	}
#pragma unroll 1
	for (int k1 = 0; k1 < ((y >> 2) & 1) + 1 && k1 < 9; k1++) {
#pragma unroll 1
		for (int k2 = 0; k2 < ((n >> 1) & 1) + 1 && k2 < 9; k2++) {
			x = x * 69 + in[(y + 5) & 31];
		}
#pragma unroll 1
		for (int k3 = 0; k3 < ((y >> 1) & 1) + 1 && k3 < 9; k3++) {
			x = x * 31 + in[(y + 2) & 31];
			out[i + 64 * 3 + 1024] = x;
		}
		if ((y & 16) != 0) {
			y = (y >> 1) ^ (x * 93);
			x += in[(x >> 0) & 31] - y;
			y = y * 65 + n;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_28(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 3) & 31] - y;
#pragma unroll 1
	for (int k1 = 0, ek1 = ((n >> 1) & 1) + 1; k1 < ek1; k1++) {
#pragma unroll 1
		for (int k2 = 0; k2 < ((y >> 0) & 3) + 1 && k2 < 9; k2++) {
			y = y * 83 + n;
			x = x * 39 + in[(y + 8) & 31];
		}
		x = x * 85 + in[(y + 21) & 31];
		x = x * 3 + in[(y + 7) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_29(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 255) % 5 == 2) {
		if ((x ^ y) & 2) {
			if ((y & 1) != 0) {
				x = x * 45 + in[(y + 25) & 31];
			} else {
				x += in[(x >> 0) & 31] - y;
				x = x * 65 + in[(y + 15) & 31];
			}
			if ((x & 15) < 13) {
				out[i + 64 * 3 + 1024] = x;
				x = x * 97 + in[(y + 17) & 31];
			}
			out[i + 64 * 3 + 1024] = x;
		}
		if ((n & 4) != 0) {
			x = x * 33 + in[(y + 26) & 31];
			y = (y >> 1) ^ (x * 45);
		}
	}
	y = (y >> 1) ^ (x * 57);
	out[i] = x ^ y;
}
extern "C" __global__ void
r_30(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 15) < 9) {
		out[i] = x ^ y;
		return;
	}
	x = x * 21 + in[(y + 5) & 31];
	if ((x & 4) != 0) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_31(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	out[i + 64 * 3 + 1024] = x;
	if ((n & 255) % 3 == 0) {
		if ((x & 15) < 9) {
			out[i] = x ^ y;
			return;
		}
		y = (y >> 1) ^ (x * 89);
		y = y * 17 + n;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_32(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0; k1 < ((n >> 2) & 3) + 0 && k1 < 9; k1++) {
		if ((n ^ y) & 2) {
			y = (y >> 1) ^ (x * 19);
			if ((x & 15) < 12)
				continue;
		}
		x += in[(x >> 0) & 31] - y;
		x = x * 9 + in[(y + 17) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_33(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = y * 39 + n;
	x += in[(x >> 3) & 31] - y;
	if ((y ^ n) & 10) {
		if ((n & 16) != 0) {
			x += in[(x >> 1) & 31] - y;
		} else {
			if ((x & 8) != 0) {
				if ((n & 15) < 9) {
					y = y * 27 + n;
				}
			}
			if ((y & 8) != 0) {
				if ((y & 1) != 0) {
					y = y * 61 + n;
					x = x * 27 + in[(y + 15) & 31];
				} else {
					x = x * 7 + in[(y + 15) & 31];
					x += in[(x >> 2) & 31] - y;
					x = x * 11 + in[(y + 15) & 31];
				}
			}
		}
#pragma unroll 1
		for (int k1 = 0, ek1 = ((n >> 2) & 7) + 0; k1 < ek1; k1++) {
			y = y * 41 + n;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_34(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 53);
	y = (y >> 1) ^ (x * 37);
	out[i] = x ^ y;
}
extern "C" __global__ void
r_35(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 49 + in[(y + 12) & 31];
#pragma unroll 1
	for (int k1 = 0, ek1 = ((n >> 0) & 7) + 0; k1 < ek1; k1++) {
#pragma unroll 1
		for (int k2 = 0; k2 < ((n >> 2) & 3) + 1 && k2 < 9; k2++) {
			x += in[(x >> 3) & 31] - y;
			out[i + 64 * 0 + 1024] = x;
		}
		if ((y ^ y) & 3) {
			y = y * 53 + n;
			x = x * 25 + in[(y + 21) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_36(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 15) < 6) {
		y = (y >> 1) ^ (x * 87);
		if ((y ^ y) & 10) {
			if ((n & 255) % 5 == 1) {
				out[i + 64 * 2 + 1024] = x;
				x = x * 3 + in[(y + 17) & 31];
				x = x * 5 + in[(y + 10) & 31];
			}
			if ((x & 255) % 3 == 2) {
				out[i + 64 * 3 + 1024] = x;
			}
		} else {
			switch (n & 3) {
			case 0: {
				x = x * 59 + in[(y + 12) & 31];
				x += in[(x >> 0) & 31] - y;
			} break;
			case 1: {
				x = x * 51 + in[(y + 1) & 31];
				y = y * 47 + n;
				x += in[(x >> 1) & 31] - y;
			} break;
			default: {
				x = x * 93 + in[(y + 25) & 31];
				x = x * 3 + in[(y + 7) & 31];
			}
			}
			out[i + 64 * 0 + 1024] = x;
			switch (x & 3) {
			case 0: {
				x = x * 77 + in[(y + 22) & 31];
			} break;
			case 1: {
				x = x * 91 + in[(y + 18) & 31];
				x = x * 17 + in[(y + 3) & 31];
				y = y * 79 + n;
			} break;
			default: {
				out[i + 64 * 3 + 1024] = x;
				x = x * 21 + in[(y + 13) & 31];
			}
			}
		}
		if ((x & 255) % 5 == 1) {
			if ((n & 15) < 2) {
				x += in[(x >> 3) & 31] - y;
				x = x * 27 + in[(y + 8) & 31];
			}
			if ((n ^ x) & 10) {
				y = (y >> 1) ^ (x * 75);
				x = x * 63 + in[(y + 21) & 31];
				x = x * 11 + in[(y + 26) & 31];
			} else {
				y = (y >> 1) ^ (x * 67);
				y = y * 93 + n;
				y = y * 31 + n;
			}
			if ((y & 1) != 0) {
				x = x * 75 + in[(y + 19) & 31];
				x = x * 29 + in[(y + 12) & 31];
				y = (y >> 1) ^ (x * 47);
			}
		} else {
			out[i + 64 * 0 + 1024] = x;
			y = (y >> 1) ^ (x * 13);
			if ((x ^ y) & 9) {
				x += in[(x >> 2) & 31] - y;
			} else {
				x = x * 25 + in[(y + 28) & 31];
				y = (y >> 1) ^ (x * 61);
				y = y * 95 + n;
			}
		}
	}
	x += in[(x >> 3) & 31] - y;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_37(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = y * 61 + n;
#pragma unroll 1
	for (int k1 = 0, ek1 = ((x >> 2) & 3) + 0; k1 < ek1; k1++) {
#pragma unroll 1
		for (int k2 = 0, ek2 = ((y >> 1) & 1) + 0; k2 < ek2; k2++) {
#pragma unroll 1
			for (int k3 = 0; k3 < ((n >> 2) & 3) + 0 && k3 < 9; k3++) {
#pragma unroll 1
				for (int k4 = 0; k4 < ((n >> 2) & 1) + 0 && k4 < 9; k4++) {
					out[i + 64 * 2 + 1024] = x;
					y = (y >> 1) ^ (x * 21);
				}
			}
		}
		out[i + 64 * 3 + 1024] = x;
	}
	if ((n ^ n) & 9) {
#pragma unroll 1
		for (int k5 = 0, ek5 = ((n >> 2) & 3) + 1; k5 < ek5; k5++) {
			y = (y >> 1) ^ (x * 19);
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_38(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 33 + in[(y + 25) & 31];
#pragma unroll 1
	for (int k1 = 0; k1 < ((n >> 2) & 3) + 0 && k1 < 9; k1++) {
		y = y * 35 + n;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_39(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 41 + in[(y + 15) & 31];
	if ((x & 2) != 0) {
		out[i] = x ^ y;
		return;
	}
	x += in[(x >> 2) & 31] - y;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_40(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((n >> 1) & 7) + 1; k1 < ek1; k1++) {
		out[i + 64 * 3 + 1024] = x;
		if ((x ^ y) & 2) {
			if ((n & 8) != 0) {
				if ((y & 4) != 0) {
					x += in[(x >> 1) & 31] - y;
					y = y * 69 + n;
					y = y * 5 + n;
				} else {
					x = x * 67 + in[(y + 27) & 31];
				}
#pragma unroll 1
				for (int k2 = 0, ek2 = ((n >> 1) & 7) + 0; k2 < ek2; k2++) {
					y = (y >> 1) ^ (x * 9);
				}
				if ((n & 2) != 0) {
					y = y * 79 + n;
				} else {
					y = (y >> 1) ^ (x * 33);
					out[i + 64 * 1 + 1024] = x;
					y = y * 87 + n;
				}
			} else {
				if ((y & 15) < 5) {
					out[i + 64 * 2 + 1024] = x;
					y = (y >> 1) ^ (x * 41);
					x = x * 93 + in[(y + 13) & 31];
				}
				if ((y & 1) != 0)
					continue;
			}
		}
	}
	if ((y & 8) != 0) {
		out[i] = x ^ y;
		return;
	}
#pragma unroll 1
	for (int k3 = 0; k3 < ((y >> 0) & 1) + 1 && k3 < 9; k3++) {
		x = x * 13 + in[(y + 28) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_41(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 77);
	x = x * 85 + in[(y + 21) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_42(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0; k1 < ((y >> 1) & 7) + 1 && k1 < 9; k1++) {
		x = x * 53 + in[(y + 2) & 31];
		if ((n & 15) < 7) {
			y = (y >> 1) ^ (x * 33);
			y = y * 75 + n;
		}
	}
	if ((n & 15) < 11) {
		x = x * 35 + in[(y + 27) & 31];
	} else {
		x += in[(x >> 1) & 31] - y;
#pragma unroll 1
		for (int k2 = 0; k2 < ((y >> 0) & 3) + 0 && k2 < 9; k2++) {
			out[i + 64 * 2 + 1024] = x;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_43(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((n >> 2) & 1) + 1; k1 < ek1; k1++) {
		if ((x ^ y) & 13) {
			x = x * 89 + in[(y + 19) & 31];
			y = (y >> 1) ^ (x * 7);
		}
#pragma unroll 1
		for (int k2 = 0; k2 < ((n >> 2) & 7) + 0 && k2 < 9; k2++) {
			out[i + 64 * 0 + 1024] = x;
			y = (y >> 1) ^ (x * 67);
			x = x * 45 + in[(y + 4) & 31];
		}
	}
	if ((n & 255) % 3 == 2) {
#pragma unroll 1
		for (int k3 = 0, ek3 = ((n >> 0) & 7) + 0; k3 < ek3; k3++) {
			out[i + 64 * 2 + 1024] = x;
			y = y * 19 + n;
		}
		x += in[(x >> 1) & 31] - y;
#pragma unroll 1
		for (int k4 = 0, ek4 = ((y >> 1) & 1) + 0; k4 < ek4; k4++) {
			y = (y >> 1) ^ (x * 67);
			y = (y >> 1) ^ (x * 75);
			y = (y >> 1) ^ (x * 5);
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_44(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 91 + in[(y + 17) & 31];
	if ((x & 15) < 13) {
		if ((y & 255) % 5 == 0) {
#pragma unroll 1
			for (int k1 = 0; k1 < ((n >> 1) & 1) + 0 && k1 < 9; k1++) {
				if ((y & 255) % 5 == 2) {
					x = x * 9 + in[(y + 1) & 31];
					x = x * 39 + in[(y + 1) & 31];
				}
				if ((x & 16) != 0) {
					y = (y >> 1) ^ (x * 19);
					x = x * 91 + in[(y + 18) & 31];
					x += in[(x >> 0) & 31] - y;
				}
			}
		}
	} else {
		if ((y & 8) != 0) {
			out[i] = x ^ y;
			return;
		}
	}
#pragma unroll 1
	for (int k2 = 0; k2 < ((y >> 0) & 3) + 0 && k2 < 9; k2++) {
		y = (y >> 1) ^ (x * 15);
		if ((y & 4) != 0) {
			x = x * 61 + in[(y + 14) & 31];
			x = x * 47 + in[(y + 1) & 31];
		}
		y = y * 15 + n;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_45(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 19 + in[(y + 6) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_46(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 1) & 31] - y;
#pragma unroll 1
	for (int k1 = 0; k1 < ((y >> 2) & 3) + 1 && k1 < 9; k1++) {
#pragma unroll 1
		for (int k2 = 0; k2 < ((y >> 1) & 7) + 0 && k2 < 9; k2++) {
			y = y * 87 + n;
			y = (y >> 1) ^ (x * 77);
			x = x * 71 + in[(y + 6) & 31];
		}
		if ((n & 15) < 9) {
			out[i + 64 * 1 + 1024] = x;
			y = (y >> 1) ^ (x * 27);
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_47(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 15) < 14) {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((n >> 0) & 1) + 1; k1 < ek1; k1++) {
			if ((x ^ n) & 4) {
				x += in[(x >> 3) & 31] - y;
			}
			x += in[(x >> 2) & 31] - y;
#pragma unroll 1
			for (int k2 = 0, ek2 = ((y >> 1) & 3) + 0; k2 < ek2; k2++) {
				out[i + 64 * 2 + 1024] = x;
				x += in[(x >> 1) & 31] - y;
				x = x * 5 + in[(y + 7) & 31];
			}
		}
		if ((y & 15) < 3) {
#pragma unroll 1
			for (int k3 = 0, ek3 = ((n >> 2) & 7) + 0; k3 < ek3; k3++) {
				y = (y >> 1) ^ (x * 7);
			}
			x += in[(x >> 2) & 31] - y;
			if ((y & 2) != 0) {
				out[i] = x ^ y;
				return;
			}
		}
	}
	if ((n & 255) % 3 == 1) {
		if ((x & 255) % 5 == 0) {
			if ((n & 16) != 0) {
				x += in[(x >> 2) & 31] - y;
			}
#pragma unroll 1
			for (int k4 = 0, ek4 = ((y >> 2) & 1) + 1; k4 < ek4; k4++) {
				y = (y >> 1) ^ (x * 71);
				x = x * 29 + in[(y + 20) & 31];
				x = x * 77 + in[(y + 13) & 31];
			}
		}
#pragma unroll 1
		for (int k5 = 0; k5 < ((y >> 0) & 1) + 0 && k5 < 9; k5++) {
			if ((x ^ x) & 1) {
				x = x * 33 + in[(y + 22) & 31];
			} else {
				y = y * 9 + n;
				y = (y >> 1) ^ (x * 45);
				out[i + 64 * 1 + 1024] = x;
			}
			if ((n & 1) != 0) {
				y = y * 75 + n;
				x += in[(x >> 1) & 31] - y;
				y = y * 53 + n;
			} else {
				out[i + 64 * 1 + 1024] = x;
				y = y * 39 + n;
			}
		}
	} else {
		switch (y & 3) {
		case 0: {
			if ((y & 255) % 3 == 0) {
				out[i + 64 * 3 + 1024] = x;
			}
		} break;
		case 1: {
			out[i + 64 * 0 + 1024] = x;
			if ((y ^ n) & 9) {
				x = x * 59 + in[(y + 14) & 31];
				y = y * 7 + n;
				y = (y >> 1) ^ (x * 21);
			} else {
				y = (y >> 1) ^ (x * 25);
				y = y * 19 + n;
				x = x * 25 + in[(y + 24) & 31];
			}
		} break;
		case 2: {
			if ((x ^ y) & 10) {
				x = x * 7 + in[(y + 2) & 31];
				x = x * 5 + in[(y + 27) & 31];
			} else {
				x += in[(x >> 0) & 31] - y;
				x = x * 59 + in[(y + 16) & 31];
				y = y * 41 + n;
			}
			if ((y & 15) < 4) {
				out[i] = x ^ y;
				return;
			}
			switch (n & 3) {
			case 0: {
				out[i + 64 * 0 + 1024] = x;
				x = x * 43 + in[(y + 6) & 31];
				x = x * 23 + in[(y + 24) & 31];
			} break;
			case 1: {
				x = x * 25 + in[(y + 1) & 31];
				y = (y >> 1) ^ (x * 27);
			} break;
			case 2: {
				x += in[(x >> 3) & 31] - y;
			} break;
			default: {
				x += in[(x >> 0) & 31] - y;
				x += in[(x >> 1) & 31] - y;
			}
			}
		} break;
		default: {
			if ((x & 16) != 0) {
				y = y * 57 + n;
				x += in[(x >> 3) & 31] - y;
				x += in[(x >> 0) & 31] - y;
			} else {
				x += in[(x >> 2) & 31] - y;
				y = (y >> 1) ^ (x * 95);
			}
			if ((y & 15) < 4) {
				out[i + 64 * 1 + 1024] = x;
				x = x * 69 + in[(y + 16) & 31];
			} else {
				y = (y >> 1) ^ (x * 5);
				x += in[(x >> 0) & 31] - y;
			}
#pragma unroll 1
			for (int k6 = 0, ek6 = ((x >> 2) & 1) + 0; k6 < ek6; k6++) {
				x = x * 97 + in[(y + 19) & 31];
				y = (y >> 1) ^ (x * 23);
			}
		}
		}
	}
	if ((n & 15) < 12) {
		if ((y ^ y) & 3) {
			if ((x & 255) % 3 == 2) {
				out[i] = x ^ y;
				return;
			}
			y = (y >> 1) ^ (x * 41);
			x = x * 35 + in[(y + 16) & 31];
		}
		x = x * 55 + in[(y + 15) & 31];
#pragma unroll 1
		for (int k7 = 0, ek7 = ((x >> 2) & 1) + 1; k7 < ek7; k7++) {
#pragma unroll 1
			for (int k8 = 0; k8 < ((n >> 0) & 7) + 1 && k8 < 9; k8++) {
				out[i + 64 * 1 + 1024] = x;
				y = (y >> 1) ^ (x * 49);
			}
		}
	} else {
		y = y * 43 + n;
		y = y * 67 + n;
		if ((n & 255) % 5 == 1) {
			y = (y >> 1) ^ (x * 29);
			if ((y ^ x) & 9) {
				x += in[(x >> 2) & 31] - y;
				x = x * 53 + in[(y + 4) & 31];
				y = y * 27 + n;
			} else {
				y = (y >> 1) ^ (x * 37);
			}
#pragma unroll 1
			for (int k9 = 0, ek9 = ((n >> 0) & 1) + 1; k9 < ek9; k9++) {
				x = x * 91 + in[(y + 19) & 31];
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_48(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 45 + in[(y + 29) & 31];
	if ((n ^ x) & 5) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_49(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	switch (y & 3) {
	case 0: {
		if ((n & 255) % 5 == 0) {
#pragma unroll 1
			for (int k1 = 0, ek1 = ((y >> 2) & 3) + 1; k1 < ek1; k1++) {
				if ((y ^ n) & 15) {
					x += in[(x >> 1) & 31] - y;
				} else {
					x = x * 77 + in[(y + 3) & 31];
				}
				if ((y & 255) % 5 == 1) {
					y = y * 19 + n;
					x = x * 79 + in[(y + 12) & 31];
				}
			}
		}
		out[i + 64 * 3 + 1024] = x;
		if ((y & 255) % 3 == 1) {
			if ((x ^ x) & 5) {
				out[i] = x ^ y;
				return;
			}
#pragma unroll 1
			for (int k2 = 0, ek2 = ((y >> 0) & 7) + 1; k2 < ek2; k2++) {
				y = y * 13 + n;
				if ((x & 15) < 3) {
					y = (y >> 1) ^ (x * 31);
					y = (y >> 1) ^ (x * 95);
					x = x * 39 + in[(y + 31) & 31];
				}
			}
		} else {
			y = (y >> 1) ^ (x * 33);
			if ((n & 1) != 0) {
				if ((y ^ x) & 9) {
					y = y * 67 + n;
					y = y * 51 + n;
				} else {
					y = (y >> 1) ^ (x * 87);
				}
				out[i + 64 * 2 + 1024] = x;
			}
		}
	} break;
	case 1: {
		if ((x & 255) % 5 == 2) {
			if ((y & 16) != 0) {
				if ((y & 16) != 0) {
					out[i] = x ^ y;
					return;
				}
			}
			if ((x & 15) < 14) {
#pragma unroll 1
				for (int k3 = 0, ek3 = ((x >> 0) & 1) + 1; k3 < ek3; k3++) {
					y = y * 7 + n;
					x = x * 65 + in[(y + 23) & 31];
				}
				x = x * 63 + in[(y + 3) & 31];
			}
			if ((x & 2) != 0) {
				x += in[(x >> 3) & 31] - y;
				if ((n & 255) % 3 == 2) {
					y = y * 95 + n;
					y = (y >> 1) ^ (x * 41);
					y = (y >> 1) ^ (x * 23);
				} else {
					y = (y >> 1) ^ (x * 27);
				}
			}
		}
#pragma unroll 1
		for (int k4 = 0, ek4 = ((y >> 0) & 1) + 0; k4 < ek4; k4++) {
			y = y * 91 + n;
			x += in[(x >> 0) & 31] - y;
			y = (y >> 1) ^ (x * 75);
		}
	} break;
	case 2: {
		if ((n & 16) != 0) {
			x = x * 57 + in[(y + 17) & 31];
#pragma unroll 1
			for (int k5 = 0; k5 < ((n >> 0) & 3) + 0 && k5 < 9; k5++) {
				y = (y >> 1) ^ (x * 47);
				if ((x & 15) < 11) {
					x = x * 25 + in[(y + 26) & 31];
					x += in[(x >> 2) & 31] - y;
				}
				if ((x & 1) != 0) {
					y = y * 33 + n;
					out[i + 64 * 2 + 1024] = x;
					y = y * 75 + n;
				} else {
					x += in[(x >> 1) & 31] - y;
					x = x * 93 + in[(y + 5) & 31];
					y = y * 93 + n;
				}
			}
			switch (x & 3) {
			case 0: {
				x = x * 65 + in[(y + 16) & 31];
			} break;
			case 1: {
#pragma unroll 1
				for (int k6 = 0; k6 < ((n >> 1) & 3) + 1 && k6 < 9; k6++) {
					x += in[(x >> 0) & 31] - y;
					x = x * 45 + in[(y + 28) & 31];
				}
			} break;
			case 2: {
				if ((n & 8) != 0) {
					out[i + 64 * 2 + 1024] = x;
					x = x * 85 + in[(y + 0) & 31];
					x = x * 25 + in[(y + 14) & 31];
				} else {
					x = x * 41 + in[(y + 19) & 31];
				}
				x = x * 13 + in[(y + 10) & 31];
#pragma unroll 1
				for (int k7 = 0, ek7 = ((n >> 1) & 3) + 0; k7 < ek7; k7++) {
					x = x * 69 + in[(y + 13) & 31];
					x = x * 97 + in[(y + 12) & 31];
				}
			} break;
			default: {
#pragma unroll 1
				for (int k8 = 0, ek8 = ((y >> 1) & 1) + 1; k8 < ek8; k8++) {
					x += in[(x >> 3) & 31] - y;
				}
				if ((y & 255) % 3 == 1) {
					out[i + 64 * 3 + 1024] = x;
				} else {
					y = (y >> 1) ^ (x * 89);
					x += in[(x >> 2) & 31] - y;
				}
#pragma unroll 1
				for (int k9 = 0; k9 < ((n >> 1) & 3) + 1 && k9 < 9; k9++) {
					x = x * 27 + in[(y + 7) & 31];
					y = (y >> 1) ^ (x * 89);
					y = (y >> 1) ^ (x * 83);
				}
			}
			}
		} else {
#pragma unroll 1
			for (int k10 = 0; k10 < ((y >> 0) & 7) + 1 && k10 < 9; k10++) {
				y = y * 9 + n;
#pragma unroll 1
				for (int k11 = 0; k11 < ((n >> 1) & 1) + 0 && k11 < 9; k11++) {
					x = x * 25 + in[(y + 10) & 31];
					out[i + 64 * 1 + 1024] = x;
				}
				switch (y & 3) {
				case 0: {
					out[i + 64 * 2 + 1024] = x;
				} break;
				case 1: {
					y = (y >> 1) ^ (x * 15);
					y = (y >> 1) ^ (x * 19);
					x = x * 53 + in[(y + 11) & 31];
				} break;
				case 2: {
					x += in[(x >> 3) & 31] - y;
					y = y * 71 + n;
					x = x * 17 + in[(y + 19) & 31];
				} break;
				default: {
					x = x * 89 + in[(y + 21) & 31];
					x += in[(x >> 3) & 31] - y;
					y = (y >> 1) ^ (x * 71);
				}
				}
			}
			switch (n & 3) {
			case 0: {
				x = x * 69 + in[(y + 16) & 31];
				if ((n ^ x) & 4) {
					x = x * 43 + in[(y + 20) & 31];
					out[i + 64 * 3 + 1024] = x;
				}
#pragma unroll 1
				for (int k12 = 0; k12 < ((n >> 0) & 3) + 0 && k12 < 9; k12++) {
					out[i + 64 * 3 + 1024] = x;
					y = y * 3 + n;
					x = x * 57 + in[(y + 12) & 31];
				}
			} break;
			case 1: {
				x += in[(x >> 2) & 31] - y;
				if ((y & 15) < 7) {
					x = x * 27 + in[(y + 22) & 31];
				} else {
					x += in[(x >> 1) & 31] - y;
					out[i + 64 * 3 + 1024] = x;
				}
#pragma unroll 1
				for (int k13 = 0, ek13 = ((y >> 2) & 1) + 1; k13 < ek13; k13++) {
					x += in[(x >> 3) & 31] - y;
				}
			} break;
			default: {
#pragma unroll 1
				for (int k14 = 0; k14 < ((y >> 1) & 1) + 1 && k14 < 9; k14++) {
					y = y * 91 + n;
					y = (y >> 1) ^ (x * 21);
				}
				if ((x & 15) < 2) {
					x += in[(x >> 3) & 31] - y;
					x = x * 57 + in[(y + 4) & 31];
					x += in[(x >> 2) & 31] - y;
				}
			}
			}
#pragma unroll 1
			for (int k15 = 0, ek15 = ((y >> 1) & 7) + 1; k15 < ek15; k15++) {
#pragma unroll 1
				for (int k16 = 0; k16 < ((n >> 2) & 3) + 1 && k16 < 9; k16++) {
					x += in[(x >> 3) & 31] - y;
					x = x * 87 + in[(y + 22) & 31];
					y = (y >> 1) ^ (x * 41);
				}
#pragma unroll 1
				for (int k17 = 0, ek17 = ((n >> 1) & 7) + 1; k17 < ek17; k17++) {
					x += in[(x >> 1) & 31] - y;
					x = x * 59 + in[(y + 31) & 31];
					y = y * 71 + n;
				}
			}
		}
		if ((x ^ y) & 3) {
			if ((y & 16) != 0) {
				x = x * 23 + in[(y + 31) & 31];
			} else {
				if ((y & 15) < 1) {
					x += in[(x >> 0) & 31] - y;
					y = (y >> 1) ^ (x * 49);
					x = x * 87 + in[(y + 5) & 31];
				}
				if ((y & 15) < 9) {
					x = x * 17 + in[(y + 23) & 31];
					out[i + 64 * 1 + 1024] = x;
					x = x * 31 + in[(y + 15) & 31];
				}
			}
#pragma unroll 1
			for (int k18 = 0; k18 < ((y >> 1) & 3) + 1 && k18 < 9; k18++) {
				if ((x & 255) % 5 == 2) {
					x = x * 21 + in[(y + 1) & 31];
					out[i + 64 * 1 + 1024] = x;
				}
			}
			switch (y & 3) {
			case 0: {
				if ((n & 255) % 3 == 2) {
					y = (y >> 1) ^ (x * 69);
					x = x * 73 + in[(y + 16) & 31];
				}
				x = x * 45 + in[(y + 28) & 31];
			} break;
			case 1: {
#pragma unroll 1
				for (int k19 = 0; k19 < ((n >> 0) & 1) + 1 && k19 < 9; k19++) {
					out[i + 64 * 3 + 1024] = x;
					out[i + 64 * 2 + 1024] = x;
				}
				if ((y & 15) < 1) {
					x = x * 85 + in[(y + 21) & 31];
					x = x * 39 + in[(y + 12) & 31];
				} else {
					out[i + 64 * 2 + 1024] = x;
					x += in[(x >> 1) & 31] - y;
					x = x * 19 + in[(y + 26) & 31];
				}
				x += in[(x >> 3) & 31] - y;
			} break;
			case 2: {
				y = y * 67 + n;
				switch (x & 3) {
				case 0: {
					x = x * 59 + in[(y + 26) & 31];
					x = x * 35 + in[(y + 26) & 31];
					x = x * 33 + in[(y + 19) & 31];
				} break;
				case 1: {
					y = y * 5 + n;
					x = x * 91 + in[(y + 12) & 31];
					y = y * 93 + n;
				} break;
				case 2: {
					y = y * 83 + n;
					y = (y >> 1) ^ (x * 97);
				} break;
				default: {
					y = y * 93 + n;
				}
				}
#pragma unroll 1
				for (int k20 = 0; k20 < ((y >> 1) & 1) + 1 && k20 < 9; k20++) {
					x += in[(x >> 0) & 31] - y;
					out[i + 64 * 1 + 1024] = x;
					out[i + 64 * 1 + 1024] = x;
				}
			} break;
			default: {
#pragma unroll 1
				for (int k21 = 0, ek21 = ((y >> 0) & 7) + 1; k21 < ek21; k21++) {
					y = y * 95 + n;
					out[i + 64 * 3 + 1024] = x;
				}
				x += in[(x >> 0) & 31] - y;
			}
			}
		} else {
			if ((x & 16) != 0) {
				x = x * 41 + in[(y + 8) & 31];
				if ((n & 2) != 0) {
					x = x * 97 + in[(y + 4) & 31];
				}
			} else {
				y = y * 19 + n;
			}
			x = x * 25 + in[(y + 22) & 31];
		}
	} break;
	default: {
		x = x * 39 + in[(y + 29) & 31];
		if ((y & 2) != 0) {
			if ((x & 15) < 11) {
				if ((x & 15) < 5) {
					out[i] = x ^ y;
					return;
				}
				if ((y & 1) != 0) {
					out[i] = x ^ y;
					return;
				}
			} else {
#pragma unroll 1
				for (int k22 = 0, ek22 = ((n >> 2) & 7) + 1; k22 < ek22; k22++) {
					out[i + 64 * 0 + 1024] = x;
				}
			}
		}
#pragma unroll 1
		for (int k23 = 0; k23 < ((y >> 2) & 3) + 0 && k23 < 9; k23++) {
			x = x * 25 + in[(y + 30) & 31];
			y = y * 49 + n;
			if ((x ^ n) & 6) {
				if ((n ^ n) & 3) {
					out[i + 64 * 2 + 1024] = x;
					x = x * 87 + in[(y + 26) & 31];
				}
				y = (y >> 1) ^ (x * 61);
				out[i + 64 * 1 + 1024] = x;
			}
		}
	}
	}
	y = (y >> 1) ^ (x * 47);
	out[i] = x ^ y;
}
extern "C" __global__ void
r_50(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 255) % 5 == 0) {
		if ((x & 255) % 5 == 1) {
#pragma unroll 1
			for (int k1 = 0; k1 < ((n >> 0) & 3) + 1 && k1 < 9; k1++) {
				if ((x & 2) != 0)
					break;
				y = (y >> 1) ^ (x * 21);
			}
			if ((y & 1) != 0) {
				out[i + 64 * 0 + 1024] = x;
				if ((n & 4) != 0) {
					x = x * 49 + in[(y + 13) & 31];
					out[i + 64 * 0 + 1024] = x;
				} else {
					x = x * 95 + in[(y + 27) & 31];
					y = y * 49 + n;
				}
			} else {
				x = x * 37 + in[(y + 24) & 31];
			}
		}
		if ((y ^ n) & 12) {
			if ((n & 255) % 5 == 1) {
				x = x * 93 + in[(y + 6) & 31];
				if ((x ^ n) & 3) {
					out[i + 64 * 2 + 1024] = x;
					y = y * 37 + n;
					y = (y >> 1) ^ (x * 97);
				} else {
					x = x * 71 + in[(y + 21) & 31];
					y = y * 55 + n;
					y = (y >> 1) ^ (x * 29);
				}
				if ((y & 1) != 0) {
					x += in[(x >> 1) & 31] - y;
					y = (y >> 1) ^ (x * 39);
					x = x * 23 + in[(y + 12) & 31];
				}
			}
			switch (y & 3) {
			case 0: {
				if ((y & 15) < 8) {
					out[i + 64 * 0 + 1024] = x;
					out[i + 64 * 3 + 1024] = x;
				}
				x = x * 49 + in[(y + 3) & 31];
			} break;
			case 1: {
				x = x * 11 + in[(y + 25) & 31];
				if ((x & 4) != 0) {
					out[i] = x ^ y;
					return;
				}
#pragma unroll 1
				for (int k2 = 0, ek2 = ((y >> 2) & 1) + 0; k2 < ek2; k2++) {
					y = y * 33 + n;
					x = x * 51 + in[(y + 24) & 31];
					y = (y >> 1) ^ (x * 79);
				}
			} break;
			default: {
#pragma unroll 1
				for (int k3 = 0; k3 < ((y >> 1) & 3) + 1 && k3 < 9; k3++) {
					x = x * 9 + in[(y + 4) & 31];
					x = x * 29 + in[(y + 6) & 31];
				}
			}
			}
			if ((x & 2) != 0) {
				out[i + 64 * 1 + 1024] = x;
			}
		} else {
			if ((n & 4) != 0) {
				if ((y & 8) != 0) {
					y = (y >> 1) ^ (x * 69);
					x += in[(x >> 0) & 31] - y;
					x = x * 7 + in[(y + 31) & 31];
				}
			}
			if ((n & 1) != 0) {
				if ((n & 255) % 3 == 0) {
					x = x * 7 + in[(y + 31) & 31];
					x += in[(x >> 0) & 31] - y;
					y = (y >> 1) ^ (x * 31);
				}
				if ((y ^ n) & 5) {
					y = (y >> 1) ^ (x * 57);
					x += in[(x >> 3) & 31] - y;
				}
			} else {
#pragma unroll 1
				for (int k4 = 0, ek4 = ((x >> 2) & 7) + 1; k4 < ek4; k4++) {
					x = x * 83 + in[(y + 27) & 31];
				}
				switch (y & 3) {
				case 0: {
					x = x * 53 + in[(y + 4) & 31];
					y = (y >> 1) ^ (x * 23);
				} break;
				case 1: {
					x += in[(x >> 0) & 31] - y;
					x += in[(x >> 0) & 31] - y;
				} break;
				default: {
					x = x * 35 + in[(y + 15) & 31];
					y = y * 63 + n;
					x += in[(x >> 1) & 31] - y;
				}
				}
			}
			if ((n ^ n) & 5) {
				x += in[(x >> 3) & 31] - y;
				if ((x & 4) != 0) {
					y = (y >> 1) ^ (x * 39);
					out[i + 64 * 1 + 1024] = x;
					x = x * 75 + in[(y + 3) & 31];
				} else {
					x = x * 15 + in[(y + 19) & 31];
					y = (y >> 1) ^ (x * 9);
					x = x * 65 + in[(y + 15) & 31];
				}
			} else {
				if ((y ^ y) & 14) {
					x = x * 29 + in[(y + 6) & 31];
				} else {
					x += in[(x >> 1) & 31] - y;
					x = x * 43 + in[(y + 22) & 31];
				}
			}
		}
	} else {
		x = x * 37 + in[(y + 27) & 31];
		if ((y & 255) % 3 == 1) {
			y = y * 63 + n;
		}
	}
	if ((x & 15) < 14) {
		if ((x & 16) != 0) {
#pragma unroll 1
			for (int k5 = 0; k5 < ((y >> 1) & 1) + 1 && k5 < 9; k5++) {
				out[i + 64 * 2 + 1024] = x;
				x += in[(x >> 1) & 31] - y;
#pragma unroll 1
				for (int k6 = 0; k6 < ((y >> 0) & 3) + 0 && k6 < 9; k6++) {
					y = (y >> 1) ^ (x * 61);
					x = x * 33 + in[(y + 1) & 31];
					x = x * 9 + in[(y + 27) & 31];
				}
			}
			x += in[(x >> 1) & 31] - y;
			if ((y & 1) != 0) {
				if ((x & 4) != 0) {
					x = x * 69 + in[(y + 31) & 31];
					out[i + 64 * 2 + 1024] = x;
				}
				if ((y ^ x) & 7) {
					out[i] = x ^ y;
					return;
				}
				out[i + 64 * 0 + 1024] = x;
			} else {
				if ((y & 255) % 3 == 2) {
					out[i] = x ^ y;
					return;
				}
#pragma unroll 1
				for (int k7 = 0; k7 < ((n >> 1) & 7) + 0 && k7 < 9; k7++) {
					y = y * 35 + n;
					x = x * 69 + in[(y + 30) & 31];
				}
				out[i + 64 * 3 + 1024] = x;
			}
		}
	} else {
		x += in[(x >> 2) & 31] - y;
	}
#pragma unroll 1
	for (int k8 = 0; k8 < ((y >> 1) & 3) + 1 && k8 < 9; k8++) {
#pragma unroll 1
		for (int k9 = 0; k9 < ((n >> 1) & 3) + 1 && k9 < 9; k9++) {
			if ((n ^ y) & 11)
				continue;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_51(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 15) < 12) {
		out[i] = x ^ y;
		return;
	}
	if ((y & 2) != 0) {
		x = x * 27 + in[(y + 17) & 31];
	} else {
#pragma unroll 1
		for (int k1 = 0; k1 < ((n >> 0) & 1) + 0 && k1 < 9; k1++) {
			x = x * 83 + in[(y + 2) & 31];
			y = y * 9 + n;
		}
		y = y * 67 + n;
	}
	out[i + 64 * 1 + 1024] = x;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_52(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 83);
	if ((y & 2) != 0) {
		if ((x ^ n) & 4) {
			out[i] = x ^ y;
			return;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_53(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0; k1 < ((y >> 0) & 3) + 1 && k1 < 9; k1++) {
#pragma unroll 1
		for (int k2 = 0; k2 < ((y >> 0) & 1) + 1 && k2 < 9; k2++) {
			switch (x & 3) {
			case 0: {
				y = y * 47 + n;
				x += in[(x >> 0) & 31] - y;
			} break;
			case 1: {
				out[i + 64 * 3 + 1024] = x;
				y = (y >> 1) ^ (x * 31);
			} break;
			case 2: {
				x = x * 27 + in[(y + 3) & 31];
				x = x * 81 + in[(y + 5) & 31];
			} break;
			default: {
				y = y * 35 + n;
			}
			}
			if ((y & 255) % 5 == 2) {
				out[i + 64 * 1 + 1024] = x;
			}
			if ((x ^ y) & 14) {
				x += in[(x >> 2) & 31] - y;
				x = x * 91 + in[(y + 2) & 31];
			}
		}
		if ((y & 2) != 0) {
			out[i] = x ^ y;
			return;
		}
		if ((y ^ n) & 10) {
#pragma unroll 1
			for (int k3 = 0, ek3 = ((x >> 0) & 1) + 0; k3 < ek3; k3++) {
				y = y * 61 + n;
				y = y * 69 + n;
				y = y * 85 + n;
			}
		} else {
			x = x * 31 + in[(y + 6) & 31];
			if ((y ^ x) & 11) {
				out[i + 64 * 2 + 1024] = x;
			}
			if ((x & 15) < 6) {
				x += in[(x >> 3) & 31] - y;
				x = x * 31 + in[(y + 5) & 31];
			} else {
				out[i + 64 * 1 + 1024] = x;
				y = y * 25 + n;
				out[i + 64 * 2 + 1024] = x;
			}
		}
	}
	y = y * 29 + n;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_54(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 15) < 1) {
		if ((y & 1) != 0) {
			out[i + 64 * 0 + 1024] = x;
		} else {
			x += in[(x >> 0) & 31] - y;
			out[i + 64 * 1 + 1024] = x;
			x = x * 49 + in[(y + 6) & 31];
		}
		if ((y & 2) != 0) {
			out[i + 64 * 1 + 1024] = x;
			y = (y >> 1) ^ (x * 57);
		}
		if ((y & 16) != 0) {
			out[i] = x ^ y;
			return;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_55(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((x >> 0) & 3) + 0; k1 < ek1; k1++) {
		if ((y & 15) < 4)
			continue;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_56(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = y * 65 + n;
#pragma unroll 1
	for (int k1 = 0, ek1 = ((y >> 0) & 3) + 1; k1 < ek1; k1++) {
		x = x * 91 + in[(y + 15) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_57(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((x >> 2) & 3) + 0; k1 < ek1; k1++) {
		x += in[(x >> 3) & 31] - y;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_58(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 255) % 3 == 0) {
		if ((y ^ n) & 10) {
			x = x * 45 + in[(y + 21) & 31];
			x += in[(x >> 1) & 31] - y;
			x = x * 11 + in[(y + 3) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_59(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 43 + in[(y + 13) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_60(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	out[i + 64 * 3 + 1024] = x;
	if ((x & 15) < 14) {
#pragma unroll 1
		for (int k1 = 0; k1 < ((y >> 1) & 3) + 1 && k1 < 9; k1++) {
			x += in[(x >> 3) & 31] - y;
			out[i + 64 * 2 + 1024] = x;
			y = (y >> 1) ^ (x * 65);
		}
#pragma unroll 1
		for (int k2 = 0; k2 < ((y >> 0) & 3) + 1 && k2 < 9; k2++) {
			x = x * 39 + in[(y + 25) & 31];
		}
	} else {
		x = x * 15 + in[(y + 14) & 31];
		if ((n & 2) != 0) {
			y = y * 33 + n;
			x = x * 71 + in[(y + 30) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_61(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 3) & 31] - y;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_62(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 8) != 0) {
		out[i] = x ^ y;
		return;
	}
	x = x * 21 + in[(y + 19) & 31];
	if ((y & 15) < 10) {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((y >> 0) & 7) + 0; k1 < ek1; k1++) {
			if ((x ^ n) & 7) {
				out[i + 64 * 0 + 1024] = x;
				x = x * 29 + in[(y + 25) & 31];
				y = (y >> 1) ^ (x * 17);
			}
			if ((n ^ y) & 9) {
				out[i + 64 * 2 + 1024] = x;
			}
			if ((y & 8) != 0) {
				x = x * 57 + in[(y + 7) & 31];
			} else {
				out[i + 64 * 2 + 1024] = x;
				y = (y >> 1) ^ (x * 71);
			}
		}
		if ((n ^ x) & 11) {
			x = x * 53 + in[(y + 14) & 31];
		} else {
			if ((y ^ n) & 9) {
				y = (y >> 1) ^ (x * 61);
				y = y * 13 + n;
			} else {
				x = x * 85 + in[(y + 18) & 31];
				y = (y >> 1) ^ (x * 63);
			}
			if ((x & 15) < 10) {
				x = x * 71 + in[(y + 28) & 31];
				y = (y >> 1) ^ (x * 91);
			}
			if ((x & 15) < 1) {
				y = (y >> 1) ^ (x * 85);
			}
		}
#pragma unroll 1
		for (int k2 = 0, ek2 = ((y >> 2) & 7) + 0; k2 < ek2; k2++) {
			y = y * 67 + n;
		}
	} else {
		if ((x & 255) % 3 == 2) {
			switch (x & 3) {
			case 0: {
				x += in[(x >> 2) & 31] - y;
				x = x * 85 + in[(y + 25) & 31];
				y = (y >> 1) ^ (x * 43);
			} break;
			case 1: {
				y = y * 81 + n;
				x = x * 95 + in[(y + 15) & 31];
				y = y * 15 + n;
			} break;
			case 2: {
				x = x * 67 + in[(y + 1) & 31];
			} break;
			default: {
				y = (y >> 1) ^ (x * 45);
				y = y * 31 + n;
			}
			}
		} else {
			y = (y >> 1) ^ (x * 35);
			if ((x ^ n) & 11) {
				y = (y >> 1) ^ (x * 29);
				x = x * 61 + in[(y + 15) & 31];
				out[i + 64 * 0 + 1024] = x;
			}
#pragma unroll 1
			for (int k3 = 0, ek3 = ((y >> 1) & 3) + 0; k3 < ek3; k3++) {
				x = x * 63 + in[(y + 19) & 31];
				x = x * 43 + in[(y + 15) & 31];
				y = (y >> 1) ^ (x * 97);
			}
		}
		if ((x & 255) % 3 == 0) {
			if ((n & 15) < 1) {
				y = (y >> 1) ^ (x * 57);
				x = x * 97 + in[(y + 29) & 31];
				x = x * 39 + in[(y + 1) & 31];
			}
			if ((n & 4) != 0) {
				y = y * 59 + n;
				y = y * 57 + n;
			} else {
				x = x * 37 + in[(y + 21) & 31];
				x += in[(x >> 2) & 31] - y;
			}
			if ((x ^ n) & 9) {
				y = (y >> 1) ^ (x * 13);
				y = y * 3 + n;
			}
		}
		if ((x & 8) != 0) {
			if ((y & 15) < 11) {
				y = y * 35 + n;
				y = (y >> 1) ^ (x * 55);
			}
			x = x * 3 + in[(y + 11) & 31];
		} else {
			switch (n & 3) {
			case 0: {
				x += in[(x >> 0) & 31] - y;
			} break;
			case 1: {
				x = x * 53 + in[(y + 5) & 31];
				y = y * 87 + n;
			} break;
			case 2: {
				out[i + 64 * 3 + 1024] = x;
			} break;
			default: {
				x += in[(x >> 0) & 31] - y;
			}
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_63(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((y >> 2) & 7) + 0; k1 < ek1; k1++) {
		x += in[(x >> 2) & 31] - y;
		if ((x & 255) % 3 == 2) {
			out[i] = x ^ y;
			return;
		}
	}
	if ((x & 15) < 3) {
		x += in[(x >> 2) & 31] - y;
	} else {
#pragma unroll 1
		for (int k2 = 0, ek2 = ((n >> 1) & 3) + 0; k2 < ek2; k2++) {
			y = (y >> 1) ^ (x * 81);
			if ((y & 15) < 8) {
#pragma unroll 1
				for (int k3 = 0; k3 < ((n >> 1) & 1) + 0 && k3 < 9; k3++) {
					x = x * 37 + in[(y + 6) & 31];
					y = y * 15 + n;
					y = y * 95 + n;
				}
#pragma unroll 1
				for (int k4 = 0, ek4 = ((n >> 0) & 1) + 1; k4 < ek4; k4++) {
					x += in[(x >> 2) & 31] - y;
					x = x * 17 + in[(y + 15) & 31];
				}
				if ((n ^ x) & 6) {
					x = x * 9 + in[(y + 18) & 31];
					x += in[(x >> 0) & 31] - y;
				} else {
					out[i + 64 * 2 + 1024] = x;
				}
			} else {
#pragma unroll 1
				for (int k5 = 0, ek5 = ((n >> 0) & 1) + 0; k5 < ek5; k5++) {
					out[i + 64 * 2 + 1024] = x;
					y = (y >> 1) ^ (x * 41);
					y = (y >> 1) ^ (x * 89);
				}
			}
			if ((n & 255) % 5 == 1) {
				x = x * 41 + in[(y + 27) & 31];
				if ((y ^ n) & 9) {
					x = x * 55 + in[(y + 6) & 31];
					out[i + 64 * 3 + 1024] = x;
				} else {
					y = (y >> 1) ^ (x * 19);
					x += in[(x >> 3) & 31] - y;
				}
			}
		}
		if ((x & 8) != 0) {
			switch (y & 3) {
			case 0: {
				if ((y & 15) < 14) {
					x += in[(x >> 1) & 31] - y;
				}
				x = x * 19 + in[(y + 28) & 31];
				if ((x & 8) != 0) {
					x += in[(x >> 0) & 31] - y;
					out[i + 64 * 2 + 1024] = x;
					y = (y >> 1) ^ (x * 9);
				}
			} break;
			case 1: {
				x = x * 55 + in[(y + 8) & 31];
			} break;
			default: {
				if ((x & 8) != 0) {
					x += in[(x >> 0) & 31] - y;
					y = (y >> 1) ^ (x * 51);
					x = x * 19 + in[(y + 31) & 31];
				} else {
					x = x * 63 + in[(y + 8) & 31];
					x = x * 29 + in[(y + 30) & 31];
					x += in[(x >> 3) & 31] - y;
				}
			}
			}
			x = x * 53 + in[(y + 16) & 31];
#pragma unroll 1
			for (int k6 = 0, ek6 = ((n >> 1) & 3) + 1; k6 < ek6; k6++) {
				x = x * 87 + in[(y + 27) & 31];
			}
		} else {
			y = y * 89 + n;
#pragma unroll 1
			for (int k7 = 0, ek7 = ((x >> 1) & 1) + 0; k7 < ek7; k7++) {
				if ((y ^ x) & 5) {
					x += in[(x >> 2) & 31] - y;
					y = y * 55 + n;
				}
				y = y * 81 + n;
#pragma unroll 1
				for (int k8 = 0, ek8 = ((x >> 0) & 1) + 0; k8 < ek8; k8++) {
					x = x * 71 + in[(y + 2) & 31];
					x += in[(x >> 1) & 31] - y;
					y = (y >> 1) ^ (x * 77);
				}
			}
#pragma unroll 1
			for (int k9 = 0, ek9 = ((n >> 0) & 1) + 1; k9 < ek9; k9++) {
				x = x * 31 + in[(y + 22) & 31];
				x = x * 45 + in[(y + 26) & 31];
			}
		}
	}
	y = (y >> 1) ^ (x * 53);
	out[i] = x ^ y;
}
extern "C" __global__ void
r_64(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	out[i + 64 * 3 + 1024] = x;
	out[i + 64 * 1 + 1024] = x;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_65(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = y * 89 + n;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_66(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0; k1 < ((n >> 1) & 3) + 0 && k1 < 9; k1++) {
		y = (y >> 1) ^ (x * 11);
		if ((n & 255) % 3 == 0) {
			x = x * 71 + in[(y + 7) & 31];
			out[i + 64 * 2 + 1024] = x;
		}
		if ((n & 1) != 0) {
			x = x * 75 + in[(y + 29) & 31];
			out[i + 64 * 1 + 1024] = x;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_67(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 9);
	if ((x & 1) != 0) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_68(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((x >> 2) & 1) + 0; k1 < ek1; k1++) {
		if ((n & 16) != 0) {
			x = x * 19 + in[(y + 15) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_69(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 15) < 3) {
		out[i] = x ^ y;
		return;
	}
	if ((n & 15) < 4) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_70(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 2) != 0) {
		out[i] = x ^ y;
		return;
	}
	if ((y & 255) % 5 == 0) {
		if ((y & 15) < 13) {
			out[i] = x ^ y;
			return;
		}
	} else {
#pragma unroll 1
		for (int k1 = 0; k1 < ((y >> 2) & 3) + 0 && k1 < 9; k1++) {
			y = y * 31 + n;
			x = x * 77 + in[(y + 2) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_71(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((x >> 0) & 1) + 1; k1 < ek1; k1++) {
		if ((n & 15) < 4) {
			y = (y >> 1) ^ (x * 63);
		}
		x = x * 69 + in[(y + 12) & 31];
	}
	y = (y >> 1) ^ (x * 61);
	out[i] = x ^ y;
}
extern "C" __global__ void
r_72(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 1) & 31] - y;
	x += in[(x >> 0) & 31] - y;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_73(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 255) % 5 == 2) {
		if ((y ^ n) & 6) {
#pragma unroll 1
			for (int k1 = 0, ek1 = ((x >> 2) & 1) + 1; k1 < ek1; k1++) {
				if ((n ^ x) & 9) {
					y = y * 7 + n;
				}
				y = y * 89 + n;
#pragma unroll 1
				for (int k2 = 0, ek2 = ((x >> 1) & 3) + 0; k2 < ek2; k2++) {
					y = y * 67 + n;
				}
			}
			x = x * 39 + in[(y + 9) & 31];
		} else {
			out[i + 64 * 2 + 1024] = x;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_74(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 21 + in[(y + 11) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_75(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 13 + in[(y + 21) & 31];
#pragma unroll 1
	for (int k1 = 0; k1 < ((y >> 1) & 3) + 1 && k1 < 9; k1++) {
		y = (y >> 1) ^ (x * 65);
	}
	x += in[(x >> 3) & 31] - y;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_76(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	out[i + 64 * 3 + 1024] = x;
	x = x * 37 + in[(y + 15) & 31];
	x += in[(x >> 1) & 31] - y;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_77(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 51);
	x = x * 13 + in[(y + 7) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_78(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 15) < 10) {
		if ((x & 1) != 0) {
			x += in[(x >> 2) & 31] - y;
			if ((n & 15) < 2) {
				x += in[(x >> 2) & 31] - y;
				out[i + 64 * 3 + 1024] = x;
				x = x * 47 + in[(y + 16) & 31];
			}
			if ((x & 15) < 14) {
				y = (y >> 1) ^ (x * 53);
				y = (y >> 1) ^ (x * 29);
			}
		}
		x += in[(x >> 3) & 31] - y;
	}
#pragma unroll 1
	for (int k1 = 0, ek1 = ((n >> 1) & 1) + 0; k1 < ek1; k1++) {
#pragma unroll 1
		for (int k2 = 0; k2 < ((y >> 1) & 1) + 0 && k2 < 9; k2++) {
			x += in[(x >> 2) & 31] - y;
			switch (x & 3) {
			case 0: {
				x += in[(x >> 0) & 31] - y;
			} break;
			case 1: {
				x += in[(x >> 1) & 31] - y;
			} break;
			default: {
				y = y * 71 + n;
				x = x * 5 + in[(y + 0) & 31];
			}
			}
		}
		x = x * 63 + in[(y + 4) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_79(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 61);
	out[i + 64 * 3 + 1024] = x;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_80(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 255) % 5 == 1) {
		switch (n & 3) {
		case 0: {
#pragma unroll 1
			for (int k1 = 0, ek1 = ((x >> 2) & 3) + 1; k1 < ek1; k1++) {
				x = x * 23 + in[(y + 22) & 31];
				out[i + 64 * 0 + 1024] = x;
			}
			if ((y & 255) % 3 == 0) {
				x = x * 29 + in[(y + 12) & 31];
				y = y * 91 + n;
			} else {
				x = x * 3 + in[(y + 4) & 31];
			}
		} break;
		case 1: {
			if ((n & 2) != 0) {
				x = x * 95 + in[(y + 18) & 31];
				y = y * 87 + n;
				out[i + 64 * 3 + 1024] = x;
			}
			y = (y >> 1) ^ (x * 11);
			out[i + 64 * 2 + 1024] = x;
		} break;
		case 2: {
			x = x * 29 + in[(y + 27) & 31];
		} break;
		default: {
			out[i + 64 * 3 + 1024] = x;
			x = x * 73 + in[(y + 17) & 31];
			if ((x & 15) < 13) {
				out[i + 64 * 3 + 1024] = x;
				x += in[(x >> 2) & 31] - y;
			}
		}
		}
		if ((y & 15) < 4) {
#pragma unroll 1
			for (int k2 = 0, ek2 = ((y >> 0) & 3) + 1; k2 < ek2; k2++) {
				x = x * 47 + in[(y + 3) & 31];
			}
			y = (y >> 1) ^ (x * 95);
#pragma unroll 1
			for (int k3 = 0; k3 < ((y >> 2) & 1) + 1 && k3 < 9; k3++) {
				x = x * 31 + in[(y + 23) & 31];
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_81(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 15) < 13) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_82(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 4) != 0) {
		y = y * 35 + n;
		x = x * 91 + in[(y + 11) & 31];
		x += in[(x >> 3) & 31] - y;
	} else {
		y = y * 25 + n;
	}
#pragma unroll 1
	for (int k1 = 0; k1 < ((y >> 0) & 1) + 0 && k1 < 9; k1++) {
		if ((y & 255) % 5 == 0) {
			x = x * 39 + in[(y + 17) & 31];
			x += in[(x >> 3) & 31] - y;
			out[i + 64 * 1 + 1024] = x;
		} else {
			out[i + 64 * 1 + 1024] = x;
		}
		y = y * 81 + n;
		x = x * 49 + in[(y + 30) & 31];
	}
	if ((x & 15) < 7) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_83(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	switch (x & 3) {
	case 0: {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((x >> 0) & 1) + 1; k1 < ek1; k1++) {
			x = x * 83 + in[(y + 11) & 31];
			y = (y >> 1) ^ (x * 11);
		}
	} break;
	case 1: {
		if ((n & 4) != 0) {
			x += in[(x >> 1) & 31] - y;
			x += in[(x >> 1) & 31] - y;
			x = x * 35 + in[(y + 25) & 31];
		} else {
			y = y * 41 + n;
			y = y * 55 + n;
			y = y * 89 + n;
		}
		x = x * 53 + in[(y + 28) & 31];
	} break;
	default: {
		y = (y >> 1) ^ (x * 27);
		if ((x & 255) % 3 == 0) {
			x = x * 45 + in[(y + 7) & 31];
		} else {
			y = (y >> 1) ^ (x * 97);
		}
	}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_84(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 255) % 3 == 2) {
		out[i + 64 * 2 + 1024] = x;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_85(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((n >> 0) & 1) + 1; k1 < ek1; k1++) {
		if ((y & 15) < 1) {
			x = x * 23 + in[(y + 15) & 31];
			x = x * 65 + in[(y + 17) & 31];
		} else {
			x = x * 29 + in[(y + 29) & 31];
			y = (y >> 1) ^ (x * 83);
			x = x * 67 + in[(y + 30) & 31];
		}
		if ((n & 1) != 0)
			break;
	}
	if ((n & 15) < 10) {
		x = x * 47 + in[(y + 5) & 31];
		if ((x & 255) % 3 == 0) {
			y = y * 17 + n;
			x = x * 59 + in[(y + 8) & 31];
		} else {
			x += in[(x >> 3) & 31] - y;
		}
	} else {
		out[i + 64 * 1 + 1024] = x;
		y = (y >> 1) ^ (x * 47);
		out[i + 64 * 0 + 1024] = x;
	}
#pragma unroll 1
	for (int k2 = 0, ek2 = ((n >> 2) & 7) + 1; k2 < ek2; k2++) {
		if ((y & 15) < 2) {
			x = x * 95 + in[(y + 4) & 31];
			out[i + 64 * 1 + 1024] = x;
		}
#pragma unroll 1
		for (int k3 = 0; k3 < ((n >> 1) & 1) + 1 && k3 < 9; k3++) {
			out[i + 64 * 0 + 1024] = x;
			x = x * 3 + in[(y + 19) & 31];
			x = x * 59 + in[(y + 30) & 31];
		}
		x = x * 23 + in[(y + 22) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_86(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((x >> 2) & 1) + 0; k1 < ek1; k1++) {
		if ((y ^ n) & 10) {
			switch (n & 3) {
			case 0: {
				x += in[(x >> 0) & 31] - y;
			} break;
			case 1: {
				out[i + 64 * 3 + 1024] = x;
				switch (x & 3) {
				case 0: {
					x += in[(x >> 3) & 31] - y;
					out[i + 64 * 3 + 1024] = x;
					x = x * 43 + in[(y + 30) & 31];
				} break;
				case 1: {
					x = x * 73 + in[(y + 28) & 31];
					x += in[(x >> 1) & 31] - y;
					y = y * 69 + n;
				} break;
				case 2: {
					x += in[(x >> 1) & 31] - y;
					out[i + 64 * 3 + 1024] = x;
				} break;
				default: {
					out[i + 64 * 0 + 1024] = x;
					x = x * 51 + in[(y + 30) & 31];
				}
				}
			} break;
			case 2: {
				if ((x & 1) != 0) {
					x = x * 43 + in[(y + 18) & 31];
					out[i + 64 * 0 + 1024] = x;
					out[i + 64 * 0 + 1024] = x;
				}
				if ((x & 15) < 5) {
					y = (y >> 1) ^ (x * 45);
					y = (y >> 1) ^ (x * 81);
					x += in[(x >> 3) & 31] - y;
				} else {
					out[i + 64 * 3 + 1024] = x;
				}
			} break;
			default: {
				if ((n & 255) % 3 == 1) {
					out[i + 64 * 2 + 1024] = x;
				}
				if ((x ^ x) & 3) {
					x += in[(x >> 1) & 31] - y;
					x += in[(x >> 0) & 31] - y;
					y = y * 71 + n;
				}
				out[i + 64 * 0 + 1024] = x;
			}
			}
			if ((y & 255) % 3 == 1) {
				if ((x & 2) != 0) {
					y = y * 39 + n;
					x = x * 3 + in[(y + 27) & 31];
					out[i + 64 * 0 + 1024] = x;
				}
				out[i + 64 * 0 + 1024] = x;
			}
			y = y * 75 + n;
		} else {
			switch (x & 3) {
			case 0: {
				y = (y >> 1) ^ (x * 21);
				y = y * 25 + n;
			} break;
			case 1: {
#pragma unroll 1
				for (int k2 = 0, ek2 = ((y >> 1) & 3) + 0; k2 < ek2; k2++) {
					x = x * 55 + in[(y + 2) & 31];
				}
				if ((y & 16) != 0) {
					y = (y >> 1) ^ (x * 29);
					x = x * 51 + in[(y + 13) & 31];
					out[i + 64 * 1 + 1024] = x;
				}
			} break;
			case 2: {
				y = y * 59 + n;
				if ((y & 2) != 0) {
					x = x * 43 + in[(y + 26) & 31];
					y = (y >> 1) ^ (x * 89);
				}
			} break;
			default: {
				if ((x & 2) != 0) {
					x = x * 9 + in[(y + 11) & 31];
					x += in[(x >> 3) & 31] - y;
					y = y * 93 + n;
				}
				out[i + 64 * 3 + 1024] = x;
			}
			}
		}
	}
	out[i + 64 * 1 + 1024] = x;
	y = y * 21 + n;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_87(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 1) != 0) {
#pragma unroll 1
		for (int k1 = 0; k1 < ((n >> 2) & 7) + 1 && k1 < 9; k1++) {
#pragma unroll 1
			for (int k2 = 0, ek2 = ((y >> 1) & 7) + 0; k2 < ek2; k2++) {
				if ((n & 255) % 3 == 2) {
					out[i] = x ^ y;
					return;
				}
				if ((y & 2) != 0) {
					x = x * 21 + in[(y + 12) & 31];
				} else {
					y = (y >> 1) ^ (x * 69);
					y = y * 63 + n;
				}
			}
			if ((y & 4) != 0)
				continue;
#pragma unroll 1
			for (int k3 = 0, ek3 = ((x >> 0) & 1) + 0; k3 < ek3; k3++) {
				x += in[(x >> 0) & 31] - y;
#pragma unroll 1
				for (int k4 = 0, ek4 = ((n >> 0) & 7) + 1; k4 < ek4; k4++) {
					y = y * 75 + n;
					x = x * 69 + in[(y + 25) & 31];
				}
			}
		}
		if ((n & 16) != 0) {
			x = x * 37 + in[(y + 18) & 31];
			if ((y & 255) % 3 == 1) {
				if ((n & 4) != 0) {
					x = x * 53 + in[(y + 8) & 31];
				} else {
					y = y * 93 + n;
					x = x * 87 + in[(y + 14) & 31];
					x = x * 35 + in[(y + 25) & 31];
				}
				out[i + 64 * 3 + 1024] = x;
				if ((x & 255) % 3 == 1) {
					y = y * 57 + n;
					x = x * 11 + in[(y + 26) & 31];
					x = x * 89 + in[(y + 26) & 31];
				}
			}
		}
	} else {
		x = x * 65 + in[(y + 0) & 31];
	}
	y = (y >> 1) ^ (x * 73);
	out[i] = x ^ y;
}
extern "C" __global__ void
r_88(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 0) & 31] - y;
	if ((y & 255) % 5 == 0) {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((n >> 2) & 3) + 0; k1 < ek1; k1++) {
			if ((x & 8) != 0) {
				y = (y >> 1) ^ (x * 9);
				out[i + 64 * 2 + 1024] = x;
			}
			if ((n & 4) != 0) {
				x += in[(x >> 1) & 31] - y;
				y = y * 45 + n;
				out[i + 64 * 3 + 1024] = x;
			}
			if ((y & 4) != 0) {
				y = (y >> 1) ^ (x * 63);
				x = x * 97 + in[(y + 23) & 31];
				x = x * 77 + in[(y + 26) & 31];
			}
		}
		x += in[(x >> 3) & 31] - y;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_89(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 255) % 3 == 0) {
		if ((x & 255) % 3 == 0) {
			x = x * 15 + in[(y + 14) & 31];
			y = (y >> 1) ^ (x * 73);
			y = (y >> 1) ^ (x * 19);
		}
	}
#pragma unroll 1
	for (int k1 = 0; k1 < ((y >> 2) & 3) + 0 && k1 < 9; k1++) {
#pragma unroll 1
		for (int k2 = 0; k2 < ((n >> 0) & 3) + 1 && k2 < 9; k2++) {
			y = (y >> 1) ^ (x * 77);
			out[i + 64 * 2 + 1024] = x;
		}
		if ((x & 255) % 5 == 1) {
			y = (y >> 1) ^ (x * 33);
		}
		x += in[(x >> 1) & 31] - y;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_90(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 4) != 0) {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((n >> 1) & 1) + 0; k1 < ek1; k1++) {
			if ((n & 255) % 3 == 2) {
				x += in[(x >> 1) & 31] - y;
			}
		}
		x = x * 29 + in[(y + 31) & 31];
#pragma unroll 1
		for (int k2 = 0; k2 < ((n >> 1) & 7) + 1 && k2 < 9; k2++) {
			x = x * 83 + in[(y + 15) & 31];
			if ((n ^ y) & 2)
				break;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_91(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 255) % 5 == 2) {
		if ((y & 255) % 5 == 1) {
#pragma unroll 1
			for (int k1 = 0, ek1 = ((x >> 2) & 1) + 0; k1 < ek1; k1++) {
				x += in[(x >> 0) & 31] - y;
				x = x * 43 + in[(y + 0) & 31];
			}
		}
		if ((y & 255) % 5 == 1) {
			x += in[(x >> 0) & 31] - y;
		} else {
			if ((x & 2) != 0) {
				out[i + 64 * 2 + 1024] = x;
				out[i + 64 * 1 + 1024] = x;
			}
		}
		x = x * 85 + in[(y + 5) & 31];
	}
#pragma unroll 1
	for (int k2 = 0, ek2 = ((n >> 2) & 1) + 0; k2 < ek2; k2++) {
#pragma unroll 1
		for (int k3 = 0; k3 < ((y >> 1) & 7) + 0 && k3 < 9; k3++) {
			if ((x ^ y) & 4) {
				y = (y >> 1) ^ (x * 77);
			} else {
				x = x * 69 + in[(y + 30) & 31];
			}
			if ((x ^ y) & 9) {
				y = y * 53 + n;
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_92(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 15) < 12) {
		if ((n & 255) % 3 == 1) {
			x = x * 31 + in[(y + 9) & 31];
			if ((n & 15) < 3) {
				y = y * 57 + n;
				if ((y & 16) != 0) {
					out[i + 64 * 0 + 1024] = x;
				}
				x += in[(x >> 2) & 31] - y;
			}
		}
#pragma unroll 1
		for (int k1 = 0, ek1 = ((x >> 1) & 7) + 0; k1 < ek1; k1++) {
			if ((y & 16) != 0) {
				if ((x ^ y) & 2) {
					x = x * 83 + in[(y + 27) & 31];
				}
			}
#pragma unroll 1
			for (int k2 = 0, ek2 = ((y >> 1) & 7) + 0; k2 < ek2; k2++) {
				if ((y & 15) < 12) {
					x += in[(x >> 2) & 31] - y;
				}
			}
		}
		y = (y >> 1) ^ (x * 85);
	}
	if ((x & 15) < 8) {
		x = x * 39 + in[(y + 29) & 31];
		y = (y >> 1) ^ (x * 75);
		if ((n & 255) % 3 == 0) {
			out[i] = x ^ y;
			return;
		}
	} else {
		x = x * 33 + in[(y + 0) & 31];
	}
	out[i + 64 * 1 + 1024] = x;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_93(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((y >> 0) & 7) + 1; k1 < ek1; k1++) {
		if ((n & 255) % 3 == 0) {
#pragma unroll 1
			for (int k2 = 0; k2 < ((n >> 1) & 7) + 0 && k2 < 9; k2++) {
				out[i + 64 * 3 + 1024] = x;
				x += in[(x >> 1) & 31] - y;
			}
			if ((n ^ x) & 7) {
				x = x * 83 + in[(y + 17) & 31];
				y = (y >> 1) ^ (x * 11);
				y = y * 67 + n;
			}
			if ((y & 15) < 9) {
				y = y * 47 + n;
				x = x * 17 + in[(y + 8) & 31];
				x = x * 3 + in[(y + 22) & 31];
			} else {
				y = (y >> 1) ^ (x * 51);
				y = (y >> 1) ^ (x * 7);
				out[i + 64 * 3 + 1024] = x;
			}
		}
		switch (y & 3) {
		case 0: {
			if ((n & 4) != 0) {
				x = x * 61 + in[(y + 27) & 31];
				y = (y >> 1) ^ (x * 45);
				out[i + 64 * 2 + 1024] = x;
			}
#pragma unroll 1
			for (int k3 = 0; k3 < ((y >> 2) & 3) + 0 && k3 < 9; k3++) {
				x = x * 85 + in[(y + 25) & 31];
				out[i + 64 * 0 + 1024] = x;
			}
		} break;
		case 1: {
			if ((x & 15) < 6) {
				y = y * 87 + n;
				x = x * 87 + in[(y + 28) & 31];
				out[i + 64 * 2 + 1024] = x;
			} else {
				x += in[(x >> 3) & 31] - y;
				out[i + 64 * 3 + 1024] = x;
			}
			x = x * 27 + in[(y + 21) & 31];
		} break;
		default: {
			out[i + 64 * 0 + 1024] = x;
			if ((n & 2) != 0) {
				y = y * 73 + n;
				y = y * 91 + n;
			} else {
				x = x * 55 + in[(y + 19) & 31];
				x = x * 11 + in[(y + 1) & 31];
				y = y * 21 + n;
			}
			if ((n & 4) != 0) {
				out[i] = x ^ y;
				return;
			}
		}
		}
	}
	x += in[(x >> 1) & 31] - y;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_94(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	switch (n & 3) {
	case 0: {
		if ((x & 15) < 4) {
			x = x * 91 + in[(y + 27) & 31];
		} else {
			y = y * 43 + n;
			x += in[(x >> 2) & 31] - y;
		}
	} break;
	case 1: {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((x >> 2) & 3) + 0; k1 < ek1; k1++) {
			x = x * 59 + in[(y + 28) & 31];
			out[i + 64 * 0 + 1024] = x;
		}
		if ((y & 15) < 13) {
			y = (y >> 1) ^ (x * 7);
			x = x * 67 + in[(y + 11) & 31];
		}
	} break;
	default: {
		x = x * 57 + in[(y + 9) & 31];
		if ((y & 15) < 12) {
			x = x * 55 + in[(y + 7) & 31];
			x += in[(x >> 3) & 31] - y;
			y = (y >> 1) ^ (x * 41);
		} else {
			y = y * 95 + n;
		}
		if ((y ^ x) & 15) {
			x = x * 59 + in[(y + 15) & 31];
			x += in[(x >> 1) & 31] - y;
			y = y * 33 + n;
		}
	}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_95(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y & 255) % 5 == 1) {
		if ((n ^ y) & 1) {
			out[i] = x ^ y;
			return;
		}
		out[i + 64 * 0 + 1024] = x;
		x = x * 11 + in[(y + 15) & 31];
	} else {
#pragma unroll 1
		for (int k1 = 0; k1 < ((n >> 2) & 1) + 0 && k1 < 9; k1++) {
			x = x * 73 + in[(y + 3) & 31];
			y = y * 75 + n;
			out[i + 64 * 0 + 1024] = x;
		}
		if ((x & 15) < 4) {
			x += in[(x >> 2) & 31] - y;
			out[i + 64 * 0 + 1024] = x;
		} else {
			x = x * 35 + in[(y + 25) & 31];
		}
	}
	if ((y & 15) < 1) {
		y = y * 87 + n;
		if ((y & 255) % 3 == 0) {
			y = y * 67 + n;
			x += in[(x >> 0) & 31] - y;
		} else {
			x = x * 95 + in[(y + 4) & 31];
			x = x * 21 + in[(y + 11) & 31];
		}
		if ((y ^ x) & 12) {
			x = x * 75 + in[(y + 14) & 31];
		}
	}
	switch (n & 3) {
	case 0: {
		if ((x & 255) % 3 == 1) {
			x = x * 11 + in[(y + 15) & 31];
			y = (y >> 1) ^ (x * 89);
		} else {
			x = x * 51 + in[(y + 28) & 31];
			y = (y >> 1) ^ (x * 13);
			x = x * 67 + in[(y + 23) & 31];
		}
		y = y * 69 + n;
		if ((x & 255) % 3 == 0) {
			x = x * 53 + in[(y + 11) & 31];
			x = x * 15 + in[(y + 26) & 31];
			x += in[(x >> 2) & 31] - y;
		}
	} break;
	case 1: {
		if ((y & 15) < 9) {
			out[i + 64 * 0 + 1024] = x;
			x += in[(x >> 0) & 31] - y;
			y = y * 81 + n;
		} else {
			out[i + 64 * 0 + 1024] = x;
		}
	} break;
	default: {
		if ((x & 15) < 5) {
			y = y * 77 + n;
			y = (y >> 1) ^ (x * 77);
			out[i + 64 * 0 + 1024] = x;
		}
	}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_96(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 255) % 3 == 2) {
		if ((x & 15) < 4) {
			if ((x & 15) < 7) {
				out[i + 64 * 0 + 1024] = x;
				x += in[(x >> 3) & 31] - y;
			}
		} else {
			x += in[(x >> 2) & 31] - y;
			x = x * 83 + in[(y + 20) & 31];
			if ((x & 15) < 3) {
				out[i + 64 * 0 + 1024] = x;
			}
		}
	} else {
		y = y * 51 + n;
	}
#pragma unroll 1
	for (int k1 = 0, ek1 = ((x >> 2) & 1) + 1; k1 < ek1; k1++) {
		if ((y ^ n) & 8) {
			x = x * 55 + in[(y + 26) & 31];
		}
		if ((n & 255) % 5 == 2) {
			y = y * 37 + n;
			y = y * 21 + n;
		} else {
			if ((n & 255) % 3 == 0)
				continue;
#pragma unroll 1
			for (int k2 = 0; k2 < ((n >> 1) & 7) + 0 && k2 < 9; k2++) {
				y = (y >> 1) ^ (x * 57);
				out[i + 64 * 1 + 1024] = x;
			}
			out[i + 64 * 1 + 1024] = x;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_97(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 71);
	if ((n & 255) % 3 == 0) {
		if ((x & 255) % 5 == 0) {
			y = (y >> 1) ^ (x * 51);
		}
	} else {
		if ((x ^ n) & 14) {
			x = x * 97 + in[(y + 1) & 31];
			y = (y >> 1) ^ (x * 57);
		}
		if ((y ^ y) & 6) {
			out[i + 64 * 2 + 1024] = x;
			x += in[(x >> 0) & 31] - y;
			x = x * 63 + in[(y + 9) & 31];
		} else {
			y = y * 43 + n;
			x = x * 25 + in[(y + 30) & 31];
			y = y * 51 + n;
		}
	}
	if ((n ^ x) & 15) {
		if ((x & 255) % 5 == 0) {
			y = y * 47 + n;
		}
	} else {
		switch (n & 3) {
		case 0: {
			out[i + 64 * 0 + 1024] = x;
		} break;
		case 1: {
			y = y * 67 + n;
			x = x * 71 + in[(y + 11) & 31];
			x += in[(x >> 1) & 31] - y;
		} break;
		case 2: {
			y = y * 7 + n;
			y = (y >> 1) ^ (x * 31);
			y = y * 27 + n;
		} break;
		default: {
			x = x * 59 + in[(y + 5) & 31];
			x += in[(x >> 0) & 31] - y;
			y = (y >> 1) ^ (x * 29);
		}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_98(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 3) & 31] - y;
	if ((n & 16) != 0) {
		if ((n ^ y) & 2) {
			if ((n ^ y) & 8) {
				y = (y >> 1) ^ (x * 89);
				x = x * 61 + in[(y + 4) & 31];
			}
			y = (y >> 1) ^ (x * 87);
		}
	} else {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((y >> 1) & 1) + 1; k1 < ek1; k1++) {
			y = y * 87 + n;
			if ((x & 4) != 0) {
				y = y * 75 + n;
				x = x * 57 + in[(y + 9) & 31];
				y = (y >> 1) ^ (x * 31);
			} else {
				out[i + 64 * 3 + 1024] = x;
				out[i + 64 * 3 + 1024] = x;
			}
		}
		x = x * 59 + in[(y + 22) & 31];
	}
	if ((x & 15) < 13) {
		if ((y & 15) < 6) {
			if ((x & 255) % 5 == 1) {
				x = x * 25 + in[(y + 25) & 31];
				x = x * 5 + in[(y + 1) & 31];
				out[i + 64 * 0 + 1024] = x;
			}
		} else {
			if ((x & 4) != 0) {
				x = x * 33 + in[(y + 2) & 31];
			}
			x = x * 75 + in[(y + 2) & 31];
		}
		switch (y & 3) {
		case 0: {
			if ((x & 255) % 5 == 0) {
				out[i + 64 * 2 + 1024] = x;
				x += in[(x >> 0) & 31] - y;
				out[i + 64 * 2 + 1024] = x;
			}
		} break;
		case 1: {
			x = x * 61 + in[(y + 16) & 31];
			if ((y & 16) != 0) {
				out[i + 64 * 3 + 1024] = x;
				out[i + 64 * 1 + 1024] = x;
				x += in[(x >> 0) & 31] - y;
			}
#pragma unroll 1
			for (int k2 = 0; k2 < ((n >> 2) & 3) + 1 && k2 < 9; k2++) {
				x += in[(x >> 1) & 31] - y;
			}
		} break;
		case 2: {
			x = x * 83 + in[(y + 31) & 31];
			if ((y & 255) % 5 == 0) {
				x = x * 91 + in[(y + 14) & 31];
				out[i + 64 * 1 + 1024] = x;
				x += in[(x >> 2) & 31] - y;
			} else {
				out[i + 64 * 1 + 1024] = x;
			}
			x += in[(x >> 1) & 31] - y;
		} break;
		default: {
			if ((n ^ n) & 3) {
				y = y * 7 + n;
			}
			switch (n & 3) {
			case 0: {
				x = x * 57 + in[(y + 12) & 31];
				out[i + 64 * 2 + 1024] = x;
			} break;
			case 1: {
				x = x * 65 + in[(y + 29) & 31];
			} break;
			default: {
				y = (y >> 1) ^ (x * 33);
				y = (y >> 1) ^ (x * 41);
				y = y * 15 + n;
			}
			}
		}
		}
		if ((x ^ x) & 2) {
			x += in[(x >> 0) & 31] - y;
			if ((y ^ x) & 10) {
				x += in[(x >> 0) & 31] - y;
				x = x * 73 + in[(y + 14) & 31];
			}
			if ((y & 255) % 5 == 1) {
				y = y * 9 + n;
			}
		}
	} else {
#pragma unroll 1
		for (int k3 = 0; k3 < ((y >> 1) & 1) + 0 && k3 < 9; k3++) {
#pragma unroll 1
			for (int k4 = 0; k4 < ((y >> 2) & 7) + 0 && k4 < 9; k4++) {
				y = (y >> 1) ^ (x * 47);
			}
			y = (y >> 1) ^ (x * 57);
		}
		if ((x & 15) < 9) {
			out[i] = x ^ y;
			return;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_99(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0; k1 < ((y >> 1) & 1) + 0 && k1 < 9; k1++) {
		if ((x & 15) < 5) {
			if ((n & 15) < 2) {
				x = x * 37 + in[(y + 1) & 31];
			} else {
				x += in[(x >> 2) & 31] - y;
			}
		} else {
			x = x * 5 + in[(y + 2) & 31];
			x = x * 23 + in[(y + 11) & 31];
		}
		x = x * 81 + in[(y + 18) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_100(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 33);
#pragma unroll 1
	for (int k1 = 0; k1 < ((n >> 0) & 7) + 0 && k1 < 9; k1++) {
		if ((y ^ x) & 6) {
			switch (n & 3) {
			case 0: {
				x = x * 75 + in[(y + 19) & 31];
				x += in[(x >> 3) & 31] - y;
				x += in[(x >> 3) & 31] - y;
			} break;
			case 1: {
				y = (y >> 1) ^ (x * 3);
			} break;
			case 2: {
				x = x * 55 + in[(y + 22) & 31];
				x = x * 31 + in[(y + 10) & 31];
			} break;
			default: {
				out[i + 64 * 0 + 1024] = x;
				out[i + 64 * 3 + 1024] = x;
			}
			}
		}
		if ((y ^ y) & 9) {
			out[i] = x ^ y;
			return;
		}
		if ((x & 255) % 5 == 1) {
			if ((y & 2) != 0) {
				x = x * 73 + in[(y + 22) & 31];
				x = x * 65 + in[(y + 24) & 31];
				out[i + 64 * 1 + 1024] = x;
			}
#pragma unroll 1
			for (int k2 = 0; k2 < ((n >> 2) & 1) + 1 && k2 < 9; k2++) {
				x = x * 87 + in[(y + 11) & 31];
			}
			x = x * 79 + in[(y + 6) & 31];
		}
	}
	if ((x & 8) != 0) {
		x = x * 61 + in[(y + 20) & 31];
#pragma unroll 1
		for (int k3 = 0, ek3 = ((y >> 0) & 7) + 0; k3 < ek3; k3++) {
			y = y * 53 + n;
		}
		y = y * 39 + n;
	} else {
		if ((x & 255) % 3 == 2) {
			if ((n & 255) % 5 == 2) {
				x = x * 93 + in[(y + 24) & 31];
				out[i + 64 * 0 + 1024] = x;
			}
		} else {
			if ((x & 15) < 4) {
				x = x * 89 + in[(y + 18) & 31];
				x = x * 43 + in[(y + 18) & 31];
				out[i + 64 * 1 + 1024] = x;
			}
#pragma unroll 1
			for (int k4 = 0; k4 < ((n >> 0) & 1) + 1 && k4 < 9; k4++) {
				out[i + 64 * 1 + 1024] = x;
				x = x * 23 + in[(y + 15) & 31];
			}
			if ((n & 2) != 0) {
				out[i + 64 * 3 + 1024] = x;
				y = (y >> 1) ^ (x * 45);
				x = x * 61 + in[(y + 28) & 31];
			} else {
				y = y * 87 + n;
				x = x * 45 + in[(y + 7) & 31];
			}
		}
		if ((n & 15) < 3) {
			if ((y & 255) % 3 == 1) {
				x += in[(x >> 1) & 31] - y;
				x += in[(x >> 0) & 31] - y;
			} else {
				y = (y >> 1) ^ (x * 49);
				y = y * 73 + n;
				x = x * 85 + in[(y + 0) & 31];
			}
		} else {
#pragma unroll 1
			for (int k5 = 0, ek5 = ((n >> 0) & 3) + 0; k5 < ek5; k5++) {
				y = (y >> 1) ^ (x * 87);
				x = x * 23 + in[(y + 1) & 31];
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_101(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	switch (y & 3) {
	case 0: {
		x += in[(x >> 1) & 31] - y;
		if ((y & 255) % 5 == 0) {
#pragma unroll 1
			for (int k1 = 0, ek1 = ((x >> 0) & 3) + 0; k1 < ek1; k1++) {
				y = (y >> 1) ^ (x * 39);
				y = y * 13 + n;
			}
			x = x * 7 + in[(y + 31) & 31];
		} else {
			if ((n & 255) % 5 == 0) {
				x += in[(x >> 1) & 31] - y;
				y = (y >> 1) ^ (x * 31);
				x = x * 31 + in[(y + 13) & 31];
			}
			x = x * 45 + in[(y + 1) & 31];
			x = x * 67 + in[(y + 28) & 31];
		}
	} break;
	case 1: {
#pragma unroll 1
		for (int k2 = 0; k2 < ((n >> 2) & 3) + 1 && k2 < 9; k2++) {
#pragma unroll 1
			for (int k3 = 0, ek3 = ((n >> 0) & 1) + 0; k3 < ek3; k3++) {
				y = (y >> 1) ^ (x * 9);
			}
			if ((y & 8) != 0) {
				x = x * 3 + in[(y + 10) & 31];
			}
		}
	} break;
	default: {
		y = (y >> 1) ^ (x * 7);
	}
	}
	if ((y & 15) < 11) {
		if ((x ^ y) & 6) {
			out[i] = x ^ y;
			return;
		}
		x = x * 75 + in[(y + 30) & 31];
#pragma unroll 1
		for (int k4 = 0; k4 < ((n >> 2) & 1) + 1 && k4 < 9; k4++) {
			x = x * 7 + in[(y + 19) & 31];
			y = y * 23 + n;
			y = (y >> 1) ^ (x * 51);
		}
	} else {
		if ((n & 15) < 3) {
			if ((n ^ n) & 2) {
				y = (y >> 1) ^ (x * 61);
				x = x * 97 + in[(y + 2) & 31];
			}
#pragma unroll 1
			for (int k5 = 0, ek5 = ((n >> 0) & 7) + 1; k5 < ek5; k5++) {
				x = x * 97 + in[(y + 2) & 31];
				x += in[(x >> 2) & 31] - y;
			}
		}
	}
	if ((n & 15) < 4) {
		out[i + 64 * 1 + 1024] = x;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_102(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0, ek1 = ((n >> 0) & 7) + 0; k1 < ek1; k1++) {
		if ((y & 8) != 0) {
			out[i] = x ^ y;
			return;
		}
		x = x * 61 + in[(y + 15) & 31];
	}
	y = y * 95 + n;
	y = y * 55 + n;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_103(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n ^ x) & 8) {
		y = (y >> 1) ^ (x * 47);
		if ((n & 15) < 14) {
#pragma unroll 1
			for (int k1 = 0, ek1 = ((x >> 2) & 7) + 1; k1 < ek1; k1++) {
				if ((n & 255) % 3 == 0) {
					x = x * 27 + in[(y + 16) & 31];
				}
				if ((n & 255) % 5 == 0) {
					out[i + 64 * 3 + 1024] = x;
				} else {
					y = (y >> 1) ^ (x * 69);
					y = (y >> 1) ^ (x * 31);
				}
				y = (y >> 1) ^ (x * 17);
			}
		}
		if ((n & 255) % 3 == 1) {
			if ((y ^ x) & 6) {
				if ((n & 255) % 3 == 2) {
					x = x * 61 + in[(y + 11) & 31];
					x = x * 97 + in[(y + 7) & 31];
					out[i + 64 * 0 + 1024] = x;
				}
				x = x * 21 + in[(y + 2) & 31];
			} else {
				if ((x & 15) < 1) {
					out[i + 64 * 3 + 1024] = x;
					x = x * 27 + in[(y + 26) & 31];
				} else {
					x += in[(x >> 3) & 31] - y;
					x = x * 63 + in[(y + 31) & 31];
					out[i + 64 * 3 + 1024] = x;
				}
				x = x * 97 + in[(y + 26) & 31];
			}
			x += in[(x >> 0) & 31] - y;
		}
	} else {
		if ((n ^ y) & 13) {
			y = (y >> 1) ^ (x * 77);
			y = (y >> 1) ^ (x * 55);
		} else {
			if ((n ^ y) & 7) {
				out[i] = x ^ y;
				return;
			}
		}
	}
	out[i + 64 * 2 + 1024] = x;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_104(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n ^ x) & 2) {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((x >> 1) & 7) + 1; k1 < ek1; k1++) {
			y = (y >> 1) ^ (x * 69);
			if ((y & 1) != 0) {
				x = x * 13 + in[(y + 14) & 31];
			}
		}
		y = y * 51 + n;
		x = x * 33 + in[(y + 5) & 31];
	} else {
		x = x * 79 + in[(y + 12) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_105(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = (y >> 1) ^ (x * 65);
	out[i + 64 * 0 + 1024] = x;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_106(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	y = y * 91 + n;
	x = x * 13 + in[(y + 3) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_107(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((x & 15) < 1) {
		out[i] = x ^ y;
		return;
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_108(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 3) & 31] - y;
	if ((y ^ n) & 12) {
		y = y * 59 + n;
		x = x * 27 + in[(y + 6) & 31];
		if ((x ^ y) & 9) {
			x = x * 77 + in[(y + 1) & 31];
		}
	} else {
		y = y * 9 + n;
	}
#pragma unroll 1
	for (int k1 = 0, ek1 = ((n >> 1) & 7) + 1; k1 < ek1; k1++) {
		switch (n & 3) {
		case 0: {
			if ((x & 255) % 5 == 1) {
				y = (y >> 1) ^ (x * 69);
				x = x * 29 + in[(y + 11) & 31];
				y = y * 85 + n;
			}
			if ((n ^ y) & 13) {
				x = x * 89 + in[(y + 12) & 31];
				y = y * 3 + n;
				out[i + 64 * 3 + 1024] = x;
			} else {
				x += in[(x >> 0) & 31] - y;
				x += in[(x >> 2) & 31] - y;
				out[i + 64 * 1 + 1024] = x;
			}
		} break;
		case 1: {
#pragma unroll 1
			for (int k2 = 0, ek2 = ((n >> 1) & 1) + 1; k2 < ek2; k2++) {
				x = x * 95 + in[(y + 13) & 31];
			}
			if ((y ^ y) & 2) {
				out[i] = x ^ y;
				return;
			}
			if ((y & 255) % 5 == 1) {
				x += in[(x >> 3) & 31] - y;
				x += in[(x >> 2) & 31] - y;
				x = x * 57 + in[(y + 19) & 31];
			} else {
				x += in[(x >> 1) & 31] - y;
			}
		} break;
		default: {
			x += in[(x >> 3) & 31] - y;
			y = (y >> 1) ^ (x * 31);
			out[i + 64 * 2 + 1024] = x;
		}
		}
		y = (y >> 1) ^ (x * 51);
		x = x * 29 + in[(y + 4) & 31];
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_109(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	switch (n & 3) {
	case 0: {
		x = x * 63 + in[(y + 22) & 31];
		if ((x & 15) < 12) {
			out[i] = x ^ y;
			return;
		}
	} break;
	case 1: {
		x += in[(x >> 2) & 31] - y;
		if ((x & 15) < 12) {
			out[i] = x ^ y;
			return;
		}
	} break;
	default: {
		x = x * 47 + in[(y + 21) & 31];
		if ((n ^ y) & 2) {
			x = x * 57 + in[(y + 24) & 31];
#pragma unroll 1
			for (int k1 = 0; k1 < ((n >> 1) & 1) + 1 && k1 < 9; k1++) {
				x = x * 63 + in[(y + 31) & 31];
			}
		} else {
			if ((y & 15) < 6) {
				x = x * 73 + in[(y + 4) & 31];
				x = x * 61 + in[(y + 17) & 31];
				y = y * 27 + n;
			}
		}
	}
	}
	if ((y & 16) != 0) {
		if ((n & 255) % 5 == 1) {
			y = (y >> 1) ^ (x * 75);
			x = x * 67 + in[(y + 30) & 31];
		} else {
			if ((n & 8) != 0) {
				y = (y >> 1) ^ (x * 77);
				y = (y >> 1) ^ (x * 85);
			}
			switch (y & 3) {
			case 0: {
				y = (y >> 1) ^ (x * 69);
				x += in[(x >> 2) & 31] - y;
				out[i + 64 * 1 + 1024] = x;
			} break;
			case 1: {
				x = x * 65 + in[(y + 5) & 31];
			} break;
			default: {
				x += in[(x >> 0) & 31] - y;
				y = (y >> 1) ^ (x * 75);
			}
			}
			if ((n & 8) != 0) {
				x += in[(x >> 2) & 31] - y;
			} else {
				x += in[(x >> 0) & 31] - y;
			}
		}
#pragma unroll 1
		for (int k2 = 0, ek2 = ((y >> 0) & 1) + 1; k2 < ek2; k2++) {
			if ((n & 8) != 0) {
				x = x * 47 + in[(y + 17) & 31];
				x += in[(x >> 3) & 31] - y;
				y = (y >> 1) ^ (x * 65);
			} else {
				y = y * 73 + n;
			}
			if ((y & 255) % 3 == 1) {
				x = x * 41 + in[(y + 21) & 31];
				x = x * 57 + in[(y + 2) & 31];
			} else {
				x = x * 15 + in[(y + 29) & 31];
				x = x * 9 + in[(y + 13) & 31];
			}
			x = x * 83 + in[(y + 22) & 31];
		}
#pragma unroll 1
		for (int k3 = 0; k3 < ((n >> 1) & 1) + 0 && k3 < 9; k3++) {
#pragma unroll 1
			for (int k4 = 0, ek4 = ((y >> 2) & 3) + 1; k4 < ek4; k4++) {
				y = (y >> 1) ^ (x * 37);
			}
			if ((y & 255) % 3 == 1) {
				x = x * 19 + in[(y + 30) & 31];
				x = x * 73 + in[(y + 5) & 31];
				y = y * 69 + n;
			}
			if ((y ^ n) & 13) {
				y = (y >> 1) ^ (x * 11);
			} else {
				y = (y >> 1) ^ (x * 37);
			}
		}
	}
	x = x * 53 + in[(y + 13) & 31];
	out[i] = x ^ y;
}
extern "C" __global__ void
r_110(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((y ^ x) & 13) {
		if ((n & 15) < 2) {
			y = y * 57 + n;
			if ((x & 255) % 5 == 1) {
				if ((n & 15) < 3) {
					y = (y >> 1) ^ (x * 5);
					x = x * 13 + in[(y + 17) & 31];
				} else {
					x += in[(x >> 3) & 31] - y;
					x = x * 7 + in[(y + 7) & 31];
					out[i + 64 * 3 + 1024] = x;
				}
				x += in[(x >> 2) & 31] - y;
			} else {
#pragma unroll 1
				for (int k1 = 0; k1 < ((n >> 1) & 1) + 0 && k1 < 9; k1++) {
					y = (y >> 1) ^ (x * 51);
					x = x * 55 + in[(y + 2) & 31];
				}
				if ((y & 1) != 0) {
					x += in[(x >> 3) & 31] - y;
					y = (y >> 1) ^ (x * 49);
				}
			}
			if ((x & 1) != 0) {
				out[i] = x ^ y;
				return;
			}
		}
	}
	if ((x & 15) < 9) {
		out[i] = x ^ y;
		return;
	}
	if ((n ^ n) & 11) {
#pragma unroll 1
		for (int k2 = 0; k2 < ((n >> 1) & 1) + 0 && k2 < 9; k2++) {
			x = x * 23 + in[(y + 26) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_111(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x = x * 3 + in[(y + 8) & 31];
	if ((x & 255) % 3 == 1) {
		x = x * 31 + in[(y + 10) & 31];
	} else {
		out[i + 64 * 2 + 1024] = x;
	}
	if ((x ^ y) & 3) {
#pragma unroll 1
		for (int k1 = 0, ek1 = ((y >> 0) & 7) + 1; k1 < ek1; k1++) {
			if ((n & 255) % 3 == 2) {
				x += in[(x >> 0) & 31] - y;
			} else {
				y = y * 39 + n;
				out[i + 64 * 1 + 1024] = x;
				y = y * 55 + n;
			}
			y = y * 77 + n;
			x = x * 63 + in[(y + 13) & 31];
		}
		if ((y ^ n) & 8) {
			out[i] = x ^ y;
			return;
		}
	} else {
		if ((n ^ n) & 3) {
			if ((n & 16) != 0) {
				y = y * 81 + n;
			}
			if ((n & 15) < 5) {
				x += in[(x >> 0) & 31] - y;
			}
		}
		x += in[(x >> 0) & 31] - y;
		if ((y ^ x) & 12) {
			if ((x ^ y) & 3) {
				y = y * 37 + n;
			} else {
				y = y * 83 + n;
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_112(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

#pragma unroll 1
	for (int k1 = 0; k1 < ((y >> 1) & 3) + 1 && k1 < 9; k1++) {
#pragma unroll 1
		for (int k2 = 0, ek2 = ((n >> 0) & 3) + 0; k2 < ek2; k2++) {
			y = y * 27 + n;
		}
		if ((n & 1) != 0) {
			x += in[(x >> 1) & 31] - y;
			x = x * 57 + in[(y + 11) & 31];
		} else {
			out[i + 64 * 2 + 1024] = x;
			x += in[(x >> 0) & 31] - y;
			y = (y >> 1) ^ (x * 53);
		}
		x = x * 71 + in[(y + 20) & 31];
	}
	out[i + 64 * 2 + 1024] = x;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_113(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 255) % 3 == 0) {
		if ((x & 15) < 4) {
			y = (y >> 1) ^ (x * 87);
			x = x * 57 + in[(y + 18) & 31];
			y = y * 81 + n;
		}
#pragma unroll 1
		for (int k1 = 0, ek1 = ((x >> 0) & 1) + 0; k1 < ek1; k1++) {
			x = x * 61 + in[(y + 8) & 31];
			y = (y >> 1) ^ (x * 47);
			x += in[(x >> 0) & 31] - y;
		}
	} else {
#pragma unroll 1
		for (int k2 = 0; k2 < ((n >> 2) & 3) + 1 && k2 < 9; k2++) {
			y = y * 77 + n;
			out[i + 64 * 1 + 1024] = x;
		}
		x = x * 23 + in[(y + 7) & 31];
	}
#pragma unroll 1
	for (int k3 = 0, ek3 = ((x >> 2) & 3) + 1; k3 < ek3; k3++) {
		x += in[(x >> 3) & 31] - y;
#pragma unroll 1
		for (int k4 = 0, ek4 = ((n >> 1) & 3) + 1; k4 < ek4; k4++) {
			y = y * 61 + n;
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_114(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 3) & 31] - y;
	out[i + 64 * 3 + 1024] = x;
	out[i + 64 * 3 + 1024] = x;
	out[i] = x ^ y;
}
extern "C" __global__ void
r_115(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	switch (n & 3) {
	case 0: {
		if ((y & 255) % 3 == 1) {
			switch (x & 3) {
			case 0: {
				x = x * 33 + in[(y + 20) & 31];
				y = y * 19 + n;
			} break;
			case 1: {
				y = (y >> 1) ^ (x * 17);
				x = x * 31 + in[(y + 9) & 31];
			} break;
			case 2: {
				x = x * 29 + in[(y + 26) & 31];
				if ((x ^ n) & 7) {
					x = x * 97 + in[(y + 19) & 31];
				}
				if ((y & 15) < 11) {
					y = (y >> 1) ^ (x * 95);
				}
			} break;
			default: {
#pragma unroll 1
				for (int k1 = 0, ek1 = ((y >> 0) & 7) + 1; k1 < ek1; k1++) {
					x += in[(x >> 2) & 31] - y;
				}
				y = (y >> 1) ^ (x * 93);
			}
			}
			if ((n ^ n) & 9) {
				if ((n ^ n) & 6) {
					out[i] = x ^ y;
					return;
				}
			}
			if ((y ^ x) & 14) {
				if ((x & 15) < 2) {
					out[i + 64 * 0 + 1024] = x;
					out[i + 64 * 1 + 1024] = x;
				}
			} else {
				if ((n ^ n) & 14) {
					y = (y >> 1) ^ (x * 17);
					y = y * 77 + n;
				}
			}
		} else {
			switch (x & 3) {
			case 0: {
				if ((y ^ x) & 4) {
					y = (y >> 1) ^ (x * 47);
					x = x * 75 + in[(y + 30) & 31];
				} else {
					out[i + 64 * 3 + 1024] = x;
				}
			} break;
			case 1: {
				y = (y >> 1) ^ (x * 91);
			} break;
			default: {
				out[i + 64 * 1 + 1024] = x;
				out[i + 64 * 3 + 1024] = x;
				out[i + 64 * 2 + 1024] = x;
			}
			}
		}
		if ((n ^ y) & 1) {
			if ((n & 255) % 3 == 0) {
				out[i] = x ^ y;
				return;
			}
		} else {
			out[i + 64 * 3 + 1024] = x;
		}
	} break;
	case 1: {
		x = x * 71 + in[(y + 5) & 31];
		if ((y & 15) < 12) {
			y = y * 25 + n;
			if ((x & 15) < 2) {
				y = (y >> 1) ^ (x * 9);
				if ((n & 15) < 7) {
					out[i + 64 * 3 + 1024] = x;
				} else {
					x = x * 39 + in[(y + 17) & 31];
					y = (y >> 1) ^ (x * 95);
					out[i + 64 * 2 + 1024] = x;
				}
				if ((y ^ x) & 5) {
					x += in[(x >> 3) & 31] - y;
					x = x * 65 + in[(y + 23) & 31];
					out[i + 64 * 2 + 1024] = x;
				} else {
					x = x * 43 + in[(y + 27) & 31];
				}
			} else {
				y = (y >> 1) ^ (x * 23);
				if ((y & 255) % 3 == 0) {
					y = y * 87 + n;
					y = y * 77 + n;
				}
			}
		}
#pragma unroll 1
		for (int k2 = 0, ek2 = ((x >> 2) & 3) + 0; k2 < ek2; k2++) {
			x += in[(x >> 1) & 31] - y;
		}
	} break;
	case 2: {
		x = x * 19 + in[(y + 22) & 31];
		x = x * 19 + in[(y + 10) & 31];
	} break;
	default: {
		if ((y ^ x) & 13) {
			y = (y >> 1) ^ (x * 9);
#pragma unroll 1
			for (int k3 = 0; k3 < ((n >> 1) & 3) + 1 && k3 < 9; k3++) {
				if ((x & 255) % 5 == 1) {
					x = x * 55 + in[(y + 15) & 31];
					x = x * 39 + in[(y + 17) & 31];
					out[i + 64 * 0 + 1024] = x;
				}
#pragma unroll 1
				for (int k4 = 0, ek4 = ((n >> 0) & 7) + 1; k4 < ek4; k4++) {
					x = x * 29 + in[(y + 0) & 31];
					y = y * 43 + n;
				}
				if ((n & 15) < 9) {
					x = x * 31 + in[(y + 10) & 31];
					x = x * 93 + in[(y + 23) & 31];
					y = (y >> 1) ^ (x * 75);
				}
			}
		} else {
			if ((n & 255) % 3 == 2) {
				if ((y & 15) < 3) {
					y = (y >> 1) ^ (x * 11);
					x += in[(x >> 1) & 31] - y;
				}
				if ((n & 255) % 3 == 2) {
					out[i + 64 * 2 + 1024] = x;
				}
			} else {
#pragma unroll 1
				for (int k5 = 0; k5 < ((n >> 2) & 3) + 1 && k5 < 9; k5++) {
					x = x * 25 + in[(y + 4) & 31];
					x = x * 47 + in[(y + 11) & 31];
					out[i + 64 * 2 + 1024] = x;
				}
				x = x * 5 + in[(y + 29) & 31];
			}
			y = (y >> 1) ^ (x * 57);
		}
		switch (n & 3) {
		case 0: {
			out[i + 64 * 3 + 1024] = x;
			switch (y & 3) {
			case 0: {
				if ((n & 15) < 11) {
					x = x * 23 + in[(y + 26) & 31];
				}
				switch (n & 3) {
				case 0: {
					y = y * 69 + n;
					out[i + 64 * 1 + 1024] = x;
					x = x * 57 + in[(y + 28) & 31];
				} break;
				case 1: {
					y = (y >> 1) ^ (x * 37);
				} break;
				case 2: {
					out[i + 64 * 2 + 1024] = x;
					y = (y >> 1) ^ (x * 5);
					out[i + 64 * 1 + 1024] = x;
				} break;
				default: {
					x = x * 35 + in[(y + 17) & 31];
				}
				}
				switch (y & 3) {
				case 0: {
					y = (y >> 1) ^ (x * 19);
					out[i + 64 * 3 + 1024] = x;
					y = (y >> 1) ^ (x * 51);
				} break;
				case 1: {
					x += in[(x >> 3) & 31] - y;
					out[i + 64 * 2 + 1024] = x;
				} break;
				case 2: {
					x += in[(x >> 2) & 31] - y;
					x = x * 67 + in[(y + 9) & 31];
				} break;
				default: {
					x = x * 25 + in[(y + 30) & 31];
					x = x * 17 + in[(y + 9) & 31];
				}
				}
			} break;
			case 1: {
				if ((n & 255) % 5 == 2) {
					out[i] = x ^ y;
					return;
				}
			} break;
			case 2: {
				if ((n & 15) < 1) {
					y = (y >> 1) ^ (x * 13);
					y = (y >> 1) ^ (x * 49);
				}
			} break;
			default: {
				x += in[(x >> 3) & 31] - y;
				y = (y >> 1) ^ (x * 47);
			}
			}
		} break;
		case 1: {
#pragma unroll 1
			for (int k6 = 0, ek6 = ((n >> 1) & 1) + 1; k6 < ek6; k6++) {
				out[i + 64 * 3 + 1024] = x;
				x = x * 87 + in[(y + 4) & 31];
			}
		} break;
		default: {
#pragma unroll 1
			for (int k7 = 0; k7 < ((n >> 0) & 7) + 0 && k7 < 9; k7++) {
				x = x * 87 + in[(y + 8) & 31];
				if ((y ^ n) & 9)
					break;
				if ((y & 1) != 0)
					break;
			}
		}
		}
		x = x * 87 + in[(y + 8) & 31];
	}
	}
	if ((x & 255) % 3 == 1) {
		if ((x & 255) % 3 == 2) {
			y = y * 11 + n;
		}
#pragma unroll 1
		for (int k8 = 0, ek8 = ((n >> 1) & 3) + 0; k8 < ek8; k8++) {
			if ((n & 255) % 5 == 0) {
				x += in[(x >> 3) & 31] - y;
#pragma unroll 1
				for (int k9 = 0; k9 < ((y >> 0) & 1) + 0 && k9 < 9; k9++) {
					y = (y >> 1) ^ (x * 13);
					x = x * 85 + in[(y + 14) & 31];
				}
				if ((x ^ x) & 5) {
					out[i] = x ^ y;
					return;
				}
			}
			y = (y >> 1) ^ (x * 33);
			x = x * 75 + in[(y + 18) & 31];
		}
		if ((x ^ n) & 13) {
#pragma unroll 1
			for (int k10 = 0; k10 < ((y >> 2) & 3) + 1 && k10 < 9; k10++) {
				switch (n & 3) {
				case 0: {
					x = x * 83 + in[(y + 21) & 31];
					x = x * 87 + in[(y + 10) & 31];
					x = x * 33 + in[(y + 17) & 31];
				} break;
				case 1: {
					x = x * 13 + in[(y + 14) & 31];
					y = (y >> 1) ^ (x * 79);
					x = x * 89 + in[(y + 18) & 31];
				} break;
				default: {
					x = x * 33 + in[(y + 22) & 31];
				}
				}
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_116(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 1) != 0) {
#pragma unroll 1
		for (int k1 = 0; k1 < ((y >> 1) & 7) + 1 && k1 < 9; k1++) {
			x = x * 77 + in[(y + 8) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_117(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	if ((n & 2) != 0) {
		x = x * 19 + in[(y + 18) & 31];
	} else {
		x = x * 39 + in[(y + 7) & 31];
#pragma unroll 1
		for (int k1 = 0; k1 < ((n >> 0) & 3) + 0 && k1 < 9; k1++) {
			x = x * 15 + in[(y + 28) & 31];
			x = x * 25 + in[(y + 24) & 31];
			x = x * 55 + in[(y + 11) & 31];
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_118(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	out[i + 64 * 3 + 1024] = x;
	if ((n ^ y) & 13) {
		x += in[(x >> 2) & 31] - y;
		x += in[(x >> 0) & 31] - y;
	} else {
		if ((y ^ x) & 8) {
			x += in[(x >> 1) & 31] - y;
		} else {
			out[i + 64 * 1 + 1024] = x;
		}
#pragma unroll 1
		for (int k1 = 0; k1 < ((n >> 1) & 3) + 0 && k1 < 9; k1++) {
			y = y * 85 + n;
			if ((n & 255) % 3 == 1) {
				x = x * 9 + in[(y + 6) & 31];
				y = y * 75 + n;
			}
#pragma unroll 1
			for (int k2 = 0; k2 < ((y >> 2) & 7) + 1 && k2 < 9; k2++) {
				x = x * 85 + in[(y + 15) & 31];
				x = x * 27 + in[(y + 19) & 31];
			}
		}
	}
	if ((x & 15) < 2) {
		x += in[(x >> 0) & 31] - y;
		if ((n ^ y) & 7) {
			y = y * 5 + n;
			if ((x & 16) != 0) {
				out[i + 64 * 1 + 1024] = x;
				x += in[(x >> 0) & 31] - y;
				y = y * 3 + n;
			} else {
				x = x * 21 + in[(y + 16) & 31];
				y = (y >> 1) ^ (x * 29);
			}
			if ((y ^ n) & 6) {
				x = x * 57 + in[(y + 28) & 31];
				out[i + 64 * 2 + 1024] = x;
				x = x * 15 + in[(y + 29) & 31];
			} else {
				x = x * 51 + in[(y + 13) & 31];
				x = x * 25 + in[(y + 19) & 31];
				x = x * 43 + in[(y + 31) & 31];
			}
		}
	} else {
#pragma unroll 1
		for (int k3 = 0, ek3 = ((x >> 2) & 7) + 0; k3 < ek3; k3++) {
#pragma unroll 1
			for (int k4 = 0; k4 < ((y >> 0) & 1) + 0 && k4 < 9; k4++) {
				x = x * 15 + in[(y + 13) & 31];
				y = y * 25 + n;
				y = y * 33 + n;
			}
			y = y * 17 + n;
#pragma unroll 1
			for (int k5 = 0; k5 < ((y >> 1) & 1) + 1 && k5 < 9; k5++) {
				x += in[(x >> 1) & 31] - y;
				x = x * 73 + in[(y + 22) & 31];
			}
		}
		if ((y ^ n) & 7) {
			x = x * 91 + in[(y + 1) & 31];
			if ((x & 255) % 5 == 0) {
				y = y * 11 + n;
				x += in[(x >> 3) & 31] - y;
			} else {
				out[i + 64 * 3 + 1024] = x;
				out[i + 64 * 2 + 1024] = x;
			}
#pragma unroll 1
			for (int k6 = 0; k6 < ((y >> 1) & 7) + 1 && k6 < 9; k6++) {
				x = x * 35 + in[(y + 24) & 31];
			}
		}
	}
	out[i] = x ^ y;
}
extern "C" __global__ void
r_119(const int *in, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int n = in[i], x = n, y = i;

	x += in[(x >> 1) & 31] - y;
	if ((n & 255) % 3 == 0) {
		if ((x ^ n) & 10) {
			if ((x & 1) != 0) {
				switch (y & 3) {
				case 0: {
					x = x * 41 + in[(y + 31) & 31];
					x = x * 93 + in[(y + 9) & 31];
					x = x * 91 + in[(y + 24) & 31];
				} break;
				case 1: {
					out[i + 64 * 0 + 1024] = x;
				} break;
				case 2: {
					y = (y >> 1) ^ (x * 81);
					x = x * 87 + in[(y + 29) & 31];
				} break;
				default: {
					y = y * 65 + n;
					y = y * 77 + n;
				}
				}
				if ((y & 255) % 3 == 2) {
					x = x * 27 + in[(y + 30) & 31];
					x = x * 97 + in[(y + 19) & 31];
					out[i + 64 * 3 + 1024] = x;
				} else {
					y = y * 49 + n;
					out[i + 64 * 0 + 1024] = x;
					y = (y >> 1) ^ (x * 91);
				}
#pragma unroll 1
				for (int k1 = 0, ek1 = ((y >> 0) & 3) + 0; k1 < ek1; k1++) {
					x = x * 55 + in[(y + 19) & 31];
				}
			} else {
				if ((x ^ n) & 1) {
					y = (y >> 1) ^ (x * 47);
					y = y * 65 + n;
				} else {
					out[i + 64 * 2 + 1024] = x;
					y = (y >> 1) ^ (x * 33);
					x += in[(x >> 0) & 31] - y;
				}
				if ((n & 255) % 3 == 1) {
					x += in[(x >> 1) & 31] - y;
					y = y * 9 + n;
				}
				x += in[(x >> 2) & 31] - y;
			}
		}
	}
	x += in[(x >> 3) & 31] - y;
	out[i] = x ^ y;
}
