#!/usr/bin/env python3
"""Makes h200-lanes.bin and h200-inputs.bin on a machine with a GPU, a CUDA toolkit (nvcc), a C preprocessor, cupy and numpy.

    tests/golden/make-lanes.py [--words N] [--seconds S] OUTPUT-FOLDER

For rows of isa/opcodes.def that compute without memory, control flow or special registers, words like those of make-words.py, but with
their operands in fixed places: a, b, c in R4:5, R6:7, R8:9 or UR4 to UR9, d in R16 or UR16, predicates written P0 and P1, read P2 to
P4, guard P5. They take the place of the code of a large kernel, each between instructions that set R16, R17 and the predicates from the
thread's input and that store what is left in them. A word that the GPU calls illegal, alone in its kernel, is left out, as is what does
not run within S seconds.
h200-inputs.bin: for each of 2 sets of 128 threads, R4 to R9, the predicates (a word), 0. h200-lanes.bin, 28 bytes a word,
little-endian: bits 0..63, bits 64..127, 1 where the results are uniform (32 bits), 64-bit FNV-1a over what the threads stored, by set,
thread and register: R16, R17, predicates 0 to 6, 0; of uniform results UR16, UR17, UP0, predicates and bit 8 for UP1."""
import argparse
import importlib.util
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
import time

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location('words', os.path.join(HERE, 'make-words.py'))
mw = importlib.util.module_from_spec(spec)
spec.loader.exec_module(mw)
M = (1 << 64) - 1
THREADS, SETS = 128, 2
SKIP = {'S2R', 'S2UR', 'CS2R', 'B2R', 'LEPC', 'MUFU', 'SHFL', 'NOP', 'BPT', 'NANOSLEEP', 'MEMBAR', 'ERRBAR', 'CGAERRBAR', 'CCTL', 'LDC', 'ULDC', 'R2P'}
OFTEN = {'FCHK': 6, **dict.fromkeys(('FFMA', 'FMUL', 'FMNMX', 'F2I', 'I2F', 'FRND', 'F2F', 'DADD', 'DMUL', 'DFMA', 'HADD2', 'HMUL2', 'PRMT'), 2)}
UNIFORM = [0x3f800001, 0x00000011, 0x40490fdb, 0xc0000003, 0x80000005, 0x7fffffff]  # UR4 to UR9


def rows():
    source = '#define OP(id, name, code, lo, hi, pipe, flow, lat, unit, traits, syntax, exec, doc) ROW #pipe #lat #flow #unit #exec code syntax END\n#include "isa/opcodes.def"\n'
    text = subprocess.run([os.environ.get('CPP', 'cc'), '-E', '-P', '-I', mw.ROOT, '-'], input=source, capture_output=True, text=True, check=True).stdout
    for row in re.findall(r'ROW\s*(.*?)\s*END', text, re.S):
        s = re.findall(r'"((?:[^"\\]|\\.)*)"', row)
        yield dict(pipe=s[0], late=s[1] == 'VARIABLE', flow=s[2], unit=s[3], exec=s[4], code=int(re.findall(r'\b0x[0-9a-f]+', row)[0], 16), syntax=''.join(s[5:]))


def place(w, syntax, rnd):
    """Puts the operands of a random word where the kernel has them."""
    fixed = {'d': 16, 'a': 4, 'b': 6, 'c': 8}
    for part in mw.parts(syntax):
        words = part[4].split()
        if part[0] or not words or words[0] in ('=', 'set', '!', 'alias', 'text'):
            continue
        m = re.match(r'(\w+)@(\d+)', words[1])
        if not m:
            continue
        role, kind, bit = words[0], m[1], int(m[2])
        if role in fixed and kind in ('R', 'U'):
            zero = 255 if kind == 'R' else 63
            w.put(bit, 8 if kind == 'R' else 6, fixed[role] if role == 'd' or rnd.random() < .95 else zero)
        if role in ('p0', 'p1') and ('mode=0' not in part[4] or w.value >> 79 & 3 == 0):
            w.put(bit, 3, 0 if role == 'p0' else 1)
        if role in ('s0', 's1', 's2') and not ('if' in words and w.value >> bit & 7 == 7):
            w.put(bit, 3, {'s0': 2, 's1': 3, 's2': 4}[role] if rnd.random() < .85 else 7)


