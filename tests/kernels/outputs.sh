#!/bin/bash
# What kernels leave in memory, against hashes of what an H200 left (validate/data/h200/NAME-outputs.csv): functions of CUDA's library and
# their fast variants (math), memory of every kind and width and atomics (memory), lanes that store to one place (collisions), the
# language and its libraries (general, library, toolkit, barriers, grid, apart, clusters, programs) and matrix instructions (tensor).
# With SIMT_TEST_QUICK a sample of them. Those of tensormaps are what an H100 left. Prints TAP. simt-check is $SIMT_CHECK, or the one of
# the build folder.
. "${srcdir:-.}/tests/helpers/tap.sh"
set -f
program=$(absolute "${SIMT_CHECK:-$build/simt-check}")

# equal FOLDER NAME BUFFERS OPTION...: so many buffers are compared, and all are equal
equal() {
	local folder=$1 name=$2 buffers=$3

	shift 3
	sampled "$n" 3 || {
		left_out "$name: $buffers buffers as an H200 left them"
		return
	}
	"$program" --summary "$@" "workloads/$folder/$name.csv" "validate/data/${machine:-h200}/$name-outputs.csv" > "$tmp/out" 2>&1
	grep -q "^Outputs: $buffers of $buffers buffers equal" "$tmp/out"
	result $? "$name: $buffers buffers as an H200 left them" "$tmp/out"
}

equal probes math 174
equal probes memory 266
equal probes collisions 225
equal general general 150
equal general tensor 273
equal general special 384
equal general library 109
equal general toolkit 123 --only '[!a]*' --only 'a[!t]*' --only 'atomics_*' # not atomics: warps race for a place
equal programs programs 292
equal general barriers 56
equal general grid 23
equal general apart 27
equal general clusters 52
machine=h100 equal general tensormaps 27 --only '[!s]*' --only stream --only shared_tile
# warps of more than 32, whose 32s come to WARPSYNCs of their own
for width in 64 128; do
	for policy in barrier ideal; do
		equal general library 10 --set warp_size=$width --set reconvergence=$policy --only scans --only run_lengths --only reduces
		equal programs programs 2 --set warp_size=$width --set reconvergence=$policy --only tiles
	done
done
equal general library 10 --set warp_size=64 --set reconvergence=stack --only scans --only run_lengths --only reduces
finish
