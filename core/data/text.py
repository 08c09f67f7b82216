"""Reading documents from shards, and sentences from documents.

Shards come from strangers: how much memory one may take is bounded by `Limits`, whatever it says of itself.
"""

import functools
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import msgspec
import zstandard

from core.errors import LocalFault, reason_of
from core.saying import Saying, quote, say

FORMATS = {"jsonl.zst": ".jsonl.zst", "tokens": ".tokens.parquet", "parquet": ".parquet", "text": ".txt"}
"""Shard formats and the file endings that stand for them, the longer ones first. `core.data.tokens` reads `tokens`."""

_READ_BYTES = 1 << 20
_FEED_BYTES = 1 << 10


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one shard may take."""

    document_bytes: int = 16 << 20
    """Longest document (a line of JSON, a row of a table), or picture."""
    text_bytes: int = 16 << 30
    """All text of a shard, unpacked; or all its pictures."""
    window_bytes: int = 128 << 20
    """Memory a zstd frame may ask for: `zstd --long=27`, and any frame whose content is no longer than that."""
    row_group_bytes: int = 1 << 30
    """Unpacked size of the column that is read in one row group of a parquet file."""


class BrokenShard(LocalFault):
    """A data file that cannot be read as what it is declared to be."""

    def __init__(self, path: Path, what: Saying | str) -> None:
        """`what`: a clause."""
        self.what = what if isinstance(what, Saying) else quote(what)
        super().__init__(say("The data file {path} cannot be used: {what}.", path=str(path), what=self.what))


class _Reader(Protocol):
    def read(self, size: int, /) -> bytes: ...


OnFraction = Callable[[float], None]
"""Called now and then with the part of the work that is done, 0 to 1."""


class _Row(msgspec.Struct):
    text: str


@functools.lru_cache(maxsize=4)
def _row_decoder(column: str) -> "msgspec.json.Decoder[_Row]":
    row = msgspec.defstruct("_Row", [("text", str)], bases=(_Row,), rename={"text": column})
    return msgspec.json.Decoder(row)


def format_of(path: Path) -> str | None:
    """The format that a file's name stands for."""
    return next((name for name, ending in FORMATS.items() if path.name.endswith(ending)), None)


def read_documents(
    path: Path,
    kind: str,
    limits: Limits | None = None,
    on_fraction: OnFraction = lambda fraction: None,
    *,
    column: str = "text",
) -> Iterator[str]:
    """The documents of a shard, in its order.

    `jsonl.zst`: the field `column` of each line. `parquet`: the column of that name. `text`: UTF-8; documents end at
    two or more blank lines, so that a book with a blank line between paragraphs is one document (cut between paragraphs
    where it is longer than `document_bytes`). `jsonl`, as `jsonl.zst` but not packed, is for files that shards are
    made from.
    Raises `BrokenShard`; `ValueError` for an unknown format.
    """
    read = _Reading(path, limits or Limits(), on_fraction, column)
    readers: dict[str, Callable[[_Reading], Iterator[str]]] = {
        "jsonl.zst": _read_jsonl_zst,
        "jsonl": _read_jsonl,
        "parquet": _read_parquet,
        "text": _read_text,
    }
    if kind not in readers:
        raise ValueError(f"{kind!r} is no format of shards")
    try:
        yield from readers[kind](read)
    except OSError as error:
        raise BrokenShard(path, reason_of(error)) from error


@dataclass(frozen=True, slots=True)
class _Reading:
    path: Path
    limits: Limits
    on_fraction: OnFraction
    column: str


def _read_jsonl_zst(read: _Reading) -> Iterator[str]:
    with read.path.open("rb") as file:
        try:
            yield from _rows(_Unpacked(file, read.limits.window_bytes), file, read)
        except (zstandard.ZstdError, EOFError) as error:
            raise BrokenShard(read.path, say("it is not sound zstd data ({reason})", reason=str(error))) from error


def _read_jsonl(read: _Reading) -> Iterator[str]:
    with read.path.open("rb") as file:
        yield from _rows(file, file, read)


def _rows(reader: _Reader, file: BinaryIO, read: _Reading) -> Iterator[str]:
    decoder = _row_decoder(read.column)
    for number, line in enumerate(_lines(reader, read.path, read.limits, _position(file, read.on_fraction)), 1):
        if line.strip():
            try:
                yield decoder.decode(line).text
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                what = say("line {number} is no JSON object with a field `{column}`", number=number, column=read.column)
                raise BrokenShard(read.path, what) from error


class _Unpacked:
    """What a file of zstd frames holds. `zstandard`'s own reader does not tell a cut file from a whole one.

    Fed little at a time: four bytes can unpack to a block of 128 KiB.
    """

    def __init__(self, file: BinaryIO, window_bytes: int) -> None:
        self._file = file
        self._unpacker = zstandard.ZstdDecompressor(max_window_size=window_bytes)
        self._frame = self._unpacker.decompressobj()
        self._rest = b""
        self._is_whole = True

    def read(self, size: int, /) -> bytes:
        """More data, not necessarily `size` bytes; nothing at the end. Raises `ZstdError`, or `EOFError` if cut."""
        blocks, length = [], 0
        while length < size:
            packed = self._rest or self._file.read(_FEED_BYTES)
            if not packed:
                if not self._is_whole:
                    raise EOFError("it ends early")
                break
            blocks.append(self._frame.decompress(packed))
            length += len(blocks[-1])
            self._rest = self._frame.unused_data
            self._is_whole = self._frame.eof
            if self._is_whole:
                self._frame = self._unpacker.decompressobj()
        return b"".join(blocks)


