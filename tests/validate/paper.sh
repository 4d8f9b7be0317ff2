#!/bin/bash
# simt-check --paper, on made-up results: published, simulated and measured speed-ups side by side, and rank correlations that were
# worked out by hand. Also that the files of validate/papers/ are read. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
details=$tmp/out

paper() { # ARGUMENT...: its output in $tmp/out; the exit status
	"$build/simt-check" --paper "$tmp/published.csv" "$@" > "$tmp/out" 2>&1
}

says() { # TEXT NAME: a line of the output
	grep -qxF -- "$1" "$tmp/out"
	result $? "$2"
}

# ---- a technique with four lengths, done in two ways; `other` was not published ----
{
	echo 'technique,variant,case,before,$len,module,kernel,grid,block,args'
	rest="{len},$PWD/workloads/vecadd/vecadd.cubin,vecadd,1,32,a:f32[32] b:f32[32] c:f32[32] n:s32=32"
	echo "t,plain,plain-{len},,1|2|3|4|5,${rest#*,}"
	echo "t,quick,quick-{len},plain-{len},1|2|3|4|5,${rest#*,}"
	echo "t,mine,mine-{len},plain-{len},1|2|3|4,${rest#*,}"
	echo "t,other,other,plain-1,1,${rest#*,}"
} > "$tmp/w.csv"
head=source,run,machine,technique,variant,case,launch,id,kernel,metric,unit,value,status
time_of() { # TABLE GPU CASE SECONDS
	echo "somebody,$1,$2,t,v,$3,,,,simt__event_time,s,$4,ok"
}
# published speed-ups 1, 2, 2, 3 of lengths 1 to 4; of length 1 on three GPUs: 0.5, 1 and 3; GPU d has no time before
{
	echo "# made up"
	echo "$head"
	for gpu in a:1:2 b:2:2 c:3:1; do
		IFS=: read -r name before after <<< "$gpu"
		time_of 'table 1' "$name" plain-1 "$before"
		time_of 'table 1' "$name" quick-1 "$after"
	done
	time_of 'table 1' d quick-1 1e-9
	time_of 'table 1' a plain-2 0.02
	time_of 'table 1' a quick-2 0.01
	time_of 'table 1' a plain-3 8
	time_of 'table 1' a quick-3 4
	time_of 'table 0' a plain-4 3 # before and after in two tables
	time_of 'table 1' a quick-4 1
	echo "somebody,table 1,a,another,v,quick-5,,,,simt__event_time,s,1,ok"
	echo "somebody,table 1,a,t,v,quick-5,,,,simt__other,s,1,ok"
} | sed 's/ # .*//' > "$tmp/published.csv"
speedup() { # SOURCE RUN VARIANT CASE METRIC VALUE
	echo "$1,$2,h200,t,$3,$4,,,vecadd,$5,ratio,$6,ok"
}
{
	echo "$head"
	speedup simt-sim 1 quick quick-1 speedup 1
	speedup simt-sim 1 quick quick-2 speedup 1
	speedup simt-sim 1 quick quick-3 speedup 2
	speedup simt-sim 1 quick quick-4 speedup 3
	speedup simt-sim 1 mine mine-1 speedup 4
	speedup simt-sim 1 mine mine-2 speedup 3
	speedup simt-sim 1 mine mine-3 speedup 0.5
	speedup simt-sim 1 mine mine-4 speedup 0.25
} > "$tmp/simulated.csv"
# measured, two runs: the median; length 2 is missing, and length 4 is but in time
{
	echo "$head"
	for run in 1 2; do
		speedup simt-gpu $run quick quick-1 speedup 0.$run
		speedup simt-gpu $run quick quick-1 simt__event_time.speedup 0.5
		speedup simt-gpu $run quick quick-3 speedup 5
		speedup simt-gpu $run quick quick-3 simt__event_time.speedup 7
		speedup simt-gpu $run quick quick-4 simt__event_time.speedup 6
	done
} > "$tmp/measured.csv"

