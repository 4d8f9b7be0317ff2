/* core.h: the state of the simulated GPU, private to sim/.
 *
 * Three things are kept apart: the machine (const after load), the state (the plain structs below), and the wiring (policies as
 * tables of functions). Time is SM-major: the GPU runs each SM alone up to the end of a window, then exchanges messages in a fixed
 * order. A window is shorter than the shortest way from an SM to L2 or to the block scheduler (gpu_init), so that no answer can fall into the
 * window that asked, and results do not depend on where windows begin.
 *
 * What this module cannot do: lanes of several warps in one group; fences stronger than what windows give (a store is visible to its own
 * SM at once, to others at the end of the window). */
#ifndef SIMT_CORE_H
#define SIMT_CORE_H

#include "sim/core/code.h"
#include "isa/cubin.h"
#include "isa/isa.h"
#include "sim/core/lane-set.h"
#include "sim/dispatch/launches.h"
#include "sim/machine/machine.h"
#include "sim/runtime/simt.h"
#include "sim/core/warp.h"

/* ---- SM ---- */

struct pipe {
	uint64_t free; /* cycle from which it takes an instruction */
	uint64_t busy; /* cycles up to `free` in which it took nothing: the cycles of issue do not count */
};

/* Pipes of a sub-core besides those of pipes.def: the half of the FP32 pipe that is not the integer multiply-add pipe, the stage in
 * which instructions read their registers, which all go through, and one that is never held, for what does not wait for its pipe in its warp. */
enum { PIPE_HALF = ISA_PIPES, PIPE_READ, PIPE_NONE, PIPES };

/* Longest queues on the way to the load and store unit, as in machine.def. */
enum { QUEUE_MOST = 64, SHARED_QUEUE_MOST = 64, LG_QUEUE_MOST = 256 };

/* A sub-core's part of the queue of L1. */
struct lg_queue {
	unsigned room;                 /* accesses that L1 has not taken */
	uint64_t taken[LG_QUEUE_MOST]; /* when the last ones have been taken, in a ring of `room`; NEVER: not known yet */
	unsigned next, first;          /* places there: of the next access; of the first one that L1 has not taken */
	uint64_t full_since, full;     /* it was full `full` cycles before full_since */
};

/* Lines of code that a sub-core can wait for at a time. */
enum { FETCH_LINES = 16 };

struct near;

/* What the lanes of an issue bank have of their own, with bank_issue=independent; else each sub-core has one. */
struct bank {
	struct pipe pipe[PIPES];
	uint64_t port[PORT_BANKS]; /* from when on the read port of each register bank is free */
	struct kept {
		uint16_t slot; /* of the warp, + 1; 0: nothing is kept */
		uint8_t reg;
		uint64_t until; /* number of the last instruction that it is kept for */
	} kept[PORT_PLACES];    /* reuse cache */
	uint64_t kept_until;    /* the latest of them */
	uint64_t read;          /* instructions that have gone through the stage that reads registers */
	struct waiting {
		uint64_t left[QUEUE_MOST]; /* when the last instructions left it, by number modulo its room */
		uint64_t n, free;          /* how many there were; when it lets the next one go */
	} queue[QUEUES];
	uint64_t behind; /* what has been chosen for it waits for its pipe until then */
};

/* What the next instruction needs of the only split of a warp that runs, out of struct split; banks is 0 where several run, or none. */
struct sole {
	uint8_t banks, pipe;
	bool lg;
};

