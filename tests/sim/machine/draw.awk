# draw.awk: draws a machine. Input is what simt-sim --dump-machine prints of the machine that it begins with; output are settings NAME=VALUE, one a
# line. -v seed=N is all that it depends on; -v try=N where the machine that this gave did not fit together.
#
# A machine differs from the first in 2, 10, 30 or 70 % of its parameters. A number is mostly up to eight times more or less than it was, else any
# number of its range, as likely in each order of magnitude, or one of its ends. Parameters that have to fit each other are made to.
function random() {
	state = (state * 1664525 + 1013904223) % 4294967296
	return state / 4294967296
}
function below(n) { return int(random() * n) }
# a whole number from low to high, all orders of magnitude alike
function any(low, high) { return int(exp(log(low + 1) + random() * (log(high + 1) - log(low + 1)))) - 1 + (random() < 0.5) }
function within(v, low, high) { return v < low ? low : v > high ? high : v }

BEGIN {
	FS = ","
	state = (seed * 2654435761 + try * 40503 + 12345) % 4294967296
	for (i = 0; i < 8; i++)
		random()
	split("0.02 0.1 0.3 0.7", shares, " ")
	share = shares[1 + below(4)]
	# more of these takes time and memory of the host: twice as much is the most, and all of the range is drawn seldom
	split("sms threads_per_sm blocks_per_sm l1_bytes l2_bytes l0i_bytes l1i_bytes constant_bytes indexed_bytes partial_bytes", names, " ")
	for (i in names)
		large[names[i]] = 1
}
NR > 1 && $1 !~ /^#/ && $1 != "parameter" {
	name = $1
	value[name] = $2
	order[++n] = name
	if (split($5, ends, " to ") == 2) {
		low[name] = ends[1]
		high[name] = ends[2]
	}
	if (random() >= share)
		next
	changed[name] = 1
	if (!(name in low)) {
		words = split($5, word, "|")
		value[name] = word[1 + below(words)]
		next
	}
	way = random()
	if (way < 0.6 || (name in large && random() < 0.95))
		value[name] = within(int($2 * exp((random() * (name in large ? 4 : 6) - 3) * log(2)) + 0.5), low[name], high[name])
	else if (way < 0.85)
		value[name] = within(any(low[name], high[name]), low[name], high[name])
	else
		value[name] = way < 0.95 ? low[name] : high[name]
}
END {
	# what rules.def demands
	value["warp_size"] = 2 ^ int(log(value["warp_size"]) / log(2) + 0.0001)
	# thousands of warps in a sub-core take long
	if (value["warp_size"] < 4 && random() < 0.8)
		value["warp_size"] *= 8
	if (value["warp_size"] < 8) {
		value["subcores"] = value["subcores"] < 8 ? 8 : value["subcores"]
		changed["subcores"] = 1
		value["threads_per_sm"] = within(value["threads_per_sm"], 1, 1024)
	}
	each = value["warp_size"] * value["subcores"]
	value["threads_per_sm"] = within(int(value["threads_per_sm"] / each) * each, each, int(high["threads_per_sm"] / each) * each)
	if (value["spatial_sets"] > value["sms"])
		value["spatial_sets"] = value["sms"]
	if (value["spatial_first"] >= value["sms"])
		value["spatial_first"] = 0
	if (value["dram_refresh_period"] && value["dram_refresh"] >= value["dram_refresh_period"])
		value["dram_refresh"] = int(value["dram_refresh_period"] / 2)
	changed["dram_refresh"] = 1
	# what most kernels need to run at all
	if (random() < 0.9) {
		least["stack_bytes"] = 1024
		least["threads_per_block"] = 1024
		least["threads_per_sm"] = each * int(((value["warp_size"] < 8 ? 1023 : 2047) + each) / each)
		least["registers_per_sm"] = 65536
		least["shared_per_sm"] = 65536
		least["shared_per_block"] = 49152
		for (name in least)
			if (value[name] < least[name])
				value[name] = least[name]
		if (value["register_unit"] > 1024)
			value["register_unit"] = 512
		for (name in least)
			changed[name] = 1
	}
	# a kernel says in a fault what stack it would need
	if (value["stack_bytes"] < 1024)
		value["stack_bytes"] = 1024
	changed["stack_bytes"] = changed["register_unit"] = 1
	changed["warp_size"] = changed["threads_per_sm"] = changed["spatial_sets"] = changed["spatial_first"] = 1
	for (i = 1; i <= n; i++)
		if (changed[order[i]])
			print order[i] "=" value[order[i]]
}
