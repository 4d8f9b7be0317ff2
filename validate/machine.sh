#!/bin/bash
# machine.sh MACHINE: sim/machines/MACHINE.csv out of validate/data/MACHINE, by simt-fit in PATH, in the source root (make machine does so).
# The report goes to $BUILD/machine-MACHINE.txt. What was simulated is kept beside it for this simt-fit and these workloads, so that what
# was interrupted goes on. $MACHINE_JOBS processes (default 2), begun with machine $MACHINE_BASE (default h200).
# machine.sh --missing MACHINE: no fit, but the parameters that the file lacks, since sim/machine/machine.def has new ones, as that machine has them.
set -eu
export LC_ALL=C
base=${MACHINE_BASE:-h200} to=${BUILD:-.}
if [ "$1" = --missing ]; then
	file=sim/machines/$2.csv
	awk -F, -v OFS=, -v base="$base" '
		NR == FNR { has[$1] = $0; next }
		$1 in has { print has[$1]; next }
		{ source = $0; sub(/^[^,]*,[^,]*,[^,]*,"?/, "", source); sub(/"?$/, "", source); print $1, $2, $3, "\"taken over from " base "; " source "\"" }
		' "$file" "sim/machines/$base.csv" > "$file.part"
	mv "$file.part" "$file"
	exit
fi
machine=$1
key=$(cat "$(command -v simt-fit)" workloads/micro/*.csv workloads/*/*.cubin* validate/fit.csv | sha256sum | cut -c 1-16)
simt-fit --data "validate/data/$machine" --machine "$base" --jobs "${MACHINE_JOBS:-2}" --series \
	--keep "$to/machine-$machine-$key.kept" -o "$to/machine-$machine.csv" > "$to/machine-$machine.txt"
cp "$to/machine-$machine.csv" "sim/machines/$machine.csv"
cat "$to/machine-$machine.txt"
