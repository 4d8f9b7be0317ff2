#!/bin/bash
# Simulated against measured, with simt-check: remakes the tables of doc/validation.md and compares them, and checks what the program
# does with good and bad measurements. Prints TAP.
#   check-run.sh --update   writes the tables into doc/validation.md instead
# A table stands between `<!-- simt-check ARGUMENTS -->` and `<!-- end -->`; ARGUMENTS are simt-check's, seen from the source root.
# simt-check is $SIMT_CHECK, or the one of the build folder.
#
# A table is remade where what it is made from has changed (pages.sh), those of path unification and of what YIELD is for if $SIMT_PAGES_SECONDS are
# at least 100, as in .ci/run: tests/kernels/test-shipped always has the smaller cases of path unification;
# with SIMT_LONG all are. With SIMT_TEST_QUICK, or in a build with sanitizers, only those of vecadd and of two files of probes are, or a
# sample of them.
. "${srcdir:-.}/tests/helpers/tap.sh"
set -f
program=$(absolute "${SIMT_CHECK:-$build/simt-check}")
grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$build/Makefile" && SIMT_TEST_QUICK=${SIMT_TEST_QUICK-1}
doc=doc/validation.md
. tests/helpers/pages.sh

mapfile -t tables < <(sed -n 's/^<!-- simt-check \(.*\) -->$/\1/p' "$doc")

# make_table NUMBER: its Markdown into $tmp/table.NUMBER, all values into $tmp/csv.NUMBER; simt-check's exit status
make_table() {
	local args

	read -r -a args <<<"${tables[$1]}"
	cpu "$tmp/cpu.$1" "$program" "${args[@]}" --markdown "--csv=$tmp/csv.$1" >"$tmp/table.$1" 2>"$tmp/errors.$1"
}

# committed NUMBER: the table as it stands in the document
committed() {
	awk -v n="$1" '/^<!-- end -->$/ { inside = 0 } inside && at == n + 1 { print } /^<!-- simt-check .* -->$/ { inside = 1; at++ }' "$doc"
}

# hash_of NUMBER FILE: of what the table is made from, and of the table as it is in the file
hash_of() {
	echo "${tables[$1]}" >"$tmp/command.$1"
	pages_hash "$doc" "$2" "$tmp/command.$1"
}

# is_same NUMBER: made from what it was made from when it was last found right
is_same() {
	local kept

	committed "$1" >"$tmp/committed.$1"
	read -r _ kept <<<"$(pages_row "$doc" "$1")"
	[ "$kept" = "$(hash_of "$1" "$tmp/committed.$1")" ]
}

if [ "${1-}" = --update ]; then
	for i in "${!tables[@]}"; do
		if is_same "$i"; then
			cp "$tmp/committed.$i" "$tmp/table.$i"
			read -r seconds _ <<<"$(pages_row "$doc" "$i")"
			echo "$seconds" >"$tmp/cpu.$i"
			continue
		fi
		make_table "$i" || { cat "$tmp/errors.$i" >&2; echo "simt-check ${tables[i]}: failed" >&2; exit 1; }
	done
	awk -v tmp="$tmp" '/^<!-- end -->$/ { inside = 0 } !inside { print }
		/^<!-- simt-check .* -->$/ { file = tmp "/table." at++; while ((getline line < file) > 0) print line; inside = 1 }' \
		"$doc" >"$tmp/new" && cat "$tmp/new" >"$doc"
	for i in "${!tables[@]}"; do
		echo "$doc,$i,$(<"$tmp/cpu.$i"),$(hash_of "$i" "$tmp/table.$i")"
	done | pages_keep
	exit
fi

# state NUMBER: `run`, `same`, or why it is not remade
state() {
	if [ -n "${SIMT_TEST_QUICK+set}" ]; then
		[[ ${tables[$1]} = *vecadd* || ${tables[$1]} = *probes/probes.csv* || ${tables[$1]} = *probes/paths.csv* ]] && sampled "$1" 1 && echo run ||
			echo "not in the sample of seed ${SIMT_SEED:-0}"
	elif [ -n "${SIMT_LONG-}" ]; then
		echo run
	elif is_same "$1"; then
		echo same
	elif [[ ${tables[$1]} = *@(yield_hint=off|path-unification)* && ${SIMT_PAGES_SECONDS:-0} -lt 100 ]]; then
		echo "long, made from something new, and not in the sample of seed ${SIMT_SEED:-0}: $(pages_row "$doc" "$1" | cut -d ' ' -f 1) seconds"
	else
		echo run
	fi
}

