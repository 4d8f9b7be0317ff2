/* code.h: a kernel decoded, with what timing needs of each instruction; private to sim/. Const once function_new() has made it.
 * What this module cannot do: make it, which function.h and timing.h do. Times are cycles. */
#ifndef SIMT_CODE_H
#define SIMT_CODE_H

#include "isa/cubin.h"
#include "isa/isa.h"
#include "sim/machine/machine.h"
#include "sim/runtime/simt.h"

/* Registers, predicates and their uniform kin, as a set: R0..R254, then P, UR, UP. */
enum { REGSET_P = 256, REGSET_UR = 264, REGSET_UP = 328, REGSET_WORDS = 6 };

struct regset {
	uint64_t w[REGSET_WORDS];
};

/* Number of the first register that is in both, -1: there is none. */
static inline int
regset_first(const struct regset *a, const struct regset *b)
{
	for (int i = 0; i < REGSET_WORDS; i++)
		if (a->w[i] & b->w[i])
			return 64 * i + __builtin_ctzll(a->w[i] & b->w[i]);
	return -1;
}

static inline bool
regset_is_empty(const struct regset *r)
{
	return regset_first(r, r) < 0;
}

/* The predicates of a set, as the word of it in which they are. */
static inline uint64_t
regset_predicates(const struct regset *r)
{
	return r->w[REGSET_P / 64] & UINT64_C(0xff) << REGSET_P % 64;
}

/* The predicates of a set, which loses them. */
static inline struct regset
regset_take_predicates(struct regset *r)
{
	struct regset p = {{0}};

	p.w[REGSET_P / 64] = regset_predicates(r);
	r->w[REGSET_P / 64] &= ~p.w[REGSET_P / 64];
	return p;
}

/* Instructions about the order of memory accesses. */
enum fence {
	FENCE_NONE,
	FENCE_BARRIER,   /* MEMBAR beyond the block: waits until the warp's stores have reached L2 */
	FENCE_INVALIDATE /* CCTL.IVALL: empties L1 */
};

/* Instructions that hand results on to each other sooner than to others. */
enum { FAMILY_NONE, FAMILY_UNIFORM, FAMILY_MMA };
/* Results get to readers of their own datapath first. What is in none reads and is read alike everywhere. */
enum { DATAPATH_NONE, DATAPATH_FMA, DATAPATH_ALU, DATAPATH_LSU };

/* Register banks, as many as a machine may have: register r is in bank r modulo register_banks. The reuse cache has a place for each operand slot
 * and bank, and the places of a slot follow each other; pairs of registers have others. */
enum { PORT_BANKS = 4, PORT_SLOTS = 3, PORT_PLACES = 2 * PORT_SLOTS * PORT_BANKS, PORT_SOURCES = 2 * PORT_SLOTS };

/* Queues of a sub-core in front of units of variable latency: parameters mio_queue, xu_queue and wgmma_queue. */
enum queue { QUEUE_NONE, QUEUE_MIO, QUEUE_XU, QUEUE_GMMA, QUEUES };

/* How an instruction can issue. Quick: it is plain, and nobody waits for its result by a scoreboard, and it takes nothing but an issue slot,
 * registers' ports and its pipe. Short: the next instruction follows it, and nothing of its warp changes but registers and scoreboards. Branch:
 * a branch or EXIT whose guard is all that says which lanes go. */
enum issue_way { WAY_LONG, WAY_SHORT, WAY_BRANCH, WAY_QUICK };

/* What timing needs of an instruction, worked out once per function and machine. What each issue looks at comes first: a host's caches hold
 * few instructions. */
