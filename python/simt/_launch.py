"""Modules, launches, and what was counted."""
import ctypes
import os
import struct
import weakref
from ctypes import POINTER, byref, c_bool, c_char_p, c_uint, c_uint64

from ._library import Dim, Error, FunctionInfo, PcStats, StatInfo, call
from ._machine import Machine

_INSTRUCTION_BYTES = 16
_WHOLE = {1: "b", 2: "h", 4: "i", 8: "q"}
_REAL = {2: "e", 4: "f", 8: "d"}


class Launch:
    """What became of a launch.

    kernel          its name
    counts          of each metric that the launch has, by name: those of simt-results(5) that are counts
    states          warp-cycles by state; empty in functional mode
    instructions    a dict for each machine instruction: pc, sass, pipe, file, line, the counts of struct simt_pc_stats, and with states=True of
                    the module state_NAME, the warp-cycles for which it was the next one of a warp in that state
    """

    def __init__(self, kernel, counts, states, instructions):
        self.kernel, self.counts, self.states, self.instructions = kernel, counts, states, instructions

    @property
    def cycles(self):
        """Cycles from its start to its end; None in functional mode."""
        return self.counts.get("sm__cycles_elapsed.max")

    @property
    def active_lanes(self):
        """Active lanes of an instruction, on average."""
        executed = self.counts["smsp__inst_executed.sum"]
        return self.counts["smsp__thread_inst_executed.sum"] / executed if executed else 0.0

    def lines(self):
        """A dict for each source line: file, line, and the counts of its instructions together, in the order of the lines. It is empty where the
        cubin has no line information (nvcc -lineinfo)."""
        found = {}
        for i in self.instructions:
            if i["file"] is None:
                continue
            row = found.setdefault((i["file"], i["line"]), {"file": i["file"], "line": i["line"]})
            for name, value in i.items():
                if isinstance(value, int) and name not in ("pc", "line"):
                    row[name] = row.get(name, 0) + value
        return [found[key] for key in sorted(found)]

    def roots(self):
        """The instructions at which lanes of a warp parted, the most frequent first. What each costs is in simt.run(..., roots=True)."""
        return sorted((i for i in self.instructions if i["diverged"]), key=lambda i: (-i["diverged"], i["pc"]))

    def __repr__(self):
        return f"<simt.Launch {self.kernel}: {self.cycles} cycles, {self.counts['smsp__inst_executed.sum']} instructions>"


def _dim(value, what):
    sides = (value,) if isinstance(value, int) else tuple(value)
    if not 1 <= len(sides) <= 3 or not all(0 < int(n) < 2**32 for n in sides):
        raise Error(f"{what} {value!r}: one to three numbers, each 1 or more")
    return Dim(*[int(n) for n in sides + (1,) * (3 - len(sides))])


class _Buffers:
    """Device memory for the arrays of the host, one for each object."""

    def __init__(self, context):
        self.context, self.of = context, {}

    def address(self, array, view):
        """The device address of a host array, which is copied there when it is first seen. It is kept alive, so that its id stays its own."""
        if id(array) not in self.of:
            address = c_uint64()
            call("simt_malloc", self.context, max(view.nbytes, 1), byref(address))
            call("simt_write", self.context, address, bytes(view), view.nbytes)
            self.of[id(array)] = (address.value, view, array)
        return self.of[id(array)][0]

    def copy_back(self):
        for address, view, _ in self.of.values():
            if not view.readonly and view.nbytes:
                into = (ctypes.c_char * view.nbytes).from_buffer(view)
                call("simt_read", self.context, address, into, view.nbytes)


def _view(value):
    """The bytes of an array of the host; None where the value is none."""
    if isinstance(value, (bytes, int, float)):
        return None
    try:
        view = memoryview(value)
    except TypeError:
        return None
    if view.ndim == 0:  # a scalar of numpy
        return None
    if not view.c_contiguous:
        raise Error("an array that is passed to a kernel has to be contiguous, in the order of C")
    if not view.nbytes:
        return memoryview(bytearray())
    if hasattr(value, "dtype"):  # memoryview cannot cast complex numbers or structures
        return memoryview(value.reshape(-1).view("uint8"))
    return view.cast("B")


def _bytes_of(value, size, where):
    """A value as the `size` bytes of a parameter."""
    try:
        if isinstance(value, bytes):
            data = value
        elif hasattr(value, "tobytes"):  # a scalar of numpy
            data = value.tobytes()
        elif isinstance(value, float):
            data = struct.pack("<" + _REAL[size], value)
        else:
            data = struct.pack("<" + (_WHOLE[size].upper() if value >= 0 else _WHOLE[size]), int(value))
    except (KeyError, TypeError, ValueError, OverflowError, struct.error):
        raise Error(f"{where}: {value!r} is no value of {size} bytes") from None
    if len(data) != size:
        raise Error(f"{where}: {value!r} has {len(data)} bytes, and the kernel takes {size}")
    return data


