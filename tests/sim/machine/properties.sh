#!/bin/bash
# What must hold on any machine, for machines that are drawn by a seed within the bounds of machine.def (draw.awk), each with 20 launches of the
# shipped lists (launches.csv):
#  - no crash, no assertion, and every launch ends or goes on;
#  - outputs are those of h200, but for kernels that name a reason in launches.csv;
#  - one thread and two give the same bytes;
#  - more of one resource does not make a launch slower, but for what is said at `more` below.
# SIMT_MACHINES=500 draws so many (make properties), from number SIMT_FROM on; SIMT_SEED draws others. A finding names the machine, such as 17.0:
# `properties.sh 17.0` prints it as options of simt-sim. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
here=tests/sim/machine
machines=${SIMT_MACHINES:-10} from=${SIMT_FROM:-0} seed=${SIMT_SEED:-0}
each=20
most_cycles=5000000 most_seconds=120

# More of each of these, and what has to grow with it. What has its least or its most value is left out.
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
	local to=$1 list only let rest arguments

	IFS=, read -r list only let rest <<< "${launches[$2]}"
	arguments=("workloads/$list" --only "$only")
	for let in $let; do arguments+=(--let "$let"); done
	timeout $most_seconds "$program" --quiet --no-parameters --jobs "$3" "${@:4}" "${arguments[@]}" --csv="$to.csv" --outputs "$to.outputs" 2> "$to.err" > /dev/null
}
finding() { # ROW TEXT...: of the machine that is drawn
	local list only let rest

	IFS=, read -r list only let rest <<< "${launches[$1]}"
	for let in $let; do list+=" --let $let"; done
	echo "machine $drawn: workloads/$list --only '$only': ${*:2}"
}
count() { # METRIC FILE: of all launches of the case together
	awk -F, -v metric="$1" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column["metric"] == metric { if ($column["launch"] == "") total = $column["value"]; else { sum += $column["value"]; n++ } }
		END { print total != "" ? total : sum + 0 }' "$2"
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

# more of resource number N: the machine with it into $tmp/more-machine.csv, what it is into $grown; false where it has the most, or none
grow() { # N
	grown=$(awk -F, -v OFS=, -v names="${more[$1 % ${#more[@]}]}" -v to="$tmp/more-machine.csv" '
		BEGIN { n = split(names, list, " "); for (i = 1; i <= n; i++) is[list[i]] = 1 }
		$1 in is && $2 { split($5, range, " to "); $2 *= 2; if ($2 > range[2]) much = 1; grown = grown " " $1 "=" $2 }
		{ print > to }
		END { if (!much) print grown }' "$tmp/machine.csv")
	[ -n "$grown" ]
}
slower() { # ROW N
	local before after

	grow "$2" || return
	run "$tmp/more" "$1" 1 --machine "$tmp/more-machine.csv" --max-cycles $most_cycles || return
	before=$(count sm__cycles_elapsed.max "$tmp/run.csv")
	after=$(count sm__cycles_elapsed.max "$tmp/more.csv")
	compared=$((compared + 1))
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
		*,barrier,*) [ $width$policy = 32barrier ] || continue ;;
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

refused=0 compared=0 drawn=
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
awk '$1 > 1.1' "$tmp/ratios" | result "more of one resource makes nothing slower"
finish
