"""A database in a folder of its own, and an empty log."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.storage.database import Database
from tests.unit.storage.chains import Chain


@pytest.fixture
def chain() -> Chain:
    return Chain()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "idlewild.sqlite") as database:
        yield database
