"""Builds a data set: shards, the table for a manifest, and a report; the same from the same documents, whatever their
order and files.

Documents are gathered on disk, sorted by hash and cut into shards. All of that happens in a folder within the one that
is built, so that this has either nothing new or the whole; what was interrupted goes on.
"""

import hashlib
import importlib.metadata
import re
import sys
from pathlib import Path

import msgspec
import zstandard

from core.data.building.cutting import Cuts, Cutter, placed_files
from core.data.building.folders import open_files
from core.data.building.gathering import Gatherer, held_out_below
from core.data.building.hub import SCHEME, HubAddress, open_hub
from core.data.building.options import BuildOptions, OnProgress
from core.data.building.report import REPORT, TABLE, BuildReport, as_json, as_toml
from core.data.building.state import State, WorkFolder
from core.data.building.supply import Supply
from core.data.building.writers import TABLE_LEVEL, WINDOW_LOG, ZSTD_LEVEL, Form, picture_form, text_form, token_form
from core.data.files import guarded, sync_folder, write_whole
from core.data.objects import file_digest
from core.data.tokenizer import TextTokenizer
from core.errors import UsageError
from core.identity.ids import Digest

WORK = ".building"
_VERSION = 1
"""Rises with any change to what the shards of the same documents are."""
_IGNORED = 1000


def build(options: BuildOptions, on_progress: OnProgress = lambda what, part: None) -> BuildReport:
    """Blocks for as long as the data takes; may be interrupted, and then goes on when called again.

    Raises `UsageError` for what is to be written otherwise, `LocalFault` for broken files, the disk and the hub.
    """
    _check(options)
    on_progress("Looking at the data", 0.0)
    supply = _open(options)
    form, tokenizer = _form(options, supply)
    made_with = _made_with(form)
    work = WorkFolder(options.folder / WORK)
    work.take()
    state = work.load(_plan(options, supply, tokenizer, made_with))
    if not placed_files(state, (work.shards, options.folder)):
        state = work.clear(state.plan)
    name = options.name or default_name(options.source)
    spool = Gatherer(supply.inputs, form.skip, options.minimum_characters, work, on_progress).gather(state)
    below = held_out_below(options.held_out)
    cutter = Cutter(spool, form, Cuts(name, options.shard_bytes, below, options.keep_duplicates), work, on_progress)
    if state.counted is None:
        state.counted = cutter.count(state)
        work.save(state)
    cutter.write(state)
    report = _report(name, supply, form, tokenizer, made_with, state)
    _publish(options, report, work)
    on_progress("The data set is built", 1.0)
    return report


def default_name(source: str) -> str:
    """Letters, digits and single dashes of the folder's, file's or data set's name."""
    if source.startswith(SCHEME):
        base = HubAddress.parse(source).name.partition("/")[2]
    else:
        path = Path(source).expanduser().absolute()
        base = path.name.partition(".")[0] if path.is_file() else path.name
    return re.sub(r"[^\w]+|_+", "-", base).strip("-").lower() or "data"


def _check(options: BuildOptions) -> None:
    finished = options.folder / REPORT
    if finished.exists():
        WorkFolder(options.folder / WORK).remove()
        raise UsageError(f"{options.folder} holds a data set already: choose another folder with --to, or delete it.")
    if not options.source.startswith(SCHEME):
        source = Path(options.source).expanduser()
        if not source.exists():
            raise UsageError(f"There is no folder or file {source}: correct the name.")
        if options.folder.resolve().is_relative_to(source.resolve()):
            raise UsageError(f"{options.folder} lies in what is built from: choose another folder with --to.")


def _open(options: BuildOptions) -> Supply:
    if options.source.startswith(SCHEME):
        return open_hub(options.source, options.column, options.label_column)
    return open_files(Path(options.source).expanduser().absolute(), options.column, options.label_column)


def _form(options: BuildOptions, supply: Supply) -> tuple[Form, Digest | None]:
    if supply.is_pictures:
        if options.tokenizer is not None or options.minimum_characters:
            raise UsageError("There are pictures: leave out --tokenizer and --filter-min-characters.")
        return picture_form(supply.label_names), None
    if options.tokenizer is None:
        return text_form(), None
    tokenizer = TextTokenizer.open(options.tokenizer)
    with guarded(options.tokenizer):
        digest = file_digest(options.tokenizer)
    return token_form(tokenizer, digest), digest


def _made_with(form: Form) -> dict[str, str]:
    versions = {"documents": str(_VERSION)}
    if form.format == "jsonl.zst":
        return versions | {
            "zstd": f"{'.'.join(map(str, zstandard.ZSTD_VERSION))}, level {ZSTD_LEVEL}, window {WINDOW_LOG}"
        }
    versions |= {"pyarrow": importlib.metadata.version("pyarrow"), "zstd": f"level {TABLE_LEVEL}"}
    if form.format == "tokens":
        versions["tokenizers"] = importlib.metadata.version("tokenizers")
    return versions


def _plan(options: BuildOptions, supply: Supply, tokenizer: Digest | None, made_with: dict[str, str]) -> str:
    """Stands for everything that the shards depend on."""
    asked = (
        *(options.name, options.shard_bytes, options.held_out, options.keep_duplicates, options.minimum_characters),
        *(options.column, options.label_column, tokenizer and tokenizer.text, supply.label_names, made_with),
        *(sys.byteorder, supply.origin, [each.mark for each in supply.inputs]),
    )
    return hashlib.sha256(msgspec.json.encode(asked)).hexdigest()


def _report(
    name: str, supply: Supply, form: Form, tokenizer: Digest | None, made_with: dict[str, str], state: State
) -> BuildReport:
    assert state.counted is not None
    shards = tuple(done.report for done in state.written)
    return BuildReport(
        name=name,
        origin=supply.origin,
        format=form.format,
        read=state.read,
        too_short=state.too_short,
        duplicates=state.read - state.too_short - state.counted.documents,
        documents=state.counted.documents,
        characters=None if form.skip else sum(shard.characters or 0 for shard in shards),
        bytes=sum(shard.bytes for shard in shards),
        held_out=sum(shard.documents for shard in shards if shard.held_out),
        tokenizer=None if tokenizer is None else tokenizer.raw.hex(),
        label_names=supply.label_names,
        ignored=supply.ignored[:_IGNORED],
        made_with=made_with,
        shards=shards,
    )


def _publish(options: BuildOptions, report: BuildReport, work: WorkFolder) -> None:
    """The report comes last: where it is, all is."""
    with guarded(options.folder):
        for shard in report.shards:
            made = work.shards / shard.file
            if made.exists():
                made.replace(options.folder / shard.file)
        sync_folder(options.folder)
    write_whole(options.folder / TABLE, as_toml(report, options.weight).encode())
    write_whole(options.folder / REPORT, as_json(report))
    work.remove()
