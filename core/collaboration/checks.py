"""What numbers and words a manifest may hold, whoever wrote it.

The same rules meet the organiser's file before it is signed and a stranger's manifest before it is believed. Each
check yields faults as (key as in the organiser's file, what is wrong); nothing yielded means fine.
"""

import math
from collections.abc import Iterator

from core.data.mirrors import parse_mirror
from core.data.mixture import BLOCK
from core.data.passes import MOST_ITEMS
from core.identity.manifest import (
    PARTS_PER_UNIT,
    Access,
    AdamW,
    Lamb,
    LarcSgd,
    Manifest,
    Optimizer,
    Schedule,
    Shard,
    Source,
    Task,
)
from core.training.tasks import plug_of
from core.transport.api import Address

Fault = tuple[str, str]

CODECS = ("float32", "float16", "bfloat16", "int8", "int4")
POLICIES = ("open", "invite", "allow-list")
AVERAGING = ("synchronous", "delayed")
SCHEDULES = ("linear", "cosine", "constant")
SHARD_FORMATS = ("jsonl.zst", "parquet", "text", "tokens")

MAX_ELEMENTS = 1 << 32
MAX_SHARDS = 10_000
MAX_SHARD_BYTES = 16 << 30
MAX_SOURCES = 64
MAX_WEIGHT = 1_000_000
MAX_MIRRORS = 8

_JOINERS = "\u200c\u200d"  # they carry meaning in Bengali and many other scripts


def check_manifest(manifest: Manifest) -> Iterator[Fault]:
    if manifest.version != 1:
        yield "version", f"{manifest.version} is not known"
    if len(manifest.organiser) != 32:
        yield "organiser", "it is not a key of 32 bytes"
    yield from check_words(manifest.name, manifest.description, manifest.language, manifest.licence)
    yield from check_task(manifest.task)
    yield from check_optimizer(manifest.optimizer)
    yield from check_schedule(manifest.schedule)
    yield from check_step(manifest.target_batch, manifest.codec, manifest.clip_norm, manifest.seed)
    yield from check_averaging(manifest.averaging)
    yield from check_access(manifest.access)
    yield from check_bootstrap(manifest.bootstrap)
    yield from _between("elements", manifest.elements, 1, MAX_ELEMENTS)
    yield from check_sources(manifest.sources)
    yield from _check_shards(manifest)
    needs_tokenizer = plug_of(manifest.task).needs_tokenizer
    if needs_tokenizer != (manifest.tokenizer is not None):
        yield "tokenizer", "it is missing" if needs_tokenizer else "this task has no use for one"
    if needs_tokenizer and "vocab_size" not in manifest.task.model:
        yield "task.model.vocab_size", "it is missing"


def check_words(name: str, description: str, language: str, licence: str) -> Iterator[Fault]:
    for key, text, longest in (
        ("name", name, 100),
        ("description", description, 4000),
        ("language", language, 40),
        ("licence", licence, 400),
    ):
        if not text.strip():
            yield key, "it is empty"
        elif len(text) > longest:
            yield key, f"it has more than {longest} characters"
        # no escape sequences for terminals, no reversal of the direction of writing
        elif not all(c.isprintable() or c in _JOINERS or (c == "\n" and key == "description") for c in text):
            yield key, "it has control characters"


def check_task(task: Task) -> Iterator[Fault]:
    yield from plug_of(task).faults(task)


def check_optimizer(optimizer: Optimizer) -> Iterator[Fault]:
    most = 1e3 if isinstance(optimizer, LarcSgd) else 10.0  # there it is multiplied with a trust of a thousandth
    yield from _between("optimizer.learning_rate", optimizer.learning_rate, 1e-12, most)
    yield from _between("optimizer.epsilon", optimizer.epsilon, 1e-30, 1.0)
    yield from _between("optimizer.weight_decay", optimizer.weight_decay, 0.0, 10.0)
    if isinstance(optimizer, LarcSgd):
        yield from _between("optimizer.momentum", optimizer.momentum, 0.0, 0.999999)
        yield from _between("optimizer.trust", optimizer.trust, 1e-9, 1.0)
    if isinstance(optimizer, Lamb | AdamW):
        yield from _between("optimizer.beta1", optimizer.beta1, 0.0, 0.999999)
        yield from _between("optimizer.beta2", optimizer.beta2, 0.0, 0.999999)
    if isinstance(optimizer, Lamb):
        yield from _between("optimizer.clamp", optimizer.clamp, 1e-6, 1e12)


def check_schedule(schedule: Schedule) -> Iterator[Fault]:
    if schedule.kind not in SCHEDULES:
        yield "schedule.kind", _one_of(schedule.kind, SCHEDULES)
    yield from _between("schedule.total_steps", schedule.total_steps, 1, 1_000_000_000)
    yield from _between("schedule.warmup_steps", schedule.warmup_steps, 0, max(schedule.total_steps, 0))


