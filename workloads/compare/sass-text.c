#include "workloads/compare/sass-text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { OPCODE_BYTES = 32 };

/* Opcodes, without what follows the first '.', whose results a scoreboard tells. */
static const char *const variable[] = {"LDG",  "LDS",  "LD",    "LDL",   "LDC",  "LDSM", "ATOM",  "ATOMS", "ATOMG",
				       "MUFU", "SHFL", "I2F",   "F2I",   "F2F",  "I2FP", "S2R",   "S2UR",  "DADD",
				       "DMUL", "DFMA", "DMNMX", "DSETP", "POPC", "FLO",  "BREV",  "TEX",   "TLD",
				       "SULD", "R2UR", "REDUX", "MATCH", "CCTL", "QSPC", "HGMMA", "DMMA"};
/* Those without a destination: their first operand is read. */
static const char *const no_result[] = {"STG",  "STS", "ST",   "STL", "RED",  "REDG", "BAR",
					"EXIT", "BRA", "SUST", "BRX", "CALL", "RET"};
/* Those whose first operand is a predicate and whose second one is a register that is written. */
static const char *const second_result[] = {"SHFL", "ATOM", "ATOMG", "ATOMS", "LOP3", "MATCH"};
/* Those with a target. */
static const char *const jumps[] = {"BRA", "BSSY", "CALL", "BRX", "BSYNC", "BREAK", "RET", "JMP", "WARPSYNC"};

static bool
is_one(const char *opcode, const char *const *list, size_t n)
{
	const size_t bytes = strcspn(opcode, ". ,;");

	for (size_t i = 0; i < n; i++)
		if (strlen(list[i]) == bytes && !strncmp(opcode, list[i], bytes))
			return true;
	return false;
}
#define IS_ONE(opcode, list) is_one(opcode, list, sizeof(list) / sizeof *(list))

static bool
in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void
put(struct sass_registers *to, int first, unsigned long n, unsigned width)
{
	const unsigned long most = first == SASS_R ? SASS_UR : first == SASS_UR ? SASS_P - SASS_UR : SASS_UP - SASS_P;

	for (unsigned long k = n; k < n + width && k < most; k++)
		to->word[((unsigned long)first + k) / 64] |= (uint64_t)1 << ((unsigned long)first + k) % 64;
}

/* The register whose name begins at s: its first bit, its number, and where the name ends. False: there is none. */
static bool
register_at(const char *s, int *first, unsigned long *n, const char **end)
{
	const bool uniform = *s == 'U';
	char *after;

	s += uniform;
	if ((*s != 'R' && *s != 'P') || !isdigit((unsigned char)s[1]))
		return false;
	*first = *s == 'R' ? (uniform ? SASS_UR : SASS_R) : uniform ? SASS_UP : SASS_P;
	*n = strtoul(s + 1, &after, 10);
	*end = after;
	return !in_word(*after);
}

/* All registers of the text from s to `to`. */
static void
put_all(struct sass_registers *r, const char *s, const char *to, unsigned width)
{
	unsigned long n;
	const char *end;
	int first;

	for (const char *at = s; at < to; at++) {
		if ((at > s && in_word(at[-1])) || !register_at(at, &first, &n, &end))
			continue;
		put(r, first, n, first >= SASS_P ? 1 : !strncmp(end, ".64", 3) && width < 2 ? 2 : width);
		at = end - 1;
	}
}

/* Registers of a result. */
static unsigned
width_of(const char *opcode, size_t bytes)
{
	char text[OPCODE_BYTES] = "";

	memcpy(text, opcode, bytes < sizeof text ? bytes : sizeof text - 1);
	if (strstr(text, ".128") || strstr(text, "MMA"))
		return 4;
	return strstr(text, ".64") || strstr(text, ".WIDE") || text[0] == 'D' || strstr(text, ".F64.") ? 2 : 1;
}

