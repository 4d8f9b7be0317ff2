#!/bin/bash
# simt-plot: a picture of each kind and format from small tables, drawn by gnuplot without a word, and the same bytes each time; what is beside
# a picture, restyling it, mistakes, and what is left if something fails. What it computes is for tests/workloads/test-plot. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
plot=$build/simt-plot
study=$root/tests/data/plot-study
cd "$tmp" || exit 99

# draws NAME ARGUMENT...: the picture is drawn twice; nothing is said, and the three files have the same bytes.
draws() {
	local name=$1 file

	shift
	"$plot" "$@" -o "$name" > said 2>&1 || { echo "status $?"; cat said; return; }
	cat said
	mkdir -p first
	for file in "$name" "${name%.*}.gp" "${name%.*}.dat"; do
		[ -s "$file" ] || echo "$file is empty"
		mv "$file" first/
	done
	sleep 1.1 # what has the time in it, as PDF, would differ
	"$plot" "$@" -o "$name" > said 2>&1 || { echo "status $?"; cat said; return; }
	for file in "$name" "${name%.*}.gp" "${name%.*}.dat"; do
		cmp "$file" "first/$file"
	done
	compgen -G '*.part'
}

# Without gnuplot only script and data are made.
if command -v gnuplot > /dev/null; then
	skip=
	drawn() { draws "$@"; }
else
	skip=' # SKIP no gnuplot (Debian: gnuplot-nox)'
	drawn() { "$plot" "${@:2}" --no-draw -o "$1" 2>&1; }
fi
speed=(--x warp --y speed-up --by reconvergence)

drawn lines.svg "$study" "${speed[@]}" --where banks=2 --log x --line 1 | result "lines$skip"
drawn facets.svg "$study" "${speed[@]}" --facet variant --log xy | result "small multiples of lines, with a point that failed$skip"
drawn bars.png "$study" --x case --y cycles --by reconvergence --where warp=32 --title 'Warps of 32' | result "grouped bars, PNG$skip"
drawn heat.pdf "$study" --kind heat --x warp --by banks --y cycles --facet reconvergence --log y --where variant='as compiled' |
	result "a heat map, PDF$skip"
drawn tornado.svg "$study/tornado.csv" --y 'change of cycles (%)' | result "a tornado$skip"
drawn 'odd|n''ame %d.svg' "$study/names.csv" --x who_does^it --y y{axis}_ --by '50% of it' --kind bars | result "names with quotes and signs of gnuplot$skip"
drawn one.svg "$study" --x machine --y speed-up --where warp=16 --where banks=1 --where reconvergence=ideal --where case=if-kept-1-50 |
	result "a single point$skip"
if [ -z "$skip" ]; then
	python3 - > odd 2>&1 << 'END'
import xml.dom.minidom
text = " ".join(t.firstChild.data for name in ("odd|name %d.svg", "lines.svg", "tornado.svg") for t in xml.dom.minidom.parse(name).getElementsByTagName("text"))
for part in ("it's", 'a "b" `c` $d', "<&>%d", "a_b^c", "\\n@x", "{/Bold é}", "who_does^it", "speed-up over the baseline", "warp_size",
             "Machine h200, simt-sim 0.1.0, 2026-11-26. 1 parameter without an effect is left out."):
    if part not in text:
        print("not in the pictures:", part)
END
	result "$([ -s odd ] && echo 'not ok' || echo ok)" 'SVG is XML, and shows names as they are' odd
else
	result ok "SVG is XML, and shows names as they are$skip"
fi

# ---- beside the picture ----
"$plot" "$study" "${speed[@]}" --where banks=2 --no-draw -o beside.svg 2>&1 | result '--no-draw says nothing'
{
	has beside.gp '^# A picture made by simt-plot: lines' "set output 'beside.svg'" "^data = 'beside.dat'"
	has beside.dat '^# x median least most rows' '^# reconvergence = stack' '^8 [0-9.]+ [0-9.]+ [0-9.]+ 4$'
	[ ! -e beside.svg ] || echo 'there is a picture'
} | result '--no-draw writes script and data'
if [ -z "$skip" ]; then
	{
		LC_ALL=C.UTF-8 gnuplot beside.gp 2>&1
		mv beside.svg by-hand.svg
		"$plot" "$study" "${speed[@]}" --where banks=2 -o beside.svg 2>&1
		cmp beside.svg by-hand.svg
		sed -i 's/#e69f00/#123456/' beside.gp
		"$plot" "$study" "${speed[@]}" --where banks=2 --where variant='as compiled' --keep-script -o beside.svg 2>&1
		grep -q '#123456' beside.gp || echo 'the script was replaced'
		cmp -s beside.svg by-hand.svg && echo 'the picture is the old one'
	} | result 'gnuplot SCRIPT draws the same; --keep-script keeps a restyled one'
	cp beside.svg old.svg
	echo 'set nonsense' >> beside.gp
	{
		"$plot" "$study" "${speed[@]}" --keep-script -o beside.svg > said 2>&1 && echo 'status 0'
		has said '^beside.gp: gnuplot does not draw it: line [0-9]+: '
		cmp beside.svg old.svg
		compgen -G '*.part'
	} | result 'a broken script is one sentence, and the old picture stays'
