#!/bin/bash
# What must hold on any machine, for machines that are drawn by a seed within the bounds of machine.def (draw.awk), each with 20 launches of the
# shipped lists (launches.csv):
#  - no crash, no assertion, and every launch ends or goes on;
#  - outputs are those of h200, but for kernels that name a reason in launches.csv;
#  - one thread and two give the same bytes;
#  - more of one resource does not make a launch slower, but for what is said at `more` below;
#  - outputs stay with each parameter of h200 at each of its ends, or with each of its words (a tenth of them where few machines are drawn).
# SIMT_MACHINES=500 draws so many (make properties), from number SIMT_FROM on; SIMT_SEED draws others. A finding names the machine, such as 17.0:
# `properties.sh 17.0` prints it as options of simt-sim. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
here=tests/sim/machine
machines=${SIMT_MACHINES:-${SIMT_TEST_QUICK:+2}} machines=${machines:-${SIMT_CI:+10}} machines=${machines:-5} from=${SIMT_FROM:-0}
# a check runs the same machines each time
seed=$([ -z "${SIMT_MACHINES-}" ] && echo 0 || echo "${SIMT_SEED:-0}")
each=20
most_cycles=5000000 most_seconds=300

# More of each of these, and what has to grow with it, makes no launch slower by more than a tenth: more SMs and warps share L2 and L1, and what
# comes sooner may come in another order. Caches aside whose lines are in other sets then: more_may_miss_more in tests/sim/memory/test-l1.c shows how
# these may miss more. They are those whose ways grow, and those of prime index.
more=(
	l1_bytes l2_bytes l1_mshrs banks 'threads_per_sm registers_per_sm blocks_per_sm'
	'sms gpc_1 gpc_2 gpc_3 gpc_4 gpc_5 gpc_6 gpc_7 gpc_8' fill_rate l2_rate l2_in_rate 'dram_rate dram_write_rate'
	'dram_channels dram_rate dram_write_rate' 'l2_slices l2_page_slices' store_rate store_queue store_window mio_queue lg_queue shared_queue
	l1_tags l0i_bytes l1i_bytes constant_bytes indexed_bytes fetch_lines near_lines l1_ways l2_ways xu_queue
)

for machine in h200 h100 tiny; do
	"$program" --machine $machine --dump-machine > "$tmp/$machine.csv"
done
# list, --only, --let, which outputs are compared
mapfile -t launches < <(sed '/^#/d; /^list,/d' $here/launches.csv)
mkdir "$tmp/as-h200"

plan() { # MACHINE: 20 launches, all lists in turn in another order each time; then others in case some are refused
	awk -F, -v machine="$1" -v seed="$seed" -v each=$each '
		function random() { state = (state * 1664525 + 1013904223) % 4294967296; return state / 4294967296 }
		function begin(n, i) { state = (seed * 2654435761 + n * 40503 + 7) % 4294967296; for (i = 0; i < 8; i++) random() }
		/^#/ || !rows++ { next }
		{ if (!(($1) in of)) name[lists++] = $1; of[$1] = of[$1] " " rows - 2 }
		END {
			for (at = machine * each; at < (machine + 1) * each; at++) {
				round = int(at / lists)
				if (round != shuffled || !done++) {
					begin(1000000 + round)
					for (i = 0; i < lists; i++) deck[i] = i
					for (i = lists - 1; i > 0; i--) { k = int(random() * (i + 1)); t = deck[i]; deck[i] = deck[k]; deck[k] = t }
					shuffled = round
				}
				begin(at)
				n = split(of[name[deck[at % lists]]], row, " ")
				print row[1 + int(random() * n)]
			}
			for (i = 0; i < 2 * each; i++) print int(random() * (rows - 1))
		}' $here/launches.csv
}

# run TO ROW JOBS ARGUMENT...: the launch on a machine: counts to TO.csv, hashes to TO.outputs, messages to TO.err
run() {
	local to=$1 list only lets one rest arguments

	IFS=, read -r list only lets rest <<< "${launches[$2]}"
	arguments=("workloads/$list" --only "$only")
	for one in $lets; do arguments+=(--let "$one"); done
	timeout $most_seconds "$program" --quiet --no-parameters --jobs "$3" "${@:4}" "${arguments[@]}" --csv="$to.csv" --outputs "$to.outputs" 2> "$to.err" > /dev/null
}
finding() { # ROW TEXT...: of the machine that is drawn
	local list only lets one rest

	IFS=, read -r list only lets rest <<< "${launches[$1]}"
	for one in $lets; do list+=" --let $one"; done
	echo "machine $drawn: workloads/$list --only '$only': ${*:2}"
}
count() { # METRIC FILE: of the case, which comes first
	awk -F, -v metric="$1" '$(NF - 3) == metric { print $(NF - 1); exit }' "$2"
}