paper "$tmp/w.csv" "$tmp/measured.csv" --simulated "$tmp/simulated.csv" --csv
result $? "all three side by side"
# what the GPUs gave: median 1, from 0.5 to 3; runs: median 0.15
says 'somebody,table 1,t,quick,quick-1,plain-1,speedup,1,3,1,0.5,3,1,0.15,0.5' "several GPUs and runs: the median"
says 'somebody,table 1,t,quick,quick-2,plain-2,speedup,1,1,2,2,2,1,,' "what was not measured is left out"
says 'somebody,table 1,t,quick,quick-4,plain-4,speedup,1,1,3,3,3,3,,6' "the time before stands in another table"
# of lengths 2 and 4 the simulator, of which it says 1 and 3, is once on the same side of 1 as 2 and 3; 1 and 1; 2 and 2
says 'somebody,table 1,t,quick,,,same_side,4,,,,,3,1,2' "the same side of 1"
# published 1 2 2 3, simulated 1 1 2 3: of six pairs four rise in both, one is tied in each: 4 / sqrt(5 * 5)
# measured cycles 0.15 5 for 1 2: 1; time 0.5 7 6 for 1 2 3: two of three pairs rise, one falls: 1/3
says 'somebody,table 1,t,quick,,,tau_b,4,,,,,0.8,1,0.333333' "Kendall's tau-b"
# ranks 1 2.5 2.5 4 and 1.5 1.5 3 4: 3.75 / sqrt(4.5 * 4.5); ranks 1 2 3 and 1 3 2: 1 - 6 * 2 / (3 * 8)
says 'somebody,table 1,t,quick,,,spearman,4,,,,,0.833333,1,0.5' "Spearman's rho"
[ "$(grep -c speedup "$tmp/out")" = 4 ] && [ "$(wc -l < "$tmp/out")" = 8 ]
result $? "cases of other techniques, other metrics and without a published time are in no row"

cp "$tmp/out" "$tmp/all"
# the same where simulator and GPU ran other sizes than the workload says: one SM, the whole machine
awk -F, -v OFS=, '{ $5 = $5 OFS (NR == 1 ? "$blocks" : 132) } 1' "$tmp/w.csv" > "$tmp/sizes.csv"
sed '1s/$/,blocks/; 2,$s/$/,8/' "$tmp/simulated.csv" > "$tmp/simulated-8.csv"
sed '1s/$/,blocks/; 2,$s/$/,1056/' "$tmp/measured.csv" > "$tmp/measured-1056.csv"
paper "$tmp/sizes.csv" "$tmp/measured-1056.csv" --simulated "$tmp/simulated-8.csv" --csv && diff "$tmp/all" "$tmp/out" > "$tmp/diff"
result $? "cases of other sizes are compared by name"

paper "$tmp/w.csv" --simulated "$tmp/simulated.csv" --as mine=quick --csv
result $? "a variant stands for another"
says 'somebody,table 1,t,mine,mine-4,plain-4,speedup,1,1,3,3,3,0.25,,' "it has what was published of the other with the same before"
# 4 3 0.5 0.25 for 1 2 2 3: five pairs fall, one is tied: -5 / sqrt(5 * 6)
says 'somebody,table 1,t,mine,,,tau_b,4,,,,,-0.912871,,' "it is correlated by itself"
says 'somebody,table 1,t,quick,,,tau_b,4,,,,,0.8,,' "and the table without it"

paper "$tmp/w.csv" "$tmp/measured.csv" --simulated "$tmp/simulated.csv" && grep -q '^somebody, table 1  quick-1  plain-1  *1.00  0.50, 3.00 ' "$tmp/out" &&
	grep -q '^somebody, table 1  quick  *simulated  *4  *3  *0.80  *0.83$' "$tmp/out"
