# shellcheck shell=bash
# study.sh: what would better hardware for divergence gain today? See README.md; remake.sh runs this.

# Rows of launches, and of cases that a machine cannot run.
keep() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 1 || $at["id"] != "" || $at["status"] == "bad input"'; }

policies() { # NAME OPTION... WORKLOAD: the H200's policy, with the bound, and the other two
	local name=$1 metrics=cycles,instructions,simt__lane_slots_waiting.pct,simt__cycles_bound.cycle

	shift
	sweep "$name" "$@" --axis reconvergence=barrier --bound --launches --metrics "$metrics"
	sweep "$name-others" "$@" --axis reconvergence=stack,ideal --launches --metrics "$metrics"
}

# Whole lists where they are small; else one size of each kernel that takes less than 9 million warp instructions.
points() {
	policies alternating-loop --only '*-1024' --let n=1024 workloads/alternating-loop/alternating-loop.csv
	policies branch-patterns --only '*-8-50' --only '*-wide-32' --only '*-geometric-32' --only '*-32-random' --only '*-32-sorted' \
		workloads/branch-patterns/branch-patterns.csv
	policies dynamic-work --only '*-64' workloads/dynamic-work/dynamic-work.csv
	policies fixed-array --only '*-4000-256-264' workloads/fixed-array/fixed-array.csv
	policies half-warp --only '*-32' --let n=4000 workloads/half-warp/half-warp.csv
	policies path-unification --only '*-100-4' workloads/path-unification/path-unification.csv
	policies reductions --only '*-135168-256' workloads/reductions/reductions.csv
	policies tiled-matmul --only '*-16-100' workloads/tiled-matmul/tiled-matmul.csv
	policies split --only march --only particles --only rows --let n=33792 workloads/split/split.csv
	policies everyday --let n=33792 workloads/split/everyday.csv
	policies development --only product-16x16-350 --only transpose-padded-3000 --only matvec-4000 --only convolve-direct-700 \
		--only heat-1600-64 --only bodies-8448-1024 --only normalise-6000-1000 --only bitonic-750 --only radix-800 --only bytes-few-132 \
		--only sum-264 --only probe-300000-65536 --only crc-shared-30000-64 --only interpret-132-1 --only divisors-700000 \
		--only rows-thread-100000 --only rows-equal-150000 --only expand-160000 --only chase-140000 workloads/development/development.csv
	policies heldout --only '*-small' workloads/heldout/heldout.csv
	policies programs workloads/programs/programs.csv
	suite rodinia "${RODINIA-}"
	suite hecbench "${HECBENCH-}"
}

sample() {
	policies tiled-matmul --only '*-16-100' workloads/tiled-matmul/tiled-matmul.csv
	policies programs --only 'r*' workloads/programs/programs.csv
}

# suite NAME FOLDER: the first launch of each case that an H200 measured and that is not long: the bound on warp instructions is the H200's count.
# Without the folder, which workloads/suites/make-NAME.sh makes of a checkout, the rows that are kept.
suite() {
	local data=validate/data/h200/rodinia-counters.csv.gz list=$2/$1-study.csv

	[ "$1" = rodinia ] || data=validate/data/h200/hecbench-launches.csv.gz
	if [ -z "$2" ]; then
		echo "$1: not simulated, the rows that are kept stay (${1^^}=FOLDER, see workloads/suites/README-$1.md)" >&2
		gzip -cd "$here/results.csv.gz" | grep "^$1-study," >> "$tmp/results.csv"
		return
	fi
	awk -F, -v folder="$2" -v most=5000000 '
		FNR == NR { if ($10 == "smsp__inst_executed.sum" && $7 != "" && !($6 in measured)) measured[$6] = $(NF - 1); next }
		/^#/ { next }
		!head { for (i = 1; i <= NF; i++) column[$i] = i; head = 1; print; next }
		{ name = $column["case"]; module = folder "/" $column["module"] }
		!(name in measured) || measured[name] > most || seen[name]++ || (getline line < module) < 0 { next }
		{ close(module); print }' <(gzip -cd "$data") "$2/$1.csv" > "$list"
	policies "$1" "$list"
}

# A row for each launch, with what it gains over the H200's policy: `stack` and `ideal` simulated, `most` by the bound. Launches that `ideal` cannot
# run are left out; `stack` is empty where it cannot.
gains() {
	awk -F, -v OFS=, '
		function set(workload) {
			return workload ~ /-study$/ ? (workload ~ /^rodinia/ ? "Rodinia" : "HeCBench") : \
				workload ~ /^(development|heldout|everyday|programs|split)$/ ? "everyday kernels" : "techniques"
		}
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "set", "workload", "case", "launch", "waiting", "cycles", "stack", "ideal", "most"; next }
		$at["status"] != "ok" { next }
		{
			policy = $at["reconvergence"]
			key = $at["workload"] OFS $at["case"] OFS $at["launch"]
			key = key OFS (++times[key, policy])
			cycles[key, policy] = $at["sm__cycles_elapsed.max"]
		}
		policy == "barrier" {
			name[++n] = key
			named[n] = set($at["workload"]) OFS $at["workload"] OFS $at["case"] OFS $at["launch"]
			waiting[n] = $at["simt__lane_slots_waiting.pct"]
			bound[n] = $at["simt__cycles_bound.cycle"]
		}
		END {
			for (i = 1; i <= n; i++) {
				key = name[i]
				now = cycles[key, "barrier"]
				if (cycles[key, "ideal"] && bound[i])
					printf "%s,%s,%s,%s,%.4f,%.4f\n", named[i], waiting[i], now, \
						cycles[key, "stack"] ? sprintf("%.4f", now / cycles[key, "stack"]) : "", \
						now / cycles[key, "ideal"], now / bound[i]
			}
		}'
}

# Quantiles of a gain, by set: share of launches that gain at most so much.
quantiles() { # TABLE COLUMN
	tail -n +2 "$1" | sort -t, -k1,1 -k"$2,${2}g" | awk -F, -v OFS=, -v c="$2" -v what="$3" '
		function flush(    i, q) {
			for (q = 0; n && q <= 100; q += 4) {
				i = 1 + int(q / 100 * (n - 1) + 0.5)
				print set, q, v[i], what
			}
			n = 0
		}
		$1 != set { flush(); set = $1 }
		$c != "" { v[++n] = $c }
		END { flush() }'
}

figures() {
	gains < "$1" > "$tmp/gains.csv"
	{
		echo set,share,gain,with
		quantiles "$tmp/gains.csv" 7 'a stack in place of barriers'
		quantiles "$tmp/gains.csv" 8 'ideal reconvergence'
		quantiles "$tmp/gains.csv" 9 'the bound: the most that is possible'
	} > "$tmp/shares.csv"
	plot gains --x share --y gain --by set --facet with --log y --line 1 --x-label 'launches, sorted (%)' --y-label 'times as fast as an H200' \
		--size 720x330 "$tmp/shares.csv"
	awk -F, -v OFS=, 'NR == 1 { print $1, "waits", "gain"; next }
		{ print $1, int($5 / 20) * 20 + 10, $8 }' "$tmp/gains.csv" > "$tmp/waits.csv"
	plot waits --x waits --y gain --facet set --log y --line 1 --x-label 'waiting lane-slots (%)' --y-label 'ideal: times as fast' \
		--size 720x420 "$tmp/waits.csv"
}
