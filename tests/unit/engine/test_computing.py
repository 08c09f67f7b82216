from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from core.engine import computing
from core.engine.computing import manner_of, memory_limit, trainer_of
from core.options import RunOptions
from core.paths import Home
from core.storage import settings as page
from core.storage.database import Database
from core.storage.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(Database.open(tmp_path / "idlewild.sqlite"))


class Owner:
    """A governor, as far as a trainer's making asks it."""

    threads = 3

    def __init__(self, settings: Settings) -> None:
        self.preferences = settings.preferences()


def made(monkeypatch: pytest.MonkeyPatch, options: RunOptions, settings: Settings, *, trains: bool) -> dict[str, Any]:
    said: dict[str, Any] = {}
    monkeypatch.setattr(computing, "TrainerProcess", lambda manifest, **how: said.update(how))
    owner: Any = Owner(settings)
    nobody: Any = None
    trainer_of(nobody, Home(options.home), options, settings, owner, trains=trains, events=nobody)
    return said


def test_a_guest_keeps_to_its_owners_ceilings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Settings):
    settings.change({"memory_limit_percent": 25, "vram_limit_percent": 60})
    options = RunOptions(home=tmp_path)
    how = made(monkeypatch, options, settings, trains=True)
    assert how["memory_limit_bytes"] == psutil.virtual_memory().total * 25 // 100
    assert (how["vram_limit_percent"], how["threads"], how["background_priority"]) == (60, 3, True)
    unbound = made(monkeypatch, replace(options, throttle=False), settings, trains=True)
    assert (unbound["memory_limit_bytes"], unbound["vram_limit_percent"]) == (None, 100)
    assert made(monkeypatch, options, settings, trains=False)["memory_limit_bytes"] is None


def test_a_part_of_the_memory_is_a_part_of_it():
    assert memory_limit(100) == psutil.virtual_memory().total
    assert memory_limit(50) == psutil.virtual_memory().total // 2


def test_the_command_line_comes_before_the_homes_setting(tmp_path: Path, settings: Settings):
    settings.set(page.COMPILING, "off")
    assert manner_of(RunOptions(home=tmp_path), settings).compiling == "off"
    assert manner_of(RunOptions(home=tmp_path, compiling="on"), settings).compiling == "on"
