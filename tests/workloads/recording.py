#!/usr/bin/env python3
"""recording.py RECORDING CSV [TRACE]: reads a recording by simt-record(5), and a trace of all of it; holds both against the results of the run.

It shares no code with the reader of simt-plot. What it finds goes to standard output, a line each. The last line says what was compared."""
import csv
import gzip
import json
import sys
import zlib

METRICS = {  # of samples
    "slots_issued": "smsp__issue_active.sum",
    "inst_executed": "smsp__inst_executed.sum",
    "thread_inst_executed": "smsp__thread_inst_executed.sum",
    "thread_inst_executed_true": "smsp__thread_inst_executed_pred_on.sum",
    "lanes_waiting": "simt__lane_slots_waiting.sum",
    "lanes_exited": "simt__lane_slots_exited.sum",
    "lanes_never": "simt__lane_slots_never_launched.sum",
    "warp_cycles": "smsp__warps_active.sum",
    "l1_sectors": "l1tex__t_sectors.sum",
    "l2_sectors": "lts__t_sectors_srcunit_tex.sum",
    "dram_sectors": "lts__t_sectors_srcunit_tex_lookup_miss.sum",
    "shared_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
}


class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        n = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            n |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return n

    def difference(self, before):
        n = self.number()
        return before - (n >> 1) - 1 if n & 1 else before + (n >> 1)

    def text(self):
        n = self.number()
        self.at += n
        return self.data[self.at - n : self.at].decode()

    def lanes(self):
        low = self.number()
        return low | self.number() << 64

    def many(self, thing):
        return [thing() for _ in range(self.number())]


def machine(b):
    names = ("version", "machine", "workload")
    numbers = ("sms", "subcores", "slots", "warp_size", "clock", "together")
    r = {k: b.text() for k in names}
    r.update({k: b.number() for k in numbers})
    r["states"] = b.many(b.text)
    r["counts"] = b.many(b.text)
    return r


def function(b):
    def instruction():
        x = {"part": b.number(), "file": b.number()}
        x["line"] = b.number() if x["file"] else 0
        x["sass"] = b.text()
        return x

    return {"name": b.text(), "files": b.many(b.text), "code": b.many(instruction)}


def launch(b):
    x = {"name": b.text(), "number": b.number(), "function": b.number()}
    x["grid_block"] = [b.number() for _ in range(6)]
    x["start"] = b.number()
    x["end"] = x["start"] + b.number()
    for name in ("ended", "stays", "stay_cycles", "every"):
        x[name] = b.number()
    return x


def span(b, r, before):
    flags = b.number()
    x = {"mixed": flags & 1}
    x["from"] = before["end"] + b.number()
    x["begin"] = x["from"] + b.number()
    x["end"] = x["begin"] + b.number()
    x["pc"] = b.difference(before["last"])
    x["last"] = b.difference(x["pc"])
    x["inst"], x["slots"] = b.number(), b.number()
    x["active"] = b.lanes() if flags & 2 else before["active"]
    x["alive"] = b.lanes() if flags & 4 else before["alive"]
    x["threads"] = x["inst"] * bin(x["active"]).count("1")
    x["present"] = x["inst"] * bin(x["alive"]).count("1")
    if x["mixed"]:
        x["threads"], x["present"] = b.number(), b.number()
    x["off"], x["guarded_off"] = (b.lanes(), b.number()) if flags & 8 else (0, 0)
    x["states"] = []
    for _ in range(flags >> 4):
        key = b.number()
        x["states"].append((r["states"][key >> 1], key & 1, b.number()))
    return x


def warp(b, r):
    names = ("subcore", "slot", "launch", "block", "warp", "first_thread", "whole")
    w = {k: b.number() for k in names}
    w["spans"] = []
    last = {"end": 0, "last": 0, "active": 0, "alive": 0}
    for _ in range(b.number()):
        last = span(b, r, last)
        w["spans"].append(last)
    return w


def case(b, r):
    c = {"name": b.text(), "launches": b.many(lambda: launch(b)), "left_out": b.number()}
    c["samples"] = []
    last = [0] * (1 + len(r["counts"]))
    for _ in range(b.number()):
        last = [x + b.number() for x in last]
        c["samples"].append(last + [b.number(), b.number()])
    c["stays"] = []
    block = start = 0
    for _ in range(b.number()):
        x = {"launch": b.number(), "sm": b.number()}
        x["block"] = block = b.difference(block)
        x["start"] = start = b.difference(start)
        x["end"] = start + b.number()
        c["stays"].append(x)

    def sm():
        x = {"sm": b.number(), "whole": b.number(), "until": b.number()}
        x["warps"] = b.many(lambda: warp(b, r))
        return x

    c["sms"] = b.many(sm)
    return c


