#!/usr/bin/env python3
"""make-placed.py KERNELS.txt: kernels whose every instruction is placed by hand, where no compiler would put it.
  make-placed.py placed.txt --carrier         prints CUDA C with an empty kernel for each, to be compiled
  make-placed.py placed.txt placed.cubin      overwrites the code of those kernels in placed.cubin

An input file has a kernel from each line `kernel NAME` to the next. A line holds `label:`, an instruction with an optional guard (@P0,
@!P0), or the name of a macro and its arguments. `macro NAME PARAMETER...` to `end` defines one: {PARAMETER} is replaced, {u} is a
number of this use. Text from # on is a comment. `{stall=S yield=Y wb=W rb=R wait=M}` at the end of an instruction sets its control
field. Without it the stall count is 13 (branches: 5), an instruction of unknown duration uses scoreboard 0, and the next one waits for
it.

Each thread finds: R22 its number of the buffer `in`, R23 (lane * a + b) % 32, R31 the number of its warp, RZ + 0x400 a word of shared
memory that is 0, and its part of `out`, room for 64 records of two words. A warp numbers its records in a uniform register, so that
they tell the order in which its paths ran.
  LOG n      record n
  LOGR Rn    record what Rn holds
  FLAG n     set bit 4 * warp + n of the shared word (R28, R29 are lost)
  SEEN       record the shared word
  DELAY n    a loop of n trips (R29 and P6 are lost)
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import placing
from placing import relative

PARAMETERS = 0x210  # in constant bank 0
RECORDS = 64
CODE = 300          # instructions of a carrier kernel, at least
ALL = 7             # PT


def reg(t):
    if t == 'RZ':
        return 255
    return number(t, 'R', 254)


def number(t, prefix, most):
    if not re.fullmatch(prefix + r'\d+', t) or int(t[len(prefix):]) > most:
        raise ValueError('%s is no %s0 to %s%d' % (t, prefix, prefix, most))
    return int(t[len(prefix):])


def pred(t):
    return 7 if t == 'PT' else number(t, 'P', 6)


def imm(t):
    return int(t, 0) & 0xffffffff


COMPARE = {'LT': 1, 'EQ': 2, 'LE': 3, 'GT': 4, 'NE': 5, 'GE': 6}
FLOW = {'YIELD': 0x7946, 'EXIT': 0x794d, 'WARPSYNC.ALL': 0x7948, 'NOP': 0x7918}
B = 0x0380_0000  # source predicate PT
REDUCE = {'POPC': 0, 'AND': 1, 'OR': 2}


def encode(name, args, pc, target):
    """The 128 bits without guard and control. target(label) is an address."""
    def at(label):
        return target(label) - pc - 16
    n = name.split('.')
    if name in FLOW:
        return FLOW[name] | (0 if name == 'NOP' else B << 64)
    if name == 'BRA':
        return relative(0x7947, B, at(args[0]))
    if name == 'CALL.REL.NOINC':
        if re.fullmatch(r'R\d+', args[0]):
            return relative(0x7344 | reg(args[0]) << 24, 0x03c00000, -pc - 16)
        return relative(0x7944, 0x03c00000, at(args[0]))
    if name == 'CALL.ABS.NOINC':
        return 0x7343 | reg(args[0]) << 24 | 0x03c00000 << 64
    if name == 'RET.REL.NODEC':
        return relative(0x7950 | reg(args[0]) << 24, 0x03c00000, -pc - 16)
    if name == 'BRX':
        return relative(0x7949 | reg(args[0]) << 24, B, -pc - 16)
    if name == 'LEPC':
        return 0x794e | reg(args[0]) << 16 | (at(args[1]) & 0xffffffff) << 24
    if name == 'BSSY':
        return 0x7945 | number(args[0], 'B', 15) << 16 | (at(args[1]) & 0xffffffff) << 32 | B << 64
    if name == 'BSYNC':
        return 0x7941 | number(args[0], 'B', 15) << 16 | B << 64
    if name == 'BREAK':
        return 0x7942 | number(args[0], 'B', 15) << 16 | B << 64
    if name == 'WARPSYNC':
        return 0x7348 | reg(args[0]) << 24 | B << 64
    if name == 'BMOV.32' and args[0][0] == 'B':
        return 0x7356 | number(args[0], 'B', 15) << 24 | reg(args[1]) << 32
    if n[0] == 'BMOV':
        return 0x7355 | reg(args[0]) << 16 | number(args[1], 'B', 15) << 24 | (0x100000 if 'CLEAR' in n else 0) << 64
    if n[0] == 'BAR':
        count = imm(args[1]) if len(args) > 1 and args[1][0] != 'P' else 0
        high = {'SYNC': 0x10000, 'ARV': 0x2000, 'RED': 0x14000}[n[1]]
        if n[1] == 'RED':
            high |= REDUCE[n[2]] << 10 | pred(args[-1]) << 23
        return 0x7b1d | imm(args[0]) << 54 | count << 42 | high << 64
    if name == 'B2R.RESULT':
        return 0x731c | reg(args[0]) << 16 | 0x000e4000 << 64
    if n[0] == 'ISETP':
        high = 0x03f00070 | COMPARE[n[1]] << 12 | (0 if 'U32' in n else 1) << 9 | pred(args[0]) << 17
        if args[2][0] == 'R':
            return 0x720c | reg(args[1]) << 24 | reg(args[2]) << 32 | high << 64
        return 0x780c | reg(args[1]) << 24 | imm(args[2]) << 32 | high << 64
    if name == 'MOV':
        if args[1][0] == 'R':
            return 0x7202 | reg(args[0]) << 16 | reg(args[1]) << 32 | 0xf00 << 64
        value = target(args[1][1:]) if args[1][0] == '=' else imm(args[1])  # =label: its address in the kernel
        return 0x7802 | reg(args[0]) << 16 | value << 32 | 0xf00 << 64
    if name == 'VIADD':
        return 0x7836 | reg(args[0]) << 16 | reg(args[1]) << 24 | imm(args[2]) << 32
    if name == 'AND':
        return 0x7812 | reg(args[0]) << 16 | reg(args[1]) << 24 | imm(args[2]) << 32 | 0x078ec0ff << 64
    if name == 'SHR':
        return 0x7819 | reg(args[0]) << 16 | 255 << 24 | imm(args[2]) << 32 | (0x11600 | reg(args[1])) << 64
    if name == 'SHL':
        return 0x7219 | reg(args[0]) << 16 | reg(args[1]) << 24 | reg(args[2]) << 32 | 0x6ff << 64
    if name == 'IMAD':
        c = reg(args[3]) if len(args) > 3 else 255
        if args[2][0] == 'R':
            return 0x7224 | reg(args[0]) << 16 | reg(args[1]) << 24 | reg(args[2]) << 32 | (0x078e0200 | c) << 64
        return 0x7824 | reg(args[0]) << 16 | reg(args[1]) << 24 | imm(args[2]) << 32 | (0x078e0200 | c) << 64
    if name == 'NANOSLEEP':
        return 0x795d | imm(args[0]) << 32 | B << 64
    if name == 'LDG':  # LDG Rd, Ra, displacement
        return (0x7981 | reg(args[0]) << 16 | reg(args[1]) << 24 | 4 << 32 | (imm(args[2]) & 0xffffff) << 40 |
                0x0c1e1900 << 64)
    if name == 'STG.64':
        return 0x7986 | reg(args[0]) << 24 | reg(args[1]) << 32 | 0x0c101b04 << 64
    if name == 'LDS':
        return 0x7984 | reg(args[0]) << 16 | reg(args[1]) << 24 | (imm(args[2]) & 0xffffff) << 40 | 0x0800 << 64
    if name == 'STS':
        return 0x7388 | reg(args[0]) << 24 | reg(args[2]) << 32 | (imm(args[1]) & 0xffffff) << 40 | 0x0800 << 64
    if name == 'ATOMS.OR':
        return (0x738c | 255 << 16 | reg(args[0]) << 24 | reg(args[2]) << 32 | (imm(args[1]) & 0xffffff) << 40 |
                6 << 23 + 64)
    if name == 'S2R':
        return 0x7919 | reg(args[0]) << 16 | {'TID': 0x21, 'LANEID': 0}[args[1]] << 72
    if name == 'LDC':
        return 0xff007b82 | reg(args[0]) << 16 | (PARAMETERS + imm(args[1])) << 38 | 0x800 << 64
    if name == 'LDC.64':
        return 0xff007b82 | reg(args[0]) << 16 | (PARAMETERS + imm(args[1])) << 38 | 0xa00 << 64
    if name == 'ULDC.64':  # the descriptor of global memory
        return 0x7ab9 | 4 << 16 | 0x208 << 38 | 0xa00 << 64
    if name == 'UMOV':
        return 0x7882 | 6 << 16 | imm(args[0]) << 32
    if name == 'UIADD3':
        return 0x0000_0001_0606_7890 | 0x0fffe03f << 64
    if name == 'MOV.U':
        return 0x7c02 | reg(args[0]) << 16 | 6 << 32 | 0x08000f00 << 64
    if name == 'IMAD.WIDE':
        return 0x7825 | reg(args[0]) << 16 | reg(args[1]) << 24 | imm(args[2]) << 32 | (0x078e0200 | reg(args[3])) << 64
    raise ValueError('unknown instruction ' + name)


# Results after an unknown time (wb), sources read after one (rb).
LATE = ('S2R', 'LDC', 'LDG', 'LDS', 'B2R', 'BMOV')
READS = ('STG', 'STS', 'ATOMS')
BRANCHES = ('BRA', 'CALL', 'RET', 'BRX', 'BSSY', 'BSYNC', 'BREAK', 'YIELD', 'EXIT', 'WARPSYNC', 'BAR')

PROLOGUE = '''
S2R R0, TID
LDC.64 R4, 0
LDC.64 R6, 8
LDC R8, 16
LDC R9, 20
ULDC.64
UMOV 0
IMAD.WIDE R10, R0, 4, R4
IMAD.WIDE R2, R0, %d, R6
LDG R22, R10, 0
AND R23, R0, 31
IMAD R23, R23, R8, R9
AND R23, R23, 31
SHR R31, R0, 5
IMAD R29, R31, 4
MOV R28, 1
SHL R30, R28, R29
STS RZ, 0x400, RZ
BAR.SYNC 0
''' % (RECORDS * 8)

MACROS = {
    'LOGR': (['r'], '''UIADD3
MOV.U R16
MOV R17, {r}
STG.64 R2, R16
VIADD R2, R2, 8'''),
    'LOG': (['n'], 'LOGR {n}'),
    'FLAG': (['n'], 'MOV R28, {n}\nMOV R29, 1\nSHL R29, R29, R28\nIMAD R29, R29, R30\nATOMS.OR RZ, 0x400, R29'),
    'SEEN': ([], 'LDS R28, RZ, 0x400\nLOGR R28'),
    'DELAY': (['n'], 'MOV R29, {n}\ndelay{u}:\nVIADD R29, R29, -1\nISETP.NE P6, R29, 0\n@P6 BRA delay{u}'),
}


class Source:
    def __init__(self, path):
        self.kernels, self.macros, self.uses = {}, dict(MACROS), 0
        into = None
        with open(path, encoding='ascii') as f:
            for at, line in enumerate(f, 1):
                line = line.split('#')[0].strip()
                words = line.split()
                if not words:
                    continue
                if words[0] == 'kernel':
                    into = self.kernels[words[1]] = []
                elif words[0] == 'macro':
                    into = []
                    self.macros[words[1]] = (words[2:], into)
                elif words[0] == 'end':
                    into = None
                else:
                    into.append((line, '%s:%d' % (path, at)))

    def expand(self, lines):
        for line, where in lines:
            guard, text = re.fullmatch(r'(@!?P\d )?(.*)', line).groups()
            words = text.replace(',', ' ').split()
            if words[0] not in self.macros:
                yield line, where
                continue
            if guard:
                raise SystemExit('%s: a macro has no guard' % where)
            params, body = self.macros[words[0]]
            if len(params) != len(words) - 1:
                raise SystemExit('%s: %s takes %d arguments' % (where, words[0], len(params)))
            self.uses += 1
            values = dict(zip(params, words[1:]), u=self.uses)
            if isinstance(body, str):
                body = [(x, where) for x in body.split('\n')]
            inner = []
            for x, _ in body:
                x, brace, ctl = x.partition(' {stall=')
                inner.append((re.sub(r'\{(\w+)\}', lambda m: str(values[m.group(1)]), x) + brace + ctl, where))
            yield from self.expand(inner)

    def words(self, name):
        """The kernel's code: 128-bit words."""
        lines = [(x, 'prologue') for x in PROLOGUE.split('\n') if x] + list(self.expand(self.kernels[name]))
        labels, code = {}, []
        for line, where in lines:
            if line.endswith(':'):
                if line[:-1] in labels:
                    raise SystemExit('%s: %s is there twice' % (where, line))
                labels[line[:-1]] = 16 * len(code)
            else:
                code.append((line, where))
        out, wait = [], 0
        for line, where in code:
            guard, neg, name, args, ctl = re.fullmatch(r'(?:@(!?)P(\d) )?(\S+) *([^{]*?)(?: *\{(.*)\})?', line).group(2, 1, 3, 4, 5)
            args = [x.strip() for x in args.split(',')] if args else []
            try:
                w = encode(name, args, 16 * len(out), lambda x: labels[x])
            except (ValueError, KeyError, IndexError) as e:
                raise SystemExit('%s: %s: %r' % (where, line, e)) from e
            w &= ~0xf000
            w |= (int(guard) | (8 if neg else 0) if guard else ALL) << 12
            c = {'wait': wait}
            wait = 0
            if name.split('.')[0] in BRANCHES:
                c.update(stall=5, yield_=1)
            if ctl:
                for k, v in (x.split('=') for x in ctl.split()):
                    c['yield_' if k == 'yield' else k] = int(v) | (c['wait'] if k == 'wait' else 0)
            elif name.split('.')[0] in LATE:
                if name == 'BMOV.32' and args[0][0] == 'B':
                    c['rb'] = 0
                else:
                    c['wb'] = 0
                c.update(stall=2, yield_=1)
                wait = 1
            elif name.split('.')[0] in READS:
                c.update(stall=5, yield_=1, rb=0)
                wait = 1
            out.append(w | placing.control(**{'stall': 13, **c}))
        if len(out) + 2 > CODE:
            raise SystemExit('%s: kernel of %d instructions, at most %d' % (where, len(out), CODE - 2))
        return out


