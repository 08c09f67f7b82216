"""From an organiser's draft to a signed manifest, with all its objects in the store."""

import hashlib
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from core.collaboration.data_table import DataFile
from core.collaboration.manifest_file import Draft, TokenizerTraining
from core.collaboration.shards import OnDoubt, OnProgress, Shelf
from core.collaboration.signing import sign_manifest
from core.data import tokens
from core.data.files import guarded
from core.data.objects import ObjectStore, file_digest
from core.data.text import read_documents, split_sentences
from core.data.tokenizer import TextTokenizer, train_byte_pairs, train_tokenizer
from core.errors import UsageError
from core.identity.ids import Digest
from core.identity.keys import Identity
from core.identity.manifest import Access, Manifest, Shard, SignedManifest, Task
from core.identity.wire import to_json
from core.saying import say
from core.training.layout import read_layout
from core.training.tasks import plug_of
from core.training.weights import InitialWeights

MakeWeights = Callable[[Task, int], InitialWeights]
"""Of a task, from a seed."""

TRAINING_CHARACTERS = 30_000_000
"""Text a tokenizer is trained on: more changes little and takes memory in proportion."""
_PER_FILE_LEAST = 100_000


def draft_digest(draft: Draft) -> Digest:
    """Names what `draft` asks for, the contents of its files included: hosting the same again resumes the same run.

    Where the files lie does not count, nor, without mirrors, what they are called.
    Raises `LocalFault` if a file cannot be read.
    """
    plain: dict[str, Any] = {name: getattr(draft, name) for name in Draft.__dataclass_fields__}
    plain["data"] = {
        "files": [_words_of(draft, file) for file in draft.files],
        "held_out": [_words_of(draft, file) for file in draft.data.held_out],
        "sources": draft.data.sources,
    }
    if isinstance(draft.tokenizer, Path):
        plain["tokenizer"] = _digest_of(draft.tokenizer)
    return Digest(hashlib.sha256(b"idlewild draft 1\0" + to_json(plain, canonical=True)).digest())


def _words_of(draft: Draft, file: DataFile) -> tuple[Digest, str, int, str]:
    name = file.path.name if draft.data.sources[file.source].mirrors else ""
    return _digest_of(file.path), file.format, file.source, name


def _digest_of(path: Path) -> Digest:
    with guarded(path):
        return file_digest(path)


def build_collaboration(  # noqa: PLR0913  # what it is made of, where it is kept, and whom to tell
    draft: Draft,
    *,
    identity: Identity,
    objects: ObjectStore,
    prepared: Path,
    make_weights: MakeWeights,
    bootstrap: tuple[str, ...] = (),
    token: bytes | None = None,
    on_progress: OnProgress = lambda what, part: None,
    on_doubt: OnDoubt = lambda saying: None,
) -> SignedManifest:
    """Stores shards, tokenizer and initial weights, counts the samples, and signs.

    `bootstrap`: addresses of this peer, put before the draft's own. `token`: 16 random bytes that the caller keeps and
    hands out in invitations; needed for the policy `invite`, ignored for others. `on_doubt` is called with what the
    organiser should know of the data though it can be used.
    Blocks for as long as the data takes: call it in a thread, or before the event loop. What is done stays, so that a
    second call is fast. Raises `UsageError` for what the organiser must mend, `LocalFault` for the disk.
    """
    if draft.policy == "invite" and token is None:
        raise ValueError("the policy `invite` needs a token")
    on_progress(say("Storing the data."), 0.0)
    files = (*draft.files, *draft.data.held_out)
    for file in files:
        objects.add_file(file.path)
    on_progress(say("Making the tokenizer."), 0.05)
    tokenizer_digest = _store_tokenizer(draft, objects)
    tokenizer = TextTokenizer.open(objects.path(tokenizer_digest)) if tokenizer_digest else None
    on_progress(say("Making the initial weights."), 0.08)
    made = make_weights(plug_of(draft.task).completed(draft.task, tokenizer), draft.seed)
    weights = objects.add_bytes(made.content)
    manifest = Manifest(
        name=draft.name,
        description=draft.description,
        language=draft.language,
        licence=draft.licence,
        organiser=identity.public_key,
        task=made.task,
        tokenizer=tokenizer_digest,
        initial_weights=weights,
        elements=read_layout(objects.path(weights)).elements,
        shards=(),
        sources=draft.data.sources,
        seed=draft.seed,
        optimizer=draft.optimizer,
        schedule=draft.schedule,
        clip_norm=draft.clip_norm,
        target_batch=draft.target_batch,
        codec=draft.codec,
        averaging=draft.averaging,
        access=Access(
            policy=draft.policy,
            token_digest=Digest.of(token) if draft.policy == "invite" and token is not None else None,
            peers=draft.allowed,
        ),
        bootstrap=tuple(dict.fromkeys((*bootstrap, *draft.bootstrap))),
    )
    recipe = plug_of(manifest.task).recipe(manifest, tokenizer)
    shelf = Shelf(objects, prepared, recipe)
    shards = shelf.shards_of(files, lambda what, part: on_progress(what, 0.1 + 0.85 * part), on_doubt)
    try:
        signed = sign_manifest(identity, _with_shards(manifest, shards, len(draft.files)))
    except ValueError as error:
        raise UsageError(str(error)) from error
    on_progress(say("The collaboration is ready."), 1.0)
    return signed


def _with_shards(manifest: Manifest, shards: tuple[Shard, ...], trained: int) -> Manifest:
    """`trained`: how many of them are trained on; the others are held out."""
    return msgspec.structs.replace(manifest, shards=shards[:trained], held_out=shards[trained:])


def _store_tokenizer(draft: Draft, objects: ObjectStore) -> Digest | None:
    if draft.tokenizer is None:
        return None
    if isinstance(draft.tokenizer, Path):
        TextTokenizer.open(draft.tokenizer)
        return objects.add_file(draft.tokenizer)
    return objects.add_bytes(_train(draft.tokenizer, draft.files))


def _train(training: TokenizerTraining, files: tuple[DataFile, ...]) -> bytes:
    if tokenized := [file.path.name for file in files if file.format == tokens.FORMAT]:
        raise UsageError(f"{tokenized[0]} is tokenized already: name the tokenizer's file in the table [tokenizer].")
    share = max(_PER_FILE_LEAST, TRAINING_CHARACTERS // len(files))
    if training.kind == "bpe":
        documents = itertools.chain.from_iterable(_documents(file, share) for file in files)
        return train_byte_pairs(documents, training.vocabulary)
    texts = itertools.chain.from_iterable(_beginning(file, share) for file in files)
    return train_tokenizer(texts, training.vocabulary, lowercase=training.lowercase, is_bengali=training.is_bengali)


def _beginning(file: DataFile, characters: int) -> Iterator[str]:
    """Sentences from the first `characters` of a file."""
    for document in _documents(file, characters):
        yield from split_sentences(document)


def _documents(file: DataFile, characters: int) -> Iterator[str]:
    """The first `characters` of a file."""
    for document in read_documents(file.path, file.format):
        yield document[:characters]
        characters -= len(document)
        if characters <= 0:
            return
