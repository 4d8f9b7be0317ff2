#!/bin/bash
# placement.sh SIMT_SIM RECORDED [GLOB...]: which share of recorded placements each rule of parameter block_placement predicts. RECORDED is
# what simt-gpu --placement wrote for a file of workloads/placement, or that file as validate/placement-launches.sh shortens it; of the
# first wave of each launch that ran alone, the blocks that started before one of them ended, it counts those for which the simulator names
# the same SM.
#
# Prints CSV: rule,case,blocks,predicted. Rule gpc goes on from launch to launch: a launch begins where the one recorded before it left off,
# unless that is what simt-gpu did before it recorded this one: then it begins where the simulator says that its warm-up left off (none with
# --warm-up 0), and the first one as in a program that has launched nothing before (apart_cold). A launch of several waves leaves off where the last of its blocks does, which the simulator does not know. Blocks stay for
# 6000 cycles, which is enough to start a whole wave, whatever they stayed on the device. Run it in the source root; further options of
# simt-sim, such as another --machine, in SIMT_OPTIONS. Where PREDICTED names a folder, what the simulator says is kept there, and taken
# from there for the next recording.
set -eu
export LC_ALL=C
sim=$1 recorded=$2
shift 2
[ $# -gt 0 ] || set -- '*'
read -r -a given <<< "${SIMT_OPTIONS:-}"
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

predict() { # RULE CASES SETTING...: adds to $said/RULE.csv those of the cases, a line each in file CASES, that are not there
	local rule=$1 cases=$2 options=() setting

	shift 2
	touch "$said/$rule.csv"
	for setting; do
		options+=(--set "$setting")
	done
	while read -r setting; do
		options+=(--only "$setting")
	done < <(awk -F, 'FILENAME == ARGV[1] { there[$1]; next } !($1 in there)' "$said/$rule.csv" "$cases")
	[[ " ${options[*]} " == *' --only '* ]] || return 0
	"$sim" --quiet "${given[@]}" --let cycles=6000 "${options[@]}" --placement "$tmp/raw" "$workload" > /dev/null
	bash validate/placement-launches.sh "$tmp/raw" | grep -v '^case,' >> "$said/$rule.csv"
}

# What both steps below need: the GPC of each SM, and where a launch leaves off: whose turn it is of the GPCs, then which half of the SMs apart
# would come first in the next launch.
common='
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
	# where launch $1 begins, or its warm-up; behind that apart_cold, which machine h200 names, for what a program launches first
	function begins(  s) { return known ? state : machine["gpc_first"] "." machine["apart_first"] ".4" }
	function after(  s) { split(begins(), s, "."); state = leaves($2, s[1], s[2]); known = 1 }
	FILENAME ~ /\/machine$/ { machine[$1] = $2; next }
	!gpcs { deal() }'

predict_from() { # STATES: cases and where each begins, a line each: $said/gpc.TURN.HALF.csv
	local state gpc half cold

	for state in $(cut -d' ' -f2 "$1" | sort -u); do
		awk -v s="$state" '$2 == s { print $1 }' "$1" > "$tmp/these"
		IFS=. read -r gpc half cold <<< "$state"
		predict "gpc.$state" "$tmp/these" block_placement=gpc "gpc_first=$gpc" "apart_first=$half" "apart_cold=${cold:-0}"
	done
}

"$sim" "${given[@]}" --dump-machine > "$tmp/machine"
"$sim" "${given[@]}" --list "$workload" | cut -d, -f1 | sort -u > "$tmp/listed"
while IFS=, read -r name list; do
	for glob; do
		# shellcheck disable=SC2053
		if [[ $name == $glob ]]; then
			echo "$name"
			break
		fi
	done
done < <(grep -v '^#\|^case,' "$tmp/recorded") | grep -Fxf "$tmp/listed" > "$tmp/cases"
for rule in fewest room round-robin in-order; do
	predict $rule "$tmp/cases" block_placement=$rule
done
# where each launch begins, then, past its warm-up
awk -F, "$common"'
	FILENAME ~ /\/cases$/ { wanted[$1]; next }
	/^#/ || $1 == "case" { next }
	{ if ($1 in wanted) print $1, begins(); after() }' "$tmp/machine" "$tmp/cases" "$tmp/recorded" > "$tmp/first"
predict_from "$tmp/first"
cp "$tmp/first" "$tmp/second"
if [ $warmup = 1 ]; then
	awk -F, "$common"'
		FILENAME ~ /\/first$/ { split($0, w, " "); first[w[1]] = w[2]; order[++n] = w[1]; next }
		{ state = FILENAME; sub(/.*\/gpc\./, "", state); sub(/\.csv$/, "", state); list[$1, state] = $2 }
		END { for (i = 1; i <= n; i++) { split(first[order[i]], s, "."); print order[i], leaves(list[order[i], first[order[i]]], s[1], s[2]) } }' \
		"$tmp/machine" "$tmp/first" "$said"/gpc.*.csv > "$tmp/second"
	predict_from "$tmp/second"
fi
awk -F, '
	function name(file) { sub(/.*\//, "", file); sub(/\.csv$/, "", file); return file }
	function right(rule,  n, m, i, sm, said, k) {
		n = split($2, sm, " ")
		m = split(list[rule, $1], said, " ")
		for (i = k = 0; i < n; i++)
			if (sm[i + 1] !~ /l/)
				k += i < m && sm[i + 1] == said[i + 1] + 0
		return k
	}
	FILENAME ~ /\/second$/ { split($0, w, " "); begins[w[1]] = w[2]; next }
	FILENAME !~ /\/recorded$/ { list[name(FILENAME), $1] = $2; next }
	$1 in begins {
		blocks = split($2, sm, " ") - gsub(/l/, "l", $2)
		n = split("fewest room round-robin in-order", rules, " ")
		for (i = 1; i <= n; i++)
			print rules[i] "," $1 "," blocks "," right(rules[i])
		print "gpc," $1 "," blocks "," right("gpc." begins[$1])
	}' "$tmp/second" "$said"/*.csv "$tmp/recorded" | sort > "$tmp/score"
echo rule,case,blocks,predicted
cat "$tmp/score"
awk -F, '{ blocks[$1] += $3; right[$1] += $4 } END { for (r in blocks) print r ",all," blocks[r] "," right[r] }' "$tmp/score" | sort
