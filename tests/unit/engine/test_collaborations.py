"""The list of joined collaborations, what they are called, and what shares do at once."""

import asyncio
from types import SimpleNamespace

import pytest

from core.engine.collaborations import Collaborations
from core.engine.rota import Rota
from core.errors import UsageError
from core.ipc.messages import Phase, Reason
from core.paths import Home
from core.storage.database import Database
from core.storage.runs import Runs
from tests.unit.engine.joined import ORGANISER, record

WORDS, PROSE = record("Words", 3), record("Prose", 4, is_host=True)


class Desk(SimpleNamespace):
    """An engine, as the list sees it."""

    def __init__(self, database, home):
        runs = Runs(database)
        rota = Rota(runs, lambda: (None, Phase.IDLE, Reason.NONE), lambda run: None)
        super().__init__(identity=ORGANISER, runs=runs, rota=rota, session=None, went_on=[])
        self.list = Collaborations(self, database, home)
        for one in (WORDS, PROSE):
            runs.add(one)
            rota.admit(one.run)
        runs.set_active(WORDS.run)

    def go_on(self, first=None):
        self.went_on.append(first)


@pytest.fixture
def desk(tmp_path):
    with Database.open(tmp_path / "it.sqlite") as database:
        yield Desk(database, Home(tmp_path))


def test_the_list_says_what_each_is_about(desk):
    found = {one.name: one for one in desk.list.memberships()}
    words, prose = found["Words"], found["Prose"]
    assert (words.run, words.description, words.language, words.licence) == (
        WORDS.run.text,
        "About Words.",
        "en",
        "CC0",
    )
    assert (words.is_active, words.is_host, words.share, words.joined_s) == (True, False, 100, 5)
    assert (prose.is_active, prose.is_host, prose.step, prose.my_samples) == (False, True, 0, 0)


def test_names_ids_and_their_beginnings(desk):
    for word in ("Words", " words ", WORDS.run.text, WORDS.run.text[:9].upper(), WORDS.run.text[:9]):
        assert desk.list.find(word) == WORDS
    for word in ("", " ", "nobody", "word"):
        with pytest.raises(UsageError, match="is called"):
            desk.list.find(word)
    twin = record("words", 5)
    desk.runs.add(twin)
    with pytest.raises(UsageError, match="by its id"):
        desk.list.find("Words")
    assert desk.list.find(twin.run.text) == twin


def test_the_one_under_way_gives_its_place_away_when_it_is_set_aside(desk):
    desk.list.set_share("prose", 30)
    assert desk.went_on == []
    shares = {one.name: one.share for one in desk.list.set_share("words", 0)}
    assert (shares, len(desk.went_on)) == ({"Words": 0, "Prose": 30}, 1)
    desk.runs.set_active(None)
    desk.list.set_share("words", 50)
    assert len(desk.went_on) == 2, "there was nothing to do before"
    assert [stake.share for stake in desk.runs.stakes() if stake.run == WORDS.run] == [50]


def test_to_leave_the_one_under_way_waits_for_its_end(desk):
    assert [one.name for one in asyncio.run(desk.list.leave("prose"))] == ["Words"]
    assert desk.went_on == []
    assert asyncio.run(desk.list.leave("words")) == []
    (first,) = desk.went_on
    first()
    assert desk.runs.left() != []
    asyncio.run(desk.list.tidy())
