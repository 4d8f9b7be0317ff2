#!/bin/sh
# summary.sh [WORKLOAD.csv...]: what each technique gains, as a Markdown table; of all technique folders by default. Run it in the source
# root with simt-sim and simt-check in PATH (make summary does); it takes a few minutes. $SIMT_SIM_OPTIONS are added to each command of
# simt-sim: --reconvergence stack, for example. With --csv in front: a row for each case instead.
#
# A row stands for the cases of a variant that are compared with another case (`before` in the workload.csv). Waiting lane-slots are sums
# over them, and in per cent of all lane-slots; speed-ups are the median, with the least and the most, over cases. Simulated speed-ups are
# in cycles; those of the H200 (validate/data/h200/) in cycles, of launches one by one under Nsight Compute, and in time, by events
# around the case, warm, at the shipped and at full sizes; published ones (validate/papers/) in time. A case that was not measured or
# published is not in those columns.
set -eu
export LC_ALL=C
form=table
if [ "${1-}" = --csv ]; then
	form=csv
	shift
fi
if [ $# = 0 ]; then
	# all but what is no technique, and data of another kind
	for file in workloads/*/*.csv; do
		case $file in
		workloads/causes/* | workloads/heldout/* | workloads/local/* | workloads/memory/* | workloads/micro/* | workloads/probes/* | workloads/vecadd/*) ;;
		*) ! grep -m 1 '^[^#]' "$file" | grep -q ',before,' || set -- "$@" "$file" ;;
		esac
	done
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

measured() { # NAME: the file, if there is one; it may be kept compressed
	if [ -f "validate/data/h200/$1.csv" ]; then
		cat "validate/data/h200/$1.csv"
	elif [ -f "validate/data/h200/$1.csv.gz" ]; then
		gzip -cd "validate/data/h200/$1.csv.gz"
	fi
}

# The files of a workload, in this order, each with a word in front of its lines that says what it is.
for file; do
	name=$(basename "$file" .csv)
	echo "file,$(basename "$(dirname "$file")"),$name"
	simt-sim --expand "$file" | sed 's/^/workload,/'
	# shellcheck disable=SC2086 # a list of words
	simt-sim --quiet ${SIMT_SIM_OPTIONS-} "$file" --csv="$tmp/simulated.csv" > /dev/null
	sed 's/^/simulated,/' "$tmp/simulated.csv"
	# dynamic-work and path-unification have their first measurements in a file that is not theirs alone
	case $name in
	dynamic-work) measured='launches latched-launches' ;;
	path-unification) measured=launches ;;
	*) measured=$name-launches ;;
	esac
	for data in $measured; do
		measured "$data" | sed '/^#/d; s/^/measured,/'
	done
	for data in "$name-full-launches" "$name-large" "$name-large2"; do
		measured "$data" | sed '/^#/d; s/^/full,/'
	done
	for paper in validate/papers/*.csv; do
		[ "$name" = "$(basename "$(dirname "$file")")" ] || continue
		# status 3: nothing of this workload is in it
		simt-check --paper "$paper" "$file" --simulated "$tmp/simulated.csv" --csv 2> "$tmp/errors" > "$tmp/published.csv" ||
			grep -q 'no speed-up of it was published' "$tmp/errors" || { cat "$tmp/errors" >&2; exit 3; }
		sed 's/^/published,/' "$tmp/published.csv"
	done
done > "$tmp/all.csv"

awk -v form=$form '
function fields(line,    n, c, i, quoted) {
	if (line !~ /"/)
		return split(line, f, ",")
	n = 1
	f[1] = ""
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "\"" && quoted && substr(line, i + 1, 1) == "\"") {
			f[n] = f[n] c
			i++
		} else if (c == "\"")
			quoted = !quoted
		else if (c == "," && !quoted)
			f[++n] = ""
		else
			f[n] = f[n] c
	}
	return n
}

function get(column) {
	return (column in at) ? f[at[column]] : ""
}

# A list of numbers in order of size, in v[1..n].
function sorted(list,    n, i, j, t) {
	n = split(list, v, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && v[j] + 0 < v[j - 1] + 0; j--) {
			t = v[j]
			v[j] = v[j - 1]
			v[j - 1] = t
		}
	return n
}

function median(list,    n) {
	n = sorted(list)
	return n == 0 ? "" : n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
}

function spread(list,    n, mid) {
	mid = median(list)
	n = split(list, v, " ")
	if (n == 0)
		return ""
	n = sorted(list)
	return sprintf("%.2f", mid) (v[n] == v[1] ? "" : sprintf(" (%.2f to %.2f)", v[1], v[n]))
}

function whole(n) {
	return sprintf("%.0f", n)
}

function millions(n) {
	return n < 1e6 ? whole(n) : sprintf("%.1f M", n / 1e6)
}

# Another workload: its folder and name.
/^file,/ {
	fields($0)
	file++
	title[file] = f[2] == f[3] ? "" : " (" f[3] ")"
	next
}

# What follows `kind,`; a header wherever a file begins.
{
	kind = $0
	sub(/,.*/, "", kind)
	n = fields(substr($0, length(kind) + 2))
	is_header = 0
	for (i = 1; i <= n; i++)
		is_header = is_header || f[i] == "case"
	if (is_header) {
		split("", at)
		for (i = 1; i <= n; i++)
			at[f[i]] = i
		next
	}
}

