"""Records of collaborations that a home has joined, with manifests that can be opened."""

import msgspec

from core.collaboration.signing import sign_manifest
from core.identity.ids import Digest
from core.identity.keys import Identity
from core.identity.manifest import Lamb, Manifest, MlmSop, Schedule, Shard
from core.storage.runs import RunRecord

ORGANISER = Identity.from_seed(bytes(32))
MODEL = {"model_type": "albert", "vocab_size": 1000, "hidden_size": 64, "num_hidden_layers": 2}
MODEL |= {"num_attention_heads": 2, "intermediate_size": 128}
ELEMENTS = 1000


def digest(number: int) -> Digest:
    return Digest(bytes([number]) * 32)


def shard(number: int) -> Shard:
    return Shard(object=digest(number), bytes=1000, format="text", samples=10, pieces=digest(number), name=f"{number}")


def record(name: str, *shards: int, is_host: bool = False, **changes: object) -> RunRecord:
    manifest = Manifest(
        name=name,
        description=f"About {name}.",
        language="en",
        licence="CC0",
        organiser=ORGANISER.public_key,
        task=MlmSop(model=MODEL, sequence_tokens=128),
        tokenizer=digest(1),
        initial_weights=digest(2),
        elements=ELEMENTS,
        shards=tuple(map(shard, shards)),
        seed=1,
        optimizer=Lamb(learning_rate=1e-3),
        schedule=Schedule(kind="linear", warmup_steps=1, total_steps=10),
        target_batch=256,
    )
    signed = sign_manifest(ORGANISER, msgspec.structs.replace(manifest, **changes))
    return RunRecord(signed.run, signed, is_host=is_host, token=None, draft=None, joined_s=5)
