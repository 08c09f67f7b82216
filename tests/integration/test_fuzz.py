"""A short attack on a live engine, as `tests.bench.fuzz` does at length."""

import subprocess
import sys

from tests.integration.processes import ROOT


def test_nonsense_from_strangers_and_from_a_member_disturbs_nobody() -> None:
    command = [sys.executable, "-m", "tests.bench.fuzz", "--datagrams", "40000", "--messages", "1500", "--calm-s", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "alive: True; complaints: 0; honest failures: 0" in done.stdout
