"""Checks of the package simt: a line "ok NAME", "skip NAME: why" or "not ok NAME: why" for each. Arguments: the source root."""
import array
import pathlib
import sys
import traceback

import simt

root = pathlib.Path(sys.argv[1])
VECADD = root / "workloads" / "vecadd" / "vecadd.cubin"
N = 1000


def vectors():
    return [array.array("f", (k * i for i in range(N))) for k in (1, 2, 0)]


def is_error(part, call, *arguments, status=None, **options):
    """The call fails with a sentence that has this part."""
    try:
        call(*arguments, **options)
    except simt.Error as e:
        assert part in str(e), f"'{e}' does not say '{part}'"
        assert status in (None, e.status), f"'{e}' has status {e.status}"
    else:
        raise AssertionError(f"no error that says '{part}'")


def machines():
    m = simt.Machine("tiny", warp_size=16, stall_counts=False)
    assert (m["warp_size"], m["stall_counts"]) == ("16", "off")
    m["warp_size"] = 8
    other = m.copy(warp_size=64)
    assert (m["warp_size"], other["warp_size"]) == ("8", "64")
    assert m.parameters()["warp_size"] == "8" and len(m.parameters()) > 100
    is_error("did you mean 'warp_size'?", simt.Machine, "tiny", warp_siz=8)
    is_error("no machine 'tiniest'", simt.Machine, "tiniest")
    is_error("no parameter banksy", lambda: m["banksy"])
    # found only where parameters are checked against each other
    is_error("power of two", simt.Module, VECADD, simt.Machine(warp_size=24))


def launches():
    a, b, c = vectors()
    module = simt.Module(VECADD, simt.Machine(warp_size=16), states=True)
    r = module.launch("vecadd", (4,), (256, 1, 1), [a, b, c, N])
    assert list(c) == [3 * i for i in range(N)]
    executed = r.counts["smsp__inst_executed.sum"]
    assert r.kernel == "vecadd" and r.cycles > 0 and r.active_lanes == r.counts["smsp__thread_inst_executed.sum"] / executed
    assert sum(i["inst_executed"] for i in r.instructions) == executed == sum(line["inst_executed"] for line in r.lines())
    assert sum(r.states.values()) == r.counts["smsp__warps_active.sum"]
    for state, cycles in r.states.items():
        assert sum(i["state_" + state] for i in r.instructions) == cycles, state
    assert r.instructions[-1]["pc"] == 16 * (len(r.instructions) - 1) and r.roots() == []
    # each launch has an empty machine, and leaves nothing behind
    assert module.launch("vecadd", 4, 256, [a, b, c, N]).counts == r.counts


def functional():
    a, b, c = vectors()
    r = simt.Module(VECADD.read_bytes(), mode="functional").launch("vecadd", 4, 256, [a, b, c, N])
    assert r.cycles is None and not r.states and c[N - 1] == 3 * (N - 1)
    assert r.counts["smsp__inst_executed.sum"] > 0
    is_error("mode 'fast'", simt.Module, VECADD, mode="fast")


def several():
    """Launches that share arrays; kinds of arguments."""
    a, b, c = vectors()
    d = bytearray(4 * N)
    first, second = simt.Module(VECADD).run([("vecadd", 4, 256, [a, b, c, N]), ("vecadd", 4, 256, [c, b, d, N.to_bytes(4, "little")])])
    assert array.array("f", bytes(d)).tolist() == [5 * i for i in range(N)]
    assert first.counts["smsp__inst_executed.sum"] == second.counts["smsp__inst_executed.sum"]


def mistakes():
    a, b, c = vectors()
    module = simt.Module(VECADD)
    is_error("no kernel 'vecad'", module.launch, "vecad", 1, 1, [], status=3)
    is_error("takes 4 arguments, and 1 are given", module.launch, "vecadd", 1, 1, [a])
    is_error("argument 3: b'12' has 2 bytes, and the kernel takes 4", module.launch, "vecadd", 1, 1, [a, b, c, b"12"])
    is_error("argument 3: 4294967296 is no value of 4 bytes", module.launch, "vecadd", 1, 1, [a, b, c, 2**32])
    is_error("argument 3: None is no value", module.launch, "vecadd", 1, 1, [a, b, c, None])
    is_error("grid 0: ", module.launch, "vecadd", 0, 1, [a, b, c, N])
    is_error("block (1, 1, 1, 1): ", module.launch, "vecadd", 1, (1, 1, 1, 1), [a, b, c, N])
    is_error("past the end of an allocation of 10 bytes", module.launch, "vecadd", 4, 256, [a, b, bytearray(10), N], status=4)
    is_error("stopped after 2000 cycles", simt.Module(VECADD, max_cycles=2000).launch, "vecadd", 4, 256, [a, b, c, N], status=5)
    is_error("No such file", simt.Module, root / "none.cubin", status=3)
    is_error("this is not an ELF file", simt.Module, b"text")
    # none of these leaves anything behind
    assert simt.Module(VECADD).launch("vecadd", 4, 256, [a, b, c, N]).cycles > 0


def tables():
    rows = simt.read_table(root / "tests" / "data" / "plot-study")
    rows = rows if isinstance(rows, list) else rows.astype(object).where(rows.notna(), None).to_dict("records")
    assert len(rows) == 80 and rows[0]["warp_size"] == 8 and rows[0]["case"] == "if-kept-1-50"
    assert [row["case"] for row in rows if row["baseline_speedup"] is None] == ["else-plain-8-50"]
    is_error("No such file", simt.read_table, root / "none.csv", status=3)


def programs():
    r = simt.run(root / "workloads" / "vecadd" / "vecadd.csv", let={"n": N}, parameters={"warp_size": 16}, roots=True, instructions=True)
    launch = r["cases"][0]["launches"][0]
    assert r["cases"][0]["status"] == "ok" and launch["instructions"] and launch["roots"]["lane_slots"] > 0
    a, b, c = vectors()
    same = simt.Module(VECADD, simt.Machine(warp_size=16)).launch("vecadd", 4, 256, [a, b, c, N])
    assert launch["metrics"]["sm__cycles_elapsed.max"]["value"] == same.cycles
    is_error("No such file", simt.run, root / "none.csv", status=3)


def numpy():
    try:
        import numpy as np
    except ImportError:
        return "no numpy (Debian: python3-numpy)"
    a = np.arange(N, dtype=np.float32)
    a.flags.writeable = False
    b, c = np.full(N, 2, np.float32), np.zeros((10, N // 10), np.float32)
    module = simt.Module(VECADD)
    module.launch("vecadd", 4, 256, [a, b, c, np.int32(N)])
    assert (c.ravel() == a + 2).all()
    module.launch("vecadd", 4, 256, [a.astype(np.complex64), b, c, N])  # its bytes are what they are
    is_error("has to be contiguous", module.launch, "vecadd", 4, 256, [np.zeros((N, 2), np.float32)[:, 0], b, c, N])
    is_error("has 8 bytes, and the kernel takes 4", module.launch, "vecadd", 4, 256, [a, b, c, np.int64(N)])
    return None


for check in (machines, launches, functional, several, mistakes, tables, programs, numpy):
    try:
        why = check()
        print(f"skip {check.__name__}: {why}" if why else f"ok {check.__name__}")
    except Exception:  # whatever it is, the others are checked as well
        print(f"not ok {check.__name__}: {' / '.join(traceback.format_exc().split(chr(10))[-4:])}")
