/* The decoder and the printer against cuobjdump -sass, word by word (tests/golden/README.md), and the table of opcodes against itself. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"
#include "isa/syntax.h"

enum {
	SM = 90,
	WORD_BYTES = 20,
	LINE = 512,
	MISMATCHES_SHOWN = 20,
	MIN_WORDS = 100000,
	MIN_FORMS = 40000,
	MIN_ROW_WORDS = 100,
	FEWEST_ROW_WORDS = 5, /* of copies by tensor maps: those that ptxas made */
	FEW_ROW_WORDS =
		10, /* of UBLKCP and UBLKPF, whose words were made by hand, one bit after the other, SYNCS.EXCH, STAS, REDAS, UP2UR, UR2UP and VIMNMX with predicates */
	MIN_REFUSED = 9000
};

/* Words of flips that cuobjdump prints and that have a bit or a value without a known meaning. */
enum { KNOWN_UNKNOWN = 2432, FORMS_UNKNOWN = 0, MIN_MUTATIONS = 120000 };

/* What became of the words of a file. */
struct tally {
	unsigned words, same, different, unknown; /* unknown: cuobjdump prints them, isa_decode refuses them */
	unsigned refused, accepted;               /* of those that cuobjdump refuses */
	unsigned row[ISA_OPS];                    /* decoded, by row */
	unsigned unknown_of[ISA_OPS];             /* unknown, by the first row of their code */
	uint32_t seen[ISA_OPS][ISA_FIELDS];       /* bit v: a word of the row has value v of the field; fields of up to 32 values */
};

/* A golden file; one that ends in .gz through gzip. To be closed with close_golden(). */
static FILE *
open_golden(const char *name)
{
	const char *root = getenv("srcdir");
	char path[1100];
	FILE *f;

	snprintf(path, sizeof path, "%s/tests/golden/%s", root ? root : ".", name);
	f = fopen(path, "rb");
	if (f && strstr(name, ".gz")) {
		fclose(f);
		snprintf(path, sizeof path, "gzip -dc '%s/tests/golden/%s'", root ? root : ".", name);
		f = popen(path, "r");
	}
	if (!f)
		print_error("cannot open %s\n", path);
	assert_non_null(f);
	return f;
}

static void
close_golden(FILE *f, const char *name)
{
	assert_int_equal(strstr(name, ".gz") ? pclose(f) : fclose(f), 0);
}

/* Takes out the blanks of cuobjdump that say nothing: "c[0x0] [0x210]", "+INF , 1". */
static void
tidy(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++)
		if (*from != ' ' || (from[1] != ',' && (from[1] != '[' || to == text || to[-1] != ']')))
			*to++ = *from;
	*to = '\0';
}

static uint64_t
little_endian(const unsigned char *p, int bytes)
{
	uint64_t v = 0;

	while (bytes-- > 0)
		v = v << 8 | p[bytes];
	return v;
}

static size_t
first_row(uint64_t lo, uint64_t hi)
{
	const unsigned code = (unsigned)(lo & 0xfff) | (unsigned)(hi >> 27 & 1) << 12;
	size_t n, i = 0;
	const struct opcode *op = isa_opcodes(&n);

	while (i < n && op[i].code != code)
		i++;
	return i;
}

static void
compare(struct tally *t, uint64_t lo, uint64_t hi, uint32_t offset, const char *text)
{
	struct inst in;
	char buf[LINE];
	const bool known = isa_decode(lo, hi, offset, SM, &in);
	size_t n;

	t->words++;
	if (*text == '!') {
		t->refused++;
		if (!known)
			return;
		isa_print(&in, buf, sizeof buf);
		if (t->accepted++ < MISMATCHES_SHOWN)
			print_error("%016llx %016llx: refused by cuobjdump, here \"%s\"\n", (unsigned long long)lo,
				    (unsigned long long)hi, buf);
	} else if (!known) {
		t->unknown++;
		if (first_row(lo, hi) < ISA_OPS)
			t->unknown_of[first_row(lo, hi)]++;
	} else {
		t->row[in.op - isa_opcodes(&n)]++;
		for (int f = 0; f < ISA_FIELDS; f++)
			t->seen[in.op - isa_opcodes(&n)][f] |= UINT32_C(1) << (in.f[f] & 31);
		isa_print(&in, buf, sizeof buf);
		if (strcmp(buf, text) == 0) {
			t->same++;
			return;
		}
		if (t->different++ < MISMATCHES_SHOWN)
			print_error("%016llx %016llx: \"%s\", here \"%s\"\n", (unsigned long long)lo, (unsigned long long)hi, text,
				    buf);
	}
}

