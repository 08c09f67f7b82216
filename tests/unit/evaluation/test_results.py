import msgspec
import pytest

from core.evaluation.results import Run, Score, Summary, summarise


def run(seed: int, *values: float) -> Run:
    names = [("all", "all"), ("source", "a"), ("label", "a")]
    scores = [Score(group, name, 5, value) for (group, name), value in zip(names, values, strict=True)]  # type: ignore[arg-type]
    return Run(seed, scores[:1] + scores[:0:-1] if seed else scores, 1.0)


def test_runs_are_put_together_by_group_and_name() -> None:
    first, second, third = summarise([run(0, 0.5, 0.1, 0.4), run(1, 0.6, 0.1, 0.7), run(2, 0.7, 0.1, 0.1)])
    assert first == Summary("all", "all", 5, pytest.approx(0.6), pytest.approx(0.1))
    assert second == Summary("source", "a", 5, pytest.approx(0.1), pytest.approx(0.0))
    assert third == Summary("label", "a", 5, pytest.approx(0.4), pytest.approx(0.3))


def test_one_run_has_no_deviation() -> None:
    assert [score.deviation for score in summarise([run(0, 0.5, 0.1, 0.4)])] == [None] * 3
    assert msgspec.json.decode(msgspec.json.encode(run(0, 0.5, 0.1, 0.4)), type=Run) == run(0, 0.5, 0.1, 0.4)
