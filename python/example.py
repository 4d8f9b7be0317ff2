"""example.py: a kernel whose branches part, on machines with other warps; a notebook in plain Python (cells begin with # %%).

python3 example.py [branch-patterns.cubin]
"""
# %% A machine, a module, a launch
import array
import csv
import pathlib
import random
import sys

import simt

workloads = pathlib.Path(__file__).resolve().parents[1] / "workloads"
cubin = sys.argv[1] if len(sys.argv) > 1 else workloads / "branch-patterns" / "branch-patterns.cubin"
BLOCKS, THREADS, ROUNDS = 2, 1024, 32

random.seed(1)
values = array.array("b", (random.randrange(100) for _ in range(BLOCKS * THREADS * ROUNDS)))
out = array.array("i", bytes(4 * 2 * BLOCKS * THREADS))
arguments = [values, out, 50, 65535, 3, 5, 7, 11]  # side one is taken by 50 % of the values


def launch(machine, **options):
    return simt.Module(cubin, machine, **options).launch("if_kept_8", BLOCKS, THREADS, arguments)


h200 = launch(simt.Machine("h200"), states=True)
print(f"{h200.kernel}: {h200.cycles} cycles, {h200.active_lanes:.1f} active lanes, results {sum(out)} together")

# %% Where do its lanes part, and which source lines take the warps' time?
for root in h200.roots():
    print(f"parted {root['diverged']} times at PC {root['pc']:#x}, {root['file']}:{root['line']}: {root['sass']}")
lines = h200.lines()
for line in sorted(lines, key=lambda line: -line["inst_executed"])[:3]:
    print(f"{line['file']}:{line['line']}: {line['inst_executed']} instructions, {line['state_wait']} warp-cycles in wait")
simt.frame(lines)  # a frame where pandas is there

# %% A sweep; a machine that cannot run it is a row with the reason
rows = []
for warp in (8, 16, 24, 32, 64):
    for policy in ("barrier", "stack", "ideal"):
        row = {"machine": "h200", "warp_size": warp, "reconvergence": policy, "cycles": None, "speed_up": None, "error": None}
        try:
            result = launch(simt.Machine("h200", warp_size=warp, reconvergence=policy))
            row.update(cycles=result.cycles, speed_up=round(h200.cycles / result.cycles, 4))
        except simt.Error as e:
            row["error"] = str(e)
        rows.append(row)
print(simt.frame([row for row in rows if row["warp_size"] == 64]))
print(rows[6]["error"])

# %% A table for simt-plot: simt-plot sweep.csv --x warp --y speed-up --by reconvergence --log x -o sweep.svg
with open("sweep.csv", "w", newline="") as f:
    table = csv.DictWriter(f, rows[0], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
again = simt.read_table("sweep.csv")
print(len(again), "rows")

# %% What only the program computes: what each root of divergence costs
result = simt.run(workloads / "branch-patterns" / "branch-patterns.csv", only="if-kept-1-50", roots=True)
for root in result["cases"][0]["launches"][0]["roots"]["list"]:
    print(f"{root['file']}:{root['line']}: {root['lane_slots']} lane-slots wait behind {root['sass']}")
