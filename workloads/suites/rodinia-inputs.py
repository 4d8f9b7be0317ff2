#!/usr/bin/env python3
"""rodinia-inputs.py FOLDER: writes the inputs of rodinia.csv that no generator of workload.csv(5) makes. The same bytes everywhere:
random numbers are those of the LCG below, and nothing comes from libm but what is rounded coarsely."""
import math
import os
import struct
import sys

folder = sys.argv[1]
state = 1


def rnd(n):
    """0 .. n - 1"""
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 33) * n >> 31


def seed(s):
    global state
    state = s


def write(name, *parts):
    with open(os.path.join(folder, name), "wb") as f:
        for form, values in parts:
            f.write(struct.pack("<%d%s" % (len(values), form), *values))


# bfs: for each node where its edges start and how many there are, 2 to 10
seed(1)
nodes = []
start = 0
for i in range(131072):
    n = 2 + rnd(9)
    nodes += [start, n]
    start += n
write("bfs-nodes.bin", ("i", nodes))
print("bfs: %d edges" % start)

# b+tree: 131072 keys in leaves of 192, order 256; the first key of a node is below all, what follows the last one above all
keys = [3 * i + 1 for i in range(131072)]
ORDER, FILL = 256, 192


def node(location, indices, ks, leaf):
    ks = [-2**31] + ks + [2**31 - 1] * (ORDER - len(ks))
    indices = indices + [0] * (ORDER + 1 - len(indices))
    return struct.pack("<i257i257ii i", location, *indices, *ks, leaf, len(ks))


level = [(keys[i], list(range(i, min(i + FILL, len(keys))))) for i in range(0, len(keys), FILL)]
levels = [level]
while len(levels[-1]) > 1:
    below = levels[-1]
    levels.append([(below[i][0], list(range(i, min(i + FILL, len(below))))) for i in range(0, len(below), FILL)])
levels.reverse()
first, at = [], 0
for l in levels:
    first.append(at)
    at += len(l)
with open(os.path.join(folder, "btree.bin"), "wb") as f:
    where = 0
    for d, l in enumerate(levels):
        for low, members in l:
            if d + 1 < len(levels):
                f.write(node(where, [first[d + 1] + m for m in members], [levels[d + 1][m][0] for m in members[1:]], 0))
            else:
                f.write(node(where, [0] + members, [keys[m] for m in members], 1))
            where += 1
print("b+tree: %d nodes, %d levels below the root" % (at, len(levels) - 1))
seed(2)
write("btree-queries.bin", ("i", [keys[rnd(len(keys))] for i in range(10000)]))
seed(3)
starts = [rnd(len(keys) - 1000) for i in range(6000)]
write("btree-ranges.bin", ("i", [keys[s] for s in starts]), ("i", [keys[s + rnd(1000)] for s in starts]))

# cfd: a block of 64 x 48 x 32 cells with four neighbours each; -1 is the wing, -2 the far field
seed(4)
X, Y, Z = 64, 48, 32
N = X * Y * Z
neighbour = [[], [], [], []]
for i in range(N):
    x, y, z = i % X, i // X % Y, i // (X * Y)
    neighbour[0].append(i - 1 if x else -1 if y < 24 else -2)
    neighbour[1].append(i + 1 if x < X - 1 else -2)
    if i % 2:
        neighbour[2].append(i - X if y else -2)
        neighbour[3].append(i + X if y < Y - 1 else -2)
    else:
        neighbour[2].append(i - X * Y if z else -1 if x < 32 else -2)
        neighbour[3].append(i + X * Y if z < Z - 1 else -2)
write("cfd-neighbours.bin", *[("i", n) for n in neighbour])


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


# the far field: density, momentum, energy, and what flows in, for a flow of 1.2 times the speed of sound along x
for name, form in (("cfd-far.bin", "f"), ("cfd-far-double.bin", "d")):
    energy, px = 1.4 * 0.5 * 1.44 + 1 / 0.4, 1.4 * 1.2
    write(name, (form, [1.4, px, 0, 0, energy]), (form, [1.2 * px + 1, 0, 0]), (form, [0, 1, 0]), (form, [0, 0, 1]),
          (form, [1.2 * (energy + 1), 0, 0]))

