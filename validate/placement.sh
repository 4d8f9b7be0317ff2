#!/bin/bash
# placement.sh SIMT_SIM RECORDED [GLOB...]: which share of recorded placements each rule of parameter block_placement predicts. RECORDED is
# what simt-gpu --placement wrote for workloads/placement/placement.csv; of the first wave of each launch that ran alone, the blocks that
# started before one of them ended, it counts those for which the simulator names the same SM.
#
# Prints CSV: rule,case,blocks,predicted. Rule gpc goes on from launch to launch: what came before a recorded launch is not known, so that
# of 16 beginnings the one counts that predicts most ("gpc"); with that of the machine file it is "gpc, as given". Blocks stay for 6000
# cycles, which is enough to start a whole wave, whatever they stayed on the device. Run it in the source root.
set -eu
export LC_ALL=C
sim=$1 recorded=$2
shift 2
[ $# -gt 0 ] || set -- '*'
only=()
for glob; do
	only+=(--only "$glob")
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

predict() { # RULE SETTING...: $tmp/RULE.csv
	local rule=$1 set=()

	shift
	for setting; do
		set+=(--set "$setting")
	done
	"$sim" --quiet --let cycles=6000 "${only[@]}" "${set[@]}" --placement "$tmp/$rule.csv" workloads/placement/placement.csv > /dev/null
}

for rule in fewest room round-robin in-order; do
	predict $rule block_placement=$rule
done
for gpc in 0 1 2 3 4 5 6 7; do
	for half in 0 1; do
		predict "gpc.$gpc.$half" block_placement=gpc gpc_first=$gpc apart_first=$half
	done
done
# the first wave of each launch alone, then how much of it each file predicts
awk -F, '
	function name(file) { sub(/.*\//, "", file); sub(/\.csv$/, "", file); return file }
	# the nanoseconds of a device have more digits than awk
	function ns(text) { return (length(text) > 14 ? substr(text, length(text) - 13) : text) + 0 }
	/^#/ || $1 == "case" { next }
	FNR == NR {
		if ($1 in launch && launch[$1] != $2)
			several[$1] = 1
		launch[$1] = $2
		key = $1 "," $3
		sm[key] = $4; start[key] = ns($6)
		if (!($1 in ends) || ns($7) < ends[$1])
			ends[$1] = ns($7)
		next
	}
	{
		key = $1 "," $3; rule = name(FILENAME)
		if ($1 in several || !(key in sm) || start[key] >= ends[$1])
			next
		cases[$1]; blocks[rule, $1]++; right[rule, $1] += sm[key] == $4
	}
	END {
		for (c in cases) {
			split("fewest room round-robin in-order", rules, " ")
			for (i = 1; i in rules; i++)
				print rules[i] "," c "," blocks[rules[i], c] "," right[rules[i], c] + 0
			print "\"gpc, as given\"," c "," blocks["gpc.0.0", c] "," right["gpc.0.0", c] + 0
			best = -1
			for (g = 0; g < 8; g++)
				for (h = 0; h < 2; h++)
					if (right["gpc." g "." h, c] > best)
						best = right["gpc." g "." h, c]
			print "gpc," c "," blocks["gpc.0.0", c] "," best
		}
	}' "$recorded" "$tmp"/*.csv | sort > "$tmp/score"
echo rule,case,blocks,predicted
cat "$tmp/score"
awk '{
	n = split($0, f, ","); rule = f[1]; for (i = 2; i <= n - 3; i++) rule = rule "," f[i]
	blocks[rule] += f[n - 1]; right[rule] += f[n]
}
END { for (r in blocks) print r ",all," blocks[r] "," right[r] }' "$tmp/score" | sort
