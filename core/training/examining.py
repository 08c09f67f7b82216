"""A kept state judged by the held-out shards, in a process of its own with the lowest priority.

The same samples with the same masks each time, so that the scores of two states can be compared.
"""

import asyncio
import logging
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from core.background import lower_priority
from core.data.objects import ObjectStore
from core.data.prepared import cache_folder, prepare_shard
from core.data.ranges import SampleRange
from core.data.recipe import Items, Recipe
from core.errors import LocalFault
from core.identity.manifest import Manifest
from core.identity.wire import pack, unpack
from core.importing import import_for_good
from core.saying import Saying, say
from core.training.api import Kept
from core.training.layout import read_layout, read_parameters
from core.training.surroundings import settle_in
from core.training.tasks import plug_of, recipe_of

log = logging.getLogger(__name__)

EXAMINED_SAMPLES = 512
"""Of all held-out shards together, evenly."""
_FIRST_NUMBER = 1 << 61
"""Samples have numbers that no run comes to, from which their masks follow."""


Scores = dict[str, float]
"""`loss` per sample, and what else the task can tell; means."""


async def examine_in_child(manifest: Manifest, objects: Path, prepared: Path, kept: Kept) -> Scores:
    """Cancelled, it kills the process. Raises `LocalFault`: held-out shards are missing, memory is short."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    work = (theirs, pack(manifest), objects, prepared, kept)
    process = context.Process(target=_work, args=work, daemon=True)
    with ours, ThreadPoolExecutor(1) as reader:
        process.start()
        theirs.close()
        try:
            is_fault, content = await asyncio.wrap_future(reader.submit(_receive, ours))
        except EOFError as error:
            raise LocalFault(say("The model could not be examined; is there enough free memory?")) from error
        finally:
            process.kill()
            process.join()
            process.close()
    if is_fault:
        raise LocalFault(content)
    return unpack(Scores, content)


def _receive(pipe: Connection) -> tuple[bool, Any]:
    fault = pipe.recv_bytes()
    return (True, unpack(Saying, fault)) if fault else (False, pipe.recv_bytes())


def _work(pipe: Connection, packed: bytes, objects: Path, prepared: Path, kept: Kept) -> None:
    settle_in()
    lower_priority()
    import_for_good("core.training.building")
    with pipe:
        try:
            scores = examine(unpack(Manifest, packed), objects, prepared, kept)
        except LocalFault as fault:
            pipe.send_bytes(pack(fault.saying))
        else:
            pipe.send_bytes(b"")
            pipe.send_bytes(pack(scores))


def examine(manifest: Manifest, objects: Path, prepared: Path, kept: Kept) -> Scores:
    """As `examine_in_child`, here. Imports torch."""
    import torch  # the engine imports this module for its first function

    from core.training.building import bind  # likewise

    recipe = recipe_of(manifest, objects)
    learning = plug_of(manifest.task).learning(manifest.task)
    model = learning.build()
    layout = read_layout(ObjectStore(objects).path(manifest.initial_weights))
    parameters = read_parameters(kept, layout.elements)
    bind(model, layout, torch.from_numpy(parameters))
    at_once = learning.cpu_micro_batch(model)
    model.eval()
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    samples = _held_out(manifest, recipe, objects, prepared)
    with torch.no_grad():
        for start in range(0, len(samples), at_once):
            piece = samples[start : start + at_once]
            numbers = SampleRange(_FIRST_NUMBER + start, _FIRST_NUMBER + start + len(piece))
            given = learning.inputs(recipe.batch(piece, numbers), torch.device("cpu"))
            for name, (total, count) in learning.metrics(model, given).items():
                sums[name][0] += total
                sums[name][1] += count
    return {name: total / max(count, 1.0) for name, (total, count) in sums.items()}


def _held_out(manifest: Manifest, recipe: Recipe, objects: Path, prepared: Path) -> list[Any]:
    store = ObjectStore(objects)
    shards: list[Items] = []
    for shard in manifest.held_out:
        folder = cache_folder(prepared, shard.object, shard.format, recipe)
        if not store.has(shard.object):
            raise LocalFault(say("The held-out shard {name} is not here.", name=shard.name or str(shard.object)))
        shards.append(prepare_shard(store.path(shard.object), shard.format, recipe, folder))
    total = sum(shard.samples for shard in shards)
    if not total:
        raise LocalFault(say("There is nothing held out to examine a model by."))
    chosen = np.unique(np.linspace(0, total - 1, min(total, EXAMINED_SAMPLES)).astype(np.int64))
    starts = np.concatenate(([0], np.cumsum([shard.samples for shard in shards])))
    places = np.searchsorted(starts, chosen, side="right") - 1
    return [shards[place].sample(int(item - starts[place])) for item, place in zip(chosen, places, strict=True)]
