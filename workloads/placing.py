"""placing.py: what the programs share that place the instructions of kernels by hand: make-placed.py of workloads/probes, which assembles
them one by one, make-placed.py of workloads/micro, which repeats a few, and make-jumps.py there.
  PROGRAM KERNELS.txt --carrier         prints CUDA C with an empty kernel for each, to be compiled
  PROGRAM KERNELS.txt KERNELS.cubin     overwrites the code of those kernels in the cubin
"""
import struct
import sys


def control(stall, yield_=0, wb=7, rb=7, wait=0):
    """The control field of a word. yield_ 1: do not yield; scoreboard 7: none."""
    return (stall << 41 | yield_ << 45 | wb << 46 | rb << 49 | wait << 52) << 64


def relative(code, high, offset):
    """A branch: its target as distance in words from the next instruction, 8 bits at 16, 48 at 34."""
    v = offset // 4
    return code | (v & 0xff) << 16 | (v >> 8 & (1 << 48) - 1) << 34 | high << 64


ITSELF = relative(0x7947, 0x03800000, -16) | control(5, 1)
NOP = 0x7918 | control(0)


def sections(image):
    """Name, offset and size of the sections of an ELF file of 64 bits."""
    at, = struct.unpack_from('<Q', image, 0x28)
    size, n, names = struct.unpack_from('<HHH', image, 0x3a)
    heads = [struct.unpack_from('<IIQQQQIIQQ', image, at + i * size) for i in range(n)]
    for h in heads:
        start = heads[names][4] + h[0]
        yield image[start:image.index(b'\0', start)].decode(), h[4], h[5]


def place(kernels, path):
    """kernels: name and 128-bit words of each. Behind these come a branch to itself and NOPs."""
    with open(path, 'rb') as f:
        image = bytearray(f.read())
    text = {name[6:]: (offset, size) for name, offset, size in sections(image) if name.startswith('.text.')}
    for name, words in kernels:
        offset, size = text[name]
        if len(words) + 1 > size // 16:
            raise SystemExit('%s: %d instructions, the carrier has room for %d' % (name, len(words), size // 16 - 1))
        words = words + [ITSELF] + [NOP] * (size // 16 - len(words) - 1)
        image[offset:offset + size] = b''.join(w.to_bytes(16, 'little') for w in words)
    with open(path, 'wb') as f:
        f.write(image)


def main(kernels, carrier, words_of):
    """kernels: their names, of file argv[1]. carrier() prints the CUDA C; words_of(name): the words of one."""
    if sys.argv[2] == '--carrier':
        carrier()
    else:
        place([(k, words_of(k)) for k in kernels], sys.argv[2])
