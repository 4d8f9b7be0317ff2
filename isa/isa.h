/* isa.h: what an instruction is and does, without time.
 *
 * One table, opcodes.def, describes every opcode: its encoding, how it prints, which pipe runs it, which function executes it, and in
 * one line what it does. isa_decode() turns 128 bits into a struct inst once. isa_print() writes what cuobjdump writes. The function
 * behind opcode.exec executes an instruction for lanes that share a PC.
 *
 * What this module cannot do: timing (sim/). Control flow: opcode.flow says that an instruction changes it, and a reconvergence policy
 * of sim/ decides what happens. Memory: an access becomes a struct mem_request that the caller performs. An opcode that is not in the
 * table: such a word decodes to NULL and is refused, never guessed. */
#ifndef SIMT_ISA_H
#define SIMT_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "isa/memory-request.h"
#include "isa/traits.h"

enum {
	ISA_REGS = 256,      /* R0..R254, 255 = RZ */
	ISA_UREGS = 64,      /* UR0..UR62, 63 = URZ */
	ISA_PREDS = 8,       /* P0..P6, 7 = PT; the same for UP */
	ISA_BARRIERS = 16,   /* convergence barriers B0..B15 */
	ISA_SCOREBOARDS = 6, /* SB0..SB5 */
	ISA_INST_BYTES = 16,
	ISA_BANKS = 5, /* constant banks c[0x0] .. c[0x4] */
	ISA_RZ = 255,
	ISA_URZ = 63,
	ISA_PT = 7,
	ISA_NO_SB = 7,          /* "no barrier" in the control field */
	ISA_BYTE0 = 2,          /* isa_source.part of byte n above 0 is ISA_BYTE0 + n */
	ISA_SIGN = 6,           /* isa_source.part: only the sign bit */
	ISA_UPPER = 7,          /* isa_source.part: the upper half */
	ISA_TURNED = 8,         /* isa_source.part: the lower half above the upper one with its sign changed */
	ISA_BULK_TO_SHARED = 1, /* of field bulk */
	ISA_BULK_TO_GLOBAL = 2
};

/* Pipes, under the names ncu gives them (sm__inst_executed_pipe_*). */
enum isa_pipe {
#define PIPE(name, doc) PIPE_##name,
#include "isa/pipes.def"
#undef PIPE
	ISA_PIPES
};

/* What the machine does besides computing. */
enum isa_flow {
	FLOW_NONE,   /* nothing: plain arithmetic */
	FLOW_MEMORY, /* exec fills a mem_request */
	FLOW_BRANCH, /* BRA: to inst.target where the guard (and inst.ps[0]) hold */
	FLOW_EXIT,
	FLOW_BSSY,
	FLOW_BSYNC,
	FLOW_BREAK,
	FLOW_YIELD,
	FLOW_WARPSYNC,
	FLOW_BAR, /* block barrier */
	FLOW_CLUSTER_ARRIVE,
	FLOW_CLUSTER_WAIT, /* barrier of the cluster */
	/* The following only where the guard and inst.ps[0] hold. A register pair is 64 bits wide; each lane has its own. */
	FLOW_BRX, /* BRX: to inst.target + the pair a, which compilers load from a table; inst.target is 0 there */
	FLOW_CALL, /* CALL: to inst.target (a is SRC_NONE), to inst.target + the pair a, or with f[F_absolute] to the address in the pair a */
	FLOW_RET,        /* RET: to inst.target + the pair a: where the caller put its return offset; inst.target is 0 there */
	FLOW_COLLECTIVE, /* ENDCOLLECTIVE */
	FLOW_GROUP, /* f[F_store] 0: LDGDEPBAR, the asynchronous copies since the last one are a group, that inst.wbar counts until they are
		     * done; 1: DEPBAR.LE, wait until no more than f[F_count] groups of scoreboard f[F_sb] are left */
	FLOW_GMMA,      /* matrix multiply-add of a group of warps; f[F_gsb] 0: those since the last one are a group */
	FLOW_GMMA_WAIT, /* WARPGROUP.DEPBAR: wait until no more than f[F_count] groups of matrix instructions are left */
	FLOW_SET_REGISTERS, /* USETMAXREG: the warp has b registers a thread, where pd[0] is not ISA_PT if the block has them, which it tells */
	FLOW_BMOV /* f[F_store] 0: d = mask of inst.barrier, which f[F_clear] empties; 1: inst.barrier = mask in a (SRC_REG) */
};

/* Rows of opcodes.def, in order. */
enum isa_op {
#define OP(id, name, code, sm_min, sm_max, pipe, flow, latency, unit, traits, syntax, exec, doc) ISA_OP_##id,
#include "isa/opcodes.def"
#undef OP
	ISA_OPS
};

enum isa_field {
#define FIELD(name, doc) F_##name,
#include "isa/fields.def"
#undef FIELD
	ISA_FIELDS,
	ISA_FIELDS_ROOM = 96 /* so many that a struct inst fills whole lines of a host's cache */
};

