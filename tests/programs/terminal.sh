#!/bin/bash
# On a terminal: bold words, but not with NO_COLOR, and a line that says how far a run is and how long the rest takes; none of it where the
# terminal cannot (TERM=dumb), with --quiet, or in a pipe. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

# on_terminal SETTING COMMAND...: what the command writes to a terminal, in an environment with the setting
on_terminal() {
	local words

	printf -v words '%q ' "${@:2}"
	TERM=xterm NO_COLOR='' script -qec "env $1 $words" /dev/null < /dev/null
}
[ "$(on_terminal A=b echo there 2> /dev/null | tr -d '\r')" = there ] || skip_all 'no script(1), or no pseudo-terminals'
bold=$'\e[1m'
table=("$program" --let n=16 --only 'half-1' --only 'whole-1' --only 'nested-1' workloads/half-warp/half-warp.csv)

on_terminal A=b "${table[@]}" > "$tmp/out"
grep -qF "$bold" "$tmp/out"
result $? 'bold on a terminal' "$tmp/out"
for setting in NO_COLOR=1 TERM=dumb; do
	on_terminal $setting "${table[@]}" | grep -F $'\e' | sed "s/^/$setting: /"
done | result 'not with NO_COLOR, nor on a terminal that has no such thing'
"${table[@]}" 2>&1 | grep -F $'\e' | result 'nor in a pipe'

# 30 cases, which take three seconds
check=("$build/simt-check" --summary workloads/dynamic-work/one-warp.csv validate/data/h200/one-warp-launches.csv)
on_terminal A=b "${check[@]}" > "$tmp/out"
{
	grep -qE "\[K\[[0-9]+/30\] " "$tmp/out" || echo 'it does not say how far it is'
	grep -qE ', about [0-9.]+ (s|min|h) left' "$tmp/out" || echo 'nor how long the rest takes'
} | result 'a line says how far it is, and how long the rest takes'
finish
