#!/bin/bash
# The clock of GPCs with matrix instructions (parameter matrix_clock): one block makes its launch longer by what other GPCs count; DMMA does
# not; a launch on all SMs keeps its cycles but for what memory is faster; any number of threads gives the same. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

# cycles CLOCK CASE FILE [OPTION]...: the cycles of a case of workloads/micro
cycles() {
	"$program" --quiet --set "matrix_clock=$1" --only "$2" "--csv=$tmp/csv" "${@:4}" "workloads/micro/$3.csv" > /dev/null &&
		grep ',,,[^,]*,sm__cycles_elapsed.max,' "$tmp/csv" | awk -F, '{ print $(NF - 1) }'
}
# slope CLOCK CASE FILE: what so many rounds more cost, where the case has 4 and 12 of them
slope() {
	echo $(($(cycles "$1" "$2-12" "$3") - $(cycles "$1" "$2-4" "$3")))
}

same=$(slope 0 chain-c-f16_k16_f32 matrix) more=$(slope 10 chain-c-f16_k16_f32 matrix)
((more >= same * 1099 / 1000 && more <= same * 1101 / 1000))
result $? 'a chain of HMMA in one SM takes 10 % more cycles of other GPCs' <(echo "$same $more")

same=$(slope 0 chain-c-f64_k4 matrix) more=$(slope 10 chain-c-f64_k4 matrix)
((same > 0 && more == same))
result $? 'a chain of DMMA does not' <(echo "$same $more")

same=$(cycles 0 product-arithmetic-1-132-8 async) more=$(cycles 10 product-arithmetic-1-132-8 async)
((same > 0 && more <= same))
result $? 'with HMMA on all SMs there is none that counts more' <(echo "$same $more")

cycles 10 product-whole-3-132-8 async > "$tmp/one" && cp "$tmp/csv" "$tmp/one.csv" &&
	cycles 10 product-whole-3-132-8 async --jobs 3 > "$tmp/three" && diff "$tmp/one.csv" "$tmp/csv" > "$tmp/diff"
result $? 'three threads give the same' "$tmp/diff"

finish
