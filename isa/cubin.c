#include "isa/cubin-impl.h"

#include <assert.h>
#include <gelf.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/characters.h"

enum {
	MACHINE_CUDA = 190,
	OSABI_CUDA_7 = 0x33, /* up to CUDA 12 */
	OSABI_CUDA_8 = 0x41, /* CUDA 13 */
	STO_CUDA_ENTRY = 0x10,
	MAX_ALIGN = 4096
};

/* Device memory ends here for us: a file that wants more is damaged. */
static const uint64_t max_bytes = UINT64_C(1) << 37;

bool
cubin_fail(const struct cubin *c, struct simt_error *e, const char *format, ...)
{
	char text[768];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	return simt_fail(e, SIMT_BAD_INPUT, "%.200s: %s", c->name, text);
}

void *
cubin_alloc(const struct cubin *c, size_t n, size_t size, struct simt_error *e)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		cubin_fail(c, e, "not enough memory");
	return p;
}

void *
cubin_grow(const struct cubin *c, void *array, size_t n, size_t *room, size_t size, struct simt_error *e)
{
	size_t more = *room ? 2 * *room : 16;

	if (n < *room)
		return array;
	array = reallocarray(array, more, size);
	if (!array)
		cubin_fail(c, e, "not enough memory");
	else
		*room = more;
	return array;
}

uint16_t
cubin_u16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

uint32_t
cubin_u32(const uint8_t *p)
{
	return cubin_u16(p) | (uint32_t)cubin_u16(p + 2) << 16;
}

uint64_t
cubin_u64(const uint8_t *p)
{
	return cubin_u32(p) | (uint64_t)cubin_u32(p + 4) << 32;
}

bool
cubin_garbles(const char *name)
{
	for (; *name; name++)
		if (character_controls(name))
			return true;
	return false;
}

/* The string at `offset` of a string table, or NULL where it is not inside, not ended, or would garble a message. */
static const char *
string_at(const uint8_t *table, uint64_t size, uint64_t offset)
{
	if (!table || offset >= size || !memchr(table + offset, 0, size - offset) || cubin_garbles((const char *)table + offset))
		return NULL;
	return (const char *)table + offset;
}

static bool
has_text(const uint8_t *image, size_t size, const char *text)
{
	size_t n = strlen(text);

	for (size_t i = 0; i + n <= size; i++)
		if (!memcmp(image + i, text, n))
			return true;
	return false;
}

/* Guesses from its first bytes what a file is that is not an ELF file. */
static const char *
guess(const uint8_t *image, size_t size)
{
	static const uint8_t fatbin[4] = {0x50, 0xed, 0x55, 0xba}, elf[4] = {0x7f, 'E', 'L', 'F'};

	if (size == 0)
		return "the file is empty";
	if (size >= 4 && !memcmp(image, elf, 4))
		return "its ELF header cannot be read; is the file cut off?";
	if (size >= 4 && !memcmp(image, fatbin, 4))
		return "this is a fat binary, not a cubin; take the cubin out of it (cuobjdump -xelf) or compile with nvcc -cubin";
	if (has_text(image, size, "__global__"))
		return "this looks like CUDA C, not a cubin; compile it with nvcc -cubin -arch=sm_90";
	if ((size >= 2 && !memcmp(image, "//", 2)) || (size >= 8 && !memcmp(image, ".version", 8)))
		return "this looks like PTX text, not a cubin; compile it with ptxas";
	return "this is not an ELF file, so no cubin";
}

