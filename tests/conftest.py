"""What holds for all tests and for the processes that they start."""

import os
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
_TIMED = tuple(_INTEGRATION / name for name in ("transport", "nat", "reach"))
"""Tests there look at how long things take."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With several workers (`-n 2 --dist loadgroup`) what uses real processes, sockets and namespaces comes one after
    the other, beside all that only computes; what looks at the clock comes last, when that is done."""
    items.sort(key=lambda item: any(folder in item.path.parents for folder in _TIMED))
    for item in items:
        if _INTEGRATION in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("machine"))
