/* .debug_line: the DWARF line program, versions 2 to 4 (nvcc 13 writes version 2, one unit for the file, one sequence per function).
 * A sequence starts with DW_LNE_set_address 0, and a relocation against the function says where; addresses here are therefore
 * offsets in the code of one kernel. */
#include "isa/cubin-impl.h"

#include <assert.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LNS_EXTENDED = 0,
	LNS_COPY,
	LNS_ADVANCE_PC,
	LNS_ADVANCE_LINE,
	LNS_SET_FILE,
	LNS_SET_COLUMN,
	LNS_NEGATE_STMT,
	LNS_SET_BASIC_BLOCK,
	LNS_CONST_ADD_PC,
	LNS_FIXED_ADVANCE_PC
};
/* NVIDIA's own: what follows was inlined at the row whose number in the sequence is the first operand, 0: it was not; the second one is
 * where in .debug_str the symbol of the inlined function is. */
enum { LNE_END_SEQUENCE = 1, LNE_SET_ADDRESS, LNE_DEFINE_FILE, LNE_INLINED_CALL = 144 };

/* Bytes still to be read. Reading past the end gives zeros and sets `bad`. */
struct bytes {
	const uint8_t *p, *end;
	bool bad;
};

struct program {
	struct cubin *c;
	const struct cubin_section *section, *rel;
	const struct cubin_section *names; /* .debug_str, or NULL */
	size_t nrel, next_rel;
	struct bytes in;
	/* header of the unit */
	uint8_t min_inst, line_range, opcode_base;
	int8_t line_base;
	const uint8_t *lengths; /* operands of standard opcode i + 1 */
	size_t first_file;      /* of the unit, in c->file */
	const char *dir[64];    /* include directories; further ones are not looked up */
	unsigned ndirs;
	/* state machine */
	const struct cubin_section *code; /* NULL: rows belong to nothing that runs */
	uint64_t address;
	uint32_t file, line;
	uint32_t sequence;            /* counts rows */
	uint32_t call;                /* as of the rows that follow */
	size_t first_row, first_call; /* of the sequence */
	struct simt_error *e;
};

static const uint8_t *
take(struct bytes *b, size_t n)
{
	const uint8_t *p = b->p;

	if ((size_t)(b->end - b->p) < n) {
		b->bad = true;
		b->p = b->end;
		return NULL;
	}
	b->p += n;
	return p;
}

static uint8_t
u8(struct bytes *b)
{
	const uint8_t *p = take(b, 1);

	return p ? *p : 0;
}

static uint16_t
u16(struct bytes *b)
{
	const uint8_t *p = take(b, 2);

	return p ? cubin_u16(p) : 0;
}

static uint32_t
u32(struct bytes *b)
{
	const uint8_t *p = take(b, 4);

	return p ? cubin_u32(p) : 0;
}

static uint64_t
uleb(struct bytes *b)
{
	uint64_t v = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = u8(b);
		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	return v;
}

static int64_t
sleb(struct bytes *b)
{
	uint64_t v = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = u8(b);
		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (shift < 64 && byte & 0x40)
		v |= ~UINT64_C(0) << shift;
	return (int64_t)v;
}

/* A string ended by NUL; "" where there is none. */
static const char *
text(struct bytes *b)
{
	const uint8_t *p = b->p, *nul = p == b->end ? NULL : memchr(p, 0, (size_t)(b->end - p));

	if (!nul) {
		b->bad = true;
		b->p = b->end;
		return "";
	}
	b->p = nul + 1;
	return (const char *)p;
}

static bool
damaged(struct program *l)
{
	return cubin_fail(l->c, l->e, "the line table (%s) is damaged before byte %td", l->section->name,
			  l->in.p - l->section->data);
}

static bool
add_file(struct program *l, const char *name, uint64_t dir)
{
	struct cubin *c = l->c;
	char **files;
	const char *folder = dir && dir <= l->ndirs && name[0] != '/' ? l->dir[dir - 1] : "";
	size_t size = strlen(folder) + strlen(name) + 2;
	char *s;

	if (cubin_garbles(name) || cubin_garbles(folder))
		return damaged(l);
	files = cubin_grow(c, c->file, c->nfiles, &c->files_room, sizeof *files, l->e);
	if (!files)
		return false;
	c->file = files;
	s = malloc(size);
	if (!s)
		return cubin_fail(c, l->e, "not enough memory");
	snprintf(s, size, "%s%s%s", folder, *folder ? "/" : "", name);
	c->file[c->nfiles++] = s;
	return true;
}

