"""How long a download still takes, from how it went in the last seconds."""

from collections import deque

_OVER_S = 20.0
_LEAST_S = 3.0


class Pace:
    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()
        self._size = 0

    def take(self, now_s: float, done: int, size: int) -> float | None:
        """Seconds left; None while too little is known, or nothing moves. `now_s`: of any clock that does not jump.
        Whatever is smaller than before is another download."""
        if self._seen and (done < self._seen[-1][1] or size != self._size):
            self._seen.clear()
        self._size = size
        if not self._seen or now_s > self._seen[-1][0]:
            self._seen.append((now_s, done))
        while len(self._seen) > 2 and self._seen[1][0] <= now_s - _OVER_S:
            self._seen.popleft()
        elapsed_s, moved = self._seen[-1][0] - self._seen[0][0], self._seen[-1][1] - self._seen[0][1]
        if elapsed_s < _LEAST_S or moved <= 0:
            return None
        return max(0, size - done) * elapsed_s / moved
