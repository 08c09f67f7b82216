"""When a newer version is looked for, fetched and used: in virtual time, with a feed that says what it is told."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.engine.renewing import AGAIN_S, DAY_S, FIRST_S, RUN_WELL_S, RenewalPorts, Renewing
from core.errors import LocalFault
from core.ipc.installed import Update, UpdateState
from core.release.feed import Backwards, Offer
from core.release.pointer import SILENT, TakenBack, change_pointer
from core.release.seal import ReleaseFault
from core.release.versions import Versions
from core.release.web import NotFetched
from core.saying import say
from core.storage import settings as page
from core.storage.database import Database
from core.storage.settings import Settings
from tests.program_folders import Published, program, published, write_program
from tests.sim import clock as virtual

START_S = 1_800_000_000.0
FETCH_S = 100.0


class FakeFeed:
    """In the place of `core.release.updating.Updating`."""

    def __init__(self, folder: Path, now_s: Callable[[], float]) -> None:
        self.versions = Versions(folder, "0.1.0")
        self.origin = SimpleNamespace(feeds=("https://feed.example.org/",))
        self.offered = ""
        self.fault: ReleaseFault | None = None
        self.fetch_fault: ReleaseFault | None = None
        self.asked_s: list[float] = []
        self.fetched = 0
        self.leaves: list[bool] = []
        self._now_s = now_s

    async def check(self, _: object) -> Offer | None:
        self.asked_s.append(self._now_s())
        await asyncio.sleep(1)
        if self.fault is not None:
            raise self.fault
        return self._published().offer if self.offered else None

    def _published(self) -> Published:
        return published(self.offered, program(self.offered), "https://mirror.example.org/")

    async def plan(self, offer: Offer) -> object:
        return SimpleNamespace(fetch_bytes=1000)

    async def fetch(self, _: object, offer: Offer, tell: Callable[[int, int], None], prepare: object) -> None:
        tell(0, 1000)
        await asyncio.sleep(FETCH_S / 2)
        tell(500, 1000)
        await asyncio.sleep(FETCH_S / 2)
        if self.fetch_fault is not None:
            raise self.fetch_fault
        self.fetched += 1
        self.versions.begin(offer)
        write_program(self.versions.part(offer), program(offer.release.version))
        self.versions.finish(offer)


class Fake:
    """An engine, as far as it is renewed."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.settings = settings
        settings.set(page.CONSENT, True)
        self.may_fetch, self.is_older, self.is_in_step, self.ends = True, False, False, 0
        self.feed = FakeFeed(folder / "versions", self.now_s)
        self.applies_itself, self.has_settled = False, True

    def now_s(self) -> float:
        return START_S + asyncio.get_event_loop().time()

    def end(self) -> None:
        self.ends += 1

    @contextlib.asynccontextmanager
    async def web(self, has_leave: bool):
        self.feed.leaves.append(has_leave)
        yield None

    def renewing(self) -> Renewing:
        ports = RenewalPorts(
            settings=self.settings,
            web=self.web,
            may_fetch=lambda: self.may_fetch,
            has_settled=lambda: self.has_settled,
            is_older=lambda: self.is_older,
            is_in_step=lambda: self.is_in_step,
            end=self.end,
            applies_itself=self.applies_itself,
            draw=lambda least, most: most,
            now_s=self.now_s,
        )
        return Renewing(self.feed, ports)  # type: ignore[arg-type]

    def during(self, story: Callable[[Renewing], Coroutine[Any, Any, None]]) -> None:
        async def main() -> None:
            renewing = self.renewing()
            running = asyncio.create_task(renewing.run())
            await asyncio.sleep(0.1)
            try:
                await story(renewing)
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
            assert running.cancelled()

        virtual.run(main())


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[Fake]:
    with Database.open(tmp_path / "idlewild.sqlite") as database:
        yield Fake(tmp_path, Settings(database))


def test_from_sources_there_is_nothing_to_do(fake: Fake) -> None:
    async def main() -> None:
        fake.feed.origin.feeds = ()
        renewing = fake.renewing()
        await renewing.run()
        assert renewing.told() == Update(state=UpdateState.NONE)
        for ask in (renewing.check_now(), renewing.fetch_now(has_leave=True)):
            with pytest.raises(LocalFault, match="knows no place to ask"):
                await ask
        with pytest.raises(LocalFault, match="knows no place to ask"):
            renewing.apply()

    virtual.run(main())


