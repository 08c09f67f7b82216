"""How long averaging takes in the laboratory: real processes, real QUIC, real coordination, limited lines.

    python -m tests.bench.lab.averaging --list                           the settings
    python -m tests.bench.lab.averaging --only "100 x 4" [--rounds 3]    one setting, or several --only
    python -m tests.bench.lab.averaging --lines 100x4 --elements 10e6    lines of one's own (Mbit/s; see `lines_of`)
    python -m tests.bench.lab.averaging [--uniform] [--json]             the whole table (about half an hour)

Needs Linux, root, and `run_netns.sh` of the baselines' harness (`--harness`). IDLEWILD_LAB_PROFILE=FOLDER has each peer
write a cProfile there; `--logs FOLDER` keeps what the peers logged.

Averaging time is from the first peer that has the plan to the last contributor that has the whole average; the median
of the rounds after one warm-up. The bounds count the bytes of the coded vector alone, no headers, on lines of exactly
that rate. `error` is the norm of the difference from the exact weighted mean over the norm of that, over all parts that
have everybody's gradient; parts that were closed without somebody's are counted, and the row is then not `ok`.
"""

import argparse
import json
import os
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from core.averaging.codec import codec_named
from core.transport.congestion import NAME as CONSIDERATE
from tests.bench.lab.group import Group, LabFailure, Setting, group
from tests.bench.lab.network import HARNESS, end_in_order_when_told
from tests.bench.lab.planning import best_s, lines_of, shared_s, uniform_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table before it is measured."""

    name: str
    lines: str
    elements: float
    codec: str = "float16"

    @property
    def setting(self) -> Setting:
        return Setting(lines=lines_of(self.lines), elements=int(self.elements), codec=self.codec)


ROWS = (
    # The paper's settings: 1 Gb/s is 4 Mbit/s here, and 72 MB, the float16 code of 36 M elements, 1.8 MB. Many slow
    # flows cost far more processor time a byte than few fast ones, so all of them together carry some 5 MB/s.
    Row(name="8 equal", lines="4x8", elements=0.9e6),
    Row(name="16 at a fifth", lines="0.8x16", elements=0.9e6),
    Row(name="8 and 16 at a fifth", lines="4x8,0.8x16", elements=0.9e6),
    # 4 x 200, 8 x 100, 4 x 50 Mbit/s, and auxiliaries at 500, by 40.
    Row(name="200 100 50", lines="5x4,2.5x8,1.25x4", elements=0.9e6),
    Row(name="200 100 50 + 4 aux", lines="5x4,2.5x8,1.25x4,12.5ax4", elements=0.9e6),
    # 50 up, 200 down, by 20.
    Row(name="50/200, 0 client", lines="2.5/10x16", elements=0.9e6),
    Row(name="50/200, 12 client", lines="2.5/10x4,2.5/10cx12", elements=0.9e6),
    Row(name="50/200, 15 client", lines="2.5/10x1,2.5/10cx15", elements=0.9e6),
    # The rows of the baselines.
    Row(name="100 x 2", lines="100x2", elements=10e6),
    Row(name="100 x 4", lines="100x4", elements=10e6),
    Row(name="100 x 8", lines="100x8", elements=10e6),
    Row(name="100 x 4, 8-bit", lines="100x4", elements=10e6, codec="int8"),
    Row(name="100 x 8, 8-bit", lines="100x8", elements=10e6, codec="int8"),
    Row(name="20/100 x 4", lines="20/100x4", elements=10e6),
    Row(name="20/100 x 8", lines="20/100x8", elements=10e6),
    Row(name="20/100 x 4, 2 client", lines="20/100x2,20/100cx2", elements=10e6),
    Row(name="1000 200 50 20", lines="1000,200,50,20", elements=10e6),
    Row(name="2 x 1000 200 50 20", lines="1000x2,200x2,50x2,20x2", elements=10e6),
)
UNIFORM_TOO = {"8 and 16 at a fifth", "200 100 50", "1000 200 50 20"}
"""Where equal spans are measured as well, to see what the program gains."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the table."""

    name: str
    lines: str
    peers: int
    elements: int
    codec: str
    is_uniform: bool
    vector_bytes: float
    uniform_bound_s: float
    best_bound_s: float
    planned_bound_s: float
    """For the shares that were planned, all contributing."""
    seconds: list[float]
    to_all_s: list[float]
    """Until auxiliaries too have the average."""
    to_commit_s: list[float]
    cpu_s: list[float]
    sent_bytes: list[int]
    error: float
    """Of the parts with everybody's gradient."""
    short: int
    """Most parts of one step that were closed without somebody's gradient."""
    has_one_state: bool
    is_whole: bool
    """Whether every contributor's samples were in every step."""
    bugs: list[str]
    load: float

    @property
    def is_right(self) -> bool:
        return self.has_one_state and self.is_whole and not self.short and not self.bugs

    @property
    def median_s(self) -> float:
        return statistics.median(self.seconds)

    @property
    def ratio(self) -> float:
        """To the bound of the best plan, or with equal spans to that of equal spans."""
        return self.median_s / (self.uniform_bound_s if self.is_uniform else self.best_bound_s)


