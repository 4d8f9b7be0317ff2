#include "workloads/analysis/limit-sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"

/* ---- settings ---- */

static void
put_setting(struct text *t, const struct limit_sets *s, const char *setting, size_t n)
{
	const char *equals = memchr(setting, '=', n);
	char *name = must(strndup(setting, equals ? (size_t)(equals - setting) : n));
	struct simt_error e = {.status = SIMT_OK};
	struct simt_parameter p;
	uint64_t value;

	text_bytes(t, setting, strlen(name) + 1);
	if (equals && equals[1] == '*') {
		value = (uint64_t)s->times * strtoul(equals + 2, NULL, 10) * simt_machine_number(s->r->machine, name);
		if (simt_machine_describe(s->r->machine, name, &p, &e) && value > (uint64_t)p.most)
			value = (uint64_t)p.most;
		text_count(t, value);
	} else {
		text_bytes(t, equals + 1, n - strlen(name) - 1);
	}
	free(name);
}

/* The settings of all limits of a set. Where two set a parameter, the pipe counts and not what goes with more issue slots. */
static char *
settings_of(const struct limit_sets *s, uint64_t set)
{
	struct text t = {.n = 0};

	for (int i = CAUSES; i-- > 0;)
		for (const char *at = set & limit_bit((enum cause_limit)i) ? cause_info[i].settings : ""; *at;) {
			const size_t n = strcspn(at, " ");

			text_put(&t, t.n ? " " : "");
			put_setting(&t, s, at, n);
			at += n + (at[n] == ' ');
		}
	text_bytes(&t, "", 1);
	return t.s;
}

/* ---- sets ---- */

static size_t
find(const struct limit_sets *s, uint64_t set)
{
	size_t i = 0;

	while (i < s->n && s->set[i] != set)
		i++;
	return i;
}

size_t
limit_sets_want(struct limit_sets *s, uint64_t set, size_t in_case)
{
	const size_t i = find(s, set);

	if (i == s->n) {
		s->set = xrealloc(s->set, (i + 1) * sizeof *s->set);
		s->cases = xrealloc(s->cases, (i + 1) * sizeof *s->cases);
		s->set[i] = set;
		s->cases[i] = zeroed(s->r->w->ncases, sizeof **s->cases);
		s->n++;
	}
	s->cases[i][in_case] = true;
	return i;
}

void
limit_sets_run(struct limit_sets *s, experiments_progress *progress, void *arg)
{
	s->settings = zeroed(s->n, sizeof *s->settings);
	s->x = zeroed(s->n, sizeof *s->x);
	for (size_t i = 0; i < s->n; i++) {
		s->settings[i] = settings_of(s, s->set[i]);
		s->x[i] = (struct experiment){.settings = s->settings[i], .cases = s->cases[i]};
	}
	experiments_run(s->x, s->n, s->r, progress, arg);
}

double
limit_sets_gain(const struct limit_sets *s, uint64_t set, size_t in_case, size_t k)
{
	const size_t i = find(s, set);

	return s->x && i < s->n ? experiment_gain(s->x + i, s->r, in_case, k) : 0;
}

void
limit_sets_clear(struct limit_sets *s)
{
	if (s->x)
		experiments_clear(s->x, s->n);
	for (size_t i = 0; i < s->n; i++) {
		free(s->cases[i]);
		free(s->settings ? s->settings[i] : NULL);
	}
	free(s->set);
	free(s->cases);
	free(s->settings);
	free(s->x);
	*s = (struct limit_sets){.r = s->r, .times = s->times};
}
