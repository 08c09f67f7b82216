"""A short run of `tests.sim.exactly_once`."""

from tests.sim.exactly_once import play


def test_every_sample_once_whoever_dies() -> None:
    report = play(peers=6, steps=60, kills=0.3, seed=1)
    assert report.steps >= 60
    assert report.deaths >= 5
    assert report.values >= 30
    assert report.repeated > 0
