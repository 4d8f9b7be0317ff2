#!/usr/bin/env python3
"""Writes random.cu: kernels with random structured control flow, as a compiler would meet it. make-random.py [N] [SEED] > random.cu

Statements: arithmetic, loads that depend on data, stores, if, if/else, bounded loops, break, continue, return, switch. Loops end by
construction. Nothing depends on timing or on other threads."""
import random
import sys

N = int(sys.argv[1]) if len(sys.argv) > 1 else 240
R = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)


def cond():
    v = R.choice('xyn')
    return R.choice(['(%s & %d) != 0' % (v, 1 << R.randrange(5)), '%s %% %d == %d' % ('(%s & 255)' % v, R.choice([3, 5]), R.randrange(3)),
                     '(%s & 15) < %d' % (v, R.randrange(1, 15)), '(%s ^ %s) & %d' % (v, R.choice('xyn'), R.randrange(1, 16))])


def work(t):
    k = R.randrange(6)
    if k < 2:
        return [t + 'x = x * %d + in[(y + %d) & 31];' % (R.randrange(3, 99, 2), R.randrange(32))]
    if k == 2:
        return [t + 'y = (y >> 1) ^ (x * %d);' % R.randrange(3, 99, 2)]
    if k == 3:
        return [t + 'x += in[(x >> %d) & 31] - y;' % R.randrange(4)]
    if k == 4:
        return [t + 'out[i + 64 * %d + 1024] = x;' % R.randrange(4)]
    return [t + 'y = y * %d + n;' % R.randrange(3, 99, 2)]


count = [0]


def block(depth, loop, t):
    out = []
    for _ in range(R.randrange(1, 4)):
        k = R.random()
        if depth == 0 or k < .35:
            out += work(t)
        elif k < .55:
            out += [t + 'if (%s) {' % cond()] + block(depth - 1, loop, t + '\t') + [t + '}']
        elif k < .72:
            out += [t + 'if (%s) {' % cond()] + block(depth - 1, loop, t + '\t') + [t + '} else {'] + block(depth - 1, loop, t + '\t') + [t + '}']
        elif k < .90:
            count[0] += 1
            v = 'k%d' % count[0]
            out += ['#pragma unroll 1', t + 'for (int %s = 0; %s < ((%s >> %d) & %d) + %d; %s++) {' %
                    (v, v, R.choice('ny'), R.randrange(3), R.choice([1, 3, 7]), R.randrange(2), v)]
            if R.random() < .5:                # a fixed bound as well: the variable may change inside
                out[-1] = out[-1].replace('; %s++' % v, ' && %s < 9; %s++' % (v, v))
            else:
                out[-1] = t + 'for (int %s = 0, e%s = ((%s >> %d) & %d) + %d; %s < e%s; %s++) {' % (
                    v, v, R.choice('nxy'), R.randrange(3), R.choice([1, 3, 7]), R.randrange(2), v, v, v)
            out += block(depth - 1, True, t + '\t') + [t + '}']
        elif k < .94 and loop:
            out += [t + 'if (%s)' % cond(), t + '\t' + R.choice(['break;', 'continue;'])]
        elif k < .96:
            out += [t + 'if (%s) {' % cond(), t + '\tout[i] = x ^ y;', t + '\treturn;', t + '}']
        else:
            out += [t + 'switch (%s & 3) {' % R.choice('xyn')]
            for c in range(R.randrange(2, 4)):
                out += [t + 'case %d: {' % c] + block(depth - 1, False, t + '\t') + [t + '} break;']
            out += [t + 'default: {'] + block(depth - 1, False, t + '\t') + [t + '}', t + '}']
    return out


print('// random: %d kernels with random structured control flow, made by make-random.py; not to be edited.' % N)
for k in range(N):
    count[0] = 0
    body = block(R.randrange(2, 5), False, '\t')
    print('extern "C" __global__ void\nr_%d(const int *in, int *out)\n{' % k)
    print('\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tint n = in[i], x = n, y = i;\n')
    print('\n'.join(body))
    print('\tout[i] = x ^ y;\n}')
