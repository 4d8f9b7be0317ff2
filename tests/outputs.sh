#!/bin/bash
# What kernels leave in memory, against hashes of what an H200 left (validate/data/h200/NAME-outputs.csv): functions of CUDA's library and
# their fast variants (math), memory of every kind and width and atomics (memory), lanes that store to one place (collisions), the
# language and its libraries (general, library, toolkit, barriers, grid, apart, clusters, programs) and matrix instructions (tensor).
# With SIMT_TEST_QUICK a sample of them. Prints TAP. simt-check is $SIMT_CHECK, or the one of
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
n=0
. tests/sample.sh

# equal FOLDER NAME BUFFERS OPTION...: so many buffers are compared, and all are equal
equal() {
	local folder=$1 name=$2 buffers=$3

	shift 3
	sampled "$n" 3 || {
		left_out "$name: $buffers buffers as an H200 left them"
		return
	}
	n=$((n + 1))
	if "$program" --summary "$@" "workloads/$folder/$name.csv" "validate/data/h200/$name-outputs.csv" 2>&1 |
		tee >(sed 's/^/# /' >&2) | grep -q "^Outputs: $buffers of $buffers buffers equal"; then
		echo "ok $n - $name: $buffers buffers as an H200 left them"
	else
		echo "not ok $n - $name: $buffers buffers as an H200 left them"
	fi
}

equal probes math 174
equal probes memory 266
equal probes collisions 225
equal general general 150
equal general tensor 273
equal general library 109
equal general toolkit 123 --only '[!a]*' --only 'a[!t]*' --only 'atomics_*' # not atomics: warps race for a place
equal programs programs 292
equal general barriers 56
equal general grid 23
equal general apart 27
equal general clusters 52
# warps of more than 32, whose 32s come to WARPSYNCs of their own
for width in 64 128; do
	for policy in barrier ideal; do
		equal general library 10 --set warp_size=$width --set reconvergence=$policy --only scans --only run_lengths --only reduces
		equal programs programs 2 --set warp_size=$width --set reconvergence=$policy --only tiles
	done
done
equal general library 10 --set warp_size=64 --set reconvergence=stack --only scans --only run_lengths --only reduces
echo "1..$n"
