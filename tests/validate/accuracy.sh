#!/bin/bash
# simt-check --accuracy and validate/accuracy.sh on a made-up set of three short cases, whose "measurements" are what the simulator counts,
# times known numbers. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
export PATH=$build:$PATH details=$tmp/out
# fontconfig, which cairo asks for a font, keeps what it has found until the program ends
echo leak:libfontconfig > "$tmp/leaks"
export LSAN_OPTIONS=suppressions=$tmp/leaks:print_suppressions=0

begins() { # TEXT NAME: a line of the output begins with it
	sed 's/  */ /g' "$tmp/out" | grep -qF -- "$1"
	result $? "$2"
}

# ---- the declared list ----
list=validate/training.csv
simt-check --accuracy "$list" --plan > "$tmp/out" 2>&1
result $? "$list is read"
cut -f 1 "$tmp/out" | sort | uniq -d > "$tmp/twice"
[ ! -s "$tmp/twice" ]
result $? 'a file for each case'
awk -F '\t' '$2 == "workloads/heldout/heldout.csv" { n++; bad += $4 != "held-out" } END { exit bad || n != 74 }' "$tmp/out"
result $? 'all 74 cases of the held-out kernels are held out'
for set in training micro development held-out; do
	simt-check --accuracy "$list" --plan --part $set > "$tmp/part"
	[ -s "$tmp/part" ] && cmp -s "$tmp/part" <(awk -F '\t' -v set=$set '$4 == set' "$tmp/out")
	result $? "--part $set"
done

# ---- made up: vecadd of three sizes ----
mkdir -p "$tmp/w/validate/data/h200" "$tmp/w/workloads/vecadd"
cp validate/accuracy.sh "$tmp/w/validate"
cp workloads/vecadd/vecadd.cubin workloads/vecadd/vecadd.csv "$tmp/w/workloads/vecadd"
cd "$tmp/w" || exit 99
echo 'set,size,workload,let,case,measured' > validate/training.csv
sets=validate/training.csv data=validate/data/h200
for size in 256 512 1024; do
	simt-sim --csv --let n=$size workloads/vecadd/vecadd.csv > "$tmp/$size.csv" || exit 99
	case $size in
	256) row=training,quick factor=0.8 ;;  # simulated 25 % too long
	512) row=training,quick factor=1.25 ;; # 20 % too short
	1024) row=held-out,full factor=2 ;;    # 50 % too short
	esac
	echo "$row,workloads/vecadd/vecadd.csv,n=$size,*,$size.csv" >> $sets
	# 30 us, so that it counts
	awk -F, -v OFS=, -v f="$factor" 'NR > 1 { $1 = "simt-gpu" } { at = NF - 1 }
		$(NF - 3) == "sm__cycles_elapsed.max" { $at *= f } $(NF - 3) == "gpu__time_duration.sum" { $at = 30000 } { print }' \
		"$tmp/$size.csv" > $data/$size.csv
done
export ACCURACY_FOLDER=$tmp/results
bash validate/accuracy.sh quick > "$tmp/out" 2>&1
result $? 'accuracy.sh quick'
begins 'training 2 22.5 % 22.5 % +25.0 % +2.5 %' 'errors of the training launches'
! grep -q held-out "$tmp/out"
result $? 'without the held-out one'
find "$tmp/results" -name '*.csv' | sort > "$tmp/files"
[ "$(wc -l < "$tmp/files")" = 2 ]
result $? 'a result for each'

first=$(head -n 1 "$tmp/files")
sed -i 's/\(sm__cycles_elapsed.max,cycle\),[0-9]*/\1,1/' "$first"
ACCURACY_OPTIONS="--cases --states --plot $tmp/plot.svg" bash validate/accuracy.sh full > "$tmp/out" 2>&1
status=$?
grep -q 'built without cairo' "$tmp/out" && status=0
result $status 'accuracy.sh full'
begins 'held-out 1 50.0 % 50.0 % -50.0 %' 'error of the held-out launch'
begins ' -100.0 %' 'what is there is not simulated again'
grep -q 'n=1024: vecadd' "$tmp/out"
result $? 'the worst of a set is named'
[ "$(sed -n '/^Every launch but the held-out/,$p' "$tmp/out" | grep -c held-out)" = 1 ]
result $? '--cases does not list held-out launches'
if [ -f "$tmp/plot.svg" ]; then
	grep -q '<svg' "$tmp/plot.svg"
	result $? 'the plot is SVG'
	bash validate/accuracy.sh full > "$tmp/out"
	folder=$(dirname "$(dirname "$first")")
	simt-check --accuracy $sets --results "$folder" --plot "$tmp/plot.png" > "$tmp/out" 2>&1 && [ "$(head -c 4 "$tmp/plot.png" | tail -c 3)" = PNG ]
	result $? 'or PNG'
fi

