/* .nv.info and .nv.info.<kernel>: lists of attributes, each a byte of form, a byte of number, then by form nothing, a byte, 16 bits
 * (all within two bytes), or a 16-bit length and that many bytes. Attributes that are not in enum attribute change nothing here. */
#include "isa/cubin-impl.h"

#include <stdlib.h>
#include <string.h>

enum attribute {
	MAX_THREADS = 0x05,      /* x, y, z; their product counts */
	PARAM_CBANK = 0x0a,      /* symbol, 16-bit base in bank 0, 16-bit size */
	REQNTID = 0x10,          /* x, y, z */
	FRAME_SIZE = 0x11,       /* symbol, bytes per thread, callees not included */
	MIN_STACK_SIZE = 0x12,   /* symbol, bytes per thread, callees included */
	KPARAM_INFO = 0x17,      /* index, 16-bit ordinal, 16-bit offset, size << 18 */
	COLLECTIVE = 0x28,       /* offsets in the code of operations of a warp */
	REGCOUNT = 0x2f,         /* symbol, registers */
	CTA_PER_CLUSTER = 0x3d,  /* x, y, z */
	MAX_CLUSTER_RANK = 0x3f, /* blocks */
	KPARAM_INFO_V2 = 0x45,   /* a kernel parameter with a size of 32 bits, in kernels with more than 4 KiB of parameters */
	NUM_BARRIERS = 0x4c,
	BLOCKS_ARE_CLUSTERS = 0x5b
};

enum { FORM_NONE = 1, FORM_BYTE = 2, FORM_HALF = 3, FORM_BYTES = 4 };

enum {
	MAX_PARAM_BYTES = 32764,
	MAX_LOCAL_BYTES = 512 << 10,
	MAX_BLOCK = 1024, /* threads */
	MAX_CLUSTER = 16  /* blocks */
};

struct info {
	struct cubin *c;
	const struct cubin_section *section;
	struct cubin_kernel *kernel; /* NULL in the list for the whole file */
	struct cubin_param *params;  /* by ordinal; room for a sixteenth of the section */
	const uint8_t *value;        /* of the current attribute */
	size_t size;                 /* of value */
	struct simt_error *e;
};

/* The attribute needs `n` bytes. */
static bool
need(struct info *in, size_t n)
{
	if (in->size >= n)
		return true;
	return cubin_fail(in->c, in->e, "an attribute in section %s is cut off", in->section->name);
}

/* The kernel whose symbol index the value starts with; NULL: a device function. */
static bool
symbol_kernel(struct info *in, struct cubin_kernel **k)
{
	uint32_t i;

	if (!need(in, 8))
		return false;
	i = cubin_u32(in->value);
	if (i >= in->c->nsymbols)
		return cubin_fail(in->c, in->e, "section %s refers to symbol %u, but there are %zu", in->section->name, i,
				  in->c->nsymbols);
	*k = in->c->section[in->c->symbol[i].section].kernel;
	if (*k && (*k)->symbol != in->c->symbol[i].name)
		*k = NULL;
	return true;
}

static bool
registers(struct info *in)
{
	struct cubin_kernel *k = NULL;
	uint32_t n;

	if (!symbol_kernel(in, &k))
		return false;
	n = cubin_u32(in->value + 4);
	if (!k)
		return true;
	if (n == 0 || n > 255)
		return cubin_fail(in->c, in->e, "kernel %s has %u registers per thread", k->symbol, n);
	k->registers = n;
	return true;
}

static bool
stack_size(struct info *in)
{
	struct cubin_kernel *k = NULL;
	uint32_t n;

	if (!symbol_kernel(in, &k))
		return false;
	n = cubin_u32(in->value + 4);
	if (!k || n == UINT32_MAX) /* unknown, where functions call themselves: then the frame counts */
		return true;
	if (n > MAX_LOCAL_BYTES)
		return cubin_fail(in->c, in->e, "kernel %s has a stack of %u bytes per thread", k->symbol, n);
	if (k->local_bytes < n)
		k->local_bytes = n;
	return true;
}

