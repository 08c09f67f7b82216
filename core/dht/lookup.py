"""One search for the members nearest to a point, without input and output (*Kademlia*, section 2.3)."""

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

from core.dht.contacts import Contact


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

    def __init__(self, target: int, me: int, start: Iterable[Contact], width: int) -> None:
        """`target` and `me` (this peer) are positions."""
        self.target = target
        self.width = width
        self._ordered: list[_Candidate] = []
        self._seen: dict[int, _Candidate | None] = {me: None}
        self._add(start, 1)

    def _add(self, contacts: Iterable[Contact], hops: int) -> None:
        for contact in contacts:
            if contact.position not in self._seen and contact.is_member:
                candidate = _Candidate(contact.position ^ self.target, contact, hops)
                self._seen[contact.position] = candidate
                insort(self._ordered, candidate)

    def _candidate(self, contact: Contact) -> _Candidate:
        candidate = self._seen[contact.position]
        assert candidate is not None
        return candidate

    def next(self) -> Contact | None:
        """Whom to ask now, if anybody; it counts as asked."""
        places = self.width
        for candidate in self._ordered:
            state = candidate.state
            if state is _State.NEW:
                candidate.state = _State.ASKED
                return candidate.contact
            places -= state is not _State.SLOW
            if not places:
                break
        return None

    def answered(self, contact: Contact, named: Iterable[Contact]) -> int:
        """`contact` named others. Returns after how many hops."""
        candidate = self._candidate(contact)
        candidate.state = _State.ANSWERED
        self._add(named, candidate.hops + 1)
        return candidate.hops

    def slow(self, contact: Contact) -> None:
        """`contact` lets wait for its answer."""
        self._candidate(contact).state = _State.SLOW

    def failed(self, contact: Contact) -> None:
        self._ordered.remove(self._candidate(contact))
        self._seen[contact.position] = None

    @property
    def is_complete(self) -> bool:
        """Whether the `width` nearest that are not slow have answered."""
        places = self.width
        for candidate in self._ordered:
            state = candidate.state
            if state is _State.ANSWERED:
                places -= 1
                if not places:
                    return True
            elif state is not _State.SLOW:
                return False
        return False

    @property
    def nearest(self) -> list[Contact]:
        """Those that answered, nearest first."""
        answered = [c.contact for c in self._ordered if c.state is _State.ANSWERED]
        return answered[: self.width]

    @property
    def hops(self) -> int:
        """To the nearest that answered; 0 if none did."""
        return next((c.hops for c in self._ordered if c.state is _State.ANSWERED), 0)