static bool
check_header(struct cubin *c, const GElf_Ehdr *h, struct simt_error *e)
{
	unsigned osabi = h->e_ident[EI_OSABI], abi = h->e_ident[EI_ABIVERSION];

	if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB)
		return cubin_fail(c, e, "not a 64-bit little-endian ELF file, so no cubin");
	if (h->e_machine == EM_X86_64 || h->e_machine == EM_AARCH64)
		return cubin_fail(
			c, e,
			"a program, library or object of the host, not a cubin; take the cubin out of it (cuobjdump -xelf all) or "
			"compile with nvcc -cubin");
	if (h->e_machine != MACHINE_CUDA)
		return cubin_fail(c, e, "an ELF file for machine %u, not for CUDA (%d); nvcc -cubin makes one",
				  (unsigned)h->e_machine, MACHINE_CUDA);
	if (!(osabi == OSABI_CUDA_8 && (abi == 8 || abi == 7)) && !(osabi == OSABI_CUDA_7 && abi == 7))
		return cubin_fail(c, e, "cubin of an unknown kind (OS ABI 0x%x, ABI version %u); versions 7 and 8 can be read",
				  osabi, abi);
	c->sm = abi == 8 ? h->e_flags >> 8 & 0xff : h->e_flags & 0xff;
	if (c->sm != 90)
		return cubin_fail(c, e, "code for sm_%u; only sm_90 can be run (compile with nvcc -cubin -arch=sm_90)", c->sm);
	if (h->e_type != ET_EXEC)
		return cubin_fail(c, e,
				  "a relocatable object, not a linked cubin (nvlink -arch=sm_90 links it, or compile with nvcc "
				  "-cubin, without -dc or -rdc)");
	return true;
}

static bool
read_section(struct cubin *c, Elf *elf, size_t i, const uint8_t *names, uint64_t names_size, struct simt_error *e)
{
	struct cubin_section *s = &c->section[i];
	Elf_Scn *scn = elf_getscn(elf, i);
	GElf_Shdr h;

	if (!scn || !gelf_getshdr(scn, &h))
		return cubin_fail(c, e, "the header of section %zu cannot be read", i);
	*s = (struct cubin_section){.name = "", .place = CUBIN_NO_PLACE, .type = h.sh_type, .link = h.sh_link, .info = h.sh_info};
	if (h.sh_type == SHT_NULL)
		return true;
	s->name = string_at(names, names_size, h.sh_name);
	if (!s->name)
		return cubin_fail(c, e, "section %zu has no valid name", i);
	s->size = h.sh_size;
	s->align = h.sh_addralign ? h.sh_addralign : 1;
	if (s->align > MAX_ALIGN || (s->align & (s->align - 1)))
		return cubin_fail(c, e, "section %s has the alignment %ju", s->name, (uintmax_t)s->align);
	if (h.sh_type == SHT_NOBITS) {
		if (s->size > max_bytes)
			return cubin_fail(c, e, "section %s is %ju bytes long", s->name, (uintmax_t)s->size);
		return true;
	}
	if (h.sh_offset > c->size || h.sh_size > c->size - h.sh_offset)
		return cubin_fail(c, e, "section %s reaches past the end of the file; is it cut off?", s->name);
	if (s->size)
		s->data = c->image + h.sh_offset;
	return true;
}

/* Finds the bytes of the section that holds the names of sections. */
static bool
find_names(struct cubin *c, Elf *elf, const uint8_t **names, uint64_t *size, struct simt_error *e)
{
	Elf_Scn *scn;
	GElf_Shdr h;
	size_t i;

	if (elf_getshdrstrndx(elf, &i) || !(scn = elf_getscn(elf, i)) || !gelf_getshdr(scn, &h) || h.sh_type != SHT_STRTAB ||
	    h.sh_offset > c->size || h.sh_size > c->size - h.sh_offset)
		return cubin_fail(c, e, "the names of its sections cannot be read; is the file cut off?");
	*names = c->image + h.sh_offset;
	*size = h.sh_size;
	return true;
}

static bool
read_sections(struct cubin *c, Elf *elf, struct simt_error *e)
{
	const uint8_t *names = NULL;
	uint64_t names_size = 0;
	size_t n, i;

	if (elf_getshdrnum(elf, &n) || n < 2 || n > c->size / sizeof(Elf64_Shdr))
		return cubin_fail(c, e, "its sections cannot be read; is the file cut off?");
	c->section = cubin_alloc(c, n, sizeof *c->section, e);
	if (!c->section)
		return false;
	c->nsections = n;
	if (!find_names(c, elf, &names, &names_size, e))
		return false;
	for (i = 0; i < n; i++)
		if (!read_section(c, elf, i, names, names_size, e))
			return false;
	return true;
}

