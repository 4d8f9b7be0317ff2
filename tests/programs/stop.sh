#!/bin/bash
# What is left of simt-sim's results when it is stopped: SIGTERM and kill -9 at random moments, a full disk, a second run at a time. The
# moments come from SIMT_SEED; 3 of each way, 1 with SIMT_TEST_QUICK, 30 with SIMT_LONG=1, which holds the second to the letter. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

seed=${SIMT_SEED:-$RANDOM}
echo "# SIMT_SEED=$seed"
RANDOM=$seed
moments=3 limit=$((2000 * ${SIMT_SLOWNESS:-1})) # other tests run beside this one
[ -z "${SIMT_TEST_QUICK-}" ] || moments=1
[ -z "${SIMT_LONG-}" ] || moments=30 limit=1000

# Many small cases, some of which are compared with later ones.
{
	echo 'case,before,module,kernel,grid,block,args,expect'
	for ((i = 0; i < 400; i++)); do
		echo "c$i,$((i % 50 == 7)),,$root/workloads/vecadd/vecadd.cubin,vecadd,2,64,a:f32[64]=iota(0 1) b:f32[64]=fill(1) c:f32[64] n:s32=64,c=iota(1 1)" |
			sed "s/,0,,/,,/; s/,1,,/,c$((i + 5)),/"
	done
} > "$tmp/many.csv"
all=(--csv="$tmp/r.csv" --json="$tmp/r.json" --outputs="$tmp/r-outputs.csv" --per-pc="$tmp/r-pc.csv" --roots="$tmp/r-roots.csv")
results=(r.csv r.json r-outputs.csv r-pc.csv r-roots.csv)
command=("$program" --machine tiny --quiet "$tmp/many.csv")
run() { "${command[@]}" "$@"; }

# The whole, and how long it takes in milliseconds.
start=$(date +%s%N)
run "${all[@]}" > "$tmp/whole.txt" 2> "$tmp/err"
whole=$((($(date +%s%N) - start) / 1000000))
{
	cat "$tmp/err"
	for f in "${results[@]}"; do
		[ -s "$tmp/$f" ] || echo "no $f"
		[ ! -e "$tmp/$f.part" ] || echo "$f.part is left"
		mv "$tmp/$f" "$tmp/whole-$f"
	done
	grep -c '^c[0-9]' "$tmp/whole.txt" | grep -vx 400
} | result 'a run that nothing stops'

# earlier: results of an earlier run, and nothing beside them.
earlier() {
	for f in "${results[@]}"; do
		rm -f "$tmp/$f.part"
		echo "earlier $f" > "$tmp/$f"
	done
}

# stop SIGNAL: starts the run and sends the signal at a random moment; $status, $took milliseconds, $left: whether it had begun.
stop() {
	local i pid

	earlier
	"${command[@]}" "${all[@]}" > "$tmp/out.txt" 2> "$tmp/err" &
	pid=$!
	for ((i = 0; i < 500; i++)); do
		[ ! -e "$tmp/r-outputs.csv.part" ] || break
		kill -0 $pid 2> /dev/null || break
		sleep 0.01
	done
	sleep "$(printf '0.%03d' $((RANDOM % (whole > 999 ? 999 : whole + 1))))"
	start=$(date +%s%N)
	kill "-$1" $pid 2> /dev/null
	wait $pid 2> /dev/null
	status=$?
	took=$((($(date +%s%N) - start) / 1000000))
}

