"""The forms of shards, written so that the same documents give the same bytes: one thread, fixed levels and options.

The libraries that pack may still pack otherwise in another version; a shard's content digest does not depend on them.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

import msgspec
import numpy as np
import zstandard

from core.data import tokens
from core.data.building.payloads import LABEL_BYTES, label_of
from core.data.text import split_sentences
from core.data.tokenizer import TextTokenizer
from core.identity.ids import Digest

ZSTD_LEVEL = 12
"""Packs Bengali text at 20 MB/s; 15 saves another tenth and takes ten times as long."""
WINDOW_LOG = 25
"""32 MiB, which readers need too: documents that resemble each other are far apart. Saves a twentieth to a tenth."""
TABLE_LEVEL = 9

_FEED_BYTES = 1 << 20
_ROW_GROUP_TOKENS = 1 << 20
_BATCH_CHARACTERS = 1 << 20
_ROW_GROUP_ROWS = 1000
_ROW_GROUP_BYTES = 64 << 20


class ShardWriter(Protocol):
    """Writes payloads into a file, which stays the caller's."""

    characters: int
    """Of all texts so far."""

    def add(self, payload: bytes) -> None: ...

    def finish(self) -> None:
        """The file is whole after this."""
        ...

    def close(self) -> None:
        """Lets go of the file, whole or not."""
        ...


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of shards."""

    format: str
    """As manifests call it."""
    ending: str
    """Of the files' names."""
    skip: int
    """Bytes of a payload before its content."""
    open: Callable[[BinaryIO], ShardWriter]


class JsonLines:
    """`jsonl.zst`: the documents as the field `text` of one object per line."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        form = zstandard.ZstdCompressionParameters.from_level(
            ZSTD_LEVEL, window_log=WINDOW_LOG, enable_ldm=True, write_checksum=True, threads=0
        )
        self._pack = zstandard.ZstdCompressor(compression_params=form).compressobj()
        self._held = bytearray()
        self.characters = 0

    def add(self, payload: bytes) -> None:
        text = payload.decode()
        self.characters += len(text)
        self._held += msgspec.json.encode({"text": text})
        self._held += b"\n"
        # always fed by the same amounts, which might decide where blocks end
        while len(self._held) >= _FEED_BYTES:
            self._file.write(self._pack.compress(self._held[:_FEED_BYTES]))
            del self._held[:_FEED_BYTES]

    def finish(self) -> None:
        self._file.write(self._pack.compress(self._held) + self._pack.flush())

    def close(self) -> None:
        """There is nothing to let go of."""


class _Rows:
    """A parquet file that grows by row groups."""

    def __init__(self, file: BinaryIO, schema: Any, **options: Any) -> None:
        from pyarrow import parquet

        self._schema = schema
        self._writer = parquet.ParquetWriter(
            file,
            schema,
            version="2.6",
            data_page_version="1.0",
            use_dictionary=False,
            write_statistics=False,
            **options,
        )

    def write(self, *columns: Any) -> None:
        import pyarrow

        self._writer.write_table(pyarrow.Table.from_arrays(list(columns), schema=self._schema))

    def close(self) -> None:
        self._writer.close()


class Tokens:
    """`tokens` (`core.data.tokens`)."""

    def __init__(self, file: BinaryIO, tokenizer: TextTokenizer, digest: Digest) -> None:
        import pyarrow as pa

        self._tokenizer = tokenizer
        column = pa.field(tokens.COLUMN, pa.list_(pa.list_(pa.int32())))
        schema = pa.schema([column], metadata={tokens.TOKENIZER: digest.text.encode()})
        self._rows = _Rows(file, schema, compression="zstd", compression_level=TABLE_LEVEL)
        self._texts: list[list[str]] = []
        self._held = 0
        self._documents: list[list[list[int]]] = []
        self._tokens = 0
        self.characters = 0

    def add(self, payload: bytes) -> None:
        text = payload.decode()
        self.characters += len(text)
        self._texts.append(split_sentences(text))
        self._held += len(text)
        if self._held >= _BATCH_CHARACTERS:
            self._encode()

    def _encode(self) -> None:
        ids = iter(self._tokenizer.encode([sentence for text in self._texts for sentence in text]))
        for text in self._texts:
            self._documents.append([next(ids) for _ in text])
            self._tokens += sum(map(len, self._documents[-1]))
        self._texts, self._held = [], 0
        if self._tokens >= _ROW_GROUP_TOKENS:
            self._write()

    def _write(self) -> None:
        sentences = [sentence for document in self._documents for sentence in document]
        self._rows.write(_lists(self._documents, _lists(sentences, _ids(sentences))))
        self._documents, self._tokens = [], 0

    def finish(self) -> None:
        self._encode()
        if self._documents:
            self._write()
        self.close()

    def close(self) -> None:
        self._rows.close()


def _ids(sentences: list[list[int]]) -> Any:
    import pyarrow

    return pyarrow.array(np.array([token for sentence in sentences for token in sentence], dtype=np.int32))


def _lists(lists: list[Any], values: Any) -> Any:
    """`values`, parted as `lists` are."""
    import pyarrow

    ends = np.cumsum([0, *map(len, lists)], dtype=np.int32)
    return pyarrow.ListArray.from_arrays(pyarrow.array(ends), values)


class Pictures:
    """`images`: the columns `image` (a file's bytes as they are) and `label` (null where there is none). Row groups are
    small, so that a reader can take some without the others. The names of the classes are in the metadata."""

    def __init__(self, file: BinaryIO, label_names: tuple[str, ...]) -> None:
        import pyarrow as pa

        names = {b"label_names": json.dumps(label_names, ensure_ascii=False).encode()} if label_names else None
        schema = pa.schema([pa.field("image", pa.binary()), pa.field("label", pa.int32())], metadata=names)
        # pictures are packed already, but small ones are mostly headers, which are alike
        self._rows = _Rows(file, schema, compression="zstd", compression_level=TABLE_LEVEL)
        self._images: list[bytes] = []
        self._labels: list[int | None] = []
        self._held = 0
        self.characters = 0

    def add(self, payload: bytes) -> None:
        self._images.append(payload[LABEL_BYTES:])
        self._labels.append(label_of(payload))
        self._held += len(payload)
        if len(self._images) >= _ROW_GROUP_ROWS or self._held >= _ROW_GROUP_BYTES:
            self._write()

    def _write(self) -> None:
        import pyarrow as pa

        self._rows.write(pa.array(self._images, pa.binary()), pa.array(self._labels, pa.int32()))
        self._images, self._labels, self._held = [], [], 0

    def finish(self) -> None:
        if self._images:
            self._write()
        self.close()

    def close(self) -> None:
        self._rows.close()


def text_form() -> Form:
    return Form("jsonl.zst", ".jsonl.zst", 0, JsonLines)


def token_form(tokenizer: TextTokenizer, digest: Digest) -> Form:
    return Form(tokens.FORMAT, tokens.ENDING, 0, lambda file: Tokens(file, tokenizer, digest))


def picture_form(label_names: tuple[str, ...]) -> Form:
    return Form("images", ".images.parquet", LABEL_BYTES, lambda file: Pictures(file, label_names))
