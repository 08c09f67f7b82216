"""Masked language modelling and sentence-order prediction as a plug (see `core.training.tasks.api`)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from core.data.tokenizer import TextTokenizer
from core.errors import UsageError
from core.identity.manifest import Manifest, MlmSop
from core.training.api import Vector
from core.training.layout import Layout
from core.training.rules import StepRules
from core.training.tasks.api import Fault, Learning, Trial, Tries
from core.training.tasks.bounds import MAX_VOCABULARY, between
from core.training.tasks.folder import as_json, tokenizer_files, whole_model
from core.training.tasks.mlm_sop.models import AlbertModel, drafted, model_of
from core.training.tasks.mlm_sop.recipe import MlmSopRecipe


class MlmSopPlug:
    needs_tokenizer = True
    tries: Tries = "fill_mask"

    def drafted(self, model: dict[str, Any], task: Mapping[str, Any]) -> dict[str, Any]:
        return drafted(model, task["sequence_tokens"])

    def completed(self, task: MlmSop, tokenizer: TextTokenizer | None) -> MlmSop:
        assert tokenizer is not None
        ids = {
            "vocab_size": tokenizer.vocabulary,
            "pad_token_id": tokenizer.id_of("pad"),
            "bos_token_id": tokenizer.id_of("cls"),
            "eos_token_id": tokenizer.id_of("sep"),
        }
        return msgspec.structs.replace(task, model=task.model | ids)

    def faults(self, task: MlmSop) -> Iterator[Fault]:
        yield from between("task.sequence_tokens", task.sequence_tokens, 16, 16_384)
        yield from between("task.mask_probability", task.mask_probability, 0.01, 0.9)
        vocabulary = task.model.get("vocab_size", MAX_VOCABULARY)
        try:
            model_of(task, vocabulary if isinstance(vocabulary, int) else 0)
        except UsageError as error:
            yield "task.model", str(error)[:400].rstrip(".")

    def recipe(self, manifest: Manifest, tokenizer: TextTokenizer | None) -> MlmSopRecipe:
        assert tokenizer is not None
        return MlmSopRecipe.of(manifest, tokenizer)

    def learning(self, task: MlmSop) -> Learning:
        from core.training.tasks.mlm_sop.learning import MlmSopLearning  # torch

        return MlmSopLearning(task)

    def trial(self, task: MlmSop, tokenizer: TextTokenizer) -> Trial:
        from core.training.tasks.mlm_sop.gaps import GapFilling  # torch

        return GapFilling(task, tokenizer)

    def step_rules(self, task: MlmSop, step: int) -> StepRules:
        return StepRules()

    def weights(self, layout: Layout, parameters: Vector) -> Mapping[str, bytes]:
        return whole_model(layout, parameters)

    def export(self, task: MlmSop, tokenizer: Path | None) -> Mapping[str, bytes]:
        assert tokenizer is not None
        model = model_of(task)
        name = "AlbertForPreTraining" if isinstance(model, AlbertModel) else "BertForPreTraining"
        config = msgspec.to_builtins(model) | {"architectures": [name], "dtype": "float32"}
        roles = ("pad", "unk", "cls", "sep", "mask")
        return {"config.json": as_json(config), **tokenizer_files(tokenizer, roles, task.sequence_tokens)}
