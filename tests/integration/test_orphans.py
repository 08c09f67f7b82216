"""App, engine and trainer: whichever is killed without a word, none of the others is left behind."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from processes import ORPHAN_S, START_S, Crew, Engine, shared_memory_of, trainers_of, until, write_manifest

from core.ipc.messages import Method, Phase, Status
from core.paths import Home
from core.storage.database import Database
from core.storage.settings import CONSENT, Settings

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes the way of Linux")


class App(Engine):
    """The program with its window, as its user started it. Its engine answers at the home's address."""

    def __init__(self, home: Path) -> None:
        super().__init__("app", home, ["--home", home, "--hidden"], module="app")
        with Database.open(Home(home).database) as database:
            Settings(database).set(CONSENT, True)
            Settings(database).change({"pause_when_busy": False})

    def engine(self) -> psutil.Process:
        """Its child of now."""

        def look() -> psutil.Process | None:
            children = psutil.Process(self.pid).children()
            return next((child for child in children if "--exit-with-parent" in child.cmdline()), None)

        return until(look, "the app has an engine", START_S)

    def until_training(self) -> None:
        self.until(lambda s: s.phase is Phase.TRAINING, "it trains")


def test_nobody_outlives_its_parent(tmp_path: Path) -> None:
    """One family, from which first the trainer is taken, then the engine, and at last the app."""
    with Crew(tmp_path) as crew:
        crew.organise(write_manifest(tmp_path / "manifest"))
        app = App(tmp_path / "home")
        crew.add(app)
        app.start()
        app.until(lambda s: s.phase is Phase.IDLE, "the engine waits for orders")
        app.ask(Status, Method.JOIN, link=crew.link)
        app.until_training()

        engine, trainer = app.engine(), trainers_of(app.engine())[0]
        segments = shared_memory_of([engine])
        assert segments, "the vectors lie in shared memory"
        assert shared_memory_of([trainer]) == segments

        trainer.kill()
        gone("the trainer", lambda: not trainer.is_running())
        app.until_training()
        assert app.engine().pid == engine.pid, "the engine starts another trainer"
        assert shared_memory_of([engine]) == segments, "which works on the same vectors"
        trainer = trainers_of(engine)[0]

        engine.kill()
        gone("trainer and memory, without their engine", lambda: not (trainer.is_running() or exist(segments)))
        app.until_training()
        assert app.engine().pid != engine.pid, "the app starts another engine"
        assert app.is_running

        family = app.members()
        assert len(family) >= 3
        segments = shared_memory_of(family)
        assert segments
        app.process.kill()
        app.process.wait()
        gone("engine, trainer and memory, without their app", lambda: not (app.members() or exist(segments)))


def gone(what: str, condition: Callable[[], bool]) -> None:
    begun_s = time.monotonic()
    until(condition, f"{what} is gone", ORPHAN_S)
    print(f"{what}: gone after {time.monotonic() - begun_s:.1f} s")


def exist(segments: set[str]) -> bool:
    return any(Path("/dev/shm", name).exists() for name in segments)


def test_a_trainer_killed_while_it_starts_is_started_again(tmp_path: Path) -> None:
    """As where memory is short: the kernel kills it when it has hardly begun."""
    with Crew(tmp_path) as crew:
        crew.organise(write_manifest(tmp_path / "manifest"))
        peer = crew.volunteer("peer")
        peer.until(lambda s: s.collaboration and s.collaboration.my_samples, "contributes")
        engine = psutil.Process(peer.pid)
        for _ in range(2):
            victim = until(lambda: trainers_of(engine), "there is a trainer", START_S)[0]
            victim.kill()
            until(lambda: victim not in trainers_of(engine), "it is gone", ORPHAN_S)  # noqa: B023 - awaited here
        step = peer.step()
        peer.until_step(step + 2)
