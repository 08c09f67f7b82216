"""Causal language modelling as a plug (see `core.training.tasks.api`)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from core.data.tokenizer import TextTokenizer
from core.identity.manifest import CausalLm, Manifest
from core.training.api import Vector
from core.training.layout import Layout
from core.training.rules import StepRules
from core.training.tasks.api import Fault, Learning, Trial, Tries
from core.training.tasks.bounds import between
from core.training.tasks.causal_lm.config import fault_of
from core.training.tasks.causal_lm.recipe import PackedRecipe
from core.training.tasks.folder import as_json, tokenizer_files, whole_model

_GPT2_DEFAULTS = {"resid_pdrop": 0.0, "embd_pdrop": 0.0, "attn_pdrop": 0.0, "summary_first_dropout": 0.0}
"""Dropout would make a gradient depend on how samples were grouped."""


class CausalLmPlug:
    needs_tokenizer = True
    tries: Tries = "complete"

    def drafted(self, model: dict[str, Any], task: Mapping[str, Any]) -> dict[str, Any]:
        if model.get("model_type", "gpt2") != "gpt2":
            return model
        return {"model_type": "gpt2", "n_positions": task["sequence_tokens"], **_GPT2_DEFAULTS} | model

    def completed(self, task: CausalLm, tokenizer: TextTokenizer | None) -> CausalLm:
        assert tokenizer is not None
        end = tokenizer.id_of("end")
        ids = {"vocab_size": tokenizer.vocabulary, "bos_token_id": end, "eos_token_id": end, "pad_token_id": None}
        # More room than entries is common practice: sizes that are multiples of 64 are faster on graphics cards.
        room = task.model.get("vocab_size", 0)
        if isinstance(room, int) and room > tokenizer.vocabulary:
            ids["vocab_size"] = room
        return msgspec.structs.replace(task, model=task.model | ids)

    def faults(self, task: CausalLm) -> Iterator[Fault]:
        yield from between("task.sequence_tokens", task.sequence_tokens, 8, 1 << 17)
        if fault := fault_of(task.model):
            yield "task.model", fault

    def recipe(self, manifest: Manifest, tokenizer: TextTokenizer | None) -> PackedRecipe:
        assert tokenizer is not None
        return PackedRecipe.of(manifest, tokenizer)

    def learning(self, task: CausalLm) -> Learning:
        from core.training.tasks.causal_lm.learning import CausalLmLearning  # torch

        return CausalLmLearning(task)

    def trial(self, task: CausalLm, tokenizer: TextTokenizer) -> Trial:
        from core.training.tasks.causal_lm.continuing import Continuing  # torch

        return Continuing(task, tokenizer)

    def step_rules(self, task: CausalLm, step: int) -> StepRules:
        return StepRules()

    def weights(self, layout: Layout, parameters: Vector) -> Mapping[str, bytes]:
        return whole_model(layout, parameters)

    def export(self, task: CausalLm, tokenizer: Path | None) -> Mapping[str, bytes]:
        assert tokenizer is not None
        from core.training.tasks.causal_lm.learning import architecture_of  # transformers

        config = task.model | {"architectures": [architecture_of(task)], "dtype": "float32"}
        files = tokenizer_files(tokenizer, ("end",), task.sequence_tokens)
        return {"config.json": as_json(config), **files}