# of_table STATUS NUMBER TEXT: a result on a table, where that was made
of_table() {
	case ${states[$2]} in
	run) result "$1" "$3" ;;
	same) result 0 "$3 (made from what it was made from)" ;;
	*) result 0 "$3 # SKIP ${states[$2]}" ;;
	esac
}

# ---- the document ----
states=() status=0
for i in "${!tables[@]}"; do
	states[i]=$(state "$i")
	if [ "${states[i]}" = run ]; then
		make_table "$i"
		status=$?
		[ $status = 0 ] || sed 's/^/# /' "$tmp/errors.$i"
	fi
	of_table $status "$i" "${tables[i]}: claimed rungs hold"
	if [ "${states[i]}" = run ]; then
		committed "$i" | diff - "$tmp/table.$i" >"$tmp/diff"
		status=$?
		head -n 20 "$tmp/diff" | sed 's/^/# /'
	fi
	of_table $status "$i" "${tables[i]}: as in $doc (else: make validation)"
	case ${tables[i]} in
	*patterns*) patterns=$i ;;
	*dynamic-work.csv*yield_hint=off*) ignored=$i ;;
	*dynamic-work.csv*) dynamic=$i ;;
	esac
done

# ---- dynamic work assignment: within 2 % in the counts of instructions and 0.5 lanes at every inner length; not so without YIELD ----
# off NUMBER: lengths, by two metrics, and lengths that are off
off() {
	awk -F, '$3 ~ /^(dynamic|latched)-[0-9]+$/ && $10 ~ /^smsp__(thread_)?inst_executed(_pred_on)?\.sum$/ {
			n += $10 == "smsp__inst_executed.sum"; bad[$3] += $16 < -0.02 || $16 > 0.02; counts[$3]++ }
		$3 ~ /^(dynamic|latched)-[0-9]+$/ && $10 == "smsp__thread_inst_executed_per_inst_executed.ratio" {
			m++; d = $11 - $12; bad[$3] += d < -0.5 || d > 0.5 }
		END { for (i in bad) o += bad[i] > 0 || counts[i] != 3; print n + 0, m + 0, o + 0 }' "$tmp/csv.$1"
}
[ "${states[dynamic]}" = run ] && [ "$(off "$dynamic")" = "20 20 0" ]
of_table $? "$dynamic" "dynamic work assignment is near the device at all 10 inner lengths, in both forms"
[ "${states[ignored]}" = run ] && [ "$(off "$ignored")" = "10 10 10" ]
of_table $? "$ignored" "it is not, at any of them, where YIELD is ignored"

# ---- patterns of memory accesses: wavefronts, bank conflicts, requests and sectors, launch by launch ----
all_patterns() {
	awk -F, 'function same() { n[$10]++; if ($11 != $12) { bad++; print "# " $3 ": " $10 " " $11 ", measured " $12 } }
		$10 ~ /^l1tex__data_(pipe_lsu_wavefronts|bank_conflicts_pipe_lsu)_mem_shared/ || $10 ~ /^l1tex__t_requests/ ||
			$10 ~ /^l1tex__t_sectors_pipe_lsu_mem/ { same() }
		$10 == "l1tex__t_sectors.sum" && $3 !~ /^local|^generic/ { same() }
		$10 == "l1tex__data_bank_conflicts_pipe_lsu.sum" && $3 ~ /^shared/ { same() }
		# DEVIATIONS.md: 10 of global atomics, 17 others
		$10 == "l1tex__data_bank_conflicts_pipe_lsu.sum" && $3 !~ /^shared/ { all++; equal += $11 == $12 }
		END { if (all - equal != 27 || all < 150) { bad++; print "# conflicts in global memory: " equal + 0 " of " all + 0 }
			for (m in n) kinds++; exit bad || kinds != 15 || n["l1tex__data_bank_conflicts_pipe_lsu.sum"] < 200 }' "$tmp/csv.$patterns"
}
[ "${states[patterns]}" = run ] && all_patterns
of_table $? "$patterns" "all patterns of lanes: wavefronts, bank conflicts, requests and sectors as measured"

# ---- the program ----
vecadd=workloads/vecadd/vecadd.csv
data=validate/data/h200
gzip -cd $data/launches.csv.gz | grep -E '^(source|ncu,[12],h200,none|simt-gpu,[12],h200,none)' >"$tmp/launches.csv"
gzip -cd $data/outputs.csv.gz | grep -E '^(workload|vecadd),' >"$tmp/outputs.csv"

