"""A folder that `transformers` loads: configuration, safetensors weights, perhaps a tokenizer. Never its own code."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from PIL.Image import Image
from tokenizers import pre_tokenizers
from torch import nn
from transformers.models.auto.configuration_auto import AutoConfig
from transformers.models.auto.image_processing_auto import AutoImageProcessor
from transformers.models.auto.tokenization_auto import AutoTokenizer
from transformers.tokenization_utils_tokenizers import PreTrainedTokenizerFast
from transformers.utils import logging as transformers_logging

from core.errors import IdlewildError, UsageError
from core.evaluation.folder import PREPROCESSOR, check_folder
from core.evaluation.memory import enough_memory

_LOCAL: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
_LENGTH_UNLIMITED = 1 << 20
"""Beyond it, a tokenizer's `model_max_length` says that nobody has set one."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Raises `UsageError`, in every method, for what the folder's files do not allow."""

    folder: Path
    from_random: bool

    @classmethod
    def open(cls, folder: Path, *, from_random: bool = False) -> "Checkpoint":
        """Loads nothing yet. Silences `transformers` in this process: what it has to say of a folder is said here."""
        check_folder(folder, from_random=from_random)
        transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        return cls(folder, from_random)

    def config(self, **keys: Any) -> Any:
        """Of `transformers`, with some `keys` set otherwise."""
        with _as_usage_error(self.folder):
            return AutoConfig.from_pretrained(self.folder, **_LOCAL, **keys)

    def tokenizer(self) -> PreTrainedTokenizerFast:
        """Exactly that of `tokenizer.json` where there is one.

        `AutoTokenizer` would build the tokenizer that is usual for the model's type, and merely fill in the vocabulary:
        for ALBERT one that takes the vowel signs off Bengali words.
        """
        with _as_usage_error(self.folder):
            if (self.folder / "tokenizer.json").is_file():
                tokenizer = PreTrainedTokenizerFast.from_pretrained(self.folder, **_LOCAL)
            else:
                tokenizer = AutoTokenizer.from_pretrained(self.folder, **_LOCAL)
        if not isinstance(tokenizer, PreTrainedTokenizerFast):
            raise UsageError(f"{self.folder} has no fast tokenizer; add its tokenizer.json.")
        _put_space_before_words(tokenizer)
        return tokenizer

    @property
    def has_preprocessor(self) -> bool:
        """Whether the folder says how images are prepared."""
        return (self.folder / PREPROCESSOR).is_file()

    def preprocessor(self) -> Callable[[Sequence[Image]], torch.Tensor]:
        """From images of red, green and blue to the model's input [B, 3, H, W] float32, as the folder says."""
        with _as_usage_error(self.folder):
            read: Any = AutoImageProcessor.from_pretrained
            processor = read(self.folder, backend="pil", **_LOCAL)

        def prepare(images: Sequence[Image]) -> torch.Tensor:
            with _as_usage_error(self.folder):
                pixels: torch.Tensor = processor(list(images), return_tensors="pt")["pixel_values"]
            return pixels

        return prepare

    def build(self, kind: Any, config: Any, seed: int) -> nn.Module:
        """A model of the class that `kind`, one of the `AutoModel…`, has for the `config`: float32, on the CPU.

        Weights that the checkpoint has not, of a new head for example, are random by `seed`. Raises `UsageError` if
        others than head and pooler are missing, which `transformers` would make up as silently.
        """
        torch.manual_seed(seed)
        with _as_usage_error(self.folder):
            if self.from_random:
                model: nn.Module = kind.from_config(config, dtype=torch.float32)
                return model
            model, found = kind.from_pretrained(
                self.folder,
                config=config,
                dtype=torch.float32,
                use_safetensors=True,
                ignore_mismatched_sizes=True,
                output_loading_info=True,
                **_LOCAL,
            )
        _check_complete(self.folder, model, found)
        return model


def longest(config: Any, tokenizer: PreTrainedTokenizerFast) -> int | None:
    """Tokens of a sample that the model has positions for, if there is a limit."""
    limits = [getattr(config, "max_position_embeddings", None), tokenizer.model_max_length]
    return min((limit for limit in limits if isinstance(limit, int) and 0 < limit < _LENGTH_UNLIMITED), default=None)


def parameters_of(model: nn.Module) -> int:
    return sum(parameter.numel() for parameter in model.parameters())


def _put_space_before_words(tokenizer: PreTrainedTokenizerFast) -> None:
    """Where spaces belong to the tokens (RoBERTa, GPT-2), words given one by one are inner words, not beginnings."""
    splitter = tokenizer.backend_tokenizer.pre_tokenizer
    if isinstance(splitter, pre_tokenizers.ByteLevel):
        splitter.add_prefix_space = True
        tokenizer.backend_tokenizer.pre_tokenizer = splitter


def _check_complete(folder: Path, model: nn.Module, found: dict[str, Any]) -> None:
    absent = {*found["missing_keys"], *(key[0] if isinstance(key, tuple) else key for key in found["mismatched_keys"])}
    prefix = str(getattr(model, "base_model_prefix", ""))
    body = f"{prefix}." if prefix and hasattr(model, prefix) else ""
    lacking = sorted(name for name in absent if name.startswith(body) and "pooler" not in name)
    if lacking:
        raise UsageError(
            f"The weights in {folder} are not those of its config.json: {len(lacking)} tensors are missing or of "
            f"another shape, {lacking[0]} for example; fetch the checkpoint again."
        )


@contextmanager
def _as_usage_error(folder: Path) -> Iterator[None]:
    """`transformers` meets a folder that does not suit it with whatever its parts happen to raise."""
    try:
        with enough_memory("choose a smaller model"):
            yield
    except IdlewildError:
        raise
    except Exception as error:  # of ten libraries; only their calls are inside the block
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise UsageError(f"The model in {folder} cannot be loaded: {reason}; check what the folder holds.") from error