# draw MACHINE: settings of a machine that fits together into $settings
draw() {
	local base=h200 try

	drawn=$1.${2:-0}
	case $(($1 % 10)) in
	7) base=h100 ;;
	9) base=tiny ;;
	esac
	for ((try = 0; try < 50; try++)); do
		settings=(--machine $base)
		while read -r line; do
			settings+=(--set "$line")
		done < <(awk -v seed=$((seed * 100000 + $1)) -v try=$((try + 100 * ${2:-0})) -f $here/draw.awk "$tmp/$base.csv")
		"$program" "${settings[@]}" --dump-machine > "$tmp/machine.csv" 2> "$tmp/refused" && return
		[ "$(wc -l < "$tmp/refused")" = 1 ] || { echo "machine $drawn:"; cat "$tmp/refused"; } >> "$tmp/crashes"
	done
	echo "machine $1: none of 50 fits together" >> "$tmp/crashes"
	return 1
}

# whether a launch that came to the limit of cycles still goes on
goes_on() { # ROW
	run "$tmp/later" "$1" 1 --machine "$tmp/machine.csv" --max-cycles $((4 * most_cycles))
	[ "$(count smsp__inst_executed.sum "$tmp/later.csv")" -gt "$(count smsp__inst_executed.sum "$tmp/run.csv")" ]
}

outputs_hold() { # ROW
	[[ ${launches[$1]} != *,no,* ]] || return
	[ -e "$tmp/as-h200/$1.outputs" ] || run "$tmp/as-h200/$1" "$1" 1
	cmp -s "$tmp/as-h200/$1.outputs" "$tmp/run.outputs" || finding "$1" 'other outputs'
}

# whether the machine cannot run a kernel by what it is, and says so: no policy but barrier has all that machine code may ask for
is_refused() { # STATUS
	[ "$1" = 2 ] || [ "$1" = 3 ] || { [ "$1" = 4 ] && grep -qE 'reconvergence=(stack|ideal) has not|reconvergence=(stack|ideal)' "$tmp/run.err"; }
}

# resource number N made scarce, a part of what the machine has, and then twice that: into $tmp/few-machine.csv and $tmp/more-machine.csv; the second one's settings
# into $grown
grow() { # N
	local part=$((1 << (2 * ($1 / ${#more[@]} % 4))))

	grown=$(awk -F, -v OFS=, -v part=$part -v names="${more[$1 % ${#more[@]}]}" -v few="$tmp/few-machine.csv" -v more="$tmp/more-machine.csv" '
		BEGIN { n = split(names, list, " "); for (i = 1; i <= n; i++) is[list[i]] = 1 }
		$1 in is && $2 {
			split($5, range, " to ")
			low = int($2 / part)
			if ($1 == "threads_per_sm") low -= low % (each * warp)
			if (low < 1) low = 1
			if (low < range[1]) low = range[1]
			if (2 * low > range[2]) none = 1
			$2 = low; print > few
			$2 = 2 * low; print > more
			grown = grown " " $1 "=" $2
			next
		}
		$1 == "subcores" { each = $2 }
		$1 == "warp_size" { warp = $2 }
		{ print > few; print > more }
		END { if (!none) print grown }' "$tmp/machine.csv")
	[ -n "$grown" ]
}
slower() { # ROW N
	local before after

	grow "$2" || return
	run "$tmp/few" "$1" 1 --machine "$tmp/few-machine.csv" --max-cycles $most_cycles && run "$tmp/more" "$1" 1 --machine "$tmp/more-machine.csv" --max-cycles $most_cycles || return
	before=$(count sm__cycles_elapsed.max "$tmp/few.csv")
	after=$(count sm__cycles_elapsed.max "$tmp/more.csv")
	case $grown in
	*_ways=*) return ;;
	" l1_bytes="*) ! grep -q '^l1_index,prime,' "$tmp/machine.csv" || return ;;
	" l2_bytes="*) ! grep -q '^l2_index,prime,' "$tmp/machine.csv" || return ;;
	esac
	awk -v before="$before" -v after="$after" 'BEGIN { printf "%.4f %d ", after / before, before }' >> "$tmp/ratios"
	finding "$1" "with$grown" >> "$tmp/ratios"
}

# one MACHINE: its launches
one() {
	local row ran=0 status rows width policy

	width=$(sed -n 's/^warp_size,\([0-9]*\),.*/\1/p' "$tmp/machine.csv")
	policy=$(sed -n 's/^reconvergence,\([a-z]*\),.*/\1/p' "$tmp/machine.csv")
	mapfile -t rows < <(plan "$1")
	for row in "${rows[@]}"; do
		[ $ran -lt $each ] || break
		case ${launches[$row]} in
		*,width,*) [ $width = 32 ] || continue ;;
		*,barrier,*) [ $width$policy = 32barrier ] && grep -qE '^bank_issue,(lockstep|skip),' "$tmp/machine.csv" && grep -q '^yield_hint,on,' "$tmp/machine.csv" || continue ;;
		esac
		run "$tmp/run" "$row" 1 --machine "$tmp/machine.csv" --max-cycles $most_cycles
		status=$?
		if is_refused $status; then
			refused=$((refused + 1))
			cat "$tmp/run.err" >> "$tmp/refusals"
			continue
		fi
		case $status in
		0) outputs_hold "$row" >> "$tmp/outputs" ;;
		1) finding "$row" "$(tail -n 1 "$tmp/run.err")" >> "$tmp/outputs" ;;
		5) goes_on "$row" || finding "$row" 'does not go on' >> "$tmp/crashes" ;;
		*) finding "$row" "status $status, $(tail -n 1 "$tmp/run.err")" >> "$tmp/crashes" ;;
		esac
		ran=$((ran + 1))
		echo "${launches[$row]%%,*}" >> "$tmp/met"
		[ $status = 0 ] || continue
		[ $((ran % 4)) != 1 ] || slower "$row" $(($1 * 5 + ran / 4))
		if [ $((ran % 10)) = 3 ]; then
			run "$tmp/two" "$row" 2 --machine "$tmp/machine.csv" --max-cycles $most_cycles
			cmp -s "$tmp/run.csv" "$tmp/two.csv" || finding "$row" 'other bytes with two threads' >> "$tmp/threads"
		fi
	done
	[ $ran = $each ]
}

