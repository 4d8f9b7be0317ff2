/* test-coverage.c: kernels of coverage.cu, which use instructions that no shipped workload has, against what C computes. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/simt.h"

enum { THREADS = 128, WARP = 32, IN = 2 * THREADS * 4, OUT = 16 * THREADS };

static uint32_t in[IN], out[OUT], want[OUT];

/* Numbers with all bits; the same in every run. */
static void
fill_random(void)
{
	uint32_t v = 12345;

	for (unsigned i = 0; i < IN; i++) {
		v = v * 1664525 + 1013904223;
		in[i] = v ^ v >> 15;
	}
}

static void
on_finding(void *arg, const struct simt_launch *l, const struct simt_error *e)
{
	(void)arg;
	(void)l;
	print_error("%s\n", e->text);
	fail();
}

/* Runs a kernel on one block, from `in` to `out`, and compares with `want`. Nothing touches a register too early. */
static void
run(const char *kernel, const char *policy, enum simt_mode mode)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct simt *s = m && simt_machine_set(m, policy, &e) ? simt_create(m, &e) : NULL;
	const char *root = getenv("srcdir");
	struct {
		uint64_t in, out;
	} params;
	struct simt_module *module;
	struct simt_function *f;
	char path[1024];
	bool ok;

	assert_non_null(s);
	simt_machine_free(m);
	simt_set_mode(s, mode);
	assert_true(simt_set_checks(s, SIMT_CHECK_HAZARDS, on_finding, NULL, &e));
	snprintf(path, sizeof path, "%s/tests/kernels/coverage.cubin", root ? root : ".");
	module = simt_module_load(s, path, &e);
	f = module ? simt_function(module, kernel, &e) : NULL;
	memset(out, 0, sizeof out);
	ok = f && simt_malloc(s, sizeof in, &params.in, &e) && simt_malloc(s, sizeof out, &params.out, &e) &&
	     simt_write(s, params.in, in, sizeof in, &e) && simt_write(s, params.out, out, sizeof out, &e) &&
	     simt_launch(s, f, (struct simt_dim){1, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0, &params, sizeof params, 0, &e) &&
	     simt_synchronize(s, &e) && simt_read(s, params.out, out, sizeof out, &e);
	if (!ok)
		fail_msg("%s: %s", kernel, e.text);
	for (unsigned i = 0; i < OUT; i++)
		if (out[i] != want[i])
			fail_msg("%s: out[%u] is 0x%x, not 0x%x", kernel, i, out[i], want[i]);
	simt_destroy(s);
}

static void
check(const char *kernel)
{
	run(kernel, "reconvergence=barrier", SIMT_CYCLE);
	run(kernel, "reconvergence=barrier", SIMT_FUNCTIONAL);
	run(kernel, "reconvergence=stack", SIMT_CYCLE);
}

/* The first n bytes of `bytes` from `from`, then zeros. */
static void
copy(uint32_t *to, const uint32_t *from, unsigned n, unsigned bytes)
{
	memset(to, 0, bytes);
	memcpy(to, from, n);
}

static void
test_copies(void **state)
{
	uint32_t(*row)[THREADS] = (uint32_t(*)[THREADS])(want + THREADS);

	(void)state;
	fill_random();
	memset(want, 0, sizeof want);
	memset(row, 0xaa, 4 * sizeof *row);
	for (unsigned t = 0; t < WARP; t++) {
		const uint32_t *from = in + 4 * t;

		want[t] = row[0][4 * t] = *from;
		copy(&row[0][4 * t + 2], from, t % 9, 8);
		copy(&row[1][4 * t], from, 16, 16);
		copy(&row[2][4 * t], from, t % 17, 16);
		copy(&row[3][4 * t], from, t > 15 ? 0 : 16, 16);
	}
	check("copies");
}

static void
test_barriers(void **state)
{
	uint32_t odd = 0;

	(void)state;
	fill_random();
	memset(want, 0, sizeof want);
	for (unsigned t = 0; t < THREADS; t++)
		odd += in[t] & 1;
	for (unsigned t = 0; t < THREADS; t++) {
		if (t >= 64)
			want[t] = in[t - 64] * 3 + 1;
		want[THREADS + t] = odd;
	}
	check("barriers");
}

