"""Who has agreed to what this computer is used for."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.data.web import WebPorts
from core.engine.engine import Engine
from core.identity.keys import Identity
from core.ipc.messages import Status
from core.options import RunOptions
from core.paths import Home
from core.storage import settings as page
from core.storage.database import Database
from core.storage.runs import Runs
from core.storage.settings import Settings
from tests.unit.storage.test_runs import record


class NoDisplay:
    def show(self, status: Status) -> None: ...

    def invitation(self, link: str) -> None: ...

    def done(self) -> None: ...


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Engine]]:
    """Engines of one home, one after the other; none is run."""
    home, identity = Home(tmp_path), Identity.generate()
    with Database.open(home.database) as database:

        def start(*, by_app: bool) -> Engine:
            options = RunOptions(home=tmp_path, exit_with_parent=by_app)
            return Engine(options, home, database, identity, NoDisplay(), [], WebPorts())

        yield start


def test_the_app_s_engine_waits_for_an_answer(started: Callable[..., Engine]) -> None:
    engine = started(by_app=True)
    assert not engine.status().has_consent
    engine.consent(True)
    assert engine.status().has_consent
    assert started(by_app=True).status().has_consent
    engine.consent(False)
    assert not started(by_app=True).status().has_consent


def test_who_types_it_has_agreed(started: Callable[..., Engine]) -> None:
    assert started(by_app=False).status().has_consent
    assert started(by_app=True).status().has_consent


def test_a_home_that_had_joined_before_anybody_asked_has_agreed(started: Callable[..., Engine], tmp_path: Path) -> None:
    with Database.open(Home(tmp_path).database) as database:
        Runs(database).add(record("one"))
    assert started(by_app=True).status().has_consent
    with Database.open(Home(tmp_path).database) as database:
        Settings(database).set(page.CONSENT, False)
    assert not started(by_app=True).status().has_consent
