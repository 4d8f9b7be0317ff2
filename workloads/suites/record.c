/* record.c: runs a CUDA program on simt-sim instead of a GPU, and writes its launches down as rows of workload.csv(5) (record-row.c).
 *
 * A library to be preloaded into a program that nvcc has linked with the shared runtime (-cudart shared, fatbins not compressed): it takes the place of
 * the runtime's functions below. Others are the runtime's own, which finds no GPU and says so. make-hecbench.sh shows how it is built.
 *
 *   RECORD_TO      folder for launches.csv and contents (a file NAME.bin for each, named after a hash); without it nothing is written
 *   RECORD_EACH    how many launches of each kernel are written, default 2
 *   RECORD_BYTES   launches with more bytes of contents than this are passed over, default 8 MiB
 *   RECORD_MODE    cycle; default functional
 *   RECORD_MOST    ends the program with status 77 after so many warp instructions; 0, the default: never
 *
 * What it cannot do: textures, managed memory, pinned memory that kernels access, graphs, dynamic parallelism, streams that overlap (every launch runs
 * to its end at once), and contents that have device addresses in them (the rows would be wrong). */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record.h"

static struct module {
	void *image;
	struct simt_module *m;
	int number;
} * modules;
/* Each on its own: a program may keep their addresses, as cudaKernel_t. */
static struct kernel **kernels;
static struct variable *variables;
static struct buffer *buffers;
static size_t nmodules, nkernels, nvariables, nbuffers;
static struct simt *machine;
static const char *folder;
static unsigned each = 2;
static unsigned long further; /* launches beyond `each` */
static FILE *rows;            /* launches.csv, from its first row on */
static bool pending;          /* a row has no count yet */
static uint64_t largest = 8 << 20, most, executed;
static dim3 next_grid, next_block;
static size_t next_shared;
static void *next_stream;
cudaError_t record_last;

/* Launches that a reader of launches.csv could miss. */
static void __attribute__((destructor)) tell_further(void)
{
	if (further)
		fprintf(stderr,
			"record: %lu launch%s not written: further ones of their kernels; RECORD_EACH, now %u, says how many\n",
			further, further == 1 ? "" : "es", each);
}

void
record_stop(int status, const char *format, ...)
{
	va_list ap;

	fflush(stdout);
	if (pending) { /* what a launch has that ends in a fault is worth keeping */
		fputc('\n', rows);
		fclose(rows);
	}
	fputs("record: ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	_exit(status);
}

static void
stop(const char *what, const struct simt_error *e)
{
	record_stop(99, "%s: %s", what, e->text);
}

/* Room for one more of n things. */
static void *
grow(void *p, size_t n, size_t bytes)
{
	if (!(n & (n - 1)) && !(p = realloc(p, (n ? 2 * n : 1) * bytes)))
		record_stop(99, "not enough memory");
	return p;
}

static void
say(void *arg, const char *text, size_t n)
{
	(void)arg;
	fwrite(text, 1, n, stdout);
}

void
record_begin(void)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m;
	const char *v;

	if (machine)
		return;
	if (!(m = simt_machine_load("h200", &e)) || !(machine = simt_create(m, &e)))
		stop("machine", &e);
	simt_machine_free(m);
	simt_set_output(machine, say, NULL);
	simt_set_mode(machine, (v = getenv("RECORD_MODE")) && !strcmp(v, "cycle") ? SIMT_CYCLE : SIMT_FUNCTIONAL);
	folder = getenv("RECORD_TO");
	if ((v = getenv("RECORD_EACH")))
		each = (unsigned)atoi(v);
	if ((v = getenv("RECORD_BYTES")))
		largest = strtoull(v, NULL, 0);
	if ((v = getenv("RECORD_MOST")))
		most = strtoull(v, NULL, 0);
}

static cudaError_t
done(cudaError_t status)
{
	if (status != cudaSuccess)
		record_last = status;
	return status;
}

/* ---- modules ---- */
void **
__cudaRegisterFatBinary(void *wrapper)
{
	struct {
		int magic, version;
		void *data, *names;
	} *w = wrapper;
	void **handle = calloc(1, sizeof *handle);

	record_begin();
	modules = grow(modules, nmodules, sizeof *modules);
	modules[nmodules] = (struct module){.image = w->data, .number = -1};
	*handle = (void *)(nmodules++);
	return handle;
}

void
__cudaRegisterFatBinaryEnd(void **handle)
{
	(void)handle;
}

void
__cudaUnregisterFatBinary(void **handle)
{
	(void)handle;
}

char
__cudaInitModule(void **handle)
{
	(void)handle;
	return 1;
}

