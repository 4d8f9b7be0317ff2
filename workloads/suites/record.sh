#!/bin/bash
# record.sh [-o FOLDER] PROGRAM [ARGUMENT...]: runs a CUDA program on simt-sim instead of a GPU, and writes the launches of its kernels down
# in FOLDER (default record) as launches.csv, with machine code and contents beside it: simt-sim FOLDER/launches.csv replays them.
#
# The program has to be built by nvcc with -arch=sm_90 -cudart shared --no-compress; -lineinfo is a help. What of the CUDA runtime is there,
# and the variables RECORD_EACH, RECORD_BYTES, RECORD_MODE and RECORD_MOST, are described in record.c. Needed: nvcc (NVCC), for the
# runtime's headers and library; cc; a build of simt-sim (BUILD, default the folder build/ of the source). The status is the program's.
set -eu
folder=record
if [ "${1-}" = -o ]; then
	folder=$2
	shift 2
fi
[ $# -ge 1 ] || {
	echo "usage: record.sh [-o FOLDER] PROGRAM [ARGUMENT...]" >&2
	exit 2
}
here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
BUILD=$(cd "${BUILD:-$root/build}" && pwd -P)
. "$here/toolkit.sh"
mkdir -p "$folder"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
${CC:-cc} -std=gnu17 -O2 -shared -fPIC -I"$toolkit/include" -I"$root/sim" -I"$root/isa" -o "$tmp/record.so" "$here"/record*.c \
	"$BUILD/libsimt.so.0" -Wl,-rpath,"$BUILD"
RECORD_TO=$(cd "$folder" && pwd -P) SIMT_DATADIR=${SIMT_DATADIR:-$root/sim} LD_PRELOAD=$tmp/record.so \
	LD_LIBRARY_PATH=$toolkit/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$@"
