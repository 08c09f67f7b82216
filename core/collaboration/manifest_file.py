"""The organiser's TOML file becomes a `Draft`: everything of a manifest that a person decides.

`resources/example-manifest.toml` explains each key. Every fault is a `UsageError` that names file, key and remedy.
"""

import difflib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from core.collaboration.checks import (
    Fault,
    check_access,
    check_averaging,
    check_bootstrap,
    check_optimizer,
    check_schedule,
    check_sources,
    check_step,
    check_task,
    check_words,
)
from core.collaboration.data_table import DataFile, DataFiles, DataTable, SourceTable, read_data
from core.collaboration.data_table import wrong as _wrong
from core.errors import UsageError
from core.identity.ids import Digest, PeerId
from core.identity.manifest import Access, AdamW, Lamb, Schedule, Task

MODEL_DEFAULTS: dict[str, Any] = {
    "model_type": "albert",
    "embedding_size": 128,
    "hidden_size": 256,
    "num_hidden_layers": 4,
    "num_hidden_groups": 1,
    "inner_group_num": 1,
    "hidden_act": "gelu_new",
    "hidden_dropout_prob": 0.0,
    "attention_probs_dropout_prob": 0.0,
    "type_vocab_size": 2,
    "initializer_range": 0.02,
    "layer_norm_eps": 1e-12,
}
"""Written out into the manifest, so that no library's defaults decide. Heads are `hidden_size / 64` (at least one),
`intermediate_size` is four times `hidden_size`, `max_position_embeddings` is the sequence's length."""


@dataclass(frozen=True, slots=True)
class TokenizerTraining:
    """A tokenizer to be trained on the data when the collaboration is hosted."""

    vocabulary: int
    lowercase: bool = True


@dataclass(frozen=True, slots=True)
class Draft:
    """What the organiser wants: checked, but neither counted nor signed."""

    name: str
    description: str
    language: str
    licence: str
    task: Task
    """Its model has no `vocab_size` yet."""
    tokenizer: Path | TokenizerTraining
    data: DataFiles
    optimizer: Lamb | AdamW
    schedule: Schedule
    target_batch: int
    seed: int = 0
    clip_norm: float | None = None
    codec: str = "float32"
    averaging: str = "synchronous"
    policy: str = "open"
    allowed: tuple[PeerId, ...] = ()
    bootstrap: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[DataFile, ...]:
        """What is trained on."""
        return self.data.files


class _Train(msgspec.Struct, forbid_unknown_fields=True):
    vocabulary: int = 32_000
    lowercase: bool = True


class _Tokenizer(msgspec.Struct, forbid_unknown_fields=True):
    file: str | None = None
    train: _Train | None = None


class _Task(msgspec.Struct, forbid_unknown_fields=True):
    kind: str = "mlm_sop"
    sequence_tokens: int = 128
    mask_probability: float = 0.15
    model: dict[str, Any] = {}


class _Schedule(msgspec.Struct, forbid_unknown_fields=True):
    total_steps: int
    kind: str = "linear"
    warmup_steps: int = 0


class _Access(msgspec.Struct, forbid_unknown_fields=True):
    policy: str = "open"
    peers: list[str] = []


class _File(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    language: str
    licence: str
    data: DataTable
    optimizer: dict[str, Any]
    schedule: _Schedule
    description: str = "A collaboration on Idlewild."
    task: _Task = msgspec.field(default_factory=_Task)
    tokenizer: _Tokenizer = msgspec.field(default_factory=_Tokenizer)
    target_batch: int = 256
    codec: str = "float32"
    averaging: str = "synchronous"
    clip_norm: float | None = None
    seed: int = 0
    access: _Access = msgspec.field(default_factory=_Access)
    bootstrap: list[str] = []


_REMEDIES = {
    "name": 'give the collaboration a name: name = "…"',
    "language": 'say which language the data is in: language = "bn"',
    "licence": 'say under which licence the data may be used: licence = "CC BY-SA 4.0"',
    "data": 'name the data: [data] and under it files = ["*.jsonl.zst"]',
    "data.files": 'name the data: files = ["*.jsonl.zst"]',
    "optimizer": 'choose one: [optimizer] and under it kind = "lamb" and learning_rate = 0.00176',
    "optimizer.learning_rate": "set one, such as learning_rate = 0.00176",
    "schedule": 'set one: [schedule] and under it kind = "linear", warmup_steps and total_steps',
    "schedule.total_steps": "set it to the number of steps after which training is over",
}
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}

S = TypeVar("S", bound=msgspec.Struct)