/* CUDA's: a struct is not ours to choose. */
void
__cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, uint3 *tid, uint3 *bid,
		       dim3 *bdim, dim3 *gdim, int *wsize)
{
	(void)device, (void)limit, (void)tid, (void)bid, (void)bdim, (void)gdim, (void)wsize;
	kernels = grow(kernels, nkernels, sizeof *kernels);
	kernels[nkernels] = grow(NULL, 0, sizeof **kernels);
	*kernels[nkernels++] = (struct kernel){.host = host, .name = name, .module = (int)(intptr_t)*handle};
}

/* CUDA's: a struct is not ours to choose. */
void
__cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant, int global)
{
	(void)device, (void)ext, (void)constant, (void)global;
	variables = grow(variables, nvariables, sizeof *variables);
	variables[nvariables++] = (struct variable){.host = host, .name = name, .module = (int)(intptr_t)*handle, .bytes = size};
}

/* The cubin inside a fatbin: the first ELF file for a GPU; its size is in the header of the entry before it, which is found by the ELF's
 * own section table instead. */
static struct simt_module *
module(int n)
{
	struct simt_error e = {.status = SIMT_OK};
	const unsigned char *p = modules[n].image;
	uint64_t size;

	if (modules[n].m)
		return modules[n].m;
	size = *(const uint64_t *)(p + 8) + *(const uint16_t *)(p + 6);
	for (uint64_t i = 0; i + 64 < size; i += 8)
		if (!memcmp(p + i, "\177ELF", 4)) {
			uint64_t at = *(const uint64_t *)(p + i + 40), end;
			uint16_t entry = *(const uint16_t *)(p + i + 58), count = *(const uint16_t *)(p + i + 60);

			end = at + (uint64_t)entry * count;
			uint64_t ph = *(const uint64_t *)(p + i + 32);
			uint16_t pe = *(const uint16_t *)(p + i + 54), pc = *(const uint16_t *)(p + i + 56);
			if (ph + (uint64_t)pe * pc > end)
				end = ph + (uint64_t)pe * pc;
			for (unsigned k = 0; k < count; k++) {
				const unsigned char *h = p + i + at + (uint64_t)entry * k;
				uint32_t type = *(const uint32_t *)(h + 4);
				uint64_t last_byte = *(const uint64_t *)(h + 24) + (type == 8 ? 0 : *(const uint64_t *)(h + 32));

				if (last_byte > end)
					end = last_byte;
			}
			if (!(modules[n].m = simt_module_load_data(machine, p + i, end, "the program", &e)))
				stop("module", &e);
			for (size_t v = 0; v < nvariables; v++)
				if (variables[v].module == n) {
					struct variable *x = &variables[v];

					if (!simt_symbol(modules[n].m, x->name, &x->address, &x->bytes, &e)) {
						e.status = SIMT_OK;
						x->bytes = 0;
						continue;
					}
					x->first = malloc(x->bytes + 1);
					if (!simt_read(machine, x->address, x->first, x->bytes, &e))
						stop("variable", &e);
				}
			if (folder) {
				static int written;
				char path[4096];

				modules[n].number = written++;
				snprintf(path, sizeof path, "%s/module-%d.cubin", folder, modules[n].number);
				record_keep(path, p + i, end);
			}
			return modules[n].m;
		}
	record_stop(99, "a fatbin without an uncompressed cubin");
}

struct kernel *
record_kernel(const void *host)
{
	struct simt_error e = {.status = SIMT_OK};

	for (size_t i = 0; i < nkernels; i++)
		if (kernels[i]->host == host || (const void *)kernels[i] == host) {
			if (!kernels[i]->f) {
				if (!(kernels[i]->f = simt_function(module(kernels[i]->module), kernels[i]->name, &e)))
					stop("REFUSED", &e);
				simt_function_info(kernels[i]->f, &kernels[i]->info);
			}
			return kernels[i];
		}
	record_stop(99, "a launch of an unknown kernel");
}

static const struct variable *
variable_of(const void *host)
{
	for (size_t i = 0; i < nvariables; i++)
		if (variables[i].host == host) {
			module(variables[i].module);
			return &variables[i];
		}
	return NULL;
}

/* ---- memory ---- */
const struct buffer *
record_buffer(uint64_t address)
{
	for (size_t i = nbuffers; i-- > 0;)
		if (address >= buffers[i].address && address - buffers[i].address < buffers[i].bytes)
			return &buffers[i];
	return NULL;
}

