#!/bin/bash
# simt-sweep: what it makes of its table: --tornado, --effects and --pareto against what simt-sim and awk find, the same bytes with any number of
# workers and after any interruption, what simt-plot draws of it, and mistakes. Numbers by hand are in tests/workloads/test-study. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
sweep=$build/simt-sweep
if [ ! -x "$sweep" ]; then
	skip_all 'built without GSL'
fi
vecadd=workloads/vecadd/vecadd.csv

# Cycles of vecadd on a machine, by simt-sim.
cycles() { # ARGUMENT...
	"$program" --quiet --let n=256 --csv "$@" $vecadd | awk -F, '$0 ~ /cycles_elapsed.max/ && !n++ { print $(NF - 1) }'
}

# ---- --tornado ----
around=($vecadd --let n=256 --tornado='launch_start,dram_latency,banks,l1i_latency,icache,threads_per_block,dram_spread' --factor 8)
"$sweep" "${around[@]}" --around h200 -o "$tmp/one" --jobs 1 > "$tmp/out" 2> "$tmp/err"
{
	has "$tmp/err" 'results.csv: 13 rows; 1 of them without a result'
	has "$tmp/out" '^Around h200, cycles depend most on launch_start \(.* % at 375, .* % at 24000\), '
	has "$tmp/out" '^launch_start +375 +3000 +24000 +-[0-9.]+% +\+[0-9.]+%$'
	has "$tmp/out" 'Values of 1 cannot run: threads_per_block; column remark has the reasons'
	has "$tmp/one/tornado.csv" '^# machine: h200$'
	has "$tmp/one/tornado.csv" '^parameter,low,high,effect,now,low_value,high_value,case,workload,cycles,low_cycles,high_cycles,remark$'
	# the cycles of a case are those of simt-sim, and its changes follow from them
	read -r now low high <<< "$(cycles) $(cycles --set dram_latency=66) $(cycles --set dram_latency=4208)"
	awk -F, -v OFS=, -v now="$now" -v low="$low" -v high="$high" '$1 == "dram_latency" {
		if ($8 == "vecadd" && ($10 != now || $11 != low || $12 != high))
			print "not " now, low, high ": " $0
		if (sprintf("%.3f", $2) != sprintf("%.3f", 100 * (low / now - 1)) || sprintf("%.3f", $3) != sprintf("%.3f", 100 * (high / now - 1)))
			print "changes: " $0
		n++
	} END { if (n != 2) print n, "rows" }' "$tmp/one/tornado.csv"
	# ranked: effects do not grow, and those that could not be varied come last
	grep -v '^#' "$tmp/one/tornado.csv" | awk -F, 'NR > 1 && $8 == "" { if ($4 + 0 > last && n++) print; last = $4 == "" ? -1 : $4 }'
	has "$tmp/one/tornado.csv" '^icache=off,,-?[0-9.e-]+,[0-9.e-]+,on,,off,,'
	has "$tmp/one/tornado.csv" '^threads_per_block,,,,1024,128,,.*"low: workloads/vecadd/vecadd.csv:[0-9:]*: kernel vecadd: a block of 256x1x1 .*; high: times 8 it stays 1024"$'
	has "$tmp/one/tornado.csv" '^l1i_latency,.*,vecadd,.*,[0-9]+,[0-9]+,[0-9]+,'
} | result '--tornado: changes of cycles are those of simt-sim, ranked; what cannot run says why'
{
	"$sweep" "${around[@]}" --quiet -o "$tmp/three" --jobs 3
	cmp "$tmp/one/results.csv" "$tmp/three/results.csv"
	cmp "$tmp/one/tornado.csv" "$tmp/three/tornado.csv"
	for ((kills = 0; kills < 3; kills++)); do
		"$sweep" "${around[@]}" --quiet -o "$tmp/killed" --jobs 2 &
		sleep 0.1
		kill -9 $! 2> /dev/null
		wait $! 2> /dev/null
	done 2> /dev/null
	"$sweep" "${around[@]}" --quiet -o "$tmp/killed"
	cmp "$tmp/one/tornado.csv" "$tmp/killed/tornado.csv"
	# an axis of changes makes the same points
	find "$tmp/one/points" -name '*.csv' | wc -l > "$tmp/before"
	"$sweep" $vecadd --let n=256 --axis change=dram_latency=66,icache=off --quiet -o "$tmp/one"
	find "$tmp/one/points" -name '*.csv' | wc -l | diff "$tmp/before" -
} 2>&1 | result 'the same bytes with 1 and 3 workers and after kill -9; nothing is printed with --quiet, and nothing is run twice'
{
	"$sweep" $vecadd --let n=256 --tornado --dry-run -o "$tmp/all" > "$tmp/out"
	[ ! -e "$tmp/all" ] || find "$tmp/all"
	read -r points _ < "$tmp/out"
	[ "$points" -gt 400 ] || cat "$tmp/out"
} 2>&1 | result '--tornado without names varies all parameters'
{
	"$sweep" $vecadd workloads/branch-patterns/branch-patterns.csv --let n=256 --let blocks=1 --only vecadd --only 'if-plain-1-*' --only jump_4-random \
		--tornado=reconvergence --quiet -o "$tmp/cases"
	# all cases: the geometric mean of those that ran; two of three where one is refused
	grep -v '^#' "$tmp/cases/tornado.csv" | awk -F, '$1 == "reconvergence=stack" {
		if ($8 == "") all = $3
		else if ($3 != "") { sum += log($12 / $10); n++ }
	} END { if (!n || sprintf("%.3f", all) != sprintf("%.3f", 100 * (exp(sum / n) - 1))) print all, sum, n }'
} 2>&1 | result 'over all cases: the geometric mean of those that run'
{
	"$build/simt-plot" "$tmp/three" --no-draw -o "$tmp/tornado.svg"
	has "$tmp/tornado.gp" 'change of cycles \(%\)'
	has "$tmp/tornado.gp" 'Machine h200, simt-sweep .*'
	has "$tmp/tornado.dat" '0 is launch_start, 1 is dram_latency'
	"$build/simt-plot" "$tmp/cases" --where 'case=if*' --no-draw -o "$tmp/case.svg"
} 2>&1 | result 'simt-plot draws the folder as it is'

