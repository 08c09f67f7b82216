"""Which decoders a manifest may name, as far as can be told without torch and transformers.

`transformers` itself says in the trainer's process whether it knows the `model_type` and its keys. Here: nothing that
could lead to code, files or downloads, and nothing that is too large to look at.
"""

import re
from typing import Any

import msgspec

CONFIG_BYTES = 64 << 10
_DEPTH = 5
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,60}")
_FORBIDDEN = {
    *("auto_map", "trust_remote_code", "name_or_path", "architectures", "custom_pipelines", "torchscript"),
    *("quantization_config", "compression_config", "attn_implementation", "experts_implementation"),
    *("transformers_version", "dtype", "torch_dtype", "use_cache", "tokenizer_class", "adapter_path"),
}
"""Where the weights and their code come from, and how they are computed: this program's business."""


def fault_of(model: dict[str, Any]) -> str:
    """What is wrong with the configuration, as half a sentence; empty if nothing."""
    kind = model.get("model_type")
    if not isinstance(kind, str) or not _NAME.fullmatch(kind):
        return "it has no `model_type`; add one that is a causal language model of `transformers`, such as “gpt2”"
    try:
        size = len(msgspec.json.encode(model))
    except (TypeError, ValueError, RecursionError, OverflowError):
        return "it holds values that are no JSON"
    if size > CONFIG_BYTES:
        return f"it is longer than {CONFIG_BYTES >> 10} KiB"
    return _fault_in(model, 0)


def _fault_in(value: object, depth: int) -> str:
    if depth > _DEPTH:
        return "it is nested too deeply"
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str) or not _NAME.fullmatch(key) or key in _FORBIDDEN:
                return f"the key `{str(key)[:40]}` is not allowed"
            if fault := _fault_in(inner, depth + 1):
                return fault
    elif isinstance(value, list | tuple):
        return next((fault for inner in value if (fault := _fault_in(inner, depth + 1))), "")
    elif isinstance(value, int | float) and not isinstance(value, bool) and not abs(value) < 1e12:
        return "it has a number beyond all sizes"
    return ""
