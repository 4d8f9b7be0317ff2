#!/bin/bash
# The pictures of doc/figures are what the commands of the pages draw that show them. Such a page has blocks that begin with ```sh; they run one
# behind the other, as a reader would run them in the root of the source, and leave `-o NAME.svg`. Prints TAP.
#
#   figures.sh             draws all pictures again, and compares
#   figures.sh --update    draws them into doc/figures (make figures)
. "${srcdir:-.}/tests/helpers/tap.sh"
export PATH=$build:$PATH

pages='README.md doc/course/simt-in-ten-pictures.md doc/figures/README.md'
least=12 most=1500000 # pictures, bytes of all of them
charts=''             # why those of gnuplot cannot be compared
[ "$(gnuplot --version 2>&1)" = 'gnuplot 5.4 patchlevel 4' ] || charts=' # SKIP pictures are those of gnuplot 5.4 patchlevel 4'

# blocks PAGE FOLDER: FOLDER/N.sh for each.
blocks() {
	awk -v to="$2" '/^```sh$/ { n++; open = 1; next } /^```$/ { open = 0 } open { print > (to "/" n ".sh") }' "$1"
}

# drawn FOLDER N: runs the block in FOLDER/drawn; says what is wrong.
drawn() {
	(cd "$1/drawn" && bash -e -u -o pipefail "../$2.sh") > "$1/$2.out" 2> "$1/$2.errors" < /dev/null || tail -n 5 "$1/$2.errors"
}

# fine PAGE PICTURE: whether the page shows it, and a reader can read it, on a dark page too.
fine() {
	grep -qE "^!\[[^]]+\]\(([^)]*/)?${2##*/}\)$" "$1" || echo "$1 does not show ${2##*/}, with words for those who cannot see it"
	grep -q '<rect[^>]*fill="#fff' "$2" || grep -q 'fill="rgb(255,255,255)"\|fill="#ffffff"' "$2" || echo "$2 has no ground of its own"
}

declare -A known
i=0
for page in $pages; do
	folder=$tmp/page.$((i += 1))
	mkdir -p "$folder/drawn"
	ln -s "$root/workloads" "$folder/drawn"
	blocks "$page" "$folder"
	for ((k = 1; ; k++)); do
		[ -e "$folder/$k.sh" ] || break
		mapfile -t names < <(grep -oE -- '-o [a-z0-9-]+\.svg' "$folder/$k.sh" | cut -c 4-)
		[ ${#names[@]} -gt 0 ] || continue
		skip=''
		[[ $(< "$folder/$k.sh") == *--figure* ]] || skip=$charts
		[ -n "$skip" ] || drawn "$folder" $k > "$folder/$k.said"
		for name in "${names[@]}"; do
			[ -z "${known[$name]-}" ] || echo "$name: drawn twice" >> "$folder/$k.said"
			known[$name]=1
			if [ "${1-}" = --update ]; then
				[ -n "$skip" ] || cmp -s "$folder/drawn/$name" "doc/figures/$name" || {
					cp "$folder/drawn/$name" doc/figures && echo "# doc/figures/$name: changed"
				}
			fi
			if [ -n "$skip" ]; then
				result ok "$page draws $name$skip"
			else
				{ cat "$folder/$k.said"; cmp "$folder/drawn/$name" "doc/figures/$name"; fine "$page" "doc/figures/$name"; } 2>&1 |
					result "$page draws $name"
			fi
		done
	done
done

{
	for picture in doc/figures/*.svg; do
		[ -n "${known[${picture##*/}]-}" ] || echo "$picture: no page draws it"
	done
	[ ${#known[@]} -ge $least ] || echo "${#known[@]} pictures"
	bytes=$(cat doc/figures/*.svg | wc -c)
	[ "$bytes" -lt $most ] || echo "$bytes bytes"
} | result 'each picture is drawn by a page, and all together are small'
finish
