"""The words of `idlewild data`."""

import argparse
import re
from pathlib import Path
from typing import Any

from core.data.building.options import SHARD_MB

_DETAILS = """\
Reads a folder (or one file) or a data set of the Hugging Face hub, drops what is double, and writes files of about one
size for a manifest's table [data]: the same files from the same documents, wherever they lay.

SOURCE is a folder of .txt (a document ends at two blank lines), .jsonl, .jsonl.zst or .parquet with a column `text`; or
of .jpg, .png or .webp in a folder for each class, or .parquet with the columns `image` and `label`; or
hf://datasets/OWNER/NAME@REVISION/CONFIG/SPLIT, where the last two may be left out if there is one. A branch is taken at
the commit it stands at, which is printed.

What is interrupted goes on when the same command is given again. Progress goes to standard error."""


def add_data(verb: Any) -> None:
    """`verb` as in `core.cli.parser`."""
    data = verb("data", "make data sets for collaborations")
    what = data.add_subparsers(dest="what", metavar="WHAT", title="what to do", required=True)
    form: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
    summary = "make shards and the table for a manifest from documents or pictures"
    build = what.add_parser(
        "build", help=summary, description=f"{summary[0].upper()}{summary[1:]}.\n\n{_DETAILS}", **form
    )
    build.add_argument("--home", metavar="DIR", default=argparse.SUPPRESS, help="folder of this peer")
    build.add_argument("source", metavar="SOURCE", help="folder, file, or data set of the hub")
    build.add_argument("--to", metavar="DIR", type=Path, required=True, help="folder to make the shards in")
    build.add_argument("--name", metavar="NAME", type=_name, help="of the shards (default: the source's)")
    build.add_argument("--json", action="store_true", help="print the report as one JSON document")
    _add_choices(build)
    _add_form(build)


def _add_choices(build: argparse.ArgumentParser) -> None:
    build.add_argument("--keep-duplicates", action="store_true", help="keep documents that are the same as others")
    build.add_argument(
        "--filter-min-characters", metavar="N", type=_count, default=0, help="drop texts with fewer characters"
    )
    build.add_argument(
        "--held-out",
        metavar="PART",
        type=_part,
        default=0.0,
        help="part of the documents, such as 0.01, to keep apart to judge the model by; chosen by their hash, so that\n"
        "a later build of more documents keeps the same ones apart",
    )


def _add_form(build: argparse.ArgumentParser) -> None:
    build.add_argument(
        "--shard-mb", metavar="MB", type=_size, default=SHARD_MB, help=f"about so large a shard (default: {SHARD_MB})"
    )
    build.add_argument(
        "--tokenizer",
        metavar="FILE",
        type=Path,
        help="a tokenizers JSON file: makes shards of its tokens, so that volunteers need not tokenize",
    )
    build.add_argument(
        "--column", metavar="NAME", help="of the texts or pictures in tables and JSON (default: text, image or img)"
    )
    build.add_argument("--label-column", metavar="NAME", default="label", help="of the classes (default: label)")
    build.add_argument(
        "--weight", metavar="W", type=_weight, default=1.0, help="of this source beside others in the manifest"
    )


def _name(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no name; take letters, digits, dots and dashes")
    return text


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None


def _part(text: str) -> float:
    if not 0.0 <= (part := _number(text)) <= 0.5:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 0.5")
    return part


def _size(text: str) -> float:
    if not 0.001 <= (size := _number(text)) <= 4096:
        raise argparse.ArgumentTypeError(f"{text} is not between 0.001 and 4096")
    return size


def _weight(text: str) -> float:
    if not 1e-6 <= (weight := _number(text)) <= 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not between 0.000001 and 1000000")
    return weight
