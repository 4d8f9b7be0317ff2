/* function.c: prepares a kernel to run. It decodes the kernel, refuses one that needs something that is not simulated, and fills in
 * addresses of variables. timing.c works out the timing of each instruction.
 *
 * What this module cannot do: functions in sections of their own that have constants of their own. */
#include "sim/runtime/function.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "isa/abi.h"
#include "isa/cfg.h"
#include "sim/core/fetch.h"
#include "sim/core/timing.h"
#include "sim/core/warp.h"
#include "sim/divergence/control-flow.h"
#include "sim/divergence/policy.h"
#include "sim/memory/access.h"
#include "sim/runtime/context.h"
#include "sim/runtime/device-calls.h"
#include "sim/runtime/gpu.h"
#include "sim/runtime/unsupported.h"

/* Highest register number the instruction names, plus one. */
static unsigned
registers_named(const struct timing *t)
{
	for (int i = 3; i >= 0; i--)
		if (t->uses.w[i])
			return (unsigned)(64 * i + 64 - __builtin_clzll(t->uses.w[i]));
	return 0;
}

/* Registers of a thread that instructions may name: those that the kernel starts with, or as many as a USETMAXREG takes later. */
static unsigned
registers_in_time(const struct simt_function *f, const uint8_t *code)
{
	enum { CODE = 0xfff };
	size_t rows;
	const struct opcode *take = isa_opcodes(&rows) + ISA_OP_USETMAXREG_TAKE;
	const unsigned sm = cubin_sm(f->module->cubin);
	unsigned most = f->kernel->registers;

	for (size_t i = 0; i < f->n; i++) {
		struct inst in;
		uint64_t lo, hi;

		memcpy(&lo, code + i * ISA_INST_BYTES, 8);
		memcpy(&hi, code + i * ISA_INST_BYTES + 8, 8);
		if ((lo & CODE) == (take->code & CODE) && isa_decode(lo, hi, (uint32_t)(i * ISA_INST_BYTES), sm, &in) &&
		    in.op == take && in.b.value > most)
			most = in.b.value;
	}
	return most < ISA_RZ ? most : ISA_RZ;
}

static bool
runs_past(const struct isa_source *o, unsigned n)
{
	return (o->kind == SRC_REG && o->index != ISA_RZ && o->index + n > ISA_RZ) ||
	       (o->kind == SRC_UREG && o->index != ISA_URZ && o->index + n > ISA_URZ);
}

/* Whether an operand of several registers extends beyond the last register. */
static bool
names_too_many(const struct inst *in)
{
	const unsigned zero = in->op->ureg_dest ? ISA_URZ : ISA_RZ;

	return (in->d != zero && in->nd && in->d + in->nd > zero) || runs_past(&in->a, in->na) || runs_past(&in->b, in->nb) ||
	       runs_past(&in->c, in->nc);
}

/* A copy of the code with the addresses filled in that it needs; NULL on failure. */
static uint8_t *
relocated_code(const struct simt_module *m, const struct cubin_kernel *k, struct simt_error *e)
{
	size_t bytes = (size_t)k->ninst * ISA_INST_BYTES;
	uint8_t *code = malloc(bytes);

	if (!code) {
		simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
		return NULL;
	}
	memcpy(code, k->code, bytes);
	for (size_t i = 0; i < cubin_relocs(m->cubin); i++) {
		const struct cubin_reloc *r = cubin_reloc(m->cubin, i);

		if ((r->place != CUBIN_CODE && r->place != CUBIN_BANK2) || r->kernel != k)
			continue;
		if (r->target == CUBIN_CODE && r->tkernel == k && r->place == CUBIN_CODE) {
			cubin_relocate(r, code, 0); /* a label; code is at address 0 */
			continue;
		}
		if (r->place == CUBIN_BANK2 || !function_has_address(r->target)) {
			simt_fail(e, SIMT_BAD_INPUT, "%s: kernel %s needs the address of %s, which is not simulated",
				  cubin_name(m->cubin), k->name, r->symbol);
			free(code);
			return NULL;
		}
		cubin_relocate(r, code,
			       r->kind == CUBIN_RELOC_CALL && r->target == CUBIN_EXTERNAL ? EXTERNAL_NEAR : m->address[r->target]);
	}
	return code;
}

static bool
refuse(const struct simt_module *m, const struct cubin_kernel *k, size_t i, const char *why, struct simt_error *e)
{
	uint64_t lo, hi;
	char source[280] = "";
	const char *file;
	unsigned line;

	cubin_inst(k, i, &lo, &hi);
	if (cubin_line(m->cubin, k, (uint32_t)(i * ISA_INST_BYTES), &file, &line))
		snprintf(source, sizeof source, " (%.250s:%u)", file, line);
	return simt_fail(e, SIMT_BAD_INPUT, "%s: kernel %.200s, offset 0x%zx%s: %s 0x%016" PRIx64 " 0x%016" PRIx64,
			 cubin_name(m->cubin), k->name, i * ISA_INST_BYTES, source, why, lo, hi);
}

