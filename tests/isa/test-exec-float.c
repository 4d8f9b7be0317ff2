/* Floating point of lanes against the host's own rounding modes, exact integers and known answers. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fenv.h>

#include "tests/isa/exec-machine.h"

static float
to_float(uint32_t u)
{
	float f;

	memcpy(&f, &u, sizeof f);
	return f;
}

static uint32_t
flush(uint32_t u)
{
	return u >> 23 & 255 ? u : u & 0x80000000;
}

/* The host's own rounding modes. */
static struct lane_result
lane_fadd(const struct inst *in, unsigned l)
{
	static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
	uint32_t u[2] = {word(&in->a, l, 0), word(&in->b, l, 0)}, r;
	const struct isa_source *s[2] = {&in->a, &in->b};
	volatile float a, b, sum;

	for (unsigned i = 0; i < 2; i++) {
		if (s[i]->abs)
			u[i] &= 0x7fffffff;
		if (s[i]->neg)
			u[i] ^= 0x80000000;
		if (in->f[F_ftz])
			u[i] = flush(u[i]);
	}
	a = to_float(u[0]);
	b = to_float(u[1]);
	fesetround(modes[in->f[F_rnd]]);
	sum = a + b;
	fesetround(FE_TONEAREST);
	a = sum;
	memcpy(&r, (float[]){a}, sizeof r);
	if ((r & 0x7fffffff) > 0x7f800000)
		r = 0x7fffffff;
	if (in->f[F_ftz])
		r = flush(r);
	if (in->f[F_sat])
		r = r >> 31 || r > 0x7f800000 ? 0 : r > 0x3f800000 ? 0x3f800000 : r;
	return (struct lane_result){.d = {r}, .words = 1};
}

static void
test_fadd(void **state)
{
	(void)state;
	for (int i = 0; i < 4 * ROUNDS; i++) {
		struct inst in = instruction(NULL);

		fill();
		/* numbers of nearly the same size, and tiny ones */
		for (unsigned l = 0; l < ISA_LANES; l++) {
			const uint32_t exponent = rnd() % 4 ? 100 + rnd() % 28 : rnd() % 3;

			before.r[0][l] = after.r[0][l] = (rnd() & 0x807fffff) | exponent << 23;
		}
		in.a = rnd() % 2 ? reg(0) : any_source();
		in.b = rnd() % 4 ? any_source() : reg(2);
		in.a.neg = rnd() % 2;
		in.b.neg = rnd() % 2;
		in.a.abs = rnd() % 2;
		in.b.abs = rnd() % 2;
		in.f[F_rnd] = rnd() % 2 ? 0 : rnd() % 4;
		in.f[F_ftz] = rnd() % 2;
		in.f[F_sat] = rnd() % 3 == 0;
		run(&in, isa_exec_fadd, lane_fadd);
	}
}

/* A finite half as a multiple of 2^-24. */
static int64_t
half_units(uint32_t h)
{
	const int64_t m = h & 0x3ff, e = h >> 10 & 31, v = e ? (m | 0x400) << (e - 1) : m;

	return h & 0x8000 ? -v : v;
}

/* a * b + c exactly in 2^-48, then the nearest half by bisection. */
static uint32_t
half_fma(uint32_t a, uint32_t b, uint32_t c)
{
	const bool product_negative = (a ^ b) >> 15 & 1, c_negative = c >> 15 & 1;
	const uint32_t ma = a & 0x7fff, mb = b & 0x7fff, mc = c & 0x7fff, inf = 0x7c00;
	const bool product_infinite = ma == inf || mb == inf;
	int128 exact, magnitude, below, above;
	uint32_t low = 0, high = inf, sign;

	if (ma > inf || mb > inf || mc > inf || (product_infinite && (!ma || !mb)))
		return 0x7fff;
	if (product_infinite && mc == inf && product_negative != c_negative)
		return 0x7fff;
	if (product_infinite || mc == inf)
		return (product_infinite ? product_negative : c_negative) ? 0xfc00 : 0x7c00;
	exact = (int128)half_units(a) * half_units(b) + (int128)half_units(c) * (1 << 24);
	if (exact == 0)
		return product_negative && c_negative ? 0x8000 : 0;
	sign = exact < 0 ? 0x8000 : 0;
	magnitude = exact < 0 ? -exact : exact;
	while (high - low > 1) {
		const uint32_t middle = (low + high) / 2;

		if ((int128)half_units(middle) * (1 << 24) <= magnitude)
			low = middle;
		else
			high = middle;
	}
	below = magnitude - (int128)half_units(low) * (1 << 24);
	above = (int128)half_units(high) * (1 << 24) - magnitude;
	if (below < above || (below == above && low % 2 == 0))
		return sign | low;
	return sign | high;
}

static uint32_t
half_of(const struct isa_source *s, unsigned l, unsigned i)
{
	const uint32_t v = word(s, l, 0);
	uint32_t h = s->part == 1 || (s->part == 0 && i == 0) ? v & 0xffff : v >> 16;

	if (s->abs)
		h &= 0x7fff;
	return s->neg ? h ^ 0x8000 : h;
}

