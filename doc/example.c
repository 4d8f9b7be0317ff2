/* example.c: libsimt in one page: adds two vectors on a simulated H200 and says what it took.
 *   cc example.c $(pkg-config --cflags --libs libsimt) -o example && ./example vecadd.cubin */
#include <inttypes.h>
#include <simt/simt.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 10000, THREADS = 256 };

/* Ends the program with the library's sentence where something failed. */
static void
check(bool ok, const struct simt_error *e)
{
	if (!ok) {
		fprintf(stderr, "%s\n", e->text);
		exit((int)e->status);
	}
}

int
main(int argc, char **argv)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct simt *s;
	struct simt_module *module;
	struct simt_function *f;
	struct simt_launch *l;
	/* the kernel's parameters: const float *a, const float *b, float *c, int n */
	struct {
		uint64_t a, b, c;
		int32_t n;
	} params = {.n = N};
	static float a[N], b[N], c[N];
	uint64_t cycles, instructions;

	check(m && simt_machine_set(m, "warp_size=16", &e), &e); /* what if? */
	check((s = simt_create(m, &e)) != NULL, &e);
	check((module = simt_module_load(s, argc > 1 ? argv[1] : "vecadd.cubin", &e)) != NULL, &e);
	check((f = simt_function(module, "vecadd", &e)) != NULL, &e);
	for (int i = 0; i < N; i++) {
		a[i] = (float)i;
		b[i] = 2 * (float)i;
	}
	check(simt_malloc(s, sizeof a, &params.a, &e) && simt_malloc(s, sizeof b, &params.b, &e) &&
		      simt_malloc(s, sizeof c, &params.c, &e) && simt_write(s, params.a, a, sizeof a, &e) &&
		      simt_write(s, params.b, b, sizeof b, &e),
	      &e);
	l = simt_launch(s, f, (struct simt_dim){(N + THREADS - 1) / THREADS, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0, &params,
			28, 0, &e);
	check(l && simt_synchronize(s, &e) && simt_read(s, params.c, c, sizeof c, &e), &e);
	for (int i = 0; i < N; i++)
		if (c[i] != 3 * (float)i) {
			fprintf(stderr, "c[%d] is %g\n", i, (double)c[i]);
			return 1;
		}
	simt_count(l, "sm__cycles_elapsed.max", &cycles);
	simt_count(l, "smsp__inst_executed.sum", &instructions);
	printf("%d sums in %" PRIu64 " cycles and %" PRIu64 " instructions of warps of %s threads\n", N, cycles, instructions,
	       simt_machine_get(m, "warp_size"));
	simt_destroy(s);
	simt_machine_free(m);
	return 0;
}
