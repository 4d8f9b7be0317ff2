#!/bin/bash
# Each option of each program in each way of running it, and each two options together: where one does nothing, a sentence says so, and
# nowhere else; with SIMT_TEST_QUICK a sample of them. Command lines are looked at before files: a workload that is not there ends those that are fine. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"

# said PROGRAM ARGUMENT...: what it says of the command line, without the name of the program; nothing where it is fine
said() {
	local name=$1

	(cd "$tmp" && timeout 20 "$build/$name" "${@:2}" < /dev/null 2>&1 > /dev/null; [ $? -lt 124 ] || echo "$name: stopped") |
		sed -n "s/^$name: //p" | tail -n 1
}

# table PROGRAM: the options that --help names are those of the table on standard input, and have an effect in the ways that it says.
# Lines OPTION WAYS [OPTION IT NEEDS]; WAYS is `all`, `alone` (an action, of which there is one) or some of
# the letters of ${way[...]}, whose values are arguments,
# ${how[...]} the words. ${own[OPTION WAY]} are sentences that say more.
table() {
	local name=$1 option ways needs w base want got
	local -a arguments

	cat > "$tmp/table"
	"$build/$name" --help | sed '/^Exit status/,$d; /^Kernels are exempt/,$d; s/simt-sim --.*//' | grep -oE -- '(^|[^a-z-])--[a-z][a-z-]+' | sed 's/^[^-]*//' | sort -u |
		diff - <(sed 's/[= ].*//' "$tmp/table" | sort) | result "$name: the options are those of the table"
	while read -r option ways needs; do
		base=${option%%=*}
		for w in "${!way[@]}"; do
			sampled $((asked++)) 6 || continue
			read -ra arguments <<< "${way[$w]}"
			[[ " ${arguments[*]}" == *" $base"* ]] && continue # it is this way
			case $ways in
			alone) continue ;;
			*"$w"* | all) want= ;;
			*) want=${own[$base $w]-"$base has no effect ${how[$w]}"} ;;
			esac
			[ -z "$want" ] && [ -n "$needs" ] && [[ " ${arguments[*]}" != *" ${needs%%=*}"* ]] && want="$base has no effect without ${needs%%=*}"
			got=$(said "$name" "$option" "${arguments[@]}")
			[ "$got" = "$want" ] || echo "$option ${arguments[*]}: '$got', not '$want'"
			[ -z "$needs" ] || [ "$name" != simt-sim ] && continue
			got=$(said "$name" "$option" "$needs" "${arguments[@]}")
			case $ways in
			*"$w"* | all) [ -z "$got" ] || echo "$option $needs ${arguments[*]}: '$got'" ;;
			*) [ -n "$got" ] || echo "$option $needs ${arguments[*]}: nothing is said" ;;
			esac
		done
	done < "$tmp/table" | result "$name: in each way of running it, options that do nothing are told, the others not"
}

declare -A way how own
asked=0
none=nowhere.csv

# ---- simt-sim ----
way=([r]=$none [f]="--mode=functional $none" [c]="--check $none" [l]="--list $none" [e]="--expand $none" [m]=--dump-machine
	[k]=--kernels=x.cubin [t]=--template=x.cubin [d]=--disassemble=x.cubin [o]=--list-opcodes)
how=([r]= [f]='in functional mode' [c]='with --check' [l]='with --list' [e]='with --expand' [m]='with --dump-machine'
	[k]='with --kernels' [t]='with --template' [d]='with --disassemble' [o]='with --list-opcodes')
own=(['--max-cycles f']='--max-cycles: functional mode has no cycles; see --max-instructions'
	['--max-instructions r']='--max-instructions: only with --mode functional; cycle mode has --max-cycles')
