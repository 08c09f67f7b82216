"""Others and ours in the same laboratory, one after the other: one table.

    python -m tests.bench.lab.rivals --environment ENV [--scale 5] [--only "100 x 4"] [--rounds 3] [--json]

ENV is a virtual environment with torch, `hivemind==1.1.12`, `numpy<2.4` and scipy; pccl is measured where it can be
imported there. The scripts are those of the baselines' harness (`--harness`), copied to a folder of their own because
they write beside themselves. `--scale 5` divides lines and vectors by five: times stay, and nobody waits for the
processor. Needs Linux and root. Without --only it takes about half an hour.

gloo and pccl: seconds from a common start to the last peer; hivemind: from the first peer that averages to the last (in
brackets what it takes to find each other); ours: see `tests.bench.lab.averaging`. TCP uses cubic.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.bench.lab.averaging import measure
from tests.bench.lab.group import LabFailure, Setting
from tests.bench.lab.network import HARNESS, end_in_order_when_told, shaping, turn
from tests.bench.lab.planning import Line, best_s, lines_of, uniform_s

RIVALS = ("gloo", "pccl", "hivemind", "hivemind declared")
LIMIT_S = 900.0
WORDS = {"float16": ("fp16", "fp16"), "int8": ("fp16", "u8")}
"""Codec of ours to the element type of gloo and pccl, and hivemind's compression."""
NO_MODULE = "def clean():\n    pass\n"
"""The harness cleans shared memory by a module that it does not bring."""


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    lines: str
    millions: float
    codec: str = "float16"
    rivals: tuple[str, ...] = ("gloo", "pccl", "hivemind")

    def scaled(self, by: float) -> "Row":
        slower = [line.slower(by) for line in lines_of(self.lines)]
        lines = ",".join(f"{line.up:g}/{line.down:g}" + ("" if line.accepts_links else "c") for line in slower)
        return replace(self, lines=lines, millions=self.millions / by)


ROWS = (
    Row("100 x 2", "100x2", 10),
    Row("100 x 4", "100x4", 10),
    Row("100 x 8", "100x8", 10),
    Row("100 x 4, 8-bit", "100x4", 10, "int8", ("pccl", "hivemind")),
    Row("100 x 8, 8-bit", "100x8", 10, "int8", ("pccl", "hivemind")),
    Row("100 x 4, 50 M", "100x4", 50),
    Row("20/100 x 4", "20/100x4", 10),
    Row("20/100 x 8", "20/100x8", 10),
    Row("20/100 x 4, two in client mode", "20/100x2,20/100cx2", 10, rivals=("hivemind",)),
    Row("1000, 200, 50, 20", "1000,200,50,20", 10, rivals=RIVALS),
    Row("2 x (1000, 200, 50, 20)", "1000x2,200x2,50x2,20x2", 10, rivals=RIVALS),
)


