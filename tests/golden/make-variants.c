/* make-variants.c: runs the words of tests/isa/variants.h on a GPU and compares what they leave with what the executors give. By hand, in
 * the source root, with the archives of a build in $B, on a machine with a GPU:
 *
 *   cc -O2 -I. -Ibase -o make-variants tests/golden/make-variants.c tests/isa/variants.c $B/workloads/libworkloads.a $B/sim/libsimt.a \
 *     $B/isa/libexec.a $B/isa/libisa.a $B/isa/libexec.a $B/isa/libisa.a $B/base/libbase.a -lcsv -lelf -lz -lm -ldl
 *   ./make-variants --carrier >variants.cu; nvcc -arch=sm_90 -cubin -o variants.cubin variants.cu
 *   ./make-variants variants.cubin OUTPUT-FOLDER [SECONDS [HAVE.csv]]
 *
 * writes h200-variants.csv, differences.txt and illegal.txt; of the variants in HAVE.csv nothing. How an instruction gets onto the
 * device: the code of the kernel in variants.cubin is overwritten. Each word stands between instructions that set R16, R17 (or UR16,
 * UR17) and the predicates from the thread's input and that store what is left in them. A kernel holds up to SLOTS words and runs as one
 * block for each set of inputs. A word that the GPU calls illegal ends the context: a process runs kernels until one fails, the next
 * process runs the words of that one by one and then goes on. Of a variant with MOST_ILLEGAL illegal words the rest is left out. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/isa/variants.h"

enum { SLOTS = 32, WORKERS = 8, CODE_MOST = 1200, MOST_ILLEGAL = 2, SHOWN = 3, SECONDS_MOST = 20 };

/* ---- code ---- */
struct code {
	uint64_t w[CODE_MOST][2];
	unsigned n;
};

/* A word with a stall of 15 cycles; write, read: scoreboards, 7 none; wait: mask. */
static void
emit(struct code *c, uint64_t lo, uint64_t hi, unsigned write, unsigned read, unsigned wait)
{
	assert(c->n < CODE_MOST);
	c->w[c->n][0] = lo;
	c->w[c->n++][1] = (hi & ((UINT64_C(1) << 41) - 1)) | (uint64_t)(15 | write << 5 | read << 8 | wait << 11) << 41;
}

static void
plain(struct code *c, uint64_t lo, uint64_t hi)
{
	emit(c, lo, hi, 7, 7, 0);
}

static void
nop(struct code *c, unsigned wait)
{
	emit(c, 0x7918, 0, 7, 7, wait);
}

static void
mov(struct code *c, unsigned d, unsigned from, unsigned wait)
{
	emit(c, (uint64_t)from << 32 | d << 16 | 0x7202, 0x0f00, 7, 7, wait);
}

static void
r2p(struct code *c, unsigned from)
{
	plain(c, UINT64_C(0x7f00007804) | (uint64_t)from << 24, 0);
}

/* R2:3: the thread's input, R24:25 where its results go, UR30:31 the descriptor of memory. R4 to R15 sources, R20 to R22 old R16, R17 and
 * predicates, R32 to R43 uniform sources, R44 uniform predicates. */
static void
prologue(struct code *c)
{
	static const uint8_t to[] = {4, 8, 12, 20, 32, 36, 40, 44};

	emit(c, 0x17919, 37 << 8, 0, 7, 0);                     /* S2R R1, SR_CTAID.X */
	emit(c, 0x7919, 33 << 8, 0, 7, 0);                      /* S2R R0, SR_TID.X */
	emit(c, UINT64_C(0x00008400ff027b82), 0x0a00, 0, 7, 0); /* LDC.64 R2, c[0x0][0x210] */
	emit(c, UINT64_C(0x00008600ff187b82), 0x0a00, 0, 7, 0); /* LDC.64 R24, c[0x0][0x218] */
	plain(c, UINT64_C(0x00008200001e7ab9), 0x0a00);         /* ULDC.64 UR30, c[0x0][0x208] */
	nop(c, 1);
	nop(c, 0);
	plain(c, UINT64_C(0x0000020001007824), 0x078e0200); /* IMAD R0, R1, 0x200, R0 */
	nop(c, 0);
	plain(c, UINT64_C(0x0000008000027825), 0x078e0202); /* IMAD.WIDE.U32 R2, R0, 0x80, R2 */
	plain(c, UINT64_C(0x0000001000187825), 0x078e0218); /* IMAD.WIDE.U32 R24, R0, 0x10, R24 */
	nop(c, 0);
	for (unsigned i = 0; i < sizeof to; i++) /* LDG.E.128 */
		emit(c, (uint64_t)(16 * i) << 40 | UINT64_C(0x1e02007981) | (uint64_t)to[i] << 16, 0x0c1e1d00, 0, 7, 0);
	nop(c, 1);
	nop(c, 0);
	for (unsigned i = 0; i < VARIANT_SOURCES; i++) /* R2UR UR4, R32 */
		plain(c, 0x72ca | (4 + i) << 16 | (uint64_t)(32 + i) << 24, 0x000e0000);
	nop(c, 0);
	nop(c, 0);
}

