"""What an organiser adds to the data of a collaboration that is under way."""

from collections.abc import Sequence
from pathlib import Path

from core.collaboration.checks import MAX_SHARDS, check_sources
from core.collaboration.data_table import DataFile
from core.collaboration.shards import OnProgress, Shelf
from core.data.text import FORMATS, format_of
from core.errors import UsageError
from core.identity.amendment import AppendData
from core.identity.manifest import PARTS_PER_UNIT, Manifest, Source


def appended_data(
    manifest: Manifest,
    files: Sequence[Path],
    shelf: Shelf,
    *,
    source: str | None = None,
    weight: float | None = None,
    on_progress: OnProgress = lambda what, part: None,
) -> AppendData:
    """`manifest`: with all that has joined already. `source`: the name of the source that the files belong to, by
    default the only one; a new name makes a new source, and needs a `weight`. `weight`: its new weight.

    Blocks for as long as the data takes. Raises `UsageError` for what the organiser must mend, `LocalFault`.
    """
    sources, place = _sources(manifest, source, weight)
    listed = [_file(path, place) for path in files]
    if not listed:
        raise UsageError("There is nothing to append: name at least one file.")
    if len(manifest.shards) + len(listed) > MAX_SHARDS:
        raise UsageError(f"A collaboration has at most {MAX_SHARDS:,} shards: append fewer, larger ones.")
    shards = shelf.shards_of(listed, on_progress)
    known = {shard.object: shard.name for shard in (*manifest.shards, *manifest.held_out)}
    for shard in shards:
        if shard.object in known:
            raise UsageError(f"{shard.name} is in the collaboration already, as {known[shard.object]}: take it out.")
    for key, what in check_sources(sources):
        raise UsageError(f"The data cannot be appended: {key}: {what}.")
    return AppendData(shards=shards, sources=sources)


def _sources(manifest: Manifest, name: str | None, weight: float | None) -> tuple[tuple[Source, ...], int]:
    """All sources there will be, and the place of the one that is appended to."""
    names = [source.name for source in manifest.sources]
    if name is None and len(names) > 1:
        raise UsageError(f"The data has several sources: say which one with --source, of {', '.join(names)}.")
    name = names[0] if name is None else name
    parts = None if weight is None else round(weight * PARTS_PER_UNIT)
    if name not in names:
        if parts is None:
            raise UsageError(f"{name} is a new source: say with --weight how often its samples are taken.")
        return (*manifest.sources, Source(name=name, weight=parts)), len(names)
    place = names.index(name)
    old = manifest.sources[place]
    new = Source(name=old.name, weight=old.weight if parts is None else parts, mirrors=old.mirrors)
    return (*manifest.sources[:place], new, *manifest.sources[place + 1 :]), place


def _file(path: Path, source: int) -> DataFile:
    kind = format_of(path)
    if kind is None:
        raise UsageError(f"{path} ends in none of {', '.join(FORMATS.values())}: use one of these formats.")
    if not path.is_file() or path.stat().st_size == 0:
        raise UsageError(f"There is no file {path} with anything in it; correct the name.")
    return DataFile(path, kind, source)
