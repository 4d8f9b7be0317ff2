#!/bin/sh
# measure.sh SIMT_GPU [MACHINE [WORKLOAD...]]: measures shipped workloads on the GPU of this machine and puts what comes out in
# validate/data/MACHINE/. Run it in the source root (make measure does). Needs ncu in PATH. MACHINE is the device's name in lower case
# without "NVIDIA ", unless it is given. $SIMT_GPU_OPTIONS are added to each command, --device 1 for example.
#
# NAME-launches.csv: times and counters of every launch, two runs. NAME-outputs.csv: contents of every buffer, hashed. NAME-pc.csv.gz: counts
# of each instruction of a workload's kernels. vecadd, dynamic-work and path-unification are together in launches.csv and outputs.csv: name
# all three or none; latched are the latched kernels of dynamic-work, one-warp its launches of one warp a block. Code that was placed by
# hand is not instrumented: of it only what the hardware counts is measured; of math and memory only the contents of buffers. heldout has
# large buffers: contents are those of the small sizes and of two large ones, the second run counts only what has to be equal. What is
# large is compressed in the end (workloads/compress.sh).
set -eu
export LC_ALL=C
gpu=$1
if [ $# -gt 1 ]; then
	machine=$2
else
	# shellcheck disable=SC2086 # a list of words
	machine=$("$gpu" ${SIMT_GPU_OPTIONS-} --repeat 1 workloads/vecadd/vecadd.csv |
		sed -n '1s/^# \(NVIDIA \)\{0,1\}\([^,]*\),.*/\2/p' | tr 'A-Z /' 'a-z--')
	[ -n "$machine" ] || exit 3
fi
shift $(($# > 2 ? 2 : $#))
[ $# -gt 0 ] || set -- vecadd dynamic-work latched one-warp path-unification probes random unseen paths placed patterns tiled-matmul half-warp \
	alternating-loop reductions branch-patterns fixed-array
to=validate/data/$machine
mkdir -p "$to"

# measure NAME FILE: both runs, as parts.
measure() {
	part=$1
	shift
	case $part in
	dynamic-work) set -- "$@" --only 'naive-*' --only 'dynamic-*' ;;
	latched) set -- "$@" --only 'latched-*' ;;
	esac
	for run in 1 2; do
		more=
		[ $run = 2 ] || more="--outputs $to/$part-outputs.part --per-pc $to/$part-pc.csv"
		[ "$part" != placed ] || more="--hardware-only${more:+ --outputs $to/$part-outputs.part}"
		echo "$part, run $run"
		# shellcheck disable=SC2086 # lists of words
		"$gpu" ${SIMT_GPU_OPTIONS-} "$@" --quiet --no-parameters --machine "$machine" --run $run --counters $more \
			-o "$to/$part-$run.part"
	done
	[ ! -f "$to/$part-pc.csv" ] || gzip -9nf "$to/$part-pc.csv"
}

# join FILE...: their comments and rows, with one header row for all.
join() {
	for file; do
		if [ "$file" = "$1" ]; then
			cat "$file"
		else
			awk 'header || /^#/ { print } !/^#/ { header = 1 }' "$file"
		fi
		rm "$file"
	done
}

launches='' outputs=''
for name; do
	file=workloads/$name/$name.csv
	for folder in workloads/probes workloads/memory; do
		[ ! -f "$folder/$name.csv" ] || file=$folder/$name.csv
	done
	case $name in
	latched) file=workloads/dynamic-work/dynamic-work.csv ;;
	one-warp) file=workloads/dynamic-work/one-warp.csv ;;
	esac
	case $name in
	vecadd | dynamic-work | path-unification)
		measure "$name" "$file"
		launches="$launches $to/$name-1.part $to/$name-2.part"
		outputs="$outputs $to/$name-outputs.part"
		;;
	heldout)
		echo "$name, contents"
		# shellcheck disable=SC2086
		"$gpu" ${SIMT_GPU_OPTIONS-} --quiet --no-parameters --machine "$machine" --only '*-small' --only 'nbody-*' --only 'sigmoid-*' \
			--outputs "$to/$name-outputs.csv" "$file" -o "$to/$name.part"
		rm "$to/$name.part"
		for run in 1 2; do
			more=
			[ $run = 1 ] || more=--hardware-only
			echo "$name, run $run"
			# shellcheck disable=SC2086
			"$gpu" ${SIMT_GPU_OPTIONS-} "$file" --quiet --no-parameters --machine "$machine" --run $run --counters $more \
				-o "$to/$name-$run.part"
		done
		join "$to/$name-1.part" "$to/$name-2.part" > "$to/$name-launches.csv"
		;;
	math | memory)
		echo "$name"
		# shellcheck disable=SC2086
		"$gpu" ${SIMT_GPU_OPTIONS-} --quiet --no-parameters --machine "$machine" --outputs "$to/$name-outputs.csv" "$file" \
			-o "$to/$name.part"
		rm "$to/$name.part"
		;;
	*)
		measure "$name" "$file"
		join "$to/$name-1.part" "$to/$name-2.part" > "$to/$name-launches.csv"
		join "$to/$name-outputs.part" > "$to/$name-outputs.csv"
		;;
	esac
done
if [ -n "$launches" ]; then
	# shellcheck disable=SC2086
	join $launches > "$to/launches.csv"
	# shellcheck disable=SC2086
	join $outputs > "$to/outputs.csv"
fi
sh workloads/compress.sh "$to"/*.csv
ls -l "$to"
