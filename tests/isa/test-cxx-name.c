/* Names of C++: which texts mean a kernel, and of which types its parameters are. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/cxx-name.h"

static const char tk[] = "_Z2tkIsLi3EEvPT_PKS0_i", moded[] = "_ZN5outer5inner5modedIL4mode1ELj7E4pairEEvPdT1_";

static void
test_names(void **state)
{
	static const struct {
		const char *symbol, *name, *signature;
	} want[] = {
		{tk, "tk<short, 3>", "tk<short, 3>(short*, short const*, int)"},
		{moded, "outer::inner::moded<(mode)1, 7u, pair>", "outer::inner::moded<(mode)1, 7u, pair>(double*, pair)"},
		{"_Z5helloPf", "hello", "hello(float*)"},
		{"_ZN5inner6lonelyEi", "inner::lonely", "inner::lonely(int)"},
		{"_Z1kv", "k", "k()"},
		{"_ZL5table", "table", "table"}, /* a variable */
		{"_ZN5inner5tableE", "inner::table", "inner::table"},
		{"vecadd", "vecadd", "vecadd"},
		{"_Zebra", "_Zebra", "_Zebra"},
		{"_Z", "_Z", "_Z"},
		{"", "", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		struct cxx_name n;

		cxx_name_make(&n, want[i].symbol);
		assert_string_equal(n.name, want[i].name);
		assert_string_equal(n.label, want[i].name);
		assert_string_equal(n.signature, want[i].signature);
		cxx_name_free(&n);
	}
}

static void
test_keys(void **state)
{
	static const char *const same[][2] = {
		{"tk<short, 3>", "tk<short 3>"},
		{"tk<short,3>", " tk < short , 3 >"},
		{"tk<short, (int)3>", "tk<short, 3>"},
		{"k<-3, 7u, 8ul>", "k<(long)-3, 7, 8>"},
		{"k<(outer::mode)1>", "k<1>"},
		{"void k(int)", "k(int)"},
		{"k(const short *, int)", "k(short const*, int)"},
		{"k(const unsigned int *)", "k(unsigned int const*)"},
		{"k(const a::b<int, 3> &)", "k(a::b<int, 3> const&)"},
	};
	static const char *const different[][2] = {
		{"k<int>", "k<unsigned int>"},         {"k<13>", "k<1, 3>"}, {"k1", "k1u"}, {"longname", "long name"},
		{"k(short*const)", "k(const short*)"}, {"k<a>", "k(a)"},
	};

	(void)state;
	for (int equal = 0; equal < 2; equal++)
		for (size_t i = 0; i < (equal ? sizeof same / sizeof *same : sizeof different / sizeof *different); i++) {
			const char *const *pair = equal ? same[i] : different[i];
			char *a = cxx_key(pair[0]), *b = cxx_key(pair[1]);

			if ((strcmp(a, b) == 0) != equal)
				print_error("'%s' '%s': '%s' '%s'\n", pair[0], pair[1], a, b);
			assert_int_equal(strcmp(a, b) == 0, equal);
			free(a);
			free(b);
		}
}