def test_it_asks_once_a_day_also_across_starts(fake: Fake) -> None:
    async def two_days(_: Renewing) -> None:
        await asyncio.sleep(2 * DAY_S[1] + FIRST_S[1] + 60)

    fake.during(two_days)
    assert len(fake.feed.asked_s) == 3
    assert fake.feed.asked_s[0] == pytest.approx(START_S + FIRST_S[1], abs=3)
    assert fake.feed.asked_s[1] - fake.feed.asked_s[0] == pytest.approx(DAY_S[1], abs=5)
    fake.settings.set(page.UPDATE_ASKED_S, START_S - 3600)
    fake.feed.asked_s.clear()

    async def an_hour(_: Renewing) -> None:
        await asyncio.sleep(3600)

    fake.during(an_hour)
    assert fake.feed.asked_s == []


def test_a_clock_that_was_ahead_keeps_nobody_from_asking(fake: Fake) -> None:
    fake.settings.set(page.UPDATE_ASKED_S, START_S + 1e9)

    async def story(_: Renewing) -> None:
        await asyncio.sleep(DAY_S[1] + 60)

    fake.during(story)
    assert len(fake.feed.asked_s) == 1


def test_nothing_is_asked_before_consent_or_while_little_may_cross_the_network(fake: Fake) -> None:
    fake.settings.set(page.CONSENT, False)

    async def story(renewing: Renewing) -> None:
        await asyncio.sleep(DAY_S[1])
        fake.settings.set(page.CONSENT, True)
        fake.may_fetch = False
        await asyncio.sleep(3600)
        assert fake.feed.asked_s == []
        fake.may_fetch = True
        await asyncio.sleep(5)
        assert len(fake.feed.asked_s) == 1

    fake.during(story)


def test_by_itself_from_the_feed_to_ready_and_the_app_decides(fake: Fake) -> None:
    fake.feed.offered = "0.2.0"

    async def story(renewing: Renewing) -> None:
        assert renewing.told().state is UpdateState.CURRENT
        await asyncio.sleep(FIRST_S[1] + 10 + FETCH_S / 2)
        told = renewing.told()
        assert (told.state, told.newer, told.done_bytes, told.size_bytes) == (UpdateState.FETCHING, "0.2.0", 500, 1000)
        await asyncio.sleep(FETCH_S)
        assert (renewing.told().state, renewing.told().newer) == (UpdateState.READY, "0.2.0")
        await asyncio.sleep(2 * RUN_WELL_S)
        assert fake.ends == 0
        fake.is_in_step = True
        renewing.apply()
        await asyncio.sleep(3600)
        assert renewing.told().state is UpdateState.APPLYING
        assert fake.ends == 0
        renewing.note_commit()
        assert fake.ends == 1
        assert renewing.wants_restart

    fake.during(story)
    assert fake.feed.fetched == 1
    assert fake.feed.versions.pointer.trial == "0.2.0"


def test_outside_of_a_step_it_is_applied_at_once(fake: Fake) -> None:
    fake.feed.offered = "0.2.0"

    async def story(renewing: Renewing) -> None:
        with pytest.raises(LocalFault, match="look for updates first"):
            renewing.apply()
        await renewing.fetch_now(has_leave=False)
        await asyncio.sleep(FETCH_S + 10)
        renewing.apply()
        await asyncio.sleep(2)
        assert fake.ends == 1

    fake.during(story)


def test_without_an_app_it_applies_itself_but_not_again_and_again(fake: Fake) -> None:
    fake.feed.offered, fake.applies_itself, fake.is_in_step = "0.2.0", True, True

    async def story(renewing: Renewing) -> None:
        await renewing.fetch_now(has_leave=False)
        await asyncio.sleep(FETCH_S + 10)
        assert renewing.told().state is UpdateState.READY
        await asyncio.sleep(RUN_WELL_S)
        assert renewing.told().state is UpdateState.APPLYING
        assert fake.ends == 0
        fake.is_in_step = False
        await asyncio.sleep(2)
        assert fake.ends == 1

    fake.during(story)


def test_who_wants_to_be_asked_is_only_told(fake: Fake) -> None:
    fake.feed.offered, fake.applies_itself = "0.2.0", True
    fake.settings.change({"automatic_updates": False})

    async def story(renewing: Renewing) -> None:
        await asyncio.sleep(DAY_S[1])
        assert renewing.told().state is UpdateState.AVAILABLE
        assert renewing.told().size_bytes == 1000
        await renewing.fetch_now(has_leave=False)
        await asyncio.sleep(FETCH_S + RUN_WELL_S + 10)
        assert renewing.told().state is UpdateState.READY
        assert fake.ends == 0

    fake.during(story)


def test_a_network_that_charges_waits_for_leave(fake: Fake) -> None:
    fake.feed.offered = "0.2.0"

    async def story(renewing: Renewing) -> None:
        await renewing.check_now()
        await asyncio.sleep(FETCH_S / 2)
        assert renewing.told().state is UpdateState.FETCHING
        fake.may_fetch = False
        await asyncio.sleep(2)
        assert renewing.told().state is UpdateState.AVAILABLE
        assert "or you say so" in str(renewing.told().saying)
        await asyncio.sleep(DAY_S[1])
        assert fake.feed.fetched == 0
        await renewing.fetch_now(has_leave=True)
        await asyncio.sleep(FETCH_S + 10)
        assert renewing.told().state is UpdateState.READY
        assert fake.feed.leaves[-1]

    fake.during(story)


