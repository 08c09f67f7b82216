"""Scores of predictions: all together, label by label, source by source."""

from collections.abc import Sequence
from typing import Any

from seqeval.metrics import classification_report

from core.evaluation.results import Score
from core.evaluation.samples import OUTSIDE

UNKNOWN_SOURCE = ""

Tags = Sequence[list[str]]
"""BIO tags of each sentence's words."""


def span_scores(true: Tags, predicted: Tags, sources: Sequence[str | None]) -> list[Score]:
    """F1 of entities, which count as found when kind, begin and end are right (CoNLL-2003, by `seqeval`)."""
    everything = _report(true, predicted)
    kinds = sorted(set(everything) - {"micro avg", "macro avg", "weighted avg"})
    scores = [_span_score("all", "all", everything.get("micro avg"))]
    scores += [_span_score("label", kind, everything[kind]) for kind in kinds]
    for source, places in _by_source(sources):
        part = _report([true[place] for place in places], [predicted[place] for place in places])
        scores.append(_span_score("source", source, part.get("micro avg")))
    return scores


def _report(true: Tags, predicted: Tags) -> dict[str, dict[str, Any]]:
    if all(tag == OUTSIDE for tags in (*true, *predicted) for tag in tags):
        return {}  # seqeval warns of a mean over nothing
    report: dict[str, dict[str, Any]] = classification_report(
        list(true), list(predicted), output_dict=True, zero_division=0
    )
    return report


def _span_score(group: Any, name: str, row: dict[str, Any] | None) -> Score:
    if row is None:
        return Score(group, name, 0, 0.0, 0.0, 0.0)
    return Score(
        group, name, int(row["support"]), float(row["f1-score"]), float(row["precision"]), float(row["recall"])
    )


def accuracy_scores(true: Sequence[str], predicted: Sequence[str], sources: Sequence[str | None]) -> list[Score]:
    """Part of the samples whose label is right. None of the arguments may be empty."""
    right = [one == other for one, other in zip(true, predicted, strict=True)]
    scores = [_accuracy("all", "all", right)]
    for label in sorted(set(true)):
        scores.append(_accuracy("label", label, [hit for hit, one in zip(right, true, strict=True) if one == label]))
    return scores + [
        _accuracy("source", source, [right[place] for place in places]) for source, places in _by_source(sources)
    ]


def _accuracy(group: Any, name: str, right: list[bool]) -> Score:
    return Score(group, name, len(right), sum(right) / len(right))


def _by_source(sources: Sequence[str | None]) -> list[tuple[str, list[int]]]:
    """Places of the samples of each source; nothing where no sample says whence it is."""
    places: dict[str, list[int]] = {}
    for place, source in enumerate(sources):
        places.setdefault(source or UNKNOWN_SOURCE, []).append(place)
    return sorted(places.items()) if set(places) - {UNKNOWN_SOURCE} else []
