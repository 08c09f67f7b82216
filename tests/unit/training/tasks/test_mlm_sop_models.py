import pytest

from core.errors import UsageError
from core.identity.manifest import MlmSop
from core.training.tasks.mlm_sop.models import AlbertModel, BertModel, drafted, model_of

MODEL = {
    "model_type": "albert",
    "hidden_size": 64,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 128,
}


def task(sequence_tokens=128, **changes):
    model = {key: value for key, value in (MODEL | changes).items() if value is not None}
    return MlmSop(model=model, sequence_tokens=sequence_tokens)


def test_vocabulary_is_the_tokenizers_and_dropout_is_zero():
    model = model_of(task(), 32_000)
    assert isinstance(model, AlbertModel)
    assert model.vocab_size == 32_000
    assert model.hidden_dropout_prob == model.attention_probs_dropout_prob == model.classifier_dropout_prob == 0.0


def test_bert_has_keys_of_its_own():
    assert isinstance(model_of(task(model_type="bert"), 32_000), BertModel)
    with pytest.raises(UsageError, match="embedding_size"):
        model_of(task(model_type="bert", embedding_size=128), 32_000)
    for kind in ("albert", "bert"):
        written = drafted({"model_type": kind, "hidden_size": 128}, 64)
        assert (written["num_attention_heads"], written["intermediate_size"]) == (2, 512)
        assert model_of(MlmSop(model=written, sequence_tokens=64), 100).max_position_embeddings == 64


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"model_type": "gpt2"}, "gpt2"),
        ({"model_type": None}, "no `model_type`"),
        ({"auto_map": {"AutoModel": "evil.Model"}}, "auto_map"),
        ({"trust_remote_code": True}, "trust_remote_code"),
        ({"hidden_size": 1 << 40}, "hidden_size"),
        ({"hidden_size": "64"}, "hidden_size"),
        ({"hidden_size": None}, "hidden_size"),
        ({"hidden_act": "__import__"}, "hidden_act"),
        ({"hidden_dropout_prob": 1.0}, "hidden_dropout_prob"),
        ({"vocab_size": 31_999}, "tokenizer has 32000"),
        ({"num_attention_heads": 3}, "num_attention_heads"),
        ({"num_hidden_groups": 3}, "num_hidden_groups"),
        ({"sequence_tokens": 513}, "sequence_tokens"),
        ({"sequence_tokens": 0}, "sequence_tokens"),
        ({"pad_token_id": 32_000}, "pad_token_id"),
    ],
)
def test_what_is_not_known_is_refused_in_one_sentence(changes, says):
    with pytest.raises(UsageError, match=says) as caught:
        model_of(task(**changes), 32_000)
    assert "\n" not in str(caught.value)