def choose(per, rnd):
    """[(word, are its results uniform)]"""
    chosen = []
    for r in rows():
        name = re.match(r'\w+', r['syntax'])[0]
        if r['flow'] != 'NONE' or r['exec'] in ('NULL', 'isa_exec_unmodelled') or name in SKIP or re.search(r'\{[abc] CX?[ }]', r['syntax']):
            continue
        seen = set()
        for _ in range(4000):
            value = mw.generate((r['code'], r['syntax'], r['pipe'], r['late']), rnd, 0)
            if value is None:
                continue
            w = mw.Word(0)
            w.value = value
            place(w, r['syntax'], rnd)
            w.put(12, 4, 5 if name in ('VOTE', 'VOTEU', 'MATCH', 'REDUX', 'R2UR') and rnd.random() < .5 else 7)
            seen.add(control(w.value & ~(0x7fffff << 105), write=0 if r['late'] else 7))
            if len(seen) >= per * OFTEN.get(name, 1):
                break
        chosen += [(v, int('{d U' in r['syntax'] or '{p0 UP' in r['syntax'])) for v in sorted(seen)]
    return chosen


def control(v, write=7, read=7, wait=0):
    """The word with a stall of 15 cycles and these scoreboards."""
    return v & (1 << 105) - 1 | 15 << 105 | write << 110 | read << 113 | wait << 116


def word(lo, hi=0, **c):
    return control(lo | hi << 64, **c)


NOP = word(0x7918)


def uplop3(up, value):
    lut = 255 if value else 0
    return word(0x789c, 7 << 23 | 7 << 13 | 7 << 4 | lut & 7 | lut >> 3 << 8 | up << 17 | 7 << 20)


def build(slots):
    """The program: in R2:3 the input's address, in R12:13 the output's."""
    c = [word(0x7919, 33 << 8, write=0), word(0x00008400ff027b82, 0x0a00, write=0), word(0x00008600ff0c7b82, 0x0a00, write=0),
         word(0x00008200001e7ab9, 0x0a00), word(0x7918, wait=1), NOP, word(0x0000002000027825, 0x078e0202), word(0x00000010000c7825, 0x078e020c), NOP,
         word(0x0000001e02047981, 0x0c1e1d00, write=0), word(0x0000101e02087981, 0x0c1e1d00, write=0), word(0x7918, wait=1)]
    c += [word(v << 32 | 4 + i << 16 | 0x7882) for i, v in enumerate(UNIFORM)]
    c += [uplop3(2, True), uplop3(3, False), uplop3(4, True), NOP, NOP]
    for k, (v, uniform) in enumerate(slots):
        c.append(word(0x0000007f0a007804))  # R2P PR, R10, 0x7f
        if uniform:
            c += [word(0x107882), word(0x117882), uplop3(0, False), uplop3(1, False), v, word(0x7918, wait=1)]
            c += [word(0x000000013f127887, 0x0c000000), word(0x000001003f137887, 0x0c800000), NOP]  # USEL UR18 and UR19 by UP0, UP1
            c += [word(0x0000001000107c02, 0x08000f00, wait=2), word(0x0000001100117c02, 0x08000f00), word(0x0000001200127c02, 0x08000f00),
                  word(0x0000001300137c02, 0x08000f00), word(0x0000007f13137803)]
        else:
            c += [word(0x000000ff00107202, 0x0f00, wait=2), word(0x000000ff00117202, 0x0f00), v, word(0x7918, wait=1)]
            c += [word(0x0000007fff127803, wait=2), word(0x000000ff00137202, 0x0f00)]
        c.append(word(k * 16 * THREADS << 40 | 0x100c007986, 0x0c101d1e, read=1))  # STG.E.128
    return c + [word(0x794d, 0x03800000, wait=3)]


