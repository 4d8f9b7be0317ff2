#!/bin/bash
# make-hecbench.sh CHECKOUT FOLDER [PROGRAM...]: makes the machine code and the inputs of hecbench.csv, or those of some programs alone.
# CHECKOUT is a work tree of github.com/zjin-lcf/HeCBench at the commit below; nothing is written there. FOLDER gets hecbench.csv, and the
# cubins and the file hecbench.bin that it names, 13 MiB in all; then simt-sim FOLDER/hecbench.csv runs.
#
# Each program is built by its own Makefile and run on simt-sim instead of a GPU: record.c takes the place of the CUDA runtime and writes
# down what the first launches of each kernel get. hecbench-programs.txt has the arguments, smaller than the programs' own where these take
# long; hecbench-inputs.csv says which of these contents are in hecbench.bin. Large random inputs are generators of workload.csv(5) instead.
# Needed: nvcc 13 (NVCC), cc, a build of simt-sim (BUILD, default the folder build/ of the source), and about an hour.
set -eu
commit=f27000a5188f8ac79bd43fc95a1b3f890c18823d
[ $# -ge 2 ] && [ -d "$1/src/nqueen-cuda" ] || {
	echo "usage: make-hecbench.sh CHECKOUT FOLDER [PROGRAM...]; CHECKOUT is a work tree of github.com/zjin-lcf/HeCBench at $commit" >&2
	exit 2
}
suite=$(cd "$1" && pwd -P)
here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
NVCC=${NVCC:-nvcc}
BUILD=$(cd "${BUILD:-$root/build}" && pwd -P)
mkdir -p "$2"
out=$(cd "$2" && pwd -P)
shift 2
export SIMT_DATADIR=${SIMT_DATADIR:-$root/sim}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

. "$here/toolkit.sh"
${CC:-cc} -std=gnu17 -O2 -shared -fPIC -I"$toolkit/include" -I"$root" -I"$root/base" -I"$root/sim/runtime" -o "$tmp/record.so" "$here"/record*.c \
	"$BUILD/libsimt.so.0" -Wl,-rpath,"$BUILD"
cp -rs "$suite/src" "$tmp/src"
cp "$here/hecbench.csv" "$out/"
[ -e "$out/hecbench.bin" ] || : > "$out/hecbench.bin"
compiler="$NVCC -cudart shared --no-compress -lineinfo -w"
while IFS=$'\t' read -r program command; do
	[ $# = 0 ] || printf '%s\n' "$@" | grep -qxF "$program" || continue
	cd "$tmp/src/$program-cuda"
	[ -f Makefile ] || cd "$(dirname "$(find . -name Makefile | head -n 1)")"
	if ! make ARCH=sm_90 CC="$compiler" NVCC="$compiler" > "$tmp/log" 2>&1 < /dev/null; then
		echo "$program: does not compile here" >&2
		continue
	fi
	mkdir "$tmp/$program"
	RECORD_TO=$tmp/$program RECORD_BYTES=$((64 << 20)) RECORD_MOST=60000000 timeout 600 \
		bash -c "LD_PRELOAD=$tmp/record.so exec $command" > "$tmp/log" 2>&1 < /dev/null || true # it may end early
	while read -r module; do
		number=${module##*-}
		cp "$tmp/$program/module-$number" "$out/$module" || echo "$program: no machine code" >&2
	done < <(awk -F, -v program="$program" '$1 == program && !seen[$3]++ { print $3 }' "$here/hecbench.csv")
	while IFS=, read -r offset bytes contents; do
		if [ -f "$tmp/$program/$contents.bin" ]; then
			dd if="$tmp/$program/$contents.bin" of="$out/hecbench.bin" bs=64K seek="$offset" oflag=seek_bytes conv=notrunc status=none
		else
			echo "$program: $bytes bytes at $offset of hecbench.bin are not what it makes here" >&2
		fi
	done < <(awk -F, -v program="$program" '$3 == program { print $1 "," $2 "," $4 }' "$here/hecbench-inputs.csv")
done < "$here/hecbench-programs.txt"