# After SIGTERM.
ended_well() {
	local f ended

	[ $took -le $limit ] || echo "it went on for $took ms"
	for f in "${results[@]}"; do [ ! -e "$tmp/$f.part" ] || echo "$f.part is left"; done
	if [ $status = 0 ]; then
		for f in "${results[@]}"; do cmp "$tmp/$f" "$tmp/whole-$f" 2>&1; done
		return
	fi
	[ $status = 130 ] || echo "status $status"
	# what has ended is there, as in the whole; the others are told as not run
	for f in r.csv r-outputs.csv r-pc.csv r-roots.csv; do
		tail -n 1 "$tmp/$f" | grep -qE '^# incomplete: interrupted; [0-9]+ of 400 cases ended$' || echo "$f: no mark: $(tail -n 1 "$tmp/$f")"
		grep -vE '^#|,(not run|interrupted)$' "$tmp/$f" > "$tmp/part.txt"
		[ $f != r.csv ] || sed -i '/,speedup,/d' "$tmp/part.txt"
		grep -v ,speedup, "$tmp/whole-$f" | comm -13 --nocheck-order - "$tmp/part.txt" | head -n 3
	done
	ended=$(tail -n 1 "$tmp/r.csv" | sed 's/.*; \([0-9]*\) of.*/\1/')
	sed -n 's/^simt-sim,.*,\(c[0-9]*\),,,vecadd,sm__cycles_elapsed.max,.*,ok$/\1/p' "$tmp/r.csv" | wc -l | grep -vx "$ended"
	grep -c '^c[0-9]* .*not run$' "$tmp/out.txt" | awk -v n="$ended" '$1 > 400 - n || $1 < 399 - n { print "table:", $0, "not run of", 400 - n }'
	python3 -c 'import json, sys
j = json.load(open(sys.argv[1]))
print("\n".join(["no mark"] * ("incomplete" not in j) + ["cases"] * (sum(c["status"] == "ok" for c in j["cases"]) != int(sys.argv[2]))), end="")' "$tmp/r.json" "$ended"
}

# After kill -9.
earlier_stays() {
	for f in "${results[@]}"; do
		if [ "$(cat "$tmp/$f")" != "earlier $f" ]; then
			# it had ended
			cmp "$tmp/$f" "$tmp/whole-$f" 2>&1
		elif [ -e "$tmp/$f.part" ]; then
			cmp -n "$(stat -c %s "$tmp/$f.part")" "$tmp/$f.part" "$tmp/whole-$f" 2>&1
		fi
	done
}

for ((m = 0; m < moments; m++)); do
	stop TERM
	ended_well
done | result 'SIGTERM: it ends soon, and all that has ended is told'
# Counts of a launch that was stopped in its middle are not all: there are none of its instructions and roots.
"$program" --quiet workloads/vecadd/vecadd.csv --let n=67108864 --csv="$tmp/r.csv" --per-pc="$tmp/r-pc.csv" --roots="$tmp/r-roots.csv" > "$tmp/out.txt" 2> "$tmp/err" &
pid=$!
for ((i = 0; i < 500; i++)); do
	[ ! -e "$tmp/r.csv.part" ] || break
	sleep 0.01
done
sleep 1
kill -TERM $pid
wait $pid
{
	[ "$(grep -c ',interrupted$' "$tmp/r.csv")" -gt 0 ] || { echo 'it was not stopped in a launch' && tail -n 2 "$tmp/r.csv"; }
	for f in r-pc.csv r-roots.csv; do
		tail -n 1 "$tmp/$f" | grep -q '^# incomplete: interrupted; 0 of 1 cases ended$' || tail -n 1 "$tmp/$f"
		grep '^simt-sim,' "$tmp/$f" | head -n 2
	done
} | result 'a launch that is stopped has no rows for its instructions and roots'
for ((m = 0; m < moments; m++)); do
	stop KILL
	earlier_stays
done | result 'kill -9: the earlier results stay, and what is beside them is whole'

# Some cases are there after kill -9: the file is not written at the end alone.
earlier
"${command[@]}" "${all[@]}" > /dev/null 2>&1 &
pid=$!
for ((i = 0; i < 1000; i++)); do
	rows=$(grep -c ,sm__cycles_elapsed.max, "$tmp/r.csv.part" 2> /dev/null)
	[ "${rows:-0}" -lt 20 ] || break
	kill -0 $pid 2> /dev/null || break
	sleep 0.005
done
kill -KILL $pid 2> /dev/null
wait $pid 2> /dev/null
{
	[ "$(grep -c ,sm__cycles_elapsed.max, "$tmp/r.csv.part")" -ge 20 ] || echo 'no cases beside the target'
	[ "$(cat "$tmp/r.csv")" = 'earlier r.csv' ] || echo 'the earlier result is gone'
} 2>&1 | result 'kill -9: cases that ended are in the file beside'

