#!/bin/bash
# How the source is divided, read from the objects by nm: which folder uses functions and variables of which, and how many objects of sim/ need
# each other in a circle; what names they share are called. And how long functions and files are, how many parameters functions take, and which names sim/ uses twice, read from
# the text.
#
# Lists of exceptions may only shrink: a row that nothing needs any more is a finding, too. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

# Each folder, and those whose symbols its objects use besides their own folder's.
uses='
base:
isa: base
sim/machine: base
sim/core: base isa sim/machine sim/memory sim/divergence sim/dispatch sim/observe sim/runtime
sim/memory: base isa sim/core sim/dispatch sim/observe
sim/divergence: base isa sim/core sim/observe sim/runtime
sim/dispatch: base isa sim/machine sim/core sim/memory sim/observe sim/runtime
sim/observe: base isa sim/core sim/memory
sim/runtime: base isa sim/machine sim/core sim/memory sim/divergence sim/dispatch sim/observe
workloads/reader: base isa workloads/generators
workloads/generators: base workloads/reader
workloads/record: base sim
workloads/runner: base sim workloads/record workloads/reader workloads/generators workloads/analysis
workloads/analysis: base isa sim workloads/reader workloads/generators workloads/runner
workloads/report: base sim workloads/record workloads/reader workloads/runner workloads/analysis
workloads/plot: base sim workloads/record workloads/analysis workloads/compare
workloads/compare: base sim workloads/analysis
workloads/sweep: base sim workloads/reader workloads/runner workloads/report
workloads/study: base sim
validate/check: base sim workloads/runner
validate/accuracy: base workloads/reader workloads/analysis validate/check
validate/fit: base sim workloads/reader workloads/runner validate/check
validate/gpu: base isa workloads/reader workloads/generators workloads/runner workloads/report
'
# How many objects of sim/ are in the largest circle in which each needs each: there is none.
circle=0

# Functions of sim/ of more than 60 lines or 6 parameters. Elsewhere a comment above a function, or above its declaration, that says why a
# struct would be worse is all that makes an exception: the word struct is looked for in it.
most_lines=60 most_parameters=6
large=''
# Names that several static functions of sim/ have because they stand in the same place of a table of functions: of a reconvergence policy, of
# a block scheduler, of a client of the event tap.
members='barrier_get barrier_set break_ bssy bsync collective diverge leave more step warpsync
next
on_block_end on_block_start on_host on_issue on_launch on_launch_end on_release on_straight'
# Names that static functions of several files of sim/ have for different things.
twice=''

# The prefix of names of a file of sim/ that other files use, where that is not the file's name. Names of the public headers begin with simt_.
prefixes='
concurrent-splits splits
control-flow flow
parameters param
split-selection selection
'
# Names that begin otherwise.
misnamed=''

# The parts of an SM (members of struct sm), and the file that alone reads what is in each: others call its functions.
parts='
barrier_unit sim/core/block-barrier
blocks sim/core/sm-blocks
bulk_copies sim/memory/bulk-copies
cluster_port sim/memory/cluster-port
data_path sim/memory/data-path
effects sim/memory/effects
flow_unit sim/divergence/control-flow
loads sim/memory/loads
'

# ---- objects ----
# "USER OWNER": an object, as FILE without its ending, uses a symbol of another. Archives are asked, since folders may hold objects of files that
# are gone; a symbol of a library that comes from several belongs to the first.
find base isa sim workloads validate -name '*.c' > "$tmp/sources"
echo workloads/plot/report-assets.c >> "$tmp/sources" # the build makes it
archives=()
for archive in base/libbase isa/libisa isa/libexec sim/libsimt workloads/libworkloads workloads/libsweep validate/libcheck validate/libfit validate/libgpu; do
	[ -e "$build/$archive.a" ] && archives+=("$build/$archive.a")
