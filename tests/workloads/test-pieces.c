#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/helpers/unit.h"

#include "workloads/runner/check.h"
#include "workloads/runner/contents.h"
#include "workloads/runner/kept.h"
#include "workloads/generators/pieces.h"
#include "workloads/runner/saved.h"
#include "base/hash.h"

/* ---- pages ---- */
enum { MANY = 3 * PIECE };

static unsigned char *
fresh(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(p != MAP_FAILED);
	return p;
}

/* Whether the system tells at all. */
static bool
told(void)
{
	bool yes = access("/proc/self/pagemap", R_OK) == 0;

	if (!yes)
		print_message("no /proc/self/pagemap: nothing is known of pages\n");
	return yes;
}

static void
untouched_pages(void **state)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	unsigned char *m = fresh(MANY);
	struct pages p;

	(void)state;
	if (!told())
		skip();
	m[7 * size + 5] = 1; /* page 7 */
	pages_begin(&p);
	assert_true(pages_untouched(&p, m, 7 * size));
	assert_false(pages_untouched(&p, m, 7 * size + 1));
	assert_false(pages_untouched(&p, m + 8 * size - 1, 1));
	assert_true(pages_untouched(&p, m + 8 * size, MANY - 8 * size)); /* more than the system is asked about at a time */
	assert_true(pages_read(&p, m + 8 * size, PIECE) != m + 8 * size);
	assert_true(all_zeros(pages_read(&p, m + 8 * size, PIECE), PIECE));
	assert_ptr_equal(pages_read(&p, m + 6 * size, 2 * size), m + 6 * size);
	pages_end(&p);
	munmap(m, MANY);
}

/* A copy of what is untouched is so too. */
static void
copies(void **state)
{
	unsigned char *from = fresh(MANY), *to = fresh(MANY);
	struct simt_error e = {.status = SIMT_OK};
	struct pages p;
	size_t at;

	(void)state;
	from[PIECE + 3] = 5;
	from[MANY - 1] = 6;
	assert_true(pieces_copy(to, from, MANY - 1, NULL, &e));
	assert_true(to[PIECE + 3] == 5 && to[MANY - 1] == 0);
	pages_begin(&p);
	if (told())
		assert_true(pages_untouched(&p, to, PIECE));
	pages_end(&p);
	assert_true(pieces_equal(to, from, MANY - 1, NULL, &at));
	assert_false(pieces_equal(to, from, MANY, NULL, &at));
	assert_int_equal(at, MANY - 1);
	to[2] = 1;
	assert_false(pieces_equal(from, to, MANY, NULL, &at));
	assert_int_equal(at, 2);
	munmap(from, MANY);
	munmap(to, MANY);
}

/* ---- generators ---- */
struct made {
	unsigned char *at;
	size_t size;
	uint64_t elements, calls;
	volatile sig_atomic_t *stop;
};

static bool
take(void *arg, uint64_t first, const void *data, uint64_t n, struct simt_error *e)
{
	struct made *m = arg;

	(void)e;
	assert_int_equal(first, m->elements);
	if (m->at)
		memcpy(m->at + first * m->size, data, (size_t)n * m->size);
	m->elements += n;
	m->calls++;
	if (m->stop)
		*m->stop = 1;
	return true;
}

static struct generator
parsed(const char *text, enum element_type type)
{
	struct parse_error pe = {.text = ""};
	struct generator g;

	if (!generator_parse(text, strlen(text), type, NULL, &g, &pe))
		fail_msg("%s: %s", text, pe.text);
	return g;
}

/* So many pieces and a bit are the same as the whole, which test-generate knows. */
static void
generators_go_on_by(unsigned threads, size_t n)
{
	static const struct {
		enum element_type type;
		const char *text;
	} all[] = {
		{ELEMENT_U64, "zeros"},          {ELEMENT_U16, "fill(7)"},         {ELEMENT_S32, "iota(3 -7)"},
		{ELEMENT_F32, "iota(0.5 0.1)"},  {ELEMENT_F64, "iota(0.5 0.1)"},   {ELEMENT_U8, "alternate(1 2 3 4 5 6 7)"},
		{ELEMENT_S32, "uniform(1 100)"}, {ELEMENT_F32, "uniform(0 1)"},    {ELEMENT_U64, "bernoulli(0.3)"},
		{ELEMENT_F64, "normal(0 1)"},    {ELEMENT_S32, "geometric(0.25)"}, {ELEMENT_F64, "zipf(100)"},
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct generator g = parsed(all[i].text, all[i].type);
		struct simt_error e = {.status = SIMT_OK};
		size_t size = element_info[all[i].type].bytes, count = n * PIECE / size + 5;
		unsigned char *whole = malloc(count * size), *pieces = malloc(count * size);
		struct made m = {.at = pieces, .size = size};
		const struct generated made = {&g, all[i].type, count, ".", threads};

		assert_true(whole && pieces);
		assert_true(generator_fill(&g, all[i].type, ".", whole, count, &e));
		assert_true(generator_pieces(&made, NULL, take, &m, &e));
		assert_int_equal(m.elements, count);
		assert_int_equal(m.calls, n + 1);
		if (memcmp(whole, pieces, count * size))
			fail_msg("%s differs", all[i].text);
		free(whole);
		free(pieces);
		generator_free(&g);
	}
}

