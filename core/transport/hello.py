"""What two peers say before there is a link: each its protocol version and greeting, then yes or no (design §3, §4).

The dialer says HELLO first. The acceptor judges it and answers with its own HELLO or with REFUSED and the reason; the
dialer judges that in turn and says ACCEPTED or REFUSED. A HELLO is 2 bytes of protocol version and a message.
"""

from core.errors import ProtocolViolation, Refused
from core.identity.ids import PeerId
from core.transport.api import Admit, Buffer, Message
from core.transport.connection import shortened
from core.transport.framing import Codec, Kind, Limits, frame_header
from core.version import PROTOCOL

HELLO_BYTES = 64 << 10
REASON_BYTES = 1 << 10
RESET_BYTES = 8 + REASON_BYTES

FROM_STRANGER: Limits = {Kind.HELLO: HELLO_BYTES, Kind.REFUSED: REASON_BYTES, Kind.ACCEPTED: 0}
"""All that is read from a peer before it is admitted."""


def hello_frame(codec: Codec, greeting: Message) -> bytes:
    """Raises `ValueError` on a greeting that is too long."""
    body = PROTOCOL.to_bytes(2, "big") + codec.encode(greeting)
    if len(body) > HELLO_BYTES:
        raise ValueError(f"a greeting of {len(body)} bytes exceeds {HELLO_BYTES}")
    return frame_header(Kind.HELLO, len(body)) + body


def refused_frame(reason: str) -> bytes:
    body = shortened(reason).encode()
    return frame_header(Kind.REFUSED, len(body)) + body


def reset_frame(stream_id: int, reason: str) -> bytes:
    body = stream_id.to_bytes(8, "big") + shortened(reason).encode()
    return frame_header(Kind.RESET, len(body)) + body


def judge(body: Buffer, codec: Codec, peer_id: PeerId, admit: Admit) -> Message:
    """The peer's greeting. Raises `Refused` with what the peer is to be told, or `ProtocolViolation`."""
    if len(body) < 2:
        raise ProtocolViolation("a hello without protocol version")
    version = int.from_bytes(body[:2], "big")
    if version != PROTOCOL:
        older, newer = sorted((version, PROTOCOL))
        which = "the refusing" if older == PROTOCOL else "the refused"
        raise Refused(f"protocol {older} of {which} peer is older than {newer}: update the program there")
    greeting = codec.decode(memoryview(body)[2:])
    reason = admit(peer_id, greeting)
    if reason:
        raise Refused(reason)
    return greeting
