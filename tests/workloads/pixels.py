# pixels.py PNG WIDTH: says what is not as in a figure of lanes: its width, white at its edge, colours of all brightnesses where lanes are.
import struct
import sys
import zlib

data = open(sys.argv[1], "rb").read()
width, height, bits, kind = struct.unpack(">IIBB", data[16:26])
if data[:8] != b"\x89PNG\r\n\x1a\n" or width != int(sys.argv[2]) or bits != 8 or kind != 2:
    sys.exit(f"{width} x {height}, {bits} bits, kind {kind}")
at, packed = 8, b""
while at < len(data):
    (size,) = struct.unpack(">I", data[at : at + 4])
    if data[at + 4 : at + 8] == b"IDAT":
        packed += data[at + 8 : at + 8 + size]
    at += 12 + size
raw, rows, last = zlib.decompress(packed), [], bytes(3 * width)
for y in range(min(height, 200)):
    kind, row = raw[y * (3 * width + 1)], bytearray(raw[y * (3 * width + 1) + 1 : (y + 1) * (3 * width + 1)])
    for i in range(len(row)):
        a, b, c = (row[i - 3] if i > 2 else 0), last[i], (last[i - 3] if i > 2 else 0)
        p = a + b - c
        near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        row[i] = row[i] + (0, a, b, (a + b) // 2, near)[kind] & 255
    rows.append(row)
    last = row
if set(rows[1]) != {255}:
    print("the edge is not white")
# the first warp: its lanes begin 30 pixels below the top, and have 128
part = b"".join(rows[y][2 * 64 * 3 : -2 * 20 * 3] for y in range(62, 200, 4))
colored = sum(max(part[i : i + 3]) - min(part[i : i + 3]) > 40 for i in range(0, len(part), 3)) / (len(part) / 3)
if not 0.05 < colored < 0.95:
    print(f"{colored:.3f} of the picture is coloured")
