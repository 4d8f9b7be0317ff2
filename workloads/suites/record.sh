#!/bin/bash
# record.sh [-o FOLDER] PROGRAM [ARGUMENT...]: runs a CUDA program on simt-sim instead of a GPU, and writes the launches of its kernels down
# in FOLDER (default record) as launches.csv, with machine code and contents beside it: simt-sim FOLDER/launches.csv replays them.
#
# The program has to be built by nvcc with -arch=sm_90 -cudart shared --no-compress; -lineinfo is a help. What of the CUDA runtime is there,
# and the variables RECORD_EACH, RECORD_BYTES, RECORD_MODE and RECORD_MOST, are described in record.c. Needed: nvcc (NVCC), for the
# runtime's headers and library; cc; a build of simt-sim (BUILD, default the folder build/ of the source). The status is the program's.
set -eu
folder=record
if [ "${1-}" = -o ] && [ $# -gt 2 ]; then
	folder=$2
	shift 2
fi
case ${1--} in
-*)
	echo "usage: record.sh [-o FOLDER] PROGRAM [ARGUMENT...]" >&2
	exit 2
	;;
esac
here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../.." && pwd -P)
BUILD=${BUILD:-$root/build}
[ -e "$BUILD/libsimt.so.0" ] || {
	echo "record.sh: no build of simt-sim in $BUILD; BUILD=FOLDER says where it is" >&2
	exit 2
}
BUILD=$(cd "$BUILD" && pwd -P)
. "$here/toolkit.sh"
mkdir -p "$folder"
[ ! -f "$folder/launches.csv" ] || rm "$folder/launches.csv"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
${CC:-cc} -std=gnu17 -O2 -shared -fPIC -I"$toolkit/include" -I"$root" -I"$root/base" -I"$root/sim/runtime" -o "$tmp/record.so" "$here"/record*.c \
	"$BUILD/libsimt.so.0" -Wl,-rpath,"$BUILD"
RECORD_TO=$(cd "$folder" && pwd -P) SIMT_DATADIR=${SIMT_DATADIR:-$root/sim} RECORD_SEEN=$tmp/seen LD_PRELOAD=$tmp/record.so \
	LD_LIBRARY_PATH=$toolkit/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$@" && status=0 || status=$?
[ -e "$folder/launches.csv" ] || [ -e "$tmp/seen" ] ||
	echo "record.sh: no launch was written: $1 has launched none, or does not have the runtime as a library (nvcc -cudart shared)" >&2
exit $status