def test_nothing_is_fetched_before_it_is_known_what_the_network_costs(fake: Fake) -> None:
    fake.feed.offered, fake.has_settled = "0.2.0", False

    async def story(renewing: Renewing) -> None:
        await renewing.check_now()
        await asyncio.sleep(FETCH_S)
        told = renewing.told()
        assert (told.state, str(told.saying)) == (UpdateState.AVAILABLE, "")
        fake.has_settled = True
        await asyncio.sleep(2)
        assert renewing.told().state is UpdateState.FETCHING

    fake.during(story)


def test_a_feed_that_is_out_of_reach_in_the_night_is_nobodys_concern(fake: Fake) -> None:
    fake.feed.fault = NotFetched(say("It cannot be reached."))

    async def story(renewing: Renewing) -> None:
        await asyncio.sleep(FIRST_S[1] + 10)
        assert renewing.told().state is UpdateState.CURRENT
        await asyncio.sleep(AGAIN_S[1] + 10)
        assert len(fake.feed.asked_s) == 2
        await renewing.check_now()
        assert (renewing.told().state, str(renewing.told().saying)) == (UpdateState.FAILED, "It cannot be reached.")
        fake.feed.fault = None
        await renewing.check_now()
        assert renewing.told().state is UpdateState.CURRENT

    fake.during(story)


def test_what_must_not_be_used_is_told_at_once(fake: Fake) -> None:
    fake.feed.fault = Backwards(say("It is older."))

    async def story(renewing: Renewing) -> None:
        await asyncio.sleep(FIRST_S[1] + 10)
        assert (renewing.told().state, str(renewing.told().saying)) == (UpdateState.FAILED, "It is older.")

    fake.during(story)


def test_a_fetch_that_fails_is_told_and_tried_again(fake: Fake) -> None:
    fake.feed.offered, fake.feed.fetch_fault = "0.2.0", ReleaseFault(say("No room."))

    async def story(renewing: Renewing) -> None:
        await renewing.check_now()
        await asyncio.sleep(FETCH_S + 10)
        assert (renewing.told().state, str(renewing.told().saying)) == (UpdateState.FAILED, "No room.")
        fake.feed.fetch_fault = None
        await asyncio.sleep(AGAIN_S[1] + FETCH_S + 10)
        assert renewing.told().state is UpdateState.READY

    fake.during(story)


def test_a_version_that_was_taken_back_waits_for_the_owner(fake: Fake) -> None:
    change_pointer(fake.feed.versions.folder, lambda now: now.taken_back("0.2.0", TakenBack(SILENT)))
    fake.feed.offered = "0.2.0"

    async def story(renewing: Renewing) -> None:
        told = renewing.told()
        assert (told.state, told.newer) == (UpdateState.FAILED, "0.2.0")
        assert "not up within a minute" in str(told.saying)
        await asyncio.sleep(DAY_S[1])
        assert fake.feed.fetched == 0
        assert renewing.told().state is UpdateState.FAILED
        fake.feed.offered = "0.3.0"
        await asyncio.sleep(DAY_S[1])
        assert (renewing.told().state, renewing.told().newer) == (UpdateState.READY, "0.3.0")

    fake.during(story)


def test_the_owner_may_have_it_tried_once_more(fake: Fake) -> None:
    change_pointer(fake.feed.versions.folder, lambda now: now.taken_back("0.2.0", TakenBack(SILENT)))
    fake.feed.offered = "0.2.0"

    async def story(renewing: Renewing) -> None:
        await renewing.check_now()
        await asyncio.sleep(FETCH_S + 10)
        assert renewing.told().state is UpdateState.READY

    fake.during(story)


def test_others_with_a_newer_protocol_have_it_asked_at_once(fake: Fake) -> None:
    async def story(renewing: Renewing) -> None:
        await asyncio.sleep(5)
        assert not renewing.told().is_needed
        fake.is_older = True
        await asyncio.sleep(5)
        assert len(fake.feed.asked_s) == 1
        assert renewing.told().is_needed
        await asyncio.sleep(3600)
        assert len(fake.feed.asked_s) == 1, "and then once a day"

    fake.during(story)


def test_ended_in_the_middle_of_a_fetch(fake: Fake) -> None:
    fake.feed.offered = "0.2.0"

    async def story(renewing: Renewing) -> None:
        await renewing.check_now()
        await asyncio.sleep(FETCH_S / 2)

    fake.during(story)
    assert fake.feed.fetched == 0
