#!/usr/bin/env python3
"""make-jumps.py: kernels for questions about jumps and instruction fetch, whose every instruction is placed by hand.
  make-jumps.py jumps.txt --carrier         prints CUDA C with a kernel for each, to be compiled
  make-jumps.py jumps.txt jumps.cubin       overwrites the code of those kernels in jumps.cubin

A line is a kernel. A line of code has eight instructions.
  NAME: turn LENGTH START
      a loop of LENGTH instructions (at least 3), the first of them number START of its line: a counter, its test, NOPs, a branch back
  NAME: hop COUNT SLOTS NOPS STEP START
      COUNT pieces of code in a round, SLOTS instructions apart, the first at number START of a line. Each is NOPS NOPs and a branch without
      a condition to the piece STEP further on, cyclically; STEP and COUNT have no common divisor
A kernel goes through the loop, or the round, as often as its argument says. Threads whose number has a bit in common with the argument
`skip` end at once: with 96 one warp in four stays, and these share a sub-core.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import placing
from placing import relative

LINE = 8                # instructions
GUARD = 13              # cycles from a predicate to the branch that it guards
RESULT = 6              # cycles from the counter to its test
UNIT = 150              # instructions that a unit of a carrier kernel has at least

NOP = 0x7918
COUNT = 0xffffffff00007836                      # VIADD R0, R0, -1
TEST = 0x780c | 0x03f04270 << 64                # ISETP.GT P0, R0, 0


def control(stall, wb=7, wait=0):
    """With the hint not to yield where there can be one."""
    return placing.control(stall, 0 < stall < 12, wb=wb, wait=wait)


def prologue():
    return [0xff007b82 | 0x218 << 38 | 0x800 << 64 | control(2, wb=0),                  # LDC R0, rounds
            0xff007b82 | 2 << 16 | 0x21c << 38 | 0x800 << 64 | control(2, wb=0),        # LDC R2, skip
            0x7919 | 3 << 16 | 0x2100 << 64 | control(2, wb=0),                         # S2R R3, TID.X
            0x7212 | 3 << 16 | 3 << 24 | 2 << 32 | 0x078ec0ff << 64 | control(RESULT, wait=1),  # LOP3 R3, R3 & R2
            0x780c | 3 << 24 | 0x03f25270 << 64 | control(GUARD),                       # ISETP.NE P1, R3, 0
            0x194d | 0x03800000 << 64 | control(5)]                                     # @P1 EXIT


def jump(out, to, guard=7):
    out.append(relative(0x0947 | guard << 12, 0x03800000, (to - len(out) - 1) * 16) | control(5))


def pad(out, at):
    while len(out) % LINE != at:
        out.append(NOP | control(1))


def turn(out, length, start):
    pad(out, start)
    head = len(out)
    out.append(COUNT | control(RESULT))
    rest = GUARD - (length - 3)
    out.append(TEST | control(max(rest, 1)))
    out += [NOP | control(1)] * (length - 3)
    jump(out, head, guard=0)


def hop(out, count, slots, nops, step, start):
    head = len(out)
    out.append(COUNT | control(RESULT))
    out.append(TEST | control(GUARD))
    first = len(out) + 1
    first += (start - first) % LINE
    end = first + count * slots
    jump(out, first)
    pad(out, start)
    for i in range(count):
        out += [NOP | control(1)] * nops
        after = (i + step) % count
        jump(out, first + after * slots if after else end)
        out += [NOP | control(1)] * (slots - nops - 1)
    jump(out, head, guard=0)


def words_of(what):
    out = prologue()
    kind, numbers = what[0], [int(x) for x in what[1:]]
    {'turn': turn, 'hop': hop}[kind](out, *numbers)
    out.append(0x794d | 0x03800000 << 64 | control(5))  # EXIT
    return out


def read(path):
    lines = {}
    with open(path, encoding='ascii') as f:
        for at, line in enumerate(f, 1):
            line = line.split('#')[0].strip()
            m = re.fullmatch(r'(\w+): *(turn( \d+){2}|hop( \d+){5})', line)
            if line and (not m or m.group(1) in lines):
                raise SystemExit('%s:%d: not a kernel, or one of that name is there' % (path, at))
            if line:
                lines[m.group(1)] = m.group(2).split()
    return lines


def carrier(lines):
    print('// Made by make-jumps.py: kernels whose code it overwrites. As compiled they are never run; they only have to be long enough.')
    print('#define STEP(k) x[k] = x[k] * x[(k + 1) % 16] + n; x[k] ^= x[(k + 3) % 16] * skip;')
    print('#define KERNEL(name, units) \\')
    print('\textern "C" __global__ void __launch_bounds__(1024) name(unsigned *out, int rounds, unsigned skip) \\')
    print('\t{ \\')
    print('\t\tunsigned x[16]; \\')
    print('\t\t_Pragma("unroll") for (int k = 0; k < 16; k++) x[k] = out[k * 1024 + threadIdx.x]; \\')
    print('\t\t_Pragma("unroll") for (int n = 0; n < 4 * units; n++) \\')
    print('\t\t\t_Pragma("unroll") for (int k = 0; k < 16; k++) { STEP(k) } \\')
    print('\t\t_Pragma("unroll") for (int k = 0; k < 16; k++) out[k * 1024 + threadIdx.x] = x[k] + rounds; \\')
    print('\t}')
    for k in lines:
        print('KERNEL(%s, %d)' % (k, len(words_of(lines[k])) // UNIT + 1))


if __name__ == '__main__':
    kernels = read(sys.argv[1])
    placing.main(kernels, lambda: carrier(kernels), lambda name: words_of(kernels[name]))
