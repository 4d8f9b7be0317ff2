#!/bin/bash
# gpcs.sh CLUSTERS: the rows of a machine file that say how the SMs of a GPU are laid out, from what simt-gpu --placement wrote there for
# workloads/placement/clusters.csv (compressed by gzip or not, or as validate/placement-launches.sh shortens it).
#
# SMs that ever share a cluster of 4 or more are of one GPC, SMs that share one of 2, where several fit on an SM, of one TPC. Parameters
# tpc_sms and gpc_1 to gpc_8 say it if SM numbers go by TPCs that are dealt to the GPCs in turn; where they do not, it says so and ends with
# status 1. The rows go into a copy of sim/machines/h200.csv in place of those there: simt-sim --machine FILE.
set -eu
export LC_ALL=C
name=$(basename "$1")
bash "$(dirname "$0")/placement-launches.sh" "$1" | awk -F, -v name="${name%.gz}" '
	function fail(text) { print "gpcs.sh: " name ": " text > "/dev/stderr"; failed = 1; exit 1 }
	function top(of, x) { while (of[x] != x) x = of[x]; return x }
	function join(of, list, size,  n, i, sm) {
		n = split(list, sm, " ")
		for (i = 0; i < n; i++) {
			sm[i + 1] += 0
			for (; sms <= sm[i + 1]; sms++)
				tpc[sms] = gpc[sms] = sms
		}
		for (i = 0; i < n; i++)
			if (i % size)
				of[top(of, sm[i + 1])] = top(of, sm[i - i % size + 1])
	}
	/^# NVIDIA/ { device = $2; sub(/^ /, "", device) }
	/^#/ || $1 == "case" { next }
	$1 == "clusters-2" { join(tpc, $2, 2); pairs = 1 }
	$1 ~ /-[48]$/ { join(gpc, $2, substr($1, length($1)) + 0); fours = 1 }
	END {
		if (failed)
			exit 1
		if (!pairs || !fours)
			fail("no launch clusters-2, or none of larger clusters")
		for (i = 0; i < sms; i++) {
			first[top(tpc, i)] = 1
			members[top(gpc, i)]++
		}
		for (i in first)
			tpcs++
		each = sms / tpcs
		for (i = 0; i < sms; i++)
			if (each != int(each) || int(i / each) != int(top(tpc, i) / each))
				fail("SM numbers do not go by TPCs")
		# GPCs in the order of their first SMs; an SM that never had company is apart
		for (i = 0; i < sms; i += each) {
			g = top(gpc, i)
			if (members[g] == 1)
				continue
			if (!(g in number)) {
				number[g] = gpcs++
				left[gpcs - 1] = size[gpcs - 1] = members[g] / each
			}
		}
		if (gpcs > 8)
			fail(gpcs " GPCs, more than a machine file has")
		for (i = g = 0; i < sms; i += each) {
			mine = members[top(gpc, i)] == 1 ? -1 : number[top(gpc, i)]
			for (k = 0; k < gpcs && !left[g]; k++)
				g = (g + 1) % gpcs
			if (mine != (left[g] ? g : -1))
				fail("SM " i " is not of the GPC whose turn it is")
			if (left[g])
				left[g]--
			g = (g + 1) % gpcs
		}
		source = "\"measured: " name " of " device ", SMs that share clusters\""
		print "sms," sms ",SM," source
		print "tpc_sms," each ",SM," source
		for (i = 0; i < 8; i++)
			print "gpc_" i + 1 "," size[i] + 0 ",TPC," source
	}'
