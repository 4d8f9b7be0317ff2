#!/usr/bin/env python3
"""Runs the launches of an expanded workload.csv on a real GPU and records what came out.

  record-launches.py outputs EXPANDED.csv FOLDER   runs every case once; prints case,buffer,type,elements,chunk,fnv1a64
  record-launches.py launch EXPANDED.csv FOLDER    only launches, for a profiler around it
  record-launches.py counters EXPANDED.csv NCU.csv RUN   turns the raw page of ncu's CSV into result rows (needs no GPU)

EXPANDED.csv is what `simt-sim --expand` prints; modules are relative to FOLDER. Needs cupy. Each buffer that a case made is hashed in
chunks of 4096 elements with 64-bit FNV-1a over their bytes. The generators are written again here, from workloads/generate.h, so that
the recorded hashes also check the simulator's. Buffers are filled with copies, never with kernels, so that launches are numbered as in
the file."""
import csv
import re
import sys

import numpy as np

TYPES = {'s8': 'i1', 'u8': 'u1', 's16': 'i2', 'u16': 'u2', 's32': 'i4', 'u32': 'u4', 's64': 'i8', 'u64': 'u8', 'f32': 'f4', 'f64': 'f8'}

METRICS = ['smsp__inst_executed.sum', 'smsp__thread_inst_executed.sum', 'smsp__thread_inst_executed_pred_on.sum',
           'smsp__warps_launched.sum', 'smsp__issue_active.sum', 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum',
           'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum', 'sm__cycles_elapsed.max']


def philox(seed, n):
    """X of generate.h for elements 0 .. n - 1"""
    i = np.arange(n, dtype=np.uint64)
    mask = np.uint64(0xffffffff)
    c = [i & mask, i >> np.uint64(32), np.zeros(n, np.uint64), np.zeros(n, np.uint64)]
    k = [seed & 0xffffffff, seed >> 32]
    for _ in range(10):
        p0, p1 = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        c = [(p1 >> np.uint64(32)) ^ c[1] ^ np.uint64(k[0]), p1 & mask, (p0 >> np.uint64(32)) ^ c[3] ^ np.uint64(k[1]), p0 & mask]
        k = [(k[0] + 0x9E3779B9) & 0xffffffff, (k[1] + 0xBB67AE85) & 0xffffffff]
    return c[0] | c[1] << np.uint64(32)


def scale(x, m):
    """floor(x * m / 2^64) for m < 2^32"""
    low = (x & np.uint64(0xffffffff)) * np.uint64(m)
    return ((x >> np.uint64(32)) * np.uint64(m) + (low >> np.uint64(32))) >> np.uint64(32)