/* Name, directory, time and length of a file, as the header and DW_LNE_define_file give them. */
static bool
read_file(struct program *l, struct bytes *b, const char *name)
{
	uint64_t dir = uleb(b);

	uleb(b);
	uleb(b);
	return b->bad ? damaged(l) : add_file(l, name, dir);
}

static bool
read_header(struct program *l, unsigned version)
{
	struct bytes header = {.p = l->in.p, .end = l->in.end, .bad = false};
	uint32_t length = u32(&l->in);
	const char *s;

	header.p = l->in.p;
	if (!take(&l->in, length))
		return damaged(l);
	header.end = l->in.p;
	l->min_inst = u8(&header);
	if (version >= 4)
		u8(&header); /* operations per instruction: 1, there is no VLIW here */
	u8(&header);         /* default of is_stmt, not used */
	l->line_base = (int8_t)u8(&header);
	l->line_range = u8(&header);
	l->opcode_base = u8(&header);
	l->lengths = l->opcode_base ? take(&header, l->opcode_base - 1u) : NULL;
	if (!l->lengths || l->line_range == 0)
		return damaged(l);
	l->ndirs = 0;
	while (s = text(&header), *s)
		if (l->ndirs < sizeof l->dir / sizeof *l->dir)
			l->dir[l->ndirs++] = s;
	l->first_file = l->c->nfiles;
	while (!header.bad && (s = text(&header), *s))
		if (!read_file(l, &header, s))
			return false;
	return !header.bad || damaged(l);
}

static void
start_sequence(struct program *l)
{
	l->code = NULL;
	l->address = 0;
	l->file = 1;
	l->line = 1;
	l->call = 0;
	l->first_row = l->c->nrows;
	l->first_call = l->c->ninlined;
}

/* DW_LNE_set_address, whose operand is at `p`: the relocation there says which function. */
static bool
set_address(struct program *l, const uint8_t *p)
{
	uint64_t at = (uint64_t)(p - l->section->data);
	size_t i;

	l->code = NULL;
	l->address = cubin_u64(p);
	/* relocations come in the order of their offsets: the next one is nearly always the right one */
	for (i = 0; i < l->nrel; i++) {
		struct cubin_rel rel = cubin_rel(l->rel, (l->next_rel + i) % l->nrel);
		const struct cubin_symbol *s;

		if (rel.offset != at)
			continue;
		if (rel.symbol >= l->c->nsymbols)
			return cubin_fail(l->c, l->e, "a relocation in %s refers to symbol %u, but there are %zu", l->rel->name,
					  rel.symbol, l->c->nsymbols);
		s = &l->c->symbol[rel.symbol];
		if (l->c->section[s->section].place == CUBIN_CODE || l->c->section[s->section].function)
			l->code = &l->c->section[s->section];
		l->address = s->value + (uint64_t)rel.addend + (l->rel->type == SHT_REL ? l->address : 0);
		l->next_rel = (l->next_rel + i + 1) % l->nrel;
		break;
	}
	return true;
}

/* Rows outside the code are dropped: lines are information, not meaning. */
static bool
add_row(struct program *l, bool end)
{
	struct cubin *c = l->c;
	struct cubin_row *rows;
	size_t files = c->nfiles - l->first_file;
	bool known = !end && l->file >= 1 && l->file <= files;

	if (!l->code || l->address > l->code->size)
		return true;
	rows = cubin_grow(c, c->row, c->nrows, &c->rows_room, sizeof *rows, l->e);
	if (!rows)
		return false;
	c->row = rows;
	c->row[c->nrows++] = (struct cubin_row){.kernel = (uint32_t)(l->code->function ? c->nkernels + l->code->function - 1
										       : (size_t)(l->code->kernel - c->kernel)),
						.offset = (uint32_t)l->address,
						.sequence = end ? 0 : ++l->sequence,
						.line = known ? l->line : 0,
						.file = known ? (uint32_t)(l->first_file + l->file - 1) : 0,
						.call = l->call};
	return true;
}

