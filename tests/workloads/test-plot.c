/* What simt-plot is made of: a table is read and filtered, its rows are summed up, and the script for gnuplot shows names as they are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/helpers/unit.h"
#include "workloads/plot/script.h"

/* ---- tables ---- */

static struct simt_error error;

/* The table of a text, by way of a file. NULL: `error` says why not. */
static struct plot_table *
table(const char *text)
{
	char name[] = "/tmp/test-plot-XXXXXX";
	const int f = mkstemp(name);
	struct plot_table *t;

	assert_true(f >= 0 && write(f, text, strlen(text)) == (ssize_t)strlen(text) && close(f) == 0);
	error = (struct simt_error){.status = SIMT_OK};
	t = plot_table_read(name, false, &error);
	unlink(name);
	return t;
}

/* How many rows are kept with these filters; 0: `error` says why. */
static size_t
kept(const char *text, const char *const *filter, size_t n)
{
	struct plot_table *t = table(text);
	size_t rows = 0;

	assert_non_null(t);
	if (plot_table_filter(t, filter, n, &error))
		for (size_t i = 0; i < t->file->nrows; i++)
			rows += t->kept[i];
	plot_table_free(t);
	return rows;
}

#define KEPT(text, ...) \
	kept(text, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void
said(const char *words)
{
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
}

static void
columns(void **state)
{
	struct plot_table *t = table("warp_size,Bank issue,baseline_speedup,speedup\n8,skip,1,2\n");

	(void)state;
	assert_int_equal(plot_table_find(t, "warp_size"), 0);
	assert_int_equal(plot_table_find(t, "warp-size"), 0);
	assert_int_equal(plot_table_find(t, "bank_issue"), 1);
	assert_int_equal(plot_table_find(t, "warp"), 0);
	assert_int_equal(plot_table_find(t, "speed-up"), 2);
	assert_int_equal(plot_table_find(t, "speedup"), 3);
	assert_int_equal(plot_table_find(t, "war"), -1);
	assert_int_equal(plot_table_column(t, "--x", "wrap", &error), -1);
	said("--x wrap: ");
	said("did you mean 'warp'?");
	error.status = SIMT_OK;
	assert_int_equal(plot_table_column(t, "--x", "nothing_like_it", &error), -1);
	said("it has warp_size, Bank issue, baseline_speedup, speedup");
	plot_table_free(t);
	/* a short name passes over empty columns, unless there is no other */
	t = table("baseline_speedup,speedup\n,1\n");
	assert_int_equal(plot_table_find(t, "speed-up"), 1);
	plot_table_free(t);
	t = table("baseline_speedup,speedup\n,\n");
	assert_int_equal(plot_table_find(t, "speed-up"), 0);
	plot_table_free(t);
	t = table("baseline_speedup,speed_up\n,1\n");
	assert_int_equal(plot_table_find(t, "speed-up"), 1);
	plot_table_free(t);
}

static void
no_table(void **state)
{
	(void)state;
	assert_null(table(""));
	assert_null(table("a,b\n"));
	said("the table has no rows");
	assert_null(table("a,b\n1\n"));
	assert_null(plot_table_read("/dev/null/none", false, &error));
	error.status = SIMT_OK;
	assert_null(plot_table_read("/dev/shm", false, &error));
	said("has no results.csv");
}

static void
numbers(void **state)
{
	static const char *const good[] = {"0", "-1.5", "+2", "1e3", "1E-3", ".5", "5."}, *const bad[] = {"",      " 1",  "1 ",
													  "nan",   "inf", "0x10",
													  "1e999", "1e",  "-",
													  "1,5",   "12k"};
	double x;

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		assert_true(plot_number(good[i], &x));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(plot_number(bad[i], &x));
}

static void
filters(void **state)
{
	static const char text[] = "name,n\na,8\nb,16\nab,16.0\n,32\n";

	(void)state;
	assert_int_equal(KEPT(text, "name=a"), 1);
	assert_int_equal(KEPT(text, "name=a*"), 2);
	assert_int_equal(KEPT(text, "name!=a*"), 2);
	assert_int_equal(KEPT(text, "name="), 1);
	/* those of one column are alternatives; of two columns both have to hold */
	assert_int_equal(KEPT(text, "name=a", "name=b"), 2);
	assert_int_equal(KEPT(text, "name=a*", "n=16"), 1);
	assert_int_equal(KEPT(text, "name!=a", "name!=b"), 2);
	/* numbers are equal whatever they look like */
	assert_int_equal(KEPT(text, "n=16"), 2);
	assert_int_equal(KEPT(text, "n<16"), 1);
	assert_int_equal(KEPT(text, "n<=16"), 3);
	assert_int_equal(KEPT(text, "n>16"), 1);
	assert_int_equal(KEPT(text, "n>=16"), 3);
	assert_int_equal(KEPT(text, "name=A"), 0);
	said("did you mean 'a'?");
	assert_int_equal(KEPT(text, "n>32"), 0);
	said("--where n>32: no row of ");
	assert_int_equal(KEPT(text, "n>x"), 0);
	said("'x' is not a number");
	assert_int_equal(KEPT(text, "name"), 0);
	said("COLUMN=VALUE");
	assert_int_equal(KEPT(text, "nam=a"), 0);
	said("did you mean 'name'?");
	assert_int_equal(KEPT(text, "name=a", "n=16"), 0);
	said("no row fits all filters");
}

static void
failures(void **state)
{
	static const char text[] = "n,status,error\n1,ok,\n2,fault,broken\n3,,\n4,mismatch,wrong\n";
	struct plot_table *t = table(text);

	(void)state;
	assert_true(plot_table_filter(t, NULL, 0, &error));
	assert_true(t->kept[0] && !t->kept[1] && t->kept[2] && !t->kept[3]);
	assert_int_equal(t->failed, 2);
	plot_table_free(t);
	assert_int_equal(KEPT(text, "status=mismatch"), 1);
	assert_int_equal(KEPT(text, "n=2"), 0);
	said("points that failed");
}

static void
origin(void **state)
{
	static const char text[] = "# version: 0.1.0 \r\n#date:2026-11-26\n# machine: none\nmachine,n\nh200,1\ntiny,2\nh200,3\n";
	struct plot_table *t = table(text);
	char *s;

	(void)state;
	assert_string_equal(s = plot_table_said(t, "version"), "0.1.0");
	free(s);
	assert_string_equal(s = plot_table_said(t, "date"), "2026-11-26");
	free(s);
	/* a column says more than a comment */
	assert_string_equal(s = plot_table_said(t, "machine"), "h200, tiny");
	free(s);
	assert_null(plot_table_said(t, "vers"));
	plot_table_free(t);
}

/* ---- points ---- */

static struct plot_table *last_table;

/* The points of a request; NULL: `error` says why not. points_free ends it. */
static struct plot_points *
points(const char *text, struct plot_request r)
{
	last_table = table(text);
	assert_non_null(last_table);
	return plot_points_make(last_table, &r, &error);
}

static void
points_free(struct plot_points *p)
{
	plot_points_free(p);
	plot_table_free(last_table);
}

static void
no_points(const char *text, struct plot_request r, const char *words)
{
	assert_null(points(text, r));
	said(words);
	points_free(NULL);
}

static void
summaries(void **state)
{
	double one[] = {3}, odd[] = {9, 1, 4}, even[] = {4, 1, 2, 100};
	struct plot_summary s = plot_summarise(one, 0);

	(void)state;
	assert_int_equal(s.count, 0);
	s = plot_summarise(one, 1);
	assert_true(s.count == 1 && s.least == 3 && s.median == 3 && s.most == 3);
	s = plot_summarise(odd, 3);
	assert_true(s.count == 3 && s.least == 1 && s.median == 4 && s.most == 9);
	s = plot_summarise(even, 4);
	assert_true(s.count == 4 && s.least == 1 && s.median == 3 && s.most == 100);
}

static void
places(void **state)
{
	static const char text[] = "x,y,by,f\n16,1,b,p\n8.0,2,b,p\n8,4,b,p\n32,,b,p\n16,5,a,q\n";
	struct plot_points *p = points(text, (struct plot_request){.x = "x", .y = "y", .by = "by", .facet = "f"});

	(void)state;
	assert_non_null(p);
	/* numbers go up, names are as the table has them; 8 and 8.0 are one; the empty y has no place */
	assert_int_equal(p->kind, PLOT_LINES);
	assert_int_equal(p->x.n, 2);
	assert_true(p->x.number[0] == 8 && p->x.number[1] == 16);
	assert_string_equal(p->by.text[0], "b");
	assert_string_equal(p->facet.text[1], "q");
	assert_true(plot_at(p, 0, 0, 0)->count == 2 && plot_at(p, 0, 0, 0)->median == 3);
	assert_true(plot_at(p, 0, 0, 1)->median == 1 && plot_at(p, 1, 1, 1)->median == 5);
	assert_int_equal(plot_at(p, 1, 0, 0)->count, 0);
	assert_true(p->rows == 4 && p->empty == 1 && p->most_rows == 2 && p->spread && p->least == 1 && p->most == 5);
	assert_null(p->varies);
	points_free(p);
	p = points("point,x,y,case,a__b,banks,variant\n1,1,1,p,1,2,v\n2,1,2,q,2,2,v\n1,2,2,q,2,4,w\n",
		   (struct plot_request){.x = "x", .y = "y"});
	assert_string_equal(p->varies, "case");
	points_free(p);
	p = points("x,y\nb,1\na,1\n", (struct plot_request){.x = "x", .y = "y"});
	assert_true(p->kind == PLOT_BARS && !p->spread && !p->by.name && p->by.n == 1);
	assert_string_equal(p->x.text[0], "b");
	points_free(p);
}

/* Rows of cases and of their launches are not mixed, and of a long table one metric is drawn. */
static void
long_tables(void **state)
{
	static const char text[] =
		"case,launch,id,metric,unit,value\na,,,m.sum,ns,10\na,,,sm__cycles_elapsed.max,cycle,7\na,k,0,m.sum,ns,4\n"
		"a,k,1,m.sum,ns,6\n";
	struct plot_points *p = points(text, (struct plot_request){.x = "case", .y = "m.sum"});

	(void)state;
	assert_true(p->rows == 1 && p->least == 10);
	assert_string_equal(p->unit, "ns");
	points_free(p);
	p = points(text, (struct plot_request){.x = "id", .y = "m.sum"});
	assert_true(p->rows == 2 && p->least == 4 && p->most == 6);
	points_free(p);
	p = points(text, (struct plot_request){.x = "case", .y = "cycles"});
	assert_true(p->rows == 1 && p->least == 7);
	assert_string_equal(p->y, "sm__cycles_elapsed.max");
	points_free(p);
	no_points(text, (struct plot_request){.x = "case", .y = "m.sun"}, "did you mean 'm.sum'?");
}

static void
tornados(void **state)
{
	static const char text[] = "parameter,low,high,effect\nsmall,-1,1,2\nnone,0,0,0\nlarge,5,-1,-6\n";
	struct plot_points *p = points(text, (struct plot_request){.kind = PLOT_AUTO, .height = 450});

	(void)state;
	assert_int_equal(p->kind, PLOT_TORNADO);
	assert_true(p->x.n == 2 && p->without_effect == 1);
	assert_string_equal(p->x.text[0], "large");
	assert_true(plot_at(p, 0, 0, 0)->median == 5 && plot_at(p, 0, 1, 0)->median == -1);
	points_free(p);
	p = points(text, (struct plot_request){.kind = PLOT_AUTO, .height = 110});
	assert_true(p->x.n == 1 && p->smaller == 1 && p->without_effect == 1);
	assert_string_equal(p->x.text[0], "large");
	points_free(p);
	/* rows of all cases are drawn, or those of a case that a filter names; a side that was not measured has no bar; one without both no row */
	p = points("# measured: change (%)\nparameter,low,high,effect,case\na,-1,1,1,\nb,,4,4,\nc,,,,\na,7,9,9,one\n",
		   (struct plot_request){.kind = PLOT_AUTO, .height = 450});
	assert_true(p->x.n == 2 && p->without_effect == 0);
	assert_string_equal(p->x.text[0], "b");
	assert_string_equal(p->y, "change (%)");
	assert_true(plot_at(p, 0, 0, 0)->median == 0 && plot_at(p, 0, 1, 0)->median == 4);
	points_free(p);
	p = points(
		"parameter,low,high,effect,case\na,-1,1,1,\na,7,9,9,one\n",
		(struct plot_request){.kind = PLOT_AUTO, .height = 450, .where = (const char *const[]){"case=one"}, .nwhere = 1});
	assert_true(p->x.n == 1 && plot_at(p, 0, 0, 0)->median == 7);
	assert_string_equal(p->y, "effect");
	points_free(p);
	/* a narrow picture has fewer rows, since its caption has more lines */
	p = points(text, (struct plot_request){.kind = PLOT_AUTO, .height = 150, .width = 720});
	assert_int_equal(p->x.n, 2);
	points_free(p);
	p = points(text, (struct plot_request){.kind = PLOT_AUTO, .height = 150, .width = 340});
	assert_int_equal(p->x.n, 1);
	points_free(p);
	no_points("parameter,low,high\na,x,1\n", (struct plot_request){.kind = PLOT_TORNADO}, ":2:3: column 'low' has 'x'");
	no_points("parameter,low\na,1\n", (struct plot_request){.kind = PLOT_TORNADO}, "high");
	no_points(text, (struct plot_request){.kind = PLOT_TORNADO, .x = "low"}, "a tornado has no --x");
}

static void
fronts(void **state)
{
	static const char text[] =
		"# cost name: lanes\n# metric: time of it\ncase,cost,measured,front\n,1,9,yes\n,2,10,no\n,2,12,no\n,2,5,yes\n"
		"one,1,8,yes\n";
	struct plot_points *p = points(text, (struct plot_request){.kind = PLOT_AUTO});

	(void)state;
	assert_true(p->kind == PLOT_LINES && p->rows == 4 && p->front == 1);
	assert_string_equal(p->by.text[0], "on the front");
	assert_string_equal(p->by.text[1], "not on it");
	assert_string_equal(p->x.name, "lanes");
	assert_string_equal(p->y, "time of it");
	assert_true(plot_at(p, 0, 0, 1)->median == 5 && plot_at(p, 0, 1, 1)->median == 11);
	points_free(p);
	p = points(text, (struct plot_request){.kind = PLOT_PARETO, .facet = "case"});
	assert_true(p->rows == 1 && p->facet.n == 1);
	points_free(p);
	no_points("cost,measured\n1,1\n", (struct plot_request){.kind = PLOT_PARETO}, "front");
}

static void
refusals(void **state)
{
	static const char text[] = "x,y,s\n0,1,a\n1,-2,b\n";
	char many[64 * 16] = "x,y\n";

	(void)state;
	no_points(text, (struct plot_request){.x = "x"}, "--x and --y have to name");
	no_points(text, (struct plot_request){.x = "x", .y = "s"}, ":2:5: column 's' has 'a', which is not a number");
	no_points(text, (struct plot_request){.x = "x", .y = "y", .log_x = true}, "--log x: column 'x' has 0");
	no_points(text, (struct plot_request){.x = "x", .y = "y", .log_y = true}, "--log y: 'y' has -2");
	no_points(text, (struct plot_request){.x = "s", .y = "y", .log_x = true}, "is not of numbers");
	no_points(text, (struct plot_request){.x = "x", .y = "y", .kind = PLOT_HEAT}, "--kind heat needs --by");
	no_points("x,y\n1,\n", (struct plot_request){.x = "x", .y = "y"}, "no row is left");
	for (int i = 0; i <= PLOT_LINES_MOST; i++)
		snprintf(many + strlen(many), 16, "%d,1\n", i);
	no_points(many, (struct plot_request){.x = "y", .y = "y", .by = "x"}, "13 values, and a picture has at most 12 lines");
}

/* ---- scales and text ---- */

static void
is_scale(double least, double most, double low, double high, double step)
{
	const struct plot_scale s = plot_scale_of(least, most, false);

	assert_true(fabs(s.low - low) < 1e-9 && fabs(s.high - high) < 1e-9 && fabs(s.step - step) < 1e-9);
}

static void
scales(void **state)
{
	const struct plot_scale log_scale = plot_scale_of(1, 1e4, true);

	(void)state;
	is_scale(0, 1, 0, 1, 0.2);
	is_scale(0.93, 2.7, 0.5, 3, 0.5);
	is_scale(0, 101, 0, 120, 20);
	is_scale(-3, 4, -3, 4, 1);
	is_scale(5, 5, 2, 8, 1);
	is_scale(0, 0, -1, 1, 0.5);
	is_scale(1, 1.0000000000001, 0.4, 1.6, 0.2);
	is_scale(0.1, 0.3, 0.1, 0.3, 0.05);
	assert_true(log_scale.step == 0 && log_scale.low < 1 && log_scale.low > 0 && log_scale.high > 1e4);
}

typedef void write_text(FILE *out, const char *text);

static void
writes(write_text *f, const char *text, const char *expected)
{
	char *s;
	size_t n;
	FILE *out = open_memstream(&s, &n);

	f(out, text);
	fclose(out);
	assert_string_equal(s, expected);
	free(s);
}

static void
quotes(void **state)
{
	(void)state;
	writes(plot_quote, "a_b^c {/Bold x} @d & `ls` \"q\" \\n %d", "'a_b^c {/Bold x} @d & `ls` \"q\" \\n %d'");
	writes(plot_quote, "it's", "'it''s'");
	writes(plot_quote, "'", "''''");
	writes(plot_quote, "ends in \\", "'ends in \\'");
	writes(plot_quote, "two\nlines\ttab\x7f", "'two lines tab '");
	writes(plot_quote, "\xc2\xb5s \xe2\x82\xac \xf0\x9f\x98\x80", "'\xc2\xb5s \xe2\x82\xac \xf0\x9f\x98\x80'");
	/* what is no UTF-8, and what ends in the middle of a character */
	writes(plot_quote, "\xff \xc3", "'? ?'");
	writes(plot_quote_tic, "50 %", "'50 %%'");
	writes(plot_quote_tic, "01234567890123456789012345678901", "'01234567890123456789012345678901'");
	writes(plot_quote_tic, "0123456789abcdef-x-0123456789abcdef", "'0123456789abcdef...3456789abcdef'");
	writes(plot_comment, "a\nb # c", "a b # c");
	/* names of files that gnuplot would run as commands */
	writes(plot_quote_file, "a.dat", "'a.dat'");
	writes(plot_quote_file, "<rm.dat", "'./<rm.dat'");
	writes(plot_quote_file, "|it's", "'./|it''s'");
}

static void
short_numbers(void **state)
{
	static const struct {
		double x, most;
		const char *text;
	} row[] = {{1.257, 2, "1.26"},      {1, 12.5, "1.0"},    {99, 250, "99"}, {1234, 9999, "1234"},
		   {12345, 12345, "12.3k"}, {5e5, 2e6, "0.50M"}, {0, 0, "0.00"},  {-3, 3, "-3.00"}};
	char s[40];

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		plot_short_number(s, sizeof s, row[i].x, row[i].most);
		assert_string_equal(s, row[i].text);
	}
}

