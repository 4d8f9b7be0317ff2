#include "validate/gpu/profile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/csvfile.h"
#include "validate/gpu/measured.h"
#include "base/alloc.h"
#include "base/statistics.h"

/* ---- running the profiler ---- */
enum { LOOK_NS = 10000000 };

struct words {
	const char **v;
	size_t n, room;
};

static void
add(struct words *w, const char *word)
{
	w->v = grow(w->v, &w->room, w->n + 1, sizeof *w->v);
	w->v[w->n++] = word;
}

static char *
in_folder(const char *folder, const char *name)
{
	size_t room = strlen(folder) + strlen(name) + 2;
	char *path = must(malloc(room));

	snprintf(path, room, "%s/%s", folder, name);
	return path;
}

/* The whole file, or NULL. */
static char *
read_all(const char *path, size_t *bytes)
{
	FILE *f = fopen(path, "rb");
	struct stat s;
	char *text = NULL;

	*bytes = 0;
	if (!f)
		return NULL;
	if (fstat(fileno(f), &s) == 0) {
		text = must(calloc(1, (size_t)s.st_size + 1));
		*bytes = fread(text, 1, (size_t)s.st_size, f);
	}
	fclose(f);
	return text;
}

/* What the profiler said was wrong: its line with ==ERROR==, else the last one. */
static bool
fail_with_log(const struct profile_options *o, const char *path, int status, struct simt_error *e)
{
	size_t bytes;
	char *log = read_all(path, &bytes), *at, *end;
	char code[32] = "was killed";

	if (WIFEXITED(status))
		snprintf(code, sizeof code, "ended with status %d", WEXITSTATUS(status));
	at = log ? strstr(log, "==ERROR==") : NULL;
	while (!at && log && bytes && log[bytes - 1] == '\n')
		log[--bytes] = 0;
	if (!at && log)
		at = strrchr(log, '\n') ? strrchr(log, '\n') + 1 : log;
	end = at ? strchr(at, '\n') : NULL;
	if (end)
		*end = 0;
	simt_fail(e, SIMT_BAD_INPUT, "%s %s%s%.700s", o->ncu, code, at && *at ? ": " : "", at ? at : "");
	free(log);
	return false;
}

/* The profiler and its children are a process group, so that all can be ended: at first by SIGTERM, since then it releases the device. */
static bool
end_group(pid_t child, struct simt_error *e)
{
	enum { LOOKS = 30 };
	bool ended = false;

	kill(-child, SIGTERM);
	for (int i = 0; i < LOOKS && !ended; i++) {
		nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
		ended = waitpid(child, NULL, WNOHANG) == child;
	}
	kill(-child, SIGKILL);
	while (!ended && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	return simt_fail(e, SIMT_INTERRUPTED, "interrupted");
}

/* Waits for its end. False: it was stopped, or cannot be waited for. */
static bool
wait_for(const struct profile_options *o, const char *name, pid_t child, int *status, struct simt_error *e)
{
	for (;;) {
		pid_t r = waitpid(child, status, o->stop ? WNOHANG : 0);

		if (r == child)
			return true;
		if (r < 0 && errno != EINTR)
			return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", name, strerror(errno));
		if (simt_stopped(o->stop))
			return end_group(child, e);
		if (!r)
			nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
	}
}

/* What becomes the program. */
static _Noreturn void
be_program(const struct words *w, const char *out, const char *log)
{
	int none = open("/dev/null", O_RDONLY), to = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	int messages = strcmp(out, log) ? open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666) : to;

	setpgid(0, 0);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
	if (none < 0 || to < 0 || messages < 0 || dup2(none, STDIN_FILENO) < 0 || dup2(to, STDOUT_FILENO) < 0 ||
	    dup2(messages, STDERR_FILENO) < 0)
		_exit(126);
	execvp(w->v[0], (char *const *)(uintptr_t)w->v);
	_exit(errno == ENOENT ? 127 : 126);
}