kind == "workload" {
	key = file SUBSEP get("case")
	if (!(key in technique)) {
		technique[key] = get("technique")
		variant[key] = get("variant")
		before[key] = get("before")
		order[++cases] = key
	} else if (get("before") != "")
		before[key] = get("before")
	next
}

# Metrics of whole cases alone.
kind == "simulated" || kind == "measured" || kind == "full" {
	key = file SUBSEP get("case")
	if (get("launch") != "" || get("id") != "" || get("status") != "ok" || technique[key] != get("technique"))
		next
	m = get("metric")
	if (kind == "simulated") {
		if (m ~ /^simt__lane_slots_.*\.sum$/ || m == "smsp__thread_inst_executed.sum")
			slots[key] += get("value")
		if (m == "simt__lane_slots_waiting.sum")
			waiting[key] = get("value")
		if (m == "speedup")
			simulated[key] = get("value")
	} else if (kind == "full") {
		if (m == "simt__event_time.speedup")
			full[key] = full[key] " " get("value")
	} else if (m == "speedup")
		cycles[key] = cycles[key] " " get("value")
	else if (m == "simt__event_time.speedup")
		time[key] = time[key] " " get("value")
	else if (m == "sm__cycles_elapsed.max")
		of_cycles[key] = of_cycles[key] " " get("value")
	else if (m == "simt__event_time.median")
		of_time[key] = of_time[key] " " get("value")
	next
}

kind == "published" && get("what") == "speedup" {
	published[file SUBSEP get("case")] = get("published")
}

END {
	if (form == "csv")
		print "technique,variant,case,before,waiting_before,waiting,slots_before,slots,simulated,measured_cycles,measured_time,full_time,published"
	for (i = 1; i <= cases; i++) {
		key = order[i]
		if (before[key] == "")
			continue
		split(key, part, SUBSEP)
		base = part[1] SUBSEP before[key]
		if (!(key in waiting) || !(base in waiting))
			continue
		# measured apart from the case before
		if (cycles[key] == "" && of_cycles[key] != "" && of_cycles[base] != "")
			cycles[key] = median(of_cycles[base]) / median(of_cycles[key])
		if (time[key] == "" && of_time[key] != "" && of_time[base] != "")
			time[key] = median(of_time[base]) / median(of_time[key])
		if (form == "csv") {
			print "\"" technique[key] "\",\"" variant[key] "\"," part[2] "," before[key] "," waiting[base] "," waiting[key] "," \
				whole(slots[base]) "," whole(slots[key]) "," simulated[key] "," median(cycles[key]) "," median(time[key]) "," median(full[key]) "," published[key]
			continue
		}
		row = technique[key] title[part[1]] SUBSEP variant[key]
		if (!(row in count))
			rows[++nrows] = row
		count[row]++
		waiting_before[row] += waiting[base]
		waiting_after[row] += waiting[key]
		slots_before[row] += slots[base]
		slots_after[row] += slots[key]
		all_simulated[row] = all_simulated[row] " " simulated[key]
		all_cycles[row] = all_cycles[row] " " median(cycles[key])
		all_time[row] = all_time[row] " " median(time[key])
		all_full[row] = all_full[row] " " median(full[key])
		all_published[row] = all_published[row] " " published[key]
	}
	if (form == "csv")
		exit
	print "| technique | variant | cases | waiting before | after | speed-up, simulated | H200, cycles | time | full size, time | published |"
	print "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
	for (i = 1; i <= nrows; i++) {
		row = rows[i]
		split(row, part, SUBSEP)
		printf "| %s | %s | %d | %s, %.1f %% | %s, %.1f %% | %s | %s | %s | %s | %s |\n", part[1], part[2], count[row],
			millions(waiting_before[row]), 100 * waiting_before[row] / slots_before[row],
			millions(waiting_after[row]), 100 * waiting_after[row] / slots_after[row],
			spread(all_simulated[row]), spread(all_cycles[row]), spread(all_time[row]), spread(all_full[row]),
			spread(all_published[row])
	}
}' "$tmp/all.csv"
