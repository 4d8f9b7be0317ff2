"""Machines: sets of parameters, as simt-machine(5) has them."""
import weakref
from ctypes import byref, c_char_p

from ._library import Error, call


def _word(value):
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


class Machine:
    """A machine by name ("h200") or file ("mine.csv"), with some parameters changed:

        m = Machine("h200", warp_size=16, reconvergence="stack")
        m["banks"] = 4
        m["warp_size"]          # "16", as text

    Parameters are checked one by one here, and against each other where a module takes the machine."""

    def __init__(self, name="h200", **parameters):
        self.name = str(name)
        self._take(call("simt_machine_load", self.name.encode()))
        for parameter, value in parameters.items():
            self[parameter] = value

    def _take(self, pointer):
        self.pointer = pointer
        weakref.finalize(self, call, "simt_machine_free", pointer)

    def copy(self, **parameters):
        """A machine of its own, with more parameters changed."""
        m = Machine.__new__(Machine)
        m.name = self.name
        m._take(call("simt_machine_copy", self.pointer))
        for parameter, value in parameters.items():
            m[parameter] = value
        return m

    def __setitem__(self, parameter, value):
        call("simt_machine_set", self.pointer, f"{parameter}={_word(value)}".encode())

    def __getitem__(self, parameter):
        value = call("simt_machine_get", self.pointer, parameter.encode())
        if value is None:
            raise Error(f"machine {self.name} has no parameter {parameter}")
        return value.decode()

    def parameters(self):
        """All parameters and their values, as texts."""
        found, name, unit, source = {}, c_char_p(), c_char_p(), c_char_p()
        while call("simt_machine_parameter", self.pointer, len(found), byref(name), byref(unit), byref(source)):
            found[name.value.decode()] = self[name.value.decode()]
        return found