def read_draft(path: Path) -> Draft:
    """Reads and checks an organiser's manifest. Raises `UsageError`."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"The manifest {path} cannot be read ({error.strerror or error}): check its name.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not a TOML file: {error}. Mend that line and host it again.") from error
    read = _convert(path, content, _File)
    draft = Draft(
        name=read.name,
        description=read.description,
        language=read.language,
        licence=read.licence,
        task=_task(read.task),
        tokenizer=_tokenizer(path, read.tokenizer),
        data=read_data(path, read.data),
        optimizer=_optimizer(path, read.optimizer),
        schedule=Schedule(**msgspec.structs.asdict(read.schedule)),
        target_batch=read.target_batch,
        seed=read.seed,
        clip_norm=read.clip_norm,
        codec=read.codec,
        averaging=read.averaging,
        policy=read.access.policy,
        allowed=_peers(path, read.access.peers),
        bootstrap=tuple(read.bootstrap),
    )
    for key, what in faults_of_draft(draft):
        raise _wrong(path, key, f"{what}; change it")
    return draft


def faults_of_draft(draft: Draft) -> list[Fault]:
    """What the checks of manifests find, before there is one."""
    access = Access(
        policy=draft.policy,
        token_digest=Digest(bytes(32)) if draft.policy == "invite" else None,
        peers=draft.allowed,
    )
    return [
        *check_words(draft.name, draft.description, draft.language, draft.licence),
        *check_task(draft.task),
        *check_optimizer(draft.optimizer),
        *check_schedule(draft.schedule),
        *check_step(draft.target_batch, draft.codec, draft.clip_norm, draft.seed),
        *check_averaging(draft.averaging),
        *check_access(access),
        *check_bootstrap(draft.bootstrap),
        *check_sources(draft.data.sources),
    ]


def _task(read: _Task) -> Task:
    model = MODEL_DEFAULTS | read.model
    hidden = model["hidden_size"]
    if isinstance(hidden, int):
        derived = {"num_attention_heads": max(1, hidden // 64), "intermediate_size": 4 * hidden}
        model = derived | {"max_position_embeddings": read.sequence_tokens} | model
    return Task(
        kind=read.kind,
        model=model,
        sequence_tokens=read.sequence_tokens,
        mask_probability=read.mask_probability,
    )


def _tokenizer(path: Path, read: _Tokenizer) -> Path | TokenizerTraining:
    if read.file is not None and read.train is not None:
        raise _wrong(path, "tokenizer", "it has both `file` and `train`; keep one of them")
    if read.file is not None:
        file = path.parent / read.file
        if not file.is_file():
            raise _wrong(path, "tokenizer.file", f"there is no file {file}; correct the name")
        return file
    train = read.train or _Train()
    if not 100 <= train.vocabulary <= 1 << 20:
        raise _wrong(path, "tokenizer.train.vocabulary", f"{train.vocabulary} is not between 100 and {1 << 20}")
    return TokenizerTraining(train.vocabulary, train.lowercase)


def _optimizer(path: Path, table: dict[str, Any]) -> Lamb | AdamW:
    table = dict(table)
    kind = table.pop("kind", "lamb")
    known: dict[object, type[Lamb] | type[AdamW]] = {"lamb": Lamb, "adamw": AdamW}
    if not isinstance(kind, str) or kind not in known:
        raise _wrong(path, "optimizer.kind", f"{kind!r} is not known; it is one of {', '.join(map(str, known))}")
    return _convert(path, table, known[kind], "optimizer")


def _peers(path: Path, texts: list[str]) -> tuple[PeerId, ...]:
    try:
        return tuple(sorted({PeerId.parse(text) for text in texts}))
    except ValueError as error:
        raise _wrong(path, "access.peers", "one of them is not a peer's id of 52 characters; copy it again") from error


def _convert(path: Path, table: dict[str, Any], kind: type[S], prefix: str = "") -> S:
    """`msgspec.convert` with the faults in the words of the file."""
    unknown = set(table) - set(kind.__struct_fields__)
    if unknown:  # msgspec ignores these where a struct of the contract does not forbid them
        raise _unknown(path, prefix, min(unknown), kind.__struct_fields__)
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise _translated(path, prefix, str(error), kind) from error


def _unknown(path: Path, prefix: str, key: str, known: tuple[str, ...]) -> UsageError:
    near = difflib.get_close_matches(key, known, n=1)
    remedy = f"did you mean {near[0]}?" if near else f"known here are {', '.join(known)}"
    return UsageError(f"{path}: {_dotted(prefix, key)}: there is no such key; {remedy}")


def _translated(path: Path, prefix: str, message: str, kind: type[msgspec.Struct]) -> UsageError:
    what, _, place = message.partition(" - at `$")
    place = _dotted(prefix, place.rstrip("`").lstrip("."))
    if match := re.fullmatch(r"Object missing required field `(.*)`", what):
        key = _dotted(place, match[1])
        return _wrong(path, key, f"it is missing; {_REMEDIES.get(key, 'add it')}")
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        return _unknown(path, place, match[1], _fields_at(kind, place))
    if match := re.fullmatch(r"Expected `(.*)`, got `(.*)`", what):
        wanted = " or ".join(_KINDS.get(word, word) for word in match[1].split(" | ") if word != "null")
        got = "a fraction" if match[2] == "float" else _KINDS.get(match[2], match[2])
        return _wrong(path, place, f"it must be {wanted}, not {got}")
    return _wrong(path, place or "file", what)


def _fields_at(kind: type[msgspec.Struct], place: str) -> tuple[str, ...]:
    known = {"task": _Task, "tokenizer": _Tokenizer, "tokenizer.train": _Train, "data": DataTable}
    more = {"schedule": _Schedule, "access": _Access, "data.sources[]": SourceTable}
    return (known | more).get(re.sub(r"\d+", "", place), kind).__struct_fields__


def _dotted(prefix: str, key: str) -> str:
    return ".".join(part for part in (prefix, key) if part)
