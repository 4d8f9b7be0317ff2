#!/bin/bash
# The forms of results agree: every value of --csv and --per-pc is in --json, in its place, and nothing else is; the warp states of the
# instructions add up to the launch's; what --details and --show lanes draw is in tests/golden/details-*.txt and lanes-*.txt.
#   tests/workloads/results.sh --update    remakes those files (golden-run.sh --update does so too)
# simt-sim is $SIMT_SIM, or the one of the build folder. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

check_json() { # NAME ARGUMENT...
	local name=$1

	shift
	"$program" --quiet --csv="$tmp/all.csv" --per-pc="$tmp/pc.csv" --json="$tmp/all.json" "$@" > "$tmp/table" 2> "$tmp/err"
	if python3 tests/workloads/results.py "$tmp/all.csv" "$tmp/pc.csv" "$tmp/all.json" > "$tmp/said" 2>&1; then
		result ok "$name: $(tail -n 1 "$tmp/said")"
	else
		tail "$tmp/err" "$tmp/said" | sed 's/^/# /'
		result 'not ok' "$name: JSON and CSV agree"
	fi
}

check_text() { # NAME ARGUMENT...
	local golden=$root/tests/golden/$1.txt

	"$program" --quiet "${@:2}" > "$tmp/text" 2> "$tmp/err"
	[ "$update" = yes ] && [ -s "$tmp/text" ] && cp "$tmp/text" "$golden"
	if cmp -s "$tmp/text" "$golden"; then
		result ok "$1"
	else
		diff "$golden" "$tmp/text" 2>&1 | head -n 20 | sed 's/^/# /'
		result 'not ok' "$1"
	fi
}

update=no
[ "${1-}" = --update ] && update=yes

dynamic=workloads/dynamic-work/dynamic-work.csv
small=(--only naive-1 --only dynamic-1 --only naive-4 --let blocks=4 --let items=1024)
check_json vecadd workloads/vecadd/vecadd.csv --let n=5000
check_json dynamic $dynamic "${small[@]}"
check_json stack $dynamic "${small[@]}" --reconvergence stack --warp 64
check_json functional $dynamic "${small[@]}" --mode functional
check_json fault tests/bad/fault-then-more.csv --machine tiny
check_json limit $dynamic "${small[@]}" --max-cycles 2000
check_text details-dynamic $dynamic "${small[@]}" --machine tiny --details
check_text details-functional $dynamic "${small[@]}" --machine tiny --mode functional --details
lanes=(--only naive-1 --only dynamic-1 --let blocks=1 --let items=256 --machine tiny)
check_text lanes-dynamic $dynamic "${lanes[@]}" --show lanes
check_text lanes-range $dynamic "${lanes[@]}" --show lanes,warp=3,from=1000,to=1400,columns=70
check_text lanes-warp-8 $dynamic "${lanes[@]}" --warp 8 --show lanes,warp=31,columns=120
check_text lanes-warp-64 $dynamic "${lanes[@]}" --warp 64 --reconvergence stack --show lanes,warp=1,columns=60
check_text lanes-functional $dynamic "${lanes[@]}" --mode functional --show lanes,columns=40
check_text lanes-several $dynamic "${lanes[@]}" --show lanes,warp=6-8,stride=8,columns=60
check_text lanes-late workloads/fixed-array/fixed-array.csv --only plain-1000-32-1 --show lanes,stride=32,columns=60
check_text lanes-absent $dynamic "${lanes[@]}" --show lanes,block=9
# paths on banks of their own run at a time, those on the same one in turn; under policy ideal no lane waits
nested=(workloads/half-warp/half-warp.csv --only nested-1 --let n=100 --show lanes,columns=20)
"$program" --quiet --bank-issue independent "${nested[@]}" > "$tmp/independent" 2> "$tmp/err"
"$program" --quiet --reconvergence ideal "${nested[@]}" > "$tmp/ideal" 2> "$tmp/err"
if awk '$1 == "lane" && $2 % 8 == 0 { early = early (substr($3, 5, 1) != "."); late = late (substr($3, 17, 1) != ".") }
	END { exit !(early == "0111" && late == "1000") }' "$tmp/independent" && grep -qE '^  \.  waits +0\.0 %' "$tmp/ideal"; then
	result ok 'a picture of paths that run at a time'
else
	sed 's/^/# /' "$tmp/independent" "$tmp/ideal"
	result 'not ok' 'a picture of paths that run at a time'
fi
check_text lanes-fault tests/bad/fault-then-more.csv --only second --machine tiny --show lanes
# the lane-slots of all roots and of what has none are all there are; JSON has the roots that CSV has
"$program" --quiet --csv="$tmp/all.csv" --roots="$tmp/roots.csv" --json="$tmp/all.json" $dynamic "${small[@]}" > "$tmp/table" 2> "$tmp/err"
python3 - "$tmp/all.csv" "$tmp/roots.csv" "$tmp/all.json" > "$tmp/said" 2>&1 << 'EOF'
import csv, json, sys
rows = {}
for row in csv.DictReader(open(sys.argv[2], encoding="utf-8", newline="")):
    rows.setdefault(row["id"], []).append(row)
