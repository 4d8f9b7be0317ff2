#!/bin/bash
# What the source must not do, read from its text. Libraries depend one way, isa <- sim <- workloads <- validate, and only validate/ uses
# GSL; they neither print nor end the program; no file names a folder of the machine it was made on. Programs (main-*) may include and
# print what they like. Prints TAP.
. "${srcdir:-.}/tests/tap.sh"

layers=(isa sim workloads validate)
# Library files that write to a FILE the caller gives them.
writers=' sim/csvfile.c sim/inspect.c sim/machine.c workloads/expand.c workloads/keys.c workloads/lanes.c workloads/placed.c workloads/report.c workloads/report-details.c workloads/report-advice.c workloads/report-json.c workloads/report-roots.c workloads/report-split.c workloads/report-text.c workloads/saved.c workloads/split-write.c '

# Source files of a layer's library.
files() {
	find "$1" -maxdepth 1 -name '*.[ch]' ! -name 'main-*' -o -maxdepth 1 -name '*.def' | LC_ALL=C sort
}

# FILE:LINE:TEXT of all lines, without comments and strings (those of several lines are left in; they hold no code that matters).
code() {
	sed -E 's|/\*.*\*/||g; s|^[[:space:]]*/?\*.*$||; s|//.*$||; s|"([^"\\]\|\\.)*"|""|g' "$1" | grep -n '' | sed "s|^|$1:|"
}

# Quoted includes of layer $1 whose file is in none of the folders $2...
foreign_includes() {
	local layer=$1 file line header folder found

	shift
	for file in $(files "$layer"); do
		while IFS=: read -r line header; do
			found=no
			for folder; do
				[ -f "$folder/$header" ] && found=yes
			done
			[ $found = yes ] || echo "$file:$line: includes $header"
		done < <(sed -nE 's|^[[:space:]]*#[[:space:]]*include[[:space:]]*"([^"]*)".*|\1|p' "$file" | grep -n '')
	done
}

for ((i = 0; i < ${#layers[@]}; i++)); do
	foreign_includes "${layers[i]}" "${layers[@]:0:i+1}" | result "${layers[i]}/ includes only headers of ${layers[*]:0:i+1}"
done

for layer in isa sim workloads; do
	for file in $(files $layer) $(find $layer -maxdepth 1 -name 'main-*.c'); do
		grep -HnE '#[[:space:]]*include[[:space:]]*<(gsl|cairo)' "$file"
	done | result "$layer/ does not use GSL or cairo"
done

for layer in "${layers[@]}"; do
	# in the child of a fork, _exit is all there is
	ends='exit|quick_exit|_Exit|err|errx|warn|warnx|perror'
	[ "$layer" = validate ] || ends+='|_exit'
	for file in $(files "$layer"); do
		# "-" as the name of a result is standard output
		[ "$file" = sim/result-file.c ] || code "$file" | grep -E "(^|[^[:alnum:]_.>])(printf|vprintf|puts|putchar|$ends)[[:space:]]*\(|(^|[^[:alnum:]_])(stdout|stderr)([^[:alnum:]_]|$)"
	done | result "the library in $layer/ does not print and does not end the program"
done

for file in $(files isa) $(files sim) $(files workloads); do
	[[ $writers == *" $file "* ]] && continue
	code "$file" | grep -E '(^|[^[:alnum:]_])(fprintf|vfprintf|fputs|fputc|putc|fwrite)[[:space:]]*\('
done | result "of isa/, sim/ and workloads/ only$writers""write to files"

here='(work|root|home|workspace)'
find Makefile.am configure.ac ./*.md .ci doc isa m4 sim tests validate workloads -type f ! -name '*.cubin' ! -name '*.gz' ! -name '*.[ao]' ! -name '*.log' \
	! -name '*.trs' -exec grep -IHnE "(^|[^[:alnum:]_.*~-])/$here/" {} + 2> /dev/null |
	grep -v '^workloads/make-cubins.sh:' | result 'no file names a folder of the machine it was written on'
find tests validate -name '*.csv.gz' | while read -r file; do
	gzip -cd "$file" | grep -qE "(^|[^[:alnum:]_.*~-])/$here/" && echo "$file"
done | result 'no compressed table names one'
find tests validate workloads -name '*.cubin' -o -name '*.cubin.gz' | while read -r file; do
	gzip -cdf "$file" | grep -aqE '/(home|mnt|opt|root|tmp|usr|work)/' && echo "$file"
done | result 'no cubin names a folder of the machine it was compiled on'

finish
