/* fuzz-run.c: the input is machine code, 16 bytes an instruction, behind a byte that chooses machine, policy, mode, block and cluster. It is
 * run in place of the code of tests/helpers/carrier.cubin, twice: what comes out is the same, a fault and its sentence too. Words that the
 * kernel would be refused for are left out. In front R4 and R8 get the addresses of the thread's own words, P0 and P1 tell lanes apart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/cubin.h"
#include "fuzz.h"
#include "isa/isa.h"
#include "sim/runtime/simt.h"

enum { WORDS = 256, MOST = 48, TRIES = 12, CYCLES = 20000, INSTRUCTIONS = 4000 };

static const uint64_t begin[][2] = {
	{UINT64_C(0x0000820000047ab9), UINT64_C(0x000fde0000000a00)}, /* ULDC.64 UR4, c[0x0][0x208] */
	{UINT64_C(0x00008400ff027b82), UINT64_C(0x000e220000000a00)}, /* LDC.64 R2, c[0x0][0x210] */
	{UINT64_C(0x00008600ff067b82), UINT64_C(0x000e620000000a00)}, /* LDC.64 R6, c[0x0][0x218] */
	{UINT64_C(0x0000000000007919), UINT64_C(0x000ea20000002100)}, /* S2R R0, SR_TID.X */
	{UINT64_C(0x0000000400047825), UINT64_C(0x007fec00078e0202)}, /* IMAD.WIDE R4, R0, 0x4, R2 */
	{UINT64_C(0x0000000400087825), UINT64_C(0x000fec00078e0206)}, /* IMAD.WIDE R8, R0, 0x4, R6 */
	{UINT64_C(0x0000001f00017812), UINT64_C(0x000fec00078ec0ff)}, /* LOP3.LUT R1, R0, 0x1f, RZ, 0xc0, !PT */
	{UINT64_C(0x000000070100780c), UINT64_C(0x000fda0003f06270)}, /* ISETP.GE.AND P0, PT, R1, 0x7, PT */
	{UINT64_C(0x000000140100780c), UINT64_C(0x000fda0003f26270)}, /* ISETP.GE.AND P1, PT, R1, 0x14, PT */
};
static const uint64_t leave[2] = {UINT64_C(0x000000000000794d), UINT64_C(0x000fde0003800000)}, /* EXIT */
	loop[2] = {UINT64_C(0xfffffffc00fc7947), UINT64_C(0x000fde000383ffff)},                /* BRA to itself */
	nop[2] = {UINT64_C(0x0000000000007918), UINT64_C(0x000fde0000000000)};
enum { FIRST = sizeof begin / sizeof *begin };

static uint8_t *image;
static size_t bytes, code, ninst;

/* Finds the code of the carrier in its file. */
static void
read_carrier(void)
{
	const char *root = getenv("srcdir"), *data = getenv("SIMT_DATADIR");
	struct simt_error e = {.status = SIMT_OK};
	struct cubin *c;
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s%s/tests/helpers/carrier.cubin",
		 root   ? root
		 : data ? data
			: ".",
		 root || !data ? "" : "/..");
	f = fopen(path, "rb");
	image = malloc(1 << 20);
	if (!f || !image)
		abort();
	bytes = fread(image, 1, 1 << 20, f);
	fclose(f);
	c = cubin_open(image, bytes, "carrier", &e);
	if (!c)
		abort();
	ninst = cubin_kernel(c, 0)->ninst;
	while (memcmp(image + code, cubin_kernel(c, 0)->code, ninst * ISA_INST_BYTES) != 0)
		code++;
	cubin_close(c);
}