bool
record_on_device(const void *p)
{
	uint64_t a = (uint64_t)(uintptr_t)p;

	if (record_buffer(a))
		return true;
	for (size_t i = 0; i < nvariables; i++)
		if (variables[i].address && a >= variables[i].address && a - variables[i].address < variables[i].bytes)
			return true;
	return false;
}

cudaError_t
cudaMalloc(void **p, size_t n)
{
	struct simt_error e = {.status = SIMT_OK};
	uint64_t a;

	record_begin();
	if (!n) {
		*p = NULL;
		return cudaSuccess;
	}
	if (!simt_malloc(machine, n, &a, &e))
		return done(cudaErrorMemoryAllocation);
	buffers = grow(buffers, nbuffers, sizeof *buffers);
	buffers[nbuffers++] = (struct buffer){a, n};
	*p = (void *)(uintptr_t)a;
	return cudaSuccess;
}

cudaError_t
cudaFree(void *p)
{
	struct simt_error e = {.status = SIMT_OK};

	for (size_t i = 0; i < nbuffers; i++)
		if (buffers[i].address == (uint64_t)(uintptr_t)p) {
			simt_free(machine, buffers[i].address, &e);
			buffers[i] = buffers[--nbuffers];
			break;
		}
	return cudaSuccess;
}

/* Any memory to any other. */
static cudaError_t
move(void *to, const void *from, size_t n)
{
	struct simt_error e = {.status = SIMT_OK};
	bool there = record_on_device(to), here = record_on_device(from), ok = true;

	if (!n)
		return cudaSuccess;
	if (there && here) {
		void *t = malloc(n);

		ok = simt_read(machine, (uint64_t)(uintptr_t)from, t, n, &e) &&
		     simt_write(machine, (uint64_t)(uintptr_t)to, t, n, &e);
		free(t);
	} else if (there) {
		ok = simt_write(machine, (uint64_t)(uintptr_t)to, from, n, &e);
	} else if (here) {
		ok = simt_read(machine, (uint64_t)(uintptr_t)from, to, n, &e);
	} else {
		memmove(to, from, n);
	}
	if (!ok)
		fprintf(stderr, "record: copy: %s\n", e.text);
	return done(ok ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t
cudaMemcpy(void *to, const void *from, size_t n, enum cudaMemcpyKind kind)
{
	(void)kind;
	return move(to, from, n);
}

cudaError_t
cudaMemcpyAsync(void *to, const void *from, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	(void)kind, (void)stream;
	return move(to, from, n);
}

/* CUDA's: a struct is not ours to choose. */
cudaError_t
cudaMemcpy2D(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind kind)
{
	(void)kind;
	for (size_t i = 0; i < h; i++)
		if (move((char *)to + i * tp, (const char *)from + i * fp, w))
			return record_last;
	return cudaSuccess;
}

/* CUDA's: a struct is not ours to choose. */
cudaError_t
cudaMemcpy2DAsync(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, enum cudaMemcpyKind kind,
		  cudaStream_t stream)
{
	(void)stream;
	return cudaMemcpy2D(to, tp, from, fp, w, h, kind);
}

cudaError_t
cudaMallocPitch(void **p, size_t *pitch, size_t w, size_t h)
{
	*pitch = (w + 511) / 512 * 512;
	return cudaMalloc(p, *pitch * h);
}

cudaError_t
cudaMallocAsync(void **p, size_t n, cudaStream_t stream)
{
	(void)stream;
	return cudaMalloc(p, n);
}

cudaError_t
cudaFreeAsync(void *p, cudaStream_t stream)
{
	(void)stream;
	return cudaFree(p);
}

cudaError_t
cudaMemset(void *p, int v, size_t n)
{
	void *t = malloc(n + 1);
	cudaError_t r;

	memset(t, v, n);
	r = move(p, t, n);
	free(t);
	return r;
}

cudaError_t
cudaMemsetAsync(void *p, int v, size_t n, cudaStream_t stream)
{
	(void)stream;
	return cudaMemset(p, v, n);
}

cudaError_t
cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	const struct variable *v = variable_of(symbol);

	(void)kind;
	return v ? move((void *)(uintptr_t)(v->address + offset), from, n) : done(cudaErrorInvalidSymbol);
}

cudaError_t
cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t n, size_t offset, enum cudaMemcpyKind kind,
			cudaStream_t stream)
{
	(void)stream;
	return cudaMemcpyToSymbol(symbol, from, n, offset, kind);
}

cudaError_t
cudaMemcpyFromSymbol(void *to, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	const struct variable *v = variable_of(symbol);

	(void)kind;
	return v ? move(to, (void *)(uintptr_t)(v->address + offset), n) : done(cudaErrorInvalidSymbol);
}