def fill(kind, n, init):
    t = np.dtype(TYPES[kind])
    m = re.fullmatch(r'(\w+)(?:\((.*)\))?', init or 'zeros')
    name, words = m[1], (m[2] or '').split()
    seed = 1
    if words and words[-1].startswith('seed='):
        seed = int(words.pop()[5:])
    if name == 'zeros':
        return np.zeros(n, t)
    if name == 'fill':
        return np.full(n, float(words[0]) if t.kind == 'f' else int(words[0]), t)
    if name == 'iota':
        a, b = (words + ['0', '1'][len(words):])[:2]
        return (int(a) + int(b) * np.arange(n, dtype=np.int64)).astype(t)
    if name == 'uniform' and t.kind != 'f':
        lo, hi = int(words[0]), int(words[1])
        return (scale(philox(seed, n), hi - lo + 1).astype(np.int64) + lo).astype(t)
    if name == 'uniform':
        lo, hi = float(words[0]), float(words[1])
        x = philox(seed, n)
        u = (x >> np.uint64(40)).astype(np.float64) * 2.0**-24 if t.itemsize == 4 else (x >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return (lo + (hi - lo) * u).astype(t)
    raise SystemExit('this script does not know the generator ' + init)


def number(text, names):
    text = re.sub(r'cdiv\(\s*(\S+)\s+(\S+)\s*\)', r'-(-(\1)//(\2))', text)
    return int(eval(re.sub('/+', '//', text), {'__builtins__': {}}, names))


def dims(text, names):
    d = [number(x, names) for x in re.split(r'(?<=[\d)])x(?=[\d(])', text)]
    return tuple(d + [1] * (3 - len(d)))


def words(text):
    return re.findall(r'(?:[^\s(\[]|\([^)]*\)|\[[^\]]*\])+', text)


def fnv(a, elements=4096):
    raw = a.view(np.uint8)
    step = elements * a.itemsize
    h = np.full(-(-len(raw) // step), 0xcbf29ce484222325, np.uint64)
    pad = np.zeros(len(h) * step, np.uint8)
    pad[:len(raw)] = raw
    pad = pad.reshape(len(h), step)
    last = len(raw) - (len(h) - 1) * step
    with np.errstate(over='ignore'):
        for j in range(step):
            n = len(h) if j < last else len(h) - 1
            h[:n] = (h[:n] ^ pad[:n, j].astype(np.uint64)) * np.uint64(0x100000001b3)
    return h


def counters(plan, ncu, run):
    """ncu --csv --page raw: a row of names, one of units, then one for each launch, in order"""
    rows = list(csv.DictReader(x for x in open(ncu) if x.startswith('"')))
    units, rows = rows[0], rows[1:]
    assert len(rows) == len(plan), (len(rows), len(plan))
    out = csv.writer(sys.stdout, lineterminator='\n')
    out.writerow('source run machine technique variant case launch id kernel metric unit value status'.split())
    for n, (p, r) in enumerate(zip(plan, rows)):
        assert r['Kernel Name'].split('(')[0] == p['kernel'], (r['Kernel Name'], p['kernel'])
        for m in METRICS:
            if m in r:
                out.writerow(['ncu', run, 'h200', p['technique'], p['variant'], p['case'], p.get('launch') or p['kernel'], n,
                              p['kernel'], m, units[m], r[m].replace(',', ''), 'ok'])


def main():
    mode, path, folder = sys.argv[1:4]
    if mode == 'counters':
        return counters(list(csv.DictReader(open(path))), folder, sys.argv[4])
    import cupy
    rows = list(csv.DictReader(open(path)))
    modules, out = {}, csv.writer(sys.stdout, lineterminator='\n')
    case, buffers = None, {}
    if mode == 'outputs':
        out.writerow('case buffer type elements chunk fnv1a64'.split())

    def finish():
        cupy.cuda.runtime.deviceSynchronize()
        if mode == 'outputs':
            for name, (kind, memory, n) in buffers.items():
                host = np.empty(n, TYPES[kind])
                cupy.cuda.runtime.memcpy(host.ctypes.data, memory.ptr, host.nbytes, 2)
                for k, h in enumerate(fnv(host)):
                    out.writerow([case, name, kind, n, k, '%016x' % h])
        buffers.clear()

    for r in rows:
        if r['case'] != case:
            finish()
            case = r['case']
        names = {k[1:]: int(v) for k, v in r.items() if k.startswith('$') and v.isdigit()}
        grid, block = dims(r['grid'], names), dims(r['block'], names)
        names.update(grid=int(np.prod(grid)), block=int(np.prod(block)))
        names['threads'] = names['grid'] * names['block']
        args = []
        for w in words(r['args']):
            b = re.fullmatch(r'(\w+):(\w+)\[(.*?)\](?:=(.*))?', w)
            s = re.fullmatch(r'(?:\w+:)?([suf]\d+)=(.*)', w)
            if b:
                n = number(b[3], names)
                host = fill(b[2], n, b[4])
                memory = cupy.cuda.alloc(max(host.nbytes, 1))
                cupy.cuda.runtime.memcpy(memory.ptr, host.ctypes.data, host.nbytes, 1)
                buffers[b[1]] = (b[2], memory, n)
                args.append(np.uint64(memory.ptr))
            elif s:
                args.append(np.dtype(TYPES[s[1]]).type(number(s[2], names)))
            else:
                args.append(np.uint64(buffers[w][1].ptr))
        if r['module'] not in modules:
            modules[r['module']] = cupy.RawModule(path=folder + '/' + r['module'])
        f = modules[r['module']].get_function(r['kernel'])
        shared = number(r.get('shared') or '0', names)
        if shared > 48 * 1024:
            f.max_dynamic_shared_size_bytes = shared
        f(grid, block, tuple(args), shared_mem=shared)
    finish()


main()
