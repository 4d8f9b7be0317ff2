#!/bin/bash
# simt-sim --bound: the bound of a launch, computed from its run under policy `barrier`, is at most its cycles under every policy, bank issue
# mode and scheduler, if its threads execute as many instructions there. It is at least half of the cycles under `barrier` in the median of
# launches without divergence. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
set -f # patterns of cases are no names of files
workloads=(
	'vecadd/vecadd.csv --let n=65536'
	'half-warp/half-warp.csv --let n=1000 --sms 33'
	'fixed-array/fixed-array.csv --only *-1'
	'branch-patterns/branch-patterns.csv --only *-1-50 --only *-8-random'
	'alternating-loop/alternating-loop.csv --only *-1024'
	'reductions/reductions.csv --only *-1024-256'
	'programs/programs.csv'
	'general/barriers.csv'
	'general/library.csv'
	'general/tensor.csv'
)
ways=(
	'--reconvergence stack'
	'--reconvergence ideal'
	'--bank-issue skip'
	'--bank-issue independent'
	'--bank-issue independent --set split_scoreboards=own'
	'--scheduler lrr'
	'--scheduler gto'
	'--scheduler two-level'
	'--block-scheduler round-robin'
	'--reconvergence stack --bank-issue independent --scheduler gto'
	'--reconvergence ideal --bank-issue skip --scheduler lrr'
)

# base NUMBER: makes $tmp/NUMBER.csv, the run of a workload with its bounds.
base() {
	[ -e "$tmp/$1.csv" ] && return
	# shellcheck disable=SC2086
	"$program" --quiet --no-parameters --bound --csv="$tmp/$1.csv" workloads/${workloads[$1]} > "$tmp/out" 2>&1
}

# Rows end in id,kernel,metric,unit,value,status, where a launch has an id.
bounds='
	BEGIN { FS = "," }
	FNR == 1 { file++; next }
	$(NF - 5) != "" && $NF == "ok" { value[file, $(NF - 5), $(NF - 3)] = $(NF - 1); if (file == 1) ids[$(NF - 5)] = $(NF - 7) }'

