#!/bin/bash
# The numbers and pictures of READMEs and of doc/ are what the programs print. A block there is
#
#   <!-- $ COMMAND -->        COMMAND, which may go over several lines, runs with bash in the source root; simt-sim, simt-check and
#   ...                       simt-gpu of the build come first in PATH. What it prints stands in place of the dots.
#   <!-- end -->
#
# With $$ instead of $ what it prints stands in a code fence: pictures, tables of the programs. `<!-- long $ COMMAND -->`: it takes more
# than a few seconds, and is passed over unless SIMT_LONG or SIMT_LONG_PAGES is set or the page is written (--update); `longest`: than some
# minutes, and SIMT_LONG_PAGES is not enough. $T is a folder for files, the same for all blocks of a page: a first block without output can
# run the simulator for all that follow. A command that fails, or has failed in a pipe, fails the block. A table with a number outside of a block fails as well, in READMEs of workloads with blocks and of
# techniques. Prints TAP.
#
#   readme.sh [FOLDER|FILE...]            checks these; all pages by default
#   readme.sh --update [FOLDER|FILE...]   writes what the commands print into the pages
# $builddir has the programs, $srcdir is the source root.
set -uf

build=$(cd "${builddir:-.}" && pwd) || exit 99
cd "${srcdir:-.}" || exit 99
grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$build/Makefile" && unset SIMT_LONG SIMT_LONG_PAGES
export PATH=$build:$PATH SIMT_DATADIR=${SIMT_DATADIR:-$PWD/sim} LC_ALL=C
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
count=0 failed=0

# result STATUS TEXT: one line of TAP
result() {
	count=$((count + 1))
	if [ "$1" = 0 ]; then
		echo "ok $count - $2"
	else
		echo "not ok $count - $2"
		failed=1
	fi
}

# take_apart FILE FOLDER: each block N into FOLDER/N.command and .text, N.head (line, kind, long or not); numbers in tables outside of
# blocks into FOLDER/stray; what is wrong with the blocks into FOLDER/errors. FOLDER/frame is the page with "\001N" in place of texts.
take_apart() {
	mkdir "$2" && awk -v to="$2" '
		function begin(line,    kind) {
			kind = line ~ /^<!-- (long(est)? )?\$\$ / ? "fenced" : "plain"
			n++
			print NR, kind, (match(line, /^<!-- long(est)? /) ? substr(line, 6, RLENGTH - 6) : "short") > (to "/" n ".head")
			sub(/^<!-- (long(est)? )?\$\$? /, "", line)
			printf "" > (to "/" n ".text")
			command(line)
		}
		function command(line) {
			state = line ~ / -->$/ ? "text" : "command"
			sub(/ -->$/, "", line)
			print line > (to "/" n ".command")
			if (state == "text") {
				close(to "/" n ".command")
				begun = NR
			}
		}
		function frame(line) { print line > (to "/frame") }
		function wrong(text) { print text > (to "/errors") }
		/^<!-- (long(est)? )?\$/ && state != "" {
			wrong("line " NR ": a block within a block")
		}
		state == "command" { frame($0); command($0); if (state == "text") frame("\001" n); next }
		/^<!-- end -->$/ {
			if (state == "")
				wrong("line " NR ": the end of no block")
			state = ""
			frame($0)
			next
		}
		state == "text" { print > (to "/" n ".text"); next }
		{ frame($0) }
		/^<!-- (long(est)? )?\$\$? / { begin($0); if (state == "text") frame("\001" n); next }
		/^```/ { fence = !fence }
		/^\|/ && !fence {
			line = $0
			gsub(/`[^`]*`/, "", line)
			if (line ~ /[0-9]/)
				print "line " NR ": " $0 > (to "/stray")
		}
		END {
			if (state != "")
				wrong("line " begun ": a block without an end")
			print n + 0 > (to "/blocks")
		}' "$1" && touch "$2/errors" "$2/stray"
}

# remake FOLDER N: the block again, into FOLDER/N.new; the status of its command
remake() {
	local status fence='```'

	mkdir -p "$1/files"
	T=$1/files bash -e -u -o pipefail "$1/$2.command" < /dev/null > "$1/$2.out" 2> "$1/$2.errors"
	status=$?
	if [[ $(< "$1/$2.head") == *fenced* ]]; then
		{ echo "$fence" && cat "$1/$2.out" && echo "$fence"; } > "$1/$2.new"
	else
		cp "$1/$2.out" "$1/$2.new"
	fi
	return $status
}

is_passed_over() { # FOLDER N
	case $(< "$1/$2.head") in
	*longest) [ -z "${SIMT_LONG-}" ] ;;
	*long) [ -z "${SIMT_LONG-}${SIMT_LONG_PAGES-}" ] ;;
	*) false ;;
	esac
}

