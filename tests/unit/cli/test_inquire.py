"""Verbs that speak to an engine, against a server with the real protocol."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from core.cli.main import main
from core.errors import LocalFault
from core.ipc.address import control_address
from core.ipc.messages import ExportResult, Method, Phase, Reason, Status
from core.ipc.server import ControlServer


class Engine:
    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.quitting = asyncio.Event()

    async def answer(self, method: Method, params: dict[str, Any]) -> Any:
        self.asked.append((method, params))
        if method is Method.QUIT:
            self.quitting.set()
            return None
        if method is Method.EXPORT:
            return ExportResult(folder=params["folder"], step=7, state_digest="abcdefghij")
        if method is Method.RESUME:
            raise LocalFault("The disk is full; free some space.")
        return Status(
            version="1",
            peer="abc",
            home="/h",
            phase=Phase.PAUSED,
            reason=Reason.ON_BATTERY,
            sentence="Waiting for mains power.\x1b[2J",
            action="Plug the computer in.",
            notices=["Your key is in a file."],
        )


def told(home: Path, words: Sequence[str]) -> tuple[int, list[tuple[str, dict[str, Any]]]]:
    """Exit status of `idlewild WORDS`, and what it asked the engine."""

    async def scenario() -> tuple[int, list[tuple[str, dict[str, Any]]]]:
        engine = Engine()
        async with asyncio.timeout(30), ControlServer(control_address(home), engine.answer) as server:
            verb = asyncio.create_task(asyncio.to_thread(main, [*words, "--home", str(home)]))
            quitting = asyncio.create_task(engine.quitting.wait())
            await asyncio.wait([verb, quitting], return_when=asyncio.FIRST_COMPLETED)
            quitting.cancel()
            if engine.quitting.is_set():
                await server.close()
            return await verb, engine.asked

    return asyncio.run(scenario())


def test_status_as_json_is_the_engine_s_own_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, ["status", "--json"])[0] == 0
    document = json.loads(capsys.readouterr().out)
    assert tuple(document) == Status.__struct_fields__
    assert (document["phase"], document["reason"]) == ("paused", "on_battery")


def test_status_and_why_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(tmp_path, ["status"])
    text = capsys.readouterr().out
    assert "paused: Waiting for mains power." in text
    assert "Your key is in a file." in text
    assert "\x1b" not in text
    told(tmp_path, ["why"])
    assert capsys.readouterr().out == "Waiting for mains power. [2J [on_battery]\nPlug the computer in.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="reads of a pipe have no time limit")
@pytest.mark.parametrize("verb", ["status", "why"])
def test_an_engine_that_says_nothing_is_told_of_within_two_seconds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    with socket.socket(socket.AF_UNIX) as stuck:
        stuck.bind(control_address(tmp_path))
        stuck.listen()
        begun_s = time.monotonic()
        assert main([verb, "--home", str(tmp_path)]) == 1
        assert time.monotonic() - begun_s < 2.0
    assert "The engine does not answer" in capsys.readouterr().err


def test_orders_reach_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(tmp_path, ["pause"]) == (0, [("pause", {"seconds": None})])
    assert told(tmp_path, ["pause", "2h30m"]) == (0, [("pause", {"seconds": 9000.0})])
    assert told(tmp_path, ["finish"]) == (0, [("finish", {})])
    monkeypatch.chdir(tmp_path)
    model = str(tmp_path / "model")
    assert told(tmp_path, ["export", "model"]) == (0, [("export", {"folder": model, "published": False})])
    assert told(tmp_path, ["export", "model", "--published"]) == (0, [("export", {"folder": model, "published": True})])


def test_the_organisers_changes_reach_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = {"files": [str(tmp_path / "a.txt")], "source": None, "weight": None, "from_step": None}
    assert told(tmp_path, ["amend", "append", "a.txt"])[1] == [("append_data", asked)]
    words = ["amend", "append", "a.txt", "--source", "news", "--weight", "0.5", "--from-step", "9"]
    assert told(tmp_path, words)[1] == [("append_data", asked | {"source": "news", "weight": 0.5, "from_step": 9})]
    assert told(tmp_path, ["amend", "rollback", "7"])[1] == [("roll_back", {"step": 7})]
    assert told(tmp_path, ["amend"])[0] == 2


def test_quit_returns_when_the_engine_has_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, ["quit"]) == (0, [("quit", {})])
    assert capsys.readouterr().out == "The engine has ended.\n"


def test_the_engine_s_fault_is_the_verb_s(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, ["resume"])[0] == 1
    assert capsys.readouterr().err == "idlewild: The disk is full; free some space.\n"


def test_check_shows_what_the_engine_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, ["check"])[0] == 0
    text = capsys.readouterr().out
    assert "ok    The engine runs: Waiting for mains power." in text
    assert "note  Your key is in a file." in text


def test_asking_loads_nothing_heavy() -> None:
    code = (
        "import sys, core.cli.main, core.cli.inquire, core.ipc.codec\n"
        "print(sorted({'asyncio', 'numpy', 'torch', 'rich', 'PySide6', 'aioquic', 'app', 'keyring', 'sqlite3'}"
        " & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
