"""What numbers and words a manifest may hold, whoever wrote it.

The same rules meet the organiser's file before it is signed and a stranger's manifest before it is believed. Each
check yields faults as (key as in the organiser's file, what is wrong); nothing yielded means fine.
"""

import math
from collections.abc import Iterator

from core.identity.manifest import Access, AdamW, Lamb, LarcSgd, Manifest, Optimizer, Schedule, Shard, Task
from core.training.tasks import plug_of
from core.transport.api import Address

Fault = tuple[str, str]

CODECS = ("float32", "float16", "bfloat16", "int8", "int4")
POLICIES = ("open", "invite", "allow-list")
AVERAGING = ("synchronous", "delayed")
SCHEDULES = ("linear", "cosine", "constant")
SHARD_FORMATS = ("jsonl.zst", "parquet", "text")

MAX_ELEMENTS = 1 << 32
MAX_SHARDS = 10_000
MAX_SHARD_BYTES = 16 << 30

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
    yield from _check_shards(manifest.shards)
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


def _check_shards(shards: tuple[Shard, ...]) -> Iterator[Fault]:
    if not 1 <= len(shards) <= MAX_SHARDS:
        yield "data.files", f"there are {len(shards)} of them; 1 to {MAX_SHARDS:,} are possible"
    for shard in shards:
        if shard.format not in SHARD_FORMATS:
            yield "data.files", _one_of(shard.format, SHARD_FORMATS)
        if len(shard.name) > 200 or not all(c.isprintable() or c in _JOINERS for c in shard.name):
            yield "data.files", "a name is too long or has control characters"
        yield from _between("data.files", shard.bytes, 1, MAX_SHARD_BYTES)
        yield from _between("data.files", shard.samples, 1, 1 << 40)


def _between(key: str, value: float, least: float, most: float) -> Iterator[Fault]:
    if not math.isfinite(value) or not least <= value <= most:
        yield key, f"{value:g} is not between {least:g} and {most:g}"


def _one_of(value: str, known: tuple[str, ...]) -> str:
    return f"{value[:40]!r} is not known; it is one of {', '.join(known)}"