def carrier(folder):
    """A cubin with a long kernel `lanes`, which may use 64 registers."""
    lines = ['extern "C" __global__ void __launch_bounds__(128) lanes(const volatile int *q, int *o) {']
    lines += ['int v%d = q[%d];' % (i, 2000 + i) for i in range(60)]
    lines += ['v%d = v%d * v%d + q[%d];' % (i % 60, (i * 7 + 3) % 60, (i * 11 + 5) % 60, i) for i in range(1100)]
    lines += ['o[%d] = v%d;' % (i, i) for i in range(60)] + ['}']
    path = os.path.join(folder, 'lanes')
    with open(path + '.cu', 'w') as f:
        f.write('\n'.join(lines))
    subprocess.run(['nvcc', '-arch=sm_90', '-cubin', '-o', path + '.cubin', path + '.cu'], check=True)
    with open(path + '.cubin', 'rb') as f:
        return f.read()


def section(data, wanted):
    at, = struct.unpack_from('<Q', data, 0x28)
    size, count, names = struct.unpack_from('<HHH', data, 0x3a)
    sections = [struct.unpack_from('<IIQQQQIIQQ', data, at + i * size) for i in range(count)]
    for s in sections:
        if data[sections[names][4] + s[0]:].split(b'\0', 1)[0] == wanted:
            return s[4], s[5]
    sys.exit('make-lanes.py: the cubin lacks a section')


