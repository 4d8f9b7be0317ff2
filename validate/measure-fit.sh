#!/bin/sh
# measure-fit.sh SIMT_GPU FOLDER: measures on the GPU of this machine what simt-fit --data FOLDER reads (validate/fit.csv, validate/training.csv):
# cycles of microbenchmarks and of the training launches, and how the SMs are laid out, which goes into FOLDER/known.csv. Run it in the
# source root, some minutes; needs ncu in PATH. $SIMT_GPU_OPTIONS are added to each command, --device 1 for example.
set -eu
export LC_ALL=C
gpu=$1 to=$2
mkdir -p "$to/placement"

cycles() { # FILE WORKLOAD OPTION...
	file=$1 workload=$2
	shift 2
	echo "$file"
	# shellcheck disable=SC2086 # a list of words
	"$gpu" ${SIMT_GPU_OPTIONS-} --quiet --machine "${to##*/}" --only-cycles -o "$to/$file" "$@" "workloads/$workload.csv"
}

cycles micro-launches.csv micro/micro
cycles traffic-launches.csv micro/traffic
cycles scheduler-launches.csv micro/scheduler
# these three in one file, as validate/measure.sh has them
rm -f "$to/launches.csv"
for name in vecadd dynamic-work path-unification; do
	cycles part.csv $name/$name --no-parameters
	if [ -f "$to/launches.csv" ]; then
		awk 'header || /^#/ { print } !/^#/ { header = 1 }' "$to/part.csv" >> "$to/launches.csv"
	else
		cp "$to/part.csv" "$to/launches.csv"
	fi
	rm "$to/part.csv"
done
for name in alternating-loop branch-patterns fixed-array half-warp reductions tiled-matmul; do
	cycles $name-launches.csv $name/$name
done
cycles half-warp-full-launches.csv half-warp/half-warp --let n=4000
cycles tiled-matmul-large.csv tiled-matmul/tiled-matmul --let 'w=500|1999' --only plain-16-500
cycles tiled-matmul-large2.csv tiled-matmul/tiled-matmul --let 'w=128|250|1000' --only '*-250'

# shellcheck disable=SC2086
"$gpu" ${SIMT_GPU_OPTIONS-} --quiet --repeat 1 --placement "$to/clusters.part" -o "$to/times.part" workloads/placement/clusters.csv
bash validate/placement-launches.sh "$to/clusters.part" | gzip -9n > "$to/placement/clusters.csv.gz"
rm "$to/clusters.part" "$to/times.part"
if bash validate/gpcs.sh "$to/placement/clusters.csv.gz" > "$to/known.part"; then
	{ echo parameter,value,unit,source && cat "$to/known.part"; } > "$to/known.csv"
fi
rm "$to/known.part"
sh workloads/compress.sh "$to"/*.csv
ls -l "$to"
