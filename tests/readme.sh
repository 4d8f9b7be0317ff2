#!/bin/bash
# The numbers and pictures of READMEs and of doc/ are what the programs print. A block there is
#
#   <!-- $ COMMAND -->        COMMAND, which may go over several lines, runs with bash in the source root; simt-sim, simt-check and
#   ...                       simt-gpu of the build come first in PATH. What it prints stands in place of the dots.
#   <!-- end -->
#
# With $$ instead of $ what it prints stands in a code fence: pictures, tables of the programs. $T is a folder for files, the same for all
# blocks of a page: a first block without output can run the simulator for all that follow. A command that fails, or has failed in a pipe,
# fails the block. A table with a number outside of a block fails as well, in READMEs of workloads with blocks and of techniques. Prints TAP.
#
# `<!-- long $ COMMAND -->`: it takes more than a few seconds. Such a block is right without being remade where a hash of all that it is made
# from (pages.sh) is the one that was kept when it was last made. Of those whose hash is another, as many are remade as fit into
# $SIMT_PAGES_SECONDS of CPU (30 by default, none with SIMT_TEST_QUICK), others for each SIMT_SEED, and the rest are skipped by name. With
# SIMT_LONG all are remade, whatever was kept. With SIMT_TEST_QUICK a sample of the pages is looked at.
#
#   readme.sh [FOLDER|FILE...]            checks these; all pages by default
#   readme.sh --update [FOLDER|FILE...]   writes what the commands print into the pages, and keeps the hashes; long blocks that are not
#                                         made from anything new are left as they are (make pages does all)
# $builddir has the programs, $srcdir is the source root.
. "${srcdir:-.}/tests/helpers/tap.sh"
unset SIMT_ALLOW_PATH
set -f
grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$build/Makefile" && unset SIMT_LONG && SIMT_PAGES_SECONDS=0
export PATH=$build:$PATH
. tests/helpers/pages.sh