static bool
read_elf(struct cubin *c, struct simt_error *e)
{
	bool ok = false;
	GElf_Ehdr h;
	Elf *elf;

	if (elf_version(EV_CURRENT) == EV_NONE)
		return cubin_fail(c, e, "libelf is too old");
	elf = elf_memory((char *)c->image, c->size);
	if (!elf || elf_kind(elf) != ELF_K_ELF)
		cubin_fail(c, e, "%s", guess(c->image, c->size));
	else if (!gelf_getehdr(elf, &h))
		cubin_fail(c, e, "its ELF header cannot be read; is the file cut off?");
	else
		ok = check_header(c, &h, e) && read_sections(c, elf, e);
	elf_end(elf);
	return ok;
}

static bool
read_symbol(struct cubin *c, size_t i, const uint8_t *p, const struct cubin_section *strings, struct simt_error *e)
{
	struct cubin_symbol *s = &c->symbol[i];
	unsigned shndx = cubin_u16(p + 6);

	s->name = string_at(strings->data, strings->size, cubin_u32(p));
	if (!s->name)
		return cubin_fail(c, e, "symbol %zu has no valid name", i);
	s->type = p[4] & 0xf;
	s->other = p[5];
	s->value = cubin_u64(p + 8);
	s->size = cubin_u64(p + 16);
	if (shndx < SHN_LORESERVE && shndx >= c->nsections)
		return cubin_fail(c, e, "symbol %s is in section %u of %zu", s->name, shndx, c->nsections);
	s->section = shndx < SHN_LORESERVE ? shndx : 0;
	return true;
}

static bool
read_symbols(struct cubin *c, struct simt_error *e)
{
	const struct cubin_section *t = NULL;
	size_t i;

	for (i = 0; i < c->nsections; i++)
		if (c->section[i].type == SHT_SYMTAB) {
			if (t)
				return cubin_fail(c, e, "it has two symbol tables");
			t = &c->section[i];
		}
	if (!t || !t->data)
		return cubin_fail(c, e, "it has no symbol table");
	if (t->link >= c->nsections || c->section[t->link].type != SHT_STRTAB)
		return cubin_fail(c, e, "its symbol table has no names");
	c->nsymbols = t->size / sizeof(Elf64_Sym);
	c->symbol = cubin_alloc(c, c->nsymbols, sizeof *c->symbol, e);
	if (!c->symbol)
		return false;
	for (i = 0; i < c->nsymbols; i++)
		if (!read_symbol(c, i, t->data + i * sizeof(Elf64_Sym), &c->section[t->link], e))
			return false;
	return true;
}

static struct cubin_blob
blob_of(const struct cubin_section *s)
{
	return (struct cubin_blob){.data = s->data, .size = s->size, .align = s->align};
}

static bool
add_kernel(struct cubin *c, const struct cubin_symbol *sym, struct simt_error *e)
{
	struct cubin_section *s = &c->section[sym->section];
	struct cubin_kernel *k = &c->kernel[c->nkernels];

	if (strncmp(s->name, ".text.", 6) || strcmp(s->name + 6, sym->name) || sym->value)
		return cubin_fail(c, e, "kernel %s is not at the start of a section of its own (%s)", sym->name, s->name);
	if (s->kernel)
		return cubin_fail(c, e, "two kernels are in section %s", s->name);
	if (!s->data || s->size % 16 || s->size > UINT32_MAX)
		return cubin_fail(c, e, "the code of kernel %s is %ju bytes long, not a multiple of 16", sym->name,
				  (uintmax_t)s->size);
	k->symbol = sym->name;
	k->code = s->data;
	k->ninst = (uint32_t)(s->size / 16);
	k->blob[CUBIN_CODE] = blob_of(s);
	k->param_base = CUBIN_PARAM_BASE;
	s->place = CUBIN_CODE;
	s->kernel = k;
	c->nkernels++;
	return true;
}