@dataclass(slots=True)
class Result:
    """One line of the table; seconds, None where it was not measured or failed."""

    name: str
    lines: str
    millions: float
    codec: str
    uniform_bound_s: float
    best_bound_s: float
    ours_s: float | None = None
    ours_cpu_s: float | None = None
    ours_error: float | None = None
    rivals_s: dict[str, float | None] = field(default_factory=dict)
    summaries: dict[str, dict[str, Any]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


class Harness:
    """A copy of the baselines' scripts, with the environment where they look for it."""

    def __init__(self, folder: Path, source: Path, environment: Path) -> None:
        self._folder = folder
        for script in source.iterdir():
            if script.is_file():
                shutil.copy(script, folder / script.name)
        (folder / "shmclean.py").write_text(NO_MODULE)
        (folder / "venv").symlink_to(environment.absolute())
        (folder / "logs").mkdir()
        self.python = folder / "venv" / "bin" / "python"
        packages = environment / "pccl_pkg"
        if packages.is_dir():
            (folder / "pccl_pkg").symlink_to(packages.absolute())

    def can(self, module: str) -> bool:
        path = os.pathsep.join([str(self._folder / "pccl_pkg"), os.environ.get("PYTHONPATH", "")])
        command = [self.python, "-c", f"import {module}"]
        return (
            subprocess.run(command, check=False, capture_output=True, env=dict(os.environ, PYTHONPATH=path)).returncode
            == 0
        )

    def run(self, lines: Sequence[Line], script: str, *words: str) -> dict[str, Any]:
        """The script's summary, on lines shaped as ours are. Raises `LabFailure`."""
        command = [str(self.python), script, *words]
        environment = os.environ | {"BENCH_LOCK_HELD": "1", "PYTHONPATH": str(self._folder)} | shaping(lines)
        with subprocess.Popen(
            command, cwd=self._folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                said, errors = process.communicate(timeout=LIMIT_S)
            except BaseException as fault:
                process.terminate()  # by SIGTERM it ends without cleaning up; its peers end with their input
                process.wait()
                if isinstance(fault, subprocess.TimeoutExpired):
                    raise LabFailure(f"{script} did not end in {LIMIT_S:.0f} s") from None
                raise
            finally:
                subprocess.run([self._folder / "run_netns.sh", "down"], check=False, env=dict(environment, PFX="bl"))
        if process.returncode or not said.strip():
            raise LabFailure(f"{script}: {errors.strip().splitlines()[-1] if errors.strip() else process.returncode}")
        record: dict[str, Any] = json.loads(said.strip().splitlines()[-1])
        if record.get("error"):
            raise LabFailure(f"{script}: {record['error']}")
        summary: dict[str, Any] = record["summary"]
        return summary


def measure_rival(harness: Harness, rival: str, row: Row, rounds: int) -> tuple[float | None, dict[str, Any]]:
    lines = lines_of(row.lines)
    links = ",".join(f"{line.up:g}/{line.down:g}" for line in lines)
    element_type, compression = WORDS[row.codec]
    words = ["--links", links, "--params", f"{row.millions:g}", "--rounds", str(rounds)]
    if rival == "gloo":
        summary = harness.run(lines, "bench_gloo.py", *words, "--dtype", element_type)
        return summary["total_s"], summary
    if rival == "pccl":
        quantization = ["--quant", "minmax"] if row.codec == "int8" else ["--dtype", element_type]
        summary = harness.run(lines, "bench_pccl.py", *words, *quantization)
        return summary["total_s"], summary
    clients = ",".join(str(number) for number, line in enumerate(lines) if not line.accepts_links)
    declared = ["--bandwidth", "true"] if rival == "hivemind declared" else []
    summary = harness.run(
        lines, "bench_hivemind_averaging.py", *words, "--compression", compression, "--clients", clients, *declared
    )
    return summary["allreduce_s"], summary


def measure_row(harness: Harness, row: Row, rivals: Sequence[str], rounds: int, source: Path) -> Result:
    lines = lines_of(row.lines)
    vector_bytes = row.millions * 1e6 * (1 if row.codec == "int8" else 2)
    result = Result(
        row.name, row.lines, row.millions, row.codec, uniform_s(lines, vector_bytes), best_s(lines, vector_bytes)
    )
    for rival in row.rivals:
        if rival.split()[0] not in rivals:
            continue
        try:
            result.rivals_s[rival], result.summaries[rival] = measure_rival(harness, rival, row, rounds)
        except LabFailure as fault:
            result.faults.append(f"{rival}: {fault}")
    if "ours" in rivals:
        setting = Setting(lines=lines, elements=int(row.millions * 1e6), codec=row.codec)
        try:
            ours = measure(row.name, row.lines, setting, rounds, source, None)
        except (LabFailure, ValueError) as fault:
            result.faults.append(f"ours: {fault}")
        else:
            result.ours_s, result.ours_error = ours.median_s, ours.error
            result.ours_cpu_s = statistics.median(ours.cpu_s)
            result.faults += ours.bugs
    return result


HEAD = (
    f"{'links x peers (Mbit/s)':31} {'vector':>14} {'uniform':>8} {'LP':>7} {'gloo':>7} {'pccl':>7} "
    f"{'hivemind':>14} {'declared':>8} {'ours':>7} {'x LP':>5} {'CPU-s':>6} {'error':>7}"
)


def text_of(row: Result) -> str:
    matching = row.summaries.get("hivemind", {}).get("matchmaking_s")
    hivemind = _s(row.rivals_s.get("hivemind")) + (f" (+{matching:.2f})" if matching is not None else "")
    ratio = f"{row.ours_s / row.best_bound_s:5.2f}" if row.ours_s else "    -"
    return (
        f"{row.name:31} {row.millions:5g} M {row.codec.replace('int8', '8-bit'):>7} "
        f"{row.uniform_bound_s:7.2f}s {row.best_bound_s:6.2f}s {_s(row.rivals_s.get('gloo')):>7} "
        f"{_s(row.rivals_s.get('pccl')):>7} {hivemind:>14} {_s(row.rivals_s.get('hivemind declared')):>8} "
        f"{_s(row.ours_s):>7} {ratio} {row.ours_cpu_s or 0.0:6.1f} {row.ours_error or 0.0:7.0e}"
    )


def _s(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2f}s"


def main() -> int:
    parser = argparse.ArgumentParser(description="gloo, pccl, hivemind and ours in the same laboratory")
    parser.add_argument("--environment", type=Path, required=True, help="virtual environment of the others")
    parser.add_argument("--harness", type=Path, default=HARNESS)
    parser.add_argument("--scale", type=float, default=1.0, help="divides lines and vectors")
    parser.add_argument("--only", action="append", choices=[row.name for row in ROWS], help="(may be repeated)")
    parser.add_argument(
        "--who", action="append", choices=("gloo", "pccl", "hivemind", "ours"), help="(may be repeated)"
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    end_in_order_when_told()
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="idlewild-rivals-") as made, turn():
        harness = Harness(Path(made), options.harness, options.environment)
        os.environ["BENCH_LOCK_HELD"] = "1"
        rivals = list(options.who or ("gloo", "pccl", "hivemind", "ours"))
        for rival, module in (("gloo", "torch"), ("pccl", "pccl"), ("hivemind", "hivemind")):
            if rival in rivals and not harness.can(module):
                print(f"# {module} cannot be imported in {options.environment}: left out", file=sys.stderr)
                rivals.remove(rival)
        if not options.json:
            print(HEAD, flush=True)
        for row in ROWS:
            if options.only and row.name not in options.only:
                continue
            asked = row.scaled(options.scale)
            results.append(measure_row(harness, asked, rivals, options.rounds, options.harness))
            if not options.json:
                print(text_of(results[-1]), flush=True)
                for fault in results[-1].faults:
                    print(f"    {fault}", flush=True)
    if options.json:
        print(json.dumps([asdict(result) for result in results], indent=1))
    return 1 if any(result.faults for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
