#!/bin/bash
# Whether several threads are ever slower than one: whole lists of the shipped workloads, and single launches that are long enough to time, with
# --jobs 1, 2 and 16, by the clock. In each round every setting runs once, --jobs 1 at the beginning and at the end, the others in turns; a ratio is that
# to the mean of these two in the same round. Prints CSV, a row for each list or launch: seconds with one thread (median), and for 2 and 16 threads
# and for one thread against itself the median ratio with its quartiles. The last is the noise, since nothing differs. A row ends with the threads
# that are slower: even the lower quartile of their ratio is over 1.02. Then a line sums up. It is for a machine of 16 processors that do nothing
# else; workloads/speed/README.md has what came out.
#
#   bash tests/bench/never-slower.sh [SECONDS [ROUNDS]]      for so long at most (330), with so many rounds each (7)
#
# simt-sim is $SIMT_SIM, or the one of the build folder; a static build can be taken to another machine: ../configure LDFLAGS=-static. What
# there was no time for is said at the end.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 99
program=${SIMT_SIM:-build/simt-sim}
export SIMT_DATADIR=${SIMT_DATADIR:-$PWD/sim}
until=$((SECONDS + ${1:-330}))
rounds=${2:-7}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

# took JOBS ARGUMENT...: microseconds of one run
took() {
	local start=${EPOCHREALTIME/./}

	"$program" --quiet --jobs "$1" --csv="$tmp/csv" "${@:2}" > /dev/null 2> "$tmp/err" < /dev/null || cat "$tmp/err" >&2
	echo $((${EPOCHREALTIME/./} - start))
}

# measure NAME ARGUMENT...: lines "1 2 16 1" of each round, then the row
measure() {
	local name=$1 round one=0 two many again

	shift
	((SECONDS >= until)) || one=$(took 1 "$@")
	if ((one == 0 || SECONDS + one * 3 * rounds / 1000000 > until)); then
		echo "$name" >> "$tmp/left"
		return
	fi
	for ((round = 0; round < rounds; round++)); do
		one=$(took 1 "$@")
		if ((round % 2)); then
			two=$(took 2 "$@")
			many=$(took 16 "$@")
		else
			many=$(took 16 "$@")
			two=$(took 2 "$@")
		fi
		again=$(took 1 "$@")
		echo "$one $two $many $again"
	done > "$tmp/rounds"
	awk -v name="$name" '
		function sorted(v, n,   i, j, x) {
			for (i = 2; i <= n; i++) {
				x = v[i]
				for (j = i - 1; j > 0 && v[j] > x; j--)
					v[j + 1] = v[j]
				v[j + 1] = x
			}
		}
		function at(v, n, share) { return v[int((n - 1) * share + 0.5) + 1] }
		function three(v) { return sprintf("%.3f,%.3f,%.3f", at(v, NR, 0.5), at(v, NR, 0.25), at(v, NR, 0.75)) }
		{
			mean = ($1 + $4) / 2
			one[NR] = mean
			two[NR] = $2 / mean
			many[NR] = $3 / mean
			self[NR] = $4 / $1
		}
		END {
			sorted(one, NR); sorted(two, NR); sorted(many, NR); sorted(self, NR)
			slower = at(two, NR, 0.25) > 1.02 ? "2" : ""
			slower = slower (at(many, NR, 0.25) > 1.02 ? (slower ? " " : "") "16" : "")
			printf "%s,%.3f,%s,%s,%s,%s\n", name, at(one, NR, 0.5) / 1e6, three(two), three(many), three(self), slower
		}' "$tmp/rounds" | tee -a "$tmp/rows"
}

echo 'what,seconds,2 threads,from,to,16 threads,from,to,1 thread,from,to,slower'
for list in general/{general,apart,barriers,clusters,grid,library,ranks,tensor,toolkit} half-warp/half-warp local/local memory/patterns \
	vecadd/vecadd fixed-array/fixed-array programs/programs speed/speed probes/{breaks,collisions,members,memory,paths,probes,random,unseen}; do
	measure "$list" "workloads/$list.csv"
done
while read -r list arguments; do
	# shellcheck disable=SC2086
	set -f -- $arguments
	measure "${list#*/} ${arguments// --let/}" "workloads/$list.csv" --only "$@"
done << 'END'
micro/micro chase-1m-2200
micro/chains chain-l2-line-9000
micro/places l2-64k-4096-6
micro/queues match_all-32-13
heldout/heldout collatz-large
heldout/heldout kmeans-large
heldout/heldout radix-large
heldout/heldout edit-large
heldout/heldout life-large
heldout/heldout rle-large
heldout/heldout horner-large
heldout/heldout spmv_vector-large
dynamic-work/dynamic-work dynamic-8
dynamic-work/one-warp latched-512
development/development march-640
development/development align-900-60
development/development product-registers-832
speed/speed search --let n=65536
speed/speed sparse --let n=32768
speed/speed histogram --let n=262144
speed/speed reads
speed/speed gemm
END
for list in probes/math alternating-loop/alternating-loop compare-pairs/others tiled-matmul/tiled-matmul dynamic-work/one-warp reductions/reductions; do
	measure "$list" "workloads/$list.csv"
done
awk -F, -v rounds="$rounds" '{ rows++; two += $12 ~ /^2/; many += $12 ~ /16/; if ($3 > most2) most2 = $3; if ($6 > most16) most16 = $6; if ($9 > self) self = $9 }
	END { printf "# %d rows of %d rounds: slower with 2 threads in %d, with 16 in %d; largest ratios %.3f, %.3f; of one thread to itself %.3f\n", rows, rounds, two, many, most2, most16, self }' "$tmp/rows"
[ ! -s "$tmp/left" ] || echo "# no time for: $(tr '\n' ' ' < "$tmp/left")"
