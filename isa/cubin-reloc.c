/* cubin-reloc.c: relocations of a cubin, for cubin.c. */
#include "isa/cubin-impl.h"

#include <assert.h>
#include <elf.h>
#include <string.h>

enum {
	R_CUDA_32 = 1,
	R_CUDA_64 = 2,
	R_CUDA_G32 = 3,
	R_CUDA_G64 = 4,
	R_CUDA_ABS32_LO_32 = 56,
	R_CUDA_ABS32_HI_32 = 57,
	CALL_ABSOLUTE = 75
};

/* Names of types that a reader of a message may look up; NULL: number only. */
static const char *
type_name(uint32_t type)
{
	switch (type) {
	case 6:
		return "R_CUDA_TEX_HEADER_INDEX";
	case 52:
		return "R_CUDA_SURF_HEADER_INDEX";
	case 55:
		return "R_CUDA_ABS32_32";
	case 58:
		return "R_CUDA_ABS47_34";
	case 59:
		return "R_CUDA_ABS16_32";
	case 60:
		return "R_CUDA_ABS24_32";
	case 61:
		return "R_CUDA_FUNC_DESC32_32";
	case 62:
		return "R_CUDA_FUNC_DESC32_LO_32";
	case 63:
		return "R_CUDA_FUNC_DESC32_HI_32";
	case 66:
		return "R_CUDA_CONST_FIELD21_38";
	default:
		return NULL;
	}
}

static bool
kind_of(uint32_t type, enum cubin_reloc_kind *kind)
{
	switch (type) {
	case R_CUDA_32:
	case R_CUDA_G32:
		*kind = CUBIN_RELOC_32;
		return true;
	case R_CUDA_64:
	case R_CUDA_G64:
		*kind = CUBIN_RELOC_64;
		return true;
	case R_CUDA_ABS32_LO_32:
		*kind = CUBIN_RELOC_LO32;
		return true;
	case R_CUDA_ABS32_HI_32:
		*kind = CUBIN_RELOC_HI32;
		return true;
	case CALL_ABSOLUTE:
		*kind = CUBIN_RELOC_CALL;
		return true;
	default:
		return false;
	}
}

size_t
cubin_rel_count(const struct cubin_section *s)
{
	if (!s->data)
		return 0;
	return s->size / (s->type == SHT_RELA ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel));
}

struct cubin_rel
cubin_rel(const struct cubin_section *s, size_t i)
{
	bool rela = s->type == SHT_RELA;
	const uint8_t *p = s->data + i * (rela ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel));

	return (struct cubin_rel){.offset = cubin_u64(p),
				  .type = cubin_u32(p + 8),
				  .symbol = cubin_u32(p + 12),
				  .addend = rela ? (int64_t)cubin_u64(p + 16) : 0};
}

/* Bytes that a relocation reads and writes from its offset on. */
static unsigned
width(enum cubin_reloc_kind kind)
{
	return kind == CUBIN_RELOC_64 ? 8 : kind == CUBIN_RELOC_32 ? 4 : 16;
}

/* SHT_REL keeps the addend in the bytes to patch. */
static uint64_t
addend_in_place(enum cubin_reloc_kind kind, const uint8_t *p)
{
	switch (kind) {
	case CUBIN_RELOC_64:
		return cubin_u64(p);
	case CUBIN_RELOC_32:
		return cubin_u32(p);
	case CUBIN_RELOC_LO32:
		return cubin_u32(p + 4);
	case CUBIN_RELOC_HI32:
		return (uint64_t)cubin_u32(p + 4) << 32;
	case CUBIN_RELOC_CALL:
		break;
	}
	return 0;
}

/* The number of the function in CUBIN_EXTERNAL. */
static bool
external(struct cubin *c, uint32_t symbol, size_t *i, struct simt_error *e)
{
	uint32_t *more;

	for (*i = 0; *i < c->nexternals; (*i)++)
		if (c->external[*i] == symbol)
			return true;
	more = cubin_grow(c, c->external, c->nexternals, &c->externals_room, sizeof *c->external, e);
	if (!more)
		return false;
	c->external = more;
	c->external[c->nexternals++] = symbol;
	return true;
}

/* Code that belongs to no kernel. */
static bool
is_code_of_its_own(const struct cubin_section *s)
{
	return s->place == CUBIN_NO_PLACE && !s->function && !strncmp(s->name, ".text.", 6);
}

/* Applies a relocation not in its own section but in the code of a kernel, to which the section may be appended. */
static bool
put_reloc(struct cubin *c, const struct cubin_section *in, const struct cubin_reloc *r, struct simt_error *e)
{
	struct cubin_reloc *more;

	for (size_t k = 0; k < (in->function ? c->nkernels : 1); k++) {
		struct cubin_reloc to = *r;

		if (in->function && !cubin_function_in(c, in, c->kernel + k))
			continue;
		if (in->function) {
			to.place = CUBIN_CODE;
			to.kernel = c->kernel + k;
			to.offset += cubin_function_address(c, in);
		}
		more = cubin_grow(c, c->reloc, c->nrelocs, &c->relocs_room, sizeof *more, e);
		if (!more)
			return false;
		c->reloc = more;
		c->reloc[c->nrelocs++] = to;
	}
	return true;
}

