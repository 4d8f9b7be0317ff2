/* subcore.h: the state of a sub-core: warp slots, pipes, register ports, queues; private to sim/. Times are cycles.
 * What this module cannot do: change it; slots.h, operand-ports.h and issue.h do. */
#ifndef SIMT_SUBCORE_H
#define SIMT_SUBCORE_H

#include "sim/core/code.h"
#include "sim/core/lane-set.h"
#include "sim/core/lg-queue.h"
#include "sim/core/ready-slots.h"
#include "sim/core/warp.h"

struct pipe {
	uint64_t free; /* cycle from which it takes an instruction */
	uint64_t busy; /* cycles up to `free` in which it took nothing: the cycles of issue do not count */
};

/* Pipes of a sub-core besides those of pipes.def: the half of the FP32 pipe that is not the integer multiply-add pipe, the stage in
 * which instructions read their registers, which all go through, and one that is never held, for what does not wait for its pipe in its warp. */
enum { PIPE_HALF = ISA_PIPES, PIPE_READ, PIPE_NONE, PIPES };

/* What an instruction that is ready may have to wait for: a pipe, or that of loads and stores and the queue of L1. */
enum { ENTRY_LG = PIPES, ENTRIES };

/* Cycles before t in which the pipe took nothing; t is after the last issue on it. */
static inline uint64_t
pipe_busy(const struct pipe *p, uint64_t t)
{
	return p->free > t ? p->busy - (p->free - t) : p->busy;
}

/* Longest queues of a bank, as in machine.def. */
enum { QUEUE_MOST = 64 };

/* What the lanes of an issue bank have of their own, with bank_issue=independent; else each sub-core has one. */
struct bank {
	struct pipe pipe[PIPES];
	uint64_t port[PORT_BANKS]; /* from when on the read port of each register bank is free */
	uint64_t further;          /* from when on all are, but the first two */
	struct kept {
		uint16_t slot; /* of the warp, + 1; 0: nothing is kept */
		uint8_t reg;
		uint64_t until; /* number of the last instruction that it is kept for */
	} kept[PORT_PLACES];    /* reuse cache */
	uint64_t kept_until;    /* the latest of them */
	uint64_t read;          /* instructions that have gone through the stage that reads registers */
	struct waiting {
		uint64_t left[QUEUE_MOST]; /* when the last instructions left it, in a ring of as many as it has room for */
		unsigned at;               /* place there of the next one */
		uint64_t free;             /* when it lets the next one go */
	} queue[QUEUES];
	uint64_t behind; /* what has been chosen for it waits for its pipe until then */
};

/* What the next instruction needs of the only split of a warp that runs, out of struct split; banks is 0 where several run, or none. */
struct sole {
	uint8_t banks, pipe;
	bool lg;
};

struct subcore {
	struct warp *warps;      /* warp slots */
	uint64_t *bit;           /* that of each slot in sets like those of `told` */
	uint64_t *ready;         /* cycle from which each slot's warp could issue, pipe aside; NEVER: waits for an event */
	struct ready_slots told; /* slots whose `ready` has come, where one split of a warp runs at a time */
	uint8_t *entry_of;       /* what its next instruction waits for: a pipe, or ENTRY_LG */
	uint64_t at_entry
		[ENTRIES]; /* which slots wait for each, as a set like those of `told`; not kept where a bit is for several */
	uint64_t *age;     /* that of its warp */
	const struct block **block;   /* that of its warp */
	bool *marked;                 /* see mark() in subcore-step.c */
	uint8_t *way;                 /* enum issue_way: how its next instruction may issue */
	struct sole *sole;            /* where several splits of a warp run at a time */
	const struct timing **timing; /* of that instruction, where `ready` is known and one split of a warp runs at a time */
	uint64_t *soon; /* where several splits of a warp run: slots, all that could issue before `until`, the end of the window */
	uint64_t until;
	unsigned nslots, used, resident; /* slots; all from `used` on are free; warps */
	unsigned last;                   /* slot that issued last */
	uint64_t last_at;                /* when that was */
	bool yields;                     /* the instruction that issued last has the hint to yield */
	unsigned front;                  /* scheduler two-level: the set of slots in front */
	uint64_t enters;                 /* when the instruction that issues leaves its queue */
	uint64_t next;                   /* no issue is possible before this cycle */
	uint64_t counted;                /* issue slots before this cycle have been counted */
	uint64_t stalled_until;          /* no stall count is longer, where one split of a warp runs at a time */
	struct bank *bank;               /* as many as the machine may have */
	struct pipe *pipe;               /* of the first */
	uint64_t data_free;              /* cycle from which the data path takes a wavefront of this sub-core */
	struct lg_queue lg;
	uint64_t choices_free; /* cycle from which it takes the next choice among the paths of a warp */
};

#endif