def check_step(target_batch: int, codec: str, clip_norm: float | None, seed: int) -> Iterator[Fault]:
    yield from _between("target_batch", target_batch, 1, 10_000_000)
    if codec not in CODECS:
        yield "codec", _one_of(codec, CODECS)
    if clip_norm is not None:
        yield from _between("clip_norm", clip_norm, 1e-9, 1e9)
    yield from _between("seed", seed, 0, (1 << 63) - 1)


def check_averaging(averaging: str) -> Iterator[Fault]:
    if averaging not in AVERAGING:
        yield "averaging", _one_of(averaging, AVERAGING)


def check_access(access: Access) -> Iterator[Fault]:
    if access.policy not in POLICIES:
        yield "access.policy", _one_of(access.policy, POLICIES)
    if (access.policy == "invite") != (access.token_digest is not None):
        yield "access.policy", "a token belongs to `invite`, and to it alone"
    if len(access.peers) > 10_000:
        yield "access.peers", "they are more than 10,000"
    if (access.policy == "allow-list") != bool(access.peers):
        yield "access.peers", "they are listed for `allow-list`, and for it alone"


def check_bootstrap(bootstrap: tuple[str, ...]) -> Iterator[Fault]:
    if len(bootstrap) > 16:
        yield "bootstrap", "there are more than 16 addresses"
    for address in bootstrap:
        try:
            host = Address.parse(address).host
        except ValueError as error:
            yield "bootstrap", str(error)[:100]
        else:
            if len(host) > 253 or not all(c.isascii() and (c.isalnum() or c in ".-:%") for c in host):
                yield "bootstrap", "an address has characters that no host name has"


def check_sources(sources: tuple[Source, ...]) -> Iterator[Fault]:
    if not 1 <= len(sources) <= MAX_SOURCES:
        yield "data.sources", f"there are {len(sources)} of them; 1 to {MAX_SOURCES} are possible"
    if len({source.name for source in sources}) < len(sources):
        yield "data.sources", "two have the same name"
    for source in sources:
        if not source.name.strip() or not _is_line(source.name, 100):
            yield "data.sources.name", "it is empty, too long, or has control characters"
        yield from _between("data.sources.weight", source.weight / PARTS_PER_UNIT, 1 / PARTS_PER_UNIT, MAX_WEIGHT)
        yield from check_mirrors(source.mirrors)
    whole = sum(source.weight for source in sources)
    if any(source.weight * BLOCK < whole for source in sources):
        yield "data.sources.weight", f"one is less than 1/{BLOCK} of all of them together"


def check_mirrors(mirrors: tuple[str, ...]) -> Iterator[Fault]:
    if len(mirrors) > MAX_MIRRORS:
        yield "data.mirrors", f"a source has more than {MAX_MIRRORS}"
    for text in mirrors:
        try:
            parse_mirror(text)
        except ValueError as error:
            yield "data.mirrors", str(error)


def _check_shards(manifest: Manifest) -> Iterator[Fault]:
    shards, held_out = manifest.shards, manifest.held_out
    if not 1 <= len(shards) <= MAX_SHARDS - len(held_out):
        yield "data.files", f"there are {len(shards) + len(held_out)} of them; 1 to {MAX_SHARDS:,} are possible"
    if sum(shard.samples for shard in shards) > MOST_ITEMS:
        yield "data.files", f"there are more than {MOST_ITEMS:,} samples in them"
    if {shard.object for shard in shards} & {shard.object for shard in held_out}:
        yield "data.held_out", "one of them is trained on too"
    for shard in shards:
        yield from _check_shard("data.files", shard, len(manifest.sources))
    for shard in held_out:
        yield from _check_shard("data.held_out", shard, len(manifest.sources))
    if len({shard.source for shard in shards}) < len(manifest.sources):
        yield "data.sources", "one of them has no files"


def _check_shard(key: str, shard: Shard, sources: int) -> Iterator[Fault]:
    if shard.format not in SHARD_FORMATS:
        yield key, _one_of(shard.format, SHARD_FORMATS)
    if not _is_line(shard.name, 200):
        yield key, "a name is too long or has control characters"
    if not 0 <= shard.source < sources:
        yield key, "one of them belongs to no source"
    yield from _between(key, shard.bytes, 1, MAX_SHARD_BYTES)
    yield from _between(key, shard.samples, 1, 1 << 40)


def _is_line(text: str, longest: int) -> bool:
    return len(text) <= longest and all(c.isprintable() or c in _JOINERS for c in text)


def _between(key: str, value: float, least: float, most: float) -> Iterator[Fault]:
    if not math.isfinite(value) or not least <= value <= most:
        yield key, f"{value:g} is not between {least:g} and {most:g}"


def _one_of(value: str, known: tuple[str, ...]) -> str:
    return f"{value[:40]!r} is not known; it is one of {', '.join(known)}"
