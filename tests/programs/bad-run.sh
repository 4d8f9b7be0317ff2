#!/bin/bash
# Bad inputs: every tests/bad/NAME.expect holds the exit status that simt-sim must end with and, from the second line on, all it must
# write to standard error. NAME.csv, where there is one, is its last argument; NAME.args holds further ones, separated by blanks.
# simt-sim is $SIMT_SIM, or the one of the build folder. Prints TAP.
set -uf

srcdir=${srcdir:-.}
program=${SIMT_SIM:-${builddir:-.}/simt-sim}
case $program in
/*) ;;
*) program=$PWD/$program ;;
esac
export SIMT_DATADIR=${SIMT_DATADIR:-$(cd "$srcdir" && pwd)/sim} SIMT_ALLOW_PATH=../.. # the cases name shipped modules
cd "$srcdir/tests/bad" || exit 99
out=$(mktemp) || exit 99
trap 'rm -f "$out"' EXIT

mapfile -t names < <(find . -name '*.expect' | sed 's|^\./||; s|\.expect$||' | LC_ALL=C sort)
if [ ${#names[@]} = 0 ]; then
	echo "not ok 1 - there are cases in tests/bad"
	echo 1..1
	exit 1
fi
echo "1..${#names[@]}"
failed=0
for i in "${!names[@]}"; do
	name=${names[i]}
	args=()
	[[ -f $name.args ]] && read -r -a args <"$name.args"
	[[ -f $name.csv ]] && args+=("$name.csv")
	"$program" "${args[@]}" >/dev/null 2>"$out" </dev/null
	got=$?
	want=$(head -n 1 "$name.expect")
	if [[ $got == "$want" ]] && diff <(tail -n +2 "$name.expect") "$out" >/dev/null; then
		echo "ok $((i + 1)) - $name"
	else
		echo "not ok $((i + 1)) - $name"
		echo "# simt-sim ${args[*]}: exit status $got, expected $want"
		diff <(tail -n +2 "$name.expect") "$out" | sed 's/^/# /'
		failed=1
	fi
done
exit $failed
