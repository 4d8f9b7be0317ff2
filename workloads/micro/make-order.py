#!/usr/bin/env python3
"""make-order.py: loops placed by hand in which warps note when they issue, to the cycle.
  make-order.py order.txt --carrier         prints CUDA C with an empty kernel for each, to be compiled
  make-order.py order.txt order.cubin       overwrites the code of those kernels in order.cubin

A line `NAME START: INSTRUCTION; ...`, or `NAME START LATE: ...`, is a loop of these instructions and a branch back, the first of them number START of a line of code,
which has eight. `N*{...}` stands for what is in the braces N times. Instructions are as in make-placed.py, and
  S         puts the clock into a register of its own, in one lane: the number of the turn, counted from the last one, modulo 32
  PICK      says in which lane the next turn does that; it has to come after COUNT and 13 cycles before the next turn
  JUMP n    a branch over the next n instructions
Warps leave a barrier together before the loop. With LATE every second warp of a sub-core branches over LATE NOPs behind it, and the others
issue them. After it each thread stores what S number n put there to word 1024 n + thread of `out`, so
that it has the last 32 turns of all warps. Threads whose number has a bit in common with the argument `skip` end at once: with 96 one warp in
four stays, and these share a sub-core.
"""
import importlib.machinery
import importlib.util
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..'))
import placing
from placing import relative


def load(name):
    loader = importlib.machinery.SourceFileLoader(name.replace('-', '_'), os.path.join(HERE, name + '.py'))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


placed = load('make-placed')
LINE = 8
STAMP, STAMPS = 24, 32                                                         # registers with the clock
placed.FIRST, placed.LAST = 56, 62                                             # those of results
LANE, MASK, ONE = 20, 21, 23


def control(stall, wb=7, wait=0):
    return placed.control(stall, wb, wait)


def pick():
    """LOP3 P1, (R0 ^ lane) & 31 is not 0: the other lanes."""
    return 0x7212 | 255 << 16 | LANE << 32 | MASK << 64 | (0x07820000 | 0x28 << 8) << 64


def expand(text):
    while '{' in text:
        text = re.sub(r'(\d+)\*\{([^{}]*)\}', lambda m: '; '.join([m.group(2)] * int(m.group(1))), text)
    return [x.strip() for x in text.split(';')]


def encode(words, stamps, results):
    stall = next((w for w in words[1:] if w[0] == '+'), '+1')
    if words[0] == 'S':                                                        # @!P1 CS2R.32 R, SR_CLOCKLO
        if stamps == STAMPS:
            raise ValueError('too many stamps')
        return 0x9805 | (STAMP + stamps) << 16 | 0x5000 << 64 | placed.control_of(stall)
    if words[0] == 'PICK':
        return pick() | placed.control_of(stall)
    if words[0] == 'JUMP':
        return relative(0x7947, 0x03800000, 16 * int(words[1])) | placed.control_of(stall)
    return placed.encode(' '.join(words), results)