static void
test_matches(void **state)
{
	static const struct {
		const char *symbol, *text;
		bool is, like;
	} want[] = {
		{tk, "tk", true, true},
		{tk, "tk<short, 3>", true, true},
		{tk, "tk<short,3>(short*, short const*, int)", true, true},
		{tk, "tk<short, 4>", false, false},
		{tk, "tk<short", false, false},
		{tk, "t", false, false},
		{tk, "k", false, false},
		{tk, "", false, false},
		{tk, "tk<*, 3>", false, true},
		{tk, "tk<*, 4>", false, false},
		{tk, "t?", false, true},
		{tk, "*int)", false, true},
		{moded, "moded", true, true},
		{moded, "inner::moded", true, true},
		{moded, "outer::inner::moded", true, true},
		{moded, "outer::moded", false, false},
		{moded, "inner", false, false},
		{moded, "moded<1, 7, pair>", true, true},
		{moded, "inner::moded<1, 7, pair>(double*, pair)", true, true},
		{moded, "inner::*", false, true},
		{"vecadd", "vecadd", true, true},
		{"vecadd", "vec[ab]dd", false, true},
		{"vecadd", "vec", false, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		char *key = cxx_key(want[i].text);
		struct cxx_name n;

		cxx_name_make(&n, want[i].symbol);
		if (cxx_name_is(&n, key) != want[i].is || cxx_name_like(&n, want[i].text) != want[i].like)
			print_error("%s: '%s'\n", want[i].symbol, want[i].text);
		assert_int_equal(cxx_name_is(&n, key), want[i].is);
		assert_int_equal(cxx_name_like(&n, want[i].text), want[i].like);
		cxx_name_free(&n);
		free(key);
	}
}

/* "*s16" for a pointer to them, "f32x4" for four, "?" for what nobody knows. */
static void
spell(const struct cxx_type *t, char *text)
{
	text += sprintf(text, "%s", t->pointer ? "*" : "");
	if (t->kind == CXX_OTHER)
		sprintf(text, "?");
	else
		text += sprintf(text, "%c%u", "?suf"[t->kind], 8 * t -> bytes);
	if (t->numbers != 1)
		sprintf(text, "x%u", t->numbers);
}

static void
test_types(void **state)
{
	static const struct {
		const char *symbol, *types;
	} want[] = {
		{tk, "*s16 *s16 s32 "},
		{moded, "*f64 ? "},
		{"_Z5scaleP6float4fhlbcmx", "*f32x4 f32 u8 s64 u8 s8 u64 s64 "},
		{"_Z5scaleP4pair4int2PPfPv", "*? s32x2 *? *? "},
		{"_Z1kP6__halfKfd", "*u16 f32 f64 "},
		{"_Z1kIJifEEvDpT_", ""}, /* nobody knows how many */
		{"_Z1kv", ""},
		{"_ZL5table", ""},
		{"vecadd", ""},
	};
	enum { MOST = 8 };
	struct cxx_type type[MOST];

	(void)state;
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		size_t n = cxx_params(want[i].symbol, type, MOST);
		char text[200] = "";

		for (size_t k = 0; k < n; k++) {
			spell(type + k, text + strlen(text));
			strcat(text, " ");
		}
		assert_string_equal(text, want[i].types);
	}
	assert_int_equal(cxx_params("_Z1kiiiiiiii", type, MOST), MOST);
	assert_int_equal(cxx_params("_Z1kiiiiiiiii", type, MOST), 0);
}

/* Symbols that nobody made: too long, too deep, of parts that double, and cut anywhere. What is no name stays as it is. */
static void
test_hostile(void **state)
{
	char s[9000], *at = s;
	struct cxx_type type[4];
	struct cxx_name n;

	(void)state;
	for (int form = 0; form < 4; form++) {
		at = s + sprintf(s, "_Z1f");
		for (int i = 0; i < (form ? 120 : 8000); i++)
			at += sprintf(at, "%s", form == 2 ? "I" : "P");
		if (form == 3) { /* each pair has twice what the one before it has */
			at = s + sprintf(s, "_Z1f4pairIiiE");
			for (int i = 0; i < 30; i++)
				at += sprintf(at, "S_IS%c_S%c_E", i < 10 ? '0' + i : 'A' + i - 10, i < 10 ? '0' + i : 'A' + i - 10);
		}
		sprintf(at, "i");
		cxx_name_make(&n, s);
		assert_true(strlen(n.label) <= CXX_LABEL_MAX);
		assert_true(strlen(n.signature) < 1000000);
		if (!form)
			assert_string_equal(n.name, s);
		cxx_name_free(&n);
		cxx_params(s, type, 4);
	}
	for (size_t i = 0; i <= sizeof moded; i++) {
		snprintf(s, sizeof s, "%.*s", (int)i, moded);
		cxx_name_make(&n, s);
		assert_true(n.plain <= n.named && n.named <= strlen(n.key));
		cxx_name_free(&n);
		cxx_params(s, type, 4);
	}
}

/* A name of which a message could not hold all. */
static void
test_label(void **state)
{
	char s[2000], *at = s + sprintf(s, "_ZN5outer1kI");
	struct cxx_name n;

	(void)state;
	for (int i = 0; i < 40; i++)
		at += sprintf(at, "4pair");
	sprintf(at, "EEvv");
	cxx_name_make(&n, s);
	assert_true(strlen(n.name) > CXX_LABEL_MAX);
	assert_string_equal(n.label, "outer::k<...>");
	cxx_name_free(&n);
	memset(s, 'k', 500);
	s[500] = '\0';
	cxx_name_make(&n, s);
	assert_int_equal(strlen(n.label), CXX_LABEL_MAX);
	assert_string_equal(n.label + CXX_LABEL_MAX - 4, "k...");
	cxx_name_free(&n);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names), cmocka_unit_test(test_keys),    cmocka_unit_test(test_matches),
		cmocka_unit_test(test_types), cmocka_unit_test(test_hostile), cmocka_unit_test(test_label),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