# A file must not grow: as a full disk.
earlier
(
	trap '' XFSZ
	ulimit -f 200
	run --csv="$tmp/r.csv"
) > "$tmp/out.txt" 2> "$tmp/err"
{
	[ $? = 3 ] || echo 'status'
	has "$tmp/err" '^.*/r\.csv: File too large; it stays as it was, and what is whole of the new one is in .*/r\.csv\.part$'
	[ "$(cat "$tmp/r.csv")" = 'earlier r.csv' ] || echo 'the earlier result is gone'
	cmp -n "$(stat -c %s "$tmp/r.csv.part")" "$tmp/r.csv.part" "$tmp/whole-r.csv" 2>&1
	[ "$(tail -c 1 "$tmp/r.csv.part" | od -An -tx1)" = ' 0a' ] || echo 'a row is cut'
	[ "$(stat -c %s "$tmp/r.csv.part")" -gt 100000 ] || echo 'too little is kept'
	[ "$(grep -c '^c[0-9]' "$tmp/out.txt")" = 400 ] || echo 'no table'
} | result 'a disk that is full: one sentence, the earlier result, and whole cases beside it'

# Links, modes, pipes, devices; two runs at a time; folders.
earlier
chmod 640 "$tmp/r.csv"
ln -s r.csv "$tmp/link.csv"
run --only c1 --csv="$tmp/link.csv" > /dev/null 2> "$tmp/err"
{
	cat "$tmp/err"
	[ -L "$tmp/link.csv" ] || echo 'no link'
	[ "$(stat -c %a "$tmp/r.csv")" = 640 ] || echo 'mode'
	grep -q ,c1, "$tmp/r.csv" || echo 'not written'
} | result 'a link stays one, and a file keeps its mode'
{
	run --only c1 --csv=/dev/stdout | grep -c ,sm__cycles_elapsed.max, | grep -vx 2
	mkfifo "$tmp/pipe"
	grep -c ,sm__cycles_elapsed.max, "$tmp/pipe" > "$tmp/count" &
	run --only c1 --csv="$tmp/pipe" > /dev/null
	wait $!
	grep -vx 2 "$tmp/count"
	[ -p "$tmp/pipe" ] || echo 'no pipe'
} 2>&1 | result 'pipes and devices are written directly'
earlier
touch "$tmp/r.csv.part"
flock "$tmp/r.csv.part" "$program" --machine tiny --quiet --only c1 --csv="$tmp/r.csv" "$tmp/many.csv" > "$tmp/out.txt" 2> "$tmp/err"
{
	[ $? = 3 ] || echo 'status'
	has "$tmp/err" 'r\.csv: another run is writing it just now'
	[ "$(cat "$tmp/r.csv")" = 'earlier r.csv' ] || echo 'the earlier result is gone'
} | result 'two runs do not write the same file'
"$program" --machine tiny --quiet --csv="$tmp/r.csv" --outputs="$tmp/./r.csv" "$tmp/many.csv" > /dev/null 2> "$tmp/err"
{
	[ $? = 2 ] || echo 'status'
	has "$tmp/err" 'cannot take two kinds of results'
} | result 'nor do two results of one run'
run --csv="$tmp/none/r.csv" > /dev/null 2> "$tmp/err"
{
	[ $? = 3 ] || echo 'status'
	has "$tmp/err" '/none/r\.csv: No such file or directory$'
} | result 'a folder that is not there'

# Less memory than it takes: one sentence, whichever block it is that cannot be had.
if (ulimit -v 500000 && "$program" --version > /dev/null 2>&1); then
	for kilobytes in 24000 32000 40000 48000 60000 80000 110000 140000; do
		(ulimit -v $kilobytes && "$program" workloads/vecadd/vecadd.csv > "$tmp/out.txt" 2> "$tmp/err")
		status=$?
		[ $status = 0 ] || {
			[ $status = 3 ] || echo "$kilobytes KB: status $status"
			[ "$(wc -l < "$tmp/err")" = 1 ] || echo "$kilobytes KB: $(cat "$tmp/err")"
			grep -q 'not enough memory' "$tmp/err" || echo "$kilobytes KB: $(cat "$tmp/err")"
		}
	done | result 'a lack of memory is told'
else
	result 'a lack of memory is told # SKIP sanitizers need more than they could be denied' < /dev/null
fi

finish