sed '/^#/d' << 'END' | table simt-sim
--help all
--version all
--quiet all
--machine=tiny rfclem
--warp=16 rfclem
--sms=2 rfclem
--jobs=2 rf
--reconvergence=stack rfclem
--set=banks=2 rfclem
--equal-silicon rfclem
# in functional mode a remark
--banks=1 rclem
--bank-issue=skip rclem
--scheduler=lrr rclem
--block-scheduler=spatial rclem
--sample r
--dump-machine alone
--only=x rfcl
--let=n=1 rfcle
--allow-path=x rfcle
--isa=sass rfcle
--mode=cycle rf
--max-cycles=5 r
--max-instructions=5 f
--max-time=5 rf
--max-memory=5G all
--unsupported=trap rfc
--check alone
--list alone
--expand alone
--check-init rf
--check-races rf
--check-barriers rf
--check-hazards rf
--csv=x rf
--per-pc=y rf
--json=z rf
--details rf
--show=lanes rf
--explain rf --json=z
--record=w r
--record-sms=1 r --record=w
--record-cycles=1-2 r --record=w
--roots=u rf
--bound rf
--advise rf
--split=auto rf
--split-launches=2 rf --split=auto
--split-order=dealt rf --split=auto
--split-to=x rf --split=auto
--outputs=v rf
--save=x rf
--placement=t rf
--no-parameters rf
--kernels=x.cubin alone
--template=x.cubin alone
--disassemble=x.cubin alone
--list-opcodes alone
END

"$program" --help | awk 'length > 80 { print "longer than 80 columns: " $0 } END { if (NR > 50) print NR " lines" }' | result 'simt-sim: --help is a screen'

actions=(--check --list --expand --dump-machine --kernels=x --template=x --disassemble=x --list-opcodes)
for a in "${actions[@]}"; do
	for b in "${actions[@]}"; do
		sampled $((asked++)) 4 || continue
		got=$(said simt-sim "$a" "$b")
		case $a$b:$got in
		*:'one action at a time: '*) [ "$a" != "$b" ] || echo "$a $b: $got" ;;
		--*=x--*=x:*': one file at a time') ;;
		*) [ "$a" = "$b" ] || echo "$a $b: $got" ;;
		esac
	done
done | result 'simt-sim: one action at a time'

# ---- each two options of a run: none but these exclude each other ----
run=(--machine=tiny --warp=16 --banks=1 --equal-silicon --bank-issue=skip --sms=2 --reconvergence=ideal --reconvergence=stack --scheduler=lrr --block-scheduler=spatial
	--only=vecadd --let=n=64 --isa=sass --mode=functional --max-cycles=500000 --jobs=2 --unsupported=trap --check-init --check-races --check-barriers
	--check-hazards --csv=x.csv --per-pc=y.csv --json=z.json --details --show=lanes --roots=u.csv --roots --bound --advise --split=auto --outputs=v.csv
	--save=folder --placement=t.csv --no-parameters --quiet)
