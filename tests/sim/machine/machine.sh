#!/bin/bash
# Machine parameters as users meet them: --dump-machine with all that is known of each, which is a machine file; --dump-machine=PARAMETER;
# names behind their section; names of older versions. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

for machine in h200 h100 tiny; do
	"$program" --machine $machine --dump-machine > "$tmp/$machine.csv"
	"$program" --machine "$tmp/$machine.csv" --dump-machine | diff "$tmp/$machine.csv" - | result "--dump-machine of $machine is read back"
	grep -v '^parameter,' "$tmp/$machine.csv" | cut -d, -f1-3 | sort | diff - <(grep -v '^parameter,' sim/machines/$machine.csv | cut -d, -f1-3 | sort) |
		result "--dump-machine of $machine has its values"
done

# parameter, value, unit, section, range; the meaning, in quotes where it has a comma
grep -v '^parameter,' "$tmp/h200.csv" | sed -E 's/^([^,]*),([^,]*,){4}("([^"]*)"|([^",]*)),.*/\1 \4\5/' > "$tmp/meanings"
grep -vE '^[a-z0-9_]+ [A-Z].*[^.]\.$' "$tmp/meanings" | result 'every meaning is whole sentences'
sed 's/^[^ ]* //' "$tmp/meanings" | sort | uniq -d | result 'no two parameters mean the same'
# a text that leans on another begins or goes on with one of these
grep -E '^[a-z0-9_]+ (And|The same|Such|Next|It|Its|This (is|too))\b|the same (for|of|where)' "$tmp/meanings" | result 'every meaning stands alone'
grep -hE '^[^,]*,[^,]*,[^,]*,"?([^"]*; )?[a-z]+: (the same\b|as (there|above))|, the same (on|with) ' sim/machines/*.csv | result 'every source stands alone'
cut -d, -f4 "$tmp/h200.csv" | uniq | sort | uniq -d | result 'the parameters of a section are together'

# ---- overlays ----
printf '%s\n' parameter,value,unit,source l2_bytes,1048576,byte,guess warp_size,16,lane,guess > "$tmp/small.csv"
printf '%s\n' parameter,value,unit,source warp_size,64,lane,"guess: wide" > "$tmp/wide.csv"
"$program" --machine h100 --machine "$tmp/small.csv" --machine "$tmp/wide.csv" --dump-machine > "$tmp/over"
{
	grep -v '^parameter,' "$tmp/over" | cut -d, -f1,2 | diff <(grep -v '^parameter,' "$tmp/h100.csv" | cut -d, -f1,2) - | sed -n '/^>/s/> //p' |
		sort | diff - <(printf '%s\n' l2_bytes,1048576 warp_size,64)
	has "$tmp/over" '^warp_size,64,.*taken over from .*wide.csv; guess: wide'
	"$program" --machine "h100+$tmp/small.csv+$tmp/wide.csv" --dump-machine | diff "$tmp/over" -
} 2>&1 | result 'several --machine, or one with +: files go over the first, the last one first'
"$program" --machine tiny --machine "$tmp/wide.csv" --set warp_size=8 --dump-machine=warp_size > "$tmp/one"
has "$tmp/one" 'value      8 lane' | result '--set goes over them'

# ---- one parameter ----
"$program" --machine tiny --set greedy=stay --dump-machine=greedy > "$tmp/one"
has "$tmp/one" 'parameter  greedy' 'section    issue' 'value      stay' 'range      next|stay|yield' 'source     given on the command line' \
	'           stay: The warp that issued last comes first until another one has issued\.' | result '--dump-machine=greedy'
"$program" --dump-machine=l2.far > "$tmp/one"
has "$tmp/one" 'parameter  l2_far' 'value      37 cycle' 'range      0 to 10000' 'lists      workloads/micro/traffic.csv: 12 rows of technique l2_far' |
	result '--dump-machine=l2.far: the lists whose technique it is'
"$program" --dump-machine=xu_queue > "$tmp/one"
has "$tmp/one" 'source     .*workloads/split/turns.csv' 'lists      workloads/micro/queues.csv: the source names it' |
	result '--dump-machine=xu_queue: the lists that its source names'
"$program" --dump-machine=l2_load_latency > "$tmp/one"
has "$tmp/one" 'lists      workloads/micro/chains.csv: 4 rows of technique l2_latency' 'simt-fit   slope workloads/micro/micro.csv chase-1m-\* chase-16m-\*' |
	result '--dump-machine=l2_load_latency: lists under its old name, and what simt-fit goes by'
"$program" --dump-machine=l2_store_latency > "$tmp/one"
has "$tmp/one" 'simt-fit   slope workloads/micro/micro.csv chase-1m-\* chase-16m-\*, with l2_load_latency' |
	result '--dump-machine=l2_store_latency: the parameter with which simt-fit moves it'
"$program" --dump-machine=l2_ways > "$tmp/one"
has "$tmp/one" 'lists      none of workloads/micro' | result '--dump-machine=l2_ways: no list'

refused() { # STATUS SENTENCE ARGUMENT...
	local status=$1 sentence=$2

	"$program" "${@:3}" > "$tmp/out" 2> "$tmp/err"
	{
		[ $? = "$status" ] || echo "the exit status is not $status"
		[ "$(cat "$tmp/err")" = "simt-sim: $sentence" ] || cat "$tmp/err"
		[ ! -s "$tmp/out" ] || echo "something is printed"
	} | result "$sentence"
}
new='l2_load_latency, l2_atomic_latency, l2_store_latency, l2_copy_latency, bulk_latency, store_join_cycles'
refused 2 "there is no machine parameter 'l2_fat'; did you mean 'l2_far'?" --dump-machine=l2_fat
refused 2 "there is no machine parameter 'l2_latncy'; did you mean one of $new?" --set l2_latncy=9 --dump-machine
refused 2 "there is no machine parameter 'l2_half_mas'; did you mean 'l2_partition_mask'?" --set l2_half_mas=9 --dump-machine
refused 2 "l2_far and sms: one parameter at a time" --dump-machine=l2_far --dump-machine=sms
refused 2 "l2_latency is an old name of several machine parameters, which are $new" --dump-machine=l2_latency
refused 2 "option '--dump-machine': its value is empty" --dump-machine=

# ---- sections ----
for name in l2_far l2.far l2.l2_far; do
	"$program" --set $name=9 --dump-machine | grep -x 'l2_far,9,cycle,.*' > /dev/null || echo "l2_far is not 9"
done | result '--set takes the section before the name'
refused 2 "there is no machine parameter 'l1.l2_far'; did you mean 'l2_far'?" --set l1.l2_far=9 --dump-machine

# ---- old names ----
values() { grep -E "^(${new//, /|})," | cut -d, -f2 | sort | uniq -c | tr -s ' '; }
"$program" --machine tiny --set l2_latency=123 --dump-machine 2> "$tmp/err" | values | diff - <(echo ' 6 123') | result '--set l2_latency=123: all new ones'
echo "simt-sim: l2_latency is an old name of several machine parameters, which are $new; all of them have its value" | diff - "$tmp/err" |
	result '--set l2_latency=123: a remark with the new names'
awk -F, -v OFS=, '$1 == "l2_load_latency" { $1 = "l2_latency"; $2 = 77; print NR > "/dev/stderr" } $1 !~ /^(l2_(atomic|store|copy)_latency|bulk_latency|store_join_cycles)$/' \
	sim/machines/tiny.csv > "$tmp/old.csv" 2> "$tmp/line"
"$program" --machine "$tmp/old.csv" --dump-machine 2> "$tmp/err" | values | diff - <(echo ' 6 77') | result 'an old machine file gives all new ones the value'
echo "simt-sim: $tmp/old.csv:$(cat "$tmp/line"):1: l2_latency is an old name of several machine parameters, which are $new; all of them have its value" |
	diff - "$tmp/err" | result 'an old machine file: a remark with its place'
"$program" --set l2_halves=on --dump-machine 2>&1 > /dev/null |
	diff <(echo 'simt-sim: l2_halves is an old name of machine parameter l2_partitions, which has its value') - | result '--set l2_halves=on: a remark'
refused 2 'l2_halves is an old name of machine parameter l2_partitions' --dump-machine=l2_halves
refused 2 'machine parameter l2_latency must be a whole number from 1 to 10000 (cycle), not '\''0'\' --set l2_latency=0 --dump-machine
echo 'l2_load_latency,5,cycle,guess' >> "$tmp/old.csv"
"$program" --machine "$tmp/old.csv" --dump-machine 2>&1 > /dev/null | tail -n 1 | sed 's/^[^ ]* //' | diff - <(echo 'parameter l2_load_latency is given twice') |
	result 'a file with old and new name'
# each of them: all of its new ones have its value, from the command line and from a file, and nothing else has changed
while IFS='"' read -r old new _; do
	old=${old#OLD(}
	old=${old%,*}
	first=${new%% *}
	value=$(sed -n "s/^$first,\([^,]*\),.*/\1/p" sim/machines/tiny.csv)
	case $value in
	modulo) other=prime ;;
	off) other=on ;;
	*) other=$((value + 3)) ;;
	esac
	"$program" --machine tiny $(printf -- "--set %s=$other " $new) --dump-machine > "$tmp/want"
	"$program" --machine tiny --set "$old=$other" --dump-machine 2> /dev/null | diff "$tmp/want" - | result "--set $old=$other is $new"
	awk -F, -v OFS=, -v names="$new" -v first="$first" -v old="$old" -v value="$other" '
		BEGIN { n = split(names, list, " "); for (i = 1; i <= n; i++) is[list[i]] = 1 }
		$1 == first { $1 = old; $2 = value }
		!($1 in is)' sim/machines/tiny.csv > "$tmp/old.csv"
	cut -d, -f1-2 "$tmp/want" > "$tmp/values"
	"$program" --machine "$tmp/old.csv" --dump-machine 2> /dev/null | cut -d, -f1-2 | diff "$tmp/values" - | result "a machine file with $old"
