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
from core.data.tokenizer import TOKENIZER_KINDS
from core.errors import UsageError, reason_of
from core.identity.ids import Digest, PeerId
from core.identity.manifest import OPTIMIZERS, TASKS, Access, Crops, MlmSop, Optimizer, Schedule, Task, kind_of
from core.training.tasks import plug_of

_BENGALI_SCRIPT = {"bn", "ben", "as", "asm", "bpy", "mni"}
"""Languages that are written in it."""


@dataclass(frozen=True, slots=True)
class TokenizerTraining:
    """A tokenizer to be trained on the data when the collaboration is hosted."""

    vocabulary: int
    kind: str = "unigram"
    """`unigram` or `bpe`."""
    lowercase: bool = True
    """Of `unigram`, as is the next; `bpe` keeps every byte."""
    is_bengali: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """What the organiser wants: checked, but neither counted nor signed."""

    name: str
    description: str
    language: str
    licence: str
    task: Task
    """Its model has no `vocab_size` yet."""
    tokenizer: Path | TokenizerTraining | None
    """None for a task without text."""
    data: DataFiles
    optimizer: Optimizer
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
    kind: str | None = None
    lowercase: bool = True


class _Tokenizer(msgspec.Struct, forbid_unknown_fields=True):
    file: str | None = None
    train: _Train | None = None


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
    task: dict[str, Any] = {}
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
        raise UsageError(f"The manifest {path} cannot be read ({reason_of(error)}): check its name.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not a TOML file: {error}. Mend that line and host it again.") from error
    read = _convert(path, content, _File)
    task = _task(path, read.task)
    draft = Draft(
        name=read.name,
        description=read.description,
        language=read.language,
        licence=read.licence,
        task=task,
        tokenizer=_tokenizer(path, read, task),
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


def _task(path: Path, table: dict[str, Any]) -> Task:
    table = dict(table)
    kind, model = table.pop("kind", kind_of(TASKS[0])), table.pop("model", {})
    known = {kind_of(task): task for task in TASKS}
    if not isinstance(kind, str) or kind not in known:
        raise _wrong(path, "task.kind", f"{kind!r} is not known; it is one of {', '.join(known)}")
    if "sequence_tokens" in known[kind].__struct_fields__:
        table.setdefault("sequence_tokens", 128)
    if not isinstance(model, dict):
        raise _wrong(path, "task.model", "it must be a table")
    if "sequence_tokens" in known[kind].__struct_fields__:
        table.setdefault("sequence_tokens", 128)
    task: Task = _convert(path, {**table, "model": model}, known[kind], "task")
    return msgspec.structs.replace(task, model=plug_of(task).drafted(model, msgspec.structs.asdict(task)))


def _tokenizer(path: Path, read: _File, task: Task) -> Path | TokenizerTraining | None:
    tokenizer = read.tokenizer
    if not plug_of(task).needs_tokenizer:
        if tokenizer.file is not None or tokenizer.train is not None:
            raise _wrong(path, "tokenizer", f"the task {kind_of(task)} has no use for one; take it out")
        return None
    if tokenizer.file is not None and tokenizer.train is not None:
        raise _wrong(path, "tokenizer", "it has both `file` and `train`; keep one of them")
    if tokenizer.file is not None:
        file = path.parent / tokenizer.file
        if not file.is_file():
            raise _wrong(path, "tokenizer.file", f"there is no file {file}; correct the name")
        return file
    train = tokenizer.train or _Train()
    if not 100 <= train.vocabulary <= 1 << 20:
        raise _wrong(path, "tokenizer.train.vocabulary", f"{train.vocabulary} is not between 100 and {1 << 20}")
    kind = train.kind or ("unigram" if isinstance(task, MlmSop) else "bpe")
    if kind not in TOKENIZER_KINDS:
        raise _wrong(path, "tokenizer.train.kind", f"{kind!r} is not known; it is one of {', '.join(TOKENIZER_KINDS)}")
    return TokenizerTraining(
        train.vocabulary,
        kind=kind,
        lowercase=train.lowercase,
        # The writing's own rules: Bengali has several signs that stand for its full stop.
        is_bengali=read.language.lower().partition("-")[0] in _BENGALI_SCRIPT,
    )


def _optimizer(path: Path, table: dict[str, Any]) -> Optimizer:
    table = dict(table)
    kind = table.pop("kind", "lamb")
    known = {kind_of(optimizer): optimizer for optimizer in OPTIMIZERS}
    if not isinstance(kind, str) or kind not in known:
        raise _wrong(path, "optimizer.kind", f"{kind!r} is not known; it is one of {', '.join(known)}")
    optimizer: Optimizer = _convert(path, table, known[kind], "optimizer")
    return optimizer


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
    known = {"tokenizer": _Tokenizer, "tokenizer.train": _Train, "data": DataTable}
    more = {"schedule": _Schedule, "access": _Access, "data.sources": SourceTable, "task.crops": Crops}
    return (known | more).get(place.partition("[")[0], kind).__struct_fields__


def _dotted(prefix: str, key: str) -> str:
    return ".".join(part for part in (prefix, key) if part)
