#!/usr/bin/env python3
"""Makes forms.bin.gz on a machine with ptxas 13: machine code of small PTX kernels, a kernel for nearly every instruction of the PTX
manual that sm_90 executes without tensor cores, textures and bulk copies, each with operands in registers, uniform ones, constants and
immediates. The texts are made by make-words.py --again on a machine with cuobjdump.

    tests/golden/make-forms.py [--rounds N] [--seed S] OUTPUT.bin.gz

OUTPUT.bin.gz: 20 bytes a word as in make-words.py, each word once."""
import argparse
import concurrent.futures
import gzip
import os
import random
import re
import struct
import subprocess
import tempfile

INTS = ['s16', 'u16', 's32', 'u32', 's64', 'u64']
BITS = {'b16': 16, 'b32': 32, 'b64': 64, 's8': 8, 'u8': 8, 'b8': 8, 's16': 16, 'u16': 16, 's32': 32, 'u32': 32, 's64': 64, 'u64': 64, 'f16': 16, 'bf16': 16,
        'f16x2': 32, 'bf16x2': 32, 'f32': 32, 'f64': 64, 'b128': 128, 'u16x2': 32, 's16x2': 32, 'pred': 1}
REG = {8: 'h', 16: 'h', 32: 'r', 64: 'd'}


