"""One search for the members nearest to a point, without input and output (*Kademlia*, section 2.3)."""

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

from core.dht.contacts import Contact
from core.identity.ids import PeerId


class _State(Enum):
    NEW = auto()
    ASKED = auto()
    SLOW = auto()
    ANSWERED = auto()


@dataclass(slots=True, order=True)
class _Candidate:
    distance: int
    contact: Contact = field(compare=False)
    hops: int = field(compare=False)
    """Questions one after the other until this one was known, the question to it included."""
    state: _State = field(compare=False, default=_State.NEW)


class Lookup:
    """Asks nearer and nearer members until the `width` nearest have answered.

    Who is slow keeps nobody waiting: others are asked in its stead. What a member says of others counts only once
    those others have answered themselves.
    """

    def __init__(self, target: int, me: PeerId, start: Iterable[Contact], width: int) -> None:
        self.target = target
        self.width = width
        self._ordered: list[_Candidate] = []
        self._by_peer: dict[PeerId, _Candidate] = {}
        self._gone: set[PeerId] = {me}
        self._add(start, 1)

    def _add(self, contacts: Iterable[Contact], hops: int) -> None:
        for contact in contacts:
            if contact.peer not in self._by_peer and contact.peer not in self._gone and contact.is_member:
                candidate = _Candidate(contact.position ^ self.target, contact, hops)
                self._by_peer[contact.peer] = candidate
                insort(self._ordered, candidate)

    def next(self) -> Contact | None:
        """Whom to ask now, if anybody; it counts as asked."""
        places = self.width
        for candidate in self._ordered:
            if candidate.state is _State.NEW:
                candidate.state = _State.ASKED
                return candidate.contact
            places -= candidate.state is not _State.SLOW
            if not places:
                return None
        return None

    def answered(self, peer: PeerId, contacts: Iterable[Contact]) -> int:
        """`peer` named `contacts`. Returns after how many hops."""
        candidate = self._by_peer[peer]
        candidate.state = _State.ANSWERED
        self._add(contacts, candidate.hops + 1)
        return candidate.hops

    def slow(self, peer: PeerId) -> None:
        """`peer` lets wait for its answer."""
        self._by_peer[peer].state = _State.SLOW

    def failed(self, peer: PeerId) -> None:
        self._ordered.remove(self._by_peer.pop(peer))
        self._gone.add(peer)

    @property
    def is_complete(self) -> bool:
        """Whether the `width` nearest that are not slow have answered."""
        heads = [candidate for candidate in self._ordered if candidate.state is not _State.SLOW][: self.width]
        return len(heads) == self.width and all(candidate.state is _State.ANSWERED for candidate in heads)

    @property
    def nearest(self) -> list[Contact]:
        """Those that answered, nearest first."""
        answered = [c.contact for c in self._ordered if c.state is _State.ANSWERED]
        return answered[: self.width]

    @property
    def hops(self) -> int:
        """To the nearest that answered; 0 if none did."""
        return next((c.hops for c in self._ordered if c.state is _State.ANSWERED), 0)
