#!/bin/bash
# simt-sweep: the table, the same bytes with any number of workers and after any interruption; what is run again and what is not; points and cases
# that fail; mistakes. Workers and simt-sweep are killed at 6 random moments (SIMT_SEED), at 30 with SIMT_LONG=1. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
sweep=$build/simt-sweep
if [ ! -x "$sweep" ]; then
	skip_all 'built without GSL'
fi
vecadd=workloads/vecadd/vecadd.csv
probes=(workloads/branch-patterns/branch-patterns.csv --only '*-4-random' --let blocks=1)

# Column NAME of a table, without its header.
column() { # NAME FILE
	awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }' "$2"
}

# The files of points in a folder, with what tells them from others of the same names.
points() { # FOLDER
	find "$1/points" -name '*.csv' -printf '%f %i %T@\n' 2> /dev/null | sort
}

# ---- the table ----
small=($vecadd --let n=256 --axis warp=16,32 --axis banks=1,2,4 --constraint 'warp<=16*banks' --baseline warp=32,banks=2 --quiet)
SIMT_JOBS=1 "$sweep" "${small[@]}" -o "$tmp/one" > "$tmp/out" 2>&1
{
	cat "$tmp/out"
	[ "$(column point "$tmp/one/results.csv" | tr '\n' ' ')" = '1 2 3 4 5 ' ] || column point "$tmp/one/results.csv"
	[ "$(column warp_size "$tmp/one/results.csv" | tr '\n' ' ')" = '16 16 16 32 32 ' ] || column warp_size "$tmp/one/results.csv"
	column baseline_speedup "$tmp/one/results.csv" | sed -n '4{/^1.000000$/!p}'
	# each number is that of simt-sim
	for point in '16 1' '32 4'; do
		read -r warp banks <<< "$point"
		"$program" --quiet --let n=256 --warp $warp --banks $banks --csv $vecadd |
			awk -F, '$0 ~ /cycles_elapsed.max/ && !n++ { print $(NF - 1) }' > "$tmp/cycles"
		awk -F, -v w=$warp -v b=$banks 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "sm__cycles_elapsed.max") c = i }
			$4 == w && $5 == b { print $c }' "$tmp/one/results.csv" | diff - "$tmp/cycles"
	done
} | result 'a row for each point that the constraint allows, with the cycles of simt-sim and the speed-up over the baseline'
for jobs in 2 4; do
	"$sweep" "${small[@]}" -o "$tmp/$jobs" --jobs $jobs
	cmp "$tmp/one/results.csv" "$tmp/$jobs/results.csv"
	diff <(cd "$tmp/one/points" && sha1sum ./*) <(cd "$tmp/$jobs/points" && sha1sum ./*)
done 2>&1 | result 'the same bytes with 1, 2 and 4 workers'

{
	"$sweep" "${small[@]}" -o "$tmp/one" --metrics 'smsp__inst*,speedup' --launches
	head -n 1 "$tmp/one/results.csv" | grep -v ',status,error,smsp__inst_executed.sum,speedup,baseline_speedup$'
	[ "$(wc -l < "$tmp/one/results.csv")" = 11 ] || cat "$tmp/one/results.csv"
} 2>&1 | result '--metrics and --launches: other columns and rows of what is known'
head -n 1 "$tmp/2/results.csv" | cut -d, -f 1-21 > "$tmp/columns"
"$sweep" $vecadd --axis '$n=256,512' --quiet -o "$tmp/n" 2> "$tmp/err"
{
	cat "$tmp/err"
	head -n 1 "$tmp/n/results.csv" | cut -d, -f 1-22 | sed 's/,mode,n,/,mode,/' | diff "$tmp/columns" -
} 2>&1 | result 'an axis adds a column, and no other changes'

{
	"$sweep" $vecadd --let '$n=256' --axis warp=16 --quiet -o "$tmp/dollar"
	column sm__cycles_elapsed.max "$tmp/dollar/results.csv" | diff - <(column sm__cycles_elapsed.max "$tmp/2/results.csv" | sed -n 2p)
} 2>&1 | result '--let takes a column with its $'

# ---- what is kept ----
points "$tmp/2" > "$tmp/before"
{
	"$sweep" "${small[@]}" -o "$tmp/2"
	points "$tmp/2" | diff "$tmp/before" -
	"$sweep" $vecadd --let n=256 --axis warp=8,16,32 --axis banks=2 --quiet -o "$tmp/2"
	points "$tmp/2" | comm -23 "$tmp/before" -
	[ "$(points "$tmp/2" | wc -l)" = 6 ] || points "$tmp/2"
} 2>&1 | result 'an old folder is taken up: only the point that it does not have runs'
cp "$sweep" "$tmp/changed"
echo >> "$tmp/changed"
{
	"$tmp/changed" "${small[@]:0:${#small[@]}-1}" -o "$tmp/2" > "$tmp/out" 2>&1
	has "$tmp/out" 'results there are of another simt-sweep; 5 runs are left$'
	[ "$(points "$tmp/2" | wc -l)" = 11 ] || points "$tmp/2"
	cmp "$tmp/4/results.csv" "$tmp/2/results.csv"
} 2>&1 | result 'a changed program is noticed, and runs all points'
mkdir "$tmp/own"
cp workloads/vecadd/vecadd.c* "$tmp/own"
own=("$tmp/own/vecadd.csv" --let n=256 --axis warp=16,32 --quiet -o "$tmp/own/study")
{
	"$sweep" "${own[@]}"
	points "$tmp/own/study" > "$tmp/before"
	cp "$tmp/own/vecadd.cubin" "$tmp/own/kept"
	echo >> "$tmp/own/vecadd.cubin"
	"$sweep" "${own[@]}"
	[ "$(points "$tmp/own/study" | wc -l)" = 4 ] || points "$tmp/own/study"
	mv "$tmp/own/kept" "$tmp/own/vecadd.cubin"
	"$sweep" "${own[@]}"
	[ "$(points "$tmp/own/study" | wc -l)" = 4 ] || points "$tmp/own/study"
	points "$tmp/own/study" | comm -23 "$tmp/before" -
} 2>&1 | result 'changed machine code is run, and what is known of the old one stays'

# ---- interruptions ----
moments=6
[ -z "${SIMT_TEST_QUICK-}" ] || moments=2
[ -z "${SIMT_LONG-}" ] || moments=30
many=($vecadd --let n=256 --latin $((moments * 20)) --range l2_load_latency=100:400 --seed 3 --axis warp=16,32 --quiet --jobs 2)
"$sweep" "${many[@]}" -o "$tmp/whole"
RANDOM=${SIMT_SEED:-0}
# Workers and simt-sweep take turns, at random moments while points are left; a sweep one of whose workers is killed begins its point again.
sweeping=
for ((kills = 0; kills < moments; kills++)); do
	points "$tmp/killed" > "$tmp/before"
	if [ -z "$sweeping" ]; then
		"$sweep" "${many[@]}" -o "$tmp/killed" &
		sweeping=$!
	fi
	until=$(($(wc -l < "$tmp/before") + RANDOM % 4))
	while [ "$(points "$tmp/killed" | wc -l)" -lt $until ] && kill -0 $sweeping; do sleep 0.01; done
	sleep 0.0$((RANDOM % 5))
	if [ $((kills % 2)) = 0 ]; then
		worker=$(pgrep -P $sweeping | head -n 1)
		kill -0 $sweeping || echo "it has ended before moment $kills"
		[ -z "$worker" ] || kill -9 "$worker"
	else
		kill -9 $sweeping || echo "it has ended before moment $kills"
		wait $sweeping
		sweeping=
	fi
	points "$tmp/killed" | comm -23 "$tmp/before" - | sed 's/^/lost or run twice: /'
done 2> /dev/null | result "kill -9 of a worker or of simt-sweep loses and repeats no point"
{
	"$sweep" "${many[@]}" -o "$tmp/killed"
	cmp "$tmp/whole/results.csv" "$tmp/killed/results.csv"
	diff <(ls "$tmp/whole/points") <(ls "$tmp/killed/points")
} 2>&1 | result 'and the table has the same bytes'
{
	"$sweep" "${many[@]}" -o "$tmp/stopped" > "$tmp/out" 2>&1 &
	until [ -n "$(points "$tmp/stopped")" ] || ! kill -0 $! 2> /dev/null; do sleep 0.01; done
	kill -TERM $! 2> /dev/null # where it has not ended by now
	wait $!
	status=$?
	[ $status = 130 ] || [ $status = 0 ] || { echo "status $status"; cat "$tmp/out"; }
	[ $status = 0 ] || has "$tmp/out" '^simt-sweep: interrupted; the same command goes on$'
	"$sweep" "${many[@]}" -o "$tmp/stopped"
	cmp "$tmp/whole/results.csv" "$tmp/stopped/results.csv"
} 2>&1 | result 'SIGTERM: one sentence, and the same command goes on'

# ---- what cannot be written ----
if [ -w /dev/full ] && [ "$(id -u)" != 0 ]; then
	mkdir "$tmp/read-only"
	chmod a-w "$tmp/read-only"
	"$sweep" "${small[@]}" -o "$tmp/read-only" > "$tmp/out" 2>&1
	{
		[ "$(cat "$tmp/out")" = "$tmp/read-only/points: Permission denied" ] || cat "$tmp/out"
	} | result 'a read-only folder: one sentence'
else
	# root writes everywhere: a file in the place of a folder stands for it
	mkdir "$tmp/read-only"
	: > "$tmp/read-only/points"
	"$sweep" "${small[@]}" -o "$tmp/read-only" > "$tmp/out" 2>&1
	{
		[ "$(cat "$tmp/out")" = "$tmp/read-only/points: Not a directory" ] || cat "$tmp/out"
	} | result 'a folder that cannot be written: one sentence'
fi
# a limit on the size of files stands for a disk that is full: bash counts blocks of 1024 bytes
{
	(trap '' XFSZ; ulimit -f 4; "$sweep" "${small[@]}" -o "$tmp/full" --jobs 2) > "$tmp/out" 2>&1
	[ $? = 3 ] || echo "status $?"
	[ "$(wc -l < "$tmp/out")" = 1 ] || cat "$tmp/out"
	has "$tmp/out" "^$tmp/full/points/[0-9a-f]{16}.csv: File too large"
	"$sweep" "${small[@]}" -o "$tmp/full"
	cmp "$tmp/4/results.csv" "$tmp/full/results.csv"
} 2>&1 | result 'a full disk: one sentence, and the same command goes on'

# ---- what fails ----
"$sweep" "${probes[@]}" --axis reconvergence=barrier,stack --quiet -o "$tmp/refused" > "$tmp/out" 2>&1
{
	cat "$tmp/out"
	[ "$(column status "$tmp/refused/results.csv" | sort | uniq -c | tr -s ' \n' ' ')" = ' 1 bad input 3 ok ' ] ||
		column status "$tmp/refused/results.csv" | sort | uniq -c
	has "$tmp/refused/results.csv" ',stack,.*,jump_4,bad input,"workloads/branch-patterns/branch-patterns.csv:[0-9:]*: kernel jump_4, .*reconvergence=stack"'
} 2>&1 | result 'a case that the machine cannot run is a row with its error, and the others of its file run'
{
	"$sweep" $vecadd --let n=256 --axis warp=16,24,32 --quiet -o "$tmp/bad"
	column status "$tmp/bad/results.csv" | diff - <(printf '%s\n' ok 'bad input' ok)
	has "$tmp/bad/results.csv" ',,,,bad input,"machine parameter warp_size must be a power of two, not 24"'
} 2>&1 | result 'a machine whose parameters contradict each other is a row'
{
	"$sweep" $vecadd --axis n=256,x --quiet -o "$tmp/unread"
	column status "$tmp/unread/results.csv" | diff - <(printf '%s\n' ok 'bad input')
	"$sweep" $vecadd --let n=256 --axis warp=32 --max-cycles 100 --quiet -o "$tmp/limit"
	column status "$tmp/limit/results.csv" | diff - <(echo limit)
	has "$tmp/limit/results.csv" 'limit,"?case .vecadd., launch .vecadd.: '
	"$sweep" $vecadd --let n=256 --axis mode=cycle,functional --axis reconvergence=barrier,ideal --quiet -o "$tmp/modes"
	column status "$tmp/modes/results.csv" | diff - <(printf '%s\n' ok ok ok 'bad input')
} 2>&1 | result 'so are a value that the list cannot take, a limit, and a policy without functional mode'

# Sanitizers reserve more than this.
if (ulimit -v 300000 && "$sweep" --version > /dev/null 2>&1); then
	{
		(ulimit -v 300000; "$sweep" $vecadd --axis n=200000000,256 --quiet -o "$tmp/memory")
		column status "$tmp/memory/results.csv" | diff - <(printf '%s\n' crash ok)
		has "$tmp/memory/results.csv" ',crash,the host has not enough memory for it,'
		[ "$(points "$tmp/memory" | wc -l)" = 1 ] || points "$tmp/memory"
	} 2>&1 | result 'a point for which the host has not enough memory is a row, and is not kept'
else
	result ok 'a point for which the host has not enough memory is a row, and is not kept # SKIP sanitizers reserve more'
fi
{
	"$sweep" $vecadd --let n=256 --axis equal-silicon=off,on --axis warp=16,32 --axis banks=2,3 --quiet -o "$tmp/equal"
	column subcores "$tmp/equal/results.csv" | diff - <(printf '%s\n' 4 4 4 4 4 4 4 4)
	column status "$tmp/equal/results.csv" | diff - <(printf '%s\n' ok ok ok ok ok 'bad input' ok 'bad input')
	has "$tmp/equal/results.csv" ',on,.*,bad input,equal silicon: 128 lanes of an SM cannot be divided into banks of 16: banks=3 leaves a rest,'
	"$sweep" $vecadd --let n=256 --axis warp=16,64 --equal-silicon --quiet -o "$tmp/equal"
	column subcores "$tmp/equal/results.csv" | diff - <(printf '%s\n' 8 2)
	"$program" --quiet --let n=256 --warp 64 --equal-silicon --csv $vecadd |
		awk -F, 'NR > 1 && $0 ~ /cycles_elapsed.max/ && !n++ { print $(NF - 1) }' | diff - <(column sm__cycles_elapsed.max "$tmp/equal/results.csv" | tail -n 1)
} 2>&1 | result 'equal silicon: as an axis, for all points, and what cannot be divided is a row'

{
	"$sweep" $vecadd --let n=256 --axis sms=66,132 --axis gpu_sms=66,264 --axis sm_lanes=64,128 --axis subcores=2,4 --quiet -o "$tmp/knobs"
	column status "$tmp/knobs/results.csv" | uniq -c | tr -s ' \n' ' ' | diff - <(printf ' 4 ok 4 bad input 4 bad input 4 bad input ' | sed 's/4 bad input 4 bad input 4 bad input/12 bad input/')
	column banks "$tmp/knobs/results.csv" | head -n 4 | diff - <(printf '%s\n' 2 1 4 2)
	has "$tmp/knobs/results.csv" ',bad input,sms=132 does not hold beside other values of the point,'
} 2>&1 | result 'knobs come after parameters, and what contradicts another value is a row'

# ---- before it runs ----
"$sweep" $vecadd --let n=256 --axis warp=16,32 --axis banks=1,2 --dry-run --jobs 2 -o "$tmp/dry" > "$tmp/out" 2>&1
{
	has "$tmp/out" '^4 points of 1 workload: 4 runs, about [0-9.]+ s with 2 jobs$'
	[ ! -e "$tmp/dry" ] || find "$tmp/dry"
	"$sweep" "${small[@]}" --dry-run -o "$tmp/4" > "$tmp/out"
	has "$tmp/out" '^5 points of 1 workload: 5 runs, 0 of them left$'
	"$sweep" $vecadd --let n=256 --axis warp=8,16,24,48 --jobs 2 --dry-run -o "$tmp/dry" > "$tmp/out"
	has "$tmp/out" '^4 points of 1 workload: 4 runs, about [0-9.]+ s with 2 jobs$'
	has "$tmp/out" '^2 of the points cannot run, and get a row that says why; the first: machine parameter warp_size must be a power of two, not 24$'
	"$sweep" $vecadd --let n=256 --latin 9 --range banks=1:3 --dry-run -o "$tmp/dry" > "$tmp/out"
	has "$tmp/out" '^9 points of 1 workload: 9 runs, 3 of them left, 6 the same as others, about '
} 2>&1 | result '--dry-run: how many and how long, and nothing is written'
{
	"$sweep" "${small[@]}" -o "$tmp/one" --metrics cycles,ipc,speedup
	head -n 1 "$tmp/one/results.csv" | grep -v ',error,sm__cycles_elapsed.max,sm__inst_executed.avg.per_cycle_active,speedup,baseline_speedup$'
} 2>&1 | result '--metrics takes the short names of simt-plot'
{
	sed 's/,vecadd,/,vecadd-{n},/' workloads/vecadd/vecadd.csv > "$tmp/own/named.csv"
	"$sweep" "$tmp/own/named.csv" --only vecadd-256 --axis n=256,257 --quiet -o "$tmp/named"
	column status "$tmp/named/results.csv" | diff - <(printf '%s\n' ok 'bad input')
	has "$tmp/named/results.csv" ',bad input,no case has a name that is selected,'
} 2>&1 | result '--only names cases as values of an axis make them'

# Sanitizers reserve more than this, and take longer.
if (ulimit -v 500000 && "$sweep" --version > /dev/null 2>&1); then
	{
		(ulimit -v 500000; TIMEFORMAT=%U; time "$sweep" $vecadd --let n=256 --latin 100000 --range sms=1:132 --range l2_load_latency=100:10000 \
			--range l2_bytes=1000000:50000000 --dry-run -o "$tmp/dry" > "$tmp/out") 2> "$tmp/time"
		has "$tmp/out" '^100000 points of 1 workload: 100000 runs, '
		awk '$1 >= 10 { print "seconds:", $1 }' "$tmp/time"
	} 2>&1 | result '100,000 points are planned in 10 s and 500 MB'
else
	result ok '100,000 points are planned in 10 s and 500 MB # SKIP sanitizers reserve more'
fi

# mistake TEXT ARGUMENT...: status 2 and one sentence
mistake() {
	local text=$1 got

	shift
	"$sweep" "$@" > "$tmp/out" 2>&1
	got=$?
	[ $got = 2 ] || echo "status $got of: $*"
	[ "$(cat "$tmp/out")" = "simt-sweep: $text" ] || { echo "not: $text"; cat "$tmp/out"; }
}
to=($vecadd -o "$tmp/mistaken")
{
	mistake "no workload.csv given; try 'simt-sweep --help'" --axis warp=1
	mistake 'no folder for results given: -o FOLDER' --axis warp=1 $vecadd
	mistake 'nothing varies: give --axis NAME=VALUE,VALUE,..., --points FILE.csv, --latin N or --sobol N' "${to[@]}"
	mistake '--axis warp: write NAME=VALUE,VALUE,...' "${to[@]}" --axis warp
	mistake "--axis wrap_size: there is no machine parameter 'wrap_size'; did you mean 'warp_size'?" "${to[@]}" --axis wrap_size=1
	mistake '--axis warp=16,16: 16 is given twice' "${to[@]}" --axis warp=16,16
	mistake '--axis warp_size: there is already an axis warp_size' "${to[@]}" --axis warp=16 --axis warp_size=8
	mistake '--axis mode=fast: mode=fast: it can be cycle, functional' "${to[@]}" --axis mode=fast
	mistake '--axis $m: no workload has a column $m' "${to[@]}" --axis '$m=1'
	mistake '--axis n and --let n=4: a column has one or the other' "${to[@]}" --axis n=3 --let n=4
	mistake '--axis n and --let $n=4: a column has one or the other' "${to[@]}" --axis n=3 --let '$n=4'
	mistake "--let nn=4: $vecadd has no column \$nn; did you mean \$n?" "${to[@]}" --axis warp=8 --let nn=4
	mistake '--only foo: no case has such a name; simt-sim --list shows them' "${to[@]}" --axis warp=8 --only foo
	mistake '--only f: no case has such a name; simt-sim --list shows them' "${to[@]}" --axis warp=8 --only 'v*' --only 'fo*' --only f
	mistake "--only fo*: no case has such a name; simt-sim --list shows them" "${to[@]}" --axis warp=8 --only 'ff*' --only 'fo*'
	mistake '--constraint warp: write a comparison, such as warp<=16*banks' "${to[@]}" --axis warp=8 --constraint warp
	mistake '--constraint warp<bank: bank is neither an axis nor a machine parameter' "${to[@]}" --axis warp=8 --constraint 'warp<bank'
	mistake 'no point meets every --constraint' "${to[@]}" --axis warp=8 --constraint 'warp>8'
	mistake 'points are drawn within ranges: give --range NAME=LOW:HIGH' "${to[@]}" --latin 3
	mistake '--range has no effect without --latin or --sobol' "${to[@]}" --axis warp=8 --range sms=1:2
	mistake '--latin and --sobol: give one of them' "${to[@]}" --latin 3 --sobol 3
	mistake '--seed has no effect without --latin or --sobol' "${to[@]}" --axis warp=8 --seed 3
	mistake '--baseline warp=16: the axis does not take this value' "${to[@]}" --axis warp=8 --baseline warp=16
	mistake '--baseline sms=16: there is no such axis' "${to[@]}" --axis warp=8 --baseline sms=16
	mistake '--metrics sm__cycles_elapse.max: there is no such metric; did you mean sm__cycles_elapsed.max?' "${to[@]}" --axis warp=8 \
		--metrics sm__cycles_elapse.max
	mistake '--metrics cycle: there is no such metric; did you mean cycles?' "${to[@]}" --axis warp=8 --metrics cycle
	mistake "$vecadd is given twice" "${to[@]}" $vecadd --axis warp=8
	mistake "machine parameter sms must be a whole number from 1 to 1024 (SM), not '0'" "${to[@]}" --axis warp=8 --sms 0
	mistake "option '--axis': its value is empty" "${to[@]}" --axis ''
	[ ! -e "$tmp/mistaken" ] || find "$tmp/mistaken"
} | result '29 mistakes: each has its sentence, and nothing is written'
finish
