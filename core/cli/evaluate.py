"""`idlewild evaluate`: what it was asked, done, shown."""

import argparse
import dataclasses
import warnings
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from core.cli.progress import Show, Stage, progress_display
from core.cli.score_table import table
from core.evaluation.folder import check_folder
from core.evaluation.options import ImageOptions, OnProgress, Options, Progress, TextOptions
from core.evaluation.results import Evaluation

AnyOptions = TypeVar("AnyOptions", bound=Options)


def evaluate(arguments: argparse.Namespace) -> None:
    # Of libraries, about how we use them: nothing that the person here could mend.
    warnings.simplefilter("ignore")
    with progress_display() as show:
        result = _evaluation(arguments, partial(_tell, show))
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())
    else:
        print("\n".join(table(result)))


def _tell(show: Show, made: Progress) -> None:
    show(Stage(made.what, made.done / max(1, made.total), f"{made.done}/{made.total}", made.note))


def _evaluation(arguments: argparse.Namespace, on_progress: OnProgress) -> Evaluation:
    check_folder(arguments.model.expanduser(), from_random=arguments.from_random)
    # Imported here: torch and transformers take seconds that neither other verbs should nor a folder that is not there.
    if arguments.task in ("ner", "classify"):
        from core.evaluation.text import evaluate_text

        return evaluate_text(arguments.task, options_of(TextOptions, arguments), on_progress)
    from core.evaluation.vision import evaluate_images

    return evaluate_images(arguments.task, options_of(ImageOptions, arguments), on_progress)


def options_of(kind: type[AnyOptions], arguments: argparse.Namespace) -> AnyOptions:
    """Those of `kind` among the arguments; paths are absolute."""
    said = {field.name for field in dataclasses.fields(kind)} & set(vars(arguments))
    values: dict[str, Any] = {name: getattr(arguments, name) for name in said}
    paths = {name: value.expanduser().absolute() for name, value in values.items() if isinstance(value, Path)}
    return kind(**values | paths)
