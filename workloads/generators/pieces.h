/* pieces.h: goes through large memory in pieces. Between two pieces a program can be stopped. Pages that nobody has touched are not
 * read: device memory comes from the system filled with zeros and takes no room before it is touched.
 *
 * What this module cannot do: say more than that a page has not been touched. Where the system does not say so (no /proc), all pages
 * count as touched. */
#ifndef WORKLOADS_PIECES_H
#define WORKLOADS_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
	PIECE = 1 << 20, /* bytes that are worked on between two looks at whether to stop: at most milliseconds */
	PAGES = 512      /* pages that the system is asked about at once */
};

/* Which pages of this process have been touched. It is valid while nobody writes to them. */
struct pages {
	int file;        /* -1: the system does not say */
	uintptr_t first; /* number of the first page that is known */
	size_t n;        /* how many are */
	uint64_t is[PAGES];
	void *zeros; /* a piece of them, or NULL */
};
void pages_begin(struct pages *p);
void pages_end(struct pages *p);
/* Whether nobody has touched the pages that these bytes lie in: they are zeros, and reading them is unnecessary. For memory as malloc(),
 * calloc() and mmap() of private anonymous pages give it. */
bool pages_untouched(struct pages *p, const void *at, size_t bytes);
/* Where to read these bytes, at most PIECE: the place itself, or zeros, where nobody has touched it. Valid until pages_end. */
const void *pages_read(struct pages *p, const void *at, size_t bytes);

/* A piece of zeros, until pages_end. */
const void *pages_zeros(struct pages *p);

bool all_zeros(const void *at, size_t bytes);
/* Copies to memory that holds zeros; untouched pages stay untouched. False: *e is SIMT_INTERRUPTED. */
bool pieces_copy(void *to, const void *from, size_t bytes, simt_stop stop, struct simt_error *e);
/* Whether both have the same contents. If not, *at is the first byte that differs. If it was stopped, *at is how far it had come. */
bool pieces_equal(const void *a, const void *b, size_t bytes, simt_stop stop, size_t *at);

#endif
