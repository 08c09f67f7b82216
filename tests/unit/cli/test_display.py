import io

import pytest
from rich.console import Console

from core.cli.display import PlainDisplay, display_for
from core.cli.live import LiveDisplay
from core.ipc.messages import PeerStatus, Phase, Reason, Status
from core.options import RunOptions
from core.paths import default_home
from tests.unit.statuses import a_collaboration


def status(step: int = 3, phase: Phase = Phase.TRAINING, name: str = "Starter", **more: object) -> Status:
    me = PeerStatus(peer="abc", role="coordinator", samples_per_s=1.0, samples=1, is_me=True)
    collaboration = a_collaboration(
        run="r" * 52,
        name=name,
        is_host=True,
        step=step,
        step_samples=64,
        target_batch=256,
        loss=9.25,
        total_samples=768,
        my_samples=768,
        samples_per_s=35.25,
        my_samples_per_s=12.0,
        peers=[me],
    )
    values = {"version": "1", "peer": "p", "home": "h", "reason": Reason.NONE, "sentence": "Training.", **more}
    return Status(phase=phase, collaboration=collaboration, **values)  # type: ignore[arg-type]


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Broken(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError("gone")


def test_plain_lines_come_every_few_seconds_and_at_each_change() -> None:
    clock, progress, results = Clock(), io.StringIO(), io.StringIO()
    display = PlainDisplay(100, progress, results, clock)
    display.show(status(3))
    display.show(status(4))
    clock.now_s += 5
    display.show(status(4))
    display.show(status(5, Phase.PAUSED, reason=Reason.ON_BATTERY, sentence="Waiting for mains power."))
    clock.now_s += 60
    display.show(status(6, Phase.PAUSED, reason=Reason.ON_BATTERY, sentence="Waiting for mains power."))
    display.done()
    assert progress.getvalue().splitlines() == [
        "training: step 3 of 100 · 64/256 samples · loss 9.2500 · 35.2 samples/s (mine 12.0) · 1 peer",
        "training: step 4 of 100 · 64/256 samples · loss 9.2500 · 35.2 samples/s (mine 12.0) · 1 peer",
        "paused: Waiting for mains power.",
    ]
    assert results.getvalue() == ""


def test_only_the_invitation_goes_to_the_results() -> None:
    progress, results = io.StringIO(), io.StringIO()
    display = PlainDisplay(None, progress, results, Clock())
    display.invitation("idlewild://join/x")
    display.show(status(notices=["Your key is in a file."]))
    display.show(status(notices=["Your key is in a file."]))
    assert results.getvalue() == "idlewild://join/x\n"
    assert progress.getvalue().count("Your key is in a file.") == 1


def test_a_lost_terminal_ends_nothing() -> None:
    plain = PlainDisplay(None, Broken(), Broken(), Clock())
    live = LiveDisplay(None, Console(file=Broken(), force_terminal=True), Clock())
    for display in (plain, live):
        display.show(status())
        display.invitation("idlewild://join/x")
        display.done()
        display.done()


def test_names_from_others_cannot_steer_the_terminal() -> None:
    progress, drawn = io.StringIO(), io.StringIO()
    evil = "\x1b]0;gotcha\x07[red]x[/nonsense]"
    PlainDisplay(None, progress, io.StringIO(), Clock()).show(status(phase=Phase.PAUSED, sentence=evil))
    live = LiveDisplay(None, Console(file=drawn, force_terminal=True, width=100, color_system=None), Clock())
    live.show(status(name=evil, sentence=evil))
    live.done()
    for shown in (progress.getvalue(), drawn.getvalue()):
        assert "\x1b]0" not in shown
        assert "[red]x[/nonsense]" in shown


def test_the_live_display_draws_seldom_and_leaves_the_cursor_visible(capsys: pytest.CaptureFixture[str]) -> None:
    clock, drawn = Clock(), io.StringIO()
    display = LiveDisplay(10, Console(file=drawn, force_terminal=True, width=100, color_system=None), clock)
    display.show(status(3))
    for step in range(4, 9):
        display.show(status(step))
    assert "step 8 of 10" not in drawn.getvalue()
    display.invitation("idlewild://join/x")
    display.show(status(9, Phase.STARTING, progress=0.42))
    display.done()
    text = drawn.getvalue()
    assert capsys.readouterr().out == "idlewild://join/x\n"
    assert "step 3 of 10" in text
    assert "step 4 of 10" not in text
    assert "42%" in text
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")


def test_no_terminal_means_plain_lines() -> None:
    assert isinstance(display_for(RunOptions(home=default_home())), PlainDisplay)
