"""What holds for all tests and for the processes that they start."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Before torch is loaded: those of its threads that have nothing to do sleep, as in the trainer, instead of spinning.
# Tests run several processes of two threads each on two cores.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# How long an example takes says something about what else the computer does.
settings.register_profile("idlewild", deadline=None)
settings.load_profile("idlewild")

_INTEGRATION = Path(__file__).parent / "integration"
_GUI = Path(__file__).parent / "gui"
_TIMED = {
    *(_INTEGRATION / name for name in ("transport", "nat", "reach", "sensors", "test_app_and_engine.py")),
    _GUI / "test_app_truth.py",
}
"""Tests there look at how long things take."""


def _is_timed(item: pytest.Item) -> bool:
    return not _TIMED.isdisjoint({item.path, *item.path.parents})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What looks at the clock comes last, when it may have the computer to itself."""
    items.sort(key=_is_timed)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """With several workers, what looks at the clock has the computer to itself."""
    if "PYTEST_XDIST_WORKER" not in os.environ or sys.platform == "win32":
        return (yield)
    with _turn(Path(tempfile.gettempdir()) / f"idlewild-tests-{os.getuid()}", alone=_is_timed(item)):
        return (yield)


@contextlib.contextmanager
def _turn(path: Path, *, alone: bool) -> Iterator[None]:
    import fcntl

    with path.open("w") as running, path.with_suffix(".next").open("w") as first_in_line:
        # Whoever waits to be alone keeps others from beginning.
        fcntl.flock(first_in_line, fcntl.LOCK_EX)
        fcntl.flock(running, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        fcntl.flock(first_in_line, fcntl.LOCK_UN)
        yield
