"""Which encoders a manifest may name, checked without torch. Never code: a fixed list, each key typed and bounded."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from core.errors import UsageError
from core.identity.manifest import MlmSop
from core.saying import say

Size = Annotated[int, Meta(ge=1, le=1 << 16)]
Count = Annotated[int, Meta(ge=1, le=256)]
Probability = Annotated[float, Meta(ge=0.0, lt=1.0)]
TokenId = Annotated[int, Meta(ge=0, lt=1 << 22)]


class Encoder(  # the keys of a transformers configuration, no more: `auto_map` and the like are refused
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="model_type"
):
    """Keys as in `transformers`, except that every dropout is 0 by default."""

    vocab_size: Annotated[int, Meta(ge=8, le=1 << 22)]
    hidden_size: Size
    num_hidden_layers: Count
    num_attention_heads: Count
    intermediate_size: Size
    hidden_act: Literal["gelu", "gelu_new", "gelu_pytorch_tanh", "relu", "silu"] = "gelu_new"
    hidden_dropout_prob: Probability = 0.0
    attention_probs_dropout_prob: Probability = 0.0
    max_position_embeddings: Size = 512
    type_vocab_size: Annotated[int, Meta(ge=2, le=16)] = 2
    initializer_range: Annotated[float, Meta(gt=0.0, le=1.0)] = 0.02
    layer_norm_eps: Annotated[float, Meta(gt=0.0, le=1e-3)] = 1e-12
    pad_token_id: TokenId = 0
    bos_token_id: TokenId = 2
    eos_token_id: TokenId = 3

    @property
    def layer_flops_per_token(self) -> int:
        """Multiplications and additions of one layer's forward pass for one token, without attention's own part."""
        return 2 * (4 * self.hidden_size**2 + 2 * self.hidden_size * self.intermediate_size)


class AlbertModel(Encoder, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="albert"):
    """ALBERT (Lan et al., 2020); `transformers.AlbertConfig`."""

    embedding_size: Size = 128
    num_hidden_groups: Count = 1
    inner_group_num: Count = 1
    classifier_dropout_prob: Probability = 0.0


class BertModel(Encoder, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="bert"):
    """BERT (Devlin et al., 2019), with sentence order in the place of its next-sentence prediction;
    `transformers.BertConfig`."""

    hidden_act: Literal["gelu", "gelu_new", "gelu_pytorch_tanh", "relu", "silu"] = "gelu"


ENCODERS = (AlbertModel, BertModel)

_DEFAULTS: dict[str, Any] = {
    "num_hidden_layers": 4,
    "hidden_act": "gelu_new",
    "hidden_dropout_prob": 0.0,
    "attention_probs_dropout_prob": 0.0,
    "type_vocab_size": 2,
    "initializer_range": 0.02,
    "layer_norm_eps": 1e-12,
}
_ALBERT_DEFAULTS: dict[str, Any] = {"embedding_size": 128, "num_hidden_groups": 1, "inner_group_num": 1}


def drafted(model: dict[str, Any], sequence_tokens: object) -> dict[str, Any]:
    """An organiser's model with defaults written out: heads are `hidden_size / 64` (at least one),
    `intermediate_size` is four times `hidden_size`, `max_position_embeddings` is the sequence's length."""
    kind = model.get("model_type", "albert")
    hidden = model.get("hidden_size", 256)
    derived = dict(_DEFAULTS)
    derived |= _ALBERT_DEFAULTS if kind == "albert" else {}
    if isinstance(hidden, int):
        derived |= {"num_attention_heads": max(1, hidden // 64), "intermediate_size": 4 * hidden}
    return derived | {"model_type": kind, "hidden_size": hidden, "max_position_embeddings": sequence_tokens} | model


def model_of(task: MlmSop, vocabulary: int | None = None) -> AlbertModel | BertModel:
    """The checked model configuration of `task`, for a tokenizer of `vocabulary` entries if that is known.

    Raises `UsageError` with one sentence on anything that this program does not know.
    """
    if "model_type" not in task.model:
        raise UsageError(say("The model of task “mlm_sop” has no `model_type`; add one, for example “albert”."))
    declared = {} if vocabulary is None else {"vocab_size": vocabulary}
    try:
        model = msgspec.convert({**declared, **task.model}, AlbertModel | BertModel)
    except msgspec.ValidationError as error:
        raise UsageError(say("The model of task “mlm_sop” cannot be used: {reason}.", reason=str(error))) from error
    fault = _fault(model, task, vocabulary)
    if fault:
        raise UsageError(say("The model of task “mlm_sop” cannot be used: {reason}.", reason=str(fault)))
    return model


def _fault(model: AlbertModel | BertModel, task: MlmSop, vocabulary: int | None) -> str:
    if vocabulary is not None and model.vocab_size != vocabulary:
        return f"`vocab_size` is {model.vocab_size}, but the tokenizer has {vocabulary} entries"
    if model.hidden_size % model.num_attention_heads:
        return "`hidden_size` must be a multiple of `num_attention_heads`"
    if isinstance(model, AlbertModel) and model.num_hidden_layers % model.num_hidden_groups:
        return "`num_hidden_layers` must be a multiple of `num_hidden_groups`"
    if not 1 <= task.sequence_tokens <= model.max_position_embeddings:
        return f"`sequence_tokens` must be at most `max_position_embeddings`, {model.max_position_embeddings}"
    if model.pad_token_id >= model.vocab_size:
        return "`pad_token_id` lies outside the vocabulary"
    return ""
