"""The table of an evaluation."""

from collections.abc import Iterator

from core.cli.words import duration, printable
from core.evaluation.results import Data, Evaluation, Run, Summary

_METRICS = {"span_f1": "Span F1", "accuracy": "Accuracy"}
_COUNTED = {"span_f1": "Entities", "accuracy": "Samples"}
_GROUPS = {"all": "", "label": "label ", "source": "source "}
_NAME_COLUMNS = 12


def table(result: Evaluation) -> Iterator[str]:
    """Lines: the model and its data, a score a line, a run a line."""
    yield from _header(result)
    yield ""
    names = [_name(score) for score in result.scores]
    width = max(_NAME_COLUMNS, *(len(name) for name in names)) + 2
    yield f"{'':<{width}}{_METRICS[result.metric]:>9}{'±':>8}{_COUNTED[result.metric]:>10}"
    for name, score in zip(names, result.scores, strict=True):
        deviation = "" if score.deviation is None else f"{score.deviation:.4f}"
        yield f"{name:<{width}}{score.mean:>9.4f}{deviation:>8}{score.count:>10,}"
    yield ""
    yield from (_run_line(run) for run in result.runs)


def _header(result: Evaluation) -> Iterator[str]:
    weights = "random weights" if result.weights == "random" else "weights of the checkpoint"
    yield f"{'Model':<{_NAME_COLUMNS}}{printable(result.model)}"
    yield f"{'':<{_NAME_COLUMNS}}{result.parameters:,} parameters, {weights}, on {result.device}"
    for data in result.data:
        samples = f"{data.samples:,} samples{_left_out(data)}"
        yield f"{data.role.capitalize():<{_NAME_COLUMNS}}{printable(data.file)}, {samples}"
    settings = ", ".join(
        f"{name.replace('_', ' ')} {value if isinstance(value, str) else format(value, 'g')}"
        for name, value in result.settings.items()
        if value is not None
    )
    yield f"{'Settings':<{_NAME_COLUMNS}}{settings}"
    yield f"{'Scored':<{_NAME_COLUMNS}}{result.scored}"


def _left_out(data: Data) -> str:
    counts = [(data.words_left_out, "words"), (data.images_left_out, "images that cannot be decoded")]
    return "".join(f", without {count:,} {what}" for count, what in counts if count)


def _name(score: Summary) -> str:
    return printable("all" if score.group == "all" else f"{_GROUPS[score.group]}{score.name or '(none)'}")


def _run_line(run: Run) -> str:
    parts = [f"{run.scores[0].value:.4f}"]
    if run.best_epoch is not None:
        parts.append(f"epoch {run.best_epoch} of {len(run.epochs)}")
    if run.l2 is not None:
        parts.append(f"L2 {run.l2:g}")
    return f"Seed {run.seed}: {', '.join(parts)}, {duration(run.seconds)}"