static void
generators_go_on(void **state)
{
	(void)state;
	generators_go_on_by(1, 2);
	/* of four batches the last one has a bit alone; there is one batch for two */
	generators_go_on_by(3, 9);
	generators_go_on_by(3, 4);
}

static void
generators_stop_by(unsigned threads)
{
	struct generator g = parsed("iota", ELEMENT_U8);
	struct simt_error e = {.status = SIMT_OK};
	volatile sig_atomic_t stop = 0;
	struct made m = {.size = 1, .stop = &stop};
	const struct generated many = {&g, ELEMENT_U8, MANY, ".", threads};

	assert_false(generator_pieces(&many, &stop, take, &m, &e));
	assert_int_equal(e.status, SIMT_INTERRUPTED);
	assert_int_equal(m.calls, 1);
	generator_free(&g);
}

static void
generators_stop(void **state)
{
	(void)state;
	generators_stop_by(1);
	generators_stop_by(3);
}

/* A file of a piece and a bit: all of it, too short, too long. */
static void
files_go_on(void **state)
{
	static const struct {
		uint64_t count;
		const char *text, *message;
	} all[] = {
		{PIECE + 3, "bin(d.bin)", NULL},
		{PIECE + 4, "bin(d.bin)", "/d.bin: 1048579 bytes, the buffer has 1048580"},
		{PIECE + 2, "bin(d.bin)", "/d.bin: more than the buffer's 1048578 bytes"},
		{PIECE, "bin(d.bin)", "/d.bin: more than the buffer's 1048576 bytes"},
		{0, "bin(d.bin)", "/d.bin: more than the buffer's 0 bytes"},
		{PIECE + 1, "bin(d.bin 1)", NULL},
		{PIECE + 3, "bin(d.bin 1)", "/d.bin: 1048578 bytes from 1 on, the buffer has 1048579"},
	};
	char folder[] = "/tmp/test-pieces-XXXXXX", path[64];
	unsigned char *data = malloc(PIECE + 4);
	FILE *f;

	(void)state;
	assert_true(data && mkdtemp(folder));
	snprintf(path, sizeof path, "%s/d.bin", folder);
	f = fopen(path, "wb");
	for (unsigned i = 0; i < PIECE + 3; i++)
		putc((int)(i * i >> 3 & 255), f);
	assert_int_equal(fclose(f), 0);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct generator g = parsed(all[i].text, ELEMENT_U8);
		struct simt_error e = {.status = SIMT_OK, .text = ""};
		struct made m = {.at = data, .size = 1};
		const struct generated made = {&g, ELEMENT_U8, all[i].count, folder, 1};

		assert_int_equal(generator_pieces(&made, NULL, take, &m, &e), !all[i].message);
		if (all[i].message)
			assert_string_equal(e.text + strlen(folder), all[i].message);
		else
			for (unsigned k = g.n; k < PIECE; k++)
				assert_int_equal(data[k - g.n], k * k >> 3 & 255);
		generator_free(&g);
	}
	unlink(path);
	rmdir(folder);
	free(data);
}

/* ---- expects ---- */
static struct workload *
workload(const char *text)
{
	struct simt_error e = {.text = ""};
	struct workload *w = workload_parse(text, strlen(text), "t.csv", NULL, &e);

	if (!w)
		fail_msg("%s", e.text);
	return w;
}

static const char *
checked(const struct workload *w, size_t n, const void *data, const void *other, simt_stop stop)
{
	const struct expect_check k = {w, &w->cases[1], &w->cases[1].expects[n], data, other, stop};
	static struct simt_error e;

	e = (struct simt_error){.text = ""};
	return check_expect(&k, &e) ? "" : e.text;
}

