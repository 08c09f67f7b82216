"""Desktop entries of this user (freedesktop.org Desktop Entry Specification 1.5), written and recognised.

A file that this program has not written is never changed or removed.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.qt import QCoreApplication, QIODevice, QSaveFile
from app.system_fault import SystemFault

FILE_NAME = "idlewild.desktop"
_MARK = "X-Idlewild-Written"
_RESERVED = '"`$\\'

MakeFolder = Callable[[Path], None]
"""Makes a folder and those above it. Raises `OSError`."""

translate = QCoreApplication.translate


def make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def folder(variable: str, usual: str, environment: Mapping[str, str]) -> Path:
    """`XDG_…_HOME`, which counts only as an absolute path."""
    named = Path(environment.get(variable, ""))
    return named if named.is_absolute() else Path(environment.get("HOME") or Path.home()) / usual


def exec_line(words: Sequence[str], *, link: bool = False) -> str:
    """Value of `Exec`: each word in quotes, and escaped twice, as a word and as a string of the file. `link`: what is
    opened takes the last place."""
    quoted = ['"' + "".join(f"\\{c}" if c in _RESERVED else c for c in word) + '"' for word in words]
    line = " ".join(quoted).replace("\\", "\\\\").replace("%", "%%").replace("\n", "\\n")
    return f"{line} %u" if link else line


def entry(values: Mapping[str, str]) -> str:
    lines = ["[Desktop Entry]", "Type=Application", f"{_MARK}=true", *(f"{key}={text}" for key, text in values.items())]
    return "\n".join(lines) + "\n"


def values_of(path: Path) -> dict[str, str] | None:
    """Keys of the first group; None where there is no such file."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise SystemFault(_unreadable(path, fault)) from fault
    values: dict[str, str] = {}
    groups = 0
    for line in lines:
        groups += line.startswith("[")
        key, sign, text = line.partition("=")
        if sign and groups == 1:
            values.setdefault(key.strip(), text.strip())
    return values


def is_ours(values: Mapping[str, str]) -> bool:
    return values.get(_MARK) == "true"


def write_own(path: Path, values: Mapping[str, str], make: MakeFolder = make_folder) -> None:
    """Raises `SystemFault` where somebody else's file is in the way, or the folder cannot be written."""
    present = values_of(path)
    if present is not None and not is_ours(present):
        text = translate("system", "{file} was not made by Idlewild and is left alone; remove it and try again.")
        raise SystemFault(text.format(file=path))
    write_whole(path, entry(values), make)


def remove_own(path: Path) -> None:
    present = values_of(path)
    if present is not None and is_ours(present):
        with contextlib.suppress(FileNotFoundError):
            path.unlink()


def write_whole(path: Path, text: str, make: MakeFolder = make_folder) -> None:
    """The old file or the new one, never half of it; nothing is written where it says the same already."""
    content = text.encode(errors="surrogateescape")
    try:
        if path.exists() and path.read_bytes() == content:
            return
        make(path.parent)
    except OSError as fault:
        raise SystemFault(_unwritable(path, _reason(fault))) from fault
    file = QSaveFile(str(path))
    is_written = file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(content) == len(content)
    if not (is_written and file.commit()):
        raise SystemFault(_unwritable(path, file.errorString()))


def _reason(fault: OSError) -> str:
    return fault.strerror or type(fault).__name__


def _unreadable(path: Path, fault: OSError) -> str:
    text = translate("system", "{file} cannot be read ({reason}); make it readable and try again.")
    return text.format(file=path, reason=_reason(fault))


def _unwritable(path: Path, reason: str) -> str:
    text = translate("system", "{file} cannot be written ({reason}); make its folder writable and try again.")
    return text.format(file=path, reason=reason)
