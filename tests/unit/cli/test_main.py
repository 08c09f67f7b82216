import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from core.cli import main as cli
from core.cli.main import main
from core.cli.reports import fault_in
from core.errors import LocalFault, UsageError
from core.ipc.last_words import read_last_words
from core.options import RunOptions
from core.saying import say


@pytest.fixture(autouse=True)
def own_environment(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What a command sets for its children stays with the test."""
    environment = dict(os.environ)
    monkeypatch.setattr("os.environ", environment)
    return environment


def engine(monkeypatch: pytest.MonkeyPatch, outcome: BaseException | int) -> list[RunOptions]:
    """Puts an engine in place that ends at once as told."""
    started: list[RunOptions] = []

    def run_engine(options: RunOptions, display: object) -> int:
        started.append(options)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    module = ModuleType("core.engine")
    module.run_engine = run_engine  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "core.engine", module)
    monkeypatch.setattr(cli, "log_to", lambda home: None)
    return started


@pytest.mark.parametrize(
    ("outcome", "status", "says"),
    [
        (0, 0, ""),
        (3, 3, ""),
        (LocalFault("The port 5 is taken; choose another."), 1, "idlewild: The port 5 is taken; choose another.\n"),
        (UsageError("The manifest is empty; fill it."), 2, "idlewild: The manifest is empty; fill it.\n"),
        (ExceptionGroup("tasks", [LocalFault("Disk full; free space.")]), 1, "idlewild: Disk full; free space.\n"),
        (KeyboardInterrupt(), 130, ""),
        (BaseExceptionGroup("tasks", [LocalFault("x"), KeyboardInterrupt()]), 130, ""),
    ],
)
def test_the_end_of_an_engine_becomes_a_status(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    outcome: BaseException | int,
    status: int,
    says: str,
) -> None:
    engine(monkeypatch, outcome)
    assert main(["run", "--home", str(tmp_path)]) == status
    assert capsys.readouterr().err == says


def test_an_app_hears_why_its_engine_ends_in_words_that_it_can_translate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saying = say("The disk that holds {folder} is full: free some space there and start again.", folder="/home/me")
    engine(monkeypatch, LocalFault(saying))
    assert main(["run", "--exit-with-parent", "--home", str(tmp_path)]) == 1
    english, own = capsys.readouterr().err.splitlines()
    assert english == "idlewild: The disk that holds /home/me is full: free some space there and start again."
    assert read_last_words(own) == saying
    engine(monkeypatch, ZeroDivisionError("a secret"))
    assert main(["run", "--exit-with-parent", "--home", str(tmp_path)]) == 1
    assert "ZeroDivisionError" in str(read_last_words(capsys.readouterr().err.splitlines()[1]))


def test_a_bug_leaves_its_traceback_in_the_log_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine(monkeypatch, ExceptionGroup("tasks", [LocalFault("x"), ZeroDivisionError("a secret")]))
    assert main(["run", "--home", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert (
        told.err
        == f"idlewild: Internal error (ZeroDivisionError); please report it together with {tmp_path}/idlewild.log.\n"
    )
    assert told.out == ""
    assert "ZeroDivisionError: a secret" in (tmp_path / "idlewild.log").read_text()


def test_a_bug_without_a_home_is_kept_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    engine(monkeypatch, ZeroDivisionError("a secret"))
    assert main(["run", "--home", str(tmp_path / "none")]) == 1
    [log] = tmp_path.glob("idlewild-*.log")
    assert str(log) in capsys.readouterr().err
    assert "a secret" in log.read_text()
    assert not (tmp_path / "none").exists()


def test_a_bug_is_told_before_a_fault() -> None:
    bug = ZeroDivisionError()
    assert fault_in(BaseExceptionGroup("g", [KeyboardInterrupt(), ExceptionGroup("h", [LocalFault("x"), bug])])) is bug


def test_without_a_window_the_engine_runs_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started = engine(monkeypatch, 0)
    monkeypatch.setattr("core.cli.main.window_problem", lambda: "There is no display here")
    assert main(["--home", str(tmp_path), "idlewild://join/x"]) == 0
    assert started == [RunOptions(home=tmp_path, join="idlewild://join/x")]
    assert capsys.readouterr().err == "idlewild: There is no display here; Idlewild runs without its window.\n"


def test_with_a_window_the_app_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[list[str]] = []
    monkeypatch.setattr("core.cli.main.window_problem", lambda: "")
    monkeypatch.setattr("core.cli.launch.os.execv", lambda program, words: opened.append(words))
    for words in ([], ["idlewild://join/x"]):
        main(["--home", str(tmp_path), *words])
    own = [sys.executable, "-m", "app", "--home", str(tmp_path)]
    assert opened == [own, [*own, "idlewild://join/x"]]


@pytest.mark.parametrize("verb", ["status", "why", "pause", "resume", "finish", "quit", "export x"])
def test_no_engine_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str) -> None:
    assert main([*verb.split(), "--home", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.err == "idlewild: No engine is running in this home; start one with `idlewild run`.\n"
    assert told.out == ""
    assert list(tmp_path.iterdir()) == []


def test_wrong_use_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pause", "soon"]) == 2
    assert main(["frob"]) == 2
    assert main(["--help"]) == 0
    assert main(["--version"]) == 0
    assert "Traceback" not in capsys.readouterr().err


def test_check_of_a_new_home_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--home", str(tmp_path / "new")]) == 0
    assert "No engine is running" in capsys.readouterr().out
    assert not (tmp_path / "new").exists()


def test_check_finds_a_home_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["check", "--home", str(tmp_path / "file")]) == 1
    assert "cannot be written" in capsys.readouterr().out


def test_caches_lie_in_the_home_unless_somebody_has_chosen_a_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_environment: dict[str, str]
) -> None:
    for name in ("TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR", "CUDA_CACHE_PATH", "HF_HUB_CACHE"):
        own_environment.pop(name, None)
    own_environment["HF_HOME"] = "/mine"
    engine(monkeypatch, LocalFault("x"))
    main(["run", "--home", str(tmp_path / "home")])
    folder = tmp_path / "home" / "caches"
    assert own_environment["TORCHINDUCTOR_CACHE_DIR"] == str(folder / "inductor")
    assert own_environment["CUDA_CACHE_PATH"] == str(folder / "cuda")
    assert own_environment["HF_HOME"] == "/mine"
    assert "HF_HUB_CACHE" not in own_environment
    assert not folder.exists()