def measure(name: str, text: str, setting: Setting, rounds: int, harness: Path, logs: Path | None) -> Measured:
    """One warm-up and `rounds` rounds. Raises `LabFailure`."""
    codec = codec_named(setting.codec)
    vector_bytes = codec.coded_bytes(1 << 16) / (1 << 16) * setting.elements
    rows: list[tuple[float, float, float, float, int]] = []
    errors: list[float] = []
    has_one_state = is_whole = True
    shares: list[int] = []
    short = 0
    with group(setting, harness=harness, keep_logs=logs) as peers:
        for number in range(rounds + 1):
            cpu_s, sent = peers.cpu_s(), sum(peers.net.sent_bytes())
            step = peers.go()
            told = peers.finish(step)
            spent = (peers.cpu_s() - cpu_s, sum(peers.net.sent_bytes()) - sent)
            peers.check(step, [0])
            has_one_state &= len(set(told.states.values())) == 1
            is_whole &= len(told.given) == len(setting.contributors)
            errors.append(told.checks[0]["error"])
            shares = told.shares
            row = _times(peers, step)
            late = len(told.committed.keys() - told.complete.keys())
            short = max(short, told.checks[0]["short"])
            print(
                f"# {name}: round {number}, {row[0]:.2f} s, {spent[0]:.1f} CPU-s, samples {told.given}, "
                f"{told.checks[0]['short']} parts lack one, {late} peers fetched the rest after the seal, spans "
                + " ".join(f"{100 * share / setting.elements:.1f}" for share in shares)
                + " %",
                file=sys.stderr,
            )
            if number:
                rows.append((*row, *spent))
        bugs = peers.bugs
    lines = setting.lines
    planned_s = shared_s(lines, [share / setting.elements for share in shares], vector_bytes)
    return Measured(
        name=name,
        lines=text,
        peers=len(lines),
        elements=setting.elements,
        codec=setting.codec,
        is_uniform=setting.uniform,
        vector_bytes=vector_bytes,
        uniform_bound_s=uniform_s(lines, vector_bytes),
        best_bound_s=best_s(lines, vector_bytes),
        planned_bound_s=planned_s,
        seconds=[row[0] for row in rows],
        to_all_s=[row[1] for row in rows],
        to_commit_s=[row[2] for row in rows],
        cpu_s=[row[3] for row in rows],
        sent_bytes=[row[4] for row in rows],
        error=max(errors),
        short=short,
        has_one_state=has_one_state,
        is_whole=is_whole,
        bugs=bugs,
        load=os.getloadavg()[0],
    )


def _times(peers: Group, step: int) -> tuple[float, float, float]:
    """Until the last contributor, the last peer has the average, and until the last has the commit."""
    told = peers.steps[step]
    last = max(told.averaged_s(number) for number in peers.setting.contributors)
    everybody = max(told.averaged_s(peer.number) for peer in peers.peers)
    return last - told.start_s, everybody - told.start_s, max(told.committed.values()) - told.start_s


# --- what is printed

HEAD = (
    f"{'setting':24} {'peers':>5} {'vector':>8} {'uniform':>8} {'LP':>7} {'plan':>7} {'ours':>7} {'range':>13} "
    f"{'x bound':>7} {'commit':>7} {'CPU-s':>6} {'sent':>7} {'error':>8} ok"
)


