import io

import pytest
from rich.console import Console
from rich.live import Live

from core.cli import progress
from core.cli.progress import LiveProgress, PlainProgress, Stage, progress_display


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Broken(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError("gone")


def test_plain_lines_come_at_ends_and_every_few_seconds() -> None:
    clock, stream = Clock(), io.StringIO()
    tell = PlainProgress(stream, clock)
    tell(Stage("reading", 0))
    tell(Stage("epoch 1", 0.25, "10/40", "loss 0.5"))
    clock.now_s += 10
    tell(Stage("epoch 1", 0.5, "20/40", "loss 0.4"))
    tell(Stage("epoch 1", 0.75, "30/40", "loss 0.3"))
    tell(Stage("epoch 1", 1, "40/40", "loss 0.2"))
    clock.now_s += 10
    tell(Stage("reading a\x1b[2J", 0.422))
    tell(Stage("reading b", 1))
    assert stream.getvalue() == "epoch 1 50%: loss 0.4\nepoch 1: loss 0.2\nreading a [2J 42%\n"


def test_a_bar_is_drawn_when_the_stage_changes_and_now_and_then() -> None:
    clock, stream = Clock(), io.StringIO()
    console = Console(file=stream, force_terminal=True, width=100)
    with Live(console=console, auto_refresh=False) as live:
        tell = LiveProgress(live, clock)
        tell(Stage("epoch 1", 0.025, "1/40", "loss one"))
        tell(Stage("epoch 1", 0.05, "2/40", "loss two"))
        clock.now_s += 1
        tell(Stage("epoch 1", 0.075, "3/40", "loss three"))
        tell(Stage("epoch 2", 0, "0/40"))
        tell(Stage("reading", 0))
        tell(Stage("epoch 2\x1b[31m", 1, "40/40", "loss four"))
    drawn = stream.getvalue()
    assert "1/40 loss one" in drawn
    assert "loss two" not in drawn
    assert "3/40 loss three" in drawn
    assert "0/40" in drawn
    assert " 0%" in drawn
    assert "epoch 2 [31m: loss four" in drawn


def test_a_terminal_that_went_away_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    PlainProgress(Broken())(Stage("epoch 1", 1, "1/1", "loss"))
    for is_terminal in (False, True):
        gone = Broken()
        monkeypatch.setattr(gone, "isatty", lambda is_terminal=is_terminal: is_terminal)
        monkeypatch.setattr(progress.sys, "stderr", gone)
        with progress_display() as tell:
            tell(Stage("epoch 1", 0))
            tell(Stage("epoch 1", 1, "1/1", "loss"))