# huffman: codes for bytes 1 to 255 with weights like k^-1.25, and 16 bits at most
weight = [int(2**30 / k / math.isqrt(math.isqrt(k * 10**8)) * 100) + 1 for k in range(1, 256)]
length = [0] * 256
total = sum(weight)
for k in range(255):
    n = 1
    while weight[k] * 2**n < total * 1.0 and n < 15:
        n += 1
    length[k + 1] = n
code, last = 0, 0
codes = [0] * 256
for n, k in sorted((length[k], k) for k in range(1, 256)):
    code <<= n - last
    last = n
    codes[k] = code % 2**n
    code += 1
write("huffman-codes.bin", ("I", codes), ("I", length))

# hybridsort: 2^17 numbers in 0 .. 1, and the pivots of 1024 even buckets
seed(5)
numbers = [rnd(2**24) / 2**24 for i in range(2**17)]
pivots = [(i + 1) / 1024 for i in range(1024)]
bucket = [[] for i in range(1024)]
for v in numbers:
    idx, jump = 511, 256
    piv = pivots[idx]
    while jump >= 1:
        idx = idx - jump if v < piv else idx + jump
        piv = pivots[idx]
        jump //= 2
    bucket[idx if v < piv else idx + 1].append(v)
count = [len(b) for b in bucket]
null = [-c % 4 for c in count]
size = [(c + n) // 4 for c, n in zip(count, null)]
address = [0]
for s in size:
    address.append(address[-1] + s)
origin = [0]
for c in count:
    origin.append(origin[-1] + c)
write("sort-numbers.bin", ("f", numbers))
write("sort-pivots.bin", ("f", pivots))
write("sort-offsets.bin", ("i", [4 * a for a in address[:1024]]))
write("sort-tables.bin", ("i", address), ("i", origin), ("i", null))
padded = [[0.0] * n + b for n, b in zip(null, bucket)]


def runs(n):
    """each bucket in sorted runs of n numbers"""
    out = []
    for b in padded:
        for i in range(0, len(b), n):
            out += sorted(b[i:i + n])
    return out + [0.0] * (4 * 36864 - len(out))


write("sort-buckets.bin", ("f", runs(1)))
write("sort-runs-4.bin", ("f", runs(4)))
write("sort-runs-64.bin", ("f", runs(64)))
print("hybridsort: %d float4, the largest bucket has %d" % (address[-1], max(size)))

# lavaMD: boxes of 3^3 and 5^3 with their neighbours
for d in (3, 5):
    with open(os.path.join(folder, "lavaMD-%d.bin" % d), "wb") as f:
        for h in range(d**3):
            x, y, z = h % d, h // d % d, h // (d * d)
            near = []
            for dz in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    for dx in (-1, 0, 1):
                        a, b, c = x + dx, y + dy, z + dz
                        if (dx or dy or dz) and 0 <= a < d and 0 <= b < d and 0 <= c < d:
                            n = (c * d + b) * d + a
                            near.append(struct.pack("<4iq", a, b, c, n, 100 * n))
            f.write(struct.pack("<4iqi4x", x, y, z, h, 100 * h, len(near)) + b"".join(near) + bytes(24 * (26 - len(near))))

# leukocyte: seven circles of 150 points, and a disc
sin = [round(math.sin(2 * math.pi * n / 150), 6) for n in range(150)]
cos = [round(math.cos(2 * math.pi * n / 150), 6) for n in range(150)]
tx = [math.floor(cos[n] * (10 + 2 * k) * 0.9 + 0.5) for k in range(7) for n in range(150)]
ty = [math.floor(sin[n] * (10 + 2 * k) * 0.9 + 0.5) for k in range(7) for n in range(150)]
write("leukocyte-circles.bin", ("f", sin), ("f", cos), ("i", tx), ("i", ty))
write("leukocyte-disc.bin", ("f", [1.0 if (i - 12)**2 + (j - 12)**2 <= 144 else 0.0 for i in range(25) for j in range(25)]))

# lud and gaussian: a symmetric matrix whose numbers fall from 10 on the diagonal
for n in (128, 256):
    v = [f32(10 * 0.999**i) for i in range(n)]
    write("matrix-%d.bin" % n, *[("f", [v[abs(i - j)] for j in range(n)]) for i in range(n)])

# nw: 257 x 257 with the penalties in the first row and column
rows = [[-10 * j if i == 0 else -10 * i if j == 0 else 0 for j in range(257)] for i in range(257)]
write("nw-256.bin", *[("i", r) for r in rows])

# particlefilter: the places of a disc
disc = [(x, y) for x in range(9) for y in range(9) if (x - 4)**2 + (y - 4)**2 < 25]
write("particle-disc.bin", ("i", [v for x, y in disc for v in (y - 4, x - 4)]))
print("particlefilter: %d places" % len(disc))

# srad: indices of neighbours, 502 rows and 458 columns
write("srad-north.bin", ("i", [max(i - 1, 0) for i in range(502)]))
write("srad-south.bin", ("i", [min(i + 1, 501) for i in range(502)]))
write("srad-west.bin", ("i", [max(i - 1, 0) for i in range(458)]))
write("srad-east.bin", ("i", [min(i + 1, 457) for i in range(458)]))

# streamcluster: points of 32 bytes: weight, no pointer, which centre of 11, cost
seed(6)
with open(os.path.join(folder, "points.bin"), "wb") as f:
    for i in range(32768):
        f.write(struct.pack("<f4xqqf4x", 1.0, 0, rnd(11), f32(4 + rnd(2**20) / 2**18)))

# mummergpu: the suffix tree of 20,000 letters (Ukkonen), and 8192 queries of 25 letters of which some have an error
seed(7)
reference = "".join("ACGT"[rnd(4)] for i in range(20000))
text = "s" + reference + "$"
# nodes: start, end (of the edge to it), link, children, parent; ends at None grow
S, E, L, C, P = [0, 0], [0, 0], [0, 0], [{}, {}], [0, 0]


def new(start, end, parent):
    S.append(start)
    E.append(end)
    L.append(0)
    C.append({})
    P.append(parent)
    return len(S) - 1


active, edge, length_, remainder = 1, 0, 0, 0
for i in range(1, len(text)):
    remainder += 1
    need = 0
    while remainder:
        if length_ == 0:
            edge = i
        c = text[edge]
        if c not in C[active]:
            C[active][c] = new(i, None, active)
            if need:
                L[need] = active
            need = active if active != 1 else 0
        else:
            nxt = C[active][c]
            n = (E[nxt] if E[nxt] is not None else i + 1) - S[nxt]
            if length_ >= n:
                edge += n
                length_ -= n
                active = nxt
                continue
            if text[S[nxt] + length_] == text[i]:
                if need and active != 1:
                    L[need] = active
                length_ += 1
                break
            split = new(S[nxt], S[nxt] + length_, active)
            C[active][c] = split
            C[split][text[i]] = new(i, None, split)
            S[nxt] += length_
            P[nxt] = split
            C[split][text[S[nxt]]] = nxt
            if need:
                L[need] = split
            need = split
        remainder -= 1
        if active == 1 and length_:
            length_ -= 1
            edge = i - remainder + 1
        elif active != 1:
            active = L[active] if L[active] else 1
depth = [0] * len(S)


def u24(v):
    return struct.pack("<I", v)[:3]


order = [1]
for v in order:
    order += C[v].values()
for v in order[1:]:
    depth[v] = depth[P[v]] + (E[v] if E[v] is not None else len(text)) - S[v]
with open(os.path.join(folder, "mummer-nodes.bin"), "wb") as f:
    for v in range(len(S)):
        end = (E[v] if E[v] is not None else len(text)) - 1
        f.write(u24(P[v]) + u24(L[v] if L[v] else 1) + u24(S[v]) + u24(max(end, 0)) + u24(depth[v]) + b"\0")
with open(os.path.join(folder, "mummer-children.bin"), "wb") as f:
    for v in range(len(S)):
        f.write(b"".join(u24(C[v].get(c, 0)) for c in "ACGT$") + b"\0")
with open(os.path.join(folder, "mummer-reference.bin"), "wb") as f:
    f.write(text.encode())
queries = b""
for q in range(8192):
    at = rnd(len(reference) - 25)
    word = list(reference[at:at + 25])
    for e in range(rnd(3)):
        word[rnd(25)] = "ACGT"[rnd(4)]
    queries += ("q" + "".join(word)).encode() + b"\0"
with open(os.path.join(folder, "mummer-queries.bin"), "wb") as f:
    f.write(queries)
print("mummergpu: %d nodes, %d letters, %d bytes of queries" % (len(S), len(text), len(queries)))

# bfs: the first node is the source
with open(os.path.join(folder, "bfs-source.bin"), "wb") as f:
    f.write(b"\1" + bytes(131071))