/* Whether operand `k` (from 0) is written. */
static bool
is_written(const char *opcode, unsigned k, const char *operand, bool first_is_predicate)
{
	const bool predicate = operand[operand[0] == 'U'] == 'P';

	if (IS_ONE(opcode, no_result) || *operand == '[' || !strncmp(operand, "desc", 4) || k > 1)
		return false;
	if (k == 0)
		return true;
	if (first_is_predicate)
		return predicate || IS_ONE(opcode, second_result);
	return predicate && !strncmp(opcode, "IADD3", 5);
}

void
sass_read(const char *text, struct sass *to)
{
	const char *opcode = text, *operand;
	bool first_is_predicate;
	unsigned width;

	memset(to, 0, sizeof *to);
	if (*text == '@') {
		opcode += strcspn(text, " ");
		put_all(&to->reads, text, opcode, 1);
		opcode += strspn(opcode, " ");
	}
	operand = opcode + strcspn(opcode, " ");
	width = width_of(opcode, (size_t)(operand - opcode));
	to->variable = IS_ONE(opcode, variable);
	operand += strspn(operand, " ");
	first_is_predicate = operand[operand[0] == 'U'] == 'P';
	for (unsigned k = 0; *operand; k++) {
		const char *end = strstr(operand, ", ");
		const bool address = strchr(operand, '[') && (!end || strchr(operand, '[') < end);

		end = end ? end : operand + strlen(operand);
		if (is_written(opcode, k, operand, first_is_predicate))
			put_all(&to->writes, operand, end, width);
		else /* the values of stores and of double precision are wide; addresses say so themselves */
			put_all(&to->reads, operand, end, address || !strncmp(opcode, "IMAD", 4) ? 1 : width);
		operand = *end ? end + 2 : end;
	}
}

bool
sass_meet(const struct sass_registers *a, const struct sass_registers *b)
{
	uint64_t both = 0;

	for (int i = 0; i < SASS_WORDS; i++)
		both |= a->word[i] & b->word[i];
	return both != 0;
}

void
sass_without(struct sass_registers *a, const struct sass_registers *b)
{
	for (int i = 0; i < SASS_WORDS; i++)
		a->word[i] &= ~b->word[i];
}

bool
sass_is_move(const char *text)
{
	static const char *const moves[] = {"MOV", "UMOV", "R2UR", "CS2R"};
	const char *opcode = *text == '@' ? text + strcspn(text, " ") : text;

	opcode += strspn(opcode, " ");
	return IS_ONE(opcode, moves) || !strncmp(opcode, "IMAD.MOV", 8);
}

bool
sass_call(const char *text, uint64_t *target)
{
	static const char *const call[] = {"CALL"};
	const char *opcode = *text == '@' ? text + strcspn(text, " ") : text;
	const char *at = strstr(text, " 0x");

	opcode += strspn(opcode, " ");
	if (!IS_ONE(opcode, call) || !at)
		return false;
	*target = strtoull(at + 1, NULL, 16);
	return true;
}

bool
sass_returns(const char *text)
{
	static const char *const ret[] = {"RET"};

	return IS_ONE(text, ret); /* a guarded one may go on */
}

char *
sass_kind(const char *text, char *buf, size_t size)
{
	const char *opcode = *text == '@' ? text + strcspn(text, " ") : text;
	const char *s = text, *end;
	unsigned long number;
	size_t n = 0;
	int first;

	opcode += strspn(opcode, " ");
	while (*s && n + 1 < size) {
		const bool begins = s == text || !in_word(s[-1]);

		if (begins && register_at(s, &first, &number, &end)) {
			buf[n++] = first == SASS_R || first == SASS_UR ? 'r' : 'p';
			s = end;
		} else if (*s == 'U' && (s == opcode || !strncmp(s, "URZ", 3) || !strncmp(s, "UPT", 3))) {
			s++; /* the same on the uniform datapath */
		} else if (begins && *s == 'B' && isdigit((unsigned char)s[1])) {
			buf[n++] = 'b';
			s += 2;
		} else if (!strncmp(s, ".reuse", 6)) {
			s += 6;
		} else if (begins && s > opcode && IS_ONE(opcode, jumps) && (*s == '`' || !strncmp(s, "0x", 2))) {
			break;
		} else {
			buf[n++] = *s++;
		}
	}
	buf[n] = '\0';
	return buf;
}