def forms():
    """(instruction, types of the operands, first the destination; 'i': only an immediate, with its values). Types in parentheses: a memory operand."""
    out = []

    def add(name, *ops, **extra):
        out.append((name, ops, extra))

    for t in INTS:
        for n in ('add', 'sub', 'min', 'max', 'div', 'rem'):
            add(f'{n}.{t}', t, t, t)
        add(f'mul.lo.{t}', t, t, t)
        add(f'mul.hi.{t}', t, t, t)
        add(f'mad.lo.{t}', t, t, t, t)
        add(f'mad.hi.{t}', t, t, t, t)
        add(f'sad.{t}', t, t, t, t)
        if t[0] == 's':
            add(f'abs.{t}', t, t)
            add(f'neg.{t}', t, t)
        for c in ('eq', 'ne', 'lt', 'le', 'gt', 'ge'):
            add(f'setp.{c}.{t}', 'pred', t, t)
            add(f'setp.{c}.and.{t}', 'pred', t, t, 'pred')
            add(f'setp.{c}.or.{t}', 'pred', t, t, 'pred')
            add(f'setp.{c}.xor.{t}', 'pred', t, t, 'pred')
            add(f'set.{c}.u32.{t}', 'u32', t, t)
            add(f'set.{c}.f32.{t}', 'f32', t, t)
        add(f'selp.{t}', t, t, t, 'pred')
        add(f'slct.{t}.s32', t, t, t, 's32') if BITS[t] > 16 else None
    for t in ('s16', 'u16', 's32', 'u32'):
        w = {'s16': 's32', 'u16': 'u32', 's32': 's64', 'u32': 'u64'}[t]
        add(f'mul.wide.{t}', w, t, t)
        add(f'mad.wide.{t}', w, t, t, w)
    for t in ('s32', 'u32'):
        add(f'mul24.lo.{t}', t, t, t), add(f'mul24.hi.{t}', t, t, t), add(f'mad24.lo.{t}', t, t, t, t), add(f'mad24.hi.{t}', t, t, t, t)
        for u in ('s32', 'u32'):
            add(f'dp4a.{t}.{u}', 's32' if 's32' in (t, u) else 'u32', t, u, 's32' if 's32' in (t, u) else 'u32')
            for h in ('lo', 'hi'):
                add(f'dp2a.{h}.{t}.{u}', 's32' if 's32' in (t, u) else 'u32', t, u, 's32' if 's32' in (t, u) else 'u32')
        add(f'bfe.{t}', t, t, 'u32', 'u32'), add(f'bfind.{t}', 'u32', t), add(f'bfind.shiftamt.{t}', 'u32', t)
        add(f'szext.clamp.{t}', t, t, 'u32'), add(f'szext.wrap.{t}', t, t, 'u32')
        add(f'min.relu.{t}', t, t, t) if t == 's32' else None
        add(f'max.relu.{t}', t, t, t) if t == 's32' else None
        for x in ('vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax'):
            for sel in ('', '.b0', '.h1'):
                add(f'{x}.{t}.{t}.{t}', t, t + sel, t, inner=1)
                add(f'{x}.{t}.{t}.{t}.sat', t, t, t + sel, inner=1)
                add(f'{x}.{t}.{t}.{t}.add', t, t, t, t)
        for x in ('vshl', 'vshr'):
            add(f'{x}.{t}.{t}.u32.clamp', t, t, 'u32'), add(f'{x}.{t}.{t}.u32.wrap', t, t, 'u32')
        add(f'vmad.{t}.{t}.{t}', t, t, t, t), add(f'vmad.{t}.{t}.{t}.shr7', t, t, t, t)
        for c in ('eq', 'ne', 'lt', 'ge'):
            add(f'vset.{t}.{t}.{c}', 'u32', t, t)
        for x in ('vadd2', 'vsub2', 'vavrg2', 'vabsdiff2', 'vmin2', 'vmax2', 'vadd4', 'vsub4', 'vavrg4', 'vabsdiff4', 'vmin4', 'vmax4'):
            add(f'{x}.{t}.{t}.{t}', t, t, t, t), add(f'{x}.{t}.{t}.{t}.sat', t, t, t, t)
            add(f'{x}.{t}.{t}.{t}.add', t, t, t, t)
        for c in ('eq', 'lt', 'ge'):
            add(f'vset2.{t}.{t}.{c}', 'u32', t, t, 'u32'), add(f'vset4.{t}.{t}.{c}', 'u32', t, t, 'u32'), add(f'vset4.{t}.{t}.{c}.add', 'u32', t, t, 'u32')
    for t in ('s64', 'u64'):
        add(f'bfe.{t}', t, t, 'u32', 'u32'), add(f'bfind.{t}', 'u32', t), add(f'bfind.shiftamt.{t}', 'u32', t)
    add('add.sat.s32', 's32', 's32', 's32'), add('sub.sat.s32', 's32', 's32', 's32'), add('mad.hi.sat.s32', 's32', 's32', 's32', 's32')
    for t in ('u16x2', 's16x2'):
        add(f'add.{t}', t, t, t), add(f'min.{t}', t, t, t), add(f'max.{t}', t, t, t)
    add('min.relu.s16x2', 's16x2', 's16x2', 's16x2'), add('max.relu.s16x2', 's16x2', 's16x2', 's16x2')
    for t in ('b16', 'b32', 'b64'):
        for n in ('and', 'or', 'xor'):
            add(f'{n}.{t}', t, t, t)
        add(f'not.{t}', t, t), add(f'cnot.{t}', t, t), add(f'shl.{t}', t, t, 'u32'), add(f'selp.{t}', t, t, t, 'pred')
        add(f'shr.{t}', t, t, 'u32')
    for t in INTS:
        add(f'shr.{t}', t, t, 'u32')
    for t in ('b32', 'b64'):
        add(f'popc.{t}', 'u32', t), add(f'clz.{t}', 'u32', t), add(f'brev.{t}', t, t), add(f'bfi.{t}', t, t, t, 'u32', 'u32')
    for i in (0x80, 0x1, 0xe8, 0x96, 0x3c, 0xfe, 0x6a, 0xca, 0x40, 0xd8):
        add(f'lop3.b32', 'b32', 'b32', 'b32', 'b32', ('i', i))
    add('fns.b32', 'b32', 'b32', 'b32', 's32'), add('bmsk.clamp.b32', 'b32', 'b32', 'b32'), add('bmsk.wrap.b32', 'b32', 'b32', 'b32')
    for m in ('', '.f4e', '.b4e', '.rc8', '.ecl', '.ecr', '.rc16'):
        add(f'prmt.b32{m}', 'b32', 'b32', 'b32', 'b32')
    for n in ('shf.l', 'shf.r'):
        for m in ('clamp', 'wrap'):
            add(f'{n}.{m}.b32', 'b32', 'b32', 'b32', 'u32')
    # floating point
    for z in ('', '.ftz'):
        for r in ('', '.rn', '.rz', '.rm', '.rp'):
            for s in ('', '.sat'):
                add(f'add{r}{z}{s}.f32', 'f32', 'f32', 'f32'), add(f'sub{r}{z}{s}.f32', 'f32', 'f32', 'f32'), add(f'mul{r}{z}{s}.f32', 'f32', 'f32', 'f32')
                if r:
                    add(f'fma{r}{z}{s}.f32', 'f32', 'f32', 'f32', 'f32'), add(f'mad{r}{z}{s}.f32', 'f32', 'f32', 'f32', 'f32')
            if r:
                add(f'div{r}{z}.f32', 'f32', 'f32', 'f32'), add(f'rcp{r}{z}.f32', 'f32', 'f32'), add(f'sqrt{r}{z}.f32', 'f32', 'f32')
        add(f'div.full{z}.f32', 'f32', 'f32', 'f32')
        for n in ('div', 'rcp', 'sqrt', 'rsqrt', 'sin', 'cos', 'lg2', 'ex2'):
            add(f'{n}.approx{z}.f32', *(['f32'] * (3 if n == 'div' else 2)))
        for n in ('min', 'max'):
            for m in ('', '.NaN', '.xorsign.abs', '.NaN.xorsign.abs'):
                add(f'{n}{z}{m}.f32', 'f32', 'f32', 'f32')
                add(f'{n}{z}{m}.f32', 'f32', 'f32', 'f32', 'f32')
        add(f'abs{z}.f32', 'f32', 'f32'), add(f'neg{z}.f32', 'f32', 'f32')
        for c in ('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan'):
            add(f'setp.{c}{z}.f32', 'pred', 'f32', 'f32'), add(f'set.{c}{z}.f32.f32', 'f32', 'f32', 'f32'), add(f'set.{c}{z}.u32.f32', 'u32', 'f32', 'f32')
            add(f'setp.{c}.or{z}.f32', 'pred', 'f32', 'f32', 'pred'), add(f'setp.{c}.xor{z}.f32', 'pred', 'f32', 'f32', 'pred')
            add(f'set.{c}.and{z}.f32.f32', 'f32', 'f32', 'f32', 'pred')
        add(f'slct{z}.f32.f32', 'f32', 'f32', 'f32', 'f32')
    add('tanh.approx.f32', 'f32', 'f32'), add('slct.f32.s32', 'f32', 'f32', 'f32', 's32'), add('selp.f32', 'f32', 'f32', 'f32', 'pred'), add('copysign.f32', 'f32', 'f32', 'f32')
    add('selp.f64', 'f64', 'f64', 'f64', 'pred'), add('copysign.f64', 'f64', 'f64', 'f64'), add('slct.f64.s32', 'f64', 'f64', 'f64', 's32')
    for n in ('finite', 'infinite', 'number', 'notanumber', 'normal', 'subnormal'):
        add(f'testp.{n}.f32', 'pred', 'f32'), add(f'testp.{n}.f64', 'pred', 'f64')
    for r in ('.rn', '.rz', '.rm', '.rp'):
        for n, k in (('add', 2), ('sub', 2), ('mul', 2), ('fma', 3), ('div', 2), ('rcp', 1), ('sqrt', 1)):
            add(f'{n}{r}.f64', *(['f64'] * (k + 1)))
    add('rcp.approx.ftz.f64', 'f64', 'f64'), add('rsqrt.approx.ftz.f64', 'f64', 'f64'), add('rsqrt.approx.f64', 'f64', 'f64')
    for n in ('min', 'max'):
        add(f'{n}.f64', 'f64', 'f64', 'f64')
    add('abs.f64', 'f64', 'f64'), add('neg.f64', 'f64', 'f64')
    for c in ('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan'):
        add(f'setp.{c}.f64', 'pred', 'f64', 'f64'), add(f'set.{c}.u32.f64', 'u32', 'f64', 'f64'), add(f'setp.{c}.or.f64', 'pred', 'f64', 'f64', 'pred')
        for t in ('f16', 'bf16', 'f16x2', 'bf16x2'):
            for z in ('', '.ftz'):
                if z and t[0] == 'b':
                    continue
                if t.endswith('x2'):
                    add(f'setp.{c}{z}.{t}', 'pred|pred', t, t)
                    add(f'setp.{c}.and{z}.{t}', 'pred|pred', t, t, 'pred')
                    if t == 'f16x2':
                        add(f'set.{c}{z}.{t}.{t}', t, t, t)
                        add(f'set.{c}.or{z}.{t}.{t}', t, t, t, 'pred')
                    else:
                        add(f'set.{c}.{t}.{t}', t, t, t)
                else:
                    add(f'setp.{c}{z}.{t}', 'pred', t, t)
                    add(f'setp.{c}.xor{z}.{t}', 'pred', t, t, 'pred')
                    add(f'set.{c}{z}.u32.{t}', 'u32', t, t)
                    add(f'set.{c}{z}.{t}.{t}', t, t, t)
    for t in ('f16', 'f16x2', 'bf16', 'bf16x2'):
        for z in ('', '.ftz'):
            if z and t[0] == 'b':
                continue
            for s in ('', '.sat'):
                if s and t[0] == 'b':
                    continue
                for n in ('add', 'sub', 'mul'):
                    add(f'{n}{z}{s}.{t}', t, t, t), add(f'{n}.rn{z}{s}.{t}', t, t, t)
                add(f'fma.rn{z}{s}.{t}', t, t, t, t)
            add(f'fma.rn{z}.relu.{t}', t, t, t, t)
            add(f'abs{z}.{t}', t, t), add(f'neg{z}.{t}', t, t)
            for n in ('min', 'max'):
                for m in ('', '.NaN', '.xorsign.abs', '.NaN.xorsign.abs'):
                    add(f'{n}{z}{m}.{t}', t, t, t)
        add(f'ex2.approx.{t}', t, t) if t[0] == 'f' else add(f'ex2.approx.ftz.{t}', t, t)
        add(f'tanh.approx.{t}', t, t)
        add(f'fma.rn.oob.{t}', t, t, t, t), add(f'fma.rn.oob.relu.{t}', t, t, t, t)
    # conversions
    ints = ['u8', 's8'] + INTS
    for a in ints:
        for b in ints:
            if a != b:
                add(f'cvt.{a}.{b}', a, b), add(f'cvt.sat.{a}.{b}', a, b)
        for f in ('f16', 'f32', 'f64', 'bf16'):
            for r in ('.rn', '.rz', '.rm', '.rp'):
                add(f'cvt{r}.{f}.{a}', f, a)
            for r in ('.rni', '.rzi', '.rmi', '.rpi'):
                add(f'cvt{r}.{a}.{f}', a, f), add(f'cvt{r}.sat.{a}.{f}', a, f)
                if f in ('f16', 'f32'):
                    add(f'cvt{r}.ftz.{a}.{f}', a, f)
    for f in ('f16', 'f32', 'f64', 'bf16'):
        for r in ('.rni', '.rzi', '.rmi', '.rpi'):
            for z in ('', '.ftz', '.sat'):
                add(f'cvt{r}{z}.{f}.{f}', f, f)
        for g in ('f16', 'f32', 'f64', 'bf16'):
            for r in ('', '.rn', '.rz', '.rm', '.rp', '.rna'):
                for z in ('', '.ftz', '.sat', '.relu', '.satfinite'):
                    if f != g:
                        add(f'cvt{r}{z}.{f}.{g}', f, g)
    for r in ('.rn', '.rz'):
        for z in ('', '.relu'):
            add(f'cvt{r}{z}.f16x2.f32', 'f16x2', 'f32', 'f32'), add(f'cvt{r}{z}.bf16x2.f32', 'bf16x2', 'f32', 'f32')
    for e in ('e4m3x2', 'e5m2x2'):
        for z in ('', '.relu'):
            add(f'cvt.rn.satfinite{z}.{e}.f32', 'b16', 'f32', 'f32'), add(f'cvt.rn.satfinite{z}.{e}.f16x2', 'b16', 'f16x2'), add(f'cvt.rn{z}.f16x2.{e}', 'f16x2', 'b16')
    add('cvt.rna.tf32.f32', 'b32', 'f32'), add('cvt.rn.tf32.f32', 'b32', 'f32'), add('cvt.rz.tf32.f32', 'b32', 'f32'), add('cvt.rn.relu.tf32.f32', 'b32', 'f32')
    add('cvt.pack.sat.s16.s32', 'b32', 's32', 's32'), add('cvt.pack.sat.u16.s32', 'b32', 's32', 's32')
    for t in ('u8', 's8'):
        add(f'cvt.pack.sat.{t}.s32.b32', 'b32', 's32', 's32', 'b32')
    # lanes
    for m in ('up', 'down', 'bfly', 'idx'):
        add(f'shfl.sync.{m}.b32', 'b32|pred', 'b32', 'u32', 'u32', 'u32'), add(f'shfl.sync.{m}.b32', 'b32', 'b32', 'u32', 'u32', ('i', -1))
    for m in ('all', 'any', 'uni'):
        add(f'vote.sync.{m}.pred', 'pred', 'pred', ('i', -1)), add(f'vote.sync.{m}.pred', 'pred', 'pred', 'b32')
    add('vote.sync.ballot.b32', 'b32', 'pred', ('i', -1)), add('vote.sync.ballot.b32', 'b32', 'pred', 'b32'), add('activemask.b32', 'b32')
    for t in ('b32', 'b64'):
        add(f'match.any.sync.{t}', 'b32', t, ('i', -1)), add(f'match.all.sync.{t}', 'b32|pred', t, ('i', -1)), add(f'match.any.sync.{t}', 'b32', t, 'b32')
    for n in ('add', 'min', 'max'):
        add(f'redux.sync.{n}.s32', 's32', 's32', ('i', -1)), add(f'redux.sync.{n}.u32', 'u32', 'u32', ('i', -1))
    for n in ('and', 'or', 'xor'):
        add(f'redux.sync.{n}.b32', 'b32', 'b32', ('i', -1)), add(f'redux.sync.{n}.b32', 'b32', 'b32', 'b32')
    add('bar.warp.sync', None, ('i', -1)), add('bar.warp.sync', None, 'u32'), add('bar.warp.sync', None, ('i', 0xffff))
    # barriers and fences
    for x in ('', '.aligned'):
        add(f'barrier.sync{x}', None, 'u32'), add(f'barrier.sync{x}', None, 'u32', ('i', 64)), add(f'barrier.sync{x}', None, ('i', 1), 'u32'), add(f'barrier.sync{x}', None, ('i', 3))
        add(f'barrier.arrive{x}', None, ('i', 2), ('i', 64)), add(f'barrier.arrive{x}', None, 'u32', 'u32')
        add(f'barrier.arrive{x}', None, 'u32', ('i', 128)), add(f'barrier.arrive{x}', None, ('i', 2), 'u32')
        for k in ('popc.u32', 'and.pred', 'or.pred'):
            d = 'u32' if k[0] == 'p' else 'pred'
            add(f'barrier.red.{k.split(".")[0]}{x}.{k.split(".")[1]}', d, ('i', 1), 'pred')
            add(f'barrier.red.{k.split(".")[0]}{x}.{k.split(".")[1]}', d, 'u32', 'u32', 'pred'), add(f'barrier.red.{k.split(".")[0]}{x}.{k.split(".")[1]}', d, ('i', 0), ('i', 96), 'pred')
    for s in ('cta', 'gl', 'sys'):
        add(f'membar.{s}', None)
    for s in ('cta', 'cluster', 'gpu', 'sys'):
        for o in ('sc', 'acq_rel', 'acquire', 'release'):
            add(f'fence.{o}.{s}', None)
    add('nanosleep.u32', None, 'u32'), add('nanosleep.u32', None, ('i', 100)), add('trap', None), add('brkpt', None), add('griddepcontrol.wait', None), add('pmevent', None, ('i', 3))
    add('discard.global.L2', None, '(global)', ('i', 128)), add('applypriority.global.L2::evict_normal', None, '(global)', ('i', 128))
    for s in ('', '.global', '.local'):
        for l in ('L1', 'L2'):
            add(f'prefetch{s}.{l}', None, f'({s[1:] or "generic"})')
    add('prefetch.global.L2::evict_last', None, '(global)'), add('prefetch.global.L2::evict_normal', None, '(global)'), add('prefetchu.L1', None, '(generic)')
    for s in ('global', 'shared', 'local', 'const', 'param', 'shared::cluster'):
        add(f'isspacep.{s}', 'pred', 'u64')
        if s in ('global', 'shared', 'local', 'const'):
            add(f'cvta.{s}.u64', 'u64', 'u64'), add(f'cvta.to.{s}.u64', 'u64', 'u64')
    # memory
    for space in ('', '.global', '.shared', '.local', '.const', '.shared::cluster'):
        at = f'({space[1:] or "generic"})'
        for t in ('u8', 's8', 'u16', 's16', 'b32', 'b64'):
            for o in ('', '.volatile', '.relaxed.cta', '.relaxed.gpu', '.relaxed.sys', '.acquire.gpu', '.acquire.sys', '.acquire.cta', '.weak', '.ca', '.cg', '.cs', '.lu', '.cv', '.nc', '.L1::no_allocate',
                      '.L1::evict_first', '.L1::evict_last', '.L1::evict_unchanged', '.nc.L1::no_allocate', '.L2::128B', '.L2::256B', '.nc.L2::64B', '.mmio.relaxed.sys'):
                if '.nc' in o and space != '.global' or (space == '.const' and o):
                    continue
                k, _, cache = o.partition('.L')
                add(f'ld{k}{space}{".L" + cache if cache else ""}.{t}' if not o.startswith('.nc') else f'ld{space}{o}.{t}', t, at)
            for o in ('', '.volatile', '.relaxed.cta', '.relaxed.gpu', '.relaxed.sys', '.release.gpu', '.release.sys', '.wb', '.cg', '.cs', '.wt', '.L1::no_allocate', '.L1::evict_first', '.L1::evict_last', '.mmio.relaxed.sys'):
                if space == '.const':
                    continue
                k, _, cache = o.partition('.L')
                add(f'st{k}{space}{".L" + cache if cache else ""}.{t}', None, at, t)
        for v, t in ((2, 'u8'), (4, 'u8'), (2, 'u16'), (4, 'u16'), (2, 'b32'), (4, 'b32'), (2, 'b64')):
            add(f'ld{space}.v{v}.{t}', (v, t), at)
            if space != '.const':
                add(f'st{space}.v{v}.{t}', None, at, (v, t))
        if space == '.const' or space == '.local':
            continue
        for scope in ('', '.cta', '.gpu', '.sys', '.acquire.gpu', '.release.sys', '.acq_rel.gpu', '.relaxed.cluster'):
            k = scope if scope.count('.') != 1 else '.relaxed' + scope
            for op, types in (('add', ['u32', 's32', 'u64', 'f32', 'f64']), ('min', ['u32', 's32', 'u64', 's64']), ('max', ['u32', 's32', 'u64', 's64']), ('inc', ['u32']), ('dec', ['u32']),
                              ('and', ['b32', 'b64']), ('or', ['b32', 'b64']), ('xor', ['b32', 'b64']), ('exch', ['b32', 'b64'])):
                for t in types:
                    add(f'atom{k}{space}.{op}.{t}', t, at, t)
                    if op != 'exch' and scope in ('', '.gpu', '.sys', '.cta'):
                        add(f'red{k}{space}.{op}.{t}', None, at, t)
            for t in ('b16', 'b32', 'b64'):
                add(f'atom{k}{space}.cas.{t}', t, at, t, t)
            for t in ('f16', 'f16x2', 'bf16', 'bf16x2'):
                add(f'atom{k}{space}.add.noftz.{t}', t, at, t)
                add(f'red{k}{space}.add.noftz.{t}', None, at, t) if scope in ('', '.gpu') else None
                if space == '.global' and t.endswith('x2'):
                    for op in ('add', 'min', 'max'):
                        add(f'red{k}{space}.{op}.noftz.v2.{t}', None, at, (2, t))
            if space == '.global':
                add(f'red{k}{space}.add.v2.f32', None, at, (2, 'f32')), add(f'atom{k}{space}.add.v4.f32', (4, 'f32'), at, (4, 'f32')), add(f'atom{k}{space}.add.v2.f32', (2, 'f32'), at, (2, 'f32'))
            add(f'atom{k}{space}.cas.b128', 'b128', at, 'b128', 'b128'), add(f'atom{k}{space}.exch.b128', 'b128', at, 'b128')
    for t in ('b32', 'b64', 'v4.b32', 'v2.b64'):
        w = t if t[0] != 'v' else (int(t[1]), t[3:])
        add(f'ldu.global.{t}', w, '(global)')
    for c, sizes in (('ca', (4, 8, 16)), ('cg', (16,))):
        for s in sizes:
            for l in ('', '.L2::64B', '.L2::128B', '.L2::256B'):
                add(f'cp.async.{c}.shared.global{l}', None, '(shared)', '(global)', ('i', s)), add(f'cp.async.{c}.shared.global{l}', None, '(shared)', '(global)', ('i', s), 'u32')
                add(f'cp.async.{c}.shared.global{l}', None, '(shared)', '(global)', ('i', s), 'pred')
    add('cp.async.commit_group', None), add('cp.async.wait_all', None)
    for i in range(8):
        add('cp.async.wait_group', None, ('i', i))
    for s in ('tid.x', 'tid.y', 'tid.z', 'ntid.x', 'ctaid.x', 'ctaid.y', 'ctaid.z', 'nctaid.x', 'laneid', 'warpid', 'nwarpid', 'smid', 'nsmid', 'lanemask_eq', 'lanemask_lt', 'lanemask_le', 'lanemask_gt', 'lanemask_ge', 'clock',
              'clock_hi', 'pm0', 'pm3', 'envreg0', 'globaltimer_lo', 'globaltimer_hi', 'dynamic_smem_size', 'total_smem_size', 'clusterid.x', 'cluster_ctaid.x', 'cluster_ctarank', 'is_explicit_cluster'):
        t = 'pred' if s.startswith('is_') else 'u32'
        add(f'mov.{t}', t, ('s', f'%{s}'))
    for s in ('gridid', 'clock64', 'globaltimer', 'pm0_64'):
        add('mov.u64', 'u64', ('s', f'%{s}'))
    # carries
    for t in ('u32', 'u64'):
        for n in ('add', 'sub'):
            c = 'addc' if n == 'add' else 'subc'
            add(f'{n}.cc.{t}', t, t, t, then=[(f'{c}.cc.{t}', t, t, t), (f'{c}.{t}', t, t, t)])
        for h in ('lo', 'hi'):
            add(f'mad.{h}.cc.{t}', t, t, t, t, then=[(f'madc.{"hi" if h == "lo" else "lo"}.cc.{t}', t, t, t, t), (f'madc.{h}.{t}', t, t, t, t), (f'addc.{t}', t, t, t)])
    return out


