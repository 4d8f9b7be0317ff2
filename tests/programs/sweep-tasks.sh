#!/bin/bash
# simt-sweep --emit and --gather: the bytes of a sweep on this host from GNU parallel, of which one worker is killed, and from make, in a folder that
# was moved; names of files; what is missing; full disks and read-only folders; mistakes. slurm.sh has Slurm. Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
sweep=$build/simt-sweep
if [ ! -x "$sweep" ]; then
	skip_all 'built without GSL'
fi
unset MAKEFLAGS MAKELEVEL MFLAGS # of the make that runs this
vecadd=workloads/vecadd/vecadd.csv

# The files of points in a folder, with what tells them from others of the same names.
points() { # FOLDER
	find "$1/points" -name '*.csv' -printf '%f %i %T@\n' 2> /dev/null | sort
}

# The identifier of a process that runs a task of a folder, if there is one.
a_task() { # FOLDER
	local process

	for process in $(pgrep -f -- '--quiet --task tasks/'); do
		[ "$(readlink "/proc/$process/cwd")" != "$1/inputs" ] || { echo "$process"; return; }
	done
}

# run ARGUMENT...: simt-sweep, whose output goes to $tmp/out; a finding if its status is not $status.
status=0
run() {
	local got

	"$sweep" "$@" > "$tmp/out" 2>&1
	got=$?
	[ $got = $status ] || { echo "status $got of: $*"; cat "$tmp/out"; }
}

# says TEXT: a finding if $tmp/out is not this alone.
says() {
	[ "$(cat "$tmp/out")" = "$1" ] || { echo "not: $1"; cat "$tmp/out"; }
}

# ---- GNU parallel ----
two=($vecadd workloads/branch-patterns/branch-patterns.csv --only vecadd --only '*-4-random' --let n=4096 --let blocks=1 --latin 8
	--range l2_load_latency=100:400 --axis warp=16,24,32 --baseline warp=32 --metrics 'cycles,smsp__inst*')
{
	run "${two[@]}" --quiet -o "$tmp/local"
	run "${two[@]}" --task-seconds 1 --emit parallel "$tmp/emitted"
	says "$tmp/emitted: 48 runs in $(wc -l < "$tmp/emitted/commands") tasks; start them there by 'parallel < commands', then 'simt-sweep --gather $tmp/emitted' writes the table"
	[ "$(wc -l < "$tmp/emitted/commands")" -ge 2 ] || cat "$tmp/emitted/commands"
	grep -rlF "$tmp" "$tmp/emitted" --include='*.csv' --include=commands | sed 's/^/names this place: /'
	mv "$tmp/emitted" "$tmp/moved"
	status=1 run --gather "$tmp/moved"
	has "$tmp/out" '^tasks/000001.csv: [0-9]+ of [0-9]+ runs are missing$' "^$tmp/moved/results.csv: 48 rows; 48 of them missing, since their tasks have still to run$"
	[ "$(grep -c ',,,,missing,it has not run yet,' "$tmp/moved/results.csv")" = 48 ] || cat "$tmp/moved/results.csv"
} 2>&1 | result '--emit writes tasks that name no place, and --gather says what is missing'
if [ -x "$(command -v parallel)" ]; then
	export PARALLEL_HOME=$tmp/.parallel
	mkdir -p "$PARALLEL_HOME"
	{
		(cd "$tmp/moved" && env -u SIMT_DATADIR parallel --will-cite -j 2 < commands) > "$tmp/out" 2>&1 &
		# the first worker that is seen when some points have ended
		for ((i = 0; i < 600; i++)); do
			process=$(a_task "$tmp/moved")
			[ -z "$process" ] || [ "$(points "$tmp/moved" | wc -l)" -lt 3 ] || break
			sleep 0.05
		done
		points "$tmp/moved" > "$tmp/before"
		kill -9 "$process" || echo 'no worker was there to be killed'
		wait $!
		[ $? = 1 ] || { echo "status $?"; cat "$tmp/out"; }
		points "$tmp/moved" | comm -23 "$tmp/before" - | sed 's/^/lost or run twice: /'
		(cd "$tmp/moved" && status=1 run --gather .)
		[ "$(grep -c 'missing$' "$tmp/out")" = 1 ] || cat "$tmp/out"
		points "$tmp/moved" > "$tmp/before"
		(cd "$tmp/moved" && env -u SIMT_DATADIR parallel --will-cite -j 2 < commands) 2>&1
		points "$tmp/moved" | comm -23 "$tmp/before" - | sed 's/^/lost or run twice: /'
		(cd "$tmp/moved" && run --gather . --quiet)
		cmp "$tmp/local/results.csv" "$tmp/moved/results.csv"
	} 2>&1 | result 'GNU parallel, one worker of which is killed: the bytes of a sweep on this host'
