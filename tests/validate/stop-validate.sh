#!/bin/bash
# simt-fit and simt-check are told to end at random moments: they do within a second, with status 130 or that of a run that had ended, leave
# no child behind, and an earlier result is whole, or replaced by a whole one. What simt-fit keeps has whole lines, and a fit that goes on from
# there gives the same bytes as one that was never stopped. kill -9 and a full disk leave earlier results whole.
# SIMT_SEED is the seed of the moments; SIMT_LONG=1 tries 30 of each kind instead of 3 (1 with SIMT_TEST_QUICK), and
# holds the second to the letter.
. "${srcdir:-.}/tests/helpers/tap.sh"
fit=$build/simt-fit check=$build/simt-check
if [ ! -x "$fit" ]; then
	skip_all 'built without GSL'
fi
seed=${SIMT_SEED:-$(date +%N | sed 's/^0*//')}
RANDOM=$seed
echo "# SIMT_SEED=$seed"
tries=3 limit=$((2000 * ${SIMT_SLOWNESS:-1})) # other tests run beside this one
[ -z "${SIMT_TEST_QUICK-}" ] || tries=1
[ -z "${SIMT_LONG-}" ] || tries=30 limit=1000
micro=workloads/micro/micro.csv

# stopped SIGNAL LIMIT_MS NORMAL COMMAND...: starts it in a session of its own and sends the signal to it alone up to LIMIT_MS later. A finding where
# it does not end within 1 s, with another status than 130 or NORMAL, or a process of the session is left. $status
stopped() {
	local signal=$1 ms=$((RANDOM % $2)) normal=$3 pid begin took left

	shift 3
	setsid "$@" > "$tmp/out" 2> "$tmp/err" &
	pid=$!
	sleep "$(printf '%d.%03d' $((ms / 1000)) $((ms % 1000)))"
	begin=$(date +%s%N)
	kill -"$signal" $pid 2> /dev/null
	wait $pid 2> /dev/null
	status=$?
	took=$((($(date +%s%N) - begin) / 1000000))
	[ $took -le $limit ] || echo "$signal after $ms ms: took $took ms to end"
	case $signal,$status in
	TERM,130 | *,"$normal" | KILL,137) ;;
	TERM,143) [ $ms -lt $((limit / 10)) ] || echo "TERM after $ms ms: status 143" ;; # before the handler is there
	*) echo "$signal after $ms ms: status $status"; cat "$tmp/err" ;;
	esac
	# what the kernel ends with its parent takes a moment
	for _ in 1 2 3 4 5; do
		left=$(ps -o pid=,stat= -s $pid | awk '$2 !~ /^Z/ { print $1 }')
		[ -n "$left" ] || return
		sleep 0.1
	done
	echo "$signal after $ms ms: left: $left"
}

# whole FILE OLD NEW: a finding where FILE is neither of them.
whole() { cmp -s "$1" "$2" || cmp -s "$1" "$3" || echo "$1 is neither the earlier result nor the new one"; }

"$program" "$micro" --quiet --csv="$tmp/hidden.csv" --only 'rate-ex2-*' --only 'chain-ex2-*' --only 'chase-16k-*' \
	--set xu_share=5 --set xu_latency=31 --set l1_latency=40 > "$tmp/out" || exit 99
fitting=("$fit" --quiet --sweeps 1 "$micro" "$tmp/hidden.csv")
begin=$(date +%s%N)
"${fitting[@]}" -o "$tmp/new.csv" > "$tmp/table" || exit 99
lasts=$((($(date +%s%N) - begin) / 1000000))
echo earlier > "$tmp/old.csv"

for jobs in 1 2; do
	rm -f "$tmp/keep"
	for ((i = 0; i < tries; i++)); do
		cp "$tmp/old.csv" "$tmp/machine.csv"
		stopped TERM "$lasts" 0 "${fitting[@]}" --jobs $jobs -o "$tmp/machine.csv" --keep "$tmp/keep"
		whole "$tmp/machine.csv" "$tmp/old.csv" "$tmp/new.csv"
		[ $status != 130 ] || has "$tmp/err" '^simt-fit: interrupted; what was simulated is in '
		[ $status != 130 ] || cmp "$tmp/machine.csv" "$tmp/old.csv"
		[ ! -e "$tmp/machine.csv.part" ] || [ $status = 143 ] || echo 'machine.csv.part is left'
		[ ! -s "$tmp/keep" ] || ! grep -vqE '^[0-9a-f]{16}( [0-9]+)+$' "$tmp/keep" || echo "$tmp/keep has other lines"
		[ ! -s "$tmp/keep" ] || [ "$(tail -c 1 "$tmp/keep" | od -An -c | tr -d ' ')" = '\n' ] || echo 'the last line is not whole'
	done | result "simt-fit --jobs $jobs is stopped"
	"${fitting[@]}" --jobs $jobs -o "$tmp/machine.csv" --keep "$tmp/keep" 2>&1 | cmp - "$tmp/table" | result "--jobs $jobs: goes on to the same table"
	cmp "$tmp/machine.csv" "$tmp/new.csv" | result "--jobs $jobs: and to the same machine"
	for ((i = 0; i < tries; i++)); do
		cp "$tmp/old.csv" "$tmp/machine.csv"
		stopped KILL "$lasts" 0 "${fitting[@]}" --jobs $jobs -o "$tmp/machine.csv" --keep "$tmp/keep.$i"
		whole "$tmp/machine.csv" "$tmp/old.csv" "$tmp/new.csv"
	done | result "simt-fit --jobs $jobs is killed"