class Kernel:
    """A kernel for one instruction: its sources come from memory, a parameter, a computed uniform value or the text itself."""

    def __init__(self, rnd, number):
        self.rnd, self.n, self.count, self.body, self.tail = rnd, number, 0, [], []
        self.regs = {'h': 0, 'r': 0, 'd': 0, 'p': 0, 'q': 0}

    def reg(self, t):
        k = 'p' if t == 'pred' else 'q' if t == 'b128' else REG[BITS[t]]
        self.regs[k] += 1
        return f'%{k}x{self.regs[k]}'

    def source(self, t, how):
        rnd = self.rnd
        if t == 'b128':
            a, b, r = self.source('b64', 'load'), self.source('b64', 'load'), self.reg('b128')
            self.body.append(f'mov.b128 {r}, {{{a}, {b}}};')
            return r
        if t == 'pred':
            r, v = self.reg('pred'), self.source('u32', rnd.choice(['load', 'load', 'param']))
            self.body.append(f'setp.ne.u32 {r}, {v}, {rnd.choice([0, 3])};')
            return r
        bits = BITS[t]
        if how == 'imm':
            if t == 'f32':
                return f'0f{rnd.choice([0x3f800000, 0x40000000, 0xbf000000, 0, rnd.getrandbits(30), 0x7f800000]):08X}'
            if t == 'f64':
                return f'0d{rnd.choice([0x3ff0000000000000, 0x4000000000000000, 0xbfe0000000000000, rnd.getrandbits(30) << 32]):016X}'
            if t[0] not in 'usb' or t in ('bf16', 'bf16x2', 'u16x2', 's16x2'):
                how = 'load'
            else:
                v = rnd.choice([1, 2, 3, 4, 8, 16, 31, 5, 255, rnd.getrandbits(bits - 2), (1 << rnd.randrange(bits - 1))])
                if t[0] == 's' and rnd.random() < .4:
                    v = -v
                if bits == 8 or bits == 16:
                    v %= 1 << (bits - 1)
                return str(v)
        r = self.reg(t)
        size = max(bits, 8)
        if how == 'param':
            self.body.append(f'ld.param.b{size} {r}, [p+{16 + 8 * rnd.randrange(6)}];')
        elif how == 'uniform':
            s = self.reg(t)
            w = max(size, 16)
            self.body.append(f'ld.param.b{size} {s}, [p+{16 + 8 * rnd.randrange(6)}];')
            self.body.append(f'add.u{w} {r}, {s}, {rnd.randrange(1, 99)};')
        else:
            self.count += 1
            self.body.append(f'ld.global.b{size} {r}, [%rd0+{16 * self.count}];')
        return r

    def address(self, space, how):
        rnd = self.rnd
        offset = rnd.choice([0, 0, 16, 1024, -64, 0x7ff0])
        if space in ('shared', 'const', 'local', 'shared::cluster'):
            name = {'shared': 'sm', 'const': 'cs', 'local': 'lc', 'shared::cluster': 'sm'}[space]
            if how == 'imm':
                return f'[{name}+{abs(offset) % 2048}]'
            r, i = self.reg('u64'), self.source('u64', how)
            self.body.append(f'mov.u64 {r}, {name};')
            s = self.reg('u64')
            self.body.append(rnd.choice([f'add.u64 {s}, {r}, {i};', f'mad.lo.u64 {s}, {i}, {rnd.choice([4, 8, 16])}, {r};']))
            return f'[{s}+{offset}]'
        if how == 'uniform':
            return f'[%rd0+{offset}]'
        r, i = self.reg('u64'), self.source('u32', 'load')
        self.body.append(f'mad.wide.u32 {r}, {i}, {rnd.choice([4, 8, 16])}, %rd0;')
        return f'[{r}+{offset}]'

    def result(self, t):
        if t == 'pred|pred' or t == 'b32|pred':
            a, b = t.split('|')
            x, y = self.result(a), self.result(b)
            return f'{x}|{y}'
        if isinstance(t, tuple):
            return '{' + ', '.join(self.result(t[1]) for _ in range(t[0])) + '}'
        r = self.reg(t)
        self.count += 1
        at = f'[%rd1+{16 * self.count}]'
        if t == 'pred':
            s = self.reg('u32')
            self.tail += [f'selp.u32 {s}, 1, 0, {r};', f'st.global.b32 {at}, {s};']
        elif t == 'b128':
            x, y = self.reg('b64'), self.reg('b64')
            self.tail += [f'mov.b128 {{{x}, {y}}}, {r};', f'st.global.v2.b64 {at}, {{{x}, {y}}};']
        else:
            self.tail.append(f'st.global.b{max(BITS[t], 8)} {at}, {r};')
        return r

    def one(self, name, ops, places, guard):
        texts = []
        for k, t in enumerate(ops):
            if t is None:
                continue
            how = places[k % len(places)]
            if isinstance(t, tuple) and t[0] in ('i', 's'):
                texts.append(str(t[1]))
            elif isinstance(t, tuple) and k:
                texts.append('{' + ', '.join(self.source(t[1], 'load') for _ in range(t[0])) + '}')
            elif isinstance(t, str) and t[0] == '(':
                texts.append(self.address(t[1:-1], how))
            elif k == 0:
                texts.append(self.result(t))
            elif '.' in t:
                texts.append(self.source(t.split('.')[0], how if how != 'imm' else 'load') + '.' + t.split('.')[1])
            else:
                texts.append(self.source(t, how))
        self.body.append(f'{guard}{name} {", ".join(texts)};')

    def text(self):
        rnd = self.rnd
        decl = ''.join(f'\t.reg .{ {"h": "b16", "r": "b32", "d": "b64", "p": "pred", "q": "b128"}[k] } %{k}x<{n + 1}>;\n' for k, n in self.regs.items())
        lines = ['ld.param.u64 %rd2, [p];', 'ld.param.u64 %rd3, [p+8];', 'cvta.to.global.u64 %rd4, %rd2;', 'cvta.to.global.u64 %rd5, %rd3;', 'mov.u32 %r0, %tid.x;',
                 f'mad.wide.u32 %rd0, %r0, 2048, %rd4;', f'mad.wide.u32 %rd1, %r0, 2048, %rd5;'] + self.body + self.tail + ['ret;']
        return (f'.visible .entry k{self.n}(.param .align 8 .b8 p[64])\n{{\n\t.reg .b64 %rd<6>;\n\t.reg .b32 %r<1>;\n\t.local .align 16 .b8 lc[2048];\n\t.shared .align 16 .b8 sm[4096];\n'
                + decl + ''.join(f'\t{l}\n' for l in lines) + '}\n')