struct subcore {
	struct tag_store *l0i;             /* instructions */
	uint64_t stream, stream_until; /* line after the one asked for last, and when that comes */
	struct warp *warps;            /* warp slots */
	uint64_t *ready;               /* cycle from which each slot's warp could issue, pipe aside; NEVER: waits for an event */
	uint8_t *pipe_of;              /* pipe that its next instruction waits for */
	uint64_t *age;                 /* that of its warp */
	bool *marked;                  /* see mark() in sm.c */
	struct sole *sole;             /* where several splits of a warp run at a time */
	const struct timing **timing;  /* of that instruction, where `ready` is known and one split of a warp runs at a time */
	uint64_t *soon; /* where several splits of a warp run: slots, all that could issue before `until`, the end of the window */
	uint64_t until;
	unsigned nslots, used, resident; /* slots; all from `used` on are free; warps */
	unsigned last;                   /* slot that issued last */
	uint64_t last_at;                /* when that was */
	bool yields;                     /* the instruction that issued last has the hint to yield */
	unsigned front;                  /* scheduler two-level: the set of slots in front */
	uint64_t next;                   /* no issue is possible before this cycle */
	uint64_t counted;                /* issue slots before this cycle have been counted */
	uint64_t stalled_until;          /* no stall count is longer, where one split of a warp runs at a time */
	struct bank *bank;               /* as many as the machine may have */
	struct pipe *pipe;               /* of the first */
	uint64_t data_free;              /* cycle from which the data path takes a wavefront of this sub-core */
	struct lg_queue lg;
	/* fetch.h: how many lines of the stream were asked for; when line k comes, at k % FETCH_LINES */
	unsigned asked;
	uint64_t comes[FETCH_LINES];
	/* jumps: when the fetches under way have ended, and how long those take that wait for this */
	uint64_t jumps_until, jumps_after;
	uint64_t choices_free; /* cycle from which it takes the next choice among the paths of a warp */
	struct near *near;     /* lines at hand */
};

enum l2_kind {
	L2_LOAD,
	L2_STORE,
	L2_ATOMIC /* takes effect at L2: atomics, and loads that must see one */
};

/* Something that serves one after the other, in parts of a cycle (l2.c): when it is free, and since when it has been busy. */
struct server {
	uint64_t free, since;
};

/* A message from an SM to L2, about one line. */
struct l2_request {
	uint64_t cycle;              /* when it leaves the SM */
	uint64_t line;               /* number of the line: address / LINE_BYTES */
	struct launch_state *launch; /* that it is counted for */
	uint32_t sm;
	uint32_t target;  /* what waits for the answer: an MSHR (L2_LOAD), a load (L2_ATOMIC), or 0 */
	uint32_t place;   /* stores and atomics: in the window of those under way */
	uint16_t turns;   /* sectors; those of atomics as often as one of their words is used */
	uint16_t packets; /* that these take on the way, and the answer of an atomic on its way back */
	uint8_t kind;     /* enum l2_kind */
	uint8_t sectors;  /* mask */
	uint8_t full;     /* of these, those that a store writes entirely */
	/* a store: bytes of each sector that it writes; whether it is combined with one that has just left (store_join), and then all sectors of those that
	 * have joined, and those that they do not write entirely, before it came and with it */
	uint32_t written[4];
	bool combined;
	uint8_t before, before_partial, with, with_partial;
	/* of an atomic: lanes, its operation (enum atomic_op), bytes of a lane */
	uint8_t words, atomic, bytes;
};

/* L2's answer to a message, which the SM learns of at the end of the window. */
struct l2_answer {
	uint64_t cycle;
	uint32_t target; /* an MSHR, or a load */
	bool load;
};

/* A load on its way. The warp may have ended before the answer comes: then its age differs. */
struct load {
	struct warp *warp;
	struct subcore *subcore;
	unsigned slot;
	uint64_t age;
	uint64_t until; /* all answers so far are there from this cycle on */
	uint32_t waits; /* answers still to come */
	uint8_t sb;     /* scoreboard, or ISA_NO_SB */
	bool copy;      /* it is an asynchronous copy, of this group */
	uint64_t group;
	uint32_t next_free;
};

/* An access that takes effect at L2: a global atomic, or a load of a word that an atomic has yet to change. */
struct l2_access {
	uint64_t cycle;
	struct warp *warp;
	uint64_t age; /* of the warp, which may have ended by then */
	const struct inst *in;
	struct home_row *row;
	struct mem_request mem;
};

/* Bytes that one lane has stored, or lanes that follow each other. */
struct store {
	uint64_t address, cycle;
	size_t at; /* the bytes are in the log's data, from here on */
	unsigned n;
};

/* A 4-byte word as an SM's own loads see it: what the stores of the window have made of it. */
struct store_word {
	uint64_t address, cycle; /* cycle of the last store */
	uint32_t value;
	uint32_t slot;
	uint8_t bytes; /* which of them have been stored */
};

/* Stores of one window, in order; and, for the SM's own loads, by address. Or marks: stores without data. */
struct store_log {
	struct store *store;
	size_t n, cap;
	uint8_t *data; /* NULL: these are marks */
	size_t ndata, data_cap;
	uint64_t low, high; /* all lie in low .. high - 1 */
	size_t indexed;     /* the words of so many of them are known */
	struct store_word *word;
	size_t nwords, words_cap;
	uint32_t *slot; /* hash by address: index of the word + 1 */
	size_t nslots;  /* a power of two */
};

