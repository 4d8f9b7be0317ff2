#!/bin/bash
# Ctrl-C, or SIGTERM as batch systems send it: simt-sim stops, prints what is known, and ends with status 130. Of three cases the second never ends; it is interrupted with a
# real signal. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
set -m

check() { # TEXT COMMAND...
	if "${@:2}"; then
		result ok "$1"
	else
		result 'not ok' "$1"
		head -n 5 "$tmp/out" "$tmp/err" | sed 's/^/# /'
	fi
}

cat > "$tmp/three.csv" << EOF
case,module,kernel,grid,block,args,expect
first,$root/workloads/vecadd/vecadd.cubin,vecadd,1,64,a:f32[64]=iota(0 1) b:f32[64]=fill(1) c:f32[64] n:s32=64,c=iota(1 1)
second,$root/tests/kernels/faults.cubin,for_ever,1,64,in:s32[1] out:s32[64],
third,$root/workloads/vecadd/vecadd.cubin,vecadd,1,64,a:f32[64]=iota(0 1) b:f32[64]=fill(1) c:f32[64] n:s32=64,c=same(first)
EOF

# interrupt ARGUMENT...: starts simt-sim, waits until it catches SIGINT and has had time for the first case, sends one, or $signal; $status.
interrupt() {
	local i

	"$program" --machine tiny "$@" "$tmp/three.csv" > "$tmp/out" 2> "$tmp/err" &
	for i in $(seq 100); do
		# the second bit of the mask of caught signals
		[ -r "/proc/$!/status" ] || break
		case $(sed -n 's/^SigCgt:.*\(.\)$/\1/p' "/proc/$!/status") in
		2 | 3 | 6 | 7 | a | b | e | f) break ;;
		esac
		sleep 0.1
	done
	sleep 1
	kill -${signal-INT} $!
	wait $!
	status=$?
}

# Whether the CSV gives a case this status, and a value where it was run.
has() { # CASE STATUS METRIC
	awk -F, -v c="$1" -v s="$2" -v m="$3" '$6 == c && $7 == "" && $10 == m { found = ($13 == s && ($12 > 0) == (s != "not run")) }
		END { exit !found }' "$tmp/out"
}

for mode in cycle functional; do
	metric=smsp__inst_executed.sum
	interrupt --mode $mode --csv
	check "$mode: exit status 130, got $status" [ "$status" = 130 ]
	check "$mode: says so" grep -q '^simt-sim: interrupted; results so far follow$' "$tmp/err"
	check "$mode: the case that has ended" has first ok $metric
	check "$mode: the case that was interrupted, with its counts so far" has second interrupted $metric
	check "$mode: the case that was not run" has third 'not run' sm__cycles_elapsed.max
done
interrupt
check "table: exit status 130, got $status" [ "$status" = 130 ]
check "table: the first case" grep -qE '^first +[0-9]+' "$tmp/out"
check "table: the second case, marked" grep -qE '^second +[0-9]+.* interrupted$' "$tmp/out"
check "table: the third case, marked" grep -qE '^third +not run$' "$tmp/out"
signal=TERM interrupt --csv
check "SIGTERM: exit status 130, got $status" [ "$status" = 130 ]
check "SIGTERM: the case that has ended" has first ok smsp__inst_executed.sum
interrupt --json
check "json: exit status 130, got $status" [ "$status" = 130 ]
check "json: the statuses" python3 -c '
import json, sys
cases = json.load(sys.stdin)["cases"]
sys.exit([c["status"] for c in cases] != ["ok", "interrupted", "not run"] or cases[2]["metrics"] != {})' < "$tmp/out"
finish
