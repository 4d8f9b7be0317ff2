#!/bin/bash
# The recipes of CONTRIBUTING.md are about the source as it is: what they quote of it is there, and the files they name are.
# Prints TAP.
set -u
cd "${srcdir:-.}" || exit 99
n=0 failed=0

result() { # ok|'not ok' TEXT
	n=$((n + 1))
	echo "$1 $n - $2"
	[ "$1" = ok ] || failed=1
}

# The code block behind the first line that begins so, without its indentation.
block() {
	awk -v start="$1" 'index($0, start) == 1 { on = 1; next } on && /^    / { print substr($0, 5); seen = 1; next }
		on && seen && NF { exit } on && seen { print "" }' CONTRIBUTING.md | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

# contains FILE: whether the text on standard input is in the file, as it is
contains() { python3 -c 'import sys; sys.exit(sys.stdin.read() not in open(sys.argv[1]).read())' "$1"; }

for quote in isa/opcodes.def 'isa/exec.h' isa/exec-select.c; do
	block "\`$quote\`" > /dev/null
	[ -n "$(block "\`$quote\`")" ] && block "\`$quote\`" | sed '$ { /^EXPORT/d }' | contains "$quote" && state=ok || state='not ok'
	result "$state" "what is quoted of $quote is there"
done
while read -r file; do
	[ -e "$file" ] && state=ok || state='not ok'
	result "$state" "$file is there"
done < <(grep -oE '\b(isa|sim|workloads|tests|validate|doc)/[a-zA-Z0-9_./-]+\.(c|h|def|csv|sh|py|mk|md|expect)' CONTRIBUTING.md | grep -v 'apart\|scale' | sort -u)
echo "1..$n"
exit $failed
