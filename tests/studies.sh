#!/bin/bash
# The studies of doc/studies are of this model: a small part of each, simulated again, has rows that its table has, and each picture is what
# simt-plot draws from the table. After a change of the timing model `make studies` remakes them. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
unset SIMT_ALLOW_PATH
export PATH=$build:$PATH

studies='widths divergence next-gpu'
simulated='' drawn=''
[ -x "$build/simt-sweep" ] || simulated=' # SKIP built without GSL'
grep -qs '^SIMT_CFLAGS = .*-fsanitize' "$build/Makefile" && simulated=' # SKIP sanitizers take too long'
[ "$(gnuplot --version 2>&1)" = 'gnuplot 5.4 patchlevel 4' ] || drawn=' # SKIP pictures are those of gnuplot 5.4 patchlevel 4'

for study in $studies; do
	if [ -z "$simulated" ]; then
		{
			bash doc/studies/remake.sh --sample "$study" "$tmp/$study" 2>&1
			[ "$(wc -l < "$tmp/$study/results.csv")" -gt 10 ] || echo 'hardly anything was simulated'
			for table in "$tmp/$study"/*.csv; do
				gzip -cd "doc/studies/$study/${table##*/}.gz" > "$tmp/kept"
				grep -vxF -f "$tmp/kept" "$table" | sed "1s/^/not in the table of the study; make study-$study remakes it\n/"
			done
		} | result "$study: a part of it, simulated again"
	else
		result ok "$study: a part of it, simulated again$simulated"
	fi
	if [ -z "$drawn" ]; then
		{
			bash doc/studies/remake.sh --figures "$study" "$tmp/$study" 2>&1
			for picture in "doc/studies/$study"/*.svg; do
				cmp "$picture" "$tmp/$study/${picture##*/}"
				[ "$(stat -c %s "$picture")" -lt 100000 ] || echo "$picture is larger than 100 kB"
				grep -qF "(${picture##*/})" "doc/studies/$study/README.md" || echo "the page does not show $picture"
			done
		} 2>&1 | result "$study: its pictures, drawn again"
	else
		result ok "$study: its pictures, drawn again$drawn"
	fi
done
finish
