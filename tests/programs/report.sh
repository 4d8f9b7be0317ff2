#!/bin/bash
# simt-plot --report: the page is HTML whose links lead somewhere, shows names as they are, and has the same bytes each time; what belongs together;
# mistakes; and the pages of doc/reports. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
export PATH="$build:$PATH"
vecadd=workloads/vecadd/vecadd.csv
work=workloads/dynamic-work/dynamic-work.csv
few=(--quiet --let n=4096)

# page NAME ARGUMENT...: $tmp/NAME.html, made without a word.
page() {
	simt-plot --report "$tmp/$1.html" "${@:2}" > "$tmp/said" 2>&1 || echo "status $?"
	cat "$tmp/said"
}

# whole FILE: tags are closed in their order, names of elements are there once, links lead to one; scripts are ours alone.
whole() {
	python3 - "$1" << 'END'
import html.parser, sys
class Page(html.parser.HTMLParser):
    open, ids, links, scripts = [], set(), [], 0
    void = {"meta", "input", "br"}
    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                if value in self.ids: print("twice:", value)
                self.ids.add(value)
            if name == "href": self.links.append(value)
            if name.startswith("on"): print("a handler:", name)
        self.scripts += tag == "script"
        if tag not in self.void: self.open.append(tag)
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: print("ends, and is not the last one that began:", tag)
text = open(sys.argv[1], encoding="utf-8").read()
p = Page()
p.feed(text)
p.close()
if p.open: print("does not end:", p.open)
for link in p.links:
    if not link.startswith("#") or link[1:] not in p.ids: print("leads nowhere:", link)
if p.scripts != text.count("<script"): print("a script in a text")
if not 2 <= p.scripts <= 4: print("scripts:", p.scripts)
if "http:" in text or "https:" in text: print("needs the network")
if len(text) > 5 << 20: print("too large")
END
}

simt-sim "${few[@]}" --explain --json="$tmp/a.json" --record "$tmp/a.rec" "$vecadd" > "$tmp/table" 2>&1
simt-sim "${few[@]}" --explain --json="$tmp/slow.json" --set l2_load_latency=900 "$vecadd" > "$tmp/table" 2>&1
simt-sim "${few[@]}" --json="$tmp/plain.json" "$vecadd" > "$tmp/table" 2>&1
simt-sim --quiet --explain --mode functional --json="$tmp/untimed.json" --let n=4096 "$vecadd" > "$tmp/table" 2>&1
simt-sim --quiet --explain --json="$tmp/work.json" --let blocks=1 --let items=512 --only 'naive-[12]' "$work" > "$tmp/table" 2>&1
simt-why --quiet --let n=4096 --quick --json="$tmp/why.json" "$vecadd" > "$tmp/table" 2>&1
simt-why --quiet --let n=8192 --quick --json="$tmp/other-why.json" "$vecadd" > "$tmp/table" 2>&1
simt-sim --quiet --let n=8192 --record "$tmp/other.rec" "$vecadd" > "$tmp/table" 2>&1

{
	page a "$tmp/a.json" && whole "$tmp/a.html"
	has "$tmp/a.html" 'not tried' 'c\[i\] = a\[i\] \+ b\[i\];' 'All its parameters are as it comes' 'class="text">LDG' 'simt-sim --quiet --let n=4096 --explain'
	page again "$tmp/a.json" && cmp "$tmp/a.html" "$tmp/again.html"
} | result 'a result: verdict, source, machine code; the same bytes again'
{
	page all "$tmp/a.rec" "$tmp/why.json" "$tmp/a.json" && whole "$tmp/all.html"
	has "$tmp/all.html" 'id="timeline-data"' 'Verdict from</dt><dd>why.json'
} | result 'with a recording and a result of simt-why, in any order'
{
	page rec "$tmp/a.rec" && whole "$tmp/rec.html"
	has "$tmp/rec.html" 'What was recorded' 'id="timeline"'
} | result 'a recording alone'
{
	page two "$tmp/a.json" "$tmp/slow.json" && whole "$tmp/two.html"
	has "$tmp/two.html" 'times as slow' 'l2_load_latency</th><td>900</td>' 'class="worse"' '&rarr;'
	page same "$tmp/a.json" "$tmp/a.json" && whole "$tmp/same.html"
} | result 'two results: what differs, also of the machine'
{
	page plain "$tmp/plain.json" && whole "$tmp/plain.html"
	has "$tmp/plain.html" 'The result has no verdict' 'no counts of instructions'
	page untimed "$tmp/untimed.json" && whole "$tmp/untimed.html"
	has "$tmp/untimed.html" 'The result has no verdict' 'class="text">LDG'
} | result 'results that have less: without --explain, and without time'
{
	page work "$tmp/work.json" && whole "$tmp/work.html"
	has "$tmp/work.html" '<select id="pick">' 'id="launches"' 'class="tree"' 'lanes branch apart at'
} | result 'several launches, with roots of divergence'

python3 - "$tmp" << 'END' | result '--explain finds what simt-why --quick finds'
import json, sys
launch = json.load(open(f"{sys.argv[1]}/a.json"))["cases"][0]["launches"][0]
why = json.load(open(f"{sys.argv[1]}/why.json"))["launches"][0]
for member in ("verdict", "limits", "pairs", "remedies", "lines", "loops"):
    if launch[member] != why[member]: print(member, launch[member], why[member])
if not launch["limits"] or not launch["remedies"]: print("nothing is compared")
END