static void
exec_trap(const struct inst *in, struct exec *x)
{
	(void)in;
	x->fault = "this instruction is unknown or not simulated yet; run without --unsupported trap to see the instruction";
}

static void
exec_beyond(const struct inst *in, struct exec *x)
{
	(void)in;
	x->fault = "this function uses more registers than the kernel has; the kernel, which can call it only through a pointer, "
		   "was not compiled for it";
}

static void
exec_end(const struct inst *in, struct exec *x)
{
	(void)in;
	x->fault = "the thread runs past the end of the kernel";
}

/* Makes instruction i end the run when a thread reaches it. `known`: it can be printed, and its guard counts; the guard of an unknown
 * one is unknown, too. */
static bool
set_trap(struct simt_function *f, size_t i, bool known, void (*trap)(const struct inst *, struct exec *), struct simt_error *e)
{
	struct inst *in = f->code + i;

	if (!f->trap)
		f->trap = calloc(f->n, sizeof *f->trap);
	if (!f->trap)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	if (!known)
		*in = unsupported_stand_in(i);
	f->trap[i] = *in->op;
	f->trap[i].flow = FLOW_NONE;
	f->trap[i].exec = trap;
	in->op = f->trap + i;
	return true;
}

static bool
reads_bank0(const struct inst *in, uint32_t offset)
{
	const struct isa_source *o[] = {&in->a, &in->b, &in->c};
	bool found = (in->op->traits & TRAIT_CONSTANT_LOAD) && !in->bank && in->displacement == (int32_t)offset;

	for (int i = 0; i < 3; i++)
		found = found || (o[i]->kind == SRC_CONST && !o[i]->index && o[i]->value == offset);
	return found;
}

/* alloca(): the stack pointer changes by what a register says. */
static bool
grows_stack(const struct inst *in)
{
	enum { STACK_POINTER = 1 };
	const struct isa_source *o[] = {&in->a, &in->b, &in->c};
	bool other = false;

	for (int i = 0; i < 3; i++)
		other = other || (o[i]->kind == SRC_REG && o[i]->index != STACK_POINTER && o[i]->index != ISA_RZ);
	return other && in->nd && in->d <= STACK_POINTER && in->d + in->nd > STACK_POINTER && !in->op->ureg_dest;
}

/* Whether instruction i is not of the kernel's own section. */
static bool
is_apart(const struct cubin_kernel *k, size_t i)
{
	return i * ISA_INST_BYTES >= k->blob[CUBIN_CODE].size;
}

static bool
refuse_function(const struct simt_function *f, size_t i, bool known, struct simt_error *e)
{
	bool apart = false;
	const char *name = device_calls_missing(f, i, known, &apart);
	char why[400];

	if (!name)
		return true;
	if (apart)
		snprintf(why, sizeof why,
			 "it calls %.250s, a function in a section of its own that has constants of its own, which is not "
			 "simulated:",
			 name);
	else
		snprintf(why, sizeof why, "it calls %.250s, a function of the driver that is not simulated:", name);
	return refuse(f->module, f->kernel, i, why, e);
}

/* Whether control comes to its target, as it is. */
static bool
names_target(const struct inst *in)
{
	switch (in->op->flow) {
	case FLOW_BRANCH:
	case FLOW_BSSY:
		return true;
	case FLOW_CALL:
		return in->a.kind == SRC_NONE && in->target < EXTERNAL_NEAR;
	case FLOW_WARPSYNC:
		return in->f[F_mode] == WARPSYNC_COLLECTIVE;
	default:
		return false;
	}
}

/* Whether the instruction after this one is reached only from elsewhere. */
static bool
always_leaves(const struct inst *in)
{
	return (in->op->flow == FLOW_BRANCH || in->op->flow == FLOW_EXIT) && in->guard == ISA_PT && in->ps[0] == ISA_PT &&
	       in->ps[1] == ISA_PT && in->f[F_dest] < 2;
}

/* The padding after the last branch is NOPs. Nothing falls off its end: what a branch sends there is a fault at the last one. */
static bool
close_end(struct simt_function *f, struct simt_error *e)
{
	struct inst *last = f->code + f->n - 1;
	size_t i = f->n;

	while (i && f->code[i - 1].op->flow == FLOW_NONE && !f->code[i - 1].nd)
		i--;
	if (!i || !always_leaves(f->code + i - 1) || (i < f->n && last->guard != ISA_PT))
		return refuse(f->module, f->kernel, f->n - 1, "the kernel runs past its last instruction", e);
	if (i < f->n) {
		f->end = *last->op;
		f->end.exec = exec_end;
		last->op = &f->end;
		/* who carries out plain ones in a row looks at the next */
		f->timing[f->n - 1].plain = f->timing[f->n - 1].guarded = NULL;
		f->timing[f->n - 1].way = WAY_LONG;
	}
	return true;
}

