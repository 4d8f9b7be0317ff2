/* cubin-functions.c: functions that the compiler or the linker leaves in sections of their own (nvcc -G, nvcc -rdc=true and nvlink).
 * They are appended to the code of each kernel that can call them, at the same place in all kernels, so that a pointer to one is the
 * same everywhere. A kernel can call the functions that it calls, those that these call, and all whose address is taken somewhere.
 *
 * Two forms of instruction are rewritten, since code is at address 0 and its addresses are known here: CALL.ABS of a function becomes
 * CALL.REL to it, and RET.ABS becomes RET.REL with an address that counts from 0.
 *
 * What this module cannot do: functions with constants in bank 2 of their own, which are not appended. Files in which the code of all
 * kernels with their functions is longer than COMPOSED_MOST. */
#include "isa/cubin-impl.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { CALL_ABSOLUTE = 75, CODE_ALIGN = 128, WORD = 16 };

/* Limits of bytes, and of kernels times functions. Each kernel gets a copy of its functions, so a small file could ask for any amount of
 * memory. Programs with CUB that nvcc 13 -G compiles have 8 to 16 kernels and up to 239 functions. The code of all their kernels is up
 * to 4 MiB long, and kernels times functions are up to 1912. */
enum { COMPOSED_MOST = 256 << 20, PAIRS_MOST = 1 << 24 };

static const struct cubin_section *
section_of(const struct cubin *c, const struct cubin_function *f)
{
	return &c->section[f->section];
}

static bool
is_function(const struct cubin *c, const struct cubin_section *s)
{
	char bank[] = ".nv.constant2.";

	if (strncmp(s->name, ".text.", 6) || s->kernel || !s->data || s->size % WORD)
		return false;
	for (size_t i = 0; i < c->nsections; i++)
		if (!strncmp(c->section[i].name, bank, sizeof bank - 1) &&
		    !strcmp(c->section[i].name + sizeof bank - 1, s->name + 6) && c->section[i].size)
			return false;
	return true;
}

/* A relocation of code or of memory against a function; NULL: it is none. */
static struct cubin_function *
target_of(const struct cubin *c, const struct cubin_section *s, const struct cubin_rel *rel)
{
	const struct cubin_section *in = s->info < c->nsections ? &c->section[s->info] : NULL;
	const struct cubin_section *to;

	if (!in || (in->place == CUBIN_NO_PLACE && !in->function) || rel->symbol >= c->nsymbols)
		return NULL;
	to = &c->section[c->symbol[rel->symbol].section];
	return to->function ? c->function + to->function - 1 : NULL;
}

/* Calls `see` for each relocation against a function. `in` is the section that it patches. */
static void
each(struct cubin *c, void (*see)(struct cubin *c, size_t in, struct cubin_function *to, const struct cubin_rel *rel))
{
	for (size_t i = 0; i < c->nsections; i++) {
		const struct cubin_section *s = &c->section[i];

		if (s->type != SHT_RELA && s->type != SHT_REL)
			continue;
		for (size_t k = 0; k < cubin_rel_count(s); k++) {
			struct cubin_rel rel = cubin_rel(s, k);
			struct cubin_function *to = target_of(c, s, &rel);

			if (to)
				see(c, s->info, to, &rel);
		}
	}
}

static void
note_taken(struct cubin *c, size_t in, struct cubin_function *to, const struct cubin_rel *rel)
{
	(void)c;
	/* where one returns to in itself is nobody else's business */
	to->taken = to->taken || (rel->type != CALL_ABSOLUTE && in != to->section);
}

static bool *
reaches(const struct cubin *c, size_t kernel)
{
	return c->reaches + kernel * c->nfunctions;
}

/* A relocation in section `in` against a function; `next` is another one in the same section, from 1 on, 0: there is none. */
struct cubin_call {
	size_t in, next;
	uint32_t to;
};

static void
count_call(struct cubin *c, size_t in, struct cubin_function *to, const struct cubin_rel *rel)
{
	(void)in, (void)to, (void)rel;
	c->ncalls++;
}

static void
note_call(struct cubin *c, size_t in, struct cubin_function *to, const struct cubin_rel *rel)
{
	const size_t n = c->ncalls++;

	(void)rel;
	c->call[n] = (struct cubin_call){.in = in, .next = c->first_call[in], .to = (uint32_t)(to - c->function)};
	c->first_call[in] = n + 1;
}

/* The kernel has what section `in` calls; `wait` holds the functions whose calls have not been looked at. */
static size_t
call_all(const struct cubin *c, bool *has, size_t in, uint32_t *wait, size_t n)
{
	for (size_t i = c->first_call[in]; i; i = c->call[i - 1].next) {
		const uint32_t to = c->call[i - 1].to;

		if (!has[to])
			wait[n++] = to;
		has[to] = true;
	}
	return n;
}