# names that would be tags, ends of scripts, ends of attributes, or no UTF-8
python3 - "$tmp" << 'END'
import json, sys
tmp = sys.argv[1]
bad = "</script><script>alert(1)</script>\"'><img src=x onerror=y>&amp;\u00e9\u0001"
def spoil(x, key=""):
    if isinstance(x, dict):
        return {(k + bad if key in ("parameters", "metrics", "warp_cycles", "shipped") else k): spoil(v, k) for k, v in x.items()}
    if isinstance(x, list):
        return [spoil(v, key) for v in x]
    return x + bad if isinstance(x, str) and key not in ("source", "lines_by") else x
for name in ("work", "a"):
    json.dump(spoil(json.load(open(f"{tmp}/{name}.json"))), open(f"{tmp}/{name}-bad.json", "w"))
END
{
	page bad "$tmp/work-bad.json" --title '<b>"&' && whole "$tmp/bad.html"
	has "$tmp/bad.html" '&lt;/script&gt;&lt;script&gt;alert' '<title>&lt;b&gt;&quot;&amp;</title>'
	page bad-two "$tmp/a-bad.json" "$tmp/a-bad.json" && whole "$tmp/bad-two.html"
	grep -n '<img\|<script>alert' "$tmp/bad.html" "$tmp/bad-two.html"
} | result 'names of kernels, files and metrics that look like HTML are text'

# members of other types than they have
{
python3 - "$tmp" << 'END'
import copy, json, subprocess, sys
tmp = sys.argv[1]
whole = json.load(open(f"{tmp}/work.json"))
whole["cases"] = whole["cases"][:1]
def places(x, path=()):
    if isinstance(x, dict):
        for k, v in x.items():
            if len(path) < 7: yield path + (k,); yield from places(v, path + (k,))
    elif isinstance(x, list) and x:
        yield path + (0,); yield from places(x[0], path + (0,))
for i, path in enumerate(p for p in places(whole) if "parameters" not in p and "metrics" not in p[:-1]):
    if i % 7: continue
    other = copy.deepcopy(whole)
    at = other
    for k in path[:-1]: at = at[k]
    at[path[-1]] = [None, -7, "x", {}, [[]], 1e300][(i // 7) % 6]
    json.dump(other, open(f"{tmp}/kind.json", "w"))
    p = subprocess.run(["simt-plot", "--report", f"{tmp}/kind.html", f"{tmp}/kind.json"], capture_output=True, text=True)
    if p.returncode not in (0, 3) or p.stderr.count("\n") > 1: print(path, p.returncode, p.stderr)
END
} | result 'a result with members of other types is shown as far as it goes, or refused'

# ---- mistakes ----
# mistake STATUS PATTERN ARGUMENT...: one line that matches, and no page.
mistake() {
	local status=$1 pattern=$2

	rm -f "$tmp/no.html"
	simt-plot --report "$tmp/no.html" "${@:3}" > "$tmp/said" 2>&1
	{
		[ $? = "$status" ] || echo "status is not $status"
		[ "$(wc -l < "$tmp/said")" = 1 ] || cat "$tmp/said"
		has "$tmp/said" "$pattern"
		[ ! -e "$tmp/no.html" ] || echo 'there is a page'
	} | result "mistake: $pattern"
}
echo '{"cases": 3}' > "$tmp/three.json"
echo 'a,b' > "$tmp/table.csv"
{ head -c 7 "$tmp/a.rec"; printf '\377'; tail -c +9 "$tmp/a.rec"; } > "$tmp/old.rec"
sed 's/"workload": "[^"]*"/"workload": "others.csv"/; s/"vecadd"/"others"/' "$tmp/a.json" > "$tmp/others.json"
mistake 2 'no result given'
mistake 3 'this is no result of simt-sim --json or simt-why --json, and no recording' "$tmp/table.csv"
mistake 3 "it has no list 'cases'" "$tmp/three.json"
mistake 3 'nothing: ' "$tmp/nothing"
mistake 3 'the recording has version 255, and this program reads version' "$tmp/a.json" "$tmp/old.rec"
mistake 3 'are results of different workloads: no case and no kernel' "$tmp/work.json" "$tmp/others.json"
mistake 3 "launch 'vecadd' of case 'vecadd' is not in .* with this grid and block; give the recording of the same run" "$tmp/a.json" "$tmp/other.rec"
mistake 3 'give results of the same run' "$tmp/a.json" "$tmp/other-why.json"
mistake 2 'is a third result of simt-sim' "$tmp/a.json" "$tmp/slow.json" "$tmp/plain.json"
mistake 2 'are both recordings' "$tmp/a.rec" "$tmp/other.rec"
mistake 2 'are both results of simt-why' "$tmp/why.json" "$tmp/other-why.json" "$tmp/a.json"
mistake 2 'which has no counts of instructions; give the result of simt-sim --json --explain as well' "$tmp/why.json"
mistake 2 '^simt-plot: --kind has no effect with --report' --kind bars "$tmp/a.json"
simt-sim --explain "$vecadd" > "$tmp/said" 2>&1
{ [ $? = 2 ] || echo 'status is not 2'; has "$tmp/said" '--explain has no effect without --json'; } | result 'mistake: --explain without --json'

# ---- pages of the documentation ----
mkdir "$tmp/reports"
{
	bash doc/reports/remake.sh "$tmp/reports" 2>&1
	for file in jump-8 strided dynamic-work; do
		whole "$tmp/reports/$file.html"
		cmp "$tmp/reports/$file.html" "doc/reports/$file.html" 2>&1 || echo 'make reports makes them again'
		[ "$(wc -c < "doc/reports/$file.html")" -lt 400000 ] || echo "doc/reports/$file.html is large"
	done
} | result 'doc/reports has what make reports makes'
finish
