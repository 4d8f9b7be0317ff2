/* Six kernels as they are written for a purpose, with work that its data decides; a list says which element each thread takes, as in
 * split.cu. They were chosen before any of them had been measured. */
#define LISTED(name, parameters, ...)                                                           \
	extern "C" __global__ void name##_listed(const unsigned *index, unsigned n, parameters) \
	{                                                                                       \
		unsigned t = blockIdx.x * blockDim.x + threadIdx.x;                             \
                                                                                                \
		if (t < n)                                                                      \
			name##_one(index[t], __VA_ARGS__);                                      \
	}
#define COMMA ,

__device__ static unsigned
hashed(unsigned x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}

/* ---- photons: through a slab; a step ends in the open, in an absorption, or in one of two kinds of scattering ---- */
struct slab {
	float thick, mean_path, absorbed, forward;
	unsigned most;
};

__device__ static float
chance(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (float)(*state >> 8) * (1 / 16777216.0f);
}

__device__ static void
photons_one(unsigned i, float *out, struct slab p)
{
	unsigned state = hashed(i + 1);
	float z = 0, u = 1, travelled = 0;

#pragma unroll 1
	for (unsigned n = 0; n < p.most; n++) {
		float s = -p.mean_path * __logf(chance(&state) + 1e-7f), kind;

		z += u * s;
		travelled += s;
		if (z < 0 || z > p.thick)
			break;
		kind = chance(&state);
		if (kind < p.absorbed) {
			travelled = -travelled;
			break;
		}
		if (kind < p.absorbed + p.forward) { /* by the formula of Henyey and Greenstein, g = 0.8 */
			float g = 0.8f, f = (1 - g * g) / (1 - g + 2 * g * chance(&state)), c = (1 + g * g - f * f) / (2 * g);
			float side = sqrtf(fmaxf(0.0f, 1 - c * c)) * __cosf(6.2831853f * chance(&state));

			u = u * c + sqrtf(fmaxf(0.0f, 1 - u * u)) * side;
		} else { /* to all sides alike */
			u = 2 * chance(&state) - 1;
		}
	}
	out[i] = travelled;
}
LISTED(photons, float *out COMMA struct slab p, out, p)

/* ---- probe: is a key in a hash table with open addressing; slots are tried in turn up to an empty one ---- */
__device__ static void
probe_one(unsigned i, const unsigned *query, const unsigned *used, const unsigned *keys, const unsigned *values, unsigned *out, unsigned mask)
{
	unsigned key = query[i], slot = hashed(key) & mask, found = 0xffffffffu;

#pragma unroll 1
	while (used[slot]) {
		if (keys[slot] == key) {
			found = values[slot];
			break;
		}
		slot = (slot + 1) & mask;
	}
	out[i] = found;
}
LISTED(probe,
       const unsigned *query COMMA const unsigned *used COMMA const unsigned *keys COMMA const unsigned *values COMMA unsigned *out COMMA unsigned mask,
       query, used, keys, values, out, mask)

/* ---- options: some may be exercised at their end alone, by a formula; the others at any time, by a tree ---- */
enum { STEPS = 24 };

__device__ static float
normal_below(float x)
{
	float a = fabsf(x), t = 1 / (1 + 0.2316419f * a), d = 0.3989423f * __expf(-0.5f * a * a);
	float p = d * t * (0.3193815f + t * (-0.3565638f + t * (1.781478f + t * (-1.821256f + t * 1.330274f))));

	return x > 0 ? 1 - p : p;
}

__device__ static void
options_one(unsigned i, const unsigned *early, const float *strike, const float *spread, float *out, float rate)
{
	float k = strike[i], v = spread[i], s = 100;

	if (early[i]) {
		float up = __expf(v * sqrtf(1.0f / STEPS)), down = 1 / up, worth[STEPS + 1];
		float grow = __expf(rate / STEPS), p = (grow - down) / (up - down) / grow, q = 1 / grow - p;

#pragma unroll
		for (int j = 0; j <= STEPS; j++)
			worth[j] = fmaxf(0.0f, k - s * __expf(v * sqrtf(1.0f / STEPS) * (float)(2 * j - STEPS)));
#pragma unroll 1
		for (int n = STEPS - 1; n >= 0; n--) {
			float now = s * __expf(-v * sqrtf(1.0f / STEPS) * (float)n);

#pragma unroll
			for (int j = 0; j < STEPS; j++) {
				worth[j] = fmaxf(k - now, p * worth[j + 1] + q * worth[j]);
				now *= up * up;
			}
		}
		out[i] = worth[0];
	} else {
		float d1 = (__logf(s / k) + rate + 0.5f * v * v) / v, d2 = d1 - v;

		out[i] = k * __expf(-rate) * normal_below(-d2) - s * normal_below(-d1);
	}
}
LISTED(options, const unsigned *early COMMA const float *strike COMMA const float *spread COMMA float *out COMMA float rate, early, strike,
       spread, out, rate)