static struct lane_result
lane_hfma2(const struct inst *in, unsigned l)
{
	uint32_t r = 0;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t h = half_fma(half_of(&in->a, l, i), half_of(&in->b, l, i), half_of(&in->c, l, i));

		if (in->f[F_sat])
			h = h >> 15 || h > 0x7c00 ? 0 : h > 0x3c00 ? 0x3c00 : h;
		r |= h << 16 * i;
	}
	return (struct lane_result){.d = {r}, .words = 1};
}

static void
test_hfma2(void **state)
{
	(void)state;
	for (int i = 0; i < 2 * ROUNDS; i++) {
		struct inst in = instruction(NULL);
		struct isa_source *s[] = {&in.a, &in.b, &in.c};

		fill();
		for (unsigned k = 0; k < 3; k++) {
			*s[k] = any_source();
			s[k]->neg = rnd() % 2;
			s[k]->abs = rnd() % 4 == 0;
			s[k]->part = rnd() % 3;
		}
		in.f[F_sat] = rnd() % 4 == 0;
		run(&in, isa_exec_hfma2, lane_hfma2);
	}
	/* what compilers use it for: any pair of halves but NaNs comes through -0 * 0 + pair */
	for (uint32_t h = 0; h < 0x10000; h += 13) {
		struct inst in = instruction(NULL);
		const uint32_t pair = h << 16 | (h * 7 & 0xffff);

		if ((h & 0x7fff) > 0x7c00 || (pair & 0x7fff) > 0x7c00)
			continue;
		fill();
		in.a = in.b = reg(ISA_RZ);
		in.a.neg = true;
		in.c = imm(pair);
		isa_exec_hfma2(&in, &x);
		for (unsigned l = 0; l < ISA_LANES; l++)
			want(in.d, l, pair);
		expect_state();
	}
}

/* bfloat16 where double is exact: 1.5 * 2.5 + 2^-7 and the like. */
static void
test_hfma2_bfloat(void **state)
{
	static const struct {
		uint32_t a, b, c, d;
	} cases[] = {
		{0x3fc0, 0x4020, 0x3c00, 0x4070}, /* 3.75 + 2^-7, a quarter of the last place */
		{0x3f80, 0x3f81, 0x3b80, 0x3f82}, /* 1.0078125 + 2^-8: a tie, up to even */
		{0x3f80, 0x3f80, 0x3b80, 0x3f80}, /* 1 + 2^-8: a tie, down to even */
		{0x3f80, 0x3f80, 0x3b81, 0x3f81}, /* a little more */
		{0x0080, 0x3f00, 0x0000, 0x0040}, /* denormal */
		{0x7f7f, 0x4000, 0x0000, 0x7f80}, /* too large */
		{0xff80, 0x0000, 0x3f80, 0x7fff}, /* -inf * 0 */
		{0x8000, 0x0000, 0x8000, 0x8000}, /* -0 * 0 - 0 */
		{0x3f80, 0x3f80, 0xbf80, 0x0000}, /* 1 - 1 */
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.a = imm(cases[i].a << 16 | 0x3f80);
		in.b = imm(cases[i].b << 16 | 0x3f80);
		in.c = imm(cases[i].c << 16 | 0x3f80);
		in.f[F_fmt] = 1;
		isa_exec_hfma2(&in, &x);
		for (unsigned l = 0; l < ISA_LANES; l++)
			want(in.d, l, cases[i].d << 16 | 0x4000);
		expect_state();
	}
}

/* .FTZ: flushed is what is still too small when rounded to 11 bits (observed on an H200). */
static void
test_hfma2_flush(void **state)
{
	static const struct {
		uint32_t a, b, c, d;
	} cases[] = {
		{0x2001, 0x1ffe, 0x0000, 0x0400}, /* 2^-14 (1 - 2^-20): 2^-14 when rounded */
		{0x8400, 0x0d08, 0x0400, 0x0000}, /* 2^-14 (1 - 0.000307): stays below */
		{0x0001, 0x7bff, 0x8000, 0x0000}, /* a denormal source is 0 */
		{0xa001, 0x1800, 0x0000, 0x8000}, /* -2^-16 and a little */
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct inst in = instruction(NULL);

		fill();
		in.a = imm(cases[i].a * 0x10001);
		in.b = imm(cases[i].b * 0x10001);
		in.c = imm(cases[i].c * 0x10001);
		in.f[F_ftz] = 1;
		isa_exec_hfma2(&in, &x);
		for (unsigned l = 0; l < ISA_LANES; l++) {
			want(in.d, l, cases[i].d * 0x10001);
		}
		expect_state();
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fadd),
		cmocka_unit_test(test_hfma2),
		cmocka_unit_test(test_hfma2_bfloat),
		cmocka_unit_test(test_hfma2_flush),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