static void
is_tics(struct plot_scale s, const char *expected)
{
	char *text;
	size_t n;
	FILE *out = open_memstream(&text, &n);

	plot_tics(out, "ytics", &s, true);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static void
tics(void **state)
{
	(void)state;
	is_tics((struct plot_scale){0, 1, 0.5}, "set ytics ('0.0' 0, '0.5' 0.5, '1.0' 1)\n");
	is_tics((struct plot_scale){0, 2e6, 1e6}, "set ytics ('0' 0, '1M' 1000000, '2M' 2000000)\n");
	is_tics((struct plot_scale){0, 2e300, 1e300}, "set ytics ('0' 0, '1e+300' 1e+300, '2e+300' 2e+300)\n");
	is_tics((struct plot_scale){0, 2e-9, 1e-9}, "set ytics ('0' 0, '1e-09' 1e-09, '2e-09' 2e-09)\n");
	/* an end that is no multiple */
	is_tics((struct plot_scale){0.3, 2.2, 1}, "set ytics ('1' 1, '2' 2)\n");
	is_tics((struct plot_scale){8, 120, 0}, "set ytics ('10' 10, '20' 20, '50' 50, '100' 100)\n");
	is_tics((struct plot_scale){0.8, 2e4, 0}, "set ytics ('1' 1, '10' 10, '100' 100, '1000' 1000, '10k' 10000)\n");
	is_tics((struct plot_scale){1, 2.1, 0}, "set ytics ('1.0' 1, '1.2' 1.2, '1.4' 1.4, '1.6' 1.6, '1.8' 1.8, '2.0' 2)\n");
}

/* ---- scripts ---- */

/* Script and data of a request, which the caller frees. */
static void
figure(const char *table_text, struct plot_request r, char **script, char **data)
{
	struct plot_points *p = points(table_text, r);
	struct plot_figure f = {.request = &r, .points = p, .picture = "p.svg", .data = "p.dat"};
	size_t n;
	FILE *out;

	assert_non_null(p);
	f.caption = plot_caption(last_table, p, &r);
	assert_true(plot_figure_lay_out(&f, &error));
	out = open_memstream(script, &n);
	plot_script_write(&f, out);
	fclose(out);
	out = open_memstream(data, &n);
	plot_data_write(&f, out);
	fclose(out);
	plot_figure_clear(&f);
	points_free(p);
}

static void
holds(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("'%s' is not in:\n%s", part, text);
}

static void
scripts(void **state)
{
	static const char text[] =
		"machine,x,y,b's,f_g\nh200,1,2,p'q,u\\v\nh200,2,3,p'q,u\\v\nh200,2,4,p'q,u\\v\nh200,1,5,r,u\\v\n";
	struct plot_request r = {.x = "x", .y = "y", .by = "b's", .facet = "f_g", .width = 720, .height = 450};
	char *script, *data;

	(void)state;
	figure(text, r, &script, &data);
	holds(script, PLOT_SCRIPT_MARK ": lines");
	holds(script, "title 'p''q'");
	holds(script, "set title 'u\\v'");
	holds(script, "'Machine h200. Points are medians of up to 2 values; thin bars go from the least to the most.'");
	assert_string_equal(data, "# x median least most rows\n# f_g = u\\v\n# b's = p'q\n1 2 2 2 1\n2 3.5 3 4 2\n"
				  "\n\n# f_g = u\\v\n# b's = r\n1 5 5 5 1\n2 NaN NaN NaN 0\n");
	free(script);
	free(data);
	r.kind = PLOT_HEAT;
	figure(text, r, &script, &data);
	assert_string_equal(
		data,
		"# x row median rows text\n# x: 0 is 1, 1 is 2\n# f_g = u\\v\n# b's = p'q\n0 0 2 1 \"2.00\"\n1 0 3.5 2 \"3.50\"\n"
		"# b's = r\n0 1 5 1 \"5.00\"\n1 1 NaN 0 \"\"\n");
	free(script);
	free(data);
	/* colours are those of medians, whatever they are medians of */
	figure("x,b,y\n1,p,0\n1,p,2\n1,p,9\n2,p,4\n",
	       (struct plot_request){.x = "x", .y = "y", .by = "b", .kind = PLOT_HEAT, .width = 720, .height = 450}, &script,
	       &data);
	holds(script, "set cbrange [2:4]");
	free(script);
	free(data);
	r = (struct plot_request){.width = 720, .height = 450};
	figure("parameter,low,high\na,-1,2\nb,0.5,1\n", r, &script, &data);
	holds(script, PLOT_SCRIPT_MARK ": a tornado");
	/* bars on one side share the height of their row */
	holds(data, "0 -1 0 -0.38 0.38\n1 0 0.5 -1 -0.62\n");
	holds(data, "0 0 2 -0.38 0.38\n1 0 1 -1.38 -1\n");
	free(script);
	free(data);
}

static void
no_room(void **state)
{
	struct plot_request r = {.x = "x", .y = "y", .by = "x", .facet = "x", .width = 200, .height = 200};
	struct plot_points *p = points("x,y\n1,2\n2,3\n3,1\n4,1\n5,1\n", r);
	struct plot_figure f = {.request = &r, .points = p, .caption = strdup("")};

	(void)state;
	assert_false(plot_figure_lay_out(&f, &error));
	said("--size 200x200: it leaves no room for 5 panels");
	plot_figure_clear(&f);
	points_free(p);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns),   cmocka_unit_test(no_table), cmocka_unit_test(numbers),
		cmocka_unit_test(filters),   cmocka_unit_test(failures), cmocka_unit_test(origin),
		cmocka_unit_test(summaries), cmocka_unit_test(places),   cmocka_unit_test(long_tables),
		cmocka_unit_test(tornados),  cmocka_unit_test(fronts),   cmocka_unit_test(refusals),
		cmocka_unit_test(scales),    cmocka_unit_test(quotes),   cmocka_unit_test(short_numbers),
		cmocka_unit_test(tics),      cmocka_unit_test(scripts),  cmocka_unit_test(no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
