#!/bin/bash
# A few small runs whose results, all counts and the counts of each instruction, are kept in tests/golden/run-*.csv.gz: every byte must
# be the same, whatever the compiler, its optimisation and the addresses that the host gives. Each run is made twice, the second time
# without address randomisation where the system has a way (setarch -R).
#   tests/golden-run.sh --update     remakes the files, for a change that is meant to change results
# simt-sim is $SIMT_SIM, or the one of the build folder. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
golden=$root/tests/golden
fixed=()
setarch -R true 2> /dev/null && fixed=(setarch -R)
update=no
[ "${1-}" = --update ] && update=yes

# compare TEXT PREFIX: $tmp/all.csv and $tmp/per-pc.csv against the files PREFIX.all.csv and PREFIX.per-pc.csv.
compare() {
	local part state=ok

	for part in all per-pc; do
		cmp -s "$2.$part.csv" "$tmp/$part.csv" && continue
		state='not ok'
		diff "$2.$part.csv" "$tmp/$part.csv" 2>&1 | grep '^[^0-9]' | head -n 6 | sed 's/^/# /'
	done
	result "$state" "$1"
}

simulate() {
	rm -f "$tmp/all.csv" "$tmp/per-pc.csv"
	"$@" --csv="$tmp/all.csv" --per-pc="$tmp/per-pc.csv" > "$tmp/table" 2> "$tmp/err" < /dev/null
}

# run NAME STATUS ARGUMENT...: the exit status must be STATUS.
run() {
	local name=$1 status=$2 got part state=ok

	shift 2
	simulate "$program" "$@"
	got=$?
	if [ "$got" != "$status" ]; then
		sed 's/^/# /' "$tmp/err"
		state='not ok'
	fi
	if [ "$update" = yes ]; then
		[ $state = ok ] || { echo "golden-run.sh: $name: exit status $got" >&2; exit 1; }
		for part in all per-pc; do
			gzip -9n < "$tmp/$part.csv" > "$golden/run-$name.$part.csv.gz"
		done
		return
	fi
	result "$state" "$name: exit status $got"
	for part in all per-pc; do
		gzip -cd "$golden/run-$name.$part.csv.gz" > "$tmp/kept.$part.csv"
	done
	compare "$name: the kept bytes" "$tmp/kept"
	for part in all per-pc; do
		mv "$tmp/$part.csv" "$tmp/first.$part.csv"
	done
	simulate "${fixed[@]}" "$program" "$@"
	compare "$name: the same bytes once more${fixed[0]:+, without address randomisation}" "$tmp/first"
}

vecadd=workloads/vecadd/vecadd.csv dynamic=workloads/dynamic-work/dynamic-work.csv
unification=workloads/path-unification/path-unification.csv
small=(--only naive-1 --only dynamic-1 --only dynamic-4 --let blocks=4 --let items=1024)

run vecadd 0 $vecadd --let n=65536
run vecadd-h100 0 $vecadd --let n=65536 --machine h100
run dynamic 0 $dynamic "${small[@]}"
run dynamic-stack 0 $dynamic "${small[@]}" --reconvergence stack
run dynamic-warp-16 0 $dynamic "${small[@]}" --warp 16
run dynamic-warp-64 0 $dynamic "${small[@]}" --warp 64
run dynamic-lrr 0 $dynamic "${small[@]}" --scheduler lrr --banks 1
run dynamic-gto 0 $dynamic "${small[@]}" --scheduler gto --set register_scoreboard=on
run dynamic-tiny 0 $dynamic "${small[@]}" --machine tiny
run unification 0 $unification --only '*-10-4' --let blocks=2
run unification-stack 0 $unification --only '*-10-4' --let blocks=2 --reconvergence stack
run functional 0 $vecadd --let n=10000 --mode functional
run local 0 workloads/local/local.csv
run local-warp-16 0 workloads/local/local.csv --warp 16 --only 'array*' --only 'spills*' --only generic --only generic-none
run fault 4 tests/bad/fault-then-more.csv --machine tiny
[ "$update" = no ] || exec env SIMT_SIM="$program" srcdir="$root" bash "$root/tests/workloads/results.sh" --update > /dev/null
finish
