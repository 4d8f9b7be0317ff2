#!/bin/bash
# What --split gains on the whole H200: the kept cycles of validate/data/split-simulated.csv are what the simulator takes. `escape` alone by
# default, none with SIMT_TEST_QUICK, all with SIMT_LONG (make check-long; some minutes each). --update writes the file again. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

kept=validate/data/split-simulated.csv
measured=(validate/data/h200/split-again-launches.csv.gz validate/data/h200/split-everyday-launches.csv.gz validate/data/h200/split-everyday-root-launches.csv.gz)
export PATH=${program%/*}:$PATH
# KERNEL or KERNEL=0xPC
rows=$(awk -F, 'NR > 1 { sub(/-listed$/, "", $1); k = $2 == "auto" ? $1 : $1 "=" $2; if (!(k in seen)) { seen[k]; print k } }' $kept)
if [ "${1-}" = --update ]; then
	# shellcheck disable=SC2086 # words
	bash validate/split-gains.sh --simulate $rows > "$tmp/new" && cp "$tmp/new" $kept
	exit
fi

# ---- the table is made of what was measured: by hand, one of each kind ----
bash validate/split-gains.sh --table $kept "${measured[@]}" > "$tmp/table" 2>&1
measured() { # CASE METRIC, of cases of `auto`
	gzip -cd "${measured[@]:0:2}" | awk -F, -v of="$1" -v metric="$2" '/^#/ { next } $1 == "source" { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["case"] == of && $c["launch"] == "" && $c["metric"] == metric { v = $c["value"] } END { print v }'
}
simulated() { # KERNEL WAY
	awk -F, -v kernel="$1" -v way="$2" '$1 == kernel && $2 == "auto" && $3 == way { print $4 }' $kept
}
expected() { # KERNEL WAY METRIC
	awk -v s="$(simulated "$1" before)" -v t="$(simulated "$1" "$2")" -v m="$(measured "$1" "$3")" -v n="$(measured "$1-$2" "$3")" \
		'BEGIN { printf "%.3f,%.3f,%.1f\n", s / t, m / n, 100 * (s / t * n / m - 1) }'
}
{
	has "$tmp/table" "^options,auto,blocks,cycles,$(expected options blocks sm__cycles_elapsed.max)\$" \
		"^options,auto,launches,times,$(expected options launches simt__event_time.median)\$" \
		"^tokens,auto,launches,cycles,$(expected tokens launches sm__cycles_elapsed.max)\$"
} | result 'gains and errors are those of the data'
awk -F, 'NR == FNR { if (NR > 1 && $3 != "before") want[$1 "," $2 "," $3]; next } { delete want[$1 "," $2 "," $3] } END { for (w in want) print w " is not in the table" }' \
	$kept "$tmp/table" | result 'each way that is simulated was measured'

# ---- and of what is simulated ----
for kernel in $rows; do
	if [ -z "${SIMT_LONG-}" ] && [[ $kernel != escape || -n ${SIMT_TEST_QUICK+set} ]]; then
		n=$((n + 1))
		echo "ok $n - $kernel takes the cycles that are kept # SKIP it takes long: make check-long"
		continue
	fi
	bash validate/split-gains.sh --simulate "$kernel" > "$tmp/again" 2>&1
	{
		sed 1d "$tmp/again" | grep -vxFf $kept
		[ "$(wc -l < "$tmp/again")" -ge 4 ] || echo "$kernel: $(cat "$tmp/again")"
	} | result "$kernel takes the cycles that are kept"
done

finish