def text_of(row: Measured) -> str:
    name = row.name + (", equal spans" if row.is_uniform else "")
    verdict = "yes" if row.is_right else f"NO ({row.short} parts short)" if row.short else "NO"
    commit_s, cpu_s, sent_bytes = map(statistics.median, (row.to_commit_s, row.cpu_s, row.sent_bytes))
    return (
        f"{name:24.36} {row.peers:5} {row.vector_bytes / 1e6:5.1f} MB {row.uniform_bound_s:7.2f}s "
        f"{row.best_bound_s:6.2f}s {row.planned_bound_s:6.2f}s {row.median_s:6.2f}s "
        f"{min(row.seconds):6.2f}-{max(row.seconds):<6.2f} {row.ratio:7.2f} {commit_s:6.2f}s {cpu_s:6.1f} "
        f"{sent_bytes / 1e6:5.1f}MB {row.error:8.1e} {verdict}"
    )


def chosen(options: argparse.Namespace) -> list[tuple[str, str, Setting]]:
    if options.lines:
        row = Row(name=options.lines, lines=options.lines, elements=options.elements, codec=options.codec)
        rows: Sequence[Row] = [row]
    else:
        rows = [row for row in ROWS if not options.only or row.name in options.only]
    found: list[tuple[str, str, Setting]] = []
    for row in rows:
        setting = row.setting
        if options.part_elements:
            setting = replace(setting, part_elements=options.part_elements)
        lines = [line.slower(options.slower) for line in setting.lines]
        setting = replace(setting, weighted=options.weighted, lines=lines, control=options.control)
        if not options.uniform:
            found.append((row.name, row.lines, setting))
        if options.uniform or (row.name in UNIFORM_TOO and not options.no_uniform):
            found.append((row.name, row.lines, replace(setting, uniform=True)))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="averaging times in the laboratory")
    parser.add_argument("--list", action="store_true", help="say which settings there are")
    parser.add_argument("--only", action="append", help="this setting (may be repeated)")
    parser.add_argument("--lines", help="lines of one's own, as 100x4 or 1000,200,50,20")
    parser.add_argument("--elements", type=float, default=10e6, help="of the vector, with --lines")
    parser.add_argument("--codec", default="float16", help="with --lines")
    parser.add_argument("--part-elements", type=int, default=0, help="the most in a part")
    parser.add_argument("--slower", type=float, default=1.0, help="divides all rates: less for the processor to do")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--uniform", action="store_true", help="equal spans in all settings, and nothing else")
    parser.add_argument("--no-uniform", action="store_true", help="the program's spans alone")
    parser.add_argument("--weighted", action="store_true", help="peers give different numbers of samples")
    parser.add_argument(
        "--control",
        default=CONSIDERATE,
        help="congestion control: ours, or aioquic's cubic to see what averaging itself costs",
    )
    parser.add_argument("--harness", type=Path, default=HARNESS)
    parser.add_argument("--logs", type=Path, help="where to keep the peers' logs")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.list:
        for row in ROWS:
            print(f"{row.name:24} {row.lines:28} {row.elements / 1e6:g} M {row.codec}")
        return 0
    end_in_order_when_told()
    rows: list[Measured] = []
    failed: list[str] = []
    if not options.json:
        print(HEAD, flush=True)
    for name, text, setting in chosen(options):
        try:
            row = measure(name, text, setting, options.rounds, options.harness, options.logs)
        except (LabFailure, ValueError) as fault:
            failed.append(f"{name}: {fault}")
            print(f"{name:24} failed: {fault}", file=sys.stderr, flush=True)
            continue
        rows.append(row)
        if not options.json:
            print(text_of(row), flush=True)
            for bug in row.bugs:
                print(f"    bug: {bug}", flush=True)
    if options.json:
        print(
            json.dumps(
                {
                    "rows": [asdict(row) | {"median_s": row.median_s, "ratio": row.ratio} for row in rows],
                    "failed": failed,
                },
                indent=1,
            )
        )
    return 1 if failed or not all(row.is_right for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