# A technique's folder has cases that are compared with others.
is_of_technique() { # PAGE
	[[ $1 == workloads/* ]] && find "${1%/*}" -name '*.csv' -exec grep -m 1 '^[^#]' {} \; | grep -q ',before,'
}

check() { # FILE FOLDER
	local blocks i line name status

	take_apart "$1" "$2" || exit 99
	blocks=$(< "$2/blocks")
	if [ -s "$2/errors" ]; then
		sed 's/^/# /' "$2/errors"
		result 1 "$1: its blocks"
		return
	fi
	for ((i = 1; i <= blocks; i++)); do
		read -r line _ < "$2/$i.head"
		IFS= read -r name < "$2/$i.command"
		name="$1:$line: ${name:0:100}"
		if is_passed_over "$2" $i; then
			result 0 "$name # SKIP long"
			continue
		fi
		remake "$2" $i
		status=$?
		[ $status = 0 ] || { echo "status $status" && tail -n 20 "$2/$i.errors"; } | sed 's/^/# /'
		diff "$2/$i.text" "$2/$i.new" > "$2/diff" || status=1
		head -n 30 "$2/diff" | sed 's/^/# /'
		result $status "${name//#/}"
	done
	if { [[ $1 != README.md && $1 != doc/* ]] && [ "$blocks" -gt 0 ]; } || is_of_technique "$1"; then
		sed 's/^/# /' "$2/stray"
		[ ! -s "$2/stray" ]
		result $? "$1: the numbers in its tables stand in blocks"
	fi
}

update() { # FILE FOLDER
	local blocks i line

	take_apart "$1" "$2" || exit 99
	if [ -s "$2/errors" ]; then
		sed "s|^|$1: |" "$2/errors" >&2
		exit 1
	fi
	blocks=$(< "$2/blocks")
	for ((i = 1; i <= blocks; i++)); do
		read -r line _ < "$2/$i.head"
		remake "$2" $i || {
			cat "$2/$i.errors" >&2
			echo "$1:$line: failed, the page is left as it was" >&2
			exit 1
		}
		cmp -s "$2/$i.text" "$2/$i.new" || echo "$1:$line: changed"
	done
	[ "$blocks" = 0 ] || awk -v from="$2" '/^\001/ { file = from "/" substr($0, 2) ".new"; while ((getline line < file) > 0) print line; next }
		{ print }' "$2/frame" > "$2/page" || exit 99
	[ "$blocks" = 0 ] || cmp -s "$2/page" "$1" || cat "$2/page" > "$1"
}

what=check
if [ "${1-}" = --update ]; then
	what=update
	shift
fi
if [ $# -gt 0 ]; then
	for page; do
		[ ! -d "$page" ] || page=${page%/}/README.md
		[ -e "$page" ] || page=workloads/$page/README.md
		pages+=("$page")
	done
else
	mapfile -t pages < <({ echo README.md && find workloads -name '*.md' && grep -rlE '^<!-- (long(est)? )?\$\$? ' doc; } | sort)
fi
if [ $what = update ]; then
	for i in "${!pages[@]}"; do
		update "${pages[i]}" "$tmp/page.$i"
	done
	exit
fi

# Pages side by side, as many as there are processors; their results in the order of the list, numbered anew.
for i in "${!pages[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
		wait -n
	done
	(check "${pages[i]}" "$tmp/page.$i" && echo end) > "$tmp/tap.$i" &
done
wait
for i in "${!pages[@]}"; do
	while IFS= read -r line; do
		case $line in
		'ok '*) result 0 "${line#ok * - }" ;;
		'not ok '*) result 1 "${line#not ok * - }" ;;
		end) ;;
		*) echo "$line" ;;
		esac
	done < "$tmp/tap.$i"
	[ "$(tail -n 1 "$tmp/tap.$i")" = end ] || result 1 "${pages[i]}: was checked to its end"
done

# ---- this script: each kind of block is told right from wrong, and an update mends what can be mended ----
if [ $# = 0 ]; then
	cat > "$tmp/page.md" << 'END'
<!-- $ echo first
echo second > $T/kept -->
first
<!-- end -->
<!-- $$ cat $T/kept -->
```
second
```
<!-- end -->
| `x1` | y |
<!-- $ echo right -->
wrong
<!-- end -->
<!-- $ echo fails; false | cat -->
fails
<!-- end -->
| x | 1 |
END
	(failed=0 count=0 && check "$tmp/page.md" "$tmp/self") > "$tmp/self.tap"
	[ "$(grep -oE '^(not )?ok' "$tmp/self.tap" | tr '\n' ' ')" = "ok ok not ok not ok not ok " ]
	result $? "of five made-up blocks and tables the right ones pass"
	sed '/^<!-- \$ echo fails/,$d' "$tmp/page.md" > "$tmp/mended.md"
	(update "$tmp/mended.md" "$tmp/self.update") > /dev/null &&
		diff "$tmp/mended.md" <(sed -e '/^<!-- \$ echo fails/,$d' -e 's/^wrong$/right/' "$tmp/page.md") > /dev/null
	result $? "an update writes what the commands print, and nothing else"
	printf '%s\n' '<!-- $ echo x -->' x > "$tmp/open.md"
	(failed=0 count=0 && check "$tmp/open.md" "$tmp/self.open") | grep -q '^not ok'
	result $? "a block without an end is told"
fi
echo "1..$count"
exit $failed
