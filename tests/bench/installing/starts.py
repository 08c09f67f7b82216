"""How long an installed program takes to its window, in a Debian system that has nothing else.

    python -m tests.bench.installing.starts dist/idlewild_0.1.0_amd64.deb [--times 10]

*Cold*: nothing of the disk is in memory, as after the computer was switched on. Needs what the other bench here does.
"""

import argparse
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from tests.bench.installing.__main__ import DISPLAY, Desk, Program, screen, until
from tests.bench.installing.roots import BASES, Root, make_base


def forget_disk() -> None:
    subprocess.run(["sync"], check=True)
    Path("/proc/sys/vm/drop_caches").write_text("3\n", encoding="ascii")


def start(program: Program, words: list[str], desk: Desk) -> float:
    """Seconds until the window is on the screen; then the program is ended."""
    began_s = time.monotonic()
    with subprocess.Popen(program.root.command(words, DISPLAY)) as app:
        until(lambda: desk.window() or app.poll() is not None, "a window", every_s=0.01)
        assert app.poll() is None, f"it ended with status {app.returncode}"
        took_s = time.monotonic() - began_s
        until(program.status, "an engine")
        program.verb("--end")
        app.wait(60)
    return took_s


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--bases", type=Path, default=BASES)
    asked = parser.parse_args()
    base = make_base(asked.bases, asked.package)
    with tempfile.TemporaryDirectory() as scratch, screen(), Root(base, Path(scratch) / "system") as root:
        program, desk = Program(root, asked.package), Desk(Path(scratch))
        words = [word for word in program.install() if word != "%u"]
        found: dict[str, list[float]] = {"cold": [], "warm": []}
        for _ in range(asked.times):
            forget_disk()
            desk.window()  # the looking itself is not to be cold
            found["cold"].append(start(program, words, desk))
            found["warm"].append(start(program, words, desk))
    for kind, seconds in found.items():
        print(f"{kind}: median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s of {len(seconds)}")


if __name__ == "__main__":
    main()
