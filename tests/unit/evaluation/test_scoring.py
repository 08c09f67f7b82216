import pytest

from core.evaluation.results import Score
from core.evaluation.scoring import accuracy_scores, span_scores

TRUE = [
    ["B-PER", "I-PER", "O", "B-LOC"],
    ["B-LOC", "O", "O"],
    ["O", "B-ORG"],
    ["B-PER", "B-PER"],
]
PREDICTED = [
    ["B-PER", "O", "O", "B-LOC"],  # the person ends too early, the place is right
    ["B-LOC", "I-LOC", "O"],  # ends too late
    ["O", "B-LOC"],  # another kind
    ["B-PER", "B-PER"],  # two persons side by side, both right
]
SOURCES = ["a", "b", "a", "b"]


def scores(
    true: list[list[str]], predicted: list[list[str]], sources: list[str | None]
) -> dict[tuple[str, str], Score]:
    return {(score.group, score.name): score for score in span_scores(true, predicted, sources)}


def test_spans_are_counted_whole_by_kind_and_by_source() -> None:
    """By hand: 6 entities, 6 predicted, 3 right. Source a: 3, 3, 1. Source b: 3, 3, 2."""
    found = scores(TRUE, PREDICTED, list(SOURCES))
    assert list(found) == [
        ("all", "all"),
        ("label", "LOC"),
        ("label", "ORG"),
        ("label", "PER"),
        ("source", "a"),
        ("source", "b"),
    ]
    assert found["all", "all"] == Score("all", "all", 6, 0.5, 0.5, 0.5)
    assert found["label", "LOC"] == Score("label", "LOC", 2, pytest.approx(0.4), pytest.approx(1 / 3), 0.5)
    assert found["label", "ORG"] == Score("label", "ORG", 1, 0.0, 0.0, 0.0)
    assert found["label", "PER"].value == pytest.approx(2 / 3)
    assert found["source", "a"].value == pytest.approx(1 / 3)
    assert found["source", "b"].value == pytest.approx(2 / 3)
    assert (found["source", "a"].count, found["source", "b"].count) == (3, 3)


def test_nothing_to_find_and_nothing_found_is_a_score_of_none() -> None:
    found = scores([["O"], ["B-X"]], [["O"], ["B-X"]], ["empty", "full"])
    assert found["source", "empty"] == Score("source", "empty", 0, 0.0, 0.0, 0.0)
    assert found["source", "full"].value == found["all", "all"].value == 1.0
    assert scores([["O", "O"], []], [["O", "O"], []], [None, None]) == {
        ("all", "all"): Score("all", "all", 0, 0.0, 0.0, 0.0)
    }
    assert scores([["O"]], [["B-X"]], [None])["all", "all"].value == 0.0


def test_accuracy_of_all_of_each_label_and_of_each_source() -> None:
    found = accuracy_scores(["x", "x", "y", "x"], ["x", "y", "y", "x"], ["a", "a", None, "b"])
    assert found == [
        Score("all", "all", 4, 0.75),
        Score("label", "x", 3, pytest.approx(2 / 3)),
        Score("label", "y", 1, 1.0),
        Score("source", "", 1, 1.0),
        Score("source", "a", 2, 0.5),
        Score("source", "b", 1, 1.0),
    ]
    assert {score.group for score in accuracy_scores(["x"], ["x"], [None])} == {"all", "label"}
