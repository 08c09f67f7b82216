# ruff: noqa: S603, T201 (it runs what it is told to run, and tells how that went)
"""Whether an installed program does what a volunteer first does with it: `python installer/smoke_test.py PROGRAM…`.

PROGRAM with its words is what starts it. It says its version, opens hidden, answers, ends; installs its engine runtime
and trains a step of the starter with it (with `--train`, as that downloads); and goes without leaving anything. Needs
nothing but Python, and stands for itself: what is tested is the program, not its sources.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ANSWER_S = 120.0
"""For the first start, which antivirus programs look at."""
TRAIN_S = 1_800.0
WORD_S = 300.0
"""For a verb."""


class Installed:
    def __init__(self, command: Sequence[str], home: Path) -> None:
        self._command, self._home = list(command), home

    def obey(self, *words: str, timeout_s: float = WORD_S) -> str:
        done = subprocess.run(
            [*self._command, *words], capture_output=True, text=True, timeout=timeout_s, check=False, errors="replace"
        )
        if done.returncode:
            raise SystemExit(f"{words} ended with status {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def at_home(self, *words: str, timeout_s: float = WORD_S) -> str:
        return self.obey(*words, "--home", str(self._home), timeout_s=timeout_s)

    def open_hidden(self) -> "subprocess.Popen[bytes]":
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        return subprocess.Popen([*self._command, "--hidden", "--home", str(self._home)], env=environment)

    def status(self) -> dict[str, object] | None:
        command = [*self._command, "status", "--json", "--home", str(self._home)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=WORD_S, check=False)
        return dict(json.loads(done.stdout)) if done.returncode == 0 else None


def says_its_version(installed: Installed, version: str) -> None:
    said = installed.obey("--version").strip()
    assert said == f"idlewild {version}", said


def opens_and_answers(installed: Installed) -> None:
    app = installed.open_hidden()
    try:
        end = time.monotonic() + ANSWER_S
        while (status := installed.status()) is None:
            assert app.poll() is None, f"the app ended with status {app.returncode}"
            assert time.monotonic() < end, "the app's engine does not answer"
            time.sleep(1)
        assert status["reason"] == "needs_consent", status
        print("status:", status["phase"], status["reason"], status.get("runtime"))
        installed.at_home("--end")
        assert app.wait(60) == 0, app.returncode
    finally:
        if app.poll() is None:
            app.kill()


def trains(installed: Installed) -> None:
    """Which installs the engine runtime, and tests it, before it uses it."""
    installed.at_home("run", "--headless", "--no-throttle", "--until-step", "1", timeout_s=TRAIN_S)
    log = installed.at_home("log", "--json")
    assert json.loads(log), log


def goes(installed: Installed, home: Path) -> None:
    print(installed.at_home("remove", "--yes").strip())
    assert not home.exists(), list(home.rglob("*"))


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version-is", required=True, metavar="VERSION")
    parser.add_argument("--train", action="store_true", help="download the engine runtime and train a step")
    parser.add_argument("program", nargs="+")
    asked = parser.parse_args(words)
    os.environ["IDLEWILD_KEY_FILE"] = "1"  # nobody unlocks a keyring here
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder).resolve() / "home"
        installed = Installed(asked.program, home)
        says_its_version(installed, asked.version_is)
        opens_and_answers(installed)
        if asked.train:
            trains(installed)
        goes(installed, home)
    print("good")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