else
	result ok "gnuplot SCRIPT draws the same; --keep-script keeps a restyled one$skip"
	result ok "a broken script is one sentence, and the old picture stays$skip"
fi

# ---- mistakes ----
# mistake STATUS PATTERN ARGUMENT...: one line that matches.
mistake() {
	local status=$1 pattern=$2 got

	shift 2
	"$plot" "$@" > said 2>&1
	got=$?
	{
		[ "$got" = "$status" ] || echo "status $got"
		[ "$(wc -l < said)" = 1 ] || echo 'not one line'
		has said "$pattern"
	} | result "mistake: $pattern"
}
: > empty.csv
echo 'a,b' > header.csv
mkdir none
echo 'plot sin(x)' > own.gp
printf 'x,y\n1,2\n' > small.csv
cp small.csv taken.dat
mistake 2 '^simt-plot: 0 tables given' -o p.svg
mistake 2 '^simt-plot: -o has to name the picture' "$study" "${speed[@]}"
mistake 2 'has to end in \.svg, \.png or \.pdf$' "$study" "${speed[@]}" -o p.bmp
mistake 2 "did you mean 'warp'\\?$" "$study" --x wrap --y speed-up -o p.svg
mistake 2 'it has point, machine, warp_size' "$study" --x warp --y nonsense -o p.svg
mistake 2 '--x and --y have to name the columns that are drawn; .* has point, machine' "$study/results.csv" -o p.svg
mistake 2 'no row is left: no row fits all filters$' "$study" "${speed[@]}" --where case=if-kept-1-50 --where variant='as compiled' -o p.svg
mistake 2 "^simt-plot: --where warp=33: no row of .*; did you mean '32'\?$" "$study" "${speed[@]}" --where warp=33 -o p.svg
mistake 3 "results\.csv:2:[0-9]+: column 'case' has '.*', which is not a number$" "$study" --x warp --y case -o p.svg
mistake 3 '^none: the folder has no results\.csv' none --x x --y y -o p.svg
mistake 3 '^empty\.csv: ' empty.csv --x x --y y -o p.svg
mistake 3 '^header\.csv: the table has no rows$' header.csv --x a --y b -o p.svg
mistake 3 '^missing\.csv: No such file' missing.csv --x x --y y -o p.svg
mistake 3 '^none/there/p\.dat: No such file or directory$' small.csv --x x --y y -o none/there/p.svg
mistake 2 '^simt-plot: own\.gp: simt-plot has not made this script' small.csv --x x --y y -o own.svg
mistake 2 'taken\.dat is an input' taken.dat --x x --y y -o taken.svg
mistake 2 'a picture has at most 12 lines' "$study" --x warp --y speed-up --by cycles -o p.svg
mistake 2 '^simt-plot: --keep-script: p\.gp: No such file' small.csv --x x --y y --keep-script -o p.svg
mistake 2 '^simt-plot: --kind pie: one of lines, bars, heat, tornado, pareto$' small.csv --kind pie -o p.svg
mistake 2 '^simt-plot: --size 9x9: ' small.csv --x x --y y --size 9x9 -o p.svg
said=$(PATH=$tmp/none; "$plot" small.csv --x x --y y -o nothing.svg 2>&1; echo "status $?")
{
	[ -s nothing.gp ] && [ -s nothing.dat ] && [ ! -e nothing.svg ] || echo 'script and data are not there, or a picture is'
	[ "$said" = 'nothing.gp and nothing.dat are written, but there is no gnuplot in PATH to draw the picture; install it (Debian: gnuplot-nox)
status 3' ] || echo "$said"
} | result 'without gnuplot script and data are written, and what to install is said'
finish
