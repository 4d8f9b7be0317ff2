#!/bin/bash
# overlap.sh MEASURED SIMULATED...: how much launches that run at a time gain, measured and simulated. MEASURED is what simt-gpu wrote for
# workloads/concurrent/concurrent.csv, several runs after each other allowed, compressed by gzip or not; SIMULATED what simt-sim --csv did.
# overlap.sh --markdown: the table of doc/placement.md, with simt-sim in PATH, in the source root; it takes some minutes.
# overlap.sh --reversed: that list with the launches of each case in reverse order, for simt-sim, to be run in the source root.
#
# The factor of a case is the sum of what its launches take alone, in the cases solo-*, over what the case takes. Which of several launches
# that wait for the same event starts first differs on a GPU from one repetition to the next; the simulator starts them in the order of the
# list. So it is run on the list and on the reversed one, and each of its factors is compared with the nearest of those measured: of each
# run that of the median, and where its repetitions differ by more than a tenth of the shortest and of the longest one too. Prints CSV: case, the least and the largest measured factor, the
# simulated ones (list, reversed list), and how far the worse of them is off, in percent. CLOCK in the environment is the simulated SM
# clock in MHz, default 1980.
set -eu
export LC_ALL=C
if [ "$1" = --reversed ]; then
	list=workloads/concurrent/concurrent.csv
	awk -F, -v folder="$PWD/workloads/concurrent/" '
		function flush() { while (n) print row[n--] }
		/^#/ || $1 == "technique" { flush(); print; next }
		$3 != name { flush(); name = $3 }
		{ sub(/concurrent\.cubin/, folder "concurrent.cubin"); row[++n] = $0 }
		END { flush() }' "$list"
	exit
fi
if [ "$1" = --markdown ]; then
	tmp=$(mktemp -d)
	trap 'rm -rf "$tmp"' EXIT
	bash "$0" --reversed > "$tmp/reversed.csv"
	simt-sim --quiet --csv workloads/concurrent/concurrent.csv > "$tmp/list" &
	simt-sim --quiet --csv --only 'pair-*' --only 'four-*' "$tmp/reversed.csv" > "$tmp/reversed"
	wait $!
	bash "$0" validate/data/h200/concurrent-launches.csv.gz "$tmp/list" "$tmp/reversed" | awk -F, '
		NR == 1 { print "| case | measured | simulated | reversed | % off |"; print "|---|---|---|---|---|"; next }
		{ printf "| %s | %s to %s | %s | %s | %s |\n", $1, $2, $3, $4, $5, $6 }'
	exit
fi
measured=$1
shift
gzip -cdf "$measured" | awk -F, -v clock="${CLOCK:-1980}" '
	/^#/ || $1 == "source" || $7 != "" { next }
	FILENAME == "-" && $10 ~ /^simt__event_time\.(median|min|max)$/ { measured[$6, $2, substr($10, 18)] = $12; runs[$2]; cases[$6] }
	FILENAME != "-" && $10 == "sm__cycles_elapsed.max" { simulated[$6, ++orders[$6]] = $12 * 1000 / clock }
	END {
		print "case,measured_least,measured_largest,simulated,reversed,percent"
		split("median min max", kinds, " ")
		for (c in cases) {
			n = split(c, part, "-")
			if (part[1] == "solo" || !(c in orders))
				continue
			got = least = largest = 0
			for (r in runs) {
				sum = 0
				for (i = 2; i <= n; i++)
					sum += measured["solo-" part[i], r, "median"]
				both = measured[c, r, "max"] > 1.1 * measured[c, r, "min"]
				for (k = 1; k <= (both ? 3 : 1); k++) {
					f = factor[++got] = sum / measured[c, r, kinds[k]]
					if (got == 1 || f < least) least = f
					if (f > largest) largest = f
				}
			}
			sum = worst = alone = 0; text = ""
			for (i = 2; i <= n; i++) {
				alone += ("solo-" part[i]) in orders
				sum += simulated["solo-" part[i], 1]
			}
			if (alone < n - 1)
				continue
			for (o = 1; o <= 2; o++) {
				if (o > orders[c]) {
					text = text ","
					continue
				}
				f = sum / simulated[c, o]
				for (k = 1; k <= got; k++) {
					d = f / factor[k] - 1
					if (k == 1 || d * d < near * near)
						near = d
				}
				if (near * near > worst * worst)
					worst = near
				text = text sprintf("%.3f,", f)
			}
			printf "%s,%.3f,%.3f,%s%.1f\n", c, least, largest, text, 100 * worst
		}
	}' - "$@" | sort