struct timing {
	uint8_t pipe;   /* enum isa_pipe */
	uint8_t unit;   /* the pipe that it holds: that one, or the one through whose queue it goes */
	uint8_t queue;  /* enum queue: what waits for `unit` while its warp goes on */
	uint8_t gate;   /* the pipe that its warp waits for: `unit`, or PIPE_NONE */
	uint8_t entry;  /* the same, or ENTRY_LG where it waits for the queue of L1 as well */
	uint8_t rate;   /* enum machine_rate: how long it holds that */
	uint8_t cycles; /* from its issue to the next one of its warp at the least: control_cycles() and `again` */
	uint8_t wait;   /* scoreboards that it waits for */
	bool yield;     /* its hint to yield */
	bool flow;      /* more than the next instruction may follow it, or other than at once: enum isa_flow */
	uint8_t way;    /* enum issue_way: the shortest by which it can issue */
	/* all that it does, to all lanes that are active, this does; else NULL */
	void (*plain)(const struct inst *, struct exec *);
	/* what it does to lanes, control flow and accesses aside; not NULL where its way is short */
	void (*exec)(const struct inst *, struct exec *);
	bool lg;                      /* goes through the queue of L1 */
	bool keeps;                   /* a register that it reads has its reuse flag set */
	uint8_t reads_of[PORT_BANKS]; /* registers that it reads through ports of each bank */
	bool further;                 /* some of these are beyond the first two banks */
	bool apart;                   /* no two of those have the same place in the reuse cache */
	uint8_t nsources;             /* registers that it reads through ports, each once */
	uint8_t slots;                /* issue slots that it takes beyond one */
	uint32_t constant;            /* which constants it names, fetch.h; 0: none */
	struct port_source {
		uint8_t reg, place; /* where the reuse cache would keep it */
		bool keep;          /* its reuse flag */
	} source[PORT_SOURCES];
	uint8_t again;      /* so much later it goes into its pipe a second time; until then nothing else of the sub-core issues */
	uint8_t wavefronts; /* of the shared data path, besides those of memory accesses */
	uint8_t fence;      /* enum fence */
	bool indexed;       /* LDC: loads constants, and is not held back by them */
	bool memory;        /* a memory access */
	uint8_t row_form;   /* isa_row_form() of it */
	bool shared;        /* takes the data path, and is no access that goes through the queue of L1 */
	bool adu;           /* takes it for adu_cycles */
	bool delays;        /* holds up the matrix unit */
	bool match;         /* and that for each value */
	uint16_t gmma;      /* matrix instruction of a group of warps: how long it holds its unit, whatever `rate` says; else 0 */
	bool told_alone; /* clients of the event tap are told of it alone: what it does to the order of accesses is not its lanes' business alone */
	uint16_t latency; /* issue to result, where it is fixed by pipe or unit; memory adds to this */
	/* the same to a reader of variable latency; of a predicate, other than as a guard; to one of its family; of a guard */
	uint16_t variable_latency, predicate_latency, family_latency, guard_latency;
	uint8_t family;   /* FAMILY_* */
	uint8_t datapath; /* DATAPATH_* */
	uint8_t crossing; /* cycles that a register takes longer to a reader in another datapath */
	int16_t low,
		high; /* IMAD.WIDE: register of its lower result; and IMAD.HI: that of the upper half of its third source; else -1 */
	uint8_t low_skew, high_skew; /* cycles that these two gain on the others */
	bool uniform;                /* its guard is read in the uniform datapath */
	bool variable;               /* its own latency is not fixed */
	void (*guarded)(const struct inst *,
			struct exec *); /* the same of one with a guard: to the lanes where that holds; else NULL */
	struct regset guard;            /* the predicate that guards it */
	struct regset reads;            /* registers it reads, guard excepted */
	struct regset defs;             /* registers it writes */
	struct regset uses;             /* reads and defs */
};

/* Cycles from the issue of an instruction to the next one of its warp, by its control field alone. The hint to yield gives the next cycle
 * to another warp (Huerta et al., MICRO 2025). */
static inline unsigned
control_cycles(const struct inst *in)
{
	return in->stall > 1 ? in->stall : in->yield ? 2u : 1u;
}

/* Whether only a scoreboard tells when its results are there. */
static inline bool
is_scored(const struct inst *in)
{
	return in->wbar != ISA_NO_SB || in->op->variable;
}

#define IPDOM_NONE UINT32_MAX

/* What functional mode does with an instruction, in as few bytes as it takes: it looks at nothing else of most. */
enum step_kind {
	STEP_OTHER,   /* what only execute() and flow() know */
	STEP_PLAIN,   /* timing.plain */
	STEP_GUARDED, /* timing.guarded */
	STEP_ACCESS,  /* an access of memory */
	STEP_BRANCH,  /* BRA by the lanes of its guard alone */
	STEP_EXIT     /* EXIT with a guard, which seldom holds */
};
struct step {
	void (*exec)(const struct inst *, struct exec *);
	uint8_t kind;     /* enum step_kind */
	uint8_t row_form; /* isa_row_form() of an access of memory */
	uint8_t run;      /* so many plain ones begin here, or more */
	uint8_t safe;     /* so many of them, from the first one on, cannot be faults; or more */
	uint32_t target;
};

/* A kernel, decoded. Const after function_new(). */
struct simt_function {
	struct simt_module *module;
	const struct cubin_kernel *kernel;
	struct inst *code;
	struct timing *timing;
	struct step *step;
	struct ideal *ideal; /* what policy ideal knows of each instruction; else NULL */
	uint32_t *ipdom;     /* immediate post-dominators, where the policy wants them; else NULL */
	struct opcode *trap; /* --unsupported=trap: rows of the instructions that end the run; NULL where there are none */
	struct opcode end;   /* that of the last NOP, if NOPs are last: a thread that comes there is a fault */
	size_t n;
	unsigned registers;              /* of a thread, that its instructions may name */
	uint32_t entry;                  /* instruction at which threads start */
	bool calls;                      /* has a CALL */
	bool matrix;                     /* has an instruction of the matrix unit */
	bool own_pace;                   /* it sees neither time nor what other blocks do at the same time */
	bool constants;                  /* reads the address of its constants in bank 3 */
	bool addresses_params;           /* reads the address of the parameters */
	bool waits_for_grid;             /* reads that of the grid's workspace */
	bool borrows;                    /* reads where in the system's shared memory its own part is */
	struct simt_function *regrouped; /* the same with a load in front: function_regrouped; or NULL */
	uint64_t first_line;             /* number of its first line of code, fetch.h */
	uint64_t refill;                 /* parameter refill_cycles: scoreboard_account() knows no machine */
	struct simt_function *next;
};

#endif