/* UP0 to UP5 from R44, by way of the predicates. */
static void
set_uniform_predicates(struct code *c)
{
	r2p(c, 44);
	nop(c, 0);
	for (unsigned i = 0; i < 6; i++) /* VOTEU.ANY UPi, Pi */
		plain(c, 0x3f7886, 1 << 8 | (uint64_t)i << 17 | (uint64_t)i << 23);
	nop(c, 0);
}

static void
slot(struct code *c, const struct inst *in, bool uniform, unsigned k)
{
	set_uniform_predicates(c);
	r2p(c, 22);
	if (uniform) {
		plain(c, (uint64_t)VARIANT_OLD_UNIFORM << 32 | 0x107882, 0);
		plain(c, (uint64_t)VARIANT_OLD_UNIFORM << 32 | 0x117882, 0);
	} else {
		mov(c, 16, 20, 2);
		mov(c, 17, 21, 0);
	}
	nop(c, 2);
	assert(c->n < CODE_MOST);
	c->w[c->n][0] = in->lo;
	c->w[c->n++][1] = in->hi;
	nop(c, 1);
	nop(c, 0);
	nop(c, 0);
	if (uniform) {
		plain(c, UINT64_C(0x000000013f127887), 0x0c000000); /* USEL UR18, URZ, 0x1, !UP0 */
		plain(c, UINT64_C(0x000001003f137887), 0x0c800000); /* USEL UR19, URZ, 0x100, !UP1 */
		nop(c, 0);
		for (unsigned i = 0; i < 4; i++) /* MOV R16, UR16 */
			plain(c, (uint64_t)(16 + i) << 32 | (16 + i) << 16 | 0x7c02, 0x08000f00);
		plain(c, UINT64_C(0x0000007f13137803), 0); /* P2R R19, PR, R19, 0x7f */
	} else {
		plain(c, UINT64_C(0x0000007fff127803), 0);
		mov(c, 19, 255, 0);
	}
	/* STG.E.128 [R24 + k * blocks * threads * 16], R16 */
	emit(c, (uint64_t)k * 16 * VARIANT_SETS * VARIANT_THREADS << 40 | UINT64_C(0x1018007986), 0x0c101d1e, 7, 1, 0);
}

/* ---- words ---- */
/* What is shared between processes: of each word what became of it, and its results. */
enum outcome { UNKNOWN, RUNNING, SINGLE, RAN, ILLEGAL, LEFT_OUT };

typedef uint32_t results[VARIANT_THREADS][VARIANT_RESULTS];

struct word {
	const struct variant *v;
	unsigned i;
	struct inst in;
};

static struct word *words;
static size_t nwords;
static unsigned char *outcome;
static results *left;
static struct variant_inputs inputs[VARIANT_SETS];
static unsigned char *carrier;
static size_t carrier_bytes, code_at, code_bytes;

static void *
load(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	void *p;

	if (!f || fseek(f, 0, SEEK_END)) {
		perror(path);
		exit(1);
	}
	*n = (size_t)ftell(f);
	rewind(f);
	p = malloc(*n);
	if (!p || fread(p, 1, *n, f) != *n)
		exit(1);
	fclose(f);
	return p;
}

static uint64_t
field(const unsigned char *p, unsigned bytes)
{
	uint64_t v = 0;

	while (bytes-- > 0)
		v = v << 8 | p[bytes];
	return v;
}

