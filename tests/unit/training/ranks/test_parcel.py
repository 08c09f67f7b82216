"""What a task's batch is after a journey, and what comes of bytes that are none."""

import dataclasses
from dataclasses import dataclass

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from core.identity.manifest import CausalLm, Crops, MlmSop, Swav
from core.training.ranks.parcel import Unfit, pack, unpack
from core.training.tasks import plug_of
from core.training.tasks.causal_lm.recipe import PackedBatch
from core.training.tasks.mlm_sop.batches import Batch
from core.training.tasks.swav.recipe import ViewBatch, ViewsOfSize

CPU = torch.device("cpu")
ALBERT = {
    "model_type": "albert", "vocab_size": 64, "hidden_size": 32, "embedding_size": 16, "num_hidden_layers": 2,
    "num_attention_heads": 2, "intermediate_size": 64, "max_position_embeddings": 32,
}  # fmt: skip
GPT = {"model_type": "gpt2", "vocab_size": 50, "n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 16}
RESNET = {"embedding_size": 8, "hidden_sizes": [8, 16], "depths": [1, 2], "layer_type": "basic"}
CROPS = tuple(Crops(count=2, pixels=side, least_area=0.1, most_area=1.0) for side in (16, 8))
MASKED, NEXT = MlmSop(model=ALBERT, sequence_tokens=16), CausalLm(model=GPT, sequence_tokens=12)
VIEWS = Swav(model=RESNET, crops=CROPS, prototypes=7, projection_hidden=12, projection=6, epsilon=0.05)


def masked(chance: np.random.Generator, samples: int) -> Batch:
    ids, second, labels = (chance.integers(0, 64, (samples, 8)) for _ in range(3))
    return Batch(ids, np.ones_like(ids), second, labels, chance.integers(0, 2, samples))


def following(chance: np.random.Generator, samples: int) -> PackedBatch:
    return PackedBatch(chance.integers(0, 50, (samples, 13)))


def views(chance: np.random.Generator, samples: int) -> ViewBatch:
    sizes = [
        ViewsOfSize(
            chance.integers(0, 256, (crop.count * samples, crop.pixels, crop.pixels, 3), np.uint8),
            chance.random((crop.count * samples, 2, 3, 3), np.float32),
            chance.random(crop.count * samples, np.float32),
        )
        for crop in CROPS
    ]
    return ViewBatch(tuple(sizes), samples)


def assert_same(one: object, other: object) -> None:
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert one.flags.writeable, "torch warns of those that are not"
        np.testing.assert_array_equal(one, other)
    elif isinstance(one, torch.Tensor):
        assert torch.equal(one, other)
    elif isinstance(one, tuple):
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif dataclasses.is_dataclass(one):
        for field in dataclasses.fields(one):
            assert_same(getattr(one, field.name), getattr(other, field.name))
    else:
        assert one == other


TASKS = [(MASKED, masked), (NEXT, following), (VIEWS, views)]


@pytest.mark.parametrize(("task", "made"), TASKS, ids=["mlm_sop", "causal_lm", "swav"])
@given(seed=st.integers(0, 99), samples=st.integers(1, 5))
def test_batches_arrive_as_they_left(task, made, seed, samples):
    batch = made(np.random.default_rng(seed), samples)
    example = plug_of(task).learning(task).example(1)
    assert_same(unpack(pack(batch), example), batch)


@pytest.mark.parametrize(("task", "made"), TASKS, ids=["mlm_sop", "causal_lm", "swav"])
def test_what_is_computed_with_is_the_same(task, made):
    learning = plug_of(task).learning(task)
    batch = made(np.random.default_rng(3), 4)
    arrived = unpack(pack(batch), learning.example(1))
    assert_same(learning.inputs(arrived, CPU), learning.inputs(batch, CPU))


@dataclass(frozen=True)
class Mixed:
    values: np.ndarray
    count: int
    inner: tuple[float, np.ndarray, bool]


@given(
    hnp.arrays(st.sampled_from(["<f4", "<i8", "|u1", "|b1"]), hnp.array_shapes(min_dims=0, min_side=0)),
    st.integers(-(2**62), 2**62),
    st.floats(allow_nan=False),
    st.booleans(),
)
def test_arrays_of_any_shape_and_plain_numbers(values, count, real, is_so):
    batch = Mixed(values, count, (real, np.arange(3.0), is_so))
    assert_same(unpack(pack(batch), batch), batch)


def test_big_endian_and_strided_arrays_arrive_as_their_values():
    batch = PackedBatch(np.arange(24, dtype=">i8").reshape(4, 6)[:, ::2])
    arrived = unpack(pack(batch), PackedBatch(np.zeros((1, 3), np.int64)))
    np.testing.assert_array_equal(arrived.tokens, batch.tokens)
    assert arrived.tokens.dtype == np.int64


@pytest.mark.parametrize(("task", "made"), TASKS, ids=["mlm_sop", "causal_lm", "swav"])
def test_another_tasks_batch_is_refused(task, made):
    example = plug_of(task).learning(task).example(1)
    for _, other in TASKS:
        if other is not made:
            with pytest.raises(Unfit):
                unpack(pack(other(np.random.default_rng(0), 2)), example)


@given(st.binary(max_size=200), st.integers(0, 150), st.integers(0, 255))
def test_bytes_that_are_no_parcel_are_refused_or_a_batch(content, position, value):
    """Cut, changed or made up: never another kind of error, and never an object."""
    example = PackedBatch(np.zeros((1, 3), np.int64))
    whole = pack(PackedBatch(np.arange(6).reshape(2, 3)))
    changed = whole.copy()
    changed[position % len(changed)] = value
    for parcel in (np.frombuffer(bytearray(content), np.uint8), whole[:position], changed):
        try:
            found = unpack(parcel, example)
        except Unfit:
            continue
        assert found.tokens.dtype.kind in "iu"


def test_objects_do_not_travel():
    with pytest.raises(AssertionError, match="object does not travel"):
        pack(PackedBatch(np.array([[object()]])))