/* Messages to SMs of the cluster (cluster.h), in order. */
struct remotes {
	struct remote **message;
	size_t n, room;
};

/* What a printf() has said in this window. */
struct spoken {
	uint64_t cycle;
	size_t n; /* characters, without the 0 at the end */
	char *text;
};

struct taps;

struct sm {
	struct gpu *gpu;
	struct taps *tap; /* clients of the event tap; NULL: none */
	const struct policy *policy;
	const struct simt_machine *m;
	uint32_t id;
	uint64_t now;
	bool skips;      /* bank_issue=skip */
	bool halves;     /* parameter fma_halves */
	bool dispatches; /* what a scheduler has chosen may wait behind it */
	bool ports;      /* parameter read_cycles; not under policy ideal */
	bool several;    /* several splits of a warp run at a time */
	bool packs;      /* a slot takes lanes of any of them, of all warps of the sub-core: policy ideal */
	uint16_t held[MACHINE_RATES]
		     [BANK_GROUPS + 1]; /* cycles that an instruction holds a pipe, by groups with active lanes; 0: lockstep */
	struct subcore *subcore;
	struct block *blocks;
	/* what the block scheduler knows to be taken */
	unsigned nblocks;
	uint32_t registers_used, shared_used, warps_used;
	uint64_t shared_room;      /* shared memory, while there are blocks */
	uint64_t freed;            /* when it last heard of the end of a block, in this stretch of the machine's work */
	struct block_start *start; /* blocks to start, in order of time */
	size_t nstart, start_cap;
	bool used; /* a block has come to it since it was made, or reset */
	struct l1 *l1;
	bool fetches; /* parameter icache; not where several splits of a warp run at a time */
	/* L1 of constants; L1.5 of instructions and constants */
	struct tag_store *constants, *behind;
	uint64_t parting_free;  /* cycle from which it takes the next instruction that parts or joins the paths of a warp */
	uint64_t choices_free;  /* ... and the next choice among them */
	uint64_t arrivals_free; /* cycle from which the next arrival at a block barrier is taken */
	uint64_t data_free;     /* cycle from which the shared data path takes a wavefront */
	uint64_t bulk_free;     /* cycle by which all bulk copies so far have come in from L2 */
	uint64_t impatient, patient_until; /* pipe_patience: who has been ready since before this cycle is impatient; until then */
	bool data_global;                  /* the last access there was one of L1 */
	uint32_t data_lost;                /* parts of a cycle that it has lost by turns from one kind to the other, in 1/100 */
	uint64_t enters; /* when the instruction that issues leaves the queue of its bank for the load/store unit */
	uint64_t shared_taken
		[SHARED_QUEUE_MOST]; /* when it took the last accesses of shared memory, by number modulo shared_queue */
	uint64_t shared_n;           /* how many there were */
	struct server fill;          /* the path from L2 */
	struct server answers;       /* that of the answers of atomics */
	struct l2_request *request;  /* to be served, by cycle at the end of a window */
	size_t nrequest, request_cap;
	struct l2_answer *answer; /* in the order in which L2 has served the messages */
	size_t nanswer, answer_cap;
	struct load *load; /* [0] is not used */
	uint32_t nload, load_free;
	size_t load_cap;
	struct store_log stores;
	struct store_log recent; /* words that atomics have been sent for which cannot have come to L2 and back */
	struct l2_access *access;
	size_t naccess, access_cap;
	struct spoken *spoken; /* in order */
	size_t nspoken, spoken_cap;
	size_t told;                 /* of those, at the end of the window */
	uint64_t started;            /* warps started so far, their age */
	unsigned first;              /* sub-core of the first warp of the next block (block_warps turns) */
	struct block_end *block_end; /* in this window */
	size_t nblock_end, block_end_cap;
	unsigned row; /* home row that executes, for the text of a fault */
	bool untimed; /* functional mode: accesses take effect at once, `now` counts instructions */
	/* what belongs to no single launch, since the stretch began */
	uint64_t slots_no_eligible, slots_no_warp, cycles_active;
	uint64_t resident_since, resident; /* warps resident since a cycle */
	struct simt_error error;           /* first fault; the SM stops there, unless it is told of it by another SM */
	uint64_t faulted;                  /* when that was */
	struct launch_state *faulty;       /* whose it is */
	/* fetch.h */
	struct tag_store *indexed, *had; /* L1 of LDC; instructions and constants that the SM has had */
	uint64_t indexed_free;       /* cycle from which the cache of LDC takes an address */
	/* cluster.h */
	struct remotes sent, inbox,
		done; /* messages in the order in which they left; to act here, by cycle; whose answers are to go back */
	uint64_t nsent, cluster_free; /* how many left so far; when the next one can */
	bool crowded;                 /* the launch that came last has blocks for more than half of the SMs */
};