else
	result ok 'GNU parallel # SKIP no parallel (Debian: parallel)'
fi

# ---- make; names of files ----
mkdir -p "$tmp/own/run" "$tmp/own/kernels"
cp workloads/vecadd/vecadd.cubin "$tmp/own/kernels"
gzip -n "$tmp/own/kernels/vecadd.cubin"
sed 's|vecadd.cubin|../kernels/vecadd.cubin|' $vecadd > "$tmp/own/run/own.csv"
printf 'parameter,value,unit,source\nbase,h100,,\nwarp_size,16,lane,a guess\n' > "$tmp/own/run/mine.csv"
printf 'parameter,value,unit,source\nbanks,1,bank,a guess\n' > "$tmp/own/one.csv"
printf 'machine,$n\nmine.csv,256\nh200+../one.csv,\n,300\n' > "$tmp/own/run/points.csv"
own=(own.csv --allow-path .. --machine tiny --points points.csv --metrics cycles --quiet)
{
	(cd "$tmp/own/run" && run "${own[@]}" -o "$tmp/own-local" && run "${own[@]}" --task-seconds 1 --emit make "$tmp/make")
	rm -r "$tmp/own"
	(cd "$tmp/make" && env -u SIMT_DATADIR make -j 2) > "$tmp/out" 2>&1 || cat "$tmp/out"
	cmp "$tmp/own-local/results.csv" "$tmp/make/results.csv"
	(cd "$tmp/make" && find inputs data -type f | sort) | diff - <(printf '%s\n' data/machines/{h100,h200,tiny}.csv \
		inputs/{kernels/vecadd.cubin.gz,one.csv,run/mine.csv,run/own.csv})
} 2>&1 | result 'make -j 2: the same bytes, of relative names in other folders, machine files and what they are based on'
{
	cp "$root"/workloads/vecadd/vecadd.c* "$tmp"
	run "$tmp/vecadd.csv" --let n=256 --axis warp=16,32 --emit make "$tmp/absolute" --program "$sweep"
	has "$tmp/out" "^simt-sweep: files whose names are absolute are not copied, such as $tmp/vecadd\.c"
	run "$tmp/vecadd.csv" --let n=256 --axis warp=16,32 --quiet -o "$tmp/absolute-local"
	make -C "$tmp/absolute" > "$tmp/out" 2>&1 || cat "$tmp/out"
	cmp "$tmp/absolute-local/results.csv" "$tmp/absolute/results.csv"
	[ ! -e "$tmp/absolute/simt-sweep" ] || echo 'the program was copied'
} 2>&1 | result 'absolute names are referred to, and --program names another program'

# ---- a folder twice ----
few=($vecadd --let n=256 --axis warp=16,32 --axis banks=1,2)
{
	run "${few[@]}" --quiet -o "$tmp/few"
	run "${few[@]}" --quiet --emit slurm "$tmp/twice" --jobs 3
	has "$tmp/twice/slurm.sh" '^#SBATCH --array=1-1%3$' '^#SBATCH --time=10$'
	"$tmp/twice/simt-sweep" --task "$tmp/twice/tasks/000001.csv" --jobs 2 > "$tmp/out" 2>&1
	says ''
	find "$tmp/twice/points" -name '*.csv' | head -n 1 | xargs rm
	status=1 run --gather "$tmp/twice"
	says "tasks/000001.csv: 1 of 4 runs is missing
$tmp/twice/results.csv: 4 rows; 1 of them missing, since their tasks have still to run"
	run "${few[@]}" --emit make "$tmp/twice"
	has "$tmp/out" ': 1 run in 1 task; start them there by '
	make -C "$tmp/twice" > "$tmp/out" 2>&1 || cat "$tmp/out"
	cmp "$tmp/few/results.csv" "$tmp/twice/results.csv"
	run "${few[@]}" --emit make "$tmp/twice"
	says "$tmp/twice: 0 runs in 0 tasks; 'simt-sweep --gather $tmp/twice' writes the table"
	status=3 run $vecadd --let n=256 --axis warp=16,32 --emit make "$tmp/twice"
	says "$tmp/twice: it holds the tasks of another study, or of another simt-sweep; give a new folder"
	run --gather "$tmp/twice" --metrics ipc --launches --quiet
	head -n 1 "$tmp/twice/results.csv" | grep -v ',error,sm__inst_executed.avg.per_cycle_active,baseline_speedup$'
	[ "$(wc -l < "$tmp/twice/results.csv")" = 9 ] || cat "$tmp/twice/results.csv"
	# a sweep on this host takes up what tasks have left
	points "$tmp/twice" > "$tmp/before"
	run "${few[@]}" --quiet -o "$tmp/twice"
	points "$tmp/twice" | diff "$tmp/before" -
	cmp "$tmp/few/results.csv" "$tmp/twice/results.csv"
} 2>&1 | result 'written again, only what is missing is a task; other columns; other studies are refused'

