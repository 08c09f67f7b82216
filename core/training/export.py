"""The present model as a folder that `transformers` loads. Needs neither torch nor transformers itself."""

import json
import os
import shutil
from pathlib import Path

import msgspec
import tokenizers

from core.data.objects import ObjectStore
from core.data.tokenizer import TextTokenizer
from core.errors import LocalFault
from core.identity.manifest import Manifest
from core.training.api import Vector
from core.training.architectures import model_of
from core.training.layout import Layout, pack_weights

_ARCHITECTURES = {"mlm_sop": "AlbertForPreTraining"}
_FILES = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")


def export(manifest: Manifest, objects: Path, layout: Layout, parameters: Vector, folder: Path) -> None:
    """Writes `folder` with the `parameters` [P]; it appears whole or not at all, and replaces an earlier export.

    Raises `LocalFault` if `folder` holds anything else, or the disk does not take it.
    """
    tokenizer = ObjectStore(objects).path(manifest.tokenizer)
    folder = folder.absolute()
    new, old = (folder.with_name(f".{folder.name}.{word}-{os.getpid()}") for word in ("new", "old"))
    try:
        _check_replaceable(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        new.mkdir()
        try:
            _write(new / "model.safetensors", pack_weights(layout, parameters))
            _write(new / "config.json", _config(manifest, tokenizer))
            _write(new / "tokenizer.json", tokenizer.read_bytes())
            _write(new / "tokenizer_config.json", _tokenizer_config(manifest, tokenizer))
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
            f"The model could not be written to {folder} ({error.strerror or error}); choose a folder on a disk with "
            "room where you may write."
        ) from error


def _check_replaceable(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir() or not {entry.name for entry in folder.iterdir()} <= set(_FILES):
        raise LocalFault(f"{folder} holds other files, which an export would replace; choose a new or empty folder.")


def _config(manifest: Manifest, tokenizer: Path) -> bytes:
    model = model_of(manifest.task, TextTokenizer.open(tokenizer).vocabulary)
    keys = msgspec.to_builtins(model)
    return _json(keys | {"architectures": [_ARCHITECTURES[manifest.task.kind]], "dtype": "float32"})


def _tokenizer_config(manifest: Manifest, tokenizer: Path) -> bytes:
    ids, names = TextTokenizer.open(tokenizer), tokenizers.Tokenizer.from_file(str(tokenizer))
    roles = {"pad": ids.pad, "unk": ids.unk, "cls": ids.cls, "sep": ids.sep, "mask": ids.mask}
    tokens = {f"{role}_token": names.id_to_token(number) for role, number in roles.items()}
    return _json(
        tokens | {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": manifest.task.sequence_tokens}
    )


def _json(content: object) -> bytes:
    return json.dumps(content, indent=2, ensure_ascii=False).encode() + b"\n"


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
