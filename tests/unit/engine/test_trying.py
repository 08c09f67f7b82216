"""When the model may be tried, which model it is, and how long the process stays: with a process that only notes what
it is asked (the real one is in the integration tests)."""

import asyncio
from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest

from core.data.objects import ObjectStore
from core.engine import trying
from core.engine.trying import APPLIED_WITHIN_S, STAYS_S, Trying, checked, parameters_of
from core.errors import LocalFault, UsageError
from core.identity.ids import Digest
from core.identity.manifest import Crops, Swav
from core.ipc.messages import Phase, Reason, Status
from core.paths import Home
from core.storage.checkpoints import CheckpointStore
from core.training.api import Kept
from core.training.state_digest import digest_state
from core.training.state_view import StateView
from core.training.tasks.api import Guess
from core.training.trying import Initial, TrialLost
from tests.sim.clock import run as in_virtual_time
from tests.unit.engine.joined import ELEMENTS, digest, record

RECORD = record("Words", 3)


class Noting:
    """In the place of the process."""

    made: ClassVar[list["Noting"]] = []

    def __init__(self, manifest, objects):
        self.asked, self.is_alive = [], True
        Noting.made.append(self)

    async def ask(self, text, count, weights):
        self.asked.append(weights)
        return [Guess(text, 0.5)][:count]

    def close(self):
        self.is_alive = False


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setattr(trying, "TrialProcess", Noting)
    monkeypatch.setattr(trying.psutil, "virtual_memory", lambda: SimpleNamespace(available=1 << 40))
    monkeypatch.setattr(Noting, "made", [])
    desk = SimpleNamespace(home=Home(tmp_path), reason=Reason.NONE, consent=True)

    def status():
        state = {"phase": Phase.TRAINING, "reason": desk.reason, "sentence": "", "has_consent": desk.consent}
        return Status(version="1", peer="p", home="h", **state)

    weights = ObjectStore(desk.home.objects).path(digest(2))
    weights.parent.mkdir(parents=True)
    weights.write_bytes(b"x")
    desk.trying = Trying(desk.home, status)
    return desk


def session_with(view, after_s=0.0):
    """Whose state is undefined until then."""

    async def changed():
        await asyncio.sleep(after_s - asyncio.get_running_loop().time())

    def viewed():
        return view if asyncio.get_running_loop().time() >= after_s else None

    return SimpleNamespace(node=SimpleNamespace(replica=SimpleNamespace(run=RECORD.run, view=viewed, changed=changed)))


def state_of(step, value):
    state = np.full(3 * ELEMENTS, value, np.float32)
    return StateView(digest_state(step, state), state)


def ask(desk, session=None, text="a ___", of=RECORD):
    return in_virtual_time(desk.trying.answer(of, session, text, 5))


def test_nothing_is_computed_before_consent_or_where_it_is_hot(desk):
    desk.consent = False
    with pytest.raises(LocalFault, match="agreed"):
        ask(desk)
    desk.consent = True
    for reason in (Reason.TOO_HOT, Reason.LOW_MEMORY):
        desk.reason = reason
        with pytest.raises(LocalFault, match="at the moment"):
            ask(desk)
    desk.reason = Reason.IN_USE
    assert ask(desk).kind == "fill_mask"
    with pytest.raises(LocalFault, match="join a collaboration"):
        ask(desk, of=None)


def test_the_present_state_counts_then_the_disk_then_the_beginning(desk):
    async def story():
        trial, store = desk.trying, CheckpointStore(desk.home.checkpoints)
        assert (await trial.answer(RECORD, None, "a ___", 5)).step == 0
        store.save(RECORD.run, 7, Digest(bytes(32)), np.zeros(3 * ELEMENTS, np.float32))
        assert (await trial.answer(RECORD, session_with(None, 1e9), "a ___", 5)).step == 7
        for _ in range(2):
            assert (await trial.answer(RECORD, session_with(state_of(9, 1.5)), "a ___", 5)).step == 9
        assert (await trial.answer(RECORD, session_with(state_of(10, 2.5)), "a ___", 5)).step == 10
        trial.close()

    in_virtual_time(story())
    (process,) = Noting.made
    first, second, third, fourth, fifth = process.asked
    assert isinstance(first, Initial)
    assert isinstance(second, Kept)
    assert second.path.name == "step-000000000007.state"
    assert third.shape == (ELEMENTS,)
    assert (third == 1.5).all()
    assert fourth is None, "it has that one"
    assert (fifth == 2.5).all()


