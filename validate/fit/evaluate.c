#include "validate/fit/evaluate.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/hash.h"

enum { PROCESSES_MAX = 64, LOOK_MS = 100 };

/* ---- processes ---- */

/* What the processes share. */
struct shared {
	atomic_size_t next; /* task that nobody has begun */
	double values[];
};

struct children {
	pid_t pid[PROCESSES_MAX]; /* 0: has ended */
	unsigned n;
	int ended; /* a pipe's end for reading: at its end where all have ended */
	bool interrupted, failed;
};

bool
evaluate_goes_on(void *stop, size_t at, size_t of, const struct workload_case *c, uint64_t cycles, uint64_t inst_executed)
{
	(void)at;
	(void)of;
	(void)c;
	(void)cycles;
	(void)inst_executed;
	return !simt_stopped(*(const simt_stop *)stop);
}

/* Takes tasks until there is none left, or the parent, unless 0, is gone. Which are the longest is not known: the order is theirs. */
static bool
work(const struct evaluate_work *w, struct shared *s, pid_t parent)
{
	for (size_t i; (i = atomic_fetch_add(&s->next, 1)) < w->n;)
		if ((parent && getppid() != parent) || simt_stopped(w->stop) || !w->task(w->arg, i, s->values))
			return false;
	return true;
}

/* What a child does. It is nobody's loss when it dies: signals end it, and so does the end of its parent. */
static _Noreturn void
be_child(const struct evaluate_work *w, struct shared *s, pid_t parent)
{
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	_exit(work(w, s, parent) ? 0 : (int)SIMT_INTERRUPTED);
}

/* Makes up to n children. */
static void
make_children(struct children *c, unsigned n, const struct evaluate_work *w, struct shared *s)
{
	const pid_t parent = getpid();
	int end[2];

	if (pipe(end))
		return;
	fflush(NULL);
	for (; c->n < n; c->n++) {
		c->pid[c->n] = fork();
		if (c->pid[c->n] < 0)
			break;
		if (!c->pid[c->n]) {
			close(end[0]);
			be_child(w, s, parent);
		}
	}
	close(end[1]);
	c->ended = end[0];
}

/* Takes note of a child that has ended; waits for it, unless `options` say not to. */
static void
take_child(struct children *c, unsigned i, int options)
{
	int status;
	pid_t r;

	if (!c->pid[i])
		return;
	while ((r = waitpid(c->pid[i], &status, options)) < 0 && errno == EINTR)
		;
	if (!r)
		return;
	c->pid[i] = 0;
	if (r < 0)
		c->failed = true;
	else if (WIFSIGNALED(status) ? WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM
				     : WEXITSTATUS(status) == SIMT_INTERRUPTED)
		c->interrupted = true;
	else if (WIFSIGNALED(status) || WEXITSTATUS(status))
		c->failed = true;
}

/* Until all have ended; where one was interrupted, or this process is to end, they are ended. */
static void
wait_for(struct children *c, simt_stop stop)
{
	struct pollfd p = {.fd = c->ended, .events = POLLIN};
	bool all = false;

	while (!all && !c->interrupted && !c->failed && !simt_stopped(stop)) {
		/* a signal ends the waiting; where it came just before, the next look is soon */
		all = poll(&p, 1, LOOK_MS) > 0;
		for (unsigned i = 0; i < c->n; i++)
			take_child(c, i, all ? 0 : WNOHANG);
	}
	for (unsigned i = 0; i < c->n; i++)
		if (c->pid[i]) {
			c->interrupted = c->interrupted || simt_stopped(stop);
			kill(c->pid[i], SIGKILL);
			while (waitpid(c->pid[i], NULL, 0) < 0 && errno == EINTR)
				;
		}
	close(c->ended);
}

