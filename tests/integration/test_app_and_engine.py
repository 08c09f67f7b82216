"""The whole app with the whole engine, as a volunteer has them: from the first start to training, through everything
that can go wrong with a process, to a restart. Window, tray, `status --json` and `why` say the same all the time."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Self

import msgspec
import psutil
import pytest
from processes import END_S, ENVIRONMENT, MARK, START_S, Crew, Engine, idlewild, trainers_of, until, write_manifest

from core.ipc.messages import Phase, Reason, Status
from core.paths import Home
from tests.integration.reach.namespaces import ip, need, networks, wire

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

SAID_S = 2.0
SLACK_S = 1.5
"""What a busy computer takes to end a process, or to start `idlewild`."""
TOLD_EVERY_S = 0.6
"""Within which the window hears of a change."""
AROUND_NOON = f"NOON{time.gmtime().tm_hour - 12:+d}"
"""Time zone (POSIX) in which no pause ends on another day: the window writes a date as its language does, a terminal
does not."""
NEAR, FAR = "pm-app-host", "pm-app-guest"
AGAIN_S = 2 * START_S
"""Until it trains again."""
UNHINDERED = {
    **dict.fromkeys(("pause_when_busy", "pause_on_battery", "pause_when_metered", "pause_in_full_screen"), False),
    "cpu_temperature_limit_c": 0,
}
"""What a computer that runs tests may do beside them."""


class Shown(NamedTuple):
    """What window and tray showed from `at_s` on, by this computer's monotonic clock."""

    at_s: float
    link: str
    reason: str
    step: str
    """Of the first run; empty when that is over."""
    headline: str
    sentence: str
    tray: str


