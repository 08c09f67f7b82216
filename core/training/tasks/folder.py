"""Files of a `transformers` folder that several tasks write alike."""

import json
from collections.abc import Sequence
from pathlib import Path

from core.data.tokenizer import TextTokenizer
from core.training.api import Vector
from core.training.layout import Layout, pack_weights


def as_json(content: object) -> bytes:
    return json.dumps(content, indent=2, ensure_ascii=False).encode() + b"\n"


def whole_model(layout: Layout, parameters: Vector) -> dict[str, bytes]:
    """All tensors, by their own names."""
    return {"model.safetensors": pack_weights(layout, parameters)}


def tokenizer_files(tokenizer: Path, roles: Sequence[str], sequence_tokens: int) -> dict[str, bytes]:
    """The tokenizer, and which of its tokens play which role."""
    loaded = TextTokenizer.open(tokenizer)
    tokens = {f"{role}_token": loaded.name_of(loaded.id_of(role)) for role in roles}
    config = tokens | {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": sequence_tokens}
    return {"tokenizer.json": tokenizer.read_bytes(), "tokenizer_config.json": as_json(config)}
