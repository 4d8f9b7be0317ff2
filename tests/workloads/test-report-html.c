/* test-report-html.c: names that somebody has chosen go into HTML and JSON as text, whatever is in them; numbers as people read them. */
#include "tests/helpers/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/plot/report-html.h"

#define FFFD "\xef\xbf\xbd"

static char *written;
static size_t bytes;

static FILE *
begin(void)
{
	FILE *out = open_memstream(&written, &bytes);

	assert_non_null(out);
	return out;
}

/* What has been written is `expected`. */
static void
end(FILE *out, const char *expected)
{
	assert_int_equal(fclose(out), 0);
	assert_string_equal(written, expected);
	free(written);
}

static void
text(const char *s, const char *expected)
{
	FILE *out = begin();

	html_text(out, s);
	end(out, expected);
}

static void
json(const char *s, const char *expected)
{
	FILE *out = begin();

	html_json(out, s);
	end(out, expected);
}

static void
text_has_no_tags(void **state)
{
	(void)state;
	text(NULL, "");
	text("", "");
	text("vecadd", "vecadd");
	text("f<int>(a && \"b\", 'c')", "f&lt;int&gt;(a &amp;&amp; &quot;b&quot;, &#39;c&#39;)");
	text("</script><!--", "&lt;/script&gt;&lt;!--");
	text("a\tb\nc", "a\tb\nc");
}

static void
text_is_utf8(void **state)
{
	(void)state;
	text("\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x89", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\x89");
	/* a byte that goes on, one that begins nothing, and a character that is cut off, also at the end */
	text("a\x80z", "a" FFFD "z");
	text("\xff", FFFD);
	text("\xc3", FFFD);
	text("\xe2\x82", FFFD FFFD);
	text("\xe2<b>", FFFD "&lt;b&gt;");
	/* longer than needed, which would hide a '<'; a surrogate; beyond the last character */
	text("\xc0\xbc", FFFD FFFD);
	text("\xe0\x80\xbc", FFFD FFFD FFFD);
	text("\xed\xa0\x80", FFFD FFFD FFFD);
	text("\xf4\x90\x80\x80", FFFD FFFD FFFD FFFD);
	text("\x01\x1b[31m\x7f", FFFD FFFD "[31m" FFFD);
}

static void
formats_are_escaped_as_a_whole(void **state)
{
	FILE *out = begin();
	char longer[3000];

	(void)state;
	html_printf(out, "%s: %d < %s", "a<b", 3, "\"&");
	end(out, "a&lt;b: 3 &lt; &quot;&amp;");
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	out = begin();
	html_printf(out, "%s", longer);
	end(out, longer);
}

static void
json_ends_no_script(void **state)
{
	(void)state;
	json(NULL, "null");
	json("", "\"\"");
	json("a\"b\\c", "\"a\\u0022b\\u005cc\"");
	json("</script>&'", "\"\\u003c/script\\u003e\\u0026\\u0027\"");
	json("\n\x01\x7f", "\"\\u000a\\u0001\\u007f\"");
	json("\xc3\xa9\x80", "\"\xc3\xa9" FFFD "\"");
}

static void
count(uint64_t value, const char *expected)
{
	FILE *out = begin();

	html_count(out, value);
	end(out, expected);
}

static void
decimals(double x, int digits, const char *expected)
{
	FILE *out = begin();

	html_decimals(out, x, digits);
	end(out, expected);
}

static void
numbers_have_commas(void **state)
{
	(void)state;
	count(0, "0");
	count(999, "999");
	count(1000, "1,000");
	count(123456, "123,456");
	count(UINT64_MAX, "18,446,744,073,709,551,615");
	decimals(1234.5678, 2, "1,234.57");
	decimals(0.5, 0, "0");
	decimals(999999.96, 1, "1,000,000.0");
	decimals(-1234, 0,
		 "\xe2\x88\x92"
		 "1,234");
	/* no minus in front of nothing */
	decimals(-0.01, 1, "0.0");
	decimals(NAN, 1, "\xe2\x80\x93");
	decimals(INFINITY, 1, "\xe2\x80\x93");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_has_no_tags),
		cmocka_unit_test(text_is_utf8),
		cmocka_unit_test(formats_are_escaped_as_a_whole),
		cmocka_unit_test(json_ends_no_script),
		cmocka_unit_test(numbers_have_commas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
