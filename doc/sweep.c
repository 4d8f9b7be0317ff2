/* sweep.c: a sweep with libsimt alone: a kernel whose branches part on machines of 4 warp sizes and 3 reconvergence policies, gathered as a
 * table. A machine that cannot run it is a row with the reason. simt-sweep does more, such as several processes.
 *   cc sweep.c $(pkg-config --cflags --libs libsimt) -o sweep && ./sweep branch-patterns.cubin > sweep.csv
 *   simt-plot sweep.csv --x warp --y speed-up --by reconvergence --log x -o sweep.svg */
#include <inttypes.h>
#include <simt/simt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 2, THREADS = 1024, N = BLOCKS * THREADS, ROUNDS = 32, PERCENT = 50 };

/* The parameters of the kernel if_kept_8: it goes through ROUNDS values of a thread and takes the side where one is below `percent`. */
struct parameters {
	uint64_t in, out;
	int32_t percent, mask, a1, b1, a2, b2;
};

struct outcome {
	uint64_t cycles, instructions, lanes;
};

/* Values from 0 to 99 by a linear congruential generator: the same in each run. */
static void
fill(signed char *in, size_t n)
{
	uint32_t state = 1;

	for (size_t i = 0; i < n; i++) {
		state = state * 1664525 + 1013904223;
		in[i] = (signed char)((state >> 16) % 100);
	}
}

/* Runs the kernel on a machine. The context takes all with it that belongs to it. */
static bool
run(const struct simt_machine *m, const char *cubin, struct outcome *o, struct simt_error *e)
{
	static signed char in[N * ROUNDS];
	struct parameters p = {.percent = PERCENT, .mask = 65535, .a1 = 3, .b1 = 5, .a2 = 7, .b2 = 11};
	struct simt *s = simt_create(m, e);
	struct simt_module *module = s ? simt_module_load(s, cubin, e) : NULL;
	struct simt_function *f = module ? simt_function(module, "if_kept_8", e) : NULL;
	struct simt_launch *l = NULL;
	bool ok = false;

	fill(in, sizeof in);
	if (f && simt_malloc(s, sizeof in, &p.in, e) && simt_malloc(s, N * 2 * sizeof(int32_t), &p.out, e) &&
	    simt_write(s, p.in, in, sizeof in, e))
		l = simt_launch(s, f, (struct simt_dim){BLOCKS, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0, &p, sizeof p, 0, e);
	if (l && simt_synchronize(s, e))
		ok = simt_count(l, "sm__cycles_elapsed.max", &o->cycles) &&
		     simt_count(l, "smsp__inst_executed.sum", &o->instructions) &&
		     simt_count(l, "smsp__thread_inst_executed.sum", &o->lanes);
	simt_destroy(s);
	return ok;
}

/* A point of the sweep: h200 with two parameters changed. */
static bool
run_point(const char *warp, const char *policy, const char *cubin, struct outcome *o, struct simt_error *e)
{
	struct simt_machine *m = simt_machine_load("h200", e);
	char set[64];
	bool ok;

	snprintf(set, sizeof set, "warp_size=%s", warp);
	ok = m && simt_machine_set(m, set, e);
	snprintf(set, sizeof set, "reconvergence=%s", policy);
	ok = ok && simt_machine_set(m, set, e) && run(m, cubin, o, e);
	simt_machine_free(m);
	return ok;
}

int
main(int argc, char **argv)
{
	static const char *const warp[] = {"8", "16", "32", "64"}, *const policy[] = {"barrier", "stack", "ideal"};
	const char *cubin = argc > 1 ? argv[1] : "branch-patterns.cubin";
	struct simt_error e = {.status = SIMT_OK};
	struct outcome base, o;

	/* what the others are compared with */
	if (!run_point("32", "barrier", cubin, &base, &e)) {
		fprintf(stderr, "%s\n", e.text);
		return (int)e.status;
	}
	puts("machine,warp_size,reconvergence,cycles,instructions,active_lanes,speed_up,error");
	for (size_t w = 0; w < sizeof warp / sizeof *warp; w++)
		for (size_t p = 0; p < sizeof policy / sizeof *policy; p++) {
			e = (struct simt_error){.status = SIMT_OK};
			printf("h200,%s,%s,", warp[w], policy[p]);
			if (run_point(warp[w], policy[p], cubin, &o, &e))
				printf("%" PRIu64 ",%" PRIu64 ",%.2f,%.4f,\n", o.cycles, o.instructions,
				       (double)o.lanes / (double)o.instructions, (double)base.cycles / (double)o.cycles);
			else
				printf(",,,,\"%.*s\"\n", (int)strcspn(e.text, "\""), e.text);
		}
	return 0;
}