def read(path):
    with open(path, "rb") as f:
        data = f.read()
    if data[:8] != b"SIMTREC\x01":
        raise ValueError("no recording of version 1")
    b = Bytes(zlib.decompress(data[8:]))
    r = {}
    functions, cases = [], []
    while b.at < len(b.data):
        kind, n = b.number(), b.number()
        chunk = Bytes(b.data[b.at : b.at + n])
        b.at += n
        if kind == 1:
            r = machine(chunk)
        elif kind == 2:
            functions.append(function(chunk))
        elif kind == 3:
            cases.append(case(chunk, r))
        elif kind == 4:
            r["complete"] = chunk.number()
        if chunk.at != n:
            raise ValueError(f"chunk {kind} has {n} bytes, of which {chunk.at} are used")
    r["functions"], r["cases"] = functions, cases
    return r


found = []


def same(what, a, b):
    if a != b:
        found.append(f"{what}: {a} and {b}")


def check_case(c, r, value):
    """The samples' last one has all counts; where all SMs are there, spans have them, too."""
    name = c["name"]
    last = c["samples"][-1]
    for k, metric in enumerate(r["counts"]):
        same(f"{name}, sample, {metric}", last[1 + k], value(name, METRICS[metric]))
    blocks = value(name, "sm__ctas_launched.sum")
    same(f"{name}, stays", sum(l["stays"] for l in c["launches"]), blocks)
    same(f"{name}, stays that are there", len(c["stays"]), blocks)
    for a, b in zip(c["samples"], c["samples"][1:]):
        if a[0] >= b[0]:
            found.append(f"{name}: a sample at {b[0]} after that at {a[0]}")
    spans = [s for m in c["sms"] for w in m["warps"] for s in w["spans"]]
    for m in c["sms"]:
        for w in m["warps"]:
            check_warp(f"{name}, SM {m['sm']}, block {w['block']} warp {w['warp']}", w, r["together"])
        if r["together"]:
            check_ways(f"{name}, SM {m['sm']}", m["warps"])
    if not all(m["whole"] for m in c["sms"]) or len(c["sms"]) != len({s["sm"] for s in c["stays"]}):
        return False
    total = {"selected": sum(s["slots"] for s in spans)}
    for s in spans:
        for state, _, cycles in s["states"]:
            total[state] = total.get(state, 0) + cycles
    for state in r["states"] if not r["together"] else []:
        same(f"{name}, spans, {state}", total.get(state, 0), value(name, f"simt__warp_cycles_{state}.sum"))
    sums = {k: sum(s[k] for s in spans) for k in ("inst", "threads", "present", "guarded_off")}
    same(f"{name}, spans, inst", sums["inst"], value(name, METRICS["inst_executed"]))
    same(f"{name}, spans, threads", sums["threads"], value(name, METRICS["thread_inst_executed"]))
    if not r["together"]:
        same(f"{name}, spans, waiting", sums["present"] - sums["threads"], value(name, METRICS["lanes_waiting"]))
    same(
        f"{name}, spans, guarded",
        sums["threads"] - sums["guarded_off"],
        value(name, METRICS["thread_inst_executed_true"]),
    )
    return True


def check_warp(what, w, together):
    """Spans follow each other without a gap, and their states have all of their time. Those of a way may have gaps, and have no states."""
    end = w["spans"][0]["from"]
    for s in w["spans"]:
        if s["active"] & ~s["alive"]:
            found.append(f"{what}: lanes run that are not there")
        if together:
            if s["from"] < end or s["begin"] < s["from"] or s["states"]:
                found.append(f"{what}: a span from {s['from']} to {s['end']}, with states {s['states']}, behind one up to {end}")
            end = s["end"]
            continue
        same(f"{what}, a span begins where the last one has ended", s["from"], end)
        before = sum(n for _, inside, n in s["states"] if not inside)
        inside = sum(n for _, inside, n in s["states"] if inside)
        same(f"{what}, states of a wait", before, s["begin"] - s["from"])
        same(f"{what}, states of a run", inside + s["slots"], s["end"] - s["begin"])
        end = s["end"]


