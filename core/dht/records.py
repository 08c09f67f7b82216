"""Signed statements of where a peer can be reached."""

from collections.abc import Sequence

import msgspec

from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity, is_signed
from core.identity.wire import pack
from core.transport.api import Place, Relayed, parse_place

RECORD_TAG = b"idlewild peer record 1\0"
ADDRESS_LIMIT = 16
RENEW_AFTER_S = 600.0


class PeerRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Made and signed by the peer itself; of two records of one peer the higher sequence holds."""

    key: bytes
    """Public key, 32 bytes."""
    run: RunId
    addresses: tuple[str, ...]
    """Places as text (`core.transport.api.Place`), best first; none for a client-mode peer."""
    sequence: int
    """Unix time in ms at which it was made."""
    relays: bool = False
    """Whether it forwards for others; then it is reachable from everywhere."""
    signature: bytes = b""

    @property
    def peer(self) -> PeerId:
        return PeerId.of_key(self.key)

    @property
    def is_reachable(self) -> bool:
        """Whether the peer accepts links (false: client mode)."""
        return bool(self.addresses)

    def is_fresh(self, now_s: float) -> bool:
        """Whether its maker need not make another yet. A clock that was set back makes it stale too."""
        return 0 <= now_s - self.sequence / 1000 < RENEW_AFTER_S

    def places(self) -> list[Place]:
        """Those that can be read; others, from a newer or broken program, are passed over."""
        places: list[Place] = []
        for text in self.addresses:
            try:
                places.append(parse_place(text))
            except ValueError:
                continue
        return places


def _signed_content(record: PeerRecord) -> bytes:
    return RECORD_TAG + pack(msgspec.structs.replace(record, signature=b""))


def make_record(
    identity: Identity, run: RunId, places: Sequence[Place], now_s: float, *, relays: bool = False
) -> PeerRecord:
    texts = tuple(map(str, places[:ADDRESS_LIMIT]))
    sequence = int(now_s * 1000)
    record = PeerRecord(key=identity.public_key, run=run, addresses=texts, sequence=sequence, relays=relays)
    return msgspec.structs.replace(record, signature=identity.sign(_signed_content(record)))


def says(record: PeerRecord, places: Sequence[Place], *, relays: bool) -> bool:
    """Whether one made of these would say the same."""
    return record.addresses == tuple(map(str, places[:ADDRESS_LIMIT])) and record.relays == relays


def is_genuine(record: PeerRecord, run: RunId) -> bool:
    """Whether the record is well-formed, of this run, and signed by the peer it speaks of."""
    is_shaped = len(record.key) == 32 and len(record.addresses) <= ADDRESS_LIMIT and record.run == run
    return is_shaped and is_signed(record.key, _signed_content(record), record.signature)


def is_member(record: PeerRecord) -> bool:
    """Whether the peer can be reached by everybody without a third one's help, so that it may stand in tables of the
    hash table and store values. Whoever has itself relayed says by it that others cannot reach it straight."""
    places = record.places()
    return bool(places) and (record.relays or not any(isinstance(place, Relayed) for place in places))
