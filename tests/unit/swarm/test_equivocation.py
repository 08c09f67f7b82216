"""Two statements of one coordinator about one thing are a proof if they differ, and nothing else is."""

import asyncio

import msgspec
import pytest

from core.errors import ProtocolViolation
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.wire import pack, unpack
from core.swarm.accusing import ACCUSED_AT_ONCE, Accuser
from core.swarm.equivocation import REMEMBERED, Proof, Witness, fault_of_proof, statement_of
from core.swarm.records import SignedHeader, sign_commit
from core.swarm.seal import sign_seal
from tests.unit.swarm.test_records import GIVEN, KEY, RUN, STATE, seal

OTHER_KEY = Identity.from_seed(bytes([8]) * 32)


def sealed(key: Identity = KEY, **changes: object) -> SignedHeader:
    one = seal()
    return statement_of(
        sign_seal(key, msgspec.structs.replace(one, header=msgspec.structs.replace(one.header, **changes)))
    )


def committed(key: Identity = KEY, **changes: object) -> SignedHeader:
    return sign_commit(key, msgspec.structs.replace(seal().committed(STATE), **changes), GIVEN).brief


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (sealed(), sealed(time_s=2)),
        (committed(), committed(time_s=2)),
        (committed(), committed(state=Digest(bytes([3]) * 32))),
        (sealed(), committed(time_s=2)),
        (committed(), sealed(loss_sum=1.0)),
    ],
)
def test_what_contradicts_convicts(one: SignedHeader, other: SignedHeader):
    witness = Witness()
    assert witness.hear(one) is None
    proof = witness.hear(other)
    assert proof is not None
    assert proof.culprit == KEY.peer_id
    assert fault_of_proof(unpack(Proof, pack(proof)), RUN) == ""
    assert len(pack(proof)) < 2000


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (sealed(), sealed()),
        (sealed(), committed()),
        (sealed(), sealed(term=8)),
        (committed(), committed(term=8, time_s=2)),
        (sealed(), sealed(OTHER_KEY, time_s=2)),
        (sealed(), sealed(previous=STATE, time_s=2)),
        (sealed(), sealed(step=2, time_s=2)),
        (committed(term=0), committed(term=0, time_s=2)),
    ],
)
def test_what_an_honest_coordinator_signs_convicts_nobody(one: SignedHeader, other: SignedHeader):
    witness = Witness()
    assert witness.hear(one) is None
    assert witness.hear(other) is None
    assert fault_of_proof(Proof(one=one, other=other), RUN)


def test_forged_statements_convict_nobody():
    forged = msgspec.structs.replace(sealed(OTHER_KEY, time_s=2), coordinator=KEY.public_key)
    assert "signature" in fault_of_proof(Proof(one=sealed(), other=forged), RUN)
    assert fault_of_proof(Proof(one=sealed(), other=sealed(time_s=2)), RunId(bytes(32)))


def test_a_witness_forgets_what_is_old():
    witness = Witness()
    witness.hear(sealed())
    for step in range(2, REMEMBERED + 3):
        witness.hear(sealed(step=step))
    assert witness.hear(sealed(time_s=2)) is None
    assert len(witness._heard) == REMEMBERED


class Shelf:
    def __init__(self) -> None:
        self.kept: dict[PeerId, bytes] = {}

    def proofs(self) -> list[bytes]:
        return list(self.kept.values())

    def add_proof(self, culprit: PeerId, proof: bytes) -> None:
        self.kept[culprit] = proof


def test_an_accusation_is_checked_kept_and_believed_after_a_restart(caplog: pytest.LogCaptureFixture):
    async def main() -> None:
        shelf = Shelf()
        accuser = Accuser(RUN, shelf, list)
        proof = Proof(one=sealed(), other=sealed(time_s=2))
        accuser.take([proof, proof])
        assert accuser.is_culprit(KEY.peer_id)
        assert not accuser.is_culprit(OTHER_KEY.peer_id)
        assert Accuser(RUN, shelf, list).is_culprit(KEY.peer_id)
        for bad in ([Proof(one=sealed(), other=sealed())] * 1, [proof] * (ACCUSED_AT_ONCE + 1)):
            with pytest.raises(ProtocolViolation):
                Accuser(RUN, Shelf(), list).take(bad)

    asyncio.run(main())
    assert any(str(KEY.peer_id) in record.getMessage() and record.levelname == "WARNING" for record in caplog.records)
