"""What the control socket is answered of history and of collaborations nearby."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.engine import answering
from core.engine.answering import Answering
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.ipc.messages import Method
from core.ipc.requests import checked
from core.nat.lan import Neighbour
from core.nat.nearby import Found
from core.nat.offers import Offer
from core.paths import Home
from core.storage.database import Database
from core.storage.history import History, Spent
from core.storage.runs import Runs
from core.transport.api import Address

RUN = RunId(b"r" * 32)
NOON_S = 1_760_011_200
DAY_S = 86_400


class FakeLedger:
    """Has something that is not written yet."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._left = 1

    def write_if_possible(self) -> None:
        for _ in range(self._left):
            self._history.spend(RUN, Spent(sent_bytes=7), NOON_S + 3 * DAY_S)
        self._left = 0


def ask(database: Database, method: Method, **params: Any) -> Any:
    host: Any = SimpleNamespace(
        identity=Identity.from_seed(bytes(32)),
        ledger=FakeLedger(History(database)),
        runs=Runs(database),
        status=lambda: None,
        governor=None,
    )
    known, complete = checked(method.value, params)
    return asyncio.run(Answering(host, database, Home(Path("nowhere"))).answer(known, complete))


@pytest.fixture
def database(tmp_path: Path) -> Any:
    with Database.open(tmp_path / "idlewild.sqlite") as database:
        yield database


def test_history_is_up_to_the_moment_and_comes_as_it_was_asked_for(database: Database) -> None:
    for day in range(3):
        History(database).spend(RUN, Spent(training_s=1.0), NOON_S + day * DAY_S)
    days = ask(database, Method.HISTORY)
    assert [(row.training_s, row.sent_bytes) for row in days] == [(1.0, 0)] * 3 + [(0.0, 7)]
    starts = [row.start for row in days]
    assert [row.start for row in ask(database, Method.HISTORY, after=starts[1])] == starts[2:]
    assert [row.start for row in ask(database, Method.HISTORY, limit=1)] == starts[:1]
    assert {len(row.start) for row in ask(database, Method.HISTORY, unit="hour")} == {13}
    (month,) = ask(database, Method.HISTORY, unit="month")
    assert month.training_s == 3.0


def test_what_is_nearby_is_asked_for_anew_each_time(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Offer(RUN, PeerId(b"o" * 32), "Fables")
    looks = [[], [Found(offer, Neighbour(PeerId(bytes(32)), (Address("192.168.1.20", 47100),)))]]

    async def look() -> list[Found]:
        return looks.pop(0)

    monkeypatch.setattr(answering, "look_nearby", look)
    assert ask(database, Method.NEARBY) == []
    (nearby,) = ask(database, Method.NEARBY)
    assert (nearby.run, nearby.name) == (RUN.text, "Fables")
