"""SIGKILL to an engine that works alone, at random moments: its home stays whole, and it goes on with the same
collaboration and in the same pause. That the app starts it again is the app's tests' business.

`IDLEWILD_KILLS=30` in the environment makes so many kills instead of one.
"""

import os
import random
import sqlite3
import time
from pathlib import Path

import pytest
from processes import Crew, Engine, check_credit, check_sums, free_address, write_manifest

from core.ipc.messages import Method, Phase, Reason, Status
from core.paths import Home

KILLS = int(os.environ.get("IDLEWILD_KILLS", "1"))
SEED = int(os.environ.get("IDLEWILD_SEED", "7"))
MOMENT_S = 1.5
"""Deaths happen anywhere in the next so many seconds: several steps, or in the middle of a start."""


@pytest.mark.timeout(120 + 60 * KILLS)
def test_killed_again_and_again(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    with Crew(tmp_path) as crew:
        engine = alone(crew)
        run = engine.until(lambda s: s.collaboration, "its collaboration").collaboration
        assert run is not None
        for _ in range(KILLS):
            step = engine.step()
            time.sleep(chance.uniform(0.0, MOMENT_S))
            engine.kill()
            check_whole(engine)
            if chance.random() < 0.5:  # in the middle of a start too
                engine.start()
                time.sleep(chance.uniform(0.0, 2 * MOMENT_S))
                engine.kill()
                check_whole(engine)
            engine.start()
            status = engine.until_step(max(1, step) + 1)
            assert status.collaboration is not None
            assert status.collaboration.run == run.run
        stays_paused(engine)
        engine.quit()
        entries = engine.log()
        check_sums(entries)
        check_credit(engine, entries)


def alone(crew: Crew) -> Engine:
    """A home with a collaboration of its own, as the app starts it."""
    host = crew.organise(write_manifest(crew.root / "words"), "--train")
    host.until_step(2)
    host.quit()
    words = ["run", "--headless", "--no-throttle", "--home", host.home, "--listen", free_address()]
    engine = Engine("alone", host.home, words)
    crew.add(engine)
    engine.start()
    engine.until(lambda s: s.phase is Phase.TRAINING, "it trains")
    return engine


def check_whole(engine: Engine) -> None:
    """The database is sound, and what lies under a whole name is whole."""
    home = Home(engine.home)
    with sqlite3.connect(home.database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    assert not list(home.root.rglob("*.damaged"))
    steps = [entry.step for entry in engine.log()]
    assert steps == list(range(1, len(steps) + 1))


def stays_paused(engine: Engine) -> None:
    """Until resumed, and until a time."""
    engine.pause()
    engine.kill()
    engine.start()
    status = engine.until(lambda s: s.phase is Phase.PAUSED, "it is paused as before")
    assert status.reason is Reason.PAUSED_BY_USER
    until_s = engine.ask(Status, Method.PAUSE, seconds=3600.0).paused_until_s
    assert until_s is not None
    engine.kill()
    engine.start()
    status = engine.until(lambda s: s.phase is Phase.PAUSED, "it is paused until then")
    assert status.paused_until_s == pytest.approx(until_s)
    step = engine.step()
    engine.resume()
    engine.until_step(step + 1)
