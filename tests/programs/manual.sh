#!/bin/bash
# The manual pages: mandoc finds nothing to say about them, they name the options that --help names and no others, and their examples
# print what they show. A comment line `.\" run` in a page marks the literal block behind it as a session, `.\" file NAME` as a file that
# later sessions of the page use. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

# The options that a text names, one in a line.
options() { grep -oE -- '(^|[^a-z-])--[a-z][a-z-]+' | sed 's/^[^-]*//' | sort -u; }

# The literal blocks of a page: "file NAME" or "run" in the first line, then the text.
blocks() { # PAGE FOLDER
	awk -v folder="$2" '
		/^\.\\" (run|file )/ { what = substr($0, 5); next }
		/^\.Bd -literal/ && what != "" { out = sprintf("%s/%02d", folder, ++n); print what > out; next }
		/^\.Ed/ { if (out != "") close(out); out = ""; what = ""; next }
		out != "" { gsub(/\\e/, "\\"); gsub(/\\&/, ""); print > out }' "$1"
}

# Runs a session: lines that start with "$ " are commands (a backslash at the end goes on in the next line), the rest is what they print,
# both streams. The status of the last command is not looked at: an example may show a failure.
session() { # FILE
	awk '
		/^\$ / { command = 1; sub(/^\$ /, ""); print > "/dev/stderr" ; go_on = /\\$/; next }
		go_on { print > "/dev/stderr"; go_on = /\\$/; next }
		{ print }' "$1" 2> "$1.commands" > "$1.expected"
	(cd "$folder" && PATH=$build:$PATH bash "$1.commands") > "$1.got" 2>&1
	cmp -s "$1.expected" "$1.got"
}

for page in simt-sim.1 simt-sweep.1 simt-why.1 simt-diff.1 simt-plot.1 simt-gpu.1 simt-check.1 simt-fit.1 workload.csv.5 simt-machine.5 simt-record.5 simt-results.5; do
	file=$build/man/$page
	[ -f "$file" ] || file=$root/man/$page
	if [ ! -f "$file" ]; then
		result 'not ok' "$page is there"
		continue
	fi
	if command -v mandoc > /dev/null; then
		mandoc -Tlint -Wwarning "$file" > "$tmp/lint" 2>&1
		[ -s "$tmp/lint" ] && sed 's/^/# /' "$tmp/lint"
		result "$([ -s "$tmp/lint" ] && echo 'not ok' || echo ok)" "$page: mandoc -Tlint"
	fi
	case $page in
	*.1)
		program=$build/${page%.1}
		"$program" --help | options > "$tmp/help"
		# in mdoc an option is `Fl -name`
		grep -oE 'Fl -[a-z][a-z-]+' "$file" | sed 's/^Fl -/--/' | sort -u > "$tmp/page"
		diff "$tmp/help" "$tmp/page" > "$tmp/diff" && result ok "$page: the options of --help" || {
			sed 's/^/# /' "$tmp/diff"
			result 'not ok' "$page: the options of --help"
		}
		;;
	esac
	folder=$tmp/$page
	mkdir -p "$folder" "$folder.blocks"
	ln -s "$root/workloads" "$root/validate" "$root/tests" "$folder"
	blocks "$file" "$folder.blocks"
	for block in "$folder.blocks"/[0-9][0-9]; do
		[ -f "$block" ] || continue
		what=$(head -n 1 "$block")
		sed -i 1d "$block"
		if [ "$what" != run ]; then
			cp "$block" "$folder/${what#file }"
		elif session "$block"; then
			result ok "$page: $(head -n 1 "$block.commands")"
		else
			diff "$block.expected" "$block.got" | sed 's/^/# /'
			result 'not ok' "$page: $(head -n 1 "$block.commands")"
		fi
	done
done

# Every page has examples that were run, but for simt-gpu(1), which needs a GPU.
for page in simt-sim.1 simt-sweep.1 simt-why.1 simt-diff.1 simt-plot.1 simt-check.1 workload.csv.5 simt-machine.5 simt-record.5 simt-results.5; do
	result "$(ls "$tmp/$page.blocks"/*.commands > /dev/null 2>&1 && echo ok || echo 'not ok')" "$page has examples"
done
finish
