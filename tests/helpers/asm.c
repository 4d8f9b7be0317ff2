#include "tests/helpers/asm.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/wholefile.h"

void
asm_init(struct program *p)
{
	*p = (struct program){.guard = PT};
}

/* hi holds no control field and no guard. */
static void
emit(struct program *p, uint64_t lo, uint64_t hi)
{
	assert_true(p->n < ASM_MOST);
	p->w[p->n][0] = (lo & ~UINT64_C(0xf000)) | (uint64_t)p->guard << 12;
	p->w[p->n][1] = hi;
	p->n++;
	p->guard = PT;
	ctl(p, 15, NO_SB, NO_SB, 0);
}

void
ctl(struct program *p, unsigned stall, unsigned wbar, unsigned rbar, unsigned wait)
{
	uint64_t *hi = &p->w[p->n - 1][1];

	*hi &= (UINT64_C(1) << 41) - 1;
	/* the hint "do not yield" exists for stall counts of 1 to 11 alone */
	*hi |= (uint64_t)stall << 41 | (uint64_t)(stall > 0 && stall < 12) << 45 | (uint64_t)wbar << 46 | (uint64_t)rbar << 49 |
	       (uint64_t)wait << 52;
}

void
guard(struct program *p, unsigned predicate, bool negated)
{
	p->guard = predicate | (negated ? 8 : 0);
}

static uint64_t
at(unsigned v, unsigned bit)
{
	return (uint64_t)v << bit;
}

void
reuse(struct program *p, unsigned slots)
{
	p->w[p->n - 1][1] |= (uint64_t)slots << 58;
}

void
word(struct program *p, uint64_t lo, uint64_t hi)
{
	emit(p, lo, hi);
}

void
nop(struct program *p)
{
	emit(p, 0x7918, 0);
}

void
exit_(struct program *p)
{
	emit(p, 0x794d, 0x03800000);
}

void
mov_imm(struct program *p, unsigned d, uint32_t imm)
{
	emit(p, 0x7802 | at(d, 16) | at(imm, 32), 0xf00);
}

void
mov_uniform(struct program *p, unsigned d, unsigned ua)
{
	emit(p, 0x7c02 | at(d, 16) | at(ua, 32), 0x08000f00);
}

void
umov_imm(struct program *p, unsigned ud, uint32_t imm)
{
	emit(p, 0x7882 | at(ud, 16) | at(imm, 32), 0);
}

void
r2ur(struct program *p, unsigned ud, unsigned a)
{
	emit(p, 0x72ca | at(ud, 16) | at(a, 24), 0x000e0000);
}

void
s2ur(struct program *p, unsigned ud, unsigned sreg)
{
	emit(p, 0x79c3 | at(ud, 16), at(sreg, 8));
}

void
viadd(struct program *p, unsigned d, unsigned a, int32_t imm)
{
	emit(p, 0x7836 | at(d, 16) | at(a, 24) | at((uint32_t)imm, 32), 0);
}

void
imad(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c)
{
	emit(p, 0x7224 | at(d, 16) | at(a, 24) | at(b, 32), 0x078e0200 | c);
}

void
imad_wide_imm(struct program *p, unsigned d, unsigned a, uint32_t imm, unsigned c)
{
	emit(p, 0x7825 | at(d, 16) | at(a, 24) | at(imm, 32), 0x078e0200 | c);
}

void
fadd(struct program *p, unsigned d, unsigned a, unsigned b)
{
	emit(p, 0x7221 | at(d, 16) | at(a, 24) | at(b, 32), 0);
}

void
ffma(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c)
{
	emit(p, 0x7223 | at(d, 16) | at(a, 24) | at(b, 32), c);
}

void
dfma(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c)
{
	emit(p, 0x722b | at(d, 16) | at(a, 24) | at(b, 32), c);
}

void
hfma2(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c)
{
	emit(p, 0x7231 | at(d, 16) | at(a, 24) | at(b, 32), c);
}

void
hfma2_mma(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c)
{
	emit(p, 0x7235 | at(d, 16) | at(a, 24) | at(b, 32), c);
}

void
redux_max(struct program *p, unsigned ud, unsigned a)
{
	emit(p, 0x73c4 | at(ud, 16) | at(a, 24), 0x14000);
}

void
match_any(struct program *p, unsigned d, unsigned a)
{
	emit(p, 0x73a1 | at(d, 16) | at(a, 24), 0x000e8000);
}

