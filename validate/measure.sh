#!/bin/sh
# measure.sh SIMT_GPU [MACHINE]: measures all shipped workloads on the GPU of this machine and puts what comes out in
# validate/data/MACHINE/. Run it in the source root (make measure does). Needs ncu in PATH. MACHINE is the device's name in lower case
# without "NVIDIA ", unless it is given. $SIMT_GPU_OPTIONS are added to each command, --device 1 for example.
#
# launches.csv: times and counters of every launch, two runs. outputs.csv: contents of every buffer, hashed. NAME-pc.csv: counts of each
# instruction of a workload's kernels.
set -eu
export LC_ALL=C
gpu=$1
workloads='vecadd dynamic-work path-unification'

if [ $# -gt 1 ]; then
	machine=$2
else
	machine=$("$gpu" ${SIMT_GPU_OPTIONS-} --repeat 1 workloads/vecadd/vecadd.csv |
		sed -n '1s/^# \(NVIDIA \)\{0,1\}\([^,]*\),.*/\2/p' | tr 'A-Z /' 'a-z--')
	[ -n "$machine" ] || exit 3
fi
to=validate/data/$machine
mkdir -p "$to"

# join FILE...: their comments and rows, with one header row for all.
join() {
	for file; do
		if [ "$file" = "$1" ]; then
			cat "$file"
		else
			awk 'header || /^#/ { print } !/^#/ { header = 1 }' "$file"
		fi
	done
}

launches= outputs=
for name in $workloads; do
	for run in 1 2; do
		more=
		[ $run = 2 ] || more="--outputs $to/$name-outputs.part --per-pc $to/$name-pc.csv"
		echo "$name, run $run"
		# shellcheck disable=SC2086 # lists of words
		"$gpu" ${SIMT_GPU_OPTIONS-} "workloads/$name/$name.csv" --quiet --no-parameters --machine "$machine" --run $run --counters \
			$more -o "$to/$name-$run.part"
		launches="$launches $to/$name-$run.part"
	done
	outputs="$outputs $to/$name-outputs.part"
done
# shellcheck disable=SC2086
join $launches > "$to/launches.csv"
# shellcheck disable=SC2086
join $outputs > "$to/outputs.csv"
rm -f "$to"/*.part
ls -l "$to"