cudaError_t
cudaGetSymbolAddress(void **p, const void *symbol)
{
	const struct variable *v = variable_of(symbol);

	if (!v)
		return done(cudaErrorInvalidSymbol);
	*p = (void *)(uintptr_t)v->address;
	return cudaSuccess;
}

/* ---- launches ---- */
unsigned
__cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream)
{
	next_grid = grid;
	next_block = block;
	next_shared = shared;
	next_stream = stream;
	return 0;
}

cudaError_t
__cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
	*grid = next_grid;
	*block = next_block;
	*shared = next_shared;
	*(void **)stream = next_stream;
	return cudaSuccess;
}

cudaError_t
__cudaGetKernel(cudaKernel_t *k, const void *host)
{
	for (size_t i = 0; i < nkernels; i++)
		if (kernels[i]->host == host) {
			*k = (cudaKernel_t)kernels[i];
			return cudaSuccess;
		}
	return done(cudaErrorInvalidDeviceFunction);
}

/* The row of a launch; its count follows when the launch has ended. */
static void
begin_row(const char *text)
{
	if (!rows)
		rows = record_rows(folder);
	fprintf(rows, "%s,", text);
	fflush(rows);
	pending = true;
}

static cudaError_t
launch(const void *host, void **args, const struct configuration *c)
{
	const dim3 grid = c->grid, block = c->block;
	struct simt_error e = {.status = SIMT_OK};
	struct kernel *k = record_kernel(host);
	unsigned char params[32768] = {0};
	struct simt_launch *l;
	char *text = NULL;
	uint64_t count = 0;

	record_seen();
	for (unsigned i = 0; i < k->info.nparams; i++)
		memcpy(params + k->info.params[i].offset, args[i], k->info.params[i].size);
	if (!grid.x || !grid.y || !grid.z || !block.x || !block.y || !block.z || block.x * block.y * block.z > 1024)
		return done(cudaErrorInvalidConfiguration);
	if (folder && k->launches >= each)
		further++;
	else if (folder)
		text = record_row(&(struct place){machine, folder, largest, modules[k->module].number, variables, nvariables}, k, c,
				  params);
	if (text)
		begin_row(text);
	l = simt_launch(machine, k->f, (struct simt_dim){grid.x, grid.y, grid.z}, (struct simt_dim){block.x, block.y, block.z},
			(uint32_t)c->shared, params, k->info.param_bytes, 0, &e);
	if (!l)
		stop("launch", &e);
	if (c->cooperative && !simt_cooperate(l, &e))
		stop("launch", &e);
	if (c->cluster.x && !simt_cluster(l, c->cluster, &e))
		stop("launch", &e);
	if (!simt_synchronize(machine, &e)) {
		fprintf(stderr, "record: kernel %s\n", k->name);
		stop("FAULT", &e);
	}
	simt_count(l, "smsp__inst_executed.sum", &count);
	executed += count;
	if (text) {
		fprintf(rows, "%" PRIu64 "\n", count);
		fflush(rows);
		pending = false;
		free(text);
	}
	k->launches++;
	if (most && executed > most) {
		fflush(stdout);
		fprintf(stderr, "record: %" PRIu64 " instructions, that is enough\n", executed);
		_exit(77);
	}
	return cudaSuccess;
}

cudaError_t
__cudaLaunchKernel(cudaKernel_t k, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
	(void)stream;
	return launch(k, args, &(struct configuration){grid, block, shared, false, {0, 0, 0}});
}

cudaError_t
cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
	(void)stream;
	return launch(f, args, &(struct configuration){grid, block, shared, false, {0, 0, 0}});
}

cudaError_t
cudaLaunchCooperativeKernel(const void *f, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
	(void)stream;
	return launch(f, args, &(struct configuration){grid, block, shared, true, {0, 0, 0}});
}

cudaError_t
cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *f, void **args)
{
	bool cooperative = false;
	struct simt_dim cluster = {0, 0, 0};

	for (unsigned i = 0; i < c->numAttrs; i++) {
		if (c->attrs[i].id == cudaLaunchAttributeCooperative)
			cooperative = c->attrs[i].val.cooperative;
		if (c->attrs[i].id == cudaLaunchAttributeClusterDimension)
			cluster = (struct simt_dim){c->attrs[i].val.clusterDim.x, c->attrs[i].val.clusterDim.y,
						    c->attrs[i].val.clusterDim.z};
	}
	return launch(f, args, &(struct configuration){c->gridDim, c->blockDim, c->dynamicSmemBytes, cooperative, cluster});
}
