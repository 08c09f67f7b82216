"""What the organiser changes in a collaboration that is under way, signed like the manifest (design §3).

An amendment takes effect by a step of the log that carries it, so that all peers agree from which sample on it holds
and a history without it cannot be mistaken for one with it.
"""

import itertools
from collections.abc import Sequence

import msgspec

from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity, is_signed
from core.identity.manifest import Manifest, Shard, Source
from core.identity.wire import from_json, to_json

AMENDMENT_TAG = b"idlewild amendment 1\0"
AMENDMENT_BYTES = 512 << 10
"""Longest content: it travels in one message, beside a header."""


class AppendData(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="append_data"):
    """Shards that join the data; samples that were leased before keep their meaning."""

    shards: tuple[Shard, ...]
    sources: tuple[Source, ...]
    """All of them from now on: those there were, in their order and perhaps with other weights or mirrors, then new
    ones."""


class RollBack(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="roll_back"):
    """The model goes back to what it was after `step`. Samples used since stay used, and to people's credit."""

    step: int
    state: Digest
    """Which that step's commit names."""


Change = AppendData | RollBack


class Joined(msgspec.Struct, frozen=True):
    """Data that has joined a run."""

    first_sample: int
    """The first sample to which it makes a difference, by the log."""
    data: AppendData


class Amendment(msgspec.Struct, frozen=True, kw_only=True):
    run: RunId
    number: int
    """Counted from 1 in each run, so that none takes effect twice."""
    from_step: int
    """The first step of the log that may carry it."""
    what: Change
    organiser: bytes
    """Public key, 32 bytes."""


class SignedAmendment(msgspec.Struct, frozen=True, kw_only=True):
    """The exact bytes that were signed."""

    content: bytes
    """Canonical JSON of an `Amendment`."""
    signature: bytes

    @property
    def digest(self) -> Digest:
        return Digest.of(self.content)


def sign_amendment(identity: Identity, amendment: Amendment) -> SignedAmendment:
    content = to_json(amendment, canonical=True)
    return SignedAmendment(content=content, signature=identity.sign(AMENDMENT_TAG + content))


def open_amendment(signed: SignedAmendment, run: RunId, organiser: PeerId) -> Amendment:
    """The content, if it is the organiser's and of `run`. Raises `ValueError` with what is wrong."""
    if len(signed.content) > AMENDMENT_BYTES:
        raise ValueError("the amendment is too long")
    try:
        amendment = from_json(Amendment, signed.content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError("it is no amendment that this program knows") from error
    if amendment.run != run or PeerId.of_key(amendment.organiser) != organiser:
        raise ValueError("the amendment is another run's")
    if not is_signed(amendment.organiser, AMENDMENT_TAG + signed.content, signed.signature):
        raise ValueError("the amendment's signature is not the organiser's")
    return amendment


def amended(manifest: Manifest, joined: Sequence[Joined]) -> Manifest:
    """What the manifest would say with that data: all shards there are by now, and the newest sources."""
    shards = itertools.chain(manifest.shards, *(each.data.shards for each in joined))
    sources = joined[-1].data.sources if joined else manifest.sources
    return msgspec.structs.replace(manifest, shards=tuple(shards), sources=sources)