/* ---- quadrature: of a function with a peak, by Simpson's rule; an interval whose halves disagree with it is halved ---- */
__device__ static double
peak(double x, double width)
{
	return width / (x * x + width);
}

__device__ static void
quadrature_one(unsigned i, const double *at, const double *width, double *out, double error, unsigned most)
{
	double a = -at[i], w = width[i], sum = 0;
	unsigned level = 0, place = 0; /* the interval is number `place` of 2^level */

#pragma unroll 1
	for (;;) {
		double h = 1.0 / (double)(1u << level), x = a + h * place;
		double f0 = peak(x, w), f1 = peak(x + 0.25 * h, w), f2 = peak(x + 0.5 * h, w), f3 = peak(x + 0.75 * h, w), f4 = peak(x + h, w);
		double once = h / 6 * (f0 + 4 * f2 + f4), twice = h / 12 * (f0 + 4 * f1 + 2 * f2 + 4 * f3 + f4);

		if (level < most && fabs(twice - once) > 15 * error * h) {
			level++;
			place *= 2;
			continue;
		}
		sum += twice + (twice - once) / 15;
		place++;
		while (level && !(place & 1)) {
			place /= 2;
			level--;
		}
		if (!level)
			break;
	}
	out[i] = sum;
}
LISTED(quadrature, const double *at COMMA const double *width COMMA double *out COMMA double error COMMA unsigned most, at, width, out, error,
       most)

/* ---- smooth: a pixel whose neighbours differ from it gets the mean of those near it in brightness, too, others the mean of nine ---- */
__device__ static void
smooth_one(unsigned i, const float *in, float *out, unsigned width, float edge, float keep)
{
	const float *p = in + (i / width + 3) * (width + 8) + i % width + 3;
	int pitch = (int)width + 8;
	float here = p[0], sum = 0, weights = 0;

	if (fabsf(p[1] - p[-1]) + fabsf(p[pitch] - p[-pitch]) > edge) {
#pragma unroll 1
		for (int y = -3; y <= 3; y++)
#pragma unroll
			for (int x = -3; x <= 3; x++) {
				float v = p[y * pitch + x], d = v - here, w = __expf(-keep * d * d - 0.08f * (float)(x * x + y * y));

				sum += w * v;
				weights += w;
			}
		sum /= weights;
	} else {
#pragma unroll
		for (int y = -1; y <= 1; y++)
#pragma unroll
			for (int x = -1; x <= 1; x++)
				sum += p[y * pitch + x];
		sum *= 1 / 9.0f;
	}
	out[i] = sum;
}
LISTED(smooth, const float *in COMMA float *out COMMA unsigned width COMMA float edge COMMA float keep, in, out, width, edge, keep)

/* ---- tokens: each thread unpacks a block of 64 bytes, from literals and copies of what came before ---- */
__device__ static void
tokens_one(unsigned i, const unsigned *packed, unsigned char *out, unsigned size)
{
	unsigned char *to = out + (size_t)i * size;
	const unsigned *from = packed + (size_t)i * size;
	unsigned n = 0;

#pragma unroll 1
	while (n < size) {
		unsigned token = *from++, kind = token & 3, length = 1 + (token >> 2 & 7);

		if (kind < 2 || !n) { /* a literal */
			to[n++] = (unsigned char)(token >> 8);
		} else { /* a copy */
			unsigned back = 1 + (token >> 5) % n;

			if (length > size - n)
				length = size - n;
#pragma unroll 1
			for (unsigned k = 0; k < length; k++, n++)
				to[n] = to[n - back];
		}
	}
}
LISTED(tokens, const unsigned *packed COMMA unsigned char *out COMMA unsigned size, packed, out, size)
