/* device-calls.c: functions of the CUDA runtime that kernels call and that no cubin has: assert(), printf(), malloc() and free().
 *
 * In cycle mode printed text is kept until the end of the window. It is then passed on in the order of time, and within a cycle in the
 * order of the SMs. So it does not matter where windows end.
 *
 * What this module cannot do: launches from the device; the time that the functions take; %n and wide characters. */
#include "sim/runtime/device-calls.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sim/core/sm.h"
#include "sim/core/warp.h"
#include "sim/memory/backing-store.h"
#include "sim/memory/effects.h"
#include "sim/memory/local.h"
#include "sim/memory/speculation.h"
#include "sim/observe/fault.h"
#include "sim/runtime/context.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/heap.h"

/* What a printf() has said. */
struct spoken {
	uint64_t cycle;
	size_t n; /* characters, without the 0 at the end */
	char *text;
};

/* What those of an SM have said in this window, in order; how many of that have been told, at its end. */
struct printed {
	struct spoken *spoken;
	size_t n, room, told;
};

/* Lane l of home row sm->row, which calls. */
struct caller {
	struct sm *sm;
	struct warp *w;
	unsigned l;
	struct home_row *row;
};

enum { ARGUMENT = 4, ARGUMENTS_END = 12, MAX_TEXT = 1024 }; /* the registers of the arguments */

static bool
call_known(const char *name)
{
	static const char *const known[] = {"vprintf", "__assertfail", "malloc", "free"};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(name, known[i]))
			return true;
	return false;
}

static bool
is_of_heap(const char *name)
{
	return !strcmp(name, "malloc") || !strcmp(name, "free");
}

bool
device_calls_allocate(const struct cubin *c)
{
	for (size_t i = 0; i < cubin_externals(c); i++)
		if (is_of_heap(cubin_external(c, i)))
			return true;
	return false;
}

/* The number that the index register of an LDC holds, from the instruction shortly before that moves it there; where there is none,
 * one that no place has. */
static uint32_t
index_of(const struct simt_function *f, size_t i)
{
	enum { NEAR = 32, NOWHERE = 1 << 30 };
	const struct isa_source *index = &f->code[i].a;

	if ((index->kind != SRC_REG && index->kind != SRC_UREG) || index->index == ISA_RZ)
		return 0;
	for (size_t n = i; n-- > 0 && i - n < NEAR;) {
		const struct inst *in = f->code + n;
		const struct isa_source *o[] = {&in->a, &in->b, &in->c};
		uint32_t value = NOWHERE;

		if (!in->nd || in->op->ureg_dest != (index->kind == SRC_UREG) || in->d != index->index)
			continue;
		for (int k = 0; k < 3; k++)
			if (o[k]->kind == SRC_REG && o[k]->index != ISA_RZ)
				return NOWHERE;
			else if (o[k]->kind == SRC_IMM && o[k]->value)
				value = o[k]->value;
		return value;
	}
	return NOWHERE;
}

const char *
device_calls_missing(const struct simt_function *f, size_t i, bool known, bool *apart)
{
	const struct cubin *c = f->module->cubin;
	const struct inst *in = f->code + i;
	const struct isa_source *o[] = {&in->a, &in->b, &in->c};
	uint32_t at = UINT32_MAX;

	for (int k = 0; known && k < 3; k++)
		if (o[k]->kind == SRC_CONST && o[k]->index == 4)
			at = o[k]->value;
	if (known && in->bank == 4 && (in->op->traits & TRAIT_CONSTANT_LOAD))
		at = (uint32_t)in->displacement + index_of(f, i);
	for (size_t n = 0; n < cubin_relocs(c); n++) {
		const struct cubin_reloc *r = cubin_reloc(c, n);
		const bool here = r->place == CUBIN_CODE && r->kernel == f->kernel && r->offset / ISA_INST_BYTES == i;
		size_t number = (size_t)r->addend / CUBIN_EXTERNAL_BYTES;

		if (r->target != CUBIN_EXTERNAL || !(here || (r->place == CUBIN_BANK4 && r->offset == at)))
			continue;
		*apart = cubin_external_has_code(c, number);
		if (*apart || !call_known(r->symbol))
			return r->symbol;
	}
	return NULL;
}

