#include "evaluate.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES_MAX = 64 };

/* ---- processes ---- */

/* What they share. */
struct shared {
	atomic_size_t next; /* task that nobody has begun */
	double values[];
};

/* Takes tasks until there is none left. Which are the longest is not known: the order is theirs. */
static void
work(struct shared *s, size_t n, void (*task)(const void *arg, size_t i, double *values), const void *arg)
{
	for (size_t i; (i = atomic_fetch_add(&s->next, 1)) < n;)
		task(arg, i, s->values);
}

bool
evaluate(unsigned jobs, size_t n, void (*task)(const void *arg, size_t i, double *values), const void *arg, double *values,
	 size_t nvalues, struct simt_error *e)
{
	size_t bytes = sizeof(struct shared) + nvalues * sizeof *values;
	struct shared *s = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	bool fine = true;
	pid_t child[PROCESSES_MAX];
	unsigned children = 0;

	if (s == MAP_FAILED)
		return simt_fail(e, SIMT_BAD_INPUT, "not enough memory");
	atomic_init(&s->next, 0);
	for (size_t i = 0; i < nvalues; i++)
		s->values[i] = NAN;
	fflush(NULL);
	for (; children + 1 < jobs && children + 1 < n && children < PROCESSES_MAX; children++) {
		child[children] = fork();
		if (child[children] < 0)
			break;
		if (!child[children]) {
			work(s, n, task, arg);
			_exit(0);
		}
	}
	work(s, n, task, arg);
	for (unsigned i = 0; i < children; i++) {
		int status;

		while (waitpid(child[i], &status, 0) < 0 && errno == EINTR)
			;
		fine = fine && WIFEXITED(status) && !WEXITSTATUS(status);
	}
	memcpy(values, s->values, nvalues * sizeof *values);
	munmap(s, bytes);
	return fine || simt_fail(e, SIMT_FAULT, "a process of the simulation ended before its time");
}

/* ---- what is kept ---- */

uint64_t
evaluate_key_more(uint64_t key, const char *text)
{
	enum { FNV_PRIME_LOW = 0x1b3 };
	const uint64_t prime = (UINT64_C(1) << 40) + FNV_PRIME_LOW;

	for (; *text; text++)
		key = (key ^ (unsigned char)*text) * prime;
	return (key ^ ';') * prime;
}

uint64_t
evaluate_key(const struct simt_machine *m)
{
	uint64_t key = UINT64_C(0xcbf29ce484222325);
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

void
evaluate_remember(const char *file, uint64_t key, const double *values, size_t n)
{
	FILE *f = file ? fopen(file, "a") : NULL;

	if (!f)
		return;
	fprintf(f, "%016" PRIx64, key);
	for (size_t i = 0; i < n; i++)
		fprintf(f, " %.0f", values[i]);
	fputc('\n', f);
	fclose(f);
}
