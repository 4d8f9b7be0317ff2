#!/bin/bash
# count.sh: holds what `make check` ran against what is kept of it, so that no test vanishes and none is skipped unseen.
#
#   count.sh            every test that was to run has as many results as tests/expected.csv says, and skips what tests/skips.csv lists
#                       alone; every test in tests/ is listed in a local.mk. One sentence for what is not so, and status 1.
#   count.sh --update   writes tests/expected.csv: of the tests that have run in the build folder, the others keep their rows
#   count.sh --report   which tests took the most CPU, and what was skipped and why, of what has run
#   count.sh --seconds  seconds of CPU that the tests that are to run took when they were last timed
#
# $srcdir is the source root (default: where this file is), $builddir the build folder (default: build there). make gives the lists of tests
# in $SIMT_TESTS (those to run), $SIMT_ALL_TESTS and $SIMT_TEST_HELPERS (what tests use); where they are not given, make is asked.
#
# expected.csv: test, number of its results (the same whether all cases run or a sample of them), seconds of CPU when all run, and with
# SIMT_TEST_QUICK=1; an update writes the one or the other.
# skips.csv: test, or * for any; where: any, or `sample` for checks with SIMT_TEST_QUICK and builds with sanitizers; an extended regular
# expression for "NAME # SKIP REASON" (a dot stands for a comma); why that may be. A test whose one result is such
# a skip need not have the number of results that it has where it can run.
set -uf
export LC_ALL=C
srcdir=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd) || exit 99
builddir=$(cd "${builddir:-$srcdir/build}" && pwd) || exit 99
expected=$srcdir/tests/expected.csv skips=$srcdir/tests/skips.csv
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

