#!/bin/bash
# What the source must not do, read from its text. Libraries depend one way, base <- isa <- sim <- workloads <- validate, and only validate/,
# workloads/sweep/ and workloads/study/ use GSL; they neither print nor end the program; no file names a folder of the machine it was made on. programs/ may
# include and print what it likes. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

layers=(base isa sim workloads validate)
# Library files that write to a FILE the caller gives them.
writers=' base/csvfile.c sim/runtime/inspect-template.c sim/runtime/inspect.c sim/machine/parameters.c workloads/reader/expand.c workloads/report/keys.c workloads/analysis/lanes-draw.c workloads/analysis/placed.c workloads/report/report.c workloads/report/report-bound.c workloads/report/report-details.c workloads/report/report-advice.c workloads/report/report-causes.c workloads/report/report-causes-json.c workloads/report/report-source-lines.c workloads/report/report-json.c workloads/report/report-roots.c workloads/report/report-split.c workloads/report/report-table.c workloads/report/report-text.c workloads/runner/saved.c workloads/analysis/split-write.c workloads/compare/report-differences.c workloads/compare/report-differences-markdown.c workloads/compare/report-differences-json.c workloads/plot/canvas-cairo.c workloads/plot/data.c workloads/plot/gnuplot.c workloads/plot/quote.c workloads/plot/script.c workloads/plot/script-bars.c workloads/plot/script-lines.c workloads/sweep/emit-inputs.c workloads/sweep/emit.c workloads/sweep/gather.c workloads/sweep/store.c workloads/sweep/study.c workloads/sweep/sweep-run.c workloads/study/effects-report.c workloads/study/pareto.c workloads/study/tornado-report.c workloads/record/chunks.c workloads/plot/trace.c workloads/plot/page.c workloads/plot/report-code.c workloads/plot/report-html.c workloads/plot/report-lanes.c workloads/plot/report-machine.c workloads/plot/report-parts.c workloads/plot/report-summary.c workloads/plot/report-timeline.c workloads/plot/report-tree.c workloads/plot/report-two.c '

# Source files of a layer's library. Those of workloads/suites are tools for people, of no library.
files() {
	find "$1" \( -name '*.[ch]' -o -name '*.def' \) ! -path 'workloads/suites/*' | LC_ALL=C sort
}

# FILE:LINE:TEXT of all lines, without comments and strings (those of several lines are left in; they hold no code that matters). Files come
# from standard input, one a line.
code() {
	xargs -r awk '{ print FILENAME ":" FNR ":" $0 }' | sed -E 's|^([^:]*:[0-9]*:)(.*)|\1\n\2|; h; s|\n.*||; x; s|^[^\n]*\n||
		s|/\*.*\*/||g; s|^[[:space:]]*/?\*.*$||; s|//.*$||; s|"([^"\\]\|\\.)*"|""|g; H; x; s|\n||'
}

# Quoted includes of layer $1 that are in none of the folders $2...: they name a file from the root of the source, but for the public headers
# of libsimt, which name each other as they are installed.
foreign_includes() {
	local layer=$1 file line header

	shift
	files "$layer" | xargs -r grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' | sed -E 's|^([^:]*):([0-9]+):[^"]*"([^"]*)".*|\1:\2:\3|' |
		while IFS=: read -r file line header; do
			[ -f "$header" ] && [[ " $* " == *" ${header%%/*} "* ]] && continue
			[[ $file == sim/runtime/@(simt|simt-code|simt-machine|tap).h && $header != */* ]] && continue
			echo "$file:$line: includes $header"
		done
}

for ((i = 0; i < ${#layers[@]}; i++)); do
	foreign_includes "${layers[i]}" "${layers[@]:0:i+1}" | result "${layers[i]}/ includes only headers of ${layers[*]:0:i+1}"
done

for layer in base isa sim workloads; do
	# sweeps, studies and what draws with cairo are libraries of their own
	files $layer | grep -vE '^workloads/(sweep/|study/|plot/canvas-cairo.c)' | xargs -r grep -HnE '#[[:space:]]*include[[:space:]]*<(gsl|cairo)' | result "$layer/ does not use GSL or cairo"
done

for layer in "${layers[@]}"; do
	# in the child of a fork, _exit is all there is
	ends='exit|quick_exit|_Exit|err|errx|warn|warnx|perror'
	[ "$layer" = validate ] || ends+='|_exit'
	# "-" as the name of a result is standard output, and each point of a sweep has a process of its own
	files "$layer" | grep -vE '^(base/result-file|workloads/sweep/workers)\.c$' | code |
		grep -E "(^[^:]*:[0-9]*:|[^[:alnum:]_.>])(printf|vprintf|puts|putchar|$ends)[[:space:]]*\(|(^[^:]*:[0-9]*:|[^[:alnum:]_])(stdout|stderr)([^[:alnum:]_]|$)" |
		result "the library in $layer/ does not print and does not end the program"
done

{
	files base
	files isa
	files sim
	files workloads
} | while IFS= read -r file; do
	[[ $writers == *" $file "* ]] || echo "$file"
done | code | grep -E '(^[^:]*:[0-9]*:|[^[:alnum:]_])(fprintf|vfprintf|fputs|fputc|putc|fwrite)[[:space:]]*\(' |
	result "of base/, isa/, sim/ and workloads/ only$writers""write to files"

# isa_print() is there for what a message says of an instruction; sim/runtime/inspect.c writes the list of all opcodes.
{
	files sim
	files workloads
} | code | grep -E '(^[^:]*:[0-9]*:|[^[:alnum:]_])op(\[[^]]*\])?(->|\.)(name|syntax)([^[:alnum:]_]|$)' | grep -v '^sim/runtime/inspect.c:' | result 'sim/ and workloads/ ask for the traits of an opcode (isa/traits.h), not for its name'
grep -o '^[[:space:]]TRAIT_[A-Z0-9_]*' isa/traits.h | while read -r trait; do
	grep -qw "$trait" isa/opcodes*.def || echo "no row has $trait"
	grep -qrw --include='*.c' "$trait" isa sim || echo "nobody asks for $trait"
done | result 'each trait is one of some row, and somebody asks for it'

here='(work|root|home|workspace)'
find Makefile.am configure.ac ./*.md .ci base doc isa m4 programs sim tests validate workloads -type f ! -name '*.cubin' ! -name '*.gz' ! -name '*.[ao]' ! -name '*.log' \
	! -name '*.trs' -exec grep -IHnE "(^|[^[:alnum:]_.*~-])/$here/" {} + 2> /dev/null |
	grep -v '^workloads/make-cubins.sh:' | result 'no file names a folder of the machine it was written on'
find tests validate -name '*.csv.gz' | while read -r file; do
	gzip -cd "$file" | grep -qE "(^|[^[:alnum:]_.*~-])/$here/" && echo "$file"
done | result 'no compressed table names one'
find tests validate workloads -name '*.cubin' -o -name '*.cubin.gz' | while read -r file; do
	gzip -cdf "$file" | grep -aqE '/(home|mnt|opt|root|tmp|usr|work)/' && echo "$file"
done | result 'no cubin names a folder of the machine it was compiled on'

finish