/* One step of a warp's lanes. */
static void
meet(uint32_t v[WARP], unsigned i)
{
	uint32_t mask = 0, ballot = 0, other[WARP], any = 0;

	for (unsigned l = 0; l < WARP; l++)
		mask |= (v[l] >> i & 1) << l;
	if (mask) {
		const uint32_t first = v[__builtin_ctz(mask)];

		for (unsigned l = 0; l < WARP; l++)
			if (mask >> l & 1)
				v[l] += first + i;
	}
	for (unsigned l = 0; l < WARP; l++)
		ballot |= mask >> l & 1 & (v[l] >> 2 & 1) ? 1u << l : 0;
	for (unsigned l = 0; l < WARP; l++)
		v[l] = mask >> l & 1 ? v[l] + (uint32_t)__builtin_popcount(ballot) : v[l] * 5 + 3;
	for (unsigned l = 0; l < WARP; l++)
		other[l] = v[l ^ 1];
	for (unsigned l = 0; l < WARP; l++) {
		v[l] += other[l];
		any |= v[l] == in[i];
	}
	for (unsigned l = 0; l < WARP; l++)
		v[l] += any;
}

static void
test_collectives(void **state)
{
	(void)state;
	fill_random();
	memset(want, 0, sizeof want);
	for (unsigned w = 0; w < THREADS; w += WARP) {
		memcpy(want + w, in + w, WARP * sizeof *in);
		for (unsigned i = 0; i < 8; i++)
			meet(want + w, i);
	}
	check("collectives");
}

static int32_t
clamp(int64_t v, int32_t low, int32_t high)
{
	return v < low ? low : v > high ? high : (int32_t)v;
}

static uint32_t
byte(uint32_t v, unsigned i)
{
	return v >> (8 * i) & 0xff;
}

/* What bytes() computes of three words, by number of the result. */
static uint32_t
bytes_of(unsigned what, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t sum = c, distances = 0, apart = 0;
	int32_t products = (int32_t)c, high = (int32_t)c;

	for (unsigned i = 0; i < 4; i++) {
		const uint32_t d = byte(a, i) > byte(b, i) ? byte(a, i) - byte(b, i) : byte(b, i) - byte(a, i);

		sum += byte(a, i) * byte(b, i);
		products = (int32_t)((uint32_t)products + (uint32_t)((int8_t)byte(a, i) * (int8_t)byte(b, i)));
		distances += d;
		apart |= d << (8 * i);
	}
	for (unsigned i = 0; i < 2; i++)
		high = (int32_t)((uint32_t)high + (uint32_t)((int16_t)(a >> (16 * i)) * (int8_t)byte(b, 2 + i)));
	switch (what) {
	case 0:
		return sum;
	case 1:
		return (uint32_t)products;
	case 2:
		return c + (a & 0xffff) * byte(b, 0) + (a >> 16) * byte(b, 1);
	case 3:
		return (uint32_t)high;
	case 4:
		return distances;
	case 5:
		return apart;
	case 6:
		return (a > b ? a - b : b - a) + c;
	case 7:
		return ((int32_t)a > (int32_t)b ? a - b : b - a) + c;
	case 8:
		return (uint32_t)((int32_t)a > (int32_t)b ? ((int32_t)a > (int32_t)c ? (int32_t)a : (int32_t)c)
							  : ((int32_t)b > (int32_t)c ? (int32_t)b : (int32_t)c));
	case 9:
		return (uint32_t)clamp(a >> 20, 0, 255) << 8 | (uint32_t)clamp(b >> 23, 0, 255) | c << 16;
	default:
		return (uint32_t)clamp((int32_t)a, -32768, 32767) << 16 |
		       ((uint32_t)clamp((int32_t)b < 0 ? ~(int64_t)(~b >> 12) : b >> 12, -32768, 32767) & 0xffff);
	}
}

