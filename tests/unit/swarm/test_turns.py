"""Everybody has a turn, and a coordinator that steps down says so once."""

import asyncio

from core.dht.records import make_record
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.swarm import messages as say
from core.swarm.gathering import Gathering
from core.swarm.seat import Seat
from core.transport.api import Address, Message

RUN = RunId(bytes(32))


def test_with_less_to_do_than_members_all_have_their_turn() -> None:
    """Each step has work for two; the one that came last is not the one that always comes last."""
    gathering = Gathering(target_batch=16, used=[])
    peers = [PeerId(bytes([number]) * 32) for number in range(5)]
    for peer in peers:
        gathering.enter(peer)
        gathering.set_ready(peer, True)
        gathering.want(peer, 8)
    gathering.is_open = True
    turns = dict.fromkeys(peers, 0)
    for step in range(10):
        now = float(step + 1)
        for grant in gathering.grants(now):
            turns[grant.peer] += 1
            assert gathering.report(grant.peer, grant.samples, 1.0, 0.1, now)
            gathering.want(grant.peer, 8)
        for peer in peers:
            gathering.give(peer)
        gathering.settle([gathering.contribution(peer) for peer in peers])
    assert min(turns.values()) >= 3, "of four on average"


class FinishedOnce:
    """The sending half of a stream, as strict as the real one: nothing can be sent once it is finished."""

    def __init__(self, peer_id: PeerId) -> None:
        self.peer_id = peer_id
        self.sent: list[Message] = []
        self._is_finished = False

    async def send(self, message: Message) -> None:
        if self._is_finished:
            raise RuntimeError("this side has finished the stream")
        self.sent.append(message)

    def finish(self) -> None:
        self._is_finished = True


def test_a_member_is_dismissed_once() -> None:
    """The heir is named first; that nobody in particular conducts, said at the end of every term, comes too late."""
    identity = Identity.generate()
    record = make_record(identity, RUN, (Address("127.0.0.1", 7),), 0.0)
    attend = say.Attend(
        record=record,
        head_step=0,
        head=Digest(RUN.raw),
        total_samples=0,
        contributes=True,
        may_reduce=True,
        held=(),
        held_loss_sum=0.0,
        sealed=None,
    )
    stream = FinishedOnce(identity.peer_id)
    seat = Seat(stream, attend, 0.0)  # type: ignore[arg-type]

    async def scenario() -> None:
        await seat.dismiss(say.Elsewhere(coordinator=record))
        await seat.dismiss(say.Elsewhere(coordinator=None))

    asyncio.run(scenario())
    assert stream.sent == [say.Elsewhere(coordinator=record)]
