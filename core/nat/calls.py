"""What became of dialing the places that were known when this peer started."""

import re
import socket
from collections.abc import Iterable

from core.errors import PeerFault, Refused
from core.nat.facts import Greeted
from core.transport.api import Place
from core.version import PROTOCOL

PLACES = 64
"""Remembered at most, those dialed last."""

_OUTDATED = re.compile(r"protocol (\d+) of the \w+ peer is older than \d+")
_WRONG_PEER = re.compile(r"peer \w+ answered where \w+ was expected")
_UNRESOLVED = re.compile(r"cannot be resolved")
_BY_WEIGHT = (
    Greeted.LINKED,
    Greeted.OUTDATED,
    Greeted.REFUSED,
    Greeted.WRONG_PEER,
    Greeted.SILENT,
    Greeted.UNRESOLVED,
)
"""Where places differ, what says most of the chances to get in comes first."""


def outcome_of(fault: PeerFault) -> Greeted:
    """What a dial's fault means. Some of it crosses the wire as words, hence the look at them."""
    text = str(fault)
    if isinstance(fault, Refused):
        return Greeted.OUTDATED if _OUTDATED.search(text) else Greeted.REFUSED
    if _WRONG_PEER.search(text):
        return Greeted.WRONG_PEER
    is_unresolved = isinstance(fault.__cause__, socket.gaierror) or _UNRESOLVED.search(text)
    return Greeted.UNRESOLVED if is_unresolved else Greeted.SILENT


class Calls:
    """The last outcome of each place."""

    def __init__(self) -> None:
        self._outcomes: dict[str, tuple[Greeted, str]] = {}

    def note(self, places: Iterable[Place], fault: PeerFault | None) -> None:
        """`places` were dialed together; None: somebody let this peer in."""
        outcome = (Greeted.LINKED, "") if fault is None else (outcome_of(fault), str(fault))
        for text in map(str, places):
            self._outcomes.pop(text, None)
            self._outcomes[text] = outcome
        while len(self._outcomes) > PLACES:
            del self._outcomes[next(iter(self._outcomes))]

    @property
    def greeted(self) -> Greeted:
        found = {outcome for outcome, _ in self._outcomes.values()}
        return next((outcome for outcome in _BY_WEIGHT if outcome in found), Greeted.NOT_TRIED)

    @property
    def refusal(self) -> str:
        """The last one's words; empty where nobody refused."""
        refusals = [text for outcome, text in self._outcomes.values() if outcome is Greeted.REFUSED]
        return refusals[-1] if refusals else ""

    @property
    def is_older(self) -> bool:
        """Whether it is this peer whose protocol is too old for some of them."""
        found = (_OUTDATED.search(text) for outcome, text in self._outcomes.values() if outcome is Greeted.OUTDATED)
        return any(int(match[1]) == PROTOCOL for match in found if match)

    @property
    def unreached(self) -> tuple[str, ...]:
        """Places at which this peer was not let in, in the order of dialing."""
        return tuple(place for place, (outcome, _) in self._outcomes.items() if outcome is not Greeted.LINKED)

    def outcomes(self) -> list[tuple[str, Greeted, str]]:
        """Place, what became of it, and why."""
        return [(place, outcome, text) for place, (outcome, text) in self._outcomes.items()]
