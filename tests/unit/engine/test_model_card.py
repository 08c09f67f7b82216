import msgspec

from core.engine.model_card import Making, model_card
from core.identity.ids import Digest, RunId
from core.identity.manifest import AdamW, Manifest, MlmSop, Schedule, Shard, Source
from core.storage.scores import Examined
from core.swarm.records import Header
from core.training.api import Scalars


def shard(number: int) -> Shard:
    digest = Digest(bytes([number]) * 32)
    return Shard(object=digest, bytes=1000, format="text", samples=50, pieces=digest, source=number % 2)


MANIFEST = Manifest(
    name="আমাদের | ভাষা",
    description="What it is for.",
    language="bn",
    licence='CC0 "mixed"',
    organiser=bytes(32),
    task=MlmSop(model={}, sequence_tokens=16),
    initial_weights=Digest(bytes(32)),
    elements=12_345,
    shards=tuple(shard(number) for number in range(60)),
    sources=(Source(name="news", weight=230_000), Source(name="books", weight=770_000)),
    seed=0,
    optimizer=AdamW(learning_rate=1e-3),
    schedule=Schedule(kind="linear", warmup_steps=5, total_steps=100),
    target_batch=64,
)
HEADER = Header(
    run=RunId(bytes(32)),
    step=42,
    previous=Digest(bytes(32)),
    time_s=0,
    samples=10,
    total_samples=2_688,
    loss_sum=25.0,
    contributions=Digest(bytes(32)),
    average=Digest(bytes(32)),
    scalars=Scalars(1.0, 1.0, 1.0),
    state=Digest(bytes([7]) * 32),
)


def test_a_card_says_what_who_and_how_well() -> None:
    examined = Examined(42, HEADER.state, 0, {"loss": 2.25, "masked_accuracy": 0.5}, is_good=True)
    card = model_card(MANIFEST, Making(HEADER, 40, examined))
    assert card.startswith('---\nlanguage: "bn"\nlicense: other\nlicense_name: "CC0 \\"mixed\\""\n')
    for said in (
        "# আমাদের \\| ভাষা",
        "by 40 volunteers",
        "| steps | 42 of 100 |",
        "| samples used | 2,688 |",
        "| loss of the last step | 2.5000 |",
        f"| state | `{HEADER.state.text}` |",
        "| held out: masked accuracy | 0.5000 |",
        "| books | 0.77 | 30 | 30,000 | 1,500 |",
        "- and 20 more",
        "64 samples per step",
    ):
        assert said in card


def test_what_is_not_known_is_left_out() -> None:
    alone = model_card(MANIFEST, Making(HEADER, 1, None))
    assert "by one volunteer " in alone
    assert "held out" not in alone
    assert "nothing has been learned yet" in model_card(MANIFEST, Making(None, 0, None))
    few = msgspec.structs.replace(MANIFEST, shards=MANIFEST.shards[:2])
    assert " more\n" not in model_card(few, Making(HEADER, 1, None))
