import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.ranges import SampleRange
from core.training.tasks.mlm_sop.batches import NOT_PREDICTED, Batch, MlmSopBatches, Sample

CLS, SEP, MASK, PAD = 2, 3, 4, 0
VOCABULARY = 500


def recipe(seed: int = 1, sequence_tokens: int = 64, mask_probability: float = 0.15) -> MlmSopBatches:
    return MlmSopBatches(
        seed=seed,
        vocabulary=VOCABULARY,
        special=(0, 1, 2, 3, 4),
        cls=CLS,
        sep=SEP,
        mask=MASK,
        pad=PAD,
        sequence_tokens=sequence_tokens,
        mask_probability=mask_probability,
    )


def sample(length: int, *starts: int) -> Sample:
    tokens = (5 + np.arange(length) % (VOCABULARY - 5)).astype(np.uint16)
    return Sample(tokens, np.array(starts or (length // 2,), dtype=np.int64))


def rows(batch: Batch) -> list[tuple[list[int], ...]]:
    """Each sample without its padding."""
    arrays = (batch.input_ids, batch.token_type_ids, batch.labels)
    lengths = batch.attention_mask.sum(axis=1).tolist()
    return [
        (*(array[row, :length].tolist() for array in arrays), [int(batch.order[row])])
        for row, length in enumerate(lengths)
    ]


lengths = st.lists(st.integers(2, 61), min_size=1, max_size=12)


@given(lengths, st.integers(0, 1 << 61), st.integers(0, 1 << 62))
@settings(deadline=None)
def test_shape_and_content(sizes: list[int], start: int, seed: int) -> None:
    samples = [sample(size) for size in sizes]
    batch = recipe(seed)(samples, SampleRange(start, start + len(sizes)))
    width = batch.input_ids.shape[1]
    assert width == min(64, -(-(max(sizes) + 3) // 8) * 8)
    for row, size in enumerate(sizes):
        length = size + 3
        assert batch.attention_mask[row].tolist() == [1] * length + [0] * (width - length)
        assert (batch.input_ids[row, length:] == PAD).all()
        predicted = batch.labels[row] != NOT_PREDICTED
        assert predicted.sum() == max(1, int(size * 0.15 + 0.5))
        original = np.where(predicted, batch.labels[row], batch.input_ids[row])
        inner = int(np.flatnonzero(original[: length - 1] == SEP)[0])
        assert original[0] == CLS
        assert original[length - 1] == SEP
        assert batch.token_type_ids[row].tolist() == [0] * (inner + 1) + [1] * (length - inner - 1) + [0] * (
            width - length
        )
        first, second = original[1:inner], original[inner + 1 : length - 1]
        parts = (second, first) if batch.order[row] else (first, second)
        assert np.concatenate(parts).tolist() == samples[row].tokens.tolist()
        assert len(parts[0]) == size // 2


@given(lengths.filter(lambda sizes: len(sizes) > 1), st.integers(0, 1000), st.data())
@settings(deadline=None)
def test_a_sample_is_the_same_in_whatever_micro_batch(sizes: list[int], start: int, data: st.DataObject) -> None:
    samples = [sample(size) for size in sizes]
    whole = rows(recipe()(samples, SampleRange(start, start + len(sizes))))
    cut = data.draw(st.integers(1, len(sizes) - 1))
    make = recipe()
    back = rows(make(samples[cut:], SampleRange(start + cut, start + len(sizes))))
    front = rows(make(samples[:cut], SampleRange(start, start + cut)))
    assert front + back == whole


def test_the_same_on_every_machine_for_ever() -> None:
    batch = recipe()([sample(20, 4, 9, 15), sample(50)], SampleRange(77, 79))
    arrays = (batch.input_ids, batch.attention_mask, batch.token_type_ids, batch.labels, batch.order)
    digest = hashlib.sha256(b"".join(array.astype("<i8").tobytes() for array in arrays)).hexdigest()
    assert digest[:16] == "7891980e090a2daa"
    assert all(array.dtype == np.int64 for array in arrays)


def test_masks_are_dynamic() -> None:
    batch = recipe()([sample(50)] * 100, SampleRange(0, 100))
    assert len({row.tobytes() for row in batch.labels}) > 95
    other = recipe(seed=2)([sample(50)] * 100, SampleRange(0, 100))
    assert (batch.labels != other.labels).any(axis=1).sum() > 95


def test_proportions() -> None:
    batch = recipe(sequence_tokens=503)([sample(500, 100, 200, 300, 400)] * 400, SampleRange(0, 400))
    predicted = batch.labels != NOT_PREDICTED
    count = predicted.sum()
    masked = (batch.input_ids[predicted] == MASK).mean()
    kept = (batch.input_ids[predicted] == batch.labels[predicted]).mean()
    assert count == 400 * 75
    assert masked == pytest.approx(0.8, abs=0.01)
    assert kept == pytest.approx(0.1, abs=0.01)
    random = batch.input_ids[predicted & (batch.input_ids != MASK) & (batch.input_ids != batch.labels)]
    assert random.min() >= 5
    assert random.max() < VOCABULARY
    assert len(set(random.tolist())) == VOCABULARY - 5
    assert batch.order.mean() == pytest.approx(0.5, abs=0.1)
    per_position = predicted[:, 110:190].mean(axis=0)
    assert per_position.min() > 0.05, "every position is predicted now and then"
    assert per_position.max() < 0.3


def test_every_sentence_boundary_is_used() -> None:
    batch = recipe()([sample(40, 10, 20, 30)] * 200, SampleRange(0, 200))
    first = np.where(batch.order == 0, (batch.token_type_ids == 0).sum(axis=1), 0)
    assert {10, 20, 30} <= {int(n) - 2 - (batch.input_ids.shape[1] - 43) for n in first if n}


def test_all_tokens_can_be_predicted() -> None:
    batch = recipe(mask_probability=0.9)([sample(2), sample(10)], SampleRange(0, 2))
    assert (batch.labels != NOT_PREDICTED).sum(axis=1).tolist() == [2, 9]
