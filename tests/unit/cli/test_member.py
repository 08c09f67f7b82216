"""Verbs about joined collaborations and their model, against a server with the real protocol."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from core.cli.main import main
from core.errors import LocalFault
from core.ipc.address import control_address
from core.ipc.messages import Method
from core.ipc.records import Bundle, Candidate, Membership, TryAnswer
from core.ipc.server import ControlServer


def membership(name: str, *, is_host: bool = False) -> Membership:
    about = {"description": "", "language": "en", "licence": "", "joined_s": 1, "my_samples": 3, "total_samples": 9}
    run = name.lower() * 7
    return Membership(run=run, name=name, share=50, is_active=is_host, is_host=is_host, step=4, **about)  # type: ignore


ANSWERS: dict[Method, Any] = {
    Method.COLLABORATIONS: [membership("Words"), membership("Mine\x1b", is_host=True)],
    Method.SET_SHARE: [membership("Words")],
    Method.LEAVE: [],
    Method.DIAGNOSTICS: Bundle(file="/x.zip", bytes=1234, removed=7),
}
FILLED = TryAnswer(kind="fill_mask", step=5, candidates=[Candidate(text="milk", probability=0.25)])


def told(home: Path, *words: str, answer: TryAnswer | LocalFault = FILLED) -> tuple[int, list[tuple[str, Any]]]:
    asked: list[tuple[str, Any]] = []

    async def handler(method: Method, params: dict[str, Any]) -> Any:
        asked.append((method, params))
        if method in ANSWERS:
            return ANSWERS[method]
        if isinstance(answer, LocalFault):
            raise answer
        return answer

    async def scenario() -> int:
        async with asyncio.timeout(30), ControlServer(control_address(home), handler):
            return await asyncio.to_thread(main, [*words, "--home", str(home)])

    return asyncio.run(scenario()), asked


def test_try(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, "try", "The cat drinks ___.", "--count", "3") == (
        0,
        [("try_model", {"text": "The cat drinks ___.", "count": 3})],
    )
    assert capsys.readouterr().out == "  25.0%  milk\n(the model of step 5)\n"
    more = TryAnswer(kind="complete", step=6, candidates=[Candidate(text=" drinks\x1b milk", probability=0.5)])
    told(tmp_path, "try", "The cat ", answer=more)
    assert capsys.readouterr().out == "The cat drinks  milk\n(the model of step 6)\n"
    told(tmp_path, "try", "x", answer=TryAnswer(kind="none", step=1))
    assert "not about text" in capsys.readouterr().out
    told(tmp_path, "try", "x", "--json")
    assert json.loads(capsys.readouterr().out)["candidates"] == [{"text": "milk", "probability": 0.25}]


def test_try_in_vain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, "try", "x", answer=LocalFault("The text has no gap."))[0] == 1
    assert capsys.readouterr().err == "idlewild: The text has no gap.\n"
    assert told(tmp_path, "try", "x" * 2_001) == (2, [])
    assert told(tmp_path, "try", "x", "--count", "21") == (2, [])


def test_collaborations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(tmp_path, "collaborations")[0] == 0
    head, words, mine = capsys.readouterr().out.splitlines()
    assert head.split() == ["Id", "Share", "Step", "Mine", "All", "Name"]
    assert words.split() == ["wordswo", "50", "4", "3", "9", "Words"]
    assert mine.startswith("*")
    assert mine.endswith("Mine  (hosted here)")


def test_share(tmp_path: Path) -> None:
    assert told(tmp_path, "share", "words", "0") == (0, [("set_share", {"run": "words", "share": 0})])
    for share in ("101", "-1", "half"):
        assert told(tmp_path, "share", "words", share) == (2, [])


def test_own_ones_are_left_with_yes_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("collaborations", {})
    assert told(tmp_path, "leave", "mine", "--json") == (2, [asked])
    assert "--yes" in capsys.readouterr().err
    assert told(tmp_path, "leave", "mine", "--yes") == (0, [asked, ("leave", {"run": "mine"})])
    assert capsys.readouterr().out == "This home has joined no collaboration.\n"
    assert told(tmp_path, "leave", "words") == (0, [asked, ("leave", {"run": "words"})])


def test_diagnose_asks_the_engine_where_there_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "help.zip")
    assert told(tmp_path, "diagnose", file) == (0, [("diagnostics", {"file": file})])
    assert "1,234 bytes" in capsys.readouterr().out
    assert main(["diagnose", file, "--home", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["file"] == file
    assert Path(file).stat().st_size > 100
