#!/bin/bash
# machine-table.sh A B: the parameters in which machine B differs from A, as a Markdown table with the source of B's values.
# machine-table.sh --accuracy DATA MACHINE...: how far each machine is from what a device measured (folder DATA), on the training launches of
# size quick. simt-sim and simt-check in PATH, in the source root.
set -eu
export LC_ALL=C
if [ "$1" != --accuracy ]; then
	echo "| parameter | unit | $1 | $2 | source |"
	echo '|---|---|---:|---:|---|'
	awk -F, -v OFS=' | ' '
		FNR == 1 { next }
		NR == FNR { value[$1] = $2; next }
		$2 != value[$1] {
			source = $0
			# parameter, value, unit, section, range; the meaning, which has no quotes of its own
			sub(/^[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,("[^"]*"|[^,]*),/, "", source)
			gsub(/^"|"$/, "", source)
			# which device and when is in the file, and in the text before the table
			sub(/ of GPU-[^;]*, 20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]/, "", source)
			sub(/ of GPU-[0-9a-f-]*/, "", source)
			print "| " $1, $3, value[$1], $2, source " |"
		}' <(simt-sim --machine "$1" --dump-machine) <(simt-sim --machine "$2" --dump-machine)
	exit
fi
data=$2
shift 2
echo '| machine file | launches over 20 us | MAPE | median | worst | launches up to 20 us | MAPE | median |'
echo '|---|---:|---:|---:|---:|---:|---:|---:|'
for machine; do
	# without options for the machine that is the default: its results may be there already, from the table of doc/accuracy.md
	options=(--machine "$machine")
	[ "$(simt-sim --dump-machine)" != "$(simt-sim "${options[@]}" --dump-machine)" ] || options=()
	ACCURACY_OPTIONS="--data $data --markdown" bash validate/accuracy.sh quick training -- "${options[@]}" |
		awk -F'|' -v machine="$machine" '
			/^\| launches of more than 20 us/ { long = 1 }
			/^\| launches up to 20 us/ { long = 0; short = 1 }
			/^\| training \|/ && long { first = $3 "|" $4 "|" $5 "|" $6; long = 0 }
			/^\| training \|/ && short { second = $3 "|" $4 "|" $5; short = 0 }
			END { print "| " machine " |" first "|" second "|" }'
done
