#!/bin/bash
# accuracy.sh [SIZE [SET]] [-- OPTION...]: simulates the launches of validate/training.csv and shows how far their cycles are from the
# measured ones; no GPU is needed. Run it in the source root (make accuracy does), with simt-sim and simt-check in PATH.
#
# SIZE: quick (about a minute, the default), full (minutes), long (hours). SET: training, micro, development, held-out, or several with commas
# between; all of them by default, of quick those of training and development. What is behind -- goes to simt-sim (--set, --machine): such predictions are marked
# extrapolated.
#
# Results are kept in $ACCURACY_FOLDER (default accuracy.results) under the simulator's, the machine's and the options' checksum, a file for each
# case, so that what was interrupted goes on, and another simulator begins anew. $ACCURACY_JOBS simulations run at a time (default 2).
# $ACCURACY_OPTIONS go to simt-check: --markdown, --cases, --states, --plot FILE.
set -u
export LC_ALL=C
sets=validate/training.csv size=quick parts=''
if [ $# -gt 0 ] && [ "$1" != -- ]; then
	size=$1
	shift
fi
[ "$size" != quick ] || parts=training,development
if [ $# -gt 0 ] && [ "$1" != -- ]; then
	parts=$1
	shift
fi
[ $# = 0 ] || shift
which=(--size "$size" ${parts:+--part "$parts"})

machine=$(simt-sim "$@" --dump-machine) || exit
# What a result depends on besides its case.
key=$({
	cat "$(command -v simt-sim)" workloads/*/*.csv workloads/*/*.cubin*
	printf '%s\n' "$machine"
	printf '%s\n' "$@"
} | sha256sum | cut -c 1-16)
folder=${ACCURACY_FOLDER:-accuracy.results}/$key
mkdir -p "$folder" || exit 3
# another one that begins meanwhile waits, and finds what was made
exec 9> "$folder/lock" && flock 9 || exit 3

simulate() { # FOLDER FILE WORKLOAD CASE LET OPTION...
	local to=$1/$2 workload=$3 name=$4 lets=() words
	read -r -a words <<< "$5"
	shift 5
	[ ! -s "$to" ] || return 0
	for word in "${words[@]}"; do
		lets+=(--let "$word")
	done
	mkdir -p "${to%/*}"
	# a case's name has no glob characters
	if simt-sim --quiet "--csv=$to.part" "$workload" --only "$name" "${lets[@]}" "$@" > /dev/null 2> "$to.err"; then
		mv "$to.part" "$to"
		rm -f "$to.err"
	else
		echo "$workload, $name: $(tail -n 1 "$to.err")" >&2
		rm -f "$to.part"
	fi
}
export -f simulate

simt-check --accuracy "$sets" --plan "${which[@]}" > "$folder/plan" || exit
# shellcheck disable=SC2016 # for the shell that xargs runs
run='options=("${@:1:$#-5}"); simulate "${@: -5}" "${options[@]}"'
while IFS=$'\t' read -r file workload name _ _ let; do
	[ -s "$folder/$file" ] || printf '%s\0' "$folder" "$file" "$workload" "$name" "$let"
done < "$folder/plan" | xargs -0 -r -n 5 -P "${ACCURACY_JOBS:-2}" bash -c "$run" accuracy "$@"
# shellcheck disable=SC2086 # a list of words
exec simt-check --accuracy "$sets" --results "$folder" "${which[@]}" ${ACCURACY_OPTIONS-}
