"""How fast bytes go out and come in now, from what the engine has counted."""

from collections import deque

from core.ipc.messages import Status

_OVER_S = 12.0
"""Long enough that a step's bursts do not make the figures jump."""
_LEAST_S = 2.0


class Traffic:
    def __init__(self) -> None:
        self._seen: deque[tuple[float, int, int]] = deque()

    def take(self, status: Status) -> tuple[float, float] | None:
        """Sent and received bytes per second over the last seconds; None while too little is known.

        Counts begin anew with each month, and the uptime with each start of the engine."""
        now = (status.uptime_s, status.sent_bytes, status.received_bytes)
        if self._seen and any(new < old for new, old in zip(now, self._seen[-1], strict=True)):
            self._seen.clear()
        if not self._seen or now[0] > self._seen[-1][0]:
            self._seen.append(now)
        while len(self._seen) > 2 and self._seen[1][0] <= now[0] - _OVER_S:
            self._seen.popleft()
        first, last = self._seen[0], self._seen[-1]
        elapsed_s = last[0] - first[0]
        if elapsed_s < _LEAST_S:
            return None
        return (last[1] - first[1]) / elapsed_s, (last[2] - first[2]) / elapsed_s
