import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.collaboration.signing import (
    MANIFEST_BYTES,
    ForbiddenManifest,
    MalformedManifest,
    ManifestFault,
    NewerManifest,
    OtherRun,
    WrongSignature,
    open_manifest,
    sign_manifest,
)
from core.errors import ProtocolViolation
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.manifest import (
    MANIFEST_TAG,
    Access,
    AdamW,
    Lamb,
    Manifest,
    MlmSop,
    Schedule,
    Shard,
    SignedManifest,
    Source,
    Task,
)
from core.identity.wire import to_json

ORGANISER = Identity.from_seed(bytes(32))
STRANGER = Identity.from_seed(bytes([1]) * 32)
MODEL = {
    "model_type": "albert",
    "vocab_size": 1000,
    "hidden_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 128,
}
SHARD = Shard(
    object=Digest(bytes(32)), bytes=1000, format="text", samples=10, pieces=Digest(bytes(32)), name="বই ক\u200dখ.txt"
)


def manifest(**changes: Any) -> Manifest:
    return msgspec.structs.replace(
        Manifest(
            name="আমাদের ভাষা",
            description="Line one\nline two",
            language="bn",
            licence="CC0",
            organiser=ORGANISER.public_key,
            task=MlmSop(model=MODEL, sequence_tokens=128),
            tokenizer=Digest(bytes(32)),
            initial_weights=Digest(bytes(32)),
            elements=1000,
            shards=(SHARD,),
            seed=1,
            optimizer=Lamb(learning_rate=1e-3),
            schedule=Schedule(kind="linear", warmup_steps=1, total_steps=10),
            target_batch=256,
        ),
        **changes,
    )


def signed(content: bytes, by: Identity = ORGANISER) -> SignedManifest:
    """Signed without a look at what."""
    return SignedManifest(content=content, signature=by.sign(MANIFEST_TAG + content))


def changed(**changes: Any) -> bytes:
    """The manifest's JSON with some values replaced, whatever their type."""
    return json.dumps(json.loads(to_json(manifest())) | changes).encode()


def test_what_was_signed_is_opened() -> None:
    made = sign_manifest(ORGANISER, manifest())
    assert open_manifest(made, made.run) == manifest()
    assert open_manifest(made, None) == manifest()
    assert sign_manifest(ORGANISER, manifest()) == made
    assert sign_manifest(ORGANISER, manifest(seed=2)).run != made.run


def test_another_run_is_not_taken() -> None:
    made = sign_manifest(ORGANISER, manifest())
    with pytest.raises(OtherRun):
        open_manifest(made, RunId(bytes(32)))


def test_a_strangers_signature() -> None:
    forged = signed(to_json(manifest(), canonical=True), by=STRANGER)
    with pytest.raises(WrongSignature):
        open_manifest(forged, forged.run)
    empty = SignedManifest(content=forged.content, signature=b"")
    with pytest.raises(WrongSignature):
        open_manifest(empty, empty.run)
    with pytest.raises(ValueError, match="signature"):
        sign_manifest(STRANGER, manifest())


def test_the_signature_is_for_manifests_alone() -> None:
    content = to_json(manifest(), canonical=True)
    other = SignedManifest(content=content, signature=ORGANISER.sign(b"idlewild commit 1\0" + content))
    with pytest.raises(WrongSignature):
        open_manifest(other, other.run)


def test_newer_and_malformed_manifests() -> None:
    for content, fault in (
        (changed(version=2, name=7), NewerManifest),
        (changed(version="1"), MalformedManifest),
        (changed(name=7), MalformedManifest),
        (changed(tokenizer="abc"), MalformedManifest),
        (changed(optimizer={"type": "sgd"}), MalformedManifest),
        (b"{}", MalformedManifest),
        (b"", MalformedManifest),
        (b"\xff", MalformedManifest),
        (b"[" * 100_000, MalformedManifest),
        (b'{"version":1,"task":' + b'{"a":' * 100_000, MalformedManifest),
        (b" " * (MANIFEST_BYTES + 1), MalformedManifest),
    ):
        made = signed(content)
        with pytest.raises(fault):
            open_manifest(made, made.run)
    assert issubclass(ManifestFault, ProtocolViolation)


def test_unknown_fields_are_left_alone() -> None:
    made = signed(changed(future={"a": 1}))
    assert open_manifest(made, made.run) == manifest()


def task(**changes: Any) -> Task:
    return msgspec.structs.replace(manifest().task, **changes)


