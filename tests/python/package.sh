#!/bin/bash
# The Python package of python/: its functions, its example, and that pip installs it from a checkout. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
if ! command -v python3 > /dev/null; then
	result ok 'all of it # SKIP no python3'
	finish
fi
export SIMT_LIBRARY=$build/libsimt.so.0 SIMT_SIM=$tmp/simt-sim PYTHONPATH=$root/python PYTHONDONTWRITEBYTECODE=1
# python is not built with sanitizers, so it has to load their library first
preload=
cc=$(sed -n 's/^CC = //p' "$build/Makefile")
for name in libasan.so libclang_rt.asan-x86_64.so; do
	grep -q '^SIMT_CFLAGS = .*-fsanitize=address' "$build/Makefile" && [ -e "$($cc -print-file-name=$name)" ] && preload=$($cc -print-file-name=$name)
done
printf '#!/bin/sh\nunset LD_PRELOAD\nexec "%s" "$@"\n' "$program" > "$tmp/simt-sim"
chmod +x "$tmp/simt-sim"
python() { LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 python3 "$@"; }
cd "$tmp" || exit 99

python "$root/tests/python/checks.py" "$root" > checks 2>&1
checks=0
while read -r line; do
	case $line in
	'ok '*) result ok "${line#ok }" ;;
	'skip '*) name=${line#skip } && result ok "${name%%:*} # SKIP ${name#*: }" ;;
	*) result 'not ok' "${line#not ok }" ;;
	esac
	checks=$((checks + 1))
done < checks
result "$([ $checks = 8 ] && echo ok || echo 'not ok')" 'all checks came to their end' checks

python "$root/python/example.py" > example 2>&1
result $? 'the example runs' example
{
	has example '^if_kept_8: [0-9]+ cycles, [0-9.]+ active lanes' '^parted [0-9]+ times at PC 0x[0-9a-f]+, branch-patterns\.cu:[0-9]+: @' \
		'warp_size must be a power of two, not 24$' '^15 rows$' 'lane-slots wait behind @'
	[ "$(grep -cE '^h200,(8|16|32|64),(barrier|stack|ideal),[0-9]+,[0-9.]+,$' sweep.csv)" = 12 ] || cat sweep.csv
	"$build/simt-plot" sweep.csv --x warp --y speed-up --by reconvergence --log x --no-draw -o sweep.svg 2>&1
	has sweep.dat '^# reconvergence = ideal$' '^64 '
} | result 'what it says, and its table for simt-plot'
SIMT_LIBRARY=$tmp/none.so python "$root/python/example.py" > example 2>&1
has example '^simt\._library\.Error: .*none\.so.*: no libsimt of this version; build and install simt-sim' | result 'without the library it says what to do'

if python3 -c 'import setuptools, wheel, pip' 2> /dev/null; then
	# a build writes beside the sources
	cp -r "$root/python" package
	{
		python3 -m pip install --quiet --no-index --no-deps --no-build-isolation --disable-pip-version-check --root-user-action=ignore --target site ./package > pip 2>&1 ||
			cat pip
		PYTHONPATH=$tmp/site python -c 'import simt; print(simt.__file__, simt.Machine("tiny")["warp_size"])' > installed 2>&1
		has installed "^$tmp/site/simt/__init__\.py [0-9]+$"
	} | result 'pip installs it'
else
	result ok 'pip installs it # SKIP no pip, setuptools or wheel'
fi
finish
