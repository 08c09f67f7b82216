"""`idlewild preferences`, against an engine and against a home at rest."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.cli.main import main
from core.cli.preference_words import TEXTS, value_in_words, value_of
from core.errors import UsageError
from core.ipc.address import control_address
from core.ipc.messages import Method, Reason
from core.ipc.preferences import DEFAULTS, Preferences, changed, kinds
from core.ipc.records import Preview
from core.ipc.server import ControlServer
from core.paths import Home
from core.saying import say
from core.storage.database import Database
from core.storage.settings import Settings


class Engine:
    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.preferences = DEFAULTS

    async def answer(self, method: Method, params: dict[str, Any]) -> object:
        self.asked.append((method, params))
        if method is Method.PREVIEW:
            saying = say("Right now this would pause, by the schedule.")
            warning = say("The schedule allows no hour at all, so nothing is ever computed.")
            return Preview(
                runs=False,
                duty_percent=0,
                cores=0,
                reason=Reason.OUT_OF_HOURS,
                sentence=str(saying),
                saying=saying,
                warnings=[warning],
            )
        if method is Method.SET_PREFERENCES:
            self.preferences = changed(self.preferences, params["changes"])
        return self.preferences


def told(home: Path, words: Sequence[str]) -> tuple[int, Engine]:
    async def scenario() -> tuple[int, Engine]:
        engine = Engine()
        async with asyncio.timeout(30), ControlServer(control_address(home), engine.answer):
            return await asyncio.to_thread(main, [*words, "--home", str(home)]), engine

    return asyncio.run(scenario())


def test_every_preference_has_a_text() -> None:
    assert tuple(TEXTS) == tuple(kinds())


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("pause_on_battery", "off", False),
        ("pause_on_battery", "Yes", True),
        ("cpu_cores", "3", 3),
        ("programs", "blender, game", ("blender", "game")),
        ("programs", "", ()),
        ("hours", "0-1", (1,) * 7),
        ("watts", "12.5", 12.5),
        ("currency", "€", "€"),
        ("gpu_when", "never", "never"),
        ("data_limit_bytes", "default", None),
        ("data_limit_bytes", "0", 0),
    ],
)
def test_typed_values(key: str, text: str, value: object) -> None:
    assert value_of(key, text) == value
    assert value_in_words(key, value)


@pytest.mark.parametrize(
    ("key", "text"), [("cpu_cores", "many"), ("cpu_when", "often"), ("pause_in_calls", "2"), ("x", "1")]
)
def test_wrong_values(key: str, text: str) -> None:
    with pytest.raises(UsageError, match=key):
        value_of(key, text)


def test_setting_one_says_what_it_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, engine = told(tmp_path, ["preferences", "hours", "none"])
    assert status == 0
    assert engine.asked[0] == ("set_preferences", {"changes": {"hours": [0] * 7}})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "hours = none"
    assert lines[-2:] == [
        "Right now this would pause, by the schedule.",
        "The schedule allows no hour at all, so nothing is ever computed.",
    ]


def test_listing_asks_and_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, engine = told(tmp_path, ["preferences"])
    assert (status, engine.asked) == (0, [("preferences", {})])
    out = capsys.readouterr().out
    assert all(key in out and text in out for key, text in TEXTS.items())
    told(tmp_path, ["preferences", "--json"])
    assert json.loads(capsys.readouterr().out)["gpu_when"] == "away"


def test_a_home_at_rest_keeps_what_is_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preferences", "gpu_when", "never", "--home", str(tmp_path)]) == 0
    assert "next start" in capsys.readouterr().out
    assert kept(tmp_path).gpu_when == "never"
    assert main(["preferences", "cpu_busy_limit_percent", "0", "--home", str(tmp_path)]) == 2
    assert "a whole number from 1 to 100" in capsys.readouterr().err
    assert main(["preferences", "gpu_when", "--json", "--home", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out) == "never"
    assert main(["preferences", "gpu_when", "never", "--reset", "--home", str(tmp_path)]) == 2
    assert main(["preferences", "--reset", "--home", str(tmp_path)]) == 0
    assert kept(tmp_path) == DEFAULTS
    assert main(["preferences", "colour", "--home", str(tmp_path)]) == 2


def kept(folder: Path) -> Preferences:
    with Database.open(Home(folder).database) as database:
        return Settings(database).preferences()