mkdir "$tmp/run"
cp workloads/vecadd/vecadd.c* "$tmp/run"
(
	cd "$tmp/run" || exit
	for ((i = 0; i < ${#run[@]}; i++)); do
		for ((k = i + 1; k < ${#run[@]}; k++)); do
			[ "${run[i]%%=*}" != "${run[k]%%=*}" ] || continue # it has one value: tests/programs/mistakes.sh
			[[ ${run[i]}${run[k]} == *--mode=functional* ]] || sampled $((asked++)) 8 || continue
			timeout 20 "$program" --let n=64 "${run[i]}" "${run[k]}" vecadd.csv > out 2> err
			status=$?
			[ $status = 0 ] || echo "${run[i]} ${run[k]} $status $(tail -n 1 err)"
		done
	done
) > "$tmp/clashes"
diff "$tmp/clashes" - << 'END' | result 'simt-sim: each two options of a run fit together, but for these'
--reconvergence=ideal --mode=functional 2 simt-sim: --mode functional: policy ideal depends on time and has no functional mode; use --mode cycle
--mode=functional --max-cycles=500000 2 simt-sim: --max-cycles: functional mode has no cycles; see --max-instructions
END

# standard output takes one kind of results
for a in --csv --per-pc --json --details --show=lanes --roots --roots=- --bound --advise --split=auto --outputs=- --placement=-; do
	for b in --csv --per-pc --json --outputs=- --placement=-; do
		sampled $((asked++)) 4 || continue
		got=$(said simt-sim $none "$a" "$b")
		case $got in
		"${a%%=*} and ${b%%=*} both go to standard output; give one"*"=FILE" | "${b%%=*} and ${a%%=*} both go to standard output; give one"*"=FILE") ;;
		*) [ "$a" = "$b" ] || echo "$a $b: $got" ;;
		esac
	done
done | result 'simt-sim: one kind of results on standard output'
got=$("$program" --quiet --mode functional --banks 1 --let n=64 workloads/vecadd/vecadd.csv 2>&1 > /dev/null)
{ [ -z "$got" ] || echo "$got"; } | result 'simt-sim: --quiet leaves remarks away'
got=$("$program" --mode functional --banks 1 --placement "$tmp/t.csv" --let n=64 workloads/vecadd/vecadd.csv 2>&1 > /dev/null)
diff - <(printf 'simt-sim: %s\n' '--banks has no effect in functional mode' \
	'--placement finds nothing: no buffer of type u64 has a name that begins with placement') <<< "$got" | result 'simt-sim: remarks'
for option in --csv= --only= --set= --save= --kernels=; do
	[ "$(said simt-sim $none $option)" = "option '${option%=}': its value is empty" ] || echo "$option: $(said simt-sim $none $option)"
done | result 'simt-sim: empty values'

# ---- the other programs ----
way=([t]=$none [c]="--counters $none")
how=([t]='without --counters' [c]=)
own=()
sed '/^#/d' << 'END' | table simt-gpu
--help all
--version all
--quiet all
--output=x all
--device=0 all
--only=x all
--let=n=1 all
--allow-path=x all
--isa=sass all
--repeat=2 all
--warm-up=2 all
--outputs=x all
--save=x all
--counters all
--hardware-only all
--only-cycles all
--per-pc=x all
--ncu=x c
--placement=x all
--run=2 all
--machine=m all
--no-parameters all
END
said simt-gpu $none --outputs - | grep -vxF -- '--output and --outputs both go to standard output; give one of them a file: --outputs=FILE' |
	result 'simt-gpu: one kind of results on standard output'
{ [ -z "$(said simt-gpu $none --outputs - -o x)" ] || said simt-gpu $none --outputs - -o x; } | result 'simt-gpu: with -o FILE it is free'

way=([m]="$none $none" [p]="--paper=$none $none" [a]="--accuracy=$none --results=x" [l]="--accuracy=$none --plan" [i]="--intervals=$none")
how=([m]= [p]='with --paper' [a]='with --accuracy' [l]='with --plan' [i]='with --intervals')
sed '/^#/d' << 'END' | table simt-check
--help all
--version all
--simulated=x mp
--machine=tiny mp
--set=banks=2 mp
--only=x mpal
--let=n=1 mp
--allow-path=x mp
--hardware-only m
--instrumented m
--exempt=x m
--tolerance=2 m
--paper=x mp
--as=a=b mp --paper=x
--accuracy=x alone
--results=x mpal --accuracy=x
--data=x mpal --accuracy=x
--part=micro mpal --accuracy=x
--size=quick mpal --accuracy=x
--plan mpal --accuracy=x
--cases mpa --accuracy=x
--states mpa --accuracy=x
--plot=x.svg mpa --accuracy=x
--intervals=x alone
--csv=x mpai
--per-pc=3 m
--summary m
--markdown mpai
END

if [ -x "$build/simt-fit" ]; then
	way=([w]="$none $none" [d]="--data=x" [j]="--joint=$none --parameter=shared_latency")
	how=([w]='with a workload' [d]='with --data alone' [j]='with --joint')
	sed '/^#/d' << 'END' | table simt-fit
--help all
--version all
--quiet all
--machine=tiny all
--set=banks=2 all
--only=x wd
--sweeps=1 wd
--output=x all
--series all
--jobs=2 all
--keep=x all
--plan=x d
--reference=none d
--rounds=1 dj
--prior=10 dj
--joint=x alone
--parameter=x j
--data=x alone
--size=quick j
END
fi
finish
