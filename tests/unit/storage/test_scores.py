import math
from pathlib import Path

import pytest

from core.identity.amendment import SignedAmendment
from core.identity.ids import Digest, RunId
from core.storage.database import Database
from core.storage.petitions import PetitionStore
from core.storage.scores import ScoreBook

RUN, OTHER = RunId(bytes(32)), RunId(bytes([1]) * 32)


def state(number: int) -> Digest:
    return Digest(bytes([number]) * 32)


@pytest.fixture
def database(tmp_path: Path):
    with Database.open(tmp_path / "home.sqlite") as opened:
        yield opened


def test_a_model_that_is_worse_than_the_best_is_not_good(database: Database) -> None:
    book = ScoreBook(database, RUN)
    losses = {10: 4.0, 20: 3.0, 30: 3.1, 40: 3.3, 50: math.nan, 60: math.inf, 70: 2.9}
    good = {step: book.note(step, state(step), 0, {"loss": loss}).is_good for step, loss in losses.items()}
    assert good == {10: True, 20: True, 30: True, 40: False, 50: False, 60: False, 70: True}
    assert [examined.step for examined in book.all()] == [70, 60, 50, 40, 30, 20, 10]
    best, published = book.best(), book.published()
    assert best is not None
    assert published is not None
    assert (best.step, published.step) == (70, 70)
    assert ScoreBook(database, OTHER).all() == []


def test_after_going_back_a_step_is_judged_by_those_before_it(database: Database) -> None:
    book = ScoreBook(database, RUN)
    book.note(10, state(1), 0, {"loss": 4.0})
    book.note(20, state(2), 0, {"loss": 1.0, "accuracy": 0.5})
    assert book.note(15, state(3), 0, {"loss": 3.9}).is_good
    found = book.of(state(2))
    assert found is not None
    assert found.scores == {"loss": 1.0, "accuracy": 0.5}
    assert book.of(state(9)) is None


def test_petitions_wait_in_order_until_the_log_has_them(database: Database) -> None:
    store = PetitionStore(database, RUN)
    one, two, three = (SignedAmendment(content=bytes([n]), signature=bytes(64)) for n in (1, 2, 3))
    store.add(2, two)
    store.add(1, one)
    store.add(1, three)
    assert store.waiting(0) == [three, two]
    assert store.waiting(1) == [two]
    assert store.waiting(0) == [two], "what the log has is forgotten"
    assert PetitionStore(database, OTHER).waiting(0) == []