static bool
add_param(struct info *in, uint32_t size)
{
	unsigned ordinal = cubin_u16(in->value + 4);
	uint32_t offset = cubin_u16(in->value + 6);
	struct cubin_kernel *k = in->kernel;

	/* no kernel can have more: a parameter takes a byte at least, and listing them takes 16 bytes each */
	if (ordinal >= in->section->size / 16 || ordinal >= MAX_PARAM_BYTES)
		return cubin_fail(in->c, in->e, "kernel %s has a parameter number %u", k->symbol, ordinal);
	if (size == 0 || size > MAX_PARAM_BYTES || offset > MAX_PARAM_BYTES - size)
		return cubin_fail(in->c, in->e, "parameter %u of kernel %s is at offset %u with size %u", ordinal, k->symbol,
				  offset, size);
	if (in->params[ordinal].size)
		return cubin_fail(in->c, in->e, "kernel %s has two parameters number %u", k->symbol, ordinal);
	in->params[ordinal] = (struct cubin_param){.offset = offset, .size = size};
	if (ordinal >= k->nparams)
		k->nparams = ordinal + 1;
	return true;
}

static bool
dims(struct info *in, uint32_t d[3])
{
	uint64_t threads = 1;
	int i;

	if (!need(in, 12))
		return false;
	for (i = 0; i < 3; i++) {
		d[i] = cubin_u32(in->value + 4 * i);
		if (d[i] == 0 || d[i] > MAX_BLOCK)
			threads = 0;
		threads *= d[i];
	}
	if (threads == 0 || threads > MAX_BLOCK)
		return cubin_fail(in->c, in->e, "kernel %s asks for blocks of %u x %u x %u threads", in->kernel->symbol, d[0], d[1],
				  d[2]);
	return true;
}

static bool
cluster(struct info *in)
{
	uint64_t blocks = 1;

	if (!need(in, 12))
		return false;
	for (int i = 0; i < 3; i++) {
		in->kernel->cluster[i] = cubin_u32(in->value + 4 * i);
		blocks = in->kernel->cluster[i] > MAX_CLUSTER ? 0 : blocks * in->kernel->cluster[i];
	}
	if (blocks == 0 || blocks > MAX_CLUSTER)
		return cubin_fail(
			in->c, in->e, "kernel %s asks for clusters of %u x %u x %u blocks; there are no more than %d in one",
			in->kernel->symbol, in->kernel->cluster[0], in->kernel->cluster[1], in->kernel->cluster[2], MAX_CLUSTER);
	return true;
}

static bool
max_cluster(struct info *in)
{
	if (!need(in, 4))
		return false;
	in->kernel->max_cluster = cubin_u32(in->value);
	return true;
}

static bool
max_threads(struct info *in)
{
	uint32_t d[3];

	if (!dims(in, d))
		return false;
	in->kernel->max_threads = d[0] * d[1] * d[2];
	return true;
}

static bool
param_bank(struct info *in)
{
	if (!need(in, 8))
		return false;
	in->kernel->param_base = cubin_u16(in->value + 4);
	in->kernel->param_bytes = cubin_u16(in->value + 6);
	return true;
}

/* One attribute of the list of the whole file. */
static bool
file_attribute(struct info *in, unsigned number)
{
	switch (number) {
	case REGCOUNT:
		return registers(in);
	case FRAME_SIZE:
	case MIN_STACK_SIZE:
		return stack_size(in);
	default:
		return true;
	}
}

/* One attribute of a kernel. */
static bool
kernel_attribute(struct info *in, unsigned number)
{
	switch (number) {
	case MAX_THREADS:
		return max_threads(in);
	case REQNTID:
		return dims(in, in->kernel->required_ntid);
	case CTA_PER_CLUSTER:
		return cluster(in);
	case MAX_CLUSTER_RANK:
		return max_cluster(in);
	case BLOCKS_ARE_CLUSTERS:
		in->kernel->counts_clusters = true;
		return true;
	case PARAM_CBANK:
		return param_bank(in);
	case KPARAM_INFO:
		return need(in, 12) && add_param(in, cubin_u32(in->value + 8) >> 18);
	case KPARAM_INFO_V2:
		return need(in, 12) && add_param(in, cubin_u32(in->value + 8));
	case COLLECTIVE:
		in->kernel->collective = in->value;
		in->kernel->ncollective = (uint32_t)(in->size / 4);
		return true;
	case NUM_BARRIERS:
		in->kernel->barriers = in->size ? in->value[0] : 0;
		return in->kernel->barriers <= 16 ||
		       cubin_fail(in->c, in->e, "kernel %s uses %u block barriers", in->kernel->symbol, in->kernel->barriers);
	default:
		return true;
	}
}

