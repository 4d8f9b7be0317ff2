#!/bin/sh
# compress.sh FILE...: keeps each file as the source does: compressed, as FILE.gz, where it is large, else plain; the other of the two goes.
# Run it in the source root. FILE.gz stays as it is where FILE is in it, whichever gzip made it.
# compress.sh --check FILE...: says which are there plain and should not be.
#
# What is large, in bytes: measured data from 10000 on, machine code and inputs of fuzz targets from 100000 on. The machine code of
# techniques and examples, which people compile and look at themselves, is plain up to 1000000. All programs read FILE.gz for FILE
# (base/wholefile.h).
set -eu
export LC_ALL=C

# The size from which on a file is compressed; none for those that stay as they are.
limit() {
	case $1 in
	validate/data/*.csv | validate/data/*.cubin) echo 10000 ;;
	workloads/alternating-loop/* | workloads/branch-patterns/* | workloads/concurrent/* | workloads/dynamic-work/* | workloads/fixed-array/* | \
		workloads/half-warp/* | workloads/path-unification/* | workloads/reductions/* | workloads/split/* | workloads/tiled-matmul/* | workloads/vecadd/*) echo 1000000 ;;
	*.cubin | tests/fuzz/*.bin | tests/golden/programs.* | tests/golden/h200-*.csv) echo 100000 ;;
	esac
}

check=
if [ "${1-}" = --check ]; then
	check=yes
	shift
fi
for file; do
	from=$(limit "$file")
	if [ "$from" ] && [ "$(wc -c < "$file")" -ge "$from" ]; then
		if [ "$check" ]; then
			echo "$file: from $from bytes on compressed: workloads/compress.sh $file"
		elif [ -f "$file.gz" ] && gzip -dc "$file.gz" 2> /dev/null | cmp -s - "$file"; then
			rm "$file"
		else
			gzip -9nf "$file"
		fi
	elif [ ! "$check" ]; then
		rm -f "$file.gz"
	fi
done