void
match_all(struct program *p, unsigned d, unsigned a)
{
	emit(p, 0x73a1 | at(d, 16) | at(a, 24), 0x000e0000);
}

void
lop3_and_imm(struct program *p, unsigned d, unsigned a, uint32_t imm)
{
	emit(p, 0x7812 | at(d, 16) | at(a, 24) | at(imm, 32), 0x078ec0ff);
}

void
popc(struct program *p, unsigned d, unsigned a)
{
	emit(p, 0x7309 | at(d, 16) | at(a, 32), 0);
}

void
s2r(struct program *p, unsigned d, unsigned sreg)
{
	emit(p, 0x7919 | at(d, 16), at(sreg, 8));
}

void
isetp_ge(struct program *p, unsigned pd, unsigned a, unsigned b)
{
	emit(p, 0x720c | at(a, 24) | at(b, 32), 0x03f06270 | at(pd, 17));
}

void
isetp_ge_imm(struct program *p, unsigned pd, unsigned a, int32_t imm)
{
	emit(p, 0x780c | at(a, 24) | at((uint32_t)imm, 32), 0x03f06270 | at(pd, 17));
}

void
isetp_ne_imm(struct program *p, unsigned pd, unsigned a, int32_t imm)
{
	emit(p, 0x780c | at(a, 24) | at((uint32_t)imm, 32), 0x03f05270 | at(pd, 17));
}

void
ldc64(struct program *p, unsigned d, unsigned offset)
{
	emit(p, 0xff007b82 | at(d, 16) | at(offset, 38), 0xa00);
}

void
uldc64(struct program *p, unsigned d, unsigned offset)
{
	emit(p, 0x7ab9 | at(d, 16) | at(offset, 38), 0xa00);
}

void
ldg(struct program *p, unsigned d, unsigned a, int32_t imm)
{
	emit(p, 0x7981 | at(d, 16) | at(a, 24) | at(4, 32) | at((uint32_t)imm & 0xffffff, 40), 0x0c1e1900);
}

void
ldg_strong(struct program *p, unsigned d, unsigned a, int32_t imm)
{
	emit(p, 0x7981 | at(d, 16) | at(a, 24) | at(4, 32) | at((uint32_t)imm & 0xffffff, 40), 0x0c1ef900);
}

void
stg(struct program *p, unsigned a, unsigned b, int32_t imm)
{
	emit(p, 0x7986 | at(a, 24) | at(b, 32) | at((uint32_t)imm & 0xffffff, 40), 0x0c101904);
}

void
stg_strong(struct program *p, unsigned a, unsigned b, int32_t imm)
{
	emit(p, 0x7986 | at(a, 24) | at(b, 32) | at((uint32_t)imm & 0xffffff, 40), 0x0c10f904);
}

void
redg(struct program *p, unsigned a, unsigned b, int32_t imm)
{
	emit(p, 0x798e | at(a, 24) | at(b, 32) | at((uint32_t)imm & 0xffffff, 40), 0x0c10e184);
}

void
atomg(struct program *p, unsigned d, unsigned a, unsigned b, int32_t imm)
{
	emit(p, 0x79a8 | at(d, 16) | at(a, 24) | at(b, 32) | at((uint32_t)imm & 0xffffff, 40), 0x081ee1c4);
}

void
lds(struct program *p, unsigned d, unsigned a, int32_t imm)
{
	emit(p, 0x7984 | at(d, 16) | at(a, 24) | at((uint32_t)imm & 0xffffff, 40), 0x0800);
}

void
sts(struct program *p, unsigned a, unsigned b, int32_t imm)
{
	emit(p, 0x7388 | at(a, 24) | at(b, 32) | at((uint32_t)imm & 0xffffff, 40), 0x0800);
}

static uint32_t
size_of(unsigned bits)
{
	return bits == 128 ? 6 : bits == 64 ? 5 : 4;
}

void
lds_wide(struct program *p, unsigned d, unsigned a, unsigned bits)
{
	emit(p, 0x7984 | at(d, 16) | at(a, 24), size_of(bits) << 9);
}

void
ldg_wide(struct program *p, unsigned d, unsigned a, unsigned bits)
{
	emit(p, 0x7981 | at(d, 16) | at(a, 24) | at(4, 32), 0x0c1e1100 | size_of(bits) << 9);
}

