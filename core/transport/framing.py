"""How messages and payloads lie in a stream's bytes: [kind: 1][length: 4, big-endian][body]. No sockets, no tasks."""

import struct
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import msgspec

from core.errors import ProtocolViolation
from core.identity.wire import pack, unpacker
from core.transport.api import MESSAGE_BYTES, Buffer, Message, Refusal

HEADER = struct.Struct("!BI")


class Kind(IntEnum):
    """What a frame holds. Those from 16 on appear only on a connection's first stream, the control stream."""

    MESSAGE = 1
    PAYLOAD = 2
    HELLO = 16
    ACCEPTED = 17
    REFUSED = 18
    RESET = 19
    CANDIDATES = 20


Limits = Mapping[int, int]
"""Kinds that are allowed next, and the longest body of each in bytes."""


class Frame(NamedTuple):
    kind: int
    body: bytearray


def frame_header(kind: Kind, length_bytes: int) -> bytes:
    return HEADER.pack(kind, length_bytes)


class Assembler:
    """Puts one frame after the other together from pieces. Memory is taken as bytes arrive, never on announcement."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._body: bytearray | None = None
        self._kind = 0
        self._missing_bytes = 0
        self._limits: Limits = {}

    def expect(self, limits: Limits) -> None:
        """Sets what the current frame may be; raises `ProtocolViolation` if its header is here and is not that."""
        self._limits = limits
        if self._body is not None:
            self._check(self._kind, self._missing_bytes + len(self._body))

    @property
    def is_complete(self) -> bool:
        return self._body is not None and not self._missing_bytes

    @property
    def is_between_frames(self) -> bool:
        return not self._head

    def take(self, data: Buffer) -> int:
        """How many bytes of `data` belong to the current frame and were taken. Raises `ProtocolViolation`."""
        taken = 0
        if self._body is None:
            taken = min(HEADER.size - len(self._head), len(data))
            self._head += data[:taken]
            if len(self._head) < HEADER.size:
                return taken
            self._kind, self._missing_bytes = HEADER.unpack(self._head)
            self._check(self._kind, self._missing_bytes)
            self._body = bytearray()
        count = min(self._missing_bytes, len(data) - taken)
        self._body += data if count == len(data) else memoryview(data)[taken : taken + count]
        self._missing_bytes -= count
        return taken + count

    def pop(self) -> Frame:
        """The complete frame; the next one begins."""
        assert self._body is not None
        assert not self._missing_bytes
        frame = Frame(self._kind, self._body)
        self._body = None
        self._head.clear()
        return frame

    def _check(self, kind: int, length_bytes: int) -> None:
        limit_bytes = self._limits.get(kind)
        if limit_bytes is None:
            name = Kind(kind).name.lower() if kind in Kind.__members__.values() else f"frame of unknown kind {kind}"
            raise ProtocolViolation(f"a {name} came where none is allowed")
        if length_bytes > limit_bytes:
            raise ProtocolViolation(f"a {Kind(kind).name.lower()} of {length_bytes} bytes exceeds {limit_bytes}")


class Codec:
    """Turns the messages that this engine understands into bytes and back."""

    def __init__(self, messages: Sequence[type[Message]]) -> None:
        union: Any = reduce(or_, dict.fromkeys([Refusal, *messages]))
        self._unpack = unpacker(union)

    def encode(self, message: Message) -> bytes:
        """Raises `ValueError` if it is longer than `MESSAGE_BYTES`, which is the sender's bug."""
        body = pack(message)
        if len(body) > MESSAGE_BYTES:
            raise ValueError(f"{type(message).__name__} of {len(body)} bytes is too long; send a payload")
        return body

    def decode(self, body: Buffer) -> Message:
        """Raises `ProtocolViolation` on anything that is not one of the messages."""
        try:
            message = self._unpack(body)
        except (msgspec.DecodeError, ValueError, RecursionError) as fault:
            raise ProtocolViolation(f"malformed message: {fault}") from fault
        assert isinstance(message, Message)
        return message
