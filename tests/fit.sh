#!/bin/bash
# simt-fit finds values that were hidden from it: a machine with other values stands for the device, its cycles for the measurements, and
# simt-fit, which begins with the machine h200, has to come out at that machine's values. What does not depend on a parameter is said to
# tell nothing, and mistakes get a sentence. Prints TAP. The programs are those of the build folder.
set -uf

srcdir=${srcdir:-.}
builddir=$(cd "${builddir:-.}" && pwd) || exit 99
cd "$srcdir" || exit 99
export SIMT_DATADIR=${SIMT_DATADIR:-$PWD/sim} LC_ALL=C
if [ ! -x "$builddir/simt-fit" ]; then
	echo '1..0 # SKIP built without GSL'
	exit 0
fi
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
count=0

result() { # STATUS NAME
	count=$((count + 1))
	[ "$1" = 0 ] && echo "ok $count - $2" || echo "not ok $count - $2"
}

micro=workloads/micro/micro.csv
# found NAME: the value in the table
found() { awk -v name="$1" '$1 == name { print $3 }' "$tmp/table"; }

"$builddir/simt-sim" "$micro" --csv --only 'rate-ex2-*' --only 'chain-ex2-*' --only 'chain-shfl-*' --only 'chase-16k-*' \
	--set xu_share=5 --set xu_latency=31 --set shuffle_latency=29 --set l1_latency=40 >"$tmp/hidden.csv" || exit 99
"$builddir/simt-fit" --quiet --sweeps 1 -o "$tmp/machine.csv" "$micro" "$tmp/hidden.csv" >"$tmp/table" 2>"$tmp/errors"
result $? "runs: $(tail -n 1 "$tmp/errors")"
sed 's/^/# /' "$tmp/table"
for pair in xu_share=5 xu_latency=31 shuffle_latency=29 l1_latency=40; do
	[ "$(found "${pair%=*}")" = "${pair#*=}" ]
	result $? "finds $pair"
	grep -q "^${pair%=*},${pair#*=},[^,]*,\"fit: $tmp/hidden.csv, standard error " "$tmp/machine.csv"
	result $? "writes $pair with its source"
done
[ "$("$builddir/simt-sim" --machine "$tmp/machine.csv" --dump-machine | grep -c ,)" = "$(grep -c , "$tmp/machine.csv")" ]
result $? 'simt-sim reads the machine file'

"$builddir/simt-fit" --quiet --sweeps 1 --only xu_latency "$micro" "$tmp/hidden.csv" >"$tmp/again"
grep '^xu_latency' "$tmp/table" | cmp -s - <(grep '^xu_latency' "$tmp/again") && [ "$(wc -l <"$tmp/again")" = 2 ]
result $? '--only fits one parameter, with the same result'

# A chain of FFMA does not depend on fma_latency: the control fields of machine code say how long to wait.
"$builddir/simt-sim" "$micro" --csv --only 'chain-ffma-*' >"$tmp/hidden.csv" || exit 99
"$builddir/simt-fit" --quiet --sweeps 1 "$micro" "$tmp/hidden.csv" | grep -q '^fma_latency  *4  *4  *not told'
result $? 'a parameter that nothing depends on is not told'

# The joint stage: two parameters from the cycles of whole launches, in two processes as in one, and again from what was kept.
"$builddir/simt-sim" "$micro" --csv="$tmp/hidden.csv" --quiet --only 'rate-ex2-40' --only 'rate-rsq-40' --only 'chase-16k-*' \
	--set xu_share=10 --set l1_latency=40 >"$tmp/out" || exit 99
cat >"$tmp/list.csv" <<-'EOF'
	set,size,workload,let,case,measured
	held-out,quick,workloads/micro/micro.csv,,rate-rsq-*,hidden.csv
	training,quick,workloads/micro/micro.csv,,rate-*,hidden.csv
	training,quick,workloads/micro/micro.csv,,chase-16k-*,hidden.csv
	training,full,workloads/micro/micro.csv,,*,hidden.csv
EOF
jointly() { # ARGUMENT...
	"$builddir/simt-fit" --quiet --joint "$tmp/list.csv" --data "$tmp" --parameter xu_share --parameter l1_latency "$@" 2>"$tmp/errors"
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

# refused STATUS SENTENCE ARGUMENT...
refused() {
	local status=$1 sentence=$2 got

	shift 2
	got=$("$builddir/simt-fit" --quiet "$@" 2>&1 >/dev/null)
	[ $? = "$status" ] && [[ $got == *"$sentence"* ]]
	result $? "status $status: $got"
}
refused 2 'are needed' "$micro"
refused 2 'a number from 0' --sweeps x "$micro" "$tmp/hidden.csv"
refused 3 'no cycles were measured' "$micro" validate/data/h200/launches.csv
refused 3 'needs the columns $rounds and $events' workloads/vecadd/vecadd.csv validate/data/h200/launches.csv
refused 2 "no parameter 'nosuch'" --joint "$tmp/list.csv" --parameter nosuch
refused 2 'needs --parameter' --joint "$tmp/list.csv"
refused 2 'over 0' --joint "$tmp/list.csv" --parameter scheduler
refused 3 "no column 'set'" --joint "$micro" --parameter xu_share
refused 3 'none of its training launches' --joint "$tmp/list.csv" --data "$tmp" --size long --parameter xu_share
refused 3 'nosuch' --machine nosuch "$micro" "$tmp/hidden.csv"
echo "1..$count"
