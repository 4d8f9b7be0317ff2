#!/bin/bash
# Words for shells: what each program says it has are its options; bash's script offers them and their values. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
export SIMT_DATADIR=$root/sim PATH=$build:$PATH

for program in check diff fit gpu plot sim sweep why; do
	program=simt-$program
	[ -x "$build/$program" ] || continue # without GSL
	"$program" --complete > "$tmp/words" 2>&1 || echo "$program --complete fails"
	sed -E 's/=$//' "$tmp/words" | sort > "$tmp/options"
	# what the manual has under OPTIONS
	sed -nE 's/^\.It (Fl [a-zA-Z] Ar [a-z]+ , )?Fl -([a-z-]+).*/--\2/p; s/^\.It .*, Fl -([a-z-]+).*/--\1/p' "man/$program.1" | sort -u |
		while read -r option; do grep -qxe "$option" "$tmp/options" || echo "$program: $option is in the manual alone"; done
	grep -qx -e --help "$tmp/options" || echo "$program: no --help"
done | result 'each program has the options of its manual page, and says so'

# offered WORD...: what bash offers for the last one
. programs/completion/simt.bash
compopt() { spaces=no; }
offered() {
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=() spaces=yes
	_simt "$1"
	echo "${COMPREPLY[*]} $spaces"
}
same() { [ "$1" = "$2" ] || echo "$1, not $2"; }
{
	same "$(offered simt-sim --reconv)" '--reconvergence= no'
	same "$(offered simt-sim --qui)" '--quiet yes'
	same "$(offered simt-sim --no-such)" ' yes'
} | result 'the rest of an option; no blank behind one that wants a value'
{
	same "$(offered simt-sim --reconvergence '')" 'barrier stack ideal yes'
	same "$(offered simt-sim --reconvergence =)" 'barrier stack ideal yes'
	same "$(offered simt-sim --reconvergence = st)" 'stack yes'
	same "$(offered simt-sim --machine '')" "$(cd sim/machines && printf '%s ' *.csv | sed 's/\.csv//g')yes"
	same "$(offered simt-sim --mode f)" 'functional yes'
	same "$(offered simt-plot --figure '')" 'lanes blocks states heat roofline yes'
	[ ! -x "$build/simt-sweep" ] || same "$(offered simt-sweep --emit s)" 'slurm yes'
} | result 'values: words of a parameter, machines, modes'
{
	same "$(offered simt-sim --set l1_lea)" 'l1_lead= no'
	same "$(offered simt-sim --set = l1_lea)" 'l1_lead= no'
	same "$(offered simt-sim --set = scheduler = tw)" 'two-level yes'
	[ ! -x "$build/simt-sweep" ] || same "$(offered simt-sweep --axis warp_si)" 'warp_size= no'
} | result 'parameters of a machine, and their words'
same "$(offered simt-sim --quiet '')$(offered simt-sim work)" ' yes yes' | result 'elsewhere the shell offers files'
if command -v zsh > /dev/null; then
	zsh -n programs/completion/_simt 2>&1
fi | result 'zsh can read its script'
finish
