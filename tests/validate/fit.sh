#!/bin/bash
# simt-fit finds values that were hidden from it: a machine with other values stands for the device, its cycles for the measurements, and
# simt-fit, which begins with the machine h200, has to come out at that machine's values. What does not depend on a parameter is said to
# tell nothing, and mistakes get a sentence. Prints TAP. The programs are those of the build folder.
. "${srcdir:-.}/tests/helpers/tap.sh"
set -f
[ -x "$build/simt-fit" ] || skip_all 'built without GSL'

micro=workloads/micro/micro.csv
# found NAME: the value in the table
found() { awk -v name="$1" '$1 == name { print $3 }' "$tmp/table"; }

"$build/simt-sim" "$micro" --csv --only 'rate-ex2-*' --only 'chain-ex2-*' --only 'chain-shfl-*' --only 'chase-16k-*' \
	--set xu_share=5 --set xu_latency=31 --set shuffle_latency=29 --set l1_latency=40 >"$tmp/hidden.csv" || exit 99
"$build/simt-fit" --quiet --sweeps 1 -o "$tmp/machine.csv" "$micro" "$tmp/hidden.csv" >"$tmp/table" 2>"$tmp/errors"
result $? "runs: $(tail -n 1 "$tmp/errors")"
sed 's/^/# /' "$tmp/table"
for pair in xu_share=5 xu_latency=31 shuffle_latency=29 l1_latency=40; do
	[ "$(found "${pair%=*}")" = "${pair#*=}" ]
	result $? "finds $pair"
	grep -q "^${pair%=*},${pair#*=},[^,]*,\"fit: $tmp/hidden.csv, standard error " "$tmp/machine.csv"
	result $? "writes $pair with its source"
done
[ "$("$build/simt-sim" --machine "$tmp/machine.csv" --dump-machine | grep -c ,)" = "$(grep -c , "$tmp/machine.csv")" ]
result $? 'simt-sim reads the machine file'

"$build/simt-fit" --quiet --sweeps 1 --only xu_latency "$micro" "$tmp/hidden.csv" >"$tmp/again"
grep '^xu_latency' "$tmp/table" | cmp -s - <(grep '^xu_latency' "$tmp/again") && [ "$(wc -l <"$tmp/again")" = 2 ]
result $? '--only fits one parameter, with the same result'

# What cannot be written is told.
"$build/simt-fit" --quiet --sweeps 0 --series --only xu_latency "$micro" "$tmp/hidden.csv" 2>"$tmp/errors" >/dev/full
[ $? = 3 ] && grep -q '^simt-fit: standard output: No space left on device$' "$tmp/errors"
result $? "a full disk under standard output: $(tail -n 1 "$tmp/errors")"
"$build/simt-fit" --quiet --sweeps 0 -o /dev/full --only xu_latency "$micro" "$tmp/hidden.csv" >"$tmp/again" 2>"$tmp/errors"
[ $? = 3 ] && grep -q '^/dev/full: No space left on device$' "$tmp/errors"
result $? "a full disk under the machine file: $(tail -n 1 "$tmp/errors")"

# Cases without a number of rounds or events are passed over.
sed -n -e "s,pipes.cubin,$PWD/workloads/micro/&," -e '/^technique/p' -e '/,chain-ex2-/p' \
	-e '/,rate-ex2-/s/8|40,512,/40,,/p' -e '/,rate-rsq-/s/{rounds},8|40,\(.*\)=rounds /rate-ex2-8,,\1=8 /p' "$micro" >"$tmp/empty.csv"
"$build/simt-fit" --quiet --sweeps 0 --series "$tmp/empty.csv" "$tmp/hidden.csv" >"$tmp/again" 2>"$tmp/errors" &&
	grep -q '^xu_latency' "$tmp/again" && ! grep -q 'ex2.*xu_share\|^xu_share' "$tmp/again"
result $? "passes over what has no rounds or events: $(tail -n 1 "$tmp/errors")"

# A chain of FFMA does not depend on fma_latency: the control fields of machine code say how long to wait.
"$build/simt-sim" "$micro" --csv --only 'chain-ffma-*' >"$tmp/hidden.csv" || exit 99
"$build/simt-fit" --quiet --sweeps 1 "$micro" "$tmp/hidden.csv" | grep -q '^fma_latency  *4  *4  *not known'
result $? 'a parameter that nothing depends on is not known'