/* The next line, without its end and blanks that say nothing. */
static void
next_text(FILE *f, char *line)
{
	assert_non_null(fgets(line, LINE, f));
	line[strcspn(line, "\n")] = '\0';
	tidy(line);
}

/* Compares all words of tests/golden/<name>.bin<end> with the lines of <name>.txt<end>. */
static void
read_golden(const char *name, const char *end, struct tally *t)
{
	unsigned char word[WORD_BYTES];
	char binary[64], path[64], line[LINE];
	FILE *words, *texts;

	snprintf(binary, sizeof binary, "%s.bin%s", name, end);
	words = open_golden(binary);
	snprintf(path, sizeof path, "%s.txt%s", name, end);
	texts = open_golden(path);
	memset(t, 0, sizeof *t);
	while (fread(word, sizeof word, 1, words) == 1) {
		next_text(texts, line);
		compare(t, little_endian(word, 8), little_endian(word + 8, 8), (uint32_t)little_endian(word + 16, 4), line);
	}
	assert_null(fgets(line, sizeof line, texts));
	close_golden(words, binary);
	close_golden(texts, path);
	print_message("# %s: %u words; %u print the same, %u differ, %u have no known meaning; cuobjdump refuses %u, of which %u "
		      "decode\n",
		      name, t->words, t->same, t->different, t->unknown, t->refused, t->accepted);
}

/* Instructions of 214 public CUDA programs. */
static void
test_programs(void **state)
{
	struct tally t;

	(void)state;
	read_golden("programs", ".gz", &t);
	assert_true(t.words > 6000);
	assert_int_equal(t.same, t.words);
}

/* Every row with all that its syntax string allows: each value of each modifier. */
static bool
is_shape(const struct opcode *op, const struct syntax_item *item)
{
	return (op->traits & TRAIT_GMMA) && item->field == F_matrix;
}

static void
test_words(void **state)
{
	struct tally t;
	size_t n, missing = 0;
	const struct opcode *op = isa_opcodes(&n);

	(void)state;
	read_golden("words", ".gz", &t);
	assert_true(t.words >= MIN_WORDS);
	assert_int_equal(t.same, t.words);
	for (size_t i = 0; i < n; i++) {
		struct syntax_item item;
		int length;

		const bool few = !strncmp(op[i].name, "UBLK", 4) || !strncmp(op[i].name, "UTMA", 4) ||
				 !strcmp(op[i].name, "STAS") || !strcmp(op[i].name, "REDAS") ||
				 !strncmp(op[i].syntax, "SYNCS.EXCH", 10) || !strcmp(op[i].name, "UP2UR") ||
				 !strcmp(op[i].name, "UR2UP") || strstr(op[i].syntax, ".S16x2>{= @76*1 0}");
		const bool wide = strstr(op[i].syntax, "UIADD3.64") != NULL; /* ptxas makes the form with a constant */
		const unsigned least = wide                                                      ? 0
				       : !strncmp(op[i].name, "UTMA", 4) || op[i].code == 0x091a ? FEWEST_ROW_WORDS
				       : few                                                     ? FEW_ROW_WORDS
												 : MIN_ROW_WORDS;

		if (t.row[i] < least)
			print_error("%s, code 0x%04x: %u words\n", op[i].name, op[i].code, t.row[i]);
		assert_true(t.row[i] >= least);
		/* of the shapes that matrices of a group of warps may have, only HGMMA has all: test-exec-gmma.c has those of the others */
		for (const char *at = op[i].syntax; syntax_next(&at, &item);)
			for (unsigned v = 0; item.part == SYNTAX_FIELD && v < 1u << item.width && !is_shape(op + i, &item); v++)
				if (syntax_value(&item, v, &length) && !(t.seen[i][item.field] >> v & 1)) {
					print_error("%s, code 0x%04x: no word with %s %u\n", op[i].name, op[i].code,
						    syntax_field(item.field), v);
					missing++;
				}
	}
	assert_int_equal(missing, 0);
}

/* What ptxas makes of nearly every instruction of PTX that there is on sm_90. */
static void
test_forms(void **state)
{
	struct tally t;

	(void)state;
	read_golden("forms", ".gz", &t);
	assert_true(t.words >= MIN_FORMS);
	assert_int_equal(t.same + t.unknown, t.words);
	assert_int_equal(t.unknown, FORMS_UNKNOWN);
}

