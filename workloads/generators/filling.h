/* filling.h: the contents of a buffer, of which some have been made. Private to generate-fill.c, which makes them, and generate-pieces.c.
 * What this module cannot do: say which contents; see generate.h. */
#ifndef WORKLOADS_FILLING_H
#define WORKLOADS_FILLING_H

#include "workloads/generators/generate-files.h"

/* Where elements from number `first` on are written. */
struct output {
	unsigned char *to;
	uint64_t first;
	enum element_type type;
	unsigned bytes;
};

struct filling {
	const struct generator *g;
	struct output o; /* the next elements */
	uint64_t *table; /* that the kinds which need one look things up in, of n entries; or NULL */
	size_t n;
	struct contents_file *file; /* of the kinds that read one, or NULL */
};

/* `count` elements will be made. False and *e: a file has not that many, or there is no memory. In any case it is ended. */
bool filling_begin(struct filling *f, const struct generator *g, enum element_type type, const char *folder, uint64_t count,
		   struct simt_error *e);
void filling_end(struct filling *f);
/* Makes the next `count` elements. Without a file a copy of *f does so as well, from any f->o.first on, and several threads may use one each.
 * False and *e: the file is wrong. */
bool filling_next(struct filling *f, void *to, uint64_t count, struct simt_error *e);

#endif
