#!/bin/bash
# CONTRIBUTING.md is about the source as it is: what it quotes stands in the file it names, word for word, and the files it names are
# there. What its recipes say to register is registered: every file is in a list of the build, every policy in each place that names
# them, and every shipped workload can be read. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
guide=CONTRIBUTING.md

stands_in() { # FILE TEXT: nothing where the file has the text in whole lines, or in their ends
	local all

	all=$(cat "$1" 2> /dev/null) && [ -n "$2" ] && [[ $'\n'$all$'\n' == *"$2"$'\n'* ]] || printf '%s\n' "not there:" "$2"
}

# Calls "$1 FILE TEXT" for each quotation: a line "From `FILE`:", an empty one, and the indented block behind it.
quotations() {
	local line file='' text=''

	while IFS= read -r line || [ -n "$line" ]; do
		if [ -n "$file" ] && [[ $line == '    '* ]]; then
			text+=${text:+$'\n'}${line:4}
		elif [ -n "$file" ] && [ -z "$line" ] && [ -n "$text" ]; then
			text+=$'\n' # within the block, or the end of it: taken off below
		elif [ -n "$line" ]; then
			[ -z "$file" ] || "$1" "$file" "$text"
			file='' text=''
			[[ $line =~ ^From\ \`([^\`]+)\`:$ ]] && file=${BASH_REMATCH[1]}
		fi
	done < <(cat "$guide" && echo end)
}

quoted=0
check_quotation() {
	local text=$2

	while [[ $text == *$'\n' ]]; do
		text=${text%$'\n'}
	done
	quoted=$((quoted + 1))
	stands_in "$1" "$text" | result "$guide quotes $1: ${text%%$'\n'*}"
	# the comparison notices one letter
	[ -n "$(stands_in "$1" "${text%?}~")" ] || echo "a changed one is found as well" | result "$guide quotes $1"
}
quotations check_quotation
[ "$quoted" = "$(grep -c '^From ' "$guide")" ] && [ "$quoted" -ge 10 ] || echo "$quoted were found" | result "$guide: all quotations are looked at"

# a test program is named without its .c
grep -oE '(^|[^a-zA-Z0-9_./])(base|isa|sim|workloads|validate|programs|man|tests|doc)/[a-zA-Z0-9_./*-]*[a-zA-Z0-9_/]' "$guide" | sed -E 's/^[^a-z]//' |
	grep -v '/policy-serial\|NAME' | sort -u | while read -r file; do
		[ -e "$file" ] || [ -e "$file.c" ] || compgen -G "$file" > /dev/null || echo "$file"
	done | result "the files that $guide names are there"

# Files of the libraries, tests and workloads, against the lists of the build.
lists=$(cat Makefile.am ./*/local.mk tests/fuzz/local.mk doc/studies/local.mk)
for file in {base,isa,programs}/*.[ch] isa/*.def programs/*.def sim/*/*.[ch] sim/*/*.def sim/machines/* workloads/*/* validate/*/*.[ch] \
	$(find tests -name '*.[ch]' -o -name '*.sh' | grep -v '^tests/golden/\|^tests/checks/.*c$') doc/*; do
	[[ $file == *.[oa] || $file == *~ ]] || grep -qE -- "(^|[[:space:]])$file([[:space:]]|\$)" <<< "$lists" || echo "$file"
done | result "every source file is in a local.mk or in Makefile.am"
for file in workloads/*/*.cu; do
	sed -n '/^cubin_inputs/,/[^\\]$/p' workloads/local.mk | grep -qE "[[:space:]]$file( |\$)" || echo "$file"
done | result "every .cu of a workload is in cubin_inputs of workloads/local.mk"

# Words of a CHOICE of machine.def.
words() { sed -n "/^CHOICE([a-z_]*, [a-z_]*, $1,/,/^END_CHOICE/s/^WORD([A-Z_0-9]*, \"\([^\"]*\)\".*/\1/p" sim/machine/machine.def; }

policies=$(sed -n 's/^POLICY(\([a-z_]*\))$/\1/p' sim/divergence/policies.def)
diff <(words reconvergence | sort) <(sort <<< "$policies") | result "the words of reconvergence are the policies of sim/divergence/policies.def"
diff <(sort <<< "$policies") <(for file in sim/divergence/policy-*.c; do basename "${file#sim/divergence/policy-}" .c; done | sort) |
	result "every sim/divergence/policy-NAME.c is in sim/divergence/policies.def"
for choice in bank_issue reconvergence scheduler; do
	option=--${choice/_/-}
	help=$("$build/simt-sim" --help | awk -v option="$option" '$1 ~ /^--/ { on = $1 == option } on')
	for word in $(words $choice); do
		grep -qE -- "(^|[ ,])$word([ ,:]|\$)" <<< "$help" || echo "$word"
	done | result "simt-sim --help names all of $option"
done
for word in $policies; do
	grep -qx "\.Cm $word" man/simt-sim.1 || echo "$word"
done | result "man/simt-sim.1 names all policies"

read_lists=0
for file in workloads/*/*.csv; do
	[[ $file != workloads/suites/* ]] || continue # their machine code is made from sources of others, which are not here
	grep -vE -m 1 '^(#|$)' "$file" | grep -q ',kernel,' || continue # data of another kind
	sampled $((read_lists++)) 5 || continue
	"$build/simt-sim" --check --quiet --unsupported trap "$file" 2>&1 > /dev/null || echo "$file"
done | result "every shipped workload.csv can be read"

# ---- ARCHITECTURE.md and what explains it ----
inside=(ARCHITECTURE.md doc/internals.md doc/glossary.md)
grep -ohE '\b(base|isa|sim|workloads|validate|programs|tests|doc|man)/[A-Za-z0-9_.*-]*[A-Za-z0-9]' "${inside[@]}" | sort -u | while read -r path; do
	compgen -G "${path//NAME/*}*" > /dev/null || echo "not there: $path"
done | result "ARCHITECTURE.md and what explains it name files that are there"
grep -ohE '`[a-z][a-z0-9_]+`' "${inside[@]}" | tr -d '`' | sort -u | while read -r name; do
	grep -rqw --include='*.[ch]' --include='*.def' --include='*.mk' -- "$name" base isa sim workloads validate programs tests || echo "nowhere: $name"
done | result "ARCHITECTURE.md and what explains it name functions and parameters that are there"
{ [ "$(wc -w < ARCHITECTURE.md)" -le 800 ] || echo "it has over 800 words"; } | result "ARCHITECTURE.md is a page"

# ---- README.md ----
for folder in workloads/*/; do
	[[ ! $folder =~ ^workloads/(analysis|compare|generators|plot|reader|record|report|runner|study|sweep)/ ]] || continue # code
	rows=$(grep -c "^| ${folder%/} |" README.md)
	[ "$rows" = 1 ] || echo "${folder%/}: $rows rows"
done | result "README.md has a row for every folder of workloads/"

# words FILE: how many, with a comma between thousands; 20 bytes each
words() { gzip -cdf "tests/golden/$1" | wc -c | awk '{ n = $1 / 20; printf n < 1000 ? "%d" : "%d,%03d", n < 1000 ? n : n / 1000, n % 1000 }'; }
said="on $(words programs.bin.gz) words of compiled programs, $(words forms.bin.gz) that ptxas makes of small kernels, and $(words words.bin.gz) generated ones"
{ grep -qF "$said" README.md || echo "not there: $said"; } | result "README.md says how many words the disassembly is compared on"

finish