/* What is looked at in several pieces, some of them untouched. */
static void
expects_in_pieces(void **state)
{
	enum { N = MANY / 4 };
	struct workload *w = workload("case,module,kernel,grid,block,args,expect\na,m,k,1,1,x:s32[786432],\n"
				      "b,m,k,1,1,x:s32[786432],x=zeros x=same(a) sum(x)=-2 sorted(x)\n");
	int32_t *mine = (int32_t *)fresh(MANY), *other = (int32_t *)fresh(MANY);
	volatile sig_atomic_t stop = 1;

	(void)state;
	assert_string_equal(checked(w, 0, mine, NULL, NULL), "");
	assert_string_equal(checked(w, 1, mine, other, NULL), "");
	assert_string_equal(checked(w, 2, mine, NULL, NULL), "t.csv:3:43: case 'b': sum(x) is 0, expected -2");
	assert_string_equal(checked(w, 3, mine, NULL, NULL), "");
	mine[0] = -3; /* and untouched behind it */
	mine[N - 1] = 1;
	assert_string_equal(checked(w, 0, mine, NULL, NULL),
			    "t.csv:3:25: case 'b': x[0] is -3, zeros has 0 (2 of 786432 elements differ)");
	assert_string_equal(checked(w, 2, mine, NULL, NULL), "");
	assert_string_equal(checked(w, 3, mine, NULL, NULL), "");
	mine[0] = other[0] = 9;
	assert_string_equal(checked(w, 1, mine, other, NULL),
			    "t.csv:3:33: case 'b': x[786431] is 1, same(a) has 0 (1 of 786432 elements differ)");
	other[N - 1] = 1;
	assert_string_equal(checked(w, 1, mine, other, NULL), "");
	assert_string_equal(checked(w, 3, mine, NULL, NULL), "t.csv:3:53: case 'b': x is not sorted: [0] is 9, [1] is 0");
	mine[0] = 0;
	mine[PIECE / 4 - 1] = 1; /* the last of the first piece */
	assert_string_equal(checked(w, 3, mine, NULL, NULL), "t.csv:3:53: case 'b': x is not sorted: [262143] is 1, [262144] is 0");
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(checked(w, i, mine, other, &stop), "interrupted");
	munmap(mine, MANY);
	munmap(other, MANY);
	workload_free(w);
}

struct failures {
	char text[256];
};

static void
failed(void *arg, size_t of_case, const struct simt_error *e)
{
	struct failures *f = arg;
	size_t at = strlen(f->text);

	snprintf(f->text + at, sizeof f->text - at, "%zu:%.10s ", of_case, strstr(e->text, "': ") + 3);
}

static const char *
after(struct kept *k, size_t of_case, simt_stop stop)
{
	static struct failures f;

	*f.text = '\0';
	return kept_check(k, of_case, stop, failed, &f) ? f.text : "stopped";
}

/* Each expect is checked once, after the last case that it needs, in the order of the file. */
static void
expects_when_due(void **state)
{
	struct workload *w = workload("case,module,kernel,grid,block,args,expect\n"
				      "a,m,k,1,1,x:u8[1]=fill(1) y:u8[1],x=same(c) y=fill(5)\n"
				      "b,m,k,1,1,x:u8[1] y:u8[1],y=fill(5) x=same(a.x) y=same(d.x)\n"
				      "c,m,k,1,1,x:u8[1] y:u8[1],sum(x)=7 x=same(b.y)\n"
				      "d,m,k,1,1,x:u8[1] y:u8[1],\n");
	static const bool all[] = {true, true, true, true}, three[] = {true, true, true, false};
	unsigned char x[] = {0, 1, 2, 3}, y[] = {10, 11, 12, 13};
	struct simt_error e = {.status = SIMT_OK};
	volatile sig_atomic_t stop = 1;
	size_t unchecked;
	struct kept *k = kept_plan(w, three, &unchecked);

	(void)state;
	assert_int_equal(unchecked, 1);
	kept_free(k);
	k = kept_plan(w, all, &unchecked);
	assert_int_equal(unchecked, 0);
	assert_true(kept_wants(k, 0, 0) && kept_wants(k, 0, 1) && kept_wants(k, 3, 0) && !kept_wants(k, 3, 1));
	for (size_t i = 0; i < 4; i++) {
		static const char *const due[] = {"0:y[0] is 10 ", "1:y[0] is 11 1:x[0] is 1, ",
						  "0:x[0] is 0, 2:sum(x) is  2:x[0] is 2, ", "1:y[0] is 11 "};

		assert_true(kept_take(k, i, 0, &x[i], NULL, &e));
		if (kept_wants(k, i, 1))
			assert_true(kept_take(k, i, 1, &y[i], NULL, &e));
		assert_string_equal(after(k, i, &stop), "stopped");
		assert_string_equal(after(k, i, NULL), due[i]);
		x[i] = y[i] = 99; /* what later cases need has been copied */
	}
	kept_free(k);
	workload_free(w);
}

/* ---- saved ---- */
struct hashes {
	uint64_t of[4];
	size_t n;
	volatile sig_atomic_t *stop;
};

