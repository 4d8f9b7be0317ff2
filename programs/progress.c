#include "programs/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "programs/common.h"

enum { MINUTE = 60, HOUR = 3600, TELLS_AFTER = 1 /* seconds; what is left is a guess before */ };

bool
progress_wanted(bool quiet)
{
	const char *term = getenv("TERM");

	return !quiet && isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

const char *
progress_duration(double seconds, char buf[PROGRESS_TEXT])
{
	if (seconds < MINUTE)
		snprintf(buf, PROGRESS_TEXT, "%.1f s", seconds);
	else if (seconds < HOUR)
		snprintf(buf, PROGRESS_TEXT, "%.0f min", seconds / MINUTE);
	else
		snprintf(buf, PROGRESS_TEXT, "%.1f h", seconds / HOUR);
	return buf;
}

/* How long the rest takes, once some of it has taken long enough to tell. */
static void
tell_left(struct progress *p, size_t done, size_t of)
{
	char left[PROGRESS_TEXT];
	struct timespec t;
	double now;

	clock_gettime(CLOCK_MONOTONIC, &t);
	now = (double)t.tv_sec + (double)t.tv_nsec / 1e9;
	/* something else is counted now */
	if (p->of != of || done < p->before) {
		p->of = of;
		p->before = done;
		p->began = now;
	}
	if (done > p->before && done < of && now - p->began >= TELLS_AFTER)
		fprintf(stderr, ", about %s left",
			progress_duration((now - p->began) / (double)(done - p->before) * (double)(of - done), left));
}

void
progress_clear(struct progress *p)
{
	if (p->drawn)
		fputs("\r\033[K", stderr);
	p->drawn = false;
}

void
progress_message(void *arg, const struct simt_error *e)
{
	progress_clear(arg);
	complain(e);
}

bool
progress_run(void *arg, size_t at, size_t of, const struct workload_case *c, uint64_t cycles, uint64_t inst_executed)
{
	struct progress *p = arg;

	if (!p->wanted)
		return true;
	fprintf(stderr, "\r\033[K%s%s[%zu/%zu] %.40s: ", p->what ? p->what : "", p->what ? ": " : "", at + 1, of, c->name);
	if (p->cycles)
		fprintf(stderr, "%" PRIu64 " cycles, ", cycles);
	fprintf(stderr, "%.1f M warp instructions", (double)inst_executed / 1e6);
	tell_left(p, at, of);
	p->drawn = true;
	return true;
}

void
progress_experiments(void *arg, size_t done, size_t n)
{
	struct progress *p = arg;

	if (!p->wanted)
		return;
	fprintf(stderr, "\r\033[Kwithout one limit after the other: %zu of %zu", done, n);
	tell_left(p, done, n);
	p->drawn = true;
}