def shard(**changes: Any) -> tuple[Shard, ...]:
    return (msgspec.structs.replace(SHARD, **changes),)


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "evil\x1b[2J"}, "name"),
        ({"name": "line\nline"}, "name"),
        ({"name": "\u202eevil"}, "name"),
        ({"description": "x" * 4001}, "description"),
        ({"language": " "}, "language"),
        ({"licence": ""}, "licence"),
        ({"version": 0}, "version"),
        ({"organiser": b"short"}, "organiser"),
        ({"elements": 0}, "elements"),
        ({"elements": 1 << 33}, "elements"),
        ({"shards": ()}, "data.files"),
        ({"shards": shard(samples=0)}, "data.files"),
        ({"shards": shard(bytes=-1)}, "data.files"),
        ({"shards": shard(bytes=1 << 40)}, "data.files"),
        ({"shards": shard(format="pickle")}, "data.files"),
        ({"shards": shard(name="\x1b]0;evil")}, "data.files"),
        ({"shards": shard(source=1)}, "data.files"),
        ({"shards": shard(source=-1)}, "data.files"),
        ({"held_out": shard()}, "data.held_out"),
        ({"held_out": shard(object=Digest(bytes([1]) * 32), bytes=0)}, "data.held_out"),
        ({"sources": ()}, "data.sources"),
        ({"sources": (Source(), Source(name="b"))}, "data.sources"),
        ({"sources": (Source(), Source())}, "data.sources"),
        ({"sources": (Source(name="\x1b"),)}, "data.sources.name"),
        ({"sources": (Source(weight=0),)}, "data.sources.weight"),
        ({"sources": (Source(weight=1 << 60),)}, "data.sources.weight"),
        ({"sources": (Source(mirrors=("https://a.example/",) * 9),)}, "data.mirrors"),
        ({"sources": (Source(mirrors=("file:///etc/",)),)}, "data.mirrors"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 63}, "seed"),
        ({"target_batch": 0}, "target_batch"),
        ({"codec": "pickle"}, "codec"),
        ({"clip_norm": 0.0}, "clip_norm"),
        ({"clip_norm": -1.0}, "clip_norm"),
        ({"optimizer": Lamb(learning_rate=-1.0)}, "optimizer.learning_rate"),
        ({"optimizer": AdamW(learning_rate=1e-3, beta2=1.0)}, "optimizer.beta2"),
        ({"optimizer": AdamW(learning_rate=1e-3, epsilon=0.0)}, "optimizer.epsilon"),
        ({"optimizer": Lamb(learning_rate=1e-3, clamp=0.0)}, "optimizer.clamp"),
        ({"schedule": Schedule(kind="magic", warmup_steps=0, total_steps=1)}, "schedule.kind"),
        ({"schedule": Schedule(kind="linear", warmup_steps=5, total_steps=4)}, "schedule.warmup_steps"),
        ({"schedule": Schedule(kind="linear", warmup_steps=0, total_steps=0)}, "schedule"),
        ({"task": task(sequence_tokens=1 << 20)}, "task.sequence_tokens"),
        ({"task": task(sequence_tokens=4)}, "task.sequence_tokens"),
        ({"task": task(mask_probability=1.5)}, "task.mask_probability"),
        ({"task": task(model={})}, "task.model"),
        ({"task": task(model=MODEL | {"auto_map": {"AutoModel": "x--y"}})}, "task.model"),
        ({"task": task(model=MODEL | {"hidden_size": 10**9})}, "task.model"),
        ({"task": task(model=MODEL | {"vocab_size": "many"})}, "task.model"),
        ({"task": task(model={k: v for k, v in MODEL.items() if k != "vocab_size"})}, "task.model.vocab_size"),
        ({"access": Access(policy="anarchy")}, "access.policy"),
        ({"access": Access(policy="invite")}, "access.policy"),
        ({"access": Access(policy="allow-list")}, "access.peers"),
        ({"access": Access(peers=(PeerId(bytes(32)),))}, "access.peers"),
        ({"bootstrap": ("nonsense",)}, "bootstrap"),
        ({"bootstrap": ("evil\x1b:80",)}, "bootstrap"),
        ({"bootstrap": ("a:1",) * 17}, "bootstrap"),
    ],
)
def test_what_is_out_of_range_is_named(changes: dict[str, Any], key: str) -> None:
    made = signed(to_json(manifest(**changes), canonical=True))
    expected = WrongSignature if key == "organiser" else ForbiddenManifest
    with pytest.raises(expected) as caught:
        open_manifest(made, made.run)
    assert key == "organiser" or f": {key}" in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("number", ["1e999", "NaN", "-1e999", "1e-400"])
def test_numbers_that_are_none(number: str) -> None:
    content = to_json(manifest(clip_norm=123.0)).replace(b"123.0", number.encode())
    made = signed(content)
    with pytest.raises(ManifestFault):
        open_manifest(made, made.run)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_fault(content: bytes) -> None:
    made = signed(content)
    with pytest.raises(ManifestFault):
        open_manifest(made, made.run)


VALID = to_json(manifest(), canonical=True)


@given(st.integers(0, len(VALID) - 1), st.integers(0, 255))
@settings(max_examples=300)
def test_a_changed_byte_is_a_fault_even_for_its_own_hash(place: int, value: int) -> None:
    content = VALID[:place] + bytes([value]) + VALID[place + 1 :]
    original = signed(VALID)
    if content != VALID:
        tampered = SignedManifest(content=content, signature=original.signature)
        with pytest.raises(ManifestFault):
            open_manifest(tampered, tampered.run)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(Manifest.__struct_fields__)), json_values)
@settings(max_examples=300)
def test_a_hostile_organiser_gets_no_further_than_a_fault(field: str, value: object) -> None:
    made = signed(changed(**{field: value}))
    try:
        opened = open_manifest(made, made.run)
    except ManifestFault:
        return
    assert sign_manifest(ORGANISER, opened)
