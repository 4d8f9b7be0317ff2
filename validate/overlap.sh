#!/bin/bash
# overlap.sh MEASURED SIMULATED: how much launches that run at a time gain, measured and simulated. MEASURED is what simt-gpu wrote for
# workloads/concurrent/concurrent.csv, SIMULATED what simt-sim --csv did, several runs and files after each other allowed.
#
# The factor of a case is the sum of what its launches take alone, in the cases solo-*, over what the case takes. Prints CSV: case, the
# least and the largest measured factor by runs, the simulated one, and how far that is from the nearest of them, in percent. CLOCK in the
# environment is the simulated SM clock in MHz, default 1980.
set -eu
export LC_ALL=C
awk -F, -v clock="${CLOCK:-1980}" '
	/^#/ || $1 == "source" || $7 != "" { next }
	FNR == NR && $10 == "simt__event_time.median" { measured[$6, $2] = $12; runs[$2]; cases[$6] }
	FNR != NR && ($10 == "sm__cycles_elapsed.max") { simulated[$6] = $12 * 1000 / clock }
	END {
		print "case,measured_least,measured_largest,simulated,percent"
		for (c in cases) {
			n = split(c, part, "-")
			if (part[1] == "solo" || !(c in simulated))
				continue
			least = 0
			for (r in runs) {
				sum = 0
				for (i = 2; i <= n; i++)
					sum += measured["solo-" part[i], r]
				f = sum / measured[c, r]
				if (!least || f < least) least = f
				if (f > largest || !(c in seen)) largest = f
				seen[c]
			}
			sum = 0; fine = 1
			for (i = 2; i <= n; i++) {
				fine = fine && ("solo-" part[i]) in simulated
				sum += simulated["solo-" part[i]]
			}
			f = sum / simulated[c]
			off = f < least ? f / least - 1 : f > largest ? f / largest - 1 : 0
			if (fine)
				printf "%s,%.3f,%.3f,%.3f,%.1f\n", c, least, largest, f, 100 * off
		}
	}' "$1" "$2" | sort