done

"$fit" --quiet --sweeps 9 "$micro" "$tmp/hidden.csv" --jobs 2 > "$tmp/out" 2> "$tmp/err" &
pid=$!
while kill -0 $pid 2> /dev/null; do # a child may have ended before it gets the signal
	child=$(pgrep -P $pid | head -n 1)
	[ -z "$child" ] || kill -TERM "$child" 2> /dev/null
	sleep 0.02
done
wait $pid
{ [ $? = 130 ] || echo 'another status than 130'; has "$tmp/err" '^simt-fit: interrupted; --keep=FILE would have kept'; } |
	result 'a child that is told to end ends the fit'

# simt-check: the second of three cases never ends.
vecadd="$root/workloads/vecadd/vecadd.cubin,vecadd,1,64,a:f32[64]=iota(0 1) b:f32[64]=fill(1) c:f32[64] n:s32=64"
printf 'case,module,kernel,grid,block,args\nfirst,%s\n' "$vecadd" > "$tmp/one.csv"
{
	cat "$tmp/one.csv"
	echo "second,$root/tests/kernels/faults.cubin,for_ever,1,64,in:s32[1] out:s32[64]"
	echo "third,$vecadd"
} > "$tmp/three.csv"
"$program" "$tmp/one.csv" --quiet --csv="$tmp/measured.csv" > "$tmp/out" || exit 99
for ((i = 0; i < tries; i++)); do
	cp "$tmp/old.csv" "$tmp/check.csv"
	stopped TERM 2000 none "$check" --csv="$tmp/check.csv" "$tmp/three.csv" "$tmp/measured.csv"
	if grep -q 'results so far' "$tmp/err"; then
		[ "$(tail -n 1 "$tmp/check.csv")" = '# incomplete: interrupted' ] || echo 'the CSV is not marked'
		grep -q '^2 launches were not simulated' "$tmp/out" || grep -q '^3 launches were not simulated' "$tmp/out" || cat "$tmp/out"
	else
		cmp "$tmp/old.csv" "$tmp/check.csv"
	fi
done | result 'simt-check is stopped while it simulates'
for ((i = 0; i < tries; i++)); do
	cp "$tmp/old.csv" "$tmp/check.csv"
	stopped KILL 2000 none "$check" --csv="$tmp/check.csv" "$tmp/three.csv" "$tmp/measured.csv"
	cmp "$tmp/old.csv" "$tmp/check.csv"
done | result 'simt-check is killed'
mkdir "$tmp/results"
"$check" --accuracy validate/training.csv --plan | head -n 1 | IFS=$'\t' read -r file workload name _
mkdir -p "$tmp/results/$(dirname "$file")"
cp "$tmp/measured.csv" "$tmp/results/$file"
for ((i = 0; i < tries; i++)); do
	cp "$tmp/old.csv" "$tmp/check.csv"
	stopped TERM 900 3 "$check" --accuracy validate/training.csv --results "$tmp/results" --csv="$tmp/check.csv"
	cmp "$tmp/old.csv" "$tmp/check.csv"
done | result 'simt-check --accuracy is stopped'

# A disk that is full: a limit on what files may hold stands for it.
full() ( # COMMAND...
	trap '' XFSZ
	ulimit -f 1
	exec "$@"
)
cp "$tmp/old.csv" "$tmp/machine.csv"
full "$fit" --quiet --sweeps 0 "$micro" "$tmp/hidden.csv" -o "$tmp/machine.csv" 2>&1 > "$tmp/out" | cat > "$tmp/err"
{ [ "${PIPESTATUS[0]}" = 3 ] || echo 'another status than 3'; has "$tmp/err" 'machine.csv: File too large'
	cmp "$tmp/old.csv" "$tmp/machine.csv"; [ "$(wc -l < "$tmp/err")" = 1 ] || cat "$tmp/err"; } | result 'a full disk under the machine file'
cp "$tmp/old.csv" "$tmp/check.csv"
full "$check" "$tmp/one.csv" "$tmp/measured.csv" --csv="$tmp/check.csv" 2>&1 > /dev/null | cat > "$tmp/err"
{ [ "${PIPESTATUS[0]}" = 3 ] || echo 'another status than 3'; has "$tmp/err" 'check.csv: File too large'
	cmp "$tmp/old.csv" "$tmp/check.csv"; [ "$(wc -l < "$tmp/err")" = 1 ] || cat "$tmp/err"; } | result "a full disk under simt-check's CSV"
finish