static bool
add_reloc(struct cubin *c, const struct cubin_section *s, size_t i, struct simt_error *e)
{
	const struct cubin_section *in = &c->section[s->info], *to;
	struct cubin_rel rel = cubin_rel(s, i);
	const struct cubin_symbol *sym;
	struct cubin_reloc r;
	size_t number = 0;

	if (rel.symbol >= c->nsymbols)
		return cubin_fail(c, e, "relocation %zu in %s refers to symbol %u, but there are %zu", i, s->name, rel.symbol,
				  c->nsymbols);
	sym = &c->symbol[rel.symbol];
	r = (struct cubin_reloc){
		.place = (enum cubin_place)in->place, .kernel = in->kernel, .offset = rel.offset, .symbol = sym->name};
	if (!kind_of(rel.type, &r.kind))
		return cubin_fail(c, e, "relocation %s (type %u) in %s against %s is not supported",
				  type_name(rel.type) ? type_name(rel.type) : "of unknown name", rel.type, s->name, sym->name);
	if (in->size < width(r.kind) || rel.offset > in->size - width(r.kind))
		return cubin_fail(c, e, "relocation %zu in %s reaches past the end of %s", i, s->name, in->name);
	if (width(r.kind) == 16 && ((in->place != CUBIN_CODE && !in->function) || rel.offset % 16))
		return cubin_fail(c, e, "relocation %zu in %s is not on an instruction", i, s->name);
	to = &c->section[sym->section];
	if (!sym->section || is_code_of_its_own(to)) {
		if (!external(c, rel.symbol, &number, e))
			return false;
		r.target = CUBIN_EXTERNAL;
		r.addend = (int64_t)number * CUBIN_EXTERNAL_BYTES;
		return put_reloc(c, in, &r, e);
	}
	if (to->place == CUBIN_NO_PLACE && !to->function)
		return cubin_fail(c, e, "a relocation in %s against %s in section %s is not supported", s->name, sym->name,
				  to->name);
	if (s->type == SHT_REL && in->data)
		rel.addend = (int64_t)addend_in_place(r.kind, in->data + rel.offset);
	r.target = to->function ? CUBIN_FUNCTION : (enum cubin_place)to->place;
	r.tkernel = to->kernel;
	r.addend = (int64_t)((uint64_t)rel.addend + sym->value + (to->function ? cubin_function_address(c, to) : 0));
	/* calls of functions have been written anew */
	return (to->function && r.kind == CUBIN_RELOC_CALL) || put_reloc(c, in, &r, e);
}

static bool
counts(const struct cubin *c, const struct cubin_section *s)
{
	return (s->type == SHT_RELA || s->type == SHT_REL) && s->info < c->nsections &&
	       (c->section[s->info].place != CUBIN_NO_PLACE || c->section[s->info].function);
}

bool
cubin_read_relocs(struct cubin *c, struct simt_error *e)
{
	size_t i, j;

	for (i = 0; i < c->nsections; i++)
		if (counts(c, &c->section[i]))
			for (j = 0; j < cubin_rel_count(&c->section[i]); j++)
				if (!add_reloc(c, &c->section[i], j, e))
					return false;
	return true;
}

size_t
cubin_externals(const struct cubin *c)
{
	return c->nexternals;
}

const char *
cubin_external(const struct cubin *c, size_t i)
{
	assert(i < c->nexternals);
	return c->symbol[c->external[i]].name;
}

bool
cubin_external_has_code(const struct cubin *c, size_t i)
{
	assert(i < c->nexternals);
	return c->symbol[c->external[i]].section != 0;
}

size_t
cubin_relocs(const struct cubin *c)
{
	return c->nrelocs;
}

const struct cubin_reloc *
cubin_reloc(const struct cubin *c, size_t i)
{
	assert(i < c->nrelocs);
	return &c->reloc[i];
}

static void
put(uint8_t *p, unsigned bytes, uint64_t v)
{
	while (bytes--) {
		*p++ = (uint8_t)v;
		v >>= 8;
	}
}

void
cubin_relocate(const struct cubin_reloc *r, uint8_t *bytes, uint64_t base)
{
	uint64_t v = base + (uint64_t)r->addend;

	switch (r->kind) {
	case CUBIN_RELOC_64:
		put(bytes + r->offset, 8, v);
		break;
	case CUBIN_RELOC_32:
		put(bytes + r->offset, 4, v);
		break;
	case CUBIN_RELOC_LO32:
		put(bytes + r->offset + 4, 4, v);
		break;
	case CUBIN_RELOC_HI32:
		put(bytes + r->offset + 4, 4, v >> 32);
		break;
	case CUBIN_RELOC_CALL:
		cubin_aim_call(bytes, r->offset, v);
		break;
	}
}