done
nm -A "${archives[@]}" 2> /dev/null | awk -v sources="$tmp/sources" '
	function object(s,   library, part) {
		split(s, part, ":")
		library = part[1]
		sub(/\/[^\/]*$/, "", library)
		sub(/.*\//, "", library)
		sub(/^lib[a-z]*_a-/, "", part[2])
		sub(/\.o$/, "", part[2])
		return file[library, part[2]]
	}
	BEGIN {
		while ((getline path < sources) > 0) {
			name = path
			sub(/.*\//, "", name)
			sub(/\.c$/, "", name)
			library = path
			sub(/\/.*/, "", library)
			file[library, name] = substr(path, 1, length(path) - 2)
		}
	}
	{ o = object($1) }
	NF == 2 && $1 ~ /:U$/ || $2 == "U" { used[o, $NF] = 1 }
	NF == 3 && $2 ~ /^[TDBRVWC]$/ && !($3 in owner) { owner[$3] = o }
	END {
		for (k in used) {
			split(k, part, SUBSEP)
			if (part[2] in owner && owner[part[2]] != part[1])
				print part[1], owner[part[2]], part[2]
		}
	}' | sort > "$tmp/edges"

{
	[ "$(wc -l < "$tmp/edges")" -gt 1000 ] || echo "only $(wc -l < "$tmp/edges") uses of symbols were found"
	grep -v '^[a-z]*/.* [a-z]*/' "$tmp/edges"
} | result 'nm tells what the objects of the libraries use'

awk -v uses="$uses" '
	function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
	BEGIN {
		n = split(uses, row, "\n")
		for (i = 1; i <= n; i++) {
			m = split(row[i], word, /[: ]+/)
			for (k = 2; k <= m; k++)
				if (word[k] != "")
					allowed[word[1], word[k]] = 1
		}
	}
	{
		from = folder($1)
		to = folder($2)
		built[from]
		if (from == to)
			next
		top = to
		sub(/\/.*/, "", top)
		if ((from, to) in allowed)
			needed[from, to] = 1
		else if (top != substr(from, 1, length(top)) && (from, top) in allowed)
			needed[from, top] = 1
		else
			print $1 " uses " $3 " of " $2
	}
	END {
		for (k in allowed)
			if (!(k in needed)) {
				split(k, part, SUBSEP)
				if (part[1] in built)
					print "nothing in " part[1] "/ uses " part[2] "/: take it off the list in tests/layers.sh"
			}
	}' "$tmp/edges" | sort | result 'folders use each other as the table in tests/layers.sh says'

# The largest set of objects each of which needs each: what one reaches, and is reached from.
grep '^sim/[^ ]* sim/' "$tmp/edges" | awk -v agreed="$circle" '
	{ uses[$1] = uses[$1] " " $2; object[$1]; object[$2] }
	END {
		for (o in object) {
			split("", seen)
			n = split(uses[o], open, " ")
			while (n > 0) {
				at = open[n--]
				if (at in seen)
					continue
				seen[at]
				reaches[o, at] = 1
				m = split(uses[at], more, " ")
				for (k = 1; k <= m; k++)
					open[++n] = more[k]
			}
		}
		for (o in object) {
			size = 0
			names = ""
			for (p in object)
				if ((o, p) in reaches && (p, o) in reaches) {
					size++
					names = names " " p
				}
			if (size > largest) {
				largest = size
				who = names
			}
		}
		if (largest > agreed)
			print largest " objects need each other, " agreed " are agreed:" who
		if (largest < agreed)
			print "the largest circle has " largest + 0 " objects: lower the number in tests/layers.sh, which says " agreed
	}' | result "no circle of more than $circle objects of sim/"

# What a file of sim/ has for others is called after it, and after no other file: the longest prefix that a name has is that of its own file.
nm -A --defined-only -g "$build/sim/libsimt.a" 2> /dev/null | awk -v prefixes="$prefixes" -v misnamed="$misnamed" '
	function begins(name, p) { return name == p || substr(name, 1, length(p) + 1) == p "_" }
	reads == "headers" {
		while (match($0, /simt_[a-z_0-9]*[([]/)) {
			public[substr($0, RSTART, RLENGTH - 1)]
			$0 = substr($0, RSTART + RLENGTH)
		}
		next
	}
	reads == "names" && !read++ {
		n = split(prefixes, row, "\n")
		for (i = 1; i <= n; i++)
			if (split(row[i], word, " ") == 2)
				prefix[word[1]] = word[2]
		n = split(misnamed, word, /[ \n]+/)
		for (i = 1; i <= n; i++)
			if (word[i] != "")
				except[word[i]] = 1
	}
	# sanitizers add names of their own
	$2 ~ /^[TDBRVWC]$/ && $3 !~ /^_|[.]/ {
		split($1, part, ":")
		file = part[2]
		sub(/\.o$/, "", file)
		sub(/^libsimt_a-/, "", file)
		own[file] = file in prefix ? prefix[file] : file
		gsub("-", "_", own[file])
		names++
		of[$3] = file
	}
	END {
		for (name in of) {
			if (name in public)
				continue
			best = ""
			for (file in own)
				if (begins(name, own[file]) && length(own[file]) > length(best))
					best = own[file]
			if (best == own[of[name]])
				continue
			if (name in except)
				except[name] = 0
			else if (best == "")
				print name " of " of[name] ".c does not begin with " own[of[name]] "_"
			else
				print name " of " of[name] ".c begins with the name of another file, " best
		}
		for (name in except)
			if (except[name])
				print "no longer so, take it off the list in tests/layers.sh: " name
		for (file in prefix)
			if (!(file in own))
				print "there is no " file ".c: take it off the list of prefixes in tests/layers.sh"
		if (names < 300)
			print "only " names + 0 " names were found"
	}' reads=headers sim/runtime/simt.h sim/runtime/simt-code.h sim/runtime/simt-machine.h sim/runtime/tap.h reads=names - | sort | result "names that files of sim/ share begin with the file's name"

# ---- functions ----
# "FILE LINE NAME LINES PARAMETERS STATIC COMMENTED": a definition begins with its name in the first column, and ends with a brace there.
# COMMENTED: the comment above it, or above a declaration, has the word struct.
mapfile -t sources < <(find base isa sim workloads validate programs -name '*.[ch]' ! -name report-assets.c | sort)
awk '
	function parameters(t,   i, c, depth, n) {
		sub(/^[^(]*/, "", t)
		n = 1
		for (i = 1; i <= length(t); i++) {
			c = substr(t, i, 1)
			depth += c ~ /[([]/ ? 1 : c ~ /[])]/ ? -1 : 0
			n += c == "," && depth == 1
			if (!depth)
				break
		}
		return n
	}
	FNR == 1 { inside = open = 0; comment = ended = before = "" }
	{ plain = $0 }
	open { comment = comment " " $0 }
	!inside && !open && /^\/\*/ { open = 1; comment = $0 }
	open && /\*\// { open = 0; ended = FNR }
	inside != 2 && /^[a-zA-Z_][a-zA-Z_0-9]*\(/ {
		name = $0
		sub(/\(.*/, "", name)
		start = FNR
		text = ""
		inside = 1
		is_static = before ~ /(^|[^a-zA-Z_])(static|INLINE)([^a-zA-Z_]|$)/
		said = ended >= FNR - 2 && comment ~ /[^a-z]struct[^a-z]/
	}
	!inside && /^[a-zA-Z_].*[ *][a-zA-Z_0-9]+\(/ && ended == FNR - 1 && comment ~ /[^a-z]struct[^a-z]/ {
		name = $0
		sub(/\(.*/, "", name)
		sub(/.*[ *]/, "", name)
		declared[name] = 1
	}
	inside == 1 {
		text = text " " $0
		if (/;$/)
			inside = 0
		if (/^\{/)
			inside = 2
	}
	inside == 2 && /^\}/ {
		inside = 0
		rows++
		row[rows] = FILENAME " " start " " name " " FNR - start + 1 " " parameters(text) " " is_static
		reason[rows] = said
		called[rows] = name
	}
	{ before = plain }
	END {
		for (i = 1; i <= rows; i++)
			print row[i] " " (reason[i] || called[i] in declared ? 1 : 0)
	}' "${sources[@]}" > "$tmp/functions"

awk -v most_lines="$most_lines" -v most_parameters="$most_parameters" -v large="$large" '
	function check(what, value, most) {
		if (value <= most)
			return
		if (($1 " " $3 " " what) in except)
			except[$1 " " $3 " " what] = 0
		else if (what == "lines" || !$7)
			print $1 ":" $2 ": " $3 " has " value " " what ", more than " most
	}
	BEGIN {
		n = split(large, row, "\n")
		for (i = 1; i <= n; i++)
			if (row[i] != "")
				except[row[i]] = 1
	}
	{
		check("lines", $4, most_lines)
		check("parameters", $5, most_parameters)
	}
	END {
		for (k in except)
			if (except[k])
				print "no longer so, take it off the list in tests/layers.sh: " k
		if (NR < 2000)
			print "only " NR + 0 " functions were found"
	}' "$tmp/functions" | result "no function has more than $most_lines lines, or more than $most_parameters parameters without a reason"

awk -v members="$members" -v twice="$twice" '
	BEGIN {
		n = split(members, word, /[ \n]+/)
		for (i = 1; i <= n; i++)
			member[word[i]] = word[i] != ""
		n = split(twice, word, /[ \n]+/)
		for (i = 1; i <= n; i++)
			except[word[i]] = word[i] != ""
	}
	$1 ~ /^sim\// && $6 && !(($3, $1) in seen) {
		seen[$3, $1] = 1
		count[$3]++
		where[$3] = where[$3] " " $1
	}
	END {
		for (name in count)
			if (count[name] > 1 && !(name in member) && !(name in except))
				print "several functions of sim/ are called " name ":" where[name]
		for (name in member)
			if (member[name] && count[name] < 2)
				print "no longer in several files, take it off the list of members in tests/layers.sh: " name
		for (name in except)
			if (except[name] && count[name] < 2)
				print "no longer in several files, take it off the list in tests/layers.sh: " name
	}' "$tmp/functions" | sort | result 'a static function of sim/ has a name of its own'

while read -r part owner; do
	[ -n "$part" ] || continue
	grep -q "^	struct [a-z_]* $part;" sim/core/sm.h || echo "struct sm has no member $part: take it off the list of parts in tests/layers.sh"
	grep -nE "(->|\.)$part\.[a-z]" sim/*/*.[ch] | grep -vE "^$owner\.[ch]:" | sed "s|$|: $part is read outside of $owner.c|"
done <<< "$parts" | result 'what is in a part of an SM is read in its own file alone'

# ---- files ----
wc -l "${sources[@]}" | awk '$2 != "total" && ($1 > 600 || ($2 ~ /\.h$/ && $1 > 250)) {
	print $2 " has " $1 " lines" }' | result 'no file has more than 600 lines, and no header more than 250'

finish
