# shellcheck shell=bash
# classes.sh: what bench.sh and counts.sh share: the classes of classes.csv, and how many instructions of the host each takes. $program is
# simt-sim, $build its build folder, $root the source root, $tmp a folder.

# each_class SIZES COMMAND: COMMAND CLASS MODE ARGUMENT... for each class in each mode; SIZES is large, or small for callgrind.
each_class() {
	local class list only large small mode

	while IFS=, read -r class list only large small _; do
		for mode in cycle functional; do
			# shellcheck disable=SC2086 # sizes are words
			"$2" "$class" "$mode" "$root/workloads/$list" --only "$only" ${!1} --mode "$mode"
		done
	done < <(grep -v '^#' "$root/tests/bench/classes.csv" | sed 1d)
}

# The warp instructions, and the launches, that a result file counts.
counted() {
	awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column["metric"] != "smsp__inst_executed.sum" { next }
		$column["launch"] == "" { inst += $column["value"]; next }
		{ launches++ }
		END { print inst + 0, launches + 0 }' "$1"
}

# host_instructions ARGUMENT...: $host gets the instructions of the host between the start of launches and their end, on one thread, $inst
# the warp instructions. Reading files, making the machine and writing results do not count.
host_instructions() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=simt_synchronize --toggle-collect=sm_equip "$program" --quiet --jobs 1 \
		--csv="$tmp/counted.csv" "$@" > "$tmp/table" 2> "$tmp/err" || {
		cat "$tmp/err" >&2
		return 1
	}
	host=$(sed -n 's/.*Collected : *//p' "$tmp/err")
	read -r inst _ < <(counted "$tmp/counted.csv")
	[ "$host" ] && [ "$inst" -gt 0 ]
}

# What counts of the host's instructions depend on besides the program: its compiler and that one's options, the C library, valgrind, and the vectors of the
# processor that valgrind shows.
tools() {
	local compiler library flags vectors=plain

	compiler=$(readelf -p .comment "$program" 2> /dev/null | sed -n 's/.*] *GCC: (.*) /gcc /p; s/.*] *.*\(clang version [^ ]*\).*/\1/p' | head -n 1)
	library=$(ldd --version 2>&1 | sed -n '1s/.* /libc /p')
	flags=$(sed -n 's/^\(OPT_CFLAGS\|CFLAGS\) = *\([^ ]\)/\2/p; s/^SIMT_CFLAGS.*\(-fsanitize=[^ ]*\).*/\1/p' "$build/Makefile" | sed 's/ *$//' | paste -s -d ' ')
	grep -qw avx2 /proc/cpuinfo 2> /dev/null && vectors=avx2
	# a row of the history has a comma between its columns
	echo "${compiler:-unknown compiler} ${flags//,/+}; $library; $(valgrind --version); $vectors"
}