/* Runs a program to its end with its output in `out` and its messages in `log`. */
static bool
run(const struct profile_options *o, struct words *w, const char *out, const char *log, struct simt_error *e)
{
	int status = 0;
	pid_t child;

	if (!simt_goes_on(o->stop, e))
		return false;
	add(w, NULL);
	fflush(NULL);
	child = fork();
	if (child < 0)
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", w->v[0], strerror(errno));
	if (child == 0)
		be_program(w, out, log);
	setpgid(child, child); /* whichever of the two is first */
	if (!wait_for(o, w->v[0], child, &status, e))
		return false;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return simt_fail(e, SIMT_BAD_INPUT,
				 "%s: no such program; Nsight Compute comes with the CUDA toolkit (--ncu names it)", w->v[0]);
	return status == 0 || fail_with_log(o, log, status, e);
}

struct collection {
	const struct profile_options *o;
	char folder[64]; /* for files of the profiler */
	char self[4096]; /* this program */
	char *log;
};

/* Replays every case `passes` times under the profiler; the report goes to the folder under `name`. */
static bool
collect(const struct collection *c, const char *name, const char *metrics, unsigned passes, struct simt_error *e)
{
	struct words w = {0};
	char *report = in_folder(c->folder, name), number[16];
	bool fine;

	snprintf(number, sizeof number, "%u", passes);
	add(&w, c->o->ncu);
	add(&w, "--clock-control");
	add(&w, "none");
	add(&w, "--cache-control");
	add(&w, "all");
	add(&w, "--metrics");
	add(&w, metrics);
	add(&w, "--force-overwrite");
	add(&w, "--export");
	add(&w, report);
	add(&w, c->self);
	add(&w, "--bare");
	add(&w, number);
	for (size_t i = 0; i < c->o->nself; i++)
		add(&w, c->o->self[i]);
	fine = run(c->o, &w, c->log, c->log, e);
	free(w.v);
	free(report);
	return fine;
}

/* A page of a report as CSV text, which the caller frees; NULL and *e on failure. */
static char *
print_page(const struct collection *c, const char *name, const char *page, size_t *bytes, struct simt_error *e)
{
	struct words w = {0};
	char *report = in_folder(c->folder, name), *out = in_folder(c->folder, "page.csv"), *text = NULL;

	report = must(realloc(report, strlen(report) + sizeof ".ncu-rep"));
	strcat(report, ".ncu-rep");
	add(&w, c->o->ncu);
	add(&w, "--import");
	add(&w, report);
	add(&w, "--csv");
	add(&w, "--page");
	add(&w, page);
	add(&w, "--print-units");
	add(&w, "base");
	if (run(c->o, &w, out, c->log, e)) {
		text = read_all(out, bytes);
		if (!text)
			simt_fail(e, SIMT_BAD_INPUT, "%s: %s", out, strerror(errno));
	}
	free(w.v);
	free(report);
	free(out);
	return text;
}

static bool
read_version(const struct collection *c, struct simt_error *e)
{
	struct words w = {0};
	char *out = in_folder(c->folder, "page.csv"), *text, *at;
	size_t bytes;
	bool fine;

	add(&w, c->o->ncu);
	add(&w, "--version");
	fine = run(c->o, &w, out, c->log, e);
	text = read_all(out, &bytes);
	at = text ? strstr(text, "Version ") : NULL;
	if (fine)
		snprintf(c->o->version, c->o->version_size, "Nsight Compute %.*s", at ? (int)strcspn(at + 8, " \n") : 0,
			 at ? at + 8 : "");
	free(w.v);
	free(out);
	free(text);
	return fine;
}

static void
remove_folder(const struct collection *c)
{
	static const char *const names[] = {"log", "page.csv", "counters.ncu-rep", "cycles.ncu-rep", "states.ncu-rep"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *path = in_folder(c->folder, names[i]);

		unlink(path);
		free(path);
	}
	rmdir(c->folder);
}