/* ---- GPU ---- */

/* What the threads of an SM have asked for, in order of addresses; `freed` pieces only wait to be taken away. */
enum { HEAP_EPOCHS = 32 };
struct heap_share {
	struct heap_piece {
		uint64_t address, bytes;
		bool freed;
	} * piece;
	size_t n, room, freed;
	/* bytes that they have taken less those that they have given back, whoever took these: now, and at the start of epochs up to that of
	 * the last change */
	int64_t used, before[HEAP_EPOCHS];
	uint64_t epoch;
};
struct heap {
	struct heap_share *share; /* of each SM; NULL: nobody has asked yet */
	int64_t used;             /* of all */
	bool freed;               /* some share has pieces to be taken away */
};

struct gpu {
	const struct simt_machine *m;
	struct taps *tap; /* or NULL; its clients may be none */
	struct memory *memory;
	struct l2_tags *l2;
	uint64_t code_lines;      /* numbers given to lines of code so far */
	struct l2_queues *queues; /* bandwidth of L2 and DRAM */
	struct sm *sm;
	uint64_t now;
	uint32_t window, cluster_window; /* cycles; where a launch with clusters runs, no more than the second */
	uint32_t longest_window;         /* as the machine allows it */
	const struct block_policy *blocks;
	struct sm *(*place)(struct gpu *gpu, const struct launch_state *l, unsigned first, unsigned end); /* block_place */
	uint32_t served;         /* number of the launch whose block was placed last (block_scheduler round-robin) */
	unsigned placed;         /* the SM that got it (block_placement round-robin) */
	struct gpc_turns *gpc;   /* or NULL */
	struct groups *groups;   /* placement-cluster.c; or NULL */
	uint32_t cluster_turn;   /* the GPC whose turn it is to get a cluster */
	unsigned clusters;       /* launches that run and have clusters */
	uint16_t cluster_sm[16]; /* the SMs of the next cluster, by rank */
	struct cluster **full;   /* clusters whose blocks have all come to their barrier, in this window */
	size_t nfull, full_room;
	struct launch_state **running; /* that have started, in order of arrival */
	unsigned nrunning;
	struct simt_launch *over, *over_last; /* ended, and their counts have not been given back */
	simt_ended *ended;                    /* whom to tell of these, or NULL */
	void *ended_arg;
	struct simt_launch *ready, *ready_last; /* wait for no launch any more, in order of the time from which they can start */
	uint32_t launches;                      /* issued so far */
	uint64_t next_block;                    /* the next block starts no sooner, in 1/100 cycle (block_interval) */
	/* the stretch: from when a launch starts on an idle machine to when none runs */
	uint64_t stretch_start, stretch_issued; /* issue slots that launches which have ended used */
	struct simt_launch *first;              /* that started in it */
	unsigned started;                       /* how many did */
	struct simt_launch_stats total;         /* since the clock was 0 */
	struct launch_state *failed;            /* the one that a failure is about, or NULL */
	struct heap heap;
	bool untimed;                          /* functional mode */
	uint64_t max_cycles, max_instructions; /* of a launch; 0: no limit */
	simt_stop stop;                        /* asked in every window, and in every turn of a warp in functional mode */
	simt_progress *progress;
	void *progress_arg;
	simt_output *output; /* or NULL */
	bool spoken;         /* an SM has text for it */
	void *output_arg;
};

/* ---- reconvergence policies ---- */

/* Lanes that come to a WARPSYNC.COLLECTIVE or .EXCLUSIVE together, and the lanes, themselves among them, that they wait for. */
struct awaited {
	lanes_t lanes, all;
};

