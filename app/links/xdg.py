"""Linux and other free desktops: an entry for the launcher that takes the links, its icon, and the user's choice of it
(MIME Applications Associations 1.0.1)."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from app import desktop_entry
from app.desktop_entry import FILE_NAME, MakeFolder, make_folder, write_whole
from app.icons import FOLDER
from app.links.before import Before
from app.links.kinds import SCHEME
from app.own_command import is_of_home

KIND = f"x-scheme-handler/{SCHEME}"
_GROUP = "[Default Applications]"
_SYSTEM_FOLDERS = "/usr/local/share:/usr/share"


class XdgLinkOpener:
    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] = os.environ,
        make: MakeFolder = make_folder,
        before: Before | None = None,
    ) -> None:
        data = desktop_entry.folder("XDG_DATA_HOME", ".local/share", environment)
        self.path = data / "applications" / FILE_NAME
        self.icon = data / "icons" / "hicolor" / "scalable" / "apps" / "idlewild.svg"
        self.choices = desktop_entry.folder("XDG_CONFIG_HOME", ".config", environment) / "mimeapps.list"
        folders = environment.get("XDG_DATA_DIRS") or _SYSTEM_FOLDERS
        self._installed = [Path(place) / "applications" / FILE_NAME for place in folders.split(":") if place]
        self._command = list(command)
        self._make, self._before = make, before

    def is_registered(self) -> bool:
        return chosen(_read(self.choices)) == FILE_NAME

    def register(self) -> None:
        """The entry of a package that was installed for all users is good as it is."""
        if not any(path.exists() for path in self._installed):
            desktop_entry.write_own(self.path, self._values(), self._make)
            write_whole(self.icon, _icon(), self._make)
        text = _read(self.choices)
        if not chosen(text):
            if self._before is not None:
                self._before.keep(_encoded(text) if self.choices.exists() else None)
            write_whole(self.choices, with_choice(text), self._make)

    def unregister(self) -> None:
        values = desktop_entry.values_of(self.path)
        if values is not None and not is_of_home(values.get("Exec", ""), self._command, desktop_entry.exec_line):
            return
        desktop_entry.remove_own(self.path)
        if not self.path.exists() and _read(self.icon) == _icon():
            self.icon.unlink(missing_ok=True)
        text = _read(self.choices)
        if chosen(text) == FILE_NAME:
            self._choose_as_before(text)
        if self._before is not None:
            self._before.forget()

    def _choose_as_before(self, text: str) -> None:
        """A list that nobody has changed since is what it was, or gone where there was none; from any other, only our
        own line is taken."""
        earlier = _decoded(self._before.choices or b"") if self._before is not None else ""
        was_there = self._before is None or not self._before.is_kept or self._before.choices is not None
        is_unchanged = self._before is not None and self._before.is_kept and text == with_choice(earlier)
        rest = earlier if is_unchanged else without_choice(text)
        if not was_there and rest.split() in ([], _GROUP.split()):
            self.choices.unlink(missing_ok=True)
        else:
            write_whole(self.choices, rest)

    def _values(self) -> dict[str, str]:
        return {
            "Name": "Idlewild",
            "GenericName": "Volunteer training",
            "Comment": "Train a neural network together with others while this computer has nothing to do",
            "Exec": desktop_entry.exec_line(self._command, link=True),
            "Icon": "idlewild",
            "Terminal": "false",
            "Categories": "Science;Education;Network;",
            "MimeType": f"{KIND};",
            "StartupWMClass": "idlewild",
            "SingleMainWindow": "true",
        }


def chosen(text: str) -> str:
    """Entry that opens the links by the user's choice; empty for none."""
    group = ""
    for line in text.splitlines():
        group = line.strip() if line.startswith("[") else group
        key, sign, value = line.partition("=")
        if sign and group == _GROUP and key.strip() == KIND:
            return value.split(";")[0].strip()
    return ""


def with_choice(text: str) -> str:
    """All other lines stay as they are and where they are."""
    lines = text.splitlines()
    if _GROUP in (line.strip() for line in lines):
        at = next(number for number, line in enumerate(lines) if line.strip() == _GROUP)
        lines.insert(at + 1, f"{KIND}={FILE_NAME}")
    else:
        lines += [*([""] if lines else []), _GROUP, f"{KIND}={FILE_NAME}"]
    return "\n".join(lines) + "\n"


def without_choice(text: str) -> str:
    kept = [line for line in text.splitlines() if line.partition("=")[0].strip() != KIND]
    return "\n".join(kept) + "\n"


def _icon() -> str:
    return (FOLDER / "idlewild.svg").read_text(encoding="utf-8")


def _read(path: Path) -> str:
    """As it is, line ends included."""
    try:
        return _decoded(path.read_bytes())
    except FileNotFoundError:
        return ""


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