/* A source operand. */
enum isa_source_kind {
	SRC_NONE,    /* the instruction has no such operand */
	SRC_REG,     /* index = register, ISA_RZ reads 0 */
	SRC_UREG,    /* index = uniform register, ISA_URZ reads 0 */
	SRC_IMM,     /* value = the bits as the operation sees them (sign-extended, or an FP16 pair, or FP32) */
	SRC_CONST,   /* c[index][value]: bank and byte offset */
	SRC_BINDLESS /* cx[UR index][value]: a constant buffer named by a uniform register; printed, not executed */
};

struct isa_source {
	uint8_t kind; /* enum isa_source_kind */
	uint8_t index;
	bool neg, abs, inv; /* -x, |x|, ~x; abs before neg */
	uint8_t part; /* FP16 selection: 0 both halves (H1_H0), 1 .H0_H0 , 2 .H1_H1; a byte: ISA_BYTE0 + 1, 2, 3, or 0; ISA_SIGN, ISA_UPPER, ISA_TURNED */
	uint32_t value;
};

/* One instruction, decoded. Predicate operands are numbers 0..7 (7 = PT), plus 8 where negated. What arithmetic looks at comes first. */
struct inst {
	const struct opcode *op;
	/* Sources in the order of the assembly text. Memory: a = register part of the address, b = data (CAS: b compare, c new value),
	 * c = uniform register part of [R+UR+imm]. BAR: a = barrier, b = thread count. BRA.DIV, WARPSYNC: a = lane mask. */
	struct isa_source a, b, c;
	int32_t displacement;   /* memory: signed byte offset in [R + imm]; LDC/ULDC: byte offset in the bank */
	uint8_t bank;           /* LDC/ULDC: constant bank */
	uint8_t d;              /* destination register (R or UR by opcode.ureg_dest) or ISA_RZ / ISA_URZ */
	uint8_t guard;          /* guard predicate, 7 = none, +8 negated */
	uint8_t pd[2];          /* destination predicates, 7 = none; uniform ones where opcode.ureg_dest */
	uint8_t ps[3];          /* source predicates: carry in, combine, PLOP3; 7 = PT, 15 = !PT */
	uint8_t desc;           /* uniform register of a memory descriptor, or ISA_URZ */
	bool async;             /* LDGSTS: source b and b.value are the shared address, a and displacement the global one */
	uint8_t barrier;        /* convergence barrier B0..B15, or block barrier number */
	uint8_t nd, na, nb, nc; /* consecutive registers written to d.., read from a.., b.., c.. (0: none), from the access width */
	uint8_t f[ISA_FIELDS_ROOM]; /* modifier fields, of which there are ISA_FIELDS; 0 where the opcode has none */
	/* control field */
	uint8_t stall;   /* 0..15 cycles until the warp may issue again */
	bool yield;      /* the field's yield hint: true where the encoded bit is 0 */
	uint8_t wbar;    /* scoreboard raised until the result is written, ISA_NO_SB none */
	uint8_t rbar;    /* scoreboard raised until the sources are read, ISA_NO_SB none */
	uint8_t wait;    /* bit i: wait until SBi is 0 */
	uint8_t reuse;   /* bit i: operand slot i (a, b, c) is kept in the reuse cache */
	uint8_t slot[3]; /* operand slots of the sources a, b and c in registers */
	uint64_t lo, hi; /* the word */
	uint32_t offset; /* bytes from the start of the function */
	uint32_t target; /* BRA, BSSY, ...: byte offset in the function; else 0 */
};

struct exec;

/* A row of opcodes.def. */
struct opcode {
	const char *name;       /* base mnemonic: "IADD3" */
	uint16_t code;          /* bits 0..11 of the word, and bit 91 as bit 12 */
	uint8_t sm_min, sm_max; /* sm versions that use this encoding, inclusive */
	uint8_t pipe;           /* enum isa_pipe */
	uint8_t flow;           /* enum isa_flow */
	bool variable;          /* true: latency is not fixed, a scoreboard says when it is done */
	bool ureg_dest;         /* d is a uniform register (and pd are uniform predicates) */
	bool ureg_guard;        /* the guard is a uniform predicate: as ureg_dest, but not for VOTEU */
	uint32_t traits;        /* of enum isa_trait */
	const char *syntax;     /* see opcodes.def */
	void (*exec)(const struct inst *in,
		     struct exec *x); /* NULL where the machine does it all; isa_exec_unmodelled: see there */
	const char *doc;              /* one line: what it does */
};

/* ---- execution ---- */
/* 32 consecutive threads of a block and their registers; a warp is a lane range of a row, or several rows. */
struct home_row {
	uint32_t (*r)[ISA_LANES];   /* r[register][lane]; r[0] .. r[nregs - 1]. Owned by the block. */
	uint32_t p[ISA_PREDS];      /* bit l of p[i]: Pi of lane l; p[ISA_PT] is all ones and never written */
	uint16_t tid[3][ISA_LANES]; /* threadIdx x, y, z */
};

/* Uniform registers; a split owns one. */
struct uniform {
	uint32_t r[ISA_UREGS]; /* r[ISA_URZ] stays 0 */
	uint8_t p;             /* bit i: UPi; bit 7 stays set */
};

