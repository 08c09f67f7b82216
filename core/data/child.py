"""Preparation in a process of its own, so that the engine's event loop never waits for it."""

import asyncio
import signal
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from core.background import die_with_parent, lower_priority
from core.data.recipe import RecipeOf
from core.data.source import FAULTS, OnProgress, is_prepared, prepare
from core.errors import LocalFault
from core.identity.manifest import Manifest
from core.identity.wire import pack, unpack
from core.saying import Saying, say

_Report = tuple[str, float]


class Undecodable(LocalFault):
    """A shard's file cannot be read as what the manifest says it is (`core.data.text.BrokenShard`, there)."""


_FAULTS = FAULTS | {"BrokenShard": Undecodable}


async def prepare_in_child(
    manifest: Manifest,
    recipe_of: RecipeOf,
    objects: Path,
    prepared: Path,
    on_progress: OnProgress = lambda what, part: None,
) -> None:
    """As `core.data.source.prepare`, in a child process of lowest priority that ends with this one.
    `recipe_of` must be importable by name there.

    Cancelled, it kills the child; shards that were finished stay. `on_progress` is called on the event loop.
    Where all is prepared it starts none: a process takes seconds on a busy computer.
    """
    if is_prepared(manifest, recipe_of(manifest, objects), prepared):
        return
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, pack(manifest), recipe_of, objects, prepared), daemon=True)
    with ours, ThreadPoolExecutor(1) as reader:
        process.start()
        theirs.close()
        try:
            while (report := await _next(reader, ours)) is not None:
                on_progress(*report)
        finally:
            process.kill()  # ends the pipe too, and with it the reader
            process.join()
            process.close()


async def _next(reader: ThreadPoolExecutor, pipe: Connection) -> _Report | None:
    """The child's next report; None once it is done. Raises what it failed with."""
    try:
        kind, content = await asyncio.wrap_future(reader.submit(pipe.recv))
    except EOFError as error:
        raise LocalFault(say("Preparing the data ended early; is there enough free memory? Start it again.")) from error
    if kind == "fault":
        name, packed = content
        raise _FAULTS.get(name, LocalFault)(unpack(Saying, packed))
    return content if kind == "progress" else None


def _work(pipe: Connection, packed: bytes, recipe_of: RecipeOf, objects: Path, prepared: Path) -> None:
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the engine decides what it means
    lower_priority()
    with pipe:
        try:
            manifest = unpack(Manifest, packed)
            recipe = recipe_of(manifest, objects)
            prepare(manifest, recipe, objects, prepared, lambda *report: pipe.send(("progress", report)))
        except LocalFault as fault:
            pipe.send(("fault", (type(fault).__name__, pack(fault.saying))))
        else:
            pipe.send(("done", None))