static bool
take_counters(struct replay *r, const struct collection *c, struct simt_error *e)
{
	const struct profile_options *o = c->o;
	char *metrics = metric_request(o->few ? METRIC_PART_FEW : METRIC_PART_COUNTERS), *raw = NULL, *source = NULL;
	size_t raw_bytes = 0, source_bytes = 0;
	bool fine = true;

	if (o->per_pc) {
		metrics = must(realloc(metrics, strlen(metrics) + 80));
		strcat(metrics, ",inst_executed,thread_inst_executed,thread_inst_executed_true");
	}
	fine = collect(c, "counters", metrics, 1, e);
	if (fine)
		raw = print_page(c, "counters", "raw", &raw_bytes, e);
	fine = raw && profile_read_raw(r, &(struct profile_page){raw, raw_bytes, o->ncu}, 1, METRIC_PART_COUNTERS, e);
	if (fine && o->per_pc) {
		source = print_page(c, "counters", "source", &source_bytes, e);
		fine = source != NULL;
		if (fine && o->before_per_pc)
			o->before_per_pc(o->arg, o->per_pc);
		if (fine)
			keys_header(o->keys, o->per_pc, profile_pc_columns);
		fine = fine && profile_read_source(r, o->keys, &(struct profile_page){source, source_bytes, o->ncu}, o->per_pc, e);
	}
	free(metrics);
	free(raw);
	free(source);
	return fine;
}

/* A part without counts per instruction, under a name of its own. */
static bool
take_part(struct replay *r, const struct collection *c, const char *name, enum metric_part part, unsigned passes,
	  struct simt_error *e)
{
	size_t bytes = 0;
	char *metrics = metric_request(part), *raw = NULL;
	bool fine;

	if (collect(c, name, metrics, passes, e))
		raw = print_page(c, name, "raw", &bytes, e);
	fine = raw && profile_read_raw(r, &(struct profile_page){raw, bytes, c->o->ncu}, passes, part, e);
	free(metrics);
	free(raw);
	return fine;
}

bool
profile_run(struct replay *r, const struct profile_options *o, struct simt_error *e)
{
	const char *base = getenv("TMPDIR");
	struct collection c = {.o = o};
	ssize_t n = readlink("/proc/self/exe", c.self, sizeof c.self - 1);
	bool fine;

	if (n <= 0)
		return simt_fail(e, SIMT_BAD_INPUT, "/proc/self/exe: %s", strerror(errno));
	c.self[n] = 0;
	if (snprintf(c.folder, sizeof c.folder, "%s/simt-gpu-XXXXXX", base && *base ? base : "/tmp") >= (int)sizeof c.folder)
		snprintf(c.folder, sizeof c.folder, "/tmp/simt-gpu-XXXXXX");
	if (!mkdtemp(c.folder))
		return simt_fail(e, SIMT_BAD_INPUT, "%s: %s", c.folder, strerror(errno));
	c.log = in_folder(c.folder, "log");
	fine = read_version(&c, e) && (o->only_cycles || take_counters(r, &c, e));
	if (!o->few)
		fine = fine && take_part(r, &c, "cycles", METRIC_PART_CYCLES, o->passes, e) &&
		       (o->only_cycles || take_part(r, &c, "states", METRIC_PART_STATES, 1, e));
	remove_folder(&c);
	free(c.log);
	return fine;
}

/* ---- reading what it prints ---- */
/* "12,345.5" */
static bool
number(const char *text, double *v)
{
	char plain[64], *end;
	size_t n = 0;

	for (; *text && n + 1 < sizeof plain; text++)
		if (*text != ',')
			plain[n++] = *text;
	plain[n] = 0;
	*v = strtod(plain, &end);
	return n > 0 && !*end;
}

/* The launch of row `at` of the profile. Passes of a case follow each other. NULL after the last row. */
static struct replay_launch *
launch_at(const struct replay *r, size_t at, unsigned passes, unsigned *pass)
{
	for (size_t i = 0; i < r->w->ncases; i++) {
		const struct replay_case *c = &r->cases[i];

		if (at < c->nlaunches * passes) {
			*pass = (unsigned)(at / c->nlaunches);
			return &c->launches[at % c->nlaunches];
		}
		at -= c->nlaunches * passes;
	}
	return NULL;
}

/* A wrong grid means that launches were counted that are not the workload's, or some were not. */
static bool
check_grid(const struct replay *r, const struct csvfile *f, size_t row, const struct replay_launch *l, struct simt_error *e)
{
	const struct workload_launch *x = &r->w->launch[l->launch];
	int column = csvfile_find(f, "Grid Size");
	char want[48];

	snprintf(want, sizeof want, "(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", x->grid.x, x->grid.y, x->grid.z);
	if (column < 0 || !strcmp(csvfile_cell(f, row, (size_t)column)->text, want))
		return true;
	return csvfile_fail(f, csvfile_cell(f, row, (size_t)column), 0, e, "the profiled launch is not '%.80s' of the workload",
			    x->name);
}