# ---- --effects ----
grid=($vecadd --let n=256 --axis launch_start=1000,4000 --axis dram_latency=300,1200)
"$sweep" "${grid[@]}" --effects -o "$tmp/grid" > "$tmp/out" 2> "$tmp/err"
{
	has "$tmp/out" '^vecadd: 4 points, 4 terms, R\^2 1\.0000$'
	has "$tmp/out" 'as many terms as points'
	awk -F, 'function differs(a, b) { return (a - b) ^ 2 > (1e-5 * b) ^ 2 }
		NR == FNR { if (FNR > 1) y[FNR - 1] = log($24); next }
		$3 == "launch_start" { x = (-y[1] - y[2] + y[3] + y[4]) / 4 }
		$3 == "dram_latency" { x = (-y[1] + y[2] - y[3] + y[4]) / 4 }
		$3 == "launch_start x dram_latency" { x = (y[1] - y[2] - y[3] + y[4]) / 4 }
		FNR > 1 { if (differs($9, x) || differs($7, 100 * (exp(2 * x) - 1))) print x ": " $0; n++ }
		END { if (n != 6) print n, "rows" }' "$tmp/grid/results.csv" "$tmp/grid/effects.csv"
	"$sweep" "${grid[@]}" --effects=main -o "$tmp/grid" > "$tmp/out" 2> /dev/null
	has "$tmp/out" '^vecadd: 4 points, 3 terms, R\^2 0\.9[0-9]+$'
	has "$tmp/out" '^  largest residuals: [-+][0-9.]+ % at point [1-4] \(launch_start=[14]000 dram_latency=[0-9]+\), '
	[ "$(wc -l < "$tmp/grid/residuals.csv")" = 9 ] || cat "$tmp/grid/residuals.csv"
} | result '--effects: the contrasts of a grid of two by two'
drawn=($vecadd --let n=256 --latin 8 --range launch_start=1000:4000 --range dram_latency=300:1200 --axis reconvergence=barrier,ideal --effects --pareto 'cycles:launch_start+2*l2_bytes/1000000' --quiet)
{
	"$sweep" "${drawn[@]}" --jobs 1 -o "$tmp/drawn"
	"$sweep" "${drawn[@]}" --jobs 3 -o "$tmp/drawn3"
	for table in results effects residuals pareto; do
		cmp "$tmp/drawn/$table.csv" "$tmp/drawn3/$table.csv"
	done
	has "$tmp/drawn/effects.csv" '^vecadd,workloads/vecadd/vecadd.csv,launch_start x reconvergence=ideal,interaction,,,'
} 2>&1 | result 'of drawn points, with words: the same bytes with 1 and 3 workers'

