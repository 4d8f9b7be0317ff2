#!/bin/bash
# The machine code in the source is what workloads/MANIFEST.csv says, made from the sources that lie beside it, and names no folder.
. "${srcdir:-.}/tests/helpers/tap.sh"
manifest=workloads/MANIFEST.csv

check() { # sha256 file: "ok" where the file has it
	[ "$(sha256sum < "$2" | cut -d ' ' -f 1)" = "$1" ] && echo ok || echo 'not ok'
}

code=$tmp/code

IFS=, read -r file sum source source_sum toolkit flags < "$manifest"
[ "$file,$sum,$source,$source_sum,$toolkit,$flags" = file,sha256,source,source_sha256,toolkit,flags ] && state=ok || state='not ok'
result "$state" "$manifest has the columns it should have"

last=
while IFS=, read -r file sum source source_sum toolkit flags; do
	if [ "$file" != "$last" ]; then
		# large ones are kept compressed; the sum is that of the machine code
		gzip -cdf "$file" > "$code" 2> /dev/null || gzip -cd "$file.gz" > "$code"
		result "$(check "$sum" "$code")" "$file has the sum in the manifest"
		grep -aqE '/(home|mnt|opt|root|tmp|usr)/' "$code" && state='not ok' || state=ok
		result "$state" "$file contains no path"
		# nvcc puts a hash of the source's path into names of what is internal; workloads/make-cubins.sh takes it out
		grep -aoE '_(INTERNAL|GLOBAL__N_)_[0-9a-f]{8}_' "$code" | grep -qv _00000000_ && state='not ok' || state=ok
		result "$state" "$file contains no hash of a path"
		last=$file
	fi
	result "$(check "$source_sum" "$source")" "$source is what $file was made from (else: make cubins)"
	if [ -z "$toolkit" ] || [ -z "$flags" ]; then
		result 'not ok' "$file names toolkit and flags"
	fi
done < <(tail -n +2 "$manifest")

for file in workloads/*/*.cubin* tests/{helpers,kernels}/*.cubin* tests/data/*.cubin tests/bad/sm_80.cubin; do
	file=${file%.gz}
	grep -q "^$file," "$manifest" && state=ok || state='not ok'
	result "$state" "$file is in the manifest"
done
finish