static uint64_t
pair(const struct caller *c, unsigned r)
{
	return c->row->r[r][c->l] | (uint64_t)c->row->r[r + 1][c->l] << 32;
}

static bool
read_byte(const struct caller *c, uint64_t address, uint8_t *byte)
{
	enum { WINDOW = 1 << 24 };
	const struct block *b = c->w->block;
	const uint64_t shared = address - b->x.shared_window;
	const uint8_t *p;

	if (shared < WINDOW) {
		*byte = shared < b->x.shared_bytes ? b->shared[shared] : 0;
		return shared < b->x.shared_bytes;
	}
	if (address - c->w->block->x.local_window < WINDOW)
		return local_byte(c->sm, c->w, c->l, address - c->w->block->x.local_window, byte);
	p = backing_store_view_at(&c->sm->memory, address, 1);
	if (!p)
		return false;
	*byte = *p;
	if (!c->sm->untimed)
		effects_overlay(&c->sm->effects, address, byte, 1);
	return true;
}

/* Bytes that are not there are zeros. */
static uint64_t
read_number(const struct caller *c, uint64_t address, unsigned bytes)
{
	uint64_t v = 0;
	uint8_t b = 0;

	for (unsigned i = 0; i < bytes; i++)
		if (read_byte(c, address + i, &b))
			v |= (uint64_t)b << 8 * i;
	return v;
}

/* A string, cut off where it is longer. */
static char *
read_text(const struct caller *c, uint64_t address, char *text, size_t size)
{
	size_t n = 0;
	uint8_t b = 0;

	while (n + 1 < size && read_byte(c, address + n, &b) && b)
		text[n++] = (char)b;
	text[n] = 0;
	return text;
}

static bool
assertion(const struct caller *c)
{
	enum { FILE_NAME = 6, LINE = 8, FUNCTION = 10 };
	char said[160], file[100], function[80];

	return fault_at(c->sm, c->w, c->l, "assertion '%s' failed in %s at %s:%" PRIu32,
			read_text(c, pair(c, ARGUMENT), said, sizeof said),
			read_text(c, pair(c, FUNCTION), function, sizeof function),
			read_text(c, pair(c, FILE_NAME), file, sizeof file), c->row->r[LINE][c->l]);
}

/* The next argument of `bytes` bytes in the list at *at. */
static uint64_t
next_argument(const struct caller *c, uint64_t *at, unsigned bytes)
{
	uint64_t v;

	*at = (*at + bytes - 1) / bytes * bytes;
	v = read_number(c, *at, bytes);
	*at += bytes;
	return v;
}

/* One that the function prints. */
struct conversion {
	char flags[8];
	int width, precision; /* -1: none */
	unsigned bytes;       /* of a whole number */
	unsigned arguments;   /* that it takes of the list, the widths and precisions of '*' included */
	char what;
};

/* Reads a conversion after a %; returns where it ends. */
static const char *
parse(const struct caller *c, const char *p, uint64_t *at, struct conversion *v)
{
	size_t n = 0;
	int *field[2] = {&v->width, &v->precision};

	*v = (struct conversion){.width = -1, .precision = -1, .bytes = 4};
	for (; *p && strchr("-+ #0", *p); p++)
		if (!strchr(v->flags, *p))
			v->flags[n++] = *p;
	for (int i = 0; i < 2; i++) {
		int64_t number = 0;

		if (i && *p != '.')
			break;
		p += i;
		if (*p == '*') {
			number = (int32_t)(uint32_t)next_argument(c, at, 4);
			v->arguments++;
			p++;
		}
		for (; *p >= '0' && *p <= '9' && number < MAX_TEXT; p++)
			number = number * 10 + (*p - '0');
		/* a negative width justifies to the left, a negative precision is none */
		if (!i && number < 0 && !strchr(v->flags, '-'))
			v->flags[n++] = '-';
		number = number < 0 ? (i ? -1 : -number) : number;
		*field[i] = (int)(number < MAX_TEXT ? number : MAX_TEXT - 1);
	}
	for (; *p && strchr("hljztL", *p); p++)
		v->bytes = *p != 'h' ? 8 : v->bytes > 1 ? v->bytes / 2 : 1;
	v->what = *p;
	v->arguments += *p && strchr("diuoxXfFeEgGaAcsp", *p);
	return *p ? p + 1 : p;
}

