#!/usr/bin/env python3
"""make-paths.py: kernels for questions about what it costs to change paths, whose every instruction is placed by hand.
  make-paths.py paths.txt --carrier         prints CUDA C with an empty kernel for each, to be compiled
  make-paths.py paths.txt paths.cubin       overwrites the code of those kernels in paths.cubin

The language is that of workloads/probes/make-placed.py, with other macros and another beginning. Each thread finds: R20 the number of
rounds, R21 the parameter a, R23 its lane, R24 (lane >> b) & a, R31 the number of its warp, R10 (and R11) the address of its word of
`data`. R32 to R47 are stamps: they are 0, and STORE writes them to word 1024 n + thread of `out`.
  CLOCK Rn   the clock
  GROUPS     P0 to P6: is R24 1, 2, ... 7?
  AGAIN l    one round less; to l if there is another one (P6 is lost)
  STORE      the stamps, R32 to R47
  ATOMIC     what the compiler makes of R7 = atomicAdd(shared word 0, 1), the lanes that are together joined in one
"""
import importlib.util
import os
import sys

SPEC = importlib.util.spec_from_file_location(
    'probes', os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'probes', 'make-placed.py'))
probes = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(probes)

STAMPS = range(32, 48)
THREADS = 1024  # at most
reg, imm, known = probes.reg, probes.imm, probes.encode

probes.PROLOGUE = '''
S2R R0, TID
LDC.64 R6, 0
LDC R20, 8
LDC R21, 12
LDC R22, 16
LDC.64 R12, 24
ULDC.64
IMAD.WIDE R2, R0, 4, R6
IMAD.WIDE R10, R0, 4, R12
AND R23, R0, 31
SHR R31, R0, 5
SHR R24, R23, R22
AND R24, R24, R21
STS RZ, 0x400, RZ
%s
BAR.SYNC 0
''' % ('\n'.join('MOV R%d, 0 {stall=1}' % r for r in STAMPS))

probes.MACROS.clear()
probes.MACROS.update({
    'CLOCK': (['r'], 'CS2R.32 {r} {stall=2 yield=1}'),
    'GROUPS': ([], '\n'.join('ISETP.EQ P%d, R24, %d' % (k, k + 1) for k in range(7))),
    'AGAIN': (['to'], 'VIADD R20, R20, -1 {stall=6}\nISETP.GT P6, R20, 0\n@P6 BRA {to}'),
    'STORE': ([], '\n'.join('STG R2, R%d\nVIADD R2, R2, %d {stall=6}' % (r, 4 * THREADS) for r in STAMPS)),
    # control fields as the compiler has them
    'ATOMIC': ([], '''S2R R5, LANEID {stall=1 yield=1 wb=0}
VOTEU.ANY {stall=2}
FLO.U R8 {stall=1 yield=1 wb=0}
S2R R9, LTMASK {stall=1 yield=1 wb=2}
POPC.U R4 {stall=2 yield=1 wb=3}
ISETP.EQ P5, R8, R5 {stall=3 wait=1}
AND.U R9, R9 {stall=5 wait=4}
POPC R14, R9 {stall=2 yield=1 wb=0}
@P5 ATOMS.ADD R15, 0x400, R4 {stall=4 yield=1 wb=1 wait=8}
SHFL.IDX R7, R15, R8 {stall=2 yield=1 wb=0 wait=2}
VIADD R7, R7, 0 {stall=4 wait=1}'''),
})


def encode(name, args, pc, target):
    if name == 'STG':
        return 0x7986 | reg(args[0]) << 24 | reg(args[1]) << 32 | 0x0c101904 << 64
    if name == 'CS2R.32':
        return 0x7805 | reg(args[0]) << 16 | 0x5000 << 64
    if name == 'AND' and args[2][0] == 'R':
        return 0x7212 | reg(args[0]) << 16 | reg(args[1]) << 24 | reg(args[2]) << 32 | 0x078ec0ff << 64
    if name == 'SHR' and args[2][0] == 'R':
        return 0x7219 | reg(args[0]) << 16 | 255 << 24 | reg(args[2]) << 32 | (0x11600 | reg(args[1])) << 64
    if name == 'S2R' and args[1] == 'LTMASK':
        return 0x7919 | reg(args[0]) << 16 | 0x39 << 72
    if name == 'VOTEU.ANY':  # to UR10
        return 0xa7886 | 0x038e0100 << 64
    if name == 'FLO.U':      # of UR10
        return 0x0000000a00007d00 | reg(args[0]) << 16 | 0x080e0000 << 64
    if name == 'POPC.U':
        return 0x0000000a00007d09 | reg(args[0]) << 16 | 0x08000000 << 64
    if name == 'AND.U':
        return 0x0000000a00007c12 | reg(args[0]) << 16 | reg(args[1]) << 24 | 0x0f8ec0ff << 64
    if name == 'POPC':
        return 0x7309 | reg(args[0]) << 16 | reg(args[1]) << 32
    if name == 'ATOMS.ADD':
        return 0x798c - 0x600 | reg(args[0]) << 16 | 255 << 24 | reg(args[2]) << 32 | (imm(args[1]) & 0xffffff) << 40
    if name == 'SHFL.IDX':
        return 0x00001f0000007589 | reg(args[0]) << 16 | reg(args[1]) << 24 | reg(args[2]) << 32 | 0x000e0000 << 64
    return known(name, args, pc, target)


probes.encode = encode


def carrier(source):
    print('// Made by make-paths.py: kernels whose code it overwrites. As compiled they are never run; they only have to be long')
    print('// enough and to use enough registers, block barriers and shared memory.')
    print('#define KERNEL(name) \\')
    print('\textern "C" __global__ void __launch_bounds__(1024) \\')
    print('\tname(unsigned *out, int rounds, unsigned a, unsigned b, const unsigned *data) \\')
    print('\t{ \\')
    print('\t\t__shared__ unsigned s[1024]; \\')
    print('\t\tunsigned x[40]; \\')
    print('\t\ts[threadIdx.x] = a; \\')
    print('\t\t__syncthreads(); \\')
    print('\t\tfor (int k = 0; k < 40; k++) x[k] = data[k * b + threadIdx.x]; \\')
    print('\t\t_Pragma("unroll") for (int r = 0; r < 4; r++) \\')
    print('\t\t\tfor (int k = 0; k < 40; k++) x[k] = x[k] * x[(k + r + 1) % 40] + s[k]; \\')
    print('\t\tfor (int k = 0; k < 40; k++) out[k * rounds + threadIdx.x] = x[k]; \\')
    print('\t}')
    for k in source.kernels:
        print('KERNEL(%s)' % k)


if __name__ == '__main__':
    s = probes.Source(sys.argv[1])
    probes.placing.main(s.kernels, lambda: carrier(s), s.words)
