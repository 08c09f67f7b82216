"""The words of `idlewild evaluate`."""

import argparse
import dataclasses
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.evaluation.options import ImageOptions, Options, TextOptions

_DETAILS = """\
MODEL_DIR is the folder of a `transformers` checkpoint with safetensors weights, such as `idlewild export` writes; code
that comes with it is refused. The table goes to standard output, progress to standard error. Scores are of all samples,
of each label, and of each source where samples name one: mean ± standard deviation over the seeds."""

_TEXT = """\
Files are JSON lines, or parquet tables if their names end in .parquet, with {columns}, and with `source`
if you like. Trains with AdamW at a linearly falling rate and scores the epoch that is best on --dev. The defaults are
sahajBERT's."""

_IMAGES = """\
Files are parquet tables with `image` (bytes as of a JPEG file) and `label`, and with `source` if you like. The model
stays as it is: only its features count. Images that cannot be decoded are counted and left out."""

_LARGEST = 1000.0
"""What nobody means who names a rate or a temperature."""

Verb = Callable[..., argparse.ArgumentParser]
Kind = Callable[[str], Any]


def add_evaluate(verb: Verb, device: Kind) -> None:
    """Adds the verb with its four tasks; `device` reads the name of one."""
    evaluate = verb("evaluate", "score a model by fine-tuning it, or its features of images", _DETAILS)
    tasks = evaluate.add_subparsers(dest="task", metavar="TASK", title="tasks", required=True)

    def task(name: str, summary: str, details: str) -> argparse.ArgumentParser:
        added = tasks.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.\n\n{details}",
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        added.add_argument("model", metavar="MODEL_DIR", type=Path, help="folder of a `transformers` checkpoint")
        return added

    ner = task("ner", "find named entities: span F1 after fine-tuning", _TEXT.format(columns="`tokens` and `ner_tags`"))
    classify = task(
        "classify", "classify texts: accuracy after fine-tuning", _TEXT.format(columns="`text` and `label`")
    )
    for parser in (ner, classify):
        _add_fine_tuning(parser)
    probe = task("probe", "classify images by their features: accuracy of a linear probe", _IMAGES)
    knn = task("knn", "classify images by their features: accuracy of weighted nearest neighbours", _IMAGES)
    for parser in (probe, knn):
        _add_images(parser)
    _add_neighbours(knn)
    for parser in (ner, classify, probe, knn):
        _add_common(parser, device)


def _add_fine_tuning(parser: argparse.ArgumentParser) -> None:
    defaults = _defaults(TextOptions)
    parser.add_argument("--train", metavar="FILE", type=Path, required=True, help="samples to learn from")
    parser.add_argument("--dev", metavar="FILE", type=Path, required=True, help="samples that choose the best epoch")
    parser.add_argument("--test", metavar="FILE", type=Path, help="samples to score instead of those of --dev")
    _add_number(parser, "--epochs", defaults["epochs"], "epochs at most")
    _add_number(parser, "--patience", defaults["patience"], "end after so many epochs without progress on --dev")
    _add_number(parser, "--batch", defaults["batch"], "samples in a batch")
    _add_number(parser, "--length", defaults["length"], "tokens of a sample at most; what is longer is cut", least=4)
    parser.add_argument(
        "--learning-rate",
        metavar="RATE",
        type=_positive_number,
        default=defaults["learning_rate"],
        help=f"of AdamW, at the beginning (default: {defaults['learning_rate']:g})",
    )
    parser.add_argument(
        "--precision",
        choices=("fp32", "bf16"),
        default=defaults["precision"],
        help=f"of matrix products; bf16 is faster where the device has it (default: {defaults['precision']})",
    )


def _add_images(parser: argparse.ArgumentParser) -> None:
    defaults = _defaults(ImageOptions)
    parser.add_argument("--train", metavar="FILE", type=Path, required=True, help="images whose labels are known")
    parser.add_argument("--test", metavar="FILE", type=Path, required=True, help="images to score")
    _add_number(parser, "--batch", defaults["batch"], "images that the model sees at once")
    parser.add_argument(
        "--size",
        metavar="PIXELS",
        type=_number(least=8),
        help="side of the square that the model sees (default: as preprocessor_config.json says, else 224)",
    )


def _add_neighbours(parser: argparse.ArgumentParser) -> None:
    defaults = _defaults(ImageOptions)
    _add_number(parser, "--neighbours", defaults["neighbours"], "images that vote on the label of another")
    parser.add_argument(
        "--temperature",
        metavar="T",
        type=_positive_number,
        default=defaults["temperature"],
        help=f"the smaller, the more the nearest count (default: {defaults['temperature']:g})",
    )


def _add_common(parser: argparse.ArgumentParser, device: Kind) -> None:
    _add_number(parser, "--seeds", _defaults(TextOptions)["seeds"], "runs, which differ in what is left to chance")
    parser.add_argument(
        "--from-random", action="store_true", help="the same architecture with random weights, for comparison"
    )
    parser.add_argument(
        "--limit", metavar="N", type=_number(least=1), help="use N samples of each file at most, drawn at random"
    )
    parser.add_argument(
        "--device", metavar="DEVICE", type=device, default="auto", help="cpu, cuda:N or mps (default: the fastest)"
    )
    parser.add_argument("--threads", metavar="N", type=_number(least=1), help="processor threads (default: all)")
    parser.add_argument("--json", action="store_true", help="everything, as one JSON document")
    # Suppressed, so that a --home before the task is not forgotten.
    parser.add_argument("--home", metavar="DIR", default=argparse.SUPPRESS, help="folder of this peer")


def _add_number(parser: argparse.ArgumentParser, name: str, default: int, what: str, least: int = 1) -> None:
    parser.add_argument(
        name, metavar="N", type=_number(least=least), default=default, help=f"{what} (default: {default})"
    )


def _defaults(kind: type[Options]) -> dict[str, Any]:
    return {field.name: field.default for field in dataclasses.fields(kind)}


def _number(*, least: int) -> Kind:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) < 1 << 31):
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
        return int(text)

    return read


def _positive_number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= _LARGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is no positive number, such as 0.01 or 1e-5")
    return value