/* Divergence hardware. The functions are called when the running split s of w has issued in; each must leave w->runs with its pc set
 * (or NULL if no lane is left, or none can run: the deadlock is reported by the caller). They may not look at time. */
struct policy {
	const char *name;
	/* Called once per function: works out what the policy needs. */
	bool (*prepare)(struct simt_function *f, struct simt_error *e);
	/* w->runs holds all lanes at pc 0. */
	void (*warp_start)(struct warp *w);
	/* `taken` of s->mask go to `target`, the rest to `other`: the next instruction, or the same one where it is issued again for each
	 * of its targets. Neither part is empty. */
	void (*diverge)(struct sm *sm, struct warp *w, lanes_t taken, uint32_t target, uint32_t other);
	/* The lanes `gone` have exited; w->alive is up to date. s->mask still holds them. pc is that of the EXIT. */
	void (*exit)(struct sm *sm, struct warp *w, lanes_t gone);
	void (*bssy)(struct sm *sm, struct warp *w, unsigned b);
	void (*bsync)(struct sm *sm, struct warp *w, unsigned b);
	void (*break_)(struct sm *sm, struct warp *w, unsigned b, lanes_t lanes);
	void (*yield)(struct sm *sm, struct warp *w);
	/* Wait for `all`, which holds s->mask. */
	void (*warpsync)(struct sm *sm, struct warp *w, lanes_t all);
	/* The lanes of s wait for different ones at a WARPSYNC.COLLECTIVE or .EXCLUSIVE, as the n sets say: those that have to wait are of s no
	 * more. NULL where lanes cannot come from several places: there nobody waits. */
	void (*collective)(struct warp *w, const struct awaited *sets, unsigned n);
	/* Lanes of barrier b, for BMOV; sets them. */
	lanes_t (*barrier_get)(const struct warp *w, unsigned b);
	void (*barrier_set)(struct warp *w, unsigned b, lanes_t lanes);
	/* Called before each fetch, where not NULL: joins paths that have met. */
	void (*arrive)(struct sm *sm, struct warp *w);
	/* Where several splits run at a time, after an instruction that may have changed paths: several_start()s all that may run besides
	 * those that do. There, the other functions leave w->runs NULL instead of choosing the next path. Needed for independent banks. */
	void (*more)(struct sm *sm, struct warp *w);
	/* Policy ideal: whether a and b, which can issue the same instruction, may become one split; NULL where a slot does not take lanes
	 * of any splits. */
	bool (*may_join)(const struct warp *w, const struct split *a, const struct split *b);
	/* The warp ends, where not NULL: frees what the policy keeps besides splits. */
	void (*warp_end)(struct warp *w);
	/* A launch waits for ever: why it is the policy that w does, or NULL. Where not NULL itself. */
	const char *(*held_back)(const struct warp *w);
};

#define POLICY(name) extern const struct policy policy_##name;
#include "sim/divergence/policies.def"
#undef POLICY

/* The split that a warp of `rows` home rows starts with, at pc 0. Freed with free(), as all splits. */
struct split *split_first(unsigned rows, lanes_t mask);
/* A running split at pc with these lanes; registers and the rest as in `from`. */
struct split *split_new(const struct split *from, uint32_t pc, lanes_t mask);
/* The lanes of o, which is in no list and ends, become part of s, and with them the uniform registers of home rows in which s has none. */
void split_absorb(struct split *s, struct split *o);
/* s has these uniform registers where any of the lanes do. */
void split_take_uniform(struct split *s, const struct uniform *u, lanes_t lanes);
void split_push(struct split **head, struct split *s);
/* Takes s out of the list *head, where it must be. */
void split_unlink(struct split **head, struct split *s);
/* Frees all splits of a list and empties it. */
void split_free_all(struct split **head);

struct access;

/* ---- scoreboard.c ---- */
/* The cycle from which w could issue, its pipe aside; NEVER where that depends on something yet to happen. */
uint64_t warp_ready(const struct warp *w);
/* Gives the cycles from w->accounted to `end` to states. To be called before anything that warp_ready looks at changes. */
void warp_account(struct warp *w, bool *marked, const struct pipe *pipes, const struct lg_queue *lg, uint64_t end, uint64_t *stall);
/* Whether w waits, at cycle `now`, for memory or a block barrier. */
bool warp_waits_long(const struct warp *w, uint64_t now);
/* Cycles before t in which the pipe took nothing; t is after the last issue on it. */
static inline uint64_t
pipe_busy(const struct pipe *p, uint64_t t)
{
	return p->free > t ? p->busy - (p->free - t) : p->busy;
}

