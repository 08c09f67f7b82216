"""The present model as a folder that `transformers` loads."""

import os
import shutil
from pathlib import Path

from core.data.objects import ObjectStore
from core.errors import LocalFault, reason_of
from core.identity.manifest import Manifest
from core.saying import say
from core.training.api import Vector
from core.training.layout import Layout
from core.training.tasks import plug_of

_FILES = {
    *("config.json", "model.safetensors", "head.safetensors", "tokenizer.json", "tokenizer_config.json"),
    *("preprocessor_config.json", "README.md"),
}
"""What an export may hold, and so an earlier one that is replaced."""


def export(manifest: Manifest, objects: Path, layout: Layout, parameters: Vector, folder: Path, card: str = "") -> None:
    """Writes `folder` with the `parameters` [P]; it appears whole or not at all, and replaces an earlier export.

    Raises `LocalFault` if `folder` holds anything else, or the disk does not take it.
    """
    tokenizer = ObjectStore(objects).path(manifest.tokenizer) if manifest.tokenizer is not None else None
    folder = folder.absolute()
    new, old = (folder.with_name(f".{folder.name}.{word}-{os.getpid()}") for word in ("new", "old"))
    try:
        _check_replaceable(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        new.mkdir()
        try:
            plug = plug_of(manifest.task)
            for files in (plug.weights(layout, parameters), plug.export(manifest.task, tokenizer)):
                for name, content in files.items():
                    _write(new / name, content)
            if card:
                _write(new / "README.md", card.encode())
            if folder.exists():
                folder.rename(old)
            new.rename(folder)
        finally:
            shutil.rmtree(new, ignore_errors=True)
            if old.exists() and not folder.exists():
                old.rename(folder)
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise LocalFault(
            say(
                "The model could not be written to {folder} ({reason}); choose a folder on a disk with room where you "
                "may write.",
                folder=str(folder),
                reason=reason_of(error),
            )
        ) from error


def _check_replaceable(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir() or not {entry.name for entry in folder.iterdir()} <= _FILES:
        raise LocalFault(
            say(
                "{folder} holds other files, which an export would replace; choose a new or empty folder.",
                folder=str(folder),
            )
        )


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
