"""All settings of a home: the engine's own on this page (key, default, type, text), and the owner's preferences."""

import logging
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from core.errors import UsageError
from core.ipc.bounds import bounds_of
from core.ipc.preferences import DEFAULTS, Preferences, changed, kinds
from core.saying import say
from core.storage.database import Database, Row

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
PAUSED_FOR_S: Setting[float | None] = Setting(
    "paused_for_s", None, float | None, "How long the timed pause was to last."
)
CONSENT: Setting[bool | None] = Setting(
    "consent", None, bool | None, "Whether the owner has agreed to what this computer is used for."
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

DATA_FOLDER = Setting(
    "data_folder",
    "",
    Annotated[str, msgspec.Meta(max_length=4096)],
    "Folder in which files of the collaboration's data may lie already, by their names.",
)

UPDATE_ASKED_S: Setting[float] = Setting(
    "update_asked_s", 0.0, float, "Unix time when a newer version of the program was last asked for."
)

PAGE: tuple[Setting[Any], ...] = (
    PAUSED_BY_USER,
    PAUSED_UNTIL_S,
    PAUSED_FOR_S,
    CONSENT,
    COMPILING,
    LISTEN_PORT,
    DATA_FOLDER,
    UPDATE_ASKED_S,
)
"""Of the engine's own. What the owner allows stands in `core.ipc.preferences`, and is kept under the same keys."""

_FORMER_KEYS = {"cpu_cores": "cpu_threads"}
"""Of homes from before a preference got its name."""


class Settings:
    """Values that were set, kept across starts. Methods raise `LocalFault` where the disk is the cause."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._preferences: Preferences | None = None

    def get(self, setting: Setting[V]) -> V:
        """The kept value; the default where there is none, or where it cannot be one (another version's)."""
        value: V = self._kept(setting.key, setting.kind, setting.default)
        return value

    def set(self, setting: Setting[V], value: V) -> None:
        """Raises `UsageError` for a value of the wrong type or outside its bounds."""
        try:
            checked = msgspec.convert(value, setting.kind)
        except msgspec.ValidationError as error:
            wrong = say(
                "The setting {key} cannot be {value} ({reason}): {text}",
                key=setting.key,
                value=_shown(value),
                reason=str(error),
                text=setting.text,
            )
            raise UsageError(wrong) from error
        self._keep(setting.key, checked)

    def reset(self, setting: Setting[Any]) -> None:
        """Back to the default."""
        self._forget(setting.key)

    def preferences(self) -> Preferences:
        """Kept values, and defaults for all others. Read once: nobody else changes them."""
        if self._preferences is None:
            kept = {key: self._kept(key, kind, _UNSET) for key, kind in kinds().items()}
            self._preferences = Preferences(**{key: value for key, value in kept.items() if value is not _UNSET})
        return self._preferences

    def with_changes(self, changes: dict[str, Any]) -> Preferences:
        """What the preferences would be; None is the default. Raises `UsageError` for a key that there is not, a wrong
        type, or a value outside its bounds."""
        known = kinds()
        for key, value in changes.items():
            if key not in known:
                raise UsageError(
                    say("There is no preference {key}; `idlewild preferences` lists them.", key=repr(key[:60]))
                )
            try:
                msgspec.convert(value if value is not None else getattr(DEFAULTS, key), known[key], strict=True)
            except msgspec.ValidationError as error:
                wrong = say(
                    "The preference {key} cannot be {value}: it is {bounds}.",
                    key=key,
                    value=_shown(value),
                    bounds=bounds_of(key),
                )
                raise UsageError(wrong) from error
        given = {key: getattr(DEFAULTS, key) if value is None else value for key, value in changes.items()}
        return changed(self.preferences(), given)

    def change(self, changes: dict[str, Any]) -> Preferences:
        """Keeps all of `changes`, or none. Raises as `with_changes`."""
        after = self.with_changes(changes)
        with self._database.transaction():
            for key, value in changes.items():
                self._forget(_FORMER_KEYS.get(key, key))
                if value is None:
                    self._forget(key)
                else:
                    self._keep(key, getattr(after, key))
        self._preferences = after
        return after

    def _kept(self, key: str, kind: Any, default: Any) -> Any:
        row = self._row(key) or self._row(_FORMER_KEYS.get(key, key))
        if row is None:
            return default
        try:
            return msgspec.json.decode(row[0], type=kind)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            logger.warning("setting %s is not used: %s", key, error)
            return default

    def _row(self, key: str) -> Row | None:
        return self._database.row("SELECT value FROM settings WHERE key = ?", (key,))

    def _keep(self, key: str, value: object) -> None:
        self._database.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, msgspec.json.encode(value).decode()))

    def _forget(self, key: str) -> None:
        self._database.run("DELETE FROM settings WHERE key = ?", (key,))


_UNSET = object()


def _shown(value: object) -> str:
    """Short enough for a sentence."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
