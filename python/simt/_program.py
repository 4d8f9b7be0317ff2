"""simt-sim as a function: whole workloads, and what only the program computes, such as what each root of divergence costs."""
import json
import os
import shutil
import subprocess
import tempfile

from ._library import CHECKOUT, Error


def _program():
    built = CHECKOUT / "build" / "simt-sim"
    name = os.environ.get("SIMT_SIM") or (str(built) if built.exists() else shutil.which("simt-sim"))
    if not name:
        raise Error("there is no simt-sim in PATH; build and install it, or let SIMT_SIM name it")
    return name


def run(workload, *, machine="h200", parameters=None, only=(), let=None, roots=False, instructions=False, options=()):
    """Runs a workload.csv(5) and returns what simt-sim --json writes, as dicts and lists (simt-results(5)).

    parameters: of the machine, {"warp_size": 16}. only: globs of cases. let: values of the workload's $columns. roots: where divergence starts and
    what it costs. instructions: counts by instruction. options: more of simt-sim(1), such as ("--mode", "functional").

    Cases whose results are not what the workload expects have "status": "mismatch". All else that fails is an Error."""
    command = [_program(), "--quiet", "--machine", str(machine)]
    for name, value in (parameters or {}).items():
        command += ["--set", f"{name}={('off', 'on')[value] if isinstance(value, bool) else value}"]
    for glob in [only] if isinstance(only, str) else only:
        command += ["--only", glob]
    for name, value in (let or {}).items():
        command += ["--let", f"{name}={value}"]
    command += ["--roots"] if roots else []
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "result.json")
        command += [f"--per-pc={os.path.join(folder, 'pc.csv')}"] if instructions else []
        command += [f"--json={result}", *options, os.fspath(workload)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 1):
            raise Error(done.stderr.strip() or f"simt-sim ended with status {done.returncode}", done.returncode)
        with open(result, encoding="utf-8") as f:
            return json.load(f)
