#!/bin/bash
# What compute-sanitizer says of the kernels of planted.csv on a real GPU: for each case and tool the first finding and the summary, as
# sanitizer.txt keeps them. Run it in the source root with compute-sanitizer and nvcc in PATH; the folder $RAW, where given, gets the whole output.
set -u
export LC_ALL=C
tmp=${RAW:-$(mktemp -d)} || exit 99
[ -n "${RAW:-}" ] || trap 'rm -rf "$tmp"' EXIT
. workloads/suites/toolkit.sh
program=$(mktemp) || exit 99
gcc -O1 -I"$toolkit/include" -o "$program" tests/checks/launch.c -L"$toolkit/lib64/stubs" -lcuda || exit 1

one() { # FILE TOOL CASE KERNEL GRID BLOCK SHARED ARGUMENT...
	local out=$1 tool=$2 name=$3 rc

	shift 3
	timeout 30 compute-sanitizer --tool "$tool" --show-backtrace no --print-limit 400 "$program" tests/checks/planted.cubin "$@" \
		> "$out.raw" 2>&1
	rc=$?
	{
		echo "$name: $tool, exit $rc"
		sed -n 's/^=========[[:space:]]*//p' "$out.raw" | grep -vE '^(COMPUTE-SANITIZER|$)' |
			sed -E 's/0x[0-9a-f]{8,}/ADDRESS/g' | awk '/SUMMARY/ { print "   " $0; next } n++ < 5 { print "   " $0 }'
	} > "$out.txt"
}

n=100
while IFS=, read -r name _ kernel grid block shared args; do
	case $name in
	global\ past | *\ misaligned | shared\ past | local\ past) tools=memcheck ;;
	global* | shared*) tools=initcheck ;;
	race*) tools=racecheck ;;
	barrier*) tools=synccheck ;;
	*) tools='memcheck initcheck racecheck synccheck' ;;
	esac
	for tool in $tools; do
		n=$((n + 1))
		# shellcheck disable=SC2086 # an argument is a word
		one "$tmp/$n" "$tool" "$name" "$kernel" "$grid" "$block" "${shared:-0}" ${args//(0 1)/(0} < /dev/null &
		[ $((n % 6)) = 0 ] && wait
	done
done < <(sed -n '3,$p' tests/checks/planted.csv)
wait
cat "$tmp"/*.txt
rm -f "$program"