static bool
decode(struct simt_function *f, const uint8_t *code, struct simt_error *e)
{
	const struct cubin_kernel *k = f->kernel;
	const struct gpu *gpu = &f->module->context->gpu;

	f->registers = registers_in_time(f, code);
	for (size_t i = 0; i < f->n; i++) {
		struct inst *in = f->code + i;
		bool known, trap = f->module->context->trap_unsupported;
		char why[600];
		uint64_t lo, hi;

		memcpy(&lo, code + i * ISA_INST_BYTES, 8);
		memcpy(&hi, code + i * ISA_INST_BYTES + 8, 8);
		known = isa_decode(lo, hi, (uint32_t)(i * ISA_INST_BYTES), cubin_sm(f->module->cubin), in);
		if (!trap && cubin_externals(f->module->cubin) && !refuse_function(f, i, known, e))
			return false;
		if ((!known || unsupported_is(in)) && !trap) {
			unsupported_text(code, f->code, f->n, cubin_sm(f->module->cubin), why, sizeof why);
			return refuse(f->module, k, i, why, e);
		}
		if ((!known || unsupported_is(in)) && !set_trap(f, i, known, exec_trap, e))
			return false;
		if (names_target(in) && (in->target % ISA_INST_BYTES || in->target / ISA_INST_BYTES >= f->n))
			return refuse(f->module, k, i, "branch out of the kernel", e);
		timing_of(in, gpu->m, f->timing + i);
		f->constants = f->constants || reads_bank0(in, isa_abi(cubin_sm(f->module->cubin))->constants);
		f->addresses_params = f->addresses_params || reads_bank0(in, isa_abi(cubin_sm(f->module->cubin))->params);
		f->waits_for_grid = f->waits_for_grid || reads_bank0(in, isa_abi(cubin_sm(f->module->cubin))->workspace_low);
		f->borrows = f->borrows || reads_bank0(in, isa_abi(cubin_sm(f->module->cubin))->lent_shared + 4u);
		f->matrix = f->matrix || in->op->pipe == PIPE_tensor;
		f->calls = f->calls || in->op->flow == FLOW_CALL || grows_stack(in);
		if ((names_too_many(in) || registers_named(f->timing + i) > f->registers) && !is_apart(k, i))
			return refuse(f->module, k, i, "register beyond those of the kernel", e);
		/* a function that the kernel has since its address is taken need not be for this kernel */
		if (names_too_many(in) || registers_named(f->timing + i) > f->registers) {
			if (!set_trap(f, i, false, exec_beyond, e))
				return false;
			timing_of(in, gpu->m, f->timing + i);
		}
	}
	return close_end(f, e);
}

static uint8_t
step_kind(const struct inst *in, const struct timing *tm)
{
	if (tm->plain)
		return STEP_PLAIN;
	if (tm->guarded)
		return STEP_GUARDED;
	if (in->op->flow == FLOW_MEMORY && in->op->exec && !tm->wavefronts)
		return STEP_ACCESS;
	if (in->op->flow == FLOW_BRANCH && in->a.kind != SRC_UREG && in->ps[0] == ISA_PT && in->ps[1] == ISA_PT && !in->f[F_any] &&
	    !tm->wavefronts && !in->op->exec)
		return STEP_BRANCH;
	if (in->op->flow == FLOW_EXIT && in->guard != ISA_PT && !tm->wavefronts && !in->op->exec)
		return STEP_EXIT;
	return STEP_OTHER;
}

/* From the last one on, since each says how many there are behind it. */
static void
make_steps(struct simt_function *f)
{
	f->step = zeroed(f->n, sizeof *f->step);
	f->own_pace = true;
	for (size_t i = f->n; i--;) {
		const struct timing *tm = f->timing + i;
		struct step *s = f->step + i;
		const unsigned behind = i + 1 < f->n && s[1].run < UINT8_MAX ? s[1].run : 0;
		const unsigned safe = i + 1 < f->n && s[1].safe < UINT8_MAX ? s[1].safe : 0;

		/* atomics have a scope, too */
		if (isa_reads_time(f->code + i) || (f->code[i].op->flow == FLOW_MEMORY && access_is_strong(f->code + i)))
			f->own_pace = false;
		s->kind = step_kind(f->code + i, tm);
		s->row_form = tm->row_form;
		s->exec = tm->plain ? tm->plain : tm->guarded;
		s->run = s->kind == STEP_PLAIN ? (uint8_t)(behind + 1) : 0;
		s->safe = s->run && isa_quick_is_safe(f->code + i) ? (uint8_t)(safe + 1) : 0;
		s->target = f->code[i].target / ISA_INST_BYTES;
	}
}

