#!/bin/bash
# placement-beside.sh SIMT_SIM RECORDED...: which share of the recorded placements of launches beside others each rule of parameter
# block_placement predicts. RECORDED is what simt-gpu --placement wrote for workloads/placement/uneven.csv, compressed by gzip or not, with
# or without the columns behind `start`. The simulator has the launches of a case in the order in which they arrived on the device; how many
# blocks of a launch each SM gets hardly depends on whose turn it is when the case begins, which blocks they are does. So it counts, of each
# launch but the first, the blocks that are on SMs where the simulator has one of the launch for each. To be run in the source root.
#
# RULES in the environment: those rules alone. Prints CSV: recording,rule,case,blocks,predicted; in column case the launches in order, behind a colon, and `all`.
set -eu
export LC_ALL=C
sim=$1
shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
echo recording,rule,case,blocks,predicted
for file; do
	name=$(basename "$file" .gz)
	gzip -cdf "$file" > "$tmp/recorded"
	# case:order and the launches in that order, a line each
	awk -F, '
		/^#/ || $1 == "case" { next }
		{ at = substr($6, length($6) - 12) + 0; if (!(($1, $2) in first)) { n[$1]++; launch[$1, n[$1]] = $2; first[$1, $2] = at }
		  if (!($1 in there)) { there[$1]; cases[++ncases] = $1 }
		  if (at < first[$1, $2]) first[$1, $2] = at }
		END {
			for (k = 1; k <= ncases; k++) {
				c = cases[k]
				text = ""
				for (i = 1; i <= n[c]; i++) {
					best = ""
					for (j = 1; j <= n[c]; j++)
						if (!((c, j) in used) && (best == "" || first[c, launch[c, j]] < first[c, launch[c, best]]))
							best = j
					used[c, best]
					text = text " " launch[c, best]
				}
				print c text
			}
		}' "$tmp/recorded" > "$tmp/orders"
	awk -v folder="$PWD/workloads/placement/" '
		FILENAME == ARGV[1] { order[$1] = $0; cases[++n] = $1; next }
		{ split($0, cell, ",") }
		cell[1] == "technique" { print; next }
		cell[3] in order { row[cell[3], cell[4]] = $0 }
		END {
			for (i = 1; i <= n; i++) {
				m = split(order[cases[i]], part, " ")
				for (k = 2; k <= m; k++) {
					sub(/placement\.cubin/, folder "placement.cubin", row[cases[i], part[k]])
					print row[cases[i], part[k]]
				}
			}
		}' "$tmp/orders" workloads/placement/uneven.csv > "$tmp/workload.csv"
	for rule in ${RULES:-gpc fewest room round-robin in-order}; do
		"$sim" --quiet --let cycles=9000 --set block_placement=$rule --placement "$tmp/said" "$tmp/workload.csv" > /dev/null
		awk -F, -v name="${name%.csv}" -v rule=$rule '
			FILENAME ~ /\/orders$/ { split($0, w, " "); order[w[1]] = $0; cases[++n] = w[1]; next }
			/^#/ || $1 == "case" { next }
			FILENAME ~ /\/recorded$/ { recorded[$1, $2, $4]++; next }
			{ said[$1, $2, $4]++; if ($4 + 0 > most) most = $4 + 0 }
			END {
				for (i = 1; i <= n; i++) {
					m = split(order[cases[i]], w, " ")
					blocks = right = 0
					text = ""
					for (k = 2; k <= m; k++) {
						text = text " " w[k]
						for (s = 0; k > 2 && s < 1024; s++) {
							a = recorded[cases[i], w[k], s] + 0
							b = said[cases[i], w[k], s] + 0
							blocks += a
							right += a < b ? a : b
						}
					}
					print name "," rule "," cases[i] ":" text "," blocks "," right
					all += blocks
					good += right
				}
				print name "," rule ",all," all "," good
			}' "$tmp/orders" "$tmp/recorded" "$tmp/said"
	done
done