def carrier(source):
    print('// Made by make-placed.py: kernels whose code it overwrites. As compiled they are never run; they only have to be long')
    print('// enough and to use enough registers, block barriers and shared memory.')
    print('#define KERNEL(name) \\')
    print('\textern "C" __global__ void name(const unsigned *in, unsigned *out, unsigned a, unsigned b) \\')
    print('\t{ \\')
    print('\t\t__shared__ unsigned s[256]; \\')
    print('\t\tunsigned x[32]; \\')
    print('\t\ts[threadIdx.x] = a; \\')
    print('\t\tasm volatile("bar.sync 0; bar.sync 1, 64; bar.sync 2, 64; bar.sync 3, 64;"); \\')
    print('\t\tfor (int k = 0; k < 32; k++) x[k] = in[k * b + threadIdx.x]; \\')
    print('\t\t_Pragma("unroll") for (int r = 0; r < 7; r++) \\')
    print('\t\t\tfor (int k = 0; k < 32; k++) x[k] = x[k] * x[(k + r + 1) % 32] + s[k]; \\')
    print('\t\tfor (int k = 0; k < 32; k++) out[k * b + threadIdx.x] = x[k]; \\')
    print('\t}')
    for k in source.kernels:
        print('KERNEL(%s)' % k)


if __name__ == '__main__':
    s = Source(sys.argv[1])
    placing.main(s.kernels, lambda: carrier(s), s.words)
