#!/bin/bash
# placement.sh SIMT_SIM RECORDED [GLOB...]: which share of recorded placements each rule of parameter block_placement predicts. RECORDED is
# what simt-gpu --placement wrote for a file of workloads/placement, or that file as validate/placement-launches.sh shortens it; of the
# first wave of each launch that ran alone, the blocks that started before one of them ended, it counts those for which the simulator names
# the same SM.
#
# Prints CSV: rule,case,blocks,predicted. Rule gpc goes on from launch to launch: a launch begins where the one recorded before it left off,
# unless that is what simt-gpu did before it recorded this one: then it begins where the simulator says that its warm-up left off (none with
# --warm-up 0). A launch of several waves leaves off where the last of its blocks does, which the simulator does not know. "gpc, best start"
# is what comes of the one of 16 beginnings that suits a launch best. Blocks stay for 6000 cycles, which is enough to start a whole wave,
# whatever they stayed on the device. Run it in the source root; further options of simt-sim, such as another --machine, in SIMT_OPTIONS.
# Where PREDICTED names a folder, what the simulator says is kept there, and taken from there for the next recording.
set -eu
export LC_ALL=C
sim=$1 recorded=$2
shift 2
[ $# -gt 0 ] || set -- '*'
read -r -a options <<< "${SIMT_OPTIONS:-}"
only=()
for glob; do
	only+=(--only "$glob")
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
said=${PREDICTED:-$tmp/said}
mkdir -p "$said"

bash validate/placement-launches.sh "$recorded" > "$tmp/recorded"
workload=$(sed -n 's/^#.*simt-gpu.*[ /]\(workloads\/placement\/[a-z-]*\.csv\).*/\1/p' "$tmp/recorded" | head -n 1)
warmup=1
if grep -q '^#.*simt-gpu.* --warm-up 0' "$tmp/recorded"; then
	warmup=0
fi

predict() { # RULE SETTING...: $said/RULE.csv
	local rule=$1 set=()

	[ ! -e "$said/$rule.csv" ] || return 0
	shift
	for setting; do
		set+=(--set "$setting")
	done
	"$sim" --quiet "${options[@]}" --let cycles=6000 "${only[@]}" "${set[@]}" --placement "$tmp/raw" "$workload" > /dev/null
	bash validate/placement-launches.sh "$tmp/raw" > "$said/$rule.csv"
}

for rule in fewest room round-robin in-order; do
	predict $rule block_placement=$rule
done
for gpc in 0 1 2 3 4 5 6 7; do
	for half in 0 1; do
		predict "gpc.$gpc.$half" block_placement=gpc gpc_first=$gpc apart_first=$half
	done
done
"$sim" "${options[@]}" --dump-machine > "$tmp/machine"
# the GPC of each SM; then what each file predicts; then the record, launch after launch
awk -F, -v warmup=$warmup '
	function name(file) { sub(/.*\//, "", file); sub(/\.csv$/, "", file); return file }
	# whose turn it is behind a launch: of the GPCs, then which half of the SMs apart would come first in the next launch
	function leaves(list, turn, half,  n, i, sm) {
		n = split(list, sm, " ")
		for (i = 1; i <= n; i++)
			if (group[sm[i] + 0] >= 0)
				turn = (group[sm[i] + 0] + 1) % gpcs
			else
				half = sm[i] + 0 >= middle
		return turn "." half
	}
	function deal(  n, g, i, t) {
		for (i = n = 0; i < 8; i++)
			if (machine["gpc_" i + 1])
				left[n++] = machine["gpc_" i + 1]
		gpcs = n
		for (t = g = 0; t * machine["tpc_sms"] < machine["sms"]; t++) {
			for (i = 0; i < gpcs && !left[g]; i++)
				g = (g + 1) % gpcs
			for (i = 0; i < machine["tpc_sms"]; i++)
				group[t * machine["tpc_sms"] + i] = gpcs && left[g] ? g : -1
			if (gpcs && left[g])
				left[g]--
			else if (!apart)
				apart = t * machine["tpc_sms"]
			g = gpcs ? (g + 1) % gpcs : 0
		}
		middle = apart + int((machine["sms"] - apart + 1) / 2)
	}
	function right(rule,  n, m, i, sm, said, k) {
		n = split($2, sm, " ")
		m = split(list[rule, $1], said, " ")
		for (i = k = 0; i < n; i++)
			if (sm[i + 1] !~ /l/)
				k += i < m && sm[i + 1] == said[i + 1] + 0
		return k
	}
	FILENAME ~ /\/machine$/ { machine[$1] = $2; next }
	/^#/ || $1 == "case" { if (!gpcs) deal(); next }
	FILENAME !~ /\/recorded$/ { list[name(FILENAME), $1] = $2; simulated[$1]; next }
	{
		begins = known ? state : machine["gpc_first"] "." machine["apart_first"]
		if (warmup && $1 in simulated) {
			split(begins, s, ".")
			begins = leaves(list["gpc." begins, $1], s[1], s[2])
		}
		split(begins, s, ".")
		state = leaves($2, s[1], s[2]); known = 1
		if (!($1 in simulated))
			next
		blocks = split($2, sm, " ") - gsub(/l/, "l", $2)
		split("fewest room round-robin in-order", rules, " ")
		for (i = 1; i in rules; i++)
			print rules[i] "," $1 "," blocks "," right(rules[i])
		print "gpc," $1 "," blocks "," right("gpc." begins)
		best = -1
		for (g = 0; g < 8; g++)
			for (h = 0; h < 2; h++)
				if ((n = right("gpc." g "." h)) > best)
					best = n
		print "\"gpc, best start\"," $1 "," blocks "," best
	}' "$tmp/machine" "$said"/*.csv "$tmp/recorded" | sort > "$tmp/score"
echo rule,case,blocks,predicted
cat "$tmp/score"
awk '{
	n = split($0, f, ","); rule = f[1]; for (i = 2; i <= n - 3; i++) rule = rule "," f[i]
	blocks[rule] += f[n - 1]; right[rule] += f[n]
}
END { for (r in blocks) print r ",all," blocks[r] "," right[r] }' "$tmp/score" | sort
