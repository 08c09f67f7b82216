"""How a peer takes over the commits that another has and it lacks (design §6).

Every commit is checked. Of two histories that part, the one with more samples wins (with equally many the one whose
head has the smaller digest), and nothing of this peer's is given up before enough of the other is here.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.errors import PeerFault, ProtocolViolation, Refused
from core.identity.ids import Digest, PeerId
from core.identity.wire import unpack
from core.swarm.doubts import Doubts
from core.swarm.messages import CommitAnswer, Committed, FetchCommit, FetchLog, LogAnswer
from core.swarm.records import (
    Commit,
    Header,
    SignedHeader,
    Weight,
    fault_of,
    fault_of_amendment,
    fault_of_header,
    fault_of_link,
    weight_of,
)
from core.swarm.replica import Beyond, Replica
from core.transport.api import MESSAGE_BYTES, Link

log = logging.getLogger(__name__)

LOG_BATCH = 256
BATCH_S = 20.0
"""For one batch; a peer that is slower is left."""
WEIGH_S = 120.0
GROWTH = 4096
"""Steps that may be made while a log is read; one that is longer than it said by more than that is not read on."""
DOUBT_S = 600.0
"""How long a peer is not believed that claimed a history which it does not have."""
DOUBT_OF_STATE_S = 60.0
"""The same for one that has the history, but nobody has its state."""
DOUBT_OF_SILENCE_S = 10.0
COMMIT_S = 8.0

C = TypeVar("C", Commit, SignedHeader)


class LighterHistory(PeerFault):
    """It is not followed while there is hope for this peer's own."""


@dataclass(frozen=True, slots=True)
class _Branch(Generic[C]):
    """Where another log begins to be read."""

    after: int
    """Last step of which it is known that both logs have it."""
    first: list[C]
    limit: int
    """Step at which reading ends, whatever comes."""


@dataclass(frozen=True, slots=True)
class _Switch:
    """What was given up for another peer's commits."""

    after: int
    """Last step that stayed."""
    commits: list[Commit]
    beyond: Beyond
    source: PeerId


