"""What peers say to each other about pieces of objects.

One stream for each peer that takes from another and each object. The taker opens it with `TakePieces`; the donor
answers with `PiecesHere`, and from then on tells of what comes by `PiecesCame`. The taker asks by `WantPiece`, may
think better of it by `DropPiece`, and gets each piece as blocks, every `PieceBlock` followed by its bytes as a payload.
"""

from typing import Annotated

import msgspec

from core.data.picking import CHOICE
from core.identity.ids import Digest
from core.transport.api import Message

BLOCK_BYTES = 256 << 10
"""Of a piece, in one payload; the last may be shorter. In between the donor says what else is to be said."""
MAX_PIECES = 1 << 14
"""Of one object: 16 GiB."""

Index = Annotated[int, msgspec.Meta(ge=0, lt=MAX_PIECES)]
Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 62)]


class AskHashes(Message, frozen=True):
    """Asks for the hashes of an object's pieces. Answered by `Hashes` or a `Refusal`."""

    object: Digest


class Hashes(Message, frozen=True):
    """As `core.data.pieces.PieceHashes`."""

    size_bytes: Annotated[int, msgspec.Meta(ge=0)]
    raw: Annotated[bytes, msgspec.Meta(max_length=32 * MAX_PIECES)]


class TakePieces(Message, frozen=True):
    """The first on a taker's stream."""

    object: Digest


class DonorMessage(Message, frozen=True):
    """What the donor says."""


class PiecesHere(DonorMessage, frozen=True):
    """The donor's first word: which pieces it has."""

    bits: Annotated[bytes, msgspec.Meta(max_length=MAX_PIECES // 8)]
    """As `core.data.bitmap.to_bits` makes them."""


class PiecesCame(DonorMessage, frozen=True):
    """It has these too, now."""

    indexes: Annotated[tuple[Index, ...], msgspec.Meta(max_length=MAX_PIECES)]


class PieceBlock(DonorMessage, frozen=True):
    """Bytes of piece `index` from `start` on follow as a payload. Blocks of one piece come in order, and all before
    those of another, unless the taker has dropped it."""

    number: Number
    """Of the request."""
    index: Index
    start: Annotated[int, msgspec.Meta(ge=0)]


class TakerMessage(Message, frozen=True):
    """What the taker says after `TakePieces`."""


class WantPiece(TakerMessage, frozen=True):
    """Asks for one of these pieces, whichever the donor has given least."""

    number: Number
    """Counts the stream's requests."""
    indexes: Annotated[tuple[Index, ...], msgspec.Meta(min_length=1, max_length=CHOICE)]


class DropPiece(TakerMessage, frozen=True):
    """The piece is here: no request is for it any more, and one that was for nothing else is void."""

    index: Index


MESSAGES: tuple[type[Message], ...] = (
    AskHashes,
    Hashes,
    TakePieces,
    PiecesHere,
    PiecesCame,
    PieceBlock,
    WantPiece,
    DropPiece,
)