/* The state that all threads of a block share. Banks are only read. */
struct exec_block {
	uint32_t ctaid[3], nctaid[3], ntid[3];
	const uint8_t *bank[ISA_BANKS]; /* NULL: no such bank */
	uint32_t bank_bytes[ISA_BANKS];
	uint32_t shared_base;                 /* address of the block's shared window, as machine code computes it: by its rank */
	uint32_t shared_taken;                /* shared memory that it occupies, in the machine's units */
	uint32_t shared_bytes;                /* size of the window, the reserved part included */
	uint64_t shared_window, local_window; /* generic addresses of byte 0 of both; the first that of the cluster's first block */
	uint32_t rank;                        /* of the block in its cluster */
	const uint8_t *shared;                /* the window's bytes, of which matrix instructions read */
	uint32_t shared_lent;                 /* bytes at the start of the window that it may use of those of the system */
	uint32_t warps_per_sm;                /* for a special register */
	uint32_t mhz;                         /* clock, for the special register that counts nanoseconds; 0: no such register */
};

/* One execution: the lanes `mask` of one home row. A warp of fewer than 32 lanes is the range lane0 .. lane0 + width - 1. */
struct exec {
	struct home_row *row;
	struct uniform *u;
	const struct exec_block *block;
	uint32_t active;         /* lanes of the row in the group, before the guard */
	uint32_t mask;           /* active lanes whose guard holds; only these are written */
	uint8_t lane0, width;    /* lane range of the warp in this row; width 1..32 */
	uint32_t warp_id, sm_id; /* for special registers */
	uint64_t clock;          /* cycles, for special registers */
	uint32_t reduction;      /* B2R.RESULT: what the block's last BAR.RED gave: the count, or 0 or 1 */
	struct mem_request *mem; /* FLOW_MEMORY: filled in by exec */
	const char *fault;       /* set by exec to a constant sentence where the instruction cannot be executed; else NULL */
};

/* Decodes the word at `offset` of a function. Returns false if the word is not in opcodes.def for this sm version, or a bit that should
 * be 0 is set. *in is then undefined. */
bool isa_decode(uint64_t lo, uint64_t hi, uint32_t offset, unsigned sm, struct inst *in);
/* Whether the opcode can only be printed. A kernel with such an instruction is refused before it runs. */
bool isa_prints_only(const struct opcode *op);
/* Mnemonics that are refused by name, in order, one for each i; NULL beyond the last. */
const char *isa_refused(size_t i);
/* Mnemonic of a word that isa_decode() refuses, by its opcode alone. It is a form that opcodes.def does not have, or an instruction of
 * others.def. NULL: there is none. */
const char *isa_name(uint64_t lo, uint64_t hi);

/* Writes the text of cuobjdump -sass (without the trailing " ;") to buf, NUL-terminated. Returns the length it has or would have. */
size_t isa_print(const struct inst *in, char *buf, size_t size);

/* opcode.exec of forms that are decoded and printed but not executed (bindless constants and the like): sets x->fault. */
void isa_exec_unmodelled(const struct inst *in, struct exec *x);

/* The function that executes `in` soonest: that of its form alone, or opcode.exec. Both do the same. And whether it never sets x->fault. */
void (*isa_quick(const struct inst *in))(const struct inst *, struct exec *);
bool isa_quick_is_safe(const struct inst *in);

/* Whether it reads a special register whose value depends on when, or on which SM, it is executed. */
bool isa_reads_time(const struct inst *in);
/* Lanes of x->active whose guard predicate holds. Uniform-datapath instructions are guarded by uniform predicates. */
uint32_t isa_guard(const struct inst *in, const struct exec *x);

/* The contents of memory after a floating-point atomic (ATOM_FADD and those after it in the enum; mem_request.atomic, .bytes, .ftz) on
 * `old` and `operand`: bits of an FP32 number (4 bytes), an FP64 number, or several smaller ones. Minimum and maximum give what is no NaN. */
uint64_t isa_atomic_float(unsigned atomic, unsigned bytes, bool ftz, uint64_t old, uint64_t operand);

/* The word of a barrier in shared memory after `arrivals` arrivals and a change of the bytes that it expects. drop: later phases also
 * expect that many fewer arrivals. */
uint64_t isa_barrier_arrive(uint64_t old, uint32_t arrivals, uint32_t bytes, bool drop);

/* FLOW_MEMORY loads and atomics: writes mem.data into the destination registers of mem.mask's lanes. */
void isa_write_back(const struct inst *in, struct exec *x);

/* All rows of opcodes.def, in order; *n gets their number. */
const struct opcode *isa_opcodes(size_t *n);
/* What the words of a row look like: mnemonic, modifiers as {.A|.B}, kinds of operands, in parentheses where they may be missing.
 * Returns the length it has or would have. */
size_t isa_form(const struct opcode *op, char *buf, size_t size);

/* Name of a pipe ("fma"). */
const char *isa_pipe_name(enum isa_pipe pipe);

#endif
