#!/bin/bash
# What `make check` relies on: tests/count.sh fails for a test without results, one that vanished, one result more or less, a skip that
# nobody allowed, and results of other kinds; tests/helpers/timed.sh keeps times and the status; a sample depends on the seed alone, and
# over all seeds is the whole; scripts that developers run end with the status that they should. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
unset SIMT_TEST_QUICK SIMT_SEED
cp tests/programs/bad-run.sh tests/helpers/tap.sh tests/helpers/sample.sh "$tmp" || exit 99

# ---- tap.sh ----
# ends COMMANDS TEXT: a block that ends so is no good result
ends() {
	printf '. "%s/tests/helpers/tap.sh"\n{ %s; } | result block\nfinish\n' "$root" "$1" > "$tmp/block.sh"
	{ srcdir=$root bash "$tmp/block.sh" 2> /dev/null; [ $? = 1 ] || echo "its status is not 1"; } | grep -v '^not ok 1 - block\|^# \|^1\.\.1$' | result "$2"
}
ends 'echo "$no_such_variable"' 'a block that ends at an unbound variable fails'
ends 'no_such_command' 'a block with a command that is not there does'
ends 'exit 3; true' 'a block that leaves with a status does'
ends 'echo finding' 'a block with a finding does'
printf '. "%s/tests/helpers/tap.sh"\n{ bash -c "kill -ABRT \\$\\$"; true; } | result block\nfinish\n' "$root" > "$tmp/block.sh"
{ srcdir=$root bash "$tmp/block.sh" 2> /dev/null || echo "its status is $?"; } | grep -v '^ok 1 - block$\|^1\.\.1$' |
	result 'a program that a signal ends, and of whose status nothing is said, does not'

# ---- count.sh, on a made-up source folder with two tests and a helper ----
mkdir -p "$tmp/src/tests/fuzz" "$tmp/build/tests"
touch "$tmp/src/tests/test-one.c" "$tmp/src/tests/two.sh" "$tmp/src/tests/helper.sh"
printf '%s\n' test,results,seconds,sampled tests/test-one,2,0.1, tests/two.sh,3,0.1, > "$tmp/src/tests/expected.csv"
printf '%s\n' test,where,skip,why 'tests/two.sh,any,third # SKIP no such thing,it needs one' \
	'*,sample,.* # SKIP not in the sample of seed [0-9]+,the whole runs elsewhere' > "$tmp/src/tests/skips.csv"

# ran TEST LINE...: what the test prints, through the driver of make check
ran() {
	local base=$tmp/build/${1%.sh}

	printf '%s\n' "${@:2}" > "$tmp/printed"
	AM_TAP_AWK=awk sh build-aux/tap-driver.sh --test-name "$1" --log-file "$base.log" --trs-file "$base.trs" --color-tests no \
		--enable-hard-errors yes --expect-failure no -- cat "$tmp/printed" > "$tmp/driver"
}
as_kept() {
	ran tests/test-one 1..2 'ok 1 - first' 'ok 2 - second'
	ran tests/two.sh 'ok 1 - first' 'ok 2 - second' 'ok 3 - third # SKIP no such thing' 1..3
}
count() { # ARGUMENT...: its status and what it says, in $tmp/said
	srcdir=$tmp/src builddir=$tmp/build SIMT_TESTS=${tests-tests/test-one tests/two.sh} SIMT_ALL_TESTS=${all-tests/test-one tests/two.sh} \
		SIMT_TEST_HELPERS=tests/helper.sh bash tests/count.sh "$@" > "$tmp/said" 2>&1
}
# fails PATTERN TEXT: count.sh does, with one sentence that matches
fails() {
	{
		! count || echo "it does not"
		has "$tmp/said" "$1"
		[ "$(wc -l < "$tmp/said")" = 1 ] || cat "$tmp/said"
	} | result "$2"
}
meant='; if that is meant: bash tests/count.sh --update$'