class LogSync:
    """Compares and brings one replica's log to where other peers' logs are."""

    def __init__(self, replica: Replica, doubts: Doubts, hear: Callable[[SignedHeader], None] = lambda _: None) -> None:
        """`hear` is told the commits that are taken over, and those with which two logs part."""
        self._replica = replica
        self._doubts = doubts
        self._hear = hear
        self._switches: list[_Switch] = []
        """Since `settle`."""

    @property
    def weight(self) -> Weight:
        """Of this peer's history."""
        return weight_of(self._replica.total_samples, self._replica.head_step, self._replica.head_digest)

    def is_doubted(self, peer: PeerId) -> bool:
        return self._doubts.has(peer, _now())

    # --- comparing

    async def outweighs(self, link: Link, claim: Weight) -> bool:
        """Whether the peer at `link`, which claims a history of that weight, shows one that is heavier than this
        peer's; only headers are read. Who shows less than it claims is doubted."""
        peer = link.peer_id
        if self.is_doubted(peer) or claim <= self.weight:
            return False
        try:
            async with asyncio.timeout(WEIGH_S):
                shown = await self._weigh(link)
        except (ProtocolViolation, Refused) as fault:
            self._doubt(peer, DOUBT_S, f"its history cannot be: {fault}")
            return False
        except (PeerFault, TimeoutError) as fault:
            self._doubt(peer, DOUBT_OF_SILENCE_S, f"its history could not be read: {fault or 'timeout'}")
            return False
        if shown < claim:
            self._doubt(peer, DOUBT_S, "it does not have the history it claimed")
            return False
        return shown > self.weight

    async def compare(self, link: Link) -> None:
        """Reads the headers of the other history, so that `hear` is told where the two part. Raises `PeerFault`."""
        await self._weigh(link)

    def doubt_state(self, peer: PeerId) -> None:
        """Nobody has the state of the history that `peer` has."""
        self._doubt(peer, DOUBT_OF_STATE_S, "the state of its history is nowhere to be had")

    def _doubt(self, peer: PeerId, for_s: float, reason: str) -> None:
        log.warning("%s is not believed for %.0f s: %s", peer, for_s, reason)
        self._doubts.note(peer, _now() + for_s)

    async def _weigh(self, link: Link) -> Weight:
        try:
            return await self._weigh_once(link)
        except ProtocolViolation:  # it may have changed its own history in between
            return await self._weigh_once(link)

    async def _weigh_once(self, link: Link) -> Weight:
        branch = await self._branch(link, SignedHeader)
        previous = self._replica.log.header(branch.after) if branch.after else None
        is_joint = True
        batch = branch.first
        while batch:
            for signed in batch:
                ours = self._replica.log.header(signed.header.step) if is_joint else None
                if ours is None or ours != signed.header:
                    fault = fault_of_header(signed) or fault_of_link(signed, previous, self._replica.run)
                    if fault:
                        raise ProtocolViolation(f"step {signed.header.step}: {fault}")
                    if is_joint:
                        self._hear_both(signed)
                    is_joint = False
                previous = signed.header
            assert previous is not None
            if previous.step >= branch.limit:
                break
            batch = (await self._fetch_log(link, previous.step, SignedHeader))[0]
        return _weight_of(previous) if previous else weight_of(0, 0, Digest(self._replica.run.raw))

    def _hear_both(self, theirs: SignedHeader) -> None:
        """Two commits that follow the same one, where there are two."""
        ours = self._replica.log.commits(theirs.header.step - 1, 1)
        if ours:
            self._hear(ours[0].brief)
            self._hear(theirs)

    # --- taking over

    def settle(self) -> None:
        """What was taken over stays: `undo` goes back to here."""
        self._switches = []

    def undo(self) -> None:
        """Goes back to the log as it was at `settle`, since nobody has the state of what was taken over; or to the step
        of it that this peer's own state has come to meanwhile, for the old one is gone then."""
        replica, switches = self._replica, self._switches
        self._switches = []
        for switch in switches:
            self.doubt_state(switch.source)
        if switches and self._has_come_along(switches):
            replica.come_down()
            return
        for switch in reversed(switches):
            replica.truncate(switch.after)
            for commit in switch.commits:
                replica.append(commit)
            replica.put_back(switch.beyond)

    def _has_come_along(self, switches: Sequence[_Switch]) -> bool:
        position = self._replica.position
        kept_step = min(switch.after for switch in switches)
        return position is not None and position.step > kept_step and self._replica.is_on_log

    async def follow(self, link: Link) -> None:
        """Takes over the commits that the peer at `link` has and this one lacks. Raises `PeerFault` if
        the other history is the lighter one, or not one; after `undo` the log is then as it was at `settle`."""
        try:
            await self._follow_once(link)
        except ProtocolViolation:  # it may have changed its own history in between
            await self._follow_once(link)

    async def _follow_once(self, link: Link) -> None:
        branch = await self._branch(link, Commit)
        batch, last = branch.first, branch.after
        staged: list[Commit] = []
        while batch:
            staged += [c for c in batch if staged or self._replica.log.header(c.header.step) != c.header]
            last = batch[-1].header.step
            if staged and self._is_enough(staged):
                self._switch(staged, link.peer_id)
                staged = []
            if last >= branch.limit:
                break
            batch = (await self._fetch_log(link, last, Commit))[0]
        if staged:
            if _weight_of(staged[-1].header) <= self.weight:
                raise LighterHistory("their history is the lighter one")
            self._switch(staged, link.peer_id)

    def _is_enough(self, staged: Sequence[Commit]) -> bool:
        head_step = self._replica.head_step
        return staged[0].header.step > head_step or staged[-1].header.total_samples > self._replica.total_samples

    def _switch(self, staged: Sequence[Commit], source: PeerId) -> None:
        """Puts `staged` in the place of this peer's commits from the same step on, if there are any."""
        replica, after = self._replica, staged[0].header.step - 1
        previous = replica.log.header(after) if after else None
        for commit in staged:
            fault = (
                fault_of(commit)
                or fault_of_link(commit, previous, replica.run)
                or fault_of_amendment(commit, replica.organiser)
            )
            if fault:
                raise ProtocolViolation(f"commit of step {commit.header.step}: {fault}")
            previous = commit.header
        given_up = replica.log.commits(after, max(0, replica.head_step - after))
        if not self._switches or given_up:
            self._switches.append(_Switch(after, given_up, replica.beyond(after), source))
        if given_up:
            self._hear_both(staged[0].brief)
            replica.truncate(after)
        for commit in staged:
            replica.append(commit)
            self._hear(commit.brief)

    # --- reading

    async def _branch(self, link: Link, kind: type[C]) -> _Branch[C]:
        """Their commits from the last step on at which both logs may agree."""
        after = self._replica.head_step
        back = 1
        limit = 0
        while True:
            batch, their_head = await self._fetch_log(link, after, kind)
            limit = limit or their_head + GROWTH
            if their_head == 0:
                return _Branch(0, [], limit)
            is_at_head = not batch and their_head == after
            if (batch and self._is_joint(batch[0].header, after)) or (is_at_head and after == 0):
                return _Branch(after, batch, limit)
            if after == 0:
                raise ProtocolViolation("their log does not begin where this run begins")
            after = max(0, min(after, their_head) - back)
            back *= 2

    def _is_joint(self, first: Header, after: int) -> bool:
        """Whether `first`, said to follow step `after`, joins this peer's log there."""
        header = self._replica.log.header(after) if after else None
        expected = header.digest if header else Digest(self._replica.run.raw)
        return first.step == after + 1 and first.previous == expected

    async def _fetch_log(self, link: Link, after: int, kind: type[C]) -> tuple[list[C], int]:
        """Up to a batch of what follows step `after`, and the step that their log has come to."""
        try:
            async with asyncio.timeout(BATCH_S):
                stream = await link.open(FetchLog(after_step=after, limit=LOG_BATCH, headers=kind is SignedHeader))
                try:
                    answer = await stream.receive(LogAnswer)
                    if not 0 <= answer.count <= LOG_BATCH:
                        raise ProtocolViolation("more commits than were asked for")
                    batch = [_decode(kind, await stream.receive_payload(MESSAGE_BYTES)) for _ in range(answer.count)]
                finally:
                    stream.finish()
        except TimeoutError:
            raise PeerFault("its log comes too slowly") from None
        if any(entry.header.step != after + 1 + place for place, entry in enumerate(batch)):
            raise ProtocolViolation("commits do not come in order")
        return batch, answer.head_step


