"""Misfortunes of all kinds from a seed, in every phase of a step. A failing seed plays again exactly:

python -m tests.sim.chaos SEED          # tells what happens
python -m tests.sim.long --seeds 2000   # more of them
"""

import os
import subprocess
import sys

import pytest

from tests.sim.long import play_chunk

SEEDS, TOGETHER = int(os.environ.get("IDLEWILD_SEEDS", "100")), 25


@pytest.mark.parametrize("first", range(0, SEEDS, TOGETHER))
def test_invariants_hold_through_misfortune(first: int) -> None:
    seeds = range(first, min(first + TOGETHER, SEEDS))
    reports = play_chunk(seeds)
    assert not any(report.failure for report in reports), "\n".join(filter(None, (r.failure for r in reports)))
    assert sum(report.steps for report in reports) > 2 * len(seeds)
    assert sum(report.values for report in reports) > len(seeds)


def _traces(seeds: range, hash_seed: int) -> str:
    code = f"from tests.sim.chaos import play\nfor seed in {list(seeds)}: print(play(seed).trace)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def test_a_seed_plays_the_same_whatever_the_process() -> None:
    seeds = range(1, 5)
    assert _traces(seeds, 1) == _traces(seeds, 2)


def test_a_seed_plays_the_same_twice_in_one_process() -> None:
    first, again = play_chunk(range(7, 10)), play_chunk(range(7, 10))
    assert [report.trace for report in first] == [report.trace for report in again]
    assert len({report.trace for report in first}) == 3