class Module:
    """Machine code: a cubin, as a file or as bytes, on a machine (h200 where none is given). The machine is copied.

    mode: "cycle", or "functional" for outputs and counts without time. jobs: threads of the host. max_cycles, max_instructions: a launch that
    takes more is an Error. states: whether each instruction has its warp states.
    """

    def __init__(self, cubin, machine=None, *, mode="cycle", jobs=1, max_cycles=0, max_instructions=0, states=False):
        modes = ("cycle", "functional")
        if mode not in modes:
            raise Error(f"mode {mode!r}: one of {', '.join(modes)}")
        machine = machine or Machine()
        self._context = call("simt_create", machine.pointer)
        self._free = weakref.finalize(self, call, "simt_destroy", self._context)
        if isinstance(cubin, (bytes, bytearray)):
            self._module = call("simt_module_load_data", self._context, bytes(cubin), len(cubin), b"cubin")
        else:
            self._module = call("simt_module_load", self._context, os.fsencode(cubin))
        call("simt_set_mode", self._context, modes.index(mode))
        call("simt_set_jobs", self._context, jobs)
        call("simt_set_max_cycles", self._context, max_cycles)
        call("simt_set_max_instructions", self._context, max_instructions)
        call("simt_keep_states", self._context, states)

    def launch(self, kernel, grid, block, args, *, shared=0):
        """Runs a kernel alone on the empty machine and returns its Launch. See run()."""
        return self.run([(kernel, grid, block, args, shared)])[0]

    def run(self, launches):
        """Runs launches one after the other and returns their Launches. Each is (kernel, grid, block, args) or (..., shared).

        grid and block are a number or up to three. args has a value for each parameter of the kernel. A whole number, a float, a scalar of numpy or
        bytes are the parameter itself, in its size; of what type a parameter is machine code does not say. An array, such as one of numpy, an
        array.array or a bytearray, is a buffer: it is copied to the device before the first launch and back behind the last, and the parameter is
        its address. The same object is one buffer in all launches.
        shared: bytes of dynamic shared memory."""
        call("simt_reset", self._context)
        buffers = _Buffers(self._context)
        queued = [self._queue(buffers, *launch) for launch in launches]
        call("simt_synchronize", self._context)
        buffers.copy_back()
        return [_result(function, info, launch) for function, info, launch in queued]

    def _queue(self, buffers, kernel, grid, block, args, shared=0):
        function = call("simt_function", self._module, kernel.encode())
        info = FunctionInfo()
        call("simt_function_info", function, byref(info))
        name = info.name.decode()
        if len(args) != info.nparams:
            raise Error(f"{name} takes {info.nparams} arguments, and {len(args)} are given")
        params = bytearray(info.param_bytes)
        for i, value in enumerate(args):
            p, view, where = info.params[i], _view(value), f"{name}: argument {i}"
            data = _bytes_of(value if view is None else buffers.address(value, view), p.size, where)
            params[p.offset:p.offset + p.size] = data
        launch = call("simt_launch", self._context, function, _dim(grid, "grid"), _dim(block, "block"), shared, bytes(params), len(params), 0)
        return function, info, launch


def _result(function, info, launch):
    """Copies all that is known of a launch, which ends with the next one."""
    counts, states, stat, value, known, name = {}, {}, POINTER(StatInfo)(), c_uint64(), c_bool(), c_char_p()
    i = 0
    while call("simt_count_at", launch, i, byref(stat), byref(value), byref(known)):
        if known:
            counts[stat[0].metric.decode()] = value.value
        i += 1
    while call("simt_state_at", launch, len(states), byref(name), byref(value)):
        states[name.value.decode()] = value.value
    instructions = [_instruction(function, launch, i, list(states)) for i in range(info.ninst)]
    return Launch(info.name.decode(), counts, states, instructions)


def _instruction(function, launch, i, states):
    sass, file, line, value = ctypes.create_string_buffer(256), c_char_p(), c_uint(), c_uint64()
    call("simt_function_sass", function, i, sass, len(sass))
    known = call("simt_function_line", function, i, byref(file), byref(line))
    row = {"pc": i * _INSTRUCTION_BYTES, "sass": sass.value.decode(), "pipe": call("simt_function_pipe", function, i).decode(),
           "file": file.value.decode() if known else None, "line": line.value if known else None}
    stats = PcStats()
    call("simt_pc_at", launch, i, byref(stats))
    row.update((name, getattr(stats, name)) for name, _ in PcStats._fields_)
    for s, name in enumerate(states):
        if call("simt_pc_state_at", launch, i, s, byref(value)):
            row["state_" + name] = value.value
    return row