/* One conversion; the number of characters. */
static int
convert(const struct caller *c, const struct conversion *v, uint64_t *at, char *text, size_t size)
{
	char format[24], string[MAX_TEXT];
	const unsigned bytes = v->bytes > 4 ? 8 : 4, cut = 64 - 8 * v->bytes;
	const int width = v->width < 0 ? 0 : v->width;
	double d;
	uint64_t u;

	snprintf(format, sizeof format, "%%%s*.*%s%c", v->flags, strchr("diuoxX", v->what) ? "ll" : "", v->what);
	switch (v->what) {
	case 'd':
	case 'i':
		u = next_argument(c, at, bytes) << cut;
		return snprintf(text, size, format, width, v->precision, (long long)u >> cut);
	case 'u':
	case 'o':
	case 'x':
	case 'X':
		u = next_argument(c, at, bytes) << cut;
		return snprintf(text, size, format, width, v->precision, (unsigned long long)u >> cut);
	case 'f':
	case 'F':
	case 'e':
	case 'E':
	case 'g':
	case 'G':
	case 'a':
	case 'A':
		u = next_argument(c, at, 8);
		memcpy(&d, &u, 8);
		return snprintf(text, size, format, width, v->precision, d);
	case 'c':
		return snprintf(text, size, format, width, -1, (int)(next_argument(c, at, 4) & UINT8_MAX));
	case 's':
		return snprintf(text, size, format, width, v->precision,
				read_text(c, next_argument(c, at, 8), string, sizeof string));
	case 'p':
		snprintf(format, sizeof format, "%%%s*s", strchr(v->flags, '-') ? "-" : "");
		snprintf(string, sizeof string, "0x%" PRIx64, next_argument(c, at, 8));
		return snprintf(text, size, format, width, string);
	case '%':
		return snprintf(text, size, "%%");
	default:
		return 0;
	}
}

/* Keeps text of n characters until the end of the window. */
static void
keep(struct sm *sm, const char *text, size_t n)
{
	struct printed *p = sm->printed;
	struct spoken *s;

	if (!p) {
		p = sm->printed = xrealloc(NULL, sizeof *p);
		*p = (struct printed){.n = 0};
	}
	p->spoken = grow(p->spoken, &p->room, p->n + 1, sizeof *p->spoken);
	s = p->spoken + p->n++;
	*s = (struct spoken){.cycle = sm->now, .n = n, .text = xrealloc(NULL, n + 1)};
	memcpy(s->text, text, n + 1);
	atomic_store_explicit(&sm->gpu->spoken, true, memory_order_relaxed);
}

/* As the programming guide says, it returns the number of arguments, or -1 without a format. */
static int
print(const struct caller *c)
{
	const struct gpu *gpu = c->sm->gpu;
	char format[MAX_TEXT], text[4 * MAX_TEXT];
	uint64_t at = pair(c, ARGUMENT + 2);
	int arguments = 0;
	size_t n = 0;

	if (!pair(c, ARGUMENT))
		return -1;
	read_text(c, pair(c, ARGUMENT), format, sizeof format);
	for (const char *p = format; *p && n + 1 < sizeof text;) {
		struct conversion v;
		int more;

		if (*p != '%') {
			text[n++] = *p++;
			continue;
		}
		p = parse(c, p + 1, &at, &v);
		more = convert(c, &v, &at, text + n, sizeof text - n);
		n += more > 0 ? (size_t)more : 0;
		arguments += (int)v.arguments;
	}
	n = n < sizeof text ? n : sizeof text - 1;
	text[n] = 0;
	if (gpu->output && c->sm->untimed)
		gpu->output(gpu->output_arg, text, n);
	else if (gpu->output)
		keep(c->sm, text, n);
	return arguments;
}

