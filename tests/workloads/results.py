"""results.py ALL.csv PC.csv ALL.json: do the forms of results of one run agree? Says what does not and ends with status 1."""
import csv
import json
import sys

STATES = ["selected", "not_selected", "wait", "long_scoreboard", "short_scoreboard", "math_pipe_throttle", "lg_throttle",
          "mio_throttle", "branch_resolving", "barrier", "membar", "drain", "no_instruction", "imc_miss", "dispatch_stall",
          "sleeping", "misc"]
COUNTS = ["inst_executed", "thread_inst_executed", "thread_inst_executed_true", "inst_partial"]


def fail(text):
    print(text)
    sys.exit(1)


def number(text, value):
    """Whether the text of the CSV is that of the JSON value, to the digits that it has."""
    digits = len(text.partition(".")[2])
    return f"{value:.{digits}f}" == text if digits or isinstance(value, float) else text == str(value)


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