def code_of(start, late, text):
    """128-bit words. R0 counts the turns, P0 says whether there is another one."""
    out = [0xff007b82 | 0x218 << 38 | 0x800 << 64 | control(2, wb=0),          # LDC R0, rounds
           0xff007b82 | 2 << 16 | 0x21c << 38 | 0x800 << 64 | control(2, wb=0),  # LDC R2, skip
           0x7919 | 3 << 16 | 0x21 << 72 | control(2, wb=0),                   # S2R R3, TID.X
           0x7919 | LANE << 16 | control(2, wb=0),                             # S2R R20, LANEID
           0x7812 | 3 << 16 | 3 << 24 | 0x3ff << 32 | 0x078ec0ff << 64 | control(6, wait=1),  # LOP3 R3, R3, 1023
           0x7212 | 255 << 16 | 2 << 24 | 3 << 32 | 255 << 64 | (0x07840000 | 0xc0 << 8) << 64 | control(13),  # LOP3 P2, R2 & R3
           0x294d | 0x03800000 << 64 | control(5),                             # @P2 EXIT
           0x7812 | 255 << 16 | 3 << 24 | 0x80 << 32 | 0x0788c0ff << 64 | control(6)]  # LOP3 P4, R3 & 128
    out += [0x7802 | r << 16 | 0xf00 << 64 | control(6) for r in range(2, LANE)]  # MOV Rr, 0
    out += [0x7802 | r << 16 | n << 32 | 0xf00 << 64 | control(6) for r, n in ((MASK, 31), (22, 0), (ONE, 1))]
    out.append(pick() | control(13))
    out.append(0x7b1d | 0x10000 << 64 | control(6))                            # BAR.SYNC 0
    if late is not None:
        out.append(relative(0x4947, 0x03800000, 16 * late) | control(5))       # @P4 BRA
        out += [0x7918 | control(1)] * late + [0x7918 | control(15)] * 4
    out += [0x7918 | control(1)] * ((start - len(out)) % LINE)
    loop, stamps, results = len(out), 0, placed.Results()
    for x in expand(text):
        out.append(encode(x.split(), stamps, results))
        stamps += x.split()[0] == 'S'
    out.append(relative(0x0947, 0x03800000, (loop - len(out) - 1) * 16) | control(5))  # @P0 BRA
    out.append(0x7919 | 0x21 << 72 | control(2, wb=0))                         # S2R R0, TID.X
    out.append(0xff007b82 | 4 << 16 | 0x210 << 38 | 0xa00 << 64 | control(2, wb=0))  # LDC.64 R4, out
    out.append(0x7ab9 | 4 << 16 | 0x208 << 38 | 0xa00 << 64 | control(12))     # ULDC.64 UR4, the descriptor of global memory
    out.append(0x7825 | 4 << 16 | 4 << 32 | (0x078e0200 | 4) << 64 | control(12, wait=1))  # IMAD.WIDE R4, R0, 4, R4
    for n in range(stamps):                                                    # STG [R4 + 4096 n], R24 + n
        out.append(0x7986 | 4 << 24 | (STAMP + n) << 32 | 4096 * n << 40 | 0x0c101904 << 64 | control(2))
    out.append(0x794d | 0x03800000 << 64 | control(5, wait=2))                 # EXIT
    return out


def read(path):
    lines = {}
    with open(path, encoding='ascii') as f:
        for at, line in enumerate(f, 1):
            line = line.split('#')[0].strip()
            if not line:
                continue
            m = re.fullmatch(r'(\w+) (\d)(?: (\d+))?: *(.*)', line)
            if not m or m.group(1) in lines:
                raise SystemExit('%s:%d: not a kernel, or one of that name is there' % (path, at))
            lines[m.group(1)] = (int(m.group(2)), int(m.group(3)) if m.group(3) else None, m.group(4))
    return lines


def carrier(lines):
    print('// Made by make-order.py: kernels whose code it overwrites. As compiled they are never run; they only have to be long')
    print('// enough and to use enough registers.')
    print('#define KERNEL(name) \\')
    print('\textern "C" __global__ void __launch_bounds__(1024) name(unsigned *out, int rounds, unsigned skip) \\')
    print('\t{ \\')
    print('\t\tunsigned x[56]; \\')
    for step in ('x[k] = out[k * 1024 + threadIdx.x]', 'out[k * 1024 + threadIdx.x] = x[k] * skip + rounds'):
        print('\t\t_Pragma("unroll") for (int k = 0; k < 56; k++) %s; \\' % step)
        print('\t\t__syncthreads(); \\')
    print('\t}')
    for k in lines:
        print('KERNEL(%s)' % k)


if __name__ == '__main__':
    kernels = read(sys.argv[1])
    placing.main(kernels, lambda: carrier(kernels), lambda name: code_of(*kernels[name]))
