#!/bin/bash
# placement-table.sh: how well each rule of block_placement predicts the recordings in validate/data/h200/placement/, as the Markdown table
# of doc/placement.md. With simt-sim in PATH, in the source root; it takes some minutes. With --csv the rows of validate/placement.sh, with
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
echo '| recording | blocks | gpc | gpc, best start | fewest | room | round robin | in order |'
echo '|---|---|---|---|---|---|---|---|'
grep ',all,' "$tmp/rows" | awk -F, '
	{ rule = $2; for (i = 3; i <= NF - 3; i++) rule = rule "," $i; share[$1, rule] = sprintf("%.1f", 100 * $NF / $(NF - 1)); blocks[$1] = $(NF - 1) }
	END {
		n = split("gpc;\"gpc, best start\";fewest;room;round-robin;in-order", rule, ";")
		for (r in blocks) {
			printf "| %s | %d |", r, blocks[r]
			for (i = 1; i <= n; i++)
				printf " %s |", share[r, rule[i]]
			printf "\n"
		}
	}' | sort
