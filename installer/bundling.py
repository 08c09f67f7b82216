"""Makes the bundle: the program's folder, with what its release says of itself."""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import icons

from core.identity.keys import Identity
from core.release.documents import Needs
from core.release.seal import seal

HERE = Path(__file__).resolve().parent
_MENDED = re.compile(r"-[0-9a-f]{8,}[.-]|\.libs/")
"""Libraries that were put into wheels by a tool that moves their parts about; stripping breaks them."""


def make_bundle(folder: Path, work: Path) -> Path:
    """`folder`/idlewild, anew. `work` is kept for the next time. Raises `subprocess.CalledProcessError`."""
    work.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"IDLEWILD_ICON": str(icons.for_program(work) or "")}
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(folder), "--workpath", str(work), str(HERE / "idlewild.spec")]
    subprocess.run(command, check=True, env=environment)  # noqa: S603 - PyInstaller of this Python
    bundle = folder / "idlewild"
    if sys.platform == "linux":
        _strip(bundle)
    return bundle


def put_documents(bundle: Path, needs: Needs, signer: Identity, feeds: Sequence[str]) -> None:
    """What the program asks of a release: whose signature counts, where to ask, which runtimes fit."""
    place = bundle / "_internal" / "release"
    place.mkdir(exist_ok=True)
    (place / "needs").write_bytes(seal(signer, needs))
    origin = {"keys": [base64.b64encode(signer.public_key).decode()], "feeds": list(feeds)}
    (place / "origin.json").write_text(json.dumps(origin, indent=1) + "\n", encoding="utf-8")


def _strip(bundle: Path) -> None:
    """Takes the symbols away that only debuggers read: a quarter of everything."""
    if shutil.which("strip") is None:
        return
    for path in bundle.rglob("*.so*"):
        if path.is_file() and not path.is_symlink() and not _MENDED.search(path.as_posix()):
            subprocess.run(["strip", "--strip-unneeded", str(path)], check=True, capture_output=True)  # noqa: S603, S607
