"""The few of QUIC's fields and frames that `fast_path` reads and writes itself (RFC 9000, sections 16 and 19)."""

from collections.abc import Sequence

from aioquic.quic.packet import QuicFrameType


def decoded_varint(data: bytes, at: int) -> tuple[int, int]:
    """The integer at `at` and where it ends; `IndexError` if it is cut off."""
    size = 1 << (data[at] >> 6)
    end = at + size
    if end > len(data):
        raise IndexError
    return int.from_bytes(data[at:end], "big") & ((1 << (8 * size - 2)) - 1), end


def encoded_varint(value: int) -> bytes:
    if value < 1 << 6:
        return bytes((value,))
    if value < 1 << 14:
        return (value | 1 << 14).to_bytes(2, "big")
    if value < 1 << 30:
        return (value | 2 << 30).to_bytes(4, "big")
    return (value | 3 << 62).to_bytes(8, "big")


def ack_frame(received: Sequence[range], delay: int) -> bytes:
    """Acknowledges the packets of `received`, ascending and apart; `delay` in the unit that the handshake has named."""
    newest = received[-1]
    fields = [newest.stop - 1, delay, len(received) - 1, newest.stop - 1 - newest.start]
    start = newest.start
    for older in reversed(received[:-1]):
        fields += [start - older.stop - 1, older.stop - older.start - 1]
        start = older.start
    return bytes((QuicFrameType.ACK,)) + b"".join(map(encoded_varint, fields))
