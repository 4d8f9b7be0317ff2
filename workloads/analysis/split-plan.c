#include "workloads/analysis/split-plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/file-names.h"

const struct heuristic_info heuristic_info[HEURISTICS] = {
#define HEURISTIC(name, value, unit, meaning) {#name, unit, meaning, value},
#include "workloads/analysis/split.def"
};

static const struct obstacle {
	const char *opcode, *operand;
	bool in[SPLIT_WAYS];
	const char *reason;
} obstacle[] = {
#define OBSTACLE(opcode, operand, blocks, launches, reason) {opcode, operand, {blocks, launches}, reason},
#include "workloads/analysis/split.def"
};

enum { TEXT = 512 };
_Static_assert(SIGNATURE_ROOTS >= 8, "as many as HEURISTIC split_roots");

/* The instruction without its guard. */
static const char *
behind_guard(const char *text)
{
	return *text == '@' ? text + strcspn(text, " ") + (strchr(text, ' ') != NULL) : text;
}

static bool
stands_in_the_way(const struct obstacle *o, const char *text)
{
	size_t n = strlen(o->opcode);

	return (!n || (!strncmp(text, o->opcode, n) && (!text[n] || strchr(". ", text[n])))) &&
	       (!*o->operand || strstr(text, o->operand));
}

/* Whether a BAR is for some threads of the block. One for all has barrier 0 and no number of threads. */
static bool
is_partial_barrier(const char *text)
{
	const char *operand = text + strcspn(text, " ");

	return !strncmp(text, "BAR.", 4) && (strncmp(text, "BAR.RED", 7) ? strcmp(operand, " 0x0") : strncmp(operand, " 0x0, ", 6));
}

static void
tell(const struct simt_function *f, uint32_t pc, const char *sass, const char *reason, char text[OBSTACLE_TEXT])
{
	char line[100] = "";
	const char *file;
	unsigned n;

	if (*text)
		return;
	if (simt_function_line(f, pc, &file, &n)) {
		snprintf(line, sizeof line, " (%.80s:%u)", path_base(file), n);
	}
	snprintf(text, OBSTACLE_TEXT, "0x%04x%s %.80s: %s", 16 * pc, line, sass, reason);
}

const char *
split_obstacle(const char *sass, enum split_way way)
{
	const char *op = behind_guard(sass);

	for (size_t i = 0; i < sizeof obstacle / sizeof *obstacle; i++)
		if (obstacle[i].in[way] && stands_in_the_way(obstacle + i, op))
			return obstacle[i].reason;
	if (strstr(op, "c[0x0][0x48]")) /* the grid's workspace, isa/abi.c */
		return "the blocks of the grid wait for each other";
	return is_partial_barrier(op) ? "some threads of a block wait for each other" : NULL;
}

static bool
is(const struct simt_function *f, uint32_t pc, const char *opcode)
{
	char sass[TEXT];
	size_t n = strlen(opcode);

	const char *op;

	if (!simt_function_sass(f, pc, sass, sizeof sass))
		return false;
	op = behind_guard(sass);
	return !strncmp(op, opcode, n) && (!op[n] || strchr(". ", op[n]));
}

/* Whether this is a WARPSYNC.ALL that exchanges nothing. Compilers also put one where exits of a loop meet, and in front of a block
 * barrier. In a kernel with shared memory it may be the program's, and order what threads of a warp write and read there. */
static bool
is_idle_sync(const struct simt_function *f, uint32_t pc, bool shared)
{
	return is(f, pc, "WARPSYNC.ALL") && (!shared || is(f, pc + 1, "BAR"));
}

void
split_obstacles(const struct simt_function *f, char text[SPLIT_WAYS][OBSTACLE_TEXT], bool *shares)
{
	struct simt_function_info info;
	char sass[TEXT];

	simt_function_info(f, &info);
	*shares = false;
	for (int way = 0; way < SPLIT_WAYS; way++)
		*text[way] = '\0';
	for (uint32_t pc = 0; simt_function_sass(f, pc, sass, sizeof sass); pc++) {
		const char *reason[SPLIT_WAYS];

		for (int way = 0; way < SPLIT_WAYS; way++) {
			reason[way] = is_idle_sync(f, pc, info.uses_shared) ? NULL : split_obstacle(sass, (enum split_way)way);
			if (reason[way])
				tell(f, pc, sass, reason[way], text[way]);
		}
		*shares = *shares || (reason[SPLIT_LAUNCHES] && !reason[SPLIT_BLOCKS]);
	}
}

/* BRX R4 -0x120, CALL.REL.NOINC R8 0x0: not RET, whose target the CALL has chosen. */
bool
split_has_targets(const struct simt_function *f, uint32_t pc)
{
	char sass[TEXT];

	return (is(f, pc, "BRX") || is(f, pc, "CALL")) && simt_function_sass(f, pc, sass, sizeof sass) && strstr(sass, " R");
}