/* The text of an SM that is to be told next; NULL: all has been. */
static const struct spoken *
next_spoken(const struct sm *sm)
{
	const struct printed *p = sm->printed;

	return p && p->told < p->n ? p->spoken + p->told : NULL;
}

void
device_calls_tell(struct gpu *gpu, const struct sm *last)
{
	for (;;) {
		const struct spoken *s = NULL;
		struct sm *first = NULL;

		for (unsigned i = 0; i < gpu_sms(gpu); i++) {
			const struct spoken *next = next_spoken(gpu->sm + i);

			if (next && (!s || next->cycle < s->cycle)) {
				first = gpu->sm + i;
				s = next;
			}
		}
		if (!first)
			break;
		first->printed->told++;
		/* what comes after a fault did not happen */
		if (!last || s->cycle < last->now || (s->cycle == last->now && first->id <= last->id))
			gpu->output(gpu->output_arg, s->text, s->n);
	}
	for (unsigned i = 0; i < gpu_sms(gpu); i++)
		device_calls_forget(gpu->sm + i);
	gpu->spoken = false;
}

void
device_calls_forget(struct sm *sm)
{
	struct printed *p = sm->printed;

	for (size_t i = 0; p && i < p->n; i++)
		free(p->spoken[i].text);
	if (p)
		free(p->spoken);
	free(p);
	sm->printed = NULL;
}

static bool
allocation(const struct caller *c, const char *name)
{
	const uint64_t argument = pair(c, ARGUMENT);
	uint64_t p;

	if (!strcmp(name, "malloc")) {
		p = heap_alloc(c->sm, argument);
		c->row->r[ARGUMENT][c->l] = (uint32_t)p;
		c->row->r[ARGUMENT + 1][c->l] = (uint32_t)(p >> 32);
	} else if (argument && !heap_free(c->sm, argument)) {
		return fault_at(c->sm, c->w, c->l,
				"free() of 0x%" PRIx64 ", which malloc() did not return or which is already free", argument);
	}
	return true;
}

bool
device_calls_external(struct sm *sm, struct warp *w, lanes_t lanes, uint32_t i)
{
	const char *name = cubin_external(w->f->module->cubin, i);

	/* other SMs run at the same time, and would be seen to */
	if (sm->memory.set) {
		speculation_refuse(sm->memory.set);
		return fault_at(sm, w, 0, "it calls %.200s while other SMs run", name);
	}
	for (lanes_t m = lanes; m; m &= m - 1) {
		const unsigned l = lanes_first(m) + w->first_thread % ISA_LANES;
		struct home_row *row = w->row + l / ISA_LANES;
		const struct caller c = {.sm = sm, .w = w, .l = l % ISA_LANES, .row = row};

		sm->row = l / ISA_LANES;
		if (w->f->kernel->registers < ARGUMENTS_END)
			return fault_at(sm, w, c.l, "it calls %.200s with fewer registers than that takes", name);
		if (!strcmp(name, "__assertfail"))
			return assertion(&c);
		if (is_of_heap(name)) {
			if (!allocation(&c, name))
				return false;
			continue;
		}
		if (strcmp(name, "vprintf") != 0)
			return fault_at(sm, w, c.l, "it calls %.200s, which is not simulated", name);
		row->r[ARGUMENT][c.l] = (uint32_t)print(&c);
	}
	return true;
}
