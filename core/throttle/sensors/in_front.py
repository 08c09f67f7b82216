"""Input of a session that is asked for it often, on systems where each session knows of its own alone."""

import time
from collections.abc import Iterator

from core.throttle.sensors.probe import INPUT, Asked, Said

SELDOM_S = 1.0


class InFront(Asked):
    """Asks for the session's other facts once a second. While another user has the screen, this session's input says
    nothing of whoever sits here."""

    closely_every_s = 0.03

    def __init__(self, source: str) -> None:
        self._source = source
        self._seldom: tuple[Said, ...] = ()
        self._is_in_front = False
        """Set by `look_at_session`."""
        self._asked_s = -float("inf")

    def look(self) -> Iterator[Said]:
        now_s = time.monotonic()
        if now_s - self._asked_s >= SELDOM_S:
            self._seldom, self._asked_s = tuple(self.look_at_session()), now_s
        idle_s = self.seconds_since_input()
        if idle_s is not None and self._is_in_front:
            yield Said(INPUT, now_s - idle_s, self._source)
        yield from self._seldom

    def seconds_since_input(self) -> float | None:
        """None: the system does not say."""
        raise NotImplementedError

    def look_at_session(self) -> Iterator[Said]:
        raise NotImplementedError
