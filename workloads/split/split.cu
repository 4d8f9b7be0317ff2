/* Kernels whose threads have unlike work, twice each: as they are written at first, thread t doing element t, and NAME_listed, where it does
 * element index[t] of a list. With the numbers in order the list changes nothing; with others the same work is shared out in another
 * way: see README.md. */

/* ---- escape: how many steps a point of the plane takes to leave the circle of radius 2 ---- */
struct picture {
	unsigned width, most;
	float x, y, pitch;
};

__device__ static void
escape_one(unsigned i, unsigned *out, struct picture p)
{
	float cx = p.x + p.pitch * (float)(i % p.width), cy = p.y + p.pitch * (float)(i / p.width), x = 0, y = 0;
	unsigned n = 0;

#pragma unroll 1
	while (n < p.most && x * x + y * y < 4) {
		float t = x * x - y * y + cx;

		y = 2 * x * y + cy;
		x = t;
		n++;
	}
	out[i] = n;
}

/* ---- march: a ray goes on by the distance to the nearest thing until it hits one or is lost ---- */
struct scene {
	unsigned width, most;
	float pitch, reach;
};

__device__ static float
length2(float x, float y)
{
	float s = x * x + y * y + 1e-12f;

	return s * rsqrtf(s);
}

/* Balls on a grid over a floor. */
__device__ static float
distance_to(float x, float y, float z)
{
	float bx = x - 4 * rintf(0.25f * x), bz = z - 4 * rintf(0.25f * z), s = bx * bx + y * y + bz * bz + 1e-12f;
	float ball = s * rsqrtf(s) - 1, ring = length2(length2(bx, bz) - 1.5f, y) - 0.2f;

	return fminf(fminf(ball, ring), y + 1.25f);
}

__device__ static void
march_one(unsigned i, float *out, struct scene p)
{
	float dx = p.pitch * ((float)(i % p.width) - 0.5f * (float)p.width), dy = 0.35f - p.pitch * (float)(i / p.width), dz = 1;
	float unit = rsqrtf(dx * dx + dy * dy + dz * dz), far = 0;
	unsigned n = 0;

	dx *= unit;
	dy *= unit;
	dz *= unit;
#pragma unroll 1
	while (n < p.most && far < p.reach) {
		float d = distance_to(2 + dx * far, 2 + dy * far, dz * far);

		if (d < 1e-3f)
			break;
		far += d;
		n++;
	}
	out[i] = far;
}

/* ---- particles: one kind flies on between two walls that swing, the other passes a heavy cloud, in small steps ---- */
__device__ static void
particles_one(unsigned i, const unsigned *close, const float *speed, float *out, unsigned steps)
{
	float v = speed[i], x = 0.25f, y = 1.0f, u = 0.125f, t = 0;

	if (close[i]) {
#pragma unroll 1
		for (unsigned k = 0; k < steps; k++) {
			float s = x * x + y * y + 0.01f, r = rsqrtf(s), pull = -0.01f * r * r * r * (1 - __expf(-s) * __cosf(t));

			u += pull * x;
			v += pull * y;
			x += 0.01f * u;
			y += 0.01f * v;
			t += 0.01f;
		}
	} else {
#pragma unroll 1
		for (unsigned k = 0; k < steps; k++) {
			t += 0.01f;
			x += 0.01f * v;
			if (fabsf(x) > 1 + 0.125f * __sinf(t))
				v = -v;
		}
	}
	out[i] = x + y;
}

/* ---- rows: sum of a sparse matrix's rows times a vector; row i has length[i] numbers, number k of it at k * rows + i ---- */
__device__ static void
rows_one(unsigned i, const unsigned *length, const float *value, const unsigned *column, const float *x, float *out, unsigned rows)
{
	unsigned n = length[i];
	float sum = 0;

#pragma unroll 1
	for (unsigned k = 0; k < n; k++)
		sum += value[k * rows + i] * x[column[k * rows + i]];
	out[i] = sum;
}

/* ---- each of them as it is, and with a list ---- */
#define KERNEL(name, parameters, ...)                                                   \
	extern "C" __global__ void name parameters                                      \
	{                                                                               \
		name##_one(blockIdx.x *blockDim.x + threadIdx.x, __VA_ARGS__);          \
	}
#define COMMA ,
#define LISTED(name, parameters, ...)                                                   \
	extern "C" __global__ void name##_listed(const unsigned *index, unsigned n, parameters) \
	{                                                                               \
		unsigned t = blockIdx.x * blockDim.x + threadIdx.x;                     \
                                                                                        \
		if (t < n)                                                              \
			name##_one(index[t], __VA_ARGS__);                              \
	}

KERNEL(escape, (unsigned *out, struct picture p), out, p)
LISTED(escape, unsigned *out COMMA struct picture p, out, p)
KERNEL(march, (float *out, struct scene p), out, p)
LISTED(march, float *out COMMA struct scene p, out, p)
KERNEL(particles, (const unsigned *close, const float *speed, float *out, unsigned steps), close, speed, out, steps)
LISTED(particles, const unsigned *close COMMA const float *speed COMMA float *out COMMA unsigned steps, close, speed, out, steps)
KERNEL(rows, (const unsigned *length, const float *value, const unsigned *column, const float *x, float *out, unsigned rows), length,
       value, column, x, out, rows)
LISTED(rows,
       const unsigned *length COMMA const float *value COMMA const unsigned *column COMMA const float *x COMMA float *out COMMA unsigned rows,
       length, value, column, x, out, rows)
