"""How fast a path carries bytes: measured from what is acknowledged and from what arrives, never asked for."""

import math
from collections import deque
from dataclasses import dataclass

HALF_LIFE_S = 600.0
"""An estimate that nothing confirms falls by half in this time: a line that was fast is believed for a while."""
_BUCKET_S = 0.5
_BUCKETS = 3
_RISE = 0.5
_FALL_S = 20.0


Mark = tuple[int, float, float, bool]
"""When a packet leaves: bytes delivered, when the last of them was, when the first one not yet was sent, and whether
the application is what limits."""


class DeliveryRate:
    """How fast packets get through, as in draft-cheng-iccrg-delivery-rate-estimation."""

    __slots__ = ("_delivered_s", "_first_sent_s", "_told_bytes", "delivered_bytes", "limited_until")

    def __init__(self) -> None:
        self.delivered_bytes = 0
        self.limited_until = 0
        """What is sent before so many bytes are delivered says little of the path."""
        self._delivered_s = self._first_sent_s = 0.0
        self._told_bytes = 0

    def news(self) -> int:
        """Bytes delivered since this was last asked."""
        told_bytes, self._told_bytes = self._told_bytes, self.delivered_bytes
        return self.delivered_bytes - told_bytes

    def mark(self, sent_s: float, *, is_first: bool) -> Mark:
        """For a packet that leaves; `is_first`: nothing else is under way."""
        if is_first:
            self._first_sent_s = self._delivered_s = sent_s
        return self.delivered_bytes, self._delivered_s, self._first_sent_s, self.delivered_bytes < self.limited_until

    def limit(self, bytes_in_flight: int) -> None:
        """The application had nothing more to send."""
        self.limited_until = self.delivered_bytes + max(1, bytes_in_flight)

    def measure(self, now: float, sent_s: float, mark: Mark, shortest_s: float) -> tuple[float, bool]:
        """Bytes per second over the flight of the newest packet acknowledged, and whether the application limited it.

        The slower of sending and arriving: acknowledgements that come in a heap make no rate. 0.0, limited, over less
        than `shortest_s`.
        """
        delivered_before, delivered_s, first_sent_s, is_limited = mark
        interval_s = max(now - delivered_s, sent_s - first_sent_s)
        self._first_sent_s, self._delivered_s = sent_s, now
        if interval_s <= 0 or interval_s < shortest_s:
            return 0.0, True
        return (self.delivered_bytes - delivered_before) / interval_s, is_limited


class WindowedMax:
    """The largest of the values of the last `length` turns."""

    __slots__ = ("_length", "_values", "best")

    def __init__(self, length: int) -> None:
        self.best = 0.0
        self._length = length
        self._values: deque[tuple[int, float]] = deque()

    def add(self, turn: int, value: float) -> None:
        values = self._values
        while values and values[-1][1] <= value:
            values.pop()
        values.append((turn, value))
        while values[0][0] <= turn - self._length:
            values.popleft()
        self.best = values[0][1]

    def clear(self) -> None:
        self._values.clear()
        self.best = 0.0


class WindowedMin:
    """The smallest of the values of the last `length_s` seconds."""

    __slots__ = ("_length_s", "_values", "best")

    def __init__(self, length_s: float) -> None:
        self.best = 0.0
        """0.0 before the first value."""
        self._length_s = length_s
        self._values: deque[tuple[float, float]] = deque()

    def add(self, now: float, value: float) -> None:
        values = self._values
        while values and values[-1][1] >= value:
            values.pop()
        values.append((now, value))
        while values[0][0] < now - self._length_s:
            values.popleft()
        self.best = values[0][1]

    def clear(self) -> None:
        self._values.clear()
        self.best = 0.0


class Capacity:
    """What a path could carry: follows samples that the path limited, up quickly and down slowly.

    A sample below the estimate weighs little, because a competitor or a busy computer may have taken the rest; with no
    samples at all the estimate halves every `HALF_LIFE_S`.
    """

    __slots__ = ("_at_s", "_bytes_per_s")

    def __init__(self) -> None:
        self._bytes_per_s = 0.0
        self._at_s = 0.0

    def add(self, now: float, bytes_per_s: float) -> None:
        held = self.read(now)
        if held == 0.0:
            held = bytes_per_s
        weight = _RISE if bytes_per_s > held else 1 - math.exp((self._at_s - now) / _FALL_S)
        self._bytes_per_s = held + weight * (bytes_per_s - held)
        self._at_s = now

    def raise_to(self, now: float, bytes_per_s: float) -> None:
        """So much was carried at least; no more is known."""
        if bytes_per_s > self.read(now):
            self.add(now, bytes_per_s)

    def read(self, now: float) -> float:
        """Bytes per second; 0.0 while unknown."""
        return self._bytes_per_s * float(0.5 ** (max(0.0, now - self._at_s) / HALF_LIFE_S))


class Throughput:
    """Bytes counted as they pass, and the most that passed per second over any `_BUCKETS * _BUCKET_S`.

    It says what was carried, which is the least that could be: the receiver does not know whether its peer had more.
    """

    __slots__ = ("_bucket", "_bytes", "_recent", "most", "total_bytes")

    def __init__(self) -> None:
        self.total_bytes = 0
        self.most = Capacity()
        self._bucket = -1
        self._bytes = 0
        self._recent: deque[tuple[int, int]] = deque()

    def count(self, now: float, count_bytes: int) -> None:
        bucket = int(now / _BUCKET_S)
        if bucket != self._bucket:
            self._close(now)
            self._bucket = bucket
        self._bytes += count_bytes
        self.total_bytes += count_bytes

    def _close(self, now: float) -> None:
        """The first and last bucket of a transfer are not full, so a rate takes several that follow one another."""
        recent = self._recent
        recent.append((self._bucket, self._bytes))
        while len(recent) > _BUCKETS:
            recent.popleft()
        if len(recent) == _BUCKETS and recent[-1][0] - recent[0][0] == _BUCKETS - 1:
            self.most.raise_to(now, sum(count for _, count in recent) / (_BUCKETS * _BUCKET_S))
        self._bytes = 0


@dataclass(frozen=True, slots=True)
class Rates:
    """Bytes per second that a peer can send and receive; 0.0 where unknown."""

    upload_bytes_per_s: float = 0.0
    download_bytes_per_s: float = 0.0
