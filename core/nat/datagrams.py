"""Channel data as it lies in datagrams: `01 | channel | sealed datagram`. Pure functions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from core.nat.messages import CHANNEL_BYTES, NONCE_BYTES

CHANNEL_DATA = 0x01
OPEN_ROUTER = 0x04
FILTER_PROBE = 0x05
HEAD_BYTES = 1 + CHANNEL_BYTES
INNER_BYTES = 1_500
"""The longest datagram that travels by a channel."""
_QUIC = 0x40
"""What first bytes begin with at least (RFC 9443): nothing but sealed links, and probes of their paths, is relayed."""
_PROBES = (0x02, 0x03)
_TELLING_COLUMNS = (0, 1, 3, 5, 7)
"""Of a head: two channels that agree in four random bytes are not to be feared, and whoever makes them up sends what
the other end throws away."""
OPENER = bytes((OPEN_ROUTER,)) + bytes(NONCE_BYTES)


def head_of(channel: bytes) -> bytes:
    return bytes((CHANNEL_DATA,)) + channel


def may_travel(inner: int) -> bool:
    """Whether a datagram that begins with that byte is relayed."""
    return inner >= _QUIC or inner in _PROBES


@dataclass(frozen=True, slots=True)
class Run:
    """Datagrams of one channel, one behind the other in memory."""

    head: bytes
    start: int
    stop: int


def runs_of(view: memoryview, size_bytes: int) -> list[Run] | None:
    """What lies in `view`, each datagram `size_bytes` long but the last. Those that may not be relayed are left out;
    None if there is anything else than channel data."""
    runs: list[Run] = []
    for at in range(0, len(view), max(size_bytes, 1)):
        first = bytes(view[at : at + HEAD_BYTES + 1])
        if first[0] != CHANNEL_DATA:
            return None
        stop = min(at + size_bytes, len(view))
        if len(first) <= HEAD_BYTES or stop - at > HEAD_BYTES + INNER_BYTES or not may_travel(first[-1]):
            continue
        head = first[:HEAD_BYTES]
        if runs and runs[-1].head == head and runs[-1].stop == at:
            runs[-1] = Run(head, runs[-1].start, stop)
        else:
            runs.append(Run(head, at, stop))
    return runs


def is_uniform(view: memoryview, size_bytes: int) -> bool:
    """Whether all of it is one channel's and may be relayed: the common case, looked at column by column."""
    if not view or not HEAD_BYTES <= size_bytes <= HEAD_BYTES + INNER_BYTES or view[0] != CHANNEL_DATA:
        return False
    count = -(-len(view) // size_bytes)
    inner = view[HEAD_BYTES::size_bytes].tobytes()
    if len(inner) != count or min(inner) < _QUIC:
        return False
    return all(view[column::size_bytes].tobytes().count(view[column]) == count for column in _TELLING_COLUMNS)


def by_channel(datagrams: Sequence[bytes]) -> Iterator[tuple[bytes, list[bytes]]]:
    """Consecutive datagrams of one channel by their head; with an empty head those that are no channel data.
    What may not be relayed is left out."""
    for head, group in groupby(datagrams, _head_of_datagram):
        if not head:
            yield head, list(group)
        elif kept := [data for data in group if _may_pass(data)]:
            yield head, kept


def _head_of_datagram(data: bytes) -> bytes:
    return data[:HEAD_BYTES] if data[:1] == b"\x01" else b""


def _may_pass(data: bytes) -> bool:
    return HEAD_BYTES < len(data) <= HEAD_BYTES + INNER_BYTES and may_travel(data[HEAD_BYTES])