as_kept
{ count || cat "$tmp/said"; } | result 'what is kept is what ran: nothing is said'
ran tests/test-one '1..0 # SKIP nothing to do'
fails '^tests/test-one has no results \(1\.\.0\)' 'a test that prints 1..0 fails the check'
ran tests/test-one 1..1 'ok 1 - first'
fails "^tests/test-one has 1 results, tests/expected.csv says 2$meant" 'a result less does'
ran tests/test-one 1..3 'ok 1 - first' 'ok 2 - second' 'ok 3 - third'
fails "^tests/test-one has 3 results, tests/expected.csv says 2$meant" 'a result more does'
ran tests/test-one 1..2 'ok 1 - first' 'ok 2 - second # SKIP no such thing'
fails '^tests/test-one skips what no row of tests/skips.csv allows: second # SKIP no such thing$' 'a skip that is not listed does'
ran tests/test-one 1..2 'ok 1 - first' 'ok 2 - second # SKIP not in the sample of seed 0'
fails '^tests/test-one skips what no row' 'one that samples alone may have does, without a sample'
{ SIMT_TEST_QUICK=1 count || cat "$tmp/said"; } | result 'and not with one'
ran tests/test-one 1..2 'ok 1 - first' 'not ok 2 - second # TODO later'
fails '^tests/test-one: XFAIL 2 - second # TODO later$' 'an expected failure does'
ran tests/test-one 1..2 'ok 1 - first' 'ok 2 - second # TODO later'
fails '^tests/test-one: XPASS 2 - second # TODO later$' 'and what passes unexpectedly'
ran tests/test-one 1..2 'ok 1 - first' 'Bail out! it cannot'
fails '^tests/test-one: ERROR' 'and an error'
as_kept
ran tests/two.sh 1..1 'ok 1 - third # SKIP no such thing'
{ count || cat "$tmp/said"; } | result 'a test that cannot run here has one result: a skip that is listed'
as_kept
rm "$tmp/build/tests/two.log"
fails '^tests/two.sh did not run' 'a test that left no log does'
as_kept
{
	! tests=tests/test-one all=tests/test-one count || echo "it does not"
	has "$tmp/said" '^tests/two.sh is there, and no local.mk names it' "^tests/two.sh is in tests/expected.csv, and no local.mk runs it$meant"
} | result 'a test that is taken out of local.mk fails the check'
rm "$tmp/src/tests/two.sh"
{
	! tests=tests/test-one all=tests/test-one count || echo "it does not"
	has "$tmp/said" "^tests/two.sh is in tests/expected.csv, and no local.mk runs it$meant"
} | result 'one that is gone altogether as well'
touch "$tmp/src/tests/two.sh" "$tmp/src/tests/test-three.c"
three='tests/test-one tests/two.sh tests/test-three'
fails '^tests/test-three.c is there, and no local.mk names it' 'a new test that local.mk does not have does'
{
	ran tests/test-three 1..1 'ok 1 - first'
	! all=$three tests=$three count || echo "a test without a row passes"
	has "$tmp/said" "^tests/test-three is not in tests/expected.csv$meant"
	echo 'tests/test-three,2.50,2.51,0' > "$tmp/build/tests/test-three.time"
	all=$three count --update || cat "$tmp/said"
	diff "$tmp/src/tests/expected.csv" <(printf '%s\n' test,results,seconds,sampled tests/test-one,2,0.1, tests/test-three,1,2.5, tests/two.sh,3,0.1,)
	all=$three count || cat "$tmp/said"
	echo 'tests/test-three,0.50,0.51,0' > "$tmp/build/tests/test-three.time"
	all=$three SIMT_TEST_QUICK=1 count --update || cat "$tmp/said"
	has "$tmp/src/tests/expected.csv" '^tests/test-three,1,2.5,0.5$'
} | result 'an update mends it, and says what the test took, whole and in a sample'
{
	all=$three tests=$three count --report || cat "$tmp/said"
	has "$tmp/said" '^ +0\.5  tests/test-three$' '^  tests/two.sh: third # SKIP no such thing$'
	has "$tmp/build/times.csv" '^tests/test-three,0.50,0.51,0$'
} | result 'a report has the times, and skips with their reasons'

# ---- timed.sh ----
mkdir -p "$tmp/timed/tests"
printf '#!/bin/bash\nfor ((i = 0; i < 20000; i++)); do :; done; (for ((i = 0; i < 20000; i++)); do :; done); exit 7\n' > "$tmp/timed/tests/busy"
{
	builddir=$tmp/timed bash tests/helpers/timed.sh bash "$tmp/timed/tests/busy"
	[ $? = 7 ] || echo "not the test's status"
	[ -z "$(builddir=$tmp/timed bash tests/helpers/timed.sh bash "$tmp/timed/tests/busy")" ] || echo "it prints something"
	awk -F, '$1 == "tests/busy" && $2 > 0 && $2 < 10 && $3 > 0 && $4 == 7 && NF == 4 { n++ } END { if (n != 1) print n + 0 " times" }' \
		"$tmp/timed/tests/busy.time" 2>&1
} | result 'a test is timed, and its status is its own'

