/* error.h: errors are values with a position. Libraries fill one in and return false; programs print it.
 *
 * What this module cannot do: keep more than one error. The first one counts; whoever gets one stops and passes it up. */
#ifndef SIMT_ERROR_H
#define SIMT_ERROR_H

#include <signal.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* the rest of the library is hidden */

/* How a program ends; the exit statuses of simt-sim(1). */
enum simt_status {
	SIMT_OK = 0,
	SIMT_MISMATCH = 1,     /* an `expect` did not hold */
	SIMT_USAGE = 2,        /* the command line is off */
	SIMT_BAD_INPUT = 3,    /* a file is off: CSV, cubin, machine */
	SIMT_FAULT = 4,        /* the simulated program failed */
	SIMT_LIMIT = 5,        /* --max-cycles and the like */
	SIMT_INTERRUPTED = 130 /* Ctrl-C, or whatever a program stops for */
};

struct simt_error {
	enum simt_status status; /* SIMT_OK: no error */
	char text[1024];         /* one sentence, position first ("file:line:column: ..."), no newline, no full stop */
};

/* Sets *e from a printf format and returns false, so that `return simt_fail(e, ...)` ends a function. A NULL e is allowed. If *e already
 * has an error, that one is kept, since the first one names the cause. `cold`, here and in sim/observe/fault.h, lets the compiler put what
 * leads to a message apart from what always runs: with it a third fewer fetches of code miss the host's first cache. */
bool simt_fail(struct simt_error *e, enum simt_status status, const char *format, ...) __attribute__((cold, format(printf, 3, 4)));

/* Ends the program because a small block of memory cannot be allocated. It calls the function that was set by simt_on_no_memory, or else
 * abort(). That function belongs to the program, may print, and must not return; main() sets it once. Large blocks, whose size a user
 * chose, are errors instead. */
void simt_no_memory(void) __attribute__((noreturn));
void simt_on_no_memory(void (*end)(void));

/* A flag that says that the program is to end. A signal handler sets it to a value other than zero. NULL: nobody can. Every long loop
 * reads it, and ends with SIMT_INTERRUPTED. */
typedef const volatile sig_atomic_t *simt_stop;
static inline bool
simt_stopped(simt_stop stop)
{
	return stop && *stop;
}
/* True unless the flag is set. If it is set, returns false and sets *e. */
static inline bool
simt_goes_on(simt_stop stop, struct simt_error *e)
{
	return !simt_stopped(stop) || simt_fail(e, SIMT_INTERRUPTED, "interrupted");
}

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
