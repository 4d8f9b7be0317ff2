# shellcheck shell=bash disable=SC2034,SC2154
# study.sh: how wide should a warp be? See README.md; remake.sh runs this.

# Cases of each technique, before and after, that take some 100,000 to 5 million warp instructions on an H200: long enough that the start of
# the launch is not all, short enough that 34 machines take minutes.
machines() { # NAME OPTION... WORKLOAD
	sweep "$@" --axis equal-silicon=off,on --points "$here/machines.csv" --baseline warp=32,banks=2,bank-issue=lockstep,equal-silicon=off \
		--metrics 'cycles,instructions,simt__lane_slots_waiting.pct,speedup'
}

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
#   shapes  as many lanes as the H200 has, cut into sub-cores and banks
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
		}
		what == "shapes" && equal && warp >= 32 {
			print $0, warp " on " $at["subcores"] " x " 16 * banks " lanes"
		}'
}

figures() {
	shown warps < "$1" > "$tmp/warps.csv"
	shown shapes < "$1" > "$tmp/shapes.csv"
	plot warps --x warp --y speed-up --by sm --facet technique --log x --line 1 --y-label 'times as fast as on an H200' --size 640x620 \
		"$tmp/warps.csv"
	plot modes --x bank-issue --y speed-up --by technique --facet sm --kind heat --y-label 'times as fast as an H200' --size 720x560 "$tmp/shapes.csv"
	plot gains --x warp --y speedup --facet technique --log xy --line 1 --y-label 'after over before' --by sm --size 640x620 "$tmp/warps.csv"
}
