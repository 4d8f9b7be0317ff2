# shellcheck shell=bash disable=SC2034,SC2154
# study.sh: what would better hardware for divergence gain today? See README.md; remake.sh runs this.

# Rows of launches, without their numbers, and of cases that a machine cannot run.
keep() {
	awk -F, -v OFS=, -v as="${as-}" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
		$at["id"] == "" && $at["status"] != "bad input" { next }
		{ $at["id"] = "" }
		as != "" { $at["reconvergence"] = as }
		{ print }'
}

# With policy `ideal` the model has no instruction fetch, so it is compared with barriers whose instructions are always there, too: rows with the
# policy `supplied`.
policies() { # NAME OPTION... WORKLOAD: the H200's policy, with the bound, and the other two
	local name=$1 metrics=cycles,instructions,ipc,simt__lane_slots_waiting.pct,simt__cycles_bound.cycle

	shift
	sweep "$name" "$@" --axis reconvergence=barrier --bound --launches --metrics "$metrics"
	sweep "$name-others" "$@" --axis reconvergence=stack,ideal --launches --metrics "$metrics"
	as=supplied sweep "$name-supply" "$@" --axis reconvergence=barrier --set icache=off --launches --metrics "$metrics"
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
	policies programs --max-cycles 3000000 workloads/programs/programs.csv
	suite rodinia "${RODINIA-}"
	suite hecbench "${HECBENCH-}"
}

sample() {
	policies tiled-matmul --only '*-16-100' workloads/tiled-matmul/tiled-matmul.csv
	policies programs --max-cycles 3000000 --only 'r*' workloads/programs/programs.csv
}

# suite NAME FOLDER: the first launch of each case that took at most 3 million warp instructions on an H200.
# Without the folder, which workloads/suites/make-NAME.sh makes of a checkout, the rows that are kept.
suite() {
	local data=validate/data/h200/rodinia-counters.csv.gz list=$2/$1-study.csv

	[ "$1" = rodinia ] || data=validate/data/h200/hecbench-launches.csv.gz
	if [ -z "$2" ]; then
		echo "$1: not simulated, the rows that are kept stay (${1^^}=FOLDER, see workloads/suites/README-$1.md)" >&2
		gzip -cd "$here/results.csv.gz" | grep "^$1-study," >> "$tmp/results.csv"
		return
	fi
	awk -F, -v folder="$2" -v most=3000000 '
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
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "set", "workload", "case", "launch", "waiting", "ipc", "cycles", "stack", "ideal", "most"; next }
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
			ipc[n] = $at["sm__inst_executed.avg.per_cycle_active"]
			bound[n] = $at["simt__cycles_bound.cycle"]
		}
		END {
			for (i = 1; i <= n; i++) {
				key = name[i]
				now = cycles[key, "barrier"]
				if (cycles[key, "ideal"] && cycles[key, "supplied"] && bound[i])
					printf "%s,%s,%s,%s,%s,%.4f,%.4f\n", named[i], waiting[i], ipc[i], now, \
						cycles[key, "stack"] ? sprintf("%.4f", now / cycles[key, "stack"]) : "", \
						cycles[key, "supplied"] / cycles[key, "ideal"], now / bound[i]
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

# Launches by what they lose to divergence, and by how many of the 4 issue slots of a cycle their SMs use.
where() {
	echo 'set,waiting,instructions a cycle,gain'
	awk -F, -v OFS=, '
		NR > 1 {
			print $1, $5 < 1 ? "a: under 1 %" : $5 < 20 ? "b: to 20 %" : $5 < 50 ? "c: to 50 %" : "d: more", \
				$6 < 0.5 ? "1: under 0.5" : $6 < 1.5 ? "2: 0.5 to 1.5" : "3: 1.5 and more", $9
		}' | sort -t, -k2,2 -k3,3 | sed 's/,[a-d1-3]: /,/g'
}

# A row for each set: launches, and the shares of them that gain more than 5, 20 and 50 % by each policy, and are slower by more than 5 %.
shares() {
	awk -F, '
		NR == 1 { print "| set | launches | waiting lane-slots, median | stack: slower by 5 % | faster by 5 % | ideal: faster by 5 % | by 20 % | by 50 % | bound, median |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|"; next }
		!n[$1]++ { name[++sets] = $1 }
		{
			waiting[$1, n[$1]] = $5; bound[$1, n[$1]] = $10; with[$1] += $8 != ""
			worse[$1] += $8 != "" && $8 < 0.95; better[$1] += $8 > 1.05
			five[$1] += $9 > 1.05; twenty[$1] += $9 > 1.2; fifty[$1] += $9 > 1.5
		}
		function median(of, set, m,    i, k, x) {
			for (i = 2; i <= m; i++) {
				x = of[set, i]
				for (k = i - 1; k >= 1 && of[set, k] > x; k--)
					of[set, k + 1] = of[set, k]
				of[set, k + 1] = x
			}
			return of[set, int((m + 1) / 2)]
		}
		END {
			for (i = 1; i <= sets; i++) {
				s = name[i]
				printf "| %s | %d | %.1f %% | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.0f %% | %.2f |\n", s, n[s], median(waiting, s, n[s]), \
					100 * worse[s] / with[s], 100 * better[s] / with[s], 100 * five[s] / n[s], 100 * twenty[s] / n[s], 100 * fifty[s] / n[s], median(bound, s, n[s])
			}
		}'
}

# The launches that gain most by `ideal`, of all sets but techniques.
best() {
	echo '| set | case | waiting lane-slots | instructions a cycle | stack | ideal | bound |'
	echo '|---|---|---:|---:|---:|---:|---:|'
	grep -v '^techniques' | sort -t, -k9,9gr | sed '/^set,/d; 13,$d' | awk -F, '{ printf "| %s | %s | %.1f %% | %.2f | %s | %.2f | %.2f |\n", $1, $3, $5, $6, $8 == "" ? "" : sprintf("%.2f", $8), $9, $10 }'
}

figures() {
	gains < "$1" > "$tmp/gains.csv"
	{
		echo set,share,gain,with
		quantiles "$tmp/gains.csv" 8 'a stack in place of barriers'
		quantiles "$tmp/gains.csv" 9 'ideal reconvergence'
	} > "$tmp/shares.csv"
	plot gains --x share --y gain --by set --facet with --log y --line 1 --x-label 'launches, sorted (%)' --y-label 'times as fast as an H200' \
		--size 640x320 "$tmp/shares.csv"
	where < "$tmp/gains.csv" > "$tmp/where.csv"
	plot where --x waiting --y gain --by 'instructions a cycle' --kind heat --log y --x-label 'waiting lane-slots' --y-label 'ideal: times as fast' \
		--size 480x300 "$tmp/where.csv"
}
