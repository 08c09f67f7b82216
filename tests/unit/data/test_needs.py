from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.needs import AHEAD, OrderNeeds, wanted
from core.data.ranges import SampleRange
from core.identity.ids import Digest
from core.identity.manifest import AdamW, Manifest, MlmSop, Schedule, Shard


def needs_of(sizes: list[int], seed: int = 0) -> OrderNeeds:
    digest = Digest(bytes(32))
    shards = tuple(Shard(object=digest, bytes=1, format="text", samples=size, pieces=digest) for size in sizes)
    return OrderNeeds(
        Manifest(
            name="",
            description="",
            language="",
            licence="",
            organiser=bytes(32),
            task=MlmSop(model={}, sequence_tokens=16),
            initial_weights=digest,
            elements=1,
            shards=shards,
            seed=seed,
            optimizer=AdamW(learning_rate=1.0),
            schedule=Schedule(kind="constant", warmup_steps=0, total_steps=1),
            target_batch=1,
        )
    )


@settings(deadline=None)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=25), st.integers(0, 5), st.data())
def test_shards_come_in_the_order_in_which_samples_need_them(sizes: list[int], seed: int, data: st.DataObject) -> None:
    needs = needs_of(sizes, seed)
    total = sum(sizes)
    start = data.draw(st.integers(0, 2 * total))
    coming = list(islice(needs.upcoming(start), 3 * len(sizes)))
    assert set(coming) == set(range(len(sizes)))
    first_needed: dict[int, int] = {}
    for n in range(start, start + 2 * total + 1):
        for shard in needs.shards_of(SampleRange(n, n + 1)):
            first_needed.setdefault(shard, n)
    # a group's shards are needed at one time, its samples being mixed; groups come one after the other
    for place, shard in enumerate(dict.fromkeys(coming)):
        earlier = sum(first < first_needed[shard] for first in first_needed.values())
        assert abs(place - earlier) < 16


@settings(deadline=None)
@given(st.lists(st.integers(1, 30), min_size=1, max_size=40), st.integers(0, 500), st.integers(1, 50), st.data())
def test_what_is_wanted(sizes: list[int], start: int, length: int, data: st.DataObject) -> None:
    needs = needs_of(sizes)
    demanded = data.draw(st.lists(st.integers(0, len(sizes) - 1), max_size=3, unique=True))
    work = SampleRange(start, start + length)
    found = wanted(needs, len(sizes), work, demanded)
    assert set(found.now) == needs.shards_of(work) | set(demanded)
    assert list(found.now[: len(demanded)]) == demanded
    assert len(found.ahead) == min(AHEAD, len(sizes) - len(found.now))
    assert not set(found.ahead) & set(found.now)
    assert sorted(found.order) == list(range(len(sizes)))
    assert found.order[: len(found.now) + len(found.ahead)] == found.now + found.ahead


def test_the_two_after_those_at_hand_are_those_that_come_next() -> None:
    needs = needs_of([10] * 40)
    found = wanted(needs, 40, SampleRange(75, 79))
    assert len(found.now) <= 8
    following = needs.shards_of(SampleRange(80, 160))
    assert set(found.ahead) <= following | needs.shards_of(SampleRange(0, 80))