def _position(file: BinaryIO, on_fraction: OnFraction) -> Callable[[], None]:
    size_bytes = max(1, os.fstat(file.fileno()).st_size)
    return lambda: on_fraction(file.tell() / size_bytes)


def _lines(reader: _Reader, path: Path, limits: Limits, on_block: Callable[[], None]) -> Iterator[bytes]:
    """Lines of a byte stream, none longer than `document_bytes`; never more than that held."""
    rest, total = b"", 0
    while block := reader.read(_READ_BYTES):
        total += len(block)
        on_block()
        if total > limits.text_bytes:
            raise BrokenShard(path, say("it unpacks to more than {most} MiB", most=limits.text_bytes >> 20))
        first, *others = block.split(b"\n")
        rest += first
        if others:
            yield rest
            yield from others[:-1]
            rest = others[-1]
        if len(rest) > limits.document_bytes:
            raise BrokenShard(path, say("it has a line of more than {most} MiB", most=limits.document_bytes >> 20))
    if rest:
        yield rest


def _read_parquet(read: _Reading) -> Iterator[str]:
    import pyarrow  # here, because it takes 30 MB that other formats do not need
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(read.path) as file:
            _check_parquet(file, read)
            done = 0
            for batch in file.iter_batches(batch_size=256, columns=[read.column]):
                done += batch.num_rows
                read.on_fraction(done / file.metadata.num_rows)
                for value in batch.column(0):
                    if value.is_valid:
                        text = value.as_py()
                        if len(text) > read.limits.document_bytes:
                            what = say("it has a text of more than {most} MiB", most=read.limits.document_bytes >> 20)
                            raise BrokenShard(read.path, what)
                        yield text
    except (pyarrow.ArrowException, UnicodeDecodeError) as error:
        raise BrokenShard(
            read.path, say("it is not a sound parquet file ({reason})", reason=str(error).splitlines()[0])
        ) from error


def _check_parquet(file: object, read: _Reading) -> None:
    schema = file.schema_arrow  # type: ignore[attr-defined]  # pyarrow has no types
    place = schema.get_field_index(read.column)
    if place < 0 or str(schema.field(place).type) not in {"string", "large_string"}:
        raise BrokenShard(read.path, say("it has no column `{column}` of type string", column=read.column))
    check_row_groups(file.metadata, read.path, read.limits, read.column)  # type: ignore[attr-defined]


def check_row_groups(metadata: Any, path: Path, limits: Limits, column: str) -> None:
    """Raises `BrokenShard` if that column of a parquet file, with all that is nested in it, unpacks to more than
    `limits` allow. What the file says of itself is all that is read."""
    total = 0
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        parts = (group.column(c) for c in range(group.num_columns))
        sizes = (part.total_uncompressed_size for part in parts if part.path_in_schema.partition(".")[0] == column)
        size_bytes = sum(max(size, 0) for size in sizes)
        total += size_bytes
        if size_bytes > limits.row_group_bytes:
            raise BrokenShard(
                path, say("a row group unpacks to more than {most} MiB", most=limits.row_group_bytes >> 20)
            )
    if total > limits.text_bytes:
        raise BrokenShard(path, say("it unpacks to more than {most} MiB", most=limits.text_bytes >> 20))


def _read_text(read: _Reading) -> Iterator[str]:
    path, limits = read.path, read.limits
    lines: list[str] = []
    held_bytes, blank = 0, 0
    with path.open("rb") as file:
        for number, line in enumerate(_lines(file, path, limits, _position(file, read.on_fraction)), 1):
            blank = 0 if line.strip() else blank + 1
            ended = blank == 2 or (blank == 1 and held_bytes > limits.document_bytes // 2)
            if lines and (ended or held_bytes + len(line) > limits.document_bytes):
                yield "\n".join(lines)
                lines, held_bytes = [], 0
            if not blank:
                try:
                    lines.append(line.decode())
                except UnicodeDecodeError as error:
                    raise BrokenShard(path, say("line {number} is not UTF-8", number=number)) from error
                held_bytes += len(line) + 1
    if lines:
        yield "\n".join(lines)


_CLOSERS = "\"'”’)\\]»"
_BOUNDARY = re.compile(
    # after a danda, followed by a space or not, with the quotes and brackets that close there
    rf"(?<=[।॥])(?![।॥{_CLOSERS}])\s*"
    rf"|(?<=[।॥][{_CLOSERS}])(?![{_CLOSERS}])\s*"
    # after a full stop and its kin where white space follows; `e.g. this`, `J. Smith` and `ড. খান` go on
    rf"|(?<=[?!…])\s++|(?<=[?!.…][{_CLOSERS}])\s++(?![a-z])"
    r"|(?<=\.)(?<!\b[A-Za-z]\.)(?<![\s(][ক-হ]\.)(?<!^[ক-হ]\.)\s++(?![a-z])"
)
"""Where a line falls into sentences. All look-behinds are of fixed width, so that it takes linear time on any text."""

SENTENCE_CHARACTERS = 10_000
"""A longer one is cut: no natural sentence is, and tokenizers need memory in proportion."""


def split_sentences(text: str) -> list[str]:
    """Sentences of a text in Bengali, English and their like; of source code, the lines. None is empty; white space
    around them is dropped."""
    sentences: list[str] = []
    for line in text.splitlines():
        for piece in _BOUNDARY.split(line):
            sentence = piece.strip()
            if len(sentence) <= SENTENCE_CHARACTERS:
                if sentence:
                    sentences.append(sentence)
            else:
                starts = range(0, len(sentence), SENTENCE_CHARACTERS)
                sentences += (sentence[start : start + SENTENCE_CHARACTERS] for start in starts)
    return sentences
