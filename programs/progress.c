#include "programs/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "programs/common.h"

bool
progress_wanted(bool quiet)
{
	return !quiet && isatty(STDERR_FILENO);
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
	p->drawn = true;
}
