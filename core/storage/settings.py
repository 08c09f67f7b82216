"""All settings of a home on one page: key, default, type, text."""

import logging
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from core.errors import UsageError
from core.storage.database import Database

logger = logging.getLogger(__name__)

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Setting(Generic[V]):
    """`kind` is what `msgspec` checks values against, bounds included."""

    key: str
    default: V
    kind: Any
    text: str


PAUSED_BY_USER = Setting("paused_by_user", False, bool, "Paused until resumed.")
PAUSED_UNTIL_S: Setting[float | None] = Setting(
    "paused_until_s", None, float | None, "Unix time when a timed pause ends."
)
PAUSE_ON_BATTERY = Setting("pause_on_battery", True, bool, "Pause while the computer runs on battery.")
PAUSE_WHEN_BUSY = Setting("pause_when_busy", True, bool, "Pause while other programs need the processor.")
CPU_BUSY_LIMIT_PERCENT = Setting(
    "cpu_busy_limit_percent",
    25,
    Annotated[int, msgspec.Meta(ge=1, le=100)],
    "Share of the whole processor that other programs may use before training pauses.",
)
CPU_THREADS = Setting(
    "cpu_threads",
    0,
    Annotated[int, msgspec.Meta(ge=0, le=1024)],
    "Processor threads used for training; 0 leaves the choice to the program.",
)
COMPILING: Setting[Literal["auto", "on", "off"]] = Setting(
    "compile",
    "auto",
    Literal["auto", "on", "off"],
    "Whether the model's layers are compiled, which takes a minute at each start; auto does so where it pays.",
)

LISTEN_PORT = Setting(
    "listen_port",
    0,
    Annotated[int, msgspec.Meta(ge=0, le=65535)],
    "UDP port this peer was last found at, and tries to take again; 0 before the first start.",
)

UPLOAD_LIMIT_BYTES_PER_S = Setting(
    "upload_limit_bytes_per_s",
    0,
    Annotated[int, msgspec.Meta(ge=0, le=1 << 40)],
    "Bytes per second that are sent to all peers together at most; 0 is no limit.",
)
DOWNLOAD_LIMIT_BYTES_PER_S = Setting(
    "download_limit_bytes_per_s",
    0,
    Annotated[int, msgspec.Meta(ge=0, le=1 << 40)],
    "Bytes per second that all peers together may send here at most; 0 is no limit.",
)

DATA_LIMIT_BYTES: Setting[int | None] = Setting(
    "data_limit_bytes",
    None,
    Annotated[int, msgspec.Meta(ge=0, le=1 << 50)] | None,
    "Bytes of the disk that a collaboration's data may take; 0 is no limit, and without a value it is a tenth of the "
    "disk, between 2 and 20 GB.",
)
DATA_FOLDER = Setting(
    "data_folder",
    "",
    Annotated[str, msgspec.Meta(max_length=4096)],
    "Folder in which files of the collaboration's data may lie already, by their names.",
)

PAGE: tuple[Setting[Any], ...] = (
    PAUSED_BY_USER,
    PAUSED_UNTIL_S,
    PAUSE_ON_BATTERY,
    PAUSE_WHEN_BUSY,
    CPU_BUSY_LIMIT_PERCENT,
    CPU_THREADS,
    COMPILING,
    LISTEN_PORT,
    UPLOAD_LIMIT_BYTES_PER_S,
    DOWNLOAD_LIMIT_BYTES_PER_S,
    DATA_LIMIT_BYTES,
    DATA_FOLDER,
)


class Settings:
    """Values that were set, kept across starts. Methods raise `LocalFault` where the disk is the cause."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, setting: Setting[V]) -> V:
        """The kept value; the default where there is none, or where it cannot be one (another version's)."""
        row = self._database.row("SELECT value FROM settings WHERE key = ?", (setting.key,))
        if row is None:
            return setting.default
        try:
            value: V = msgspec.json.decode(row[0], type=setting.kind)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            logger.warning("setting %s is not used: %s", setting.key, error)
            return setting.default
        return value

    def set(self, setting: Setting[V], value: V) -> None:
        """Raises `UsageError` for a value of the wrong type or outside its bounds."""
        try:
            checked = msgspec.convert(value, setting.kind)
        except msgspec.ValidationError as error:
            raise UsageError(f"The setting {setting.key} cannot be {value!r} ({error}): {setting.text}") from error
        self._database.run(
            "INSERT OR REPLACE INTO settings VALUES (?, ?)", (setting.key, msgspec.json.encode(checked).decode())
        )

    def reset(self, setting: Setting[Any]) -> None:
        """Back to the default."""
        self._database.run("DELETE FROM settings WHERE key = ?", (setting.key,))
