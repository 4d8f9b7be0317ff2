# shellcheck shell=bash
# pages.sh: what tests/readme.sh and tests/validate/check-run.sh know of the long blocks of pages, which are remade only where what they
# are made from has changed. tests/pages.csv keeps for each, by page and number among the blocks of the page, the seconds of CPU that it took and a hash
# of all that can change it, of when it was last made and found right:
#   - the block as it stands on the page, its command and those before it there (they share files);
#   - the sources of the programs, machine files, build flags, scripts and these scripts themselves;
#   - the folder of the page, the folders of files that the commands name, and those that lists of launches there name (../FOLDER);
#   - of measured data and papers the files whose names begin as the commands say; all of them, and all of workloads/, where a command is a
#     script.
# Rather too much than too little: a block that counts as right without being made must be made from the same bytes. What is not in it are
# the compiler and the tools of the system, on which results do not depend.
#
# Needs: the source root as the current folder, $tmp.
pages_kept=tests/pages.csv

# A line "HASH  FILE" for each file that can matter, once.
pages_sums() {
	[ -s "$tmp/sums" ] || find configure.ac m4 base isa programs sim workloads validate tests -type f ! -name '*.md' ! -name '*.[oa]' ! -name '*~' ! -name '*.log' ! -name '*.trs' ! -name '*.time' \
		! -path '*/.deps/*' ! -name .dirstamp ! -name pages.csv ! -name expected.csv -print0 | LC_ALL=C sort -z | xargs -0 sha256sum > "$tmp/sums"
}

# pages_hash PAGE BLOCK COMMANDS: of the files BLOCK, the text as it stands, and COMMANDS, all commands up to its own.
pages_hash() {
	local page=$1 block=$2 commands=$3 named folders

	pages_sums
	# files and folders that are named, up to the first character that the shell would replace
	named=$(grep -oE '(workloads|validate|sim|tests|doc|man|isa|base|programs)/[A-Za-z0-9_./-]*' "$commands" | sort -u)
	folders=$(for name in $named; do
		case $name in
		validate/data/* | validate/papers/*) ;;
		*)
			if [ -d "$name" ]; then
				echo "${name%/}"
			elif [[ $name == */*/* ]]; then # else it is one of those that all blocks have
				echo "${name%/*}"
			fi
			;;
		esac
	done)
	[[ $page != workloads/* ]] || folders+=$'\n'${page%/*}
	{
		cat "$block" "$commands"
		grep -hE 'FLAGS|LDADD|LIBADD|LIBS' Makefile.am base/local.mk isa/local.mk programs/local.mk sim/local.mk workloads/local.mk validate/local.mk
		grep -E '^(.*\.md)$' <<< "$named" | xargs -r cat -- 2> /dev/null
		awk -v folders="$folders" -v named="$named" -v all="$(grep -cE '\.sh\b' "$commands")" '
			function is_wanted(file,    i) {
				for (i = 1; i <= n; i++)
					if (list[i] != "" && index(file, list[i] "/") == 1)
						return 1
				return 0
			}
			BEGIN {
				n = split(folders, list, "\n")
				m = split(named, name, "\n")
			}
			{
				file = substr($0, index($0, "  ") + 2)
				folder = file
				sub(/\/[^\/]*$/, "", folder)
			}
			folder ~ /^(base|isa|programs|sim|sim\/[a-z]+|workloads|workloads\/(analysis|generators|reader|report|runner)|validate|validate\/(accuracy|check|fit|gpu))$/ && file ~ /\.(c|h|def|awk|sh|csv)$/ { print; next }
			folder ~ /^(sim\/machines|m4)$/ || file == "configure.ac" { print; next }
			file ~ /^tests\/(helpers\/pages|readme|validate\/check-run)\.sh$/ { print; next }
			all > 0 && file ~ /^(workloads|validate)\// { print; next }
			is_wanted(file) { print; next }
			folder ~ /^validate\/(data|papers)/ {
				for (i = 1; i <= m; i++)
					if (name[i] ~ /^validate\/(data|papers)/ && index(file, name[i]) == 1) {
						print
						break
					}
			}' "$tmp/sums"
		# lists that name files of other folders
		for folder in $folders; do
			[ ! -d "$folder" ] || find "$folder" -maxdepth 1 -name '*.csv' -exec grep -ohE '\.\./[a-z0-9-]+/' {} + | sort -u | while read -r other; do
				grep -F "  ${folder%/*}/${other#../}" "$tmp/sums"
			done
		done
	} | sha256sum | cut -c 1-20
}

# pages_row PAGE NUMBER: seconds and hash that are kept; "? none" where nothing is.
pages_row() {
	awk -F, -v page="$1" -v n="$2" '$1 == page && $2 == n { print $3, $4; found = 1 } END { if (!found) print "?", "none" }' "$pages_kept" 2> /dev/null
}

# pages_keep: rows PAGE,NUMBER,SECONDS,HASH on standard input take the place of what is kept of their pages.
pages_keep() {
	cat > "$tmp/rows"
	[ -s "$tmp/rows" ] || return 0
	{
		echo 'page,block,seconds,hash'
		{
			awk -F, 'NR == FNR { new[$1]; next } FNR > 1 && !($1 in new)' "$tmp/rows" "$pages_kept"
			cat "$tmp/rows"
		} | LC_ALL=C sort -t , -k 1,1 -k 2,2n
	} > "$tmp/kept" && cp "$tmp/kept" "$pages_kept"
}

# cpu FILE COMMAND...: runs it; its seconds of CPU into the file. The status is the command's.
cpu() {
	local status

	("${@:2}"; status=$?; times > "$1.times"; exit $status)
	status=$?
	awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, "[ms]"); t += 60 * part[1] + part[2] } printf "%.1f\n", t }' "$1.times" > "$1"
	return $status
}
