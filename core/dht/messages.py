"""What members of the hash table ask each other. Every answer tells the time, so that wrong clocks are noticed."""

from typing import Annotated

import msgspec

from core.dht.records import PeerRecord
from core.dht.values import Value
from core.transport.api import Message

RECORD_LIMIT = 32
"""Records in one answer."""
VALUE_LIMIT = 256
"""Values in one message."""
VALUES_BYTES = 256 << 10
"""Their contents together."""

Target = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Records = Annotated[tuple[PeerRecord, ...], msgspec.Meta(max_length=RECORD_LIMIT)]
Values = Annotated[tuple[Value, ...], msgspec.Meta(max_length=VALUE_LIMIT)]


class FindNear(Message, frozen=True, kw_only=True):
    """Asks for the members nearest to `target`, and for what is stored there."""

    target: Target
    wants_values: bool = False


class Near(Message, frozen=True, kw_only=True):
    """Answer to `FindNear`."""

    records: Records
    values: Values = ()
    """A random choice where there are too many for one message."""
    held: int = 0
    """How many there are; told even if they are not wanted."""
    time_ms: int
    """Unix time by the answering peer's clock."""


class StoreValues(Message, frozen=True, kw_only=True):
    """Asks to keep values."""

    values: Values
    is_copy: bool = False
    """They are for those who will ask the same soon, and may go after minutes."""


class ValuesStored(Message, frozen=True, kw_only=True):
    """Answer to `StoreValues`."""

    stored: int
    time_ms: int


class Probe(Message, frozen=True, kw_only=True):
    """Asks whether the peer is there, and tells it this one's newest record."""

    record: PeerRecord


class Probed(Message, frozen=True, kw_only=True):
    """Answer to `Probe`."""

    record: PeerRecord
    time_ms: int


Question = FindNear | StoreValues | Probe
Answer = Near | ValuesStored | Probed
MESSAGES: tuple[type[Message], ...] = (FindNear, Near, StoreValues, ValuesStored, Probe, Probed)
