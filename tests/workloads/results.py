"""results.py ALL.csv PC.csv ALL.json: do the forms of results of one run agree? Says what does not and ends with status 1."""
import csv
import json
import sys

STATES = ["selected", "not_selected", "wait", "long_scoreboard", "short_scoreboard", "math_pipe_throttle", "lg_throttle",
          "mio_throttle", "branch_resolving", "barrier", "membar", "drain", "no_instruction", "imc_miss", "dispatch_stall",
          "sleeping", "misc"]
COUNTS = ["inst_executed", "thread_inst_executed", "thread_inst_executed_true", "inst_partial"]
MEMORY = ["sectors", "sectors_ideal", "wavefronts", "wavefronts_ideal"]


def fail(text):
    print(text)
    sys.exit(1)


def number(text, value):
    """Whether the text of the CSV is that of the JSON value, to the digits that it has."""
    digits = len(text.partition(".")[2])
    return f"{value:.{digits}f}" == text if digits or isinstance(value, float) else text == str(value)


def lines_add_up(place):
    """Lines have what their instructions have, each once; loops have it too. A loop in another one is a part of it."""
    names = [name for name in COUNTS if name != "inst_partial"] + MEMORY
    by_pc = {one["pc"]: one for one in place["instructions"]}
    seen = []
    for line in place["lines"] + place["loops"]:
        for name in names:
            if line[name] != sum(by_pc[pc].get(name, 0) for pc in line["pcs"]):
                fail(f"{line}: {name} is not what its instructions have")
        for name, value in line.get("warp_cycles", {}).items():
            if value != sum(by_pc[pc]["warp_cycles"][name] for pc in line["pcs"]):
                fail(f"{line}: {name} is not what its instructions have")
        if line["sectors_ideal"] > line["sectors"] or line["wavefronts_ideal"] > line["wavefronts"]:
            fail(f"{line}: less than the ideal")
        if "line" in line and any(line["line"] not in [place["line"] for place in [by_pc[pc], *by_pc[pc].get("inlined", [])]] for pc in line["pcs"]):
            fail(f"{line}: an instruction of another line")
    for line in place["lines"]:
        seen += line["pcs"]
    if sorted(seen) != [one["pc"] for one in place["instructions"] if one["inst_executed"]]:
        fail("an instruction is in no line, or in two")
    heads = {loop["head"]: set(loop["pcs"]) for loop in place["loops"]}
    for loop in place["loops"]:
        if loop["rounds"] != by_pc[loop["head"]]["inst_executed"] or ("around" in loop and not heads[loop["around"]] > set(loop["pcs"])):
            fail(f"{loop}: its rounds, or what is around it")
    if sum(line["sectors"] for line in place["lines"]) != place["metrics"]["l1tex__t_sectors.sum"]["value"]:
        fail("the sectors of all lines")


def main(all_csv, pc_csv, all_json):
    with open(all_json, encoding="utf-8") as f:
        j = json.load(f)
    if not j["machine"]["parameters"]["warp_size"]["source"]:
        fail("a parameter without source")
    metrics, places = {}, {}
    for case in j["cases"]:
        places[case["case"], ""] = case
        for launch in case["launches"]:
            places[case["case"], str(launch["id"])] = launch
    for key, place in places.items():
        for name, metric in place["metrics"].items():
            metrics[*key, name] = metric
    compared = 0
    with open(all_csv, encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            place = places.get((row["case"], row["id"]))
            if place is None or place["status"] != row["status"]:
                fail(f"{row}: not in the JSON, or with another status")
            for name, value in places[row["case"], ""]["parameters"].items():
                if row[name] != value:
                    fail(f"{row}: parameter {name}")
            if row["value"] == "":
                continue
            metric = metrics.pop((row["case"], row["id"], row["metric"]), None)
            if metric is None or metric["unit"] != row["unit"] or not number(row["value"], metric["value"]):
                fail(f"{row}: in the JSON {metric}")
            compared += 1
    if metrics:
        fail(f"only in the JSON: {list(metrics)[:5]}")
    for place in places.values():
        if "instructions" in place:
            lines_add_up(place)
    states = {}
    with open(pc_csv, encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            place = places[row["case"], row["id"]]
            one = place["instructions"][int(row["pc"], 16) // 16]
            if one["sass"] != row["sass"] or str(one.get("line", "")) != row["line"] or one.get("file", "") != row["file"]:
                fail(f"{row}: in the JSON {one}")
            for name in COUNTS:
                if str(one[name]) != row[name]:
                    fail(f"{row}: {name} is {one[name]} in the JSON")
            for name, value in one.get("warp_cycles", {}).items():
                if str(value) != row[name]:
                    fail(f"{row}: {name} is {value} in the JSON")
                key = row["case"], row["id"], name
                states[key] = states.get(key, 0) + value
            compared += 1
    for (case, launch, name), value in states.items():
        # an instruction that faults took an issue slot and is not counted as executed
        value += name == "selected" and places[case, launch]["status"] == "fault"
        if value != places[case, launch]["metrics"][f"simt__warp_cycles_{name}.sum"]["value"]:
            fail(f"case {case}, launch {launch}: the instructions' {name} add up to {value}")
    timed = j["mode"] == "cycle"
    if timed != bool(states) or (timed and sorted({name for _, _, name in states}) != sorted(STATES)):
        fail("warp states are missing, or should be")
    print(f"{compared} values of CSV in the JSON, the states of {len(states) // len(STATES)} launches add up")


main(*sys.argv[1:])
