"""Who sends to this computer at the same time.

None of several peers that send to one knows of the others. The smallest windows of all of them, which none can go
below, may be a long queue on a slow line, and to each it looks like a stranger's, who does not yield either. So the
receiver tells them with its acknowledgements (`stamps`) how long its line takes for those.
"""

import math

RECENT_S = 0.25
"""Who was heard so lately sends."""
_COUNT_EVERY_S = 0.02


class Crowd:
    """Pure: time comes with what is heard."""

    def __init__(self) -> None:
        self._heard_s: dict[int, float] = {}
        self._counted_s = -math.inf
        self._links = 1

    def hear(self, now: float, link: int) -> int:
        """Something to acknowledge came over `link`; how many send, this one among them."""
        self._heard_s[link] = now
        if not 0 <= now - self._counted_s < _COUNT_EVERY_S:
            self._counted_s = now
            self._heard_s = {one: at_s for one, at_s in self._heard_s.items() if now - at_s < RECENT_S}
            self._links = len(self._heard_s)
        return self._links
