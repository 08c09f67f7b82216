"""How a file of the desktop was before this program added to it, so that it can be as if nothing had been."""

from pathlib import Path

import msgspec

from app.desktop_entry import write_whole


class _Kept(msgspec.Struct, frozen=True):
    choices: bytes | None
    """Content of `mimeapps.list`; None where there was none."""


class Before:
    """Kept in a file of its own until it is taken out."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def keep(self, choices: bytes | None) -> None:
        """The first time counts. Raises `SystemFault`."""
        if not self._path.exists():
            write_whole(self._path, msgspec.json.encode(_Kept(choices)).decode())

    @property
    def is_kept(self) -> bool:
        return self._read() is not None

    @property
    def choices(self) -> bytes | None:
        kept = self._read()
        return kept.choices if kept else None

    def forget(self) -> None:
        self._path.unlink(missing_ok=True)

    def _read(self) -> _Kept | None:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except (OSError, msgspec.DecodeError):
            return None