HEAD = '.version 8.8\n.target sm_90\n.address_size 64\n.const .align 16 .b8 cs[4096];\n'


def compile_kernels(kernels, level):
    """Kernels that ptxas does not take are thrown out. Returns the machine code by function."""
    while kernels:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'forms')
            text, starts = HEAD, []
            for k in kernels:
                starts.append(text.count('\n') + 1)
                text += k
            with open(path + '.ptx', 'w') as f:
                f.write(text)
            r = subprocess.run(['ptxas', '-arch=sm_90', f'-O{level}', '-o', path + '.cubin', path + '.ptx'], capture_output=True, text=True)
            if r.returncode == 0:
                with open(path + '.cubin', 'rb') as f:
                    return list(functions(f.read()))
        bad = {max(i for i, s in enumerate(starts) if s <= int(n)) for n in re.findall(r'line (\d+);', r.stderr) if int(n) >= starts[0]}
        if not bad:
            if len(kernels) == 1:
                return []
            half = len(kernels) // 2
            return compile_kernels(kernels[:half], level) + compile_kernels(kernels[half:], level)
        kernels = [k for i, k in enumerate(kernels) if i not in bad]
    return []


def functions(data):
    at, = struct.unpack_from('<Q', data, 0x28)
    size, count, names = struct.unpack_from('<HHH', data, 0x3a)
    sections = [struct.unpack_from('<IIQQQQIIQQ', data, at + i * size) for i in range(count)]
    for s in sections:
        name = data[sections[names][4] + s[0]:].split(b'\0', 1)[0]
        if name.startswith(b'.text.'):
            yield [(int.from_bytes(data[s[4] + i:s[4] + i + 16], 'little'), i) for i in range(0, s[5], 16)]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--rounds', type=int, default=2)
    p.add_argument('output')
    o = p.parse_args()
    rnd = random.Random(o.seed)
    kernels = []
    for name, ops, extra in forms():
        # plain registers first, then each source elsewhere
        ways = [['load']] + [[rnd.choice(['load', 'imm', 'uniform', 'param', 'uniform', 'imm']) for _ in range(5)] for _ in range(o.rounds)]
        for ps in ways:
            k = Kernel(rnd, len(kernels))
            k.one(name, ops, ps, '')
            for more in extra.get('then', ()):
                k.one(more[0], more[1:], ps, '')
            kernels.append((rnd.choice([3, 3, 3, 3, 1, 0]), k.text()))
    batches = []
    for level in (0, 1, 3):
        of = [t for l, t in kernels if l == level]
        batches += [(of[i:i + 100], level) for i in range(0, len(of), 100)]
    words = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for code in pool.map(lambda b: compile_kernels(*b), batches):
            for f in code:
                for w, offset in f:
                    words.setdefault(w, offset)
    packed = b''.join(struct.pack('<QQI', w & (1 << 64) - 1, w >> 64, offset) for w, offset in words.items())
    with open(o.output, 'wb') as f, gzip.GzipFile(filename='', mode='wb', fileobj=f, compresslevel=9, mtime=0) as z:
        z.write(packed)
    print(len(kernels), 'kernels,', len(words), 'words')


if __name__ == '__main__':
    main()
