import msgspec
import pytest

from core.identity.amendment import (
    AMENDMENT_BYTES,
    Amendment,
    AppendData,
    Joined,
    RollBack,
    SignedAmendment,
    amended,
    open_amendment,
    sign_amendment,
)
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.manifest import AdamW, Manifest, MlmSop, Schedule, Shard, Source

ORGANISER, STRANGER = (Identity.from_seed(bytes([n]) * 32) for n in (1, 2))
RUN = RunId(bytes(32))


def shard(number: int, source: int = 0) -> Shard:
    digest = Digest(bytes([number]) * 32)
    return Shard(object=digest, bytes=9, format="text", samples=3, pieces=digest, source=source)


WHAT = AppendData(shards=(shard(1),), sources=(Source(), Source(name="more")))
MANIFEST = Manifest(
    name="",
    description="",
    language="",
    licence="",
    organiser=ORGANISER.public_key,
    task=MlmSop(model={}, sequence_tokens=16),
    initial_weights=Digest(bytes(32)),
    elements=1,
    shards=(shard(0),),
    seed=0,
    optimizer=AdamW(learning_rate=1.0),
    schedule=Schedule(kind="constant", warmup_steps=0, total_steps=1),
    target_batch=1,
)


def amendment(**changes: object) -> Amendment:
    usual = Amendment(run=RUN, number=1, from_step=2, what=WHAT, organiser=ORGANISER.public_key)
    return msgspec.structs.replace(usual, **changes)


@pytest.mark.parametrize("what", [WHAT, RollBack(step=7, state=Digest(bytes(32)))])
def test_what_the_organiser_signs_is_what_all_open(what: AppendData | RollBack) -> None:
    made = sign_amendment(ORGANISER, amendment(what=what))
    assert open_amendment(made, RUN, ORGANISER.peer_id) == amendment(what=what)
    assert made.digest == sign_amendment(ORGANISER, amendment(what=what)).digest


@pytest.mark.parametrize(
    ("signed", "says"),
    [
        (sign_amendment(STRANGER, amendment()), "signature is not the organiser's"),
        (sign_amendment(STRANGER, amendment(organiser=STRANGER.public_key)), "another run's"),
        (sign_amendment(ORGANISER, amendment(run=RunId(bytes([1]) * 32))), "another run's"),
        (SignedAmendment(content=b"{}", signature=bytes(64)), "no amendment that this program knows"),
        (SignedAmendment(content=b"\xff", signature=bytes(64)), "no amendment that this program knows"),
        (SignedAmendment(content=b"[" * 100_000, signature=bytes(64)), "no amendment that this program knows"),
        (SignedAmendment(content=b" " * (AMENDMENT_BYTES + 1), signature=bytes(64)), "too long"),
    ],
)
def test_everything_else_is_refused(signed: SignedAmendment, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        open_amendment(signed, RUN, PeerId.of_key(ORGANISER.public_key))


def test_a_changed_byte_is_noticed() -> None:
    made = sign_amendment(ORGANISER, amendment())
    changed = SignedAmendment(
        content=made.content.replace(b'"from_step":2', b'"from_step":1'), signature=made.signature
    )
    with pytest.raises(ValueError, match="signature"):
        open_amendment(changed, RUN, ORGANISER.peer_id)


def test_the_manifest_with_what_has_joined() -> None:
    later = AppendData(shards=(shard(2, 1), shard(3)), sources=(Source(weight=5), Source(name="more")))
    whole = amended(MANIFEST, [Joined(10, WHAT), Joined(20, later)])
    assert whole.shards == (shard(0), shard(1), shard(2, 1), shard(3))
    assert whole.sources == later.sources
    assert amended(MANIFEST, []) == MANIFEST