static void
take_hash(void *arg, uint64_t chunk, uint64_t hash)
{
	struct hashes *h = arg;

	assert_int_equal(chunk, h->n);
	if (chunk < 4)
		h->of[chunk] = hash;
	h->n++;
	if (h->stop)
		*h->stop = 1;
}

static void
hashes_of_zeros(void **state)
{
	struct workload_buffer b = {.name = "b", .type = ELEMENT_U64, .count = 3 * SAVED_CHUNK + 5};
	const size_t chunk = SAVED_CHUNK * sizeof(uint64_t), bytes = 3 * chunk + 5 * sizeof(uint64_t);
	unsigned char *data = fresh(bytes), *zeros = calloc(1, chunk);
	struct hashes h = {.n = 0};

	(void)state;
	data[2 * chunk - 1] = 1; /* chunk 0 and what is behind chunk 1 is untouched */
	data[2 * chunk] = 0;
	assert_true(saved_chunks(&b, data, NULL, take_hash, &h));
	assert_int_equal(h.n, 4);
	assert_true(h.of[0] == fnv1a64(zeros, chunk) && h.of[2] == h.of[0]);
	assert_true(h.of[1] == fnv1a64(data + chunk, chunk) && h.of[1] != h.of[0]);
	assert_true(h.of[3] == fnv1a64(zeros, 5 * sizeof(uint64_t)));
	munmap(data, bytes);
	free(zeros);
}

static void
hashes_stop(void **state)
{
	struct workload_buffer b = {.name = "b", .type = ELEMENT_U8, .count = MANY};
	unsigned char *data = fresh(MANY);
	volatile sig_atomic_t stop = 0;
	struct hashes h = {.stop = &stop};

	(void)state;
	memset(data, 1, MANY);
	assert_false(saved_chunks(&b, data, &stop, take_hash, &h));
	assert_int_equal(h.n, PIECE / SAVED_CHUNK); /* to the end of the piece */
	munmap(data, MANY);
}

/* What FOLDER/c.b.bin holds: its size, and whether that is so much of `data`. */
static void
holds(const char *path, const unsigned char *data, size_t bytes)
{
	unsigned char *is = malloc(bytes + 1);
	FILE *f = fopen(path, "rb");

	assert_true(f && is);
	assert_int_equal(fread(is, 1, bytes + 1, f), bytes);
	assert_memory_equal(is, data, bytes);
	fclose(f);
	free(is);
}

static void
saved_in_place(void **state)
{
	struct workload_buffer b[] = {{.name = "b", .type = ELEMENT_U8, .count = MANY + 3}, {.name = "none", .type = ELEMENT_U8}};
	struct workload_case c = {.name = "c", .buffers = b, .nbuffers = 2};
	char folder[] = "/tmp/test-pieces-XXXXXX", path[64], part[80];
	unsigned char *data = fresh(MANY + 3), *before = fresh(MANY + 3);
	struct simt_error e = {.status = SIMT_OK};
	volatile sig_atomic_t stop = 1;
	struct stat is;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/c.none.bin", folder);
	assert_true(saved_put(folder, &c, &b[1], data, NULL, &e)); /* nothing to save is a file too */
	assert_int_equal(stat(path, &is), 0);
	assert_int_equal(is.st_size, 0);
	snprintf(path, sizeof path, "%s/c.b.bin", folder);
	snprintf(part, sizeof part, "%s.part", path);
	data[5] = 1;
	assert_true(saved_put(folder, &c, b, data, NULL, &e)); /* ends with zeros */
	holds(path, data, MANY + 3);
	assert_int_equal(stat(path, &is), 0);
	assert_true(is.st_blocks * 512 <= PIECE + 65536); /* zeros take no place */
	data[MANY + 2] = 2;
	assert_true(saved_put(folder, &c, b, data, NULL, &e)); /* zeros in the middle */
	holds(path, data, MANY + 3);
	memcpy(before, data, MANY + 3);
	data[7] = 3;
	assert_false(saved_put(folder, &c, b, data, &stop, &e));
	assert_int_equal(e.status, SIMT_INTERRUPTED);
	holds(path, before, MANY + 3); /* what was there */
	assert_int_equal(access(part, F_OK), -1);
	saved_clear(folder, &c);
	assert_int_equal(rmdir(folder), 0);
	munmap(data, MANY + 3);
	munmap(before, MANY + 3);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(untouched_pages),  cmocka_unit_test(copies),          cmocka_unit_test(generators_go_on),
		cmocka_unit_test(generators_stop),  cmocka_unit_test(files_go_on),     cmocka_unit_test(expects_in_pieces),
		cmocka_unit_test(expects_when_due), cmocka_unit_test(hashes_of_zeros), cmocka_unit_test(hashes_stop),
		cmocka_unit_test(saved_in_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
