#include "workloads/record/chunks.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/alloc.h"
#include "workloads/record/bytes.h"
#include "workloads/record/recording.h"

/* Level 1 compresses spans of dynamic-work to an eighth, in a third of the time in which level 6 leaves a sixth less. */
enum { LEVEL = 1, PIECE = 1 << 16 };

struct chunks {
	z_stream z;
	unsigned char piece[PIECE];
};

static void
compress_bytes(struct chunks *c, FILE *out, const void *bytes, size_t n, int flush)
{
	/* zlib reads what it is given, though it does not say so */
	c->z.next_in = (unsigned char *)(uintptr_t)bytes;
	do {
		const uInt part = n > UINT_MAX ? UINT_MAX : (uInt)n;

		c->z.avail_in = part;
		n -= part;
		do {
			c->z.next_out = c->piece;
			c->z.avail_out = PIECE;
			deflate(&c->z, n ? Z_NO_FLUSH : flush);
			fwrite(c->piece, 1, PIECE - c->z.avail_out, out);
		} while (!c->z.avail_out);
	} while (n);
}

struct chunks *
chunks_new(FILE *out)
{
	struct chunks *c = zeroed(1, sizeof *c);

	if (deflateInit(&c->z, LEVEL) != Z_OK)
		simt_no_memory();
	fputs(RECORD_MARK, out);
	putc(RECORD_VERSION, out);
	return c;
}

void
chunks_put(struct chunks *c, FILE *out, unsigned kind, const struct text *t)
{
	struct text head = {.n = 0};

	bytes_number(&head, kind);
	bytes_number(&head, t->n);
	compress_bytes(c, out, head.s, head.n, Z_NO_FLUSH);
	compress_bytes(c, out, t->s, t->n, Z_NO_FLUSH);
	text_free(&head);
}

void
chunks_end(struct chunks *c, FILE *out)
{
	compress_bytes(c, out, "", 0, Z_FINISH);
}

void
chunks_free(struct chunks *c)
{
	if (!c)
		return;
	deflateEnd(&c->z);
	free(c);
}
