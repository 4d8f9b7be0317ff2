"""The functions of libsimt, by ctypes: what they take and return, and errors as exceptions.

What this module cannot do: do without libsimt.so.0, which `make` builds and `make install` installs.
"""
import ctypes
import os
import pathlib
from ctypes import POINTER, Structure, byref, c_bool, c_char, c_char_p, c_int, c_size_t, c_uint, c_uint32, c_uint64, c_void_p


class Error(Exception):
    """A mistake or a fault, in libsimt's own sentence. `status` is that of simt-sim(1): 2 a wrong call, 3 bad input, 4 a fault of the simulated
    program, 5 a limit."""

    def __init__(self, text, status=2):
        super().__init__(text)
        self.status = status


class ErrorText(Structure):
    _fields_ = [("status", c_int), ("text", c_char * 1024)]


class Dim(Structure):
    _fields_ = [("x", c_uint32), ("y", c_uint32), ("z", c_uint32)]


class Param(Structure):
    _fields_ = [("offset", c_uint32), ("size", c_uint32)]


class FunctionInfo(Structure):
    _fields_ = [("symbol", c_char_p), ("registers", c_uint), ("shared", c_uint), ("nparams", c_uint), ("params", POINTER(Param)),
                ("param_bytes", c_uint), ("ninst", c_uint), ("max_threads", c_uint), ("cluster", c_uint32 * 3), ("uses_shared", c_bool),
                ("name", c_char_p)]


class StatInfo(Structure):
    _fields_ = [("name", c_char_p), ("metric", c_char_p), ("unit", c_char_p), ("doc", c_char_p), ("timed", c_bool), ("machine", c_bool)]


class PcStats(Structure):
    _fields_ = [(name, c_uint64) for name in ("inst_executed", "thread_inst_executed", "thread_inst_executed_true", "inst_partial", "diverged")]


_text, _number, _error = c_char_p, POINTER(c_uint64), POINTER(ErrorText)
# name: (result, arguments); those that end in an error fail where the result is false
_functions = {
    "simt_machine_load": (c_void_p, c_char_p, _error),
    "simt_machine_free": (None, c_void_p),
    "simt_machine_copy": (c_void_p, c_void_p),
    "simt_machine_set": (c_bool, c_void_p, c_char_p, _error),
    "simt_machine_get": (c_char_p, c_void_p, c_char_p),
    "simt_machine_parameter": (c_bool, c_void_p, c_size_t, POINTER(_text), POINTER(_text), POINTER(_text)),
    "simt_create": (c_void_p, c_void_p, _error),
    "simt_destroy": (None, c_void_p),
    "simt_set_mode": (None, c_void_p, c_int),
    "simt_set_jobs": (None, c_void_p, c_uint),
    "simt_set_max_cycles": (None, c_void_p, c_uint64),
    "simt_set_max_instructions": (None, c_void_p, c_uint64),
    "simt_keep_states": (None, c_void_p, c_bool),
    "simt_module_load_data": (c_void_p, c_void_p, c_char_p, c_size_t, c_char_p, _error),
    "simt_module_load": (c_void_p, c_void_p, c_char_p, _error),
    "simt_function": (c_void_p, c_void_p, c_char_p, _error),
    "simt_function_info": (None, c_void_p, POINTER(FunctionInfo)),
    "simt_function_sass": (c_bool, c_void_p, c_size_t, c_char_p, c_size_t),
    "simt_function_pipe": (c_char_p, c_void_p, c_size_t),
    "simt_function_line": (c_bool, c_void_p, c_size_t, POINTER(_text), POINTER(c_uint)),
    "simt_malloc": (c_bool, c_void_p, c_size_t, _number, _error),
    "simt_write": (c_bool, c_void_p, c_uint64, c_void_p, c_size_t, _error),
    "simt_read": (c_bool, c_void_p, c_uint64, c_void_p, c_size_t, _error),
    "simt_reset": (None, c_void_p),
    "simt_launch": (c_void_p, c_void_p, c_void_p, Dim, Dim, c_uint32, c_char_p, c_size_t, c_uint, _error),
    "simt_synchronize": (c_bool, c_void_p, _error),
    "simt_count_at": (c_bool, c_void_p, c_size_t, POINTER(POINTER(StatInfo)), _number, POINTER(c_bool)),
    "simt_state_at": (c_bool, c_void_p, c_size_t, POINTER(_text), _number),
    "simt_pc_at": (c_bool, c_void_p, c_size_t, POINTER(PcStats)),
    "simt_pc_state_at": (c_bool, c_void_p, c_size_t, c_size_t, _number),
}

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]  # where this is a checkout of simt-sim


def _candidates():
    """Where libsimt may be: what the environment says, beside this checkout, or where the system looks."""
    if os.environ.get("SIMT_LIBRARY"):
        return [os.environ["SIMT_LIBRARY"]]
    built = CHECKOUT / "build" / "libsimt.so.0"
    return ([str(built)] if built.exists() else []) + ["libsimt.so.0", "/usr/local/lib/libsimt.so.0"]


def _load():
    problem = None
    for name in _candidates():
        try:
            lib = ctypes.CDLL(name)
            for function, (result, *arguments) in _functions.items():
                f = getattr(lib, function)
                f.restype, f.argtypes = result, arguments
            return lib
        except (OSError, AttributeError) as e:
            problem = problem or e
    raise Error(f"{problem}: no libsimt of this version; build and install simt-sim, or let SIMT_LIBRARY name libsimt.so.0")


_loaded = None


def call(function, *arguments):
    """Calls a function of libsimt. Where it takes an error, that is added, and an Error is raised if it fails."""
    global _loaded
    _loaded = _loaded or _load()
    if _functions[function][-1] is not _error:
        return getattr(_loaded, function)(*arguments)
    e = ErrorText()
    result = getattr(_loaded, function)(*arguments, byref(e))
    if not result:
        raise Error(e.text.decode(errors="replace"), e.status)
    return result
