"""simt: libsimt from Python. Machines, modules of CUDA machine code, launches, and what is counted.

    import simt
    machine = simt.Machine("h200", warp_size=16)
    module = simt.Module("vecadd.cubin", machine)
    result = module.launch("vecadd", 40, 256, [a, b, c, n])      # a, b, c: numpy arrays, array.array or bytearray
    print(result.cycles, result.counts["smsp__inst_executed.sum"])

What this package cannot do: several streams, checks and the event tap, which are for C (simt.h). simt.run() has what simt-sim has.
"""
from ._library import Error
from ._launch import Launch, Module
from ._machine import Machine
from ._tables import frame, read_table
from ._program import run

__all__ = ["Error", "Launch", "Machine", "Module", "frame", "read_table", "run"]
__version__ = "0.1.0"