static void
test_bytes(void **state)
{
	(void)state;
	fill_random();
	memset(want, 0, sizeof want);
	for (unsigned what = 0; what <= 10; what++)
		for (unsigned t = 0; t < THREADS; t++)
			want[THREADS * what + t] = bytes_of(what, in[t], in[t + 1], in[t + 2]);
	check("bytes");
}

/* ---- FP16 ---- */
/* d as FP16; not too small for a normal number, or 0. */
static uint32_t
half(double d)
{
	uint64_t u;
	uint32_t h;

	memcpy(&u, &d, sizeof u);
	if (d == 0)
		return (uint32_t)(u >> 63) << 15;
	h = (uint32_t)((u >> 42 & 0x1fffff) - ((1023 - 15) << 10)) & 0x7fff;
	h += (u >> 41 & 1) && ((u & ((UINT64_C(1) << 41) - 1)) || h & 1);
	return (uint32_t)(u >> 63) << 15 | (h < 0x7c00 ? h : 0x7c00);
}

static uint32_t
bfloat(double d)
{
	const float f = (float)d;
	uint32_t u;

	memcpy(&u, &f, sizeof u);
	return u >> 16;
}

static uint32_t
halves_of(unsigned what, const double *a, const double *b, uint32_t x)
{
	uint32_t word = 0;

	switch (what) {
	case 5:
		return (uint32_t)(a[0] < b[0] && a[1] < b[1]) | (uint32_t)(a[0] == b[0]) << 1;
	case 6:
		return (uint32_t)(int32_t)a[0];
	case 7:
		return half((x >> 31 ? (int32_t) ~(~x >> 15) : (int32_t)(x >> 15)));
	}
	for (unsigned i = 0; i < 2; i++) {
		const double most = a[i] > b[i] ? a[i] : b[i], least = a[i] > b[i] ? b[i] : a[i];
		const uint32_t h = what == 0   ? half(most)
				   : what == 1 ? half(least)
				   : what == 2 ? half(a[i] < b[i])
				   : what == 3 ? half(a[i] + b[i])
				   : what == 4 ? half(a[i] * b[i] + a[i])
				   : what == 8 ? bfloat(a[i])
					       : bfloat(a[i] + a[i]);

		word |= h << (16 * i);
	}
	return word;
}

/* Quarters from -4 to 4: all results are exact but for the conversion of large integers. */
static void
test_halves(void **state)
{
	static double number[THREADS + 1][2];

	(void)state;
	fill_random();
	memset(want, 0, sizeof want);
	for (unsigned t = 0; t <= THREADS; t++) {
		for (unsigned i = 0; i < 2; i++)
			number[t][i] = ((int)(in[t] >> (8 * i)) & 31) / 4.0 - 4 + (t % 7 == 0 ? 0 : 0.25);
		in[t] = half(number[t][0]) | half(number[t][1]) << 16;
	}
	for (unsigned what = 0; what <= 9; what++)
		for (unsigned t = 0; t < THREADS; t++)
			want[THREADS * what + t] = halves_of(what, number[t], number[t + 1], in[t]);
	check("halves");
}

static void
test_atomics(void **state)
{
	uint64_t shared = 0, global = 0;
	uint32_t most[2] = {0, 0};

	(void)state;
	fill_random();
	memset(want, 0, sizeof want);
	for (uint32_t t = 0; t < THREADS; t++) {
		uint32_t *m = most + (in[t] >> 1 & 1);

		*(in[t] & 1 ? &shared : &global) += UINT64_C(0x100000000) + t;
		if (in[t] > *m)
			*m = in[t];
		want[THREADS + t] = (in[t] & 1) | !(in[t] & 2) << 1;
	}
	want[1] = most[0];
	memcpy(want + 2, &global, sizeof global);
	want[4] = half(THREADS) | half(2 * THREADS) << 16;
	want[5] = most[1];
	memcpy(want + 6, &shared, sizeof shared);
	check("atomics");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_copies), cmocka_unit_test(test_barriers), cmocka_unit_test(test_collectives),
		cmocka_unit_test(test_bytes),  cmocka_unit_test(test_halves),   cmocka_unit_test(test_atomics),
	};

	return cmocka_run_group_tests_name("instructions that workloads do not use", tests, NULL, NULL);
}
