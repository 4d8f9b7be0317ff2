/* recording.h: a recording of a run, which simt-sim --record has written: what it holds, and how it is read. simt-record(5) has the format.
 *
 * A recording has, for each case: its launches; how long each block was on which SM; samples over time of what the whole GPU has
 * counted; and, of a few SMs, the life of each warp as spans. A span is a time in which the warp ran one part of the code with the same lanes. It begins with
 * the cycles in which the warp waited to issue, `from` to `begin`; from `begin` to `end` it issued, with pauses of at most RECORD_PAUSE cycles. All cycles count
 * from the start of the case.
 *
 * It is bounded, so that not all of a long run is there. Samples and stays of blocks get fewer as time goes by. Of spans what is rare stays: see recorder.h.
 *
 * What this module cannot do: say what memory held, or what the caches did. */
#ifndef WORKLOADS_RECORDING_H
#define WORKLOADS_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "sim/runtime/tap.h"

/* Files begin with RECORD_MARK and the version as one byte. */
#define RECORD_MARK "SIMTREC"
enum {
	RECORD_VERSION = 1,
	RECORD_PAUSE = 16,      /* cycles: a warp that does not issue for longer begins another span */
	RECORD_BYTES = 1 << 30, /* of a recording, decompressed, at most */
};
/* No number: see where it is used. */
#define RECORD_NONE UINT32_MAX

/* The kinds of chunks of a file. */
enum { RECORD_CHUNK_MACHINE = 1, RECORD_CHUNK_FUNCTION, RECORD_CHUNK_CASE, RECORD_CHUNK_END };

/* What samples count: the names of SIMT_STAT_... that they have. */
#define RECORD_COUNTS(X)             \
	X(slots_issued)              \
	X(inst_executed)             \
	X(thread_inst_executed)      \
	X(thread_inst_executed_true) \
	X(lanes_waiting)             \
	X(lanes_exited) X(lanes_never) X(warp_cycles) X(l1_sectors) X(l2_sectors) X(dram_sectors) X(shared_wavefronts)
#define RECORD_COUNT(name) RECORD_##name,
enum { RECORD_COUNTS(RECORD_COUNT) RECORD_NCOUNTS };
#undef RECORD_COUNT

struct recording_instruction {
	uint32_t part; /* number of the part of the code: parts begin at targets of branches and behind branches */
	uint32_t file; /* of recording_function.file; RECORD_NONE: it has no line */
	uint32_t line; /* of the source, from 1 on */
	char *sass;    /* as cuobjdump prints it */
};

struct recording_function {
	char *name;
	char **file; /* paths, as the compiler had them */
	size_t nfiles;
	struct recording_instruction *inst; /* n, 1 at the least */
	size_t n;
};

struct recording_launch {
	char *name;                 /* as in the workload */
	uint32_t number;            /* in the case, from 0 on, in the order in which they were queued; RECORD_NONE: not known */
	uint32_t function;          /* of recording.function */
	uint32_t grid[3], block[3]; /* blocks, threads */
	uint64_t start, end;        /* cycles; ended: whether it came to its end */
	bool ended;
	uint64_t stays, stay_cycles; /* blocks that have ended, and how long they were on SMs in all, recorded or not */
	uint64_t every; /* of the stays, those of blocks whose number this divides, and of blocks that took long, are recorded */
};

/* A block was on an SM. */
struct recording_stay {
	uint32_t launch, sm; /* launch: of recording_case.launch */
	uint64_t block;      /* linear number in the grid */
	uint64_t start, end; /* cycles */
};

/* What has been counted from the start of the case up to a cycle. */
struct recording_sample {
	uint64_t cycle;
	uint64_t count[RECORD_NCOUNTS];
	uint64_t warps, sms; /* resident just then; SMs that have any */
};

/* So many cycles of a span were spent in a state. */
struct recording_state {
	uint8_t state; /* enum simt_stall; never SIMT_STALL_selected */
	bool inside;   /* from `begin` on; else before */
	uint64_t cycles;
};

struct recording_span {
	uint64_t from, begin, end; /* cycles; begin = end: the warp has issued nothing */
	uint32_t pc, last;         /* the first and the last instruction */
	bool mixed;                /* several spans that are not rare, see recorder.h: of several parts, or with other lanes */
	struct simt_lanes active;  /* lanes that ran; mixed: any of the time */
	struct simt_lanes alive;   /* lanes that had not exited */
	struct simt_lanes off;     /* lanes that a guard switched off at any of the instructions */
	uint64_t inst;             /* instructions issued, with those that were issued again */
	uint64_t slots;            /* cycles in which one was: warp state `selected` */
	uint64_t threads;          /* active lanes, added up over instructions */
	uint64_t present;          /* alive lanes, likewise */
	uint64_t guarded_off;      /* lanes that a guard switched off, likewise */
	uint32_t state, nstates;   /* of recording_case.state; they add up to end - from - slots */
};

struct recording_warp {
	uint32_t sm, subcore, slot; /* slot: of the sub-core */
	uint32_t launch, warp;      /* launch: of recording_case.launch; warp: number in its block */
	uint64_t block;             /* linear number in the grid */
	uint32_t first_thread;      /* number in the block of the thread in lane 0 */
	bool whole;                 /* it has all of the warp's life */
	uint32_t span, nspans;      /* of recording_case.span */
};

/* Where splits of a warp run at the same time, a warp has several ways, each with spans one behind the other. What ran at the same time is on
 * different ways. From `from` to `begin` nothing ran on the banks of the active lanes. Spans have no states there. Ways of a warp are known by
 * launch, block and warp. */

/* An SM whose warps are recorded. */
struct recording_sm {
	uint32_t sm;
	bool whole;            /* all warps that ran there are in the recording, with all of their lives */
	uint64_t until;        /* the cycle up to which warps are recorded; UINT64_MAX: to the end */
	uint32_t warp, nwarps; /* of recording_case.warp, in the order in which they ended */
};

struct recording_case {
	char *name;
	struct recording_launch *launch;
	size_t nlaunches;
	uint64_t launches_left_out; /* there is no more room */
	struct recording_stay *stay;
	size_t nstays;
	struct recording_sample *sample; /* in the order of time */
	size_t nsamples;
	struct recording_sm *sm;
	size_t nsms;
	struct recording_warp *warp;
	size_t nwarps;
	struct recording_warp *way; /* in place of warps, which are not there then */
	size_t nways;
	struct recording_span *span;
	size_t nspans;
	struct recording_state *state;
	size_t nstates;
};

struct recording {
	char *version; /* of the program that wrote it */
	char *machine; /* its name */
	char *workload;
	uint32_t sms, subcores, slots; /* SMs; sub-cores of an SM; warp slots of a sub-core */
	uint32_t warp_size;            /* lanes */
	uint64_t clock;                /* kHz */
	bool together;                 /* splits of a warp run at the same time there: cases have ways, not warps */
	bool complete;                 /* the run came to its end */
	char **state;                  /* names of the warp states */
	size_t nstates;
	struct recording_function *function;
	size_t nfunctions;
	struct recording_case *cases;
	size_t ncases;
};

/* Reads the file. NULL, and *e (SIMT_BAD_INPUT, "path: ..."), where it cannot be read, or is no recording, or is damaged. All numbers in
 * what is returned can be relied on: indices are in range, times of a span are in order. Free it with recording_free. */
struct recording *recording_read(const char *path, struct simt_error *e);
void recording_free(struct recording *r); /* NULL is allowed */

#endif