void
atoms_add(struct program *p, unsigned d, unsigned a, unsigned b)
{
	emit(p, 0x738c | at(d, 16) | at(a, 24) | at(b, 32), 0);
}

void
atoms_cast_spin(struct program *p, unsigned d, unsigned a, unsigned b, unsigned c)
{
	emit(p, 0x738d | at(d, 16) | at(a, 24) | at(b, 32), 0x01800000 | c);
}

void
qspc_shared(struct program *p, unsigned pd, unsigned d, unsigned a)
{
	emit(p, 0x73aa | at(d, 16) | at(a, 24), 0x400 | at(pd, 17));
}

void
bar_sync(struct program *p)
{
	emit(p, 0x7b1d, 0x00010000);
}

void
membar(struct program *p, unsigned level)
{
	emit(p, 0x7992, (uint64_t)level << 12);
}

void
yield_(struct program *p)
{
	emit(p, 0x7946, 0x03800000);
}

void
warpsync(struct program *p)
{
	emit(p, 0x7948, 0x03800000);
}

void
warpsync_mask(struct program *p, unsigned a, bool exclusive)
{
	emit(p, 0x7348 | at(a, 24), exclusive ? 0x03a00000 : 0x03800000);
}

void
bsync(struct program *p, unsigned b)
{
	emit(p, 0x7941 | at(b, 16), 0x03800000);
}

void
break_(struct program *p, unsigned b)
{
	emit(p, 0x7942 | at(b, 16), 0x03800000);
}

unsigned
warpsync_collective(struct program *p, unsigned a, unsigned target)
{
	emit(p, 0x7348 | at(a, 24), 0x03c00000);
	patch(p, p->n - 1, target);
	return p->n - 1;
}

void
endcollective(struct program *p)
{
	emit(p, 0x791b, 0x03800000);
}

unsigned
bra(struct program *p, unsigned target)
{
	emit(p, 0x7947, 0x03800000);
	patch(p, p->n - 1, target);
	return p->n - 1;
}

unsigned
bra_div(struct program *p, unsigned ua, unsigned target)
{
	emit(p, 0x7947 | at(ua, 24) | UINT64_C(2) << 32, 0x0b800000);
	patch(p, p->n - 1, target);
	return p->n - 1;
}

unsigned
bssy(struct program *p, unsigned b, unsigned target)
{
	emit(p, 0x7945 | at(b, 16), 0x03800000);
	patch(p, p->n - 1, target);
	return p->n - 1;
}

unsigned
label(const struct program *p)
{
	return p->n;
}

void
patch(struct program *p, unsigned branch, unsigned target)
{
	uint64_t *w = p->w[branch];
	int64_t offset = ((int64_t)target - (int64_t)branch - 1) * 16;

	if ((w[0] & 0xfff) == 0x945) {
		w[0] = (w[0] & 0xffffffff) | at((uint32_t)offset, 32);
	} else {
		/* word offset, the low 8 bits at 16, the others from 34 on */
		uint64_t v = (uint64_t)(offset / 4), low = v & 0xff, high = v >> 8 & ((UINT64_C(1) << 48) - 1);

		w[0] = (w[0] & UINT64_C(0x3ff00ffff)) | low << 16 | high << 34;
		w[1] = (w[1] & ~UINT64_C(0x3ffff)) | high >> 30;
	}
}

char *
asm_read(const char *name, size_t *size)
{
	const char *dir = getenv("srcdir");
	struct simt_error e;
	char path[1024];
	unsigned char *image;

	snprintf(path, sizeof path, "%s/%s", dir ? dir : ".", name);
	image = wholefile_read(path, WHOLEFILE_BYTES_MAX, size, &e);
	if (!image)
		fail_msg("%s", e.text);
	return (char *)image;
}

void
asm_find(char *image, size_t size, const char *section, size_t *offset, size_t *bytes)
{
	Elf *elf;
	Elf_Scn *s = NULL;
	size_t names;

	elf_version(EV_CURRENT);
	elf = elf_memory(image, size);
	assert_non_null(elf);
	assert_int_equal(elf_getshdrstrndx(elf, &names), 0);
	*offset = *bytes = 0;
	while ((s = elf_nextscn(elf, s))) {
		GElf_Shdr h;

		assert_non_null(gelf_getshdr(s, &h));
		if (!strcmp(elf_strptr(elf, names, h.sh_name), section)) {
			*offset = h.sh_offset;
			*bytes = h.sh_size;
		}
	}
	elf_end(elf);
	assert_true(*bytes);
}