# Sanitizers reserve more than this.
if (ulimit -v 300000 && "$sweep" --version > /dev/null 2>&1); then
	{
		large=($vecadd --axis n=200000000,256 --quiet)
		(ulimit -v 300000; run "${large[@]}" -o "$tmp/large-local"; run "${large[@]}" --emit make "$tmp/large"; make -C "$tmp/large") > "$tmp/out" 2>&1
		cat "$tmp/large/results.csv" | cmp - "$tmp/large-local/results.csv"
		has "$tmp/large/results.csv" ',crash,the host has not enough memory for it,'
	} 2>&1 | result 'a point for which the host has not enough memory is a row of the table'
else
	result ok 'a point for which the host has not enough memory # SKIP sanitizers reserve more'
fi

# ---- what cannot be written ----
# inside TEXT ARGUMENT...: a script with file systems of its own. $1 is a folder for one, $2 simt-sweep; what is behind these are ARGUMENTS.
inside() {
	unshare -rm bash -c "$1" inside "$tmp/disk" "$sweep" "${@:2}"
}
mkdir "$tmp/disk"
if unshare -rm mount -t tmpfs none "$tmp/disk" 2> /dev/null; then
	{
		# 64 pages: the program does not fit
		inside 'mount -t tmpfs -o size=256k none "$1"; "$2" "${@:3}" --emit make "$1/new"; echo $?
			"$2" "${@:3}" --emit make "$1/new" --program "$2" --quiet; make -s -C "$1/new" 2>&1; tail -n 4 "$1/new/results.csv" | cut -d, -f 1' "${few[@]}" > "$tmp/out" 2>&1
		has "$tmp/out" "^$tmp/disk/new/simt-sweep: No space left on device$" '^3$' "^./results.csv: 4 rows$" '^4$'
		[ "$(wc -l < "$tmp/out")" = 7 ] || cat "$tmp/out"
	} 2>&1 | result '--emit on a full disk: one sentence, and the same command goes on'
	{
		# nothing fits any more, and then it does
		inside 'mount -t tmpfs -o size=256k none "$1"; "$2" "${@:3}" --emit make "$1/new" --program "$2" --quiet; cd "$1/new"
			"$2" --quiet --task tasks/000001.csv; dd if=/dev/zero of=../fill 2> /dev/null
			"$2" --gather .; echo $?
			rm "$(find points -name "*.csv" | head -n 1)"; dd if=/dev/zero of=../fill2 2> /dev/null
			"$2" --quiet --task tasks/000001.csv; echo $?
			rm ../fill*; "$2" --quiet --task tasks/000001.csv; "$2" --gather . --quiet; cat results.csv' "${few[@]}" > "$tmp/all" 2> "$tmp/err"
		head -n 2 "$tmp/all" | diff - <(printf '3\n3\n')
		tail -n 5 "$tmp/all" | cmp - "$tmp/few/results.csv"
		has "$tmp/err" '^.*/results.csv: No space left on device$' '^.*/points/[0-9a-f]{16}.csv: No space left on device$'
		[ "$(wc -l < "$tmp/err")" = 2 ] || cat "$tmp/err"
	} 2>&1 | result 'a task and --gather on a full disk: one sentence, and the same command goes on'
	{
		inside 'mount -t tmpfs -o size=256k none "$1"; dd if=/dev/zero of="$1/fill" bs=1k count=236 2> /dev/null
			"$2" "${@:3}" -o "$1/new" --quiet; echo $?
			rm "$1/fill"; "$2" "${@:3}" -o "$1/new" --quiet; cat "$1/new/results.csv"' "${few[@]}" > "$tmp/all" 2> "$tmp/err"
		tail -n 5 "$tmp/all" | cmp - "$tmp/few/results.csv"
		has "$tmp/all" '^3$'
		has "$tmp/err" '^/.*: No space left on device$'
		[ "$(wc -l < "$tmp/err")" = 1 ] || cat "$tmp/err"
	} 2>&1 | result 'a sweep on a full disk: one sentence, and the same command goes on'
	{
		inside 'mount -t tmpfs none "$1"; "$2" "${@:3}" --emit make "$1/new" --program "$2" --quiet; "$2" "${@:3}" -o "$1/old" --quiet
			mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"; "$2" "${@:3}" --emit make "$1/new" --program "$2"; echo $?; "$2" "${@:3}" --emit make "$1/more"; echo $?
			"$2" --task "$1/new/tasks/000001.csv"; echo $?; "$2" --gather "$1/new"; echo $?; "$2" "${@:3}" -o "$1/old" --quiet; echo $?
			"$2" "${@:3}" -o "$1/more"; echo $?; cat "$1/old/results.csv"' "${few[@]}" > "$tmp/out" 2>&1
		head -n 12 "$tmp/out" | diff - <(for file in new/data/machines/h200.csv more new/points new/results.csv old/lock more; do
			printf '%s: Read-only file system\n3\n' "$tmp/disk/$file"
		done)
		tail -n 5 "$tmp/out" | cmp - "$tmp/few/results.csv"
	} 2>&1 | result 'read-only: one sentence of each, and nothing is lost'
