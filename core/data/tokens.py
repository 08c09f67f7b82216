"""Token shards: documents that are tokenized already, so that volunteers need not.

A parquet file with the column `tokens`, a list of sentences per document, each a list of ids (`list<list<int32>>`). The
file's metadata name the tokenizer, since ids mean nothing without it.
"""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.data.text import BrokenShard, Limits, OnFraction, check_row_groups
from core.errors import reason_of
from core.identity.ids import Digest
from core.saying import say

FORMAT = "tokens"
ENDING = ".tokens.parquet"
COLUMN = "tokens"
TOKENIZER = b"idlewild.tokenizer"
"""Key of the metadata: the digest, as text, of the tokenizer's file."""

_ID_BYTES = 4
_ROWS = 64

Sentences = list[list[int]]


def read_token_documents(
    path: Path,
    limits: Limits | None = None,
    on_fraction: OnFraction = lambda fraction: None,
    *,
    tokenizer: Digest | None = None,
    vocabulary: int = 1 << 31,
) -> Iterator[Sentences]:
    """The documents of a token shard, in its order: the ids of their sentences, without special tokens.

    `tokenizer`: the one that must have made them, where that matters; `vocabulary`: ids are less. Raises `BrokenShard`.
    """
    import pyarrow
    from pyarrow import parquet

    limits = limits or Limits()
    try:
        with parquet.ParquetFile(path) as file:
            _check(file, path, limits, tokenizer)
            done = 0
            for batch in file.iter_batches(batch_size=_ROWS, columns=[COLUMN]):
                yield from _documents(batch.column(0), path, limits, vocabulary)
                done += batch.num_rows
                on_fraction(done / file.metadata.num_rows)
    except pyarrow.ArrowException as error:
        raise BrokenShard(
            path, say("it is not a sound parquet file ({reason})", reason=str(error).splitlines()[0])
        ) from error
    except OSError as error:
        raise BrokenShard(path, reason_of(error)) from error


def _check(file: Any, path: Path, limits: Limits, tokenizer: Digest | None) -> None:
    schema = file.schema_arrow
    place = schema.get_field_index(COLUMN)
    if place < 0 or not _is_nested(schema.field(place).type):
        raise BrokenShard(path, say("it has no column `{column}` of type list<list<int32>>", column=COLUMN))
    made_by = (schema.metadata or {}).get(TOKENIZER, b"").decode("ascii", "replace")
    if tokenizer is not None and made_by != tokenizer.text:
        raise BrokenShard(path, say("its tokens were made with another tokenizer than the collaboration's"))
    check_row_groups(file.metadata, path, limits, COLUMN)
    for number in range(file.metadata.num_row_groups):
        group = file.metadata.row_group(number)
        if any(group.column(c).num_values * _ID_BYTES > limits.row_group_bytes for c in range(group.num_columns)):
            raise BrokenShard(
                path, say("a row group unpacks to more than {most} MiB", most=limits.row_group_bytes >> 20)
            )


def _is_nested(kind: Any) -> bool:
    from pyarrow import types

    return bool(types.is_list(kind) and types.is_list(kind.value_type) and types.is_int32(kind.value_type.value_type))


def _documents(column: Any, path: Path, limits: Limits, vocabulary: int) -> Iterator[Sentences]:
    sentences = column.flatten()
    ids = sentences.flatten()
    if column.null_count or sentences.null_count or ids.null_count:
        raise BrokenShard(path, say("a document or sentence in it is missing"))
    flat, sentence_ends, document_ends = ids.to_numpy(), _ends(sentences), _ends(column)
    if len(flat) and not 0 <= flat.min() <= flat.max() < vocabulary:
        raise BrokenShard(path, say("it has tokens that its tokenizer does not know"))
    tokens = np.diff(sentence_ends[document_ends])
    most = max(int(tokens.max(initial=0)), int(np.diff(document_ends).max(initial=0)))
    if most * _ID_BYTES > limits.document_bytes:
        raise BrokenShard(path, say("it has a document of more than {most} MiB", most=limits.document_bytes >> 20))
    for first, last in itertools.pairwise(document_ends.tolist()):
        ends = sentence_ends[first : last + 1].tolist()
        yield [flat[begin:end].tolist() for begin, end in itertools.pairwise(ends)]


def _ends(lists: Any) -> npt.NDArray[np.int64]:
    """Where each list begins and the last one ends, the first at 0."""
    offsets = lists.offsets.to_numpy().astype(np.int64)
    return offsets - offsets[0] if len(offsets) else np.zeros(1, dtype=np.int64)
