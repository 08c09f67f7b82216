"""Which peers may not conduct, because they have signed two different things for one step: found out, told to others,
kept over restarts."""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from typing import NoReturn, Protocol

import msgspec

from core.errors import PeerFault, ProtocolViolation
from core.identity.ids import PeerId, RunId
from core.identity.wire import pack, unpack
from core.swarm.equivocation import Proof, Witness, fault_of_proof
from core.swarm.messages import Accuse
from core.swarm.records import SignedHeader
from core.transport.api import Link

log = logging.getLogger(__name__)

CULPRITS_LIMIT = 256
"""Beyond it nobody is convicted: whoever makes up identities by the thousand must not fill this disk."""
ACCUSED_AT_ONCE = 8
TOLD = 16
"""Linked peers that are told of a proof at once; they tell others."""
PAUSE_S = 1.0
"""Between two rounds of telling, however much there is to tell."""
TOLD_LIMIT = 1024


class ProofStore(Protocol):
    """Where proofs are kept; `core.storage.log_store.LogStore` fulfils it."""

    def proofs(self) -> list[bytes]: ...
    def add_proof(self, culprit: PeerId, proof: bytes) -> None: ...


class Accuser:
    """Of one run at one peer."""

    def __init__(self, run: RunId, store: ProofStore, links: Callable[[], Sequence[Link]]) -> None:
        self._run = run
        self._store = store
        self._links = links
        self._witness = Witness()
        self._chance = random.Random(run.raw)
        self._proofs: dict[PeerId, Proof] = {}
        self._told: dict[PeerId, int] = {}
        """How many of the proofs each peer was told."""
        self._to_tell: dict[PeerId, None] = {}
        self._changed = asyncio.Event()
        for blob in store.proofs():
            self._load(blob)

    def _load(self, blob: bytes) -> None:
        try:
            proof = unpack(Proof, blob)
        except (msgspec.MsgspecError, ValueError):
            log.warning("a proof that was kept cannot be read")
            return
        if not fault_of_proof(proof, self._run):
            self._proofs[proof.culprit] = proof

    def is_culprit(self, peer: PeerId) -> bool:
        return peer in self._proofs

    async def until_convicted(self, peer: PeerId) -> NoReturn:
        """Raises `PeerFault` as soon as `peer` may not conduct."""
        while not self.is_culprit(peer):
            await self._changed.wait()
        raise PeerFault(f"{peer} has signed two different things for one step")

    # --- finding out

    def hear(self, statement: SignedHeader) -> None:
        """A seal or commit whose signature is checked."""
        proof = self._witness.hear(statement)
        if proof is not None:
            self._take(proof)

    def take(self, proofs: Sequence[Proof]) -> None:
        """Another peer says so. Raises `ProtocolViolation` if one of the proofs is none."""
        if len(proofs) > ACCUSED_AT_ONCE:
            raise ProtocolViolation("too many accusations at once")
        for proof in proofs:
            if proof.culprit in self._proofs:
                continue
            if fault := fault_of_proof(proof, self._run):
                raise ProtocolViolation(f"a false accusation: {fault}")
            self._take(proof)

    def _take(self, proof: Proof) -> None:
        culprit = proof.culprit
        if culprit in self._proofs or len(self._proofs) >= CULPRITS_LIMIT:
            return
        log.warning(
            "%s has signed two different things for step %d and conducts no more (%s, %s)",
            culprit,
            proof.one.header.step,
            proof.one.header.digest,
            proof.other.header.digest,
        )
        self._proofs[culprit] = proof
        self._store.add_proof(culprit, pack(proof))
        linked = [link.peer_id for link in self._links()]
        for peer in self._chance.sample(linked, min(TOLD, len(linked))):
            self._to_tell[peer] = None
        self._tell_change()

    def _tell_change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    # --- telling others

    def tell(self, peer: PeerId) -> None:
        """`peer` is about to choose its coordinator: it is told what it has not been told from here."""
        if self._told.get(peer, 0) < len(self._proofs):
            self._to_tell[peer] = None
            self._tell_change()

    async def run(self) -> None:
        """Tells, until cancelled."""
        while True:
            while not self._to_tell:
                await self._changed.wait()
            chosen = list(self._to_tell)[:TOLD]
            for peer in chosen:
                del self._to_tell[peer]
            await asyncio.gather(*map(self._tell, chosen))
            await asyncio.sleep(PAUSE_S)

    async def _tell(self, peer: PeerId) -> None:
        link = next((link for link in self._links() if link.peer_id == peer and link.is_open), None)
        if link is None:
            return
        start = self._told.get(peer, 0)
        proofs = tuple(self._proofs.values())[start : start + ACCUSED_AT_ONCE]
        self._note_told(peer, start + len(proofs))
        try:
            stream = await link.open(Accuse(proofs=proofs))
            stream.finish()
        except PeerFault as fault:
            log.debug("%s cannot be told: %s", peer, fault)

    def _note_told(self, peer: PeerId, count: int) -> None:
        self._told.pop(peer, None)
        self._told[peer] = count
        if len(self._told) > TOLD_LIMIT:
            del self._told[next(iter(self._told))]
