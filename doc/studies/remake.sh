#!/bin/bash
# remake.sh STUDY [FOLDER]            simulates the study and draws it: results.csv.gz and its pictures, into FOLDER (doc/studies/STUDY)
# remake.sh --figures STUDY [FOLDER]  draws it from the table that is kept
# remake.sh --sample STUDY FOLDER     simulates a small part of it; each row of FOLDER/*.csv is one of the table that is kept
#
# Run it in the source root, with simt-sweep and simt-plot in PATH (make study-STUDY does). Points are kept in $STORE, by default a folder that is
# removed in the end; with it an interrupted study goes on where it was. STUDY/study.sh has what is run (`points`, `sample`) and drawn
# (`figures`), and its `tables`.
set -eu
export LC_ALL=C SIMT_ALLOW_PATH=$PWD/workloads

part=points
case $1 in
--figures | --sample)
	part=${1#--}
	shift
	;;
esac
here=doc/studies/$1
to=${2-$here}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
store=${STORE-$tmp/store}/$1
mkdir -p "$to" "$store"

# sweep NAME OPTION... WORKLOAD: a sweep; its rows are added to the table, without numbers of points, folders and lines of workloads, and
# commas and quotes in names, so that awk can read it. `keep` of a study drops rows.
keep() { cat; }
sweep() {
	local name=$1

	shift
	simt-sweep --quiet "$@" -o "$store/$name"
	sed 's/^[^,]*,//; s/^[^,]*\/\([^,]*\)\.csv,/\1,/' "$store/$name/results.csv" |
		awk 'BEGIN { FS = OFS = "\"" } { for (i = 2; i <= NF; i += 2) gsub(",", "", $i); gsub("\"", ""); print }' |
		sed 's/,[^,:]*\/[^,:]*:[0-9]*:[0-9]*: /,/' | keep > "$tmp/rows"
	[ ! -s "$tmp/results.csv" ] || sed -i 1d "$tmp/rows"
	cat "$tmp/rows" >> "$tmp/results.csv"
}

# plot NAME OPTION... TABLE: a picture; its script and data are not kept. Of an SVG, what names the version of gnuplot, empty groups and texts, and
# defaults are left out. With $DRAW=png pictures to look at.
plot() {
	local name=$1.${DRAW-svg}

	shift
	simt-plot "$@" -o "$tmp/$name"
	[ "${DRAW-svg}" != svg ] || sed -i -z -e 's/<desc>[^\n]*\n//; s/ stroke-linecap="butt" stroke-linejoin="miter"//g' \
		-e 's/<g fill=[^>]*>\n<\/g>\n//g; s/\t<g transform=[^>]*>\n\t*<text><\/text>\n\t*<\/g>//g' "$tmp/$name"
	mv "$tmp/$name" "$to/$name"
}

. "$here/study.sh"
[ "$part" = figures ] || "$part"
kept=()
for table in ${tables-results}; do
	if [ "$part" = sample ]; then
		mv "$tmp/$table.csv" "$to/$table.csv"
		continue
	fi
	if [ "$part" = points ]; then
		gzip -9n < "$tmp/$table.csv" > "$tmp/$table.csv.gz"
		mv "$tmp/$table.csv.gz" "$to/$table.csv.gz"
	fi
	gzip -cd "$([ -f "$to/$table.csv.gz" ] && echo "$to" || echo "$here")/$table.csv.gz" > "$tmp/kept-$table.csv"
	kept+=("$tmp/kept-$table.csv")
done
[ "$part" = sample ] || figures "${kept[@]}"
