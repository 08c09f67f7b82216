"""`idlewild data build`: what was asked, done, shown."""

import argparse
from pathlib import Path

from core.cli.progress import Stage, progress_display
from core.cli.words import printable
from core.data.building.build import build
from core.data.building.options import BuildOptions
from core.data.building.report import REPORT, TABLE, BuildReport, as_json


def build_data(arguments: argparse.Namespace) -> None:
    options = options_of(arguments)
    with progress_display() as show:
        report = build(options, lambda what, part: show(Stage(what, part)))
    if arguments.json:
        print(as_json(report).decode(), end="")
    else:
        print("\n".join(summary(report, options.folder)))


def options_of(arguments: argparse.Namespace) -> BuildOptions:
    """Paths are absolute."""
    tokenizer: Path | None = arguments.tokenizer
    return BuildOptions(
        source=arguments.source,
        folder=arguments.to.expanduser().absolute(),
        name=arguments.name or "",
        shard_bytes=round(arguments.shard_mb * 1_000_000),
        held_out=arguments.held_out,
        keep_duplicates=arguments.keep_duplicates,
        minimum_characters=arguments.filter_min_characters,
        tokenizer=tokenizer and tokenizer.expanduser().absolute(),
        column=arguments.column,
        label_column=arguments.label_column,
        weight=arguments.weight,
    )


def summary(report: BuildReport, folder: Path) -> list[str]:
    characters = "" if report.characters is None else f", {report.characters:,} characters"
    dropped = [
        f"{count:,} {what}" for count, what in ((report.duplicates, "double"), (report.too_short, "too short")) if count
    ]
    shards = "1 shard" if len(report.shards) == 1 else f"{len(report.shards)} shards"
    lines = [
        f"{report.documents:,} documents{characters} of {report.origin}",
        *([f"Dropped: {', '.join(dropped)}"] if dropped else []),
        *([f"Held out: {report.held_out:,}"] if report.held_out else []),
        *([f"Left aside, of no known kind: {len(report.ignored):,} files"] if report.ignored else []),
        f"{shards} of {report.bytes / 1e6:,.1f} MB in all, {REPORT} and {TABLE} in {folder}",
    ]
    return [printable(line) for line in lines]
