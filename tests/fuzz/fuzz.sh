#!/bin/bash
# fuzz.sh FOLDER [SECONDS [TARGET...]]: builds the fuzz targets in FOLDER with clang and runs each for SECONDS (default 60), all at the
# same time, starting from the kept inputs. What each found is in FOLDER/TARGET.log, inputs that fail in FOLDER. Status 1 where there are any.
#   fuzz.sh FOLDER keep       writes the inputs found so far, those that reach new code, to corpus-*.bin.gz
# `make fuzz` runs it. Needs clang with libFuzzer; $CLANG names it.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=${1?folder}
seconds=${2:-60}
shift $(($# > 2 ? 2 : $#))
[ $# -gt 0 ] || set -- cubin decode machine recording run workload
clang=${CLANG:-clang}
export SIMT_DATADIR=${SIMT_DATADIR:-$root/sim}
mkdir -p "$folder"
cd "$folder"
flags=(-O1 -g -std=gnu17 -ffp-contract=off -fsanitize=address,undefined -fno-sanitize-recover=undefined
	"-I$root" "-I$root/base" "-I$root/sim/runtime" '-DSIMT_PKGDATADIR="/nonexistent"' '-DSIMT_SOURCE_DATADIR="/nonexistent"')

rooms=("$root"/{base,isa,sim} "$root"/workloads/{reader,generators,runner,analysis,report,record,plot})

# Objects are made again where a source is newer, or a header.
[ headers -nt "$(find "${rooms[@]}" -name '*.h' -o -name '*.def' | xargs ls -t | head -n 1)" ] || touch headers
objects=()
jobs_max=$(nproc)
# pages and pictures by cairo need more libraries, and read nothing
for source in $(find "${rooms[@]}" -name '*.c' | grep -vE '/plot/(report-[^/]*|page|timeline-data|canvas-cairo)\.c$' | LC_ALL=C sort); do
	object=$(basename "$(dirname "$source")")-$(basename "$source" .c).o
	objects+=("$object")
	[ "$object" -nt "$source" ] && [ "$object" -nt headers ] && continue
	while [ "$(jobs -pr | wc -l)" -ge "$jobs_max" ]; do wait -n; done
	"$clang" "${flags[@]}" -fsanitize=fuzzer-no-link -c "$source" -o "$object" &
done
wait
for target; do
	"$clang" "${flags[@]}" -fsanitize=fuzzer "$root/tests/fuzz/fuzz-$target.c" "${objects[@]}" -lcsv -lelf -liberty -ljansson -lz -lm -o "fuzz-$target"
	mkdir -p "corpus-$target" "seeds-$target"
	python3 - "$root/tests/fuzz/corpus-fuzz-$target.bin" "seeds-$target" <<-'END'
		import gzip, os, sys
		path, folder = sys.argv[1:]
		data = b''
		if os.path.exists(path):
		    data = open(path, 'rb').read()
		elif os.path.exists(path + '.gz'):
		    data = gzip.open(path + '.gz').read()
		at = n = 0
		while at + 4 <= len(data):
		    size = int.from_bytes(data[at:at + 4], 'little')
		    open(os.path.join(folder, '%05d' % n), 'wb').write(data[at + 4:at + 4 + size])
		    at += 4 + size
		    n += 1
	END
done

if [ "$seconds" = keep ]; then
	for target; do
		rm -rf "kept-$target"
		mkdir "kept-$target"
		"./fuzz-$target" -merge=1 "kept-$target" "seeds-$target" "corpus-$target" > "$target.merge.log" 2>&1
		python3 - "kept-$target" > "$root/tests/fuzz/corpus-fuzz-$target.bin" <<-'END'
			import os, sys
			for name in sorted(os.listdir(sys.argv[1])):
			    data = open(os.path.join(sys.argv[1], name), 'rb').read()
			    sys.stdout.buffer.write(len(data).to_bytes(4, 'little') + data)
		END
		(cd "$root" && sh workloads/compress.sh "tests/fuzz/corpus-fuzz-$target.bin")
	done
	exit
fi

status=0 pids=()
for target; do
	"./fuzz-$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 "-artifact_prefix=$target-" \
		"-max_len=$([ "$target" = cubin ] && echo 16384 || echo 4096)" "corpus-$target" "seeds-$target" > "$target.log" 2>&1 &
	pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || status=1; done
for target; do
	echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$target.log") inputs in $seconds s," \
		"$(find . -maxdepth 1 -name "$target-*" | wc -l) failed"
done
exit $status