/* ---- operand-ports.c ---- */
/* Works out sm->held. */
void pipes_held(struct sm *sm);
/* Banks that have pipes of their own: those of bank_issue=independent, else one. */
unsigned banks_of(const struct simt_machine *m);
/* An instruction of pipe `which` issues at `now`, and holds what it needs for `held` cycles. */
void pipe_take(const struct sm *sm, struct pipe *pipes, unsigned which, uint64_t now, unsigned held);
/* No port is in use at `now`, nor does an instruction wait for one: any can read its registers. */
static inline bool
ports_idle(const struct bank *b, uint64_t now)
{
	return b->port[0] <= now && b->port[1] <= now && b->pipe[PIPE_READ].free <= now;
}
/* The bank issues from this cycle on, as far as what has been chosen for it goes. */
static inline uint64_t
bank_open(const struct bank *b)
{
	return b->pipe[PIPE_READ].free > b->behind ? b->pipe[PIPE_READ].free : b->behind;
}
/* Whether tm's pipe is free, where its warp has not waited for that; else the bank is held up until it is. */
static inline bool
gate_open(const struct sm *sm, struct bank *b, const struct timing *tm)
{
	if (tm->gate == PIPE_NONE && b->pipe[tm->unit].free > sm->now) {
		b->behind = b->pipe[tm->unit].free;
		return false;
	}
	return true;
}
/* The cycle from which slot i's next instruction tm finds its registers' ports free in time; from then on the bank issues. */
uint64_t ports_ready(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm);
/* It issues: tm is its. */
void ports_take(const struct sm *sm, struct bank *b, unsigned i, const struct timing *tm);
/* Scoreboard sb of the running split's instruction, which issues in cycle `now`, is raised until `done`, or, where `load` is not 0, until the
 * answer to that load. */
void scoreboard_raise(struct warp *w, unsigned sb, uint64_t now, uint64_t done, uint32_t load, unsigned state);
/* Scoreboard sb, or none, waits for a load of global or local memory whose end is known. */
void scoreboard_load(struct warp *w, unsigned sb, uint64_t until);
/* Cycles from the issue of an instruction of fixed latency to that of one that reads its result r, a number of a struct regset; guards
 * aside. */
unsigned result_latency(const struct timing *from, const struct timing *to, unsigned r);
/* The same to one that it guards; within the uniform datapath a guard takes no longer than another operand. */
unsigned guard_latency(const struct timing *from, const struct timing *to, unsigned r);
/* A result under way; there must be room (warp_ready sees to it). */
void pending_add(struct warp *w, const struct pending *p);
/* Forgets results that are ready by `now`. */
void pending_expire(struct warp *w, uint64_t now);

/* ---- issue.c ---- */
/* What `in`, the next instruction of w, does and counts, whatever the mode; control flow and the time of results are left to the
 * caller. *guarded gets the lanes whose guard holds, *access what a FLOW_MEMORY instruction accessed. False: a fault, in sm->error. */
bool carry_out(struct sm *sm, struct warp *w, const struct inst *in, lanes_t *guarded, struct access *access);
/* Functional mode: carries out the next instructions of w, `most` at the most, up to one that is not plain; *n gets how many. No client of
 * the event tap wants to know, nor does the policy. False: a fault, in sm->error, of the one behind these. */
bool carry_out_plain(struct sm *sm, struct warp *w, unsigned most, unsigned *n);
/* Issues the next instruction of slot i of a sub-core at sm->now. False: a fault, in sm->error. */
bool issue(struct sm *sm, struct subcore *c, unsigned i);
/* An instruction of slot i that issues at sm->now takes its pipe, or its place in a queue, and the ports of its registers, on bank b. Where
 * it goes through a queue, sm->enters is when it leaves that. */
void bank_take(struct sm *sm, struct bank *b, unsigned i, const struct timing *tm, unsigned held);
/* What issue() and several_issue() have in common: the instruction of w->runs, which holds its pipe for `held` cycles, up to what it does
 * to control flow. */
bool issue_at_hand(struct sm *sm, struct subcore *c, unsigned i, unsigned held);
/* Works out anew from when slot i can issue. */
void slot_refresh(struct sm *sm, struct subcore *c, unsigned i);

