# bash: words behind the commands of simt-sim. Each program says itself which options and values it has.
_simt() {
	local program=$1 current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=

	# bash takes a = as a word of its own
	if [[ $current = '=' ]]; then
		current=
	elif [[ $before = '=' ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	elif [[ $before != --* ]]; then
		before=
	fi
	if [[ $before ]] && words=$("$program" "--complete=${before#--}" 2> /dev/null) && [[ $words ]]; then
		:
	elif [[ $current = -* ]]; then
		words=$("$program" --complete 2> /dev/null)
	fi
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
	[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
}
complete -o default -F _simt simt-check simt-diff simt-fit simt-gpu simt-plot simt-sim simt-sweep simt-why