else
	for what in '--emit on a full disk' 'a task and --gather on a full disk' 'a sweep on a full disk' read-only; do
		result ok "$what # SKIP no file systems of one's own here"
	done
fi

# ---- mistakes ----
# mistake STATUS TEXT ARGUMENT...: one sentence
mistake() {
	status=$1 run "${@:3}"
	says "$2"
}
mkdir "$tmp/other"
: > "$tmp/other/Makefile"
{
	mistake 2 'simt-sweep: --emit lsf: tasks are written for slurm, parallel or make' "${few[@]}" --emit lsf "$tmp/no"
	mistake 2 'simt-sweep: --emit slrum: tasks are not written for that; did you mean slurm?' "${few[@]}" --emit slrum "$tmp/no"
	mistake 2 'simt-sweep: --emit slurm: no folder for tasks given: --emit slurm FOLDER' "${few[@]}" --emit slurm
	mistake 2 'simt-sweep: --emit make: no folder for tasks given: --emit make FOLDER' "${few[@]}" --emit make --quiet
	mistake 2 'simt-sweep: --dry-run and --emit: give one of them' "${few[@]}" --emit make "$tmp/no" --dry-run
	mistake 2 'simt-sweep: -o and --emit: give one of them' "${few[@]}" --emit make "$tmp/no" -o "$tmp/no"
	mistake 2 'simt-sweep: --task-seconds has no effect without --emit' "${few[@]}" --task-seconds 3 -o "$tmp/no"
	mistake 2 'simt-sweep: --program has no effect without --emit' "${few[@]}" --program simt-sweep -o "$tmp/no"
	mistake 2 'simt-sweep: --task-seconds 0: a number from 1 to 86400' "${few[@]}" --task-seconds 0 --emit make "$tmp/no"
	mistake 2 'simt-sweep: --jobs has no effect with --emit but for slurm: it is given when the tasks are started' "${few[@]}" --jobs 2 --emit make "$tmp/no"
	mistake 2 'simt-sweep: --axis has no effect with --gather' --gather "$tmp/twice" --axis warp=8
	mistake 2 'simt-sweep: --metrics has no effect with --task' --task "$tmp/twice/tasks/000001.csv" --metrics ipc
	mistake 2 'simt-sweep: --gather takes no workloads: the folder has them' --gather "$tmp/twice" $vecadd
	mistake 3 "$tmp/other: it holds other files, such as Makefile; give a new folder for tasks" "${few[@]}" --emit make "$tmp/other"
	mistake 3 "$tmp/other/Makefile: it is no folder; results of a sweep are written into a folder" "${few[@]}" --emit make "$tmp/other/Makefile"
	mistake 3 "$tmp/no: No such file or directory" --gather "$tmp/no"
	mistake 3 "$tmp/other: there is no study.csv; give a folder that simt-sweep --emit has written" --gather "$tmp/other"
	mistake 3 "$tmp/few: there is no study.csv; give a folder that simt-sweep --emit has written" --gather "$tmp/few"
	mistake 3 "$tmp/no/tasks/1.csv: No such file or directory" --task "$tmp/no/tasks/1.csv"
	mistake 3 "$tmp/moved/points.csv: it is no task that simt-sweep --emit has written" --task "$tmp/moved/points.csv"
	sed -i 's/^version,.*/version,0/' "$tmp/moved/study.csv"
	mistake 3 "$tmp/moved: its tasks are of simt-sweep 0, and this is $("$sweep" --version | sed '1s/.* //;q'); write them again" --gather "$tmp/moved"
	[ ! -e "$tmp/no" ] || find "$tmp/no"
} 2>&1 | result '21 mistakes: each has its sentence, and nothing is written'
finish
