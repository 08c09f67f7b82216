"""What the user allows: bytes per second for all links of an endpoint together, up and down."""

from core.transport.meter import Meter

BURST_S = 0.05
"""Worth of the cap that may pass at once, after a pause."""
_SMALLEST_BURST_BYTES = 4096
_LEAST_BYTES = 0.01
"""Less is a rounding error, for which nobody should wait."""


class TokenBucket:
    """Bytes that may pass now. `take` may overdraw it; nothing more passes until that is made good."""

    def __init__(self, bytes_per_s: float | None = None) -> None:
        self._bytes_per_s: float | None = None
        self._left_bytes = 0.0
        self._since_s = 0.0
        self.change(bytes_per_s)

    @property
    def bytes_per_s(self) -> float | None:
        """None: no cap."""
        return self._bytes_per_s

    def change(self, bytes_per_s: float | None) -> None:
        """Holds from the next byte on. Raises `ValueError` for a cap that lets nothing pass."""
        if bytes_per_s is not None and bytes_per_s <= 0:
            raise ValueError(f"a cap of {bytes_per_s:g} bytes per second lets nothing pass; None is no cap")
        self._bytes_per_s = bytes_per_s
        self._left_bytes = 0.0

    def left(self, now: float) -> float:
        """Bytes that may pass now; negative while overdrawn. Only with a cap."""
        assert self._bytes_per_s is not None
        burst_bytes = max(self._bytes_per_s * BURST_S, _SMALLEST_BURST_BYTES)
        self._left_bytes = min(burst_bytes, self._left_bytes + max(0.0, now - self._since_s) * self._bytes_per_s)
        self._since_s = max(self._since_s, now)
        return self._left_bytes

    def take(self, now: float, count_bytes: float) -> None:
        """`count_bytes` pass, or are given back if negative."""
        if self._bytes_per_s is not None:
            self.left(now)
            self._left_bytes -= count_bytes

    def ready_at(self, now: float, count_bytes: float = 1.0) -> float | None:
        """When `count_bytes` (no more than a burst) may pass; None: now."""
        if self._bytes_per_s is None:
            return None
        lacking = min(count_bytes, max(self._bytes_per_s * BURST_S, _SMALLEST_BURST_BYTES)) - self.left(now)
        return now + lacking / self._bytes_per_s if lacking > _LEAST_BYTES else None


class Budget:
    """The two caps of one endpoint, shared by its links, and what has passed."""

    def __init__(self, upload_bytes_per_s: float | None = None, download_bytes_per_s: float | None = None) -> None:
        self.upload = TokenBucket(upload_bytes_per_s)
        self.download = TokenBucket(download_bytes_per_s)
        self.meter = Meter()
