/* store.h: the folder of a sweep: what is known of its points, and its table.
 *
 *   DIR/points/KEY.csv  all that is known of a point (point.h); the file is there when the point has ended
 *   DIR/points/KEY.failed   why a point of a task (emit.h) never came to its end, in one sentence
 *   DIR/plan.csv        which points the last sweep had, and the key of each
 *   DIR/costs.csv       how many seconds of a processor points have taken, in the order in which they ended
 *   DIR/results.csv     the table (gather.h)
 *   DIR/lock            held while a sweep runs
 *
 * Files of points are written beside and renamed (base/result-file.h), so that one that is there is whole. Points of earlier sweeps stay, and are
 * taken up by any sweep that has a point with the same key.
 *
 * What this module cannot do: remove points that no sweep needs any more. */
#ifndef WORKLOADS_SWEEP_STORE_H
#define WORKLOADS_SWEEP_STORE_H

#include "base/error.h"
#include "base/hash-map.h"
#include "base/text.h"

struct store {
	char *folder;
	struct map ended; /* keys of the points whose files are there; values are not NULL */
	size_t nended;
	struct map cost; /* keys, to a double: seconds */
	int lock;        /* a file descriptor; -1: not held */
	int costs;       /* open for appending; -1: not open, and costs are not kept */
};

/* Looks at a folder, which need not exist. False: *e says that it is none, or cannot be read. store_close frees it. */
bool store_look(struct store *s, const char *folder, struct simt_error *e);
/* Makes the folder where there is none, and locks a file of it, or anywhere: nobody else can have this lock until store_close. False: *e says
 * why not. */
bool store_open(struct store *s, const char *lock, struct simt_error *e);
void store_close(struct store *s);

/* Whether a point has ended. */
bool store_has(const struct store *s, uint64_t key);
/* The seconds that a point took, or 0 where that is not known. */
double store_cost(const struct store *s, uint64_t key);
/* The file DIR/name; of a point its file. The caller frees it. */
char *store_file(const struct store *s, const char *name);
char *store_point(const struct store *s, uint64_t key);
/* Writes the file of a point. To be called in any process. False: *e says why it could not be written. */
bool store_put(const struct store *s, uint64_t key, const struct text *csv, struct simt_error *e);
/* Writes why a point never came to its end; reads it, for the caller to free, or returns NULL. */
bool store_put_failure(const struct store *s, uint64_t key, const char *why, struct simt_error *e);
char *store_failure(const struct store *s, uint64_t key);
/* Notes in the process of the sweep that store_put was called, and what the point has cost. */
void store_note(struct store *s, uint64_t key, double seconds);

#endif
