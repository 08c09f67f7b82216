import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.training.device import probing
from core.training.device.api import Memory, NoRoom
from tests.unit.training.fake_device import FakeCard

GB = 1_000_000_000


class Clock:
    """Time passes by what is computed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(probing.time, "perf_counter", lambda: self.now)


@given(
    total=st.integers(1, 100).map(lambda gb: gb * GB),
    others=st.floats(0, 0.95),
    fixed=st.integers(0, 3 * GB),
    each=st.integers(1, GB),
    curve=st.floats(1.0, 1.15),
)
def test_the_desktop_keeps_its_share_whatever_a_model_takes(
    total: int, others: float, fixed: int, each: int, curve: float
) -> None:
    """Even where the allocator knows no limits, and memory grows a little faster than the number of samples."""
    card = FakeCard(total_bytes=total, others_bytes=int(others * total), refuses_limits=True)
    budget, tried = card.memory().budget_bytes, []

    def work(samples: int) -> None:
        tried.append(samples)
        card.take(fixed + int(each * samples**curve))

    try:
        size = probing.micro_batch(work, card, None)
    except NoRoom:
        assert fixed + each > budget
        return
    assert fixed + int(each * size**curve) <= budget
    assert size & (size - 1) == 0
    assert card.most_bytes <= max(budget * 1.16, fixed + each)
    assert tried == sorted(tried), "never more than was asked for afterwards"


def test_more_than_the_share_is_not_even_tried() -> None:
    card = FakeCard(total_bytes=10 * GB, others_bytes=2 * GB)
    tried = []

    def work(samples: int) -> None:
        tried.append(samples)
        card.take(GB * samples)

    assert card.memory().budget_bytes == 8 * GB - max(GB, 1 << 30)
    assert probing.micro_batch(work, card, None) == 4
    assert max(tried) == 4
    assert card.limits == [card.memory().budget_bytes]


def test_what_takes_long_is_not_made_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, card = Clock(monkeypatch), FakeCard()

    def work(samples: int) -> None:
        clock.now += 0.01 * samples

    assert probing.micro_batch(work, card, None) == 16
    assert card.synchronized > 0, "what is begun is not done"


def test_a_fast_card_gets_many_and_not_ever_more() -> None:
    assert probing.micro_batch(lambda samples: None, FakeCard(), None) == probing.SAMPLES_MAX


def test_a_processor_does_what_the_task_wants_where_memory_allows() -> None:
    """One sample tells; more are tried where it is close."""
    card, tried = FakeCard(total_bytes=8 * GB, has_own_memory=False), []

    def work(samples: int) -> None:
        tried.append(samples)
        card.take(GB + GB // 4 * samples)

    assert probing.micro_batch(work, card, 3) == 3
    assert tried == [1]
    assert probing.micro_batch(work, card, 100) == 16
    assert tried == [1, 1, 2, 4, 8, 16]


@pytest.mark.parametrize("wanted", [None, 5])
def test_not_even_one_sample(wanted: int | None) -> None:
    card = FakeCard(total_bytes=2 * GB)
    with pytest.raises(NoRoom, match=r"fake card .* close other programs or train on the processor \(--device cpu\)"):
        probing.micro_batch(lambda samples: card.take(3 * GB), card, wanted)
    processor = FakeCard(total_bytes=4 * GB, has_own_memory=False, refuses_limits=True)
    with pytest.raises(NoRoom, match=r"needs 3\.5 GB for one sample; .* a computer with more memory"):
        probing.micro_batch(lambda samples: processor.take(3 * GB + GB // 2), processor, wanted)


def test_memory_that_others_take_meanwhile_ends_the_search() -> None:
    card = FakeCard(total_bytes=64 * GB)

    def work(samples: int) -> None:
        if samples == 4:
            card.others_bytes = 62 * GB
        card.take(GB * samples)

    assert probing.micro_batch(work, card, None) == 2


def test_other_errors_are_not_taken_for_a_lack_of_memory() -> None:
    def work(samples: int) -> None:
        raise RuntimeError("no kernel for that")

    with pytest.raises(RuntimeError, match="no kernel"):
        probing.micro_batch(work, FakeCard(), None)


@given(st.integers(1, 1 << 40), st.floats(0, 1), st.floats(0, 1))
def test_a_budget_leaves_a_tenth(total: int, used: float, others: float) -> None:
    mine = int(used * total)
    free = int((1 - others) * (total - mine))
    budget = Memory(mine, free, total).budget_bytes
    assert budget <= mine + free - total // 10 or budget == 0
    assert budget >= mine + free - max(total // 10, 1 << 30) or total < 4 << 30


def test_torch_names_this_error() -> None:
    assert issubclass(torch.OutOfMemoryError, RuntimeError), "which `probing` catches"