static bool
read_kernels(struct cubin *c, struct simt_error *e)
{
	size_t i, n = 0;

	for (i = 0; i < c->nsymbols; i++)
		if (c->symbol[i].type == STT_FUNC && c->symbol[i].other & STO_CUDA_ENTRY && c->symbol[i].section)
			n++;
	if (n == 0)
		return cubin_fail(c, e, "it has no kernel");
	if (n > c->nsections)
		return cubin_fail(c, e, "it has more kernels than sections");
	c->kernel = cubin_alloc(c, n, sizeof *c->kernel, e);
	if (!c->kernel)
		return false;
	for (i = 0; i < c->nsymbols; i++)
		if (c->symbol[i].type == STT_FUNC && c->symbol[i].other & STO_CUDA_ENTRY && c->symbol[i].section)
			if (!add_kernel(c, &c->symbol[i], e))
				return false;
	return true;
}

static struct cubin_kernel *
kernel_of(struct cubin *c, const char *symbol)
{
	size_t i;

	for (i = 0; i < c->nkernels; i++)
		if (!strcmp(c->kernel[i].symbol, symbol))
			return &c->kernel[i];
	return NULL;
}

/* .nv.constant0.<kernel> and .nv.constant2.<kernel>. */
static bool
place_bank(struct cubin *c, struct cubin_section *s, enum cubin_place place, const char *symbol, struct simt_error *e)
{
	struct cubin_kernel *k = kernel_of(c, symbol);

	if (!k)
		return true; /* of a device function: nothing runs it by itself */
	if (k->blob[place].size)
		return cubin_fail(c, e, "there are two sections %s", s->name);
	k->blob[place] = blob_of(s);
	s->place = (uint8_t)place;
	s->kernel = k;
	return true;
}

static bool
place_shared(struct cubin *c, const struct cubin_section *s, const char *symbol, struct simt_error *e)
{
	struct cubin_kernel *k = kernel_of(c, symbol);

	if (!k)
		return true; /* .nv.shared.reserved.0, with no contents */
	if (s->size < CUBIN_RESERVED_SHARED || s->size > UINT32_MAX)
		return cubin_fail(c, e, "section %s is %ju bytes long, at least %d are reserved on sm_90", s->name,
				  (uintmax_t)s->size, CUBIN_RESERVED_SHARED);
	k->shared_bytes = (uint32_t)s->size - CUBIN_RESERVED_SHARED;
	return true;
}

static bool
place_section(struct cubin *c, struct cubin_section *s, struct simt_error *e)
{
	static const struct {
		const char *name;
		enum cubin_place place;
	} once[] = {{".nv.constant3", CUBIN_BANK3},
		    {".nv.constant4", CUBIN_BANK4},
		    {".nv.global.init", CUBIN_GLOBAL_INIT},
		    {".nv.global", CUBIN_GLOBAL}};
	size_t i;

	for (i = 0; i < sizeof once / sizeof *once; i++)
		if (!strcmp(s->name, once[i].name)) {
			if (c->blob[once[i].place].size)
				return cubin_fail(c, e, "there are two sections %s", s->name);
			c->blob[once[i].place] = blob_of(s);
			s->place = (uint8_t)once[i].place;
			return true;
		}
	if (!strncmp(s->name, ".nv.constant0.", 14))
		return place_bank(c, s, CUBIN_BANK0, s->name + 14, e);
	if (!strncmp(s->name, ".nv.constant2.", 14))
		return place_bank(c, s, CUBIN_BANK2, s->name + 14, e);
	if (!strncmp(s->name, ".nv.shared.", 11))
		return place_shared(c, s, s->name + 11, e);
	return true;
}

static bool
is_variable(const struct cubin *c, const struct cubin_symbol *s)
{
	unsigned place = c->section[s->section].place;

	return s->type == STT_OBJECT && s->section && (place == CUBIN_GLOBAL || place == CUBIN_GLOBAL_INIT || place == CUBIN_BANK3);
}