/* False where the profile lacks it. */
static bool
take_metric(const struct csvfile *f, size_t row, enum metric m, double *v)
{
	int column = metric_is_measured(m) ? csvfile_find(f, metric_info[m].name) : -1;

	*v = 0;
	return column >= 0 && number(csvfile_cell(f, row, (size_t)column)->text, v);
}

static bool
take_row(struct replay_launch *l, const struct csvfile *f, size_t row, enum metric_part part, struct simt_error *e)
{
	enum metric needed = part == METRIC_PART_STATES ? METRIC_stalled_selected : METRIC_inst_executed;

	for (int m = 0; m < METRICS; m++)
		if (metric_is_part((enum metric)m, part))
			l->counted[m] = take_metric(f, row, (enum metric)m, &l->value[m]);
	return l->counted[needed] || csvfile_fail(f, csvfile_header(f, 0), 0, e, "the profile has no %s", metric_info[needed].name);
}

static bool
take_spread(struct replay_launch *l, double *v, unsigned passes)
{
	double mid = statistics_median(v, passes);

	l->value[METRIC_cycles] = mid;
	l->counted[METRIC_cycles] = true;
	l->value[METRIC_cycles_spread] = mid > 0 ? (v[passes - 1] - v[0]) / mid : 0;
	l->counted[METRIC_cycles_spread] = true;
	return true;
}

static bool
read_rows(struct replay *r, const struct csvfile *f, unsigned passes, enum metric_part part, struct simt_error *e)
{
	bool all = part != METRIC_PART_CYCLES;
	size_t launches = replay_launches(r), want = launches * passes, have = f->nrows ? f->nrows - 1 : 0;
	double *cycles = must(calloc(want + 1, sizeof *cycles));
	bool fine = have == want ||
		    csvfile_fail(f, csvfile_header(f, 0), 0, e, "%zu profiled launches, the workload has %zu", have, want);

	for (size_t i = 0; fine && i < want; i++) {
		unsigned pass;
		struct replay_launch *l = launch_at(r, i, passes, &pass);

		fine = check_grid(r, f, i + 1, l, e);
		if (fine && all)
			fine = take_row(l, f, i + 1, part, e);
		else if (fine && !take_metric(f, i + 1, METRIC_cycles, &cycles[l->id * passes + pass]))
			fine = csvfile_fail(f, csvfile_header(f, 0), 0, e, "the profile has no %s",
					    metric_info[METRIC_cycles].name);
	}
	for (size_t i = 0; fine && !all && i < launches; i++) {
		unsigned pass;

		take_spread(launch_at(r, i, 1, &pass), cycles + i * passes, passes);
	}
	free(cycles);
	return fine;
}

bool
profile_read_raw(struct replay *r, const struct profile_page *page, unsigned passes, enum metric_part part, struct simt_error *e)
{
	struct csvfile *f = csvfile_parse(page->text, page->bytes, page->name, e);
	bool fine = f && read_rows(r, f, passes, part, e);

	csvfile_free(f);
	return fine;
}

const char profile_pc_columns[] = "pc,sass,file,line,inst_executed,thread_inst_executed,thread_inst_executed_true,inst_partial";

/* A count, without the commas; empty where there is none. */
static void
put_count(FILE *out, const struct csvfile *f, size_t row, int column)
{
	double v;

	if (column >= 0 && number(csvfile_cell(f, row, (size_t)column)->text, &v))
		fprintf(out, "%.0f", v);
	putc(',', out);
}

static void
put_line(FILE *out, const struct replay *r, size_t launch, uint64_t pc)
{
	const struct code *c = r->code_of[launch];
	const struct cubin_kernel *k;
	const char *file;
	unsigned line;

	k = c && c->cubin ? cubin_find_kernel(c->cubin, r->w->launch[launch].cell[COLUMN_kernel], NULL) : NULL;
	if (k && cubin_line(c->cubin, k, (uint32_t)pc, &file, &line)) {
		csvfile_put(out, file);
		fprintf(out, ",%u,", line);
	} else {
		fputs(",,", out);
	}
}

