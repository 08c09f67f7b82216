"""A process that is killed where it gets no turn of the processor."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from core.training.doom import is_killed

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")

SPIN = "import os; os.sched_setaffinity(0, {cpu}); {more}print(flush=True)\nwhile True: pass"
IDLE = "os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)); "
TRIES = 20


@contextmanager
def spinning(cpu: int, more: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A process that never rests, on one processor."""
    command = [sys.executable, "-c", SPIN.format(cpu={cpu}, more=more)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        process.kill()


def test_its_death_is_known_before_its_end() -> None:
    cpu = min(os.sched_getaffinity(0))
    seen = False
    for _ in range(TRIES):  # now and then it has its turn at that very moment
        with spinning(cpu, IDLE) as victim, spinning(cpu):
            time.sleep(0.05)
            assert not is_killed(victim.pid)
            victim.kill()
            seen = is_killed(victim.pid)
        if seen:
            break
    assert seen
