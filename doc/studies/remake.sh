#!/bin/bash
# remake.sh STUDY [FOLDER]            simulates the study and draws it: results.csv.gz and its pictures, into FOLDER (doc/studies/STUDY)
# remake.sh --figures STUDY [FOLDER]  draws it from the table that is kept
# remake.sh --sample STUDY FOLDER     simulates a small part of it; each row of FOLDER/results.csv is one of the table that is kept
#
# Run it in the source root, with simt-sweep and simt-plot in PATH (make study-STUDY does). Points are kept in $STORE, by default a folder that is
# removed in the end; with it an interrupted study goes on where it was. STUDY/study.sh has what is run (`points`, `sample`) and drawn
# (`figures`).
set -eu
export LC_ALL=C

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

# sweep NAME OPTION... WORKLOAD: a sweep; its rows are added to the table, without numbers of points, folders of workloads, and commas and
# quotes in names, so that awk can read it. `keep` of a study drops rows.
keep() { cat; }
sweep() {
	local name=$1

	shift
	simt-sweep --quiet "$@" -o "$store/$name"
	sed 's/^[^,]*,//; s/^[^,]*\/\([^,]*\)\.csv,/\1,/' "$store/$name/results.csv" |
		awk 'BEGIN { FS = OFS = "\"" } { for (i = 2; i <= NF; i += 2) gsub(",", "", $i); gsub("\"", ""); print }' | keep > "$tmp/rows"
	[ ! -s "$tmp/results.csv" ] || sed -i 1d "$tmp/rows"
	cat "$tmp/rows" >> "$tmp/results.csv"
}

# plot NAME OPTION... TABLE: a picture; its script and data are not kept. Of an SVG, what names the version of gnuplot, empty groups and defaults are
# left out. With $DRAW=png pictures to look at.
plot() {
	local name=$1.${DRAW-svg}

	shift
	simt-plot "$@" -o "$tmp/$name"
	[ "${DRAW-svg}" != svg ] || sed -i -e '/^<desc>/d' -e '/^<g fill=.*>$/{N;/\n<\/g>$/d;P;D}' -e 's/ stroke-linecap="butt" stroke-linejoin="miter"//' "$tmp/$name"
	mv "$tmp/$name" "$to/$name"
}

# columns NAME...: these columns of a table without quoted cells.
columns() {
	awk -F, -v OFS=, -v names="$*" '
		NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i }
		{ for (i = 1; i <= n; i++) printf "%s%s", $at[name[i]], i < n ? OFS : "\n" }'
}

. "$here/study.sh"
case $part in
figures) ;;
*)
	$part
	if [ "$part" = sample ]; then
		mv "$tmp/results.csv" "$to/results.csv"
		exit
	fi
	gzip -9n < "$tmp/results.csv" > "$tmp/results.csv.gz"
	mv "$tmp/results.csv.gz" "$to/results.csv.gz"
	;;
esac
gzip -cd "$([ -f "$to/results.csv.gz" ] && echo "$to" || echo "$here")/results.csv.gz" > "$tmp/table.csv"
figures "$tmp/table.csv"
