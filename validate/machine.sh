#!/bin/bash
# machine.sh MACHINE: sim/machines/MACHINE.csv out of validate/data/MACHINE, by simt-fit in PATH, in the source root (make machine does so).
# The report goes to $BUILD/machine-MACHINE.txt. What was simulated is kept beside it for this simt-fit and these workloads, so that what
# was interrupted goes on. $MACHINE_JOBS processes (default 2), begun with machine $MACHINE_BASE (default h200).
set -eu
export LC_ALL=C
machine=$1 to=${BUILD:-.}
key=$(cat "$(command -v simt-fit)" workloads/micro/*.csv workloads/*/*.cubin validate/fit.csv | sha256sum | cut -c 1-16)
simt-fit --data "validate/data/$machine" --machine "${MACHINE_BASE:-h200}" --jobs "${MACHINE_JOBS:-2}" --series \
	--keep "$to/machine-$machine-$key.kept" -o "$to/machine-$machine.csv" > "$to/machine-$machine.txt"
cp "$to/machine-$machine.csv" "sim/machines/$machine.csv"
cat "$to/machine-$machine.txt"
