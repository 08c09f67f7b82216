"""What the app takes while nobody looks at it: memory, processor, wake-ups; and how soon its window is there.

    python -m tests.bench.app_idle [--minutes 10] [--settle 75] [--starts 5] [--states hidden closed visited] [--json]

Under Xvfb and a message bus of its own, with a panel (`panel.py`) that takes the tray icon and an engine in another
process that speaks the real protocol: its status every 0.5 s, a commit every 2 s, five years of history, 2,000 steps.
The first run is over, as at most starts. Each line is one state of the app, which was in it for the whole time:

    hidden     started in the tray, its window never opened
    closed     its window was open on the first page and was closed
    visited    the same, after each page was shown once

Nothing is measured for `--settle` seconds after the state was reached: the start is over by then, and what the app
gives back a minute after its window went is given back. Memory is read before that (`at first`) and at the end: RSS,
and PSS, which counts what is shared with other programs by parts. The processor's part is of one core, in all and by
thread. The window's thread is watched from the state on; beside it stands what it did before, when pages were made:
turns of its loop, or with `--events` single events, which takes two megabytes more. Nothing is asserted, but what is
beyond its budget gets a mark. A window that is seen while it should be hidden ends the measuring.
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
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BUSY = ROOT / "tests" / "gui" / "busy_engine.py"
PANEL = ROOT / "tests" / "bench" / "panel.py"
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
def desktop(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """The same, with a message bus and a panel."""
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # it may not open as many files as it would like to
        text=True,
        env=environment,
    )
    assert bus.stdout is not None
    environment = {**environment, "DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
    panel = subprocess.Popen([sys.executable, str(PANEL)], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert panel.stdout is not None
        assert panel.stdout.readline() == "ready\n"
        yield environment
    finally:
        for process in (panel, bus):
            process.kill()
            process.wait()


def prepared(home: Path) -> Path:
    (home / "app.ini").write_text("[first_run]\ndone=true\n")
    return home


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
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment, cwd=ROOT)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def said(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Next line of the driver."""
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], LIMIT_S)
    line = process.stdout.readline() if ready else ""
    if not line:
        raise SystemExit("The app does not come into this state; what it printed says why.")
    found: dict[str, Any] = json.loads(line)
    return found


def asked(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What it says now."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    return said(process)


def memory(pid: int) -> tuple[int, int]:
    """RSS and PSS in bytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    sizes = {words[0]: int(words[1]) * 1024 for words in map(str.split, lines) if words[-1] == "kB"}
    return sizes["Rss:"], sizes["Pss:"]


def threads(pid: int) -> dict[str, tuple[float, int]]:
    """Name and number of each to its seconds of the processor, by the scheduler's own account, which counts nanoseconds
    and not ticks, and to the times that it had waited and went on."""
    found = {}
    for path in Path(f"/proc/{pid}/task").iterdir():
        lines = (path / "status").read_text().splitlines()
        waits = next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))
        name = f"{(path / 'comm').read_text().strip()} {path.name}"
        found[name] = int((path / "schedstat").read_text().split()[0]) / 1e9, waits
    return found


def watch(pid: int, seconds: float) -> dict[str, Any]:
    begin_s, before = time.monotonic(), threads(pid)
    time.sleep(seconds)
    passed_s, after = time.monotonic() - begin_s, threads(pid)
    percents, wakeups = {}, 0.0
    for name, (cpu_s, waits) in after.items():
        cpu_before_s, waits_before = before.get(name, (0.0, 0))
        percents[name.rpartition(" ")[0]] = 100 * (cpu_s - cpu_before_s) / passed_s
        wakeups += (waits - waits_before) / passed_s
    rss, pss = memory(pid)
    return {
        "rss_bytes": rss,
        "pss_bytes": pss,
        "cpu_percent": sum(percents.values()),
        "wakeups_per_s": wakeups,
        "threads": percents,
    }


def idle(state: str, settle_s: float, seconds: float, *options: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, display() as bare, desktop(bare) as environment:
        home = prepared(Path(folder))
        with engine(home, environment, DAYS), app(home, environment, "--state", state, *options) as process:
            before = said(process)
            first, _ = memory(process.pid)
            time.sleep(settle_s)
            found = watch(process.pid, seconds)
            after = asked(process)
            if before["is_window_seen"] or after["is_window_seen"]:
                raise SystemExit("The window is there, so this is not the idle app.")
            return {
                **found,
                "first_rss_bytes": first,
                "longest_event_ms": after["longest_event_ms"],
                "longest_before": f"{before['longest_event_ms']:.0f} ms, {before['longest_event']}",
            }


def opening() -> dict[str, float]:
    """From the start of the process until its first page has been painted; the processor's time, too, which says more
    where others use the computer."""
    with tempfile.TemporaryDirectory() as folder, display() as bare, desktop(bare) as environment:
        home = prepared(Path(folder))
        with engine(home, environment, 1), app(home, environment, "--state", "open") as process:
            return said(process)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="in each state")
    parser.add_argument("--settle", type=float, default=75.0, help="seconds before that")
    parser.add_argument("--starts", type=int, default=5, help="of which the median is told")
    parser.add_argument("--states", nargs="+", choices=STATES, default=STATES)
    parser.add_argument("--events", action="store_true", help="name the longest event before")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    opened = [opening() for _ in range(chosen.starts)]
    opened = opened or [{"window_s": 0.0, "window_cpu_s": 0.0}]
    opened_s, opened_cpu_s = (statistics.median(one[key] for one in opened) for key in ("window_s", "window_cpu_s"))
    options = ["--events"] if chosen.events else []
    found = {state: idle(state, chosen.settle, 60 * chosen.minutes, *options) for state in chosen.states}
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
            f" (at first {of['first_rss_bytes'] / 1e6:.1f})"
            f"  PSS {of['pss_bytes'] / 1e6:5.1f} MB{mark(of['pss_bytes'] > MOST_BYTES)}"
            f"  {of['cpu_percent']:.3f} % of a core{mark(of['cpu_percent'] > MOST_PERCENT)}"
            f"  {of['wakeups_per_s']:.1f} wake-ups/s"
            f"  busy for {of['longest_event_ms']:.0f} ms at most{mark(of['longest_event_ms'] > MOST_EVENT_MS)}"
        )
        each = ", ".join(f"{name} {percent:.3f} %" for name, percent in of["threads"].items())
        print(f"         threads: {each}; before: {of['longest_before']}")
    print(f"each measured for {60 * chosen.minutes:g} s after {chosen.settle:g} s of rest")
    return 0


def mark(is_beyond: bool) -> str:
    return " (!)" if is_beyond else ""


if __name__ == "__main__":
    sys.exit(main())
