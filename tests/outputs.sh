#!/bin/bash
# What kernels leave in memory, against hashes of what an H200 left (validate/data/h200/NAME-outputs.csv): functions of CUDA's library and
# their fast variants (math), memory of every kind and width and atomics (memory). Prints TAP. simt-check is $SIMT_CHECK, or the one of
# the build folder.
set -uf

srcdir=${srcdir:-.}
builddir=${builddir:-.}
program=${SIMT_CHECK:-$builddir/simt-check}
case $program in
/*) ;;
*) program=$PWD/$program ;;
esac
cd "$srcdir" || exit 99
export SIMT_DATADIR=${SIMT_DATADIR:-$PWD/sim} LC_ALL=C
count=0

# equal NAME BUFFERS OPTION...: so many buffers are compared, and all are equal
equal() {
	local name=$1 buffers=$2

	shift 2
	count=$((count + 1))
	if "$program" --summary "$@" "workloads/probes/$name.csv" "validate/data/h200/$name-outputs.csv" 2>&1 |
		tee >(sed 's/^/# /' >&2) | grep -q "^Outputs: $buffers of $buffers buffers equal"; then
		echo "ok $count - $name: $buffers buffers as an H200 left them"
	else
		echo "not ok $count - $name: $buffers buffers as an H200 left them"
	fi
}

equal math 174
equal memory 266
echo "1..$count"
