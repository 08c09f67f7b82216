"""A seal fixes a step's content before its result is known, so that any coordinator can finish the step."""

import msgspec

from core.identity.ids import Digest, RunId
from core.identity.keys import Identity, is_signed
from core.identity.wire import pack
from core.swarm.records import Contribution, Header, contributions_digest
from core.training.api import Scalars

SEAL_TAG = b"idlewild seal 1\0"


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """All of a commit but the resulting state."""

    run: RunId
    step: int
    previous: Digest
    time_s: int
    total_samples: int
    contributions: tuple[Contribution, ...]
    parts: tuple[Digest, ...]
    """Hash of each coded part of the average, in order."""
    average: Digest
    """Root over `parts`."""
    scalars: Scalars

    def header(self, state: Digest) -> Header:
        """The header that commits this step with `state` as its result: the same whoever commits it."""
        return Header(
            run=self.run,
            step=self.step,
            previous=self.previous,
            time_s=self.time_s,
            samples=sum(c.samples for c in self.contributions),
            total_samples=self.total_samples,
            loss_sum=sum(c.loss_sum for c in self.contributions),
            contributions=contributions_digest(self.contributions),
            average=self.average,
            scalars=self.scalars,
            state=state,
        )


class SignedSeal(msgspec.Struct, frozen=True, kw_only=True):
    seal: Seal
    coordinator: bytes
    """Public key, 32 bytes."""
    signature: bytes


def sign_seal(identity: Identity, seal: Seal) -> SignedSeal:
    return SignedSeal(seal=seal, coordinator=identity.public_key, signature=identity.sign(SEAL_TAG + pack(seal)))


def is_genuine(signed: SignedSeal) -> bool:
    return is_signed(signed.coordinator, SEAL_TAG + pack(signed.seal), signed.signature)
