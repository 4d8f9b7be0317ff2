/* calls.c: the functions of the driver that kernels call and no file has: what assert() and printf() come to.
 *
 * What this module cannot do: malloc, free and launches from the device; strings in shared memory; the time that the functions take. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "context.h"
#include "memory.h"
#include "simulate.h"

/* Lane l of home row sm->row, which calls. */
struct caller {
	struct sm *sm;
	struct warp *w;
	unsigned l;
	const struct home_row *row;
};

enum { ARGUMENT = 4, ARGUMENTS_END = 12, MAX_TEXT = 1024 }; /* the registers of the arguments */

bool
call_known(const char *name)
{
	return !strcmp(name, "vprintf") || !strcmp(name, "__assertfail");
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
	const uint8_t *p;

	if (address - c->w->block->x.local_window < WINDOW)
		return local_byte(c->sm, c->w, c->l, address - c->w->block->x.local_window, byte);
	p = memory_at(c->sm->gpu->memory, address, 1, NULL);
	if (!p)
		return false;
	*byte = *p;
	if (!c->sm->untimed)
		stores_overlay(&c->sm->stores, address, byte, 1);
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
next(const struct caller *c, uint64_t *at, unsigned bytes)
{
	uint64_t v;

	*at = (*at + bytes - 1) / bytes * bytes;
	v = read_number(c, *at, bytes);
	*at += bytes;
	return v;
}

struct conversion {
	char flags[8];
	int width, precision; /* -1: none */
	bool wide;            /* 64 bits */
	char what;
};

/* Reads what stands behind a %; returns where it ends. */
static const char *
parse(const struct caller *c, const char *p, uint64_t *at, struct conversion *v)
{
	size_t n = 0;
	int *field[2] = {&v->width, &v->precision};

	*v = (struct conversion){.width = -1, .precision = -1};
	while (*p && strchr("-+ #0", *p) && n + 1 < sizeof v->flags)
		v->flags[n++] = *p++;
	for (int i = 0; i < 2; i++) {
		if (i && *p != '.')
			break;
		p += i;
		*field[i] = i ? 0 : -1;
		if (*p == '*') {
			*field[i] = (int)(uint32_t)next(c, at, 4);
			p++;
		}
		while (*p >= '0' && *p <= '9' && *field[i] < MAX_TEXT)
			*field[i] = (*field[i] > 0 ? *field[i] * 10 : 0) + (*p++ - '0');
		if (*field[i] >= MAX_TEXT)
			*field[i] = MAX_TEXT - 1;
	}
	for (; *p && strchr("hljztL", *p); p++)
		v->wide = v->wide || strchr("ljzt", *p);
	v->what = *p;
	return *p ? p + 1 : p;
}

/* One conversion; the number of characters. */
static int
convert(const struct caller *c, const struct conversion *v, uint64_t *at, char *text, size_t size)
{
	char format[24], string[MAX_TEXT];
	const unsigned bytes = v->wide ? 8 : 4;
	double d;
	uint64_t u;

	snprintf(format, sizeof format, "%%%s*.*%s%c", v->flags, strchr("diuoxX", v->what) ? "ll" : "", v->what);
	switch (v->what) {
	case 'd':
	case 'i':
		u = next(c, at, bytes);
		return snprintf(text, size, format, v->width < 0 ? 0 : v->width, v->precision,
				v->wide ? (long long)u : (long long)(int32_t)(uint32_t)u);
	case 'u':
	case 'o':
	case 'x':
	case 'X':
		return snprintf(text, size, format, v->width < 0 ? 0 : v->width, v->precision,
				(unsigned long long)next(c, at, bytes));
	case 'f':
	case 'F':
	case 'e':
	case 'E':
	case 'g':
	case 'G':
	case 'a':
	case 'A':
		u = next(c, at, 8);
		memcpy(&d, &u, 8);
		return snprintf(text, size, format, v->width < 0 ? 0 : v->width, v->precision, d);
	case 'c':
		return snprintf(text, size, "%*c", v->width < 0 ? 0 : v->width, (char)next(c, at, 4));
	case 's':
		return snprintf(text, size, format, v->width < 0 ? 0 : v->width, v->precision,
				read_text(c, next(c, at, 8), string, sizeof string));
	case 'p':
		return snprintf(text, size, "0x%" PRIx64, next(c, at, 8));
	case '%':
		return snprintf(text, size, "%%");
	default:
		return 0;
	}
}

static void
print(const struct caller *c)
{
	char format[MAX_TEXT], text[4 * MAX_TEXT];
	uint64_t at = pair(c, ARGUMENT + 2);
	size_t n = 0;

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
	}
	text[n < sizeof text ? n : sizeof text - 1] = 0;
	if (c->sm->gpu->output)
		c->sm->gpu->output(c->sm->gpu->output_arg, text);
}

bool
call_external(struct sm *sm, struct warp *w, lanes_t lanes, uint32_t i)
{
	const char *name = cubin_external(w->f->module->cubin, i);

	for (lanes_t m = lanes; m; m &= m - 1) {
		const unsigned l = lanes_first(m) + w->first_thread % ISA_LANES;
		struct home_row *row = w->row + l / ISA_LANES;
		const struct caller c = {.sm = sm, .w = w, .l = l % ISA_LANES, .row = row};

		sm->row = l / ISA_LANES;
		if (w->f->kernel->registers < ARGUMENTS_END)
			return fault_at(sm, w, c.l, "it calls %.200s with fewer registers than that takes", name);
		if (!strcmp(name, "__assertfail"))
			return assertion(&c);
		if (strcmp(name, "vprintf") != 0)
			return fault_at(sm, w, c.l, "it calls %.200s, which is not simulated", name);
		print(&c);
		row->r[ARGUMENT][c.l] = 0;
	}
	return true;
}
