#!/bin/bash
# A CUDA program runs without a GPU, and the launches that are written down replay (workloads/suites/record.sh). Needs nvcc and its runtime;
# skipped where they are not there, or where libsimt was built with sanitizers. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
if ! command -v nvcc > /dev/null || grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$build/Makefile" || [ ! -e "$build/libsimt.so.0" ] ||
	! nvcc -arch=sm_90 -cudart shared --no-compress -o "$tmp/program" tests/workloads/record.cu 2> "$tmp/log"; then
	skip_all "no nvcc, or libsimt with sanitizers"
fi
BUILD=$build bash workloads/suites/record.sh -o "$tmp/record" "$tmp/program" > "$tmp/out" 2>&1
{
	grep -qx '2997 0 1000 no error' "$tmp/out" || cat "$tmp/out"
} | result 'a program runs without a GPU'
"$program" --quiet --mode functional --csv "$tmp/record/launches.csv" > "$tmp/again" 2>&1
{
	[ -s "$tmp/record/launches.csv" ] || echo "no launches.csv"
	awk -F, 'NR == FNR { if (FNR > 1) want[$1] = $NF; next }
		$1 == "source" { for (i = 1; i <= NF; i++) c[$i] = i }
		$c["metric"] == "smsp__inst_executed.sum" && $c["launch"] == "" { got[$c["case"]] = $c["value"] }
		END { for (k in want) if (want[k] != got[k]) { print k ": " got[k] ", not " want[k] }; if (!length(want)) print "no launch" }' \
		"$tmp/record/launches.csv" "$tmp/again"
} | result 'its launches replay, with as many warp instructions'

# What a program has more of than most: variables, pointers in one launch; an occupancy that cannot be; results of a run that was cut off.
{
	for i in {1..1500}; do echo "__device__ int v$i;"; done
	echo "__global__ void sum($(printf 'int *p%d, ' {1..70}) int *out) { *out = 0$(printf ' + *p%d' {1..70}) + v1500; }"
	cat <<- END
		#include <cstdio>
		int main()
		{
			int *p[71], v = 1, n = 0, wrong;
			for (int i = 0; i <= 70; i++) {
				cudaMalloc(&p[i], 4);
				cudaMemcpy(p[i], &i, 4, cudaMemcpyHostToDevice);
			}
			cudaMemcpyToSymbol(v1500, &v, 4);
			sum<<<1, 1>>>($(printf 'p[%d], ' {1..70}) p[0]);
			cudaMemcpy(&v, p[0], 4, cudaMemcpyDeviceToHost);
			wrong = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, sum, 0, 0);
			printf("%d %d\\n", v, wrong == cudaErrorInvalidValue);
		}
	END
} > "$tmp/many.cu"
{
	nvcc -arch=sm_90 -cudart shared --no-compress -o "$tmp/many" "$tmp/many.cu" 2>&1 &&
		BUILD=$build bash workloads/suites/record.sh -o "$tmp/many-record" "$tmp/many" > "$tmp/out" 2>&1
	grep -qx '2486 1' "$tmp/out" || cat "$tmp/out"
} | result 'a program with 1500 variables'
{
	sed -i '1s/$/,expect/; 2s/$/,b70=fill(2486)/' "$tmp/many-record/launches.csv"
	"$program" --quiet --mode functional "$tmp/many-record/launches.csv" 2>&1 > /dev/null
} | result 'a launch with 71 pointers replays'
{
	found=0
	for f in "$tmp"/record/*.bin; do
		truncate -s 4 "$f" && found=1
	done
	[ $found = 1 ] || echo "no contents in files"
	BUILD=$build bash workloads/suites/record.sh -o "$tmp/record" "$tmp/program" > "$tmp/out" 2>&1 || cat "$tmp/out"
	"$program" --quiet --mode functional "$tmp/record/launches.csv" 2>&1 > /dev/null
} | result 'a folder in which another run was cut off'
{
	rm "$tmp/record/launches.csv" && mkdir "$tmp/record/launches.csv"
	BUILD=$build bash workloads/suites/record.sh -o "$tmp/record" "$tmp/program" > "$tmp/out" 2>&1
	status=$?
	[ $status = 98 ] && grep -q '^record: .*launches.csv: Is a directory$' "$tmp/out" || echo "status $status: $(cat "$tmp/out")"
	rmdir "$tmp/record/launches.csv"
} | result 'a list that cannot be written is told'

# what goes wrong is told
echo old > "$tmp/record/launches.csv"
BUILD=$build bash workloads/suites/record.sh -o "$tmp/record" /bin/true > "$tmp/out" 2>&1
diff "$tmp/out" - <<< "record.sh: no launch was written: /bin/true has launched none, or does not have the runtime as a library (nvcc -cudart shared)" |
	result 'a program without launches'
{ [ ! -e "$tmp/record/launches.csv" ] || echo "launches.csv is there"; } | result 'and launches of an earlier program are not left for its own'
BUILD=$tmp bash workloads/suites/record.sh "$tmp/program" > "$tmp/out" 2>&1
diff "$tmp/out" - <<< "record.sh: no build of simt-sim in $tmp; BUILD=FOLDER says where it is" | result 'no build'
for arguments in '' -o '-o x' --help; do
	BUILD=$build bash workloads/suites/record.sh $arguments > "$tmp/out" 2>&1
	[ $? = 2 ] && grep -q '^usage: record.sh ' "$tmp/out" || cat "$tmp/out"
done | result 'usage'
RECORD_EACH=1 BUILD=$build bash workloads/suites/record.sh -o "$tmp/one" "$tmp/program" 2>&1 > "$tmp/out" |
	grep -v '^record: not written, ' | grep -vx 'record: [1-9][0-9]* launch\(es\)\? not written: further ones of their kernels; RECORD_EACH, now 1, says how many' |
	result 'no other words about launches that are not written'
RECORD_EACH=0 BUILD=$build bash workloads/suites/record.sh -o "$tmp/one" "$tmp/program" > "$tmp/out" 2>&1
{
	has "$tmp/out" '^record: [1-9][0-9]* launches not written: further ones of their kernels; RECORD_EACH, now 0, says how many'
	grep 'has launched none' "$tmp/out"
} | result 'launches that are not written are counted'

# a cooperative launch replays as one
cat > "$tmp/grid.cu" << 'END'
#include <cooperative_groups.h>
__global__ void both(int *p) { p[threadIdx.x] = 1; cooperative_groups::this_grid().sync(); p[32 + threadIdx.x] = p[threadIdx.x]; }
int main() { int *p; cudaMalloc(&p, 256); void *a[] = {&p}; return cudaLaunchCooperativeKernel((const void *)both, 2, 32, a, 0, 0); }
END
{
	nvcc -arch=sm_90 -cudart shared --no-compress -o "$tmp/grid" "$tmp/grid.cu" 2>&1
	BUILD=$build bash workloads/suites/record.sh -o "$tmp/coop" "$tmp/grid" 2>&1
	"$program" --quiet --mode functional "$tmp/coop/launches.csv" 2>&1 > /dev/null
	cut -d , -f 2,7 "$tmp/coop/launches.csv" | grep -vx -e module,cooperative -e module-0.cubin,1
} | result 'a cooperative launch is written as one'
finish
