/* unsupported.c: see unsupported.h. */
#include "sim/runtime/unsupported.h"
#include "isa/cfg.h"
#include "isa/isa.h"
#include "sim/core/warp.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kinds that are told one by one. */
enum { KINDS = 12 };

struct kind {
	const char *name; /* NULL: none is known */
	unsigned code;    /* of the first one without a name */
	size_t count;
};

struct found {
	struct kind kind[KINDS];
	size_t kinds, all, beyond, reached;
	bool known, graph; /* the first one can be printed; it is known what can be reached */
};

bool
unsupported_is(const struct inst *in)
{
	if (in->op->flow == FLOW_WARPSYNC && in->f[F_mode] == WARPSYNC_EXCLUSIVE)
		return in->a.kind != SRC_REG;
	return isa_prints_only(in->op);
}

struct inst
unsupported_stand_in(size_t i)
{
	static const struct opcode unknown = {.name = "?", .pipe = PIPE_alu, .syntax = "?"};

	return (struct inst){
		.op = &unknown,
		.offset = (uint32_t)(i * ISA_INST_BYTES),
		.guard = ISA_PT,
		.d = ISA_RZ,
		.pd = {ISA_PT, ISA_PT},
		.ps = {ISA_PT, ISA_PT, ISA_PT},
		.desc = ISA_URZ,
		.stall = 1,
		.wbar = ISA_NO_SB,
		.rbar = ISA_NO_SB,
	};
}

static void
count_kind(struct found *f, const char *name, unsigned code)
{
	size_t k = 0;

	f->all++;
	while (k < f->kinds && !(f->kind[k].name && name ? !strcmp(f->kind[k].name, name) : f->kind[k].name == name))
		k++;
	if (k == KINDS) {
		f->beyond++;
		return;
	}
	if (k == f->kinds)
		f->kind[f->kinds++] = (struct kind){.name = name, .code = code};
	f->kind[k].count++;
}

/* Decodes all and counts those that are not simulated. */
static void
find(struct found *f, const uint8_t *bytes, struct inst *inst, size_t n, unsigned sm, bool *unsupported)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t lo, hi;
		bool known;

		memcpy(&lo, bytes + i * ISA_INST_BYTES, 8);
		memcpy(&hi, bytes + i * ISA_INST_BYTES + 8, 8);
		known = isa_decode(lo, hi, (uint32_t)(i * ISA_INST_BYTES), sm, inst + i);
		if (!known)
			inst[i] = unsupported_stand_in(i);
		if (known && !unsupported_is(inst + i))
			continue;
		if (!f->all)
			f->known = known;
		count_kind(f, isa_name(lo, hi), (unsigned)(lo & 0xfff) | (unsigned)(hi >> 27 & 1) << 12);
		if (unsupported)
			unsupported[i] = true;
	}
}

/* How many of them control can come to. */
static void
count_reached(struct found *f, const struct inst *inst, size_t n, const bool *unsupported)
{
	bool *reached = calloc(n, sizeof *reached);
	struct simt_error e = {0};

	f->graph = reached && unsupported && isa_reachable(inst, n, reached, &e);
	for (size_t i = 0; f->graph && i < n; i++)
		f->reached += unsupported[i] && reached[i];
	free(reached);
}

struct text {
	char *at;
	size_t size, length;
};

static void __attribute__((format(printf, 2, 3))) add(struct text *t, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(t->at + t->length, t->size - t->length, format, args);
	va_end(args);
	t->length += n > 0 ? (size_t)n : 0;
	if (t->length >= t->size)
		t->length = t->size - 1;
}

static void
add_one(struct text *t, const struct found *f)
{
	if (f->known)
		add(t, "an instruction that can be printed but not simulated yet");
	else if (f->kind[0].name)
		add(t, "unknown instruction (a form of %s)", f->kind[0].name);
	else
		add(t, "unknown instruction");
	if (f->graph && !f->reached)
		add(t, ", to which control flow cannot come:");
}

static void
add_many(struct text *t, const struct found *f)
{
	add(t, "%zu instructions that are not simulated (", f->all);
	for (size_t k = 0; k < f->kinds; k++) {
		const struct kind *kind = &f->kind[k];

		add(t, "%s%zu ", k ? ", " : "", kind->count);
		if (kind->name)
			add(t, "%s", kind->name);
		else
			add(t, "without a name (code 0x%04x)", kind->code);
	}
	if (f->beyond)
		add(t, ", %zu of other kinds", f->beyond);
	add(t, ")");
	if (f->graph && f->reached && f->reached < f->all)
		add(t, "; control flow can come to %zu of them", f->reached);
	else if (f->graph)
		add(t, "; control flow can come to %s of them", f->reached ? "all" : "none");
	add(t, "; the first is");
}

void
unsupported_text(const uint8_t *bytes, struct inst *inst, size_t n, unsigned sm, char *text, size_t size)
{
	struct found f = {.all = 0};
	struct text t = {.at = text, .size = size};
	bool *unsupported = calloc(n, sizeof *unsupported);

	find(&f, bytes, inst, n, sm, unsupported);
	count_reached(&f, inst, n, unsupported);
	free(unsupported);
	if (f.all == 1)
		add_one(&t, &f);
	else
		add_many(&t, &f);
}