result $? "tables"
paper "$tmp/w.csv" --simulated "$tmp/simulated.csv" --markdown && grep -q '^| somebody, table 1 | quick-2 | plain-2 | 2.00 |' "$tmp/out"
result $? "tables for a document"
paper "$tmp/w.csv" --only '*-2' && grep -q '^somebody, table 1  quick-2  plain-2  *2.00  *1.00$' "$tmp/out"
result $? "the simulator runs; two cases with the same launch have the speed-up 1"
grep -q '^somebody, table 1  quick  *simulated  *1  *0  *-  *-$' "$tmp/out"
result $? "one case has no correlation"

refused() { # STATUS TEXT NAME ARGUMENT...
	local status=$1 text=$2 name=$3

	shift 3
	paper "$@"
	[ $? = "$status" ] && grep -qF -- "$text" "$tmp/out"
	result $? "refused: $name"
}
refused 3 'no speed-up of it was published' "nothing in common" workloads/vecadd/vecadd.csv
refused 2 'has no such variant' "an unknown variant" "$tmp/w.csv" --as nobody=quick
refused 2 'OUR VARIANT=PUBLISHED VARIANT' "--as without =" "$tmp/w.csv" --as quick
refused 2 '--summary has no effect with --paper' "--summary" "$tmp/w.csv" --summary
refused 3 'no column source' "a paper that is no result file" "$tmp/w.csv" --paper "$tmp/w.csv"
sed 's/,0.01,ok/,"0,01",ok/' "$tmp/published.csv" > "$tmp/comma.csv"
refused 3 "'0,01' is not a time" "a decimal comma" "$tmp/w.csv" --paper "$tmp/comma.csv"

# ---- the papers: every case that is published is one of a shipped workload ----
for file in validate/papers/*.csv; do
	awk -F, '/^#/ { next } NF < 13 { exit 1 } $1 == "source" { next } { n++ } END { exit n == 0 }' "$file" > "$tmp/out" 2>&1
	result $? "$file: rows of thirteen fields"
done
"$build/simt-check" --paper validate/papers/kato.csv workloads/dynamic-work/dynamic-work.csv validate/data/h200/launches.csv \
	--simulated validate/data/h200/launches.csv --csv > "$tmp/out" 2>&1
[ $? = 0 ] && [ "$(grep -c '^kato,table 1,dynamic work assignment,dynamic,dynamic-.*,speedup,' "$tmp/out")" = 10 ] &&
	grep -q ',dynamic-512,naive-512,speedup,1,1,1.10595,' "$tmp/out"
result $? "kato, table 1: ten speed-ups, 1.106 at length 512"
# what is held against itself agrees
grep -q '^kato,table 1,.*,tau_b,10,,,,,\(.*\),\1,' "$tmp/out"
result $? "the same data on both sides have the same correlation"

# ---- the summary of the techniques: one case, from the same numbers read in another way ----
PATH=$build:$PATH sh validate/summary.sh --csv workloads/half-warp/half-warp.csv > "$tmp/out" 2>&1
result $? "a summary"
simulated() { # CASE METRIC
	awk -F, -v c="$1" -v m="$2" '$9 == c && $10 == "" && $11 == "" && $13 == m { print $15 }' "$tmp/half-warp.csv"
}
"$build/simt-sim" --quiet workloads/half-warp/half-warp.csv "--csv=$tmp/half-warp.csv" > /dev/null
# instructions of 32 lanes, none of them issued together with another
want="half-1,whole-1,$(simulated whole-1 simt__lane_slots_waiting.sum),$(simulated half-1 simt__lane_slots_waiting.sum)"
want+=",$((32 * $(simulated whole-1 smsp__inst_executed.sum))),$((32 * $(simulated half-1 smsp__inst_executed.sum)))"
want+=",$(simulated half-1 speedup),$(awk -F, '$6 == "half-1" && $7 == "" && $10 == "speedup" { n++; s += $12 } END { print s / n }' \
	<(gzip -cd validate/data/h200/half-warp-launches.csv.gz)),"
grep -qF "\"half-warp branches\",\"half\",$want" "$tmp/out"
result $? "it has lane-slots, speed-ups simulated and measured: $want"

finish
