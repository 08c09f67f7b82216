"""A Debian system that has never seen Python or Qt, in a folder made by `debootstrap`, with a layer above for each use.

Needs root. Processes in it share this machine's network, so that mirrors and peers can be outside of it.
"""

import os
import shutil
import stat
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

BASES = Path("/var/tmp/idlewild-roots")
USER, HOME = "volunteer", "/home/volunteer"
DATA = f"{HOME}/.local/share/idlewild"
SUITE, MIRROR = "bookworm", "http://deb.debian.org/debian"
_DESKTOP = ("ca-certificates", "libegl1", "libgl1", "libxcb1", "fontconfig-config", "fonts-noto-core", "fuse3")
"""What every desktop has, and AppImages take for granted; none of it for the Debian package, which asks for its own."""
_AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
_BIND = ("dev", "sys")
_BOOKKEEPING = (
    "var/log",
    "var/lib/dpkg",
    "var/lib/apt",
    "var/cache",
    "etc/ld.so.cache",
    "tmp",
    "run",
    "proc",
    "sys",
    "dev",
)
"""What the package system writes of its own work."""


def is_image(package: Path) -> bool:
    return package.suffix == ".AppImage"


def make_base(folder: Path, package: Path) -> Path:
    """Once; a minute. For an AppImage, a desktop (see `_DESKTOP`)."""
    is_desktop = is_image(package)
    base = folder / ("desktop" if is_desktop else "bare")
    if not (base / "home" / USER).exists():
        shutil.rmtree(base, ignore_errors=True)
        more = ",".join(_DESKTOP if is_desktop else _DESKTOP[:1])
        run("debootstrap", "--variant=minbase", f"--include={more}", SUITE, str(base), MIRROR)
        for name in ("etc/resolv.conf", "etc/hosts", _AUTHORITIES[1:]):
            shutil.copyfile(f"/{name}", base / name)  # also authorities that this machine alone trusts
        (base / "etc/mtab").symlink_to("../proc/self/mounts")  # as an init makes it
        run("chroot", str(base), "useradd", "--create-home", "--shell", "/bin/bash", USER)
    return base


def run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


class Root:
    """A layer above `base`, until the end of its `with`."""

    def __init__(self, base: Path, scratch: Path) -> None:
        self.path = scratch / "root"
        self._base, self._scratch = base, scratch
        self._mounted: list[Path] = []

    def __enter__(self) -> Self:
        upper, work = self._scratch / "upper", self._scratch / "work"
        for folder in (self.path, upper, work):
            folder.mkdir(parents=True)
        layers = f"lowerdir={self._base},upperdir={upper},workdir={work}"
        self._mount("-t", "overlay", "overlay", "-o", layers, at=self.path)
        for name in _BIND:
            self._mount("--rbind", f"/{name}", at=self.path / name)
        self._mount("-t", "proc", "proc", at=self.path / "proc")
        if Path("/dev/fuse").exists():
            self._lend_fuse(self._scratch / "fuse")
        return self

    def _lend_fuse(self, device: Path) -> None:
        """To everybody, as desktops do."""
        os.mknod(device, stat.S_IFCHR, Path("/dev/fuse").stat().st_rdev)
        device.chmod(0o666)
        self._mount("--bind", str(device), at=self.path / "dev/fuse")

    def _mount(self, *words: str, at: Path) -> None:
        run("mount", *words, str(at))
        if "--rbind" in words:
            run("mount", "--make-rslave", str(at))
        self._mounted.append(at)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, 9)
        for place in reversed(self._mounted):
            subprocess.run(["umount", "-l", str(place)], check=False)
        shutil.rmtree(self._scratch, ignore_errors=True)

    def processes(self) -> list[int]:
        found = []
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                if entry.name.isdigit() and (entry / "root").readlink() == self.path:
                    found.append(int(entry.name))
        return found

    def as_root(self, *words: str) -> str:
        plain = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "LANG=C.UTF-8"]
        return run("chroot", str(self.path), *plain, *words)

    def command(self, words: Sequence[str], display: str) -> list[str]:
        """What runs `words` as an ordinary user who sits at `display`."""
        variables = [f"HOME={HOME}", f"USER={USER}", f"DISPLAY={display}", "PATH=/usr/bin:/bin", "LANG=C.UTF-8"]
        variables += [f"SSL_CERT_FILE={_AUTHORITIES}"]
        in_home = ["sh", "-c", 'cd && exec "$@"', "sh", *words]
        return ["chroot", f"--userspec={USER}:{USER}", str(self.path), "env", "-i", *variables, *in_home]

    def as_user(self, *words: str, display: str = "") -> str:
        return run(*self.command(words, display))

    def files(self) -> dict[str, tuple[int, int]]:
        """Everything that is no bookkeeping: path to kind and permissions, and size where it is a file."""
        found = {}
        for folder, folders, names in os.walk(self.path):
            here = Path(folder).relative_to(self.path)
            folders[:] = [name for name in folders if str(here / name) not in _BOOKKEEPING]
            for name in [*folders, *names]:
                if str(path := here / name) not in _BOOKKEEPING:
                    facts = (self.path / path).lstat()
                    found[str(path)] = (facts.st_mode, 0 if name in folders else facts.st_size)
        return found