/* Finds the code of `lanes` and lets it have 64 registers. */
static void
open_carrier(const char *path)
{
	unsigned char *at, *names;
	unsigned count;

	carrier = load(path, &carrier_bytes);
	at = carrier + field(carrier + 0x28, 8);
	count = (unsigned)field(carrier + 0x3c, 2);
	names = carrier + field(at + 64 * field(carrier + 0x3e, 2) + 24, 8);
	for (unsigned i = 0; i < count; i++, at += 64) {
		const char *name = (const char *)names + field(at, 4);
		unsigned char *data = carrier + field(at + 24, 8), *end = data + field(at + 32, 8);

		if (!strcmp(name, ".text.lanes")) {
			code_at = (size_t)(data - carrier);
			code_bytes = (size_t)(end - data);
		}
		if (!strcmp(name, ".nv.info"))
			for (; data < end; data += 4 + (data[0] == 4 ? field(data + 2, 2) : 0))
				if (data[1] == 0x2f)
					data[8] = 64;
	}
	assert(code_bytes);
}

/* ---- device ---- */
typedef int cu(void);
static void *library;

static void
call(const char *name, int r)
{
	if (r) {
		fprintf(stderr, "%s: %d\n", name, r);
		_exit(r == 715 || r == 716 || r == 717 || r == 719 || r == 700 ? 2 : 3);
	}
}
#define CU(name, type, ...) call(#name, ((int(*) type)dlsym(library, #name))(__VA_ARGS__))

/* Memory of the device: inputs and results. */
static uint64_t device_in, device_out;

static void
open_device(void)
{
	void *context;
	int device;

	library = dlopen("libcuda.so.1", RTLD_NOW);
	if (!library)
		call("libcuda", 3);
	CU(cuInit, (unsigned), 0);
	CU(cuDeviceGet, (int *, int), &device, 0);
	CU(cuCtxCreate_v2, (void **, unsigned, int), &context, 0, device);
	CU(cuMemAlloc_v2, (uint64_t *, size_t), &device_in, sizeof inputs);
	CU(cuMemAlloc_v2, (uint64_t *, size_t), &device_out, (size_t)SLOTS * VARIANT_SETS * sizeof *left);
	for (unsigned s = 0; s < VARIANT_SETS; s++)
		CU(cuMemcpyHtoD_v2, (uint64_t, const void *, size_t), device_in + s * sizeof inputs[s].thread, inputs[s].thread,
		   sizeof inputs[s].thread);
}

/* Runs words first to first + n - 1. */
static void
run_on_device(size_t first, unsigned n)
{
	static const uint64_t exit_[2] = {0x794d, UINT64_C(0x000fea0003800000)};
	static struct code c;
	void *module, *function, *params[3] = {&device_in, &device_out, inputs[0].constant};

	c.n = 0;
	prologue(&c);
	for (unsigned k = 0; k < n; k++)
		slot(&c, &words[first + k].in, words[first + k].v->uniform, k);
	emit(&c, 0x794d, 0x03800000, 7, 7, 3);
	assert((size_t)c.n * 16 <= code_bytes);
	for (size_t i = 0; i < code_bytes / 16; i++)
		memcpy(carrier + code_at + 16 * i, i < c.n ? c.w[i] : exit_, 16);
	CU(cuModuleLoadData, (void **, const void *), &module, carrier);
	CU(cuModuleGetFunction, (void **, void *, const char *), &function, module, "lanes");
	alarm(SECONDS_MOST);
	CU(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **),
	   function, VARIANT_SETS, 1, 1, VARIANT_THREADS, 1, 1, 0, NULL, params, NULL);
	call("run", ((int (*)(void))dlsym(library, "cuCtxSynchronize"))());
	alarm(0);
	for (unsigned k = 0; k < n; k++)
		CU(cuMemcpyDtoH_v2, (void *, uint64_t, size_t), left[first + k],
		   device_out + (k * VARIANT_SETS + words[first + k].i % VARIANT_SETS) * sizeof *left, sizeof *left);
	CU(cuModuleUnload, (void *), module);
}

