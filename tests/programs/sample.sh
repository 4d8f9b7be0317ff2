#!/bin/bash
# --sample: cycles of shipped workloads are near those of runs in full detail, and in the interval that results say; counts that need no time, and
# outputs, are the same; the warp states and the issue slots add up; the bytes are the same with any number of threads. Short launches have the
# same bytes as without it. --sample=launches: alike launches are near, too. Prints TAP, and how near and how much faster each was.
. "${srcdir:-.}/tests/helpers/tap.sh"

# value FILE METRIC: of the whole of the only case
value() {
	awk -F, -v metric="$2" '{ for (i = 5; i < NF; i++) if ($i == metric && v == "") v = $(i + 2) } END { print v }' "$1"
}

# sum FILE METRIC...: of the whole case
sum() {
	local all=0 metric
	for metric in "${@:2}"; do
		all=$((all + $(value "$1" "$metric")))
	done
	echo $all
}

# exact FILE: counts that need no time
exact() {
	grep -E 'inst_executed.*\.sum,|sectors_pipe|wavefronts|launched' "$1"
}

# user COMMAND...: seconds of the processor
user() {
	local TIMEFORMAT=%U
	{ time "$@" > /dev/null 2> "$tmp/err" < /dev/null; } 2>&1
}

# near PERCENT: that near are the cycles of $tmp/sampled to those of $tmp/full; and they say that they are an estimate
near() {
	local full sampled low high
	full=$(value "$tmp/full" sm__cycles_elapsed.max) sampled=$(value "$tmp/sampled" sm__cycles_elapsed.max)
	low=$(value "$tmp/sampled" simt__cycles_sampled_low.cycle) high=$(value "$tmp/sampled" simt__cycles_sampled_high.cycle)
	[ -n "$low" ] || { echo "not sampled"; return; }
	awk -v full="$full" -v sampled="$sampled" -v most="$1" 'BEGIN {
		off = 100 * (sampled / full - 1)
		if (off > most || off < -most)
			print sampled " cycles, " full " in full detail"
		printf "# %+.2f %% of %d cycles\n", off, full > "/dev/stderr" }'
	((low <= full && full <= high)) || echo "$full cycles are not in $low to $high"
}

# ---- within launches ----
while read -r most arguments; do
	read -ra arguments <<< "$arguments"
	full=$(user "$program" --quiet --jobs 1 --csv="$tmp/full" --outputs "$tmp/full.out" "${arguments[@]}")
	fast=$(user "$program" --quiet --jobs 1 --sample --csv="$tmp/sampled" --outputs "$tmp/sampled.out" "${arguments[@]}")
	"$program" --quiet --jobs 2 --sample --csv="$tmp/again" "${arguments[@]}" > /dev/null
	{
		near "$most"
		cmp "$tmp/full.out" "$tmp/sampled.out"
		cmp "$tmp/sampled" "$tmp/again"
		diff <(exact "$tmp/full") <(exact "$tmp/sampled")
		mapfile -t states < <(grep -o 'simt__warp_cycles_[a-z_]*.sum' "$tmp/sampled" | sort -u)
		all=$(sum "$tmp/sampled" "${states[@]}")
		[ "$all" = "$(value "$tmp/sampled" smsp__warps_active.sum)" ] || echo "warp states are $all"
		slots=$(sum "$tmp/sampled" smsp__issue_active.sum simt__issue_slots_no_eligible.sum simt__issue_slots_no_warp.sum)
		((slots % $(value "$tmp/sampled" sm__cycles_elapsed.max) == 0)) || echo "$slots issue slots"
	} | result "${arguments[*]#workloads/}: within $most %"
	echo "# $full s, sampled $fast s"
done << 'END'
3 workloads/vecadd/vecadd.csv --let n=1048576 --sms 16
3 workloads/tiled-matmul/tiled-matmul.csv --only checked-8-* --let w=400 --sms 4
3 workloads/micro/micro.csv --only chase-16m-600
3 workloads/dynamic-work/one-warp.csv --only latched-512
END

# ---- short launches are simulated as a whole, and so are those that depend on each other ----
while read -ra arguments; do
	"$program" --quiet --csv="$tmp/full" "${arguments[@]}" > /dev/null
	"$program" --quiet --sample --csv="$tmp/sampled" "${arguments[@]}" > /dev/null
	cmp "$tmp/full" "$tmp/sampled" 2>&1 | result "${arguments[*]#workloads/}: the same bytes"
done << 'END'
workloads/vecadd/vecadd.csv --let n=4096
workloads/general/grid.csv
workloads/general/clusters.csv
END

# ---- across launches ----
cat > "$tmp/alike.csv" << END
case,module,kernel,grid,block,args,repeat,expect
alike,$PWD/workloads/vecadd/vecadd.cubin,vecadd,256,256,a:f32[65536]=iota(0 1) b:f32[65536]=iota(0 2) c:f32[65536] n:s32=65536,300,c=iota(0 3)
END
full=$(user "$program" --quiet --jobs 1 --csv="$tmp/full" "$tmp/alike.csv")
fast=$(user "$program" --quiet --jobs 1 --sample=launches --csv="$tmp/sampled" "$tmp/alike.csv")
{
	near 1
	[ "$(value "$tmp/full" smsp__inst_executed.sum)" = "$(value "$tmp/sampled" smsp__inst_executed.sum)" ] || echo "other instructions"
	awk -v full="$full" -v fast="$fast" 'BEGIN { if (full < 5 * fast) print full " s, sampled " fast " s" }'
} | result '300 launches of which some represent the others'
echo "# $full s, sampled $fast s"
finish