/* Writes an instruction as the file has it: without the blanks that align it, and with offsets in the function instead of the addresses
 * to which it was loaded. These are `first` and above, and differ from run to run. */
static void
put_sass(FILE *out, const char *sass, uint64_t first, uint64_t last)
{
	char plain[512];
	size_t n = 0;

	sass += strspn(sass, " ");
	while (*sass && n + 24 < sizeof plain) {
		if (*sass == ' ') {
			plain[n++] = ' ';
			sass += strspn(sass, " ");
		} else if (!strncmp(sass, "0x", 2)) {
			char *end;
			uint64_t v = strtoull(sass, &end, 16);

			n += (size_t)snprintf(plain + n, sizeof plain - n, "0x%" PRIx64, v >= first && v <= last ? v - first : v);
			sass = end;
		} else {
			plain[n++] = *sass++;
		}
	}
	plain[n] = 0;
	csvfile_put(out, plain);
}

/* Writes one kernel's section of a source page. */
static bool
put_section(const struct replay *r, const struct keys *keys, const struct csvfile *f, const struct replay_launch *l, FILE *out,
	    struct simt_error *e)
{
	static const char *const names[] = {"inst_executed", "thread_inst_executed", "thread_inst_executed_true"};
	int address = csvfile_find(f, "Address"), source = csvfile_find(f, "Source");
	uint64_t first, last, at;

	if (address < 0 || source < 0 || csvfile_find(f, names[0]) < 0)
		return csvfile_fail(f, csvfile_header(f, 0), 0, e, "a source page without Address, Source or %s", names[0]);
	if (!f->nrows)
		return true;
	first = strtoull(csvfile_cell(f, 0, (size_t)address)->text, NULL, 16);
	last = strtoull(csvfile_cell(f, f->nrows - 1, (size_t)address)->text, NULL, 16);
	for (size_t i = 0; i < f->nrows; i++) {
		at = strtoull(csvfile_cell(f, i, (size_t)address)->text, NULL, 16);
		keys_put(keys, out, &r->w->cases[r->w->launch[l->launch].in_case], l->launch, l->id);
		fprintf(out, "0x%04" PRIx64 ",", at - first);
		put_sass(out, csvfile_cell(f, i, (size_t)source)->text, first, last);
		putc(',', out);
		put_line(out, r, l->launch, at - first);
		for (int k = 0; k < 3; k++)
			put_count(out, f, i, csvfile_find(f, names[k]));
		putc('\n', out);
	}
	return true;
}

/* The kernels' sections of a source page: the start of each, and the end of the text after the last one. The caller frees it. */
static const char **
find_sections(const char *text, size_t bytes, size_t *n)
{
	static const char mark[] = "\"Kernel Name\"";
	const char **start = NULL;
	size_t room = 0;

	*n = 0;
	for (const char *at = strstr(text, mark); at; at = strstr(at + 1, mark)) {
		start = grow(start, &room, *n + 1, sizeof *start);
		start[(*n)++] = at;
	}
	start = grow(start, &room, *n + 1, sizeof *start);
	start[*n] = text + bytes;
	return start;
}

bool
profile_read_source(const struct replay *r, const struct keys *keys, const struct profile_page *page, FILE *out,
		    struct simt_error *e)
{
	size_t n, launches = replay_launches(r), copies;
	const char **start = find_sections(page->text, page->bytes, &n);
	unsigned pass;
	bool fine = n > 0 && launches > 0 && n % launches == 0;

	if (!fine)
		simt_fail(e, SIMT_BAD_INPUT, "%s: %zu source pages, the workload has %zu launches", page->name, n, launches);
	/* ncu 2025.3 prints each kernel's page twice */
	copies = fine ? n / launches : 1;
	for (size_t i = 0; fine && i < launches; i++) {
		const char *line = strchr(start[i * copies], '\n'), *end = start[i * copies + 1];
		struct csvfile *f = csvfile_parse(line ? line + 1 : end, line ? (size_t)(end - line - 1) : 0, page->name, e);

		fine = f && put_section(r, keys, f, launch_at(r, i, 1, &pass), out, e);
		csvfile_free(f);
	}
	free(start);
	return fine;
}