struct simt_function *
function_new(struct simt_module *m, const struct cubin_kernel *k, struct simt_error *e)
{
	struct simt_function *f = calloc(1, sizeof *f);
	const struct policy *policy = m->context->policy;
	uint8_t *code = NULL;
	bool ok = false;

	if (!f || !k->ninst) {
		free(f);
		simt_fail(e, SIMT_BAD_INPUT, k->ninst ? "not enough memory" : "kernel %s has no instructions", k->name);
		return NULL;
	}
	*f = (struct simt_function){.module = m, .kernel = k, .n = k->ninst, .first_line = fetch_place(&m->context->gpu, k->ninst)};
	f->refill = m->context->machine->divergence.refill_cycles;
	f->code = line_alloc(f->n * sizeof *f->code);
	f->timing = calloc(f->n, sizeof *f->timing);
	if (!f->code || !f->timing)
		simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	else
		code = relocated_code(m, k, e);
	if (code)
		ok = decode(f, code, e) && (!policy->prepare || policy->prepare(f, e));
	free(code);
	if (ok) {
		make_steps(f);
		return f;
	}
	function_free(f);
	return NULL;
}

/* What nvcc makes of `list[number]`, and the jump to the kernel. */
struct simt_function *
function_regrouped(struct simt_function *f, struct simt_error *e)
{
	static const uint64_t word[][2] = {
		{0x0000000405027825, 0x001fca00078e0002}, /* IMAD.WIDE.U32 R2, R5, 0x4, R2 */
		{0x00000004020f7981, 0x000e24000c1e1900}, /* LDG.E R15, desc[UR4][R2.64], raises SB0 */
		{0xfffffffc00fc7947, 0x000fc0000383ffff}, /* BRA */
	};
	enum { WORDS = sizeof word / sizeof *word, REGISTERS = 6 };
	struct gpu *gpu = &f->module->context->gpu;
	struct simt_function *g;
	struct inst *in;

	if (f->regrouped)
		return f->regrouped;
	g = calloc(1, sizeof *g);
	if (f->kernel->registers < REGISTERS || !g) {
		free(g);
		simt_fail(e, SIMT_BAD_INPUT, "kernel %s: %u registers are too few to read a list", f->kernel->name,
			  f->kernel->registers);
		return NULL;
	}
	*g = *f;
	g->next = NULL;
	g->trap = NULL;
	g->ideal = NULL;
	g->n = f->n + WORDS;
	g->entry = (uint32_t)f->n;
	g->first_line = fetch_place(gpu, (uint32_t)g->n);
	g->code = line_alloc(g->n * sizeof *g->code);
	g->timing = calloc(g->n, sizeof *g->timing);
	g->ipdom = f->ipdom ? calloc(g->n, sizeof *g->ipdom) : NULL;
	if (!g->code || !g->timing || (f->ipdom && !g->ipdom))
		simt_no_memory();
	memcpy(g->code, f->code, f->n * sizeof *g->code);
	memcpy(g->timing, f->timing, f->n * sizeof *g->timing);
	if (f->ipdom)
		memcpy(g->ipdom, f->ipdom, f->n * sizeof *g->ipdom);
	in = g->code + f->n;
	for (size_t i = 0; i < WORDS; i++)
		if (!isa_decode(word[i][0], word[i][1], (uint32_t)((f->n + i) * ISA_INST_BYTES), cubin_sm(f->module->cubin),
				in + i))
			simt_no_memory();
	in[1].d = 5;
	in[1].desc = ISA_URZ;
	in[2].target = 0;
	in[2].wait = 1; /* for SB0 */
	for (size_t i = 0; i < WORDS; i++) {
		timing_of(in + i, gpu->m, g->timing + f->n + i);
		if (f->ipdom)
			g->ipdom[f->n + i] = IPDOM_NONE;
	}
	make_steps(g);
	f->regrouped = g;
	return g;
}

void
function_free(struct simt_function *f)
{
	if (!f)
		return;
	function_free(f->regrouped);
	free(f->code);
	free(f->timing);
	free(f->step);
	free(f->ipdom);
	free(f->ideal);
	free(f->trap);
	free(f);
}

bool
function_has_address(enum cubin_place place)
{
	return place == CUBIN_GLOBAL || place == CUBIN_GLOBAL_INIT || place == CUBIN_BANK3 || place == CUBIN_FUNCTION ||
	       place == CUBIN_EXTERNAL;
}