LinkTo = Callable[[PeerId], Awaitable[Link]]


async def whole_commit(
    replica: Replica, link_to: LinkTo, message: Committed, hear: Callable[[SignedHeader], None]
) -> Commit:
    """The next commit, with its contributions from wherever they are: the message, the seal, another member. `hear` is
    told the header if it is genuine. Raises `PeerFault`."""
    signed, sealed = message.signed, replica.sealed
    fault = fault_of_header(signed) or fault_of_link(signed, replica.log.head(), replica.run)
    if fault:
        raise ProtocolViolation(f"commit of step {signed.header.step}: {fault}")
    hear(signed)
    contributions = message.contributions
    if message.amendment is not None:
        return Commit.whole(signed, (), message.amendment)
    if sealed is not None and sealed.seal.header.contributions == signed.header.contributions:
        contributions = contributions or sealed.seal.contributions
    if contributions:
        return Commit.whole(signed, contributions)
    return await fetch_commit(link_to, message.ask, signed)


async def fetch_commit(link_to: LinkTo, sources: Sequence[PeerId], signed: SignedHeader) -> Commit:
    """The commit of a header whose signature is checked, from the first of `sources` that has it; else `PeerFault`."""
    fault: PeerFault = PeerFault("nobody to ask for the contributions")
    for source in sources:
        try:
            async with asyncio.timeout(COMMIT_S):
                return await _fetch_commit(await link_to(source), signed)
        except TimeoutError:
            fault = PeerFault(f"{source} does not answer")
        except PeerFault as caught:
            fault = caught
    raise fault


async def _fetch_commit(link: Link, signed: SignedHeader) -> Commit:
    stream = await link.open(FetchCommit(step=signed.header.step, head=signed.header.digest))
    try:
        await stream.receive(CommitAnswer)
        commit = _decode(Commit, await stream.receive_payload(MESSAGE_BYTES))
    finally:
        stream.finish()
    whole = Commit.whole(signed, commit.contributions, commit.amendment)
    if fault := fault_of(whole):
        raise ProtocolViolation(f"commit of step {signed.header.step}: {fault}")
    return whole


def _decode(kind: type[C], data: bytes | bytearray) -> C:
    try:
        return unpack(kind, bytes(data))
    except ValueError as fault:
        raise ProtocolViolation(f"not a {kind.__name__}: {fault}") from fault


def _weight_of(head: Header) -> Weight:
    return weight_of(head.total_samples, head.step, head.digest)


def _now() -> float:
    return asyncio.get_running_loop().time()