/* ---- words with one bit changed ---- */
/* The bits that mutations.txt has a line for: all but those of the control field that say when, not what. */
static int
next_bit(int bit)
{
	return bit == 104 ? 122 : bit + 1;
}

/* Does a word print as that from which it differs in one bit? cuobjdump does not print what is in a NaN, nor the factor of an RZ. */
static bool
is_silent(const struct inst *in, int bit, const char *text, const char *base)
{
	return strcmp(text, base) == 0 && !strstr(text, "NAN") && !(in->a.index == ISA_RZ && (bit == 78 || bit == 79));
}

/* Each word of mutations.bin with each of its bits changed: nothing is misread. cuobjdump saw mutation k at the offset of instruction
 * k % 48. */
static void
test_mutations(void **state)
{
	struct tally t = {.words = 0};
	unsigned char word[WORD_BYTES];
	char base[LINE], line[LINE], text[LINE];
	FILE *words = open_golden("mutations.bin"), *texts = open_golden("mutations.txt.gz");
	unsigned k = 0, silent = 0;

	(void)state;
	while (fread(word, sizeof word, 1, words) == 1) {
		const uint64_t lo = little_endian(word, 8), hi = little_endian(word + 8, 8);

		next_text(texts, base);
		for (int bit = 0; bit < 128; bit = next_bit(bit)) {
			const uint64_t l = bit < 64 ? lo ^ UINT64_C(1) << bit : lo,
				       h = bit < 64 ? hi : hi ^ UINT64_C(1) << (bit - 64);
			const uint32_t offset = k++ % 48 * ISA_INST_BYTES;
			struct inst in;

			next_text(texts, line);
			if (*line == '=')
				strcpy(line, base);
			compare(&t, l, h, offset, line);
			if (isa_decode(l, h, offset, SM, &in)) {
				isa_print(&in, text, sizeof text);
				silent += is_silent(&in, bit, text, base);
			}
		}
	}
	assert_null(fgets(line, sizeof line, texts));
	close_golden(words, "mutations.bin");
	close_golden(texts, "mutations.txt.gz");
	print_message(
		"# mutations: %u words; %u print the same, %u differ, %u are refused here only; cuobjdump refuses %u, of which %u "
		"decode; %u print as the word they come from\n",
		t.words, t.same, t.different, t.unknown, t.refused, t.accepted, silent);
	assert_true(t.words >= MIN_MUTATIONS);
	assert_int_equal(t.different, 0);
	assert_int_equal(t.accepted, 0);
	assert_int_equal(silent, 0);
}

/* Any bit of any word changed, without cuobjdump: what is accepted prints otherwise. */
static void
test_bits_count(void **state)
{
	enum { EVERY = 31 };
	unsigned char word[WORD_BYTES];
	char base[LINE], text[LINE];
	FILE *words = open_golden("words.bin.gz");
	unsigned changed = 0, silent = 0;

	(void)state;
	for (unsigned n = 0; fread(word, sizeof word, 1, words) == 1; n++) {
		const uint64_t lo = little_endian(word, 8), hi = little_endian(word + 8, 8);
		const uint32_t offset = (uint32_t)little_endian(word + 16, 4);
		struct inst in;

		if (n % EVERY)
			continue;
		assert_true(isa_decode(lo, hi, offset, SM, &in));
		isa_print(&in, base, sizeof base);
		for (int bit = 0; bit < 128; bit = next_bit(bit)) {
			const uint64_t l = bit < 64 ? lo ^ UINT64_C(1) << bit : lo,
				       h = bit < 64 ? hi : hi ^ UINT64_C(1) << (bit - 64);

			if (!isa_decode(l, h, offset, SM, &in))
				continue;
			changed++;
			isa_print(&in, text, sizeof text);
			if (is_silent(&in, bit, text, base) && silent++ < MISMATCHES_SHOWN)
				print_error("%016llx %016llx, bit %d: still \"%s\"\n", (unsigned long long)lo,
					    (unsigned long long)hi, bit, base);
		}
	}
	close_golden(words, "words.bin.gz");
	print_message("# %u accepted words with a bit changed\n", changed);
	assert_int_equal(silent, 0);
}

/* Words with stray bits: never misread, refused where cuobjdump refuses them or where nobody knows what the bits mean. */
static void
test_flips(void **state)
{
	struct tally t;
	size_t n;
	const struct opcode *op = isa_opcodes(&n);

	(void)state;
	read_golden("flips", ".gz", &t);
	for (size_t i = 0; i < n; i++)
		if (t.unknown_of[i])
			print_message("#   no known meaning: %s, code 0x%04x: %u words\n", op[i].name, op[i].code, t.unknown_of[i]);
	assert_int_equal(t.different, 0);
	assert_true(t.refused >= MIN_REFUSED);
	assert_int_equal(t.accepted, 0);
	assert_int_equal(t.unknown, KNOWN_UNKNOWN);
}

