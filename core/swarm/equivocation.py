"""Coordinators that sign two different things for one step are convicted by their own signatures (design §6).

In one term a coordinator seals a step that follows a given commit once, and commits what it sealed. Two statements of
one key for the same (run, step, previous commit, term) that do not say the same are a proof, which anybody can check
with nothing but the run's id. A coordinator that crashed after sealing begins a new term, and may seal anew.
"""

from collections import OrderedDict

import msgspec

from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import is_signed
from core.swarm.records import COMMIT_TAG, Header, SignedHeader
from core.swarm.seal import NO_STATE, SEAL_TAG, SignedSeal

REMEMBERED = 512
"""Statements kept: of some hundreds of steps."""


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """Two statements of one coordinator that contradict each other. Each is a seal's header or a commit's."""

    one: SignedHeader
    other: SignedHeader

    @property
    def culprit(self) -> PeerId:
        return PeerId.of_key(self.one.coordinator)


def statement_of(signed: SignedSeal) -> SignedHeader:
    """What a seal states about its step."""
    return SignedHeader(header=signed.seal.header, coordinator=signed.coordinator, signature=signed.signature)


def fault_of_proof(proof: Proof, run: RunId) -> str:
    """Why `proof` convicts nobody; empty if it does."""
    one, other = proof.one, proof.other
    if one.header.run != run:
        return "it belongs to another run"
    if _subject(one) != _subject(other):
        return "the statements are not about the same thing"
    if one.header.term < 1:
        return "a statement names no term"
    if not _contradict(one.header, other.header):
        return "the statements agree"
    if not (_is_genuine(one) and _is_genuine(other)):
        return "a signature is wrong"
    return ""


class Witness:
    """Remembers what coordinators have signed about the last steps. Pure; what it hears must be genuine."""

    def __init__(self) -> None:
        self._heard: OrderedDict[tuple[object, ...], list[SignedHeader]] = OrderedDict()

    def hear(self, statement: SignedHeader) -> Proof | None:
        """A proof, if this contradicts something heard before."""
        subject = _subject(statement)
        before = self._heard.setdefault(subject, [])
        self._heard.move_to_end(subject)
        while len(self._heard) > REMEMBERED:
            self._heard.popitem(last=False)
        if statement.header.term >= 1:
            for earlier in before:
                if _contradict(earlier.header, statement.header):
                    return Proof(one=earlier, other=statement)
        if all(earlier.header != statement.header for earlier in before):
            before.append(statement)  # at most a seal and the commit of it
        return None


def _subject(statement: SignedHeader) -> tuple[bytes, RunId, int, Digest, int]:
    header = statement.header
    return (statement.coordinator, header.run, header.step, header.previous, header.term)


def _contradict(one: Header, other: Header) -> bool:
    """A seal and a commit agree if they differ in the state alone, which the seal does not know yet."""
    if NO_STATE in (one.state, other.state):
        one, other = (msgspec.structs.replace(header, state=NO_STATE) for header in (one, other))
    return one != other


def _is_genuine(statement: SignedHeader) -> bool:
    tag = SEAL_TAG if statement.header.state == NO_STATE else COMMIT_TAG
    return is_signed(statement.coordinator, tag + statement.header.digest.raw, statement.signature)
