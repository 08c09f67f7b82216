"""Which models a manifest may name, checked without torch. Never code: a fixed list, each key typed and bounded."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from core.errors import UsageError
from core.identity.manifest import Task

Size = Annotated[int, Meta(ge=1, le=1 << 16)]
Count = Annotated[int, Meta(ge=1, le=256)]
Probability = Annotated[float, Meta(ge=0.0, lt=1.0)]
TokenId = Annotated[int, Meta(ge=0, lt=1 << 22)]


class AlbertModel(  # the keys of a transformers configuration, no more: `auto_map` and the like are refused
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="model_type", tag="albert"
):
    """ALBERT (Lan et al., 2020); keys as in `transformers.AlbertConfig`, except that every dropout is 0 by default."""

    vocab_size: Annotated[int, Meta(ge=8, le=1 << 22)]
    hidden_size: Size
    num_hidden_layers: Count
    num_attention_heads: Count
    intermediate_size: Size
    embedding_size: Size = 128
    num_hidden_groups: Count = 1
    inner_group_num: Count = 1
    hidden_act: Literal["gelu", "gelu_new", "gelu_pytorch_tanh", "relu", "silu"] = "gelu_new"
    hidden_dropout_prob: Probability = 0.0
    attention_probs_dropout_prob: Probability = 0.0
    classifier_dropout_prob: Probability = 0.0
    max_position_embeddings: Size = 512
    type_vocab_size: Annotated[int, Meta(ge=2, le=16)] = 2
    initializer_range: Annotated[float, Meta(gt=0.0, le=1.0)] = 0.02
    layer_norm_eps: Annotated[float, Meta(gt=0.0, le=1e-3)] = 1e-12
    pad_token_id: TokenId = 0
    bos_token_id: TokenId = 2
    eos_token_id: TokenId = 3

    @property
    def has_dropout(self) -> bool:
        return max(self.hidden_dropout_prob, self.attention_probs_dropout_prob, self.classifier_dropout_prob) > 0

    @property
    def layer_flops_per_token(self) -> int:
        """Multiplications and additions of one layer's forward pass for one token, without attention's own part."""
        return 2 * (4 * self.hidden_size**2 + 2 * self.hidden_size * self.intermediate_size)


_MODELS = {"mlm_sop": AlbertModel}


def model_of(task: Task, vocabulary: int) -> AlbertModel:
    """The checked model configuration of `task`, for a tokenizer of `vocabulary` entries.

    `vocab_size` may be absent; it is the tokenizer's. Raises `UsageError` with one sentence on anything that this
    program does not know.
    """
    if task.kind not in _MODELS:
        raise UsageError(f"The task “{task.kind}” is unknown; use one of {', '.join(_MODELS)}.")
    if "model_type" not in task.model:
        raise UsageError(f"The model of task “{task.kind}” has no `model_type`; add one, for example “albert”.")
    try:
        model = msgspec.convert({"vocab_size": vocabulary, **task.model}, _MODELS[task.kind])
    except msgspec.ValidationError as error:
        raise UsageError(f"The model of task “{task.kind}” cannot be used: {error}.") from error
    fault = _fault(model, task, vocabulary)
    if fault:
        raise UsageError(f"The model of task “{task.kind}” cannot be used: {fault}.")
    return model


def _fault(model: AlbertModel, task: Task, vocabulary: int) -> str:
    if model.vocab_size != vocabulary:
        return f"`vocab_size` is {model.vocab_size}, but the tokenizer has {vocabulary} entries"
    if model.hidden_size % model.num_attention_heads:
        return "`hidden_size` must be a multiple of `num_attention_heads`"
    if model.num_hidden_layers % model.num_hidden_groups:
        return "`num_hidden_layers` must be a multiple of `num_hidden_groups`"
    if not 1 <= task.sequence_tokens <= model.max_position_embeddings:
        return f"`sequence_tokens` must be at most `max_position_embeddings`, {model.max_position_embeddings}"
    if model.pad_token_id >= model.vocab_size:
        return "`pad_token_id` lies outside the vocabulary"
    return ""