/* ---- the table ---- */
/* Are there no values that two parts at the same place, of which one is a field, both know? */
static bool
no_common_value(const struct syntax_item *x, const struct syntax_item *y)
{
	int length;

	if (x->part == SYNTAX_FIELD && y->part == SYNTAX_FIXED && x->bit == y->bit && x->width == y->width)
		return !syntax_value(x, y->value, &length);
	if (x->part != SYNTAX_FIELD || y->part != SYNTAX_FIELD || x->bit != y->bit || x->width != y->width)
		return false;
	for (unsigned v = 0; v < 1u << x->width; v++)
		if (syntax_value(x, v, &length) && syntax_value(y, v, &length))
			return false;
	return true;
}

/* Does one row have a predicate that is not PT where the other has PT? */
static bool
not_pt(const struct syntax_item *x, const struct syntax_item *y)
{
	return x->part == SYNTAX_OPERAND && (x->role == ROLE_P0 || x->role == ROLE_P1) && x->always && y->part == SYNTAX_FIXED &&
	       y->bit <= x->bit && x->bit + 3 <= y->bit + y->width && (y->value >> (x->bit - y->bit) & ISA_PT) == ISA_PT;
}

/* Do two rows of one code demand different values of some bits? */
static bool
are_apart(const struct opcode *a, const struct opcode *b)
{
	struct syntax_item x, y;

	for (const char *at = a->syntax; syntax_next(&at, &x);)
		for (const char *bt = b->syntax; syntax_next(&bt, &y);)
			if (no_common_value(&x, &y) || no_common_value(&y, &x) || not_pt(&x, &y) || not_pt(&y, &x) ||
			    (x.part == SYNTAX_FIXED && y.part == SYNTAX_FIXED && x.bit == y.bit && x.width == y.width &&
			     x.value != y.value))
				return true;
	return false;
}

static void
test_overlap(void **state)
{
	size_t n;
	const struct opcode *op = isa_opcodes(&n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++) {
			const bool same_code =
				op[i].code == op[j].code && op[i].sm_min <= op[j].sm_max && op[j].sm_min <= op[i].sm_max;

			if (same_code && !are_apart(&op[i], &op[j]))
				print_error("%s and %s: both match code 0x%04x\n", op[i].name, op[j].name, op[i].code);
			assert_true(!same_code || are_apart(&op[i], &op[j]));
		}
}

/* What the rows say is well formed: this walks every part of every syntax string, which asserts. */
static void
test_rows(void **state)
{
	struct syntax_item item;
	size_t n;
	const struct opcode *op = isa_opcodes(&n);

	(void)state;
	assert_int_equal(n, ISA_OPS);
	for (size_t i = 0; i < n; i++) {
		const size_t length = strlen(op[i].name);
		const bool is_control = op[i].flow != FLOW_NONE && op[i].flow != FLOW_MEMORY && op[i].flow != FLOW_GMMA;

		assert_int_equal(strncmp(op[i].syntax, op[i].name, length), 0);
		assert_true(op[i].code < 1 << 13 && op[i].pipe < ISA_PIPES && op[i].sm_min <= op[i].sm_max && *op[i].doc);
		assert_true(is_control == (op[i].exec == NULL));
		for (const char *at = op[i].syntax; syntax_next(&at, &item);) {
			assert_true(item.bit < 128 && item.bit + item.width <= 128);
			if (item.part == SYNTAX_FIELD) {
				int values = 1;

				for (int k = 0; k < item.length; k++)
					values += item.text[k] == '|';
				assert_int_equal(values, 1 << item.width);
			}
		}
	}
	assert_string_equal(isa_pipe_name(PIPE_alu), "alu");
}

/* ---- what executors and scoreboards read ---- */
static struct inst
decoded(uint64_t lo, uint64_t hi, const char *text)
{
	struct inst in;
	char buf[LINE];

	assert_true(isa_decode(lo, hi, 0x100, SM, &in));
	isa_print(&in, buf, sizeof buf);
	assert_string_equal(buf, text);
	return in;
}