class App(Engine):
    """`Engine`, since whatever is asked is answered by the one that it has started."""

    def start(self, *more: object) -> Self:
        assert not self.is_running, "it runs already"
        words = [*self.words, *map(str, more)]
        command = [*self._before, sys.executable, "-m", "tests.integration.driven_app", *words]
        self._begun_bytes = len(self.stdout) if self._stream("out").exists() else 0
        with self._stream("out").open("ab") as out, self._stream("err").open("ab") as err:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                env=dict(psutil.Process().environ()) | ENVIRONMENT | self._own_desktop() | {MARK: self._mark},
                start_new_session=True,
            )
        return self

    def _own_desktop(self) -> dict[str, str]:
        """Links and the start at login are told to nobody."""
        folder = self.home.parent / "desktop"
        folders = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data")}
        return {**folders, "LANG": "en_GB.UTF-8", "TZ": AROUND_NOON}

    def wait(self, timeout_s: float = END_S) -> int:
        status = super().wait(timeout_s)
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.close()
        return status

    def order(self, name: str, *values: object) -> float:
        """When it was given."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([name, *values]).encode() + b"\n")
        self.process.stdin.flush()
        return time.monotonic()

    @property
    def shown(self) -> list[Shown]:
        """Since this start, the newest last."""
        lines = self.stdout[self._begun_bytes :].split("\n")[:-1]
        return [Shown(**json.loads(line)) for line in lines]

    def until_shown(
        self, holds: Callable[[Shown], object], what: str, timeout_s: float = START_S, after_s: float = 0.0
    ) -> Shown:
        """The first that was shown at or after `after_s`, or is shown still, and fulfils `holds`."""

        def look() -> Shown | None:
            assert self.is_running, f"the app ended while it was awaited: {what}"
            return next((one for one in self.during(after_s, float("inf")) if holds(one)), None)

        return until(look, f"the window shows: {what}", timeout_s)

    def during(self, begin_s: float, end_s: float) -> list[Shown]:
        """All that was shown for any part of that time."""
        shown = self.shown
        ends_s = [after.at_s for after in shown[1:]] + [float("inf")]
        return [one for one, stop_s in zip(shown, ends_s, strict=False) if one.at_s <= end_s and stop_s > begin_s]

    # --- its processes

    def engine_process(self) -> psutil.Process:
        def find() -> psutil.Process | None:
            children = psutil.Process(self.pid).children()
            return next((child for child in children if "--exit-with-parent" in child.cmdline()), None)

        return until(find, "the app has started an engine", START_S)

    def trainer(self) -> psutil.Process:
        found = until(lambda: trainers_of(self.engine_process()), "there is a trainer", START_S)
        assert len(found) == 1
        return found[0]

    def footprint(self) -> tuple[int, int]:
        """Sockets that reach other computers, and processes that could compute, of app and engine."""
        processes = psutil.Process(self.pid), self.engine_process()
        return sum(len(one.net_connections("inet")) for one in processes), len(trainers_of(processes[1]))


def trains(shown: Shown) -> bool:
    return shown.link == "READY" and shown.reason == "none" and shown.headline in {"Training", "Averaging"}


def check_all_say_the_same(app: App, reason: Reason) -> None:
    """The window and the tray while the command line is asked. Asked again where the state changed meanwhile."""

    def agree() -> bool:
        begin_s = time.monotonic()
        said = idlewild("status", "--json", "--home", app.home, TZ=AROUND_NOON)
        why = idlewild("why", "--home", app.home, TZ=AROUND_NOON)
        assert (said.returncode, why.returncode) == (0, 0), said.stderr + why.stderr
        status = msgspec.json.decode(said.stdout, type=Status)
        time.sleep(TOLD_EVERY_S)
        shown = app.during(begin_s, time.monotonic())
        if status.reason is not reason or why.stdout.partition("\n")[0] != _why(status):
            return False
        same = [one for one in shown if (one.reason, one.sentence) == (status.reason.value, status.sentence)]
        assert all(one.tray == f"{one.headline} — {one.sentence}"[:120] for one in same), same
        return bool(same)

    until(agree, f"all say {reason.value}", 20.0)


def _why(status: Status) -> str:
    return status.sentence if status.reason is Reason.NONE else f"{status.sentence} [{status.reason.value}]"


@pytest.mark.timeout(900)
def test_a_volunteer_s_first_day(tmp_path: Path) -> None:
    with Crew(tmp_path) as crew:
        crew.organise(write_manifest(tmp_path / "manifest", target_batch=128))
        home = tmp_path / "volunteer"
        app = App("app", home, ["--home", home])
        crew.add(app)
        app.start(crew.link)
        nothing_before_consent(app)
        first_run_to_training(app)
        check_all_say_the_same(app, Reason.NONE)
        a_pause_is_said(app)
        a_suspended_trainer_is_said(app)
        a_killed_trainer_is_said(app)
        a_suspended_engine_is_said(app)
        a_killed_engine_is_said(app)
        a_killed_app_takes_its_engine_along_and_keeps_the_pause(app)
        app.order("quit")
        assert app.wait() == 0
        app.check_nothing_left()


@pytest.mark.namespaces
@pytest.mark.timeout(600)
def test_a_cable_that_is_pulled_is_said(tmp_path: Path) -> None:
    need()
    with networks(NEAR, FAR), Crew(tmp_path) as crew:
        wire((NEAR, "eth0", "192.168.7.1/24"), (FAR, "eth0", "192.168.7.2/24"))
        home, manifest = tmp_path / "host", write_manifest(tmp_path / "manifest", target_batch=128)
        host = Engine("host", home, ["host", manifest, "--home", home, "--listen", "192.168.7.1:4433"], namespace=NEAR)
        crew.add(host)
        host.start()
        link = until(lambda: host.stdout.partition("\n")[0] if "\n" in host.stdout else "", "the invitation", START_S)
        home = tmp_path / "volunteer"
        app = App("app", home, ["--home", home], namespace=FAR)
        crew.add(app)
        app.start(link)
        first_run_to_training(app)
        ip("-n", FAR, "link", "set", "eth0", "down")
        pulled_s = time.monotonic()
        said = app.until_shown(lambda shown: "no network" in shown.sentence, "no network", after_s=pulled_s)
        assert said.at_s - pulled_s < SAID_S
        assert said.headline == "Nobody reachable"
        check_all_say_the_same(app, Reason.NOBODY_REACHABLE)
        ip("-n", FAR, "link", "set", "eth0", "up")
        app.until_shown(trains, "it trains again", AGAIN_S, after_s=time.monotonic())


def nothing_before_consent(app: App) -> None:
    app.until_shown(lambda shown: shown.reason == "needs_consent", "the question")
    assert app.shown[-1].step == "CONSENT"
    time.sleep(1.0)
    assert app.footprint() == (0, 0)
    why = idlewild("why", "--home", app.home, TZ=AROUND_NOON).stdout.partition(" [")[0]
    assert app.shown[-1].tray == f"Waiting for your consent — {why}"


def first_run_to_training(app: App) -> None:
    app.until_shown(lambda shown: shown.reason == "needs_consent", "the question")
    app.order("go_on")
    app.until_shown(lambda shown: shown.step == "ALLOW", "what may it use")
    app.order("prefer", UNHINDERED)
    app.order("go_on")
    app.until_shown(lambda shown: shown.step == "JOIN", "what to train")
    assert app.footprint()[1] == 0
    app.order("join")
    app.until_shown(trains, "it trains", AGAIN_S)
    assert app.shown[-1].step == ""
    app.until_step(1)


def a_pause_is_said(app: App) -> None:
    ordered_s = app.order("pause", None)
    said = app.until_shown(lambda shown: shown.reason == "paused_by_user", "the pause", after_s=ordered_s)
    assert said.at_s - ordered_s < SAID_S
    assert said.headline == "Paused"
    check_all_say_the_same(app, Reason.PAUSED_BY_USER)
    ordered_s = app.order("resume")
    app.until_shown(trains, "it trains again", AGAIN_S, after_s=ordered_s)


def a_suspended_trainer_is_said(app: App) -> None:
    trainer = app.trainer()
    trainer.suspend()
    hurt_s = time.monotonic()
    said = app.until_shown(lambda shown: shown.reason == "trainer_stuck", "a suspended trainer", after_s=hurt_s)
    assert said.at_s - hurt_s < SAID_S + SLACK_S
    check_all_say_the_same(app, Reason.TRAINER_STUCK)
    trainer.resume()
    app.until_shown(trains, "it trains again", AGAIN_S, after_s=time.monotonic())
    assert app.trainer() == trainer


def a_killed_trainer_is_said(app: App) -> None:
    trainer = app.trainer()
    trainer.kill()
    hurt_s = time.monotonic()
    said = app.until_shown(lambda shown: shown.reason == "trainer_restarting", "a killed trainer", after_s=hurt_s)
    assert said.at_s - hurt_s < SAID_S + SLACK_S
    check_all_say_the_same(app, Reason.TRAINER_RESTARTING)
    app.until_shown(trains, "it trains again", AGAIN_S, after_s=said.at_s)
    assert app.trainer() != trainer


def a_suspended_engine_is_said(app: App) -> None:
    engine = app.engine_process()
    engine.suspend()
    hurt_s = time.monotonic()
    said = app.until_shown(lambda shown: shown.link == "SILENT", "a suspended engine", after_s=hurt_s)
    assert said.at_s - hurt_s < SAID_S
    assert said.headline == "The engine does not answer"
    assert said.tray.startswith(said.headline)
    for words in (("status", "--json"), ("why",)):
        begun_s = time.monotonic()
        refused = idlewild(*words, "--home", app.home)
        assert refused.returncode == 1
        assert said.headline in refused.stderr
        assert time.monotonic() - begun_s < SAID_S + SLACK_S
    engine.resume()
    resumed_s = time.monotonic()
    back = app.until_shown(lambda shown: shown.link == "READY", "it speaks again", after_s=resumed_s)
    assert back.at_s - resumed_s < SAID_S + SLACK_S
    app.until_shown(trains, "it trains again", AGAIN_S, after_s=resumed_s)
    assert app.engine_process() == engine


def a_killed_engine_is_said(app: App) -> None:
    engine, trainer = app.engine_process(), app.trainer()
    engine.kill()
    hurt_s = time.monotonic()
    said = app.until_shown(lambda shown: shown.link == "LOST", "a killed engine", after_s=hurt_s)
    assert said.at_s - hurt_s < SAID_S
    assert said.tray.startswith(said.headline)
    app.until_shown(lambda shown: "is started again" in shown.sentence, "that it is started again", after_s=hurt_s)
    app.until_shown(trains, "it trains again", AGAIN_S, after_s=said.at_s)
    assert app.engine_process() != engine
    assert not trainer.is_running()
    check_all_say_the_same(app, Reason.NONE)


def a_killed_app_takes_its_engine_along_and_keeps_the_pause(app: App) -> None:
    ordered_s = app.order("pause", 900.0)
    paused = app.until_shown(lambda shown: shown.reason == "paused_by_user", "a timed pause", after_s=ordered_s)
    app.until(lambda status: status.phase is Phase.PAUSED, "it is paused")
    app.members()
    assert app.process is not None
    app.process.kill()
    app.wait()
    until(lambda: not app.left_over(), "the engine of a killed app has ended", START_S)
    app.start()
    again = app.until_shown(lambda shown: shown.reason == "paused_by_user", "the same pause")
    assert (again.step, again.sentence) == ("", paused.sentence)
    assert Home(app.home).database.exists()
    check_all_say_the_same(app, Reason.PAUSED_BY_USER)
