"""A checkpoint's folder, looked at without loading anything: imports neither torch nor transformers."""

import json
from pathlib import Path

from core.errors import UsageError

PREPROCESSOR = "preprocessor_config.json"
_CONFIGS = ("config.json", "tokenizer_config.json", PREPROCESSOR, "processor_config.json")


def check_folder(folder: Path, *, from_random: bool) -> None:
    """Raises `UsageError` if there is no model in `folder`, no weights (unless they shall be `from_random`), or if it
    asks for code of its own."""
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}; name one that holds a checkpoint of `transformers`.")
    if not (folder / "config.json").is_file():
        raise UsageError(f"{folder} has no config.json; name the folder of a `transformers` checkpoint.")
    if not from_random and not any(folder.glob("*.safetensors")):
        raise UsageError(f"{folder} has no weights as safetensors; convert them, or add --from-random.")
    for name in _CONFIGS:
        if (folder / name).is_file():
            _refuse_code(folder / name)


def _refuse_code(path: Path) -> None:
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} cannot be read as JSON ({error}); repair it or fetch it again.") from error
    if not isinstance(content, dict):
        raise UsageError(f"{path} is no configuration of `transformers`; repair it or fetch it again.")
    if "auto_map" in content:
        raise UsageError(
            f"{path} asks for code of its own (`auto_map`), which Idlewild never runs; use a model that `transformers` "
            "knows by itself."
        )