def check_ways(what, ways):
    """No lane of a warp is in two spans at the same time; some spans of a warp are at the same time."""
    warps, beside = {}, 0
    for w in ways:
        warps.setdefault((w["launch"], w["block"], w["warp"]), []).extend(w["spans"])
    for place, spans in warps.items():
        spans.sort(key=lambda s: s["begin"])
        for i, s in enumerate(spans):
            for x in spans[i + 1 :]:
                if x["begin"] >= s["end"]:
                    break
                beside += 1
                if x["active"] & s["active"]:
                    found.append(f"{what}, warp {place}: lanes run twice at {x['begin']}")
    if not beside:
        found.append(f"{what}: nothing runs at the same time")


def check_event(e):
    """The members that the format of traces asks for. Returns the event's place where it is a slice."""
    need = {"M": ("name", "args"), "X": ("name", "ts", "dur", "cat", "args"), "C": ("name", "ts", "args")}
    if e.get("ph") not in need:
        found.append(f"trace: an event of kind {e.get('ph')}")
        return
    for name in need[e["ph"]] + ("pid", "tid"):
        if name not in e:
            found.append(f"trace: an event {e['ph']} without {name}")
    for name in ("ts", "dur", "pid", "tid"):
        if name in e and (not isinstance(e[name], int) or e[name] < 0):
            found.append(f"trace: {name} is {e[name]}")
    if e["ph"] == "C" and not all(isinstance(x, (int, float)) for x in e["args"].values()):
        found.append("trace: a counter that is no number")


def check_nesting(events):
    """Slices of a thread are in each other, or apart."""
    threads = {}
    for e in events:
        if e["ph"] == "X":
            threads.setdefault((e["pid"], e["tid"]), []).append((e["ts"], -e["dur"]))
    for place, slices in threads.items():
        ends = []
        for start, less in sorted(slices):
            while ends and ends[-1] <= start:
                ends.pop()
            if ends and start - less > ends[-1]:
                found.append(f"trace: slices of thread {place} overlap at {start}")
            ends.append(start - less)


def check_trace(path, r):
    """Of the first case: its slices have the time, and the arguments, of its spans; its counters are those of its samples."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as f:
        trace = json.load(f)
    c = r["cases"][0]
    events = trace["traceEvents"]
    for e in events:
        check_event(e)
    check_nesting(events)
    warps_there = [w for m in c["sms"] for w in m["warps"]] if not r["together"] else []
    spans = [s for w in warps_there for s in w["spans"]]
    slices = {k: [e for e in events if e["ph"] == "X" and e["cat"] in k] for k in (("run", "mixed"), ("wait",), ("warp",))}
    runs, waits, warps = slices.values()
    same("trace, warps", len(warps), len(warps_there))
    same("trace, cycles of runs", sum(e["dur"] for e in runs), sum(s["end"] - s["begin"] for s in spans))
    same("trace, cycles of waits", sum(e["dur"] for e in waits), sum(s["begin"] - s["from"] for s in spans))
    same("trace, instructions", sum(e["args"]["instructions"] for e in runs), sum(s["inst"] for s in spans))
    same("trace, threads", sum(e["args"]["threads"] for e in runs), sum(s["threads"] for s in spans))
    for state in r["states"]:
        cycles = sum(e["args"].get(state, 0) for e in runs + waits)
        same(f"trace, {state}", cycles, sum(n for s in spans for x, _, n in s["states"] if x == state) + (
            sum(s["slots"] for s in spans) if state == "selected" else 0))
    used = {e["ts"]: e["args"]["% used"] for e in events if e["ph"] == "C" and e["name"] == "issue slots"}
    before, sum_of_slots = 0, 0
    for s in c["samples"]:
        if s[0] > before:
            sum_of_slots += used.get(before, 0) / 100 * (s[0] - before) * r["sms"] * r["subcores"]
        before = s[0]
    issued = c["samples"][-1][1 + r["counts"].index("slots_issued")]
    if abs(sum_of_slots - issued) > 1e-3 * issued + 1:
        found.append(f"trace: counters of issue slots come to {sum_of_slots}, and {issued} were used")
    return len(events)


def main():
    r = read(sys.argv[1])
    rows = {}
    with open(sys.argv[2], newline="") as f:
        for x in csv.DictReader(f):
            if not x["launch"]:
                rows[x["case"], x["metric"]] = x["value"]
    whole = sum(check_case(c, r, lambda case, metric: int(rows[case, metric])) for c in r["cases"])
    spans = sum(len(w["spans"]) for c in r["cases"] for m in c["sms"] for w in m["warps"])
    said = f"{len(r['cases'])} cases, {whole} with all their warps, {spans} spans"
    if len(sys.argv) > 3:
        said += f", {check_trace(sys.argv[3], r)} events"
    print("\n".join(found[:20] + [said]))
    return 1 if found else 0


sys.exit(main())