# What comes of parameters of h200 at their ends.
ends() {
	local name value range end i=0 status words launch
	local -a launches=('general/library.csv --only heads' 'vecadd/vecadd.csv --let n=5000') # with shared memory and without

	for i in 0 1; do
		# shellcheck disable=SC2086 # words
		"$program" --quiet --csv=/dev/null --outputs "$tmp/$i.outputs" workloads/${launches[i]} > "$tmp/out" 2> "$tmp/run.err"
	done
	while IFS=, read -r name value _ _ range _; do
		words=${range// to /|}
		for end in ${words//|/ }; do
			i=$((i + 1))
			[ "$end" != "$value" ] || continue
			[ "$machines" -ge 100 ] || [ $(((i + seed) % 10)) = 0 ] || continue
			launch=$((i / 10 % 2))
			# shellcheck disable=SC2086 # words
			timeout $most_seconds "$program" --quiet --jobs 1 --csv=/dev/null --set "$name=$end" --outputs "$tmp/end.outputs" --max-cycles 20000000 \
				workloads/${launches[launch]} > "$tmp/out" 2> "$tmp/run.err"
			status=$?
			[ $status != 2 ] && [ $status != 3 ] || continue
			[ $status = 0 ] && cmp -s "$tmp/$launch.outputs" "$tmp/end.outputs" || echo "$name=$end, ${launches[launch]}: status $status, $(tail -n 1 "$tmp/run.err")"
		done
	done < <(grep -vE '^(#|parameter,)' "$tmp/h200.csv")
}

# What was found so, and is mended: launches of machines, reduced to the settings that it takes.
found=(
	'micro/cluster.csv --only ordered_1-256-40 --scheduler two-level --bank-issue independent' # a sub-core issued twice in a cycle
	'micro/cluster.csv --only ordered_1-256-40 --scheduler lrr --bank-issue independent'
	'speed/speed.csv --only tiny-44 --set gpc_7=1009 --set gpc_8=0 --set subcores=11 --set threads_per_sm=2112 --set gpc_first=7' # a turn of no GPC
	'general/library.csv --only heads --set shared_reserved=3753' # machine code knows where its part of shared memory begins
)

refused=0 drawn=
: > "$tmp/crashes"; : > "$tmp/outputs"; : > "$tmp/threads"; : > "$tmp/ratios"; : > "$tmp/refusals"; : > "$tmp/met"
if [ $# = 1 ]; then
	draw "${1%.*}" "${1#*.}" && echo "${settings[@]}"
	exit
fi
for ((k = from; k < from + machines; k++)); do
	for ((again = 0; again < 5; again++)); do
		draw $k $again && one $k && break
	done
	[ $again -lt 5 ] || echo "machine $k: of five none runs $each launches" >> "$tmp/crashes"
	[ -z "${SIMT_PROGRESS-}" ] || echo "$k: $refused refused, $(wc -l < "$tmp/crashes") $(wc -l < "$tmp/outputs") $(wc -l < "$tmp/threads")" >&$errors
done
[ -z "${SIMT_KEEP-}" ] || cp "$tmp/crashes" "$tmp/outputs" "$tmp/threads" "$tmp/ratios" "$tmp/refusals" "$tmp/met" "$SIMT_KEEP"
result "no crash, no assertion, and every launch ends or goes on: $machines machines" < "$tmp/crashes"
result 'outputs are those of h200' < "$tmp/outputs"
result 'one thread and two give the same bytes' < "$tmp/threads"
cut -d, -f1 <(printf '%s\n' "${launches[@]}") | sort -u | while read -r list; do
	[ "$machines" -lt 100 ] || [ "$(grep -cxF "$list" "$tmp/met")" -ge 5 ] || echo "$list: $(grep -cxF "$list" "$tmp/met") launches"
done | result 'of many machines each list is met five times'
for launch in "${found[@]}"; do
	# shellcheck disable=SC2086 # words
	"$program" --quiet --csv=/dev/null workloads/$launch > "$tmp/out" 2> "$tmp/run.err" || { echo "$launch"; cat "$tmp/run.err"; }
done | result 'what was found so is mended'
ends | result 'outputs are those of h200 with each parameter at its ends'
awk '$1 > 1.1' "$tmp/ratios" | result 'more of one resource makes nothing slower'
finish
