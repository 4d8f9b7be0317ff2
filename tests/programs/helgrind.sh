#!/bin/bash
# What threads of --jobs share, as helgrind sees it: no race. It does not know what the atomics of base/pool.c order, so simt-sim is linked
# once more with a pool that tells it so (SIMT_HELGRIND); with the pool as it is, it must complain. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

# variable of the build's Makefile
variable() { sed -n "s/^$1 = //p" "$build/Makefile"; }

command -v valgrind > /dev/null || skip_all 'no valgrind'
cc=$(variable CC)
variable SIMT_CFLAGS | grep -q -- -fsanitize && skip_all 'sanitizers do not run under valgrind'
echo '#include <valgrind/helgrind.h>' | $cc -E -x c - > "$tmp/seen" 2>&1 || skip_all 'no valgrind/helgrind.h'
[ -f "$build/programs/simt-sim.o" ] || skip_all 'no objects of simt-sim'

# link NAME FLAG...: simt-sim with base/pool.c compiled so; its threads work whether they pay or not
link() {
	(
		cd "$build" &&
			$cc -std=gnu17 -O1 -g -pthread -I"$root" "${@:2}" -c "$root/base/pool.c" -o "$tmp/$1.o" &&
			$cc -std=gnu17 -O1 -g -pthread -I"$root" -I"$root/base" -I"$root/sim/runtime" -DJOBS_ARE_EAGER=true -c "$root/sim/runtime/simt.c" -o "$tmp/$1-eager.o" &&
			$cc -pthread -o "$tmp/$1" "$tmp/$1.o" "$tmp/$1-eager.o" programs/{common,complete,machine-options,machine-parameter,again,simt-sim-command,progress,remarks,simt-sim}.o \
				workloads/libworkloads.a sim/libsimt.a isa/libisa.a isa/libexec.a isa/libisa.a base/libbase.a \
				-lcsv -lelf -liberty -lz -ljansson -lm
	) > "$tmp/$1.log" 2>&1
}

# races NAME ARGUMENT...: the places of races, and whatever else went wrong
races() {
	timeout 300 valgrind --tool=helgrind --fair-sched=yes --history-level=none --log-file="$tmp/helgrind" "$tmp/$1" --quiet --jobs 3 --csv="$tmp/csv" \
		"${@:2}" > "$tmp/out" 2>&1 || { echo "status $?"; head -n 5 "$tmp/out"; }
	awk '/Possible data race/ { race = 1 } race && / at 0x/ { sub(/.*: /, ""); print; race = 0 }' "$tmp/helgrind" | sort | uniq -c | head -n 20
}

link annotated -DSIMT_HELGRIND
result $? 'simt-sim links with a pool that tells helgrind what it orders' "$tmp/annotated.log"
while read -ra arguments; do
	races annotated "${arguments[@]}" | result "no race: ${arguments[*]}"
done << 'END'
workloads/vecadd/vecadd.csv --only vecadd --let n=40000
workloads/vecadd/vecadd.csv --only vecadd --let n=40000 --record /dev/null --record-sms 3
workloads/speed/speed.csv --only trees --let m=1
workloads/half-warp/half-warp.csv --only even-32 --sms 33 --let n=500
END
link plain && races plain workloads/vecadd/vecadd.csv --only vecadd --let n=40000 > "$tmp/races"
grep -q . "$tmp/races"
result $? 'without that it complains of what SMs do' "$tmp/plain.log"
finish