/* The symbol at a place of .debug_str; "" where there is none. */
static const char *
name_at(const struct program *l, uint64_t at)
{
	const char *name;
	struct bytes b;

	if (!l->names || at >= l->names->size)
		return "";
	b = (struct bytes){.p = l->names->data + at, .end = l->names->data + l->names->size, .bad = false};
	name = text(&b);
	return cubin_garbles(name) ? "" : name;
}

/* The rows that follow belong to a function that was inlined at row `context` of the sequence. What names no row before is passed over. */
static bool
set_call(struct program *l, uint64_t context, uint64_t name)
{
	struct cubin *c = l->c;
	const struct cubin_row *at;
	struct cubin_inline *calls;
	const char *function;

	l->call = 0;
	if (context == 0 || context > c->nrows - l->first_row)
		return true;
	at = c->row + l->first_row + context - 1;
	function = name_at(l, name);
	for (size_t i = c->ninlined; i > l->first_call && !l->call; i--)
		if (c->inlined[i - 1].context == context && !strcmp(c->inlined[i - 1].function, function))
			l->call = (uint32_t)i;
	if (l->call)
		return true;
	calls = cubin_grow(c, c->inlined, c->ninlined, &c->inlined_room, sizeof *calls, l->e);
	if (!calls)
		return false;
	c->inlined = calls;
	c->inlined[c->ninlined++] = (struct cubin_inline){function, (uint32_t)context, at->file, at->line, at->call};
	l->call = (uint32_t)c->ninlined;
	return true;
}

static bool
extended(struct program *l)
{
	uint64_t length = uleb(&l->in);
	struct bytes b = {.p = l->in.p, .end = l->in.p, .bad = false};
	const char *name;
	uint64_t context;

	if (length == 0 || length > (uint64_t)(l->in.end - l->in.p))
		return damaged(l);
	b.end = b.p + length;
	l->in.p = b.end;
	switch (u8(&b)) {
	case LNE_END_SEQUENCE:
		if (!add_row(l, true))
			return false;
		start_sequence(l);
		return true;
	case LNE_SET_ADDRESS:
		return b.end - b.p == 8 ? set_address(l, b.p) : damaged(l);
	case LNE_DEFINE_FILE:
		name = text(&b);
		return read_file(l, &b, name);
	case LNE_INLINED_CALL:
		context = uleb(&b);
		return set_call(l, context, uleb(&b));
	default:
		return true;
	}
}

static bool
standard(struct program *l, unsigned opcode)
{
	unsigned i;

	switch (opcode) {
	case LNS_EXTENDED:
		return extended(l);
	case LNS_COPY:
		return add_row(l, false);
	case LNS_ADVANCE_PC:
		l->address += uleb(&l->in) * l->min_inst;
		return true;
	case LNS_ADVANCE_LINE:
		l->line += (uint32_t)sleb(&l->in);
		return true;
	case LNS_SET_FILE:
		i = (unsigned)uleb(&l->in);
		l->file = i;
		return true;
	case LNS_CONST_ADD_PC:
		l->address += (255u - l->opcode_base) / l->line_range * (uint64_t)l->min_inst;
		return true;
	case LNS_FIXED_ADVANCE_PC:
		l->address += u16(&l->in);
		return true;
	default:
		for (i = l->lengths[opcode - 1]; i > 0 && !l->in.bad; i--)
			uleb(&l->in);
		return true;
	}
}

static bool
special(struct program *l, unsigned opcode)
{
	unsigned n = opcode - l->opcode_base;

	l->address += (uint64_t)(n / l->line_range) * l->min_inst;
	l->line += (uint32_t)(l->line_base + (int)(n % l->line_range));
	return add_row(l, false);
}

/* Reads one unit. l->in is just after its length, `end` is its end. */
static bool
read_unit(struct program *l)
{
	unsigned version = u16(&l->in);

	if (version < 2 || version > 4)
		return !l->in.bad || damaged(l);
	if (!read_header(l, version))
		return false;
	start_sequence(l);
	while (l->in.p < l->in.end) {
		unsigned opcode = u8(&l->in);

		if (!(opcode < l->opcode_base ? standard(l, opcode) : special(l, opcode)))
			return false;
		if (l->in.bad)
			return damaged(l);
	}
	return true;
}

