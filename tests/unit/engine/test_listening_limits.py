from pathlib import Path

import pytest

from core.engine.listening import TRICKLE_BYTES_PER_S, Listening
from core.identity.keys import Identity
from core.options import RunOptions
from core.storage.database import Database
from core.storage.settings import Settings


def listening(folder: Path, **asked: int) -> tuple[Listening, Settings]:
    settings = Settings(Database.open(folder / "home.sqlite"))
    return Listening(RunOptions(home=folder, **asked), Identity.generate(), settings), settings  # type: ignore[arg-type]


def test_changed_limits_hold_at_once(tmp_path: Path) -> None:
    line, settings = listening(tmp_path)
    assert line.budget.upload.bytes_per_s is None
    settings.change({"upload_limit_bytes_per_s": 500_000})
    line.take_limits()
    assert (line.budget.upload.bytes_per_s, line.budget.download.bytes_per_s) == (500_000, None)
    settings.change({"upload_limit_bytes_per_s": 0})
    line.take_limits()
    assert line.budget.upload.bytes_per_s is None


def test_the_command_line_comes_first(tmp_path: Path) -> None:
    line, settings = listening(tmp_path, download_limit_bytes_per_s=0, upload_limit_bytes_per_s=7_000)
    settings.change({"upload_limit_bytes_per_s": 500_000, "download_limit_bytes_per_s": 9})
    line.take_limits()
    assert (line.budget.upload.bytes_per_s, line.budget.download.bytes_per_s) == (7_000, None)


@pytest.mark.parametrize(("limit", "left"), [(0, TRICKLE_BYTES_PER_S), (100, 100), (10**6, TRICKLE_BYTES_PER_S)])
def test_a_trickle_is_left_where_not_much_may_cross(tmp_path: Path, limit: int, left: int) -> None:
    line, settings = listening(tmp_path)
    settings.change({"upload_limit_bytes_per_s": limit})
    line.allow_bulk(False)
    line.take_limits()
    assert line.budget.upload.bytes_per_s == left
    line.allow_bulk(True)
    assert line.budget.upload.bytes_per_s == (limit or None)