# expect STATUS TEXT NAME ARGUMENT...: TEXT is a regular expression that what is printed must match
expect() {
	local want=$1 text=$2 name=$3 got

	shift 3
	"$program" "$@" >"$tmp/out" 2>&1
	got=$?
	if [ $got = "$want" ] && grep -qE -- "$text" "$tmp/out"; then
		result 0 "$name"
	else
		echo "# exit status $got, expected $want; expected text: $text"
		sed 's/^/# /' "$tmp/out"
		result 1 "$name"
	fi
}

expect 0 'Claimed counters: 1 launch, 1 equal' "equal counters" $vecadd "$tmp/launches.csv"
[ "$(awk '{ print length }' "$tmp/out" | sort -n | tail -n 1)" -le 120 ]
result $? "tables fit 120 columns"
expect 0 'Outputs: 3 of 3 buffers equal' "equal contents" $vecadd "$tmp/outputs.csv"
sed '/smsp__thread_inst_executed.sum/s/,20971520,/,20971521,/' "$tmp/launches.csv" >"$tmp/wrong.csv"
expect 1 'smsp__thread_inst_executed.sum +claimed +1 +0 .* vecadd' "one count more fails" $vecadd "$tmp/wrong.csv"
sed '/^[^,]*,2,.*smsp__inst_executed.sum/s/,655360,/,655361,/' "$tmp/launches.csv" >"$tmp/race.csv"
expect 0 'Exempt, 1 launch: two runs on the device differ' "a device that differs from itself exempts" $vecadd "$tmp/race.csv"
sed '/smsp__warps_launched.sum/s/,32768,/,32769,/' "$tmp/race.csv" >"$tmp/wrong.csv"
expect 1 '0 exempt, 1 failed' "but not from the number of warps" $vecadd "$tmp/wrong.csv"
sed '/^vecadd,vecadd,c,.*,7,/s/.$/x/; /^vecadd,vecadd,c,.*,7,/y/x/0/' "$tmp/outputs.csv" >"$tmp/wrong.csv"
expect 1 'buffer c differs first in elements 28672 to 32767 of 1048576' "contents that differ" $vecadd "$tmp/wrong.csv"
for value in nan inf 1e999 0x; do
	sed "/smsp__thread_inst_executed.sum/s/,20971520,/,$value,/" "$tmp/launches.csv" >"$tmp/wrong.csv"
	expect 3 "wrong.csv:[0-9]+:[0-9]+: '$value' is not a number" "a measured $value is refused" $vecadd "$tmp/wrong.csv"
done
sed 's/smsp__warps_launched/sm__no_such/' "$tmp/launches.csv" >"$tmp/unknown.csv"
expect 0 '(^Measured, not simulated:|^ |,) sm__no_such\.sum[,.]' "unknown metrics are named" $vecadd "$tmp/unknown.csv"
head -n 1 "$tmp/launches.csv" >"$tmp/none.csv"
expect 3 'nothing of it was measured' "nothing to compare" $vecadd "$tmp/none.csv" --let n=1
expect 3 'not a result file' "a file of another kind" $vecadd $vecadd
expect 2 'at least one measured file' "no measured file" $vecadd

# ---- results of another run, counts of instructions ----
simulator=$(dirname "$program")/simt-sim
"$simulator" $vecadd --quiet "--csv=$tmp/sim.csv" "--per-pc=$tmp/sim-pc.csv" >/dev/null
expect 0 'Claimed counters: 1 launch, 1 equal' "results of simt-sim" $vecadd "$tmp/launches.csv" --simulated "$tmp/sim.csv"
expect 0 'Instructions: ([0-9]+) of \1 equal' "counts of instructions" $vecadd "$tmp/sim-pc.csv"
sed '/,EXIT,/s/,32768,/,32769,/' "$tmp/sim-pc.csv" >"$tmp/wrong-pc.csv"
expect 1 '^  0x[0-9a-f]+  EXIT +32768 +32769 ' "an instruction that differs" $vecadd "$tmp/wrong-pc.csv" --per-pc
expect 0 'smsp__sass_branch_targets.sum' "instrumented counts alone" $vecadd "$tmp/sim.csv" --instrumented
grep -q smsp__inst_executed.sum "$tmp/out"
result $((!$?)) "they are without the hardware's"
expect 0 'smsp__inst_executed.sum' "hardware counts alone" $vecadd "$tmp/sim.csv" --hardware-only
grep -q __sass_ "$tmp/out"
result $((!$?)) "they are without the instrumented ones"

finish
