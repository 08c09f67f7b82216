"""What holds for all tests and for the processes that they start."""

import os
from collections.abc import Iterable

import pytest
from hypothesis import settings

# Before torch is loaded: those of its threads that have nothing to do sleep, as in the trainer, instead of spinning.
# Tests run several processes of two threads each on two cores.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# How long an example takes says something about what else the computer does.
settings.register_profile("idlewild", deadline=None)
settings.load_profile("idlewild")


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """With several workers (`-n 2 --dist loadgroup`) what uses real processes, sockets and namespaces comes one after
    the other, beside all that does not."""
    for item in items:
        if "integration" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("machine"))
