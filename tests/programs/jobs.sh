#!/bin/bash
# --jobs: results of shipped workloads are the same bytes with 1, 2, 3 and 16 threads: counts, contents of buffers, what kernels print, what is
# told of a limit and a fault. And threads there are. With SIMT_TEST_QUICK one number of threads for each. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

# run FOLDER ARGUMENT...: all that the run leaves
run() {
	mkdir -p "$tmp/$1"
	timeout 300 "$program" --csv="$tmp/$1/csv" --outputs="$tmp/$1/outputs" "${@:2}" > "$tmp/$1/out" 2> "$tmp/$1/err" < /dev/null
	echo "status $?" >> "$tmp/$1/out"
}

while read -ra arguments; do
	# a glob for simt-sim, not for this folder
	name=${arguments[0]}
	run 1 --jobs 1 "${arguments[@]}"
	[ -s "$tmp/1/csv" ] || cat "$tmp/1/err"
	counts=(2 3 16)
	[ -z "${SIMT_TEST_QUICK-}" ] || counts=("${counts[$(sample_choice $n 3)]}")
	for jobs in "${counts[@]}"; do
		run "$jobs" --jobs "$jobs" "${arguments[@]}"
		diff -r "$tmp/1" "$tmp/$jobs" > "$tmp/differences" || { echo "$jobs threads:"; head -n 5 "$tmp/differences"; }
		rm -r "${tmp:?}/$jobs"
	done | result "${name#workloads/} ${arguments[*]:1}"
	rm -r "$tmp/1"
done << 'END'
workloads/vecadd/vecadd.csv --let n=300000
workloads/vecadd/vecadd.csv --let n=300000 --max-cycles 4000
workloads/dynamic-work/dynamic-work.csv --only *-8 --let blocks=132 --let items=128
workloads/dynamic-work/dynamic-work.csv --only *-8 --let blocks=132 --let items=64 --reconvergence stack
workloads/dynamic-work/dynamic-work.csv --only *-8 --let blocks=132 --let items=64 --bank-issue independent
workloads/dynamic-work/dynamic-work.csv --only naive-8 --let blocks=132 --let items=64 --advise
workloads/vecadd/vecadd.csv --let n=4194304 --sample
workloads/alternating-loop/alternating-loop.csv --let n=4096 --let large=200
workloads/reductions/reductions.csv --let n=16384
workloads/fixed-array/fixed-array.csv
workloads/memory/patterns.csv --only global-*
workloads/micro/traffic.csv --let rounds=2 --only atom-32-8-*
workloads/programs/programs.csv
workloads/general/barriers.csv
workloads/general/grid.csv
workloads/general/clusters.csv
workloads/general/library.csv
workloads/general/tensor.csv
workloads/local/local.csv
tests/kernels/prints.csv
workloads/vecadd/vecadd.csv --mode functional --let n=1000000
workloads/vecadd/vecadd.csv --mode functional --let n=1000000 --max-instructions 300000
workloads/dynamic-work/dynamic-work.csv --mode functional --only *-8 --let blocks=132 --let items=64
workloads/reductions/reductions.csv --mode functional
workloads/speed/speed.csv --mode functional --only search --only sparse --only trees --only histogram
workloads/general/general.csv --mode functional
tests/kernels/prints.csv --mode functional
END

# most_threads JOBS: threads that a run has at its most, those of a sanitizer included
most_threads() {
	local most=0 threads

	"$program" --quiet --jobs "$1" --csv="$tmp/csv" workloads/dynamic-work/dynamic-work.csv --only naive-8 --let items=512 > "$tmp/out" 2>&1 &
	while threads=$(sed -n 's/^Threads:[[:space:]]*//p' /proc/$!/status 2> /dev/null) && [ -n "$threads" ]; do
		[ "$threads" -le $most ] || most=$threads
		# another one that comes later would be one too many
		sleep 0.05
	done
	wait $!
	echo "$most"
}
if [ -r /proc/$$/status ]; then
	{
		# a sanitizer may have a thread of its own as soon as there are several
		[ "$(most_threads 1)" = 1 ] || echo "--jobs 1: $(most_threads 1) threads"
		[ $(($(most_threads 3) - $(most_threads 2))) = 1 ] || echo "--jobs 2: $(most_threads 2) threads; --jobs 3: $(most_threads 3)"
	} | result 'with --jobs 3 there is one thread more than with --jobs 2, and with --jobs 1 there is one'
else
	result 'with --jobs 3 there is one thread more than with --jobs 2, and with --jobs 1 there is one # SKIP there is no /proc' < /dev/null
fi
finish
