#!/bin/bash
# simt-gpu's command line, and what it says where there is no GPU. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
program=$(absolute "${SIMT_GPU:-$build/simt-gpu}") out=$tmp/out

# expect TEXT STATUS PATTERN ARGUMENT...: exit status, and an extended regular expression for a line of its output
expect() {
	local text=$1 want=$2 pattern=$3 got

	shift 3
	"$program" "$@" > "$out" 2>&1 < /dev/null
	got=$?
	[ "$got" = "$want" ] && grep -Eq -- "$pattern" "$out"
	result $? "$text" <(echo "simt-gpu $*: exit status $got, expected $want"; head -n 5 "$out")
}

w=workloads/vecadd/vecadd.csv
expect 'help' 0 '^Usage: simt-gpu ' --help
expect 'version' 0 '^simt-gpu [0-9]' --version
expect 'no workload' 2 '^simt-gpu: no workload.csv given'
expect 'two workloads' 2 'more than one workload' "$w" "$w"
expect 'unknown option' 2 "unknown option '--repeats'" --repeats "$w"
expect 'missing value' 2 "'--only' needs a value" "$w" --only
expect 'number of repetitions' 2 '--repeat 0: a number from 1 to 1000' --repeat 0 "$w"
expect 'ISA' 2 '--isa c: sass or ptx' --isa c "$w"
expect 'no such case' 2 '--only nothing: no case has such a name' --only nothing "$w"
expect 'no such file' 3 'nowhere.csv: No such file' nowhere.csv
expect 'bad workload' 3 '\.csv:[0-9]+:[0-9]+: ' tests/bad/arg-bracket.csv
# where there is a driver, it is a device that is missing
expect 'no driver or device' 3 'no NVIDIA driver on this machine|no NVIDIA GPU|there is no device 1023' --device 1023 "$w"
finish