static bool
attributes(struct info *in)
{
	const uint8_t *p = in->section->data;
	size_t left = in->section->size;

	while (left >= 4) {
		unsigned form = p[0], number = p[1];
		size_t step = 4;

		in->value = p + 2;
		in->size = form == FORM_BYTE ? 1 : 2;
		if (form == FORM_BYTES) {
			in->value = p + 4;
			in->size = cubin_u16(p + 2);
			step += in->size;
		} else if (form < FORM_NONE || form > FORM_BYTES) {
			return cubin_fail(in->c, in->e, "section %s has an attribute of unknown form %u", in->section->name, form);
		}
		if (step > left)
			return cubin_fail(in->c, in->e, "section %s is cut off", in->section->name);
		if (!(in->kernel ? kernel_attribute(in, number) : file_attribute(in, number)))
			return false;
		p += step;
		left -= step;
	}
	return left == 0 || cubin_fail(in->c, in->e, "section %s is cut off", in->section->name);
}

static bool
kernel_info(struct info *in, struct cubin_kernel *k)
{
	unsigned i;

	if (k->params)
		return cubin_fail(in->c, in->e, "there are two sections %s", in->section->name);
	in->kernel = k;
	in->params = cubin_alloc(in->c, in->section->size / 16, sizeof *in->params, in->e);
	k->params = in->params;
	if (!in->params || !attributes(in))
		return false;
	for (i = 0; i < k->nparams; i++) {
		const struct cubin_param *p = &k->params[i];

		if (p->size == 0)
			return cubin_fail(in->c, in->e, "parameter %u of kernel %s is missing", i, k->symbol);
		if (p->offset + p->size > k->param_bytes)
			return cubin_fail(in->c, in->e, "parameter %u of kernel %s reaches past the end of its parameters", i,
					  k->symbol);
	}
	return true;
}

/* What each kernel must have once everything is read. */
static bool
check_kernel(struct cubin *c, struct cubin_kernel *k, struct simt_error *e)
{
	size_t i;
	unsigned from_text = 0;

	for (i = 0; i < c->nsections; i++)
		if (c->section[i].kernel == k && c->section[i].place == CUBIN_CODE)
			from_text = c->section[i].info >> 24; /* up to ABI version 7; 0 in version 8 */
	if (!k->registers)
		k->registers = from_text;
	if (!k->registers)
		return cubin_fail(c, e, "kernel %s does not say how many registers it needs", k->symbol);
	if (from_text && from_text != k->registers)
		return cubin_fail(c, e, "kernel %s needs %u registers by .nv.info and %u by its code section", k->symbol,
				  k->registers, from_text);
	if (k->param_base < CUBIN_PARAM_BASE)
		return cubin_fail(c, e, "the parameters of kernel %s begin at byte %u of constant bank 0, not at %d as on sm_90",
				  k->symbol, k->param_base, CUBIN_PARAM_BASE);
	if ((uint64_t)k->param_base + k->param_bytes > k->blob[CUBIN_BANK0].size)
		return cubin_fail(c, e, "the parameters of kernel %s do not fit in constant bank 0", k->symbol);
	k->shared_reserved = CUBIN_RESERVED_SHARED;
	return true;
}

bool
cubin_is_collective(const struct cubin_kernel *k, uint32_t offset)
{
	for (uint32_t i = 0; i < k->ncollective; i++)
		if (cubin_u32(k->collective + 4 * (size_t)i) == offset)
			return true;
	return false;
}

bool
cubin_read_info(struct cubin *c, struct simt_error *e)
{
	static const char name[] = ".nv.info";
	struct info in = {.c = c, .e = e};
	size_t i, k;

	for (i = 0; i < c->nsections; i++) {
		in.section = &c->section[i];
		in.kernel = NULL;
		if (strncmp(in.section->name, name, sizeof name - 1) || !in.section->data)
			continue;
		if (!in.section->name[sizeof name - 1] && !attributes(&in))
			return false;
		for (k = 0; k < c->nkernels && in.section->name[sizeof name - 1] == '.'; k++)
			if (!strcmp(in.section->name + sizeof name, c->kernel[k].symbol) && !kernel_info(&in, &c->kernel[k]))
				return false;
	}
	for (k = 0; k < c->nkernels; k++)
		if (!check_kernel(c, &c->kernel[k], e))
			return false;
	return true;
}
