"""What a build says of itself: a JSON document, and the table for a manifest."""

import json
from collections.abc import Sequence

import msgspec

REPORT = "report.json"
TABLE = "data.toml"


class ShardReport(msgspec.Struct, frozen=True, kw_only=True):
    """One file."""

    file: str
    bytes: int
    sha256: str
    content_sha256: str
    """Over what is in it, before it is packed: equal where only the libraries that pack differ."""
    documents: int
    characters: int | None
    """None for pictures."""
    held_out: bool


class BuildReport(msgspec.Struct, frozen=True, kw_only=True):
    """All of a data set. Counts are of documents, or of pictures."""

    name: str
    origin: str
    format: str
    """Of all shards: `jsonl.zst`, `tokens` or `images`."""
    read: int
    too_short: int
    duplicates: int
    """Dropped for being the same as another one."""
    documents: int
    """In the shards: `read` less those two."""
    characters: int | None
    bytes: int
    held_out: int
    """Of `documents`, in shards of their own."""
    tokenizer: str | None
    """SHA-256 of its file, for `tokens`."""
    label_names: tuple[str, ...]
    ignored: tuple[str, ...]
    """Files that were of no known kind, the first thousand."""
    made_with: dict[str, str]
    """Versions of the libraries that decide the files' bytes."""
    shards: tuple[ShardReport, ...]


def as_json(report: BuildReport) -> bytes:
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def as_toml(report: BuildReport, weight: float) -> str:
    """The table that an organiser's manifest takes over; names of files are relative to the manifest."""
    trained = [shard.file for shard in report.shards if not shard.held_out]
    held_out = [shard.file for shard in report.shards if shard.held_out]
    return "\n".join(
        [
            "# Put this into a manifest in this folder, or write the way from the manifest before each file's name.",
            f"# {report.documents:,} documents of {_text(report.origin)}; {REPORT} has each file's hash.",
            "[[data.sources]]",
            f"name = {_text(report.name)}",
            f"weight = {weight:g}",
            *_list("files", trained),
            *(_list("held_out", held_out) if held_out else []),
            "# Where the same files lie on the web under the same names, if they do:",
            '# mirrors = ["https://data.example.org/folder/", "hf://datasets/OWNER/NAME@COMMIT/folder/"]',
            "",
        ]
    )


def _list(key: str, names: Sequence[str]) -> list[str]:
    return [f"{key} = [", *(f"    {_text(name)}," for name in names), "]"]


def _text(text: str) -> str:
    """A TOML string: JSON's escapes are among TOML's, and what JSON leaves alone TOML may not."""
    return json.dumps(text).replace("\x7f", "\\u007f")
