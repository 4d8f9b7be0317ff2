# lane-use.awk: the share of a warp's lanes that are active while it runs path A or B, as a Markdown table, by items of a thread.
#   awk -f lane-use.awk path-unification.cu COUNTS.csv... [PUBLISHED.csv]
# COUNTS.csv are counts of instructions, of simt-sim --per-pc or simt-gpu --per-pc: lanes of the ANDs of both paths over 32 times their
# executions, of cases unified-LENGTH-ITEMS. Closed form, for independent items that take A or B with one half each: the turns of a warp
# are S = (most A of its 32 lanes) + (most B) = max + n - min of 32 binomial numbers, and n / S of the lanes are active. "Of totals" is
# n / E(S), which counts come to for many warps; "of warps" E(n / S), the mean over warps of each one's share.

function fields(line,    n, i, c, quoted) {
	split("", f)
	n = 1
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "\"")
			quoted = !quoted
		else if (c == "," && !quoted)
			n++
		else
			f[n] = f[n] c
	}
}

# P(all 32 in lo..hi)
function within(lo, hi) {
	return lo > hi ? 0 : (below[hi + 1] - below[lo]) ^ 32
}

# E(S) into mean_s, E(n / S) into mean_share
function closed_form(n,    i, p, lo, hi, w) {
	p = 0.5 ^ n
	below[0] = 0
	for (i = 0; i <= n; i++) {
		below[i + 1] = below[i] + p
		p = p * (n - i) / (i + 1)
	}
	mean_s = mean_share = 0
	for (hi = 0; hi <= n; hi++)
		for (lo = 0; lo <= hi; lo++) {
			w = within(lo, hi) - within(lo, hi - 1) - within(lo + 1, hi) + within(lo + 1, hi - 1)
			mean_s += w * (hi + n - lo)
			mean_share += w * n / (hi + n - lo)
		}
}

FNR == 1 {
	split("", at)
	source = FILENAME ~ /\.cu$/
}
source && /^[ \t]*ROUNDS\("[AB]"\)/ { path[FNR] = 1 }
source || /^#/ { next }
!length(at) {
	for (i = split($0, name, ","); i > 0; i--)
		at[name[i]] = i
	next
}
{
	fields($0)
	n = f[at["case"]]
	sub(/.*-/, "", n)
}
"pc" in at {
	if (f[at["case"]] ~ /^unified-/ && f[at["line"]] in path && f[at["sass"]] ~ /^LOP3/) {
		who = f[at["source"]]
		executions[who, n] += f[at["inst_executed"]]
		lanes[who, n] += f[at["thread_inst_executed"]]
	}
	next
}
f[at["metric"]] == "simt__path_lanes_active.pct" { published[n] = f[at["value"]] }

END {
	print "| items of a thread | simulated, % | H200, % | closed form of totals, % | closed form of warps, % | the paper's table 4, % |"
	print "|---|---:|---:|---:|---:|---:|"
	for (n = 1; n <= 64; n *= 4) {
		closed_form(n)
		printf "| %d | %.2f | %.2f | %.2f | %.2f | %s |\n", n, share("simt-sim"), share("simt-gpu"), 100 * n / mean_s, 100 * mean_share, published[n]
	}
}

function share(who) {
	return 100 * lanes[who, n] / (32 * executions[who, n])
}
