#!/bin/bash
# placement-launches.sh RECORDED: what simt-gpu --placement wrote (compressed by gzip or not), a row a launch, for launches that ran alone: case, and the SMs of its
# blocks, in the order of their numbers; of blocks that started after the first of the launch had ended ("later"), with an l behind.
# The remarks at the head are kept, launches in their order. What is in this form already stays as it is.
set -eu
export LC_ALL=C
awk -F, '
	# the nanoseconds of a device have more digits than awk
	function ns(text) { return (length(text) > 14 ? substr(text, length(text) - 13) : text) + 0 }
	function put(  b) {
		if (name == "" || several)
			return
		printf "%s,", name
		for (b = 0; b < n; b++)
			printf "%s%d%s", b ? " " : "", sm[b], start[b] < ends ? "" : "l"
		printf "\n"
	}
	/^#/ { print; next }
	/^case,sms$/ { ready = 1 }
	ready { print; next }
	/^case,/ { print "case,sms"; next }
	$1 != name { put(); name = $1; launch = $2; several = n = 0 }
	$2 != launch { several = 1 }
	{
		sm[$3] = $4; start[$3] = ns($6)
		if (!n++ || ns($7) < ends)
			ends = ns($7)
	}
	END { if (!ready) put() }' <(gzip -cdf "$1")