def test_a_step_that_is_applied_is_waited_for_and_a_state_that_is_fetched_is_not(desk):
    """Else the answer would come from an older model than the one before."""

    async def story():
        trial = desk.trying
        now_s = asyncio.get_running_loop().time
        applied = session_with(state_of(9, 1.5), now_s() + APPLIED_WITHIN_S / 2)
        assert (await trial.answer(RECORD, applied, "a ___", 5)).step == 9
        fetched = session_with(state_of(10, 1.5), now_s() + 600)
        begun_s = now_s()
        assert (await trial.answer(RECORD, fetched, "a ___", 5)).step == 0
        assert now_s() - begun_s < 2 * APPLIED_WITHIN_S
        trial.close()

    in_virtual_time(story())


def test_a_state_is_copied_by_chunks_and_no_more_than_the_parameters(monkeypatch):
    state = np.arange(600_000, dtype=np.float32)
    view = StateView(digest_state(3, state), state)
    read = []
    monkeypatch.setattr(
        StateView, "read", lambda self, index, was=StateView.read: (read.append(index), was(self, index))[1]
    )
    found = parameters_of(view, 270_000)
    assert (found == state[:270_000]).all()
    assert read == [0, 1]


def test_the_process_stays_for_a_minute_and_goes_where_memory_is_short(desk):
    async def story():
        trial = desk.trying
        await trial.answer(RECORD, None, "a ___", 5)
        await asyncio.sleep(STAYS_S - 2)
        await trial.answer(RECORD, None, "b ___", 5)
        await asyncio.sleep(STAYS_S - 2)
        assert Noting.made[0].is_alive
        await asyncio.sleep(4)
        assert not Noting.made[0].is_alive
        await trial.answer(RECORD, None, "c ___", 5)
        assert len(Noting.made) == 2
        desk.reason = Reason.LOW_MEMORY
        await asyncio.sleep(2)
        assert not Noting.made[1].is_alive

    in_virtual_time(story())


def test_a_process_that_was_lost_is_started_again_once(desk, monkeypatch):
    async def lose(self, text, count, weights):
        self.close()
        raise TrialLost("gone")

    async def story():
        await desk.trying.answer(RECORD, None, "a ___", 5)
        monkeypatch.setattr(Noting.made[0], "ask", lambda *asked: lose(Noting.made[0], *asked))
        assert (await desk.trying.answer(RECORD, None, "b ___", 5)).candidates[0].text == "b ___"
        monkeypatch.setattr(Noting, "ask", lose)
        with pytest.raises(TrialLost):
            await desk.trying.answer(RECORD, None, "c ___", 5)

    in_virtual_time(story())
    assert len(Noting.made) == 3
    assert isinstance(Noting.made[1].asked[0], Initial), "the new one is given the model"


def test_another_collaboration_has_another_process(desk):
    async def story():
        await desk.trying.answer(RECORD, None, "a ___", 5)
        await desk.trying.answer(record("Other", 4), None, "a ___", 5)
        desk.trying.close()
        desk.trying.close()

    in_virtual_time(story())
    assert [process.is_alive for process in Noting.made] == [False, False]


def test_a_model_of_pictures_is_not_asked(desk):
    model = {"model_type": "resnet"}
    task = Swav(model=model, crops=(Crops(count=2, pixels=32, least_area=0.2, most_area=1.0),))
    answer = ask(desk, of=record("Pictures", 3, task=task, tokenizer=None))
    assert (answer.kind, answer.candidates) == ("none", [])
    assert Noting.made == []


def test_without_memory_for_it_nothing_is_started(desk, monkeypatch):
    monkeypatch.setattr(trying.psutil, "virtual_memory", lambda: SimpleNamespace(available=300 << 20))
    with pytest.raises(LocalFault, match="Memory is short"):
        ask(desk)
    assert Noting.made == []


@pytest.mark.parametrize("text", ["আমি ভাত খাই।", "tab\tand\nline", "ক্\u200dষ", "“quotes” – é", "a\u00a0b"])
def test_what_people_write(text):
    assert checked(text) == text


@pytest.mark.parametrize("text", ["", "  \n", "a\x00", "\x1b[2J", "\ue000", "\ud800"])
def test_what_they_do_not(text):
    with pytest.raises(UsageError):
        checked(text)
