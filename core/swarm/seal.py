"""A seal fixes a step's content before its result is known, so that any coordinator can finish the step."""

import msgspec

from core.averaging.assignment import Layout
from core.averaging.part_book import average_root
from core.identity.ids import Digest
from core.identity.keys import Identity, is_signed
from core.swarm.records import Contribution, Header, contributions_digest

SEAL_TAG = b"idlewild seal 2\0"
NO_STATE = Digest(bytes(32))
"""Stands in a sealed header where a commit names the resulting state."""


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """All of a commit but the resulting state. What is signed is the header, which covers everything else here."""

    header: Header
    """With `NO_STATE`."""
    layout: Layout
    """How the average is cut."""
    parts: tuple[Digest, ...]
    """Hash of each coded part of the average, in order."""
    contributions: tuple[Contribution, ...] = ()
    """Empty where the seal travels without them (`brief`): applying the step does not need them."""

    @property
    def step(self) -> int:
        return self.header.step

    @property
    def previous(self) -> Digest:
        return self.header.previous

    @property
    def is_whole(self) -> bool:
        """Whether the step can be committed from it."""
        return bool(self.contributions)

    def committed(self, state: Digest) -> Header:
        """The header that commits this step with `state` as its result: the same whoever commits it."""
        return msgspec.structs.replace(self.header, state=state)


class SignedSeal(msgspec.Struct, frozen=True, kw_only=True):
    seal: Seal
    coordinator: bytes
    """Public key, 32 bytes."""
    signature: bytes

    @property
    def brief(self) -> "SignedSeal":
        """The same without the list of contributions, whose length grows with the number of members."""
        return msgspec.structs.replace(self, seal=msgspec.structs.replace(self.seal, contributions=()))


def sign_seal(identity: Identity, seal: Seal) -> SignedSeal:
    signature = identity.sign(SEAL_TAG + seal.header.digest.raw)
    return SignedSeal(seal=seal, coordinator=identity.public_key, signature=signature)


def is_genuine(signed: SignedSeal) -> bool:
    """Whether the seal is signed and its header covers what travels with it."""
    seal = signed.seal
    header = seal.header
    if header.state != NO_STATE or len(seal.parts) != seal.layout.parts:
        return False
    if header.average != average_root(seal.layout, seal.parts):
        return False
    if seal.is_whole and not _is_list_of(header, seal.contributions):
        return False
    return is_signed(signed.coordinator, SEAL_TAG + header.digest.raw, signed.signature)


def is_same(one: SignedSeal | None, other: SignedSeal) -> bool:
    """Whether both seal a step alike, one of them perhaps without its contributions."""
    return one is not None and one.brief == other.brief


def _is_list_of(header: Header, contributions: tuple[Contribution, ...]) -> bool:
    return header.contributions == contributions_digest(contributions) and header.samples == sum(
        c.samples for c in contributions
    )
