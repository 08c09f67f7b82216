"""Commits: what is signed cannot be changed, and what does not follow does not enter."""

import msgspec
import pytest

from core.averaging.assignment import Layout
from core.averaging.part_book import average_root
from core.data.ranges import SampleRange
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.wire import pack, unpack
from core.swarm.records import Commit, Contribution, Header, contributions_digest, fault_of, fault_of_link, sign_commit
from core.swarm.seal import NO_STATE, Seal, SignedSeal, is_genuine, sign_seal
from core.training.api import Scalars

RUN = RunId(bytes(range(32)))
KEY = Identity.from_seed(bytes([5]) * 32)
STATE = Digest(bytes([9]) * 32)
CUTS = Layout(10)
GIVEN = (Contribution(peer=PeerId(bytes(32)), ranges=(SampleRange(0, 4), SampleRange(6, 10)), loss_sum=2.5),)


def seal(step: int = 1, previous: Digest | None = None, total: int = 8) -> Seal:
    header = Header(
        run=RUN,
        step=step,
        previous=previous or Digest(RUN.raw),
        time_s=1,
        samples=8,
        total_samples=total,
        loss_sum=2.5,
        contributions=contributions_digest(GIVEN),
        average=average_root(CUTS, (STATE,)),
        scalars=Scalars(0.5, 1.0, 1.0),
        state=NO_STATE,
        term=7,
    )
    return Seal(header=header, layout=CUTS, parts=(STATE,), contributions=GIVEN)


def commit(**changes: object) -> Commit:
    return sign_commit(KEY, msgspec.structs.replace(seal().committed(STATE), **changes), GIVEN)


def test_a_true_commit_has_no_fault_and_survives_the_wire():
    one = commit()
    assert fault_of(one) == "" == fault_of_link(one, None, RUN)
    assert unpack(Commit, pack(one)) == one
    assert one.header.loss == 2.5 / 8


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"samples": 9}, "add up"),
        ({"loss_sum": float("nan")}, "finite"),
        ({"contributions": STATE}, "contributions"),
    ],
)
def test_what_does_not_fit_together_is_said(changes: dict[str, object], fault: str):
    assert fault in fault_of(commit(**changes))


def test_no_byte_of_a_signed_commit_can_be_changed():
    one = commit()
    for field, value in [("state", Digest(bytes(32))), ("time_s", 2), ("total_samples", 9)]:
        forged = msgspec.structs.replace(one, header=msgspec.structs.replace(one.header, **{field: value}))
        assert "signature" in fault_of(forged)
    other = Identity.from_seed(bytes([6]) * 32)
    assert "signature" in fault_of(msgspec.structs.replace(one, coordinator=other.public_key))


def test_a_commit_follows_one_header_of_one_run():
    first = commit().header
    second = sign_commit(KEY, seal(2, first.digest, 16).committed(STATE), GIVEN)
    assert fault_of_link(second, first, RUN) == ""
    assert fault_of_link(second, None, RUN)
    assert fault_of_link(second, second.header, RUN)
    assert fault_of_link(second, first, RunId(bytes(32)))
    wrong_total = sign_commit(KEY, seal(2, first.digest, 17).committed(STATE), GIVEN)
    assert fault_of_link(wrong_total, first, RUN)


def test_two_coordinators_finish_a_sealed_step_alike():
    signed = sign_seal(KEY, seal())
    a = sign_commit(KEY, signed.seal.committed(STATE), GIVEN)
    b = sign_commit(Identity.from_seed(bytes([7]) * 32), signed.seal.committed(STATE), GIVEN)
    assert a.header.digest == b.header.digest
    assert fault_of(b) == ""


def test_a_seal_is_its_signers():
    signed = sign_seal(KEY, seal())
    assert is_genuine(unpack(SignedSeal, pack(signed)))
    assert not is_genuine(msgspec.structs.replace(signed, seal=seal(total=9)))
    assert not is_genuine(msgspec.structs.replace(signed, signature=bytes(64)))
