#!/bin/bash
# Long blocks of pages (tests/readme.sh, pages.sh) in a made-up source folder: one is right without being made only where everything that it
# is made from is what it was when it was last made, and where it is not so it is made, or skipped by name. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
unset SIMT_TEST_QUICK SIMT_SEED SIMT_LONG SIMT_PAGES_SECONDS
src=$tmp/source
mkdir -p "$src"/{isa,sim/machines,workloads/{x,y,z},validate/{data/h200,papers},tests/{helpers,validate},doc,m4,man} "$tmp/build"
cp tests/readme.sh "$src/tests"
cp tests/helpers/{pages,sample,tap}.sh "$src/tests/helpers"
cp tests/validate/check-run.sh "$src/tests/validate"
cd "$src" || exit 99
for file in configure.ac Makefile.am m4/a.m4 isa/a.c sim/a.h sim/a.def sim/machines/m.csv workloads/a.awk validate/a.sh workloads/z/z.csv workloads/x/x.cu \
	workloads/y/y.cubin validate/data/h200/{x-1.csv,x-2.csv.gz,z.csv} validate/papers/p.csv validate/exempt.csv; do
	echo "$file" > "$file"
done
for folder in isa sim workloads validate; do
	echo "${folder}_CFLAGS = -O" > $folder/local.mk
done
printf '%s\n' module ../y/y.cubin > workloads/x/x.csv
# the block says how often it has run
cat > workloads/x/README.md << 'END'
<!-- long $ tail -n 1 workloads/x/x.csv; cat validate/data/h200/x-1.csv validate/papers/p.csv; h=validate/data/h200/x; cat $h-2.csv.gz; echo >> RAN -->
<!-- end -->
END
sed -i "s|RAN|$tmp/ran|" workloads/x/README.md
: > "$tmp/ran"
echo page,block,seconds,hash > tests/pages.csv

# pages ARGUMENT...: what readme.sh says, in $tmp/said; $times is how often the block has run meanwhile
pages() {
	local before

	before=$(wc -l < "$tmp/ran")
	srcdir=$src builddir=$tmp/build bash tests/readme.sh "$@" workloads/x > "$tmp/said" 2>&1
	status=$?
	times=$(($(wc -l < "$tmp/ran") - before))
}

{
	pages --update
	[ $status.$times = 0.1 ] || cat "$tmp/said"
	has workloads/x/README.md '^../y/y.cubin$' '^validate/papers/p.csv$' '^validate/data/h200/x-2.csv.gz$'
	has tests/pages.csv '^workloads/x/README.md,1,[0-9.]+,[0-9a-f]{20}$'
} | result 'an update makes the block and keeps a hash'
cp workloads/x/README.md "$tmp/page"
same() {
	SIMT_PAGES_SECONDS=0 pages
	[ $status.$times = 0.0 ] || cat "$tmp/said"
	has "$tmp/said" '^ok 1 - .* \(long: made from what it was made from\)$'
}
same | result 'it is right without being made again'
{
	pages --update
	[ $status.$times = 0.0 ] || cat "$tmp/said"
	cmp workloads/x/README.md "$tmp/page" 2>&1
} | result 'another update has nothing to do'
{
	SIMT_LONG=1 pages
	[ $status.$times = 0.1 ] || cat "$tmp/said"
} | result 'SIMT_LONG makes it whatever is kept'

# of each a line more
for file in configure.ac m4/a.m4 isa/a.c sim/a.h sim/a.def sim/machines/m.csv workloads/a.awk validate/a.sh validate/exempt.csv workloads/x/x.cu workloads/x/x.csv \
	workloads/y/y.cubin validate/data/h200/x-1.csv validate/data/h200/x-2.csv.gz validate/papers/p.csv tests/readme.sh tests/helpers/pages.sh sim/local.mk \
	workloads/x/README.md; do
	cp "$file" "$tmp/kept"
	case $file in
	*.mk) sed -i 's/-O$/-O2/' "$file" ;;
	*.md) sed -i 's/^\(.*p.csv\)$/\1 by hand/' "$file" ;;
	*) echo >> "$file" ;;
	esac
	{
		SIMT_PAGES_SECONDS=0 pages
		[ $status.$times = 0.0 ] || cat "$tmp/said"
		has "$tmp/said" '^ok 1 - workloads/x/README.md:1: .* # SKIP long, made from something new, and not in the sample of seed 0: [0-9.]+ seconds$'
		SIMT_TEST_QUICK=1 pages
		[ $status.$times = 0.0 ] || cat "$tmp/said"
		pages
		[ "$times" = 1 ] || cat "$tmp/said"
	} | result "$file is another: it is skipped, or made"
	cat "$tmp/kept" > "$file"
done
for file in validate/data/h200/z.csv workloads/z/z.csv doc/other.md; do
	echo >> "$file"
	same | result "$file is another, from which it is not made"
done
mv sim/a.h sim/b.h
{
	SIMT_PAGES_SECONDS=0 pages
	has "$tmp/said" '# SKIP long'
} | result 'a file has another name'
mv sim/b.h sim/a.h
{
	sed -i 's/^\(.*p.csv\)$/\1 by hand/' workloads/x/README.md
	pages
	[ $status.$times = 1.1 ] || cat "$tmp/said"
	has "$tmp/said" '^not ok 1 '
	pages --update
	cmp workloads/x/README.md "$tmp/page" 2>&1
} | result 'a page that is wrong fails, and is mended by an update'

# ---- blocks that leave files for others, and how many fit ----
cat > workloads/x/README.md << END
<!-- long \$ echo one > \$T/file; echo >> $tmp/ran -->
<!-- end -->
<!-- long \$ cat \$T/file; echo >> $tmp/ran -->
one
<!-- end -->
<!-- long \$ echo alone; echo >> $tmp/ran -->
alone
<!-- end -->
END
{ echo page,block,seconds,hash && printf 'workloads/x/README.md,%d,10,none\n' 1 2 3; } > tests/pages.csv
{
	SIMT_PAGES_SECONDS=12 pages
	[ $status.$times = 0.1 ] || cat "$tmp/said"
	seen=
	for seed in 0 1 2 3 4 5; do
		SIMT_SEED=$seed SIMT_PAGES_SECONDS=12 pages
		seen+=" $(sed -n 's/^ok \([0-9]\).*\(one\|alone\)[^#]*$/\1/p' "$tmp/said" | tr '\n' ' ')"
	done
	[[ $seen == *1* && $seen == *3* ]] || echo "made: $seen"
	SIMT_PAGES_SECONDS=50 pages
	[ $status.$times = 0.3 ] || cat "$tmp/said"
} | result 'as many are made as fit into the seconds, others for each seed'
{
	pages --update
	sed -i 's/cat \$T/cat  $T/' workloads/x/README.md
	SIMT_PAGES_SECONDS=50 pages
	[ $status = 0 ] && [ "$times" -ge 2 ] || cat "$tmp/said"
	has "$tmp/said" '^ok 2 - [^#]*cat  .T/file; [^(#]*$'
} | result 'a block whose file another one makes has it made'
finish