done < <(grep '^OLD(' sim/machine/machine.def)
"$program" --quiet --machine tiny --set l2_latency=150 --csv=- workloads/vecadd/vecadd.csv --let n=64 2> /dev/null > "$tmp/results"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "l2_latency") c = i; if (!c) print "no column" } NR > 1 && $c != 150' "$tmp/results" | head -n 1 |
	result 'results have a column of the name that was set'

# ---- what machine code depends on ----
for reserved in 1024 0 60000; do
	"$program" --quiet --set shared_reserved=$reserved --outputs "$tmp/$reserved.outputs" --csv=/dev/null workloads/general/library.csv --only heads 2> "$tmp/err" > "$tmp/out"
	grep -v 'together' "$tmp/err"
	cmp "$tmp/1024.outputs" "$tmp/$reserved.outputs"
done 2>&1 | result 'blocks find their shared memory whatever shared_reserved is'
# 32 lanes, each on a line of its own, besides 4 sectors of their indices and 32 of results
for bytes in 32 64 128; do
	"$program" --quiet --set sector_bytes=$bytes --csv=- workloads/memory/patterns.csv --only global-32-stride-32 |
		awk -F, '$0 ~ /lts__t_sectors_srcunit_tex.sum/ { print $(NF - 1); exit }'
done | diff - <(printf '%s\n' 68 100 164) | result 'sector_bytes: so many more sectors come from L2'

