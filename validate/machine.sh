#!/bin/bash
# machine.sh MACHINE: sim/machines/MACHINE.csv out of validate/data/MACHINE, by simt-fit in PATH, in the source root (make machine does so).
# The report goes to $BUILD/machine-MACHINE.txt. What was simulated is kept beside it for this simt-fit and these workloads, so that what
# was interrupted goes on. $MACHINE_JOBS processes (default 2), begun with machine $MACHINE_BASE (default h200).
# machine.sh --missing MACHINE: no fit, but the parameters that the file lacks, since sim/machine/machine.def has new ones: those that stand for an
# old name of the file with its value, all others as the machine to begin with has them. simt-sim in PATH, in the source root.
set -eu
export LC_ALL=C
base=${MACHINE_BASE:-h200} to=${BUILD:-.}
if [ "$1" = --missing ]; then
	file=sim/machines/$2.csv
	{
		cat "$file"
		echo "base,$base,,"
	} > "$file.whole"
	simt-sim --machine "$file.whole" --dump-machine > "$file.dump"
	awk -F, -v OFS=, '
		FILENAME == ARGV[1] {
			source = $0
			# parameter, value, unit, section, range; the meaning, which has no quotes of its own
			sub(/^[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,("[^"]*"|[^,]*),/, "", source)
			row[$1] = $1 OFS $2 OFS $3 OFS source
			next
		}
		FILENAME == ARGV[2] { row[$1] = $0; next } # as it was
		{ print row[$1] }' "$file.dump" "$file" "sim/machines/$base.csv" > "$file.part"
	mv "$file.part" "$file"
	rm "$file.whole" "$file.dump"
	exit
fi
machine=$1
key=$(cat "$(command -v simt-fit)" workloads/micro/*.csv workloads/*/*.cubin* validate/fit.csv | sha256sum | cut -c 1-16)
simt-fit --data "validate/data/$machine" --machine "$base" --jobs "${MACHINE_JOBS:-2}" --series \
	--keep "$to/machine-$machine-$key.kept" -o "$to/machine-$machine.csv" > "$to/machine-$machine.txt"
cp "$to/machine-$machine.csv" "sim/machines/$machine.csv"
cat "$to/machine-$machine.txt"
