#!/bin/bash
# placement-table.sh: how well each rule of block_placement predicts the recordings in validate/data/h200/placement/, as the Markdown table
# of doc/placement.md. Column `known` leaves out launches of several waves behind a warm-up, which was not recorded: where such a launch
# begins nobody knows. With simt-sim in PATH, in the source root; it takes some minutes. With --csv the rows of validate/placement.sh, with
# the recording in front.
set -eu
export LC_ALL=C
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for file in validate/data/h200/placement/*[0-9].csv.gz; do
	name=$(basename "$file" .csv.gz)
	globs=('*')
	case $name in
	*-parts-* | *-lasts-*) ;;
	*) globs=('full-*' 'part-*' plane space 'waves-*' 'together-3000') ;;
	esac
	# the simulator says the same for each recording of a list
	PREDICTED=$tmp/$(echo "$name" | sed 's/^[0-9a-f]*-//; s/-*[0-9]$//')said bash validate/placement.sh simt-sim "$file" "${globs[@]}" |
		sed "1d; s/^/$name,/"
done > "$tmp/rows"
if [ "${1-}" = --csv ]; then
	echo recording,rule,case,blocks,predicted
	cat "$tmp/rows"
	exit
fi
echo '| recording | blocks | gpc | fewest | room | round robin | in order | known | gpc |'
echo '|---|---|---|---|---|---|---|---|---|'
awk -F, '
	$3 == "all" { share[$1, $2] = sprintf("%.1f", 100 * $5 / $4); blocks[$1] = $4; next }
	$2 == "gpc" && ($1 ~ /-(parts|lasts|cold)-/ || $3 !~ /^(waves-|together-)/) { known[$1] += $4; right[$1] += $5 }
	END {
		n = split("gpc fewest room round-robin in-order", rule, " ")
		for (r in blocks) {
			printf "| %s | %d |", r, blocks[r]
			for (i = 1; i <= n; i++)
				printf " %s |", share[r, rule[i]]
			printf " %d | %.2f |\n", known[r], 100 * right[r] / known[r]
			blocks_known += known[r]
			right_known += right[r]
		}
		printf "| together | | | | | | | %d | %.2f |\n", blocks_known, 100 * right_known / blocks_known
	}' "$tmp/rows" | sort
