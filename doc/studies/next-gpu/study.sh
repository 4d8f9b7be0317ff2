# shellcheck shell=bash disable=SC2034,SC2154
# study.sh: what would kernels ask of the next GPU? See README.md; remake.sh runs this.
#
tables='results tornado'

# Classes of kernels, by what they mostly do: column technique of kernels.csv.
classes='arithmetic integers streams scattered divergent shared'
parameters=gpu_sms,l2_bytes,alu_share,branch_latency,dram_rate,dram_latency,l2_load_latency,wavefront_cycles

# What is asked for, and what a factor of 2 in single parameters does, whose points are kept in the same store. The table of the latter has
# rows of cases alone.
ask() { # PARAMETERS OPTION...
	local parameters=$1

	shift
	sweep asks "$here/kernels.csv" "$@" --points "$here/asks.csv" --metrics cycles,instructions
	simt-sweep --quiet "$here/kernels.csv" "$@" --tornado="$parameters" --around h200 -o "$store/asks"
	sed '/^#/d' "$store/asks/tornado.csv" | tr -d '"' | cut -d, -f1-8,10-12 | awk -F, 'NR == 1 || $8 != ""' > "$tmp/tornado.csv"
}

points() { ask "$parameters"; }
sample() { ask alu_share --only horner --only collatz --only bits --only floyd; }

# What each class gains from what is asked for: geometric means over its cases of how many times as fast they are.
asked() {
	awk -F, -v OFS=, '
		function ask() {
			return $at["gpu_sms"] != "" ? "264 SMs" : $at["l2_bytes"] != "" ? "120 MB of L2" : \
				$at["sector_bytes"] != "" ? "64-byte sectors" : $at["alu_share"] != "" ? "wider integer pipe" : \
				$at["branch_latency"] != "" ? "cheaper branches" : $at["dram_rate"] != "" ? "DRAM twice as fast" : \
				$at["l2_load_latency"] != "" ? "L2 at half the way" : "now"
		}
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "class", "case", "ask", "gain"; next }
		$at["status"] != "ok" || $at["launch"] != "" { next }
		{ key = $at["workload"] OFS $at["case"]; a = ask() }
		a == "now" { now[key] = $at["sm__cycles_elapsed.max"]; next }
		{ printf "%s,%s,%s,%.4f\n", $at["technique"], $at["case"], a, now[key] / $at["sm__cycles_elapsed.max"] }'
}

# The tornado of each class, the largest effects first: geometric means over its cases of the change of cycles, in per cent.
classed() {
	awk -F, -v OFS=, '
		/^#/ { next }
		FNR == NR { class[$2] = $1; next }
		FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{
			key = class[$at["case"]] OFS $at["parameter"]
			if (!n[key]++)
				name[++all] = key
			value[key] = $at["low_value"] OFS $at["high_value"]
			low[key] += log($at["low_cycles"] / $at["cycles"])
			high[key] += log($at["high_cycles"] / $at["cycles"])
		}
		function change(sum, n) { return 100 * (exp(sum / n) - 1) }
		function size(x) { return x < 0 ? -x : x }
		END {
			for (i = 1; i <= all; i++) {
				key = name[i]
				x = change(low[key], n[key])
				y = change(high[key], n[key])
				printf "%s,%.4f,%.4f,%.4f,%s\n", key, x, y, (size(x) > size(y) ? size(x) : size(y)), value[key]
			}
		}' doc/studies/next-gpu/kernels.csv - | sort -s -t, -k1,1 -k5,5gr
}

# A row for each class: the three parameters with the largest effects.
first_three() {
	echo '| class | first | second | third |'
	echo '|---|---|---|---|'
	classed | awk -F, '
		!($1 in n) { name[++classes] = $1 }
		n[$1]++ < 3 { cell[$1] = cell[$1] sprintf(" %s (%s to %s): %+.1f %%, %+.1f %% |", $2, $6, $7, $3, $4) }
		END { for (i = 1; i <= classes; i++) print "| " name[i] " |" cell[name[i]] }'
}

# What an H100 takes over what an H200 takes, of the large held-out kernels: those that differ by 5 % and more, and the others together.
less_dram() {
	local gpu

	for gpu in h200 h100; do
		gzip -cd "validate/data/$gpu/heldout-launches.csv.gz" | awk -F, -v OFS=, -v gpu=$gpu '
			/^#/ { next }
			!head { for (i = 1; i <= NF; i++) at[$i] = i; head = 1; next }
			$at["metric"] == "sm__cycles_elapsed.max" && $at["launch"] == "" && $at["case"] ~ /-large$/ { print gpu, $at["case"], $at["value"] }'
	done | awk -F, '
		$1 == "h200" { if (!($2 in now)) now[$2] = $3; next }
		$2 in now && !seen[$2]++ { print $2 "," $3 / now[$2] }' | sort -t, -k2,2gr | awk -F, '
		BEGIN { print "| kernel | H100 over H200 |\n|---|---:|" }
		$2 >= 1.05 { printf "| %s | %.2f |\n", $1, $2; next }
		{ n++; sum += log($2); least = n == 1 || $2 < least ? $2 : least; most = $2 > most ? $2 : most }
		END { printf "| %d others, geometric mean | %.2f (%.2f to %.2f) |\n", n, exp(sum / n), least, most }'
}

figures() {
	asked < "$1" > "$tmp/asked.csv"
	awk -F, -v OFS=, 'NR == 1 { print $1, $3, $4; next }
		{ key = $1 OFS $3; if (!n[key]++) name[++all] = key; sum[key] += log($4) }
		END { for (i = 1; i <= all; i++) print name[i], exp(sum[name[i]] / n[name[i]]) }' "$tmp/asked.csv" > "$tmp/means.csv"
	plot asks --x ask --y gain --by class --kind heat --log y --y-label 'times as fast as an H200' --size 720x400 "$tmp/means.csv"
	for c in $classes; do
		{
			echo '# machine: h200'
			echo parameter,low,high,effect
			classed < "$2" | awk -F, -v OFS=, -v c="$c" '$1 == c { print $2, $3, $4, $5 }'
		} > "$tmp/tornado-$c.csv"
		plot "tornado-$c" --title "$c" --y 'change of cycles (%)' --size 480x300 "$tmp/tornado-$c.csv"
	done
}