for ((i = 0; i < ${#workloads[@]}; i++)); do
	for ((k = 0; k < ${#ways[@]}; k++)); do
		text="bound of ${workloads[i]%% *} holds with ${ways[k]}"
		if ! sampled $((i * ${#ways[@]} + k)) 12; then
			left_out "$text"
			continue
		fi
		base "$i"
		# shellcheck disable=SC2086
		"$program" --quiet --no-parameters --csv="$tmp/way.csv" ${ways[k]} workloads/${workloads[i]} > "$tmp/out" 2>&1
		refused=$(($? == 3))
		awk -v refused="$refused" "$bounds"'
			END {
				for (id in ids) {
					bound = value[1, id, "simt__cycles_bound.cycle"]
					cycles = value[2, id, "sm__cycles_elapsed.max"]
					if (bound == "" || cycles == "" || value[1, id, "smsp__thread_inst_executed.sum"] != value[2, id, "smsp__thread_inst_executed.sum"])
						continue
					n++
					if (bound > cycles + 0)
						print ids[id] " takes " cycles " cycles, and the bound is " bound
				}
				if (!n && !refused) # some policies do not run some kernels
					print "no launch was compared"
			}' "$tmp/$i.csv" "$tmp/way.csv" | result "$text"
	done
done

for ((i = 0; i < ${#workloads[@]}; i++)); do
	base "$i"
	awk "$bounds"'
		END {
			for (id in ids) {
				bound = value[1, id, "simt__cycles_bound.cycle"]
				cycles = value[1, id, "sm__cycles_elapsed.max"]
				if (bound > cycles + 0)
					print "0 " ids[id]
				else if (bound != "" && value[1, id, "simt__lane_slots_waiting.sum"] + 0 == 0)
					printf "%.6f\n", bound / cycles
			}
		}' "$tmp/$i.csv"
done | sort -n > "$tmp/shares"
awk '
	NF > 1 { print $2 " takes less than its bound" }
	{ share[NR] = $1 }
	END {
		if (NR < 100)
			print "only " NR " launches without divergence"
		if (share[int((NR + 1) / 2)] < 0.5)
			print "the median is " share[int((NR + 1) / 2)]
	}' "$tmp/shares" | result 'the bound is at least half of the cycles in the median of launches without divergence'

# Machines on which one limit is gone (causes.def): the bound knows what is not there.
k=0
sed -n 's/^LIMIT(\([a-z0-9_]*\), .*, "\([a-z0-9_= ]\{1,\}\)", "[^"]*")$/\1 \2/p' workloads/analysis/causes.def > "$tmp/limits"
while read -r limit settings; do
	text="the bound holds without $limit"
	if ! sampled $((k++)) 9; then
		left_out "$text"
		continue
	fi
	gone=()
	for setting in $settings; do
		gone+=(--set "$setting")
	done
	"$program" --quiet --no-parameters --bound --sms 2 --let n=2 --csv="$tmp/gone.csv" "${gone[@]}" workloads/causes/causes.csv > "$tmp/out" 2>&1
	awk "$bounds"'
		END {
			for (id in ids) {
				bound = value[1, id, "simt__cycles_bound.cycle"]
				n += bound != ""
				if (bound > value[1, id, "sm__cycles_elapsed.max"] + 0)
					print ids[id] " takes " value[1, id, "sm__cycles_elapsed.max"] " cycles, and the bound is " bound
			}
			if (n < 20)
				print "only " n + 0 " launches"
		}' "$tmp/gone.csv" | result "$text"
done < "$tmp/limits"
[ "$k" -ge 20 ]
result $? 'most limits of causes.def were tried' "$tmp/limits"

# Policy ideal, which takes divergence away, is no slower than barrier by more than 2 %.
patterns='workloads/branch-patterns/branch-patterns.csv --only *-1-* --only *-8-50 --only *-random'
for policy in barrier ideal; do
	# shellcheck disable=SC2086
	"$program" --quiet --no-parameters --reconvergence $policy --csv="$tmp/$policy.csv" $patterns > "$tmp/out" 2>&1
done
awk "$bounds"'
	END {
		for (id in ids) {
			n++
			barrier = value[1, id, "sm__cycles_elapsed.max"]
			ideal = value[2, id, "sm__cycles_elapsed.max"]
			if (ideal > 1.02 * barrier)
				print ids[id] " takes " ideal " cycles, with barrier " barrier
		}
		if (n < 40)
			print "only " n + 0 " launches"
	}' "$tmp/barrier.csv" "$tmp/ideal.csv" | result 'policy ideal is no slower than barrier in branch-patterns'

# In functional mode there is no time, and the bound is the same.
base 0
# shellcheck disable=SC2086
"$program" --quiet --no-parameters --mode functional --bound --csv="$tmp/functional.csv" workloads/${workloads[0]} > "$tmp/out"
{
	cmp <(grep -o 'simt__cycles_bound.*' "$tmp/0.csv") <(grep -o 'simt__cycles_bound.*' "$tmp/functional.csv")
	grep -q 'at least .* cycles$' "$tmp/out" || echo 'no bound is printed'
} 2>&1 | result 'functional mode has the same bound'

# JSON has all limits, and the largest of them is the bound.
# shellcheck disable=SC2086
"$program" --quiet --bound --json="$tmp/all.json" workloads/${workloads[0]} > "$tmp/out"
python3 - "$tmp/all.json" << 'END' | result 'JSON has all limits'
import json, sys
bound = json.load(open(sys.argv[1]))["cases"][0]["launches"][0]["bound"]
if len(bound["limits"]) < 9 or bound["cycles"] != max(bound["limits"].values()) or bound["limits"][bound["binds"]] != bound["cycles"]:
    print(bound)
END
"$program" --bound --sample workloads/${workloads[0]%% *} > "$tmp/out" 2>&1
grep -qF -- '--bound: not with --sample' "$tmp/out"
result $? 'not with --sample' "$tmp/out"

finish
