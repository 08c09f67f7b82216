"""What holds for all tests and for the processes that they start."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# Before torch is loaded: those of its threads that have nothing to do sleep, as in the trainer, instead of spinning.
# Tests run several processes of two threads each on two cores.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# How long an example takes says something about what else the computer does. `pytest --hypothesis-profile search` looks
# for new examples; everybody else's run has the same ones each time.
settings.register_profile("search", deadline=None)
settings.register_profile("idlewild", settings.get_profile("search"), derandomize=True)
settings.load_profile("idlewild")

_TESTS = Path(__file__).parent
_INTEGRATION = _TESTS / "integration"
_TIMED = {
    *(_INTEGRATION / name for name in ("transport", "nat", "reach", "sensors", "test_app_and_engine.py")),
    _TESTS / "gui/test_app_truth.py",
}
"""Tests there look at how long things take."""
_LIGHT = {_TESTS / "unit", _TESTS / "sim"}
"""Tests there use one core."""
_ORDER = ("unit", "sim", "gui", "integration")


def _is_in(path: Path, places: set[Path]) -> bool:
    return not places.isdisjoint({path, *path.parents})


class _Scheduling(LoadScopeScheduling):
    """What looks at the clock is one worker's, from the beginning, while the others have light tests."""

    def _split_scope(self, nodeid: str) -> str:
        return "timed" if _is_in(_TESTS.parent / nodeid.partition("::")[0], _TIMED) else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return _Scheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The light ones first, and last what looks at the clock."""
    turns = {_TESTS / name: turn for turn, name in enumerate(_ORDER)}

    def turn(item: pytest.Item) -> tuple[bool, int]:
        return _is_in(item.path, _TIMED), min(turns.get(folder, len(turns)) for folder in item.path.parents)

    items.sort(key=turn)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """With several workers, what looks at the clock has the computer to itself, but for light tests."""
    if "PYTEST_XDIST_WORKER" not in os.environ or sys.platform == "win32" or _is_in(item.path, _LIGHT):
        return (yield)
    with _turn(Path(tempfile.gettempdir()) / f"idlewild-tests-{os.getuid()}", alone=_is_in(item.path, _TIMED)):
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
