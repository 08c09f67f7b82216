"""Makes the bundle: the program's folder, with what its release says of itself."""

import base64
import compileall
import json
import os
import py_compile
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import icons
import icu
import libraries
from installer.utils import parse_wheel_filename
from running import run

from core.identity.ids import Digest
from core.identity.keys import Identity
from core.release.documents import Needs, Runtime
from core.release.fitting import needs_of
from core.release.origin import FOLDER, read_origin
from core.release.runtimes import BUNDLED, Runtimes, write_mark
from core.release.seal import seal
from core.release.unpacking import unpack

HERE = Path(__file__).resolve().parent
_MENDED = re.compile(r"-[0-9a-f]{8,}[.-]|\.libs/")
"""Libraries that were put into wheels by a tool that moves their parts about; stripping breaks them."""


def make_bundle(folder: Path, work: Path) -> Path:
    """`folder`/idlewild, anew. `work` is kept for the next time. Raises `Failed`."""
    work.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {
        "IDLEWILD_ICON": str(icons.for_program(work) or ""),
        # Packages are compressed as a whole and much better; what is compressed before only gets in their way.
        "PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0",
    }
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    command += ["--distpath", str(folder), "--workpath", str(work), str(HERE / "idlewild.spec")]
    run(command, environment=environment)
    bundle = folder / "idlewild"
    if sys.platform == "linux":
        libraries.check(bundle)
        icu.empty_all(bundle)
        _strip(bundle)
    return bundle


def put_documents(bundle: Path, needs: Needs, signer: Identity, feeds: Sequence[str]) -> None:
    """What the program asks of a release: whose signature counts, where to ask, which runtimes fit."""
    place = bundle / "_internal" / FOLDER
    place.mkdir(exist_ok=True)
    (place / "needs").write_bytes(seal(signer, needs))
    origin = {"keys": [base64.b64encode(signer.public_key).decode()], "feeds": list(feeds)}
    (place / "origin.json").write_text(json.dumps(origin, indent=1) + "\n", encoding="utf-8")


def put_runtime(bundle: Path, wheels: Path) -> None:
    """All in one: the first of the runtimes that fit beside the program, where it is used as it is. `wheels`: a folder
    where wheels are kept. Raises `Failed`, `ReleaseFault`, `LocalFault`."""
    runtime = needs_of(read_origin(bundle / "_internal")).runtimes[0]
    place = bundle / "_internal" / BUNDLED
    if Runtimes(place).find(runtime.id) is not None:
        return
    drop_runtime(bundle)
    folder = place / runtime.id
    folder.mkdir(parents=True)
    for path in downloaded(runtime, wheels):
        unpack(path, folder, folder / ".scratch", left_bytes=runtime.unpacked_bytes)
    # Where it lies nobody may write, so that Python could not keep what it compiles; files there never change.
    unchanging = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(folder, quiet=2, workers=0, invalidation_mode=unchanging)
    write_mark(folder, runtime)


def drop_runtime(bundle: Path) -> None:
    """It is fetched again."""
    shutil.rmtree(bundle / "_internal" / BUNDLED, ignore_errors=True)


def variant(bundle: Path) -> str:
    """Part of the names of what is made of it."""
    return "-offline" if (bundle / "_internal" / BUNDLED).is_dir() else ""


def downloaded(runtime: Runtime, wheels: Path) -> list[Path]:
    """The wheels of `runtime`, in the folder `wheels`; pip finds them as it did when they were listed. Raises
    `Failed`, `ValueError`."""
    missing = [wheel for wheel in runtime.wheels if not (wheels / wheel.file).exists()]
    if missing:
        pins = ["==".join(parse_wheel_filename(wheel.file)[:2]) for wheel in missing]
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(wheels), *pins]
        run(command)
    for wheel in runtime.wheels:
        if Digest.of((wheels / wheel.file).read_bytes()) != wheel.digest:
            raise ValueError(f"{wheel.file} is not the wheel that was listed: remove it and try again")
    return [wheels / wheel.file for wheel in runtime.wheels]


def _strip(bundle: Path) -> None:
    """Takes the symbols away that only debuggers read: a quarter of everything."""
    if shutil.which("strip") is None:
        return
    for path in bundle.rglob("*.so*"):
        if path.is_file() and not path.is_symlink() and not _MENDED.search(path.as_posix()):
            run(["strip", "--strip-unneeded", str(path)])
