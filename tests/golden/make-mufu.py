#!/usr/bin/env python3
"""Makes h200-mufu.bin on a machine with a GPU, nvcc, cupy and numpy: hashes of what MUFU gives for all 2^32 operands.

    tests/golden/make-mufu.py [--dump] OUTPUT-FOLDER

A kernel is compiled that has one MUFU (rcp.approx.ftz.f32 compiles to MUFU.RCP and nothing else). Bits 74 to 77 of that word name the
function; the others are put there in turn, so that no instruction stands around it that scales or flushes operands as those do that
ptxas adds to sin.approx.f32 or lg2.approx.f32.

For each of COS, SIN, EX2, LG2, RCP, RSQ, RCP64H, RSQ64H, SQRT and TANH (0 to 9): 1024 hashes of 64 bits, little-endian, one for each
2^22 operands: the sum over the operands a, modulo 2^64, of mix(a * 2^32 + result), where mix(z) is
    z ^= z >> 30; z *= 0xbf58476d1ce4e5b9; z ^= z >> 27; z *= 0x94d049bb133111eb; z ^= z >> 31.
--dump: also the results of which fit-mufu.c makes isa/mufu.def, 19 files of 32 MiB."""
import os
import struct
import subprocess
import sys
import tempfile

KERNEL = r'''
extern "C" __global__ void mufu(unsigned *o)
{
	unsigned a = blockIdx.x * 1024u + threadIdx.x, r;
	asm volatile("{.reg .f32 x, y; mov.b32 x, %1; rcp.approx.ftz.f32 y, x; mov.b32 %0, y;}" : "=r"(r) : "r"(a));
	o[(size_t)a] = r;
}
extern "C" __global__ void sum(const unsigned *o, unsigned long long *h)
{
	unsigned long long s = 0;
	for (unsigned i = threadIdx.x; i < 1u << 22; i += blockDim.x) {
		unsigned a = blockIdx.x << 22 | i;
		unsigned long long z = (unsigned long long)a << 32 | o[(size_t)a];
		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
		z = (z ^ z >> 27) * 0x94d049bb133111ebull;
		s += z ^ z >> 31;
	}
	atomicAdd(h + blockIdx.x, s);
}
'''


def compile_kernels(folder):
    path = os.path.join(folder, 'mufu')
    with open(path + '.cu', 'w') as f:
        f.write(KERNEL)
    subprocess.run(['nvcc', '-arch=sm_90', '-cubin', '-o', path + '.cubin', path + '.cu'], check=True)
    with open(path + '.cubin', 'rb') as f:
        return f.read()


def with_function(data, function):
    """The cubin with another function in its MUFU.RCP."""
    data = bytearray(data)
    places = []
    for i in range(0, len(data) - 15, 8):
        lo, hi = struct.unpack_from('<QQ', data, i)
        if lo & 0xfff == 0x308 and hi & 0x3fff == 4 << 10:
            places.append(i)
    if len(places) != 1:
        sys.exit('make-mufu.py: the kernel should have one MUFU.RCP')
    hi, = struct.unpack_from('<Q', data, places[0] + 8)
    struct.pack_into('<Q', data, places[0] + 8, hi & ~0x3c00 | function << 10)
    return bytes(data)


def dump(results, function, folder):
    """What fit-mufu.c reads of a function: the results for 2^23 operands a file."""
    import cupy
    i = cupy.arange(1 << 23, dtype=cupy.uint32)
    one, two = i | 0x3f800000, i | 0x40000000
    files = {
        1: {'sin': (i * cupy.float32(2**-25)).astype(cupy.float32).view(cupy.uint32)},
        2: {'ex2': (i * cupy.float32(2**-23)).astype(cupy.float32).view(cupy.uint32)},
        3: {'lg2': one},
        4: {'rcp': one},
        5: {'rsq-even': one, 'rsq-odd': two},
        8: {'sqrt-even': one, 'sqrt-odd': two},
        9: {'tanh-%d' % e: i | e << 23 for e in range(119, 130)},
    }
    for name, operands in files.get(function, {}).items():
        with open(os.path.join(folder, name + '.bin'), 'wb') as f:
            f.write(results[operands].get().astype('<u4').tobytes())


def main():
    import cupy
    dumps = '--dump' in sys.argv
    folder_out = sys.argv[-1]
    if len(sys.argv) != 2 + dumps:
        sys.exit(__doc__)
    results = cupy.empty(1 << 32, cupy.uint32)
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder_out, 'h200-mufu.bin'), 'wb') as out:
        data = compile_kernels(folder)
        for function in range(10):
            path = os.path.join(folder, '%d.cubin' % function)
            with open(path, 'wb') as f:
                f.write(with_function(data, function))
            module = cupy.RawModule(path=path)
            hashes = cupy.zeros(1024, cupy.uint64)
            module.get_function('mufu')((1 << 22,), (1024,), (results,))
            module.get_function('sum')((1024,), (1024,), (results, hashes))
            out.write(hashes.get().astype('<u8').tobytes())
            if dumps:
                dump(results, function, folder_out)


if __name__ == '__main__':
    main()
