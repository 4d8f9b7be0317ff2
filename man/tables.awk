# tables.awk: fills the tables of a manual page from the .def files that the programs are made of, so that they cannot disagree.
#   awk -v folder=SOURCE_ROOT -f tables.awk page.in > page
# A line "@table NAME@" becomes an mdoc list. The names, and the files that the lists are made of, are those of `source` below. An unknown
# name, a .def file that is missing, or one without entries ends with status 1.

function fail(text) {
	print "tables.awk: " text > "/dev/stderr"
	failed = 1
	exit 1
}

# Splits the arguments of "MACRO(a, "b, c", d)" into arg[1..]; quotes are taken off. Returns their number.
function arguments(line,    i, c, quoted, n, depth) {
	sub(/^[A-Z]+\(/, "", line)
	n = 1
	arg[1] = ""
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "\"")
			quoted = !quoted
		else if (!quoted && c == ")" && !depth)
			break
		else if (!quoted && c == "," && !depth) {
			arg[++n] = ""
			while (substr(line, i + 1, 1) == " ")
				i++
		} else {
			if (!quoted)
				depth += (c == "(") - (c == ")")
			arg[n] = arg[n] c
		}
	}
	return n
}

# mdoc reads a leading dot or quote, and backslashes, as its own.
function text(s) {
	gsub(/\\/, "\\e", s)
	if (s ~ /^[.']/)
		s = "\\&" s
	return s
}

# Each sentence on a line of its own, the first with a capital letter.
function sentences(s) {
	s = toupper(substr(s, 1, 1)) substr(s, 2)
	gsub(/\. /, ".\n", s)
	return text(s)
}

# Parameters, under a heading for each section.
function machine_entry() {
	if ($0 ~ /^SECTION/) {
		if (sections++)
			print ".El"
		print ".Ss Section " arg[1]
		print sentences(arg[2])
		print ".Bl -tag -width 4n -compact"
	} else if ($0 ~ /^PARAM/) {
		print ".It Cm " arg[3]
		print sentences(arg[8])
		print (arg[5] == "" ? "No unit" : "Unit: " text(arg[5])) "; from " arg[6] " to " arg[7] "."
	} else if ($0 ~ /^ELEMENT/) {
		print ".It Cm " arg[3]
		print sentences(arg[7])
		print (arg[4] == "" ? "No unit" : "Unit: " text(arg[4])) "; from " arg[5] " to " arg[6] "."
	} else if ($0 ~ /^SWITCH/) {
		print ".It Cm " arg[3]
		print sentences(arg[4])
		print "One of: off, on."
	} else if ($0 ~ /^CHOICE/) {
		print ".It Cm " arg[3]
		print sentences(arg[4])
		print "One of:"
	} else if ($0 ~ /^WORD/) {
		print ".br"
		print ".Cm " arg[2] " :"
		print sentences(arg[3])
	} else if ($0 ~ /^OLD/) {
		if (!old++) {
			print ".El"
			print ".Ss Old names"
			print "Machine files and"
			print ".Fl -set"
			print "may still have these names, each of which stands for what is behind it."
			print ".Bl -tag -width 4n -compact"
		}
		print ".It Cm " arg[1]
		gsub(/ /, ", ", arg[2])
		print arg[2] "."
	}
}

function entry(kind) {
	if (kind == "machine") {
		machine_entry()
	} else if (kind == "stats" || kind == "derived") {
		print ".It Cm " arg[2]
		print sentences(arg[4]) "."
		print "Unit: " text(arg[3]) "."
	} else if (kind == "stall") {
		print ".It Cm " arg[1]
		print sentences(arg[2]) "."
	} else if (kind == "remedies") {
		if ($0 ~ /^REMEDY/) {
			print ".It Cm " arg[1]
			print sentences(arg[2] ": " arg[4]) "."
			if (arg[3] != "")
				print "Shipped as " arg[3] "."
		}
	} else if (kind == "thresholds") {
		if ($0 ~ /^THRESHOLD/) {
			print ".It Cm " arg[1] " = " arg[2] " " arg[3]
			print sentences(arg[4]) "."
		}
	} else if (kind == "trials") {
		if ($0 ~ /^TRIAL/) {
			print ".It Cm " arg[1]
			print sentences(arg[2]) (arg[3] == "" ? "" : " (" arg[3] ")") "."
		}
	} else if (kind == "rules") {
		if ($0 ~ /^RULE/)
			rule(arg[1], arg[2], arg[3])
	} else if (kind == "mends") {
		if ($0 ~ /^MENDS/)
			rule(arg[1] " Pq mends " arg[2], arg[3], arg[4])
	} else if (kind == "limits") {
		print ".It Cm " arg[1]
		print sentences(arg[2] ": " arg[3]) "."
	} else if (kind == "heuristics") {
		if ($0 ~ /^HEURISTIC/) {
			print ".It Cm " arg[1] " = " arg[2] " " arg[3]
			print sentences(arg[4]) "."
		}
	} else if (kind == "obstacles") {
		if ($0 ~ /^OBSTACLE/) {
			print ".It Cm " arg[1] (arg[1] != "" && arg[2] ~ /^[A-Z]/ ? " " : "") arg[2]
			print sentences(arg[5]) ".\nForbids " (arg[3] == "true" ? "both" : "dividing") "."
		}
	} else {
		print ".It Cm " arg[1] (arg[2] == "true" ? " Pq needed" : "")
		print sentences(arg[3]) "."
	}
}

function rule(title, reason, condition) {
	gsub(/x->/, "", condition)
	gsub(/ && /, " and ", condition)
	gsub(/!/, "not ", condition)
	print ".It Cm " title
	print sentences(reason) "."
	print "Condition: " condition "."
}

function table(kind,    file, n, got) {
	if (!(kind in source))
		fail("there is no table '" kind "'")
	file = folder "/" source[kind]
	if (kind != "machine")
		print ".Bl -tag -width 4n -compact"
	while ((got = (getline < file)) > 0)
		if ($0 ~ /^[A-Z]+\(["a-zA-Z_]/) {
			arguments($0)
			entry(kind)
			n++
		}
	close(file)
	if (got < 0 || !n)
		fail(file " has no entries")
	print ".El"
}

BEGIN {
	source["machine"] = "sim/machine/machine.def"
	source["stats"] = "sim/runtime/stats.def"
	source["stall"] = "sim/runtime/stall.def"
	source["derived"] = "workloads/analysis/derived.def"
	source["columns"] = "workloads/reader/columns.def"
	source["remedies"] = source["thresholds"] = source["rules"] = source["mends"] = source["trials"] = "workloads/analysis/advice.def"
	source["limits"] = "workloads/analysis/bound.def"
	source["heuristics"] = source["obstacles"] = "workloads/analysis/split.def"
}

/^@table [a-z]+@$/ {
	name = $2
	sub(/@$/, "", name)
	table(name)
	next
}

{ print }

END { if (failed) exit 1 }