for row in csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")):
    if row["id"] and row["metric"] == "smsp__inst_executed.sum":
        assert sum(int(one["lane_slots"]) for one in rows[row["id"]]) == 32 * int(row["value"]) > 0, row
for case in json.load(open(sys.argv[3], encoding="utf-8"))["cases"]:
    for launch in case["launches"]:
        of_csv = [row for row in rows.pop(str(launch["id"])) if row["pc"]]
        roots = launch["roots"]["list"]
        assert len(of_csv) == len(roots) > 0
        for row, root in zip(of_csv, roots):
            for name, value in root.items():
                text = f"0x{value:04x}" if name in ("pc", "merge", "parent") else str(value)
                assert row[name] == text, (name, row, root)
assert not rows, rows
EOF
if [ $? = 0 ]; then
	result ok 'roots in CSV and JSON, and their sum'
else
	sed 's/^/# /' "$tmp/said"
	result 'not ok' 'roots in CSV and JSON, and their sum'
fi
check_text roots-nested workloads/half-warp/half-warp.csv --only '*-1' --let n=64 --mode functional --roots
check_text roots-predicates workloads/reductions/reductions.csv --only 'neighbouring-*' --let n=512 --let size=128 --mode functional --roots
# advice, with the bound in cycle mode alone
"$program" --quiet --advise --machine tiny $dynamic "${small[@]}" > "$tmp/timed" 2> "$tmp/err"
"$program" --quiet --advise --machine tiny --mode functional $dynamic "${small[@]}" > "$tmp/functional" 2> "$tmp/err"
"$program" --quiet --advise --machine tiny workloads/vecadd/vecadd.csv --let n=512 > "$tmp/none" 2> "$tmp/err"
"$program" --quiet --advise --only 'neighbouring-*' --let n=512 --let size=128 workloads/reductions/reductions.csv > "$tmp/by-block" 2> "$tmp/err"
if [ "$(grep -cE 'Without divergence it is about [1-9]\.[0-9]+ times as fast' "$tmp/timed")" = 3 ] && ! grep -q ideal "$tmp/functional" &&
	[ "$(grep -c '1. dynamic work assignment' "$tmp/functional")" = 3 ] && ! grep -q '^ *1\. ' "$tmp/none" &&
	grep -q 'nothing to remedy' "$tmp/none"; then
	result ok 'advice'
else
	sed 's/^/# /' "$tmp/timed" "$tmp/functional" "$tmp/none"
	result 'not ok' 'advice'
fi
# what is tried: other banks everywhere, other blocks where the results stay: not where each block writes a sum of its own
if [ "$(grep -cE 'Tried, two issue banks.*: [0-9]\.[0-9]+ times as fast' "$tmp/timed")" = 3 ] &&
	[ "$(grep -cE 'Tried, twice as many blocks.*: 1\.[0-9]+ times as fast' "$tmp/timed")" = 2 ] &&
	! grep -q Tried "$tmp/functional" && grep -q 'Tried, two' "$tmp/by-block" && ! grep -q 'Tried, twice' "$tmp/by-block"; then
	result ok 'advice: what is tried'
else
	sed 's/^/# /' "$tmp/timed" "$tmp/by-block"
	result 'not ok' 'advice: what is tried'
fi
# On a terminal the picture fits its width.
python3 - "$program" $dynamic "${lanes[@]}" --quiet --show lanes > "$tmp/wide" 2>&1 << 'EOF'
import fcntl, os, pty, struct, sys, termios
try:
    pid, fd = pty.fork()
except OSError as error:
    print(error)
    sys.exit(77)
if not pid:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 64, 0, 0))
    os.execv(sys.argv[1], sys.argv[1:])
text = b""
while True:
    try:
        got = os.read(fd, 65536)
    except OSError:
        break
    if not got:
        break
    text += got
lines = text.decode().replace("\r", "").split("\n")
rows = [line for line in lines if line.startswith("lane ")]
picture = lines[[i for i, line in enumerate(lines) if line.startswith("block 0, warp 0")][0]:]
print(len(rows), max(map(len, rows)), max(map(len, picture)))
sys.exit(os.waitpid(pid, 0)[1] or len(rows) != 64 or not 50 < max(map(len, rows)) <= 64 or max(map(len, picture)) > 64)
EOF
case $? in
0) result ok 'a picture fits the terminal' ;;
77) result ok "a picture fits the terminal # SKIP $(head -n 1 "$tmp/wide")" ;; # a chroot without /dev/pts
*)
	sed 's/^/# /' "$tmp/wide"
	result 'not ok' 'a picture fits the terminal'
	;;
esac
# the columns of $parameters, which vecadd has one of, and nothing else are left out
for what in csv per-pc; do
	"$program" --quiet --let n=256 --$what workloads/vecadd/vecadd.csv > "$tmp/with" 2>&1
	"$program" --quiet --let n=256 --no-parameters --$what workloads/vecadd/vecadd.csv > "$tmp/without" 2>&1
	if [ "$(head -n 1 "$tmp/with" | cut -d , -f 4)" = n ] && cut -d , -f 1-3,5- "$tmp/with" | cmp - "$tmp/without" > "$tmp/cmp" 2>&1; then
		result ok "--$what --no-parameters"
	else
		sed 's/^/# /' "$tmp/cmp"
		result 'not ok' "--$what --no-parameters"
	fi
done
finish