static void
test_registers(void **state)
{
	struct inst in = decoded(0x000000040a0a7825, 0x000fc800078e020c, "IMAD.WIDE R10, R10, 0x4, R12");

	(void)state;
	assert_int_equal(in.nd, 2);
	assert_int_equal(in.na, 1);
	assert_int_equal(in.nb, 0);
	assert_int_equal(in.nc, 2);
	in = decoded(0x000000060c0c7981, 0x000ea2000c1e1d00, "LDG.E.128 R12, desc[UR6][R12.64]");
	assert_int_equal(in.nd, 4);
	assert_int_equal(in.na, 2);
	assert_int_equal(in.desc, 6);
	assert_int_equal(in.f[F_size], 6);
	assert_int_equal(in.wbar, 2);
	in = decoded(0x0002001002007986, 0x000fe2000c101b04, "STG.E.64 desc[UR4][R2.64+0x200], R16");
	assert_int_equal(in.nd, 0);
	assert_int_equal(in.na, 2);
	assert_int_equal(in.nb, 2);
	assert_int_equal(in.b.index, 16);
	assert_int_equal(in.displacement, 0x200);
	in = decoded(0x0084007c09009988, 0x000fe20008000804, "@!P1 STS [R9+UR4+0x8400], R124");
	assert_int_equal(in.guard, 9);
	assert_int_equal(in.c.kind, SRC_UREG);
	assert_int_equal(in.c.index, 4);
	assert_int_equal(in.b.index, 124);
}

static void
test_targets(void **state)
{
	struct inst in = decoded(0x0000000000f00947, 0x000fea0003800000, "@P0 BRA 0x4d0");

	(void)state;
	assert_int_equal(in.target, 0x4d0);
	in = decoded(0x000001e000017945, 0x000fe20003800000, "BSSY B1, 0x2f0");
	assert_int_equal(in.barrier, 1);
	assert_int_equal(in.target, 0x2f0);
	/* before the function, and between two instructions */
	assert_false(isa_decode(0xfffffffc00b40947, 0x000fea000383ffff, 0x10, SM, &in));
	assert_false(isa_decode(0x0000000000f10947, 0x000fea0003800000, 0x100, SM, &in));
}

static void
test_refused(void **state)
{
	struct inst in;

	(void)state;
	assert_true(isa_decode(0x0000000000007918, 0x000fc00000000000, 0, SM, &in));
	assert_false(isa_decode(0x0000000000007918, 0x000fc00000000000, 0, SM - 1, &in)); /* another architecture */
	assert_false(isa_decode(0x0000000000007fff, 0x000fc00000000000, 0, SM, &in));     /* no such opcode */
	assert_false(isa_decode(0x0000000100007918, 0x000fc00000000000, 0, SM, &in));     /* a stray bit */
	assert_false(isa_decode(0x0000000000007918, 0x000fe00000000000, 0, SM, &in));     /* no stall and no hint */
	assert_false(isa_decode(0x0000000000007918, 0x000f800000000000, 0, SM, &in));     /* scoreboard 6 */
	/* by name: an instruction that no row has, a form that none has, and what is none at all */
	assert_false(isa_decode(0x0000000e1010723d, 0x000fe20000015404, 0, SM, &in));
	assert_string_equal(isa_name(0x0000000e1010723d, 0x000fe20000015404), "BMMA");
	assert_false(isa_decode(0x0000000000007b43, 0x000fea0003800000, 0, SM, &in));
	assert_string_equal(isa_name(0x0000000000007b43, 0x000fea0003800000), "CALL");
	assert_null(isa_name(0x0000000000007fff, 0x000fc00000000000));
	for (size_t i = 0; isa_refused(i); i++)
		assert_true(*isa_refused(i));
}

/* A buffer that is too small is filled, ended and outgrown. */
static void
test_small_buffer(void **state)
{
	struct inst in = decoded(0x0000000000f00947, 0x000fea0003800000, "@P0 BRA 0x4d0");
	char buf[8] = "unused";

	(void)state;
	assert_int_equal(isa_print(&in, buf, 0), 13);
	assert_string_equal(buf, "unused");
	assert_int_equal(isa_print(&in, buf, sizeof buf), 13);
	assert_string_equal(buf, "@P0 BRA");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),       cmocka_unit_test(test_overlap), cmocka_unit_test(test_programs),
		cmocka_unit_test(test_words),      cmocka_unit_test(test_forms),   cmocka_unit_test(test_mutations),
		cmocka_unit_test(test_bits_count), cmocka_unit_test(test_flips),   cmocka_unit_test(test_registers),
		cmocka_unit_test(test_targets),    cmocka_unit_test(test_refused), cmocka_unit_test(test_small_buffer),
	};

	return cmocka_run_group_tests_name("decoder and printer", tests, NULL, NULL);
}