static bool
read_variables(struct cubin *c, struct simt_error *e)
{
	size_t i, n = 0;

	for (i = 0; i < c->nsymbols; i++)
		n += is_variable(c, &c->symbol[i]);
	c->variable = cubin_alloc(c, n, sizeof *c->variable, e);
	if (!c->variable)
		return false;
	for (i = 0; i < c->nsymbols; i++) {
		const struct cubin_symbol *s = &c->symbol[i];
		const struct cubin_section *in = &c->section[s->section];

		if (!is_variable(c, s))
			continue;
		if (s->value > in->size || s->size > in->size - s->value)
			return cubin_fail(c, e, "variable %s reaches past the end of %s", s->name, in->name);
		c->variable[c->nvariables++] = (struct cubin_variable){
			.symbol = s->name, .place = (enum cubin_place)in->place, .offset = s->value, .size = s->size};
	}
	return true;
}

static bool
read_all(struct cubin *c, struct simt_error *e)
{
	size_t i;

	if (!read_elf(c, e) || !read_symbols(c, e) || !read_kernels(c, e))
		return false;
	for (i = 0; i < c->nsections; i++)
		if (!place_section(c, &c->section[i], e))
			return false;
	return cubin_read_functions(c, e) && cubin_read_info(c, e) && read_variables(c, e) && cubin_read_relocs(c, e) &&
	       cubin_read_lines(c, e);
}

struct cubin *
cubin_open(const void *image, size_t size, const char *name, struct simt_error *e)
{
	struct cubin *c = calloc(1, sizeof *c);
	size_t i;

	assert(name && (image || !size));
	if (!c) {
		simt_fail(e, SIMT_BAD_INPUT, "%.200s: not enough memory", name);
		return NULL;
	}
	for (i = 0; i < CUBIN_PLACES; i++)
		c->blob[i].align = 1;
	c->name = strdup(name);
	c->image = malloc(size ? size : 1);
	c->size = size;
	if (!c->name || !c->image) {
		simt_fail(e, SIMT_BAD_INPUT, "%.200s: not enough memory", name);
		cubin_close(c);
		return NULL;
	}
	if (size)
		memcpy(c->image, image, size);
	if (!read_all(c, e)) {
		cubin_close(c);
		return NULL;
	}
	cubin_read_names(c);
	return c;
}

void
cubin_close(struct cubin *c)
{
	size_t i;

	if (!c)
		return;
	for (i = 0; i < c->nkernels; i++)
		free((void *)(uintptr_t)c->kernel[i].params);
	for (i = 0; i < c->nfiles; i++)
		free(c->file[i]);
	free(c->file);
	free(c->row);
	free(c->inlined);
	cubin_free_names(c);
	cubin_free_functions(c);
	free(c->external);
	free(c->reloc);
	free(c->variable);
	free(c->kernel);
	free(c->symbol);
	free(c->section);
	free(c->image);
	free(c->name);
	free(c);
}

const char *
cubin_name(const struct cubin *c)
{
	return c->name;
}

unsigned
cubin_sm(const struct cubin *c)
{
	return c->sm;
}

size_t
cubin_kernels(const struct cubin *c)
{
	return c->nkernels;
}

const struct cubin_kernel *
cubin_kernel(const struct cubin *c, size_t i)
{
	assert(i < c->nkernels);
	return &c->kernel[i];
}

void
cubin_inst(const struct cubin_kernel *k, size_t i, uint64_t *lo, uint64_t *hi)
{
	assert(i < k->ninst);
	*lo = cubin_u64(k->code + 16 * i);
	*hi = cubin_u64(k->code + 16 * i + 8);
}

const struct cubin_blob *
cubin_blob(const struct cubin *c, enum cubin_place place)
{
	assert(place >= CUBIN_BANK3 && place < CUBIN_PLACES);
	return &c->blob[place];
}

size_t
cubin_variables(const struct cubin *c)
{
	return c->nvariables;
}

const struct cubin_variable *
cubin_variable(const struct cubin *c, size_t i)
{
	assert(i < c->nvariables);
	return &c->variable[i];
}
