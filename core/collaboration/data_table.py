"""The table `[data]` of an organiser's file: which files are learned from, which only judge, where else they lie."""

import glob
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import msgspec

from core.collaboration.checks import MAX_SHARDS
from core.data.text import FORMATS, format_of
from core.errors import UsageError
from core.identity.manifest import PARTS_PER_UNIT, Source


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file that becomes a shard."""

    path: Path
    format: str
    source: int = 0


@dataclass(frozen=True, slots=True)
class DataFiles:
    """All that the table asks for."""

    files: tuple[DataFile, ...]
    sources: tuple[Source, ...]
    held_out: tuple[DataFile, ...]


class SourceTable(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    files: list[str]
    weight: float = 1.0
    mirrors: list[str] = []
    held_out: list[str] = []


class DataTable(msgspec.Struct, forbid_unknown_fields=True):
    files: list[str] = []
    mirrors: list[str] = []
    held_out: list[str] = []
    sources: list[SourceTable] = []


def wrong(path: Path, key: str, what: str) -> UsageError:
    return UsageError(f"{path}: {key}: {what}.")


def read_data(path: Path, table: DataTable) -> DataFiles:
    """The files that the table of the manifest at `path` names. A file that is held out is not trained on, whatever
    else names it. Raises `UsageError`."""
    if table.sources and (table.files or table.mirrors):
        raise wrong(path, "data", "it has both `sources` and files or mirrors of its own; keep one of them")
    if not (table.sources or table.files):
        raise wrong(path, "data.files", 'it is missing; name the data: files = ["*.jsonl.zst"]')
    given = table.sources or [SourceTable(name=Source().name, files=table.files, mirrors=table.mirrors)]
    held_out: dict[Path, DataFile] = {}
    for number, source in enumerate(given):
        _add(held_out, path, "data.held_out", source.held_out, number)
    _add(held_out, path, "data.held_out", table.held_out, 0)
    files: dict[Path, DataFile] = {}
    for number, source in enumerate(given):
        _add(files, path, "data.files", source.files, number)
    files = {place: file for place, file in files.items() if place not in held_out}
    if not 1 <= len(files) + len(held_out) <= MAX_SHARDS:
        raise wrong(path, "data.files", f"there are {len(files)} files; 1 to {MAX_SHARDS:,} are possible")
    for number, source in enumerate(given):
        _check_source(path, source, [file for file in (*files.values(), *held_out.values()) if file.source == number])
        if not any(file.source == number for file in files.values()):
            raise wrong(path, "data.files", f"nothing is left to train on of {source.name!r}; hold less out")
    return DataFiles(tuple(files.values()), tuple(map(_source, given)), tuple(held_out.values()))


def _source(table: SourceTable) -> Source:
    return Source(name=table.name, weight=round(PARTS_PER_UNIT * table.weight), mirrors=tuple(table.mirrors))


def _check_source(path: Path, source: SourceTable, files: list[DataFile]) -> None:
    if not 0.0 < source.weight < float("inf"):
        raise wrong(path, "data.sources.weight", f"{source.weight:g} is no weight; take a positive number")
    names = Counter(file.path.name for file in files)
    twice = [name for name, count in names.items() if count > 1]
    if source.mirrors and twice:
        raise wrong(
            path, "data.mirrors", f"two files are called {twice[0]}, which mirrors cannot tell apart; rename one"
        )


def _add(found: dict[Path, DataFile], path: Path, key: str, patterns: list[str], source: int) -> None:
    for pattern in patterns:
        names = sorted(glob.glob(pattern, root_dir=path.parent, recursive=True))  # noqa: PTH207  # takes absolute ones too
        files = [file for file in (path.parent / name for name in names) if file.is_file()]
        if not files:
            raise wrong(path, key, f"no file matches {pattern!r} in {path.parent}; correct the pattern")
        for file in files:
            kind = format_of(file)
            if kind is None:
                raise wrong(path, key, f"{file.name} ends in none of {', '.join(FORMATS.values())}")
            if file.stat().st_size == 0:
                raise wrong(path, key, f"{file.name} is empty; take it out")
            found.setdefault(file.resolve(), DataFile(file, kind, source))