bool
evaluate(const struct evaluate_work *w, double *values, size_t nvalues, struct simt_error *e)
{
	const unsigned jobs = w->jobs < w->n ? w->jobs : (unsigned)w->n;
	size_t bytes = sizeof(struct shared) + nvalues * sizeof *values;
	struct shared *s = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct children c = {.n = 0};

	if (s == MAP_FAILED)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	atomic_init(&s->next, 0);
	for (size_t i = 0; i < nvalues; i++)
		s->values[i] = NAN;
	if (w->stop || jobs > 1)
		make_children(&c, jobs < PROCESSES_MAX ? jobs : PROCESSES_MAX, w, s);
	if (c.n)
		wait_for(&c, w->stop);
	else
		c.interrupted = !work(w, s, 0);
	memcpy(values, s->values, nvalues * sizeof *values);
	munmap(s, bytes);
	if (c.interrupted)
		return simt_fail(e, SIMT_INTERRUPTED, "interrupted");
	return !c.failed || simt_fail(e, SIMT_FAULT, "a process of the simulation ended before its time");
}

/* ---- what is kept ---- */

uint64_t
evaluate_key_more(uint64_t key, const char *text)
{
	return fnv1a64_step(fnv1a64_more(key, text, strlen(text)), ';');
}

uint64_t
evaluate_key(const struct simt_machine *m)
{
	uint64_t key = FNV1A64_START;
	const char *name, *unit, *source;

	for (size_t i = 0; simt_machine_parameter(m, i, &name, &unit, &source); i++)
		key = evaluate_key_more(evaluate_key_more(key, name), simt_machine_get(m, name));
	return key;
}

/* "key values...", a line each; an unfinished last line counts for nothing. */
bool
evaluate_recall(const char *file, uint64_t key, double *values, size_t n)
{
	FILE *f = file ? fopen(file, "r") : NULL;
	bool found = false;
	uint64_t at;

	while (f && !found && fscanf(f, "%" SCNx64, &at) == 1) {
		size_t k = 0;
		int c;

		while (at == key && k < n && fscanf(f, " %lf", values + k) == 1)
			k++;
		found = at == key && k == n;
		c = fgetc(f);
		found = found && c == '\n';
		while (c != '\n' && c != EOF)
			c = fgetc(f);
	}
	if (f)
		fclose(f);
	return found;
}

/* The file to add to, locked, so that others that add to it wait; -1: errno says why. */
static int
open_kept(const char *file)
{
	int f = open(file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	if (f >= 0)
		while (flock(f, LOCK_EX) && errno == EINTR)
			;
	return f;
}

/* Appends n bytes in one piece, on a line of their own. If they do not fit, what has been written of them is removed. */
static bool
add_line(int f, const char *text, size_t n)
{
	off_t size = lseek(f, 0, SEEK_END);
	char last = '\n';
	ssize_t done;

	/* an unfinished line stays alone */
	if (size > 0 && pread(f, &last, 1, size - 1) == 1 && last != '\n' && write(f, "\n", 1) != 1)
		return false;
	size = lseek(f, 0, SEEK_END);
	done = write(f, text, n);
	if (done == (ssize_t)n)
		return true;
	if (done >= 0)
		errno = ENOSPC;
	if (done > 0 && size >= 0) {
		int why = errno;

		if (ftruncate(f, size) == 0)
			errno = why;
	}
	return false;
}

bool
evaluate_keeps(const char *file, struct simt_error *e)
{
	int f = file ? open_kept(file) : -1;

	if (file && f < 0)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", file, strerror(errno));
	if (f >= 0)
		close(f);
	return true;
}

bool
evaluate_remember(const char *file, uint64_t key, const double *values, size_t n, struct simt_error *e)
{
	char *text = NULL;
	size_t bytes = 0;
	bool fine = true;
	FILE *row;
	int f;

	if (!file)
		return true;
	row = open_memstream(&text, &bytes);
	if (!row)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", file, strerror(errno));
	fprintf(row, "%016" PRIx64, key);
	for (size_t i = 0; i < n; i++)
		fprintf(row, " %.0f", values[i]);
	fputc('\n', row);
	fclose(row);
	f = open_kept(file);
	if (f < 0 || !add_line(f, text, bytes))
		fine = simt_fail(e, SIMT_BAD_INPUT, "%s: %s", file, strerror(errno));
	if (f >= 0)
		close(f);
	free(text);
	return fine;
}
