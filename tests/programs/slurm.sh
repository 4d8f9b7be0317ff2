#!/bin/bash
# simt-sweep --emit slurm, by Slurm itself: a controller and two nodes on this host, with all that they have in a folder of their own. A job array,
# of which one task is killed and put into the queue again, gives the bytes of a sweep on this host. `make slurm` runs this alone. Debian: slurm-wlm.
# Prints TAP.
. "${srcdir:-.}/tests/helpers/tap.sh"
sweep=$build/simt-sweep
PATH=$PATH:/usr/sbin:/sbin
slow=${SIMT_SLOWNESS:-1}
if [ ! -x "$sweep" ]; then
	skip_all 'built without GSL'
fi
for program in slurmctld slurmd sbatch scontrol squeue; do
	[ -x "$(command -v $program)" ] || skip_all "no $program (Debian: slurm-wlm)"
done

# ---- the cluster ----
daemons=()
# Daemons end with this script, however it ends: here, and where it is killed, by the signal that setpriv asks for.
stop_all() {
	[ ${#daemons[@]} = 0 ] && return
	scancel --user="$(id -un)" 2> /dev/null
	kill "${daemons[@]}" 2> /dev/null
	for ((i = 0; i < 50; i++)); do
		kill -0 "${daemons[@]}" 2> /dev/null || break
		sleep 0.1
	done
	kill -9 "${daemons[@]}" 2> /dev/null
	wait "${daemons[@]}" 2> /dev/null
}
trap 'stop_all; cat "$tmp/.errors" >&$errors; rm -rf "$tmp"' EXIT
start() { # LOG COMMAND...
	setpriv --pdeathsig KILL "${@:2}" > "$tmp/$1" 2>&1 < /dev/null &
	daemons+=($!)
}

# A port, and the two behind it, that nobody listens at.
port=0
for ((i = 0; i < 20 && port == 0; i++)); do
	try=$((20000 + ($$ * 3 + i * 300) % 12000))
	port=$try
	for ((k = 0; k < 3; k++)); do
		! (: < "/dev/tcp/127.0.0.1/$((try + k))") 2> /dev/null || port=0
	done
done
mkdir "$tmp/state"
host=$(hostname -s)
user=$(id -un)
export SLURM_CONF=$tmp/slurm.conf
cat > "$SLURM_CONF" << END
ClusterName=simt
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
AuthType=auth/none
CredType=cred/none
SlurmUser=$user
SlurmdUser=$user
StateSaveLocation=$tmp/state
SlurmdSpoolDir=$tmp/spool-%n
SlurmctldPidFile=$tmp/controller.pid
SlurmdPidFile=$tmp/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
KillWait=2
ReturnToService=2
NodeName=one,two NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + 2))] CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=60 State=UP
END
start controller.log slurmctld -D -i
for node in one two; do
	start $node.log slurmd -D -N $node
done
# wait_for SECONDS COMMAND...: whether it comes true.
wait_for() {
	local end=$((SECONDS + $1 * slow))

	until "${@:2}"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.2
	done
}
idle() {
	[ "$(sinfo -h -o %D -t idle 2> /dev/null)" = 2 ]
}
if ! wait_for 40 idle; then
	why=$(grep -hiE 'error|fatal' "$tmp"/*.log | tail -n 1 | tr -d '#' | cut -c 1-150)
	skip_all "Slurm does not start here: ${why:-no node is idle}"
fi

# ---- a job array ----
study=(workloads/vecadd/vecadd.csv --let n=262144 --axis l2_load_latency=200,220,240,260,280,300,320,340 --axis warp=16,32 --quiet)
out=$tmp/study
points() {
	find "$out/points" -name '*.csv' -printf '%f %i %T@\n' 2> /dev/null | sort
}
"$sweep" "${study[@]}" -o "$tmp/local"
{
	# a known cost for each point makes two tasks of eight
	mkdir "$out"
	sed 's/,[0-9.]*$/,1/' "$tmp/local/costs.csv" | sed '1s/.*/point,seconds/' > "$out/costs.csv"
	"$sweep" "${study[@]}" --task-seconds 8 --emit slurm "$out"
	ls "$out/tasks" | diff - <(printf '%s\n' 000001.csv 000002.csv)
} 2>&1 | result '--emit slurm: two tasks'
{
	job=$(cd "$out" && env -u SIMT_DATADIR sbatch --parsable slurm.sh)
	some() { [ "$(points | wc -l)" -ge 2 ] && [ "$(squeue -h -r -j "${job}_1" -t running -o %T 2> /dev/null)" = RUNNING ]; }
	wait_for 60 some || { echo 'task 1 does not run'; cat "$tmp/controller.log" "$out"/logs/*; }
	points > "$tmp/before"
	scontrol requeue "${job}_1"
	# Slurm would let it wait in the queue for two minutes
	ended() {
		scontrol update "JobId=${job}_1" StartTime=now 2> /dev/null
		[ -z "$(squeue -h -r 2>&1)" ]
	}
	wait_for 200 ended || { squeue -r; cat "$tmp/controller.log"; }
	points | comm -23 "$tmp/before" - | sed 's/^/lost or run twice: /'
	has "$out/logs/1.txt" 'DUE TO JOB REQUEUE'
	[ ! -s "$out/logs/2.txt" ] || cat "$out/logs/2.txt"
} 2>&1 | result 'a job array on two nodes; a task that is killed and requeued goes on'
{
	"$sweep" --gather "$out" --quiet || echo "status $?"
	cmp "$tmp/local/results.csv" "$out/results.csv"
} 2>&1 | result 'the bytes of a sweep on this host'
finish
