/* test-characters.c: which bytes are a character of UTF-8, and which characters control a terminal. */
#include <stdint.h>
#include <string.h>

#include "base/characters.h"
#include "tests/helpers/unit.h"

/* The first and the last character of each length, and their neighbours that are none. */
static void
bytes(void **state)
{
	static const struct {
		const char *s;
		size_t n;
	} text[] = {{"", 1},
		    {"\x7f", 1},
		    {"\x80", 0},
		    {"\xc1\xbf", 0},
		    {"\xc2\x80", 2},
		    {"\xdf\xbf", 2},
		    {"\xe0\x9f\xbf", 0},
		    {"\xe0\xa0\x80", 3},
		    {"\xed\x9f\xbf", 3},
		    {"\xed\xa0\x80", 0},
		    {"\xee\x80\x80", 3},
		    {"\xef\xbf\xbf", 3},
		    {"\xf0\x8f\xbf\xbf", 0},
		    {"\xf0\x90\x80\x80", 4},
		    {"\xf4\x8f\xbf\xbf", 4},
		    {"\xf4\x90\x80\x80", 0},
		    {"\xf5\x80\x80\x80", 0},
		    {"\xc2", 0},
		    {"\xc2"
		     "a",
		     0},
		    {"\xe2\x82", 0},
		    {"\xff", 0}};

	(void)state;
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		assert_int_equal(character_bytes(text[i].s, SIZE_MAX), text[i].n);
		if (text[i].n > 1)
			assert_int_equal(character_bytes(text[i].s, text[i].n - 1), 0);
	}
}

static void
controls(void **state)
{
	static const char *const yes[] = {"", "\x01", "\t", "\n", "\x1b[31m", "\x1f", "\x7f", "\xc2\x80", "\xc2\x9b", "\xc2\x9f"},
				 *const no[] = {" ", "~", "\xc2\xa0", "\xc3\x9b", "\xc2", "\xe2\x82\x9b"};

	(void)state;
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
		assert_true(character_controls(yes[i]));
	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		assert_false(character_controls(no[i]));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(bytes), cmocka_unit_test(controls)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