# ---- --pareto ----
"$sweep" $vecadd --let n=4096 --axis gpu_sms=8,16,32,64 --axis warp=8,32 --axis banks=1,2 --pareto time:lanes -o "$tmp/pareto" > "$tmp/out" 2> "$tmp/err"
{
	has "$tmp/out" ' of 16 points are worth their cost: no other one has less time for no more lanes\.$'
	has "$tmp/pareto/pareto.csv" '^# cost means: sms\*subcores\*banks\*16$'
	grep -v '^#' "$tmp/pareto/pareto.csv" | awk -F, 'NR > 1 && $1 == "vecadd" { x[++n] = $7; y[n] = $8; on[n] = $9; if ($7 != $4 * 4 * $6 * 16) print "lanes: " $0 }
		END {
			for (i = 1; i <= n; i++) {
				front = "yes"
				for (k = 1; k <= n; k++)
					if (x[k] <= x[i] && y[k] <= y[i] && (x[k] < x[i] || y[k] < y[i])) front = "no"
				if (front != on[i]) print "row " i " is " on[i]
				seen[front] = 1
			}
			if (n != 16 || !seen["yes"] || !seen["no"]) print n, "points"
		}'
	"$build/simt-plot" "$tmp/pareto/pareto.csv" --no-draw -o "$tmp/pareto.svg"
	has "$tmp/pareto.gp" "'time \(ns\)'"
	has "$tmp/pareto.gp" "'lanes'"
	has "$tmp/pareto.dat" '^# front = on the front$'
} | result '--pareto: the front is what no other point beats'

# ---- mistakes ----
# mistake TEXT ARGUMENT...: status 2 and one sentence
mistake() {
	local text=$1 got

	shift
	"$sweep" $vecadd -o "$tmp/mistaken" "$@" > "$tmp/out" 2>&1
	got=$?
	[ $got = 2 ] || echo "status $got of: $*"
	[ "$(cat "$tmp/out")" = "simt-sweep: $text" ] || { echo "not: $text"; cat "$tmp/out"; }
}
other='makes other points: run them one after the other; a folder can keep both'
{
	mistake "--tornado varies one parameter at a time around one machine, and --axis $other" --tornado --axis warp=8
	mistake "--tornado varies one parameter at a time around one machine, and --latin $other" --tornado --latin 3 --range banks=1:2
	mistake "--tornado=wrap_size: there is no machine parameter 'wrap_size'; did you mean 'warp_size'?" --tornado=wrap_size
	mistake '--tornado=q*: no machine parameter has such a name; simt-machine(5) lists all' --tornado='l2*,q*'
	mistake '--tornado=*_bank_low: nothing is varied: masks have no multiples' --tornado='*_bank_low'
	mistake '--factor 1: it has to be a number above 1, up to 1000' --tornado --factor 1
	mistake '--factor 2x: it has to be a number above 1, up to 1000' --tornado --factor 2x
	mistake '--factor has no effect without --tornado' --axis warp=8 --factor 2
	mistake '--around has no effect without --tornado' --axis warp=8 --around h200
	mistake '--around and --machine are the same: give one of them' --tornado --around h200 --machine tiny
	mistake '--tornado and --effects are for different points: run one after the other' --tornado --effects
	mistake '--tornado compares cycles, and --mode functional has none' --tornado --mode functional
	mistake '--tornado: a --constraint does not allow the machine that is varied' --tornado=warp_size --constraint 'warp!=32'
	mistake '--metrics time: add sm__cycles_elapsed.max, which is compared' --tornado --metrics time
	mistake '--axis change: write NAME=VALUE,VALUE,...' --axis change
	mistake '--axis change=icache: change=icache: write PARAMETER=VALUE' --axis change=icache
	mistake '--effects=some: it can be main, or pairs, which is what it is without' --effects=some --axis warp=8
	mistake '--effects: no axis has two values at the points that have a result' --effects --axis warp=8
	mistake '--effects: 3 points are too few for 4 terms (a mean, 2 main effects, 1 interactions); take more, or --effects=main' \
		--effects --latin 3 --range sms=8:64 --range l2_bytes=1000000:9000000
	mistake '--pareto time: write METRIC:COST, such as time:lanes' --pareto time --axis warp=8
	mistake '--pareto time:lane: lane is neither an axis nor a machine parameter; a cost is lanes, register-bytes, l1-bytes, l2-bytes, sram-bytes, or an expression' \
		--pareto time:lane --axis warp=8
	mistake '--pareto time:sms/0: division by zero' --pareto time:sms/0 --axis warp=8
	mistake '--pareto time:icache: '\''icache'\'' is a word, not a number' --pareto time:icache --axis warp=8
	mistake 'there is no metric tim; simt-results(5) lists all' --pareto tim:lanes --axis warp=8
	[ ! -e "$tmp/mistaken" ] || find "$tmp/mistaken"
} | result '24 mistakes: each has its sentence, and nothing is written'
finish
