"""How often somebody may ask for something that costs."""

from collections import deque
from collections.abc import Callable, Hashable


class Turnstile:
    """Lets each key through `count` times within `within_s` seconds. Remembers at most `keys` keys; while it is full of
    fresh ones, nobody new is let through."""

    def __init__(self, count: int, within_s: float, clock: Callable[[], float], *, keys: int = 4096) -> None:
        self._count = count
        self._within_s = within_s
        self._clock = clock
        self._keys = keys
        self._passed: dict[Hashable, deque[float]] = {}

    def admits(self, key: Hashable) -> bool:
        now = self._clock()
        passed = self._passed.pop(key, None)
        if passed is None:
            passed = deque()
            if len(self._passed) >= self._keys and not self._forget_oldest(now):
                return False
        while passed and now - passed[0] >= self._within_s:
            passed.popleft()
        self._passed[key] = passed  # behind all that passed before
        if len(passed) >= self._count:
            return False
        passed.append(now)
        return True

    def _forget_oldest(self, now: float) -> bool:
        oldest = next(iter(self._passed))
        if now - self._passed[oldest][-1] < self._within_s:
            return False
        del self._passed[oldest]
        return True
