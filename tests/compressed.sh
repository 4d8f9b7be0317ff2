#!/bin/bash
# What is kept compressed: all programs take FILE.gz for a FILE that is not there, and the plain one where both are; what is damaged or too
# large is told. The files of the source are kept by the rule of workloads/compress.sh, and together they weigh no more than the tree may.
# With SIMT_TEST_QUICK nothing is made that is too large. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

mkdir "$tmp/plain" "$tmp/packed" "$tmp/both" "$tmp/bad" || exit 99
for folder in plain packed both; do
	cp workloads/vecadd/vecadd.{csv,cu,cubin} "$tmp/$folder"
	gzip -cd validate/data/h200/launches.csv.gz | grep -E '^(source|[^,]*,[^,]*,h200,none,)' > "$tmp/$folder/launches.csv"
done
gzip -9n "$tmp"/packed/*
# compressed ones that would not do
for file in "$tmp"/both/*; do
	echo nothing | gzip -9n > "$file.gz"
done

# ---- the programs ----
# same TEXT STATUS PROGRAM ARGUMENT...: says the same in a folder where all is plain, all is compressed, and both are there
same() {
	local text=$1 want=$2 folder

	shift 2
	for folder in plain packed both; do
		(cd "$tmp/$folder" && "$@") > "$tmp/said.$folder" 2>&1 < /dev/null
		[ $? = "$want" ] || { echo "$folder: not status $want" && cat "$tmp/said.$folder"; }
		cmp "$tmp/said.plain" "$tmp/said.$folder" 2>&1
	done | result "$text"
}
same 'simt-sim' 0 "$program" --csv vecadd.csv
cp "$tmp/said.plain" "$tmp/results"
same '--kernels' 0 "$program" --kernels vecadd.cubin
cp "$tmp/said.plain" "$tmp/kernels"
same '--disassemble' 0 "$program" --disassemble vecadd.cubin
same '--template' 0 "$program" --template vecadd.cubin
same 'simt-check, what was measured' 0 "$build/simt-check" vecadd.csv launches.csv
same 'simt-check, what was simulated' 0 "$build/simt-check" --simulated launches.csv vecadd.csv launches.csv
[ ! -x "$build/simt-fit" ] || same 'simt-fit' 3 "$build/simt-fit" vecadd.csv launches.csv
same 'simt-gpu' 2 "$build/simt-gpu" --only nothing vecadd.csv
for module in vecadd.cubin.gz vecadd.cubin vecadd; do
	gzip -cd "$tmp/packed/vecadd.csv.gz" | sed "s/vecadd\.cubin/$module/" > "$tmp/packed/named.csv"
	"$program" --csv "$tmp/packed/named.csv" 2>&1 | cmp - "$tmp/results" 2>&1
done | result 'a module with .gz, without, and without an ending'
"$program" --kernels "$tmp/packed/vecadd.cubin.gz" 2>&1 | cmp - "$tmp/kernels" 2>&1 | result 'a file named with .gz'

# ---- mistakes ----
# mistake SENTENCE PROGRAM ARGUMENT...: findings where it does not end with status 3 and this sentence
mistake() {
	local sentence=$1

	shift
	(cd "$tmp/bad" && "$@") > "$tmp/said" 2>&1 < /dev/null
	{ [ $? = 3 ] && grep -qxF -- "$sentence" "$tmp/said"; } || { echo "not: $sentence" && cat "$tmp/said"; }
}
cp workloads/vecadd/vecadd.csv "$tmp/bad"
{
	mistake 'vecadd.csv:2:42: vecadd.cubin: No such file or directory' "$program" vecadd.csv
	mistake 'vecadd.cubin: No such file or directory' "$program" --kernels vecadd.cubin
	mistake 'none.csv: No such file or directory' "$build/simt-check" vecadd.csv none.csv
} | result 'what is not there, by the name that was asked for'
echo '==PROF== Connected to process 1' | gzip -9n > "$tmp/bad/page.csv.gz"
mistake '' "$build/simt-check" vecadd.csv page.csv | grep -vx 'not: ' | grep -v '^page.csv: a page of Nsight Compute; ' |
	result 'a page of the profiler'
damaged='the compressed data are damaged or incomplete'
gzip -9nc workloads/vecadd/vecadd.cubin | head -c 1000 > "$tmp/bad/vecadd.cubin.gz"
gzip -9nc "$tmp/plain/launches.csv" | head -c -5 > "$tmp/bad/launches.csv.gz"
{
	mistake "vecadd.csv:2:42: vecadd.cubin.gz: $damaged" "$program" vecadd.csv
	mistake "vecadd.cubin.gz: $damaged" "$program" --kernels vecadd.cubin
	mistake "vecadd.cubin.gz: $damaged" "$program" --template vecadd.cubin.gz
	mistake "launches.csv.gz: $damaged" "$build/simt-check" vecadd.csv launches.csv
} | result 'what is not all there'
gzip -9nc workloads/vecadd/vecadd.cubin > "$tmp/bad/vecadd.cubin.gz"
printf '\377\377\377' | dd of="$tmp/bad/vecadd.cubin.gz" bs=1 seek=200 conv=notrunc 2> /dev/null
mistake "vecadd.csv:2:42: vecadd.cubin.gz: $damaged" "$program" vecadd.csv | result 'what is damaged'
if [ -z "${SIMT_TEST_QUICK-}" ]; then
	# zeros of 1 GiB and 1 MiB, in members of 1 MiB
	head -c 1048576 /dev/zero | gzip -9n > "$tmp/zeros"
	for ((i = 0; i < 1025; i++)); do echo "$tmp/zeros"; done | xargs cat > "$tmp/bad/zeros.cubin.gz"
	mistake 'zeros.cubin.gz: more than 1 GiB' "$program" --kernels zeros.cubin | result 'what is too large'
else
	result 'what is too large # SKIP not made in a sample' < /dev/null
fi

# ---- results do not take the place of what is read ----
rm "$tmp/packed/named.csv"
for file in vecadd.csv vecadd.csv.gz vecadd.cubin.gz; do
	(cd "$tmp/packed" && "$program" --quiet vecadd.csv "--csv=$file") > "$tmp/said" 2>&1
	{ [ $? = 2 ] && grep -qF "$file is an input; results need another file name" "$tmp/said"; } || { echo "$file" && cat "$tmp/said"; }
	(cd "$tmp/packed" && gzip -t ./*.gz && printf '%s\n' * | grep -vxF "$(printf '%s\n' launches.csv.gz vecadd.csv.gz vecadd.cu.gz vecadd.cubin.gz)") 2>&1
done | result 'a result that would be read instead of what is read is refused, and not begun'

# ---- compress.sh ----
mkdir -p "$tmp/source/validate/data/x" "$tmp/source/workloads/micro" "$tmp/source/workloads/vecadd" || exit 99
compress=$root/workloads/compress.sh
(
	cd "$tmp/source" || exit 99
	head -c 9999 /dev/zero > validate/data/x/small.csv
	head -c 10000 /dev/zero > validate/data/x/large.csv
	head -c 99999 /dev/zero > workloads/micro/small.cubin
	head -c 100000 /dev/zero | tee workloads/micro/large.cubin > workloads/vecadd/large.cubin
	touch validate/data/x/small.csv.gz # which was large
	files=(validate/data/x/*.csv workloads/*/*.cubin)
	sh "$compress" --check "${files[@]}" | sed 's/: from.*//'
	sh "$compress" "${files[@]}"
	ls validate/data/x/* workloads/*/*
	# the same again, compressed by another gzip: stays
	head -c 10000 /dev/zero | tee validate/data/x/large.csv | gzip -1 > validate/data/x/large.csv.gz
	cp validate/data/x/large.csv.gz kept
	sh "$compress" validate/data/x/large.csv
	cmp kept validate/data/x/large.csv.gz
	# something else: goes
	head -c 10001 /dev/zero > validate/data/x/large.csv
	sh "$compress" validate/data/x/large.csv
	gzip -cd validate/data/x/large.csv.gz | wc -c
) 2>&1 | diff - <(printf '%s\n' validate/data/x/large.csv workloads/micro/large.cubin \
	validate/data/x/large.csv.gz validate/data/x/small.csv workloads/micro/large.cubin.gz workloads/micro/small.cubin \
	workloads/vecadd/large.cubin 10001) | result 'compress.sh: from which size on, and what it leaves as it is'

# ---- the source ----
# What git tracks; where there is no git, what lies in the folders that have compressed files.
tracked=
[ ! -e .git ] || tracked=$(git ls-files 2> /dev/null)
if [ "$tracked" ]; then echo "$tracked"; else find tests validate workloads -type f ! -path '*/.*'; fi | while read -r file; do
	[ ! -f "$file" ] || echo "$file"
done > "$tmp/files"
grep -v '\.gz$' "$tmp/files" | xargs sh "$compress" --check 2>&1 | result 'what is large is kept compressed'
grep '\.gz$' "$tmp/files" | while read -r file; do
	gzip -t "$file" 2>&1
	[ ! -e "${file%.gz}" ] || echo "$file: ${file%.gz} is there as well, and is what is read"
done | result 'what is compressed is whole, and not there twice'
text='the files of the source are 28 MiB or less'
[ "$tracked" ] || text+=' # SKIP no git here that knows which they are'
if [ "$tracked" ]; then
	bytes=$(xargs cat < "$tmp/files" | wc -c)
	{ [ "$bytes" -gt 10000000 ] && [ "$bytes" -le $((28 << 20)) ]; } || echo "$bytes bytes"
fi | result "$text"
finish