# The joint stage: two parameters from the cycles of whole launches, in two processes as in one, and again from what was kept.
"$build/simt-sim" "$micro" --csv="$tmp/hidden.csv" --quiet --only 'rate-ex2-40' --only 'rate-rsq-40' --only 'chase-16k-*' \
	--set xu_share=10 --set l1_latency=40 >"$tmp/out" || exit 99
cat >"$tmp/list.csv" <<-'EOF'
	set,size,workload,let,case,measured
	held-out,quick,workloads/micro/micro.csv,,rate-rsq-*,hidden.csv
	training,quick,workloads/micro/micro.csv,,rate-*,hidden.csv
	training,quick,workloads/micro/micro.csv,,chase-16k-*,hidden.csv
	training,full,workloads/micro/micro.csv,,*,hidden.csv
EOF
jointly() { # ARGUMENT...
	"$build/simt-fit" --quiet --joint "$tmp/list.csv" --data "$tmp" --parameter xu_share --parameter l1_latency "$@" 2>"$tmp/errors"
}
jointly --series --prior 100 --rounds 6 -o "$tmp/machine.csv" --keep "$tmp/keep" >"$tmp/table"
result $? "the joint stage runs: $(tail -n 1 "$tmp/errors")"
sed 's/^/# /' "$tmp/table"
awk '$1 == "xu_share" && NF > 4 { x = $3 } $1 == "l1_latency" && NF > 4 { l = $3 } END { exit !(x == 10 && l >= 39 && l <= 41) }' "$tmp/table"
result $? 'the joint stage finds both parameters'
! grep -q rate-rsq "$tmp/table"
result $? 'what the list holds out takes no part'
grep -q '^xu_share,10,[^,]*,"joint fit: ' "$tmp/machine.csv"
result $? 'the machine file names the joint fit'
jointly --series --prior 100 --rounds 6 --jobs 2 | cmp -s - "$tmp/table"
result $? 'two processes find the same'
lines=$(wc -l <"$tmp/keep")
sed -i '$d' "$tmp/keep" && printf '0123 45' >>"$tmp/keep"
jointly --series --prior 100 --rounds 6 --keep "$tmp/keep" | cmp -s - "$tmp/table" && [ "$(wc -l <"$tmp/keep")" -le $((lines + 1)) ]
result $? 'goes on from what was kept, an unfinished line aside'

# What nothing tells apart moves together: as a technique an old name stands for its parameters; what the user gave stays.
"$build/simt-sim" "$micro" --csv="$tmp/hidden.csv" --quiet --only 'lds-chase-32-8-*' --set shared_conflict_latency=5 >"$tmp/out" || exit 99
"$build/simt-fit" --quiet --sweeps 1 --set wavefront_cycles=2 -o "$tmp/machine.csv" "$micro" "$tmp/hidden.csv" >"$tmp/table" 2>"$tmp/errors"
cut -d, -f1-2,4- "$tmp/machine.csv" | grep -E '^(shared_conflict_latency|l1_conflict_latency|wavefront_cycles),' |
	sed 's/"//g; s/fit: .*/fit/' | sort | diff - <(printf '%s\n' \
	'l1_conflict_latency,5,guess: as shared_conflict_latency; nothing measured tells it apart' 'shared_conflict_latency,5,fit' 'wavefront_cycles,2,given on the command line') |
	sed 's/^/# /' >"$tmp/out"
cat "$tmp/out"
[ ! -s "$tmp/out" ] && grep -q '^shared_conflict_latency  *2  *5 .*  with it l1_conflict_latency$' "$tmp/table"
result $? "what nothing tells apart moves together: $(tail -n 1 "$tmp/errors")"

