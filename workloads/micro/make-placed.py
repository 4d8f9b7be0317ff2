#!/usr/bin/env python3
"""make-placed.py KERNELS.txt: kernels for questions about issue, pipes and register ports, whose every instruction is placed by hand.
  make-placed.py placed.txt --carrier         prints CUDA C with an empty kernel for each, to be compiled
  make-placed.py placed.txt placed.cubin      overwrites the code of those kernels in placed.cubin

A line `NAME: INSTRUCTION; INSTRUCTION ...` is a kernel. Its instructions are repeated until there are ROUND of them; the kernel goes
through these as often as its argument says. An instruction is a name and its sources, numbers of registers that nobody writes: 2 to 19,
which hold 0, 20, which holds the number of the lane, 21 and 22, its lowest bit and its lowest three, or Z (RZ); U as the second or the
third is UR4, which holds 0. A number with r is kept in the reuse cache; `+n` is a stall count (1 where there is none). Results go to R24
and up, which nobody reads: nothing waits for a result. `>e` sends one to an even register, `>o` to an odd one. A stall count with y has the
yield hint. A matrix has several registers, of which the number is the first. L as a source is R23, which holds the place of 16 bytes for
each lane in dynamic shared memory: rows of LDSM and STSM. LDGSTS copies to there; R18 and R19 have the address in `out`.

A line `NAME: turn START: INSTRUCTION; INSTRUCTION ...` is a loop of these instructions and a branch back, the first of them number START of
a line of code, which has eight; the kernel goes round it as often as its argument says. One of them must be COUNT or COUNT.I, which count
down in the integer pipe and in the one for integer multiply-adds, and one TEST, which says whether there is another turn; the stall counts
have to see to it that the branch comes late enough. `CLOCK n` there, n from 0 to 2, puts the clock into R20 + n; then each thread stores
what it read in its last turn to word 1024 n + thread of `out`.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import placing
from placing import relative

ROUND = 192
LINE = 8
MOVES = range(2, 24)
FIRST, LAST = 24, 40
STAMP = 20
PT = 7
UNIFORM = 4
DYNAMIC = 0x400  # where dynamic shared memory begins
SHARED = 23
ADDRESS = 18
DESCRIPTOR = 6


def control(stall, wb=7, wait=0):
    """With the hint not to yield where there can be one."""
    return placing.control(stall, 0 < stall < 12, wb=wb, wait=wait)


# name: number of sources, lower and upper half of the word without registers, whether they are pairs of registers: result, a, b, c; in
# capitals: fours; 8: the result is eight;
# i: the second source is c, there is a number in place of b
KINDS = {
    'NOP': (0, 0x918, 0, ''),
    'FFMA': (3, 0x223, 0, ''),
    'FADD': (2, 0x221, 0, ''),
    'FMUL': (2, 0x220, 0x00400000, ''),
    'FMNMX': (2, 0x209, 0x03800000, ''),
    'FSEL': (2, 0x208, 0x03800000, ''),
    'IMAD': (3, 0x224, 0x078e0200, ''),
    'IMAD.HI': (3, 0x227, 0x078e0200, ''),
    'IMAD.WIDE': (3, 0x225, 0x078e0200, 'dc'),
    'IMAD.WIDE.I': (2, 0x0000000400000825, 0x078e0000, 'dci'),
    'IMAD.I': (2, 0x0000000100000824, 0x078e0200, 'i'),
    'VIADD': (2, 0x236, 0, ''),
    'VIADD.I': (1, 0x0000000100000836, 0, ''),
    'IADD3': (3, 0x210, 0x07ffe000, ''),
    'LOP3': (3, 0x212, 0x078e9600, ''),
    'PRMT': (3, 0x216, 0, ''),
    'SHF': (3, 0x219, 0x00010600, ''),
    'LEA': (2, 0x211, 0x078e10ff, ''),
    'ISETP': (2, 0x20c, 0x03f66270, 'p'),
    'MOV': (1, 0x202, 0xf00, 'm'),
    'I2FP': (1, 0x245, 0x00201400, 'm'),
    'IABS': (1, 0x213, 0, 'm'),
    'HFMA2': (3, 0x231, 0, ''),
    'HFMA2.MMA': (3, 0x235, 0, ''),
    'HADD2': (2, 0x230, 0, ''),
    'HMUL2': (2, 0x232, 0, ''),
    'DFMA': (3, 0x22b, 0, 'dabc'),
    'DMUL': (2, 0x228, 0, 'dab'),
    # of variable latency: they raise scoreboard 1, for which the end of the kernel waits
    'MUFU': (1, 0x308, 0x00000800, 'mv'),
    'POPC': (1, 0x309, 0, 'mv'),
    'SHFL': (1, 0x0420000000000989, 0x000e00ff, 'v'),
    'MATCH': (1, 0x3a1, 0x000e8000, 'v'),
    'REDUX': (1, 0x3c4, 0x00014000, 'v'),  # to uniform registers
    'LDS': (0, 0x400 << 40 | 0xff000984, 0x0800, 'v'),  # of the first word of dynamic shared memory
    'S2R': (0, 0x919, 0x2100, 'v'),        # TID.X
    # matrices
    'HMMA.1688.F16': (3, 0x23c, 0x0000, 'dac'),
    'HMMA.16816.F16': (3, 0x23c, 0x0800, 'dAbc'),
    'HMMA.1688.F32': (3, 0x23c, 0x1000, 'DaC'),
    'HMMA.16816.F32': (3, 0x23c, 0x1800, 'DAbC'),
    'HMMA.1688.BF16': (3, 0x23c, 0x41000, 'DaC'),
    'HMMA.16816.BF16': (3, 0x23c, 0x41800, 'DAbC'),
    'HMMA.1684.TF32': (3, 0x23c, 0x85000, 'DaC'),
    'HMMA.1688.TF32': (3, 0x23c, 0x81000, 'DAbC'),
    'IMMA.8816': (3, 0x237, 0x5400, 'dc'),
    'IMMA.16816': (3, 0x237, 0x405400, 'DaC'),
    'IMMA.16832': (3, 0x237, 0x405c00, 'DAbC'),
    'DMMA.884': (3, 0x23f, 0x0000, 'DabCv'),
    'DMMA.1684': (3, 0x23f, 0x1000, '8AbCv'),
    'DMMA.1688': (3, 0x23f, 0x2000, '8ABCv'),
    'DMMA.16816': (3, 0x23f, 0x3000, '8ABCv'),
    'MOVM': (1, 0x23a, 0, 'v'),
    'LDS.128': (0, DYNAMIC << 40 | 0xff000984, 0x0c00, 'Dv'),
    'LDSM': (1, 0x83b, 0, 'v'),
    'LDSM.2': (1, 0x83b, 0x100, 'dv'),
    'LDSM.4': (1, 0x83b, 0x200, 'Dv'),
    'LDSM.T': (1, 0x83b, 0x4000, 'v'),
    'LDSM.T.4': (1, 0x83b, 0x4200, 'Dv'),
    'STSM': (2, 0x844, 0, 's'),
    'STSM.2': (2, 0x844, 0x100, 's'),
    'STSM.4': (2, 0x844, 0x200, 's'),
    'LDGSTS': (0, ADDRESS << 24 | SHARED << 16 | 0xfae, 0x0b901c40 | DESCRIPTOR, 's'),
}


class Results:
    """Registers for results, in turn; of one parity where that is asked for."""

    def __init__(self):
        self.at = FIRST

    def take(self, width, parity):
        last = LAST - max(width, 2)
        while self.at > last or self.at % width or (parity is not None and self.at % 2 != parity):
            self.at = FIRST if self.at > last else self.at + 1
        d = self.at
        self.at += width
        return d


def width_of(kind, which):
    return 8 if which == 'd' and '8' in kind else 4 if which.upper() in kind else 2 if which in kind else 1


# The counter of a loop, R0: less one, less R23, which holds one, and its test.
COUNTING = {'COUNT': 0xffffffff00007836, 'COUNT.I': 0x0000000100007824 | (0x078e0a00 | 23) << 64, 'TEST': 0x780c | 0x03f04270 << 64}


def control_of(stall, wb=7):
    """Of a stall count as written, `+n` or `+ny`."""
    return control(int(stall.strip('+y')), wb) & ~(stall.endswith('y') << 109)


def encode(text, results):
    words = text.split()
    if words[0] == 'CLOCK':                                                    # CS2R.32 R20 + n, SR_CLOCKLO
        stall = words[2] if len(words) > 2 else '+1'
        return 0x7805 | (STAMP + int(words[1])) << 16 | 0x5000 << 64 | control_of(stall)
    if words[0] in COUNTING:
        stall = words[1] if len(words) > 1 else '+1'
        return COUNTING[words[0]] | control_of(stall)
    n, low, high, kind = KINDS[words[0]]
    stall, parity, sources = '+1', None, []
    for w in words[1:]:
        if w[0] == '+':
            stall = w
        elif w in ('>e', '>o'):
            parity = w == '>o'
        else:
            sources.append(w)
    if len(sources) != n:
        raise ValueError('%s has %d sources' % (words[0], n))
    code = low | PT << 12 | high << 64 | control_of(stall, wb=1 if 'v' in kind else 7)
    if words[0] != 'NOP' and 'p' not in kind and 's' not in kind:
        code |= results.take(width_of(kind, 'd'), parity) << 16
    uniform = sources.index('U') if 'U' in sources else None
    for i, s in enumerate(sources):
        slot = 1 if 'm' in kind else 2 if i and 'i' in kind else i
        if s == 'U':
            if not slot or code >> 9 & 7 != 1:
                raise ValueError('no place for U in ' + text)
            code += (0xc00 if slot == 1 else 0xe00) - 0x200 | 1 << 91 | UNIFORM << 32
            continue
        if uniform == 2 and i == 1:
            slot = 2
        register = {'Z': 255, 'L': SHARED}.get(s[0]) or int(s.rstrip('r'))
        end = {1: FIRST - 2, 2: FIRST - 3, 4: FIRST - 5}[width_of(kind, 'abc'[i])]
        if s[0] not in 'ZL' and not 2 <= register <= end:
            raise ValueError('no source: ' + s)
        code |= register << (24, 32, 64)[slot]
        code |= s.endswith('r') << 122 + slot
    return code


def code_of(lines, name):
    """128-bit words. R0 counts the rounds, P0 says whether there is another one."""
    out = [0xff007b82 | 0x218 << 38 | 0x800 << 64 | control(2, wb=0)]          # LDC R0, rounds
    out += [0x7802 | r << 16 | 0xf00 << 64 | control(6, wait=r == MOVES[0]) for r in MOVES]  # MOV Rr, 0
    if re.search(r' 2[0-2]| L\b|LDGSTS', lines[name]):
        out.append(0x7919 | 20 << 16 | control(2, wb=0))                       # S2R R20, LANEID
        for r, mask in ((21, 1), (22, 7)):                                     # LOP3 Rr, R20, mask
            out.append(0x7812 | r << 16 | 20 << 24 | mask << 32 | 0x078ec0ff << 64 | control(6, wait=r == 21))
    if re.search(r' U\b', lines[name]):
        out.append(0x7c82 | UNIFORM << 16 | 63 << 32 | 0x08000000 << 64 | control(15))  # UMOV UR4, URZ
    loop = re.fullmatch(TURN, lines[name])
    if re.search(r' L\b|LDGSTS', lines[name]):
        out.append(0x7802 | SHARED << 16 | DYNAMIC << 32 | 0xf00 << 64 | control(6))  # MOV R23, 0x400
        out.append(0x7824 | SHARED << 16 | 20 << 24 | 16 << 32 | (0x078e0200 | SHARED) << 64 | control(6))  # IMAD R23, R20, 16, R23
    if 'LDGSTS' in lines[name]:
        out.append(0xff007b82 | ADDRESS << 16 | 0x210 << 38 | 0xa00 << 64 | control(2, wb=0))  # LDC.64 R18, out
        out.append(0x7ab9 | DESCRIPTOR << 16 | 0x208 << 38 | 0xa00 << 64 | control(12))  # ULDC.64 UR6, the descriptor of global memory
        out.append(0x7825 | ADDRESS << 16 | 20 << 24 | 16 << 32 | (0x078e0200 | ADDRESS) << 64 | control(12, wait=1))  # IMAD.WIDE
    if loop:
        out.append(0x7802 | 23 << 16 | 1 << 32 | 0xf00 << 64 | control(6))     # MOV R23, 1
        out += [0x7918 | control(1)] * ((int(loop.group(1)) - len(out)) % LINE)
    start = len(out)
    if not loop:
        out.append(COUNTING['COUNT'] | control(6))
        out.append(COUNTING['TEST'] | control(6))
    body, results = [x.strip() for x in (loop.group(2) if loop else lines[name]).split(';')], Results()
    for i in range(len(body) if loop else ROUND):
        out.append(encode(body[i % len(body)], results))
    out.append(relative(0x0947, 0x03800000, (start - len(out) - 1) * 16) | control(5))  # @P0 BRA
    stamps = sorted({int(x.split()[1]) for x in body if x.split()[0] == 'CLOCK'})
    if stamps:
        out.append(0x7919 | 0x21 << 72 | control(2, wb=0))                     # S2R R0, TID.X
        out.append(0xff007b82 | 4 << 16 | 0x210 << 38 | 0xa00 << 64 | control(2, wb=0))  # LDC.64 R4, out
        out.append(0x7ab9 | 4 << 16 | 0x208 << 38 | 0xa00 << 64 | control(12))  # ULDC.64 UR4, the descriptor of global memory
        out.append(0x7825 | 4 << 16 | 4 << 32 | (0x078e0200 | 4) << 64 | control(12, wait=1))  # IMAD.WIDE R4, R0, 4, R4
    for n in stamps:                                                           # STG [R4 + 4096 n], R20 + n
        out.append(0x7986 | 4 << 24 | (STAMP + n) << 32 | 4096 * n << 40 | 0x0c101904 << 64 | control(2))
    late = any('v' in KINDS[x.split()[0]][3] for x in body if x.split()[0] in KINDS)
    out.append(0x794d | 0x03800000 << 64 | control(5, wait=late << 1))         # EXIT
    return out


TURN = r'turn (\d+): *(.*)'


def read(path):
    lines = {}
    with open(path, encoding='ascii') as f:
        for at, line in enumerate(f, 1):
            line = line.split('#')[0].strip()
            if not line:
                continue
            m = re.fullmatch(r'(\w+): *(.*)', line)
            if not m or m.group(1) in lines or (ROUND % len(m.group(2).split(';')) and not re.match(TURN, m.group(2))):
                raise SystemExit('%s:%d: not a kernel, or one of that name is there, or %d is no multiple of its instructions' %
                                 (path, at, ROUND))
            lines[m.group(1)] = m.group(2)
    return lines


def carrier(lines):
    print('// Made by make-placed.py: kernels whose code it overwrites. As compiled they are never run; they only have to be long')
    print('// enough and to use enough registers.')
    print('#define KERNEL(name) \\')
    print('\textern "C" __global__ void __launch_bounds__(1024) name(unsigned *out, int rounds) \\')
    print('\t{ \\')
    print('\t\tunsigned x[40]; \\')
    for step in ('x[k] = out[k * 1024 + threadIdx.x]', 'x[k] = x[k] * x[(k + 1) % 40] + 1', 'x[k] = x[k] * x[(k + 3) % 40] + 2',
                 'x[k] = x[k] * x[(k + 7) % 40] + rounds', 'x[k] = x[k] * x[(k + 9) % 40] + 4',
                 'out[k * 1024 + threadIdx.x] = x[k]'):
        print('\t\t_Pragma("unroll") for (int k = 0; k < 40; k++) %s; \\' % step)
    print('\t}')
    for k in lines:
        print('KERNEL(%s)' % k)


if __name__ == '__main__':
    kernels = read(sys.argv[1])
    placing.main(kernels, lambda: carrier(kernels), lambda name: code_of(kernels, name))
