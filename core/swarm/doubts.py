"""Peers whose word is not taken for a while."""

from core.identity.ids import PeerId

NOTED_LIMIT = 1024


class Doubts:
    """Pure: time comes in, in seconds of any clock."""

    def __init__(self) -> None:
        self._until_s: dict[PeerId, float] = {}

    def note(self, peer: PeerId, until_s: float) -> None:
        """Whoever was noted first is forgotten first where there are too many."""
        until_s = max(until_s, self._until_s.pop(peer, until_s))
        self._until_s[peer] = until_s
        if len(self._until_s) > NOTED_LIMIT:
            del self._until_s[next(iter(self._until_s))]

    def has(self, peer: PeerId, now_s: float) -> bool:
        return self._until_s.get(peer, now_s) > now_s