/* What calls a function brings it to the kernels that come there. */
static bool
spread(struct cubin *c, struct simt_error *e)
{
	uint32_t *wait = cubin_alloc(c, c->nfunctions, sizeof *wait, e);

	each(c, count_call);
	c->call = cubin_alloc(c, c->ncalls, sizeof *c->call, e);
	c->first_call = cubin_alloc(c, c->nsections, sizeof *c->first_call, e);
	if (!wait || !c->call || !c->first_call) {
		free(wait);
		return false;
	}
	c->ncalls = 0;
	each(c, note_call);
	for (size_t i = 0; i < c->nsections; i++) {
		const struct cubin_section *s = &c->section[i];
		bool *has = s->kernel && s->place == CUBIN_CODE ? reaches(c, (size_t)(s->kernel - c->kernel)) : NULL;
		size_t n = 0;

		if (!has)
			continue;
		for (uint32_t f = 0; f < c->nfunctions; f++)
			if (c->function[f].taken) {
				has[f] = true;
				wait[n++] = f;
			}
		n = call_all(c, has, i, wait, n);
		while (n)
			n = call_all(c, has, c->function[wait[n - 1]].section, wait, n - 1);
	}
	free(wait);
	return true;
}

static void
put(uint8_t *p, uint64_t v)
{
	for (int i = 0; i < 8; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

/* Sets the target of the instruction at byte `at` to address `to`. Bits 16 to 23 and from 34 on hold the distance from its end, divided
 * by 4. */
static void
aim(uint8_t *code, uint64_t at, uint64_t to)
{
	const uint64_t way = (to - at - WORD) / 4 & UINT64_MAX >> 2, low = way & 0xff, high = way >> 8 & ((UINT64_C(1) << 48) - 1);
	uint64_t lo = cubin_u64(code + at), hi = cubin_u64(code + at + 8);

	lo = (lo & ~(UINT64_C(0xff) << 16) & ~(~UINT64_C(0) << 34)) | low << 16 | high << 34;
	hi = (hi & ~((UINT64_C(1) << 18) - 1)) | high >> 30;
	put(code + at, lo);
	put(code + at + 8, hi);
}

static void
aim_returns(uint8_t *code, uint64_t bytes)
{
	enum { OPCODE = 0xfff, RET = 0x950, RET_ABSOLUTE = 1 << 21 };

	for (uint64_t at = 0; at < bytes; at += WORD) {
		const uint64_t lo = cubin_u64(code + at), hi = cubin_u64(code + at + 8);

		if ((lo & OPCODE) != RET || !(hi & RET_ABSOLUTE))
			continue;
		put(code + at + 8, hi & ~(uint64_t)RET_ABSOLUTE);
		aim(code, at, 0);
	}
}

uint64_t
cubin_function_address(const struct cubin *c, const struct cubin_section *s)
{
	return c->functions_at + c->function[s->function - 1].offset;
}

bool
cubin_function_in(const struct cubin *c, const struct cubin_section *s, const struct cubin_kernel *k)
{
	return c->composed[k - c->kernel] && reaches(c, (size_t)(k - c->kernel))[s->function - 1];
}

void
cubin_aim_call(uint8_t *code, uint64_t at, uint64_t to)
{
	enum { OPCODE = 0xfff, CALL = 0x943, CALL_RELATIVE = 0x944 };

	if ((cubin_u64(code + at) & OPCODE) != CALL)
		return;
	put(code + at, (cubin_u64(code + at) & ~(uint64_t)OPCODE) | CALL_RELATIVE);
	aim(code, at, to);
}

/* A call of a function, in all kernels that hold it. */
static void
aim_call(struct cubin *c, size_t in, struct cubin_function *to, const struct cubin_rel *rel)
{
	const struct cubin_section *s = &c->section[in];
	const uint64_t at = rel->offset + (s->function ? cubin_function_address(c, s) : 0);
	const uint64_t address =
		cubin_function_address(c, section_of(c, to)) + c->symbol[rel->symbol].value + (uint64_t)rel->addend;

	if (rel->type != CALL_ABSOLUTE || rel->offset % WORD || s->size < WORD || rel->offset > s->size - WORD ||
	    (!s->function && s->place != CUBIN_CODE))
		return;
	for (size_t k = 0; k < c->nkernels; k++) {
		uint8_t *code = c->composed[k];

		if (code && (s->function ? cubin_function_in(c, s, c->kernel + k) : s->kernel == c->kernel + k))
			cubin_aim_call(code, at, address);
	}
}

static bool
reaches_any(const struct cubin *c, size_t kernel)
{
	for (size_t i = 0; i < c->nfunctions; i++)
		if (reaches(c, kernel)[i])
			return true;
	return false;
}

/* Makes the kernel's code with its functions appended, and between them words that never run. */
static bool
compose(struct cubin *c, size_t kernel, uint64_t bytes, struct simt_error *e)
{
	static const uint64_t stay[2] = {0xfffffffc00fc7947, 0x000fc0000383ffff}; /* BRA to itself */
	struct cubin_kernel *k = c->kernel + kernel;
	const bool *r = reaches(c, kernel);
	uint8_t *code = cubin_alloc(c, bytes, 1, e);

	if (!code)
		return false;
	for (uint64_t at = 0; at < bytes; at += WORD) {
		put(code + at, stay[0]);
		put(code + at + 8, stay[1]);
	}
	memcpy(code, k->blob[CUBIN_CODE].data, k->blob[CUBIN_CODE].size);
	for (size_t i = 0; i < c->nfunctions; i++)
		if (r[i])
			memcpy(code + c->functions_at + c->function[i].offset, section_of(c, c->function + i)->data,
			       section_of(c, c->function + i)->size);
	aim_returns(code, bytes);
	c->composed[kernel] = code;
	k->code = code;
	k->ninst = (uint32_t)(bytes / WORD);
	return true;
}

static bool
find_functions(struct cubin *c, uint64_t *bytes, struct simt_error *e)
{
	uint64_t own = 0;
	size_t n = 0;

	for (size_t i = 0; i < c->nsections; i++) {
		const struct cubin_section *s = &c->section[i];

		if (!is_function(c, s))
			continue;
		n++;
		own += s->size;
		if (own > c->size)
			return cubin_fail(
				c, e, "section %s (number %zu) and the functions in sections before it are longer than the file",
				s->name, i);
	}
	if (n * c->nkernels > PAIRS_MOST)
		return cubin_fail(c, e, "%zu kernels and %zu functions in sections of their own are too many to be joined",
				  c->nkernels, n);
	c->function = cubin_alloc(c, n, sizeof *c->function, e);
	c->composed = cubin_alloc(c, c->nkernels, sizeof *c->composed, e);
	c->reaches = cubin_alloc(c, n * c->nkernels, sizeof *c->reaches, e);
	if (!c->function || !c->composed || !c->reaches)
		return false;
	for (size_t i = 0; i < c->nsections; i++) {
		struct cubin_section *s = &c->section[i];

		if (!is_function(c, s))
			continue;
		c->function[c->nfunctions++] = (struct cubin_function){.section = i, .offset = *bytes};
		s->function = (uint32_t)c->nfunctions;
		*bytes += (s->size + CODE_ALIGN - 1) / CODE_ALIGN * CODE_ALIGN;
	}
	return true;
}

bool
cubin_read_functions(struct cubin *c, struct simt_error *e)
{
	uint64_t bytes = 0, all = 0;

	if (!find_functions(c, &bytes, e))
		return false;
	each(c, note_taken);
	if (!spread(c, e))
		return false;
	for (size_t k = 0; k < c->nkernels; k++)
		if (c->kernel[k].blob[CUBIN_CODE].size > c->functions_at)
			c->functions_at = (c->kernel[k].blob[CUBIN_CODE].size + CODE_ALIGN - 1) / CODE_ALIGN * CODE_ALIGN;
	if (bytes > UINT32_MAX || c->functions_at > UINT32_MAX - bytes)
		return cubin_fail(c, e, "its code is more than 4 GiB long");
	for (size_t k = 0; k < c->nkernels; k++) {
		all += reaches_any(c, k) ? c->functions_at + bytes : 0;
		if (all > COMPOSED_MOST)
			return cubin_fail(c, e,
					  "kernel %s (number %zu) calls functions in sections of their own; the code of the "
					  "kernels up to it, each with its functions, is longer than %d MiB",
					  c->kernel[k].symbol, k, COMPOSED_MOST >> 20);
	}
	for (size_t k = 0; k < c->nkernels; k++)
		if (reaches_any(c, k) && !compose(c, k, c->functions_at + bytes, e))
			return false;
	each(c, aim_call);
	return true;
}

void
cubin_free_functions(struct cubin *c)
{
	for (size_t k = 0; c->composed && k < c->nkernels; k++)
		free(c->composed[k]);
	free(c->composed);
	free(c->reaches);
	free(c->call);
	free(c->first_call);
	free(c->function);
}