/* By kernel and offset. At one offset the end of a sequence comes first and the file's last row last. */
static int
by_place(const void *va, const void *vb)
{
	const struct cubin_row *a = va, *b = vb;

	if (a->kernel != b->kernel)
		return a->kernel < b->kernel ? -1 : 1;
	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	return (a->sequence > b->sequence) - (a->sequence < b->sequence);
}

static bool
read_units(struct program *l)
{
	struct bytes all = {.p = l->section->data, .end = l->section->data + l->section->size, .bad = false};

	while (all.p < all.end) {
		uint32_t length = u32(&all);

		l->in = (struct bytes){.p = all.p, .end = all.end, .bad = false};
		if (all.bad || !take(&all, length))
			return damaged(l);
		l->in.end = all.p;
		if (!read_unit(l))
			return false;
	}
	return true;
}

bool
cubin_read_lines(struct cubin *c, struct simt_error *e)
{
	struct program l = {.c = c, .e = e};
	size_t i;

	for (i = 0; i < c->nsections; i++)
		if (!strcmp(c->section[i].name, ".debug_line") && c->section[i].data)
			l.section = &c->section[i];
		else if (!strcmp(c->section[i].name, ".debug_str") && c->section[i].data)
			l.names = &c->section[i];
	if (!l.section)
		return true;
	for (i = 0; i < c->nsections; i++) {
		const struct cubin_section *s = &c->section[i];

		if ((s->type == SHT_RELA || s->type == SHT_REL) && s->info < c->nsections && &c->section[s->info] == l.section)
			l.rel = s;
	}
	l.nrel = l.rel ? cubin_rel_count(l.rel) : 0;
	if (!read_units(&l))
		return false;
	if (c->nrows)
		qsort(c->row, c->nrows, sizeof *c->row, by_place);
	return true;
}

/* The row that an instruction belongs to; NULL where none is known. */
static const struct cubin_row *
row_of(const struct cubin *c, const struct cubin_kernel *k, uint32_t offset)
{
	uint32_t kernel = (uint32_t)(k - c->kernel);
	size_t low = 0, high = c->nrows;

	assert(kernel < c->nkernels);
	if (offset >= k->blob[CUBIN_CODE].size)
		for (size_t i = 0; i < c->nfunctions; i++) {
			const uint64_t from = c->functions_at + c->function[i].offset;

			if (offset >= from && offset - from < c->section[c->function[i].section].size) {
				kernel = (uint32_t)(c->nkernels + i);
				offset -= (uint32_t)from;
				break;
			}
		}
	while (low < high) { /* the first row after (kernel, offset) */
		size_t mid = low + (high - low) / 2;
		const struct cubin_row *r = &c->row[mid];

		if (r->kernel < kernel || (r->kernel == kernel && r->offset <= offset))
			low = mid + 1;
		else
			high = mid;
	}
	return low == 0 || c->row[low - 1].kernel != kernel || c->row[low - 1].line == 0 ? NULL : c->row + low - 1;
}

bool
cubin_line(const struct cubin *c, const struct cubin_kernel *k, uint32_t offset, const char **file, unsigned *line)
{
	const struct cubin_row *r = row_of(c, k, offset);

	if (!r)
		return false;
	*file = c->file[r->file];
	*line = r->line;
	return true;
}

bool
cubin_inlined(const struct cubin *c, const struct cubin_kernel *k, uint32_t offset, unsigned depth, struct cubin_inlining *to)
{
	const struct cubin_row *r = row_of(c, k, offset);
	const struct cubin_inline *x;
	uint32_t call = r ? r->call : 0;

	/* each is inlined at a row before it, so that this ends */
	while (call && depth-- > 0)
		call = c->inlined[call - 1].up;
	x = call ? c->inlined + call - 1 : NULL;
	if (!x || x->line == 0)
		return false;
	*to = (struct cubin_inlining){x->function, c->file[x->file], x->line};
	return true;
}