# ---- files with a base ----
printf '%s\n' parameter,value,unit,source l2_far,50,cycle,guess base,h200,, cache_index,modulo,,choice > "$tmp/short.csv"
"$program" --machine "$tmp/short.csv" --dump-machine > "$tmp/out" 2> "$tmp/err"
cut -d, -f1-5 "$tmp/out" | diff <("$program" --set l2_far=50 --set l1_index=modulo --set l2_index=modulo --dump-machine | cut -d, -f1-5) - |
	result 'a file with a base: its values, and all others of the base'
[ "$(grep -c ',taken over from h200; \|,"taken over from h200; ' "$tmp/out")" = $(($(wc -l < "$tmp/out") - 4)) ] && grep -q '^l2_far,50,.*,guess$' "$tmp/out" &&
	grep -q "^simt-sim: $tmp/short.csv:4:1: cache_index is an old name of" "$tmp/err"
result $? 'a file with a base: sources, and a remark on an old name'
"$program" --machine "$tmp/out" --dump-machine > "$tmp/again" 2>&1
cp "$tmp/out" "$tmp/whole.csv"
"$program" --machine "$tmp/whole.csv" --dump-machine | diff "$tmp/whole.csv" - | result 'what is printed of it is a machine file without a base'

mkdir -p "$tmp/data/machines"
cp sim/machines/h200.csv "$tmp/data/machines"
cp "$tmp/short.csv" "$tmp/data/machines/short.csv"
printf '%s\n' parameter,value,unit,source base,short,, > "$tmp/shorter.csv"
SIMT_DATADIR=$tmp/data "$program" --machine "$tmp/shorter.csv" --dump-machine 2>&1 |
	diff <(echo "$tmp/shorter.csv:2:6: $tmp/data/machines/short.csv:3:1: a machine that is the base of another one has no base itself") - |
	result 'a base has no base itself'

# machine.sh --missing: a file of an older version gets what it lacks, and keeps what it has
mkdir -p "$tmp/tree/sim/machines"
cp sim/machines/h200.csv "$tmp/tree/sim/machines"
grep -vE '^(l2_index|sms),' sim/machines/h100.csv | sed -E 's/^l1_index,prime/cache_index,modulo/' > "$tmp/tree/sim/machines/h100.csv"
(cd "$tmp/tree" && PATH=$(dirname "$program"):$PATH bash "$OLDPWD/validate/machine.sh" --missing h100) 2> "$tmp/err"
awk -F, -v OFS=, 'NR == FNR { row[$1] = $0; next } { print row[$1] }' sim/machines/h100.csv sim/machines/h200.csv |
	diff - "$tmp/tree/sim/machines/h100.csv" | grep '^>' | cut -d, -f1-3 > "$tmp/new"
printf '> %s\n' sms,132,SM l1_index,modulo, l2_index,modulo, | diff - "$tmp/new" | result 'machine.sh --missing'
finish
