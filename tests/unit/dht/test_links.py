"""Links that the hash table opens: it closes its own when they are many or idle, and never one that others use."""

import asyncio

from core.dht.contacts import Contact, Notary
from core.dht.links import IDLE_S, LINKS_KEPT, LinkAsker
from core.dht.messages import Probe, Probed
from core.dht.records import make_record
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.transport.api import Address, Message
from tests.sim import clock

RUN = RunId(bytes(range(32)))


def contact(number: int, now_s: float = 1000.0, host: str = "192.0.2.1") -> Contact:
    identity = Identity.from_seed(number.to_bytes(32, "big"))
    found = Notary(RUN).contact(make_record(identity, RUN, (Address(host, number + 1),), now_s))
    assert found is not None
    return found


CONTACTS = [contact(number) for number in range(LINKS_KEPT + 6)]
QUESTION = Probe(record=CONTACTS[0].record)


class FakeLink:
    def __init__(self, peer_id: PeerId) -> None:
        self.peer_id, self.is_open, self.is_slow = peer_id, True, False

    async def request(self, message: Message, reply: type[Message], *, timeout_s: float) -> Message:
        await asyncio.sleep(1000.0 if self.is_slow else 0.1)
        return Probed(record=CONTACTS[0].record, time_ms=0)

    def close(self, reason: str = "") -> None:
        self.is_open = False


class FakeTransport:
    def __init__(self) -> None:
        self.open: dict[PeerId, FakeLink] = {}
        self.dialed: list[tuple[str, ...]] = []

    def link_to(self, peer: PeerId) -> FakeLink | None:
        link = self.open.get(peer)
        return link if link is not None and link.is_open else None

    async def dial(self, peer: PeerId, places, *, timeout_s: float) -> FakeLink:  # type: ignore[no-untyped-def]
        self.dialed.append(tuple(map(str, places)))
        return self.open.setdefault(peer, FakeLink(peer))

    @property
    def count(self) -> int:
        return sum(link.is_open for link in self.open.values())


def make() -> tuple[FakeTransport, LinkAsker]:
    transport = FakeTransport()
    return transport, LinkAsker(transport)  # type: ignore[arg-type]


def test_only_so_many_links_are_kept_and_the_latest_used_are() -> None:
    async def main() -> None:
        transport, asker = make()
        for one in CONTACTS:
            await asker.ask(one, QUESTION, Probed)
            await asyncio.sleep(2.0)
        await asyncio.sleep(10.0)
        await asker.ask(CONTACTS[-1], QUESTION, Probed)
        assert transport.count == LINKS_KEPT
        assert transport.link_to(CONTACTS[0].peer) is None
        assert transport.link_to(CONTACTS[-1].peer) is not None

    clock.run(main())


def test_links_of_others_and_busy_ones_are_left_alone() -> None:
    async def main() -> None:
        transport, asker = make()
        theirs = transport.open[CONTACTS[0].peer] = FakeLink(CONTACTS[0].peer)
        for one in CONTACTS[:4]:
            await asker.ask(one, QUESTION, Probed)
        used = transport.link_to(CONTACTS[1].peer)
        busy = transport.link_to(CONTACTS[2].peer)
        assert used is not None
        assert busy is not None
        asker.note_use(used)  # type: ignore[arg-type]
        busy.is_slow = True
        waiting = asyncio.create_task(asker.ask(CONTACTS[2], QUESTION, Probed))
        await asyncio.sleep(IDLE_S + 10)
        await asker.ask(CONTACTS[5], QUESTION, Probed)
        assert theirs.is_open
        assert used.is_open
        assert busy.is_open
        assert transport.link_to(CONTACTS[3].peer) is None, "its own, and idle"
        waiting.cancel()

    clock.run(main())


def test_the_newest_known_address_is_dialed() -> None:
    async def main() -> None:
        transport = FakeTransport()
        newer, older = contact(3, 2000.0, "192.0.2.50"), contact(4, 500.0, "192.0.2.60")
        records = {newer.peer: newer.record, older.peer: older.record}
        asker = LinkAsker(transport, records.get)  # type: ignore[arg-type]
        await asker.ask(CONTACTS[3], QUESTION, Probed)
        await asker.ask(CONTACTS[4], QUESTION, Probed)
        assert transport.dialed == [("192.0.2.50:4",), ("192.0.2.1:5",)]

    clock.run(main())
