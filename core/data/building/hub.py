"""Documents and pictures from a data set on Hugging Face, streamed by the `datasets` library, which not everybody has.

A data set is read at one commit, which the report names: a branch goes on, and a build is to be done again.
"""

import contextlib
import logging
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from core.data.building.supply import DOCUMENT_BYTES, Supply
from core.data.building.tables import PICTURE_COLUMNS, picture_of_row
from core.data.text import BrokenShard, OnFraction
from core.errors import LocalFault, UsageError

SCHEME = "hf://"
_ADDRESS = re.compile(
    r"hf://datasets/(?P<name>[\w.-]{1,96}/[\w.-]{1,96})(?:@(?P<revision>[^/@]+))?(?:/(?P<config>[^/]+))?"
    r"(?:/(?P<split>[^/]+))?/?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class HubAddress:
    """`hf://datasets/OWNER/NAME@REVISION/CONFIG/SPLIT`; what is empty was left out."""

    name: str
    revision: str
    config: str
    split: str

    @classmethod
    def parse(cls, text: str) -> "HubAddress":
        """Raises `UsageError`."""
        found = _ADDRESS.fullmatch(text)
        if found is None:
            raise UsageError(
                f"{text[:200]!r} names no data set; write hf://datasets/OWNER/NAME@REVISION/CONFIG/SPLIT, the last two "
                "where there are several."
            )
        parts = {key: unquote(value or "") for key, value in found.groupdict().items()}
        return cls(**parts)

    @property
    def text(self) -> str:
        return f"{SCHEME}datasets/{self.name}@{self.revision}/{self.config}/{self.split}"


def open_hub(text: str, column: str | None, label_column: str) -> Supply:
    """The data set at its commit. `column` as for `core.data.building.folders.open_files`.

    Raises `UsageError` where the data set has no such part or column, `LocalFault` where it cannot be had.
    """
    asked = HubAddress.parse(text)
    with _explained(asked.name):
        datasets = _library()
        address = _pinned(asked, datasets)
        rows = datasets.load_dataset(
            address.name, name=address.config, split=address.split, revision=address.revision, streaming=True
        )
        rows = _undecoded(rows, datasets)
        types = _types(rows)
    chosen = _column(types, column, address)
    is_pictures = types[chosen] == "pictures"
    names = getattr((rows.features or {}).get(label_column), "names", None) if is_pictures else None
    table = _Table(address, rows, chosen, label_column if is_pictures else None)
    parts = tuple(HubPart(table, number, rows.num_shards) for number in range(rows.num_shards))
    return Supply(parts, is_pictures, address.text, tuple(names or ()))


def _library() -> Any:
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    try:
        import datasets
    except ImportError as error:
        raise LocalFault(
            "Data sets of the hub are read with a library that is not here: pip install datasets"
        ) from error
    datasets.disable_progress_bars()
    datasets.logging.set_verbosity_error()
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    return datasets


@contextlib.contextmanager
def _explained(name: str) -> Iterator[None]:
    """Turns what the libraries raise for data sets that are absent, closed or broken into a sentence."""
    import pyarrow

    try:
        yield
    except (OSError, ValueError, RuntimeError, pyarrow.ArrowException) as error:
        raise _fault(name, error) from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in {"datasets", "huggingface_hub", "httpx", "httpx2", "fsspec"}:
            raise
        raise _fault(name, error) from error


def _fault(name: str, error: Exception) -> LocalFault:
    what = " ".join(str(error).split())[:400].rstrip(".") or type(error).__name__
    return LocalFault(
        f"The data set {name} cannot be read ({what}): check its name, your access to it and this computer's "
        "connection, and start again to go on."
    )


def _pinned(asked: HubAddress, datasets: Any) -> HubAddress:
    """With a commit, a configuration and a split."""
    from huggingface_hub import HfApi

    commit = HfApi().dataset_info(asked.name, revision=asked.revision or None).sha
    configs = datasets.get_dataset_config_names(asked.name, revision=commit)
    config = asked.config or _only(configs, "default", "configurations", asked.name)
    if config not in configs:
        raise UsageError(f"{asked.name} has no configuration {config!r}; it has {', '.join(configs)[:300]}.")
    splits = datasets.get_dataset_split_names(asked.name, config_name=config, revision=commit)
    split = asked.split or _only(splits, "train", "splits", asked.name)
    if split not in splits:
        raise UsageError(f"{asked.name} has no split {split!r}; it has {', '.join(splits)[:300]}.")
    return HubAddress(asked.name, str(commit), config, split)


def _only(names: list[str], usual: str, what: str, data_set: str) -> str:
    if len(names) == 1 or usual in names:
        return usual if usual in names else names[0]
    raise UsageError(f"{data_set} has several {what}: add one of {', '.join(names)[:300]} to the address.")


def _undecoded(rows: Any, datasets: Any) -> Any:
    """Pictures as the bytes of their files."""
    for name, feature in (rows.features or {}).items():
        if isinstance(feature, datasets.Image):
            rows = rows.cast_column(name, datasets.Image(decode=False))
    return rows


def _types(rows: Any) -> dict[str, str]:
    """What the first row has in each column: `text`, `pictures` or another type's name."""
    row = next(iter(rows), None)
    if row is None:
        raise ValueError("it has no rows")
    types = {}
    for name, value in row.items():
        is_picture = isinstance(value, bytes) or (isinstance(value, dict) and isinstance(value.get("bytes"), bytes))
        types[name] = "text" if isinstance(value, str) else "pictures" if is_picture else type(value).__name__
    return types


def _column(types: dict[str, str], column: str | None, address: HubAddress) -> str:
    for name in (column,) if column else ("text", *PICTURE_COLUMNS):
        if name is not None and types.get(name) in ("text", "pictures"):
            return name
    raise UsageError(
        f"{address.name} has neither texts nor pictures in the column {column or 'text'!r}; choose one of "
        f"{', '.join(types)[:300]} with --column."
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    address: HubAddress
    rows: Any
    column: str
    label_column: str | None
    """None where there are texts."""


@dataclass(frozen=True, slots=True, eq=False)
class HubPart:
    """One of the files that a split consists of."""

    table: _Table
    number: int
    parts: int

    @property
    def name(self) -> str:
        return f"{self.table.address.name}, part {self.number + 1} of {self.parts}"

    @property
    def mark(self) -> str:
        return f"{self.table.address.text} {self.number} {self.parts}"

    @property
    def weight(self) -> int:
        return 1

    def payloads(self, on_fraction: OnFraction) -> Iterator[bytes]:
        rows = self.table.rows.shard(num_shards=self.parts, index=self.number)
        with _explained(self.table.address.name):
            for number, row in enumerate(rows):
                if (payload := self._payload(row, f"row {number}")) is not None:
                    yield payload

    def _payload(self, row: dict[str, Any], place: str) -> bytes | None:
        if self.table.label_column is not None:
            return picture_of_row(row, self.table.column, self.table.label_column, place, Path(self.name))
        text = row[self.table.column]
        if text is None:
            return None
        payload = text.encode() if isinstance(text, str) else None
        if payload is None or len(payload) > DOCUMENT_BYTES:
            what = "is no text" if payload is None else f"has more than {DOCUMENT_BYTES >> 20} MiB"
            raise BrokenShard(Path(self.name), f"{place}: the column `{self.table.column}` {what}")
        return payload
