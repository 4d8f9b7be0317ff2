# shellcheck shell=bash disable=SC2034,SC2154
# study.sh: how wide should a warp be? See README.md; remake.sh runs this.

# With independent banks the model has no instruction fetch, so they are compared with lockstep whose instructions are always there, too: rows
# with the bank mode `supplied`. Two lists that take longest are without.
keep() { awk -F, -v OFS=, -v as="${as-}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 && as != "" { $at["bank_issue"] = as } { print }'; }
machines() { # NAME OPTION... WORKLOAD
	local name=$1 metrics=cycles,instructions,simt__lane_slots_waiting.pct,speedup

	shift
	sweep "$name" "$@" --axis equal-silicon=off,on --points "$here/machines.csv" --metrics "$metrics" \
		--baseline warp=32,banks=2,bank-issue=lockstep,equal-silicon=off
	case $name in
	dynamic-work | split) ;;
	*) as=supplied sweep "$name-supply" "$@" --axis equal-silicon=on --points "$here/supply.csv" --set icache=off --metrics "$metrics" ;;
	esac
}

# Cases of each technique, before and after, that take some 100,000 to 5 million warp instructions on an H200: long enough that the start of
# the launch is not all, short enough that 34 machines take minutes.
points() {
	machines alternating-loop --only '*-1024' --let n=1024 workloads/alternating-loop/alternating-loop.csv
	machines branch-patterns --only '*-8-50' --only '*-wide-32' --only '*-geometric-32' --only '*-32-random' --only '*-32-sorted' \
		workloads/branch-patterns/branch-patterns.csv
	machines dynamic-work --only '*-64' workloads/dynamic-work/dynamic-work.csv
	machines fixed-array --only '*-4000-256-264' workloads/fixed-array/fixed-array.csv
	machines half-warp --only '*-32' --let n=4000 workloads/half-warp/half-warp.csv
	machines path-unification --only '*-100-4' workloads/path-unification/path-unification.csv
	machines reductions --only '[!tp]*-135168-256' --only two-135168-256 --only parts-135168-256 workloads/reductions/reductions.csv
	machines split --only 'particles*' --only 'rows*' --let n=33792 workloads/split/split.csv
	machines tiled-matmul --only '*-16-100' workloads/tiled-matmul/tiled-matmul.csv
}

sample() {
	machines tiled-matmul --only '*-16-100' workloads/tiled-matmul/tiled-matmul.csv
}

# What the pictures show, out of the table: rows of $1 with a column that names the SM.
#   warps   a bank mode of lockstep; an instruction of a warp takes a cycle of a full-rate pipe, unless the H200's 32 lanes are too few
#   waiting some cases of these that differ much, at equal silicon
shown() {
	awk -F, -v OFS=, -v what="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print $0, "sm"; next }
		{
			warp = $at["warp_size"]; banks = $at["banks"]; equal = $at["equal_silicon"] == "on"; mode = $at["bank_issue"]
			full = warp == 16 * banks || warp < 16
		}
		what == "warps" && mode == "lockstep" && (full && (equal || warp < 64) || warp == 64 && banks == 2 && !equal) {
			print $0, equal ? "equal silicon" : "as it is"
		}
		what == "waiting" && mode == "lockstep" && full && equal && \
		$at["case"] ~ /^(half-32|even-32|data-plain-8-50|loop-geometric-32|jump-32-random|chain-32-random|dynamic-64|particles|rows|unified-100-4)$/ {
			print $0, "equal silicon"
		}'
}

# What skipping idle banks, and independent ones, gain over lockstep on SMs of as many lanes as an H200's.
modes() {
	awk -F, -v OFS=, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "technique", "case", "warps", "mode", "gain"; next }
		$at["equal_silicon"] != "on" || $at["warp_size"] < 32 { next }
		{
			key = $at["technique"] OFS $at["case"] OFS $at["warp_size"] " on " $at["subcores"] " x " 16 * $at["banks"] " lanes"
			if (!n[key]++)
				name[++all] = key
			cycles[key, $at["bank_issue"]] = $at["sm__cycles_elapsed.max"]
		}
		END {
			for (i = 1; i <= all; i++) {
				key = name[i]
				if (!cycles[key, "supplied"])
					continue
				print key, "skip", cycles[key, "lockstep"] / cycles[key, "skip"]
				print key, "independent", cycles[key, "supplied"] / cycles[key, "independent"]
			}
		}'
}

figures() {
	shown warps < "$1" > "$tmp/warps.csv"
	modes < "$1" > "$tmp/modes.csv"
	plot warps --x warp --y speed-up --by sm --facet technique --log x --line 1 --y-label 'times as fast as on an H200' --size 640x620 \
		"$tmp/warps.csv"
	plot modes --x mode --y gain --by technique --facet warps --kind heat --y-label 'times as fast as lockstep' --size 640x560 "$tmp/modes.csv"
	plot gains --x warp --y speedup --facet technique --log xy --line 1 --y-label 'after over before' --by sm --size 640x620 "$tmp/warps.csv"
}
