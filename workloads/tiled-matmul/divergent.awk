# divergent.awk: in how many warp-phases do the boundary checks of a tiled matrix multiplication diverge? Closed form.
#
#   awk -f divergent.awk -v tiles='8 16 32' -v widths='50 100' [-v trend=1]
#
# Tiles of t x t (8, 16 or 32), a thread for each element, matrices of w x w: b = ceil(w / t) tiles a side, b x b blocks of b phases
# each, t * t / 32 warps a block. The last tile has r = w - (b - 1) t rows and columns inside (1 to t). A warp has k = 32 / t rows of
# a tile, so in a tile that ends below row r
#   whole = floor(r / k) warps are inside, mixed = 1 (where k does not divide r, else 0) has rows of both kinds, the rest is outside;
# a warp that is inside diverges in the last tile to the right, unless r = t: cut = 1, else 0.
#
# m tile of block (x, y) in phase p is tile (p, y); type 1: y < b - 1, type 2: y = b - 1, at the bottom
#   type 1  diverges in the last phase:             b (b - 1) blocks, warps * cut each
#   type 2  whole warps in the last phase, a mixed one in all: b blocks, whole * cut + mixed * b each
# n tile is tile (x, p); type 1: x < b - 1, type 2: x = b - 1, at the right
#   type 1  the mixed warp in the last phase:       b (b - 1) blocks, mixed each
#   type 2  all warps until then, then whole warps and the mixed one: b blocks, (b - 1) warps * cut + whole * cut + mixed each
# The sums of m and of n are the same number: one tile's loads are the other's with block and phase exchanged.
BEGIN {
	nt = split(tiles, t, " ")
	nw = split(widths, w, " ")
	if (!trend)
		print "tile,width,m_1,of_m_1,m_2,of_m_2,n_1,of_n_1,n_2,of_n_2,m,n,of"
	for (j = 1; trend && j <= nt; j++) {
		head = head " | " t[j] "x" t[j] ", of warp-phases | %"
		rule = rule "---|---|"
	}
	if (trend)
		print "| width" head " |\n|---|" rule
	for (i = 1; i <= nw; i++) {
		line = "| " w[i]
		for (j = 1; j <= nt; j++) {
			count(t[j], w[i])
			line = line " | " m " of " all " | " sprintf("%.2f", 100 * m / all)
		}
		if (trend)
			print line " |"
	}
}

function count(t, w,    b, r, k, warps, whole, mixed, cut, some, m1, m2, n1, n2) {
	b = int((w + t - 1) / t)
	r = w - (b - 1) * t
	k = 32 / t
	warps = t / k
	whole = int(r / k)
	mixed = r % k > 0
	cut = r < t
	m1 = b * (b - 1) * warps * cut
	m2 = b * (whole * cut + mixed * b)
	n1 = b * (b - 1) * mixed
	n2 = b * ((b - 1) * warps * cut + whole * cut + mixed)
	m = m1 + m2
	all = b * b * warps * b
	some = b * (b - 1) * warps * b
	if (!trend)
		print t "," w "," m1 "," some "," m2 "," all - some "," n1 "," some "," n2 "," all - some "," m "," n1 + n2 "," all
}
