#!/bin/bash
# How fast simt-sim is: warp instructions simulated per second of user time on one core, best and median of 5 runs, and, where valgrind
# is installed, machine instructions of the host per warp instruction. `make bench` runs it; it is no test, and a busy machine makes it
# slower. simt-sim is $SIMT_SIM, or the one of the build folder.
set -u
export LC_ALL=C

cd "${srcdir:-.}" || exit 99
root=$PWD
cd - > /dev/null || exit 99
program=${SIMT_SIM:-${builddir:-.}/simt-sim}
export SIMT_DATADIR=${SIMT_DATADIR:-$root/sim}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
rate_target=5 stream_target=1.5 functional_target=25 host_target=1500
TIMEFORMAT=%U

dynamic=("$root/workloads/dynamic-work/dynamic-work.csv" --only naive-128)
vecadd=("$root/workloads/vecadd/vecadd.csv")

# simulate ARGUMENT...: $count gets the warp instructions, $time the user time in seconds.
simulate() {
	time=$({ time "$program" --quiet --csv="$tmp/csv" "$@" > "$tmp/table" 2> "$tmp/err"; } 2>&1) || {
		cat "$tmp/err" >&2
		exit 1
	}
	# the row of the whole case has no launch id
	count=$(awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		$column["metric"] == "smsp__inst_executed.sum" && $column["launch"] == "" { print $column["value"] }' "$tmp/csv")
	[ -n "$count" ] || { echo "bench.sh: no count of instructions" >&2; exit 1; }
}

# rate TEXT ARGUMENT...: prints a line; $best gets the best rate in millions a second.
rate() {
	local text=$1 i

	shift
	: > "$tmp/times"
	for i in 1 2 3 4 5; do
		simulate "$@"
		echo "$time" >> "$tmp/times"
	done
	read -r best median < <(sort -n "$tmp/times" | awk -v n="$count" '{ t[NR] = $1 > 0 ? $1 : 0.001 }
		END { printf "%.2f %.2f\n", n / t[1] / 1e6, n / t[3] / 1e6 }')
	printf '%-36s %6.1f M warp instructions, best %6.2f, median %6.2f M/s\n' "$text" "$(awk -v n="$count" 'BEGIN { print n / 1e6 }')" \
		"$best" "$median"
}

verdict() { # VALUE OPERATOR TARGET
	if awk -v v="$1" -v t="$3" "BEGIN { exit !(v $2 t) }"; then
		echo pass
	else
		echo FAIL
		touch "$tmp/missed"
	fi
}

# The status is 1 where a target was missed.
finish() {
	[ ! -e "$tmp/missed" ]
	exit
}

rate 'divergent: naive-128, 160 blocks' "${dynamic[@]}" --let blocks=20
divergent=$best
rate 'coherent: vecadd, 1048576 elements' "${vecadd[@]}"
coherent=$best
printf '%-36s %6.2f M/s at best, target at least %s: %s\n' 'streaming (vecadd)' "$coherent" $stream_target \
	"$(verdict "$coherent" '>=' $stream_target)"
if (ulimit -v 1048576 && simulate "${dynamic[@]}" --let blocks=132) 2> /dev/null; then
	echo '1056 blocks of 256 threads: in less than 1 GiB: pass'
else
	echo '1056 blocks of 256 threads: in less than 1 GiB: FAIL'
	touch "$tmp/missed"
fi
rate 'divergent, --mode functional' "${dynamic[@]}" --let blocks=20 --mode functional
printf '%-36s %6.2f M/s at best, target at least %d: %s\n' 'functional mode' "$best" $functional_target \
	"$(verdict "$best" '>=' $functional_target)"
printf '%-36s %6.2f M/s at best, target at least %d: %s\n' 'divergent' "$divergent" $rate_target "$(verdict "$divergent" '>=' $rate_target)"
printf '%-36s %6.2f\n' 'divergent over coherent' "$(awk -v a="$divergent" -v b="$coherent" 'BEGIN { print (b > 0 ? a / b : 0) }')"

if ! command -v valgrind > /dev/null; then
	echo 'host instructions: valgrind is not installed'
	finish
fi
small=("${dynamic[@]}" --let blocks=4)
simulate "${small[@]}"
if ! valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --quiet --csv="$tmp/csv" "${small[@]}" > "$tmp/table" 2> "$tmp/err"; then
	tail "$tmp/err" >&2
	exit 1
fi
collected=$(sed -nE 's/^==[0-9]+== Collected : ([0-9]+).*/\1/p' "$tmp/err")
each=$(awk -v h="$collected" -v n="$count" 'BEGIN { printf "%.0f", h / n }')
printf '%-36s %6d a warp instruction, target at most %d: %s\n' 'host instructions, divergent' "$each" $host_target \
	"$(verdict "$each" '<=' $host_target)"
finish
