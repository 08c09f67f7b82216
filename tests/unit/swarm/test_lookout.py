"""A coordinator that does not know the other half finds it by the log heads that peers leave in the hash table."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from core.dht.directory import Head
from core.identity.ids import Digest, PeerId
from core.swarm.lookout import HEADS_CHECK_S, RIVAL_CHECK_S, STRANGE_HEADS, Lookout
from core.swarm.table import Resigned
from tests.sim import clock

ME = PeerId(bytes(32))
OURS = {step: SimpleNamespace(digest=Digest(bytes([step]) * 32)) for step in range(1, 10)}
STRANGE = Digest(bytes([77]) * 32)


def peer(number: int) -> PeerId:
    return PeerId(bytes([number]) * 32)


class Found:
    """A directory that knows heads, and peers only after a search for them."""

    def __init__(self, heads: dict[PeerId, Head]) -> None:
        self.heads = heads
        self.looked_up: list[PeerId] = []

    async def find_heads(self) -> dict[PeerId, Head]:
        return self.heads

    async def find_peer(self, wanted: PeerId) -> Any:
        self.looked_up.append(wanted)
        return object()

    def record_of(self, wanted: PeerId) -> Any:
        return object() if wanted in self.looked_up else None

    def learn(self, records: Any) -> None:
        pass


class Asked:
    """A search that finds the rival among those it was made to suspect."""

    def __init__(self) -> None:
        self.suspected: list[PeerId] = []

    def suspect(self, one: PeerId) -> None:
        self.suspected.append(one)

    async def rival(self, seated: set[PeerId]) -> PeerId | None:
        return self.suspected[0] if self.suspected else None


def look(heads: dict[PeerId, Head], seated: set[PeerId]) -> tuple[Found, Asked, float]:
    directory, search = Found(heads), Asked()
    replica = SimpleNamespace(me=ME, log=SimpleNamespace(header=OURS.get))
    lookout = Lookout(search, None, replica, directory)  # type: ignore[arg-type]

    async def main() -> float:
        try:
            async with asyncio.timeout(3 * HEADS_CHECK_S):
                with pytest.raises(Resigned):
                    await lookout.look_as_coordinator(lambda: seated, list)
        except TimeoutError:
            pass
        return asyncio.get_running_loop().time()

    return directory, search, clock.run(main())


def test_a_head_that_is_not_in_this_log_leads_to_a_rival():
    heads = {peer(1): Head(4, OURS[4].digest), peer(2): Head(5, STRANGE), ME: Head(9, STRANGE)}
    directory, search, ended_s = look(heads, seated={peer(3)})
    assert search.suspected == [peer(2)] == directory.looked_up
    assert ended_s <= 1.5 * HEADS_CHECK_S + 2 * RIVAL_CHECK_S


def test_heads_of_this_history_and_of_members_are_no_reason_to_ask():
    heads = {peer(1): Head(4, OURS[4].digest), peer(2): Head(5, STRANGE)}
    directory, search, _ = look(heads, seated={peer(2)})
    assert not search.suspected
    assert not directory.looked_up


def test_few_are_looked_up_at_a_time():
    directory, _, _ = look({peer(number): Head(20, STRANGE) for number in range(1, 40)}, seated=set())
    assert len(directory.looked_up) == STRANGE_HEADS