/* ---- control-flow.c ---- */
/* What the instruction that the running path of w has issued does to its control flow; `guarded` are the lanes whose guard holds. False: a
 * fault. */
bool flow(struct sm *sm, struct warp *w, const struct inst *in, lanes_t guarded);
/* After a branch that w has issued at sm->now: the cycle from which a path may go on that falls through to the next instruction, or that has
 * jumped. */
uint64_t flow_branched(const struct sm *sm, const struct warp *w, bool falls);
/* After `in` all paths of w that wait have been looked at, of which one goes on at `pc`: the cycle from which it may. An SM does that for one
 * warp after the other; a WARPSYNC at which the last lanes have come is then issued once more. */
uint64_t flow_choice(struct sm *sm, struct warp *w, const struct inst *in, uint32_t pc);
/* Lanes of the running path for which predicate p holds (7: all; negated from 8 on). */
lanes_t predicate_lanes(const struct warp *w, unsigned p);
/* Lanes of block b have exited: its barriers may miss nobody now. */
void barriers_recheck(struct sm *sm, struct block *b);
/* One more has come to its barrier n: if that was the last one, all go on. */
void barrier_check(struct sm *sm, struct block *b, unsigned n);
/* The warps of b that wait at barrier n go on, from cycle `until` on. */
void barrier_release(struct sm *sm, struct block *b, unsigned n, uint64_t until);
/* The last lane of the warp in slot i has exited. */
void warp_end(struct sm *sm, struct subcore *c, unsigned i);

/* ---- device-calls.c ---- */
/* Carries out function i of CUBIN_EXTERNAL for the lanes. False: a fault. */
bool call_external(struct sm *sm, struct warp *w, lanes_t lanes, uint32_t i);
/* The function that instruction i of f takes the address of, or calls, where that is not simulated, else NULL; `known`: the instruction has
 * been decoded. *apart: the compiler has left the function in a section of its own. */
const char *call_missing(const struct simt_function *f, size_t i, bool known, bool *apart);
/* Hands on what all SMs have printed in this window, in the order of time; `last`, if not NULL, has ended it by a fault. */
void calls_tell(struct gpu *gpu, const struct sm *last);
/* Drops what the SM has printed. */
void calls_forget(struct sm *sm);

/* ---- SM ---- */
bool sm_init(struct sm *sm, struct gpu *gpu, uint32_t id, const struct policy *policy);
void sm_free(struct sm *sm);
/* Runs until the cycle `until`, or a fault. */
void sm_run(struct sm *sm, uint64_t until);
/* Whether a block of the launch fits now. */
bool sm_fits(const struct sm *sm, const struct launch_state *l);
/* How many more fit, where one does. */
unsigned sm_room(const struct sm *sm, const struct launch_state *l);
/* Makes the first of the blocks that wait to start; there must be one. */
struct block *sm_start_block(struct sm *sm);
/* Reserves room for the launch's next block, of cluster k or NULL, and starts it at `cycle`, which must not be before sm->now. */
void sm_assign(struct sm *sm, struct launch_state *l, struct cluster *k, uint64_t cycle);
/* Gives the room back. */
void sm_release(struct sm *sm, const struct launch_state *l);
/* A warp of sub-core c, or a block, has ended at the instruction issued at sm->now. */
void sm_warp_left(struct sm *sm, struct subcore *c, struct launch_counts *n);
void sm_block_end(struct sm *sm, struct block *b);
/* The next cycle in which something happens; NEVER where all wait. */
uint64_t sm_next(const struct sm *sm);
/* As when it was made: nothing in its caches, and the time is 0; no block is resident. */
void sm_reset(struct sm *sm);
/* Ends what is resident, after a fault or a limit. */
void sm_abandon(struct sm *sm);
/* Counts all slots and warp states up to `cycle`. */
void sm_settle(struct sm *sm, uint64_t cycle);
/* What runs is stopped: under policy ideal, lanes that issue slots have taken of instructions that will not be executed fill nothing. */
void sm_drop_taken(struct sm *sm);
/* An answer to load number n: a part of its data is there from `cycle` on. With the last one the warp learns of it. */
void load_answer(struct sm *sm, uint32_t n, uint64_t cycle);
/* Something that warps wait for comes at `cycle`; NEVER: nothing does. */
void sm_wake(struct sm *sm);

#endif