bool
split_has_sides(const struct simt_function *f, uint32_t pc)
{
	char sass[TEXT];
	const char *op;

	if (!simt_function_sass(f, pc, sass, sizeof sass))
		return false;
	op = behind_guard(sass);
	if (split_has_targets(f, pc))
		return true;
	/* a branch may have its guard after the name: BRA P1, 0x340 */
	return op != sass || (!strncmp(op, "BRA", 3) && strchr(op, ','));
}

/* ---- roots ---- */

static bool
is_worth_it(const struct root_list *l, const struct root *r, uint64_t warps)
{
	/* only branches: an instruction takes its issue slot even if its guard turns lanes off */
	return r->kind == ROOT_BRANCH && r->warps > 0 &&
	       100 * r->nested >= heuristic_info[HEURISTIC_split_loss].value * root_list_all(l) &&
	       100 * r->warps >= heuristic_info[HEURISTIC_split_warps].value * warps;
}

/* Those around others come first, as in the tree. */
size_t
split_pick(const struct root_list *l, const struct simt_function *f, uint64_t warps, uint32_t *pc)
{
	uint32_t *order = calloc(l->n + 1, sizeof *order);
	size_t room = heuristic_info[HEURISTIC_split_roots].value, n = 0, taken = 0;
	bool *picked = calloc(l->n + 1, sizeof *picked);

	if (!order || !picked)
		simt_no_memory();
	/* the list has the ones with the largest loss of their own first */
	for (size_t i = 0; i < l->n && taken < room; i++)
		if (is_worth_it(l, l->root + i, warps) && split_has_sides(f, l->root[i].pc)) {
			picked[i] = true;
			taken++;
		}
	root_list_tree(l, order);
	for (size_t i = 0; i < l->n; i++) {
		bool known = false;

		for (size_t k = 0; k < n; k++)
			known = known || pc[k] == l->root[order[i]].pc;
		if (picked[order[i]] && !known)
			pc[n++] = l->root[order[i]].pc;
	}
	free(order);
	free(picked);
	return n;
}

/* ---- kernels built to read a list ---- */

bool
split_is_index(const struct workload *w, size_t launch, const struct workload_arg *a)
{
	const struct workload_case *c = &w->cases[w->launch[launch].in_case];

	return a->kind == ARG_BUFFER && !strcmp(c->buffers[a->buffer].name, "index");
}

bool
split_is_length(const struct workload_arg *a)
{
	return a->kind == ARG_VALUE && a->name && !strcmp(a->name, "index_n");
}

bool
split_is_indexed(const struct workload *w, size_t launch, uint64_t *n, struct simt_error *e)
{
	const struct workload_launch *l = &w->launch[launch];
	const struct workload_case *c = &w->cases[l->in_case];
	const struct workload_arg *index = NULL, *length = NULL;
	const struct workload_buffer *b;
	uint32_t number;

	for (size_t i = 0; i < l->nargs; i++) {
		if (split_is_index(w, launch, l->args + i))
			index = l->args + i;
		if (split_is_length(l->args + i))
			length = l->args + i;
	}
	if (!index)
		return false;
	b = &c->buffers[index->buffer];
	if (!length || length->bytes != sizeof number)
		return workload_fail(w, launch, COLUMN_args, index->at, e,
				     "a launch with a buffer 'index' needs a scalar 'index_n' of 32 bits, the length of the list");
	memcpy(&number, length->value, sizeof number);
	*n = number;
	if (index->offset || b->copy_of >= 0 || (b->type != ELEMENT_U32 && b->type != ELEMENT_S32) || b->count < number)
		return workload_fail(w, launch, COLUMN_args, index->at, e,
				     "'index' is to be a buffer of u32, with contents of its own, of at least index_n numbers");
	if (l->grid.y > 1 || l->grid.z > 1 || l->block.y > 1 || l->block.z > 1 || (uint64_t)l->grid.x * l->block.x < number)
		return workload_fail(w, launch, COLUMN_grid, 0, e,
				     "a list needs a grid and blocks of one dimension, with at least index_n threads");
	return true;
}

uint32_t *
split_index(const struct workload *w, size_t launch, const struct split_list *part, struct simt_error *e)
{
	const struct workload_launch *l = &w->launch[launch];
	const struct workload_buffer *b = NULL;
	uint32_t *own, *list = calloc(part->n + 1, sizeof *list);

	for (size_t i = 0; i < l->nargs; i++)
		if (split_is_index(w, launch, l->args + i))
			b = &w->cases[l->in_case].buffers[l->args[i].buffer];
	own = calloc(b->count + 1, sizeof *own);
	if (!own || !list)
		simt_no_memory();
	if (!generator_fill(&b->init, b->type, w->folder, own, b->count, e)) {
		free(own);
		free(list);
		return NULL;
	}
	for (size_t i = 0; i < part->n; i++)
		list[i] = own[part->thread[i]];
	free(own);
	return list;
}