# ---- samples: the numbers are those of tests/helpers/test-sample.c ----
taken() { # SEED OF N: the indices
	local i

	for ((i = 0; i < $3; i++)); do
		SIMT_SEED=$1
		! sampled $i "$2" || echo -n "$i "
	done
}
{
	[ "$(taken 5 7 10)" = '0 1 2 3 4 5 6 7 8 9 ' ] || echo "without SIMT_TEST_QUICK: $(taken 5 7 10)"
	SIMT_TEST_QUICK=1
	[ "$(taken 5 7 35)" = "$(sed -n 's/.*seed 5, of 7: \(.*\) \*\/$/\1/p' tests/helpers/test-sample.c)" ] || echo "seed 5: $(taken 5 7 35)"
	SIMT_TEST_QUICK=3
	[ "$(taken 5 7 63)" = "$(sed -n 's/.*seed 5, three times 7: \(.*\) \*\/$/\1/p' tests/helpers/test-sample.c)" ] || echo "3, seed 5: $(taken 5 7 63)"
	unset SIMT_TEST_QUICK
} | result 'scripts take the samples that programs take'

# ---- scripts that developers run ----
{
	mkdir -p "$tmp/none/tests/bad"
	srcdir=$tmp/none SIMT_SIM=/bin/true SIMT_DATADIR=sim bash tests/programs/bad-run.sh > "$tmp/out" 2>&1 && echo "it passes"
	grep -qx 'not ok 1 - there are cases in tests/bad' "$tmp/out" || cat "$tmp/out"
} | result 'tests/programs/bad-run.sh without cases fails'
# counted INSTRUCTIONS: tests/bench/counts.sh where callgrind counts so many and 10 warp instructions have run; the history has 100 for each
counted() {
	printf '#!/bin/bash\n[ "$1" = --version ] && { echo valgrind-fake; exit; }\nfor a; do [[ $a != --csv=* ]] || printf "case,launch,metric,value\\nx,,smsp__inst_executed.sum,10\\n" > "${a#--csv=}"; done\necho "==1== Collected : %s" >&2\n' "$1" > "$tmp/fake/valgrind"
	chmod +x "$tmp/fake/valgrind"
	printf 'date,what,tools,class,mode,warp_instructions,host_instructions_per_warp_instruction\n2026-11-24,x,%s,vecadd,cycle,10,100.0\n' \
		"$(PATH=$tmp/fake:$PATH; . tests/bench/classes.sh; tools)" > "$tmp/history.csv"
	PATH=$tmp/fake:$PATH SIMT_BENCH_HISTORY=$tmp/history.csv srcdir=$root builddir=$build bash tests/bench/counts.sh > "$tmp/out" 2>&1
}
{
	mkdir "$tmp/fake"
	counted 1050 || cat "$tmp/out"
	grep -qx '1..2' "$tmp/out" || cat "$tmp/out"
	counted 1051 && echo "it passes"
	grep -q '^not ok 2 .*vecadd in cycle mode' "$tmp/out" || cat "$tmp/out"
} | result 'tests/bench/counts.sh fails where a class takes over 5 % more instructions of the host than its history says'
{
	grep -rlE '^#!' --include='*.sh' --include='*.py' --include=run tests validate workloads doc .ci quickstart bootstrap | while read -r file; do
		[ "$(head -c 2 "$file")" != '#!' ] || [ -x "$file" ] || echo "$file"
	done
} | result 'scripts with an interpreter in their first line can be run'

# ---- quickstart ----
# copy FOLDER: quickstart in a folder of that name, with a configure that takes the paths that Autoconf's takes
copy() {
	mkdir "$1" && cp quickstart "$1" && touch "$1/Makefile.in"
	printf '#!/bin/sh\ncase $0 in *" "*) echo "unsafe srcdir value"; exit 1 ;; esac\nprintf "all:\\n" > Makefile\nprintf "#!/bin/sh\\necho ran\\n" > simt-sim\nchmod +x simt-sim\n' > "$1/configure"
	chmod +x "$1/configure"
}
{
	copy "$tmp/with blanks in it"
	CC=cc "$tmp/with blanks in it/quickstart" > "$tmp/out" 2>&1 || cat "$tmp/out"
	grep -qx ran "$tmp/out" || cat "$tmp/out"
} | result 'quickstart: a path with blanks'
{
	copy "$tmp/it's"
	"$tmp/it's/quickstart" > "$tmp/out" 2>&1 && echo "it passes"
	[ "$(wc -l < "$tmp/out")" = 1 ] && grep -q "^quickstart: the path .*/it's has a character that make cannot take .*: move the checkout" "$tmp/out" || cat "$tmp/out"
	[ ! -e "$tmp/it's/build" ] || echo "there is a build folder"
} | result 'quickstart: a path that make cannot take is told before anything is made'
finish
