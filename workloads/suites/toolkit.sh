# Sourced by the scripts here: toolkit is the folder of the CUDA toolkit, with bin, include and lib64. nvcc itself is asked, since the one in
# PATH may be a script that calls another.
command -v "${NVCC:-nvcc}" > /dev/null || {
	echo "no ${NVCC:-nvcc} is found" >&2
	exit 2
}
toolkit=$("${NVCC:-nvcc}" --dryrun -c -x cu -o /dev/null /dev/null 2>&1 | sed -n 's/^#\$ TOP=//p')
toolkit=$(cd "${toolkit:?nvcc names no folder of its own}" && pwd -P)
