# shellcheck shell=bash
# tap.sh: what a test script that says its findings begins with, as `. "${srcdir:-.}/tests/helpers/tap.sh"`. It goes on in the source root;
# $build is the build folder, $program is simt-sim: $SIMT_SIM, or the one there; $tmp is a folder that goes when the script ends.
set -u
shopt -s lastpipe # the last command of a pipeline runs in this shell: result() counts
export LC_ALL=C
build=$(cd "${builddir:-.}" && pwd) || exit 99
started=$PWD
# absolute FILE: as seen from the folder that the script was started in.
absolute() {
	[[ $1 = /* ]] && echo "$1" || echo "$started/$1"
}
program=$(absolute "${SIMT_SIM:-$build/simt-sim}")
cd "${srcdir:-.}" || exit 99
root=$PWD
export SIMT_DATADIR=${SIMT_DATADIR:-$root/sim} SIMT_ALLOW_PATH=${SIMT_ALLOW_PATH-$root:$build}
tmp=$(mktemp -d) || exit 99
# Standard error goes to a file until the next result, which looks at it and hands it on.
exec {errors}>&2 2>> "$tmp/.errors"
trap 'cat "$tmp/.errors" >&$errors; rm -rf "$tmp"' EXIT
n=0 failed=0 details=/dev/null
. "$root/tests/helpers/sample.sh"

# What the shell itself has said since the last result: "FILE: line N: x: unbound variable". A block of commands that ended there has no
# findings, and yet it is not fine. (What its standard error goes elsewhere for, and a block that a signal ended, are not seen. That a program
# was ended by one, "FILE: line N: 4048 Aborted", is the script's business.)
shell_errors() {
	[ -s "$tmp/.errors" ] || return
	grep -aE '^[^ ]+: line [0-9]+: ' "$tmp/.errors" | grep -avE '^[^ ]+: line [0-9]+: +[0-9]+ [A-Z]'
	cat "$tmp/.errors" >&$errors
	: > "$tmp/.errors"
}

# A block that leaves with another status than 0 has not come to its end, either.
exit() {
	[ "$BASH_SUBSHELL" = 0 ] || [ "${1-0}" = 0 ] || echo "$0: line ${BASH_LINENO[0]}: exit $1" >&2
	builtin exit "$@"
}

# result TEXT: ok where standard input, the findings, is empty.
# result STATUS TEXT [FILE]: ok where STATUS is 0 or ok; FILE, or else $details, says more where it is not.
# Neither is ok where the shell has met an error since the last result.
result() {
	local findings=

	if [ $# = 1 ]; then
		findings=$(cat)
	else
		[ "$1" = 0 ] || [ "$1" = ok ] || findings=$(cat "${3-$details}"; echo .)
		shift
	fi
	n=$((n + 1))
	shell_errors > "$tmp/.shell"
	if [ -z "$findings" ] && [ ! -s "$tmp/.shell" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		{ cat "$tmp/.shell"; echo "$findings"; } | sed '/^\.\{0,1\}$/d; s/^/# /' | head -n 20
		failed=1
	fi
}

# has FILE PATTERN...: a finding for each that no line of the file matches.
has() {
	local file=$1 pattern

	shift
	for pattern; do
		grep -qE -- "$pattern" "$file" || { echo "nothing like: $pattern"; cat "$file"; }
	done
}

# The last line of the script.
finish() {
	shell_errors > "$tmp/.shell"
	if [ -s "$tmp/.shell" ]; then
		sed 's/^/# /' "$tmp/.shell"
		failed=1
	fi
	echo "1..$n"
	exit $failed
}