# All in one go: a machine with other values stands for another GPU, whose measurements have a head as simt-gpu writes it; the measurements of
# the reference are 5 % off everywhere, as a model is, which must not come into the values.
mkdir "$tmp/gpu" "$tmp/reference"
cases=(--only 'rate-ex2-*' --only 'chain-ex2-*' --only 'chain-shfl-*' --only 'chase-16k-*' --only 'empty-32-1' --only 'read-dram-8m' --only 'lds-chase-32-8-*')
part() { # FOLDER FACTOR SETTING...: the cycles of the cases with these settings, times FACTOR
	local to=$1 factor=$2 settings=() setting

	shift 2
	for setting; do
		settings+=(--set "$setting")
	done
	"$build/simt-sim" "$micro" --csv="$tmp/all.csv" --quiet "${cases[@]}" "${settings[@]}" >"$tmp/out" || exit 99
	{
		echo '# NVIDIA Test 1, GPU-0a-1, compute capability 9.0, 132 SMs, L2 51200 KiB'
		echo '# driver 1.2, CUDA 13.0; clocks after the run: SM 405 MHz (at most 1755), memory 2619 MHz (at most 2619)'
		echo '# 2026-01-02T03:04:05Z; simt-gpu 0.1.0: simt-gpu x.csv'
		awk -F, -v OFS=, -v by="$factor" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
			NR == 1 || $at["metric"] == "sm__cycles_elapsed.max" { if (NR > 1) $at["value"] = sprintf("%.0f", by * $at["value"]); print }' \
			"$tmp/all.csv"
	} >"$tmp/$to/micro-launches.csv"
}
part reference 1.05
part gpu 1.05 xu_share=10 shared_conflict_latency=3 shuffle_latency=29 launch_start=4200 dram_rate=1800 dram_channels=160
printf 'parameter,value,unit,source\ndram_channels,160,channel,datasheet: of the test\nl1_conflict_latency,2,cycle,datasheet: of the test\n' >"$tmp/gpu/known.csv"
cat >"$tmp/plan.csv" <<-'EOF'
	stage,parameter,workload,case,measured
	device,clock,,,
	device,l2_bytes,,,
	cycles,launch_start,workloads/micro/micro.csv,empty-32-1,micro-launches.csv
	slope,xu_share,workloads/micro/micro.csv,rate-ex2-* nosuch-*,micro-launches.csv
	slope,shared_conflict_latency l1_conflict_latency wavefront_cycles l1_wide_cycles,workloads/micro/micro.csv,lds-chase-32-8-*,micro-launches.csv
	slope,xu_latency,workloads/micro/micro.csv,chain-ex2-*,micro-launches.csv
	slope,shuffle_latency,workloads/micro/micro.csv,chain-shfl-*,nosuch.csv micro-launches.csv
	slope,l1_latency,workloads/micro/micro.csv,chase-16k-*,micro-launches.csv
	slope,l2_far,workloads/micro/traffic.csv,line-*,traffic-launches.csv
	cycles,dram_rate,workloads/micro/micro.csv,read-dram-8m,micro-launches.csv
	slope,dram_channels,workloads/micro/micro.csv,chase-16k-*,micro-launches.csv
	joint,xu_latency,JOINT,,
EOF
sed -i "s,JOINT,$tmp/list.csv," "$tmp/plan.csv"
sed -e '/hidden.csv/!b' -e s/hidden.csv/micro-launches.csv/ -i "$tmp/list.csv"
whole() { # ARGUMENT...
	"$build/simt-fit" --quiet --data "$tmp/gpu" --plan "$tmp/plan.csv" --reference "$tmp/reference" "$@" 2>"$tmp/errors"
}
whole --series --rounds 1 --keep "$tmp/kept" -o "$tmp/machine.csv" >"$tmp/table"
result $? "with --data alone: $(tail -n 1 "$tmp/errors")"
sed 's/^/# /' "$tmp/table"
# is PARAMETER VALUE SOURCE: a row of the machine file
is() {
	grep -qE "^$1,$2,[^,]*,\"?$3" "$tmp/machine.csv"
	result $? "$1 is $2: $3"
}
at='GPU-0a-1, driver 1.2, CUDA 13.0, 2026-01-02'
is clock 1755 "measured: by the driver of $at"
is l2_bytes 52428800 "measured: by the driver of $at"
is launch_start '42[0-9][0-9]' "fit: micro-launches.csv of $at, standard error"
is xu_share 10 "fit: micro-launches.csv of $at, standard error"
is shuffle_latency 29 'fit: nosuch.csv micro-launches.csv of'
is dram_rate '1[78][0-9][0-9]' 'fit: '
is shared_conflict_latency 3 'fit: micro-launches.csv of'
is wavefront_cycles 3 'guess: as shared_conflict_latency; nothing measured tells it apart'
is l1_conflict_latency 2 'datasheet: of the test'
is l1_wide_cycles 1 'taken over from h200; '
is l1_latency "$(sed -n 's/^l1_latency,\([0-9]*\),.*/\1/p' sim/machines/h200.csv)" 'fit: '
is dram_channels 160 'datasheet: of the test'
is l2_far "$(sed -n 's/^l2_far,\([0-9]*\),.*/\1/p' sim/machines/h200.csv)" 'taken over from h200; measured: '
grep -q '^l2_far: no measurement determines it (traffic-launches.csv)' "$tmp/table"
result $? 'says what was not measured'
grep -q '^.* launches of .* kernels, beside what is off on the reference: ' "$tmp/table" && grep -qE '^(Not t|T)aken: ' "$tmp/table"
result $? 'has a joint stage'
"$build/simt-sim" --machine "$tmp/machine.csv" --check "$micro" >"$tmp/out"
result $? 'simt-sim takes the machine file'
cp "$tmp/machine.csv" "$tmp/first.csv"
sed -i '$d' "$tmp/kept"
lines=$(wc -l <"$tmp/kept")
whole --series --rounds 1 --jobs 2 --keep "$tmp/kept" -o "$tmp/machine.csv" | cmp -s - "$tmp/table" && cmp -s "$tmp/first.csv" "$tmp/machine.csv" &&
	[ "$(wc -l <"$tmp/kept")" = $((lines + 1)) ]
