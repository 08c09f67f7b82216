"""Which of Linux's libraries the bundle's programs load, and where they come from."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from running import Failed, run


def programs(bundle: Path) -> Iterator[Path]:
    """Programs and libraries in it."""
    for path in bundle.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def of_the_system(found: Sequence[Path]) -> set[str]:
    """Names of the libraries that `found` load and are not."""
    needed = re.findall(r"^  NEEDED +(\S+)$", run(["objdump", "-p", *map(str, found)]), re.MULTILINE)
    return set(needed) - {path.name for path in found}


def places(names: Iterable[str]) -> dict[str, Path]:
    """Where this computer has them; those that it has not are left out."""
    lines = run(["/sbin/ldconfig", "-p"])
    known = dict(re.findall(r"^\t(\S+) \(libc6(?:,[^)]*)?\) => (\S+)$", lines, re.MULTILINE))
    return {name: Path(known[name]) for name in names if name in known}


def check(bundle: Path) -> None:
    """What is missing where a bundle is built is missing from it, and not found before somebody starts it on a desktop
    of that kind. Raises `Failed`."""
    wanted = of_the_system(list(programs(bundle)))
    if missing := wanted - places(wanted).keys():
        raise Failed(
            f"This computer has not: {', '.join(sorted(missing))}. Install the packages that have them (they are named "
            "in installer/README.md) and build again."
        )