static struct simt *
context(uint8_t how)
{
	static const char *const policy[] = {"barrier", "barrier", "stack", "ideal"}, *const width[] = {"32", "8", "64", "128"};
	static struct simt_machine *machine[16];
	struct simt_machine *m = machine[how & 15];
	struct simt_error e = {.status = SIMT_OK};
	char set[2][64];
	struct simt *s;

	snprintf(set[0], sizeof set[0], "reconvergence=%s", policy[how & 3]);
	snprintf(set[1], sizeof set[1], "warp_size=%s", width[how >> 2 & 3]);
	if (!m && (!(m = simt_machine_load("tiny", &e)) || !simt_machine_set(m, set[0], &e) || !simt_machine_set(m, set[1], &e)))
		abort();
	machine[how & 15] = m;
	s = simt_create(m, &e);
	if (!s)
		abort();
	simt_set_mode(s, how & 16 && (how & 3) != 3 ? SIMT_FUNCTIONAL : SIMT_CYCLE);
	simt_set_max_cycles(s, CYCLES);
	simt_set_max_instructions(s, INSTRUCTIONS);
	return s;
}

/* The kernel without the words that it is refused for; NULL: there are too many. */
static struct simt_function *
load(struct simt *s)
{
	for (int i = 0; i < TRIES; i++) {
		struct simt_error e = {.status = SIMT_OK};
		struct simt_module *m = simt_module_load_data(s, image, bytes, "carrier", &e);
		struct simt_function *f = m ? simt_function(m, "carrier", &e) : NULL;
		const char *at;
		unsigned offset;

		if (f)
			return f;
		at = strstr(e.text, "offset 0x");
		if (!at || sscanf(at + 9, "%x", &offset) != 1 || offset >= ninst * ISA_INST_BYTES)
			return NULL;
		memcpy(image + code + offset, nop, sizeof nop);
	}
	return NULL;
}

struct outcome {
	char said[sizeof(struct simt_error)];
	struct simt_launch_stats stats;
	uint32_t words[2 * WORDS];
};

static bool
run(uint8_t how, struct outcome *o)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt *s = context(how);
	struct simt_function *f = load(s);
	struct {
		uint64_t in, out;
		uint32_t n;
	} params = {.n = WORDS};
	struct simt_launch *l = NULL;
	uint32_t first[WORDS];

	memset(o, 0, sizeof *o);
	for (uint32_t i = 0; i < WORDS; i++)
		first[i] = i * 0x01010101 ^ (i & 1 ? 0x3f800000 : i);
	if (f && simt_malloc(s, sizeof first, &params.in, &e) && simt_malloc(s, sizeof first, &params.out, &e) &&
	    simt_write(s, params.in, first, sizeof first, &e))
		l = simt_launch(s, f, (struct simt_dim){how & 32 ? 2 : 1, 1, 1}, (struct simt_dim){how & 64 ? 72 : 32, 1, 1}, 0,
				&params, 20, 0, &e);
	if (l) {
		if (how & 128)
			simt_cluster(l, (struct simt_dim){how & 32 ? 2 : 1, 1, 1}, NULL);
		simt_synchronize(s, &e);
		o->stats = *simt_launch_stats(l);
		o->stats.pc = NULL;
		simt_read(s, params.in, o->words, sizeof first, NULL);
		simt_read(s, params.out, o->words + WORDS, sizeof first, NULL);
		memcpy(o->said, e.text, strlen(e.text));
	}
	simt_destroy(s);
	return l;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct outcome a, b;
	const uint8_t how = size ? data[0] : 0;
	size_t n = FIRST;

	if (!image)
		read_carrier();
	for (size_t i = 0; i < ninst; i++)
		memcpy(image + code + i * ISA_INST_BYTES, nop, sizeof nop);
	memcpy(image + code, begin, sizeof begin);
	for (size_t at = 1; at + ISA_INST_BYTES <= size && n < FIRST + MOST; at += ISA_INST_BYTES)
		memcpy(image + code + n++ * ISA_INST_BYTES, data + at, ISA_INST_BYTES);
	memcpy(image + code + n++ * ISA_INST_BYTES, leave, sizeof leave);
	memcpy(image + code + n * ISA_INST_BYTES, loop, sizeof loop);
	if (run(how, &a) && run(how, &b) && memcmp(&a, &b, sizeof a) != 0)
		abort();
	return 0;
}
