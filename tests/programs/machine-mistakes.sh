#!/bin/bash
# Mistaken machines and sweeps: what is said of each, in one sentence with its place, what is wrong and what to write instead, before anything runs.
# Of machines that run, but are hardly what was meant, the remark. tests/bad has machine files whose rows are wrong. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
vecadd=workloads/vecadd/vecadd.csv
sweep=$build/simt-sweep

# said STATUS TEXT COMMAND...: all of standard error; nothing on standard output, but where STATUS is 0
said() {
	local status=$1 text=$2 got

	timeout 60 "${@:3}" > "$tmp/out" 2> "$tmp/err" < /dev/null
	got=$?
	{
		[ $got = "$status" ] || echo "status $got, not $status"
		[ "$status" = 0 ] || cat "$tmp/out"
		sed "s|$tmp/||g; s|$SIMT_DATADIR|...|g" "$tmp/err" | diff <(echo "$text") -
	} | result "$text"
}
# file NAME ROW...: a machine file
file() {
	printf '%s\n' parameter,value,unit,source "${@:2}" > "$tmp/$1"
	machine=("$program" --quiet --machine "$tmp/$1" $vecadd)
}
set_to() { # STATUS TEXT SETTING...
	local one settings=()

	for one in "${@:3}"; do settings+=(--set "$one"); done
	said "$1" "$2" "$program" --quiet --mode functional --let n=64 --csv=/dev/null "${settings[@]}" $vecadd
}
installed=$(cd "$SIMT_DATADIR/machines" && printf ' %s' *.csv)
installed=${installed//.csv/}

# ---- machine files ----
file mine.csv base,mine,, sms,4,SM,guess
said 3 "mine.csv:2:6: no machine 'mine' in .../machines; there are$installed" "${machine[@]}"
mkdir -p "$tmp/data/machines"
cp "$SIMT_DATADIR"/machines/*.csv "$tmp/data/machines"
printf '%s\n' parameter,value,unit,source base,self,, > "$tmp/data/machines/self.csv"
said 3 'data/machines/self.csv:2:6: data/machines/self.csv:2:1: a machine that is the base of another one has no base itself' \
	env SIMT_DATADIR="$tmp/data" "$program" --quiet --machine self $vecadd
file far.csv "base,$tmp/mine.csv,,"
said 3 "far.csv:2:6: the base must be an installed machine, not a file ('mine.csv')" "${machine[@]}"
file line.csv base,h200,, line_bytes,64,byte,guess
lines='lines of all caches have 128 bytes, four sectors, by which accesses are coalesced, stores are combined and addresses belong to slices and channels; sector_bytes says how much of a line is fetched, l1_bytes and l2_bytes how many lines there are'
said 3 "line.csv:3:1: line_bytes is no machine parameter: $lines" "${machine[@]}"
file unit.csv base,h200,, l2_bytes,60,MB,guess
said 3 "unit.csv:3:10: parameter l2_bytes must be a whole number from 128 to 1073741824 (byte), not '60'" "${machine[@]}"
file short.csv base,h200,, l2_bytes,1048576,byte
said 3 'short.csv:3:1: 3 fields, header has 4' "${machine[@]}"
: > "$tmp/empty.csv"
said 3 'empty.csv: no header row' "$program" --quiet --machine "$tmp/empty.csv" $vecadd
said 3 "$vecadd:1:1: a machine file has the columns parameter,value,unit,source; there is no 'parameter'" "$program" --machine $vecadd $vecadd
said 3 'none.csv: No such file or directory' "$program" --machine "$tmp/none.csv" $vecadd
said 3 "no machine 'h201' in .../machines; there are$installed" "$program" --machine h201 $vecadd
said 3 "'h100': what goes over another machine is a file, which ends in .csv or has a slash" "$program" --machine h200+h100 $vecadd

# ---- settings ----
set_to 2 'simt-sim: warp is no machine parameter: its name is warp_size' warp=8
set_to 2 "simt-sim: l1.line_bytes is no machine parameter: $lines" l1.line_bytes=256
set_to 2 'simt-sim: knob sector_bytes must be 32, 64 or 128, a quarter, a half or all of a line, not 48' sector_bytes=48
set_to 2 'simt-sim: warps_per_sm is no machine parameter: an SM holds threads_per_sm / warp_size warps, of which each of its subcores has an equal part; set threads_per_sm' warps_per_sm=64
set_to 2 'simt-sim: schedulers is no machine parameter: each sub-core has one warp scheduler; set subcores' schedulers=8
set_to 2 "simt-sim: there is no machine parameter 'sector_byte'; did you mean 'sector_bytes'?" sector_byte=64
set_to 2 "simt-sim: machine parameter register_banks must be a whole number from 1 to 4 (bank), not '8'" register_banks=8
set_to 2 "simt-sim: machine parameter bank_issue must be one of lockstep|skip|independent, not 'lock'" bank_issue=lock
set_to 2 "simt-sim: 'sms' is not of the form parameter=value" sms
set_to 2 'simt-sim: machine parameter dram_refresh, 4000 cycles, is no less than dram_refresh_period, 3600: a channel would do nothing else; a period of 0 means never' dram_refresh=4000
said 2 'simt-sim: equal silicon: 128 lanes of an SM cannot be divided into banks of 16: banks=3 leaves a rest' \
	"$program" --banks 3 --equal-silicon $vecadd
# each name that is none has its reason, whole
grep -c '^FIXED(' sim/machine/fixed.def | grep -v '^[1-9]' | result 'there are names with a reason'
while IFS='"' read -r _ names _ reason _; do
	for name in $names; do
		"$program" --set "$name=1" --dump-machine 2>&1 | diff <(echo "simt-sim: $name is no machine parameter: $reason") -
		sed '1,/^parameter,/d' "$SIMT_DATADIR/machines/h200.csv" | grep "^$name,"
	done
	# and what it names instead can be set
	for name in $(grep -oE '\b[a-z0-9]+_[a-z_0-9]+\b' <<< "$reason" | grep -v '^sm_90$'); do
		"$program" "--dump-machine=$name" > "$tmp/out" 2>&1 || cat "$tmp/out"
	done
done < <(grep '^FIXED(' sim/machine/fixed.def) | result 'a name that is no parameter: why, and what to set instead'

# ---- machines that run ----
set_to 0 'simt-sim: l1_bytes, 32768, leaves L1 a single set of lines: shared memory takes at least 32768 of them, carveout_1; set l1_data_bytes to what L1 shall have beside that' l1_bytes=32768
set_to 0 'simt-sim: 140 of the 264 SMs belong to no GPC: gpc_1 to gpc_8 have TPCs for 124; gpu_sms=264 sets them, too' sms=264
set_to 0 'simt-sim: a channel of DRAM takes 1024 cycles for 32 bytes: dram_rate and dram_write_rate, the lesser one 6, are those of all 192 dram_channels together' dram_write_rate=6
set_to 0 'simt-sim: l1_mshrs, 4096, is more than the 1680 lines that L1 has at the most: what is on its way finds no line to go to; write no more, or a larger l1_data_bytes' l1_mshrs=4096

# ---- sweeps ----
if [ ! -x "$sweep" ]; then
	finish
fi
swept() { # TEXT ARGUMENT...
	said 2 "simt-sweep: $1" "$sweep" --quiet $vecadd -o "$tmp/study" "${@:2}"
}
swept "--axis wrap: there is no axis 'wrap'; did you mean 'warp'?" --axis wrap=8
swept "--axis nonsense: there is no machine parameter 'nonsense'; simt-sim --dump-machine lists them" --axis nonsense=8
swept '--axis warp: there is already an axis warp_size' --axis warp=8 --axis warp=16
swept '--axis warp=: write NAME=VALUE,VALUE,...' --axis warp=
swept '--axis warp=8,,16: warp: a value is empty' --axis warp=8,,16
swept '--axis warp=8,8: 8 is given twice' --axis warp=8,8
swept "--axis line_bytes: line_bytes is no machine parameter: $lines" --axis line_bytes=64,128
swept '--axis sector_bytes=32,96: knob sector_bytes must be 32, 64 or 128, a quarter, a half or all of a line, not 96' --axis sector_bytes=32,96
swept "--axis machine=h300: no machine 'h300' in .../machines; there are$installed" --axis machine=h300
swept '--axis equal-silicon=maybe: equal-silicon=maybe: it can be off, on' --axis equal-silicon=maybe
swept '--constraint warp<=16*bnks: bnks is neither an axis nor a machine parameter' --axis warp=8 --constraint 'warp<=16*bnks'
swept '--constraint warp<2*: a value is missing' --axis warp=8 --constraint 'warp<2*'
swept '--range sms=9:3: the lower number comes first, as in 3:9' --latin 3 --range sms=9:3
swept '--range sms=1:9:0: a step is a number from 1 on' --latin 3 --range sms=1:9:0
swept '--range clock=1:4294967296: a number has at most 31 bits, up to 2147483647' --latin 3 --range clock=1:4294967296
swept '--range sms=9: write NAME=LOW:HIGH or NAME=LOW:HIGH:STEP, in whole numbers' --latin 3 --range sms=9
swept "--range sms=1:99999: machine parameter sms must be a whole number from 1 to 1024 (SM), not '99999'" --latin 3 --range sms=1:99999
swept '--latin 0: a number from 1 to 1000000' --latin 0 --range sms=1:3
swept '--baseline warp=16: the axis does not take this value' --axis warp=8 --baseline warp=16
swept '--baseline warp: write AXIS=VALUE' --axis warp=8 --baseline warp
swept '--max-instructions: only with --mode functional; cycle mode has --max-cycles' --axis warp=8 --max-instructions 9
swept 'no point meets every --constraint' --axis warp=8,16 --constraint 'warp>99'
finish
