# shellcheck shell=bash
# tap.sh: what a test script that says its findings begins with, as `. "${srcdir:-.}/tests/tap.sh"`. It goes on in the source root;
# $build is the build folder, $program is simt-sim: $SIMT_SIM, or the one there; $tmp is a folder that goes when the script ends.
set -u
shopt -s lastpipe # the last command of a pipeline runs in this shell: result() counts
export LC_ALL=C
build=$(cd "${builddir:-.}" && pwd) || exit 99
program=${SIMT_SIM:-$build/simt-sim}
case $program in
/*) ;;
*) program=$PWD/$program ;;
esac
cd "${srcdir:-.}" || exit 99
root=$PWD
export SIMT_DATADIR=${SIMT_DATADIR:-$root/sim}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
n=0 failed=0
. "$root/tests/sample.sh"

# result TEXT: ok where standard input, the findings, is empty.
result() {
	local findings

	findings=$(cat)
	n=$((n + 1))
	if [ -z "$findings" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		head -n 20 <<< "$findings" | sed 's/^/# /'
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
	echo "1..$n"
	exit $failed
}
