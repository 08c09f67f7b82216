"""How long the datagrams of one path may be, found by trying (RFC 8899: DPLPMTUD)."""

BASE_BYTES = 1200
"""What every path carries (RFC 9000, section 14)."""
LADDER = (BASE_BYTES, 1372, 1452, 1472, 8952, 16_000)
"""Payloads of UDP: within tunnels; Ethernet over IPv6 and IPv4; jumbo frames; loopback. aioquic's frames have lengths
of two bytes, hence not more than 16,383."""
ANSWER_WITHIN_S = 0.6
TRIES = 3
"""MAX_PROBES of section 5.1.2."""
RAISE_AFTER_S = 600.0
"""PMTU_RAISE_TIMER: paths change, and may carry more than they once did."""
DOUBT_S = 30.0
"""After a length that was found has stopped getting through."""


class PathMtu:
    """The search on one path. `length_bytes` may be used at any time; it starts at `base_bytes` and is never beyond
    `limit_bytes`. Takes `now`; sends nothing itself."""

    def __init__(self, *, limit_bytes: int, base_bytes: int = BASE_BYTES) -> None:
        self.length_bytes = min(base_bytes, limit_bytes)
        self._limit_bytes = limit_bytes
        self._tries = 0
        self._due_s = 0.0

    def due(self, now: float) -> int | None:
        """The length that is to be tried at this moment, if any; the caller sends it."""
        if now < self._due_s:
            return None
        if self._tries >= TRIES:
            self._rest(now, RAISE_AFTER_S)
            return None
        following = next((n for n in LADDER if self.length_bytes < n <= self._limit_bytes), None)
        if following is None:
            self._rest(now, RAISE_AFTER_S)
            return None
        self._tries += 1
        self._due_s = now + ANSWER_WITHIN_S
        return following

    @property
    def due_s(self) -> float:
        """When `due` may have something."""
        return self._due_s

    def on_answer(self, length_bytes: int, now: float) -> None:
        """A probe of that length has arrived."""
        if self.length_bytes < length_bytes <= self._limit_bytes:
            self.length_bytes = length_bytes
            self._tries = 0
            self._due_s = now

    def on_black_hole(self, now: float) -> None:
        """Nothing of this length arrives any more (section 4.3)."""
        self.length_bytes = min(BASE_BYTES, self._limit_bytes)
        self._rest(now, DOUBT_S)

    def _rest(self, now: float, rest_s: float) -> None:
        self._tries = 0
        self._due_s = now + rest_s