ask() { # VARIABLE
	make -s --no-print-directory -C "$builddir" list-tests | sed -n "s/^$1 //p"
}
read -r -d '' -a tests <<< "${SIMT_TESTS-$(ask TESTS)}"
read -r -d '' -a all <<< "${SIMT_ALL_TESTS-$(ask all_tests)}"
read -r -d '' -a helpers <<< "${SIMT_TEST_HELPERS-$(ask test_helpers)}"
[ ${#all[@]} -gt 0 ] || {
	echo "count.sh: there is no list of tests; is $builddir a build folder?" >&2
	exit 99
}
# `make check TESTS=` builds the programs
[ ${#tests[@]} -gt 0 ] || exit 0

# results TEST...: a line "TEST RESULT NUMBER-AND-NAME" for each result in the logs; "TEST none" where there is no log.
results() {
	local test log

	for test; do
		log=$builddir/${test%.sh}.log
		if [ -f "$log" ]; then
			awk -v test="$test" '
				match($0, /^(PASS|FAIL|SKIP|XPASS|XFAIL|ERROR): /) {
					text = substr($0, RLENGTH + 1)
					if (index(text " ", test " ") == 1)
						print test, substr($0, 1, RLENGTH - 2), substr(text, length(test) + 2)
				}' "$log"
		else
			echo "$test none"
		fi
	done
}

times() { # TEST...
	local test

	for test; do
		[ ! -f "$builddir/$test.time" ] || cat "$builddir/$test.time"
	done
}

# What is in the source folder and in no list.
unlisted() {
	local file test

	find "$srcdir/tests" \( -name 'test-*.c' -o -name 'fuzz-*.c' -o -name '*.sh' \) -printf 'tests/%P\n' | sort | while read -r file; do
		test=${file%.c}
		[[ " ${all[*]} ${helpers[*]} " == *" $test "* ]] ||
			echo "$file is there, and no local.mk names it: list it among the tests, or in test_helpers of tests/local.mk if it is none"
	done
}

compare() {
	local sample how="if that is meant: bash tests/count.sh --update"

	unlisted
	grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$builddir/Makefile" && sample=1
	results "${tests[@]}" | awk -F, -v all="${all[*]}" -v how="$how" -v skipfile="$skips" -v sample="${SIMT_TEST_QUICK+set}${sample-}" '
		function say(text) { print text }
		# Whether a row of skips.csv stands for it.
		function known(test, text,    i) {
			for (i = 1; i <= nskips; i++)
				if ((of[i] == test || of[i] == "*") && text ~ like[i])
					return 1
			return 0
		}
		BEGIN {
			n = split(all, list, " ")
			for (i = 1; i <= n; i++)
				runs[list[i]] = 1
			while ((getline line < skipfile) > 0) {
				if (split(line, f, ",") < 4 || f[4] == "") {
					say("tests/skips.csv: a row without a reason: " line)
				} else if (f[1] != "test") {
					if (f[2] == "any" || sample != "") {
						of[++nskips] = f[1]
						like[nskips] = "^" f[3] "$"
					}
					if (f[1] != "*" && !(f[1] in runs))
						say("tests/skips.csv: " f[1] " is no test of any local.mk")
				}
			}
		}
		# expected.csv
		FILENAME != "-" {
			if (FNR == 1)
				next
			if ($1 in want)
				say("tests/expected.csv has two rows of " $1)
			if (!($1 in runs))
				say($1 " is in tests/expected.csv, and no local.mk runs it; " how)
			want[$1] = $2
			next
		}
		# results
		{
			split($0, word, " ")
			test = word[1]
			text = substr($0, length(test word[2]) + 3)
			if (!(test in got))
				order[++ntests] = test
			got[test] += word[2] != "none"
			if (word[2] == "none")
				say(test " did not run: it has no log")
			else if (word[2] == "SKIP" && text !~ /^[0-9]/) {
				say(test " has no results (1..0): a test that cannot run says so by a result, skip_all of tests/helpers/tap.sh")
				empty[test] = 1
			} else if (word[2] == "SKIP") {
				sub(/^[0-9]+ (- )?/, "", text)
				skipped[test]++
				if (!known(test, text))
					say(test " skips what no row of tests/skips.csv allows: " text)
			} else if (word[2] != "PASS")
				say(test ": " word[2] " " text)
		}
		END {
			for (i = 1; i <= n; i++)
				if (!(list[i] in want))
					say(list[i] " is not in tests/expected.csv; " how)
			for (i = 1; i <= ntests; i++) {
				test = order[i]
				if (test in want && got[test] != want[test] && got[test] > 0 && !(test in empty) && !(got[test] == 1 && skipped[test] == 1))
					say(test " has " got[test] " results, tests/expected.csv says " want[test] "; " how)
			}
		}' "$expected" - > "$tmp/findings"
	cat "$tmp/findings"
}

update() {
	{
		results "${all[@]}"
		echo times
		times "${all[@]}"
	} | awk -F, -v all="${all[*]}" '
		function took(old, now) { # changed by little, the old one stays, so that an update shows what matters
			return old == "" || now > 1.5 * old + 1 || now < 0.6 * old - 1 ? sprintf("%.1f", now) : old
		}
		FILENAME != "-" { if (FNR > 1) { want[$1] = $2; seconds[$1] = $3; sampled[$1] = $4 } next }
		$0 == "times" { timed = 1; next }
		timed { new[$1] = $2; next }
		{
			split($0, word, " ")
			ran[word[1]] += word[2] != "none"
			skipped[word[1]] += word[2] == "SKIP"
			if (word[2] ~ /^(XPASS|XFAIL|ERROR)$/ || (word[2] == "SKIP" && word[3] !~ /^[0-9]/))
				broken[word[1]] = 1
		}
		END {
			print "test,results,seconds,sampled"
			n = split(all, list, " ")
			for (i = 1; i <= n; i++) {
				test = list[i]
				# one skip may stand for a whole test that cannot run here
				if (test in broken || (ran[test] == 1 && skipped[test] == 1 && test in want))
					print test ": its row is left as it is: what has run is not the whole of it" > "/dev/stderr"
				else if (ran[test])
					want[test] = ran[test]
				if (!(test in want)) {
					print test ": it has not run, and has no row: run it, then update" > "/dev/stderr"
					continue
				}
				if ((test in new) && ENVIRON["SIMT_TEST_QUICK"] != "")
					sampled[test] = took(sampled[test], new[test])
				else if (test in new)
					seconds[test] = took(seconds[test], new[test])
				print test "," want[test] "," seconds[test] "," sampled[test]
			}
		}' "$expected" - > "$tmp/new" || exit 99
	{ head -n 1 "$tmp/new" && tail -n +2 "$tmp/new" | sort; } > "$tmp/sorted"
	cmp -s "$tmp/sorted" "$expected" || cp "$tmp/sorted" "$expected"
}

report() {
	times "${tests[@]}" > "$builddir/times.csv"
	echo "seconds of CPU: $(awk -F, '{ t += $2 } END { printf "%.0f", t }' "$builddir/times.csv"), most of them in"
	sort -t , -k 2,2gr "$builddir/times.csv" | head -n 10 | awk -F, '{ printf "  %7.1f  %s\n", $2, $1 }'
	results "${tests[@]}" | awk '$2 == "SKIP" { test = $1; sub(/^[^ ]+ SKIP *([0-9]+ (- )?)?/, ""); print "  " test ": " $0 }' > "$tmp/skipped"
	[ ! -s "$tmp/skipped" ] || { echo "skipped:" && cat "$tmp/skipped"; }
}

seconds() {
	awk -F, -v tests="${tests[*]}" 'BEGIN { n = split(tests, list, " "); for (i = 1; i <= n; i++) runs[list[i]] = 1 }
		FNR > 1 && $1 in runs { t += $3 } END { printf "%.0f\n", t }' "$expected"
}

case ${1-} in
'')
	compare > "$tmp/said"
	cat "$tmp/said"
	[ ! -s "$tmp/said" ]
	;;
--update)
	[ -e "$expected" ] || echo 'test,results,seconds' > "$expected"
	update
	;;
--report) report ;;
--seconds) seconds ;;
*)
	echo "usage: count.sh [--update | --report | --seconds]" >&2
	exit 2
	;;
esac