# take_apart FILE FOLDER: each block N into FOLDER/N.command and .text, N.head (line, kind, long or not); numbers in tables outside of
# blocks into FOLDER/stray; what is wrong with the blocks into FOLDER/errors. FOLDER/frame is the page with "\001N" in place of texts.
take_apart() {
	mkdir "$2" && awk -v to="$2" '
		function begin(line,    kind) {
			kind = line ~ /^<!-- (long )?\$\$ / ? "fenced" : "plain"
			n++
			print NR, kind, (match(line, /^<!-- long /) ? substr(line, 6, RLENGTH - 6) : "short") > (to "/" n ".head")
			sub(/^<!-- (long )?\$\$? /, "", line)
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
		/^<!-- (long )?\$/ && state != "" {
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
		/^<!-- (long )?\$\$? / { begin($0); if (state == "text") frame("\001" n); next }
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

# remake FOLDER N: the block again, into FOLDER/N.new; seconds of CPU into FOLDER/N.cpu; the status of its command
remake() {
	local status

	mkdir -p "$1/files"
	T=$1/files cpu "$1/$2.cpu" bash -e -u -o pipefail "$1/$2.command" < /dev/null > "$1/$2.out" 2> "$1/$2.errors"
	status=$?
	in_fence "$1" "$2" < "$1/$2.out" > "$1/$2.new"
	return $status
}

in_fence() { # FOLDER N: standard input as it stands on the page
	if [[ $(< "$1/$2.head") == *fenced* ]]; then
		echo '```' && cat && echo '```'
	else
		cat
	fi
}

is_long() { # FOLDER N
	[[ $(< "$1/$2.head") == *long ]]
}

# A hash of what block N of the page is made from, and of the text FILE that is made.
hash_of() { # PAGE FOLDER N FILE
	local i

	for ((i = 1; i <= $3; i++)); do
		cat "$2/$i.command"
	done > "$2/$3.all"
	pages_hash "$1" "$4" "$2/$3.all"
}

# plan PAGE FOLDER: takes it apart; FOLDER/N.plan is `run`, or, of a long block, `same`, what it is made from being what it was, or `new`.
plan() {
	local blocks i kept

	take_apart "$1" "$2" || exit 99
	blocks=$(< "$2/blocks")
	for ((i = 1; i <= blocks; i++)); do
		echo run > "$2/$i.plan"
		is_long "$2" $i || continue
		hash_of "$1" "$2" $i "$2/$i.text" > "$2/$i.hash"
		read -r _ kept <<< "$(pages_row "$1" $i)"
		[ -z "${SIMT_LONG-}" ] || continue
		[ "$kept" = "$(< "$2/$i.hash")" ] && echo same > "$2/$i.plan" || echo new > "$2/$i.plan"
	done
}

# needs FOLDER N: the block, and those long ones before it that may leave files for it and are not going to run
needs() {
	local i

	for ((i = 1; i < $2; i++)); do
		# shellcheck disable=SC2016 # the name of the folder, as it stands there
		[ "$(< "$1/$i.plan")" = run ] || ! grep -q '\$T' "$1/$i.command" || ! grep -q '\$T' "$1/$2.command" || echo $i
	done
	echo "$2"
}

# choose SECONDS: of the blocks that are made from something new so many are to run as fit
choose() {
	local left=$1 page folder i k block seconds sum

	for i in "${!pages[@]}"; do
		for block in "$tmp/page.$i"/*.plan; do
			[ "$(cat "$block" 2> /dev/null)" != new ] || {
				block=${block##*/}
				echo "$(sample_choice $((i * 1000 + ${block%.plan})) 1000000) $i ${block%.plan}"
			}
		done
	done | sort -n > "$tmp/new"
	while read -r _ i block; do
		page=${pages[i]} folder=$tmp/page.$i sum=0
		for k in $(needs "$folder" "$block"); do
			read -r seconds _ <<< "$(pages_row "$page" "$k")"
			[ "$seconds" != '?' ] || seconds=20
			sum=$((sum + ${seconds%.*} + 1))
		done
		[ $sum -le "$left" ] || continue
		left=$((left - sum))
		for k in $(needs "$folder" "$block"); do
			echo run > "$folder/$k.plan"
		done
	done < "$tmp/new"
}

# A technique's folder has cases that are compared with others.
is_of_technique() { # PAGE
	[[ $1 == workloads/* ]] && find "${1%/*}" -name '*.csv' -exec grep -m 1 '^[^#]' {} \; | grep -q ',before,'
}

check() { # FILE FOLDER NUMBER
	local blocks i line name status seconds

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
		name=${name//#/}
		case $(< "$2/$i.plan") in
		same)
			result 0 "$name (long: made from what it was made from)"
			continue
			;;
		new)
			read -r seconds _ <<< "$(pages_row "$1" $i)"
			result 0 "$name # SKIP long, made from something new, and not in the sample of seed ${SIMT_SEED:-0}: $seconds seconds"
			continue
			;;
		esac
		sampled "$3" 4 || {
			left_out "$name"
			continue
		}
		remake "$2" $i
		status=$?
		[ $status = 0 ] || { echo "status $status" && tail -n 20 "$2/$i.errors"; } | sed 's/^/# /'
		diff "$2/$i.text" "$2/$i.new" > "$2/diff" || status=1
		head -n 30 "$2/diff" | sed 's/^/# /'
		result $status "$name"
	done
	if { [[ $1 != README.md && $1 != doc/* ]] && [ "$blocks" -gt 0 ]; } || is_of_technique "$1"; then
		sed 's/^/# /' "$2/stray"
		[ ! -s "$2/stray" ]
		result $? "$1: the numbers in its tables stand in blocks"
	fi
}

update() { # FILE FOLDER
	local blocks i k line seconds

	plan "$1" "$2"
	if [ -s "$2/errors" ]; then
		sed "s|^|$1: |" "$2/errors" >&2
		exit 1
	fi
	blocks=$(< "$2/blocks")
	for ((i = blocks; i > 0; i--)); do
		[ "$(< "$2/$i.plan")" != new ] || for k in $(needs "$2" $i); do
			echo run > "$2/$k.plan"
		done
	done
	for ((i = 1; i <= blocks; i++)); do
		read -r line _ < "$2/$i.head"
		read -r seconds _ <<< "$(pages_row "$1" $i)"
		if [ "$(< "$2/$i.plan")" = same ]; then
			cp "$2/$i.text" "$2/$i.new"
			echo "$1,$i,$seconds,$(< "$2/$i.hash")" >> "$2/rows"
			continue
		fi
		remake "$2" $i || {
			cat "$2/$i.errors" >&2
			echo "$1:$line: failed, the page is left as it was" >&2
			exit 1
		}
		cmp -s "$2/$i.text" "$2/$i.new" || echo "$1:$line: changed"
		! is_long "$2" $i || echo "$1,$i,$(< "$2/$i.cpu"),$(hash_of "$1" "$2" $i "$2/$i.new")" >> "$2/rows"
	done
	[ "$blocks" = 0 ] || awk -v from="$2" '/^\001/ { file = from "/" substr($0, 2) ".new"; while ((getline line < file) > 0) print line; next }
		{ print }' "$2/frame" > "$2/page" || exit 99
	[ "$blocks" = 0 ] || cmp -s "$2/page" "$1" || cat "$2/page" > "$1"
	[ ! -e "$2/rows" ] || pages_keep < "$2/rows"
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
	mapfile -t pages < <({ echo README.md && find workloads -name '*.md' && grep -rlE '^<!-- (long )?\$\$? ' doc; } | sort)
fi
if [ $what = update ]; then
	for i in "${!pages[@]}"; do
		update "${pages[i]}" "$tmp/page.$i"
	done
	exit
fi

pages_sums
for i in "${!pages[@]}"; do
	plan "${pages[i]}" "$tmp/page.$i"
done
set +f
choose "${SIMT_PAGES_SECONDS-$([ -n "${SIMT_TEST_QUICK+set}" ] && echo 0 || echo 30)}"
set -f
# Pages side by side, as many as there are processors; their results in the order of the list, numbered anew.
for i in "${!pages[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
		wait -n
	done
	(check "${pages[i]}" "$tmp/page.$i" "$i" && echo end) > "$tmp/tap.$i" &
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
	unset SIMT_TEST_QUICK
	(failed=0 n=0 && plan "$tmp/page.md" "$tmp/self" && check "$tmp/page.md" "$tmp/self" 0) > "$tmp/self.tap"
	[ "$(grep -oE '^(not )?ok' "$tmp/self.tap" | tr '\n' ' ')" = "ok ok not ok not ok not ok " ]
	result $? "of five made-up blocks and tables the right ones pass"
	sed '/^<!-- \$ echo fails/,$d' "$tmp/page.md" > "$tmp/mended.md"
	(update "$tmp/mended.md" "$tmp/self.update") > /dev/null &&
		diff "$tmp/mended.md" <(sed -e '/^<!-- \$ echo fails/,$d' -e 's/^wrong$/right/' "$tmp/page.md") > /dev/null
	result $? "an update writes what the commands print, and nothing else"
	printf '%s\n' '<!-- $ echo x -->' x > "$tmp/open.md"
	(failed=0 n=0 && plan "$tmp/open.md" "$tmp/self.open" && check "$tmp/open.md" "$tmp/self.open" 0) | grep -q '^not ok'
	result $? "a block without an end is told"
fi
finish
