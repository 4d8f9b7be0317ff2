#include "workloads/generators/pieces.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"

/* ---- pages ---- */
/* Bits of a page in /proc/self/pagemap: it is in memory, or it has been and is swapped out. A page that nobody has touched is neither.
 * mincore() would not do: it does not distinguish swapped and untouched pages. */
#define IN_MEMORY   (UINT64_C(1) << 63)
#define SWAPPED_OUT (UINT64_C(1) << 62)

void
pages_begin(struct pages *p)
{
	p->file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	p->n = 0;
	p->zeros = NULL;
}

void
pages_end(struct pages *p)
{
	if (p->file >= 0)
		close(p->file);
	free(p->zeros);
}

/* Asks the system about the pages from `number` on. */
static bool
ask(struct pages *p, uintptr_t number)
{
	ssize_t got = p->file < 0 ? 0 : pread(p->file, p->is, sizeof p->is, (off_t)(number * sizeof *p->is));

	p->first = number;
	p->n = got > 0 ? (size_t)got / sizeof *p->is : 0;
	return p->n > 0;
}

bool
pages_untouched(struct pages *p, const void *at, size_t bytes)
{
	const uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), last = ((uintptr_t)at + bytes - 1) / size;

	for (uintptr_t k = (uintptr_t)at / size; bytes && k <= last; k++) {
		if ((k < p->first || k - p->first >= p->n) && !ask(p, k))
			return false;
		if (p->is[k - p->first] & (IN_MEMORY | SWAPPED_OUT))
			return false;
	}
	return true;
}

const void *
pages_zeros(struct pages *p)
{
	if (!p->zeros)
		p->zeros = zeroed(PIECE, 1);
	return p->zeros;
}

const void *
pages_read(struct pages *p, const void *at, size_t bytes)
{
	return pages_untouched(p, at, bytes) ? pages_zeros(p) : at;
}

/* ---- contents ---- */
bool
all_zeros(const void *at, size_t bytes)
{
	const unsigned char *p = at;

	return !bytes || (!*p && !memcmp(p, p + 1, bytes - 1));
}

bool
pieces_copy(void *to, const void *from, size_t bytes, simt_stop stop, struct simt_error *e)
{
	struct pages pages;
	bool on = true;

	pages_begin(&pages);
	for (size_t i = 0; i < bytes && (on = simt_goes_on(stop, e)); i += PIECE) {
		size_t n = bytes - i < PIECE ? bytes - i : PIECE;

		if (!pages_untouched(&pages, (const char *)from + i, n))
			memcpy((char *)to + i, (const char *)from + i, n);
	}
	pages_end(&pages);
	return on;
}

bool
pieces_equal(const void *a, const void *b, size_t bytes, simt_stop stop, size_t *at)
{
	struct pages of_a, of_b;
	bool equal = true;

	*at = 0;
	pages_begin(&of_a);
	pages_begin(&of_b);
	while (*at < bytes && equal && !simt_stopped(stop)) {
		size_t n = bytes - *at < PIECE ? bytes - *at : PIECE;
		const unsigned char *x = pages_read(&of_a, (const char *)a + *at, n);
		const unsigned char *y = pages_read(&of_b, (const char *)b + *at, n);

		equal = !memcmp(x, y, n);
		if (equal)
			*at += n;
		for (size_t i = 0; !equal && x[i] == y[i]; i++)
			++*at;
	}
	pages_end(&of_a);
	pages_end(&of_b);
	return *at == bytes;
}
