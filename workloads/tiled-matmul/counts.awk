# counts.awk: divergent warp-phases of the loads as they were counted, beside the closed form, as a Markdown table.
#
#   awk -f counts.awk tiled-matmul.cu RESULTS.csv...
#
# RESULTS.csv are counts of each instruction (simt-sim --per-pc, simt-gpu --per-pc) and of launches (--csv, --counters); the columns say
# which. From counts of instructions: in checked_T, executions of a load whose guard holds for some lanes (simulator only); in branch_T,
# executions of both sides of a branch less those of the branch, which is how often it parted the warp. From counts of launches: all
# branches of branch_T that part a warp, of m and n together.

FNR == 1 {
	source_file = FILENAME ~ /\.cu$/
	split("", at)
}

source_file {
	text[FNR] = $0
	next
}

/^#/ { next }

{ n = fields($0) }

!("case" in at) {
	for (i = 1; i <= n; i++)
		at[f[i]] = i
	next
}

{
	name = f[at["case"]]
	who = f[at["source"]]
	if (name !~ /^(checked|branch)-[0-9]+-[0-9]+$/)
		next
	split(name, part, "-")
	id = part[2] " " part[3]
	if (!(id in known)) {
		known[id] = ++rows
		row[rows] = id
	}
}

"pc" in at {
	sass = f[at["sass"]]
	line = text[f[at["line"]]]
	k = line ~ /= m\[|m, outside|if \(\(row/ ? "m" : "n"
	runs = f[at["inst_executed"]]
	if (part[1] == "checked" && sass ~ /LDG/ && f[at["inst_partial"]] != "")
		put("loads by some lanes", k, f[at["inst_partial"]])
	else if (part[1] == "branch" && sass ~ /LDG|PMTRIG/)
		put("both sides", k, runs)
	else if (part[1] == "branch" && sass ~ /^@.*BRA/ && line ~ /if \(\(/)
		put("both sides", k, -runs)
}

!("pc" in at) && part[1] == "branch" && f[at["launch"]] == "" && f[at["metric"]] == "smsp__sass_branch_targets_threads_divergent.sum" {
	c = column[who, "branches that part"]
	value[c, id, "m + n"] = 0 # of another run
	put("branches that part", "m + n", f[at["value"]])
}

function put(what, k, count) {
	if (!column[who, what]) {
		column[who, what] = ++columns
		title[columns] = (who == "simt-sim" ? "" : "H200: ") what
	}
	value[column[who, what], id, k] += count
}

# Splits a line of CSV into f[1..n].
function fields(line,    n, i, c, quoted) {
	split("", f)
	n = 1
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "\"")
			quoted = !quoted
		else if (c == "," && !quoted)
			n++
		else
			f[n] = f[n] c
	}
	return n
}

END {
	form = ARGV[1]
	sub(/[^\/]*$/, "divergent.awk", form)
	printf "| tile | width | warp-phases | closed form: m, n |"
	for (c = 1; c <= columns; c++)
		printf " %s |", title[c]
	printf "\n|---|---|---|---|"
	for (c = 1; c <= columns; c++)
		printf "---|"
	print ""
	for (i = 1; i <= rows; i++) {
		split(row[i], part, " ")
		command = "awk -f " form " -v tiles=" part[1] " -v widths=" part[2]
		command | getline
		command | getline
		close(command)
		split($0, of, ",")
		printf "| %s | %s | %s | %s, %s |", part[1], part[2], of[13], of[11], of[12]
		for (c = 1; c <= columns; c++)
			printf " %s |", (c, row[i], "m") in value ? value[c, row[i], "m"] ", " value[c, row[i], "n"] : value[c, row[i], "m + n"]
		print ""
	}
}