def patch(data, code):
    data = bytearray(data)
    at, size = section(data, b'.text.lanes')
    code = code + [word(0x794d, 0x03800000)] * (size // 16 - len(code))
    for i, v in enumerate(code):
        struct.pack_into('<QQ', data, at + 16 * i, v & M, v >> 64)
    at, size = section(data, b'.nv.info')
    i = at
    while i < at + size:
        if data[i + 1] == 0x2f:  # registers of a function
            struct.pack_into('<I', data, i + 8, 64)
        i += 4 + (struct.unpack_from('<H', data, i + 2)[0] if data[i] == 4 else 0)
    return bytes(data)


def worker(folder, first, n):
    import cupy
    import numpy
    with open(os.path.join(folder, 'slots'), 'rb') as f:
        slots = [(lo | hi << 64, u) for lo, hi, u in struct.iter_unpack('<QQI', f.read())][first:first + n]
    with open(os.path.join(folder, 'inputs'), 'rb') as f:
        inputs = f.read()
    with open(os.path.join(folder, 'lanes.cubin'), 'rb') as f:
        data = f.read()
    path = os.path.join(folder, '%d-%d' % (first, n))
    with open(path + '.cubin', 'wb') as f:
        f.write(patch(data, build(slots)))
    function = cupy.RawModule(path=path + '.cubin').get_function('lanes')
    results = []
    for k in range(SETS):
        memory = cupy.asarray(numpy.frombuffer(inputs[k * THREADS * 32:(k + 1) * THREADS * 32], numpy.uint32).copy())
        out = cupy.zeros(n * THREADS * 4, numpy.uint32)
        function((1,), (THREADS,), (memory, out))
        cupy.cuda.runtime.deviceSynchronize()
        results.append(out.get().tobytes())
    with open(path + '.out', 'wb') as f:
        f.write(b''.join(results))


def fnv(h, data):
    for b in data:
        h = (h ^ b) * 0x100000001b3 & M
    return h


def inputs(rnd):
    floats = [0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x800000, 0x800001, 0x3f7fffff, 0x3f800000, 0x3f800001, 0xbf800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345, 0x4b000000, 0x4b000001, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000, 0x5f800000, 0x3f000000, 0x3fc00000, 0x40200000, 0xbf000000, 0x3effffff, 0x00ffffff, 0x33800000, 0x34000000]
    doubles = [0, 1<<63, 1, (1<<63)|1, 0x000fffffffffffff, 0x0010000000000000, 0x3ff0000000000000, 0x3fefffffffffffff, 0xbff0000000000000, 0x7fefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 0xfff8000012345678, 0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000200000, 0x43e0000000000000, 0x43f0000000000000, 0x3fe0000000000000, 0x4004000000000000, 0x36a0000000000000, 0x380fffffffffffff, 0x47efffffffffffff, 0x47effffff0000000, 0x47efffffefffffff]
    integers = [0, 1, 2, 31, 32, 33, 63, 64, 65, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0xffff, 0x10000, 0x8000, 0x7fff, 0x80008000, 0x7fff7fff, 0xffff0001]
    halves = [0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x3c00, 0xbc00, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0x3bff, 0x3555]

    def float32():
        return rnd.choice(floats) if rnd.random()<.45 else (rnd.getrandbits(1)<<31|rnd.choice([127+rnd.randrange(-30,31),rnd.randrange(256),rnd.choice([0,1,2,23,24,253,254,255])])<<23|rnd.choice([rnd.getrandbits(23),rnd.getrandbits(8)<<15]))

    def float64():
        return rnd.choice(doubles) if rnd.random()<.45 else (rnd.getrandbits(1)<<63|rnd.choice([1023+rnd.randrange(-60,61),1023+rnd.randrange(-150,150),rnd.randrange(2048)])<<52|rnd.choice([rnd.getrandbits(52),rnd.getrandbits(12)<<40,rnd.getrandbits(23)<<29]))

    def integer():
        return rnd.choice(integers) if rnd.random()<.5 else rnd.choice([rnd.getrandbits(32),rnd.getrandbits(6)])

    def float16():
        return rnd.choice(halves) if rnd.random()<.5 else rnd.getrandbits(16)

    data = []
    for s in range(SETS):
        for t in range(THREADS):
            kind = (t + s) % 4
            if kind == 0:
                v = [integer() | integer() << 32 for _ in range(3)]
            elif kind == 1:
                v = [float32() | float32() << 32 for _ in range(3)]
            elif kind == 2:
                v = [float64() for _ in range(3)]
            else:
                v = [(float16() | float16() << 16) | float32() << 32 if t % 8 < 4 else integer() | float32() << 32 for _ in range(3)]
            if t % 32 < 6:
                v[0] = 0x12345678  # equal values, for votes
            data.append(struct.pack('<QQQII', *v, rnd.getrandbits(7), 0))
    return b''.join(data)


def main():
    if sys.argv[1:2] == ['--worker']:
        worker(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
        return
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--words', type=int, default=20, help='words for each row')
    p.add_argument('--seconds', type=float, default=300)
    p.add_argument('folder')
    o = p.parse_args()
    rnd = random.Random(11)
    slots = choose(o.words, rnd)
    start = time.time()
    with tempfile.TemporaryDirectory() as folder:
        carrier(folder)
        with open(os.path.join(folder, 'slots'), 'wb') as f:
            f.write(b''.join(struct.pack('<QQI', v & M, v >> 64, u) for v, u in slots))
        data = inputs(rnd)
        with open(os.path.join(folder, 'inputs'), 'wb') as f:
            f.write(data)
        hashes = [None] * len(slots)

        def solve(first, n):
            if time.time() - start > o.seconds:
                return
            r = subprocess.run([sys.executable, os.path.abspath(__file__), '--worker', folder, str(first), str(n)], capture_output=True)
            if r.returncode == 0:
                with open(os.path.join(folder, '%d-%d.out' % (first, n)), 'rb') as f:
                    out = f.read()
                size = 16 * THREADS
                for i in range(n):
                    h = 0xcbf29ce484222325
                    for k in range(SETS):
                        h = fnv(h, out[(k * n + i) * size:(k * n + i + 1) * size])
                    hashes[first + i] = h
            elif n > 1:
                solve(first, n // 2)
                solve(first + n // 2, n - n // 2)

        with ThreadPoolExecutor(12) as pool:
            list(pool.map(lambda i: solve(i, min(140, len(slots) - i)), range(0, len(slots), 140)))
    with open(os.path.join(o.folder, 'h200-lanes.bin'), 'wb') as f:
        f.write(b''.join(struct.pack('<QQIQ', v & M, v >> 64, u, h) for (v, u), h in zip(slots, hashes) if h is not None))
    with open(os.path.join(o.folder, 'h200-inputs.bin'), 'wb') as f:
        f.write(data)


if __name__ == '__main__':
    main()