/* A process: the words from `from` to `to` that have not run. */
static void
run_range(size_t from, size_t to)
{
	open_device();
	while (from < to) {
		unsigned n = 0;

		if (outcome[from] == SINGLE)
			n = 1;
		else
			while (n < SLOTS && from + n < to && outcome[from + n] == UNKNOWN)
				n++;
		if (n) {
			memset(outcome + from, RUNNING, n);
			run_on_device(from, n);
			memset(outcome + from, RAN, n);
		}
		from += n ? n : 1;
	}
	_exit(0);
}

/* ---- work ---- */
struct worker {
	pid_t pid;
	size_t from, to;
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One of its words has failed: which, or else they are to run one by one. */
static void
blame(const struct worker *w)
{
	size_t first = w->from, n = 0, bad = 0;

	while (first < w->to && outcome[first] != RUNNING)
		first++;
	while (first + n < w->to && outcome[first + n] == RUNNING)
		n++;
	if (n != 1) {
		memset(outcome + first, SINGLE, n);
		return;
	}
	outcome[first] = ILLEGAL;
	for (size_t i = w->from; i < w->to; i++)
		bad += outcome[i] == ILLEGAL && words[i].v == words[first].v;
	for (size_t i = w->from; bad >= MOST_ILLEGAL && i < w->to; i++)
		if (words[i].v == words[first].v && (outcome[i] == SINGLE || outcome[i] == UNKNOWN))
			outcome[i] = LEFT_OUT;
}

static void
start(struct worker *w)
{
	fflush(NULL);
	w->pid = fork();
	if (w->pid == 0)
		run_range(w->from, w->to);
}

static void
work(double until)
{
	struct worker worker[WORKERS];
	unsigned running = 0, processes = 0;

	for (unsigned i = 0; i < WORKERS; i++) {
		worker[i].from = nwords * i / WORKERS;
		worker[i].to = nwords * (i + 1) / WORKERS;
		start(&worker[i]);
		running++;
	}
	while (running) {
		int status;
		const pid_t pid = wait(&status);

		processes++;
		for (unsigned i = 0; i < WORKERS; i++) {
			if (worker[i].pid != pid)
				continue;
			running--;
			if (!status)
				continue;
			blame(&worker[i]);
			if (now() < until) {
				start(&worker[i]);
				running++;
			}
		}
	}
	printf("%u processes\n", processes);
}

/* ---- comparison ---- */
static FILE *
create(const char *folder, const char *name)
{
	char path[1024];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = fopen(path, "w");
	if (!f) {
		perror(path);
		exit(1);
	}
	return f;
}

static void
show(FILE *f, const struct word *w, uint32_t (*mine)[VARIANT_RESULTS], unsigned t)
{
	const struct variant_thread *th = &inputs[w->i % VARIANT_SETS].thread[t];

	fprintf(f, "  t%u p %02x up %02x", t, th->predicates, th->uniform_predicates);
	for (unsigned i = 0; i < VARIANT_SOURCES; i++)
		fprintf(f, " %s%u=%08x", w->v->uniform ? "UR" : "R", 4 + i, w->v->uniform ? th->uniform[i] : th->source[i]);
	fprintf(f, "\n    device %08x %08x %08x %08x\n    here   %08x %08x %08x %08x\n", left[w - words][t][0],
		left[w - words][t][1], left[w - words][t][2], left[w - words][t][3], mine[t][0], mine[t][1], mine[t][2],
		mine[t][3]);
}

/* Returns whether all threads are equal. */
static bool
compare(FILE *f, const struct word *w)
{
	static uint32_t mine[VARIANT_THREADS][VARIANT_RESULTS];
	unsigned differ = 0;
	char text[256];
	const bool ok = variant_run(w->v, &w->in, &inputs[w->i % VARIANT_SETS], mine);

	isa_print(&w->in, text, sizeof text);
	for (unsigned t = 0; t < VARIANT_THREADS; t++) {
		if (!memcmp(mine[t], left[w - words][t], sizeof mine[t]))
			continue;
		if (!differ)
			fprintf(f, "%s%s  %016llx %016llx word %u\n", text, ok ? "" : " (not executed)",
				(unsigned long long)w->in.lo, (unsigned long long)w->in.hi, w->i);
		if (differ++ < SHOWN)
			show(f, w, mine, t);
	}
	if (differ)
		fprintf(f, "  %u threads\n", differ);
	return !differ;
}

static void
report(const char *folder, const struct variant *v, size_t n)
{
	FILE *csv = create(folder, "h200-variants.csv"), *differences = create(folder, "differences.txt"),
	     *illegal = create(folder, "illegal.txt");
	size_t equal = 0, different = 0, bad = 0, missing = 0, next = 0;
	char text[256];

	fputs("base_lo,base_hi,ran,hash,illegal,text\n", csv);
	for (size_t i = 0; i < n; i++) {
		uint64_t ran = 0, hash = 0;
		struct inst in;
		unsigned wrong = 0, refused = 0;

		for (; next < nwords && words[next].v == &v[i]; next++) {
			struct word *w = &words[next];

			if (outcome[next] == RAN) {
				ran |= UINT64_C(1) << w->i;
				hash += variant_hash(w->i, left[next]);
				wrong += !compare(differences, w);
				equal++;
			} else {
				isa_print(&w->in, text, sizeof text);
				fprintf(illegal, "%s %s %016llx %016llx\n",
					outcome[next] == ILLEGAL    ? "illegal"
					: outcome[next] == LEFT_OUT ? "left out"
								    : "not run",
					text, (unsigned long long)w->in.lo, (unsigned long long)w->in.hi);
				bad++;
				refused += outcome[next] == ILLEGAL;
			}
		}
		different += wrong > 0;
		missing += !ran;
		variant_word(&v[i], 0, &in);
		isa_print(&in, text, sizeof text);
		text[strcspn(text + (*text == '@' ? strcspn(text, " ") + 1 : 0), " ") +
		     (*text == '@' ? strcspn(text, " ") + 1 : 0)] = 0;
		fprintf(csv, "%llx,%llx,%llx,%llx,%u,%s\n", (unsigned long long)v[i].base[0], (unsigned long long)v[i].base[1],
			(unsigned long long)ran, (unsigned long long)hash, refused,
			*text == '@' ? text + strcspn(text, " ") + 1 : text);
	}
	printf("%zu variants, %zu without results, %zu with differences; %zu words ran, %zu did not\n", n, missing, different,
	       equal, bad);
	fclose(csv);
	fclose(differences);
	fclose(illegal);
}

static int
write_carrier(void)
{
	puts("struct constants { int c[64]; };\n"
	     "extern \"C\" __global__ void __launch_bounds__(512) lanes(const volatile int *q, volatile int *o, struct constants "
	     "s) {\n"
	     "int v = s.c[threadIdx.x & 63];");
	for (unsigned i = 0; i < CODE_MOST; i++)
		printf("o[%u] = v;\n", i);
	puts("}");
	return 0;
}

/* Takes the variants that the file names from the list. */
static void
forget(const char *path, struct variant *v, size_t *n)
{
	FILE *f = fopen(path, "r");
	char line[512];

	if (!f) {
		perror(path);
		exit(1);
	}
	while (fgets(line, sizeof line, f)) {
		unsigned long long lo, hi;

		if (sscanf(line, "%llx,%llx", &lo, &hi) != 2)
			continue;
		for (size_t i = 0; i < *n; i++)
			if (v[i].base[0] == lo && v[i].base[1] == hi) {
				memmove(v + i, v + i + 1, (--*n - i) * sizeof *v);
				break;
			}
	}
	fclose(f);
}

static void *
shared(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert(p != MAP_FAILED);
	return p;
}

int
main(int argc, char **argv)
{
	size_t n, left_out;
	struct variant *v;

	if (argc == 2 && !strcmp(argv[1], "--carrier"))
		return write_carrier();
	if (argc < 3)
		return 2;
	open_carrier(argv[1]);
	for (unsigned s = 0; s < VARIANT_SETS; s++)
		variant_inputs(s, &inputs[s]);
	v = variants_list(&n, &left_out);
	if (argc > 4)
		forget(argv[4], v, &n);
	words = calloc(n * VARIANT_UNIFORM_WORDS, sizeof *words);
	assert(words);
	for (size_t i = 0; i < n; i++)
		for (unsigned k = 0; k < v[i].words; k++) {
			words[nwords] = (struct word){.v = &v[i], .i = k};
			nwords += variant_word(&v[i], k, &words[nwords].in);
		}
	outcome = shared(nwords);
	left = shared(nwords * sizeof *left);
	work(now() + (argc > 3 ? atof(argv[3]) : 120));
	report(argv[2], v, n);
	return 0;
}
