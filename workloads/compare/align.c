#include "workloads/compare/align.h"

#include <string.h>

#include "base/file-names.h"
/* Products of numbers of lines up to which lines are aligned: 64 MB of sums. */
enum { CELLS_MAX = 8 << 20 };

/* What a match of two lines is worth. A line that is quite different may still be the same one, changed; a line with the same number is
 * preferred where the rest is equal. Two gaps are worth nothing. */
#define WORTH_TEXT   2.0
#define WORTH_KINDS  0.9
#define WORTH_ANY    0.1
#define WORTH_NUMBER 0.05

/* Kinds that both have, of those that either has. */
static double
in_common(const struct code_line *a, const struct code_line *b)
{
	size_t i = 0, k = 0, both = 0, all = 0;

	while (i < a->nkinds || k < b->nkinds) {
		const int order = i == a->nkinds ? 1 : k == b->nkinds ? -1 : strcmp(a->kind[i].text, b->kind[k].text);

		both += order == 0;
		all++;
		i += order <= 0;
		k += order >= 0;
	}
	return all ? (double)both / (double)all : 1;
}

double
align_share_changed(const struct code_line *a, const struct code_line *b)
{
	uint64_t changed = 0;
	size_t i = 0, k = 0;

	if (!a || !b)
		return 1;
	while (i < a->nkinds || k < b->nkinds) {
		const int order = i == a->nkinds ? 1 : k == b->nkinds ? -1 : strcmp(a->kind[i].text, b->kind[k].text);

		changed += order < 0 ? a->kind[i].inst : order > 0 ? b->kind[k].inst : 0;
		i += order <= 0;
		k += order >= 0;
	}
	return a->inst + b->inst ? (double)changed / (double)(a->inst + b->inst) : 0;
}

static bool
same_file(const struct code_line *a, const struct code_line *b)
{
	const char *x = a->file, *y = b->file;

	if (!x || !y)
		return !x && !y;
	return !strcmp(path_base(x), path_base(y));
}

/* What a match is worth; 0: they cannot be matched. */
static double
worth(const struct code_line *a, const char *a_text, const struct code_line *b, const char *b_text)
{
	double w;

	if (!same_file(a, b))
		return 0;
	w = WORTH_ANY + WORTH_KINDS * in_common(a, b);
	if (a_text && b_text && !strcmp(a_text, b_text))
		w += WORTH_TEXT;
	return w + (a->file && a->line == b->line ? WORTH_NUMBER : 0);
}

static void
by_number(const struct code_lines *before, const struct code_lines *after, size_t *to)
{
	for (size_t i = 0, k = 0; i < before->n; i++) {
		const struct code_line *a = before->line + i, *b;

		for (b = after->line + k; k < after->n && !before->by_instruction && b->line < a->line && same_file(a, b); b++)
			k++;
		if (k < after->n && same_file(a, b) && (before->by_instruction || a->line == b->line))
			to[i] = k++;
	}
}

/* sum[i][k]: what the lines from i and k on are worth at best. */
static void
fill(const struct code_lines *before, const char **before_text, const struct code_lines *after, const char **after_text,
     double *sum, double *match)
{
	const size_t columns = after->n + 1;

	for (size_t i = before->n; i-- > 0;)
		for (size_t k = after->n; k-- > 0;) {
			const double w = worth(before->line + i, before_text[i], after->line + k, after_text[k]);
			const double with = w > 0 ? w + sum[(i + 1) * columns + k + 1] : 0;
			double best = sum[(i + 1) * columns + k];

			best = sum[i * columns + k + 1] > best ? sum[i * columns + k + 1] : best;
			match[i * columns + k] = with;
			sum[i * columns + k] = with > best ? with : best;
		}
}

static const char **
texts_of(const struct code_lines *c, struct sources *s)
{
	const char **text = zeroed(c->n, sizeof *text);

	for (size_t i = 0; i < c->n; i++)
		text[i] = sources_line(s, c->line[i].file, c->line[i].line);
	return text;
}

void
align_lines(const struct code_lines *before, struct sources *before_text, const struct code_lines *after,
	    struct sources *after_text, size_t *to)
{
	const size_t columns = after->n + 1;
	const char **a, **b;
	double *sum, *match;

	for (size_t i = 0; i < before->n; i++)
		to[i] = SIZE_MAX;
	if (before->n && after->n > CELLS_MAX / before->n) {
		by_number(before, after, to);
		return;
	}
	a = texts_of(before, before_text);
	b = texts_of(after, after_text);
	sum = zeroed((before->n + 1) * columns, sizeof *sum);
	match = zeroed((before->n + 1) * columns, sizeof *match);
	fill(before, a, after, b, sum, match);
	for (size_t i = 0, k = 0; i < before->n && k < after->n;) {
		const double at = sum[i * columns + k];

		if (match[i * columns + k] > 0 && match[i * columns + k] >= at)
			to[i++] = k++;
		else if (sum[(i + 1) * columns + k] >= at)
			i++;
		else
			k++;
	}
	free(sum);
	free(match);
	free(a);
	free(b);
}
