"""example.py: libsimt from Python, through ctypes: adds two vectors with warps of different widths.

python3 example.py vecadd.cubin [libsimt.so.0]
"""
import ctypes
import struct
import sys
from ctypes import POINTER, Structure, byref, c_bool, c_char, c_char_p, c_int, c_size_t, c_uint, c_uint32, c_uint64, c_void_p


class Error(Structure):
    _fields_ = [("status", c_int), ("text", c_char * 1024)]


class Dim(Structure):
    _fields_ = [("x", c_uint32), ("y", c_uint32), ("z", c_uint32)]


def bind(lib):
    """Says what the functions take: pointers do not fit into the int that ctypes assumes."""
    error, address = POINTER(Error), POINTER(c_uint64)
    for name, result, *arguments in [
            ("simt_machine_load", c_void_p, c_char_p, error), ("simt_machine_set", c_bool, c_void_p, c_char_p, error),
            ("simt_machine_free", None, c_void_p), ("simt_create", c_void_p, c_void_p, error),
            ("simt_destroy", None, c_void_p), ("simt_module_load", c_void_p, c_void_p, c_char_p, error),
            ("simt_function", c_void_p, c_void_p, c_char_p, error),
            ("simt_malloc", c_bool, c_void_p, c_size_t, address, error),
            ("simt_write", c_bool, c_void_p, c_uint64, c_char_p, c_size_t, error),
            ("simt_read", c_bool, c_void_p, c_uint64, c_char_p, c_size_t, error),
            ("simt_launch", c_void_p, c_void_p, c_void_p, Dim, Dim, c_uint32, c_char_p, c_size_t, c_uint, error),
            ("simt_synchronize", c_bool, c_void_p, error), ("simt_count", c_bool, c_void_p, c_char_p, address)]:
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


def check(result, error):
    if not result:
        print(error.text.decode(), file=sys.stderr)
        sys.exit(2)
    return result


def add(lib, cubin, width, n=10000):
    """Cycles and warp instructions of c = a + b on an H200 with warps of that width."""
    e = Error()
    machine = check(lib.simt_machine_load(b"h200", byref(e)), e)
    check(lib.simt_machine_set(machine, b"warp_size=%d" % width, byref(e)), e)
    simt = check(lib.simt_create(machine, byref(e)), e)
    module = check(lib.simt_module_load(simt, cubin.encode(), byref(e)), e)
    kernel = check(lib.simt_function(module, b"vecadd", byref(e)), e)
    a, b = (struct.pack(f"{n}f", *(k * i for i in range(n))) for k in (1, 2))
    place = [c_uint64() for _ in range(3)]
    for p in place:
        check(lib.simt_malloc(simt, 4 * n, byref(p), byref(e)), e)
    check(lib.simt_write(simt, place[0], a, 4 * n, byref(e)) and lib.simt_write(simt, place[1], b, 4 * n, byref(e)), e)
    parameters = struct.pack("QQQi", *(p.value for p in place), n)
    launch = check(lib.simt_launch(simt, kernel, Dim((n + 255) // 256, 1, 1), Dim(256, 1, 1), 0, parameters,
                                   len(parameters), 0, byref(e)), e)
    c = ctypes.create_string_buffer(4 * n)
    check(lib.simt_synchronize(simt, byref(e)) and lib.simt_read(simt, place[2], c, 4 * n, byref(e)), e)
    assert struct.unpack(f"{n}f", c.raw) == tuple(3.0 * i for i in range(n))
    cycles, instructions = c_uint64(), c_uint64()
    lib.simt_count(launch, b"sm__cycles_elapsed.max", byref(cycles))
    lib.simt_count(launch, b"smsp__inst_executed.sum", byref(instructions))
    lib.simt_destroy(simt)
    lib.simt_machine_free(machine)
    return cycles.value, instructions.value


if len(sys.argv) not in (2, 3):
    print("usage: python3 example.py vecadd.cubin [libsimt.so.0]", file=sys.stderr)
    sys.exit(2)
try:
    simt_library = bind(ctypes.CDLL(sys.argv[2] if len(sys.argv) > 2 else "libsimt.so.0"))
except (OSError, AttributeError) as problem:
    print(f"example.py: {problem}: no libsimt; give the path of libsimt.so.0 after the cubin", file=sys.stderr)
    sys.exit(2)
for warp in (8, 16, 32, 64):
    print("warps of %2d threads: %6d cycles, %6d instructions" % (warp, *add(simt_library, sys.argv[1], warp)))