struct simt_function *
asm_load(struct simt *s, const struct program *p, struct simt_error *e)
{
	struct program end, q = *p;
	size_t size, offset, bytes;
	char *image = asm_read("tests/helpers/carrier.cubin", &size);
	struct simt_module *m;

	asm_find(image, size, ".text.carrier", &offset, &bytes);
	assert_true((q.n + 2) * 16 <= bytes);
	bra(&q, q.n);
	memcpy(image + offset, q.w, q.n * 16);
	asm_init(&end);
	nop(&end);
	for (size_t i = q.n; i < bytes / 16; i++)
		memcpy(image + offset + 16 * i, end.w, 16);
	m = simt_module_load_data(s, image, size, "carrier.cubin", e);
	free(image);
	return m ? simt_function(m, "carrier", e) : NULL;
}

static struct simt *
machine_of(const char *const *settings, bool independent)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("tiny", &e);
	struct simt *s;

	if (!m)
		fail_msg("%s", e.text);
	for (; settings && *settings; settings++)
		if (!simt_machine_set(m, *settings, &e))
			fail_msg("%s", e.text);
	if (independent && !simt_machine_set(m, "bank_issue=independent", &e))
		fail_msg("%s", e.text);
	s = simt_create(m, &e);
	if (!s)
		fail_msg("%s", e.text);
	simt_machine_free(m);
	return s;
}

struct simt *
asm_machine(const char *const *settings)
{
	return machine_of(settings, false);
}

struct simt *
asm_machine_independent(const char *const *settings)
{
	return machine_of(settings, true);
}

const struct simt_launch_stats *
asm_run(struct simt *s, const struct program *p, unsigned blocks, unsigned threads, const uint32_t *in, uint32_t *out, unsigned n)
{
	struct simt_error e = {.status = SIMT_OK};
	struct {
		uint64_t in, out;
		uint32_t n;
	} params = {0, 0, n};
	struct simt_function *f;
	struct simt_launch *l;

	simt_reset(s);
	f = asm_load(s, p, &e);
	if (!f)
		fail_msg("%s", e.text);
	if (!simt_malloc(s, 4 * (size_t)n, &params.in, &e) || !simt_malloc(s, 4 * (size_t)n, &params.out, &e) ||
	    (in && !simt_write(s, params.in, in, 4 * (size_t)n, &e)))
		fail_msg("%s", e.text);
	l = simt_launch(s, f, (struct simt_dim){blocks, 1, 1}, (struct simt_dim){threads, 1, 1}, 0, &params, 20, 0, &e);
	if (!l || !simt_synchronize(s, &e))
		fail_msg("%s", e.text);
	if (out && !simt_read(s, params.out, out, 4 * (size_t)n, &e))
		fail_msg("%s", e.text);
	return simt_launch_stats(l);
}

void
assert_laws(const struct simt_launch_stats *t, unsigned sms, unsigned subcores)
{
	uint64_t states = 0;

	assert_int_equal(t->v[SIMT_STAT_slots_issued] + t->v[SIMT_STAT_slots_no_eligible] + t->v[SIMT_STAT_slots_no_warp],
			 t->v[SIMT_STAT_cycles] * sms * subcores);
	for (int i = 0; i < SIMT_STALLS; i++)
		states += t->stall[i];
	assert_int_equal(states, t->v[SIMT_STAT_warp_cycles]);
}

/* What the settings say of a parameter that is 1 on `tiny`. */
static unsigned
set_to(const char *const *settings, const char *name)
{
	unsigned n = 1;

	for (; settings && *settings; settings++)
		if (!strncmp(*settings, name, strlen(name)) && (*settings)[strlen(name)] == '=')
			n = (unsigned)atoi(*settings + strlen(name) + 1);
	return n;
}

uint64_t
asm_cycles(const struct program *p, unsigned threads, unsigned words, const char *const *settings,
	   const struct simt_launch_stats **stats)
{
	static struct simt_launch_stats copy;
	struct simt *s = asm_machine(settings);

	copy = *asm_run(s, p, 1, threads, NULL, NULL, words);
	copy.pc = NULL;
	simt_destroy(s);
	assert_laws(&copy, set_to(settings, "sms"), set_to(settings, "subcores"));
	if (stats)
		*stats = &copy;
	return copy.v[SIMT_STAT_cycles];
}
