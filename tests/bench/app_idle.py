"""What the app takes while nobody looks at it: memory, processor, wake-ups; and how soon its window is there.

    python -m tests.bench.app_idle [--minutes 10] [--starts 5] [--json]

Under Xvfb, beside an engine in another process that speaks the real protocol: its status every 0.5 s, a commit every
2 s, five years of history, 2,000 steps. Each line is one state of the app, which was in it for the whole time:

    hidden     started in the tray, its window never opened
    closed     its window was open on the first page and was closed
    visited    the same, after each page was shown once

Memory is read at the end of each state: RSS, and PSS, which counts what is shared with other programs by parts. The
processor's part is of one core. Beside Xvfb there is no tray; the app is told that there is one, else it would not
hide. Nothing is asserted, but what is beyond its budget gets a mark.
"""

import argparse
import json
import os
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUSY = ROOT / "tests" / "gui" / "busy_engine.py"
DRIVER = ROOT / "tests" / "bench" / "app_driver.py"
DAYS = 5 * 365 + 1
STEPS = 2_000
MOST_BYTES, MOST_PERCENT, MOST_WINDOW_S, MOST_EVENT_MS = 90e6, 0.3, 0.5, 50.0
LIMIT_S = 60.0
STATES = ("hidden", "closed", "visited")


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """The environment of programs on a screen of their own."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    environment = {
        name: value for name, value in os.environ.items() if name not in {"WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    }
    try:
        yield {**environment, "DISPLAY": f":{number}", "PYTHONPATH": str(ROOT)}
    finally:
        server.terminate()
        server.wait()


@contextmanager
def engine(home: Path, environment: dict[str, str], days: int) -> Iterator[None]:
    command = [sys.executable, str(BUSY), str(home), "--days", str(days), "--steps", str(STEPS)]
    process = subprocess.Popen(
        [*command, "--every", "0.5", "--commit-every", "2"], stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def app(home: Path, environment: dict[str, str], *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, str(DRIVER), str(home), str(time.monotonic()), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def said(process: subprocess.Popen[str]) -> dict[str, float]:
    """Next line of the driver."""
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], LIMIT_S)
    line = process.stdout.readline() if ready else ""
    if not line:
        raise SystemExit("The app does not come into this state; what it printed says why.")
    found: dict[str, float] = json.loads(line)
    return found


def memory(pid: int) -> tuple[int, int]:
    """RSS and PSS in bytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    sizes = {words[0]: int(words[1]) * 1024 for words in map(str.split, lines) if words[-1] == "kB"}
    return sizes["Rss:"], sizes["Pss:"]


def processor_s(pid: int) -> float:
    """By the scheduler's own account, which counts nanoseconds and not ticks."""
    return sum(int(path.read_text().split()[0]) for path in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def wakeups(pid: int) -> int:
    """Times that a thread of it had waited and went on."""
    found = 0
    for path in Path(f"/proc/{pid}/task").glob("*/status"):
        lines = path.read_text().splitlines()
        found += sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))
    return found


def watch(pid: int, seconds: float) -> dict[str, float]:
    begin_s, cpu_s, woken = time.monotonic(), processor_s(pid), wakeups(pid)
    time.sleep(seconds)
    passed_s = time.monotonic() - begin_s
    rss, pss = memory(pid)
    return {
        "rss_bytes": rss,
        "pss_bytes": pss,
        "cpu_percent": 100 * (processor_s(pid) - cpu_s) / passed_s,
        "wakeups_per_s": (wakeups(pid) - woken) / passed_s,
    }


def idle(state: str, seconds: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, display() as environment:
        home = Path(folder)
        with engine(home, environment, DAYS), app(home, environment, "--state", state) as process:
            driven = said(process)
            found = watch(process.pid, seconds)
            return {**found, "longest_event_ms": driven["longest_event_ms"]}


def opening() -> dict[str, float]:
    """From the start of the process until its first page has been painted; the processor's time, too, which says more
    where others use the computer."""
    with tempfile.TemporaryDirectory() as folder, display() as environment:
        home = Path(folder)
        with engine(home, environment, 1), app(home, environment, "--state", "open") as process:
            return said(process)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="in each state")
    parser.add_argument("--starts", type=int, default=5, help="of which the median is told")
    parser.add_argument("--states", nargs="+", choices=STATES, default=STATES)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    opened = [opening() for _ in range(chosen.starts)]
    opened_s, opened_cpu_s = (statistics.median(one[key] for one in opened) for key in ("window_s", "window_cpu_s"))
    found = {state: idle(state, 60 * chosen.minutes) for state in chosen.states}
    if chosen.json:
        print(json.dumps({"window_s": opened_s, "window_cpu_s": opened_cpu_s, **found}))
        return 0
    print(
        f"window after {opened_s:.2f} s (median of {chosen.starts}){mark(opened_s > MOST_WINDOW_S)},"
        f" {opened_cpu_s:.2f} s of the processor"
    )
    for state, of in found.items():
        print(
            f"{state:8} RSS {of['rss_bytes'] / 1e6:5.1f} MB{mark(of['rss_bytes'] > MOST_BYTES)}"
            f"  PSS {of['pss_bytes'] / 1e6:5.1f} MB{mark(of['pss_bytes'] > MOST_BYTES)}"
            f"  {of['cpu_percent']:.3f} % of a core{mark(of['cpu_percent'] > MOST_PERCENT)}"
            f"  {of['wakeups_per_s']:.1f} wake-ups/s"
            f"  longest event {of['longest_event_ms']:.0f} ms{mark(of['longest_event_ms'] > MOST_EVENT_MS)}"
        )
    return 0


def mark(is_beyond: bool) -> str:
    return " (!)" if is_beyond else ""


if __name__ == "__main__":
    sys.exit(main())