result $? 'the same bytes in two processes, and from what was kept'

# What measures a GPU for a fit writes what the plan reads: a simt-gpu that measures nothing says which files.
cat >"$tmp/gpu.sh" <<-'EOF'
	#!/bin/sh
	for a; do
		[ "$last" != -o ] || printf '# of a test\nhead\n%s\n' "$*" >"$a"
		[ "$last" != --placement ] || gzip -cd validate/data/h100/placement/fbdf3df8-clusters.csv.gz >"$a"
		last=$a
	done
EOF
chmod +x "$tmp/gpu.sh"
sh validate/measure-fit.sh "$tmp/gpu.sh" "$tmp/measured" >"$tmp/out" 2>"$tmp/errors"
result $? "measure-fit.sh: $(tail -n 1 "$tmp/errors")"
grep -v '^#' validate/fit.csv | sed 1d | cut -d, -f5 | sort -u | while read -r files; do
	for file in $files; do
		[ ! -f "$tmp/measured/$file" ] || continue 2
	done
	[ -z "$files" ] || echo "# none of $files"
done >"$tmp/lacking"
cat "$tmp/lacking"
[ ! -s "$tmp/lacking" ] && [ "$(grep -c '^workloads/' <(sed 's/.* //' "$tmp/measured/launches.csv"))" = 3 ] &&
	[ "$(grep -c ^gpc_ "$tmp/measured/known.csv")" = 8 ]
result $? 'measure-fit.sh writes all files that the plan reads, and the layout'

# refused STATUS SENTENCE ARGUMENT...
refused() {
	local status=$1 sentence=$2 got

	shift 2
	got=$("$build/simt-fit" --quiet "$@" 2>&1 >/dev/null)
	[ $? = "$status" ] && [[ $got == *"$sentence"* ]]
	result $? "status $status: $got"
}
refused 2 'is needed' "$micro"
refused 2 'a number from 0' --sweeps x "$micro" "$tmp/hidden.csv"
refused 3 'no cycles were measured' "$micro" validate/data/h200/launches.csv
refused 3 'needs the columns $rounds and $events' workloads/vecadd/vecadd.csv validate/data/h200/launches.csv
refused 2 "no parameter 'nosuch'" --joint "$tmp/list.csv" --parameter nosuch
refused 2 'needs --parameter' --joint "$tmp/list.csv"
refused 2 'over 0' --joint "$tmp/list.csv" --parameter scheduler
refused 3 "no column 'set'" --joint "$micro" --parameter xu_share
refused 3 'none of its training launches' --joint "$tmp/list.csv" --data "$tmp" --size long --parameter xu_share
refused 2 'needed' --only xu_share
refused 2 'takes its workloads from the plan' --data "$tmp/gpu" "$micro"
refused 3 'nothing that' --data "$tmp" --plan "$tmp/plan.csv" --reference none
printf 'stage,parameter,workload,case,measured\nslopes,xu_share,,,\n' >"$tmp/bad.csv"
refused 3 'bad.csv:2:1: a stage is device, slope, cycles or joint' --data "$tmp/gpu" --plan "$tmp/bad.csv"
printf 'stage,parameter,workload,case,measured\nslope,nosuch,,,\n' >"$tmp/bad.csv"
refused 3 "bad.csv:2:7: there is no machine parameter 'nosuch'" --data "$tmp/gpu" --plan "$tmp/bad.csv"
printf 'stage,parameter,workload,case,measured\nslope,xu_share nosuch,,,\n' >"$tmp/bad.csv"
refused 3 "bad.csv:2:7: there is no machine parameter 'nosuch'" --data "$tmp/gpu" --plan "$tmp/bad.csv"
refused 3 'no such folder' --data "$tmp/nosuch"
refused 3 'nosuch' --machine nosuch "$micro" "$tmp/hidden.csv"
finish