bash validate/accuracy.sh quick -- --set l2_load_latency=500 > "$tmp/out" 2>&1
result $? 'with a parameter set'
begins 'Extrapolated: 2 launches' 'that is extrapolated'
[ "$(find "$tmp/results" -mindepth 1 -maxdepth 1 | wc -l)" = 2 ]
result $? 'and has results of its own'
ACCURACY_OPTIONS=--csv bash validate/accuracy.sh full > "$tmp/out" 2>&1
[ "$(grep -c ^training "$tmp/out")" = 2 ] && ! grep -q ^held-out "$tmp/out"
result $? '--csv without held-out launches'
ACCURACY_OPTIONS='--csv --cases=all' bash validate/accuracy.sh full > "$tmp/out" 2>&1
grep -q '^held-out,full,workloads/vecadd/vecadd.csv,n=1024,vecadd,,0,vecadd,30000,' "$tmp/out"
result $? '--csv --cases=all has them'

# another device, of which less was measured, compressed
mkdir "$tmp/other" && gzip -c "$data/512.csv" > "$tmp/other/512.csv.gz"
simt-check --accuracy $sets --data "$tmp/other" --plan > "$tmp/out" 2>&1
[ "$(wc -l < "$tmp/out")" = 1 ] && grep -q 'n=512$' "$tmp/out"
result $? '--data with one of three files, compressed'
simt-check --accuracy $sets --data "$tmp/other" --results "$tmp/results/$(ls "$tmp/results" | head -n 1)" > "$tmp/out" 2>&1
begins 'Files of measurements that the list names and the folder does not have: 2.' 'which is said'

# refused STATUS SENTENCE ARGUMENT...
refused() {
	local status=$1 sentence=$2

	shift 2
	simt-check "$@" > "$tmp/out" 2>&1
	[ $? = "$status" ] && grep -qF -- "$sentence" "$tmp/out"
	result $? "status $status: $(head -n 1 "$tmp/out")"
}
refused 2 '--accuracy needs --results or --plan' --accuracy $sets
refused 2 '--plan has no effect without --accuracy' --plan workloads/vecadd/vecadd.csv $data/256.csv
refused 2 'takes its workloads from' --accuracy $sets --plan workloads/vecadd/vecadd.csv
refused 2 '--set has no effect with --plan' --accuracy $sets --plan --set l2_load_latency=3
refused 2 'training, micro, development, held-out' --accuracy $sets --plan --part training,all
refused 2 'quick, full or long' --accuracy $sets --plan --size short
mv $data/512.csv "$tmp/512.away"
refused 3 'data/h200/512.csv is not there' --accuracy $sets --plan
mv "$tmp/512.away" $data/512.csv
sed 's/256\.csv/gone.csv/' $sets > validate/gone.csv
refused 3 'gone.csv: validate/data/h200/gone.csv is not there' --accuracy validate/gone.csv --results "$tmp/nowhere"
refused 3 'no results of the launches that are wanted' --accuracy $sets --results "$tmp/nowhere"

# Intervals: a device that takes a tenth longer, and whose speed-ups are a tenth smaller; then the same as a pair of cases.
(cd "$root" && simt-sim --quiet --csv="$tmp/simulated.csv" --only '*-1' workloads/half-warp/half-warp.csv > /dev/null)
awk -F, -v OFS=, '$(NF - 3) == "sm__cycles_elapsed.max" { $(NF - 1) *= 1.1 } $(NF - 3) == "speedup" { $(NF - 1) *= 0.9 } { print }' \
	"$tmp/simulated.csv" > "$tmp/measured.csv"
for side in simulated measured; do
	sed 's/whole-1/x-before/; s/half-1/x-after/' "$tmp/$side.csv" > "$tmp/$side-pair.csv"
done
{
	echo suite,kind,simulated,measured
	echo "suite-a,time,$tmp/simulated.csv,$tmp/measured.csv"
	echo "suite-a,change,$tmp/simulated.csv,$tmp/measured.csv"
	echo "suite-b,pair,$tmp/simulated-pair.csv,$tmp/measured-pair.csv"
} > "$tmp/list.csv"
simt-check --intervals "$tmp/list.csv" "--csv=$tmp/table.csv" > "$tmp/out" 2>&1
[ "$(cut -d, -f 1,3 "$tmp/table.csv" | sort | uniq -c | awk '{ print $1, $2 }')" = "1 change,1.0000
4 change,1.1111
1 kind,ratio
5 time,1.1000" ]
result $? '--intervals: rows of launches, speed-ups and pairs'
[ "$(awk '$1 == "cycles" && $2 == "all" { print $3, $4 } $1 == "changes" { print $2, $3 }' "$tmp/out")" = "5 9.1
all 5
suite-b 1
suite-a 4" ]
result $? 'how often they hold, by suite'
grep -q 'half\|suite' "$tmp/table.csv"
[ $? = 1 ]
result $? 'the table has no names'
refused 2 '--only has no effect with --intervals' --intervals "$tmp/list.csv" --only x
refused 2 '--intervals takes all its results from' --intervals "$tmp/list.csv" workloads/vecadd/vecadd.csv
refused 3 "no column 'suite'" --intervals "$tmp/table.csv"
sed 's/,pair,/,pairs,/' "$tmp/list.csv" > "$tmp/wrong.csv"
refused 3 "kind 'pairs': time, change or pair" --intervals "$tmp/wrong.csv"

finish
