#!/usr/bin/env python3
"""Writes the kernels for tests/golden/h200-gmma.bin, each with one matrix instruction of a group of warps, as CUDA C++ to standard output.

    tests/golden/make-gmma.py >gmma.cu && nvcc -arch=sm_90a -cubin -o gmma.cubin gmma.cu
    cc -I. -o make-gmma tests/golden/make-gmma.c -lcuda && ./make-gmma gmma.cubin h200-gmma.bin

The kernels are those of tests/isa/gmma-cases.def, where their instructions are, as ptxas made them."""
K = {'f16': 16, 'bf16': 16, 'tf32': 8, 'e4m3': 32, 'e5m2': 32, 's8': 32, 'u8': 32, 'b1': 256}


def registers(n, sums):
    return n // 4 if sums == 'f16' else n // 2


def instruction(n, sums, a, b, in_registers, sparse=False, select=0, sa=1, sb=1, ta=0, tb=0, sat=False):
    letter = 'f' if sums == 'f32' else 'r'
    name = (f'wgmma.mma_async{".sp" if sparse else ""}.sync.aligned.m64n{n}k{K[a] * (2 if sparse else 1)}.{sums}.{a}.{b}'
            + ('.and.popc' if a == 'b1' else '') + ('.satfinite' if sat else ''))
    i = registers(n, sums)
    outputs = ', '.join(f'"+{letter}"(d[{j}])' for j in range(i))
    text = '{' + ', '.join(f'%{j}' for j in range(i)) + '}, '
    inputs = [f'"r"(a[{j}])' for j in range(4)] if in_registers else ['"l"(da)']
    text += '{' + ', '.join(f'%{i + j}' for j in range(4)) + '}' if in_registers else f'%{i}'
    i += len(inputs)
    text += f', %{i}'
    inputs.append('"l"(db)')
    if sparse:
        i += 1
        text += f', %{i}, {select}'
        inputs.append('"r"(meta)')
    inputs.append('"r"(p)')
    tail = ''
    if a in ('f16', 'bf16'):
        tail = f', {sa}, {sb}' + ('' if in_registers else f', {ta}') + f', {tb}'
    elif a in ('tf32', 'e4m3', 'e5m2'):
        tail = f', {sa}, {sb}'
    return (f'asm volatile("{{ .reg .pred p; setp.ne.b32 p, %{i + 1}, 0; {name} {text}, p{tail}; }}" : {outputs} : {", ".join(inputs)});', letter)


def kernel(name, n, sums, a, b, in_registers, **more):
    text, letter = instruction(n, sums, a, b, in_registers, **more)
    r = registers(n, sums)
    kind, take, give = ('float', '__uint_as_float', '__float_as_uint') if letter == 'f' else ('uint32_t', '', '')
    print(f'''extern "C" __global__ void __launch_bounds__(128) {name}(ARGS)
{{
	{kind} d[{r}]; uint32_t a[4]; const uint32_t meta = metas[threadIdx.x];
	for (unsigned i = threadIdx.x; i < words; i += 128) sm[i] = image[i];
	asm volatile("fence.proxy.async;" ::: "memory");
	__syncthreads();
	for (int i = 0; i < 4; i++) a[i] = areg[threadIdx.x * 4 + i];
	for (int i = 0; i < {r}; i++) d[i] = {take}(cin[threadIdx.x * {r} + i]);
	const unsigned base = (unsigned)__cvta_generic_to_shared(sm) >> 4;
	da += base; db += base;
	asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
	{text}
	asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
	for (int i = 0; i < {r}; i++) out[threadIdx.x * {r} + i] = {give}(d[i]);
	if (meta == 0x12345 && a[0] == da) out[0] = 0;
}}''')


print('''#include <stdint.h>
extern __shared__ __align__(1024) uint32_t sm[];
#define ARGS const uint32_t *image, unsigned words, uint64_t da, uint64_t db, const uint32_t *areg, const uint32_t *cin, const uint32_t *metas, uint32_t p, uint32_t *out''')
for n, name in ((64, 'layB'), (256, 'layBw')):
    kernel(name + '0', n, 'f32', 'f16', 'f16', True)
    kernel(name + '1', n, 'f32', 'f16', 'f16', True, tb=1)
kernel('layA0', 16, 'f32', 'f16', 'f16', False)
kernel('layA1', 16, 'f32', 'f16', 'f16', False, ta=1)
for sums in ('f32', 'f16'):
    kernel(f'f16_{sums}', 8, sums, 'f16', 'f16', True)
kernel('bf16_f32', 8, 'f32', 'bf16', 'bf16', True)
kernel('tf32_f32', 8, 'f32', 'tf32', 'tf32', True)
for sums in ('f32', 'f16'):
    for a in ('e4m3', 'e5m2'):
        for b in ('e4m3', 'e5m2'):
            kernel(f'{a}_{b}_{sums}', 8, sums, a, b, True)
for a in ('s8', 'u8'):
    for b in ('s8', 'u8'):
        kernel(f'{a}_{b}', 8, 's32', a, b, True)
kernel('s8_s8_sat', 8, 's32', 's8', 's8', True, sat=True)
kernel('u8_u8_sat', 8, 's32', 'u8', 'u8', True, sat=True)
kernel('b1', 8, 's32', 'b1', 'b1', True)
kernel('f16_na', 8, 'f32', 'f16', 'f16', True, sa=-1)
kernel('f16_nb', 8, 'f32', 'f16', 'f16', True, sb=-1)
kernel('f16_nab', 8, 'f16', 'f16', 'f16', True, sa=-1, sb=-1)
kernel('tf32_na', 8, 'f32', 'tf32', 'tf32', True, sa=-1)
kernel('e4m3_nb', 8, 'f32', 'e4m3', 'e4m3', True, sb=-1)
for select in (0, 1):
    kernel(f'sp_f16_{select}', 8, 'f32', 'f16', 'f16', True, sparse=True, select=select)
    kernel(f'sp_tf32_{select}', 8, 'f32', 'tf32', 'tf32', True, sparse=True, select=select)
kernel('sp_bf16', 8, 'f32', 'bf16', 'bf16', True, sparse=True)
kernel('sp_f16_f16', 8, 'f16', 'f16', 'f16', True, sparse=True)
kernel('sp_e4m3', 8, 'f32', 'e4m3', 'e4m3', True, sparse=True)
kernel('sp_e5m2', 8, 'f16', 'e5m2', 'e4m3', True, sparse=True)
kernel('sp_s8', 8, 's32', 's8', 's8', True, sparse=True)
kernel('sp_u8', 8, 's32', 'u8', 'u8', True, sparse=True)
kernel('ss_bf16', 24, 'f32', 'bf16', 'bf16', False)
kernel('ss_tf32', 16, 'f32', 'tf32', 'tf32', False)
kernel('ss_e4m3', 16, 'f32', 'e4m3', 'e5m2', False)
kernel('ss_s8', 16, 's32', 's8', 's8', False)
kernel('ss_b1', 16, 's32', 'b1', 'b1', False)
kernel('ss_sp_f16', 16, 'f32', 'f16', 'f16', False, sparse=True)
kernel('ss_sp_e4m3', 16, 'f32', 'e4m3', 'e4m3', False, sparse=True)
kernel('ss_sp_s8', 16, 's32', 's8', 's8', False, sparse=True)
kernel('ss_sp_tf32', 16, 'f32', 'tf32', 'tf32', False, sparse=True)
kernel('wide_f16', 256, 'f16', 'f16', 'f16', True)
kernel('wide_s8', 256, 's32', 's8', 's8', True)
