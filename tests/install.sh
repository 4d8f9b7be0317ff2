#!/bin/bash
# libsimt as a user gets it: `make install` into an empty folder; the examples of doc/ are built with what pkg-config says, against the
# shared and the static library, and run; the example in Python loads the shared one. Both libraries show simt_* alone, and the installed
# header is good C++, where there is a compiler for it. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

check() { # TEXT COMMAND...
	if "${@:2}" > "$tmp/said" 2>&1; then
		result ok "$1"
	else
		tail "$tmp/said" | sed 's/^/# /'
		result 'not ok' "$1"
	fi
}

# variable of the build's Makefile
variable() { sed -n "s/^$1 = //p" "$build/Makefile"; }

cc=$(variable CC)
sanitizers=$(variable SIMT_CFLAGS | grep -o -- '-fsanitize=[^ ]*')
# a program that is not built with sanitizers, as python is not, has to load their library first
preload=
for name in libasan.so libclang_rt.asan-x86_64.so; do
	[ -z "$sanitizers" ] || [ ! -e "$($cc -print-file-name=$name)" ] || preload=$($cc -print-file-name=$name)
done
cubin=$root/workloads/vecadd/vecadd.cubin

# what `make check` was told is not for this make
check 'make install' env -u MAKEFLAGS -u MAKELEVEL make -C "$build" install prefix="$tmp/prefix"
for file in "$tmp"/prefix/bin/simt-*; do
	name=${file##*/}
	[ -s "$tmp/prefix/share/man/man1/$name.1" ] || echo "no manual page of $name"
	[ -s "$tmp/prefix/share/bash-completion/completions/$name" ] || echo "no words of $name for bash"
	grep -qw -- "$name" "$tmp/prefix/share/zsh/site-functions/_simt" || echo "no words of $name for zsh"
done | result 'each program has a manual page, and words for shells'
export PKG_CONFIG_PATH=$tmp/prefix/lib/pkgconfig
lib=$tmp/prefix/lib
# the prefix of the build is in the .pc file
say() { pkg-config --define-variable=prefix="$tmp/prefix" --define-variable=exec_prefix="$tmp/prefix" \
	--define-variable=libdir="$lib" --define-variable=includedir="$tmp/prefix/include" "$@" libsimt; }
check 'pkg-config knows the version' [ "$(say --modversion)" = "$("$build/simt-sim" --version | cut -d ' ' -f 2)" ]

# build_example NAME FLAG...: $example is the source
example=example
build_example() {
	# shellcheck disable=SC2046,SC2086 # lists of words
	$cc -std=c17 -Wall -Wextra -Wpedantic -Werror $sanitizers $(say --cflags) "$root/doc/$example.c" -o "$tmp/$1" "${@:2}"
}

# shellcheck disable=SC2046 # a list of words
check 'example.c with the shared library builds' build_example shared $(say --libs)
# shellcheck disable=SC2046
check 'example.c with the static library builds' build_example static "$lib/libsimt.a" $(say --static --libs | sed 's/ -lsimt / /')
wanted='10000 sums in [0-9]+ cycles and 12620 instructions of warps of 16 threads'
for kind in shared static; do
	"$tmp/$kind" "$cubin" > "$tmp/$kind.out" 2>&1
	check "example.c, $kind: $(cat "$tmp/$kind.out")" grep -qxE "$wanted" "$tmp/$kind.out"
done
example=sweep
# shellcheck disable=SC2046
check 'sweep.c builds' build_example sweep $(say --libs)
"$tmp/sweep" "$root/workloads/branch-patterns/branch-patterns.cubin" > "$tmp/sweep.csv" 2>&1
check "sweep.c: $(tail -n 1 "$tmp/sweep.csv")" [ "$(grep -cE '^h200,(8|16|32|64),(barrier|stack|ideal),[0-9]+,[0-9]+,[0-9.]+,[0-9.]+,$' "$tmp/sweep.csv")" = 12 ]
check 'sweep.c: a point is as fast as itself' grep -q '^h200,32,barrier,.*,1\.0000,$' "$tmp/sweep.csv"
check 'both libraries count the same' cmp "$tmp/shared.out" "$tmp/static.out"
check 'a mistake comes back as a sentence' sh -c "'$tmp/shared' /dev/null 2>&1 | grep -q /dev/null"
# the package of python/ with the library that was installed
python() { # ARGUMENT...: CUBIN LIBRARY of a launch at four widths, or the sentence of what is wrong
	LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/python SIMT_LIBRARY=$2 python3 - "$1" 2>&1 << 'END' | tail -n 4
import array, sys, simt
a, b, c = (array.array("f", (k * i for i in range(10000))) for k in (1, 2, 0))
for width in (8, 16, 32, 64):
    r = simt.Module(sys.argv[1], simt.Machine("h200", warp_size=width)).launch("vecadd", 40, 256, [a, b, c, 10000])
    assert list(c) == [3 * i for i in range(10000)]
    print(f"warps of {width} threads: {r.cycles} cycles, {r.counts['smsp__inst_executed.sum']} instructions")
END
}
python "$cubin" "$lib/libsimt.so.0" > "$tmp/python.out"
check "from Python: $(sed -n 2p "$tmp/python.out")" grep -qxE 'warps of 16 threads: +[0-9]+ cycles, +12620 instructions' "$tmp/python.out"
check 'from Python: four widths' [ "$(grep -c '^warps of' "$tmp/python.out")" = 4 ]
said() { # PART CUBIN LIBRARY: the last line ends so
	[[ $(python "$2" "$3" | tail -n 1) = *"$1" ]]
}
check 'from Python: a cubin that is not there' said "$tmp/none: No such file or directory" "$tmp/none" "$lib/libsimt.so.0"
check 'from Python: a file that is no cubin' said "$root/README.md: this is not an ELF file, so no cubin" "$root/README.md" "$lib/libsimt.so.0"
check 'from Python: a library that is not there' said "no libsimt of this version; build and install simt-sim, or let SIMT_LIBRARY name libsimt.so.0" "$cubin" "$tmp/none.so"

nm -D --defined-only "$lib/libsimt.so.0" | awk '{ print $3 }' | grep -v '^simt_' > "$tmp/foreign.so"
[ -n "$sanitizers" ] && sed -i '/^__\|^_ZN/d' "$tmp/foreign.so"
nm -g --defined-only "$lib/libsimt.a" | awk 'NF == 3 { print $3 }' | grep -v '^simt_' > "$tmp/foreign.a"
[ -n "$sanitizers" ] && sed -i '/^__/d' "$tmp/foreign.a"
check 'libsimt.so shows simt_* alone' sh -c "cat '$tmp/foreign.so'; [ -e '$lib/libsimt.so.0' ] && [ ! -s '$tmp/foreign.so' ]"
check 'libsimt.a shows simt_* alone' sh -c "cat '$tmp/foreign.a'; [ -e '$lib/libsimt.a' ] && [ ! -s '$tmp/foreign.a' ]"
# every function that the headers declare is there, but for those that are in the header
awk '/^static inline/ { skip = 1 } !skip && !/typedef/; /^}/ { skip = 0 }' "$tmp/prefix/include/simt/"*.h | grep -oE '\bsimt_[a-z_]+\(' | tr -d '(' | sort -u > "$tmp/declared"
nm -D --defined-only "$lib/libsimt.so.0" | awk '{ print $3 }' | sort > "$tmp/defined"
check 'all functions of the header are there' sh -c "comm -23 '$tmp/declared' '$tmp/defined' | tee '$tmp/absent'; [ -s '$tmp/declared' ] && [ ! -s '$tmp/absent' ]"
echo '#include <simt/simt.h>
int main() { return simt_machine_load("", nullptr) != nullptr; }' > "$tmp/plus.cc"
if command -v "${CXX:-c++}" > /dev/null; then
	# shellcheck disable=SC2046
	check 'the header is C++ too' "${CXX:-c++}" -std=c++17 -fsyntax-only $(say --cflags) "$tmp/plus.cc"
else
	result ok 'the header is C++ too # SKIP no C++ compiler'
fi
finish
